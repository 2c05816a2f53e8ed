// The seats of a new table, as the page asks for them.
import type { Clock, NewSeat, NewTable } from '$protocol';

/** Who plays a seat other than one's own. */
export type Who = 'basic' | 'random' | 'friend';

/** A deck as it is chosen: a starter deck by its id, a list, or any starter deck. */
export type DeckChoice = { is: 'starter'; id: string } | { is: 'list'; list: string } | { is: 'any' };

export interface OtherSeat {
  who: Who;
  deck: DeckChoice;
}

/** The most players of a table. */
export const MOST = 6;

/** The text of a deck as the server takes it; null where it is to choose. */
export function deckText(deck: DeckChoice): string | null {
  return deck.is === 'any' ? null : deck.is === 'starter' ? deck.id : deck.list;
}

/** A clock of so many minutes and seconds more a turn; none of no minutes. */
export function clockOf(minutes: number, increment: number): Clock | null {
  return minutes > 0 ? { seconds: Math.round(minutes * 60), increment: Math.max(0, Math.round(increment)) } : null;
}

/** The table to be made: one's own seat first. `botName` names the bots. */
export function newTable(
  name: string,
  deck: DeckChoice,
  others: readonly OtherSeat[],
  botName: (n: number) => string,
  options: { clock: Clock | null; best_of: number | null } = { clock: null, best_of: null },
): NewTable {
  const own: NewSeat = { name, deck: deckText(deck), bot: null };
  const bots = others.filter((other) => other.who !== 'friend').length;
  let made = 0;
  const seats = others.map((other): NewSeat => {
    if (other.who === 'friend') return { name: '', deck: null, bot: null };
    made += 1;
    return { name: bots === 1 ? botName(0) : botName(made), deck: deckText(other.deck), bot: other.who };
  });
  return { seats: [own, ...seats], seed: null, ...options };
}
