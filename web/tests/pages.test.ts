/** Every page at both widths, by day and by night, in both languages: whole, calm and accessible. */

import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Created } from '../src/api/types';
import { finished, inUsi } from './desk';
import { DESK, open, PHONE, sit } from './harness';
import { browser, server } from './stage';

/** Where the pictures go, to be looked at. */
const PICTURES = join(import.meta.dirname, '../screenshots');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let games: Record<string, Created>;
let reviewed: Created;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  games = {
    shogi: await server
      .create({
        variant: 'shogi',
        position:
          'ln1g3nl/1ks1gr3/1ppp1p1pp/p3p4/5Pp2/P1P1P1P2/1P1PS3P/1BKG2R2/LN1G1S2L b Bnp2sp 1',
        opponent: 'local',
        clock: { main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 },
      })
      .catch(() => server.create({ variant: 'shogi', opponent: 'local' })),
    raichu: await server.create({
      variant: 'raichu',
      opponent: { engine: { level: 1 } },
      side: 'first',
    }),
    minjiku: await server.create({ variant: 'minjiku', opponent: 'link', side: 'second' }),
    chess: await server.create({ variant: 'chess', opponent: 'local' }),
  };
  reviewed = await finished(server, 'chess', 'e2e4 e7e5 d1h5 b8c6 h5h7 h8h7 a2a3 d8h4 b2b3 h4f2');
  const address = `${server.address}/api/games/${reviewed.id}/review`;
  await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
});

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  // What is in order needs no names and pictures of its elements, which take longer than looking.
  const found = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return found.violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

const ADDRESSES: Record<string, string> = {
  home: '/',
  new: '/new/shogi',
  games: '/games',
  pieces: '/pieces/minjiku',
  rules: '/rules/minjiku',
  settings: '/settings',
  about: '/about',
  missing: '/nowhere/at/all',
  analyses: '/analysis',
  'analysis-raichu': '/analysis/raichu',
  'setup-shogi': '/setup/shogi',
};

const LOOKS = [
  ['desk', 'light', 'en'],
  ['desk', 'dark', 'ja'],
  ['phone', 'dark', 'en'],
  ['phone', 'light', 'ja'],
] as const;

describe.each(LOOKS)('%s, %s, %s', (width, colorScheme, locale) => {
  const look = { ...(width === 'desk' ? DESK : PHONE), colorScheme, locale };

  async function check(page: Page, errors: string[], name: string) {
    await page.waitForLoadState('networkidle');
    const picture = join(PICTURES, `${name}-${width}-${colorScheme}-${locale}.png`);
    await page.screenshot({ path: picture, fullPage: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, 'scrolls sideways').toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    expect(await findings(page)).toEqual([]);
    expect(errors).toEqual([]);
  }

  it.each(Object.entries(ADDRESSES))('%s', async (name, address) => {
    const { page, errors, close } = await open(browser, look);
    await page.goto(server.address + address);
    await check(page, errors, name);
    await close();
  });

  it('has one menu', async () => {
    const { page, close } = await open(browser, look);
    const menuOf = async (address: string, links: string) => {
      await page.goto(server.address + address);
      await page.locator(links).first().waitFor();
      const told = page
        .locator(links)
        .evaluateAll((all) =>
          all.map((link) => `${link.textContent?.trim()} ${link.getAttribute('href')}`),
        );
      return told;
    };
    const menu = await menuOf('/', 'header nav a');
    expect(await menuOf('/rules/minjiku', '.site a:not(.brand)')).toEqual(menu);
    const rows = await page
      .goto(server.address)
      .then(() =>
        page
          .locator('header nav a')
          .evaluateAll((all) => new Set(all.map((a) => a.getBoundingClientRect().top)).size),
      );
    expect(rows, 'lines of the menu').toBe(1);
    await close();
  });

  it.each(['shogi', 'raichu', 'minjiku', 'chess'])('game of %s', async (variant) => {
    const { page, errors, close } = await open(browser, look);
    const created = games[variant];
    if (created) await sit(page, server, created);
    await check(page, errors, `game-${variant}`);
    await close();
  });

  it('review', async () => {
    const { page, errors, close } = await open(browser, look);
    const moves = inUsi('e2e4 e7e5 d1h5 b8c6 h5h7').replaceAll(' ', ',');
    await page.goto(`${server.address}/analysis/chess?game=${reviewed.id}#${moves}`);
    await page.locator('.review li').first().waitFor();
    await page.locator('.review progress').waitFor({ state: 'detached' });
    await check(page, errors, 'review');
    await close();
  });
});

it.each([
  ['light', 'auto', 'light'],
  ['dark', 'auto', 'dark'],
  ['light', 'dark', 'dark'],
  ['dark', 'light', 'light'],
] as const)('on a %s device the setting %s is %s', async (colorScheme, theme, seen) => {
  const { page, close } = await open(browser, { ...DESK, colorScheme });
  await page.addInitScript(
    (value) => localStorage.setItem('komadai.settings', JSON.stringify({ theme: value })),
    theme,
  );
  await page.goto(server.address);
  const wood = page.locator('article svg .koma .body').first();
  await wood.waitFor();
  const fill = await wood.evaluate((path) => getComputedStyle(path).fill);
  expect(fill).toBe(seen === 'light' ? 'rgb(245, 223, 174)' : 'rgb(192, 160, 107)');
  await close();
});

it('tells in the language of the page why a text is no move', async () => {
  const { page, close } = await open(browser, { ...DESK, locale: 'ja' });
  await sit(page, server, await server.create({ variant: 'chess', opponent: 'local' }));
  for (const [text, answer] of [
    ['x9y9', '「x9y9」は指し手として読めません'],
    ['Nf5', 'f5'],
    ['e2e4q', '最終段に入るときだけです'],
  ] as const) {
    await page.locator('form input').fill(text);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(answer).waitFor();
  }
  await close();
});

it('loads nothing from elsewhere, and little at all', async () => {
  const { page, close } = await open(browser, DESK);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  let script = 0;
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    script += Number(response.headers()['content-length'] ?? 0);
  });
  await page.goto(server.address);
  await page.locator('article svg').nth(5).waitFor();
  expect(requests.filter((url) => !url.startsWith(server.address))).toEqual([]);
  expect(script).toBeLessThan(250_000);
  await close();
});

it('opens without a connection, and says so', async () => {
  const { page, close } = await open(browser, DESK);
  await page.goto(server.address);
  await page.locator('article').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // From here on what is asked for goes through it, and is kept.
  await page.reload();
  await page.locator('article').first().waitFor();
  await page.context().setOffline(true);
  await page.goto(`${server.address}/games`);
  await page.getByRole('heading', { name: 'My games' }).waitFor();
  await page.goto(`${server.address}/new`);
  await page.getByRole('alert').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  await close();
});
