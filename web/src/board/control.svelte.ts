/**
 * The hands at the board: pointers and keys become actions of the input machine, and its answers
 * become events. One gesture is a press, perhaps a drag, and a release.
 */

import type { Legal, PieceId, Side, Square } from '../api/types';
import { toggle, type Drawing } from './drawing';
import { place, type Cell, type Place } from './geometry';
import {
  endings,
  IDLE,
  leaves,
  movesOf,
  placings,
  reduce,
  replay,
  type Action,
  type Input,
  type Premove,
  type Source,
  type Table,
} from './input';
import { marks } from './marks';
import type { Scene } from './scene';
import type { Speaker } from './speak';
import { source } from './view';

export interface Illegal {
  from?: Square;
  drop?: PieceId;
  to: Square;
}

/** A piece that is looked at. */
export interface Inspected {
  piece: PieceId;
  side: Side;
  square: Square | null;
  /** `hold`: pressed for long, on a touch screen. */
  by: 'hover' | 'hold';
}

export interface Listeners {
  onmove?: (event: { usi: string; move: Legal }) => void;
  onillegal?: (event: Illegal) => void;
  onselect?: (event: Source | null) => void;
  onpremove?: (event: Premove | null) => void;
  ondraw?: (event: Drawing[]) => void;
  oninspect?: (event: Inspected | null) => void;
  /** What is asked of who is moving, in words, as long as it is asked. */
  onprompt?: (event: string | null) => void;
}

/** What the board is at the moment; whoever reads it gets what holds then. */
export interface View extends Listeners {
  readonly scene: Scene;
  readonly table: Table;
  readonly say: Speaker;
  pieceOn: (square: Square) => PieceId | undefined;
  /** What the page keeps of the drawings, where it does: a move does not wipe them away. */
  readonly drawn: readonly Drawing[] | undefined;
  /** Whether every press draws. */
  readonly draws: boolean;
}

interface Gesture {
  pointer: number;
  start: Cell | undefined;
  hand: PieceId | undefined;
  x: number;
  y: number;
  /** Selected by this very press, so that its release means nothing. */
  fresh: boolean;
  draws: boolean;
  touch: boolean;
  hold: ReturnType<typeof setTimeout> | undefined;
  /** Pressed for so long that the piece is shown. */
  held: boolean;
}

export interface Drag {
  piece: PieceId;
  side: Side;
  at: Place;
  over: Square | undefined;
  touch: boolean;
  /** Where it was taken up, if from the board. */
  from: Square | undefined;
}

/** Below this height of a square, in pixels, a finger cannot hit it for sure. */
export const SMALL = 34;
const DRAG = 6;
const HOLD_MS = 500;

export class Control {
  input = $state.raw<Input>(IDLE);
  hover = $state.raw<Square | undefined>(undefined);
  cursor = $state.raw<Square | undefined>(undefined);
  drag = $state.raw<Drag | undefined>(undefined);
  /** Made here, not yet answered. */
  pending = $state.raw<Legal | undefined>(undefined);
  premove = $state.raw<Premove | undefined>(undefined);
  drawings = $state.raw<Drawing[]>([]);
  /** The middle of what is shown larger. */
  lens = $state.raw<Cell | undefined>(undefined);
  said = $state.raw('');
  /** The hand has carried the piece already. */
  instant = $state.raw(false);

  #gesture: Gesture | undefined;
  #drawsFrom: Square | undefined;
  readonly #view: View;

  constructor(view: View) {
    this.#view = view;
  }

  act(action: Action): void {
    const { table } = this.#view;
    const before = this.input;
    if (this.premove && action.type !== 'choose') this.dropPremove();
    this.#take(reduce(before, action, table));
    if (before.kind !== 'idle' && this.input.kind === 'idle' && !this.pending && !this.premove) {
      this.said = this.#view.say.text.cancelled;
    }
  }

