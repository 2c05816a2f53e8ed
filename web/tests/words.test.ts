import { describe, expect, test } from 'vitest';
import { en, type Word } from '../src/words/en';
import { joined, preferred, text } from '../src/words/words';
import { zh } from '../src/words/zh';

const holes = (words: string) => [...words.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const keys = Object.keys(en) as Word[];

describe('both languages', () => {
  test('have the same texts', () => expect(Object.keys(zh).sort()).toEqual([...keys].sort()));
  test.each(keys)('%s fills in the same', (key) => expect(holes(zh[key])).toEqual(holes(en[key])));
  test.each(keys)('%s is said in both', (key) => expect([en[key].trim(), zh[key].trim()]).not.toContain(''));
  test('Chinese is Chinese', () => {
    const latin = keys.filter((key) => !/\p{Script=Han}/u.test(zh[key]));
    expect(latin).toEqual(['app.title', 'card.x', 'deck.of']);
  });
});

test('every text is used', async () => {
  const files = import.meta.glob('../src/**/*.{svelte,ts}', { query: '?raw', import: 'default' });
  const sources = await Promise.all(
    Object.entries(files).flatMap(([path, load]) => (path.includes('/words/') ? [] : [load() as Promise<string>])),
  );
  const all = sources.join('\n');
  // Some are put together: `zone.${zone}`.
  const begun = [...all.matchAll(/`([a-z]+\.[a-z.]*)\$\{/gi)].map((match) => match[1] ?? '');
  const unused = keys.filter((key) => !all.includes(`'${key}'`) && !begun.some((start) => key.startsWith(start)));
  expect(unused).toEqual([]);
});

test('texts are filled in', () => {
  expect(text('en', 'prompt.attackWith', { n: 3 })).toBe('Attack with 3');
  expect(text('zh', 'prompt.attackWith', { n: 3 })).toBe('以3个生物攻击');
  expect(text('en', 'prompt.attackWith')).toBe('Attack with {n}');
  expect(joined('en', ['Ann', 'Bob'])).toBe('Ann and Bob');
  expect(joined('zh', ['Ann', 'Bob'])).toBe('Ann和Bob');
});

test('the browser’s languages decide at first', () => {
  expect(preferred(['fr', 'zh-TW', 'en'])).toBe('zh');
  expect(preferred(['fr'])).toBe('en');
});
