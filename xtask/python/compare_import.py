"""Imports a section and plays random games of it beside Fairy-Stockfish.

    python compare_import.py SECTION --games N --plies N --seed S --komadai PROGRAM [--file INI]

Writes {section, games, positions, ends}, or {section, refused}, to standard output. The first difference
ends the run with status 1 and all that is needed to see it again on standard error.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter

import pyffish
from batch import Komadai
from peer_fairy import Peer, board_of
from placed import name_of

# Results that depend on the history of a game.
BY_HISTORY = {"repetition", "perpetual-check", "perpetual-chase", "quiet-moves", "move-limit"}

# How often positions are compared: a difference stays, and the moves are compared at every ply.
LOOK_EVERY = 3
# How often the whole game is judged, though both sides have moves: that takes long. An end that only one
# side has seen comes to light there.
ASK_EVERY = 6


class Difference(Exception):
    """The two programs disagree."""


class Game:
    """One game on both programs, from the start position."""

    def __init__(self, komadai, peer, rng, section, text):
        self.komadai, self.peer, self.rng, self.section, self.text = komadai, peer, rng, section, text
        # What is a wall there is a piece here.
        wall = re.search(r'\[placement\]\npieces = "(\w)"\nsupply = "(?:single|endless)"', text)
        self.wall = wall[1] if wall else ""
        self.played, self.seen = [], Counter()
        self.end = "ongoing"
        peer.reset()

    def fail(self, what, ours, theirs):
        moves = " ".join(self.peer.played)
        raise Difference(
            f"{what} differ in {self.section}\nmoves: {moves}\nposition: {self.peer.fen()}\n"
            f"ours: {ours}\ntheirs: {theirs}"
        )

    def play(self, plies):
        """Plays some plies; returns the positions compared."""
        position = "startpos"
        for ply in range(plies):
            answer = self.komadai.moves(position)
            self.seen[board_of(answer["position"])] += 1
            if ply % LOOK_EVERY == 0:
                self.compare_positions(answer["position"])
            ours = {name_of(move): move for move in answer["moves"]}
            theirs = self.peer.legal(ours.keys())
            result = self.verdict(position, ply, bool(ours and theirs))
            if self.is_over(result, theirs):
                self.end = result["status"]
                return ply + 1
            self.compare_moves(ours, theirs)
            move = ours[self.choose(ours)]
            self.peer.push(theirs[name_of(move)])
            self.played.append(move["usi"])
            position = move["position"]
        return plies

    def compare_positions(self, position):
        pawn = re.search(r'promotes = "\+(\w)"', self.text)
        mark = f"+{pawn[1]}" if pawn else "+" if "held = " in self.text else ""
        ours, theirs = board_of(position, wall=self.wall), board_of(self.peer.fen(), mark)
        if ours != theirs:
            self.fail("positions", ours, theirs)

    def verdict(self, position, ply, goes_on):
        """What has become of the game: asked where it may be over, and now and then."""
        seen = self.seen[board_of(position)] if ply else 0
        # A count of moves may end the game at any ply, and so may a pass, which positions do not show.
        passed = self.played[-1:] == ["pass"]
        if passed or ply % ASK_EVERY == 0 or "count=" in position or (seen > 1 and self.peer.repeated() is not None):
            return self.komadai.result("startpos", self.played)
        return {"status": "ongoing"} if goes_on else self.komadai.result(position, [])

    def is_over(self, result, theirs):
        """Whether the game is over, on both sides and with the same winner."""
        over = result["status"] != "ongoing"
        value = None
        if result["status"] in BY_HISTORY:
            value = self.peer.repeated()
        elif over or not theirs:
            # A game that is over has no moves there, whatever the reason.
            value = self.peer.ended()
            if value is None and not theirs:
                value = self.peer.result()
        if over != (value is not None):
            self.fail("ends", result, value)
        if over and result.get("winner") != self.peer.winner(value) and not self.both_are_out(result):
            self.fail("results", result, self.peer.winner(value))
        return over

    def both_are_out(self, result):
        """Whether an explosion has left both sides without what they need. There the side that moved loses."""
        extinct = result["status"] == "extinction" and result.get("winner") == "draw"
        return extinct and "[capture.explosion]" in self.text

    def compare_moves(self, ours, theirs):
        # They list mates by a dropped pawn although these are illegal.
        barred = {m for m in theirs.keys() - ours.keys() if self.is_barred(m, theirs[m])}
        if ours.keys() != theirs.keys() - barred:
            self.fail("moves", sorted(ours.keys() - theirs.keys()), sorted(theirs.keys() - ours.keys()))

    def is_barred(self, move, theirs):
        pawn = re.search(r"^no_mate = (.*)$", self.text, re.M)
        return "@" in move and pawn and f'"{move[0]}"' in pawn[1] and self.peer.is_last(theirs)

    def choose(self, ours):
        """A random move; sometimes one that captures or promotes, so that games come to a point."""
        moves = list(ours)
        if self.rng.random() < 0.3:
            sharp = [text for text, m in ours.items() if m["captures"] or m["promotes"]]
            moves = sharp or moves
        return self.rng.choice(moves)


def imported(program, ini, section, folder, leave_out):
    """The file of a section and its text, or why there is none."""
    command = [program, "--json", "import", ini, "--section", section, "--out", folder]
    command += [word for key in leave_out for word in ("--leave-out", key)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    [answer] = json.loads(done.stdout)
    if "file" not in answer:
        return None, answer["errors"]
    with open(answer["file"], encoding="utf-8") as file:
        return answer["file"], file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("section")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--plies", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--komadai", default="target/release/komadai")
    parser.add_argument("--leave-out", action="append", default=[])
    parser.add_argument("--file", default="builtin")
    args = parser.parse_args()
    if args.file != "builtin":
        with open(args.file, encoding="utf-8") as ini:
            pyffish.load_variant_config(ini.read())
    with tempfile.TemporaryDirectory() as folder:
        file, text = imported(args.komadai, args.file, args.section, folder, args.leave_out)
        if file is None:
            keys = sorted({key for error in text for key in re.findall(r": `(\w+)`", error)[:1]})
            print(json.dumps({"section": args.section, "refused": keys}))
            return
        compare(args, file, text)


def compare(args, file, text):
    rng = random.Random(f"{args.section} {args.seed}")
    komadai = Komadai(args.komadai, file)
    peer = Peer(args.section)
    count, ends = 0, Counter()
    try:
        for _ in range(args.games):
            game = Game(komadai, peer, rng, args.section, text)
            count += game.play(args.plies)
            ends[game.end] += 1
    except Difference as difference:
        print(difference, file=sys.stderr)
        sys.exit(1)
    finally:
        komadai.close()
    answer = {"section": args.section, "games": args.games, "positions": count, "ends": ends}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
