/** A game's websocket: reconnects by itself and takes up where it left off. */

import { watched } from '../local/client';
import { served } from '../local/site';
import { merge } from './merge';
import { Refusal } from './client';
import type { Action, ApiError, ClientMessage, ServerMessage, State } from './types';

export type Link = 'connecting' | 'open' | 'lost';

export interface Listener {
  state(state: State): void;
  link(link: Link): void;
}

/** What a test may replace. */
export interface Wiring {
  open(url: string): WebSocket;
  wait(callback: () => void, ms: number): number;
  cancel(timer: number): void;
}

const browser: Wiring = {
  open: (url) => (served ? new WebSocket(url) : watched(url)),
  wait: (callback, ms) => setTimeout(callback, ms) as unknown as number,
  cancel: (timer) => clearTimeout(timer),
};

/** Between two attempts to reconnect, in milliseconds; the last goes on. */
const PAUSES = [250, 500, 1000, 2000, 4000];
/** A connection on which nothing came for this long is asked whether it lives... */
const PING_AFTER = 15_000;
/** ... and given up when no answer comes. */
const GIVE_UP_AFTER = 8_000;

const MOVE_LOST = 'The connection was lost, and your move came too late.';

interface Waiting {
  resolve(): void;
  reject(refusal: Refusal): void;
}

/** A move that the server has not answered yet. */
interface Unsent extends Waiting {
  move: string;
  /** How many moves there were before. */
  ply: number;
  /** Whether it is under way on this connection. */
  sent: boolean;
}

export class Live {
  #socket: WebSocket | null = null;
  #state: State | null = null;
  #waiting = new Map<number, Waiting>();
  #unsent: Unsent[] = [];
  #nextId = 1;
  #attempt = 0;
  #timer = 0;
  #closed = false;

  constructor(
    private readonly id: string,
    private readonly seat: string | undefined,
    private readonly listener: Listener,
    private readonly wiring: Wiring = browser,
  ) {
    this.#connect();
  }

  /** Resolves once the server has the move on disk. If the connection is lost, it is sent after that. */
  move(move: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const unsent = { move, ply: this.#state?.ply ?? 0, sent: false, resolve, reject };
      this.#unsent.push(unsent);
      if (this.#socket?.readyState === 1) this.#sendMove(unsent);
    });
  }

  act(action: Action): Promise<void> {
    return this.#send((id) => ({ type: 'action', id, action }));
  }

  /** Tries again at once, for instance when the browser says that it is online. */
  retry(): void {
    if (this.#closed || this.#socket?.readyState === 1) return;
    this.#attempt = 0;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.wiring.cancel(this.#timer);
    this.#drop();
    for (const unsent of this.#unsent) unsent.reject(offline());
    this.#unsent = [];
  }

  #connect(): void {
    this.#drop();
    this.listener.link('connecting');
    const query = new URLSearchParams();
    if (this.seat) query.set('seat', this.seat);
    if (this.#state) query.set('since', String(this.#state.seq));
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = this.wiring.open(
      `${scheme}://${location.host}/api/games/${encodeURIComponent(this.id)}/live?${query}`,
    );
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#hear(String(event.data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
    this.#watch(GIVE_UP_AFTER);
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    this.#watch(PING_AFTER);
    switch (message.type) {
      case 'ack':
        return this.#settle(message.id, (waiting) => waiting.resolve());
      case 'refused':
        // One without a number answers nothing that was sent from here.
        if (message.id === null) return;
        return this.#settle(message.id, (waiting) => waiting.reject(refusal(message.error)));
      case 'state':
      case 'update': {
        const state = merge(this.#state, message);
        this.#state = state;
        // An update for a state that is not here: ask for the whole.
        if (!state) return this.#connect();
        this.#opened();
        this.listener.state(state);
        return this.#resend();
      }
      case 'pong':
        return;
    }
  }

  #opened(): void {
    this.#attempt = 0;
    this.listener.link('open');
  }

  #sendMove(unsent: Unsent): void {
    unsent.sent = true;
    this.#send((id) => ({ type: 'move', id, move: unsent.move })).then(
      () => this.#answered(unsent).resolve(),
      (refusal: Refusal) => {
        if (refusal.offline && !this.#closed) unsent.sent = false;
        else this.#answered(unsent).reject(refusal);
      },
    );
  }

  #answered(unsent: Unsent): Unsent {
    this.#unsent = this.#unsent.filter((other) => other !== unsent);
    return unsent;
  }

  /** After a lost connection: a move may have arrived, or goes once more, or comes too late. */
  #resend(): void {
    if (!this.#state) return;
    const { ply, end } = this.#state;
    for (const unsent of this.#unsent.filter(({ sent }) => !sent)) {
      if (ply === unsent.ply && !end) this.#sendMove(unsent);
      else if (ply > unsent.ply) this.#answered(unsent).resolve();
      else this.#answered(unsent).reject(tooLate());
    }
  }

  #settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) how(waiting);
  }

  #send(message: (id: number) => ClientMessage): Promise<void> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== 1) return reject(offline());
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify(message(id)));
      this.#watch(GIVE_UP_AFTER);
    });
  }

  /** Waits for the next message; after silence asks for one, after more silence reconnects. */
  #watch(ms: number): void {
    this.wiring.cancel(this.#timer);
    this.#timer = this.wiring.wait(() => {
      if (ms === GIVE_UP_AFTER || this.#socket?.readyState !== 1) return this.#lose();
      this.#socket.send(JSON.stringify({ type: 'ping' } satisfies ClientMessage));
      this.#watch(GIVE_UP_AFTER);
    }, ms);
  }

  #lose(): void {
    this.#drop();
    if (this.#closed) return;
    this.listener.link('lost');
    const pause = PAUSES[Math.min(this.#attempt++, PAUSES.length - 1)] ?? 0;
    this.wiring.cancel(this.#timer);
    this.#timer = this.wiring.wait(() => this.#connect(), pause);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const waiting of this.#waiting.values()) waiting.reject(offline());
    this.#waiting.clear();
  }
}

const tooLate = () => new Refusal({ code: 'move-lost', message: MOVE_LOST }, 409);
const offline = () => new Refusal({ code: 'offline', message: 'not connected' }, 0);
const refusal = (error: ApiError) => new Refusal(error, 409);
