/** A position that is being set up, and what the server says of it. */

import { Refusal } from '../../api/client';
import type { PieceId, Square, VariantInfo } from '../../api/types';
import { inWords } from '../../app/errors';
import { said } from '../../i18n/index.svelte';
import type { AskSetup, SetupForm, SetupView, SetupWish } from './forms';
import {
  atStart,
  carry,
  cycle,
  isSame,
  manOn,
  provisional,
  remove,
  set,
  type Man,
  type Origin,
  type Target,
} from './operations';
import { toggleUnmoved } from './rights';

/** What a click on a square does. */
export type Tool =
  | { kind: 'move' }
  | { kind: 'erase' }
  /** Says whether a piece has ever moved. */
  | { kind: 'unmoved' }
  | { kind: 'piece'; man: Man };

/** So long a change waits for the next one before the server hears of it. */
const DEBOUNCE_MS = 150;

export interface Surroundings {
  readonly info: VariantInfo;
  ask: AskSetup;
  onchange: (view: SetupView) => void;
  /** Hears of every change that was made here. */
  ontold?: (before: SetupForm, after: SetupForm) => void;
}

interface Request {
  wish: SetupWish;
  /** What to do with a text that could be read. */
  onread?: (view: SetupView) => void;
  onunread?: () => void;
}

type Sentence = ReturnType<typeof said>;

export class Editor {
  setup: SetupForm = $state.raw() as SetupForm;
  tool = $state.raw<Tool>({ kind: 'move' });
  /** Picked up by a click, to be put down by another. */
  picked = $state.raw<Square | undefined>();
  /** The server's last answer. */
  view = $state.raw<SetupView | null>(null);
  /** Nobody has answered. */
  offline = $state.raw(false);
  /** A text that is being written, until it is read or given up. */
  typed = $state.raw<string | null>(null);
  /** Why the written text cannot be read. */
  unreadable = $state.raw<Sentence>();
  /** Why the position could not be judged at all. */
  refused = $state.raw<Sentence>();

