import { expect, test } from 'vitest';
import type { Replay } from '$protocol';
import { led, moment, told, turns } from '../src/game/replay';
import { observation } from './samples';

const at = (number: number, texts: string[]): Replay['moments'][number] => ({
  events: texts.map((text) => ({ text, rule: '117.1', kind: { is: 'other' as const } })),
  observation: { ...observation(), turn: { ...observation().turn, number }, priority: 1 },
});

const replay: Replay = {
  table: 'ab12',
  game: 1,
  moments: [at(0, ['shuffles']), at(1, ['draws', 'plays']), at(1, ['casts']), at(2, ['attacks'])],
  cut: false,
};

test('the table is as it was at a moment, with the log until then', () => {
  const all = told(replay);
  expect(all.ends).toEqual([1, 3, 4, 5]);
  const shown = moment(replay, all, 1, 1);
  expect([shown.you, shown.seen?.turn.number, shown.waiting]).toEqual([1, 1, [1]]);
  expect(shown.log.map((line) => (line.is === 'event' ? line.event.text : ''))).toEqual(['shuffles', 'draws', 'plays']);
  expect(moment(replay, all, 9, 0).seen).toBeNull();
});

test('keys lead from moment to moment, and from turn to turn', () => {
  const starts = turns(replay);
  expect(starts).toEqual([0, 1, 3]);
  const from = (key: string, place: number) => led(key, place, 3, starts);
  expect([from('ArrowRight', 0), from('ArrowRight', 3), from('ArrowLeft', 0), from('ArrowLeft', 2)]).toEqual([
    1, 3, 0, 1,
  ]);
  expect([from('PageDown', 1), from('PageDown', 3), from('PageUp', 3), from('PageUp', 1)]).toEqual([3, 3, 1, 0]);
  expect([from('Home', 2), from('End', 0), from('x', 1)]).toEqual([0, 3, null]);
});
