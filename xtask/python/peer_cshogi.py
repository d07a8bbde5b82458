"""cshogi as a peer: shogi."""

import cshogi

import positions
from history import History

DECLARATIONS = {cshogi.NYUGYOKU_NONE: "none", cshogi.NYUGYOKU_WIN: "win", cshogi.NYUGYOKU_DRAW: "draw"}


class Peer:
    """A game on cshogi's board. Its own repetition test looks for the second occurrence, as an engine
    does, so the rule of the fourth is applied to its positions and checks instead."""

    text = "usi"
    unplayable = frozenset()

    def __init__(self, variant):
        self.board = cshogi.Board()

    def random_start(self, rng):
        sfen = positions.drop_game("shogi", rng)
        board, side, rest = sfen.split(" ", 2)
        turned = cshogi.Board(f"{board} {'w' if side == 'b' else 'b'} {rest}")
        return None if turned.is_check() else sfen

    def reset(self, position):
        if position is None:
            self.board.reset()
        else:
            self.board.set_sfen(position)
        self.history = History(self._key())

    def _key(self):
        return self.board.sfen().rsplit(" ", 1)[0]

    def key_of(self, position):
        """What makes two of our positions equal."""
        return " ".join(position.split(" ")[:3])

    def moves(self):
        return {cshogi.move_to_usi(move) for move in self.board.legal_moves}

    def in_check(self):
        return bool(self.board.is_check())

    def gives_check(self, move):
        self.board.push_usi(move)
        check = bool(self.board.is_check())
        self.board.pop()
        return check

    def push(self, move):
        self.board.push_usi(move)
        self.history.push(self._key(), self.in_check())

    def position(self):
        return self.board.sfen()

    def is_over(self):
        """Whether it knows an end that we do not."""
        return False

    def expected(self, our_result):
        """What the result has to be: the fields that this peer can judge."""
        return {**shogi_result(self), "declaration": self._declarations()}

    def _declarations(self):
        laws = {"27": cshogi.LAW_27, "24": cshogi.LAW_24}
        return {name: DECLARATIONS[self.board.nyugyoku_result(law)] for name, law in laws.items()}

    def first_to_move(self):
        return self.board.turn == cshogi.BLACK


def shogi_result(peer, loss_first=False):
    """The end of a game of the shogi family by a peer's moves, checks and positions."""
    mover, other = ("first", "second") if peer.first_to_move() else ("second", "first")
    if not peer.moves():
        return {"status": "checkmate" if peer.in_check() else "no-moves", "winner": other}
    verdict = peer.history.verdict()
    if verdict is None:
        return {"status": "ongoing", "winner": None}
    status, loser_parity = verdict
    if status == "repetition":
        return {"status": status, "winner": "second" if loss_first else "draw"}
    # The side to move is the one whose plies have the parity of the number of moves so far.
    loser = mover if len(peer.history.checks) % 2 == loser_parity else other
    return {"status": status, "winner": "second" if loser == "first" else "first"}
