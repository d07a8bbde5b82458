import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../app/settings.svelte';
import Annotations from './Annotations.svelte';
import { keyTable, treeKey } from './keys';
import { grow, large, playAll, sample } from './samples';
import { desk } from './samples.svelte';
import type { Marks } from './signs';
import { Tree, type Node } from './tree';
import TreeView from './TreeView.svelte';

let mounted: object[] = [];

function show(
  tree: Tree,
  path = '',
  onannotate?: () => void,
  marks?: Marks<Node>,
  symmetry?: 'mirror' | 'rotate',
) {
  const current = tree.find(path.split(' ').filter(Boolean)) ?? tree.root;
  const page = desk(tree, current, symmetry);
  mounted.push(
    mount(TreeView, { target: document.body, props: Object.assign(page, { onannotate, marks }) }),
  );
  flushSync();
  return page;
}

afterEach(() => {
  for (const component of mounted) void unmount(component);
  mounted = [];
  document.body.innerHTML = '';
  settings.set('language', 'auto');
});

const all = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(selector),
];
const find = (selector: string): HTMLElement => {
  const [found] = all(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};
const text = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim();
const rows = (): string[] => all('li').map(text);
const move = (name: string): HTMLElement => {
  const found = all('.move').find((button) => text(button).split(' ').includes(name));
  if (!found) throw new Error(`${name} is not there`);
  return found;
};
const current = (): string | undefined => all('[aria-current="step"]').map(text)[0];
const told = ({ current }: { current: Node }): string => current.move?.usi ?? 'root';
const entry = (name: string): HTMLElement => {
  const found = all('[role^="menuitem"]').find(
    (item) => text(item) === name || item.getAttribute('aria-label') === name,
  );
  if (!found) throw new Error(`the menu has no ${name}`);
  return found;
};

function click(element: HTMLElement): void {
  element.click();
  flushSync();
}

function openMenu(name: string): void {
  move(name).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  flushSync();
}

const frame = async (): Promise<void> => {
  await new Promise(requestAnimationFrame);
  await tick();
};

const small = () => grow('a b c d', 'a b x y', 'a q');

describe('the rows', () => {
  it('show moves in pairs, variations and comments', () => {
    const tree = small();
    const b = tree.find(['a', 'b']);
    if (b) tree.comment(b, 'best');
    show(tree);
    expect(rows()).toEqual(['1. a b', 'best', '▾ 1… q', '2. c', '▾ 2. x y', '2… d']);
  });

  it('say that there are none', () => {
    show(new Tree());
    expect(text(find('.none'))).toBe('No move yet');
  });

  it('show signs in glyphs and words, and flames', () => {
    const tree = new Tree();
    const node = tree.play(tree.root, sample('a', 1, { burned: true }));
    tree.sign(node, 1);
    tree.sign(node, 16);
    show(tree);
    expect(rows()).toEqual(['1. a ! ±']);
    expect(find('.sign').getAttribute('aria-label')).toBe('good move, White is better');
    expect(find('.move svg').getAttribute('aria-label')).toBe('burns');
  });

  it('show what a review makes of moves, unless the reader thinks otherwise', () => {
    const tree = grow('a b c');
    const [a, b, c] = ['a', 'a b', 'a b c'].map((path) => tree.find(path.split(' ')));
    if (!a || !b || !c) throw new Error('they are not there');
    tree.sign(b, 5);
    tree.sign(c, 16);
    show(tree, '', undefined, new Map([a, b, c].map((node) => [node, 4])));
    expect(rows()).toEqual(['1. a ?? b !?', '2. c ?? ±']);
    expect(tree.find(['a'])?.signs).toEqual([]);
  });

  it('follow what is changed elsewhere', () => {
    const page = show(small());
    playAll(page.tree, page.tree.root, 'z');
    page.onchange();
    flushSync();
    expect(rows()).toContain('▾ 1. z');
  });
});

describe('the current move', () => {
  it('is what one chooses', () => {
    const page = show(small());
    expect(current()).toBeUndefined();
    click(move('y'));
    expect([told(page), current()]).toEqual(['y', 'y']);
  });

  it('is walked from with the buttons below', () => {
    const page = show(small(), 'a b');
    const walked = ['One move on', 'One move back', 'To the end', 'To the start'].map((label) => {
      click(find(`[aria-label="${label}"]`));
      return told(page);
    });
    expect(walked).toEqual(['c', 'b', 'd', 'root']);
    expect(find('[aria-label="One move back"]').hasAttribute('disabled')).toBe(true);
  });

  it('keeps the keyboard', async () => {
    const page = show(small(), 'a');
    move('a').focus();
    page.onselect(page.tree.next(page.current) ?? page.current);
    flushSync();
    await frame();
    expect(document.activeElement).toBe(move('b'));
  });
});

describe('the menu', () => {
  it('opens beside the current move', () => {
    show(small(), 'a b x');
    click(find('.more'));
    expect(all('[role="menuitem"]').map(text)).toEqual([
      'Promote variation',
      'Make main line',
      'Fold variation',
      'Copy the moves to here',
      'Delete from here',
    ]);
  });

  it('offers no more than can be done', () => {
    show(small());
    openMenu('a');
    expect(all('[role="menuitem"]').map(text)).toEqual([
      'Copy the moves to here',
      'Delete from here',
    ]);
  });

  it('opens by a long touch, which does not choose the move', () => {
    vi.useFakeTimers();
    const page = show(small());
    const touch = (type: string) =>
      move('b').dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }));
    touch('pointerdown');
    vi.advanceTimersByTime(600);
    flushSync();
    expect(all('[role="menu"]')).toHaveLength(1);
    touch('pointerup');
    move('b').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    expect(told(page)).toBe('root');
    vi.useRealTimers();
  });

  it('makes a variation the main line', () => {
    show(small());
    openMenu('y');
    click(entry('Make main line'));
    expect(rows()).toEqual(['1. a b', '▾ 1… q', '2. x', '▾ 2. c d', '2… y']);
    expect(all('[role="menu"]')).toEqual([]);
  });

  it('deletes, and offers to undo it', () => {
    const page = show(small(), 'a b x y');
    openMenu('b');
    click(entry('Delete from here'));
    expect([told(page), ...rows()]).toEqual(['a', '1. a q ⋯']);
    expect(text(find('[role="status"]'))).toBe('5 moves deleted Undo ✕');
    click(find('[role="status"] .button'));
    expect([told(page), page.tree.count]).toEqual(['b', 7]);
    expect(text(find('[role="status"]'))).toBe('');
  });

  it.each([
    ['mirror', 'y', '1. a b 2. x y'],
    ['rotate', 'y', '1. a 2. b 3. x 4. y'],
  ] as const)(
    'copies the moves to a move, counted as in a game of that kind (%s)',
    (kind, to, line) => {
      const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
      show(small(), '', undefined, undefined, kind);
      openMenu(to);
      click(entry('Copy the moves to here'));
      expect(write).toHaveBeenCalledWith(line);
      expect(all('[role="menu"]')).toEqual([]);
      write.mockRestore();
    },
  );

  it('gives a sign', () => {
    const page = show(small(), 'a');
    openMenu('b');
    click(entry('blunder'));
    expect(rows()[0]).toBe('1. a b ?? ⋯');
    expect(page.tree.find(['a', 'b'])?.signs).toEqual([4]);
  });

  it('leads to the comment', () => {
    const annotate = vi.fn();
    const page = show(small(), 'a', annotate);
    openMenu('b');
    click(entry('Add comment'));
    expect([told(page), annotate.mock.calls.length]).toEqual(['b', 1]);
  });

  it('is used by keyboard', () => {
    show(small(), 'a b x');
    click(find('.more'));
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    expect(document.activeElement).toBe(entry('good move'));
    press('End');
    expect(document.activeElement).toBe(entry('Delete from here'));
    press('ArrowDown');
    expect(document.activeElement).toBe(entry('good move'));
    press('ArrowUp');
    press('ArrowUp');
    expect(document.activeElement).toBe(entry('Copy the moves to here'));
    press('Escape');
    flushSync();
    expect(all('[role="menu"]')).toEqual([]);
    expect(text(document.activeElement ?? document.body)).toBe('2. x');
  });
});

