import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from '../../api/types';
import { Analyst, type Link } from './analyst';
import type { Found, MateFound } from './forms';
import { found, show, Socket } from './samples';

const rules = { variant: 'tiny' };
const wish = (...moves: string[]) => ({ rules, line: { moves }, lines: 2, threat: false });
const DEBOUNCE = 120;
const pass = (ms: number) => vi.advanceTimersByTime(ms);

const analysts: Analyst[] = [];

function begin() {
  const heard = {
    found: [] as Found[],
    mate: [] as MateFound[],
    refused: [] as ApiError[],
    links: [] as Link[],
  };
  const analyst = new Analyst(
    {
      found: (it) => heard.found.push(it),
      mate: (it) => heard.mate.push(it),
      refused: (it) => heard.refused.push(it),
      link: (it) => heard.links.push(it),
    },
    Socket.open,
  );
  analysts.push(analyst);
  return { analyst, heard };
}

/** Somebody whose request has come to the server. */
function asked(...moves: string[]) {
  const its = begin();
  its.analyst.analyse(wish(...moves));
  Socket.last.accept();
  pass(DEBOUNCE);
  return its;
}

/** The ids and moves that a connection was asked for. */
const asks = (socket = Socket.last) =>
  socket.messages.map(({ type, id, line }) => {
    const { moves } = (line ?? {}) as { moves?: string[] };
    return [type, id, moves?.join(' ')].filter((it) => it !== undefined).join(' ');
  });

beforeEach(() => {
  Socket.all = [];
  vi.useFakeTimers();
  show('visible');
});

afterEach(() => {
  for (const analyst of analysts.splice(0)) analyst.close();
  vi.useRealTimers();
});

describe('a request', () => {
  it('opens the connection, and nothing else does', () => {
    const { analyst, heard } = begin();
    analyst.stop();
    pass(60_000);
    expect([Socket.all, heard.links]).toEqual([[], []]);
    analyst.analyse(wish());
    expect(Socket.last.url).toMatch(/^ws:\/\/.*\/api\/analysis\/live$/);
  });

  it('is sent as the server wants it', () => {
    asked('a');
    expect(Socket.last.messages).toEqual([{ type: 'analyse', id: 1, ...wish('a') }]);
  });

  it('waits for the connection', () => {
    const { analyst, heard } = begin();
    analyst.mate(wish('a'));
    pass(1000);
    expect(Socket.last.sent).toEqual([]);
    Socket.last.accept();
    expect(Socket.last.messages).toEqual([{ type: 'mate', id: 1, rules, line: { moves: ['a'] } }]);
    expect(heard.links).toEqual(['connecting', 'open']);
  });

  it('waits for the next one, when one walks quickly', () => {
    const { analyst } = asked('a');
    for (const moves of ['b', 'c', 'd']) {
      analyst.analyse(wish(moves));
      pass(DEBOUNCE - 20);
    }
    pass(20);
    expect(asks()).toEqual(['analyse 1 a', 'analyse 4 d']);
  });

  it('is answered', () => {
    const { heard } = asked('a');
    Socket.last.say({ type: 'found', id: 1, ...found(3) });
    Socket.last.say({ type: 'found', id: 1, ...found(4) });
    expect(heard.found).toEqual([found(3), found(4)]);
  });

  it('makes what was found for the one before worthless at once', () => {
    const { analyst, heard } = asked('a');
    analyst.analyse(wish('b'));
    Socket.last.say({ type: 'found', id: 1, ...found(3) });
    Socket.last.say({ type: 'refused', id: 1, error: { code: 'x', message: 'x' } });
    pass(DEBOUNCE);
    Socket.last.say({ type: 'found', id: 1, ...found(5) });
    Socket.last.say({ type: 'found', id: 2, ...found(1) });
    expect([heard.found, heard.refused]).toEqual([[found(1)], []]);
  });

  it('for a mate is answered', () => {
    const { analyst, heard } = begin();
    analyst.mate(wish());
    Socket.last.accept();
    pass(DEBOUNCE);
    Socket.last.say({ type: 'mate', id: 1, found: { kind: 'none' } });
    expect(heard.mate).toEqual([{ kind: 'none' }]);
  });

  it.each([1, null])('may be refused (id %s)', (id) => {
    const { heard } = asked('a');
    const error = { code: 'illegal-move', message: 'no' };
    Socket.last.say({ type: 'refused', id, error });
    expect(heard.refused).toEqual([error]);
    Socket.last.break();
    pass(60_000);
    expect(Socket.all).toHaveLength(1);
  });

  it('that the server would not read is not sent', () => {
    const { analyst, heard } = asked('a');
    analyst.analyse(wish(...Array.from({ length: 5000 }, () => '7g7f7e')));
    pass(DEBOUNCE);
    expect(asks()).toEqual(['analyse 1 a', 'stop']);
    expect(heard.refused.map(({ code }) => code)).toEqual(['too-long']);
  });
});

