// What a deck's draws come to: how likely so many lands are, and hands as they are dealt.
import type { CheckedLine } from '$protocol';

/** Cards of an opening hand (103.5). */
export const HAND = 7;

/** The last turn that is reckoned. */
export const TURNS = 8;

/** A card of a deck, and whether its front face is a land. */
export interface DeckCard {
  name: string;
  land: boolean;
}

/** The cards that a game begins with in the library: neither sideboard nor commanders, and no line that can't be used. */
export function library(lines: readonly CheckedLine[]): DeckCard[] {
  const used = lines.filter((line) => !line.sideboard && !line.commander && line.problem === null);
  return used.flatMap((line) => {
    const card = { name: line.name, land: /\bLand\b/.test(line.types.split('//')[0] ?? '') };
    return Array.from({ length: line.count }, () => card);
  });
}

/** The logarithm of how many ways there are to choose some of all. */
function ways(all: number, some: number): number {
  if (some < 0 || some > all) return -Infinity;
  let sum = 0;
  for (let i = 1; i <= Math.min(some, all - some); i += 1) sum += Math.log(all + 1 - i) - Math.log(i);
  return sum;
}

/** How likely exactly so many lands are among the cards drawn: the hypergeometric distribution. */
export function exactly(cards: number, lands: number, drawn: number, wanted: number): number {
  return Math.exp(ways(lands, wanted) + ways(cards - lands, drawn - wanted) - ways(cards, drawn));
}

/** How likely at least so many are. */
export function atLeast(cards: number, lands: number, drawn: number, wanted: number): number {
  let sum = 0;
  for (let i = wanted; i <= Math.min(lands, drawn); i += 1) sum += exactly(cards, lands, drawn, i);
  return Math.min(1, sum);
}

/** How likely an opening hand has 0, 1 … 7 lands. */
export function opening(deck: readonly DeckCard[]): number[] {
  const lands = deck.filter((card) => card.land).length;
  const hand = Math.min(HAND, deck.length);
  return Array.from({ length: hand + 1 }, (_, n) => exactly(deck.length, lands, hand, n));
}

/** How likely a land could have been played in each turn so far: of who goes first, who doesn't draw in the first (103.8a), or of the other. */
export function onCurve(deck: readonly DeckCard[], first: boolean): number[] {
  const lands = deck.filter((card) => card.land).length;
  return Array.from({ length: TURNS }, (_, i) => {
    const drawn = Math.min(deck.length, HAND + i + (first ? 0 : 1));
    return atLeast(deck.length, lands, drawn, i + 1);
  });
}

/** A deck as it is shuffled. */
export function shuffled<T>(deck: readonly T[], chance: () => number = Math.random): T[] {
  const cards = [...deck];
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const j = Math.floor(chance() * (i + 1));
    const [a, b] = [cards[i], cards[j]];
    if (a !== undefined && b !== undefined) [cards[i], cards[j]] = [b, a];
  }
  return cards;
}

/** A likelihood as it is read: whole percents, but for what is nearly nothing or nearly sure. */
export function percent(share: number): string {
  const shown = share * 100;
  if (shown > 0 && shown < 0.5) return '<1%';
  if (shown < 100 && shown >= 99.5) return '>99%';
  return `${Math.round(shown)}%`;
}
