import { numbering } from '../../app/numbering';
import { describe, expect, it } from 'vitest';
import { breakLines, estimated } from './breaking';
import {
  foldable,
  hiding,
  isNumbered,
  isStart,
  layOut,
  numberOf,
  rowOf,
  type Look,
  type Row,
} from './rows';
import { grow, large, playAll, sample } from './samples';
import { Tree, variationOf, type FlatNode, type Node, type TreeMove } from './tree';

const at = (tree: Tree, path: string): Node => {
  const node = tree.find(path.split(' ').filter(Boolean));
  if (!node) throw new Error(`nothing is at ${path}`);
  return node;
};
const told = (node: Node | null): string | null => node && (node.move?.usi ?? 'root');
const lines = (tree: Tree): string[] =>
  tree
    .nodes()
    .filter(({ children }) => children.length === 0)
    .map((node) => tree.path(node).join(' '));
const movesOf = (tree: Tree): TreeMove[] =>
  tree.nodes().flatMap(({ move }) => (move ? [move] : []));
/** All there is to a tree, with the nodes' identities. */
const state = (tree: Tree): string =>
  JSON.stringify([tree.rootNotes(), tree.flatten(), tree.nodes().map(({ id }) => id), tree.count]);

describe('playing', () => {
  it('goes on with a move that is there', () => {
    const tree = grow('a b');
    const { version } = tree;
    expect(tree.play(tree.root, sample('a', 1))).toBe(at(tree, 'a'));
    expect([tree.version, tree.count]).toEqual([version, 2]);
  });

  it('adds a last variation', () => {
    const tree = grow('a b', 'a c', 'd');
    expect(lines(tree)).toEqual(['a b', 'a c', 'd']);
    expect(tree.count).toBe(4);
  });
});

describe('walking', () => {
  const tree = grow('a b c d', 'a b x y', 'a b z', 'e', 'a b c f');

  it.each([
    ['next', 'a', 'b'],
    ['next', 'a b c d', null],
    ['previous', 'a', 'root'],
    ['previous', '', null],
    ['last', 'a', 'd'],
    ['last', 'a b x', 'y'],
    ['nextSibling', 'a b c', 'x'],
    ['nextSibling', 'a b z', null],
    ['nextSibling', '', null],
    ['previousSibling', 'a b z', 'x'],
    ['previousSibling', 'a b c', null],
    ['nextBranch', '', 'a'],
    ['nextBranch', 'a', 'c'],
    ['nextBranch', 'a b c', 'd'],
    ['nextBranch', 'a b x', null],
    ['previousBranch', 'a b x y', 'x'],
    ['previousBranch', 'a b x', 'a'],
    ['previousBranch', 'a', null],
    ['previousBranch', '', null],
  ] as const)('%s from "%s" is %s', (step, path, to) => {
    expect(told(tree[step](at(tree, path)))).toBe(to);
  });

  it('finds what is on a path, or how far it goes', () => {
    expect(told(tree.find(['a', 'b', 'x']))).toBe('x');
    expect(tree.find(['a', 'q'])).toBeNull();
    expect(told(tree.reach(['a', 'q']))).toBe('a');
  });

  it('knows the line through a node', () => {
    expect(tree.mainline().map(told)).toEqual(['a', 'b', 'c', 'd']);
    expect(tree.lineThrough(at(tree, 'a b x')).map(told)).toEqual(['a', 'b', 'x', 'y']);
    expect(told(variationOf(at(tree, 'a b x y')))).toBe('x');
    expect(variationOf(at(tree, 'a b c'))).toBeNull();
  });
});

