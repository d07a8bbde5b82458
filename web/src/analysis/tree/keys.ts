/** The keys that walk through a tree and change it. */

import type { Node, Tree } from './tree';
import { words, type Words } from './words';

interface Desk {
  tree: Tree;
  current: Node;
  onselect: (node: Node) => void;
  onchange: () => void;
}

interface Command {
  name: keyof Words['keys'];
  /** As `chordOf` writes them. */
  keys: readonly string[];
  /** Answers what to look at; null where there is nothing to do. */
  run: (tree: Tree, node: Node) => Node | null;
}

const COMMANDS: readonly Command[] = [
  { name: 'next', keys: ['ArrowRight'], run: (tree, node) => tree.next(node) },
  { name: 'previous', keys: ['ArrowLeft'], run: (tree, node) => tree.previous(node) },
  {
    name: 'down',
    keys: ['ArrowDown'],
    run: (tree, node) => tree.nextSibling(node) ?? tree.nextBranch(node),
  },
  {
    name: 'up',
    keys: ['ArrowUp'],
    run: (tree, node) => tree.previousSibling(node) ?? tree.previousBranch(node),
  },
  { name: 'first', keys: ['Home'], run: (tree) => tree.root },
  { name: 'last', keys: ['End'], run: (tree, node) => tree.last(node) },
  {
    name: 'promote',
    keys: ['Shift+ArrowUp'],
    run: (tree, node) => {
      tree.promote(node);
      return node;
    },
  },
  { name: 'remove', keys: ['Delete'], run: (tree, node) => tree.remove(node) },
  { name: 'undo', keys: ['Ctrl+z'], run: (tree) => tree.undo() },
  { name: 'redo', keys: ['Ctrl+Shift+z', 'Ctrl+y'], run: (tree) => tree.redo() },
];

/** What is written into or has arrows of its own has all its keys. */
const DEAF = 'input, select, textarea, dialog, [contenteditable], [role="menu"]';
/** The board has its own arrows. */
const BOARD = '[role="grid"], .board';

function chordOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const held = [ctrlKey || metaKey ? 'Ctrl+' : '', shiftKey ? 'Shift+' : ''];
  return held.join('') + (key.length === 1 ? key.toLowerCase() : key);
}

/** Does what a key stands for. The answer is whether it stands for something. */
export function treeKey(
  event: KeyboardEvent,
  { tree, current, onselect, onchange }: Desk,
): boolean {
  if (event.defaultPrevented || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(DEAF)) return false;
  if (event.key.startsWith('Arrow') && target?.closest(BOARD)) return false;
  const chord = chordOf(event);
  const command = COMMANDS.find(({ keys }) => keys.includes(chord));
  if (!command) return false;
  event.preventDefault();
  const { version } = tree;
  const node = command.run(tree, current);
  if (tree.version !== version) onchange();
  if (node && node !== current) onselect(node);
  return true;
}

const SHOWN: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

const shown = (chord: string): string =>
  chord
    .split('+')
    .map((key) => SHOWN[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(' + ');

/** What a page can tell about the keys, in the reader's language. */
export const keyTable = (): { keys: string[]; text: string }[] =>
  COMMANDS.map(({ name, keys }) => ({ keys: keys.map(shown), text: words().keys[name] }));
