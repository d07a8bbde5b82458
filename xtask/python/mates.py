"""Mates that cshogi finds in games of shogi, and how long it takes.

    python mates.py GAMES

GAMES is what `komadai match shogi --out GAMES` writes. Prints a line of JSON for each position:
{"position", "plies", "seconds"}, the plies of its line, or null where there is no mate, as far as it finds
out. With `--lines` it reads {"position", "line"} from its input instead, and checks that each line is a mate.
"""

import json
import sys
import time

import cshogi

# Of each game its last positions, which hold most mates, and every so many of the others.
LAST, EVERY = 45, 29
# So many positions without a mate.
QUIET = 200
# For how long positions are looked for.
SECONDS = 240
ROUNDS = 3


def positions(games):
    """The positions of some games, and whether each is one of the last."""
    for line in games:
        moves = json.loads(line).get("moves")
        board = cshogi.Board()
        for number, move in enumerate(moves or [], 1):
            board.push_usi(move)
            last = number > len(moves) - LAST
            if number > 30 and (last or number % EVERY == 0):
                yield board.copy(), last


def find(path):
    solver = cshogi.DfPn(31, 1000000, 32767)
    quick = cshogi.DfPn(31, 50000, 32767)
    known, quiet, began = set(), 0, time.perf_counter()
    with open(path, encoding="utf-8") as games:
        for board, last in positions(games):
            if time.perf_counter() - began > SECONDS:
                break
            text = board.sfen()
            identity = text.rsplit(" ", 1)[0]
            if identity in known or board.is_game_over():
                continue
            known.add(identity)
            mates = quick.search(board)
            if not mates and (last or quiet == QUIET):
                continue
            quiet += not mates
            plies = len(quick.get_pv(board)) if mates else None
            seconds = min(timed(solver, board) for _ in range(ROUNDS if mates else 1))
            print(json.dumps({"position": text, "plies": plies, "seconds": seconds}))


def timed(solver, board):
    began = time.perf_counter()
    solver.search(board)
    return time.perf_counter() - began


def check(lines):
    for line in lines:
        found = json.loads(line)
        board = cshogi.Board(found["position"])
        for number, move in enumerate(found["line"]):
            assert board.is_legal(board.move_from_usi(move)), found
            board.push_usi(move)
            assert number % 2 or board.is_check(), found
        assert board.is_check() and not list(board.legal_moves), found


if __name__ == "__main__":
    if sys.argv[1] == "--lines":
        check(sys.stdin)
    else:
        find(sys.argv[1])
