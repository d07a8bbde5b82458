/** A folder of one's own games: what loads can be played, what does not says where it is wrong. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Hands } from './hands';
import { DESK, launch, open, PHONE, Server, until } from './harness';

const GAME = `
id = "leapers"
name = "Leapers"
author = "A. Friend"
board = { files = 6, ranks = 6 }
capture = { to = "hand" }
[pieces]
K = { name = "King", move = "K", at = "d1", royal = true }
C = { name = "Camelrider", move = "CC", at = "a1" }
P = { name = "Pawn", move = "fW", at = "a2-f2", promotes = "+P" }
"+P" = { name = "Dog", move = "WF" }
[promotion]
zone = "last 2"
when = ["enter"]
[drops]
forbid = ["stuck"]
[end]
stalemate = "loss"
repetition = { times = 4, result = "draw" }
`;

let folder: string;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'variants-'));
  await writeFile(join(folder, 'leapers.toml'), GAME);
  await writeFile(join(folder, 'broken.toml'), GAME.replace('files = 6', 'fils = 6'));
  const long = GAME.replace('files = 6', `fils = "${'x'.repeat(3000)}", files = 6`);
  await writeFile(join(folder, `${'将棋'.repeat(30)}.toml`), long);
  const other = GAME.replace('"leapers"', '"long"').replace('"A. Friend"', '"Somebody"');
  const named = other.replace('"Leapers"', `"${'Ｗide'.repeat(60)}"`);
  await writeFile(join(folder, 'long.toml'), named);
  server = await Server.start('--variants', folder);
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('keeps the page in its width whatever a file is called and says', async () => {
  for (const device of [DESK, PHONE]) {
    const { page, errors, close } = await open(browser, device);
    await page.goto(server.address);
    const broken = page.getByRole('region', { name: 'These variant files do not load' });
    await broken.getByText('broken.toml').first().waitFor();
    const { seen, needed } = await page.evaluate(() => ({
      seen: document.documentElement.clientWidth,
      needed: document.documentElement.scrollWidth,
    }));
    expect(needed).toBeLessThanOrEqual(seen);
    await page.screenshot({ path: `screenshots/bad-files-${seen}.png`, fullPage: true });
    expect(errors).toEqual([]);
    await close();
  }
});

it('shows them beside the others', async () => {
  const { page, errors, close } = await open(browser, DESK);
  await page.goto(server.address);
  const broken = page.getByRole('region', { name: 'These variant files do not load' });
  await broken.getByText('broken.toml').first().waitFor();
  expect(await broken.innerText()).toMatch(/\b5\b[\s\S]*fils/);

  const yours = page.getByRole('region', { name: 'Your variants' });
  await yours.getByText('by A. Friend').waitFor();
  await yours.getByRole('button', { name: 'Play Leapers' }).click();
  await page.locator('svg.board').waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const move = (await server.state(id)).legal[0];
  if (move) await new Hands(page).make(move);
  await until(server, id, ({ ply }) => ply >= 2);

  await page.getByRole('link', { name: 'Pieces', exact: true }).click();
  await page.getByRole('heading', { name: 'Camelrider' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

it('begins Chess960 at the start of a number, or at one that is drawn', async () => {
  const { page, errors, close } = await open(browser, DESK);
  const begins = async (): Promise<(string | undefined)[]> => {
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.waitForURL('**/game/**');
    const pieces = page.locator('svg.board [data-piece][data-side="first"]');
    await pieces.first().waitFor();
    return pieces.evaluateAll((all) =>
      all
        .map((it) => (it as SVGElement).dataset)
        .filter(({ on }) => on?.endsWith('1'))
        .sort((a, b) => (a['on'] ?? '').localeCompare(b['on'] ?? ''))
        .map(({ piece }) => piece),
    );
  };
  await page.goto(`${server.address}/new/chess960`);
  await page.getByRole('combobox', { name: /^Start/ }).selectOption('By its number');
  await page.getByLabel('Number, 0 to 959').fill('959');
  expect((await begins()).join('')).toBe('RKRNNQBB');
  await page.goto(`${server.address}/new/chess960`);
  await page.getByText('Drawn by lot, one of 960').waitFor({ state: 'attached' });
  expect((await begins()).sort().join('')).toBe('BBKNNQRR');
  expect(errors).toEqual([]);
  await close();
});
