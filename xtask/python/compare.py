"""Plays random games beside a peer and compares the program under test with it at every ply.

    python compare.py PEER VARIANT --games N --seed S --komadai PROGRAM [--node SCRIPT]

Writes {games, positions, ends} to standard output. The first difference ends the run with status 1
and all that is needed to see it again on standard error.
"""

import argparse
import json
import random
import sys
from collections import Counter

from batch import Komadai

PEERS = {
    "pyffish": "peer_pyffish",
    "cshogi": "peer_cshogi",
    "python-chess": "peer_chess",
    "shogiops": "peer_shogiops",
    "hachu": "peer_hachu",
}
MOST_PLIES = 250
# How many moves are tried for one that gives check.
SAMPLE = 12


class Difference(Exception):
    """The two programs disagree."""


class Game:
    """One game, on both programs."""

    def __init__(self, komadai, peer, rng):
        self.komadai, self.peer, self.rng = komadai, peer, rng
        self.start = self._start()
        self.played = []
        self.end = "ongoing"
        # Most games are random; some seek repetitions, and in some of those one side only checks.
        self.style = rng.choice(["random"] * 6 + ["repeat", "check"])
        self.checker = rng.randrange(2)

    def _start(self):
        """Every second game begins at a random position that the peer finds possible."""
        if self.rng.random() < 0.5:
            for _ in range(100):
                position = self.peer.random_start(self.rng)
                if position is not None:
                    self.peer.reset(position)
                    return position
        self.peer.reset(None)
        return "startpos"

    def fail(self, what, ours, theirs):
        raise Difference(
            f"{what} differ in {self.komadai.variant}\n"
            f"start: {self.start}\nmoves: {' '.join(self.moves())}\nours: {ours}\ntheirs: {theirs}"
        )

    def equal(self, what, ours, theirs):
        if ours != theirs:
            self.fail(what, ours, theirs)

    def moves(self):
        return [move["usi"] for move in self.played]

    def name(self, move):
        """What the peer calls a move of ours."""
        if hasattr(self.peer, "name_of"):
            return self.peer.name_of(move)
        text = move[self.peer.text]
        return self.peer.key_of(text) if self.peer.text == "position" else text

    def play(self):
        """Plays to the end or the last ply that we have time for; returns the positions compared."""
        position = self.start
        for ply in range(MOST_PLIES):
            answer = self.komadai.moves(position)
            self.compare(answer)
            result = self.komadai.result(self.start, self.moves())
            self.compare_result(result)
            if result["status"] != "ongoing":
                self.end = result["status"]
                return ply + 1
            if self.peer.is_over():
                self.end = "over for the peer"
                return ply + 1
            # Some moves are known to differ, and lead to positions that the peer cannot have.
            known = [m for m in answer["moves"] if self.name(m) not in self.peer.unplayable]
            if not known:
                self.end = "unplayable"
                return ply + 1
            move = self.choose(known)
            self.peer.push(self.name(move))
            self.played.append(move)
            position = move["position"]
        return MOST_PLIES

    def compare(self, answer):
        if hasattr(self.peer, "see"):
            self.peer.see(answer)
        ours = {self.name(move) for move in answer["moves"]}
        theirs = self.peer.moves()
        if ours != theirs:
            self.fail("moves", f"only {sorted(ours - theirs)}", f"only {sorted(theirs - ours)}")
        self.compare_checks("checks", answer)
        theirs = self.peer.position()
        if theirs is not None:
            key = self.peer.key_of
            self.equal("positions", key(answer["position"]), key(theirs))

    def compare_result(self, result):
        expected = self.peer.expected(result)
        ours = {field: result.get(field) for field in expected}
        if "claims" in ours:
            ours["claims"] = set(ours["claims"])
        self.equal("results", ours, expected)
        # An illegal move is not played: a repetition, say, of which not every peer knows.
        if result["status"] != "illegal-move":
            self.compare_checks("checks of the result", result)

    def compare_checks(self, what, answer):
        # Where no check has to be answered, a peer may not speak of any.
        theirs = self.peer.in_check()
        if theirs is not None:
            self.equal(what, answer["in_check"], theirs)

    def choose(self, moves):
        """A move by the style of the game."""
        if self.style == "check" and len(self.played) % 2 == self.checker:
            some = self.rng.sample(moves, min(len(moves), SAMPLE))
            back = [m for m in moves if self.returns(m)]
            moves = [m for m in back + some if self.peer.gives_check(self.name(m))] or moves
        if self.style == "random" or self.rng.random() < 0.05:
            return self.rng.choice(self.sharpened(moves))
        return self.rng.choice([m for m in moves if self.returns(m)] or moves)

    def returns(self, move):
        """Whether a move takes back the mover's last one."""
        if len(self.played) < 2 or not move["from"] or move["captures"]:
            return False
        last = self.played[-2]
        return (move["from"], move["to"]) == (last["to"], last["from"])

    def sharpened(self, moves):
        """Sometimes only captures and promotions, so that games come to a point."""
        if self.rng.random() < 0.3:
            return [m for m in moves if m["captures"] or m["promotes"]] or moves
        return moves


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("variant")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--komadai", default="target/release/komadai")
    parser.add_argument("--node", help="the script of a peer in Node, beside its packages")
    args = parser.parse_args()
    rng = random.Random(f"{args.peer} {args.variant} {args.seed}")
    peer = __import__(PEERS[args.peer]).Peer(args.variant, *filter(None, [args.node]))
    komadai = Komadai(args.komadai, args.variant)
    count, ends = 0, Counter()
    try:
        for _ in range(args.games):
            game = Game(komadai, peer, rng)
            count += game.play()
            ends[game.end] += 1
    except Difference as difference:
        print(difference, file=sys.stderr)
        sys.exit(1)
    finally:
        komadai.close()
    print(json.dumps({"games": args.games, "positions": count, "ends": ends}))


if __name__ == "__main__":
    main()
