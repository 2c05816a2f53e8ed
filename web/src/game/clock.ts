// The clocks of a game: what is left of each player's time.

/** What the table told of the clocks, and when, in milliseconds. */
export interface Clocks {
  left: (number | null)[];
  runs: number | null;
  at: number;
}

/** Below so many milliseconds time is short. */
export const SHORT = 30_000;

/** Milliseconds left of a seat's time; null where it has no clock. */
export function timeLeft(clocks: Clocks | null, seat: number, now: number): number | null {
  const left = clocks?.left[seat] ?? null;
  if (clocks === null || left === null) return null;
  return clocks.runs === seat ? Math.max(0, left - (now - clocks.at)) : left;
}

/** A time as clocks show it: "12:05", "1:02:03"; what has begun counts. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
