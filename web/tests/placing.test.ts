/** Games in which pieces are placed as a part of moves, at one table from move to move. */

import { expect, it } from 'vitest';
import { Hands, type Way } from './hands';
import { DESK, open, sit, until } from './harness';
import { browser, server } from './stage';

/** What is played, as USI has it, and what is heard of it. */
const GAMES: Record<string, [string, string][]> = {
  duck: [
    ['4g4e,4d', 'White: Pawn on e2 goes to e4 and places the Duck on e5'],
    ['5b5d,4f', 'Black: Pawn on d7 goes to d5 and places the Duck on e3'],
    ['4e5d,4g', 'White: Pawn on e4 takes the Pawn on d5 and places the Duck on e2'],
    ['5a5d,4d', 'Black: Queen on d8 takes the Pawn on d5 and places the Duck on e5'],
    ['7h6f,4e', 'White: Knight on b1 goes to c3 and places the Duck on e4'],
  ],
  seirawan: [
    ['7h6f,E7h', 'White: Knight on b1 goes to c3 and places the Elephant on b1'],
    ['4b4d', 'Black: Pawn on e7 goes to e5'],
    ['2h3f', 'White: Knight on g1 goes to f3'],
    ['2a3c,H2a', 'Black: Knight on g8 goes to f6 and places the Hawk on g8'],
    ['4g4f', 'White: Pawn on e2 goes to e3'],
    ['3a4b,E3a', 'Black: Bishop on f8 goes to e7 and places the Elephant on f8'],
    ['3h4g', 'White: Bishop on f1 goes to e2'],
    ['5b5c', 'Black: Pawn on d7 goes to d6'],
    ['4h2h,H1h', 'White: King on e1 castles to g1 and places the Hawk on h1'],
  ],
};

const WAYS: Way[] = ['mouse', 'keyboard'];

it.each(WAYS.flatMap((way) => Object.keys(GAMES).map((game) => [game, way] as const)))(
  'plays %s by %s',
  async (variant, way) => {
    const { page, errors, close } = await open(browser, DESK);
    const created = await server.create({ variant, opponent: 'local' });
    await sit(page, server, created);
    const hands = new Hands(page, way);
    for (const [ply, [usi, said]] of (GAMES[variant] ?? []).entries()) {
      const { legal } = await server.state(created.id);
      const move = legal.find((move) => move.usi === usi);
      if (!move) throw new Error(`${usi} is not legal`);
      await hands.make(move);
      const { moves } = await until(server, created.id, (state) => state.ply > ply);
      expect(moves[ply]?.usi).toBe(usi);
      await expect.poll(() => page.locator('[aria-live].aloud').textContent()).toBe(said);
      await expect.poll(() => page.locator('ol li').count()).toBeGreaterThan(ply / 2);
      if (move.places) {
        const { square, piece } = move.places;
        const on = page.locator(`[data-on="${square}"]`);
        await expect.poll(() => on.getAttribute('data-piece')).toBe(piece);
        expect(await page.locator(`[data-piece="${piece}"][data-on]`).count()).toBe(
          moves.filter(({ places }) => places?.piece === piece && !places.from).length,
        );
      }
    }
    // The positions of the past know what was in hand, and where what was placed stood.
    await page.keyboard.press('Home');
    await page.getByText('You are looking at the start').waitFor();
    const { board } = await server.state((await server.create({ variant, opponent: 'local' })).id);
    await expect.poll(() => page.locator('[data-on]').count()).toBe(board.pieces.length);
    const held = Object.values(board.hands).flatMap((hand) => Object.keys(hand));
    expect(await page.locator('[data-hand]').count()).toBe(held.length);
    expect(errors).toEqual([]);
    await close();
  },
);

it('shows a move while it is asked what it places, and takes it back', async () => {
  const { page, errors, close } = await open(browser, DESK);
  const created = await server.create({ variant: 'duck', opponent: 'local' });
  await sit(page, server, created);
  const hands = new Hands(page);
  const marks = page.locator('[data-mark="place"]');
  const pawn = page.locator('[data-on="e4"]');

  for (const back of [
    () => page.keyboard.press('Escape'),
    () => hands.put('h8'),
    () => hands.put('e4'),
  ]) {
    await hands.take('e2');
    await hands.put('e4');
    await expect.poll(() => marks.count()).toBe(32);
    await page.getByText('Choose where to place the Duck').first().waitFor();
    expect(await pawn.count()).toBe(1);
    await back();
    await expect.poll(() => marks.count()).toBe(0);
    expect(await pawn.count()).toBe(0);
  }

  // Where the piece has come from is a square for the duck as well, and no choice of that piece.
  await hands.take('e2');
  await hands.put('e4');
  await hands.put('e2');
  const { moves } = await until(server, created.id, ({ ply }) => ply > 0);
  expect(moves[0]?.algebraic).toBe('e2e4,e2');
  expect(errors).toEqual([]);
  await close();
});
