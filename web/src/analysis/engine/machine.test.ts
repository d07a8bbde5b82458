import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../api/client';
import type { WholeRules } from '../api';
import { Machine } from './machine';

/** A worker that says what it is told to. */
class Fake {
  static all: Fake[] = [];
  heard: unknown[] = [];
  ended = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    Fake.all.push(this);
  }

  static get last(): Fake {
    const worker = Fake.all.at(-1);
    if (!worker) throw new Error('no worker was made');
    return worker;
  }

  postMessage(message: unknown): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(data: unknown): void {
    this.onmessage?.({ data });
  }
}

const whole: WholeRules = { definition: { name: 'tiny.toml', text: 'x' }, set: [] };
const analyse = (id: number) =>
  JSON.stringify({ type: 'analyse', id, rules: { variant: 'tiny' }, line: {}, lines: 1 });
/** What was promised so far happens. */
const settle = () => new Promise((done) => setTimeout(done));

function open(rules: () => Promise<WholeRules> = () => Promise.resolve(whole)) {
  const machine = new Machine({ worker: () => new Fake() as unknown as Worker, rules });
  const told: unknown[] = [];
  const [opened, closed] = [vi.fn(), vi.fn()];
  machine.onopen = opened;
  machine.onclose = closed;
  machine.onmessage = ({ data }) => told.push(JSON.parse(String(data)));
  return { machine, told, opened, closed };
}

beforeEach(() => {
  Fake.all = [];
});

describe('the engine on this machine', () => {
  it('is open once its worker is there', () => {
    const { machine, opened } = open();
    expect(machine.readyState).toBe(0);
    Fake.last.say({ ready: true });
    expect([machine.readyState, opened.mock.calls.length]).toEqual([1, 1]);
  });

  it('searches by whole rules, and passes on what is told', async () => {
    const { machine, told } = open();
    machine.send(analyse(1));
    await settle();
    expect(Fake.last.heard).toEqual([{ rules: JSON.stringify(whole), message: analyse(1) }]);
    Fake.last.say({ told: '{"type":"found","id":1}' });
    expect(told).toEqual([{ type: 'found', id: 1 }]);
  });

  it('ends a worker that searches, and no other', async () => {
    const { machine } = open();
    machine.send(analyse(1));
    await settle();
    machine.send(analyse(2));
    await settle();
    const [first, second] = Fake.all;
    expect([Fake.all.length, first?.ended, second?.ended]).toEqual([2, true, false]);
    second?.say({ idle: true });
    machine.send('{"type":"stop"}');
    machine.send(analyse(3));
    await settle();
    expect([Fake.all.length, second?.heard.length]).toEqual([2, 2]);
  });

  it('forgets a search that is stopped before its rules are there', async () => {
    const { machine } = open();
    machine.send(analyse(1));
    machine.send('{"type":"stop"}');
    await settle();
    expect(Fake.last.heard).toEqual([]);
  });

  it('refuses where there are no rules', async () => {
    const error = { code: 'not-found', message: 'there is no such game' };
    const { machine, told } = open(() => Promise.reject(new Refusal(error, 404)));
    machine.send(analyse(4));
    await settle();
    expect(told).toEqual([{ type: 'refused', id: 4, error }]);
  });

  it('says that it lives while it searches', async () => {
    const { machine, told } = open();
    machine.send(analyse(1));
    machine.send('{"type":"ping"}');
    await settle();
    expect([told, Fake.all.length]).toEqual([[{ type: 'pong' }], 1]);
  });

  it('closes where the worker cannot go on', () => {
    for (const fails of [
      () => Fake.last.say({ failed: 'no memory' }),
      () => Fake.last.onerror?.(),
    ]) {
      const { machine, closed } = open();
      fails();
      expect([machine.readyState, closed.mock.calls.length, Fake.last.ended]).toEqual([3, 1, true]);
    }
  });
});