describe('folding', () => {
  it('hides a variation but for its first move', () => {
    show(small());
    const fold = all('.fold')[1];
    if (fold) click(fold);
    expect(rows()).toEqual(['1. a b', '▾ 1… q', '2. c', '▸ 2. x … 1 move', '2… d']);
    expect(all('.fold').map((button) => button.getAttribute('aria-expanded'))).toEqual([
      'true',
      'false',
    ]);
  });

  it('hides nothing that one looks at', () => {
    const page = show(small(), 'a b x y');
    click(find('.more'));
    click(entry('Fold variation'));
    expect([told(page), all('.move').length]).toEqual(['x', 6]);
    click(find('[aria-label="One move on"]'));
    expect(current()).toBe('y');
  });
});

describe('keys', () => {
  const setup = (path: string) => {
    const tree = small();
    return desk(tree, tree.find(path.split(' ').filter(Boolean)) ?? tree.root);
  };
  const press = (page: ReturnType<typeof desk>, chord: string, target: Element = document.body) => {
    const keys = chord.split('+');
    const key = keys.pop() ?? '';
    const event = new KeyboardEvent('keydown', {
      key,
      ctrlKey: keys.includes('Ctrl'),
      shiftKey: keys.includes('Shift'),
      altKey: keys.includes('Alt'),
      bubbles: true,
      cancelable: true,
    });
    let done = false;
    target.addEventListener('keydown', (seen) => (done = treeKey(seen as KeyboardEvent, page)), {
      once: true,
    });
    target.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(done);
    return done;
  };

  it.each([
    ['ArrowRight', 'a', 'b'],
    ['ArrowRight', 'a b c d', 'd'],
    ['ArrowLeft', 'a b', 'a'],
    ['ArrowDown', '', 'b'],
    ['ArrowDown', 'a b c', 'x'],
    ['ArrowDown', 'a b x', 'x'],
    ['ArrowUp', 'a b x', 'c'],
    ['ArrowUp', 'a b c d', 'c'],
    ['ArrowUp', 'a b c', 'b'],
    ['Home', 'a b', 'root'],
    ['End', 'a b', 'd'],
    ['Delete', 'a b x', 'b'],
  ])('%s goes from "%s" to %s', (key, path, to) => {
    const page = setup(path);
    expect([press(page, key), told(page)]).toEqual([true, to]);
  });

  it('change, undo and redo', () => {
    const page = setup('a b x');
    const lines = () =>
      page.tree
        .mainline()
        .map(({ move }) => move?.usi)
        .join('');
    const seen = ['Shift+ArrowUp', 'Ctrl+z', 'Ctrl+Shift+Z', 'Ctrl+z', 'Ctrl+y'].map((chord) => {
      press(page, chord);
      return `${lines()} ${told(page)}`;
    });
    expect(seen).toEqual(['abxy x', 'abcd x', 'abxy x', 'abcd x', 'abxy x']);
    expect(page.version).toBe(page.tree.version);
  });

  it.each([
    ['ArrowRight', '<input>'],
    ['Ctrl+z', '<textarea></textarea>'],
    ['ArrowDown', '<select></select>'],
    ['Delete', '<dialog></dialog>'],
    ['ArrowDown', '<div role="menu"></div>'],
    ['ArrowRight', '<div role="grid"></div>'],
    ['Alt+ArrowLeft', '<p></p>'],
    ['Shift+ArrowRight', '<p></p>'],
    ['q', '<p></p>'],
  ])('%s does nothing in %s', (chord, html) => {
    document.body.innerHTML = html;
    const page = setup('a b');
    expect([press(page, chord, find('body > *')), told(page)]).toEqual([false, 'b']);
  });

  it('Home goes from the board to the start', () => {
    document.body.innerHTML = '<div role="grid"></div>';
    const page = setup('a b');
    expect([press(page, 'Home', find('body > *')), told(page)]).toEqual([true, 'root']);
  });

  it.each([
    ['en', 'Redo'],
    ['ja', 'やり直す'],
  ] as const)('are told in %s', (language, redo) => {
    settings.set('language', language);
    expect(keyTable().at(-1)).toEqual({ keys: ['Ctrl + Shift + Z', 'Ctrl + Y'], text: redo });
  });
});

