import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { View } from '../game/past';
import { Preview } from './preview.svelte';

const view = (name: string) => ({ name }) as unknown as View;
const look = vi.fn((moves: readonly string[]) =>
  moves.includes('bad')
    ? Promise.reject(new Error('offline'))
    : Promise.resolve(view(moves.join())),
);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  look.mockClear();
});
afterEach(() => vi.useRealTimers());

it('shows what is pointed at for a while, and nothing afterwards', async () => {
  const preview = new Preview(look);
  preview.show(['a', 'b']);
  preview.show(['a', 'b', 'c']);
  expect(preview.view).toBeNull();
  await pass(200);
  expect([preview.view, look.mock.calls.length]).toEqual([view('a,b,c'), 1]);
  preview.show([]);
  await pass(200);
  expect(preview.view).toBeNull();
});

it('stays while the same is found once more', async () => {
  const preview = new Preview(look);
  preview.show(['a', 'b']);
  await pass(200);
  preview.show([]);
  preview.show(['a', 'b']);
  await pass(200);
  expect([preview.view, look.mock.calls.length]).toEqual([view('a,b'), 1]);
});

it('ends at once where somebody goes elsewhere', async () => {
  const preview = new Preview(look);
  preview.show(['a', 'b']);
  preview.end();
  await pass(200);
  expect([preview.view, look.mock.calls.length]).toEqual([null, 0]);
});

it('leaves the board as it is where no answer comes', async () => {
  const preview = new Preview(look);
  preview.show(['a', 'bad']);
  await pass(200);
  expect(preview.view).toBeNull();
});
