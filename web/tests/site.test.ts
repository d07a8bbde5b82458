/**
 * The site of files that `komadai site` writes, behind a server that knows nothing but files: `KOMADAI_ENGINE` says that
 * the program was built with the engine for browsers.
 */

import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardOf, typed } from './desk';
import { binary, DESK, launch, open, PHONE } from './harness';

const BASE = '/club/komadai/';
const PICTURES = join(import.meta.dirname, '../screenshots');

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Files below a path, as any web space has them: a folder is its index, and what is not there is not found. */
function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://host').pathname);
    // Browsers ask for one where a page names no icon.
    if (path === '/favicon.ico') return void response.writeHead(204).end();
    let file = join(folder, normalize(path.slice(BASE.length - 1)));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!path.startsWith(BASE) || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

describe.skipIf(!process.env['KOMADAI_ENGINE'])('a site of files', { timeout: 300_000 }, () => {
  let folder: string;
  let server: Server;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'komadai-site-'));
    const write = (name: string) =>
      execFileSync(binary(), ['site', join(folder, name), '--base', BASE]);
    write('site');
    write('again');
    // The same program writes the same files.
    execFileSync('diff', ['--recursive', join(folder, 'site'), join(folder, 'again')]);
    server = await serve(join(folder, 'site'));
    const at = server.address();
    if (at === null || typeof at === 'string') throw new Error('no port');
    address = `http://127.0.0.1:${at.port}${BASE}`;
    browser = await launch();
    mkdirSync(PICTURES, { recursive: true });
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const picture = (page: Page, name: string) =>
    page.screenshot({ path: join(PICTURES, `site-${name}.png`) });

  for (const [name, look] of [
    ['desk', DESK],
    ['phone', PHONE],
  ] as const) {
    it(`plays against the engine, and keeps the game (${name})`, async () => {
      const { page, errors, close } = await open(browser, look);
      page.setDefaultTimeout(60_000);
      await page.goto(address);
      await page.getByRole('link', { name: 'Play', exact: true }).first().click();
      await page.locator('select').first().selectOption('minishogi');
      // Nobody elsewhere can be invited.
      await page.getByRole('radio', { name: 'Computer' }).waitFor();
      expect(await page.getByRole('radio', { name: 'A friend, by a link' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Begin' }).click();
      await boardOf(page);
      await typed(page, '4e4d');
      await expect.poll(() => page.locator('ol li').count(), { timeout: 60_000 }).toBe(2);
      await picture(page, `game-${name}`);
      await page.reload();
      await boardOf(page);
      await expect.poll(() => page.locator('ol li').count()).toBe(2);
      // A rule is said as a server says it.
      const field = page.getByPlaceholder(/^Type a move/);
      await field.fill('5e5a');
      await field.press('Enter');
      await page.getByText('The King on 5e does not move to 5a.').first().waitFor();
      expect(errors).toEqual([]);
      await close();
    });
  }

  it('tells the rules, and analyses with the engine', async () => {
    const { page, errors, close } = await open(browser, DESK);
    page.setDefaultTimeout(60_000);
    await page.goto(`${address}rules/chess.en.html`);
    await page.getByRole('heading', { name: /chess/i }).first().waitFor();
    await picture(page, 'rules-desk');
    await page.goto(`${address}analysis/chess/`);
    await boardOf(page);
    await typed(page, 'e4');
    await page.getByRole('switch', { name: 'Engine' }).click();
    await page.getByText(/^Depth \d+\/\d+/).waitFor();
    await picture(page, 'analysis-desk');
    expect(errors).toEqual([]);
    await close();
  });

  it('works without a connection, once it was there', async () => {
    const { page, errors, close } = await open(browser, DESK);
    page.setDefaultTimeout(60_000);
    await page.goto(address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    // What was loaded before the worker was there is loaded once more.
    await page.goto(`${address}new/judkins/`);
    await page.getByRole('radio', { name: 'Two at this screen' }).check();
    await page.getByRole('button', { name: 'Begin' }).click();
    await boardOf(page);
    await page.context().setOffline(true);
    await page.reload();
    await boardOf(page);
    expect(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED/.test(error))).toEqual([]);
    await close();
  });
});
