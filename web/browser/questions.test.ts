// Every sort of question, put by a table that the test plays itself: what the page then answers.
import type { Ask, FromPlayer, FromTable } from '$protocol';
import type { WebSocketRoute } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { ask, choice, creature, face, object, observation, pick, player } from '../tests/samples';
import { ann, serious, server, setStage } from './stage';

let said: FromPlayer[];
let line: WebSocketRoute;

setStage();

beforeEach(async () => {
  said = [];
  await ann.page.routeWebSocket(/\/socket$/, (route) => {
    line = route;
    route.onMessage((data) => {
      said.push(JSON.parse(String(data)) as FromPlayer);
    });
  });
  await ann.page.goto(`${server.url}/#/table/test/secret`);
  await expect.poll(() => said).toEqual([{ type: 'sit', secret: 'secret' }]);
});

function tell(...messages: FromTable[]): void {
  for (const message of messages) line.send(JSON.stringify(message));
}

const board = observation({
  players: [player(0, { hand: [creature(5, 1, 1), creature(6, 1, 1)], hand_size: 2 }), player(1)],
  battlefield: [
    creature(1, 2, 2),
    creature(2, 3, 3, ['Trample']),
    creature(3, 2, 2, [], { controller: 1, owner: 1 }),
    creature(4, 4, 4, [], { controller: 1, owner: 1 }),
  ],
});

/** Puts a question, and says what the last message of the page to it was. */
async function put(question: Ask, over: Partial<typeof board> = {}): Promise<void> {
  const seats = ['Ann', 'Bob'].map((name, seat) => ({
    seat,
    name,
    bot: null,
    open: false,
    connected: true,
    rematch: false,
  }));
  const info = {
    table: 'test',
    seats,
    state: 'playing' as const,
    turn: 3,
    game: 1,
    spectators: 0,
    failure: null,
    clock: null,
    chooser: null,
    contest: null,
  };
  tell({ type: 'hello', protocol: 1, program: 'test' }, { type: 'table', info, you: 0 });
  tell({ type: 'snapshot', observation: { ...board, ...over } }, { type: 'ask', ask: question });
  await ann.page.locator('.prompt .primary').waitFor();
}

const answered = () => expect.poll(() => said.find((message) => message.type === 'answer'));
const card = (handle: number) => ann.page.locator(`.board .object[data-key=o${handle}]`);
const bob = choice('Bob', { player: 1 });

test('one of some: a click on the board answers', async () => {
  await put(ask(pick([choice('Cub', { object: 3 }), bob]), { pick: [0] }));
  await card(3).click();
  await answered().toEqual({ type: 'answer', ask: 7, answer: { pick: [0] } });
});

test('several things that can be done with one card are a menu', async () => {
  const options = [choice('pass'), choice('cast Cub', { object: 5 }), choice('cast Cub face down', { object: 5 })];
  await put(ask(pick(options), { pick: [0] }, { about: 'priority' }));
  await card(5).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'cast Cub face down' }).click();
  await answered().toMatchObject({ answer: { pick: [2] } });
});

test('several of some: numbers pick, the marked button confirms', async () => {
  await put(ask(pick([choice('first mode'), choice('second mode'), choice('third mode')], 2, 2), { pick: [0, 1] }));
  await ann.page.keyboard.press('3');
  await ann.page.keyboard.press('1');
  await ann.page.getByText('2 chosen of 2').waitFor();
  await ann.page.keyboard.press('Enter');
  await answered().toMatchObject({ answer: { pick: [2, 0] } });
});

test('picks that must fit together: what no longer fits is barred', async () => {
  await put(ask(pick([choice('a'), choice('b'), choice('c')], 0, 2, true), { pick: [] }));
  await expect.poll(() => said.at(-1)).toEqual({ type: 'steps', ask: 7, taken: [] });
  await ann.page.keyboard.press('1');
  await expect.poll(() => said.at(-1)).toEqual({ type: 'steps', ask: 7, taken: [{ option: 0 }] });
  tell({ type: 'steps', ask: 7, options: [{ option: 2 }, 'done'], answer: null });
  await ann.page.locator('.option:disabled', { hasText: 'b' }).waitFor();
  await ann.page.keyboard.press('2');
  await ann.page.keyboard.press('3');
  await ann.page.getByRole('button', { name: 'Confirm' }).click();
  await answered().toMatchObject({ answer: { pick: [0, 2] } });
});

