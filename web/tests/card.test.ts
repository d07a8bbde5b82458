/** What is said of a piece that is pointed at: it moves nothing and hides nothing. */

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { desk, finished } from './desk';
import { Hands } from './hands';
import { DESK, open, PHONE, sit } from './harness';
import { browser, server } from './stage';

/** Notes where the board lies in every frame from now on; the answer tells all places. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const places = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    const look = () => {
      const { x, y, width, height } =
        document.querySelector('svg.board')?.getBoundingClientRect() ?? new DOMRect();
      seen.add([x, y, width, height].join(' '));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return () => places.evaluate((seen) => [...seen]);
}

/** Buttons and fields beside the board that what is said of the piece lies over. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const card = document.querySelector('aside')?.getBoundingClientRect() ?? new DOMRect();
    const controls = document.querySelectorAll<HTMLElement>('.side :is(.button, select, input)');
    return [...controls]
      .filter((control) => {
        const box = control.getBoundingClientRect();
        return (
          Math.min(box.right, card.right) - Math.max(box.left, card.left) > 1 &&
          Math.min(box.bottom, card.bottom) - Math.max(box.top, card.top) > 1
        );
      })
      .map(({ innerText, ariaLabel }) => innerText || (ariaLabel ?? ''));
  });

const SIZES = [
  [1024, 768],
  [1280, 800],
  [1440, 900],
] as const;
const MOVES = '7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 3i4h 8b4b 5i6h 3a3b 6h7h 5a6b 5g5f 6b7b';

it.each(
  (['analysis', 'game', 'review'] as const).flatMap((where) =>
    SIZES.map(([width, height]) => ({ where, width, height })),
  ),
)('leaves the board where it is: $where, $width x $height', async ({ where, width, height }) => {
  const look = { viewport: { width, height }, locale: 'en' };
  const begin = async () => {
    if (where === 'analysis')
      return desk(browser, server, `/analysis/shogi#${MOVES.replaceAll(' ', ',')}`, look);
    if (where === 'review') {
      const { id } = await finished(server, 'shogi', MOVES);
      return desk(browser, server, `/analysis/shogi?game=${id}#14`, look);
    }
    const opened = await open(browser, look);
    await sit(opened.page, server, await server.create({ variant: 'shogi', opponent: 'local' }));
    return opened;
  };
  const { page, errors, close } = await begin();
  const piece = page.locator('[data-square="i3"]');
  await piece.waitFor();
  await page.waitForTimeout(500);
  const places = await watch(page);
  const card = page.locator('aside');

  await piece.click();
  await card.waitFor();
  await page.waitForTimeout(500);
  const box = await card.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box)).toBe(true);
  expect(await card.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThanOrEqual(1);
  expect(await covered(page)).toEqual([]);
  await page.mouse.move(2, 2);
  await card.waitFor({ state: 'detached' });

  // By the right button one draws; the pointer rests on a piece then as well.
  await piece.hover();
  await page.mouse.down({ button: 'right' });
  await page.waitForTimeout(700);
  await page.mouse.up({ button: 'right' });
  await card.waitFor();
  await page.mouse.move(2, 2);
  await card.waitFor({ state: 'detached' });
  await page.waitForTimeout(100);
  expect(await places()).toHaveLength(1);
  expect(errors).toEqual([]);
  await close();
});

it('keeps the newest move in sight beside it', async () => {
  const { id } = await finished(server, 'shogi', MOVES);
  const { page, close } = await desk(browser, server, `/analysis/shogi?game=${id}#14`, DESK);
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.locator('[data-square="i3"]').hover();
  const card = page.locator('aside');
  await card.waitFor();
  const current = page.locator('.rows [aria-current]');
  await expect
    .poll(async () => {
      const [list, move] = [await page.locator('.rows').boundingBox(), await current.boundingBox()];
      return !!list && !!move && move.y + move.height <= list.y + list.height + 1;
    })
    .toBe(true);
  await close();
});

it('leaves in sight what has happened', async () => {
  const { page, errors, close } = await open(browser, DESK);
  await sit(page, server, await server.create({ variant: 'raichu', opponent: 'local' }));
  await page.locator('[data-square="a4"]').click();
  await page.locator('[data-square="a5"]').click();
  // The pointer rests on the piece that has moved.
  await page.locator('aside').waitFor();
  const told = page.locator('p.last');
  const box = await told.boundingBox();
  const seen = await told.evaluate((it) => {
    const { x, y } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(x + 20, y + 5));
  });
  expect([box !== null && box.height > 10, seen]).toEqual([true, true]);
  expect(errors).toEqual([]);
  await close();
});

it.each(['game', 'analysis'])('is in sight on a phone: %s', async (where) => {
  const { page, errors, close } = await open(browser, PHONE);
  if (where === 'game')
    await sit(page, server, await server.create({ variant: 'shogi', opponent: 'local' }));
  else await page.goto(`${server.address}/analysis/shogi`);
  await page.locator('[data-square="h3"]').waitFor();
  await page.locator('.table').scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  const places = await watch(page);
  await new Hands(page, 'touch-drag').take('h3');
  const card = page.locator('aside.hold');
  await card.waitFor();
  const box = await card.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 740, JSON.stringify(box)).toBe(true);
  expect(await places()).toHaveLength(1);
  await card.getByRole('button', { name: 'Close' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});
