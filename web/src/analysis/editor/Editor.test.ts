import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../api/client';
import { settings } from '../../app/settings.svelte';
import Editor from './Editor.svelte';
import type { AskSetup, SetupView } from './forms';
import { castle, server, tiny } from './sample';

let mounted: ReturnType<typeof Editor> | undefined;
let told: SetupView[];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
});

afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
  document.body.innerHTML = '';
  settings.set('language', 'auto');
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Until the server has been asked and has answered. */
async function answered(): Promise<void> {
  await vi.advanceTimersByTimeAsync(200);
  flushSync();
}

async function show(over: Partial<ComponentProps<typeof Editor>> = {}): Promise<void> {
  const info = over.info ?? tiny;
  const props = {
    info,
    position: info.position,
    below: 'first' as const,
    ask: server(info),
    onchange: (view: SetupView) => told.push(view),
    ...over,
  };
  mounted = mount(Editor, { target: document.body, props });
  flushSync();
  // Squares of a hundred, with the rim around them.
  const { width, height } = find('svg.board').getAttribute('viewBox')?.match(SIZE)?.groups ?? {};
  find('svg.board').getBoundingClientRect = () => new DOMRect(0, 0, Number(width), Number(height));
  await answered();
}

const SIZE = /(?<width>\S+) (?<height>\S+)$/;

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};
const board = (): string =>
  [...document.querySelectorAll<SVGElement>('[data-on]')]
    .map(({ dataset }) => `${dataset['on']} ${dataset['side']} ${dataset['piece']}`)
    .sort()
    .join(', ');
const said = (): string => find('[data-said]').textContent;
const verdict = (): string => find('.verdict').textContent.trim();

// ------------------------------------------------------------------------- hands

/** Where a square lies in the window: the tiny board is seen from the first side. */
function middle(square: string): { clientX: number; clientY: number } {
  const rect = find(`[data-square="${square}"]`);
  const number = (name: string): number => Number(rect.getAttribute(name));
  return {
    clientX: number('x') + number('width') / 2,
    clientY: number('y') + number('height') / 2,
  };
}

const OFF = { clientX: -50, clientY: 900 };

function pointer(type: string, target: Element, init: PointerEventInit): void {
  const event = { bubbles: true, pointerId: 1, pointerType: 'mouse', ...init };
  target.dispatchEvent(new PointerEvent(`pointer${type}`, event));
  flushSync();
}

function click(square: string, init: PointerEventInit = {}): void {
  const at = { ...middle(square), ...init };
  pointer('down', find('svg.board'), at);
  pointer('up', find('svg.board'), at);
}

function sweep(from: Element, ...places: PointerEventInit[]): void {
  const [first, ...rest] = places;
  pointer('down', from, first ?? {});
  for (const place of rest) pointer('move', find('.editor'), place);
  pointer('up', find('.editor'), places.at(-1) ?? {});
}

function choose(man: string): void {
  sweep(find(`[data-palette="${man}"]`), { clientX: 0, clientY: 1000 });
}

function press(selector: string): void {
  find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  flushSync();
}

function keys(from: string, ...names: string[]): void {
  find(`[data-square="${from}"]`).focus();
  for (const key of names) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    flushSync();
  }
}

