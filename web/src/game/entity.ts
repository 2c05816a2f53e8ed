// Objects and players by which they are.
import type { Entity, Object as Seen, Observation } from '$protocol';

/** Whether two entities are the same object or player. */
export function same(a: Entity | null, b: Entity | null): boolean {
  return a !== null && b !== null && key(a) === key(b);
}

/** An entity as a text, the same for the same entity: what an element of the board is found by. */
export function key(entity: Entity): string {
  return 'object' in entity ? `o${entity.object}` : `p${entity.player}`;
}

/** All the objects of a picture. */
export function objects(seen: Observation): Seen[] {
  const players = seen.players.flatMap((p) => [
    ...p.hand,
    ...p.library.map((placed) => placed.card),
    ...p.graveyard,
    ...p.outside,
  ]);
  return [...seen.battlefield, ...seen.stack, ...seen.exile, ...seen.command, ...players];
}

/** The objects of a picture by their handles. */
export function byHandle(seen: Observation | null): Map<number, Seen> {
  return new Map(seen === null ? [] : objects(seen).map((object) => [object.handle, object]));
}
