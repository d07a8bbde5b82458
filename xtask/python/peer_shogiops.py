"""shogiops, the rules of lishogi, as a peer: Annan Shogi, Chu Shogi and mini-Shogi."""

import json
import re
import subprocess

NAMES = {"annan": "annanshogi", "chu": "chushogi", "minishogi": "minishogi"}
PIECES = "L F C S G E A B T O X M V R H D Q P I +L +A +T +E +M +V +H +D +P".split() + ["N", "+O"] * 8
# Ends that it knows and we do not: of a king alone, which may still be given up.
OTHER_ENDS = {"bareking", "draw"}


class Peer:
    """A game by shogiops, in Node. Moves are told by the position that they lead to: there may be several
    ways to say one of a lion."""

    text = "position"
    unplayable = frozenset()

    def __init__(self, variant, node):
        self.variant = NAMES[variant]
        self.process = subprocess.Popen(
            ["node", node], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def random_start(self, rng):
        """Pieces anywhere, many lions among them."""
        if self.variant != "chushogi":
            return None
        squares = [None] * 144
        places = rng.sample(range(144), rng.randrange(10, 50))
        for number, place in enumerate(places):
            piece = "K" if number < 2 else rng.choice(PIECES)
            squares[place] = piece if number % 2 == 0 else piece.lower()
        rows = ["".join(piece or "1" for piece in squares[at : at + 12]) for at in range(0, 144, 12)]
        board = re.sub("1+", lambda ones: str(len(ones[0])), "/".join(rows))
        position = f"{board} {rng.choice('bw')} - 1"
        return None if "error" in self.ask({"variant": self.variant, "position": position}) else position

    def reset(self, position):
        self.told = self.ask({"variant": self.variant, "position": position})

    def key_of(self, position):
        """The board, who is to move, and the hands, but for what lishogi says there of a lion."""
        fields = position.split(" ")[:3]
        return " ".join(fields[:2] if self.variant == "chushogi" else fields)

    def moves(self):
        # It goes on listing them.
        if self.told["over"] == "kingslost":
            return set()
        return {self.key_of(move["position"]) for move in self.told["moves"]}

    def in_check(self):
        return self.told["check"]

    def gives_check(self, move):
        return False

    def push(self, name):
        ways = [move["usi"] for move in self.told["moves"] if self.key_of(move["position"]) == name]
        self.told = self.ask({"push": ways[0]})

    def position(self):
        return self.told["position"]

    def is_over(self):
        """Whether it knows an end that we do not."""
        return self.told["over"] in OTHER_ENDS

    def expected(self, our_result):
        return {}
