/** For tests: what the page of a tree keeps, as the components take it. */

import { variant } from './samples';
import type { Node, Tree } from './tree';

export function desk(tree: Tree, current: Node = tree.root, symmetry?: 'mirror' | 'rotate') {
  const props = $state({
    info: variant(symmetry),
    tree,
    version: tree.version,
    current,
    onselect: (node: Node) => void (props.current = node),
    onchange: () => void (props.version = tree.version),
  });
  return props;
}
