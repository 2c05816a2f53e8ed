import type { Domain } from '$protocol';
import { describe, expect, test } from 'vitest';
import {
  allAttack,
  attacks,
  begun,
  moved,
  picked,
  toggledAttack,
  toggledBlock,
  touched,
  undivided,
  whole,
  type Draft,
} from '../src/game/draft';
import { ask, choice, pick } from './samples';

const cub = choice('Bramble Cub', { object: 1 });
const elk = choice('Longstride Elk', { object: 2 });
const ann = choice('Ann', { player: 0 });
const bob = choice('Bob', { player: 1 });
const none: Draft = { is: 'pick', chosen: [] };

describe('a pick', () => {
  test('of one thing is answered by its click', () => {
    expect(touched(pick([cub, bob]), none, { player: 1 })).toEqual({ is: 'answer', answer: { pick: [1] } });
  });

  test('of something that is no option does nothing', () => {
    expect(touched(pick([cub]), none, { object: 9 })).toEqual({ is: 'nothing' });
    expect(picked(pick([cub]), none, 5)).toEqual({ is: 'nothing' });
  });

  test('asks which, where one card has several options', () => {
    const domain = pick([
      choice('pass'),
      choice('cast Cub', { object: 1 }),
      choice('cast Cub face down', { object: 1 }),
    ]);
    expect(touched(domain, none, { object: 1 })).toEqual({ is: 'menu', options: [1, 2] });
  });

  test('of several toggles, up to the most', () => {
    const domain = pick([cub, elk, bob], 1, 2);
    const two: Draft = { is: 'pick', chosen: [0, 2] };
    expect(picked(domain, none, 0)).toEqual({ is: 'draft', draft: { is: 'pick', chosen: [0] } });
    expect(picked(domain, two, 0)).toEqual({ is: 'draft', draft: { is: 'pick', chosen: [2] } });
    expect(picked(domain, two, 1)).toEqual({ is: 'nothing' });
  });

  test('is whole between its least and its most', () => {
    const domain = pick([cub, elk, bob], 1, 2);
    expect(whole(domain, none)).toBeNull();
    expect(whole(domain, { is: 'pick', chosen: [2, 0] })).toEqual({ pick: [2, 0] });
    expect(whole(pick([cub], 0, 1), none)).toEqual({ pick: [] });
  });
});

describe('an attack', () => {
  const domain: Extract<Domain, { is: 'attack' }> = {
    is: 'attack',
    attackers: [
      { creature: cub, defenders: [bob] },
      { creature: elk, defenders: [ann, bob] },
    ],
  };
  const start: Extract<Draft, { is: 'attack' }> = { is: 'attack', attack: { attackers: [], bands: [] }, held: null };

  test('begins with the default: those that must attack', () => {
    const must = { attack: { attackers: [{ attacker: 0, defender: 0 }], bands: [] } };
    expect(begun(ask(domain, must))).toEqual({ is: 'attack', ...must, held: null });
  });

  test('takes a creature on its click, and takes it back', () => {
    const once = toggledAttack(domain, start, 0);
    expect(once.attack.attackers).toEqual([{ attacker: 0, defender: 0 }]);
    expect(toggledAttack(domain, once, 0).attack.attackers).toEqual([]);
  });

  test('sends a creature where the last one went, if it can', () => {
    const both = toggledAttack(domain, toggledAttack(domain, start, 0), 1);
    expect(whole(domain, both)).toEqual({
      attack: {
        attackers: [
          { attacker: 0, defender: 0 },
          { attacker: 1, defender: 1 },
        ],
        bands: [],
      },
    });
  });

  test('sends the creature held to the defender that is clicked', () => {
    const held = attacks(start, 1, 0);
    expect(touched(domain, held, { player: 1 })).toEqual({ is: 'draft', draft: attacks(start, 1, 1) });
    expect(touched(domain, start, { player: 1 })).toEqual({ is: 'nothing' });
  });

  test('of all leaves none out', () => {
    expect(allAttack(domain, start).attack.attackers).toHaveLength(2);
  });

  test('has no band of one creature', () => {
    const draft: Draft = {
      ...attacks(start, 0, 0),
      attack: { attackers: [{ attacker: 0, defender: 0 }], bands: [[0]] },
    };
    expect(whole(domain, draft)).toEqual({ attack: { attackers: [{ attacker: 0, defender: 0 }], bands: [] } });
  });
});

