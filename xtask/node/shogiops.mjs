/**
 * shogiops, the rules of lishogi, as a peer: plays one game and tells what each move leads to.
 *
 * A JSON object a line: {variant, position} begins a game (position: SFEN, or null for the usual start),
 * {push: USI} plays a move. Both are answered with {position, check, over, moves: [{usi, position}]}; a position
 * that is none with {error}.
 */
import { createInterface } from 'node:readline';
import { kingAttacks } from 'shogiops/attacks';
import { makeSfen, parseSfen } from 'shogiops/sfen';
import { lionRoles, makeUsi, opposite, parseUsi } from 'shogiops/util';
import { secondLionStepDests } from 'shogiops/variant/chushogi';
import { pieceCanPromote, pieceForcePromote, promotableOnDrop } from 'shogiops/variant/util';
import { defaultPosition } from 'shogiops/variant/variant';

let position;

/** A move with every choice of promotion. */
function* promotions(move, from, to) {
  const { rules, board } = position;
  const piece = board.get(from);
  const may = pieceCanPromote(rules)(piece, from, to, board.get(to));
  if (may) yield { ...move, promotion: true };
  if (!may || !pieceForcePromote(rules)(piece, to)) yield { ...move, promotion: false };
}

/**
 * Lions that a lion may capture after a piece beside it, although that piece alone guarded them: it takes what has
 * been captured for a guard, a known error.
 */
function* unguarded(from, mid) {
  const { board, turn } = position;
  const [piece, taken] = [board.get(from), board.get(mid)];
  if (!lionRoles.includes(piece.role) || !kingAttacks(from).has(mid) || !taken) return;
  const dests = secondLionStepDests(position, from, mid);
  const occupied = board.occupied.withoutMany(from, mid);
  for (const lion of board.color(opposite(turn)).intersect(kingAttacks(mid))) {
    const guards = position.squareAttackers(lion, opposite(turn), occupied);
    if (lionRoles.includes(board.get(lion).role) && !dests.has(lion) && guards.without(mid).isEmpty()) {
      yield lion;
    }
  }
}

/**
 * All moves, but for two known errors in Annan Shogi: of pawns dropped to give mate it knows only those right before
 * the king, and it allows captures that leave the own king to a piece which the victim stood behind.
 */
function* moves() {
  for (const [from, dests] of position.allMoveDests()) {
    for (const to of dests) {
      const isSafe = position.rules === 'chushogi' || !after({ from, to }).isCheck(position.turn);
      if (isSafe) yield* promotions({ from, to }, from, to);
      if (position.rules !== 'chushogi') continue;
      for (const end of [...secondLionStepDests(position, from, to), ...unguarded(from, to)]) {
        yield { from, midStep: to, to: end, promotion: false };
      }
    }
  }
  for (const [name, dests] of position.allDropDests()) {
    const role = name.split(' ')[1];
    for (const to of dests) {
      if (role === 'pawn' && after({ role, to }).isCheckmate()) continue;
      yield { role, to };
      if (promotableOnDrop(position.rules)({ role, color: position.turn })) {
        yield { role, to, promotion: true };
      }
    }
  }
}

function after(move) {
  const next = position.clone();
  next.play(move);
  return next;
}

function told() {
  return {
    position: makeSfen(position),
    check: position.isCheck(),
    over: position.outcome()?.result ?? null,
    moves: [...moves()].map((move) => ({ usi: makeUsi(move), position: makeSfen(after(move)) })),
  };
}

function begin({ variant, position: sfen }) {
  if (sfen === null) {
    position = defaultPosition(variant);
    return told();
  }
  return parseSfen(variant, sfen, true).unwrap(
    (parsed) => {
      position = parsed;
      return told();
    },
    (error) => ({ error: error.message }),
  );
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.push) position.play(parseUsi(request.push));
  const answer = request.push ? told() : begin(request);
  process.stdout.write(JSON.stringify(answer) + '\n');
}
