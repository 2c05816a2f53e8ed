// Mana costs and texts with symbols: "{1}{R}", "{T}: Add {R}."

/** A piece of a text: words, or a symbol without its braces. */
export type Piece = { is: 'text'; text: string } | { is: 'symbol'; symbol: string };

/** A text cut into words and symbols. */
export function pieces(text: string): Piece[] {
  return text
    .split(/(\{[^{}]+\})/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('{') && part.endsWith('}')
        ? { is: 'symbol', symbol: part.slice(1, -1) }
        : { is: 'text', text: part },
    );
}

/** The symbols of a cost. */
export function symbols(cost: string): string[] {
  return pieces(cost).flatMap((piece) => (piece.is === 'symbol' ? [piece.symbol] : []));
}

/** What colors a symbol: one or two of "W", "U", "B", "R", "G", or "C" where it has none. */
export function tints(symbol: string): string[] {
  const colors = symbol.split('/').filter((part) => /^[WUBRG]$/.test(part));
  return colors.length > 0 ? colors.slice(0, 2) : ['C'];
}

/** The mana of a pool, counted by its symbol, in its order. */
export function pool(mana: string): { symbol: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const symbol of symbols(mana)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return [...counts].map(([symbol, count]) => ({ symbol, count }));
}
