// The secrets of the seats that this browser holds, so that one finds back to them.
const KEPT = 'lawmage.seats';
const MOST = 50;

type Kept = Record<string, string>;

function all(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

/** The secret of one's seat at a table. */
export function secretOf(table: string): string | null {
  return all()[table] ?? null;
}

/** Keeps the secret of one's seat at a table; the oldest are forgotten. */
export function keepSecret(table: string, secret: string): void {
  const { [table]: _before, ...others } = all();
  const kept = [...Object.entries(others), [table, secret]].slice(-MOST);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
}
