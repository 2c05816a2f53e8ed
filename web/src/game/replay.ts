// A game that is over, moment by moment, as the table shows it.
import type { Replay } from '$protocol';
import { MOST_LINES, unknownTable, type LogLine, type TableState } from './state';

/** How many moments pass in a second, at each speed. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

/** All lines of a game's log, and after how many of them each moment is. */
export interface Told {
  lines: LogLine[];
  ends: number[];
}

/** The log of a whole game. */
export function told(replay: Replay): Told {
  const lines: LogLine[] = [];
  const ends = replay.moments.map((moment) => {
    for (const event of moment.events) lines.push({ id: lines.length, is: 'event', event });
    return lines.length;
  });
  return { lines, ends };
}

/** The table at a moment, with that seat nearest. */
export function moment(replay: Replay, { lines, ends }: Told, at: number, near: number): TableState {
  const shown = replay.moments[at];
  if (!shown) return unknownTable;
  const { observation } = shown;
  const end = ends[at] ?? 0;
  return {
    ...unknownTable,
    you: near,
    seen: observation,
    result: observation.result,
    waiting: observation.priority === null ? [] : [observation.priority],
    log: lines.slice(Math.max(0, end - MOST_LINES), end),
    lines: end,
  };
}

/** The places at which turns begin. */
export function turns(replay: Replay): number[] {
  let turn = -1;
  return replay.moments.flatMap(({ observation }, at) => {
    if (observation.turn.number === turn) return [];
    turn = observation.turn.number;
    return [at];
  });
}

/** Where a key leads from a moment; null for one that does nothing here. */
export function led(key: string, at: number, last: number, starts: readonly number[]): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'PageDown':
    case 'ArrowDown':
      return starts.find((start) => start > at) ?? last;
    case 'PageUp':
    case 'ArrowUp':
      return starts.findLast((start) => start < at) ?? 0;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
