import { describe, expect, it } from 'vitest';
import type { Input, Job, Need, Outcome, Said, Supply, Write } from './forms';
import { Host, type Surroundings } from './host';
import { Conflict } from './store';

const WRITE: Write = { events: { game: 'a', first: 2, events: [] } };
const ANSWER = { id: 1, status: 200, text: '{}' };
const REQUEST: Input = {
  type: 'request',
  id: 1,
  method: 'GET',
  path: '/',
  token: null,
  body: null,
};

/** A host around a referee that says these things, one after the other, and all that was done, in its order. */
function host(outcomes: Partial<Outcome>[], writes: (Error | null)[] = []) {
  const done: string[] = [];
  const around: Surroundings = {
    referee: {
      hear: (input) => {
        done.push(`hear ${(JSON.parse(input) as Input).type}`);
        return JSON.stringify({ wake: null, ...outcomes.shift() });
      },
      supply: (supply) => done.push(`supply ${Object.keys(JSON.parse(supply) as Supply)[0]}`) > 0,
    },
    store: {
      read: (need: Need) =>
        Promise.resolve({ game: { id: 'game' in need ? need.game : '', events: [] } }),
      write: () => {
        const error = writes.shift() ?? null;
        done.push(error ? 'not written' : 'written');
        return error ? Promise.reject(error) : Promise.resolve();
      },
    },
    engine: {
      begin: ({ job }: Job) => done.push(`begin ${job}`),
      end: (job: number) => done.push(`end ${job}`),
    },
    say: (said: Said) => done.push(`say ${Object.keys(said)[0]}`),
    now: () => 0,
    announce: (games) => done.push(`announce ${games.join()}`),
  };
  return { host: new Host(around), done };
}

describe('the host', () => {
  it('writes before it answers', async () => {
    const { host: it, done } = host([
      { writes: [WRITE], answers: [ANSWER], jobs: [{ job: 3, wait: 0 }], ended: [2] },
    ]);
    await it.hear(REQUEST);
    expect(done).toEqual([
      'hear request',
      'written',
      'announce a',
      'end 2',
      'say answer',
      'begin 3',
    ]);
  });

  it('gets what is needed, and asks once more', async () => {
    const { host: it, done } = host([{ needs: [{ game: 'a' }] }, { answers: [ANSWER] }]);
    await it.hear(REQUEST);
    expect(done).toEqual(['hear request', 'supply game', 'hear request', 'say answer']);
  });

  it('looks again where another window was first', async () => {
    const { host: it, done } = host(
      [{ writes: [WRITE], answers: [ANSWER] }, { closed: [7] }, { answers: [ANSWER] }],
      [new Conflict()],
    );
    await it.hear(REQUEST);
    const again = ['hear request', 'say answer'];
    expect(done).toEqual(['hear request', 'not written', 'hear undone', 'say closed', ...again]);
  });

  it('tells nobody of what could not be written', async () => {
    const { host: it, done } = host(
      [{ writes: [WRITE], answers: [ANSWER], jobs: [{ job: 1, wait: 0 }] }, { answers: [ANSWER] }],
      [new Error('full')],
    );
    await it.hear(REQUEST);
    expect(done).toEqual(['hear request', 'not written', 'hear undone', 'say answer']);
  });

  it('does one thing after the other', async () => {
    const { host: it, done } = host([{ needs: [{ game: 'a' }] }, { answers: [ANSWER] }, {}]);
    await Promise.all([it.hear(REQUEST), it.hear({ type: 'tick' })]);
    expect(done.at(-1)).toBe('hear tick');
  });
});