  #judged = $state.raw<SetupForm>();
  #past = $state.raw<readonly SetupForm[]>([]);
  #future = $state.raw<readonly SetupForm[]>([]);
  #stroke: number | undefined;
  #strokes = 0;
  #erases = false;
  #request: Request | undefined;
  #sent = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that was read, still as it was written. */
  #read: string | undefined;
  /** The position that the page knows of already. */
  #followed: string | undefined;
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
    this.setup = atStart(around.info);
  }

  /** Whether the last answer is about the position of now. */
  get fresh(): boolean {
    return this.view !== null && this.#judged === this.setup;
  }

  get text(): string {
    return this.typed ?? this.view?.position ?? '';
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Pieces of which it matters whether they have moved. */
  get unmovedIds(): readonly PieceId[] {
    return this.view?.uses.unmoved ?? [];
  }

  get drops(): boolean {
    return this.view?.uses.drops ?? this.#around.info.drops;
  }

  // ------------------------------------------------------------------------- changes

  /** Another position; all of one stroke are undone together. */
  edit(next: SetupForm, stroke?: number): void {
    if (next === this.setup) return;
    if (stroke === undefined || stroke !== this.#stroke) this.#remember();
    this.#stroke = stroke;
    this.#show(next);
    this.#giveUpText();
    this.#check();
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.setup];
    this.#goTo(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.setup];
    this.#goTo(after);
  }

  #goTo(setup: SetupForm): void {
    this.#stroke = undefined;
    this.#show(setup);
    this.#giveUpText();
    this.#check();
  }

  #remember(): void {
    this.#past = [...this.#past, this.setup];
    this.#future = [];
  }

  #show(next: SetupForm): void {
    const before = this.setup;
    this.setup = next;
    this.picked = undefined;
    this.#around.ontold?.(before, next);
  }

  #giveUpText(): void {
    this.typed = null;
    this.unreadable = undefined;
  }

  // ------------------------------------------------------------------------- on squares

  choose(tool: Tool): void {
    this.tool = tool;
    this.picked = undefined;
  }

  click(square: Square): void {
    const { tool } = this;
    const { info } = this.#around;
    if (tool.kind === 'move') this.#pick(square);
    else if (tool.kind === 'unmoved')
      this.edit(toggleUnmoved(this.setup, info, this.unmovedIds, square));
    else {
      this.beginStroke(square);
      this.paint(square);
    }
  }

  #pick(square: Square): void {
    const { picked } = this;
    if (picked === undefined) this.picked = manOn(this.setup, square) && square;
    else if (picked === square) this.picked = undefined;
    else this.carry({ square: picked }, { square });
  }

  /** A stroke that begins on a piece like the one that is painted takes such pieces away. */
  beginStroke(square: Square): void {
    const { tool } = this;
    this.#strokes += 1;
    this.#erases =
      tool.kind === 'erase' ||
      (tool.kind === 'piece' && isSame(manOn(this.setup, square), tool.man));
  }

  paint(square: Square): void {
    const { tool, setup } = this;
    const { info } = this.#around;
    if (tool.kind === 'erase') this.edit(remove(setup, square), this.#strokes);
    if (tool.kind !== 'piece') return;
    const same = isSame(manOn(setup, square), tool.man);
    if (!this.#erases) this.edit(set(setup, info, square, tool.man), this.#strokes);
    else if (same) this.edit(remove(setup, square), this.#strokes);
  }

  carry(origin: Origin, target: Target): void {
    this.edit(carry(this.setup, this.#around.info, origin, target));
  }

  cycle(square: Square): void {
    this.edit(cycle(this.setup, this.#around.info, square));
  }

  // ------------------------------------------------------------------------- texts

  /** A position of the page's, unless it has it from here. */
  follow(position: string): void {
    if (position !== this.#followed) this.load(position);
  }

  /** A whole position by its text, which is shown at once and put right by the server. */
  load(position: string): void {
    const [before, past] = [this.setup, this.#past];
    if (this.#followed !== undefined) this.#remember();
    this.#followed = position;
    this.#stroke = undefined;
    const shown = provisional(this.#around.info, position);
    this.#show(shown);
    this.#giveUpText();
    this.typed = position;
    const onread = (view: SetupView): void => {
      this.setup = view.setup;
      this.typed = null;
    };
    const onunread = (): void => {
      this.setup = before;
      this.#past = past;
    };
    void this.#send({ wish: { position }, onread, onunread });
  }

  /** The board follows a written text as soon as it can be read. */
  type(text: string): void {
    this.typed = text;
    this.unreadable = undefined;
    this.#read = undefined;
    const onread = (view: SetupView): void => {
      this.#remember();
      this.#stroke = undefined;
      this.#show(view.setup);
      this.#read = text;
    };
    this.#later({ wish: { position: text.trim() }, onread });
  }

  /** Nobody is writing any more: a text that was read is shown as the variant writes it. */
  settle(): void {
    if (this.typed === this.#read) this.typed = null;
  }

  // ------------------------------------------------------------------------- the server

  #check(): void {
    this.#later({ wish: { setup: this.setup } });
  }

  #later(request: Request): void {
    this.#sent += 1;
    this.#request = request;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(request), DEBOUNCE_MS);
  }

  /** Asks once more what nobody has answered. */
  retry(): void {
    if (this.#request) void this.#send(this.#request);
  }

  async #send(request: Request): Promise<void> {
    clearTimeout(this.#timer);
    this.#request = request;
    const number = (this.#sent += 1);
    try {
      const view = await this.#around.ask(request.wish);
      if (number === this.#sent) this.#take(view, request);
    } catch (error) {
      if (number === this.#sent) this.#fail(error, request);
    }
  }

  #take(view: SetupView, { onread }: Request): void {
    this.offline = false;
    this.refused = undefined;
    onread?.(view);
    this.view = view;
    this.#judged = this.setup;
    this.#followed = view.position;
    this.#around.onchange(view);
  }

  #fail(error: unknown, { wish, onunread }: Request): void {
    this.offline = error instanceof Refusal && error.offline;
    if (this.offline) return;
    const ja = error instanceof Refusal ? error.error.reason_ja : undefined;
    const sentence = said(inWords(error), ja);
    if ('setup' in wish) {
      this.refused = sentence;
      return;
    }
    this.unreadable = sentence;
    onunread?.();
    // The text has come between the board and its answer.
    if (!this.fresh) this.#check();
  }

  /** Nobody listens any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#sent += 1;
  }
}