describe('a block', () => {
  const domain: Domain = {
    is: 'block',
    blockers: [
      { creature: cub, attackers: [choice('Wolf', { object: 8 }), choice('Rat', { object: 9 })] },
      { creature: elk, attackers: [choice('Rat', { object: 9 })] },
    ],
    attackers: [8, 9].map((object) => ({ creature: choice(object === 8 ? 'Wolf' : 'Rat', { object }), least: 1 })),
  };
  const start: Extract<Draft, { is: 'block' }> = { is: 'block', blocks: [], held: null };

  test('holds a creature that can block several until one is clicked', () => {
    const held: Draft = { ...start, held: 0 };
    expect(touched(domain, start, { object: 1 })).toEqual({ is: 'draft', draft: held });
    expect(touched(domain, held, { object: 9 })).toEqual({
      is: 'draft',
      draft: { is: 'block', blocks: [{ blocker: 0, attacker: 1 }], held: null },
    });
  });

  test('is one click where a creature can block only one', () => {
    expect(touched(domain, start, { object: 2 })).toEqual({
      is: 'draft',
      draft: { is: 'block', blocks: [{ blocker: 1, attacker: 0 }], held: null },
    });
  });

  test('can be of several attackers by one creature', () => {
    const both = toggledBlock(toggledBlock(start, 0, 0), 0, 1);
    expect(both.blocks).toHaveLength(2);
    expect(toggledBlock(both, 0, 0).blocks).toEqual([{ blocker: 0, attacker: 1 }]);
  });
});

describe('numbers, divisions, orders, names', () => {
  test('a number is whole within its range, and not one that is excepted', () => {
    const domain: Domain = { is: 'number', min: 1, max: 5, but: [3] };
    expect([0, 1, 3, 5, 6, NaN].map((value) => whole(domain, { is: 'number', value }) !== null)).toEqual([
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  test('a division shares out all, the last gets some only when the others have what they need (702.19b)', () => {
    const domain: Extract<Domain, { is: 'divide' }> = {
      is: 'divide',
      options: [cub, bob],
      total: 5,
      least: [0, 0],
      needs: [2],
    };
    expect(whole(domain, { is: 'divide', parts: [2, 3] })).toEqual({ divide: [2, 3] });
    expect(whole(domain, { is: 'divide', parts: [1, 4] })).toBeNull();
    expect(whole(domain, { is: 'divide', parts: [2, 2] })).toBeNull();
    expect(whole(domain, { is: 'divide', parts: [5, 0] })).toEqual({ divide: [5, 0] });
    expect(undivided(domain, [1, 1])).toBe(3);
  });

  test('a click gives one more of a division', () => {
    const domain: Domain = { is: 'divide', options: [cub, bob], total: 2, least: [0, 0], needs: [] };
    expect(touched(domain, { is: 'divide', parts: [1, 0] }, { player: 1 })).toEqual({
      is: 'draft',
      draft: { is: 'divide', parts: [1, 1] },
    });
    expect(touched(domain, { is: 'divide', parts: [1, 1] }, { player: 1 })).toEqual({ is: 'nothing' });
  });

  test('an order moves one thing to another place', () => {
    expect(moved([0, 1, 2], 0, 2)).toEqual([1, 2, 0]);
    expect(moved([0, 1, 2], 2, 0)).toEqual([2, 0, 1]);
    expect(moved([0, 1, 2], 0, 3)).toEqual([0, 1, 2]);
  });

  test('names are whole when they are as many as asked', () => {
    const domain: Domain = { is: 'name', count: 2, known: [] };
    expect(whole(domain, { is: 'name', names: ['Searbolt'] })).toBeNull();
    expect(whole(domain, { is: 'name', names: ['Searbolt', 'Forest'] })).toEqual({ name: ['Searbolt', 'Forest'] });
  });
});