describe('changing', () => {
  const start = ['a b c', 'a b d', 'a b e f', 'g h', 'g i'];
  const check = (change: (tree: Tree) => void, after: string[]): void => {
    const tree = grow(...start);
    const before = state(tree);
    change(tree);
    expect(lines(tree)).toEqual(after);
    const changed = state(tree);
    tree.undo();
    expect(state(tree)).toBe(before);
    tree.redo();
    expect(state(tree)).toBe(changed);
  };

  it.each([
    ['one up', 'a b e f', ['a b c', 'a b e f', 'a b d', 'g h', 'g i']],
    ['the nearest variation only', 'g i', ['a b c', 'a b d', 'a b e f', 'g i', 'g h']],
    ['from higher above', 'g h', ['g h', 'g i', 'a b c', 'a b d', 'a b e f']],
  ])('promotes %s', (_, path, after) => check((tree) => tree.promote(at(tree, path)), after));

  it.each([
    ['a b e f', ['a b e f', 'a b c', 'a b d', 'g h', 'g i']],
    ['g i', ['g i', 'g h', 'a b c', 'a b d', 'a b e f']],
  ])('makes %s the main line', (path, after) =>
    check((tree) => tree.makeMain(at(tree, path)), after),
  );

  it.each([
    ['a b', ['a', 'g h', 'g i']],
    ['a b e', ['a b c', 'a b d', 'g h', 'g i']],
    ['a', ['g h', 'g i']],
  ])('removes %s', (path, after) => check((tree) => tree.remove(at(tree, path)), after));

  it('leaves the main line and the root as they are', () => {
    const tree = grow(...start);
    const { version } = tree;
    tree.promote(at(tree, 'a b c'));
    tree.makeMain(at(tree, 'a b'));
    expect(tree.remove(tree.root)).toBe(tree.root);
    expect(tree.version).toBe(version);
  });

  it('says what to look at, and what was removed', () => {
    const tree = grow(...start);
    const node = at(tree, 'a b');
    expect(told(tree.remove(node))).toBe('a');
    expect([tree.removed, tree.holds(node), tree.holds(at(tree, 'g h'))]).toEqual([5, false, true]);
    expect(tree.undo()).toBe(node);
    expect([tree.removed, tree.holds(node)]).toEqual([0, true]);
    expect(told(tree.redo())).toBe('a');
  });

  it('undoes nothing where nothing was done', () => {
    const tree = new Tree();
    expect([tree.undo(), tree.redo(), tree.canUndo, tree.canRedo]).toEqual([
      null,
      null,
      false,
      false,
    ]);
  });

  it('does nothing again after another change', () => {
    const tree = grow('a b');
    tree.undo();
    tree.play(at(tree, 'a'), sample('c', 2));
    expect(tree.canRedo).toBe(false);
  });
});

describe('notes', () => {
  it.each([
    [[1], [1]],
    [[1, 1], []],
    [[1, 2], [2]],
    [
      [3, 16],
      [3, 16],
    ],
    [[16, 10, 13], [13]],
    [
      [22, 146, 1],
      [1, 22, 146],
    ],
    [
      [140, 141],
      [140, 141],
    ],
  ])('signs %j leave %j', (given, left) => {
    const tree = grow('a');
    const node = at(tree, 'a');
    for (const nag of given) tree.sign(node, nag);
    expect(node.signs).toEqual(left);
  });

  it('undoes what was written in one go as one', () => {
    const tree = grow('a');
    const node = at(tree, 'a');
    tree.comment(node, 'old');
    for (const [i, text] of ['n', 'ne', 'new'].entries()) tree.comment(node, text, i > 0);
    expect(node.comment).toBe('new');
    tree.undo();
    expect(node.comment).toBe('old');
    tree.redo();
    expect(node.comment).toBe('new');
  });

  it('goes on writing only where it has written last', () => {
    const tree = grow('a b');
    const [a, b] = [at(tree, 'a'), at(tree, 'a b')];
    tree.comment(a, 'x');
    tree.sign(b, 1);
    tree.comment(a, 'xy', true);
    tree.undo();
    expect([a.comment, b.signs]).toEqual(['x', [1]]);
  });

  it('keeps the reader’s drawings', () => {
    const tree = grow('a');
    const node = at(tree, 'a');
    tree.shapes(node, [{ from: 'a1', to: 'b2', by: 'reader' }]);
    expect(tree.flatten()).toEqual([
      { parent: null, move: 'a', shapes: [{ from: 'a1', to: 'b2' }] },
    ]);
    const { version } = tree;
    tree.shapes(node, [{ from: 'a1', to: 'b2' }]);
    expect(tree.version).toBe(version);
  });
});

describe('the saved form', () => {
  it('has parents before children and siblings in their order', () => {
    const tree = grow('a b', 'a c', 'd');
    tree.comment(at(tree, 'a c'), 'why not');
    tree.comment(tree.root, 'a problem');
    expect(tree.flatten()).toEqual([
      { parent: null, move: 'a' },
      { parent: 0, move: 'b' },
      { parent: 0, move: 'c', comment: 'why not' },
      { parent: null, move: 'd' },
    ]);
    expect(tree.rootNotes()).toEqual({ comment: 'a problem' });
    const again = Tree.of(tree.flatten(), movesOf(tree), tree.rootNotes());
    expect(again.flatten()).toEqual(tree.flatten());
    expect(again.rootNotes()).toEqual(tree.rootNotes());
    expect([again.count, again.canUndo]).toEqual([4, false]);
  });

  it.each<[string, FlatNode[], string]>([
    ['a parent that comes later', [{ parent: 1, move: 'a' }], 'before its parent'],
    ['another move', [{ parent: null, move: 'b' }], 'is b, not a'],
  ])('is refused with %s', (_, flat, message) => {
    expect(() => Tree.of(flat, [sample('a', 1)])).toThrow(message);
  });
});

