"""Fairy-Stockfish (pyffish) as a peer: the shogi family, chess, and games in which moves are counted or place
something."""

import pyffish

import peer_counting
import peer_placing
import positions
from history import History
from peer_cshogi import shogi_result


def Peer(variant):
    """A game on pyffish; where moves are counted or place something, there is more to compare."""
    if variant in peer_placing.GAMES:
        return peer_placing.Peer(variant)
    return peer_counting.Peer(variant) if variant in peer_counting.LIMITS else Plain(variant)


class Plain:
    """A game on pyffish, which keeps no board: every question is about a FEN and the moves since."""

    text = "algebraic"
    unplayable = frozenset()

    def __init__(self, variant):
        self.variant = variant
        self.chess = variant == "chess"

    def random_start(self, rng):
        if self.chess:
            return None
        sfen = positions.drop_game(self.variant, rng)
        board, side, rest = sfen.split(" ", 2)
        turned = f"{board} {'w' if side == 'b' else 'b'} {rest}"
        return None if pyffish.gives_check(self.variant, self._fen(turned), []) else sfen

    def reset(self, position):
        start = pyffish.start_fen(self.variant) if position is None else self._fen(position)
        self.fen = pyffish.get_fen(self.variant, start, [])
        self.history = History(self._key())
        self._look()

    def _fen(self, position):
        """One of our positions as Fairy-Stockfish writes it."""
        if self.chess:
            return position
        board, side, hands, number = position.split(" ")[:4]
        held, count = "", ""
        for char in "" if hands == "-" else hands:
            if char.isdigit():
                count += char
                continue
            held += char * int(count or "1")
            count = ""
        turn = "w" if side == "b" else "b"
        return f"{board}[{held}] {turn} - - 0 {(int(number) + 1) // 2}"

    def _key(self):
        fields = self.fen.split(" ")
        board, _, held = fields[0].rstrip("]").partition("[")
        return " ".join([board, "".join(sorted(held)), *fields[1:4]])

    def key_of(self, position):
        return " ".join(position.split(" ")[: 4 if self.chess else 3])

    def moves(self):
        """Without drop-pawn mates, which Fairy-Stockfish lists although they are illegal."""
        return self.legal

    def _look(self):
        """Asks for what is known of the position, once: every question builds it anew."""
        self.check = bool(pyffish.gives_check(self.variant, self.fen, []))
        self.legal = set(pyffish.legal_moves(self.variant, self.fen, []))
        if not self.chess:
            drop = f"P@{self._before_king()}"
            if drop in self.legal and not pyffish.legal_moves(self.variant, self.fen, [drop]):
                self.legal.remove(drop)

    def _before_king(self):
        """The square from which a pawn of the side to move would attack the king."""
        ranks = self.fen.split(" ")[0].partition("[")[0].split("/")
        king, step = ("k", -1) if self.first_to_move() else ("K", 1)
        for number, text in zip(range(len(ranks), 0, -1), ranks):
            before = text.partition(king)[0] if king in text else None
            if before is not None:
                file = sum(int(c) if c.isdigit() else c != "+" for c in before)
                return f"{'abcdefghi'[file]}{number + step}"
        raise ValueError(f"no king in {self.fen}")

    def in_check(self):
        return self.check

    def gives_check(self, move):
        return bool(pyffish.gives_check(self.variant, self.fen, [move]))

    def push(self, move):
        self.fen = pyffish.get_fen(self.variant, self.fen, [move])
        self._look()
        self.history.push(self._key(), self.in_check())

    def position(self):
        return None

    def first_to_move(self):
        return self.fen.split(" ")[1] == "w"

    def is_over(self):
        """Whether it knows an end that we do not."""
        return False

    def expected(self, our_result):
        if not self.chess:
            return shogi_result(self, loss_first=self.variant == "minishogi")
        if self.legal:
            return {}
        mover, other = ("first", "second") if self.first_to_move() else ("second", "first")
        if self.in_check():
            return {"status": "checkmate", "winner": other}
        return {"status": "stalemate", "winner": "draw"}
