/** Pointers at the editor: one gesture is a press, perhaps a drag or a stroke, and a release. */

import type { Side, Square } from '../../api/types';
import type { Place } from '../../board/geometry';
import type { Editor } from './state.svelte';
import { lifted, type Man, type Origin, type Target } from './operations';

/** What the gestures are made at. */
export interface Ground {
  readonly editor: Editor;
  /** What lies under a point of the window; nothing on the rim of the board. */
  under: (point: Place) => Target | undefined;
  /** All events of the pointer from now on. */
  capture: (pointer: number) => void;
}

export interface Drag {
  man: Man;
  from: Origin;
  at: Place;
  over: Target | undefined;
  touch: boolean;
}

interface Press {
  pointer: number;
  origin: Origin;
  at: Place;
  touch: boolean;
  hold: ReturnType<typeof setTimeout> | undefined;
  /** Done with by the press itself. */
  spent: boolean;
  /** Where the stroke has come to. */
  stroke: Place | undefined;
}

const DRAG = 6;
const HOLD_MS = 500;
/** A stroke is looked at so often, in pixels: squares are wider. */
const STEP = 8;

const placeOf = (event: PointerEvent): Place => ({ x: event.clientX, y: event.clientY });

export class Gesture {
  drag = $state.raw<Drag | undefined>();
  #press: Press | undefined;
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  under(event: PointerEvent): Target | undefined {
    return this.#ground.under(placeOf(event));
  }

  get over(): Square | undefined {
    const over = this.drag?.over;
    return over && over !== 'off' && 'square' in over ? over.square : undefined;
  }

  get overHand(): Side | undefined {
    const over = this.drag?.over;
    return over && over !== 'off' && 'hand' in over ? over.hand : undefined;
  }

  press(event: PointerEvent, origin: Origin): void {
    if (this.#press || event.button === 1) return;
    if (event.button === 2) {
      if ('square' in origin) this.#ground.editor.cycle(origin.square);
      return;
    }
    const touch = event.pointerType !== 'mouse';
    const press: Press = {
      pointer: event.pointerId,
      origin,
      at: placeOf(event),
      touch,
      hold: undefined,
      spent: false,
      stroke: undefined,
    };
    this.#press = press;
    if (!('square' in origin)) return;
    this.#ground.capture(event.pointerId);
    if (touch) press.hold = setTimeout(() => this.#held(press, origin.square), HOLD_MS);
  }

  /** Pressed for long, where there is no right button. */
  #held(press: Press, square: Square): void {
    press.spent = true;
    this.#ground.editor.cycle(square);
  }

  move(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId || press.spent) return;
    const at = placeOf(event);
    if (press.stroke) this.#sweep(press, press.stroke, at);
    else if (this.drag) this.drag = { ...this.drag, at, over: this.#ground.under(at) };
    else if (Math.hypot(at.x - press.at.x, at.y - press.at.y) >= DRAG) this.#begin(press, at);
  }

  #begin(press: Press, at: Place): void {
    const { editor, under, capture } = this.#ground;
    const { origin, touch } = press;
    clearTimeout(press.hold);
    const { kind } = editor.tool;
    if ('square' in origin && (kind === 'erase' || kind === 'piece')) {
      editor.beginStroke(origin.square);
      this.#sweep(press, press.at, at);
      return;
    }
    const man = lifted(editor.setup, origin);
    if (!man) return;
    capture(press.pointer);
    editor.picked = undefined;
    this.drag = { man, from: origin, at, over: under(at), touch };
  }

  /** A quick pointer leaves squares out between its events. */
  #sweep(press: Press, from: Place, to: Place): void {
    const { editor, under } = this.#ground;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP));
    for (let i = 0; i <= steps; i++) {
      const part = i / steps;
      const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      const target = under(at);
      if (target && target !== 'off' && 'square' in target) editor.paint(target.square);
    }
    press.stroke = to;
  }

  release(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    const { editor, under } = this.#ground;
    const { drag } = this;
    this.abandon();
    if (press.spent || press.stroke) return;
    const target = under(placeOf(event));
    if (drag) {
      if (target) editor.carry(press.origin, target);
    } else if ('palette' in press.origin) {
      editor.choose({ kind: 'piece', man: press.origin.palette });
    } else if ('square' in press.origin) {
      editor.click(press.origin.square);
    }
  }

  abandon(): void {
    clearTimeout(this.#press?.hold);
    this.#press = undefined;
    this.drag = undefined;
  }
}
