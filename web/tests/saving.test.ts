/** What is tried is kept: on the server, as a draft in the browser, in files. */

import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  boardOf,
  desk,
  finished,
  inUsi,
  isAt,
  moveOf,
  movesOf,
  saved,
  stored,
  treeOf,
  typed,
  type Stored,
} from './desk';
import { DESK, open, PHONE } from './harness';
import { browser, server } from './stage';

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const told = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const restored = (page: Page) => page.getByText('What you tried here last was not saved.');

it('lists what was saved, opens it again and deletes it', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess', PHONE);
  await typed(page, 'e4', 'e5');
  await title(page).fill('Open games');
  const id = await saved(page);
  // From now on every change is saved.
  await typed(page, 'Nf3');
  await expect.poll(() => movesOf(server, id)).toHaveLength(3);
  await told(page, 'Saved');
  await page.goto(`${server.address}/analysis`);
  await page.locator('li.card', { hasText: '3 moves' }).waitFor();
  await page.getByRole('link', { name: 'Open games' }).tap();
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5', 'Nf3']);
  expect(await restored(page).count()).toBe(0);

  await page.goto(`${server.address}/analysis`);
  await page.getByRole('button', { name: 'Delete' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
  await page.getByText('No analysis saved yet.').waitFor();
  expect(await stored(server, id)).toBeNull();
  expect(errors).toEqual([]);
  await close();
});

it('saves what was written while it saved, and once where it was asked twice', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess');
  await typed(page, 'e4');
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await told(page, 'Saved');
  const id = new URL(page.url()).searchParams.get('study') ?? '';
  const kept = () => page.evaluate(() => localStorage.getItem('komadai.analyses'));
  expect(JSON.parse((await kept()) ?? '[]')).toHaveLength(1);
  const once = async (route: Route) => {
    await title(page).fill('Second thoughts');
    await route.continue();
  };
  await page.route(`**/api/analyses/${id}`, once, { times: 1 });
  await title(page).fill('First thoughts');
  await expect.poll(async () => (await stored(server, id))?.title).toBe('Second thoughts');
  expect(errors).toEqual([]);
  await close();
});

it('saves nothing for who only looks', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess');
  await typed(page, 'e4', 'e5');
  const id = await saved(page);
  const version = async () => {
    const answer = await fetch(`${server.address}/api/analyses/${id}`);
    return ((await answer.json()) as { version: number }).version;
  };
  const before = await version();
  // As somebody else may write the moves.
  await page.goto(`${server.address}/analysis/chess?study=${id}#e2e4`);
  await isAt(page, inUsi('e2e4'));
  await typed(page, 'e5');
  await isAt(page, inUsi('e2e4 e7e5'));
  await told(page, 'Saved');
  await page.waitForTimeout(1_500);
  expect(await version()).toBe(before);
  expect(errors).toEqual([]);
  await close();
});

it('tells what was changed in two windows, and loses neither', async () => {
  const { page: one, errors, close } = await desk(browser, server, '/analysis/chess');
  await typed(one, 'e4');
  const id = await saved(one);
  const two = await one.context().newPage();
  await two.goto(one.url());
  await moveOf(two, 'e4').waitFor();
  await typed(one, 'e5');
  await expect.poll(() => movesOf(server, id)).toHaveLength(2);
  await typed(two, 'c5');
  await two.getByText('This analysis was changed in another window.').waitFor();
  expect(await treeOf(two)).toEqual(['e4', 'c5']);
  // Closing that window does not lose it, either.
  await two.reload();
  await restored(two).waitFor();
  await two.getByRole('button', { name: 'Save', exact: true }).click();
  await two.getByText('This analysis was changed in another window.').waitFor();
  await two.getByRole('button', { name: 'Keep mine as a new one' }).click();
  await told(two, 'Saved');
  const other = new URL(two.url()).searchParams.get('study') ?? '';
  expect(other).not.toBe(id);
  expect(await movesOf(server, id)).toEqual([inUsi('e2e4'), inUsi('e7e5')]);
  expect(await movesOf(server, other)).toEqual([inUsi('e2e4'), inUsi('c7c5')]);

  // Or what is there is taken instead.
  await two.goto(one.url());
  await moveOf(two, 'e5').waitFor();
  await typed(one, 'Nf3');
  await expect.poll(() => movesOf(server, id)).toHaveLength(3);
  await typed(two, 'Nc3');
  await two.getByRole('button', { name: 'Load what is there' }).click();
  await moveOf(two, 'Nf3').waitFor();
  expect(await treeOf(two)).toEqual(['e4', 'e5', 'Nf3']);
  expect(await restored(two).count()).toBe(0);
  expect(errors.filter((text) => !/409/.test(text))).toEqual([]);
  await close();
});

