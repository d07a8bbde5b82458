"""How long a peer takes to read a file of games and to check every move.

    python reading.py {cshogi,python-chess} FILE

Prints {"games", "moves", "seconds"}: the time without that of starting Python.
"""

import json
import sys
import time


def cshogi(path):
    import cshogi
    from cshogi import CSA

    began = time.perf_counter()
    games = CSA.Parser.parse_file(path)
    board, moves = cshogi.Board(), 0
    for game in games:
        board.set_sfen(game.sfen)
        for move in game.moves:
            assert board.is_legal(move)
            board.push(move)
        moves += len(game.moves)
    return len(games), moves, time.perf_counter() - began


def python_chess(path):
    import chess.pgn

    began = time.perf_counter()
    games, moves = 0, 0
    with open(path, encoding="utf-8") as file:
        # It reads moves by looking for them among the legal ones.
        while game := chess.pgn.read_game(file):
            assert not game.errors, game.errors
            games += 1
            moves += game.end().ply()
    return games, moves, time.perf_counter() - began


PEERS = {"cshogi": cshogi, "python-chess": python_chess}


def main():
    peer, path = sys.argv[1:]
    games, moves, seconds = PEERS[peer](path)
    print(json.dumps({"games": games, "moves": moves, "seconds": seconds}))


if __name__ == "__main__":
    main()
