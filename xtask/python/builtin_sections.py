"""Compares our text of the games that Fairy-Stockfish knows by itself with those games, in random games.

    python builtin_sections.py INI --games N --plies N --seed S

Fairy-Stockfish reads the text under other names, and plays each game twice. Writes {sections, positions} to
standard output. The first difference ends the run with status 1.
"""

import argparse
import json
import random
import re
import sys

import pyffish

# What its form of files cannot say: the palace of a general that is a wazir, drops without a hand.
UNSAYABLE = {"janggi", "janggitraditional", "janggimodern", "janggicasual", "ataxx"}
OURS = "ours-"


def renamed(text):
    """The sections under other names, without comments."""
    lines = (re.sub(r"\s+#.*$", "", line) for line in text.splitlines())
    heads = (re.sub(r"^\[([^:\]]+)", rf"[{OURS}\1", line) for line in lines)
    return "\n".join(re.sub(r"^(\[[^:\]]+):", rf"\1:{OURS}", line) for line in heads)


def asked(variant, start, moves):
    """All that is compared of a position."""
    legal = sorted(pyffish.legal_moves(variant, start, moves))
    ends = (pyffish.is_immediate_game_end, pyffish.is_optional_game_end)
    # The value means something only where the game is over.
    over = [end(variant, start, moves) for end in ends]
    over = [value if is_over else None for is_over, value in over]
    return legal, over, None if legal else pyffish.game_result(variant, start, moves)


def play(name, rng, plies):
    """One game; the positions compared."""
    start, moves = pyffish.start_fen(name), []
    for ply in range(plies):
        theirs, ours = asked(name, start, moves), asked(OURS + name, start, moves)
        if theirs != ours:
            sys.exit(f"{name} differs after {' '.join(moves)}\nours: {ours}\ntheirs: {theirs}")
        if not theirs[0]:
            return ply + 1
        moves.append(rng.choice(theirs[0]))
    return plies


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ini")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with open(args.ini, encoding="utf-8") as ini:
        text = ini.read()
    pyffish.load_variant_config(renamed(text))
    names = set(re.findall(r"^\[([^:\]]+)", text, re.M))
    missing = {name for name in pyffish.variants() if not name.startswith(OURS)} - names
    if missing:
        sys.exit(f"there are no sections for {sorted(missing)}")
    rng, count = random.Random(args.seed), 0
    names -= UNSAYABLE
    for name in sorted(names):
        count += sum(play(name, rng, args.plies) for _ in range(args.games))
    print(json.dumps({"sections": len(names), "positions": count}))


if __name__ == "__main__":
    main()
