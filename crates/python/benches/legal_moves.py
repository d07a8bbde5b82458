"""How long a call of `legal_moves` takes beside pyffish, on random positions of shogi and chess.

    python benches/legal_moves.py [--positions 200] [--rounds 20]

Both are measured in one run, turn by turn, and by the time of the processor, so that other programs count little. Each
figure is the best of all rounds, in microseconds a call.
"""

import argparse
import random
import time

import pyffish

import komadai
import komadai.compat.pyffish as compat


def positions(variant, number, rng):
    """Positions of random games, as FEN."""
    found = []
    while len(found) < number:
        start, moves = pyffish.start_fen(variant), []
        for _ in range(rng.randrange(5, 120)):
            legal = compat.legal_moves(variant, start, moves)
            if not legal:
                break
            moves.append(rng.choice(legal))
        fen = compat.get_fen(variant, start, moves)
        if compat.legal_moves(variant, fen, []):
            found.append(fen)
    return found


def measured(ways, rounds):
    """The best time of each way, a call."""
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(rounds):
        for name, (ask, inputs) in ways.items():
            begun = time.process_time()
            for it in inputs:
                ask(it)
            best[name] = min(best[name], (time.process_time() - begun) / len(inputs))
    return {name: seconds * 1e6 for name, seconds in best.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=20)
    args = parser.parse_args()
    for variant in ("shogi", "chess"):
        fens = positions(variant, args.positions, random.Random(1))
        made = [komadai.Position(variant, fen) for fen in fens]
        ways = {
            "pyffish.legal_moves": (lambda fen: pyffish.legal_moves(variant, fen, []), fens),
            "Position.legal_moves": (lambda position: position.legal_moves(), made),
            "Position.legal_texts": (lambda position: position.legal_texts(), made),
            "compat.pyffish.legal_moves": (lambda fen: compat.legal_moves(variant, fen, []), fens),
        }
        times = measured(ways, args.rounds)
        moves = sum(len(position.legal_moves()) for position in made) / len(made)
        print(f"{variant}, {moves:.1f} moves a position")
        for name, microseconds in times.items():
            ratio = times["pyffish.legal_moves"] / microseconds
            print(f"  {name:<27} {microseconds:8.2f} us  {ratio:6.1f} times as fast")


if __name__ == "__main__":
    main()
