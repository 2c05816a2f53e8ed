// A server with a store of its own, a browser, and what a player does at a table.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { MadeTable, NewSeat, NewTable } from '$protocol';

/** Debian's Chromium without what it would look up outside. */
const CHROMIUM = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A bundle of a folder comes from the test, not from this machine, as the browser sees it.
    ...(process.env['LAWMAGE_BUNDLE'] ? ['--disable-features=LocalNetworkAccessChecks'] : []),
  ],
};

/** A server that can be stopped, and started again where it was. */
export class Server {
  private process: ChildProcess | null = null;
  private readonly directory = mkdtempSync(join(tmpdir(), 'lawmage-'));
  url = '';

  async start(port = 0): Promise<void> {
    const program = process.env['LAWMAGE'];
    if (!program) throw new Error('LAWMAGE must name the program to test');
    const store = join(this.directory, 'tables.db');
    const data = ['--data', join(this.directory, 'data')];
    const child = spawn(program, ['serve', '--port', String(port), '--store', store, ...data]);
    this.process = child;
    this.url = await new Promise((resolve, reject) => {
      let said = '';
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
        if (found) resolve(found[0]);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.on('exit', (code) => reject(new Error(`the server ended (${code}): ${said}`)));
    });
  }

  /** Ends the server as a power cut would. */
  async kill(): Promise<void> {
    const child = this.process;
    if (!child) return;
    this.process = null;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start(Number(new URL(this.url).port));
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Makes a table. */
  async table(seats: Partial<NewSeat>[], seed = '1', more: Partial<NewTable> = {}): Promise<MadeTable> {
    const body = { seats: seats.map((seat) => ({ name: '', deck: null, bot: null, ...seat })), seed, ...more };
    const reply = await fetch(`${this.url}/api/tables`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(await reply.text());
    return (await reply.json()) as MadeTable;
  }
}

/** A page that fails its test when something goes wrong in it. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What went wrong so far. */
  errors: string[];
}

export async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // That a server doesn't answer is what some tests are about.
    const expected = /ERR_CONNECTION_REFUSED|WebSocket connection|status of 404/.test(message.text());
    if (message.type() === 'error' && !expected) errors.push(message.text());
  });
  if (process.env['LAWMAGE_BUNDLE']) await currentBundle(page, process.env['LAWMAGE_BUNDLE']);
  return { page, context, errors };
}

/** The server and the browser of a file's tests, and the visitor of the test at hand. */
export const server = new Server();
export let browser: Browser;
export let ann: Visitor;

/** Sets the stage for a file's tests: each has a visitor of its own, in whose page nothing may go wrong. */
export function setStage(): void {
  beforeAll(async () => {
    await server.start();
    browser = await chromium.launch(CHROMIUM);
  });
  beforeEach(async () => {
    ann = await visitor(browser);
  });
  afterEach(async () => {
    await ann.context.close();
    expect(ann.errors).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await server.end();
  });
}

/** Serves the bundle of a folder in place of the one that the program has in it, with the program's own headers. */
async function currentBundle(page: Page, folder: string): Promise<void> {
  const files: [string | RegExp, string][] = [
    [/^http:\/\/127\.0\.0\.1:\d+\/$/, 'index.html'],
    ['**/app.js', 'app.js'],
    ['**/app.css', 'app.css'],
  ];
  for (const [at, file] of files) {
    await page.route(at, async (route) => {
      const from = await route.fetch().catch(() => null);
      if (!from) return route.abort('connectionrefused');
      const type = file.endsWith('js') ? 'text/javascript' : file.endsWith('css') ? 'text/css' : 'text/html';
      const policy = from.headers()['content-security-policy'] ?? '';
      const headers = { 'content-type': type, 'content-security-policy': policy };
      return route.fulfill({ status: 200, headers, body: readFileSync(join(folder, file), 'utf8') });
    });
  }
}

/** Sits down at a table. */
export async function sit(page: Page, server: Server, table: MadeTable, seat = 0): Promise<void> {
  await page.goto(`${server.url}/#/table/${table.table}/${table.seats[seat]?.secret ?? ''}`);
  await page.locator('.prompt .primary').waitFor();
}

/** The question that waits, in words. */
export function question(page: Page): Promise<string> {
  return page.locator('.prompt .question').innerText();
}

/** Whether the game is over. */
export async function over(page: Page): Promise<boolean> {
  return /The game is over/.test(await question(page));
}

/** Answers whatever is asked by the marked button, until something holds. Answers are counted, so that a test ends. */
export function until(page: Page, holds: () => Promise<boolean>, most = 400): Promise<void> {
  return develop(page, [], holds, most);
}

/** Does something that answers, and waits for what comes of it: another question, or the end. */
export async function answer(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await asked(page);
  await act();
  await page.waitForFunction(
    (was) => {
      const prompt = document.querySelector<HTMLElement>('#prompt');
      const settled = prompt?.querySelector('.primary:not(:disabled)') !== null;
      return prompt !== null && settled && prompt.dataset['ask'] !== was;
    },
    before,
    { timeout: 60_000 },
  );
}

/** The life of a player. */
export async function life(page: Page, seat: number): Promise<number> {
  return parseInt(await page.locator(`[data-key=p${seat}] .life`).innerText(), 10);
}

/** The number of the question that waits. */
export async function asked(page: Page): Promise<string> {
  return (await page.locator('#prompt').getAttribute('data-ask')) ?? '';
}

/** A button among the options of the question whose text begins so. */
export function option(page: Page, begins: string) {
  return page
    .locator('.prompt .option')
    .filter({ hasText: new RegExp(`(^|\\d\\s*)${begins}`) })
    .first();
}

/** Plays lands and casts what can be cast, as the options come, and answers by the marked button else, until something holds. */
export async function develop(page: Page, verbs: string[], holds: () => Promise<boolean>, most = 299): Promise<void> {
  for (let answers = 0; answers <= most; answers += 1) {
    if (await holds()) return;
    if (await over(page)) throw new Error('the game ended before');
    const found = await firstOf(page, verbs);
    await answer(page, () => (found ? found.click() : page.keyboard.press('Enter')));
  }
  throw new Error(`nothing of the sort in ${most} answers; the last question: ${await question(page)}`);
}

async function firstOf(page: Page, verbs: string[]) {
  for (const verb of verbs) {
    const found = option(page, verb);
    if ((await found.count()) > 0) return found;
  }
  return null;
}

/** What axe finds of weight on a page. */
export async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

/** Writes a picture where they are asked for: LAWMAGE_SCREENSHOTS names the folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['LAWMAGE_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
