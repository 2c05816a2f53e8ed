// Games at the table, by mouse and by keyboard.
import { expect, test } from 'vitest';
import {
  ann,
  answer,
  asked,
  develop,
  life,
  option,
  over,
  picture,
  question,
  serious,
  server,
  setStage,
  sit,
  until,
} from './stage';

const RUNNERS = '24 Mountain\n36 Cinderpath Runner';
const BOLTS = '24 Mountain\n36 Searbolt';
const FORESTS = '60 Forest';

setStage();

/** Ann sits down against a bot. */
async function against(deck: string, bot: string, seed = '1'): Promise<void> {
  const table = await server.table(
    [
      { name: 'Ann', deck },
      { name: 'Bot', deck: bot, bot: 'basic' },
    ],
    seed,
  );
  await sit(ann.page, server, table);
}

const asks = (what: RegExp) => async () => what.test(await question(ann.page));

test('a mulligan is taken, then the hand is kept', async () => {
  const { page } = ann;
  await against(RUNNERS, FORESTS);
  await until(page, asks(/Keep this hand/));
  await expect.poll(() => page.locator('.hand .object').count()).toBe(7);
  await answer(page, () => page.getByRole('button', { name: 'Mulligan' }).click());
  await until(page, asks(/Keep this hand/), 1);
  await answer(page, () => page.getByRole('button', { name: 'Keep', exact: true }).click());
  // One card goes to the bottom (103.5).
  await until(
    page,
    async () => (await page.locator('.hand .object').count()) <= 7 && /Main 1/.test(await question(page)),
  );
});

test('a land is played and a creature is cast by a click on the card', async () => {
  const { page } = ann;
  await against(RUNNERS, FORESTS);
  await develop(page, [], asks(/Your move/));
  await answer(page, () => page.locator('.hand .object.can', { hasText: 'Mountain' }).first().click());
  await expect.poll(() => page.locator('.own .object', { hasText: 'Mountain' }).count()).toBe(1);
  await answer(page, () => page.locator('.hand .object.can', { hasText: 'Cinderpath Runner' }).first().click());
  await develop(
    page,
    [],
    async () => (await page.locator('.own .object', { hasText: 'Cinderpath Runner' }).count()) > 0,
  );
  await page.locator('.log .lines', { hasText: 'Ann casts Cinderpath Runner' }).waitFor();
});

test('a spell is cast with a target, a player that is clicked', async () => {
  const { page } = ann;
  await against(BOLTS, FORESTS);
  await develop(page, ['play Mountain'], async () => (await option(page, 'cast Searbolt').count()) > 0);
  await answer(page, () => option(page, 'cast Searbolt').click());
  expect(await question(page)).toMatch(/Searbolt: choose/);
  await page.locator('[data-key=p1].can').click();
  await until(page, async () => (await life(page, 1)) === 17, 3);
  await picture(page, 'target');
});

test('creatures attack, with the damage told before', async () => {
  const { page } = ann;
  await against(RUNNERS, FORESTS);
  await develop(page, ['play Mountain', 'cast Cinderpath'], asks(/Declare attackers/));
  await page.locator('.own .object', { hasText: 'Cinderpath Runner' }).first().click();
  await page.getByText('1 damage to Bot').waitFor();
  await page.locator('svg.arrows path.attack').first().waitFor({ state: 'attached' });
  await picture(page, 'attack');
  await answer(page, () => page.getByRole('button', { name: 'Attack with 1' }).click());
  await until(page, async () => (await life(page, 1)) === 18, 6);
});

test('creatures block, by keyboard alone', async () => {
  const { page } = ann;
  await against(RUNNERS, 'green-stampede', '3');
  await develop(page, ['play Mountain', 'cast Cinderpath'], asks(/Declare blockers/));
  expect(await page.locator('.primary').innerText()).toBe('No blocks');
  await page.keyboard.press('1');
  if ((await page.locator('.primary').innerText()) === 'No blocks')
    await page.locator('.others .object.can').first().click();
  await page.getByRole('button', { name: 'Block with 1' }).waitFor();
  await page.locator('svg.arrows path.block').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'No blocks' }).waitFor();
  await answer(page, () => page.keyboard.press('Enter'));
});

test('the last answer is taken back', async () => {
  const { page } = ann;
  await against(BOLTS, FORESTS);
  await develop(page, ['play Mountain'], async () => (await option(page, 'cast Searbolt').count()) > 0);
  const before = await question(page);
  await answer(page, () => option(page, 'cast Searbolt').click());
  expect(await question(page)).toMatch(/Searbolt: choose/);
  await answer(page, () => page.keyboard.press('z'));
  expect(await question(page)).toBe(before);
});

test('what can’t be taken back is said so', async () => {
  const { page } = ann;
  await against(RUNNERS, FORESTS);
  const turn3 = page.locator('.log .turn', { hasText: 'Turn 3: Ann' });
  await until(page, async () => (await turn3.count()) > 0);
  await page.keyboard.press('z');
  await page.getByRole('alert').getByText('nothing can be taken back').waitFor();
});

test('a reload in the middle of a question loses nothing', async () => {
  const { page } = ann;
  await against(BOLTS, FORESTS);
  await develop(page, ['play Mountain'], async () => (await option(page, 'cast Searbolt').count()) > 0);
  await answer(page, () => option(page, 'cast Searbolt').click());
  const [before, lines] = [await question(page), await page.locator('.log .lines p').count()];
  await page.reload();
  await page.locator('.prompt .primary').waitFor();
  expect(await question(page)).toBe(before);
  expect(await page.locator('.log .lines p').count()).toBeGreaterThanOrEqual(Math.min(lines, 20));
});

