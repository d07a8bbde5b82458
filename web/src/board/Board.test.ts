import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Legal, PieceInfo, VariantInfo } from '../api/types';
import Board from './Board.svelte';
import { define } from './element.svelte';

const piece = (id: string, en: string, over: Partial<PieceInfo> = {}): PieceInfo => ({
  id,
  name: { en, kanji: '王将', abbreviation: '王' },
  text: [],
  royal: false,
  promotes: [],
  demotes_to: id.replace('+', ''),
  value: 100,
  droppable: true,
  diagram: { radius: 1, unlimited: false, marks: [], lines: [], burns: [], notes: [] },
  reach: [],
  ...over,
});

const board = {
  pieces: [
    { square: 'a1', side: 'first' as const, piece: 'K' },
    { square: 'b2', side: 'first' as const, piece: 'P' },
    { square: 'c3', side: 'second' as const, piece: 'K' },
  ],
  hands: { first: { P: 2 }, second: {} },
  gone: [],
};

const variant: VariantInfo = {
  id: 'tiny',
  name: 'Tiny',
  aliases: [],
  sides: { first: 'Sente', second: 'Gote' },
  symmetry: 'rotate',
  board: { files: 3, ranks: 3, first_rank: 1, holes: [], vanishing: [], coordinates: 'shogi' },
  zones: [
    { kind: 'promotion', side: 'first', squares: ['a3', 'b3', 'c3'] },
    { kind: 'promotion', side: 'second', squares: ['a1', 'b1', 'c1'] },
    { kind: 'goal', side: 'first', squares: ['b3'] },
  ],
  drops: true,
  captures_to_hand: true,
  declaration: false,
  records: [],
  pieces: [
    piece('K', 'King', { royal: true }),
    piece('P', 'Pawn', { promotes: ['+P'] }),
    piece('+P', 'Tokin', { name: { en: 'Tokin', ja: 'と金', kanji: 'と金', abbreviation: 'と' } }),
  ],
  starts: [],
  position: '',
  drawings: {},
  lessons: {},
  legend: [],
  board_at_start: board,
};

const move = (usi: string, from: string | null, to: string, over: Partial<Legal> = {}): Legal => ({
  usi,
  algebraic: usi,
  piece: 'P',
  from,
  to,
  captures: [],
  promotes: false,
  ...over,
});

const legal = [
  move('2b2a', 'b2', 'b3'),
  move('2b2a+', 'b2', 'b3', { promotes: true, becomes: '+P' }),
  move('3c3b', 'a1', 'a2', { piece: 'K' }),
  move('P*1c', null, 'c1', { drop: 'P' }),
];

let mounted: ReturnType<typeof Board> | undefined;

function show(over: Partial<ComponentProps<typeof Board>> = {}): void {
  mounted = mount(Board, {
    target: document.body,
    props: { variant, board, legal, interactive: ['first'], animation: false, ...over },
  });
  flushSync();
}

afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
  document.body.innerHTML = '';
});

const find = (selector: string): Element => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};
const square = (name: string): Element => find(`[data-square="${name}"]`);
const said = (): string => find('[aria-live]').textContent ?? '';

function key(name: string): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
  flushSync();
}

function keys(from: string, ...names: string[]): void {
  (square(from) as SVGElement).focus();
  flushSync();
  for (const name of names) key(name);
}

describe('zones', () => {
  const signs = (): string[] =>
    [...document.querySelectorAll<SVGElement>('[data-zone]')].map(
      ({ dataset }) => `${dataset.zone} ${dataset.at}`,
    );

  it('are not marked unasked', () => {
    show();
    expect(signs()).toEqual([]);
  });

  it('are marked where they are wanted', () => {
    show({ zones: variant.zones.filter(({ side }) => side === 'first') });
    expect(signs()).toEqual(['promotion a3', 'promotion b3', 'promotion c3', 'goal b3']);
  });

  it('are told of a square', () => {
    show({ zones: variant.zones });
    expect(square('b3').getAttribute('aria-label')).toBe(
      "2a, empty, Sente promotes here, Sente's goal",
    );
  });
});

describe('the last move', () => {
  const marked = (name: string): string[] =>
    [...document.querySelectorAll<SVGElement>(`[data-${name}]`)].map(
      ({ dataset }) => `${dataset[name]} ${dataset.at}`,
    );

  it('leaves a sign of whom it has burned or shot', () => {
    const removed = { side: 'second' as const, piece: 'P' };
    show({
      lastMove: {
        side: 'first',
        piece: 'P',
        from: 'a2',
        to: 'b2',
        removes: [
          { ...removed, square: 'b2', fate: 'captured' },
          { ...removed, square: 'b3', fate: 'burned' },
          { ...removed, square: 'c2', fate: 'shot' },
        ],
      },
    });
    expect(marked('loss')).toEqual(['burned b3', 'shot c2']);
  });
});

