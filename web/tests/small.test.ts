import { describe, expect, test } from 'vitest';
import type { CheckedLine } from '$protocol';
import { picture, tone } from '../src/game/art';
import { banded } from '../src/game/bands';
import { clockText, timeLeft } from '../src/game/clock';
import { curve, edge } from '../src/game/curve';
import * as deck from '../src/game/deck';
import { command, neighbor } from '../src/game/keys';
import { ruleNumber, weight } from '../src/game/log';
import { cardLook, faceLook, keywords } from '../src/game/look';
import { pieces, pool, symbols, tints } from '../src/game/mana';
import * as odds from '../src/game/odds';
import { address, route, type Route } from '../src/game/routes';
import { clockOf, newTable } from '../src/game/seats';
import { exchanged, total } from '../src/game/sideboard';
import { backoff, read } from '../src/net/socket';
import { face } from './samples';

describe('addresses', () => {
  const all: Route[] = [
    { page: 'lobby' },
    { page: 'table', table: 'ab12', secret: null },
    { page: 'table', table: 'ab12', secret: 's/e?c#ret' },
    { page: 'join', table: 'ab12', seat: 2, secret: 'x' },
    { page: 'cards', query: '' },
    { page: 'cards', query: 't:creature mv<=3 "é"' },
    { page: 'deck' },
    { page: 'help' },
  ];
  test.each(all)('%o leads back to itself', (to) => expect(route(address(to))).toEqual(to));
  test.each(['', '#', '#/nowhere', '#/table', '#/join/a/b/c', '#/%E0%A4%A'])('%s is the lobby', (hash) =>
    expect(route(hash)).toEqual({ page: 'lobby' }),
  );
});

describe('mana', () => {
  test('texts are cut into words and symbols', () => {
    expect(pieces('{T}: Add {R}.').map((piece) => (piece.is === 'text' ? piece.text : [piece.symbol]))).toEqual([
      ['T'],
      ': Add ',
      ['R'],
      '.',
    ]);
    expect(symbols('{10}{R/G}')).toEqual(['10', 'R/G']);
    expect(pieces('{unclosed')).toEqual([{ is: 'text', text: '{unclosed' }]);
  });
  test('symbols have their colors', () => {
    expect(['R', 'R/G', '2/W', 'W/P', '3', 'C'].map(tints)).toEqual([['R'], ['R', 'G'], ['W'], ['W'], ['C'], ['C']]);
  });
  test('a pool is counted', () => {
    expect(pool('{R}{G}{R}')).toEqual([
      { symbol: 'R', count: 2 },
      { symbol: 'G', count: 1 },
    ]);
  });
});

describe('keys', () => {
  const press = { key: 'x', repeat: false, modified: false, typing: false, onControl: false };
  const of = (over: Partial<typeof press>) => command({ ...press, ...over });
  test('Enter and the space bar take the marked button, unless another has the focus', () => {
    expect(of({ key: 'Enter' })).toEqual({ do: 'confirm' });
    expect(of({ key: ' ', onControl: true })).toBeNull();
  });
  test('nothing is answered by typing, by a key held down, or by the browser’s own shortcuts', () => {
    expect(of({ key: 'z', typing: true })).toBeNull();
    expect(of({ key: 'Enter', repeat: true })).toBeNull();
    expect(of({ key: 'z', modified: true })).toBeNull();
    expect(of({ key: 'Escape', typing: true })).toEqual({ do: 'clear' });
  });
  test('numbers pick', () => expect(of({ key: '3' })).toEqual({ do: 'option', place: 2 }));
  test('letters in either case', () => {
    expect(['Z', '?', 'L', 'a', 'E', 'm', 'q'].map((key) => of({ key })?.do ?? null)).toEqual([
      'undo',
      'help',
      'log',
      'all',
      'pass',
      'pass',
      null,
    ]);
  });
  test('arrows go to the nearest in their direction', () => {
    const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 }) as DOMRect;
    const all = [box(20, 0), box(60, 0), box(0, 40), box(25, 40)];
    expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'x'].map((key) => neighbor(key, box(0, 0), all))).toEqual([
      0,
      2,
      null,
      null,
    ]);
  });
});

