import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../api/client';
import type { SetupView, SetupWish } from './forms';
import { place, remove, type Man } from './operations';
import { answer, has, spelled, tiny } from './sample';
import { Editor } from './state.svelte';

const pawn: Man = { side: 'first', piece: 'P' };
const START = 'c1 first K, c3 second K';

interface Call {
  wish: SetupWish;
  answer: (view: SetupView) => void;
  fail: (error: unknown) => void;
}

let calls: Call[];
let told: SetupView[];
let editor: Editor;

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  told = [];
  editor = new Editor({
    info: tiny,
    ask: (wish) =>
      new Promise((answer, fail) => {
        calls.push({ wish, answer, fail });
      }),
    onchange: (view) => told.push(view),
  });
});

afterEach(() => {
  editor.close();
  vi.useRealTimers();
});

const tick = (): Promise<unknown> => vi.advanceTimersByTimeAsync(200);
const last = (): Call => {
  const call = calls.at(-1);
  if (!call) throw new Error('nothing was asked');
  return call;
};

/** What the server says to the last request: the setup that was sent, or this one. */
async function reply(over: Partial<SetupView> = {}): Promise<void> {
  const { wish, answer: give } = last();
  give(answer(tiny, 'setup' in wish ? wish.setup : editor.setup, over));
  await tick();
}

async function refuse(status: number, message = ''): Promise<void> {
  last().fail(new Refusal({ code: 'bad', message }, status));
  await tick();
}

async function begin(): Promise<void> {
  editor.follow(tiny.position);
  await reply();
}

describe('requests', () => {
  it('wait for the next change', async () => {
    await begin();
    editor.edit(place(editor.setup, 'a1', pawn));
    editor.edit(place(editor.setup, 'a2', pawn));
    expect(calls).toHaveLength(1);
    await tick();
    expect(calls).toHaveLength(2);
    expect(last().wish).toEqual({ setup: editor.setup });
  });

  it('that are answered late are not heard', async () => {
    await begin();
    editor.edit(place(editor.setup, 'a1', pawn));
    await tick();
    const early = last();
    editor.edit(place(editor.setup, 'a2', pawn));
    await tick();
    await reply({ position: 'new' });
    early.answer(answer(tiny, editor.setup, { position: 'old' }));
    await tick();
    expect(editor.text).toBe('new');
    expect(told.map(({ position }) => position)).not.toContain('old');
  });

  it('make an answer stale as soon as something changes', async () => {
    await begin();
    expect(editor.fresh).toBe(true);
    editor.edit(place(editor.setup, 'a1', pawn));
    expect(editor.fresh).toBe(false);
    await tick();
    await reply();
    expect(editor.fresh).toBe(true);
  });

  it('that nobody answers leave what was edited, and are made with the next change', async () => {
    await begin();
    editor.edit(place(editor.setup, 'a1', pawn));
    await tick();
    await refuse(0);
    expect(editor.offline).toBe(true);
    expect(has(editor.setup, 'a1')).toBe('P');
    editor.edit(place(editor.setup, 'a2', pawn));
    await tick();
    await reply();
    expect(editor.offline).toBe(false);
    expect([has(editor.setup, 'a1'), has(editor.setup, 'a2')]).toEqual(['P', 'P']);
  });

  it('can be made again', async () => {
    editor.follow(tiny.position);
    await refuse(0);
    expect(spelled(editor.setup)).toBe(START);
    editor.retry();
    await reply();
    expect(editor.fresh).toBe(true);
  });

  it('that are refused say why', async () => {
    await begin();
    editor.edit(place(editor.setup, 'a1', pawn));
    await tick();
    await refuse(400, 'too many pieces');
    expect(editor.refused?.text).toBe('Too many pieces');
  });
});

describe('texts', () => {
  const other = answer(tiny, place(remove(editorStart(), 'c1'), 'a1', pawn));
  function editorStart() {
    return new Editor({ info: tiny, ask: () => new Promise(() => undefined), onchange() {} }).setup;
  }

  it('change the board as soon as they are read', async () => {
    await begin();
    editor.type('another');
    expect(calls).toHaveLength(1);
    await tick();
    last().answer(other);
    await tick();
    expect(spelled(editor.setup)).toBe('a1 first P, c3 second K');
    expect(editor.text).toBe('another');
    editor.settle();
    expect(editor.text).toBe(other.position);
    editor.undo();
    expect(spelled(editor.setup)).toBe(START);
  });

  it('that cannot be read leave the board and stay to be put right', async () => {
    await begin();
    editor.type('nonsense');
    await tick();
    await refuse(400, 'no such piece: x');
    expect(editor.unreadable?.text).toBe('No such piece: x');
    expect(spelled(editor.setup)).toBe(START);
    editor.settle();
    expect(editor.text).toBe('nonsense');
    expect(editor.fresh).toBe(true);
  });

  it('that cannot be read do not keep the board from being judged', async () => {
    await begin();
    editor.edit(place(editor.setup, 'a1', pawn));
    editor.type('nonsense');
    await tick();
    await refuse(400);
    await reply();
    expect(editor.fresh).toBe(true);
    expect(editor.text).toBe('nonsense');
    expect(has(editor.setup, 'a1')).toBe('P');
  });

  it('of the page that cannot be read leave the start', async () => {
    editor.follow('3/3/P2 b - 1');
    expect(spelled(editor.setup)).toBe('a1 first P');
    await refuse(400, 'no kings');
    expect(spelled(editor.setup)).toBe(START);
    expect(editor.text).toBe('3/3/P2 b - 1');
    expect(editor.canUndo).toBe(false);
  });

  it('that the page has from here are not read again', async () => {
    await begin();
    editor.edit(place(editor.setup, 'a1', pawn));
    await tick();
    await reply();
    const before = calls.length;
    editor.follow(told.at(-1)?.position ?? '');
    await tick();
    expect(calls).toHaveLength(before);
  });
});

describe('undoing', () => {
  it('restores the very position, and can be undone', async () => {
    await begin();
    const before = editor.setup;
    editor.edit(place(before, 'a1', pawn));
    const after = editor.setup;
    editor.undo();
    expect(editor.setup).toBe(before);
    editor.redo();
    expect(editor.setup).toBe(after);
    editor.undo();
    editor.edit(place(before, 'a2', pawn));
    expect(editor.canRedo).toBe(false);
  });

  it('takes a stroke back as one', async () => {
    await begin();
    editor.choose({ kind: 'piece', man: pawn });
    editor.beginStroke('a1');
    for (const square of ['a1', 'b1', 'b1', 'a2']) editor.paint(square);
    editor.click('a3');
    expect(spelled(editor.setup)).toContain('a1 first P, a2 first P, a3 first P, b1 first P');
    editor.undo();
    editor.undo();
    expect(spelled(editor.setup)).toBe(START);
  });

  it('restores what another start has replaced', async () => {
    await begin();
    editor.edit(place(editor.setup, 'a1', pawn));
    editor.load(tiny.position);
    await reply();
    expect(spelled(editor.setup)).toBe(START);
    editor.undo();
    expect(has(editor.setup, 'a1')).toBe('P');
  });
});

it('a stroke that begins on such a piece takes such pieces away', async () => {
  await begin();
  editor.choose({ kind: 'piece', man: { side: 'first', piece: 'K' } });
  editor.beginStroke('c1');
  for (const square of ['c1', 'c2', 'c3']) editor.paint(square);
  expect(spelled(editor.setup)).toBe('c3 second K');
});
