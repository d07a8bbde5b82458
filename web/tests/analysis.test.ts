/** An analysis in the browser: where it begins, its tree, what is written and drawn, the engine. */

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  boardOf,
  choose,
  desk,
  finished,
  inUsi,
  isAt,
  moveOf,
  saved,
  squares,
  stored,
  treeOf,
  typed,
} from './desk';
import positions from '../src/board/fixtures/positions.json';
import { Hands, type Way } from './hands';
import { DESK, open, PHONE, sit } from './harness';
import { browser, server } from './stage';

const TABLET = { ...DESK, viewport: { width: 1024, height: 768 } };
/** Mate by a gold on the fifth file. */
const MATE = '4k4/9/4P4/9/9/9/9/9/4K4 b G 1';
/** The rook takes the lion, and the other side must pass. */
const LION = 'k11/12/12/12/12/5n6/12/5R6/12/12/12/K11 b - 1';

const position = (text: string) => new URLSearchParams({ position: text }).toString();

// ---------------------------------------------------------------------------- where it begins

it('goes from a game to its analysis and back', async () => {
  const { page, errors, close } = await open(browser, DESK);
  const game = await finished(server, 'chess', 'e2e4 e7e5 g1f3');
  await sit(page, server, game);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByText('You are looking at move 1').waitFor();
  await page.getByRole('link', { name: 'Analyse' }).click();
  await isAt(page, inUsi('e2e4'));
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5', 'Nf3']);
  await page.keyboard.press('End');
  await isAt(page, inUsi('e2e4 e7e5 g1f3'));
  await page.goBack();
  await page.getByText(/has resigned/).waitFor();
  await page.goForward();
  await isAt(page, inUsi('e2e4 e7e5 g1f3'));
  // Nothing was tried, so that nothing is told to be back.
  await boardOf(page);
  expect(await page.getByText('It is back').count()).toBe(0);
  expect(errors).toEqual([]);
  await close();
});

it('is led by its address, in another browser, too', async () => {
  const one = await desk(browser, server, '/analysis/shogi#7g7f,3c3d');
  await isAt(one.page, '7g7f 3c3d');
  await typed(one.page, '8h2b+');
  await one.page.keyboard.press('Escape');
  await isAt(one.page, '7g7f 3c3d 8h2b+');
  const two = await desk(browser, server, new URL(one.page.url()).pathname, PHONE);
  await two.page.goto(one.page.url());
  await isAt(two.page, '7g7f 3c3d 8h2b+');
  await expect.poll(() => squares(two.page)).toEqual(await squares(one.page));
  // Another place, put into the address of a page that is open.
  await two.page.goto(`${server.address}/analysis/shogi#2g2f`);
  await expect.poll(() => two.page.locator('[data-square="h4"]').ariaSnapshot()).toMatch(/pawn/i);
  expect([one.errors, two.errors]).toEqual([[], []]);
  await Promise.all([one.close(), two.close()]);
});

it('is seen from the side that its address tells', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess#4g4e');
  const top = async (of: Page) => {
    const corner = (square: string) => of.locator(`[data-square="${square}"]`).boundingBox();
    await boardOf(of);
    const [a1, a8] = [await corner('a1'), await corner('a8')];
    return a1 && a8 && a1.y < a8.y ? 'a1' : 'a8';
  };
  expect(await top(page)).toBe('a8');
  await page.keyboard.press('f');
  await expect.poll(() => page.url()).toContain('below=second');
  await page.getByRole('button', { name: 'Share' }).click();
  const line = await page.getByLabel('To show this position').inputValue();
  await page.keyboard.press('Escape');
  const id = await saved(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const kept = await page.getByLabel('To show this analysis:').inputValue();
  const friend = await open(browser, PHONE);
  for (const address of [line, kept]) {
    await friend.page.goto(address);
    expect(await top(friend.page)).toBe('a1');
    await friend.page.goto('about:blank');
  }
  // One's own is seen as one has left it.
  await page.goto(`${server.address}/analysis`);
  await page.locator('.kept a').click();
  expect(await top(page)).toBe('a1');
  await expect.poll(() => page.url()).toContain(`study=${id}&below=second`);
  expect([errors, friend.errors]).toEqual([[], []]);
  await Promise.all([friend.close(), close()]);
});

it('says which move of its address is not legal', async () => {
  const { page, close } = await open(browser, DESK);
  await page.goto(`${server.address}/analysis/chess#e2e4,e7e4`);
  await page.locator('.status .answer').waitFor();
  expect(await treeOf(page)).toEqual([]);
  // On a phone that is out of sight from where one types.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByPlaceholder(/^Type a move/).fill('e2e5');
  await page.keyboard.press('Enter');
  await page.locator('form + .answer').waitFor();
  await close();
});

