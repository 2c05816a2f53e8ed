import type { Object as Seen } from '$protocol';
import { expect, test } from 'vitest';
import { has, reckon } from '../src/game/combat';
import { ask, choice, creature, observation, player } from './samples';

/** What comes of an attack on Bob by the first creature, blocked by the others. */
function blocked(attacker: Seen, ...blockers: Seen[]) {
  const options = blockers.map((blocker) => ({
    creature: choice('blocker', { object: blocker.handle }),
    attackers: [choice('attacker', { object: attacker.handle })],
  }));
  const seen = observation({
    battlefield: [attacker, ...blockers],
    combat: { attackers: [{ creature: attacker.handle, defender: { player: 1 }, blocked: null, blockers: [] }] },
  });
  const draft = { is: 'block' as const, blocks: blockers.map((_, i) => ({ blocker: i, attacker: 0 })), held: null };
  const result = reckon(seen, ask({ is: 'block', blockers: options, attackers: [] }, { block: [] }), draft);
  return [result?.damage.map((each) => each.amount), result?.dies];
}

test('an unblocked attack of enough power is lethal', () => {
  const seen = observation({ battlefield: [creature(1, 4, 4)], players: [player(0), player(1, { life: 4 })] });
  const attackers = [{ creature: choice('a', { object: 1 }), defenders: [choice('Bob', { player: 1 })] }];
  const attack = { attackers: [{ attacker: 0, defender: 0 }], bands: [] };
  const result = reckon(seen, ask({ is: 'attack', attackers }, { attack }), { is: 'attack', attack, held: null });
  expect(result).toEqual({ damage: [{ to: { player: 1 }, amount: 4, lethal: true }], dies: [] });
});

test('without attackers there is nothing to reckon', () => {
  const attack = { attackers: [], bands: [] };
  expect(
    reckon(observation(), ask({ is: 'attack', attackers: [] }, { attack }), { is: 'attack', attack, held: null }),
  ).toBeNull();
});

test('equal creatures trade', () => {
  expect(blocked(creature(1, 2, 2), creature(2, 2, 2))).toEqual([[], [2, 1]]);
});

test('marked damage counts', () => {
  expect(blocked(creature(1, 1, 5), creature(2, 1, 3, [], { damage: 2 }))).toEqual([[], [2]]);
});

test('first strike kills before the other strikes', () => {
  expect(blocked(creature(1, 2, 2, ['First strike']), creature(2, 2, 2))).toEqual([[], [2]]);
});

test('double strike strikes twice', () => {
  expect(blocked(creature(1, 2, 2, ['Flying, double strike']), creature(2, 1, 4))).toEqual([[], [2]]);
});

test('trample deals the rest to whom it attacks', () => {
  expect(blocked(creature(1, 5, 5, ['Trample']), creature(2, 2, 2))).toEqual([[3], [2]]);
});

test('deathtouch needs one damage for each', () => {
  expect(blocked(creature(1, 3, 3, ['Deathtouch, trample']), creature(2, 1, 9), creature(3, 1, 9))).toEqual([
    [1],
    [2, 3],
  ]);
});

test('what is indestructible stays', () => {
  expect(blocked(creature(1, 9, 1), creature(2, 1, 1, ['Indestructible']))).toEqual([[], [1]]);
});

test('keywords are found in their lines, not in sentences', () => {
  expect(has(creature(1, 1, 1, ['Flying, trample']), 'trample')).toBe(true);
  expect(has(creature(1, 1, 1, ['Creatures with trample get +1/+1.']), 'trample')).toBe(false);
});