test('cards that lie nowhere on the table stand in the prompt', async () => {
  const library = [
    {
      place: 4,
      card: object(20, { face: face({ name: 'Forest', types: 'Basic Land — Forest', power: null, toughness: null }) }),
    },
  ];
  await put(ask(pick([choice('Forest (library)', { object: 20 })], 0, 1), { pick: [] }, { about: 'search' }), {
    players: [player(0, { library }), player(1)],
  });
  await ann.page.locator('.prompt .cards .object', { hasText: 'Forest' }).click();
  await answered().toMatchObject({ answer: { pick: [0] } });
});

test('yes or no', async () => {
  await put(ask(pick([choice('yes'), choice('no')]), { pick: [0] }, { about: 'may', text: 'Draw a card?' }));
  await ann.page.getByRole('button', { name: 'No', exact: true }).click();
  await answered().toMatchObject({ answer: { pick: [1] } });
});

test('a number of few, and one of many', async () => {
  await put(ask({ is: 'number', min: 0, max: 4, but: [2] }, { number: 0 }));
  expect(await ann.page.getByRole('group', { name: 'Number' }).getByRole('button').allInnerTexts()).toEqual([
    '0',
    '1',
    '3',
    '4',
  ]);
  await put(ask({ is: 'number', min: 0, max: 400, but: [] }, { number: 0 }, { id: 8 }));
  await ann.page.getByRole('spinbutton').fill('37');
  await ann.page.getByRole('button', { name: 'Confirm' }).click();
  await answered().toEqual({ type: 'answer', ask: 8, answer: { number: 37 } });
});

test('an order', async () => {
  const options = ['first trigger', 'second trigger', 'third trigger'].map((text) => choice(text));
  await put(ask({ is: 'order', options }, { order: [0, 1, 2] }));
  await ann.page.getByRole('button', { name: 'Move third trigger up' }).click();
  await ann.page.getByRole('button', { name: 'Move first trigger down' }).click();
  expect(await serious(ann.page)).toEqual([]);
  await ann.page.getByRole('button', { name: 'Confirm' }).click();
  await answered().toMatchObject({ answer: { order: [2, 0, 1] } });
});

test('a division', async () => {
  const options = [choice('Cub', { object: 3 }), bob];
  await put(ask({ is: 'divide', options, total: 3, least: [0, 0], needs: [2] }, { divide: [3, 0] }));
  await ann.page.getByRole('button', { name: 'One less for Cub' }).click();
  await ann.page.getByText('1 left to divide').waitFor();
  await ann.page.locator('[data-key=p1]').click();
  expect(await serious(ann.page)).toEqual([]);
  await ann.page.getByRole('button', { name: 'Confirm' }).click();
  await answered().toMatchObject({ answer: { divide: [2, 1] } });
});

test('a card name is searched', async () => {
  await put(ask({ is: 'name', count: 1, known: ['Forest'] }, { name: ['Forest'] }));
  await ann.page.getByLabel('Card name').fill('sear');
  await expect.poll(() => said.at(-1)).toEqual({ type: 'search', name: 'sear' });
  tell({ type: 'names', name: 'sear', names: ['Searbolt'] });
  await ann.page.getByRole('button', { name: 'Searbolt' }).click();
  await answered().toMatchObject({ answer: { name: ['Searbolt'] } });
});

test('attackers: each to the defender that is clicked', async () => {
  const walker = choice('Walker', { object: 4 });
  const attackers = [1, 2].map((handle) => ({
    creature: choice(`Cub ${handle}`, { object: handle }),
    defenders: [bob, walker],
  }));
  await put(ask({ is: 'attack', attackers }, { attack: { attackers: [], bands: [] } }, { about: 'attack' }));
  await card(1).click();
  await card(2).click();
  await card(4).click();
  await ann.page.getByText('2 damage to Bob').waitFor();
  await ann.page.getByRole('button', { name: 'Attack with 2' }).click();
  const attack = {
    attackers: [
      { attacker: 0, defender: 0 },
      { attacker: 1, defender: 1 },
    ],
    bands: [],
  };
  await answered().toMatchObject({ answer: { attack } });
});