describe('by keys', () => {
  it('moves', () => {
    const onmove = vi.fn();
    show({ onmove });
    keys('a1', 'Enter', 'ArrowUp', 'Enter');
    expect(onmove.mock.calls[0]?.[0].usi).toBe('3c3b');
  });

  it('asks about promotion, and can be called off', () => {
    const onmove = vi.fn();
    show({ onmove });
    keys('b2', 'Enter', 'ArrowUp', 'Enter');
    expect(
      [...document.querySelectorAll('[data-choice]')].map((b) => b.getAttribute('aria-label')),
    ).toEqual(['Promote to Tokin', 'Stay Pawn']);
    find('[data-choice]').parentElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    );
    flushSync();
    expect(document.querySelector('[data-choice]')).toBeNull();
    expect(onmove).not.toHaveBeenCalled();
    keys('b2', 'Enter', 'ArrowUp', 'Enter');
    find('[data-choice="+P"]').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onmove.mock.calls[0]?.[0].usi).toBe('2b2a+');
  });

  it.each(['body', 'button'])('puts a piece back wherever the keyboard is: %s', (where) => {
    const outside = document.body.appendChild(document.createElement('button'));
    show();
    keys('a1', 'Enter');
    expect(said()).toMatch(/selected/);
    (document.activeElement as SVGElement).blur();
    if (where === 'button') outside.focus();
    key('Escape');
    expect(said()).toBe('Selection cancelled');
    expect(document.querySelector('[data-mark]')).toBeNull();
  });

  it('leaves a piece where it is when a dialog is closed', () => {
    document.body.innerHTML = '<dialog open><button></button></dialog>';
    show();
    keys('a1', 'Enter');
    (find('dialog button') as HTMLElement).focus();
    key('Escape');
    expect(document.querySelector('[data-mark]')).not.toBeNull();
  });

  it('goes from answer to answer by arrows, and back to the board', () => {
    const onmove = vi.fn();
    show({ onmove });
    const chosen = (): string | null | undefined =>
      document.activeElement?.getAttribute('aria-label');
    keys('b2', 'Enter', 'ArrowUp', 'Enter');
    expect(chosen()).toBe('Promote to Tokin');
    key('ArrowRight');
    expect(chosen()).toBe('Stay Pawn');
    key('ArrowLeft');
    key('ArrowLeft');
    expect(chosen()).toBe('Cancel');
    key('Escape');
    expect(document.activeElement).toBe(square('b3'));
    key('ArrowDown');
    key('Enter');
    expect(said()).toBe('Pawn on 2b selected, 1 square to go to');
  });

  it('drops', () => {
    const onmove = vi.fn();
    show({ onmove });
    find('[data-hand="P"]').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    flushSync();
    expect(said()).toBe('Pawn in hand selected, 1 square to drop it on');
    keys('c1', 'Enter');
    expect(onmove.mock.calls[0]?.[0].usi).toBe('P*1c');
  });

  it('tells what is refused', () => {
    const onillegal = vi.fn();
    show({ onillegal });
    keys('a1', 'Enter', 'ArrowRight', 'Enter');
    expect(onillegal).toHaveBeenCalledWith({ from: 'a1', to: 'b1' });
  });
});

