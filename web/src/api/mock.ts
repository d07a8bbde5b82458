/** Small true-to-form data for unit tests. */

import type { Legal, PieceInfo, Played, State, VariantInfo } from './types';

export function state(over: Partial<State> = {}): State {
  return {
    id: 'g1',
    seq: 1,
    variant: 'tiny',
    start: '',
    strict: false,
    created: '2026-01-01T12:00:00Z',
    position: '2k/3/2K b - 1',
    initial_position: '2k/3/2K b - 1',
    board: {
      pieces: [
        { square: 'c1', side: 'first', piece: 'K' },
        { square: 'c3', side: 'second', piece: 'K' },
      ],
      hands: { first: {}, second: {} },
      gone: [],
    },
    side: 'first',
    ply: 0,
    in_check: false,
    checked: [],
    checks: [],
    must_pass: false,
    moves: [],
    legal: [],
    result: { status: 'ongoing', winner: null, in_check: false, claims: [] },
    players: {
      first: { kind: 'human', connected: true },
      second: { kind: 'engine', level: 2, connected: true },
    },
    clock: null,
    offers: { draw: null, takeback: null, rematch: null },
    thinking: false,
    you: 'first',
    ...over,
  };
}

export function played(ply: number, usi = `move${ply}`): Played {
  return {
    ply,
    side: ply % 2 ? 'first' : 'second',
    usi,
    algebraic: usi,
    texts: { usi, algebraic: usi, western: usi, japanese: usi },
    from: 'a1',
    to: 'a2',
    captures: [],
    promotes: false,
    piece: 'K',
    position: '2k/3/2K b - 1',
    ms: 0,
    by: 'human',
  };
}

export function legal(over: Partial<Legal> = {}): Legal {
  return {
    usi: '1c1b',
    algebraic: 'c1c2',
    piece: 'K',
    from: 'c1',
    to: 'c2',
    captures: [],
    promotes: false,
    ...over,
  };
}

export function piece(id: string, over: Partial<PieceInfo> = {}): PieceInfo {
  return {
    id,
    name: { en: id },
    text: ['K'],
    royal: id === 'K',
    promotes: [],
    demotes_to: id,
    value: 100,
    droppable: true,
    diagram: { radius: 1, unlimited: false, marks: [], lines: [], burns: [], notes: [] },
    reach: [],
    ...over,
  };
}

export function variant(over: Partial<VariantInfo> = {}): VariantInfo {
  const board = {
    files: 3,
    ranks: 3,
    first_rank: 1,
    holes: [],
    vanishing: [],
    coordinates: 'shogi' as const,
  };
  return {
    id: 'tiny',
    name: 'Tiny',
    aliases: [],
    sides: { first: 'Sente', second: 'Gote' },
    board,
    zones: [],
    drops: true,
    captures_to_hand: true,
    declaration: false,
    records: [],
    pieces: [piece('K'), piece('P'), piece('+P', { demotes_to: 'P' })],
    starts: [],
    position: '2k/3/2K b - 1',
    board_at_start: state().board,
    drawings: {},
    lessons: {},
    legend: [],
    ...over,
  };
}