test('blockers: each to the attacker that is clicked, with what would come of it', async () => {
  const attackers = [choice('Wolf', { object: 3 }), choice('Bear', { object: 4 })];
  const blockers = [1, 2].map((handle) => ({ creature: choice(`Cub ${handle}`, { object: handle }), attackers }));
  const combat = {
    attackers: [3, 4].map((handle) => ({ creature: handle, defender: { player: 0 }, blocked: null, blockers: [] })),
  };
  const blocked = attackers.map((creature) => ({ creature, least: 1 }));
  await put(ask({ is: 'block', blockers, attackers: blocked }, { block: [] }, { about: 'block' }), { combat });
  await ann.page.getByText('6 damage to Ann').waitFor();
  await card(2).click();
  await card(3).click();
  await ann.page.getByText('4 damage to Ann').waitFor();
  await ann.page.getByRole('button', { name: 'Cub 1 → Wolf' }).click();
  expect(await serious(ann.page)).toEqual([]);
  await ann.page.getByRole('button', { name: 'Block with 2' }).click();
  const block = [
    { blocker: 1, attacker: 0 },
    { blocker: 0, attacker: 0 },
  ];
  await answered().toMatchObject({ answer: { block } });
});

test('what breaks a rule is told with the rule, and can be answered otherwise', async () => {
  await put(ask(pick([bob]), { pick: [0] }));
  await ann.page.keyboard.press('Enter');
  await answered().toBeDefined();
  tell({ type: 'rejected', ask: 7, rule: '508.1c', reason: 'Cub attacks if able' });
  await ann.page.getByRole('alert').getByText('Cub attacks if able').waitFor();
  said = [];
  await ann.page.keyboard.press('Enter');
  await answered().toBeDefined();
});

test('names and texts are text: nothing in them becomes a part of the page', async () => {
  const evil = '<img src=x onerror="document.title=1">';
  await put(ask(pick([choice(evil)]), { pick: [0] }, { text: evil }), {
    battlefield: [object(9, { face: face({ name: evil, text: [evil] }) })],
  });
  await card(9).hover();
  await ann.page.locator('.reading').getByText(evil).first().waitFor();
  expect(await ann.page.locator('img').count()).toBe(0);
});

test('a standing answer to a "may" is set', async () => {
  const may = ask(
    pick([choice('yes'), choice('no')]),
    { pick: [0] },
    { about: 'may', text: 'Cub: draw a card?', source: 1 },
  );
  await put(may);
  tell({
    type: 'automation',
    stops: { own: [], others: [] },
    auto_pass: true,
    auto_order: true,
    yields: [],
    passing: null,
  });
  await ann.page.getByText('Always answer this so').click();
  await ann.page.getByRole('button', { name: 'always no' }).click();
  const yields = [{ source: 'Bramble Cub', text: 'Cub: draw a card?', answer: false }];
  await expect.poll(() => said.find((message) => message.type === 'automation')).toMatchObject({ yields });
  await answered().toMatchObject({ answer: { pick: [1] } });
});

test('a hundred permanents and twenty cards in hand are all there', async () => {
  const battlefield = Array.from({ length: 100 }, (_, i) =>
    creature(100 + i, 1, 1, [], { controller: i % 2, owner: i % 2 }),
  );
  const hand = Array.from({ length: 20 }, (_, i) => creature(300 + i, 1, 1));
  await put(ask(pick([bob]), { pick: [0] }), { battlefield, players: [player(0, { hand, hand_size: 20 }), player(1)] });
  expect(await ann.page.locator('.battlefield .object').count()).toBe(100);
  expect(await ann.page.locator('.hand .object').count()).toBe(20);
  await ann.page.locator('.hand .object').last().hover();
  await ann.page.locator('.battlefield .object').last().hover();
});
