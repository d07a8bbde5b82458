"""Fairy-Stockfish (pyffish) beside an imported game: the same legal moves, positions and ends.

Both sides have positions as FEN and moves by their squares. The moves have the same form, but for two kinds
of promotion (`move_of`), and what they place (`placed`).
"""

import re

import pyffish

from placed import plain, with_walls


class Peer:
    """A game on pyffish from its start position. Every question builds it anew, which takes long."""

    def __init__(self, variant):
        self.variant = variant
        self.reset()

    def reset(self):
        self.start = pyffish.start_fen(self.variant)
        self.played = []

    def push(self, move):
        self.played.append(move)

    def fen(self):
        return pyffish.get_fen(self.variant, self.start, self.played)

    def legal(self, ours):
        """Their moves by our form of them."""
        legal = pyffish.legal_moves(self.variant, self.start, self.played)
        return {move_of(plain(move), ours): move for move in legal}

    def ended(self):
        """The value for the side to move, if the game has ended whatever moves there are."""
        over, value = pyffish.is_immediate_game_end(self.variant, self.start, self.played)
        return value if over else None

    def repeated(self):
        """The same for repetition and quiet moves."""
        over, value = pyffish.is_optional_game_end(self.variant, self.start, self.played)
        return value if over else None

    def result(self):
        """The value for a side to move that has no move."""
        return pyffish.game_result(self.variant, self.start, self.played)

    def is_last(self, move):
        """Whether a move leaves the other side without one."""
        return not pyffish.legal_moves(self.variant, self.start, [*self.played, move])

    def first_to_move(self):
        return self.fen().split(" ")[1] == "w"

    def winner(self, value):
        """Who wins by a value for the side to move."""
        if value == 0:
            return "draw"
        return "first" if (value > 0) == self.first_to_move() else "second"


def board_of(fen, mark="", wall=""):
    """Board, pieces in hand and side of a FEN, in one form. They mark what has promoted, `Q~`; where it is a
    pawn again in the hand we write `+P`, the pawn's letter, or `+Q` where it may have become several things.
    `mark` is the one or `+`; `wall` the letter of what is a wall there."""
    board, side = fen.split(" ")[:2]
    placement, _, held = board.rstrip("]").partition("[")
    if mark:
        letter = r"\1" if mark == "+" else ""
        placement = re.sub("([A-Z])~", mark + letter, placement)
        placement = re.sub("([a-z])~", mark.lower() + letter, placement)
    placement = squares(with_walls(placement.replace("~", ""), wall))
    return placement, "".join(sorted(held.replace("-", ""))), side


def squares(rows):
    """Rows with a dot for each empty square."""
    return re.sub(r"\d+", lambda count: "." * int(count[0]), rows)


def move_of(theirs, ours):
    """One of their moves in our form."""
    # Who passes there moves a piece to where it stands.
    if "pass" in ours and re.fullmatch(r"([a-z]\d+)\1", theirs):
        return "pass"
    # What becomes what it was before has promoted, too.
    if theirs.endswith("-"):
        return theirs[:-1] + "+"
    # The letter of the only piece that a pawn can become is not written.
    base, comma, wall = theirs.partition(",")
    short = base[:-1] + "+" + comma + wall
    return short if theirs not in ours and short in ours else theirs
