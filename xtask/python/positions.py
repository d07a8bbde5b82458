"""Random positions: what random games from the start seldom reach."""

# Files, ranks and pieces of each drop game, and how many of the last ranks hold a stuck piece.
DROP_GAMES = {
    "shogi": (9, 9, {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}),
    "minishogi": (5, 5, {"R": 2, "B": 2, "G": 2, "S": 2, "P": 2}),
    "judkins": (6, 6, {"R": 2, "B": 2, "G": 2, "S": 2, "N": 2, "P": 2}),
}
STUCK = {"P": 1, "L": 1, "N": 2}


def drop_game(variant, rng):
    """An SFEN with every piece of the game on the board or in hand, two kings, no two pawns on a
    file, no stuck piece, no kings side by side. The side that is not to move may be in check."""
    files, ranks, pieces = DROP_GAMES[variant]
    board = {}
    hands = {True: {}, False: {}}
    entered = rng.random() < 0.4
    for first in (True, False):
        far = max(1, ranks // 3)
        rows = range(ranks)
        if entered and rng.random() < 0.8:
            rows = range(far) if first else range(ranks - far, ranks)
        square = _free(board, files, rows, rng)
        while any(max(abs(square[0] - r), abs(square[1] - f)) == 1 for r, f in board):
            square = _free(board, files, range(ranks), rng)
        board[square] = (first, "K")
    share = rng.choice([0.1, 0.3, 0.5, 0.9])
    for letter, count in pieces.items():
        for _ in range(count):
            _put(letter, board, hands, share, files, ranks, entered, rng)
    side = rng.choice("bw")
    return f"{_board(board, files, ranks)} {side} {_hands(hands)} 1"


def _free(board, files, rows, rng):
    """A free square of some rows, or of the others when those are full."""
    everywhere = [(row, file) for row in rows for file in range(files)]
    free = [square for square in everywhere if square not in board]
    return rng.choice(free) if free else _free(board, files, range(files), rng)


def _put(letter, board, hands, share, files, ranks, entered, rng):
    """Puts one piece on a free square or, where the rules forbid that, into a hand."""
    first = rng.random() < 0.5
    if rng.random() < share:
        far = range(ranks // 3) if first else range(ranks - ranks // 3, ranks)
        rows = far if entered and rng.random() < 0.6 else range(ranks)
        row, file = _free(board, files, rows, rng)
        promoted = letter != "G" and rng.random() < 0.3
        depth = row if first else ranks - 1 - row
        nifu = letter == "P" and any(
            board.get((r, file)) == (first, "P") for r in range(ranks)
        )
        if promoted or (depth >= STUCK.get(letter, 0) and not nifu):
            board[row, file] = (first, "+" + letter if promoted else letter)
            return
    hands[first][letter] = hands[first].get(letter, 0) + 1


def _board(board, files, ranks):
    rows = []
    for row in range(ranks):
        text, gap = "", 0
        for file in range(files):
            if (row, file) not in board:
                gap += 1
                continue
            first, piece = board[row, file]
            text += (str(gap) if gap else "") + (piece if first else piece.lower())
            gap = 0
        rows.append(text + (str(gap) if gap else ""))
    return "/".join(rows)


def _hands(hands):
    text = ""
    for first in (True, False):
        for letter in "RBGSNLP":
            count = hands[first].get(letter, 0)
            if count:
                text += (str(count) if count > 1 else "") + (letter if first else letter.lower())
    return text or "-"


def sparse_chess(rng):
    """A FEN with few pieces, late counters and, sometimes, castling rights. It may be illegal."""
    board = {}
    castling = ""
    for first, rank in ((True, 7), (False, 0)):
        king = "K" if first else "k"
        if rng.random() < 0.3:
            board[rank, 4] = king
            for file, right in ((7, "K"), (0, "Q")):
                if rng.random() < 0.6:
                    board[rank, file] = "R" if first else "r"
                    castling += right if first else right.lower()
        else:
            board[_free(board, 8, range(8), rng)] = king
    for _ in range(rng.choice([0, 1, 2, 3, 4, 8, 16])):
        letter = rng.choice("QRBNPPPPbnrqpppp")
        rows = range(1, 7) if letter in "Pp" else range(8)
        board[_free(board, 8, rows, rng)] = letter
    if rng.random() < 0.2:
        _wall(board, rng)
    counter = rng.choice([0, 0, 90, 98, 99, 100, 140, 148, 149])
    moves = rng.randint(100, 120)
    side = rng.choice("wb")
    rows = []
    for row in range(8):
        cells = [board.get((row, file), "") for file in range(8)]
        rows.append(_digits(cells))
    return f"{'/'.join(rows)} {side} {castling or '-'} - {counter} {moves}"


def _wall(board, rng):
    """Locks pawns against each other across some files."""
    for file in range(8):
        row = rng.choice([2, 3, 4])
        if rng.random() < 0.85 and (row, file) not in board and (row + 1, file) not in board:
            board[row, file], board[row + 1, file] = "p", "P"


def _digits(cells):
    text, gap = "", 0
    for cell in cells:
        if not cell:
            gap += 1
            continue
        text += (str(gap) if gap else "") + cell
        gap = 0
    return text + (str(gap) if gap else "")