describe('a piece that is placed besides', () => {
  const duck = (square: string): Legal =>
    move(`2b2a,${square}`, 'b2', 'b3', { places: { piece: 'P', square, from: 'c2' } });
  const hand = (square?: string): Legal =>
    move(square ? `3c3b,${square}` : '3c3b', 'a1', 'a2', {
      piece: 'K',
      ...(square && { places: { piece: 'P', square, held: true } }),
    });
  const pieces = [...board.pieces, { square: 'c2', side: 'second' as const, piece: 'P' }];
  const besides = {
    board: { ...board, pieces },
    legal: [duck('b2'), duck('c1'), hand('a1'), hand()],
  };

  it('is put on a square, with the move to be seen already', () => {
    const onmove = vi.fn();
    const onprompt = vi.fn();
    show({ ...besides, onmove, onprompt });
    keys('b2', 'Enter', 'ArrowUp', 'Enter');
    expect(said()).toBe('Choose where to place the Pawn');
    expect(onprompt).toHaveBeenLastCalledWith('Choose where to place the Pawn');
    expect(square('b3').getAttribute('aria-label')).toBe('2a, Sente Pawn');
    expect(square('b2').getAttribute('aria-label')).toBe('2b, empty, place here');
    expect(document.querySelector('[data-on="b3"]')).not.toBeNull();
    keys('b3', 'ArrowDown', 'Enter');
    expect(onmove.mock.calls.map(([{ usi }]) => usi)).toEqual(['2b2a,b2']);
    expect(document.querySelector('[data-on="c2"]')).toBeNull();
  });

  it('is called off with its move', () => {
    const onmove = vi.fn();
    show({ ...besides, onmove });
    keys('b2', 'Enter', 'ArrowUp', 'Enter');
    key('Escape');
    expect(said()).toBe('Selection cancelled');
    expect(document.querySelector('[data-mark]')).toBeNull();
    expect(document.querySelector('[data-on="b2"]')).not.toBeNull();
    expect(onmove).not.toHaveBeenCalled();
  });

  it('is asked for at once where there is but one square for it', () => {
    const onmove = vi.fn();
    show({ ...besides, onmove });
    keys('a1', 'Enter', 'ArrowUp', 'Enter');
    expect(said()).toBe('Choose what to place on 3c');
    const labels = [...document.querySelectorAll('[data-choice]')].map((button) =>
      button.getAttribute('aria-label'),
    );
    expect(labels).toEqual(['Place the Pawn', 'Place nothing']);
    const nothing = find('[data-choice="nothing"]');
    // The end of the tap by which it was opened.
    nothing.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    expect(onmove).not.toHaveBeenCalled();
    nothing.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    nothing.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    expect(onmove.mock.calls.map(([{ usi }]) => usi)).toEqual(['3c3b']);
  });

  it('lies in hand in a game without drops, for as long as it may be placed', () => {
    const game = { ...variant, drops: false, captures_to_hand: false };
    show({ ...besides, variant: game });
    const held = find('[data-hand="P"]');
    const lift = (): void => {
      held.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
      flushSync();
    };
    expect(held.getAttribute('aria-disabled')).toBe('true');
    lift();
    expect(document.querySelector('[aria-pressed="true"]')).toBeNull();
    keys('a1', 'Enter', 'ArrowUp', 'Enter');
    expect(held.getAttribute('aria-disabled')).toBe('false');
    lift();
    expect(document.querySelector('[data-on="a1"]')?.getAttribute('data-piece')).toBe('P');
  });
});

describe('for ears', () => {
  it('is a grid of squares with their pieces', () => {
    show();
    expect(document.querySelectorAll('[role="row"]')).toHaveLength(3);
    expect(square('b2').getAttribute('aria-label')).toBe('2b, Sente Pawn');
    expect(square('c2').getAttribute('aria-label')).toBe('1b, empty');
    keys('a1', 'Enter');
    expect(said()).toBe('King on 3c selected, 1 square to go to');
    expect(square('a2').getAttribute('aria-label')).toBe('3b, empty, can go here');
  });

  it('speaks Japanese', () => {
    show({ language: 'ja', sideNames: { first: '先手', second: '後手' } });
    expect(square('c3').getAttribute('aria-label')).toBe('1一, 後手の王将');
  });

  it('tells the last move', () => {
    const lastMove = { side: 'second' as const, piece: 'K', from: 'c2', to: 'c3', captures: [] };
    show({ lastMove, checked: ['a1'] });
    expect(said()).toBe('Gote: King on 1b goes to 1a, check');
  });
});

it('shows a move before it is answered, and takes it back when it is refused', () => {
  show({ onmove: () => undefined });
  keys('a1', 'Enter', 'ArrowUp', 'Enter');
  expect(document.querySelector('[data-on="a2"]')).not.toBeNull();
  mounted?.reset();
  flushSync();
  expect(document.querySelector('[data-on="a1"]')).not.toBeNull();
});

it('only looks on when nobody plays here', () => {
  const onselect = vi.fn();
  show({ interactive: [], onselect });
  keys('a1', 'Enter');
  expect(onselect).not.toHaveBeenCalled();
});

it('is a custom element', () => {
  define();
  const element = document.createElement('komadai-board');
  const heard: unknown[] = [];
  element.addEventListener('move', (event) => heard.push((event as CustomEvent).detail.usi));
  document.body.append(element);
  Object.assign(element, { variant, board, legal, interactive: ['first'], animation: false });
  flushSync();
  keys('a1', 'Enter', 'ArrowUp', 'Enter');
  expect(heard).toEqual(['3c3b']);
  element.remove();
  expect(element.innerHTML).toBe('');
});