it('saves somebody else’s analysis as one’s own', async () => {
  const one = await desk(browser, server, '/analysis/minishogi#5d5c');
  await isAt(one.page, '5d5c');
  const id = await saved(one.page);
  await one.page.getByRole('button', { name: 'Share' }).click();
  const address = await one.page.getByLabel('To show this analysis:').inputValue();
  const two = await open(browser, PHONE);
  await two.page.goto(address);
  await isAt(two.page, '5d5c');
  await two.page.getByText('Somebody else’s analysis.').waitFor();
  await typed(two.page, '1b1c');
  await two.page.reload();
  await restored(two.page).waitFor();
  // The first attempt fails; the next one does not take it for one's own, either.
  await two.page.route('**/api/analyses', (route) => route.abort(), { times: 1 });
  await two.page.getByRole('button', { name: 'Save as my own' }).tap();
  await two.page.getByRole('alert').waitFor();
  await two.page.getByRole('button', { name: 'Save', exact: true }).tap();
  await told(two.page, 'Saved');
  const other = new URL(two.page.url()).searchParams.get('study') ?? '';
  expect(await movesOf(server, other)).toHaveLength(2);
  expect(await movesOf(server, id)).toHaveLength(1);
  expect([one.errors, two.errors.filter((text) => !/ERR_FAILED/.test(text))]).toEqual([[], []]);
  await Promise.all([one.close(), two.close()]);
});

it('brings back what was not saved', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess');
  await typed(page, 'e4', 'e5');
  // Another page has a draft of its own.
  await page.goto(`${server.address}/analysis/shogi`);
  await boardOf(page);
  await typed(page, '7g7f');
  await page.goto(`${server.address}/analysis/chess`);
  await restored(page).waitFor();
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5']);
  await moveOf(page, 'e5').click();
  await isAt(page, inUsi('e2e4 e7e5'));
  await page.reload();
  await isAt(page, inUsi('e2e4 e7e5'));
  await page.getByRole('button', { name: 'Begin anew' }).click();
  await expect.poll(() => treeOf(page)).toEqual([]);
  await page.reload();
  await boardOf(page);
  expect(await treeOf(page)).toEqual([]);
  expect(await restored(page).count()).toBe(0);
  expect(errors).toEqual([]);
  await close();
});

it('loses nothing while the server is away', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess#e2e4');
  await isAt(page, inUsi('e2e4'));
  const id = await saved(page);
  await server.kill();
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Best by test');
  await told(page, 'Not saved');
  await page.getByRole('alert').waitFor();
  // What cannot be done now is told in words.
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'PGN', exact: true }).click();
  await expect.poll(() => page.getByText('The server does not answer.').count()).toBe(2);
  await page.keyboard.press('Escape');
  await page.getByPlaceholder(/^Type a move/).fill('e5');
  await page.keyboard.press('Enter');
  await page.locator('.status').getByText('Not sent: there is no connection.').waitFor();
  await server.up();
  await page.reload();
  await restored(page).waitFor();
  await expect.poll(() => comment.inputValue()).toBe('Best by test');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await told(page, 'Saved');
  expect((await stored(server, id))?.nodes[0]?.remarks.comment).toBe('Best by test');

  // A save whose answer was lost is no change of somebody else.
  await page.route(`**/api/analyses/${id}`, async (route) => {
    await route.fetch();
    await route.abort();
    await page.unroute(`**/api/analyses/${id}`);
  });
  await comment.fill('Best');
  await told(page, 'Not saved');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await told(page, 'Saved');
  expect(errors.filter((text) => !/ERR_FAILED|409/.test(text))).toEqual([]);

  // Deleting needs the server, too.
  await page.goto(`${server.address}/analysis`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await server.kill();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').waitFor();
  await server.up();
  await page.reload();
  await page.locator('li.card').waitFor();
  await close();
});

/** PGN has one word for the title and the tournament, counts in seconds, and says who has won. */
const asInPgn = (tree: Stored | null): unknown =>
  tree && {
    ...tree,
    headers: [],
    winner: null,
    nodes: tree.nodes.map((node) => ({ ...node, ms: 0 })),
  };

it('writes files that are read as the same tree', async () => {
  const game = await finished(server, 'chess', 'e2e4 e7e5');
  const { page, errors, close } = await desk(browser, server, `/analysis/chess?game=${game.id}#1`);
  await isAt(page, inUsi('e2e4'));
  await typed(page, 'c5');
  await page.getByRole('textbox', { name: 'Comment' }).fill('The Sicilian (sharp); 50 %');
  await page.getByRole('button', { name: 'interesting move' }).click();
  await title(page).fill('Two ways');
  const before = await stored(server, await saved(page));
  for (const format of ['PGN', 'JSON']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').getByRole('button', { name: format, exact: true }).click();
    const file = await (await download).path();
    const reader = await open(browser, DESK);
    await reader.page.goto(`${server.address}/analysis`);
    await reader.page.getByRole('combobox', { name: 'Game' }).selectOption('chess');
    await reader.page.locator('input[type=file]').setInputFiles(file);
    await expect.poll(() => treeOf(reader.page)).toEqual(['e4', 'e5', 'c5']);
    const after = await stored(server, await saved(reader.page));
    if (format === 'JSON') expect(after).toEqual(before);
    else expect(asInPgn(after)).toEqual(asInPgn(before));
    await reader.close();
  }
  expect(errors).toEqual([]);
  await close();
});
