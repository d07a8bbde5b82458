/** Searches, one at a time: a websocket of the server, or something like one, that is open while they go on. */

import type { ApiError } from '../../api/types';
import type { Found, FromServer, Line, MateFound, RulesWish, ToServer, Wire } from './forms';

/** `closed`: nothing is looked for; `lost`: it tries again by itself. */
export type Link = 'closed' | 'connecting' | 'open' | 'lost';

export interface Listener {
  found(found: Found): void;
  mate(found: MateFound): void;
  refused(error: ApiError): void;
  link(link: Link): void;
}

export interface AnalysisWish {
  rules: RulesWish;
  line: Line;
  /** How many, 1 to 5. */
  lines: number;
  /** Whether to look for what the other side would do if it were its turn. */
  threat: boolean;
}

export type MateWish = Pick<AnalysisWish, 'rules' | 'line'>;

type Search = Extract<ToServer, { id: number }>;
type Timer = ReturnType<typeof setTimeout>;

/** So long a request waits for the next one, which replaces it. The server hears 20 a second. */
const DEBOUNCE = 120;
/** Between two attempts to reconnect, in milliseconds; the last goes on. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000];
/** A connection on which nothing came for this long is asked whether it lives... */
const PING_AFTER = 15_000;
/** ... and given up when no answer comes. The server answers nothing while it prepares a game. */
const GIVE_UP_AFTER = 15_000;
/** An open connection takes one of the few places that an address has. */
const CLOSE_IDLE_AFTER = 30_000;
/** Nobody looks at a page that has been hidden for so long. */
const STOP_HIDDEN_AFTER = 30_000;
/** The server closes the connection on a longer message. */
const MOST_BYTES = 32 << 10;

const TOO_LONG: ApiError = {
  code: 'too-long',
  message: 'this game is too long to be analysed',
  reason_ja: '手数が多すぎるため解析できません。',
};

export class Analyst {
  #socket: Wire | null = null;
  #link: Link = 'closed';
  /** What is looked for, or will be when the connection is back. */
  #asked: Search | null = null;
  /** What the server knows of on this connection. */
  #sent: Search | null = null;
  #lastId = 0;
  #attempt = 0;
  #closed = false;
  /** Nobody looks at the page. */
  #away = false;
  #debounce: Timer | undefined;
  /** For the next thing to do with the connection: ping, give up, reconnect, or close. */
  #timer: Timer | undefined;
  #hiding: Timer | undefined;
  readonly #events = new AbortController();

  constructor(
    private readonly listener: Listener,
    private readonly open: (url: string) => Wire = (url) => new WebSocket(url),
  ) {
    const { signal } = this.#events;
    document.addEventListener('visibilitychange', () => this.#look(), { signal });
    window.addEventListener('pagehide', () => this.#leave(), { signal });
    window.addEventListener('pageshow', () => this.#look(), { signal });
    window.addEventListener('online', () => this.#retry(), { signal });
    this.#look();
  }

  /** Looks for the best lines, instead of what was looked for before. */
  analyse({ rules, line, lines, threat }: AnalysisWish): void {
    this.#ask((id) => ({ type: 'analyse', id, rules, line, lines, threat }));
  }

  /** Looks for a mate, instead of what was looked for before. */
  mate({ rules, line }: MateWish): void {
    this.#ask((id) => ({ type: 'mate', id, rules, line }));
  }

  stop(): void {
    if (this.#sent) this.#write({ type: 'stop' });
    this.#settle();
  }

  /** What is looked for next is asked on a new connection, which may lead elsewhere. */
  renew(): void {
    this.stop();
    this.#hangUp();
  }

  /** For good: nothing can be asked any more. */
  close(): void {
    this.#closed = true;
    this.#events.abort();
    this.#asked = null;
    this.#leave();
  }

  #ask(search: (id: number) => Search): void {
    if (this.#closed) return;
    this.#asked = search(++this.#lastId);
    clearTimeout(this.#debounce);
    this.#debounce = setTimeout(() => {
      this.#debounce = undefined;
      this.#send();
    }, DEBOUNCE);
    if (this.#link === 'closed' && !this.#away) this.#connect();
  }

  #send(): void {
    const asked = this.#asked;
    if (!asked || this.#link !== 'open' || this.#debounce !== undefined) return;
    if (new TextEncoder().encode(JSON.stringify(asked)).length > MOST_BYTES) {
      this.stop();
      return this.listener.refused(TOO_LONG);
    }
    this.#sent = asked;
    this.#write(asked);
    this.#watch(PING_AFTER);
  }

  #write(message: ToServer): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  /** Nothing is looked for any more. */
  #settle(): void {
    clearTimeout(this.#debounce);
    this.#debounce = undefined;
    this.#asked = this.#sent = null;
    clearTimeout(this.#timer);
    if (this.#socket) this.#timer = setTimeout(() => this.#hangUp(), CLOSE_IDLE_AFTER);
    else this.#tell('closed');
  }

  // ------------------------------------------------------------------------- the connection

  #connect(): void {
    this.#drop();
    this.#tell('connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = this.open(`${scheme}://${location.host}/api/analysis/live`);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#tell('open');
      this.#send();
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
    this.#watch(GIVE_UP_AFTER);
  }

  #hear(message: FromServer): void {
    this.#attempt = 0;
    if (this.#sent) this.#watch(PING_AFTER);
    if (message.type === 'pong') return;
    // A refusal without a number is about a message that could not be read, so about the last one.
    const id = message.id ?? this.#sent?.id;
    if (id === undefined || id !== this.#asked?.id) return;
    if (message.type !== 'found' || message.done) this.#settle();
    this.#pass(message);
  }

  #pass(message: Exclude<FromServer, { type: 'pong' }>): void {
    if (message.type === 'mate') return this.listener.mate(message.found);
    if (message.type === 'refused') return this.listener.refused(message.error);
    const { depth, selective_depth, nodes, ms, lines, done } = message;
    this.listener.found({ depth, selective_depth, nodes, ms, lines, done });
  }

  /** Waits for the next message; after silence asks for one, after more silence reconnects. */
  #watch(ms: number, asked = false): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (asked || this.#link !== 'open') return this.#lose();
      this.#write({ type: 'ping' });
      this.#watch(GIVE_UP_AFTER, true);
    }, ms);
  }

  #lose(): void {
    if (!this.#asked) return this.#hangUp();
    this.#drop();
    this.#tell('lost');
    const pause = PAUSES[Math.min(this.#attempt++, PAUSES.length - 1)];
    this.#timer = setTimeout(() => this.#connect(), pause);
  }

  #retry(): void {
    if (this.#link !== 'lost') return;
    this.#attempt = 0;
    this.#connect();
  }

  #hangUp(): void {
    this.#drop();
    this.#tell('closed');
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = this.#sent = null;
    socket?.close();
  }

  #tell(link: Link): void {
    if (link === this.#link) return;
    this.#link = link;
    this.listener.link(link);
  }

  // ------------------------------------------------------------------------- the page

  #look(): void {
    clearTimeout(this.#hiding);
    if (document.visibilityState === 'hidden')
      this.#hiding = setTimeout(() => this.#leave(), STOP_HIDDEN_AFTER);
    else if (this.#away) this.#comeBack();
  }

  #leave(): void {
    this.#away = true;
    clearTimeout(this.#hiding);
    clearTimeout(this.#debounce);
    this.#debounce = undefined;
    this.#hangUp();
  }

  #comeBack(): void {
    this.#away = false;
    this.#attempt = 0;
    if (this.#asked) this.#connect();
  }
}
