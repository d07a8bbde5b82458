/** A player's hands: a legal move becomes clicks, taps, keys or drags, as a person would make them. */

import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Legal, PieceId, Square } from '../src/api/types';
import type { Place } from '../src/board/geometry';

/** What hands can do with what lies on the table, whatever they do it with. */
interface Input {
  /** Takes a piece up. */
  take(piece: Locator): Promise<void>;
  /** Sets it down on a square, or points there once more. */
  put(square: Locator): Promise<void>;
  press(button: Locator): Promise<void>;
}

const INPUTS = {
  mouse: (page: Page): Input => new Pointing(page, new Mouse(page)),
  touch: (page: Page): Input => new Pointing(page, new Finger(page)),
  keyboard: (page: Page): Input => new Keyboard(page),
  drag: (page: Page): Input => new Dragging(page, new Mouse(page)),
  'touch-drag': (page: Page): Input => new Dragging(page, new Finger(page)),
};

export type Way = keyof typeof INPUTS;
export const WAYS = Object.keys(INPUTS) as Way[];

export class Hands {
  readonly #input: Input;

  constructor(
    private readonly page: Page,
    private readonly way: Way = 'mouse',
  ) {
    this.#input = INPUTS[way](page);
  }

  /** Makes a move; `onto` where another square than its own may stand for it. */
  async make(move: Legal, onto: Square = move.to ?? ''): Promise<void> {
    const { via, drop } = move;
    await this.#input.take(drop === undefined ? this.#square(move.from ?? '') : this.#held(drop));
    if (via !== undefined && move.captures.includes(via)) {
      await this.put(via);
      if (!(await this.#open())) return this.#choose(move);
    }
    await this.put(onto);
    // A finger is told first whom a move takes elsewhere.
    const aside = move.captures.some((victim) => victim !== onto && victim !== via);
    const asked = (await this.#asked()) || (await this.#places());
    if (this.way === 'touch' && aside && !asked) await this.put(onto);
    // Where a first leg was understood, the same square once more ends the move.
    const stop = this.page.locator(`[data-mark="stop"][data-at="${onto}"]`);
    if ((await stop.count()) > 0) await this.put(onto);
    await this.#choose(move);
  }

  take(square: Square): Promise<void> {
    return this.#input.take(this.#square(square));
  }

  put(square: Square): Promise<void> {
    return this.#input.put(this.#square(square));
  }

  /** Drags a piece without resting on it: a finger that rests means something else where positions are set up. */
  async drag(from: Square, to: Square): Promise<void> {
    const pointer = this.way === 'touch-drag' ? new Finger(this.page) : new Mouse(this.page);
    const start = await middle(this.#square(from));
    const end = centre(await boxOf(this.#square(to)));
    await pointer.down(start);
    await pointer.move(end);
    await pointer.up();
  }

  #square(square: Square): Locator {
    return this.page.locator(`[data-square="${square}"]`);
  }

  #held(piece: PieceId): Locator {
    return this.page.locator(`[data-hand="${piece}"][aria-disabled="false"]`);
  }

  /** Whether the board waits for another square. */
  async #open(): Promise<boolean> {
    return (await this.page.locator('[data-mark]').count()) > 0;
  }

  /** Whether something is asked beside the square. */
  async #asked(): Promise<boolean> {
    return (await this.page.locator('.chooser').count()) > 0;
  }

  /** Whether the board waits for the square on which a piece is placed. */
  async #places(): Promise<boolean> {
    return (await this.page.locator('[data-mark="place"]').count()) > 0;
  }

  /** Answers what is asked, if anything is: beside the square, or by squares where a piece is placed. */
  async #choose(move: Legal): Promise<void> {
    const passes = move.to === move.from && move.captures.length === 0;
    await this.#answer('move', passes ? 'pass' : (move.becomes ?? move.piece));
    if (await this.#places()) await this.#place(move);
    await this.#answer('placed', move.places?.piece ?? 'nothing');
  }

  async #answer(asks: 'move' | 'placed', choice: string): Promise<void> {
    const chooser = this.page.locator(`.chooser[data-asks="${asks}"]`);
    if ((await chooser.count()) === 0) return;
    await this.#input.press(chooser.locator(`[data-choice="${choice}"]`));
  }

  /** A piece that stands on the board can be dragged from there. */
  async #place({ places, to }: Legal): Promise<void> {
    const square = places?.square ?? to ?? '';
    if (places?.from === undefined || !this.way.includes('drag')) {
      return this.#input.press(this.#square(square));
    }
    await this.take(places.from);
    await this.put(square);
  }
}

// ---------------------------------------------------------------------------- pointers

interface Pointer {
  down(at: Place): Promise<void>;
  move(to: Place): Promise<void>;
  up(): Promise<void>;
}

class Mouse implements Pointer {
  constructor(private readonly page: Page) {}

  async down({ x, y }: Place): Promise<void> {
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
  }

  move({ x, y }: Place): Promise<void> {
    return this.page.mouse.move(x, y, { steps: 5 });
  }

  up(): Promise<void> {
    return this.page.mouse.up();
  }
}

class Finger implements Pointer {
  #device: Promise<CDPSession> | undefined;
  #at: Place = { x: 0, y: 0 };
  #swipes = false;

  constructor(private readonly page: Page) {}

  async down(at: Place): Promise<void> {
    this.#at = at;
    await this.#touch('touchStart', [at]);
  }

