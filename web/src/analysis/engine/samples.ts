/** Small true-to-form data for tests, and a server that says what it is told to. */

import type { Found, FoundLine, LineMove } from './forms';

export class Socket {
  static all: Socket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }

  static open = (url: string): WebSocket => new Socket(url) as unknown as WebSocket;

  static get last(): Socket {
    const socket = Socket.all.at(-1);
    if (!socket) throw new Error('nothing was opened');
    return socket;
  }

  get messages(): Record<string, unknown>[] {
    return this.sent.map((text) => JSON.parse(text) as Record<string, unknown>);
  }

  accept(): this {
    this.readyState = 1;
    this.onopen?.();
    return this;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  break(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

export function show(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

export function move(usi: string, over: Partial<LineMove> = {}): LineMove {
  return {
    usi,
    side: 'first',
    texts: { usi, algebraic: `a ${usi}`, western: `w ${usi}`, japanese: `j ${usi}` },
    from: usi.slice(0, 2),
    to: usi.slice(2, 4),
    ...over,
  };
}

export function line(moves: string, value = 25): FoundLine {
  return {
    score: { kind: 'centipawns', value },
    chance: 0.6,
    moves: moves.split(' ').map((usi) => move(usi)),
  };
}

export function found(depth: number, ...lines: FoundLine[]): Found {
  return {
    depth,
    selective_depth: depth + 4,
    nodes: 2_400_000,
    ms: 2000,
    lines: lines.length > 0 ? lines : [line('7g7f 3c3d')],
    done: false,
  };
}
