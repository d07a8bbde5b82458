"""HaChu, H. G. Muller's engine for the large games of old Japan, as a peer: by XBoard's protocol.

Asked to make an impossible move it prints the moves that it takes for legal. Moves are told by where they begin and
end, what they capture, and whether the piece promotes: there may be several ways to say one of a lion. It does not say
whether a piece that may promote may also stay as it is, nor what may pass; games try the former, for it refuses what
it takes for illegal. Captures of a lion that its rules forbid it lists, and refuses. Where a king can be taken it
lists nothing. A piece that could have promoted with its last move it may not promote with the next one, even where
that captures, and a lance that can go no further it promotes by itself or not at all; such moves are not compared. It
refuses to repeat a position at all: there the game ends.
"""

import re
import subprocess

PROGRAM = "/usr/games/hachu"
# No piece of these games goes from a square to itself and promotes.
IMPOSSIBLE = "a1a1+"
LISTED = re.compile(r"#\s*-?\d+\. [0-9a-f]{8} [0-9a-f]{8} (\S+)$")
LEG = re.compile(r"([a-p]\d+)([a-p]\d+)$")
PIECE = re.compile(r"\d+|\+?[A-Za-z]")
ROYALS = {"K", "+E"}


def square(place):
    return place if isinstance(place, str) else place["square"]


def name_by(start, end, captures, promotes):
    """Where nothing moves in the end it does not matter who has captured: we list such moves once."""
    way = "stays" if start == end and captures else start + end
    return f"{way} {','.join(captures)}{' +' if promotes else ''}"


def board_of(position):
    """What stands on each square."""
    board = {}
    ranks = position.split(" ")[0].split("/")
    for number, rank in enumerate(ranks):
        file = 0
        for piece in PIECE.findall(rank):
            if piece.isdigit():
                file += int(piece)
            else:
                board[f"{'abcdefghijklmnop'[file]}{len(ranks) - number}"] = piece
                file += 1
    return board


class Peer:
    text = "algebraic"

    def __init__(self, variant):
        self.variant = variant
        self.process = None

    def random_start(self, rng):
        return None

    def reset(self, position):
        if self.process:
            self.process.kill()
            self.process.communicate()
        self.process = subprocess.Popen(
            [PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.asked = 0
        # Where pieces stand that could have promoted with their last move.
        self.deferred = set()
        self.repeats = False
        self.say("xboard", "protover 2", "memory 16", f"variant {self.variant}", "force")

    def say(self, *lines):
        """Says some lines; what is answered."""
        self.asked += 1
        lines = [*lines, f"ping {self.asked}"]
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()
        answer = []
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if line == f"pong {self.asked}":
                return answer
            answer.append(line)
        raise EOFError("HaChu has gone")

    def see(self, answer):
        """What we say of the position."""
        self.ours = {self.name_of(move): move for move in answer["moves"]}
        self.board = board_of(answer["position"])
        royals = [at for at, piece in self.board.items() if piece.upper() in ROYALS]
        taken = {square(place) for move in answer["moves"] for place in move["captures"]}
        self.is_blind = self.repeats or any(at in taken for at in royals)
        self.unplayable = {name for name, move in self.ours.items() if self.is_odd(move)} | {"pass"}

    def is_odd(self, move):
        """Whether it is a move that we know it to make otherwise."""
        is_lance = self.board[move["from"]].upper() == "L" and move["to"].lstrip("abcdefghijkl") in ("1", "12")
        return is_lance or move["promotes"] and move["from"] in self.deferred

    def name_of(self, move):
        if move["from"] == move["to"] and not move["captures"]:
            return "pass"
        captures = sorted(map(square, move["captures"]))
        return name_by(move["from"], move["to"], captures, move["promotes"])

    def moves(self):
        if self.is_blind:
            return set(self.ours)
        listed = map(LISTED.match, self.say(f"usermove {IMPOSSIBLE}"))
        texts = {line.group(1) for line in listed if line} - {"@@@@"}
        told = self.told = {self.name_said(text): text for text in texts}
        plain = {name.removesuffix(" +") for name in told if name.endswith(" +")} | {"pass"}
        wrong = {name for name, text in told.items() if name not in self.ours and not self.allows(text)}
        return told.keys() - wrong | (plain | self.unplayable) & self.ours.keys()

    def name_said(self, text):
        """The name of a move in its list."""
        legs = [LEG.match(leg).groups() for leg in text.rstrip("+=").split(",")]
        (start, _), (_, end) = legs[0], legs[-1]
        is_own = {at: piece.lstrip("+").isupper() for at, piece in self.board.items()}
        taken = {at for _, at in legs if at in is_own and is_own[at] != is_own[start]}
        return name_by(start, end, sorted(taken), text.endswith("+"))

    def allows(self, text):
        """Whether it makes a move; if so, the game cannot go on."""
        return not any("llegal" in line for line in self.say(f"usermove {text}"))

    def in_check(self):
        return None

    def gives_check(self, name):
        return False

    def push(self, name):
        move = self.ours[name]
        self.deferred -= {move["from"], move["to"], *map(square, move["captures"])}
        if f"{name} +" in self.ours:
            self.deferred.add(move["to"])
        text = self.told.get(name) or self.told[f"{name} +"].rstrip("+")
        said = self.say(f"usermove {text.rstrip('+=')}{'+' if move['promotes'] else '='}")
        self.repeats = any("Repeats" in line for line in said)
        if not self.repeats and any("llegal" in line for line in said):
            raise RuntimeError(f"HaChu does not make {text}")

    def position(self):
        return None

    def is_over(self):
        return self.is_blind

    def expected(self, our_result):
        return {}
