// A game that is over, watched again.
import { expect, test } from 'vitest';
import { ann, browser, develop, over, picture, serious, server, setStage, sit, visitor } from './stage';

setStage();

test('a game that is over is watched again by its link, with all hands open', async () => {
  const { page } = ann;
  const table = await server.table(
    [
      { name: 'Ann', deck: '24 Mountain\n36 Cinderpath Runner' },
      { name: 'Bot', deck: '60 Forest', bot: 'basic' },
    ],
    '3',
  );
  await sit(page, server, table);
  const link = `${server.url}/#/replay/${table.table}/1`;
  // Nobody sees hands before it is over.
  const eve = await visitor(browser);
  await eve.page.goto(link);
  await eve.page.getByText("the game isn't over").waitFor();
  expect(eve.errors.filter((error) => !error.includes('403'))).toEqual([]);
  await eve.context.close();

  const runners = page.locator('.own .object', { hasText: 'Cinderpath Runner' });
  await develop(page, ['play Mountain', 'cast '], async () => (await runners.count()) > 0);
  await page.evaluate(() => (window.confirm = () => true));
  await page.getByRole('button', { name: 'Concede' }).click();
  await expect.poll(() => over(page)).toBe(true);
  await page.getByRole('link', { name: 'Watch it again' }).click();

  const place = async () => Number(await page.getByLabel('Moment of the game').inputValue());
  const last = async () => Number(await page.getByLabel('Moment of the game').getAttribute('max'));
  await page.getByText('All hands are open').waitFor();
  expect([await place(), page.url()]).toEqual([0, link]);
  await page.keyboard.press('End');
  await expect.poll(place).toBe(await last());
  await page.locator('.plate', { hasText: 'Ann' }).getByText('out of the game').waitFor();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(place).toBe((await last()) - 1);
  // Both hands lie open, of whichever seat it is seen from.
  await page.getByLabel('Hand of Ann').locator('.object').first().waitFor();
  await page.keyboard.press('s');
  await page.getByLabel('Hand of Bot').locator('.object', { hasText: 'Forest' }).first().waitFor();
  await page.locator('.log .lines', { hasText: 'Ann plays Mountain' }).waitFor();
  await picture(page, 'replay');
  expect(await serious(page)).toEqual([]);

  await page.keyboard.press('Home');
  expect(await page.locator('.log .lines', { hasText: 'Ann plays Mountain' }).count()).toBe(0);
  await page.keyboard.press('PageDown');
  await expect.poll(place).toBeGreaterThan(0);
  const before = await place();
  await page.getByLabel('Speed').selectOption('8×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(place).toBeGreaterThan(before + 2);
  await page.getByRole('button', { name: 'Pause' }).click();
  const slider = page.getByLabel('Moment of the game');
  await slider.fill('1');
  await expect.poll(place).toBe(1);
});
