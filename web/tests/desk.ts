/** What tests of the analysis pages have in common. */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Created } from '../src/api/types';
import { DESK, open, type Server } from './harness';

/** A page at an address, with its board there. */
export async function desk(
  browser: Browser,
  server: Server,
  address: string,
  look: BrowserContextOptions = DESK,
): ReturnType<typeof open> {
  const opened = await open(browser, look);
  // Whoever waits in vain is told for what, before the test is over.
  opened.page.setDefaultTimeout(10_000);
  await opened.page.goto(server.address + address);
  await boardOf(opened.page);
  return opened;
}

export const boardOf = (page: Page): Promise<void> =>
  page.locator('svg.board [role="gridcell"]').first().waitFor();

/** The moves to what a page shows, as its address tells them. */
export const pathOf = (page: Page): string =>
  decodeURIComponent(new URL(page.url()).hash.slice(1)).replaceAll(',', ' ');

export const isAt = (page: Page, moves: string): Promise<void> =>
  expect.poll(() => pathOf(page)).toBe(moves);

/** Moves of chess as addresses and the server write them: e2e4 as 4g4e. */
export const inUsi = (moves: string): string =>
  moves.replace(
    /([a-h])([1-8])/g,
    (_, file: string, rank: string) =>
      `${'hgfedcba'.indexOf(file) + 1}${'hgfedcba'[Number(rank) - 1]}`,
  );

/** Everything that is on the board, in words. */
export const squares = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('[role="gridcell"]')
    .evaluateAll((all) => all.map((cell) => `${cell.dataset['square']} ${cell.ariaLabel}`).sort());

const moveField = (page: Page) => page.getByPlaceholder(/^Type a move/);

/** While a position is on its way, nothing can be played there. */
export const playable = async (page: Page): Promise<void> => {
  const button = page.locator('form', { has: moveField(page) }).getByRole('button');
  await expect.poll(() => button.isEnabled()).toBe(true);
};

export const typed = async (page: Page, ...moves: string[]): Promise<void> => {
  const field = moveField(page);
  for (const move of moves) {
    await field.fill(move);
    await playable(page);
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('');
  }
};

/** The button for a move of the tree. */
export const moveOf = (page: Page, text: string) =>
  page.locator('.rows .move', { has: page.locator('.text', { hasText: new RegExp(`^${text}$`) }) });

/** The moves of the tree in the order of the page. */
export const treeOf = (page: Page): Promise<string[]> =>
  page.locator('.rows .move .text').allInnerTexts();

/** Opens the menu of the current move and does something there. */
export async function choose(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Change this move' }).click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}

/** Saves an analysis, and tells which it is. */
export async function saved(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.waitForURL(/[?&]study=/);
  return new URL(page.url()).searchParams.get('study') ?? '';
}

export interface Stored {
  title: string;
  headers?: unknown;
  root: Remarks;
  nodes: { parent: number | null; usi: string; remarks: Remarks }[];
}
interface Remarks {
  comment?: string;
  signs?: number[];
  shapes?: { from: string; to: string }[];
}

/** An analysis as the server has it; null where there is none. */
export async function stored(server: Server, id: string): Promise<Stored | null> {
  const answer = await fetch(`${server.address}/api/analyses/${id}`);
  return answer.ok ? ((await answer.json()) as { tree: Stored }).tree : null;
}

export const movesOf = async (server: Server, id: string): Promise<string[]> =>
  (await stored(server, id))?.nodes.map(({ usi }) => usi) ?? [];

/** A game between two at one screen, with its moves, that the side to move has given up. */
export async function finished(server: Server, variant: string, moves: string): Promise<Created> {
  const game = await played(server, variant, moves);
  await server.act(game, { type: 'resign' });
  return game;
}

/** A game between two at one screen, with its moves. */
export async function played(server: Server, variant: string, moves: string): Promise<Created> {
  const game = await server.create({ variant, opponent: 'local' });
  for (const [ply, move] of moves.split(' ').entries()) {
    const seat = ply % 2 === 0 ? game.seats.first : game.seats.second;
    const answer = await fetch(`${server.address}/api/games/${game.id}/moves`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ seat, move }),
    });
    if (!answer.ok) throw new Error(`${move}: ${await answer.text()}`);
  }
  return game;
}