it('reads what is pasted, and what is dropped', async () => {
  const { page, errors, close } = await open(browser, TABLET);
  await page.goto(`${server.address}/analysis`);
  await page.getByLabel('Record').fill('1. e4 {Best.} e5 (1... c5 2. Nf3) 2. Nf3 *');
  // Which game it is of has not to be told.
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5', 'c5', 'Nf3', 'Nf3']);
  expect(await page.getByText('It is back').count()).toBe(0);
  await page.getByText('Best.').waitFor();

  await page.goto(`${server.address}/analysis`);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['position startpos moves 7g7f 3c3d'], 'game.usi'));
    return transfer;
  });
  const form = page.locator('form', { has: page.getByLabel('Record') });
  await page.getByRole('combobox', { name: 'Game' }).selectOption('shogi');
  await form.dispatchEvent('dragover', { dataTransfer: data });
  await form.dispatchEvent('drop', { dataTransfer: data });
  await expect.poll(() => treeOf(page)).toHaveLength(2);
  expect(new URL(page.url()).pathname).toBe('/analysis/shogi');

  // What is no record is said to be none, and stays where it was written.
  await page.goto(`${server.address}/analysis`);
  await page.getByLabel('Record').fill('not a move');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('alert').getByText('any game here').waitFor();
  expect(await page.getByLabel('Record').inputValue()).toBe('not a move');
  expect(errors.filter((text) => !/status of 4/.test(text))).toEqual([]);
  await close();
});

