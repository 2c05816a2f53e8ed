// The pages around the table, spectators, friends, languages, and what axe finds.
import { describe, expect, test } from 'vitest';
import {
  ann,
  answer,
  browser,
  develop,
  option,
  picture,
  question,
  serious,
  server,
  setStage,
  sit,
  until,
  visitor,
} from './stage';

setStage();

test('a game against a bot is begun in the lobby', async () => {
  const { page } = ann;
  await page.goto(server.url);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel('Your deck').selectOption('red-raiders');
  await page.getByLabel('Clock for each player').selectOption('25 minutes');
  await page.getByLabel('Seconds more each turn').fill('20');
  await picture(page, 'lobby');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.prompt .primary').waitFor();
  await page.locator('.plate', { hasText: 'Ann' }).getByRole('timer').waitFor();
  // The way back stands in the lobby.
  await page.goto(`${server.url}/#/`);
  await page.getByRole('link', { name: 'Back to your seat' }).first().click();
  await page.locator('.prompt .primary').waitFor();
});

test('a friend joins by a link, and both play', async () => {
  const { page } = ann;
  await page.goto(server.url);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel('Who plays').selectOption('friend');
  await page.getByRole('button', { name: 'Start' }).click();
  const link = await page.getByLabel('Link for seat 2').inputValue();
  await page.getByRole('link', { name: 'To the table' }).click();
  await page.getByText('Waiting for players to sit down').waitFor();

  const bob = await visitor(browser);
  await bob.page.goto(link);
  await bob.page.getByLabel('Your name').fill('Bob');
  await bob.page.getByRole('button', { name: 'Sit down' }).click();
  await bob.page.locator('.plate', { hasText: 'Ann' }).waitFor();
  await page.locator('.plate', { hasText: 'Bob' }).waitFor();

  // What one says, the other hears.
  await bob.page.getByLabel('Say something').fill('<b>hello</b>');
  await bob.page.keyboard.press('Enter');
  await page.locator('.log').getByText('<b>hello</b>').waitFor();
  await bob.context.close();
  expect(bob.errors).toEqual([]);
  await page.locator('.plate', { hasText: 'not connected' }).waitFor();
});

test('a spectator sees what is public, and is asked nothing', async () => {
  const { page } = ann;
  const table = await server.table(
    [
      { name: 'Ann', deck: 'red-raiders' },
      { name: 'Bot', bot: 'basic' },
    ],
    '2',
  );
  await sit(page, server, table);
  await until(page, async () => /Your move/.test(await question(page)));
  const other = await visitor(browser);
  await other.page.goto(`${server.url}/#/table/${table.table}`);
  await other.page.getByText('You are watching').waitFor();
  await other.page.getByText('Waiting for Ann').waitFor();
  expect(await other.page.locator('.hand').count()).toBe(0);
  expect(await other.page.locator('.prompt .primary').count()).toBe(0);
  await answer(page, () => option(page, 'play Mountain').click());
  await other.page.locator('.log').getByText('Ann plays Mountain').waitFor();
  await other.context.close();
});