/** Mulberry32: the same numbers for the same seed. */
function random(seed: number): (below: number) => number {
  let a = seed;
  return (below) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

describe('any changes', () => {
  const pick = (tree: Tree, below: (n: number) => number): Node => {
    const nodes = tree.nodes();
    return nodes[below(nodes.length + 1)] ?? tree.root;
  };
  const changes: ((tree: Tree, node: Node, below: (n: number) => number) => void)[] = [
    (tree, node, below) => tree.play(node, sample(`m${below(4)}`, node.ply + 1)),
    (tree, node) => tree.remove(node),
    (tree, node) => tree.promote(node),
    (tree, node) => tree.makeMain(node),
    (tree, node, below) => tree.comment(node, `text ${below(9)}`),
    (tree, node, below) => tree.sign(node, below(24) + 1),
    (tree, node, below) => tree.shapes(node, [{ from: 'a1', to: `b${below(3)}` }]),
  ];

  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'are undone and done again exactly (seed %i)',
    (seed) => {
      const below = random(seed);
      const tree = new Tree();
      const states = [state(tree)];
      for (let i = 0; i < 80; i++) {
        // Half of the time it grows; otherwise moves would be removed as fast.
        const change = changes[below(2) === 0 ? 0 : below(changes.length)];
        const { version } = tree;
        change?.(tree, pick(tree, below), below);
        if (tree.version !== version) states.push(state(tree));
        if (below(10) === 0 && tree.undo()) states.pop();
        expect(state(tree)).toBe(states.at(-1));
        expect(tree.count).toBe(tree.nodes().length);
      }
      const saved = Tree.of(tree.flatten(), movesOf(tree), tree.rootNotes());
      expect([saved.flatten(), saved.rootNotes()]).toEqual([tree.flatten(), tree.rootNotes()]);
      for (const before of states.slice(0, -1).reverse()) {
        tree.undo();
        expect(state(tree)).toBe(before);
      }
      expect(tree.canUndo).toBe(false);
      for (const after of states.slice(1)) {
        tree.redo();
        expect(state(tree)).toBe(after);
      }
    },
  );
});

const look = (over: Partial<Look> = {}): Look => ({
  notation: 'usi',
  numbering: { pairs: true, before: 0 },
  folded: new Set(),
  marks: new Map(),
  room: 20,
  width: estimated,
  ...over,
});

/** Rows as text: depth as dots, the numbers and moves, comments in quotes. */
function text(row: Row, by = look().numbering): string {
  if (row.kind === 'comment') return `${'.'.repeat(row.depth)}"${row.text}"`;
  const main = row.kind === 'main';
  const moves = row.moves.map((node, i) => {
    const numbered = !main && node && isNumbered(node, i === 0, by);
    return (numbered ? numberOf(node, by) : '') + (node ? told(node) : '-');
  });
  if (main) return `${numberOf(row.node, by)} ${moves.join(' ')}`;
  const hidden = row.hidden > 0 ? ` +${row.hidden}` : '';
  return `${'.'.repeat(row.depth)}${isStart(row.node) ? '▾' : ''}${moves.join(' ')}${hidden}`;
}
const rowsOf = (tree: Tree, over: Partial<Look> = {}, pairs = true): string[] => {
  const by = numbering(pairs, undefined, tree.root.children[0]?.move?.side);
  return layOut(tree, look({ numbering: by, ...over })).map((row) => text(row, by));
};

