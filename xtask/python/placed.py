"""What a move places besides, as Fairy-Stockfish writes it: walls, and pieces that enter behind those that move."""

import re


def name_of(move):
    """One of our moves as Fairy-Stockfish names it, but for kinds of promotion."""
    base, comma, placed = move["algebraic"].partition(",")
    letter = placed[:1]
    if not letter.isupper():
        return move["algebraic"]
    square = placed[1:]
    # After castling a piece may enter where the partner stood: then that one's move is written.
    return f"{base if square == move['from'] else square + move['from']}{letter.lower()}"


def plain(theirs):
    """One of their moves as we write it: a wall is built from where the move ends, which they write again."""
    base, comma, wall = theirs.partition(",")
    return base + comma + "".join(re.findall(r"[a-z]\d+", wall)[1:])


def with_walls(board, letter):
    """A board of ours with their sign for walls, which are pieces of either side here."""
    return re.sub(f"[{letter.upper()}{letter.lower()}]", "*", board) if letter else board
