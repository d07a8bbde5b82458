/** The server dies in mid-game and comes back: nothing is lost, and the page says so. */

import { expect, it } from 'vitest';
import { Hands } from './hands';
import { DESK, open, PHONE, sit, until } from './harness';
import { browser, server } from './stage';

it('goes on after the server was killed', async () => {
  const created = await server.create({ variant: 'minishogi', opponent: 'local' });
  const { page, errors, close } = await open(browser, DESK);
  await sit(page, server, created);
  const hands = new Hands(page);
  for (let ply = 0; ply < 4; ply++) {
    await expect.poll(() => page.locator('ol li').count()).toBe(ply);
    const { legal } = await server.state(created.id);
    if (ply === 2) {
      await server.kill();
      await page.getByText('Connection lost').waitFor();
      await server.up();
      await page.getByText('Connected again').waitFor();
    }
    if (ply === 3) await server.kill();
    if (legal[0]) await hands.make(legal[0]);
    if (ply === 3) {
      // What is moved without a connection is sent later.
      await page.getByText('Your move is sent as soon as it is back').waitFor();
      await server.up();
    }
    await until(server, created.id, (state) => state.ply === ply + 1);
  }
  await expect.poll(() => page.locator('ol li').count()).toBe(4);
  expect(errors).toEqual([]);
  await close();
});

it('seats a friend by a link', async () => {
  const one = await open(browser, DESK);
  await one.page.goto(`${server.address}/new/judkins`);
  await one.page.getByRole('radio', { name: 'A friend, by a link' }).check();
  await one.page.getByRole('button', { name: 'Begin' }).click();
  const field = one.page.locator('input[readonly]');
  await field.waitFor();
  const address = await field.inputValue();

  const two = await open(browser, PHONE);
  await two.page.goto(address);
  await two.page.locator('svg.board').waitFor();
  // The token does not stay in the address.
  await expect.poll(() => new URL(two.page.url()).hash).toBe('');
  await expect.poll(() => field.count()).toBe(0);

  const id = new URL(address).pathname.split('/').at(-1) ?? '';
  const { legal } = await server.state(id);
  if (legal[0]) await new Hands(one.page).make(legal[0]);
  await expect.poll(() => two.page.locator('ol li').count()).toBe(1);
  const reply = (await server.state(id)).legal[0];
  if (reply) await new Hands(two.page, 'touch').make(reply);
  await expect.poll(() => one.page.locator('ol li').count()).toBe(2);

  // Whoever comes later only watches.
  const three = await open(browser, DESK);
  await three.page.goto(address);
  await three.page.getByText('The seat of this link is taken').waitFor();
  expect(await three.page.getByRole('button', { name: 'Resign' }).count()).toBe(0);

  await one.page.getByRole('button', { name: 'Offer a draw' }).click();
  await two.page.getByRole('button', { name: 'Accept' }).click();
  await one.page.getByRole('heading', { name: 'Draw' }).waitFor();
  expect([...one.errors, ...two.errors]).toEqual([]);
  // The browser itself tells of the seat that was refused.
  expect(three.errors.filter((error) => !error.includes('403'))).toEqual([]);
  for (const { close } of [one, two, three]) await close();
});

it('goes on with a seat on another device', async () => {
  const created = await server.create({ variant: 'minishogi', opponent: 'link', side: 'first' });
  const desk = await open(browser, DESK);
  await sit(desk.page, server, created);
  await desk.page.getByRole('button', { name: 'Share' }).click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.getByText('This address works on this computer only').first().waitFor();
  const address = await dialog.locator('input').nth(2).inputValue();
  await dialog.getByRole('button', { name: 'QR code' }).first().click();
  await dialog.locator('img').waitFor();
  await desk.page.keyboard.press('Escape');

  const phone = await open(browser, PHONE);
  await phone.page.goto(address);
  await desk.page.getByText('Your seat is used in another browser').waitFor();
  expect(await desk.page.getByRole('button', { name: 'Cancel the game' }).count()).toBe(0);
  const { legal } = await server.state(created.id);
  if (legal[0]) await new Hands(phone.page, 'touch').make(legal[0]);
  await expect.poll(() => desk.page.locator('ol li').count()).toBe(1);
  expect([...desk.errors, ...phone.errors]).toEqual([]);
  await desk.close();
  await phone.close();
});

it('shows a position by its address, and as a picture', async () => {
  const created = await server.create({ variant: 'minishogi', opponent: 'local' });
  const { page, errors, close } = await open(browser, DESK);
  await sit(page, server, created);
  const hands = new Hands(page);
  for (const ply of [1, 2]) {
    const { legal } = await server.state(created.id);
    if (legal[0]) await hands.make(legal[0]);
    await until(server, created.id, (state) => state.ply === ply);
  }
  await page.getByRole('button', { name: 'One move back' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  const address = await dialog.getByLabel('To show the position after move 1:').inputValue();
  const link = dialog.getByRole('link', { name: 'Picture of the position' });
  const picture = await page.request.get(server.address + (await link.getAttribute('href')));
  expect(picture.headers()['content-type']).toBe('image/png');
  const other = await open(browser, DESK);
  await other.page.goto(address);
  await other.page.getByText('You are looking at move 1').waitFor();
  await other.page.getByRole('link', { name: 'Play from here' }).click();
  await other.page.getByText('Goes on after move 1.').waitFor();
  await other.page.getByRole('radio', { name: 'Two at this screen' }).check();
  await other.page.getByRole('button', { name: 'Begin' }).click();
  await other.page.waitForURL(/\/game\//);
  await other.page.locator('svg.board').waitFor();
  const next = new URL(other.page.url()).pathname.split('/').at(-1) ?? '';
  const { moves } = await server.state(created.id);
  const goesOn = await server.state(next);
  expect(goesOn.position).toBe(moves[0]?.position);
  expect(goesOn.moves.map(({ usi, by }) => [usi, by])).toEqual([[moves[0]?.usi, 'recorded']]);
  expect([...errors, ...other.errors]).toEqual([]);
  await close();
  await other.close();
});

it('tosses five pawns', async () => {
  const { page, errors, close } = await open(browser, DESK);
  await page.goto(`${server.address}/new/shogi`);
  await page.getByRole('radio', { name: 'Furigoma' }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByText(/You play (Sente|Gote)\./).waitFor();
  await page.getByRole('button', { name: 'To the board' }).click();
  await page.locator('svg.board').waitFor();
  expect(errors).toEqual([]);
  await close();
});
