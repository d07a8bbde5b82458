/** The engine on the visitor's machine: `KOMADAI_ENGINE` says that the program was built with it. */

import { describe, expect, it } from 'vitest';
import { desk } from './desk';
import { open, DESK } from './harness';
import { browser, server } from './stage';

/** Mate by a gold on the fifth file. */
const MATE = '4k4/9/4P4/9/9/9/9/9/4K4 b G 1';

describe.skipIf(!process.env['KOMADAI_ENGINE'])('the engine on this machine', () => {
  it('finds lines and mates by itself, and is remembered', async () => {
    const { page, errors, close } = await open(browser, DESK);
    page.setDefaultTimeout(30_000);
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await page.goto(`${server.address}/analysis/minishogi`);
    const here = page.getByRole('button', { name: 'On this machine' });
    await here.click();
    await page.getByRole('switch', { name: 'Engine' }).click();
    await page.getByText(/^Depth \d+\/\d+/).waitFor();
    await page.goto(`${server.address}/analysis/shogi?${new URLSearchParams({ position: MATE })}`);
    expect(await here.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Search for mate' }).click();
    await page.getByText('Mate in 1:').waitFor();
    expect([sockets, errors]).toEqual([[], []]);
    await close();
  });

  it('searches in a game by the rules that it has', async () => {
    const wish = { variant: 'chess', opponent: 'local', set: { 'end.move_limit': '300' } } as const;
    const { id } = await server.create(wish);
    const { page, errors, close } = await desk(browser, server, `/analysis/chess?game=${id}`);
    await page.getByRole('button', { name: 'On this machine' }).click();
    await page.getByRole('switch', { name: 'Engine' }).click();
    await page.getByText(/^Depth \d+\/\d+/).waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
