// What is handed from one page to another.
const DECK = 'lawmage.play';

/** Hands a deck list to the lobby, to be played next. */
export function handDeck(list: string): void {
  sessionStorage.setItem(DECK, list);
}

/** The deck list that was handed over, once. */
export function takeDeck(): string | null {
  const list = sessionStorage.getItem(DECK);
  sessionStorage.removeItem(DECK);
  return list;
}