it('tells who has played, when and how it ended, and lets that be changed', async () => {
  const { page, errors, close } = await open(browser, DESK);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.address}/analysis`);
  const kif = [
    '棋戦：Cup',
    '開始日時：2026/01/31 15:00:00',
    '先手：Ann',
    '後手：Ben',
    '   1 ７六歩(77) ( 1:02/00:01:02)',
    '   2 投了',
  ];
  await page.getByLabel('Record').fill(kif.join('\n'));
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await boardOf(page);
  for (const words of ['Ann – Ben', 'Cup', '2026/01/31', 'Sente wins by resignation'])
    await page.locator('.who').getByText(words).waitFor();
  await page.locator('.rows .time', { hasText: '1:02' }).waitFor();
  const status = page.locator('.status');
  await status.getByText('Sente to move').waitFor();
  await page.keyboard.press('End');
  await status.getByText('Sente wins by resignation').waitFor();

  await page.getByRole('button', { name: 'About the game' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Gote' }).fill('Bea');
  await dialog.getByRole('textbox', { name: 'Event' }).fill('');
  await dialog.getByRole('combobox', { name: 'Result' }).selectOption({ label: 'Draw' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.locator('.who').getByText('Ann – Bea').waitFor();
  await page.locator('.who').getByText('Draw').waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: 'Copy PGN' }).click();
  await dialog.getByText('Copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const words of ['[White "Ann"]', '[Black "Bea"]', '[Result "1/2-1/2"]'])
    expect(copied).toContain(words);
  await dialog.getByRole('button', { name: 'Copy the position' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // It is there again after a reload, though nothing was saved.
  await page.reload();
  await page.locator('.who').getByText('Ann – Bea').waitFor();
  // What is played on has not ended there.
  await typed(page, '3c3d');
  await expect.poll(() => page.locator('.who').innerText()).not.toContain('Draw');
  expect(errors).toEqual([]);
  await close();
});

it('opens a record that is dropped or pasted at the board, and loses nothing', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess');
  const drop = async (text: string) => {
    const data = await page.evaluateHandle((record) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([record], 'game.pgn'));
      return transfer;
    }, text);
    await page.locator('.analysis').dispatchEvent('dragover', { dataTransfer: data });
    await page.locator('.analysis.over').waitFor();
    await page.locator('.analysis').dispatchEvent('drop', { dataTransfer: data });
  };
  await drop('1. e4 e5 *');
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5']);
  await typed(page, 'd4');
  await drop('1. d4 d5 (1... f5) *');
  await expect.poll(() => treeOf(page)).toEqual(['d4', 'd5', 'f5']);
  await page.goBack();
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'd4', 'e5']);

  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '1. c4 *');
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
    );
  });
  await expect.poll(() => treeOf(page)).toEqual(['c4']);
  await drop('nonsense');
  await page.locator('.status .answer').waitFor();
  expect(await treeOf(page)).toEqual(['c4']);
  expect(errors.filter((text) => !/status of 4/.test(text))).toEqual([]);
  await close();
});

// ---------------------------------------------------------------------------- the tree

const WAYS: [Way, typeof DESK][] = [
  ['mouse', TABLET],
  ['touch', PHONE],
  ['keyboard', DESK],
  ['drag', DESK],
];

it.each(WAYS)('makes a variation of another move, by %s', async (way, look) => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess', look);
  const hands = new Hands(page, way);
  const play = async (from: string, to: string, path: string) => {
    await hands.take(from);
    await hands.put(to);
    await isAt(page, inUsi(path));
  };
  await play('e2', 'e4', 'e2e4');
  await play('e7', 'e5', 'e2e4 e7e5');
  const back = page.getByRole('button', { name: 'One move back' });
  if (way === 'touch') await back.tap();
  else if (way === 'keyboard') {
    await page.locator('.rows').focus();
    await page.keyboard.press('ArrowLeft');
  } else await back.click();
  await isAt(page, inUsi('e2e4'));
  await play('c7', 'c5', 'e2e4 c7c5');
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5', 'c5']);
  expect(errors).toEqual([]);
  await close();
});

it('promotes, deletes and folds variations', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess', TABLET);
  const keys = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key);
  };
  await typed(page, 'e4', 'e5', 'Nf3');
  for (const move of ['c5', 'c6', 'd5']) {
    await moveOf(page, 'e4').click();
    await typed(page, move);
  }
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5', 'c5', 'c6', 'd5', 'Nf3']);
  await moveOf(page, 'd5').click();
  await keys('Shift+ArrowUp');
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5', 'c5', 'd5', 'c6', 'Nf3']);
  await choose(page, 'Make main line');
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'd5', 'e5', 'Nf3', 'c5', 'c6']);
  await keys('Control+z', 'Control+z');
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5', 'c5', 'c6', 'd5', 'Nf3']);
  await keys('Control+y');
  await expect.poll(() => treeOf(page)).toEqual(['e4', 'e5', 'c5', 'd5', 'c6', 'Nf3']);

  await moveOf(page, 'e5').click();
  await keys('Delete');
  await isAt(page, inUsi('e2e4'));
  await page.getByText('2 moves deleted').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await isAt(page, inUsi('e2e4 e7e5'));
  await expect.poll(() => treeOf(page)).toHaveLength(6);

  await moveOf(page, 'c5').click();
  await typed(page, 'd4');
  await moveOf(page, 'e5').click();
  await page.getByRole('button', { name: 'Variation' }).first().click();
  await expect.poll(() => page.getByText('… 1 move').count()).toBe(1);
  await page.getByRole('button', { name: 'Variation' }).first().click();
  await moveOf(page, 'd4').click();
  await isAt(page, inUsi('e2e4 c7c5 d2d4'));
  expect(errors).toEqual([]);
  await close();
});

it('opens the menu of a move by a long touch', async () => {
  const { page, close } = await desk(browser, server, '/analysis/chess#e2e4,e7e5', PHONE);
  const move = moveOf(page, 'e5');
  await move.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await move.boundingBox()) ?? {};
  const device = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', points: { x: number; y: number }[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x: x + 10, y: y + 10 }]);
  await page.getByRole('menu').waitFor();
  await touch('touchEnd', []);
  await page.getByRole('menuitem', { name: 'Delete from here' }).tap();
  await isAt(page, inUsi('e2e4'));
  await close();
});

// ---------------------------------------------------------------------------- what is written

const drawn = (page: Page) => page.locator('svg.board .drawing:not(.hint):not(.check)');

async function dragRight(page: Page, from: string, to: string): Promise<void> {
  const middle = async (square: string) => {
    const box = await page.locator(`[data-square="${square}"]`).boundingBox();
    if (!box) throw new Error(`${square} is not to be seen`);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await middle(to)), { steps: 4 });
  await page.mouse.up({ button: 'right' });
}

it('keeps comments, signs and arrows with their move', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess#e2e4,e7e5');
  await isAt(page, inUsi('e2e4 e7e5'));
  await page.keyboard.press('c');
  await page.keyboard.type('The open game');
  await page.getByRole('button', { name: 'good move', exact: true }).click();
  await page.getByRole('button', { name: 'equal', exact: true }).click();
  await dragRight(page, 'g1', 'f3');
  await dragRight(page, 'd5', 'd5');
  await expect.poll(() => drawn(page).count()).toBe(2);
  // From the keyboard, on the move before.
  await page.locator('.rows').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => drawn(page).count()).toBe(0);
  await page.keyboard.press('d');
  const hands = new Hands(page, 'keyboard');
  await hands.take('b1');
  await hands.put('c3');
  await expect.poll(() => drawn(page).count()).toBe(1);

  const id = await saved(page);
  const kept = await stored(server, id);
  expect(kept?.nodes.map(({ remarks }) => remarks)).toEqual([
    { shapes: [{ from: 'b1', to: 'c3' }] },
    {
      comment: 'The open game',
      signs: [1, 10],
      shapes: [
        { from: 'g1', to: 'f3' },
        { from: 'd5', to: 'd5' },
      ],
    },
  ]);
  await page.reload();
  await boardOf(page);
  await expect.poll(() => drawn(page).count()).toBe(1);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => drawn(page).count()).toBe(2);
  expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('The open game');
  expect(
    await page.getByRole('button', { name: 'equal', exact: true }).getAttribute('aria-pressed'),
  ).toBe('true');
  expect(errors).toEqual([]);
  await close();
});

it('draws by touch', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/shogi#7g7f', PHONE);
  await isAt(page, '7g7f');
  await page.getByRole('button', { name: 'Draw arrows' }).tap();
  const hands = new Hands(page, 'touch-drag');
  await hands.take('b2');
  await hands.put('h8');
  await expect.poll(() => drawn(page).count()).toBe(1);
  await isAt(page, '7g7f');
  await page.getByRole('button', { name: 'Draw arrows' }).tap();
  expect(errors).toEqual([]);
  await close();
});

// ---------------------------------------------------------------------------- the engine

it('shows lines of the engine, and plays them', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/chess');
  const lines = page.getByRole('list', { name: 'Best lines' });
  const hints = page.locator('svg.board .drawing.hint');
  await page.keyboard.press('l');
  await lines.locator('.moves button').first().waitFor();
  await expect.poll(() => hints.count()).toBeGreaterThan(0);
  for (let n = 2; n <= 5; n++) {
    await page.getByRole('button', { name: 'More lines' }).click();
    await expect.poll(() => lines.locator('li:has(button)').count()).toBe(n);
  }
  await page.getByRole('button', { name: 'Threat' }).click();
  await page.getByText('If it were Black’s turn:').waitFor();
  await page.getByRole('button', { name: 'Threat' }).click();
  await lines.locator('.moves button').first().waitFor();
  await expect
    .poll(() => lines.locator('.moves').first().locator('button').count())
    .toBeGreaterThan(1);
  await lines.locator('.moves').first().locator('button').nth(1).click();
  await expect.poll(() => treeOf(page)).toHaveLength(2);
  await page.getByRole('switch', { name: 'Engine' }).click();
  await expect.poll(() => hints.count()).toBe(0);
  expect(await lines.count()).toBe(0);
  expect(errors).toEqual([]);
  await close();
});

it.each(['mouse', 'keyboard'])(
  'shows where a line leads while one points at it, by %s',
  async (way) => {
    const { page, errors, close } = await desk(browser, server, '/analysis/raichu');
    const cells = page.locator('[role="gridcell"]');
    const board = () =>
      cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')).join());
    await cells.first().waitFor();
    const before = await board();
    await page.keyboard.press('l');
    const second = page.getByRole('list', { name: 'Best lines' }).locator('.moves button').nth(1);
    await second.waitFor();
    if (way === 'mouse') await second.hover();
    else await second.focus();
    await expect.poll(board).not.toBe(before);
    if (way === 'mouse') await page.mouse.move(0, 0);
    else await second.blur();
    await expect.poll(board).toBe(before);
    expect(await treeOf(page)).toHaveLength(0);
    expect(errors).toEqual([]);
    await close();
  },
);

it('searches a mate', async () => {
  const { page, errors, close } = await desk(
    browser,
    server,
    `/analysis/shogi?${position(MATE)}`,
    PHONE,
  );
  await page.getByRole('button', { name: 'Search for mate' }).tap();
  await page.getByText('Mate in 1:').waitFor();
  await page.getByRole('group', { name: 'Mate in 1:' }).getByRole('button').tap();
  await isAt(page, 'G*5b');
  await page.getByText('The game is over here').first().waitFor();
  expect(errors).toEqual([]);
  await close();
});

it('stops the engine when the page goes', async () => {
  const searching = async () => {
    const text = await (await fetch(`${server.address}/metrics`)).text();
    return Number(/^komadai_sockets (\d+)/m.exec(text)?.[1] ?? 0);
  };
  const one = await desk(browser, server, '/analysis/shogi');
  await one.page.getByRole('switch', { name: 'Engine' }).press('Enter');
  const line = (page: Page) => page.locator('ol[aria-label="Best lines"] .moves button').first();
  await line(one.page).waitFor();
  expect(await searching()).toBeGreaterThan(0);
  await one.page.getByRole('link', { name: 'Settings' }).first().click();
  await expect.poll(searching).toBe(0);
  const two = await desk(browser, server, '/analysis/chess');
  await two.page.getByRole('switch', { name: 'Engine' }).click();
  await line(two.page).waitFor();
  expect([one.errors, two.errors]).toEqual([[], []]);
  await Promise.all([one.close(), two.close()]);
});

// ---------------------------------------------------------------------------- the large games

it('plays both legs of a double move as one', async () => {
  const { position: lion } = positions['raichu lion'];
  const { page, errors, close } = await desk(browser, server, `/analysis/raichu?${position(lion)}`);
  const game = await server.create({ variant: 'raichu', position: lion, opponent: 'local' });
  const { legal } = await server.state(game.id);
  const double = legal.find(({ via, captures }) => via !== undefined && captures.includes(via));
  if (!double) throw new Error('no double move');
  await new Hands(page).make(double);
  // What it takes makes the other side pass.
  await isAt(page, `${double.usi} pass`);
  await expect.poll(() => treeOf(page)).toHaveLength(2);
  expect(errors).toEqual([]);
  await close();
});

it('tells its keys, and they do what is told', async () => {
  const { page, errors, close } = await desk(browser, server, '/analysis/shogi#7g7f');
  await isAt(page, '7g7f');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.waitFor();
  expect(await dialog.locator('dt').allInnerTexts()).toContain('Ctrl + Shift + Z or Ctrl + Y');
  const told = await dialog.locator('kbd').allInnerTexts();
  expect(told).toEqual(expect.arrayContaining(['F', 'L', 'Space', 'X', 'C', 'D', '?', 'Esc']));
  await dialog.getByRole('button', { name: 'Close' }).click();

  // Selected by mouse, with the keyboard nowhere.
  await page.locator('[data-square="c7"]').click();
  const mark = page.locator('[data-mark]').first();
  await mark.waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('.board') ?? null)).toBeNull();
  await page.keyboard.press('Escape');
  await mark.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await close();
});

it('goes through the moves by the wheel, and plays the best move by the space bar', async () => {
  const { page, errors, close } = await desk(
    browser,
    server,
    `/analysis/chess#${inUsi('e2e4 e7e5 g1f3').replaceAll(' ', ',')}`,
  );
  await isAt(page, inUsi('e2e4 e7e5 g1f3'));
  await page.locator('svg.board').hover();
  await page.mouse.wheel(0, -100);
  await isAt(page, inUsi('e2e4 e7e5'));
  await page.waitForTimeout(60);
  await page.mouse.wheel(0, 100);
  await isAt(page, inUsi('e2e4 e7e5 g1f3'));
  await page.keyboard.press('Space');
  await page.locator('.drawing.hint').first().waitFor();
  await page.keyboard.press('Space');
  await expect.poll(() => treeOf(page)).toHaveLength(4);
  // A button has its own use for it.
  const engine = page.getByRole('switch', { name: 'Engine' });
  await engine.focus();
  await page.keyboard.press('Space');
  expect(await engine.getAttribute('aria-checked')).toBe('false');
  expect(errors).toEqual([]);
  await close();
});

