import type { FromTable } from '$protocol';
import { describe, expect, test } from 'vitest';
import { buttons, defaultText, meant, passing, yesOrNo } from '../src/game/choices';
import { apart, chosen, drafted, offered, standing } from '../src/game/offered';
import { piled, rows } from '../src/game/piles';
import { received, unknownTable } from '../src/game/state';
import { next, takenSteps } from '../src/game/steps';
import { withStop } from '../src/game/turn';
import { ask, choice, creature, face, land, object, observation, pick } from './samples';

describe('what the table tells', () => {
  const question = ask(pick([choice('yes'), choice('no')]), { pick: [0] });
  const after = (...messages: FromTable[]) => messages.reduce(received, unknownTable);

  test('a question waits until others are waited for', () => {
    const asked = after({ type: 'ask', ask: question });
    expect(asked.ask).toBe(question);
    expect(received(asked, { type: 'waiting', players: [1] })).toMatchObject({ ask: null, waiting: [1] });
  });

  test('a connection begins with nothing known of the game, but who one is', () => {
    const info = {
      table: 'x',
      seats: [],
      state: 'playing' as const,
      turn: 1,
      game: 1,
      spectators: 0,
      failure: null,
      clock: null,
      chooser: null,
      contest: null,
    };
    const before = after({ type: 'table', info, you: 1 }, { type: 'ask', ask: question });
    expect(received(before, { type: 'hello', protocol: 1, program: 'lawmage' })).toMatchObject({
      ask: null,
      you: 1,
      info,
    });
  });

  test('a rematch has no result yet', () => {
    const over = after({ type: 'result', outcome: { won: [0] } });
    expect(over.result).toEqual({ won: [0] });
    expect(received(over, { type: 'snapshot', observation: observation() }).result).toBeNull();
  });

  test('lines of the log are numbered, and the oldest go', () => {
    const event = { text: 'Ann draws a card', rule: '504.1', kind: { is: 'other' as const } };
    const many: FromTable = {
      type: 'events',
      viewer: { as: 'spectator' },
      events: Array.from({ length: 1200 }, () => event),
    };
    const state = after(many, { type: 'chat', seat: 1, name: 'Bob', text: 'hi' });
    expect(state.log).toHaveLength(1000);
    expect(state.log.at(-1)).toEqual({ id: 1200, is: 'chat', seat: 1, name: 'Bob', text: 'hi' });
  });

  test('a message of a later version changes nothing', () => {
    const later = { type: 'weather' } as unknown as FromTable;
    expect(received(unknownTable, later)).toBe(unknownTable);
  });

  test('what was refused is told with its rule', () => {
    const state = after({ type: 'rejected', ask: 7, rule: '508.1c', reason: 'Cub must attack' });
    expect(state.notice).toEqual({ rule: '508.1c', reason: 'Cub must attack' });
  });
});

describe('piles', () => {
  test('equal lands and tokens lie in piles, other cards by themselves', () => {
    const board = [land(1), land(2), land(3, { tapped: true }), creature(4, 2, 2), creature(5, 2, 2)];
    const tokens = [object(6, { token: true }), object(7, { token: true })];
    const found = rows([...board, ...tokens], 0, new Set());
    expect(found.lands.map((pile) => pile.members.length)).toEqual([2, 1]);
    expect(found.creatures.map((pile) => pile.members.length)).toEqual([1, 1, 2]);
  });

  test('what an arrow meets or is chosen is apart', () => {
    const tokens = [1, 2, 3].map((handle) => object(handle, { token: true }));
    expect(piled(tokens, new Set([2]), () => true).map((pile) => pile.members.length)).toEqual([2, 1]);
  });

  test('a land that is a creature stands among the creatures; what is attached stands with its host', () => {
    const dryad = object(1, { face: face({ types: 'Land Creature — Forest Dryad' }) });
    const aura = object(2, { face: face({ types: 'Enchantment — Aura' }), attached_to: { object: 1 } });
    const found = rows([{ ...dryad, attachments: [2] }, aura], 0, new Set());
    expect(found.creatures).toHaveLength(1);
    expect([found.lands, found.others]).toEqual([[], []]);
  });

  test('an aura on a player stands among the others', () => {
    const curse = object(2, { face: face({ types: 'Enchantment — Aura Curse' }), attached_to: { player: 1 } });
    expect(rows([curse], 0, new Set()).others).toHaveLength(1);
  });

  test('each player has their own', () => {
    expect(rows([land(1, { controller: 1 })], 0, new Set()).lands).toEqual([]);
  });
});