  async move(to: Place): Promise<void> {
    const { x, y } = this.#at;
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
      await this.#touch('touchMove', [{ x: x + part * (to.x - x), y: y + part * (to.y - y) }]);
    }
    this.#swipes = true;
  }

  /** A finger rests before it lets go: Chromium takes a tap after a flick for one that stops it. */
  async up(): Promise<void> {
    if (this.#swipes) await this.page.waitForTimeout(150);
    this.#swipes = false;
    await this.#touch('touchEnd', []);
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]): Promise<void> {
    this.#device ??= this.page.context().newCDPSession(this.page);
    await (await this.#device).send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

/** By one click or tap after another. */
class Pointing implements Input {
  constructor(
    protected readonly page: Page,
    protected readonly pointer: Pointer,
  ) {}

  take(piece: Locator): Promise<void> {
    return this.#point(piece);
  }

  put(square: Locator): Promise<void> {
    return this.#point(square);
  }

  press(button: Locator): Promise<void> {
    return this.#point(button);
  }

  async #point(at: Locator): Promise<void> {
    await this.pointer.down(await middle(at));
    await this.lift(at);
  }

  /** Where squares are small a tap shows them larger, and a second tap means one of them. */
  protected async lift(at: Locator): Promise<void> {
    await this.pointer.up();
    const lens = this.page.locator('.lens svg');
    if ((await lens.count()) === 0) return;
    const shown = ((await lens.getAttribute('viewBox')) ?? '').split(' ').map(Number);
    const [left = 0, top = 0, width = 1, height = 1] = shown;
    const drawn = async (name: string) => Number(await at.getAttribute(name));
    const x = (await drawn('x')) + (await drawn('width')) / 2;
    const y = (await drawn('y')) + (await drawn('height')) / 2;
    const box = await boxOf(lens);
    await this.pointer.down({
      x: box.x + ((x - left) / width) * box.width,
      y: box.y + ((y - top) / height) * box.height,
    });
    await this.pointer.up();
  }
}

/** By dragging the piece from one place to the next; where it stays, by pointing at it. */
class Dragging extends Pointing {
  #at: Place = { x: 0, y: 0 };
  #holds = false;

  override async take(piece: Locator): Promise<void> {
    this.#at = await middle(piece);
    await this.pointer.down(this.#at);
    this.#holds = true;
  }

  override async put(square: Locator): Promise<void> {
    const to = this.#holds ? centre(await boxOf(square)) : await middle(square);
    const stays = near(to, this.#at);
    if (stays && this.#holds) await this.lift(square);
    if (stays || !this.#holds) await this.pointer.down(this.#at);
    if (stays) await this.lift(square);
    else {
      await this.pointer.move(to);
      await this.pointer.up();
    }
    this.#at = to;
    this.#holds = false;
  }
}

type Box = Place & { width: number; height: number };

async function boxOf(what: Locator): Promise<Box> {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not to be seen`);
  return box;
}

const centre = ({ x, y, width, height }: Box): Place => ({ x: x + width / 2, y: y + height / 2 });

/** Where to point at something, once it is in sight. */
async function middle(of: Locator): Promise<Place> {
  await of.scrollIntoViewIfNeeded();
  return centre(await boxOf(of));
}

const near = (a: Place, b: Place): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 1;

// ---------------------------------------------------------------------------- keys

/** By Tab to the board, to a stand or to what is asked; by arrows from square to square; by Enter. */
class Keyboard implements Input {
  constructor(private readonly page: Page) {}

  take(piece: Locator): Promise<void> {
    return this.press(piece);
  }

  put(square: Locator): Promise<void> {
    return this.press(square);
  }

  async press(what: Locator): Promise<void> {
    if ((await what.getAttribute('role')) === 'gridcell') await this.#walk(what);
    else await this.#tab(what);
    await this.page.keyboard.press('Enter');
  }

  async #tab(to: Locator): Promise<void> {
    for (let n = 0; n < 60; n++) {
      const way = await to.evaluate((element) => {
        const active = document.activeElement ?? document.body;
        if (active === element) return null;
        const before = Node.DOCUMENT_POSITION_PRECEDING;
        return active.compareDocumentPosition(element) & before ? 'Shift+Tab' : 'Tab';
      });
      if (way === null) return;
      await this.page.keyboard.press(way);
    }
    throw new Error(`Tab does not lead to ${to}`);
  }

  /** Up or down first; where the board is narrower there, to the side first. */
  async #walk(to: Locator): Promise<void> {
    const focused = this.page.locator('[role="gridcell"]:focus');
    if ((await focused.count()) === 0) {
      await this.#tab(this.page.locator('[role="gridcell"][tabindex="0"]'));
    }
    const target = await middle(to);
    let before: Place | undefined;
    for (let n = 0; n < 60; n++) {
      const here = await middle(focused);
      const [right, down] = [target.x - here.x, target.y - here.y].map(Math.round);
      if (!right && !down) return;
      const stuck = before && near(before, here);
      before = here;
      const aside = !down || (stuck && right);
      await this.page.keyboard.press(
        aside
          ? Number(right) > 0
            ? 'ArrowRight'
            : 'ArrowLeft'
          : down > 0
            ? 'ArrowDown'
            : 'ArrowUp',
      );
    }
    throw new Error(`arrows do not lead to ${to}`);
  }
}
