// The server's doors by HTTP.
import type {
  CardsFound,
  CardInfo,
  DeckCheck,
  DeckInfo,
  MadeTable,
  NewTable,
  Refusal,
  Replay,
  RuleText,
  TableInfo,
  TakeSeat,
} from '$protocol';

/** What the server refused, in its words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const sent: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(path, sent);
  if (reply.ok) return (await reply.json()) as T;
  const refusal = (await reply.json().catch(() => null)) as Refusal | null;
  throw new Refused(reply.status, refusal?.error ?? `${reply.status} ${reply.statusText}`);
}

const part = encodeURIComponent;

export const decks = () => ask<DeckInfo[]>('/api/decks');
export const checkDeck = (list: string) => ask<DeckCheck>('/api/decks/check', { list });
export const tables = () => ask<TableInfo[]>('/api/tables');
export const newTable = (table: NewTable) => ask<MadeTable>('/api/tables', table);
export const takeSeat = (table: string, seat: number, take: TakeSeat) =>
  ask<unknown>(`/api/tables/${part(table)}/seats/${seat}`, take);
export const replay = (table: string, game: number) => ask<Replay>(`/api/replays/${part(table)}/${game}`);
export const findCards = (query: string, limit: number) =>
  ask<CardsFound>(`/api/cards?q=${part(query)}&limit=${limit}`);
export const card = (name: string) => ask<CardInfo>(`/api/cards/${part(name)}`);
export const rule = (number: string) => ask<RuleText>(`/api/rules/${part(number)}`);
