// How permanents lie on the table: lands, creatures and others in rows, equal ones piled.
import type { Object as Seen } from '$protocol';

/** Permanents that are the same in all that one sees of them; the first stands for them. */
export interface Pile {
  top: Seen;
  members: Seen[];
}

/** The rows of a player's battlefield. */
export interface Rows {
  creatures: Pile[];
  others: Pile[];
  lands: Pile[];
}

/** Whether a permanent has a type. */
export function isA(object: Seen, type: 'Creature' | 'Land' | 'Planeswalker' | 'Battle'): boolean {
  return object.face !== null && new RegExp(`\\b${type}\\b`).test(object.face.types.split('—')[0] ?? '');
}

/** Whether a permanent stands under what it is attached to rather than in a row: it is drawn with its host. */
function rides(object: Seen, here: Set<number>): boolean {
  return object.attached_to !== null && 'object' in object.attached_to && here.has(object.attached_to.object);
}

/**
 * The rows of one player. `apart` names those that must be seen one by one: those that a question offers or an arrow meets.
 * What is attached to a permanent is no pile of its own; it is drawn with its host, whoever controls it.
 */
export function rows(battlefield: Seen[], seat: number, apart: ReadonlySet<number>): Rows {
  const here = new Set(battlefield.map((object) => object.handle));
  const own = battlefield.filter((object) => object.controller === seat && !rides(object, here));
  const creatures = own.filter((object) => isA(object, 'Creature'));
  const lands = own.filter((object) => isA(object, 'Land') && !isA(object, 'Creature'));
  const others = own.filter((object) => !isA(object, 'Creature') && !isA(object, 'Land'));
  return {
    creatures: piled(creatures, apart, (object) => object.token),
    others: piled(others, apart, (object) => object.token),
    lands: piled(lands, apart, () => true),
  };
}

/** Equal permanents piled, in the order of the first of each pile. */
export function piled(objects: Seen[], apart: ReadonlySet<number>, piles: (object: Seen) => boolean): Pile[] {
  const found = new Map<string, Pile>();
  for (const object of objects) {
    const alone = !piles(object) || apart.has(object.handle) || object.attachments.length > 0;
    const look = alone ? `alone ${object.handle}` : looks(object);
    const pile = found.get(look);
    if (pile) pile.members.push(object);
    else found.set(look, { top: object, members: [object] });
  }
  return [...found.values()];
}

/** All that one sees of a permanent, as a text. */
function looks(object: Seen): string {
  const { handle: _handle, owner: _owner, ...rest } = object;
  return JSON.stringify(rest);
}
