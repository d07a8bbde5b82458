/** A position is set up by hand and by text, and arrives unchanged where it is analysed or played. */

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { boardOf, desk, isAt, squares } from './desk';
import { Hands, type Way } from './hands';
import { DESK, open, PHONE } from './harness';
import { browser, server } from './stage';

const TABLET = { ...DESK, viewport: { width: 1024, height: 768 } };
const KINGS = '4k4/9/9/9/9/9/9/9/4K4 b - 1';

const at = (path: string, position: string) => `${path}?${new URLSearchParams({ position })}`;
const text = (page: Page) => page.getByLabel('Position as text (SFEN or FEN)');
const isSet = (page: Page, position: string) =>
  expect.poll(() => text(page).inputValue()).toBe(position);
const verdict = (page: Page, kind: string) => page.locator(`[data-verdict="${kind}"]`);
const addressed = (page: Page) => new URL(page.url()).searchParams.get('position');

it.each([
  ['mouse', TABLET],
  ['touch', PHONE],
  ['keyboard', DESK],
] as [Way, typeof DESK][])('is set up by %s', async (way, look) => {
  const { page, errors, close } = await desk(browser, server, at('/setup/shogi', KINGS), look);
  await isSet(page, KINGS);
  const press = async (what: string) => {
    const button = page.locator(what);
    if (way === 'touch') await button.tap();
    else if (way === 'mouse') await button.click();
    else await button.press('Enter');
  };
  const hands = new Hands(page, way);
  // Chosen from the palette and put down twice; taken away by the same piece.
  if (way === 'keyboard') {
    await page.locator('[data-palette="first G"]').focus();
    await page.keyboard.press('Enter');
  } else await press('[data-palette="first G"]');
  await hands.put('e7');
  await hands.put('d7');
  await hands.put('d7');
  await isSet(page, '4k4/9/4G4/9/9/9/9/9/4K4 b - 1');
  await press('[data-tool="move"]');
  await hands.take('e7');
  await hands.put('e8');
  await isSet(page, '4k4/4G4/9/9/9/9/9/9/4K4 b - 1');
  await press('[data-hand-of="first"] [aria-label="Pawn: one more"]');
  await press('[data-hand-of="second"] [aria-label="Rook: one more"]');
  await isSet(page, '4k4/4G4/9/9/9/9/9/9/4K4 b Pr 1');
  await press('[data-do="undo"]');
  await isSet(page, '4k4/4G4/9/9/9/9/9/9/4K4 b P 1');
  // The king could be taken: Gote has to be to move.
  await verdict(page, 'wrong').waitFor();
  const analyse = page.getByRole('button', { name: 'Analyse' });
  expect(await analyse.isDisabled()).toBe(true);
  const gote = page.getByRole('radio', { name: 'Gote' });
  if (way === 'touch') await page.locator('label', { has: gote }).tap();
  else await gote.check();
  await isSet(page, '4k4/4G4/9/9/9/9/9/9/4K4 w P 1');
  await verdict(page, 'fine').waitFor();
  expect(errors).toEqual([]);
  await close();
});