describe('the end of a search', () => {
  it('is told at once', () => {
    const { analyst, heard } = asked('a');
    analyst.stop();
    Socket.last.say({ type: 'found', id: 1, ...found(3) });
    expect([asks(), heard.found]).toEqual([['analyse 1 a', 'stop'], []]);
  });

  it('comes before one that was not sent yet', () => {
    const { analyst } = begin();
    analyst.analyse(wish('a'));
    Socket.last.accept();
    analyst.stop();
    pass(1000);
    expect(Socket.last.sent).toEqual([]);
  });

  it.each([
    ['told', (analyst: Analyst) => analyst.stop()],
    ['heard', () => Socket.last.say({ type: 'found', id: 1, ...found(9), done: true })],
  ])('closes the connection after a while (%s)', (_, end) => {
    const { analyst, heard } = asked('a');
    end(analyst);
    pass(20_000);
    expect(Socket.last.readyState).toBe(1);
    pass(20_000);
    expect([Socket.last.readyState, heard.links.at(-1)]).toEqual([3, 'closed']);
    analyst.analyse(wish('b'));
    Socket.last.accept();
    pass(DEBOUNCE);
    expect(asks()).toEqual(['analyse 2 b']);
  });
});

describe('a lost connection', () => {
  it('is opened again after growing pauses', () => {
    const { heard } = asked('a');
    const pauses = [250, 500, 1000, 2000, 4000, 8000, 8000].map((pause) => {
      const before = Socket.all.length;
      Socket.last.break();
      pass(pause - 1);
      const early = Socket.all.length - before;
      pass(1);
      return [early, Socket.all.length - before];
    });
    expect(pauses).toEqual(pauses.map(() => [0, 1]));
    expect(heard.links.slice(0, 4)).toEqual(['connecting', 'open', 'lost', 'connecting']);
  });

  it('asks again for what was asked last', () => {
    const { analyst, heard } = asked('a');
    Socket.last.break();
    analyst.analyse(wish('b'));
    expect(Socket.all).toHaveLength(1);
    pass(250);
    Socket.last.accept();
    expect(asks()).toEqual(['analyse 2 b']);
    Socket.last.say({ type: 'found', id: 2, ...found(1) });
    Socket.last.break();
    pass(250);
    Socket.last.accept();
    expect(asks()).toEqual(['analyse 2 b']);
    expect(heard.found).toHaveLength(1);
  });

  it('is opened at once when the device is online', () => {
    asked('a');
    Socket.last.break();
    window.dispatchEvent(new Event('online'));
    Socket.last.accept();
    expect(asks()).toEqual(['analyse 1 a']);
  });

  it('stays closed when nothing is looked for any more', () => {
    const { analyst, heard } = asked('a');
    Socket.last.break();
    analyst.stop();
    pass(60_000);
    expect([Socket.all.length, heard.links.at(-1)]).toEqual([1, 'closed']);
  });

  it('is noticed when it dies in silence', () => {
    const { heard } = asked('a');
    pass(15_000);
    expect(asks()).toEqual(['analyse 1 a', 'ping']);
    Socket.last.say({ type: 'pong' });
    pass(15_000);
    expect(heard.links.at(-1)).toBe('open');
    pass(15_000);
    expect(heard.links.at(-1)).toBe('lost');
  });
});

describe('a page that nobody looks at', () => {
  it('stops after a while, and asks again', () => {
    asked('a');
    show('hidden');
    pass(29_000);
    Socket.last.say({ type: 'found', id: 1, ...found(3) });
    expect(Socket.last.readyState).toBe(1);
    pass(1000);
    expect(Socket.last.readyState).toBe(3);
    pass(60_000);
    expect(Socket.all).toHaveLength(1);
    show('visible');
    Socket.last.accept();
    expect(asks()).toEqual(['analyse 1 a']);
  });

  it('goes on when it is soon looked at again', () => {
    asked('a');
    show('hidden');
    pass(10_000);
    show('visible');
    Socket.last.say({ type: 'found', id: 1, ...found(3) });
    pass(25_000);
    expect([Socket.all.length, Socket.last.readyState]).toEqual([1, 1]);
  });

  it('asks for nothing before it is looked at', () => {
    const { analyst } = asked('a');
    show('hidden');
    pass(30_000);
    analyst.analyse(wish('b'));
    pass(1000);
    expect(Socket.all).toHaveLength(1);
    show('visible');
    Socket.last.accept();
    expect(asks()).toEqual(['analyse 2 b']);
  });

  it('stops when it goes, and asks again when it comes back', () => {
    asked('a');
    window.dispatchEvent(new Event('pagehide'));
    expect(Socket.last.readyState).toBe(3);
    window.dispatchEvent(new Event('pageshow'));
    Socket.last.accept();
    expect(asks()).toEqual(['analyse 1 a']);
  });
});

it('stays closed once closed', () => {
  const { analyst } = asked('a');
  analyst.close();
  analyst.analyse(wish('b'));
  show('hidden');
  show('visible');
  pass(60_000);
  expect([Socket.all.length, Socket.last.readyState]).toEqual([1, 3]);
});
