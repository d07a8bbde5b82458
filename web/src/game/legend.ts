/** What the signs of a game's diagrams mean: each that occurs, with a diagram of nothing else. */

import type { Diagram, DiagramMark, VariantInfo } from '../api/types';
import { reach, shapes } from '../pieces/diagram';

const both = ['move', 'capture'];
const mark = (kinds: string[], y = 1): Partial<Diagram> => ({ marks: [{ x: 0, y, kinds }] });
const line = (kinds: string[], from = 1): Partial<Diagram> => ({
  unlimited: true,
  lines: [{ x: 0, y: 0, dx: 0, dy: 1, from, to: null, kinds }],
});

const SAMPLES: Record<string, Partial<Diagram>> = {
  step: mark(['step', ...both]),
  move_only: mark(['step', 'move']),
  capture_only: mark(['step', 'capture']),
  jump: { ...mark(['jump', ...both], 2), radius: 2 },
  slide: line(['slide', ...both]),
  area: { ...mark(['area', ...both], 2), radius: 2 },
  hit: mark(['hit', 'capture']),
  chain: { ...mark(['chain', ...both], 2), radius: 2 },
  shot: mark(['shot', 'capture']),
  fly: line(['fly', 'capture'], 2),
  hop: line(['hop', ...both], 2),
  pass: { marks: [{ x: 0, y: 0, kinds: ['pass'] } satisfies DiagramMark] },
  castle: { ...mark(['castle', 'move'], 2), radius: 2 },
  burn: { burns: [{ x: 0, y: 1 }] },
  initial: mark(['step', ...both, 'initial']),
  other: mark(['other', ...both]),
};

const EMPTY: Diagram = { radius: 1, unlimited: false, marks: [], lines: [], burns: [], notes: [] };

export interface Entry {
  sign: string;
  diagram: Diagram;
}

/** The signs in their order of rarity; only those that some piece of the game has. */
export function legend(info: Pick<VariantInfo, 'pieces'>): Entry[] {
  const found = new Set<string>(
    info.pieces.flatMap(({ diagram }) =>
      shapes(diagram, reach(diagram, 5)).flatMap(({ sign, initial }) =>
        initial ? [sign, 'initial'] : [sign],
      ),
    ),
  );
  return Object.entries(SAMPLES)
    .filter(([sign]) => found.has(sign))
    .map(([sign, sample]) => ({ sign, diagram: { ...EMPTY, ...sample } }));
}
