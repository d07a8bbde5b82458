/**
 * Every kind of move, by mouse, touch and keys. The quick tier makes each by mouse, and a part by the
 * others; `KOMADAI_INPUT` names one of them, or `all`, by which everything is then made, and every legal
 * move of the positions that the tests of the board's input know.
 */

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Created } from '../src/api/types';
import positions from '../src/board/fixtures/positions.json';
import { spelled } from '../src/board/input';
import { CASES } from './cases';
import { Hands, WAYS, type Way } from './hands';
import { DESK, launch, open, PHONE, Server, sit, until } from './harness';

const WHOLE = process.env['KOMADAI_INPUT'];

const TABLES: Record<Way, BrowserContextOptions> = {
  mouse: DESK,
  touch: PHONE,
  keyboard: DESK,
  drag: DESK,
  'touch-drag': PHONE,
};

/** Of the games that there are; a turn that is passed by force is not made by anybody. */
const POSITIONS = Object.entries(positions).filter(
  ([, { variant, legal }]) => variant !== 'invented' && legal.some(({ to }) => to !== null),
);

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await Server.start('--requests-per-second', '1000', '--games-per-hour', '100000');
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const wanted = (way: Way): boolean => !WHOLE || WHOLE === 'all' || WHOLE === way;

describe.each(WAYS.filter(wanted))('by %s', (way) => {
  // One page for all: nothing of a game stays in it, and most of the time goes into loading.
  let table: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    table = await open(browser, TABLES[way]);
  });
  afterAll(() => table?.close());

  /** How many moves the page shows. */
  const listed = (): Promise<number> => table.page.locator('ol li').count();

  async function begin(variant: string, position: string): Promise<Created> {
    const created = await server.create({ variant, position, opponent: 'local' });
    await sit(table.page, server, created);
    return created;
  }

  /** Makes a move in a game that has just begun. */
  async function check(id: string, usi: string, onto?: string): Promise<void> {
    const { legal } = await server.state(id);
    const shown = legal.find((move) => [move, ...(move.also ?? [])].some((as) => as.usi === usi));
    const move = spelled(legal).find((move) => move.usi === usi);
    if (!move) throw new Error(`${usi} is not among ${legal.map(({ usi }) => usi).join(' ')}`);
    await new Hands(table.page, way).make(move, onto);
    const after = await until(server, id, ({ ply }) => ply > 0, 5_000);
    expect(after.moves[0]?.usi).toBe(shown?.usi);
    await expect.poll(listed).toBeGreaterThan(0);
    // Whoever uses keys goes on from where the move has ended.
    const focused = table.page.locator('[role="gridcell"]:focus');
    if (way === 'keyboard') await expect.poll(() => focused.count()).toBe(1);
    expect(table.errors).toEqual([]);
  }

  const cases = CASES.filter(({ quick }) => WHOLE || way === 'mouse' || quick.includes(way));
  it.each(cases)('$what', async ({ variant, position, move, onto, said, seen }) => {
    const { id } = await begin(variant, position);
    await check(id, move, onto);
    const { page } = table;
    await expect.poll(() => page.locator('[aria-live].aloud').textContent()).toBe(said);
    for (const [square, what] of Object.entries(seen)) {
      const label = page.locator(`[data-square="${square}"]`).getAttribute('aria-label');
      expect(await label).toMatch(new RegExp(`, ${what}$`));
    }
  });

  describe.each(WHOLE ? POSITIONS : [])('every move of %s', (_, { variant, position, legal }) => {
    let game: Created | null = null;
    const begun = async () => (game ??= await begin(variant, position));

    // Taken back after each, which is much quicker than a game for each; a game that is over stays so.
    afterEach(async () => {
      const back = game && (await server.act(game, { type: 'takeback' }).catch(() => null));
      if (back?.ply === 0) await expect.poll(listed).toBe(0);
      else game = null;
    });

    it.each(legal.map(({ usi }) => usi))('%s', async (usi) => {
      await check((await begun()).id, usi);
    });
  });
});
