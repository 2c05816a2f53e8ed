// The keyboard at the table.
import { meant, yesOrNo } from '../game/choices';
import { allAttack, toggledAttack, touched } from '../game/draft';
import { command, neighbor, type Command } from '../game/keys';
import { address } from '../game/routes';
import type { TableModel } from './model.svelte';

/** What a press of a key does at a table. */
export function pressed(event: KeyboardEvent, table: TableModel): void {
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  document.documentElement.dataset['keys'] = 'on';
  if (at.closest('dialog')) return;
  const typing = at.matches('textarea, select, input:not([type=checkbox])');
  const onControl = at.matches('button, a, summary, input');
  if (!typing && event.key.startsWith('Arrow') && moved(event.key, at)) return event.preventDefault();
  // A key that is held down answers once, not once for each question that comes.
  if (event.repeat && onControl && (event.key === 'Enter' || event.key === ' ')) return event.preventDefault();
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  const does = command({ key: event.key, repeat: event.repeat, modified, typing, onControl });
  if (!does) return;
  event.preventDefault();
  run(does, table);
}

function run(does: Command, table: TableModel): void {
  const { ask, draft } = table;
  switch (does.do) {
    case 'confirm':
      return table.confirm();
    case 'option':
      return option(does.place, table);
    case 'undo':
      return table.undo();
    case 'clear':
      if (table.state.passing !== null) table.halt();
      return table.clear();
    case 'help':
      location.hash = address({ page: 'help' });
      return;
    case 'log':
      return document.getElementById('log')?.focus();
    case 'all':
      if (ask?.domain.is === 'attack' && draft?.is === 'attack') table.take(allAttack(ask.domain, draft));
      return;
    case 'pass':
      return table.passUntil(does.until);
  }
}

/** The option of a number: of a pick its button, of an attack or a block its creature. */
function option(place: number, table: TableModel): void {
  const { ask, draft } = table;
  if (!ask || !draft) return;
  const { domain } = ask;
  if (domain.is === 'attack' && draft.is === 'attack') {
    if (place < domain.attackers.length) table.take(toggledAttack(domain, draft, place));
    return;
  }
  if (domain.is === 'block') {
    const entity = domain.blockers[place]?.creature.entity;
    const touch = entity ? touched(domain, draft, entity) : null;
    if (touch?.is === 'draft') table.take(touch.draft);
    return;
  }
  if (yesOrNo(domain)) return table.pick(place);
  const button = table.buttons[place];
  const meantOption = button && !button.barred ? meant(button, draft) : undefined;
  if (meantOption !== undefined) table.pick(meantOption);
}

/** Moves the focus to the next card in the direction of an arrow key; whether there was one. */
function moved(key: string, from: HTMLElement): boolean {
  if (from.dataset['key'] === undefined) return false;
  const cards = [...document.querySelectorAll<HTMLElement>('[data-key]:not(:disabled)')].filter(
    (card) => card !== from,
  );
  const place = neighbor(
    key,
    from.getBoundingClientRect(),
    cards.map((card) => card.getBoundingClientRect()),
  );
  const card = place === null ? undefined : cards[place];
  card?.focus();
  return card !== undefined;
}

/** The mouse is at hand again: the numbers on the cards go. */
export function pointed(): void {
  delete document.documentElement.dataset['keys'];
}
