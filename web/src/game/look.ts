// What a card looks like, from what is known of it: the same for objects of a game and for cards that were searched.
import type { CardFace, Face, Object as Seen } from '$protocol';
import { tone } from './art';

/** What is drawn of a card. */
export interface Look {
  name: string;
  cost: string | null;
  colors: string[];
  types: string;
  text: string[];
  /** What stands in the corner: "2/3", a loyalty, a defense. */
  corner: string | null;
  /** Its frame: a color's letter, M for several, C for none, L for a land. */
  frame: string;
}

function frame(colors: readonly string[], types: string): string {
  return /\bLand\b/.test(types) && colors.length === 0 ? 'L' : tone(colors);
}

/** The colors that a land's picture shows: of the mana that its text or basic types make. */
export function landColors(types: string, text: readonly string[]): string[] {
  const basics: [string, string][] = [
    ['Plains', 'W'],
    ['Island', 'U'],
    ['Swamp', 'B'],
    ['Mountain', 'R'],
    ['Forest', 'G'],
  ];
  const all = text.join(' ');
  return basics.flatMap(([type, color]) => (types.includes(type) || all.includes(`{${color}}`) ? [color] : []));
}

function looks(
  face: { name: string; cost: string | null; colors: string[]; types: string },
  text: string[],
  corner: string | null,
): Look {
  const land = frame(face.colors, face.types) === 'L';
  const colors = land ? landColors(face.types, text) : face.colors;
  return {
    name: face.name,
    cost: face.cost,
    colors,
    types: face.types,
    text,
    corner,
    frame: frame(face.colors, face.types),
  };
}

/** A face of an object in a game. */
export function faceLook(face: Face, counters: Seen['counters'] = []): Look {
  const count = (kind: string) => counters.find((c) => c.kind === kind)?.count;
  const value = count('loyalty') ?? face.loyalty ?? count('defense') ?? face.defense;
  const body = face.power !== null && face.toughness !== null ? `${face.power}/${face.toughness}` : null;
  return looks(face, face.text, body ?? (value === null || value === undefined ? null : String(value)));
}

/** A face of a card that was searched. */
export function cardLook(face: CardFace): Look {
  const body = face.power !== null && face.toughness !== null ? `${face.power}/${face.toughness}` : null;
  const text = face.text === '' ? [] : face.text.split('\n');
  return looks(face, text, body ?? face.loyalty ?? face.defense);
}

/** Whether a line of text only lists keywords: "Flying, vigilance". */
export function keywords(text: readonly string[]): string[] {
  return text.filter((line) => line.length <= 40 && !/[.:"]/.test(line));
}
