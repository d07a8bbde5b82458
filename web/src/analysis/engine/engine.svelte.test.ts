import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { save } from '../../app/storage';
import { EngineState, type Position } from './engine.svelte';
import type { Found } from './forms';
import { found, line, move, show, Socket } from './samples';

const place = (moves: string, over: Partial<Position> = {}): Position => ({
  rules: { variant: 'tiny' },
  line: { moves: moves.split(' ').filter(Boolean) },
  side: 'first',
  over: false,
  ...over,
});
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const last = () => Socket.last.messages.at(-1) ?? {};

/** What the server says of what it was asked last. */
function say(message: Record<string, unknown>): void {
  pass(120);
  if (Socket.last.readyState === 0) Socket.last.accept();
  Socket.last.say({ ...message, id: last()['id'] });
}
const tell = (what: Found) => say({ type: 'found', ...what });

let engines: EngineState[] = [];

function engine(stored: unknown = { on: true, lines: 1 }): EngineState {
  save('engine', stored);
  const made = new EngineState(Socket.open);
  engines.push(made);
  return made;
}

beforeEach(() => {
  Socket.all = [];
  vi.useFakeTimers();
  show('visible');
});

afterEach(() => {
  for (const one of engines) one.close();
  engines = [];
  localStorage.clear();
  vi.useRealTimers();
});

describe('an engine', () => {
  it('is off until it is switched on', () => {
    const its = engine(null);
    its.at(place(''));
    pass(1000);
    expect([its.on, Socket.all]).toEqual([false, []]);
    its.on = true;
    tell(found(3));
    expect(its.found).toEqual(found(3));
    its.on = false;
    expect([its.found, last()['type']]).toEqual([null, 'stop']);
  });

  it('shows what was found when the page has nothing else to do', () => {
    const waiting = new Map<number, () => void>();
    vi.stubGlobal('requestIdleCallback', (todo: () => void) => {
      waiting.set(waiting.size, todo);
      return waiting.size - 1;
    });
    vi.stubGlobal('cancelIdleCallback', (number: number) => waiting.delete(number));
    const idle = () => waiting.forEach((todo) => todo());
    const its = engine();
    its.at(place(''));
    tell(found(3));
    tell(found(4));
    expect(its.found).toBeNull();
    idle();
    expect(its.found).toEqual(found(4));
    // What was found of another position is not shown here.
    tell(found(5));
    its.at(place('7g7f'));
    idle();
    expect(its.found).toBeNull();
    vi.unstubAllGlobals();
  });

  it('keeps what was chosen', () => {
    const its = engine(null);
    its.on = true;
    its.lines = 9;
    its.pov = 'mover';
    const next = new EngineState(Socket.open);
    engines.push(next);
    expect([next.on, next.lines, next.pov]).toEqual([true, 5, 'mover']);
  });

  it.each([null, 'x', { on: 'yes', lines: -3, pov: 7 }, { lines: '2' }])(
    'does not believe what is stored: %o',
    (stored) => {
      const { on, lines, pov } = engine(stored);
      expect([on, lines, pov]).toEqual([false, 1, 'first']);
    },
  );

  it('can be asked by an effect, which does not depend on it', () => {
    const its = engine();
    let runs = 0;
    const end = $effect.root(() => {
      $effect(() => {
        runs += 1;
        its.at(place(''));
      });
    });
    flushSync();
    its.lines = 2;
    its.threat = true;
    flushSync();
    expect(runs).toBe(1);
    end();
  });
});

describe('what was found', () => {
  it('goes with its position', () => {
    const its = engine();
    its.at(place('a'));
    tell(found(9));
    its.at(place('a b'));
    expect(its.found).toBeNull();
    tell(found(2));
    expect(its.found?.depth).toBe(2);
  });

  it('is there at once when one returns, until something as deep is found', () => {
    const its = engine();
    its.at(place('a'));
    tell(found(9));
    its.at(place('a b'));
    its.at(place('a'));
    const seen = [its.found?.depth];
    for (const [depth, moves] of [
      [3, 'x'],
      [9, 'y'],
      [10, 'z'],
    ] as const) {
      tell(found(depth, line(moves)));
      seen.push(its.found?.depth);
    }
    expect(seen).toEqual([9, 9, 9, 10]);
    expect(its.found?.lines[0]?.moves[0]?.usi).toBe('z');
  });

  it('is not looked for again where there is nothing more to find', () => {
    const its = engine();
    its.at(place('a'));
    tell({ ...found(9), done: true });
    its.at(place('a b'));
    tell(found(1));
    its.at(place('a'));
    pass(2000);
    expect([its.found?.depth, last()['type'], its.waiting]).toEqual([9, 'stop', false]);
    its.lines = 2;
    pass(120);
    expect(last()).toMatchObject({ type: 'analyse', lines: 2 });
  });

  it('is forgotten after 200 positions', () => {
    const its = engine();
    for (let i = 0; i <= 200; i++) {
      its.at(place(`m${i}`));
      tell(found(1));
    }
    its.at(place('m0'));
    expect(its.found).toBeNull();
    its.at(place('m1'));
    expect(its.found?.depth).toBe(1);
  });

  it('stays in part when fewer lines are wanted, and as it is when more are', () => {
    const its = engine({ on: true, lines: 2 });
    its.at(place('a'));
    tell(found(9, line('x'), line('y')));
    its.lines = 1;
    expect(its.found?.lines).toEqual([line('x')]);
    its.lines = 3;
    expect(its.found?.lines).toHaveLength(2);
    tell(found(1, line('x'), line('y'), line('z')));
    expect([its.found?.depth, its.found?.lines.length]).toEqual([1, 3]);
  });

  it('is nothing where the game is over', () => {
    const its = engine();
    its.at(place('a'));
    tell(found(9));
    its.at(place('a b', { over: true }));
    expect([its.found, its.active, last()['type']]).toEqual([null, false, 'stop']);
  });

  it('is waited for when others come first', () => {
    const its = engine();
    its.at(place('a'));
    pass(1400);
    expect(its.waiting).toBe(false);
    pass(200);
    expect(its.waiting).toBe(true);
    tell({ ...found(0), lines: [] });
    expect([its.waiting, its.found]).toEqual([true, null]);
    tell(found(1));
    expect(its.waiting).toBe(false);
  });
});