describe('annotations', () => {
  function annotate(path: string) {
    const tree = small();
    const node = tree.find(path.split(' ').filter(Boolean)) ?? tree.root;
    const page = desk(tree, node);
    const props = {
      get info() {
        return page.info;
      },
      get tree() {
        return page.tree;
      },
      get node() {
        return page.current;
      },
      get version() {
        return page.version;
      },
      onchange: page.onchange,
    };
    mounted.push(mount(Annotations, { target: document.body, props }));
    flushSync();
    return { page, tree, node };
  }
  const field = (): HTMLTextAreaElement => find('textarea') as HTMLTextAreaElement;
  const type = (value: string): void => {
    field().value = value;
    field().dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
  };

  it('save a comment as it is typed, as one step to undo for each visit', () => {
    const { tree, node } = annotate('a');
    type('g');
    type('go');
    expect(node.comment).toBe('go');
    field().dispatchEvent(new FocusEvent('blur'));
    type('gone');
    tree.undo();
    expect(node.comment).toBe('go');
    tree.undo();
    expect(node.comment).toBe('');
  });

  it('show what is undone', () => {
    const { page, tree } = annotate('a');
    type('x');
    tree.undo();
    page.onchange();
    flushSync();
    expect(field().value).toBe('');
  });

  it('press the signs that are given', () => {
    const { node } = annotate('a');
    for (const label of ['mistake', 'good move', 'Black is winning'])
      click(find(`[aria-label="${label}"]`));
    const pressed = all('[aria-pressed="true"]').map(text);
    expect([node.signs, pressed]).toEqual([
      [1, 19],
      ['!', '−+'],
    ]);
    expect(text(find('p'))).toBe('good move · Black is winning');
  });

  it('have no signs of a move where there is none', () => {
    annotate('');
    expect(all('[role="group"]').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Position',
      'More',
    ]);
  });

  it('are in Japanese, too', () => {
    settings.set('language', 'ja');
    annotate('a');
    expect(find('button').getAttribute('aria-label')).toBe('好手');
    expect(text(find('label'))).toBe('コメント');
  });
});

describe('ten thousand moves', () => {
  it('leave fewer than 200 buttons on the page', () => {
    for (const tree of [
      large(500, 3, 17),
      grow(...Array.from({ length: 10_000 }, (_, i) => `m${i}`)),
    ]) {
      show(tree);
      expect(tree.count).toBe(10_000);
    }
    const counts = all('section').map((section) => section.querySelectorAll('button').length);
    expect(counts).toHaveLength(2);
    for (const count of counts) expect(count).toBeLessThan(200);
  });

  it('come into sight when one scrolls', () => {
    show(large(500, 3, 17));
    const scroller = find('.rows');
    scroller.scrollTop = 20_000;
    scroller.dispatchEvent(new Event('scroll'));
    flushSync();
    expect(find('li').getAttribute('aria-posinset')).toBe('709');
    expect(all('.move').length).toBeGreaterThan(30);
  });
});
