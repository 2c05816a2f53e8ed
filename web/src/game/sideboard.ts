// A deck and its sideboard, between two games of a match.
import type { DeckParts, Listed } from '$protocol';

/** How many cards a list has. */
export function total(lines: readonly Listed[]): number {
  return lines.reduce((sum, line) => sum + line.count, 0);
}

function changed(lines: readonly Listed[], name: string, by: number): Listed[] {
  const there = lines.some((line) => line.name === name);
  const all = there ? lines : [...lines, { name, count: 0 }];
  return all
    .map((line) => (line.name === name ? { ...line, count: line.count + by } : line))
    .filter((line) => line.count > 0);
}

/** The deck after a copy has gone from one part to the other. */
export function exchanged(deck: DeckParts, from: keyof DeckParts, name: string): DeckParts {
  if (!deck[from].some((line) => line.name === name && line.count > 0)) return deck;
  const [out, into] = from === 'main' ? [-1, 1] : [1, -1];
  return { main: changed(deck.main, name, out), sideboard: changed(deck.sideboard, name, into) };
}
