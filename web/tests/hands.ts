/** A player's hands: a legal move becomes clicks, taps or keys, as a person would make them. */

import type { Page } from 'playwright-core';
import type { Legal, Square } from '../src/api/types';

export type Way = 'mouse' | 'touch' | 'keys' | 'drag';

export class Hands {
  constructor(
    private readonly page: Page,
    private readonly way: Way = 'mouse',
  ) {}

  async make(move: Legal): Promise<void> {
    const { page } = this;
    if (this.way === 'drag') return this.#drag(move);
    if (move.drop !== undefined) await this.#hand(move.drop);
    else await this.square(move.from ?? '');
    if (move.via !== undefined && move.captures.includes(move.via)) {
      await this.square(move.via);
      if (!(await this.#open())) return this.#choose(move);
    }
    await this.square(move.to ?? '');
    // Where a first leg was understood, the same square once more ends the move.
    const stop = page.locator(`[data-mark="stop"][data-at="${move.to}"]`);
    if ((await stop.count()) > 0) await this.square(move.to ?? '');
    await this.#choose(move);
  }

  /** Points at a square in this way. */
  async square(square: Square): Promise<void> {
    const cell = this.page.locator(`[data-square="${square}"]`);
    if (this.way === 'keys') {
      await this.#walk(square);
      return this.page.keyboard.press('Enter');
    }
    if (this.way === 'mouse') return cell.click({ force: true });
    await cell.tap({ force: true });
    await this.#closer(square);
  }

  /** Where squares are small a tap shows them larger, and a second tap means one of them. */
  async #closer(square: Square): Promise<void> {
    const lens = this.page.locator('svg.lens');
    if ((await lens.count()) === 0) return;
    const number = async (name: string) =>
      Number(await this.page.locator(`[data-square="${square}"]`).getAttribute(name));
    const x = (await number('x')) + (await number('width')) / 2;
    const y = (await number('y')) + (await number('height')) / 2;
    const box = await lens.boundingBox();
    const view = ((await lens.getAttribute('viewBox')) ?? '').split(' ').map(Number);
    const [left = 0, top = 0, width = 1, height = 1] = view;
    if (!box) throw new Error('the lens is not there');
    const px = box.x + ((x - left) / width) * box.width;
    const py = box.y + ((y - top) / height) * box.height;
    await this.page.touchscreen.tap(px, py);
  }

  /** By arrow keys from the square that has the focus. */
  async #walk(square: Square): Promise<void> {
    const { page } = this;
    const focused = page.locator('[data-square][tabindex="0"]');
    if ((await page.locator('[data-square]:focus').count()) === 0) await focused.focus();
    const at = (await focused.getAttribute('data-square')) ?? '';
    const away = (from: string, to: string) => [
      to.charCodeAt(0) - from.charCodeAt(0),
      Number(to.slice(1)) - Number(from.slice(1)),
    ];
    const [files = 0, ranks = 0] = away(at, square);
    for (let i = 0; i < Math.abs(ranks); i++)
      await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
    for (let i = 0; i < Math.abs(files); i++)
      await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  }

  async #hand(piece: string): Promise<void> {
    const held = this.page.locator(`[data-hand="${piece}"][aria-disabled="false"]`);
    if (this.way === 'keys') {
      await held.focus();
      await this.page.keyboard.press('Enter');
    } else if (this.way === 'touch') await held.tap();
    else await held.click();
  }

  async #drag(move: Legal): Promise<void> {
    const { page } = this;
    const source =
      move.drop === undefined
        ? page.locator(`[data-square="${move.from}"]`)
        : page.locator(`[data-hand="${move.drop}"][aria-disabled="false"]`);
    const target = page.locator(`[data-square="${move.to}"]`);
    const [from, to] = [await source.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await this.#choose(move);
  }

  /** Whether the board waits for another square. */
  async #open(): Promise<boolean> {
    return (await this.page.locator('[data-mark]').count()) > 0;
  }

  /** Answers what is asked beside the square, if anything is. */
  async #choose(move: Legal): Promise<void> {
    const chooser = this.page.locator('.chooser');
    if ((await chooser.count()) === 0) return;
    const passes = move.to === move.from && move.captures.length === 0;
    const choice = passes ? 'pass' : (move.becomes ?? move.piece);
    const button = chooser.locator(`[data-choice="${choice}"]`).first();
    if (this.way === 'keys') {
      await button.focus();
      await this.page.keyboard.press('Enter');
    } else await button.click();
  }
}
