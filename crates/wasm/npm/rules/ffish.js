import { load } from './index.js';

/** @param {string[]} names */
const numbered = (...names) => Object.freeze(Object.fromEntries(names.map((name, number) => [name, number])));

export const Notation = numbered(
  'DEFAULT',
  'SAN',
  'LAN',
  'SHOGI_HOSKING',
  'SHOGI_HODGES',
  'SHOGI_HODGES_NUMBER',
  'JANGGI',
  'XIANGQI_WXF',
  'THAI_SAN',
  'THAI_LAN',
);

export const Termination = numbered(
  'ONGOING',
  'CHECKMATE',
  'STALEMATE',
  'INSUFFICIENT_MATERIAL',
  'N_MOVE_RULE',
  'N_FOLD_REPETITION',
  'VARIANT_END',
);

/** Options of a search: there is none here. */
const nothing = () => {};

function named(komadai) {
  const { FairyBoard: Board, FairyGame: Game } = komadai;
  for (const { prototype } of [Board, Game]) prototype.delete = prototype.free;
  return {
    Board,
    Game,
    Notation,
    Termination,
    info: () => `Komadai ${komadai.version()}`,
    setOption: nothing,
    setOptionInt: nothing,
    setOptionBool: nothing,
    readGamePGN: komadai.fairyPgn,
    variants: () => komadai.fairyVariants().join(' '),
    loadVariantConfig: komadai.fairyConfigure,
    capturesToHand: komadai.fairyCapturesToHand,
    startingFen: komadai.fairyStart,
    validateFen: komadai.fairyValidity,
  };
}

// A function of the old kind, so that `new Module()` answers with the promise, too.
export function Module({ wasm, onRuntimeInitialized } = {}) {
  return load({ wasm }).then((komadai) => {
    const ffish = named(komadai);
    onRuntimeInitialized?.(ffish);
    return ffish;
  });
}

export default Module;
