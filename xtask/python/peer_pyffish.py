"""Fairy-Stockfish (pyffish) as a peer: the shogi family and chess."""

import pyffish

import positions
from history import History
from peer_cshogi import shogi_result

CHESS_WINNERS = {True: "first", False: "second"}


class Peer:
    """A game on pyffish, which keeps no board: every question is about a FEN and the moves since."""

    text = "algebraic"

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
        self.start = pyffish.start_fen(self.variant) if position is None else self._fen(position)
        self.played = []
        self.fen = self.start
        self.history = History(self._key())
        return position

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

    def _list(self, moves=()):
        return pyffish.legal_moves(self.variant, self.fen, list(moves))

    def moves(self):
        """Without drop-pawn mates, which Fairy-Stockfish lists although they are illegal."""
        legal = self._list()
        if self.chess:
            return set(legal)
        return {m for m in legal if not (m.startswith("P@") and self._mates(m))}

    def _mates(self, move):
        return self.gives_check(move) and not self._list([move])

    def in_check(self):
        return bool(pyffish.gives_check(self.variant, self.fen, []))

    def gives_check(self, move):
        return bool(pyffish.gives_check(self.variant, self.fen, [move]))

    def push(self, move):
        self.played.append(move)
        self.fen = pyffish.get_fen(self.variant, self.fen, [move])
        self.history.push(self._key(), self.in_check())

    def position(self):
        return None

    def first_to_move(self):
        return self.fen.split(" ")[1] == "w"

    def expected(self, our_result):
        if not self.chess:
            return shogi_result(self, loss_first=self.variant == "minishogi")
        if self._list():
            return {}
        mover, other = ("first", "second") if self.first_to_move() else ("second", "first")
        if self.in_check():
            return {"status": "checkmate", "winner": other}
        return {"status": "stalemate", "winner": "draw"}