test('a pasted deck is checked line by line, and played', async () => {
  const { page } = ann;
  await page.goto(`${server.url}/#/deck`);
  await page.getByLabel('Deck list').fill('24 Mountain\n34 Searbolt\n2 Nonesuch Card');
  await page.locator('.wrong', { hasText: 'Nonesuch Card' }).waitFor();
  await page.getByText('It can’t be played yet').waitFor();
  await page.getByLabel('Deck list').fill('24 Mountain\n30 Searbolt\n6 Cinderpath Runner');
  await page.getByText('Ready to play').waitFor();
  await page.getByLabel('2: 30').waitFor();
  // 24 lands of 60: what the tables say, the pictures show.
  await page.getByRole('table').first().getByText('27%').waitFor();
  await page.getByRole('button', { name: 'Deal a hand' }).click();
  await expect.poll(() => page.locator('section[aria-labelledby=dealt] li').count()).toBe(7);
  await page.getByRole('button', { name: 'Draw a card' }).click();
  await page.getByText('8 cards, lands among them').waitFor();
  expect(await serious(page)).toEqual([]);
  await picture(page, 'deck');
  await page.getByRole('link', { name: 'Play this deck' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await develop(page, ['play Mountain'], async () => (await option(page, 'cast ').count()) > 0);
});

test('cards are searched', async () => {
  const { page } = ann;
  await page.goto(`${server.url}/#/cards`);
  await page.getByLabel('Search', { exact: true }).first().fill('searbolt');
  await page.keyboard.press('Enter');
  await page.getByText('Searbolt deals 3 damage to any target.').waitFor();
  await picture(page, 'cards');
});

test('the rule of a line of the log is shown, or how to import the rules', async () => {
  const { page } = ann;
  const table = await server.table([
    { name: 'Ann', deck: 'red-raiders' },
    { name: 'Bot', bot: 'basic' },
  ]);
  await sit(page, server, table);
  await page.locator('.prompt .rule').click();
  await page.getByRole('dialog').getByText('no rulebook is imported').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('all of the table is in Chinese at once', async () => {
  const { page } = ann;
  const table = await server.table([
    { name: 'Ann', deck: 'red-raiders' },
    { name: 'Bot', bot: 'basic' },
  ]);
  await sit(page, server, table);
  await until(page, async () => /Keep this hand/.test(await question(page)));
  await page.getByLabel('Language').selectOption('zh');
  await page.getByText('保留这手牌吗？').waitFor();
  await page.getByRole('button', { name: '保留', exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('zh');
  await until(page, async () => /轮到你行动/.test(await question(page)));
  await picture(page, 'chinese');
  await page.reload();
  await page.getByText('战前主阶段').first().waitFor();
  await page.goto(`${server.url}/#/help`);
  await page.getByText('牌桌上的一切').waitFor();
});

test('a browser in Chinese begins in Chinese', async () => {
  const chinese = await visitor(browser, { locale: 'zh-CN' });
  await chinese.page.goto(server.url);
  await chinese.page.getByText('新牌桌').waitFor();
  await chinese.context.close();
});

test('four players have room', async () => {
  const { page } = ann;
  const bots = ['blue-tides', 'gold-gardens', 'black-toll'].map((deck, i) => ({
    name: `Bot ${i + 1}`,
    deck,
    bot: 'basic',
  }));
  const table = await server.table([{ name: 'Ann', deck: 'red-raiders' }, ...bots], '4');
  await sit(page, server, table);
  let answers = 0;
  await develop(page, ['play ', 'cast '], async () => (answers += 1) > 30);
  expect(await page.locator('.others .plate').count()).toBe(3);
  await picture(page, 'four');
});

describe('axe finds nothing serious', () => {
  for (const scheme of ['dark', 'light'] as const) {
    test.each(['', 'cards', 'deck', 'help', 'join/x/1/y'])(`on /#/%s, ${scheme}`, async (path) => {
      const one = await visitor(browser, { colorScheme: scheme });
      await one.page.goto(`${server.url}/#/${path}`);
      await one.page.locator('h1').waitFor();
      await one.page.waitForTimeout(500);
      expect(await serious(one.page)).toEqual([]);
      await one.context.close();
    });

    test(`on the table, ${scheme}, with a question of each common sort and its windows`, async () => {
      const one = await visitor(browser, { colorScheme: scheme });
      const { page } = one;
      const seats = [
        { name: 'Ann', deck: 'red-raiders' },
        { name: 'Bot', deck: 'green-stampede', bot: 'basic' },
      ];
      await sit(page, server, await server.table(seats, '9'));
      const seen = new Set<string>();
      await develop(page, ['play ', 'cast '], async () => {
        const about = (await question(page)).split('\n')[0] ?? '';
        if (!seen.has(about)) expect(await serious(page)).toEqual([]);
        seen.add(about);
        return seen.size >= 5;
      });
      await page.locator('.own .zone', { hasText: 'Graveyard' }).click();
      expect(await serious(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Passing' }).click();
      expect(await serious(page)).toEqual([]);
      await picture(page, `table-${scheme}`);
      await one.context.close();
    });
  }
});

test('a telephone of 360 pixels shows all, and nothing is wider than it', async () => {
  const phone = await visitor(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = phone;
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  for (const path of ['', 'cards', 'deck', 'help']) {
    await page.goto(`${server.url}/#/${path}`);
    await page.locator('h1').waitFor();
    expect([path, await fits()]).toEqual([path, true]);
  }
  const table = await server.table(
    [
      { name: 'Ann', deck: 'red-raiders' },
      { name: 'Bot', deck: 'green-stampede', bot: 'basic' },
    ],
    '9',
  );
  await sit(page, server, table);
  let answers = 0;
  await develop(page, ['play ', 'cast '], async () => (answers += 1) > 25);
  expect(await fits()).toBe(true);
  expect(await serious(page)).toEqual([]);
  await picture(page, 'phone');
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await page.locator('.log .lines p').first().waitFor();
  await phone.context.close();
});
