import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Live, type Link, type Wiring } from './live';
import { Refusal } from './client';
import type { State } from './types';
import { played, state } from './mock';

class Socket {
  static all: Socket[] = [];
  readyState = 1;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break() {
    this.readyState = 3;
    this.onclose?.();
  }
}

const wiring: Wiring = {
  open: (url) => new Socket(url) as unknown as WebSocket,
  wait: (callback, ms) => setTimeout(callback, ms) as unknown as number,
  cancel: (timer) => clearTimeout(timer),
};

function game() {
  const links: Link[] = [];
  const states: State[] = [];
  const live = new Live(
    'g1',
    'tok',
    { state: (s) => states.push(s), link: (l) => links.push(l) },
    wiring,
  );
  return { live, links, states, socket: () => Socket.all.at(-1) as Socket };
}

/** What a reader hears that knows everything. */
function unchanged(seq: number): object {
  const { moves, legal: _, ...rest } = state({ seq });
  return { type: 'update', seq, state: rest, played: [], from_ply: moves.length };
}

beforeEach(() => {
  Socket.all = [];
  vi.useFakeTimers();
});

describe('a live game', () => {
  it('resumes from the sequence number that it has seen', () => {
    const { links, socket, states } = game();
    expect(socket().url).toContain('/api/games/g1/live?seat=tok');
    socket().say({ type: 'state', seq: 7, state: state({ seq: 7 }) });
    socket().break();
    vi.advanceTimersByTime(300);
    expect(socket().url).toContain('since=7');
    socket().say(unchanged(7));
    expect(links).toEqual(['connecting', 'open', 'lost', 'connecting', 'open']);
    expect(states).toHaveLength(2);
  });

  it('appends what was played, and cuts what was taken back', () => {
    const { socket, states } = game();
    const moves = [played(1), played(2)];
    socket().say({ type: 'state', seq: 1, state: state({ moves }) });
    const { moves: _, ...rest } = state({ seq: 2, ply: 2 });
    socket().say({ type: 'update', seq: 2, state: rest, played: [played(2, 'new')], from_ply: 1 });
    expect(states.at(-1)?.moves.map((move) => move.usi)).toEqual(['move1', 'new']);
  });

  it('asks for the whole state when an update does not fit', () => {
    const { socket } = game();
    socket().say({ type: 'state', seq: 1, state: state() });
    const { moves: _, ...rest } = state({ seq: 9 });
    socket().say({ type: 'update', seq: 9, state: rest, played: [], from_ply: 5 });
    expect(Socket.all).toHaveLength(2);
    expect(socket().url).not.toContain('since');
  });

  it('tells an acknowledged move from a refused one', async () => {
    const { live, socket } = game();
    socket().say({ type: 'state', seq: 1, state: state() });
    const good = live.move('7g7f');
    const bad = live.move('1a1a');
    expect(socket().sent.map((text) => JSON.parse(text))).toEqual([
      { type: 'move', id: 1, move: '7g7f' },
      { type: 'move', id: 2, move: '1a1a' },
    ]);
    socket().say({
      type: 'refused',
      id: 2,
      error: { code: 'illegal', message: 'no', reason: 'why' },
    });
    socket().say({ type: 'ack', id: 1, seq: 2 });
    await expect(good).resolves.toBeUndefined();
    await expect(bad).rejects.toMatchObject({ message: 'why', offline: false });
  });

  it('rejects what was under way when the connection breaks, but for moves', async () => {
    const { live, socket } = game();
    socket().say({ type: 'state', seq: 1, state: state() });
    const act = live.act({ type: 'resign' });
    socket().break();
    await expect(act).rejects.toBeInstanceOf(Refusal);
    await expect(live.act({ type: 'resign' })).rejects.toMatchObject({ offline: true });
  });

  describe('with a move that was not acknowledged when the connection broke', () => {
    async function broken() {
      const its = game();
      its.socket().say({ type: 'state', seq: 1, state: state() });
      const move = its.live.move('7g7f');
      its.socket().break();
      await Promise.resolve();
      vi.advanceTimersByTime(300);
      return { ...its, move };
    }
    const sent = (socket: Socket) => socket.sent.map((text) => JSON.parse(text) as unknown);

    it('sends it again', async () => {
      const { socket, move } = await broken();
      socket().say(unchanged(1));
      expect(sent(socket())).toEqual([{ type: 'move', id: 2, move: '7g7f' }]);
      // Whatever else happens meanwhile, it is sent once.
      socket().say({ type: 'state', seq: 2, state: state({ seq: 2 }) });
      expect(socket().sent).toHaveLength(1);
      socket().say({ type: 'ack', id: 2, seq: 3 });
      await expect(move).resolves.toBeUndefined();
    });

    it('knows that it has arrived', async () => {
      const { socket, move } = await broken();
      socket().say({ type: 'state', seq: 2, state: state({ seq: 2, ply: 1, moves: [played(1)] }) });
      await expect(move).resolves.toBeUndefined();
      expect(socket().sent).toEqual([]);
    });

    it('says that it came too late', async () => {
      const { socket, move } = await broken();
      const end = { status: 'time', winner: 'second', reason: '' } as const;
      socket().say({ type: 'state', seq: 2, state: state({ seq: 2, end }) });
      await expect(move).rejects.toMatchObject({ error: { code: 'move-lost' } });
      expect(socket().sent).toEqual([]);
    });

    it('takes up one that was made without a connection', async () => {
      const { live, socket } = game();
      socket().say({ type: 'state', seq: 1, state: state() });
      socket().break();
      const move = live.move('7g7f');
      vi.advanceTimersByTime(300);
      socket().say(unchanged(1));
      socket().say({ type: 'ack', id: 1, seq: 2 });
      await expect(move).resolves.toBeUndefined();
    });

    it('gives it up when the page goes', async () => {
      const { live, move } = await broken();
      live.close();
      await expect(move).rejects.toMatchObject({ offline: true });
    });
  });

  it('notices a connection that has died in silence', () => {
    const { links, socket } = game();
    socket().say({ type: 'state', seq: 1, state: state() });
    vi.advanceTimersByTime(15_000);
    expect(socket().sent).toEqual(['{"type":"ping"}']);
    vi.advanceTimersByTime(8_000);
    expect(links.at(-1)).toBe('lost');
  });

  it('stays closed once closed', () => {
    const { live, links } = game();
    live.close();
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
    expect(links).toEqual(['connecting']);
  });
});
