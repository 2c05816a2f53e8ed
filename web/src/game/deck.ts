// A deck's figures, as plots want them.
import type { CheckedLine } from '$protocol';

/** A bar of a plot. */
export interface Bar {
  label: string;
  count: number;
}

const main = (lines: readonly CheckedLine[]) => lines.filter((line) => !line.sideboard && line.problem === null);

/** How many cards have which mana value; lands don't count. The last bar holds all from 7 on. */
export function curve(lines: readonly CheckedLine[]): Bar[] {
  const bars = ['0', '1', '2', '3', '4', '5', '6', '7+'].map((label): Bar => ({ label, count: 0 }));
  for (const line of main(lines)) {
    if (line.value === null || /\bLand\b/.test(line.types)) continue;
    const bar = bars[Math.min(line.value, 7)];
    if (bar) bar.count += line.count;
  }
  return bars;
}

/** How many cards have which color; those of several count for each, those of none as "C". */
export function colors(lines: readonly CheckedLine[]): Bar[] {
  const bars = ['W', 'U', 'B', 'R', 'G', 'C'].map((label): Bar => ({ label, count: 0 }));
  for (const line of main(lines)) {
    if (/\bLand\b/.test(line.types)) continue;
    const of = line.colors.length > 0 ? line.colors : ['C'];
    for (const bar of bars) if (of.includes(bar.label)) bar.count += line.count;
  }
  return bars.filter((bar) => bar.count > 0);
}

/** How many cards have which type, the first that fits: an artifact creature is a creature. */
export function types(lines: readonly CheckedLine[]): Bar[] {
  const order = ['Creature', 'Planeswalker', 'Battle', 'Land', 'Instant', 'Sorcery', 'Artifact', 'Enchantment'];
  const bars = order.map((label): Bar => ({ label, count: 0 }));
  for (const line of main(lines)) {
    const bar = bars.find(({ label }) => new RegExp(`\\b${label}\\b`).test(line.types));
    if (bar) bar.count += line.count;
  }
  return bars.filter((bar) => bar.count > 0);
}

/** The problems of a list by the numbers of their lines. */
export function problems(lines: readonly CheckedLine[]): Map<number, string> {
  return new Map(lines.flatMap((line) => (line.problem === null ? [] : [[line.line, line.problem]])));
}