  #take({ input, output }: ReturnType<typeof reduce>): void {
    const view = this.#view;
    const was = source(this.input);
    this.input = input;
    this.#announce(input);
    if (source(input) !== was) view.onselect?.(source(input) ?? null);
    if (output?.type === 'move') {
      this.pending = output.move;
      view.onmove?.({ usi: output.move.usi, move: output.move });
    } else if (output?.type === 'illegal') {
      view.onillegal?.({ ...output.source, to: output.to });
    } else if (output?.type === 'premove') {
      this.premove = output.premove;
      view.onpremove?.(output.premove);
    }
  }

  #announce(input: Input): void {
    const { say, table, pieceOn } = this.#view;
    if (input.kind === 'leg') this.said = say.text.goOn(say.square(input.via));
    const open = placings(input);
    if (open) this.said = say.placing(open);
    else if (input.kind === 'choice') this.said = say.text.choose;
    if (input.kind !== 'source') return;
    const count = endings(movesOf(input.source, table));
    this.said =
      'drop' in input.source
        ? say.text.handSelected(say.piece(input.source.drop), count)
        : say.text.selected(
            say.piece(pieceOn(input.source.from) ?? ''),
            say.square(input.source.from),
            count,
          );
  }

  dropPremove(): void {
    if (!this.premove) return;
    this.premove = undefined;
    this.#view.onpremove?.(null);
  }

  /** A new position: what was begun goes on only where it still can. */
  renew(): void {
    const { table } = this.#view;
    const premove = this.premove;
    this.pending = undefined;
    this.lens = undefined;
    if (premove && table.mode === 'move') {
      this.premove = undefined;
      this.#view.onpremove?.(null);
      this.#take(replay(premove, table));
      return;
    }
    const held = source(this.input);
    const alive =
      held && ('from' in held ? table.owner(held.from) === table.side : table.hand(held.drop) > 0);
    if (this.input.kind !== 'source' || !alive) {
      this.input = IDLE;
      this.drag = undefined;
    }
  }

  // ------------------------------------------------------------------------- pointers

  press(
    event: PointerEvent,
    start: Cell | undefined,
    point: Place,
    small: boolean,
    hand?: PieceId,
  ): void {
    if (this.#gesture || event.button === 1) return;
    const draws = event.button === 2 || this.#view.draws;
    const touch = event.pointerType === 'touch';
    this.instant = false;
    const gesture: Gesture = {
      pointer: event.pointerId,
      start,
      hand,
      ...point,
      fresh: false,
      draws,
      touch,
      hold: undefined,
      held: false,
    };
    this.#gesture = gesture;
    if (draws) return;
    if (this.drawings.length > 0 && !this.#view.drawn) this.#draw([]);
    if (touch && start) gesture.hold = setTimeout(() => this.#held(gesture, start.square), HOLD_MS);
    if (hand !== undefined) return;
    if (start && !(touch && small)) gesture.fresh = this.#pick(start.square);
  }

  /** Selects an own piece at once, unless a click there would mean something else. */
  #pick(square: Square): boolean {
    const { table } = this.#view;
    if (table.mode === 'watch' || table.owner(square) !== table.side) return false;
    const held = source(this.input);
    if (held && 'from' in held && held.from === square) return false;
    if (this.#means(square)) return false;
    this.act({ type: 'square', square });
    const now = source(this.input);
    return now !== undefined && 'from' in now && now.from === square;
  }

  /** Whether a click there goes on with what was begun. */
  #means(square: Square): boolean {
    const { table } = this.#view;
    if (this.input.kind === 'place') {
      return leaves(this.input) === square || marks(this.input, table).has(square);
    }
    if (this.input.kind !== 'source') return false;
    const held = source(this.input);
    const castles = held && 'from' in held && table.partner?.(held.from, square) !== undefined;
    return castles === true || marks(this.input, table).has(square);
  }

  /** Looking at a piece is not a click on it. */
  #held(gesture: Gesture, square: Square): void {
    const { table, pieceOn, oninspect } = this.#view;
    const [piece, side] = [pieceOn(square), table.owner(square)];
    if (!piece || !side) return;
    if (gesture.fresh) this.act({ type: 'cancel' });
    gesture.fresh = true;
    gesture.held = true;
    oninspect?.({ piece, side, square, by: 'hold' });
  }

  move(event: PointerEvent, cell: Cell | undefined, point: Place, client: Place): void {
    const gesture = this.#gesture;
    if (!gesture) {
      if (event.pointerType === 'mouse') this.look(cell?.square);
      return;
    }
    if (event.pointerId !== gesture.pointer || gesture.draws) return;
    if (!this.drag) {
      if (Math.hypot(client.x, client.y) < DRAG) return;
      clearTimeout(gesture.hold);
      const carried = this.#carried(gesture);
      if (!carried) return;
      const from = gesture.hand === undefined ? gesture.start?.square : undefined;
      this.drag = { ...carried, at: point, over: cell?.square, touch: gesture.touch, from };
      // What is said of a piece that is carried after all must not lie in its way.
      if (gesture.held) {
        const square = gesture.start?.square ?? null;
        this.#view.oninspect?.({ ...carried, square, by: 'hover' });
      }
    } else {
      this.drag = { ...this.drag, at: point, over: cell?.square };
    }
    this.hover = cell?.square;
  }

  /** The piece that a drag from here carries. */
  #carried({ start, hand, touch }: Gesture): { piece: PieceId; side: Side } | undefined {
    const { table, pieceOn } = this.#view;
    if (hand !== undefined) {
      const held = source(this.input);
      if (!(held && 'drop' in held && held.drop === hand)) {
        this.act({ type: 'hand', side: table.side, piece: hand });
      }
      return source(this.input) ? { piece: hand, side: table.side } : undefined;
    }
    if (!start) return undefined;
    if (this.input.kind === 'leg' && this.input.via === start.square) {
      const piece = this.input.moves[0]?.piece;
      return piece === undefined ? undefined : { piece, side: table.side };
    }
    if (this.input.kind === 'place' && leaves(this.input) === start.square) {
      const [piece, side] = [pieceOn(start.square), table.owner(start.square)];
      return piece !== undefined && side ? { piece, side } : undefined;
    }
    if (touch) this.#pick(start.square);
    const held = source(this.input);
    const piece = pieceOn(start.square);
    if (!held || !('from' in held) || held.from !== start.square || piece === undefined)
      return undefined;
    return this.input.kind === 'source' ? { piece, side: table.side } : undefined;
  }

  release(event: PointerEvent, cell: Cell | undefined, tap: (cell: Cell) => void): void {
    const gesture = this.#gesture;
    if (!gesture || event.pointerId !== gesture.pointer) return;
    this.#gesture = undefined;
    clearTimeout(gesture.hold);
    const { start, hand, fresh, draws } = gesture;
    const { table } = this.#view;
    if (draws) {
      if (start && cell) this.#draw(toggle(this.drawings, { from: start.square, to: cell.square }));
    } else if (this.drag) {
      this.drag = undefined;
      this.instant = true;
      if (!cell) this.act({ type: 'cancel' });
      else if (cell !== start) this.act({ type: 'square', square: cell.square });
    } else if (hand !== undefined) {
      this.act({ type: 'hand', side: table.side, piece: hand });
    } else if (!start) {
      this.act({ type: 'cancel' });
    } else if (!fresh && cell === start) {
      tap(start);
    }
  }

  abandon(): void {
    clearTimeout(this.#gesture?.hold);
    this.#gesture = undefined;
    this.drag = undefined;
  }

  look(square: Square | undefined): void {
    if (square === this.hover) return;
    this.hover = square;
    this.lookAgain();
  }

  /**
   * A piece may have come under the pointer, or gone from there. While one is being moved it is that one
   * that is looked at, not what it may take.
   */
  lookAgain(): void {
    const square = this.hover;
    const { table, pieceOn, oninspect } = this.#view;
    const held = source(this.input);
    const moving = held && ('from' in held ? pieceOn(held.from) : held.drop);
    if (square && moving) {
      oninspect?.({ piece: moving, side: table.side, square, by: 'hover' });
      return;
    }
    const piece = square && pieceOn(square);
    const side = square && table.owner(square);
    oninspect?.(square && piece && side ? { piece, side, square, by: 'hover' } : null);
  }

  /** Draws by keys: from where this was called first to where it is called next. */
  drawAt(square: Square): void {
    const from = this.#drawsFrom;
    this.#drawsFrom = from === undefined ? square : undefined;
    if (from !== undefined) this.#draw(toggle(this.drawings, { from, to: square }));
  }

  #draw(drawings: Drawing[]): void {
    this.drawings = drawings;
    this.#view.ondraw?.(drawings);
  }

  // ------------------------------------------------------------------------- keys

  /** Where an arrow key leads from the cursor: over holes, never off the board. */
  walk(key: string, gone: readonly Square[]): Square | undefined {
    const step = ARROWS[key];
    const { scene } = this.#view;
    const start = this.cursor && scene.g.cell(this.cursor);
    if (!step || !start) return undefined;
    const sign = scene.below === 'first' ? 1 : -1;
    let { file, rank } = start;
    while (file >= 0 && file < scene.g.files && rank >= 0 && rank < scene.g.ranks) {
      file += sign * step.x;
      rank += sign * step.y;
      const cell = scene.g.at(file, rank);
      if (cell && !gone.includes(cell.square)) return cell.square;
    }
    return undefined;
  }
}

const ARROWS: Record<string, Place | undefined> = {
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The squares that a finger may have meant: those that something can be done with. */
export function neighbours(scene: Scene, cell: Cell, squares: Iterable<Square>): Cell[] {
  const here = place(scene.g, cell, scene.below);
  return [...squares].flatMap((square) => {
    const other = scene.g.cell(square);
    if (!other) return [];
    const there = place(scene.g, other, scene.below);
    return Math.abs(there.x - here.x) <= 1 && Math.abs(there.y - here.y) <= 1 ? [other] : [];
  });
}