describe('cards', () => {
  test('lands show the colors of their mana, others their own', () => {
    const land = face({ types: 'Land', colors: [], text: ['{T}: Add {W} or {U}.'], power: null, toughness: null });
    expect(faceLook(land)).toMatchObject({ frame: 'L', colors: ['W', 'U'], corner: null });
    expect(faceLook(face())).toMatchObject({ frame: 'G', colors: ['G'], corner: '2/2' });
    expect(tone(['W', 'G'])).toBe('M');
  });
  test('a planeswalker shows the loyalty it has now', () => {
    const walker = face({ types: 'Planeswalker', loyalty: 3, power: null, toughness: null });
    expect(faceLook(walker, [{ kind: 'loyalty', count: 5 }]).corner).toBe('5');
    expect(faceLook(walker).corner).toBe('3');
  });
  test('a card that was found has its text in lines', () => {
    const found = { ...face(), text: 'Flying\nTrample', power: '*', toughness: '1+*' };
    expect(cardLook({ ...found, loyalty: null, defense: null })).toMatchObject({
      text: ['Flying', 'Trample'],
      corner: '*/1+*',
    });
  });
  test('only keywords are written on the table', () => {
    expect(keywords(['Flying, haste', 'When this creature enters, draw a card.'])).toEqual(['Flying, haste']);
  });
  test('the picture of a name is always the same, and another’s is another', () => {
    expect(picture('Searbolt', ['R'], 'Instant')).toEqual(picture('Searbolt', ['R'], 'Instant'));
    expect(picture('Searbolt', ['R'], 'Instant')).not.toEqual(picture('Flint Shot', ['R'], 'Instant'));
  });
});

test('an arrow goes from edge to edge', () => {
  const [from, to] = [
    { x: 0, y: 0, width: 10, height: 20 },
    { x: 100, y: 0, width: 10, height: 20 },
  ];
  expect(edge(from, { x: 105, y: 10 })).toEqual({ x: 10, y: 10 });
  expect(curve(from, to)).toBe('M10.0 10.0Q70.0 10.0 100.0 10.0');
  expect(edge(from, { x: 5, y: 10 })).toEqual({ x: 5, y: 10 });
});

test('a band forms one by one', () => {
  const attack = { attackers: [], bands: [] };
  const two = banded(banded(attack, 0), 1);
  expect(two.bands).toEqual([[0, 1]]);
  expect(banded(banded(two, 0), 1).bands).toEqual([]);
});

test('the log tells turns, small steps and what matters apart', () => {
  const line = (text: string, is: 'turn' | 'other') => ({
    id: 0,
    is: 'event' as const,
    event: { text, rule: '', kind: is === 'turn' ? { is, player: 0, number: 1 } : { is } },
  });
  expect(weight(line('Turn 1: Ann', 'turn'))).toBe('turn');
  expect(weight(line('pays with Forest', 'other'))).toBe('small');
  expect(weight(line('Ann plays Forest', 'other'))).toBe('plain');
  expect(['704.5f', '100', '702.19b', 'x', ''].map(ruleNumber)).toEqual(['704.5f', '100', '702.19b', null, null]);
});

test('a new table: bots are named, friends’ seats are open', () => {
  const others = [
    { who: 'basic' as const, deck: { is: 'any' as const } },
    { who: 'friend' as const, deck: { is: 'any' as const } },
    { who: 'random' as const, deck: { is: 'starter' as const, id: 'red-raiders' } },
  ];
  expect(newTable('Ann', { is: 'list', list: '60 Forest' }, others, (n) => `Bot ${n}`).seats).toEqual([
    { name: 'Ann', deck: '60 Forest', bot: null },
    { name: 'Bot 1', deck: null, bot: 'basic' },
    { name: '', deck: null, bot: null },
    { name: 'Bot 2', deck: 'red-raiders', bot: 'random' },
  ]);
});

describe('deck figures', () => {
  const line = (over: Partial<CheckedLine>): CheckedLine => ({
    line: 1,
    count: 4,
    name: 'Cub',
    problem: null,
    sideboard: false,
    commander: false,
    value: 2,
    colors: ['G'],
    types: 'Creature — Bear',
    ...over,
  });
  const lines = [
    line({}),
    line({ line: 2, count: 20, name: 'Forest', value: 0, colors: [], types: 'Basic Land — Forest' }),
    line({ line: 3, count: 1, value: 9, colors: ['G', 'R'], types: 'Artifact Creature' }),
    line({ line: 4, sideboard: true }),
    line({ line: 5, problem: 'no card is called so', value: null }),
  ];
  test('the curve leaves lands, sideboard and what is wrong out', () => {
    expect(deck.curve(lines).map((bar) => bar.count)).toEqual([0, 0, 4, 0, 0, 0, 0, 1]);
  });
  test('colors and types are counted', () => {
    expect(deck.colors(lines)).toEqual([
      { label: 'R', count: 1 },
      { label: 'G', count: 5 },
    ]);
    expect(deck.types(lines)).toEqual([
      { label: 'Creature', count: 5 },
      { label: 'Land', count: 20 },
    ]);
  });
  test('problems are told by line', () => expect([...deck.problems(lines)]).toEqual([[5, 'no card is called so']]));
});

