"""Fairy-Stockfish (pyffish) as a peer for games in which moves are counted: Makruk and Ouk Chatrang."""

import re
from collections import Counter

import pyffish

# How far each count of ours goes, in plies.
LIMITS = {
    "makruk": [[16, 32, 44, 64, 88, 128], [128]],
    "cambodian": [[14, 30, 42, 62, 86, 126], [126]],
}
# How many pieces each side must have at a random start, so that nobody counts there: we begin at once, and it
# begins with the move after.
FEWEST = {"makruk": 1, "cambodian": 3}
# Where the pieces stand that may leap with their first move, and the files and ranks over which the king does.
LEAPERS = {"d1": "K", "e1": "M", "e8": "k", "d8": "m"}
LEAPS = {"d1": ("b2", "f2"), "e8": ("c7", "g7")}


def squares_of(board):
    """The pieces of a FEN by square."""
    found = {}
    for rank, row in zip(range(8, 0, -1), board.split("/")):
        row = re.sub(r"\d", lambda digit: "." * int(digit[0]), row.replace("~", ""))
        found.update({f"{file}{rank}": piece for file, piece in zip("abcdefgh", row) if piece != "."})
    return found


def board_of(pieces):
    """The other way round."""
    rows = ("".join(pieces.get(f"{file}{rank}", ".") for file in "abcdefgh") for rank in range(8, 0, -1))
    return re.sub(r"\.+", lambda dots: str(len(dots[0])), "/".join(rows))


class Peer:
    """A game on pyffish, which keeps no board. How far a side has counted stands in its FEN, and is compared, too.

    In Ouk Chatrang a king may not leap out of check there, and not any more once a rook has aimed at it. Our file
    cannot say that; such leaps are added to its own, and not played."""

    text = "algebraic"

    def __init__(self, variant):
        self.variant = variant

    def random_start(self, rng):
        places = rng.sample([f"{file}{rank}" for file in "abcdefgh" for rank in range(3, 7)], 32)
        pieces = {places.pop(): "K", places.pop(): "k"}
        for side in (str.upper, str.lower):
            for _ in range(rng.randrange(FEWEST[self.variant], 5)):
                pieces[places.pop()] = side(rng.choice("rnsm"))
        pieces.update({rng.choice("abcdefgh") + rank: pawn for rank, pawn in zip("54", "Pp")})
        sides = Counter(piece.isupper() for piece in pieces.values())
        if not {"K", "k"} <= set(pieces.values()) or min(sides.values()) <= FEWEST[self.variant]:
            return None
        fen = f"{board_of(pieces)} {rng.choice('wb')} - - 0 1"
        turned = fen.translate(str.maketrans("wb", "bw"))
        return None if pyffish.gives_check(self.variant, turned, []) else fen

    def reset(self, position):
        self.fen = position or pyffish.start_fen(self.variant)
        self.unmoved = set(LEAPERS) if position is None else set()
        self.count = None
        self.seen = Counter()
        self._look()

    def _look(self):
        self.pieces = squares_of(self.fen.split(" ")[0])
        self.check = bool(pyffish.gives_check(self.variant, self.fen, []))
        legal = pyffish.legal_moves(self.variant, self.fen, [])
        # The only thing that a pawn can become is not written.
        self.legal = {move[:4] + "+" * (len(move) > 4): move for move in legal}
        self.unplayable = self._leaps() - self.legal.keys()
        leapers = sorted(self.unmoved) if self.variant == "cambodian" else []
        key = " ".join([*self.fen.split(" ")[:2], *leapers])
        self.seen[key] += 1
        self.repeated = self.seen[key]

    def _leaps(self):
        """The leaps of the king to move that we allow."""
        king = "d1" if self.first_to_move() else "e8"
        if self.variant != "cambodian" or king not in self.unmoved:
            return set()
        return {king + to for to in LEAPS[king] if to not in self.pieces and not self._attacked(king, to)}

    def _attacked(self, king, to):
        """Whether a king would stand in check after a leap."""
        pieces = {square: piece for square, piece in self.pieces.items() if square != king}
        pieces[to] = self.pieces[king]
        fen = f"{board_of(pieces)} {self.fen.split(' ')[1]} - - 0 1"
        return bool(pyffish.gives_check(self.variant, fen, []))

    def moves(self):
        return self.legal.keys() | self.unplayable

    def in_check(self):
        return self.check

    def gives_check(self, move):
        return bool(pyffish.gives_check(self.variant, self.fen, [self.legal[move]]))

    def push(self, move):
        before = self.count
        self.fen = pyffish.get_fen(self.variant, self.fen, [self.legal[move]])
        self.unmoved -= {move[:2], move[2:4]}
        limit, plies = self.fen.split(" ")[3:5]
        found = (int(limit), int(plies)) if limit != "-" else None
        goes_on = before and (before[0], before[1] + 1)
        # A bare king that takes the last pawn begins to count with that move there, with the next turn here.
        begun = found and found != goes_on and found[1] % 2 == 1
        self.count = goes_on if begun else found
        self._look()

    def position(self):
        """As we would write it, but for the count."""
        count = f" {self.count[0]} {self.count[1]}" if self.count else ""
        return board_of(self.pieces) + " " + self.fen.split(" ")[1] + count

    def key_of(self, position):
        """The board, who is to move, the limit of a count and its plies."""
        fields = position.split(" ")
        found = re.search(r"count=(\d+)/(\d+)/(\d+)", position)
        if "/" in fields[-1] and found:
            rule, limit, plies = map(int, found.groups())
            return " ".join([*fields[:2], str(LIMITS[self.variant][rule - 1][limit - 1]), str(plies)])
        return " ".join(fields[:2] if "-" in fields[2:4] else fields)

    def first_to_move(self):
        return self.fen.split(" ")[1] == "w"

    def is_over(self):
        """Whether it knows an end that we do not."""
        return False

    def expected(self, our_result):
        if not self.moves():
            if not self.check:
                return {"status": "stalemate", "winner": "draw"}
            return {"status": "checkmate", "winner": "second" if self.first_to_move() else "first"}
        if self.repeated >= 3:
            return {"status": "repetition", "winner": "draw"}
        over, value = pyffish.is_optional_game_end(self.variant, self.fen, [])
        if over:
            return {"status": "move-limit", "winner": "draw" if value == 0 else value}
        # Two bare kings go on there.
        bare = len(self.pieces) == 2
        return {"status": "dead-position", "winner": "draw"} if bare else {"status": "ongoing"}
