"""Fairy-Stockfish (pyffish) as a peer for games in which moves place something: Duck Chess, S-Chess, Amazons."""

from collections import Counter

import pyffish

from peer_fairy import board_of
from placed import name_of, plain

# What stands for a wall, and whether there is check.
GAMES = {"duck": ("D", False), "seirawan": ("", True), "amazons": ("X", False)}


class Peer:
    """A game on pyffish, which keeps no board: every question is about its start and the moves since. The board, the
    hands and the rights to castle and to place are compared, too."""

    text = "algebraic"
    unplayable = frozenset()

    def __init__(self, variant):
        self.variant = variant
        self.wall, self.checks = GAMES[variant]

    def random_start(self, rng):
        """From elsewhere there are no rights."""
        return None

    def reset(self, position):
        self.start = pyffish.start_fen(self.variant)
        self.played, self.seen = [], Counter()
        self._look()

    def _look(self):
        self.fen = pyffish.get_fen(self.variant, self.start, self.played)
        legal = pyffish.legal_moves(self.variant, self.start, self.played)
        self.legal = {plain(move): move for move in legal}
        self.seen[self.key_of(self.fen)] += 1
        self.over, self.value = pyffish.is_immediate_game_end(self.variant, self.start, self.played)

    def name_of(self, move):
        return name_of(move)

    def moves(self):
        """A game that is over has no moves here."""
        return set() if self.over else self.legal.keys()

    def in_check(self):
        return bool(pyffish.gives_check(self.variant, self.fen, [])) if self.checks else None

    def gives_check(self, move):
        moves = [*self.played, self.legal[move]]
        return self.checks and bool(pyffish.gives_check(self.variant, self.start, moves))

    def push(self, move):
        self.played.append(self.legal[move])
        self._look()

    def position(self):
        # Their amazons are queens.
        return self.fen.replace("q", "a").replace("Q", "A") if self.variant == "amazons" else self.fen

    def key_of(self, position):
        """Board, hands, side, and the rights to castle and to place."""
        wall = self.wall if "*" not in position else ""
        return *board_of(position, wall=wall), "".join(sorted(position.split(" ")[2]))

    def is_over(self):
        """Whether it knows an end that we do not."""
        return False

    def expected(self, our_result):
        value = self.value if self.over else None
        if value is None and not self.legal:
            value = pyffish.game_result(self.variant, self.start, self.played)
        if value is not None:
            return {"winner": self._winner(value)}
        # They count repetitions without the rights to place something, which are a part of the position.
        drawn = self.seen[self.key_of(self.fen)] >= 3 or int(self.fen.split(" ")[4]) >= 100
        # Here a player may claim a draw before the game ends by itself.
        if drawn and not our_result.get("claims"):
            return {"winner": "draw"}
        return {} if drawn else {"status": "ongoing"}

    def _winner(self, value):
        """Who wins by a value for the side to move."""
        if value == 0:
            return "draw"
        first = self.fen.split(" ")[1] == "w"
        return "first" if (value > 0) == first else "second"
