/** Searches on the visitor's machine: a worker that an analyst speaks to as to the server's websocket. */

import { Refusal } from '../../api/client';
import type { ApiError } from '../../api/types';
import { base } from '../../local/site';
import { analyses, type WholeRules } from '../api';
import type { FromServer, RulesWish, ToServer, Wire } from './forms';

type Search = Extract<ToServer, { id: number }>;

/** What the worker hears: the rules as JSON, and a message as the server would get it. */
interface Wish {
  rules: string;
  message: string;
}

/** What the worker says: that it is there, a message of its search, that this is over, or that it cannot go on. */
type Said = { ready: true } | { told: string } | { idle: true } | { failed: string };

/** What a test may replace. */
export interface Wiring {
  worker(): Worker;
  /** All that rules consist of. */
  rules(wish: RulesWish): Promise<WholeRules>;
}

/** Where the worker is; nowhere if the pages were built without it. */
const PLACE: unknown = import.meta.env['VITE_KOMADAI_ENGINE'];

const built: Wiring = {
  worker: () => new Worker(`${base ?? '/'}${String(PLACE)}/worker.js`, { type: 'module' }),
  rules: (wish) => analyses.rules(wish),
};

/** Opens searches on this machine, where the pages were built with them. */
export const openHere = typeof PLACE === 'string' ? () => new Machine(built) : undefined;

/** While it searches, the worker hears nothing: to be stopped, it is ended, and another one begins. */
export class Machine implements Wire {
  readyState = 0;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;

  #worker: Worker | null = null;
  #busy = false;
  /** Counts what was asked: an answer to something else comes too late. */
  #turn = 0;

  constructor(private readonly wiring: Wiring) {
    this.#begin();
  }

  send(text: string): void {
    const message = JSON.parse(text) as ToServer;
    if (message.type === 'ping') return this.#tell({ type: 'pong' });
    this.#rest();
    if (message.type !== 'stop') void this.#search(message, text);
  }

  close(): void {
    this.readyState = 3;
    this.#end();
  }

  async #search({ id, rules }: Search, message: string): Promise<void> {
    const turn = ++this.#turn;
    const whole = await this.wiring.rules(rules).catch((error: unknown) => problem(error));
    if (turn !== this.#turn || !this.#worker) return;
    if ('code' in whole) return this.#tell({ type: 'refused', id, error: whole });
    this.#busy = true;
    this.#worker.postMessage({ rules: JSON.stringify(whole), message } satisfies Wish);
  }

  #begin(): void {
    const worker = this.wiring.worker();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if (this.#worker === worker) this.#hear(data);
    };
    worker.onerror = () => {
      if (this.#worker === worker) this.#fail();
    };
  }

  #hear(said: Said): void {
    if ('told' in said) this.onmessage?.(new MessageEvent('message', { data: said.told }));
    else if ('failed' in said) this.#fail();
    else if ('idle' in said) this.#busy = false;
    else if (this.readyState === 0) {
      this.readyState = 1;
      this.onopen?.(new Event('open'));
    }
  }

  #tell(message: FromServer): void {
    const data = JSON.stringify(message);
    queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data })));
  }

  /** Looks for nothing any more. */
  #rest(): void {
    this.#turn += 1;
    if (!this.#busy) return;
    this.#end();
    this.#begin();
  }

  #end(): void {
    this.#turn += 1;
    this.#busy = false;
    this.#worker?.terminate();
    this.#worker = null;
  }

  #fail(): void {
    this.close();
    this.onclose?.(new CloseEvent('close'));
  }
}

const problem = (error: unknown): ApiError =>
  error instanceof Refusal ? error.error : { code: 'offline', message: String(error) };