describe('rows', () => {
  const tree = grow('a b c d', 'a b x y z', 'a b x w', 'a q', 'e');
  tree.comment(at(tree, 'a b x'), 'hm');

  it('come in pairs, with variations below the move they replace', () => {
    expect(rowsOf(tree)).toEqual([
      '1. a',
      '.▾1.e',
      '1… - b',
      '.▾1…q',
      '2. c',
      '.▾2.x',
      '."hm"',
      '.2…y',
      '..▾2…w',
      '.3.z',
      '2… - d',
    ]);
  });

  it('count plies where a game does', () => {
    expect(rowsOf(grow('a b c', 'a d e'), {}, false)).toEqual(['1 a', '2 b', '.▾2d e', '3 c']);
  });

  it('begin with the second side where the game does', () => {
    const tree = new Tree();
    const first = tree.play(tree.root, sample('a', 2));
    tree.play(first, sample('b', 1));
    expect(rowsOf(tree)).toEqual(['1… - a', '2. b']);
  });

  it('begin with what is written at the start', () => {
    const tree = grow('a b');
    tree.comment(tree.root, 'White to play');
    expect(rowsOf(tree)).toEqual(['"White to play"', '1. a b']);
  });

  it('fold', () => {
    const folded = new Set([at(tree, 'a b x').id]);
    expect(rowsOf(tree, { folded }).slice(4)).toEqual(['2. c', '.▾2.x +3', '2… - d']);
    expect(foldable(at(tree, 'a b c')).map(told)).toEqual(['x']);
    expect(foldable(at(tree, 'a b x y z')).map(told)).toEqual(['x']);
    expect(foldable(at(tree, 'a b c d'))).toEqual([]);
  });

  it('unfold what becomes the main line', () => {
    const tree = grow('a b c', 'a d e');
    const d = at(tree, 'a d');
    tree.makeMain(d);
    expect(rowsOf(tree, { folded: new Set([d.id]) })).toEqual(['1. a d', '.▾1…b 2.c', '2. e']);
  });

  it('are not hidden from who looks at them', () => {
    const x = at(tree, 'a b x');
    const folded = new Set([x.id]);
    expect(hiding(folded, at(tree, 'a b x y')).size).toBe(0);
    expect(hiding(folded, x)).toBe(folded);
  });

  it('hold no more than there is room for', () => {
    const long = grow('a', `b ${Array.from({ length: 40 }, (_, i) => `m${i}`).join(' ')}`);
    const rows = layOut(long, look());
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) expect(estimated(text(row))).toBeLessThan(20);
    for (const node of long.nodes()) {
      const row = rows[rowOf(rows, node)];
      expect(row?.kind !== 'comment' && row?.moves.includes(node)).toBe(true);
    }
  });

  it('are not further in than four levels', () => {
    const deep = new Tree();
    let node = playAll(deep, deep.root, 'a');
    for (let i = 0; i < 9; i++) {
      node = playAll(deep, node.parent ?? node, `v${i} w${i}`);
    }
    const depths = layOut(deep, look()).map((row) => (row.kind === 'main' ? 0 : row.depth));
    expect(Math.max(...depths)).toBe(4);
  });
});

describe('lines', () => {
  it.each([
    ['one two three', 5, ['one two', 'three']],
    ['one\n\ntwo', 9, ['one', 'two']],
    ['abcdefghij', 3, ['abcde', 'fghij']],
    ['飛車を成る。', 5, ['飛車を成', 'る。']],
    ['  ', 5, []],
  ])('of "%s" in %i em', (comment, room, expected) => {
    expect(breakLines(comment, room, estimated)).toEqual(expected);
  });
});

describe('ten thousand moves', () => {
  const N = 10_000;
  const deep = () => grow(Array.from({ length: N }, (_, i) => `m${i}`).join(' '));
  const wide = () => {
    const moves = Array.from({ length: N }, (_, i) => sample(`m${i}`, 1));
    return Tree.of(
      moves.map(({ usi }) => ({ parent: null, move: usi })),
      moves,
    );
  };
  const nested = () => {
    const tree = new Tree();
    let node = tree.root;
    for (let i = 0; i < N / 2; i++) {
      tree.play(node, sample('a', node.ply + 1));
      node = tree.play(node, sample('b', node.ply + 1));
    }
    return tree;
  };

  it.each([
    ['deep', deep],
    ['wide', wide],
    ['nested', nested],
    ['of all kinds', () => large(500, 3, 17)],
  ])('%s can be saved, read, laid out and changed', (_, make) => {
    const tree = make();
    expect(tree.count).toBe(N);
    const started = performance.now();
    const again = Tree.of(tree.flatten(), movesOf(tree));
    expect(again.flatten()).toEqual(tree.flatten());
    const rows = layOut(again, look());
    expect(
      rows.flatMap((row) => (row.kind === 'comment' ? [] : row.moves.filter(Boolean))),
    ).toHaveLength(N);
    const far = again.nodes().at(-1) ?? again.root;
    expect(again.find(again.path(far))).toBe(far);
    again.makeMain(far);
    again.promote(far);
    again.remove(again.root.children[0] ?? far);
    while (again.canUndo) again.undo();
    expect(again.count).toBe(N);
    // Generous: it takes some tens.
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