test('a server that is killed and started again goes on in the middle of a question', async () => {
  const { page } = ann;
  await against(BOLTS, FORESTS);
  await develop(page, ['play Mountain'], async () => (await option(page, 'cast Searbolt').count()) > 0);
  await answer(page, () => option(page, 'cast Searbolt').click());
  const before = await question(page);
  await server.kill();
  await page.getByText('The connection is lost').waitFor();
  await server.restart();
  await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
  await page.locator('.prompt .primary').waitFor();
  expect(await question(page)).toBe(before);
  await page.locator('[data-key=p1].can').click();
  await until(page, async () => (await life(page, 1)) === 17, 3);
});

test('a whole game is played to its end by the Enter key', async () => {
  const { page } = ann;
  await against('red-raiders', 'green-stampede', '7');
  for (let answers = 0; answers < 500 && !(await over(page)); answers += 1) {
    const before = await asked(page);
    await page.keyboard.press('Enter');
    await page.waitForFunction((was) => document.querySelector<HTMLElement>('#prompt')?.dataset['ask'] !== was, before);
    await page.waitForFunction(() => document.querySelector<HTMLElement>('#prompt')?.dataset['ask'] !== '');
  }
  expect(await question(page)).toMatch(/The game is over\. (Bot won; you lost|You won)/);
  await picture(page, 'over');
});

test('a card that is moved to by keyboard is read', async () => {
  const { page } = ann;
  await against(RUNNERS, FORESTS);
  await until(page, asks(/Keep this hand/));
  await page.locator('.hand .object').first().focus();
  await page.locator('.reading .detail').waitFor();
  const first = await page.locator('.hand .object:focus').getAttribute('data-key');
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('.hand .object:focus').getAttribute('data-key')).not.toBe(first);
});

test('a stop is set in the strip of steps', async () => {
  const { page } = ann;
  await against(BOLTS, FORESTS);
  const stop = page.getByRole('button', { name: 'Stop in your own Upkeep' });
  expect(await stop.getAttribute('aria-pressed')).toBe('false');
  await stop.click();
  await expect.poll(() => stop.getAttribute('aria-pressed')).toBe('true');
  await develop(page, ['play Mountain'], asks(/Your move[\s\S]*Upkeep/));
});

test('a game is conceded, and played again', async () => {
  const { page } = ann;
  await against('red-raiders', FORESTS);
  await until(page, asks(/Your move/));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Concede' }).click();
  await page.getByText('Bot won; you lost').waitFor();
  // Who lost chooses who takes the first turn (103.1).
  const bots = page.locator('.log .lines p', { hasText: 'Turn 1: Bot' });
  const before = await bots.count();
  await page.getByRole('button', { name: 'Play again: Bot goes first' }).click();
  await expect.poll(() => over(page)).toBe(false);
  await until(page, asks(/Your move/));
  await page.locator('[data-key=p0]', { hasText: '20' }).waitFor();
  expect(await bots.count()).toBe(before + 1);
});

test('a clock runs while one is asked, and whose time is out concedes', async () => {
  const { page } = ann;
  const seats = [
    { name: 'Ann', deck: 'red-raiders' },
    { name: 'Bot', deck: FORESTS, bot: 'basic' },
  ];
  await sit(page, server, await server.table(seats, '1', { clock: { seconds: 12, increment: 0 } }));
  const clock = page.getByRole('timer', { name: 'Time of Ann' });
  await clock.waitFor();
  expect(await page.getByRole('timer').count()).toBe(1);
  const seconds = async () => Number((await clock.innerText()).split(':')[1]);
  const before = await seconds();
  expect(before).toBeLessThanOrEqual(12);
  await expect.poll(seconds).toBeLessThan(before);
  await page.getByText('Bot won; you lost').waitFor();
  await page.locator('.log .lines', { hasText: 'Ann loses the game' }).waitFor();
});

test('a match of three goes on with the sideboard, until somebody has won two games', async () => {
  const { page } = ann;
  const seats = [
    { name: 'Ann', deck: '24 Mountain\n36 Cinderpath Runner\n\nSideboard\n2 Searbolt' },
    { name: 'Bot', deck: FORESTS, bot: 'basic' },
  ];
  await sit(page, server, await server.table(seats, '1', { best_of: 3 }));
  page.on('dialog', (dialog) => void dialog.accept());
  await until(page, asks(/Your move/));
  await page.getByRole('button', { name: 'Concede' }).click();
  await page.getByText('Games won: Ann 0 and Bot 1.').waitFor();
  await page.getByRole('button', { name: 'Sideboard' }).click();
  const side = page.getByRole('dialog');
  await side.getByRole('button', { name: '2 Searbolt: bring one in' }).click();
  await side.getByRole('button', { name: '1 Searbolt: bring one in' }).click();
  await side.getByRole('button', { name: /Cinderpath Runner: take one out/ }).click();
  await side.getByRole('button', { name: /Cinderpath Runner: take one out/ }).click();
  await side.getByText('Deck: 60').waitFor();
  expect(await serious(page)).toEqual([]);
  await picture(page, 'sideboard');
  await side.getByRole('button', { name: 'Play with this deck' }).click();
  await page.getByRole('button', { name: 'Next game: Ann goes first' }).click();
  await expect.poll(() => over(page)).toBe(false);
  await until(page, asks(/Your move/));
  await page.getByRole('button', { name: 'Concede' }).click();
  await page.getByText('The match is over. Games won: Ann 0 and Bot 2.').waitFor();
  await page.getByRole('button', { name: 'Play again: Ann goes first' }).waitFor();
});
