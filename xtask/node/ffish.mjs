// Random games on the names of ffish beside ffish.js itself: node ffish.mjs PACKAGE GAME GAMES [SEED]
//
// PACKAGE is the folder of @komadai/rules. The first difference ends the run with status 1; otherwise it prints how many
// positions were compared.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , folder, game, games, seed = '1'] = process.argv;
const peer = dirname(createRequire(import.meta.url).resolve('ffish-es6/package.json'));
const { default: Theirs } = await import(pathToFileURL(join(peer, 'ffish.js')).href);
const { default: Ours } = await import(pathToFileURL(resolve(folder, 'ffish.js')).href);
// It says why a move is none on every try.
const theirs = await new Theirs({ wasmBinary: readFileSync(join(peer, 'ffish.wasm')), printErr: () => {} });
const ours = await new Ours();

const PLIES = 120;
/** How often moves are written: that takes long. */
const WRITTEN = 4;
/** Games in which a pawn that is dropped may not mate; there they list such moves. */
const NO_MATE_BY_DROP = ['shogi', 'minishogi', 'judkins', 'kyotoshogi'];
/** Shuffled pieces at the start. */
const SHUFFLED = 'nrbqbkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQBKRN w BGbg - 0 1';

let number = Number(seed);
function below(count) {
  number = (Math.imul(number, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((number * count) / 2 ** 32);
}

function fail(what, board, our, their) {
  console.error(`${what} differ in ${game}\nmoves: ${board.moveStack()}\nposition: ${board.fen()}`);
  console.error(`ours: ${JSON.stringify(our)}\ntheirs: ${JSON.stringify(their)}`);
  process.exit(1);
}

/** A game on both. */
class Pair {
  constructor(variant, start, is960) {
    this.ours = new ours.Board(variant, start, is960);
    this.theirs = new theirs.Board(variant, start, is960);
  }

  same(name, ...given) {
    const [our, their] = [this.ours[name](...given), this.theirs[name](...given)];
    if (our !== their) fail(`${name}(${given.join(', ')})`, this.theirs, our, their);
    return our;
  }

  /** The moves that both have. */
  legal() {
    const words = (text) => text.split(' ').filter(Boolean).sort();
    const [our, all] = [words(this.ours.legalMoves()), words(this.theirs.legalMoves())];
    const their = all.filter((move) => our.includes(move) || !this.mates(move));
    if (our.join(' ') !== their.join(' ')) {
      const only = (these, others) => these.filter((move) => !others.includes(move));
      fail('moves', this.theirs, only(our, their), only(their, our));
    }
    if (this.ours.numberLegalMoves() !== our.length) fail('numbers', this.theirs, our.length);
    return our;
  }

  mates(move) {
    if (!NO_MATE_BY_DROP.includes(game) || !move.startsWith('P@')) return false;
    this.theirs.push(move);
    const mates = this.theirs.numberLegalMoves() === 0;
    this.theirs.pop();
    return mates;
  }

  compare(ply) {
    const moves = this.legal();
    for (const name of ['fen', 'isCheck', 'turn', 'fullmoveNumber', 'gamePly', 'halfmoveClock']) this.same(name);
    for (const side of [true, false]) {
      this.same('hasInsufficientMaterial', side);
      this.same('pocket', side);
    }
    for (const claim of [false, true]) {
      this.same('isGameOver', claim);
      this.same('result', claim);
    }
    for (const name of ['checkedPieces', 'isBikjang', 'moveStack', 'isInsufficientMaterial']) this.same(name);
    if (moves.length > 0 && ply % WRITTEN === 0) this.write(moves);
    return moves;
  }

  /** Some moves as they are written, and read again. */
  write(moves) {
    const move = moves[below(moves.length)];
    this.same('isCapture', move);
    const san = this.same('sanMove', move);
    this.same('variationSan', move);
    if (!this.ours.pushSan(san)) fail('reading', this.theirs, san);
    const read = this.ours.moveStack().split(' ').at(-1);
    this.ours.pop();
    // A lance and a knight of Kyoto Shogi may both be dropped as a gold general, written alike.
    if (read !== move && this.ours.sanMove(read) !== san) fail('reading', this.theirs, `${san}, read as ${read}`);
  }

  play(move) {
    if (!this.ours.push(move) || !this.theirs.push(move)) fail('pushing', this.theirs, move);
  }

  delete() {
    this.ours.delete();
    this.theirs.delete();
  }
}

let count = 0;
const is960 = game === 'chess960';
const variant = is960 ? 'chess' : game;
for (let played = 0; played < Number(games); played++) {
  const pair = new Pair(variant, is960 ? SHUFFLED : '', is960);
  for (let ply = 0; ply < PLIES; ply++) {
    const moves = pair.compare(ply);
    count++;
    if (moves.length === 0 || pair.ours.isGameOver(true)) break;
    pair.play(moves[below(moves.length)]);
  }
  const fen = pair.ours.fen();
  if (ours.validateFen(fen, variant, is960) !== 1) fail('validity', pair.theirs, ours.validateFen(fen, variant, is960), 1);
  pair.delete();
}
for (const name of ['startingFen', 'capturesToHand']) {
  if (ours[name](variant) !== theirs[name](variant)) {
    console.error(`${name} of ${game}: ${ours[name](variant)} instead of ${theirs[name](variant)}`);
    process.exit(1);
  }
}
console.log(count);
