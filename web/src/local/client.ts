/** Asks the referee in this browser as a server would be asked. */

import type { Answer, Said, Wish } from './forms';
import { base } from './site';

/** What is needed of a websocket by whoever watches a game. */
type Live = Pick<WebSocket, 'onmessage' | 'onclose' | 'send' | 'close'> & { readyState: number };

interface Asked {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

class Client {
  #worker: Worker | null = null;
  #asked = new Map<number, Asked>();
  #channels = new Map<number, Channel>();
  #next = 1;

  constructor(private readonly base: string) {}

  ask(method: string, path: string, body: string | null, token: string | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const ask = this.#next++;
      this.#asked.set(ask, { resolve, reject });
      this.post({ ask, method, path, body, token });
    });
  }

  watch(game: string, seat: string | null, since: number | null): Live {
    const number = this.#next++;
    const channel = new Channel(this, number);
    this.#channels.set(number, channel);
    this.post({ watch: number, game, seat, since });
    return channel;
  }

  leave(channel: number): void {
    if (this.#channels.delete(channel)) this.post({ left: channel });
  }

  post(wish: Wish): void {
    this.#open().postMessage(wish);
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
    worker.onerror = () => this.#fail('the referee has ended');
    worker.postMessage({ begin: this.base } satisfies Wish);
    return worker;
  }

  #hear(said: Said): void {
    if ('answer' in said) {
      const asked = this.#asked.get(said.answer.id);
      this.#asked.delete(said.answer.id);
      asked?.resolve(said.answer);
    } else if ('told' in said) this.#channels.get(said.told.channel)?.hear(said.told.text);
    else if ('closed' in said) this.#close(said.closed);
    else this.#fail(said.failed);
  }

  #close(number: number): void {
    const channel = this.#channels.get(number);
    this.#channels.delete(number);
    channel?.lose();
  }

  /** Whoever asks once more begins another one. */
  #fail(why: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const asked of this.#asked.values()) asked.reject(new Error(why));
    this.#asked.clear();
    for (const number of [...this.#channels.keys()]) this.#close(number);
  }
}

/** Somebody who watches a game. */
class Channel implements Live {
  readyState = 1;
  onmessage: Live['onmessage'] = null;
  onclose: Live['onclose'] = null;

  constructor(
    private readonly client: Client,
    private readonly number: number,
  ) {}

  send(text: string | BufferSource | Blob): void {
    this.client.post({ said: this.number, text: String(text) });
  }

  close(): void {
    this.readyState = 3;
    this.client.leave(this.number);
  }

  hear(data: string): void {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent('message', { data }));
  }

  lose(): void {
    this.readyState = 3;
    this.onclose?.call(this as unknown as WebSocket, new CloseEvent('close'));
  }
}

const client = base === null ? null : new Client(base);

/** An answer as HTTP has it. What never changes is in files. */
export async function answered(
  method: string,
  path: string,
  body: string | null,
  token: string | null,
): Promise<Answer> {
  if (client === null || base === null) throw new Error('there is a server');
  const [, file] = /^\/api\/(variants(?:\/[^/?]+)?)$/.exec(path) ?? [];
  if (file === undefined) return client.ask(method, path, body, token);
  const response = await fetch(`${base}data/${file}.json`);
  if (response.ok) return { id: 0, status: 200, text: await response.text() };
  const error = { code: 'not-found', message: 'there is no such game' };
  return { id: 0, status: response.status, text: JSON.stringify({ error }) };
}

/** Watches a game, at the address where a server would tell of it. */
export function watched(address: string): WebSocket {
  const { pathname, searchParams } = new URL(address);
  const [, id = ''] = /^\/api\/games\/([^/]+)\/live$/.exec(pathname) ?? [];
  const since = searchParams.get('since');
  if (client === null) throw new Error('there is a server');
  return client.watch(
    decodeURIComponent(id),
    searchParams.get('seat'),
    since === null ? null : Number(since),
  ) as unknown as WebSocket;
}
