/** A real server and a real browser, both ended whatever happens. */

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Action, Created, NewGameRequest, State } from '../src/api/types';

const ROOT = resolve(import.meta.dirname, '../..');

/** `KOMADAI` names the binary; otherwise the newest build of the workspace is taken. */
export function binary(): string {
  const target = process.env['CARGO_TARGET_DIR'] ?? join(ROOT, 'target');
  const builds = ['release', 'debug'].map((profile) => join(target, profile, 'komadai'));
  const written = (place: string): number => statSync(place).mtimeMs;
  const [newest] = builds.filter(existsSync).sort((a, b) => written(b) - written(a));
  const found = process.env['KOMADAI'] ?? newest;
  if (!found) throw new Error('there is no komadai to test: run `cargo build`, or set KOMADAI');
  return found;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export class Server {
  #process: ChildProcess | null = null;
  #log = '';

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly more: string[],
  ) {}

  static async start(...more: string[]): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), 'komadai-'));
    const server = new Server(await freePort(), folder, more);
    await server.up();
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async up(): Promise<void> {
    const words = ['serve', '--port', `${this.port}`, '--data-dir', this.folder, '--no-open'];
    const child = spawn(binary(), [...words, ...this.more], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => (this.#log += text.toString()));
    }
    for (let tries = 0; tries < 200; tries++) {
      const health = await fetch(`${this.address}/api/health`).catch(() => null);
      if (health?.ok) return;
      if (child.exitCode !== null) break;
      await new Promise((done) => setTimeout(done, 50));
    }
    await this.stop();
    throw new Error(`the server does not answer:\n${this.#log}`);
  }

  /** As a power failure would. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  async create(wish: NewGameRequest): Promise<Created> {
    return this.#ask('/api/games', { method: 'POST', body: JSON.stringify(wish) });
  }

  async state(id: string): Promise<State> {
    return this.#ask(`/api/games/${id}`);
  }

  /** Does something else than a move, from the seat of the first side. */
  async act({ id, seats }: Created, action: Action): Promise<State> {
    const body = JSON.stringify({ seat: seats.first, action });
    return this.#ask(`/api/games/${id}/actions`, { method: 'POST', body });
  }

  async #ask<T>(path: string, init: RequestInit = {}): Promise<T> {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(this.address + path, { ...init, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });

export const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, locale: 'en' };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  locale: 'en',
};

/** A page whose every error is a failure of the test. */
export async function open(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ page: Page; errors: string[]; close(): Promise<void> }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A connection that breaks is told by the browser too; tests break some on purpose.
    if (message.type() === 'error' && !/ERR_CONNECTION|WebSocket/.test(message.text())) {
      errors.push(message.text());
    }
  });
  return { page, errors, close: () => context.close() };
}

/** Gives the browser the seat of whoever has set a game up, as if it had been done there, and goes there. */
export async function sit(page: Page, server: Server, created: Created): Promise<void> {
  const { id, you, seats } = created;
  const tokens = you === 'both' ? seats : { [you]: seats[you] };
  const game = { id, variant: '', you, tokens, created: '' };
  await page.addInitScript((game) => {
    const games = JSON.parse(localStorage.getItem('komadai.games') ?? '[]') as { id: string }[];
    if (games.some(({ id }) => id === game.id)) return;
    localStorage.setItem('komadai.games', JSON.stringify([game, ...games]));
  }, game);
  await page.goto(`${server.address}/game/${id}`);
  await page.locator('svg.board').waitFor();
}

/** Waits until the game is so, and tells how it is then. */
export async function until(
  server: Server,
  id: string,
  wanted: (state: State) => boolean,
  ms = 30_000,
): Promise<State> {
  const end = Date.now() + ms;
  for (;;) {
    const state = await server.state(id);
    if (wanted(state)) return state;
    if (Date.now() > end) throw new Error(`the game stays at ${state.position}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
