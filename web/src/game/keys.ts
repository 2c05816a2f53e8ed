// The keys of the table.
import type { Until } from '$protocol';

export type Command =
  | { do: 'confirm' }
  | { do: 'option'; place: number }
  | { do: 'undo' }
  | { do: 'clear' }
  | { do: 'help' }
  | { do: 'log' }
  | { do: 'all' }
  | { do: 'pass'; until: Until };

/** A key as it was pressed, and where. */
export interface Press {
  key: string;
  repeat: boolean;
  modified: boolean;
  /** In a field that takes text. */
  typing: boolean;
  /** On something that Enter and the space bar work by themselves. */
  onControl: boolean;
}

/** What a key does; null for what the browser does with it. */
export function command(press: Press): Command | null {
  const { key, repeat, modified, typing, onControl } = press;
  if (modified) return null;
  if (key === 'Escape') return { do: 'clear' };
  if (typing || repeat) return null;
  if (key === 'Enter' || key === ' ') return onControl ? null : { do: 'confirm' };
  if (/^[1-9]$/.test(key)) return { do: 'option', place: Number(key) - 1 };
  switch (key.toLowerCase()) {
    case 'z':
      return { do: 'undo' };
    case '?':
      return { do: 'help' };
    case 'l':
      return { do: 'log' };
    case 'a':
      return { do: 'all' };
    case 'e':
      return { do: 'pass', until: 'turn' };
    case 'm':
      return { do: 'pass', until: 'my_turn' };
    default:
      return null;
  }
}

/** The next of some elements in the direction of an arrow key, by their middles; null where there is none. */
export function neighbor(key: string, from: DOMRect, all: readonly DOMRect[]): number | null {
  const direction: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const way = direction[key];
  if (!way) return null;
  const middle = (box: DOMRect): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = middle(from);
  let best: { place: number; cost: number } | null = null;
  all.forEach((box, place) => {
    const [bx, by] = middle(box);
    const along = (bx - x) * way[0] + (by - y) * way[1];
    const across = Math.abs((bx - x) * way[1]) + Math.abs((by - y) * way[0]);
    const cost = along + 3 * across;
    if (along > 1 && (best === null || cost < best.cost)) best = { place, cost };
  });
  return (best as { place: number } | null)?.place ?? null;
}
