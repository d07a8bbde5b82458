import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { legal, played, state, variant } from '../api/mock';
import type { ApiError, State } from '../api/types';
import { Session } from './session.svelte';

class Socket {
  static last: Socket;
  readyState = 1;
  sent: { type: string; id: number }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Socket.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  show(over: Partial<State>) {
    this.say({ type: 'state', seq: over.seq ?? 1, state: state(over) });
  }
  /** Answers the last wish. */
  answer(refusal?: ApiError) {
    const id = this.sent.at(-1)?.id;
    this.say(refusal ? { type: 'refused', id, error: refusal } : { type: 'ack', id, seq: 2 });
  }
}

let again: ReturnType<typeof vi.fn<(id: string) => void>>;
let session: Session;

const answers = (json: unknown) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(json))));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  again = vi.fn();
  session = new Session('g1', 'tok', variant(), again);
  session.open();
  Socket.last.show({ moves: [played(1), played(2)], legal: [legal()] });
});

afterEach(() => {
  session.close();
  vi.unstubAllGlobals();
});

describe('an offer', () => {
  const none = { draw: null, takeback: null, rematch: null };
  const moves = [played(1), played(2)];

  it('that is declined is told, until something else is done', async () => {
    Socket.last.show({ moves, you: 'first', offers: { ...none, draw: 'first' } });
    expect(session.declined).toBeNull();
    Socket.last.show({ moves, you: 'first', offers: none });
    expect(session.declined).toBe('draw');
    const acted = session.act({ type: 'resign' });
    Socket.last.answer();
    await acted;
    expect(session.declined).toBeNull();
  });

  it('that is accepted is not', () => {
    Socket.last.show({ moves, you: 'first', offers: { ...none, takeback: 'first' } });
    Socket.last.show({ moves: moves.slice(0, 1), you: 'first', offers: none });
    expect(session.declined).toBeNull();
  });
});

describe('looking back', () => {
  it('stops at the start and returns to now', () => {
    session.step(-1);
    expect(session.cursor).toBe(1);
    session.step(-5);
    expect(session.cursor).toBe(0);
    expect(session.view?.legal).toEqual([]);
    session.step(2);
    expect(session.cursor).toBeNull();
    expect(session.view?.legal).toHaveLength(1);
  });

  it('goes on while the opponent moves, and ends with an own move', async () => {
    session.look(1);
    Socket.last.show({ seq: 2, moves: [1, 2, 3].map((ply) => played(ply)) });
    expect(session.cursor).toBe(1);
    const move = session.move('1c1b');
    expect(session.cursor).toBeNull();
    Socket.last.answer();
    expect(await move).toBe(true);
  });

  it('ends where moves are taken back', () => {
    session.look(1);
    Socket.last.show({ seq: 2, moves: [] });
    expect(session.cursor).toBeNull();
  });
});

describe('a wish', () => {
  it('that breaks a rule is answered with the rule', async () => {
    const move = session.move('1c9i');
    Socket.last.answer({ code: 'illegal-move', message: 'the King moves one square' });
    expect(await move).toBe(false);
    expect(session.answer).toEqual({ text: 'the King moves one square', rule: true });
    const drop = session.move('P*1b');
    Socket.last.answer({
      code: 'illegal-move',
      message: 'no',
      reason: 'no',
      reason_ja: '二歩です',
    });
    await drop;
    expect(session.answer).toEqual({ text: 'no', ja: '二歩です', rule: true });
    const next = session.act({ type: 'takeback' });
    expect(session.answer).toBeNull();
    const text = 'there is no move to take back';
    Socket.last.answer({ code: 'nothing-to-take-back', message: text });
    await next;
    expect(session.answer).toEqual({ text, ja: '戻せる手がありません。', rule: false });
  });

  it('to know why not is answered in both languages', async () => {
    answers({ reason: 'the King moves one square', reason_ja: '王将は動けません' });
    await session.whyNot({ from: 'c1', to: 'a3' });
    expect(session.answer?.ja).toBe('王将は動けません');
    answers({ reason: null });
    await session.whyNot({ from: 'c1', to: 'c2' });
    expect(session.answer).toBeNull();
  });

  it('without a connection is not lost in silence', async () => {
    Socket.last.readyState = 3;
    expect(await session.act({ type: 'resign' })).toBe(false);
    expect(session.answer?.rule).toBe(false);
  });

  it('to move waits for the connection', async () => {
    Socket.last.readyState = 3;
    const made = session.move('1c1b');
    expect(session.moving).toBe(true);
    session.close();
    expect(await made).toBe(false);
    expect(session.moving).toBe(false);
  });
});

describe('a hint', () => {
  const hint = { move: '1c1b', texts: {} };

  it('is shown until the next move', async () => {
    answers(hint);
    await session.askHint();
    expect(session.hint?.move).toBe('1c1b');
    Socket.last.show({ seq: 2, moves: [1, 2, 3].map((ply) => played(ply)) });
    expect(session.hint).toBeNull();
  });

  it('that comes too late is not', async () => {
    answers(hint);
    const asked = session.askHint();
    Socket.last.show({ seq: 2, ply: 3, moves: [1, 2, 3].map((ply) => played(ply)) });
    await asked;
    expect(session.hint).toBeNull();
  });
});

it('says that it is lost until it is back', () => {
  expect(session.link).toBe('open');
  Socket.last.onclose?.();
  expect(session.link).toBe('lost');
  vi.advanceTimersByTime(300);
  expect(session.link).toBe('lost');
  const { moves, legal: _, ...rest } = state();
  Socket.last.say({ type: 'update', seq: 1, state: rest, played: [], from_ply: moves.length });
  expect([session.link, session.resumed]).toEqual(['open', true]);
  vi.advanceTimersByTime(5000);
  expect(session.resumed).toBe(false);
});

it('leads to the next game once', () => {
  Socket.last.show({ seq: 2, rematch: 'g2' });
  Socket.last.show({ seq: 3, rematch: 'g2' });
  expect(again.mock.calls).toEqual([['g2']]);
});
