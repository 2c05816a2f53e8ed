// The pages by their addresses, all after the "#": what stands there is never sent to a server.

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string; secret: string | null }
  | { page: 'join'; table: string; seat: number; secret: string }
  | { page: 'replay'; table: string; game: number }
  | { page: 'cards'; query: string }
  | { page: 'deck' }
  | { page: 'help' };

/** The page of an address; the lobby for one that isn't known. */
export function route(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, a, b, c] = path.split('/').map(decoded);
  if (page === 'table' && a) return { page: 'table', table: a, secret: b || null };
  if (page === 'join' && a && b && c && /^\d+$/.test(b)) return { page: 'join', table: a, seat: Number(b), secret: c };
  if (page === 'replay' && a && b && /^\d+$/.test(b)) return { page: 'replay', table: a, game: Number(b) };
  if (page === 'cards') return { page: 'cards', query: new URLSearchParams(query).get('q') ?? '' };
  if (page === 'deck') return { page: 'deck' };
  if (page === 'help') return { page: 'help' };
  return { page: 'lobby' };
}

/** The address of a page. */
export function address(to: Route): string {
  const part = encodeURIComponent;
  switch (to.page) {
    case 'lobby':
      return '#/';
    case 'table':
      return to.secret === null ? `#/table/${part(to.table)}` : `#/table/${part(to.table)}/${part(to.secret)}`;
    case 'join':
      return `#/join/${part(to.table)}/${to.seat}/${part(to.secret)}`;
    case 'replay':
      return `#/replay/${part(to.table)}/${to.game}`;
    case 'cards':
      return to.query === '' ? '#/cards' : `#/cards?q=${part(to.query)}`;
    default:
      return `#/${to.page}`;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