it('gives a move of the position as the example of one that is typed', async () => {
  const { page, close } = await desk(browser, server, '/analysis/chess');
  const field = page.getByPlaceholder(/^Type a move: /);
  const example = async () => ((await field.getAttribute('placeholder')) ?? '').split(': ')[1];
  for (let ply = 1; ply <= 4; ply++) {
    const text = (await example()) ?? '';
    await field.fill(text);
    await field.press('Enter');
    await expect.poll(() => treeOf(page)).toHaveLength(ply);
    await expect.poll(() => field.inputValue()).toBe('');
    await expect.poll(example).not.toBe(text);
  }
  await close();
});

it('tells of a forced pass once', async () => {
  const { page, errors, close } = await desk(browser, server, `/analysis/raichu?${position(LION)}`);
  const hands = new Hands(page);
  await hands.take('f5');
  await hands.put('f7');
  await expect.poll(() => treeOf(page)).toHaveLength(2);
  const status = page.locator('.side .status');
  await expect.poll(() => status.locator('p').count()).toBe(3);
  expect((await status.innerText()).match(/pass/gi)?.length).toBe(1);
  const told = await status.innerText();
  await page.keyboard.press('Home');
  // At the capture itself the same is told: nobody else may move.
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => status.innerText()).toBe(told);
  await page.keyboard.press('End');
  await expect.poll(() => treeOf(page)).toHaveLength(2);
  expect(errors).toEqual([]);
  await close();
});