describe('buttons', () => {
  const priority = ask(
    pick([
      choice('pass'),
      choice('play Forest', { object: 1 }),
      choice('play Forest', { object: 2 }),
      choice('cast Cub', { object: 3 }),
    ]),
    { pick: [0] },
    { about: 'priority' },
  );
  const draft = { is: 'pick' as const, chosen: [] };

  test('equal options share one; passing has the marked button', () => {
    expect(passing(priority)).toBe(0);
    expect(buttons(priority, draft, null).map(({ text, options }) => [text, options])).toEqual([
      ['play Forest', [1, 2]],
      ['cast Cub', [3]],
    ]);
  });

  test('a click means the first that is not picked', () => {
    const [forest] = buttons(priority, draft, null);
    expect(forest && meant(forest, draft)).toBe(1);
    expect(forest && meant(forest, { is: 'pick', chosen: [1] })).toBe(2);
  });

  test('what can no longer become a legal answer is barred', () => {
    const steps = next({ ask: 7, options: [{ option: 3 }, 'done'], answer: null }, 7);
    expect(steps).toEqual({ options: new Set([3]), done: true });
    expect(buttons(priority, draft, steps?.options ?? null).map((button) => button.barred)).toEqual([true, false]);
    expect(next({ ask: 6, options: [], answer: null }, 7)).toBeNull();
    expect(takenSteps({ is: 'pick', chosen: [3, 1] })).toEqual([{ option: 3 }, { option: 1 }]);
  });

  test('yes or no is known, and the default is told in words', () => {
    const may = ask(pick([choice('yes'), choice('no')]), { pick: [1] });
    expect(yesOrNo(may.domain)).toBe(true);
    expect(yesOrNo(priority.domain)).toBe(false);
    expect(defaultText(may)).toBe('no');
  });
});

describe('the board', () => {
  test('shows what can be clicked and what is chosen', () => {
    const domain = pick([choice('Cub', { object: 1 }), choice('Bob', { player: 1 })], 1, 2);
    const draft = { is: 'pick' as const, chosen: [1] };
    expect([...offered(domain, draft)]).toEqual(['o1', 'p1']);
    expect([...chosen(domain, draft)]).toEqual(['p1']);
  });

  test('shows the attackers to click for a creature that is to block', () => {
    const domain = {
      is: 'block' as const,
      blockers: [{ creature: choice('Cub', { object: 1 }), attackers: [choice('Rat', { object: 9 })] }],
      attackers: [{ creature: choice('Rat', { object: 9 }), least: 1 }],
    };
    expect([...offered(domain, { is: 'block', blocks: [], held: null })]).toEqual(['o1']);
    expect([...offered(domain, { is: 'block', blocks: [], held: 0 })]).toEqual(['o1', 'o9']);
    expect(drafted(domain, { is: 'block', blocks: [{ blocker: 0, attacker: 0 }], held: null })).toEqual([
      { from: { object: 1 }, to: { object: 9 }, kind: 'block' },
    ]);
  });

  test('has arrows for combat and for targets', () => {
    const bolt = object(5, { targets: [{ player: 1 }] });
    const attack = { creature: 1, defender: { player: 1 }, blocked: true, blockers: [2] };
    const arrows = standing(observation({ stack: [bolt], combat: { attackers: [attack] } }));
    expect(arrows.map((arrow) => arrow.kind)).toEqual(['attack', 'block', 'target']);
    expect([...apart(arrows, new Set(['o7', 'p1']))]).toEqual([1, 2, 5, 7]);
  });

  test('a stop is set and removed', () => {
    const automation = { stops: { own: [], others: ['end step'] }, auto_pass: true, auto_order: true, yields: [] };
    expect(withStop(automation, 'own', 'upkeep step').stops.own).toEqual(['upkeep step']);
    expect(withStop(automation, 'others', 'end step').stops.others).toEqual([]);
  });
});