function write(text: string): void {
  const field = find('textarea') as HTMLTextAreaElement;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

// ------------------------------------------------------------------------- tests

describe('by clicks', () => {
  it('puts the chosen piece on a square, and takes it away again', async () => {
    await show();
    choose('second +P');
    expect(find('[data-palette="second +P"]').getAttribute('aria-pressed')).toBe('true');
    click('b2');
    expect(board()).toBe('b2 second +P, c1 first K, c3 second K');
    click('b2');
    expect(board()).toBe('c1 first K, c3 second K');
  });

  it('paints', async () => {
    await show();
    choose('first P');
    sweep(find('svg.board'), middle('a1'), middle('a3'));
    expect(board()).toBe('a1 first P, a2 first P, a3 first P, c1 first K, c3 second K');
  });

  it('erases', async () => {
    await show();
    press('[data-tool="erase"]');
    click('c1');
    expect(board()).toBe('c3 second K');
    sweep(find('svg.board'), middle('c2'), middle('c3'));
    expect(board()).toBe('');
  });

  it('picks a piece up and puts it down', async () => {
    await show();
    click('c1');
    click('b1');
    expect(board()).toBe('b1 first K, c3 second K');
  });

  it('turns a piece by the right button or a long touch', async () => {
    await show();
    click('c1', { button: 2 });
    expect(board()).toBe('c1 second K, c3 second K');
    pointer('down', find('svg.board'), { ...middle('c3'), pointerType: 'touch' });
    await vi.advanceTimersByTimeAsync(600);
    pointer('up', find('svg.board'), { ...middle('c3'), pointerType: 'touch' });
    expect(board()).toBe('c1 second K, c3 first K');
  });
});

describe('by dragging', () => {
  it.each([
    ['to a square', 'a2', 'a2 first K, c3 second K'],
    ['off the board', undefined, 'c3 second K'],
  ])('a piece goes %s', async (_, to, expected) => {
    await show();
    sweep(find('svg.board'), middle('c1'), middle('b1'), to ? middle(to) : OFF);
    expect(board()).toBe(expected);
  });

  it('a piece on the rim stays', async () => {
    await show();
    sweep(find('svg.board'), middle('c1'), { clientX: 5, clientY: 5 });
    expect(board()).toBe('c1 first K, c3 second K');
  });

  it('pieces come from the palette, and go to hands', async () => {
    await show();
    sweep(find('[data-palette="second P"]'), { clientX: 0, clientY: 900 }, middle('b2'));
    expect(board()).toBe('b2 second P, c1 first K, c3 second K');
    const hand = find('[data-hand-of="first"]');
    hand.getBoundingClientRect = () => new DOMRect(0, 1000, 100, 100);
    sweep(find('svg.board'), middle('b2'), { clientX: 50, clientY: 1050 });
    expect(board()).toBe('c1 first K, c3 second K');
    expect(find('[data-hand-of="first"] [aria-label="P"] output').textContent).toBe('1');
  });
});

describe('by keys', () => {
  it('walks, puts pieces by their letters and removes them, and tells', async () => {
    await show();
    keys('a1', 'ArrowUp', 'p');
    expect(said()).toBe('a2: Gote P');
    keys('a2', 'ArrowRight', '+', 'P');
    expect(said()).toBe('b2: Sente +P');
    expect(board()).toBe('a2 second P, b2 first +P, c1 first K, c3 second K');
    keys('c3', 'Delete');
    expect(said()).toBe('c3: empty');
    keys('c3', 'x');
    expect(said()).toBe('No piece is called x');
  });

  it('moves', async () => {
    await show();
    keys('c1', 'Enter', 'ArrowUp', 'Enter');
    expect(board()).toBe('c2 first K, c3 second K');
  });

  it('undoes and redoes', async () => {
    await show();
    keys('a1', 'p');
    const control = (over: KeyboardEventInit): void => {
      const init = { key: 'z', ctrlKey: true, bubbles: true, ...over };
      find('[data-square="a1"]').dispatchEvent(new KeyboardEvent('keydown', init));
      flushSync();
    };
    control({});
    expect(board()).toBe('c1 first K, c3 second K');
    control({ shiftKey: true });
    expect(board()).toBe('a1 second P, c1 first K, c3 second K');
  });
});

describe('the whole position', () => {
  it.each([
    ['empty', ''],
    ['swap', 'a1 first K, a3 second K'],
    ['start', 'c1 first K, c3 second K'],
  ])('becomes another by "%s"', async (what, expected) => {
    await show();
    press(`[data-do="${what}"]`);
    await answered();
    expect(board()).toBe(expected);
  });

  it('is seen from the other side', async () => {
    await show();
    const before = middle('a1');
    press('[data-do="turn"]');
    expect(middle('c3')).toEqual(before);
  });

  it('shows squares that exist only while they are occupied', async () => {
    const vanishing = { ...tiny, board: { ...tiny.board, vanishing: ['a1'], holes: ['a3'] } };
    const setup = { ...tiny.board_at_start, gone: ['a1'] };
    await show({ info: { ...vanishing, board_at_start: setup } });
    keys('a1', 'P');
    expect(board()).toContain('a1 first P');
    expect(document.querySelector('[data-square="a3"]')).toBeNull();
  });
});

describe('the text', () => {
  const unread: AskSetup = (wish) =>
    'position' in wish && wish.position === 'nonsense'
      ? Promise.reject(new Refusal({ code: 'bad', message: 'a rank is missing' }, 400))
      : server(tiny)(wish);

  it('that cannot be read says why and leaves the board', async () => {
    await show({ ask: unread });
    keys('a1', 'p');
    await answered();
    write('nonsense');
    await answered();
    expect(find('[data-unreadable]').textContent).toBe('A rank is missing');
    expect(board()).toBe('a1 second P, c1 first K, c3 second K');
    // Nobody takes the board for what was written.
    expect(document.querySelector('[data-verdict="fine"]')).toBeNull();
    expect(find('[data-verdict="wrong"]').textContent).toMatch('cannot be read');
    write('better');
    await answered();
    expect(document.querySelector('[data-unreadable]')).toBeNull();
    expect(find('[data-verdict="fine"]')).toBeTruthy();
    expect(board()).toBe('c1 first K, c3 second K');
  });

  it('is that of the board', async () => {
    await show();
    keys('a1', 'p');
    await answered();
    expect((find('textarea') as HTMLTextAreaElement).value).toBe(told.at(-1)?.position);
  });
});

describe('what is wrong', () => {
  it('is told', async () => {
    await show();
    expect(verdict()).toBe('A game can begin here.');
    keys('c1', 'Delete');
    await answered();
    expect(verdict()).toBe('a king is missing');
    expect(told.at(-1)?.problems).toHaveLength(1);
  });

  it('is told at once as far as it is little', async () => {
    const problems = [1, 2, 3, 4, 5].map((n) => ({ text: `problem ${n}` }));
    await show({ ask: server(tiny, { problems }) });
    expect(document.querySelectorAll('.verdict > [data-verdict="wrong"]')).toHaveLength(3);
    expect(find('.verdict summary').textContent).toBe('2 more');
  });

  it('is told in Japanese', async () => {
    settings.set('language', 'ja');
    await show();
    keys('c1', 'Delete');
    await answered();
    expect(verdict()).toBe('玉がありません');
  });

  it('is marked on its square', async () => {
    await show({ ask: server(tiny, { problems: [{ text: 'the P on b3 can never move' }] }) });
    expect(document.querySelectorAll('path.sign.check')).toHaveLength(1);
    expect(find('[data-square="b3"]').getAttribute('aria-label')).toContain('something is wrong');
  });

  it('is not known without a connection', async () => {
    let online = true;
    const ask: AskSetup = (wish) =>
      online
        ? server(tiny)(wish)
        : Promise.reject(new Refusal({ code: 'offline', message: 'no' }, 0));
    await show({ ask });
    online = false;
    keys('a1', 'p');
    await answered();
    expect(verdict()).toContain('Not checked: no connection.');
    expect(board()).toContain('a1 second P');
    online = true;
    press('.verdict button');
    await answered();
    expect(verdict()).toBe('A game can begin here.');
  });
});

describe('what else a position holds', () => {
  const uses = {
    passes: true,
    unmoved: ['K', 'R', 'P'],
    en_passant: true,
    quiet: true,
    drops: false,
  };
  const setup = () => told.at(-1)?.setup;

  it('is whose turn it is', async () => {
    await show();
    press('input[value="second"]');
    find('input[value="second"]').dispatchEvent(new Event('change', { bubbles: true }));
    await answered();
    expect(setup()?.side).toBe('second');
  });

  it('is not asked where the game does not have it', async () => {
    await show({ info: castle });
    for (const none of [
      '[data-castling]',
      '[data-hand-of]',
      '[data-passing]',
      '[data-count="quiet"]',
    ])
      expect(document.querySelector(none)).toBeNull();
  });

  it('is castling, in words', async () => {
    await show({ info: castle, ask: server(castle, { uses }) });
    const labels = [...document.querySelectorAll('.check')].map((it) => it.textContent.trim());
    expect(labels).toEqual(['Sente, R on a1', 'Sente, R on d1', 'Gote, R on d6']);
    press('[data-castling="b1 a1"]');
    await answered();
    expect(setup()?.unmoved).not.toContain('a1');
    expect(setup()?.unmoved).toContain('d1');
  });

  it('is who has never moved, marked on the board', async () => {
    await show({ info: castle, ask: server(castle, { uses }) });
    press('[data-tool="unmoved"]');
    expect(find('[data-at="b2"]').dataset['mark']).toBe('unmoved');
    click('b2');
    expect(find('[data-at="b2"]').dataset['mark']).toBe('moved');
    expect(find('[data-square="b2"]').getAttribute('aria-label')).toContain('has moved');
  });

  it('is the pawn that has just passed', async () => {
    await show({ info: castle, ask: server(castle, { uses }) });
    sweep(find('svg.board'), middle('c5'), middle('c3'));
    const select = find('[data-passing]') as HTMLSelectElement;
    select.value = 'c3';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await answered();
    expect([setup()?.passed_pawn, setup()?.en_passant]).toEqual(['c3', ['c4']]);
  });

  it('is turns that must be passed', async () => {
    await show({ info: castle, ask: server(castle, { uses }) });
    press('[aria-label="Turns that Gote must pass: one more"]');
    await answered();
    expect(setup()?.passes).toEqual({ first: 0, second: 1 });
  });
});