describe('odds', () => {
  const card = (land: boolean) => ({ name: land ? 'Forest' : 'Cub', land });
  const deck = Array.from({ length: 60 }, (_, i) => card(i < 24));
  test('lands are as likely as the hypergeometric distribution says', () => {
    // C(24,3) C(36,4) / C(60,7)
    expect(odds.exactly(60, 24, 7, 3)).toBeCloseTo((2024 * 58905) / 386206920, 10);
    expect(odds.opening(deck).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
    expect(odds.opening(deck)).toHaveLength(8);
    expect(odds.exactly(60, 24, 7, 8)).toBe(0);
    expect(odds.exactly(7, 7, 7, 7)).toBeCloseTo(1, 10);
  });
  test('who draws first has a land for a turn more often', () => {
    const [first, second] = [odds.onCurve(deck, true), odds.onCurve(deck, false)];
    expect(first[0]).toBeCloseTo(1 - odds.exactly(60, 24, 7, 0), 10);
    expect(second.every((share, i) => share > (first[i] ?? 1))).toBe(true);
    expect(first.every((share, i) => i === 0 || share < (first[i - 1] ?? 0))).toBe(true);
  });
  test('a hand is of the deck, without sideboard, commanders and what is wrong', () => {
    const line = { line: 1, count: 2, name: 'Cub', problem: null, sideboard: false, commander: false };
    const more = { value: 2, colors: ['G'], types: 'Creature — Bear' };
    const lines: CheckedLine[] = [
      { ...line, ...more },
      { ...line, ...more, name: 'Forest', types: 'Basic Land — Forest' },
      { ...line, ...more, sideboard: true },
      { ...line, ...more, commander: true },
      { ...line, ...more, problem: 'no card is called so' },
    ];
    const library = odds.library(lines);
    expect(library.map((each) => each.name)).toEqual(['Cub', 'Cub', 'Forest', 'Forest']);
    const dealt = odds.shuffled(library, () => 0);
    expect(dealt.map((each) => each.name).sort()).toEqual(['Cub', 'Cub', 'Forest', 'Forest']);
    expect([0, 0.001, 0.5, 0.999, 1].map(odds.percent)).toEqual(['0%', '<1%', '50%', '>99%', '100%']);
  });
  test('a deck of lands alone, or of a card', () => {
    expect(odds.opening([card(true)])).toEqual([0, 1]);
    expect(odds.onCurve([card(true)], true)[1]).toBe(0);
  });
});

test('clocks tell what is left of the time of who is asked', () => {
  const clocks = { left: [65_000, null, 3_725_000], runs: 0, at: 1_000 };
  expect([timeLeft(clocks, 0, 6_000), timeLeft(clocks, 0, 99_000)]).toEqual([60_000, 0]);
  expect([timeLeft(clocks, 1, 6_000), timeLeft(clocks, 2, 6_000), timeLeft(null, 0, 0)]).toEqual([
    null,
    3_725_000,
    null,
  ]);
  expect([0, 1, 59_001, 60_000, 3_725_000].map(clockText)).toEqual(['0:00', '0:01', '1:00', '1:00', '1:02:05']);
  expect([clockOf(0, 15), clockOf(25, 10)]).toEqual([null, { seconds: 1500, increment: 10 }]);
});

test('cards go between deck and sideboard one by one', () => {
  const deck = { main: [{ count: 2, name: 'Cub' }], sideboard: [{ count: 1, name: 'Ax' }] };
  const after = exchanged(exchanged(deck, 'main', 'Cub'), 'sideboard', 'Ax');
  expect(after).toEqual({
    main: [
      { count: 1, name: 'Cub' },
      { count: 1, name: 'Ax' },
    ],
    sideboard: [{ count: 1, name: 'Cub' }],
  });
  expect(exchanged(deck, 'main', 'Ax')).toBe(deck);
  expect([total(after.main), total(after.sideboard)]).toEqual([2, 1]);
});

test('tries to connect come ever more slowly, and what is no message is none', () => {
  expect([0, 1, 2, 9].map(backoff)).toEqual([500, 1000, 2000, 10_000]);
  expect([read('{"type":"resync"}')?.type, read('[1]'), read('nonsense'), read('null')]).toEqual([
    'resync',
    null,
    null,
    null,
  ]);
});
