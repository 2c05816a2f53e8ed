// A picture for a card that has none: a small landscape of its colors, the same for the same name.

export interface Shape {
  d: string;
  fill: string;
}

export interface Picture {
  sky: readonly [string, string];
  shapes: Shape[];
}

/** From the sky's top to the ground, and the light in it. */
interface Palette {
  sky: readonly [string, string];
  ground: readonly [string, string, string];
  light: string;
}

const palettes: Record<string, Palette> = {
  W: { sky: ['#f3e7c3', '#fbf6e6'], ground: ['#e3d3a3', '#cfb97d', '#b1975c'], light: '#fffdf4' },
  U: { sky: ['#8fbcdc', '#d4e7f3'], ground: ['#7aabcf', '#4d86b3', '#2f628f'], light: '#f2fafe' },
  B: { sky: ['#5d5568', '#a39aa9'], ground: ['#6b6373', '#4c4555', '#2f2a37'], light: '#d9d2de' },
  R: { sky: ['#d9805c', '#f4cfae'], ground: ['#c2674a', '#9a4533', '#6f2d25'], light: '#fff0cd' },
  G: { sky: ['#a9cba5', '#e3eed5'], ground: ['#7fae7c', '#558a58', '#35663e'], light: '#fbfbe3' },
  C: { sky: ['#a8b0b5', '#dcdfe0'], ground: ['#939ca2', '#6e787e', '#4d565c'], light: '#f4f5f5' },
  M: { sky: ['#d9bf73', '#f4e8c0'], ground: ['#b99a4b', '#937532', '#6b5320'], light: '#fffbe6' },
};

/** Which palette a card's colors come to: its color's, gold for several, gray for none. */
export function tone(colors: readonly string[]): 'W' | 'U' | 'B' | 'R' | 'G' | 'C' | 'M' {
  const [one, ...more] = colors;
  if (more.length > 0) return 'M';
  return one === 'W' || one === 'U' || one === 'B' || one === 'R' || one === 'G' ? one : 'C';
}

/** Random numbers from 0 to 1 that a text determines. */
export function seeded(text: string): () => number {
  let state = 2166136261;
  for (const unit of text) state = Math.imul(state ^ (unit.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const at = (value: number) => value.toFixed(1);

/** A ridge from left to right, filled to the ground: sharp or round. */
function ridge(random: () => number, height: number, swing: number, peaks: number, sharp: boolean): string {
  const step = 100 / peaks;
  const points = Array.from({ length: peaks + 1 }, (_, i): [number, number] => [
    i * step + (i > 0 && i < peaks ? (random() - 0.5) * step * 0.5 : 0),
    height + (random() - 0.5) * swing + (i % 2 === 0 ? swing / 2 : -swing / 2),
  ]);
  const line = points.map(([x, y], i) => {
    const before = points[i - 1];
    if (before === undefined) return `M0 60L${at(x)} ${at(y)}`;
    const middle = (before[0] + x) / 2;
    return sharp ? `L${at(x)} ${at(y)}` : `C${at(middle)} ${at(before[1])} ${at(middle)} ${at(y)} ${at(x)} ${at(y)}`;
  });
  return `${line.join('')}L100 60Z`;
}

function disc(x: number, y: number, r: number): string {
  return `M${at(x - r)} ${at(y)}a${at(r)} ${at(r)} 0 1 0 ${at(2 * r)} 0a${at(r)} ${at(r)} 0 1 0 ${at(-2 * r)} 0Z`;
}

/** Rays from a point: for what flashes by. */
function rays(random: () => number, x: number, y: number): string {
  const count = 5 + Math.floor(random() * 5);
  const turn = random() * Math.PI;
  return Array.from({ length: count }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / count;
    const wide = 0.08 + random() * 0.14;
    const far = (a: number) => `${at(x + 120 * Math.cos(a))} ${at(y + 120 * Math.sin(a))}`;
    return `M${at(x)} ${at(y)}L${far(angle - wide)}L${far(angle + wide)}Z`;
  }).join('');
}

/** Towers on the horizon: for what was built. */
function towers(random: () => number): string {
  const count = 3 + Math.floor(random() * 4);
  return Array.from({ length: count }, (_, i) => {
    const x = (100 * (i + 0.2 + random() * 0.6)) / count;
    const wide = 2.5 + random() * 4;
    const top = 14 + random() * 20;
    return `M${at(x - wide)} 60V${at(top + 5)}L${at(x)} ${at(top)}L${at(x + wide)} ${at(top + 5)}V60Z`;
  }).join('');
}

/** The picture of a card. */
export function picture(name: string, colors: readonly string[], types: string): Picture {
  const palette = palettes[tone(colors)] as Palette;
  const [far, middle, near] = palette.ground;
  const random = seeded(`${name}|${types}`);
  const sharp = /[RBC]/.test(tone(colors));
  const [x, y] = [18 + random() * 64, 12 + random() * 16];
  const spell = /Instant|Sorcery/.test(types);
  const built = /Artifact|Enchantment/.test(types);
  const swing = 8 + random() * 10;
  const peaks = 2 + Math.floor(random() * 4);
  const shapes: Shape[] = [
    ...(spell ? [{ d: rays(random, x, y), fill: far }] : []),
    { d: disc(x, y, spell ? 6 + random() * 4 : 4 + random() * 7), fill: palette.light },
    ...(spell ? [] : [{ d: ridge(random, 32, swing, peaks + 1, sharp), fill: far }]),
    ...(built ? [{ d: towers(random), fill: middle }] : [{ d: ridge(random, 42, swing, peaks, sharp), fill: middle }]),
    { d: ridge(random, 52, swing * 0.6, peaks, false), fill: near },
  ];
  return { sky: palette.sky, shapes };
}