describe('a threat', () => {
  it('is that of the other side, in this position', () => {
    const its = engine();
    its.at(place('a'));
    tell(found(9));
    its.threat = true;
    expect([its.found, its.mover]).toEqual([null, 'second']);
    tell(found(2));
    expect(last()).toMatchObject({ type: 'analyse', threat: true });
    its.threat = false;
    expect([its.found?.depth, its.mover]).toEqual([9, 'first']);
    its.threat = true;
    its.at(place('a b', { side: 'second' }));
    expect([its.threat, its.mover]).toEqual([false, 'second']);
  });
});

describe('a mate', () => {
  const mate = { kind: 'mate' as const, moves: [move('a1a2')] };

  it('is looked for instead of lines, which go on afterwards', () => {
    const its = engine();
    its.at(place('a'));
    tell(found(9));
    its.searchMate();
    its.lines = 2;
    pass(120);
    expect([its.mate, its.found?.depth, last()['type']]).toEqual(['searching', 9, 'mate']);
    say({ type: 'mate', found: mate });
    pass(120);
    expect([its.mate, last()['type']]).toEqual([mate, 'analyse']);
  });

  it('is looked for by an engine that is off, too', () => {
    const its = engine(null);
    its.at(place('a'));
    its.searchMate();
    say({ type: 'mate', found: { kind: 'none' } });
    pass(1000);
    expect([its.mate, Socket.last.messages.length]).toEqual([{ kind: 'none' }, 1]);
  });

  it('is remembered, unless it is not known', () => {
    const its = engine(null);
    its.at(place('a'));
    its.searchMate();
    say({ type: 'mate', found: mate });
    its.at(place('b'));
    expect(its.mate).toBeNull();
    its.searchMate();
    say({ type: 'mate', found: { kind: 'unknown' } });
    expect(its.mate).toEqual({ kind: 'unknown' });
    its.at(place('a'));
    expect(its.mate).toEqual(mate);
    its.at(place('b'));
    expect(its.mate).toBeNull();
  });

  it('is given up', () => {
    const its = engine(null);
    its.at(place('a'));
    its.searchMate();
    pass(120);
    Socket.last.accept();
    its.stopMate();
    expect([its.mate, last()['type']]).toEqual([null, 'stop']);
    its.searchMate();
    its.at(place('b'));
    expect(its.mate).toBeNull();
  });
});

describe('a refusal', () => {
  const error = { code: 'no', message: 'no' };

  it('is told until something else is asked', () => {
    const its = engine();
    its.at(place('a'));
    say({ type: 'refused', error });
    pass(2000);
    expect([its.problem, its.waiting]).toEqual([error, false]);
    its.retry();
    expect(its.problem).toBeNull();
    tell(found(1));
    expect(its.found?.depth).toBe(1);
  });

  it('ends a search for a mate', () => {
    const its = engine(null);
    its.at(place('a'));
    its.searchMate();
    say({ type: 'refused', error });
    expect([its.mate, its.problem]).toEqual([null, error]);
  });
});

describe('the machine that searches', () => {
  const here = (stored: unknown) => {
    save('engine', stored);
    const its = new EngineState(Socket.open, () => Socket.open('here'));
    engines.push(its);
    its.at(place('a'));
    pass(120);
    return its;
  };

  it('is the visitor’s where that is wanted, and stays so', () => {
    const its = here({ on: true, lines: 1 });
    expect([its.here, Socket.last.url.includes('/api/')]).toEqual([false, true]);
    its.here = true;
    expect([Socket.all[0]?.readyState, Socket.last.url]).toEqual([3, 'here']);
    tell(found(4));
    expect(its.found).toEqual(found(4));
    its.here = false;
    expect(Socket.last.url).toContain('/api/');
    its.here = true;
    its.close();
    here({ on: true, lines: 1, here: true });
    expect(Socket.last.url).toBe('here');
  });

  it('goes on with a mate', () => {
    const its = here(null);
    its.searchMate();
    its.here = true;
    say({ type: 'mate', found: { kind: 'none' } });
    expect([Socket.last.url, its.mate]).toEqual(['here', { kind: 'none' }]);
  });

  it('is the server where the pages have no engine', () => {
    expect(engine({ on: true, here: true })).toMatchObject({ mayBeHere: false, here: false });
  });
});