it.each([
  ['drag', DESK],
  ['touch-drag', PHONE],
] as [Way, typeof DESK][])('is set up by dragging: %s', async (way, look) => {
  const { page, errors, close } = await desk(browser, server, at('/setup/shogi', KINGS), look);
  await isSet(page, KINGS);
  const hands = new Hands(page, way);
  await hands.drag('e1', 'd2');
  await isSet(page, '4k4/9/9/9/9/9/9/3K5/9 b - 1');
  await page.getByRole('button', { name: 'Start position' }).click();
  await isSet(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1');
  expect(errors).toEqual([]);
  await close();
});

it('drags pieces into a hand and off the board', async () => {
  const { page, errors, close } = await desk(browser, server, '/setup/minishogi', TABLET);
  const drag = async (from: string, to: string) => {
    await page.locator(from).scrollIntoViewIfNeeded();
    await page.locator(from).dragTo(page.locator(to));
  };
  await isSet(page, 'rbsgk/4p/5/P4/KGSBR b - 1');
  await drag('[data-square="a5"]', '[data-hand-of="first"]');
  await isSet(page, '1bsgk/4p/5/P4/KGSBR b R 1');
  await drag('[data-square="b5"]', 'h1');
  await isSet(page, '2sgk/4p/5/P4/KGSBR b R 1');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await isSet(page, 'rbsgk/4p/5/P4/KGSBR b - 1');
  expect(errors).toEqual([]);
  await close();
});

it('puts all other pieces into the hand of the side that defends', async () => {
  const { page, errors, close } = await desk(browser, server, '/setup/minishogi', TABLET);
  await page.locator('[data-do="empty"]').click();
  // A text that arrives between marking and replacing the old one would undo the mark.
  await isSet(page, '5/5/5/5/5 b - 1');
  await text(page).fill('4k/5/4P/5/5 b G 1');
  await expect.poll(() => addressed(page)).toBe('4k/5/4P/5/5 b G 1');
  await page.locator('[data-do="rest"]').click();
  await isSet(page, '4k/5/4P/5/5 b G2r2bg2sp 1');
  expect(errors).toEqual([]);
  await close();
});

it('follows its text, and says in words what is wrong', async () => {
  const { page, errors, close } = await desk(browser, server, '/setup/shogi', PHONE);
  await text(page).fill('4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
  await expect.poll(() => addressed(page)).toBe('4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
  await text(page).fill('4k4/4G4/9/9/9/9/9/9/4K4 b - 1');
  await verdict(page, 'wrong').waitFor();
  expect(await verdict(page, 'wrong').innerText()).toMatch(/king/i);
  await text(page).fill('nothing at all');
  await page.locator('[data-unreadable]').waitFor();
  await verdict(page, 'wrong').getByText('cannot be read').waitFor();
  expect(await page.getByRole('button', { name: 'Analyse' }).count()).toBe(0);
  await text(page).fill('4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
  await page.getByRole('button', { name: 'Analyse' }).waitFor();
  expect(errors.filter((error) => !/status of 4/.test(error))).toEqual([]);
  await close();
});

it.each([
  ['shogi', '4k4/9/4P4/9/9/9/9/9/4K4 b G 1'],
  ['chess', 'r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 3 12'],
  ['raichu', 'k11/12/12/12/12/5n6/12/5R6/12/12/12/K11 b - 1'],
])('takes a position of %s to its analysis and to a game', async (variant, position) => {
  const setup = at(`/setup/${variant}`, position);
  const { page, errors, close } = await desk(browser, server, setup, TABLET);
  await isSet(page, position);
  const board = await squares(page);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.waitForURL(/\/analysis\//);
  await boardOf(page);
  expect(addressed(page)).toBe(position);
  const bare = (all: (string | null)[]) => all.map((one) => one?.split(',').slice(0, 2).join());
  await expect.poll(async () => bare(await squares(page))).toEqual(bare(board));

  // From there to the editor again: it is the same position.
  await page.getByRole('link', { name: 'Set up' }).click();
  await isSet(page, position);
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.getByText('From the position shown').waitFor();
  await page.getByRole('radio', { name: 'Two at this screen' }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL(/\/game\//);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await server.state(id)).initial_position).toBe(position);
  expect(errors).toEqual([]);
  await close();
});

it.each([
  ['White', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'],
  ['Black', '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1'],
])('says that %s moves first in a game from it', async (side, position) => {
  const { page, errors, close } = await open(browser, DESK);
  await page.goto(server.address + at('/new/chess', position));
  await page.getByText(`${side} (moves first)`).waitFor();
  expect(errors).toEqual([]);
  await close();
});

it('shows the position that an analysis looks at', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/shogi#7g7f,3c3d', PHONE);
  await isAt(page, '7g7f 3c3d');
  await page.getByRole('link', { name: 'Set up' }).tap();
  await isSet(page, 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3');
  await page.goBack();
  await isAt(page, '7g7f 3c3d');
  expect(errors).toEqual([]);
  await close();
});
