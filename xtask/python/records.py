"""Random games as records of every form: a peer reads what we write, and we what it writes.

    python records.py PEER --games N --seed S --komadai PROGRAM [--node SCRIPT]

The games have variations, comments, times and every kind of end. Writes {games, seconds} to standard output: how
long the program under test and the peer took for all of the same games, every move checked. The first difference
ends the run with status 1 and all that is needed to see it again on standard error.
"""

import argparse
import io
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from batch import Komadai

PLIES = 160
# Words of KIF for ends, and what tsshogi calls them; the last one is for games that the rules have ended.
ENDS = {
    "投了": "resign",
    "中断": "interrupt",
    "持将棋": "impass",
    "千日手": "repetitionDraw",
    "切れ負け": "timeout",
    "反則勝ち": "foulWin",
    "反則負け": "foulLose",
    "入玉勝ち": "enteringOfKing",
    "詰み": "mate",
}
COMMENTS = ["", "", "", "good", "読み\n次の一手", "a (b) c"]
# What the names of files end with.
ENDINGS = {"kif": "kifu", "ki2": "ki2u", "csa": "csa", "jkf": "jkf", "pgn": "pgn"}


class Difference(Exception):
    """The two programs disagree."""


def documents(komadai, variant, games, seed):
    """Random games in our JSON."""
    command = [komadai, "playout", variant, "--games", str(games), "--seed", str(seed)]
    command += ["--plies", str(PLIES), "--json"]
    played = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rng = random.Random(seed)
    batch = Komadai(komadai, variant)
    made = [document(batch, json.loads(line), variant, rng) for line in played.splitlines()]
    batch.close()
    return made


def main_alone(document):
    """The same without variations."""
    nodes = [document["nodes"][index] for index in main_line(document["nodes"])]
    nodes = [{**one, "parent": at - 1 if at else None} for at, one in enumerate(nodes)]
    return {**document, "nodes": nodes}


def document(batch, game, variant, rng):
    played, nodes, last = game["moves"], [], None
    for number, usi in enumerate(played):
        before = last
        nodes.append(node(usi, before, rng))
        last = len(nodes) - 1
        if rng.random() < 0.05:
            legal = batch.ask("moves", moves=played[:number])["moves"]
            other = rng.choice(legal)["usi"]
            if other != usi:
                nodes.append(node(other, before, rng))
    over = game["status"] != "ongoing"
    end = "詰み" if over else rng.choice(list(ENDS)[:-1])
    headers = [{"name": "先手", "value": "Ab"}, {"name": "後手", "value": "山田"}]
    return {"variant": variant, "headers": headers, "nodes": nodes, "end": end}


def node(usi, parent, rng):
    remarks = {"comment": rng.choice(COMMENTS)}
    return {"parent": parent, "move": usi, "remarks": remarks, "ms": 1000 * rng.randrange(300)}


def main_line(nodes):
    """The indices of the moves of the main line."""
    line, parent = [], None
    followers = {}
    for index, one in enumerate(nodes):
        followers.setdefault(one["parent"], index)
    while (parent := followers.get(parent)) is not None:
        line.append(parent)
    return line


def lines_of(nodes):
    """All lines from the start to their ends, in some order."""
    parents = {one["parent"] for one in nodes}
    lines = []
    for index in range(len(nodes)):
        if index not in parents:
            line, at = [], index
            while at is not None:
                line.append(nodes[at]["move"])
                at = nodes[at]["parent"]
            lines.append(line[::-1])
    return sorted(lines) or [[]]


def words(text):
    return text.split()


def equal(what, ours, theirs, text):
    if ours != theirs:
        raise Difference(f"{what}\nours:   {ours}\ntheirs: {theirs}\n{text}")


class Work:
    """Texts turned from one form into another by the program under test."""

    def __init__(self, komadai, variant):
        self.komadai, self.variant = komadai, variant
        self.folder = tempfile.TemporaryDirectory()

    def convert(self, texts, source, to):
        root = Path(self.folder.name)
        into, out = root / f"{source}-{to}-in", root / f"{source}-{to}-out"
        into.mkdir()
        for number, text in enumerate(texts):
            (into / f"{number:05}.{ENDINGS.get(source, source)}").write_text(text)
        command = [self.komadai, "convert", str(into), str(out), "--to", ENDINGS.get(to, to)]
        subprocess.run(command + ["--variant", self.variant], check=True, capture_output=True)
        return [path.read_text() for path in sorted(out.iterdir())]


class Tsshogi:
    """All of shogi's forms, with variations."""

    FORMS = ["kif", "ki2", "csa", "jkf"]
    VARIANT = "shogi"

    def __init__(self, script):
        command = ["node", script]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def read(self, form, text):
        self.process.stdin.write(json.dumps({"form": form, "text": text}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise Difference(f"tsshogi cannot read this {form}: {answer['error']}\n{text}")
        return answer

    def compare(self, form, text, document):
        read, nodes = self.read(form, text), document["nodes"]
        main = main_line(nodes)
        moves = [nodes[index]["move"] for index in main]
        lines = [moves] if form == "csa" else lines_of(nodes)
        equal("lines", lines, sorted(read["lines"]), text)
        for index, theirs in zip(main, read["moves"]):
            equal("comment", words(nodes[index]["remarks"]["comment"]), words(theirs["comment"]), text)
            if form != "ki2":
                equal("time", nodes[index]["ms"], theirs["ms"], text)
        # It writes %+ILLEGAL_ACTION as CSA wants it, the side whose doing it was, and reads it as the other.
        is_misread = form in ("csa", "jkf") and document["end"] == "反則勝ち"
        if form != "ki2" and not is_misread:
            equal("end", ENDS[document["end"]], read["end"], text)
        return read["written"]


class Cshogi:
    """KIF and CSA of main lines."""

    FORMS = ["kif", "csa"]
    VARIANT = "shogi"
    # Variations are no matter to it: their moves come after those of the main line.
    MAIN_LINES = True

    def __init__(self, _script):
        import cshogi
        from cshogi import CSA, KIF

        self.cshogi, self.csa, self.kif = cshogi, CSA, KIF

    def read(self, form, text):
        if form == "kif":
            return self.kif.Parser.parse_str(text)
        return self.csa.Parser.parse_str(text)[0]

    def compare(self, form, text, document):
        read, nodes = self.read(form, text), document["nodes"]
        main = main_line(nodes)
        moves = [nodes[index]["move"] for index in main]
        board = self.cshogi.Board()
        for move in read.moves:
            if not board.is_legal(move):
                raise Difference(f"{self.cshogi.move_to_usi(move)} is not legal\n{text}")
            board.push(move)
        equal("moves", moves, [self.cshogi.move_to_usi(move) for move in read.moves], text)
        equal("times", [nodes[index]["ms"] // 1000 for index in main], list(read.times)[: len(main)], text)
        return {}


class PythonChess:
    """PGN of chess, with variations."""

    FORMS = ["pgn"]
    VARIANT = "chess"

    def __init__(self, _script):
        import chess.pgn

        self.pgn = chess.pgn

    def compare(self, _form, text, document):
        game = self.pgn.read_game(io.StringIO(text))
        if game.errors:
            raise Difference(f"python-chess finds errors: {game.errors}\n{text}")
        lines, waiting = [], [(game, [])]
        while waiting:
            at, line = waiting.pop()
            waiting += [(one, line + [one.move.uci()]) for one in at.variations]
            if not at.variations:
                lines.append(line)
        nodes = document["nodes"]
        # USI counts files from the other side, and ranks by letters.
        def uci(usi):
            file = lambda digit: "abcdefgh"[8 - int(digit)]  # noqa: E731
            rank = lambda letter: str(8 - (ord(letter) - ord("a")))  # noqa: E731
            return file(usi[0]) + rank(usi[1]) + file(usi[2]) + rank(usi[3]) + usi[4:]

        ours = sorted([uci(usi) for usi in line] for line in lines_of(nodes))
        equal("lines", ours, sorted(lines), text)
        exporter = self.pgn.StringExporter(headers=True, variations=True, comments=True)
        return {"pgn": game.accept(exporter) + "\n"}


PEERS = {"tsshogi": Tsshogi, "cshogi": Cshogi, "python-chess": PythonChess}


def run(arguments):
    peer = PEERS[arguments.peer](arguments.node)
    made = documents(arguments.komadai, peer.VARIANT, arguments.games, arguments.seed)
    if getattr(peer, "MAIN_LINES", False):
        made = [main_alone(document) for document in made]
    work = Work(arguments.komadai, peer.VARIANT)
    texts = [json.dumps(document) + "\n" for document in made]
    for form in peer.FORMS:
        written = work.convert(texts, "json", form)
        theirs = {}
        for text, document in zip(written, made):
            for name, again in peer.compare(form, text, document).items():
                theirs.setdefault(name, []).append(again)
        if form == peer.FORMS[0]:
            for name, again in theirs.items():
                back(work, name, again, made)


def back(work, form, texts, made):
    """What the peer has written is read by us."""
    for text, again, document in zip(texts, work.convert(texts, form, "json"), made):
        read = json.loads(again)
        nodes, ours = read["nodes"], document["nodes"]
        main, own = main_line(nodes), main_line(ours)
        lines = [[ours[index]["move"] for index in own]] if form == "csa" else lines_of(ours)
        equal(f"{form} read again", lines, lines_of(nodes), text)
        for one, other in zip(main, own):
            comment = nodes[one].get("remarks", {}).get("comment", "")
            equal("comment", words(ours[other]["remarks"]["comment"]), words(comment), text)
            if form not in ("ki2", "pgn"):
                equal("time", ours[other]["ms"], nodes[one].get("ms", 0), text)
        if form not in ("ki2", "pgn"):
            equal("end", document["end"], read.get("end"), text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--komadai", required=True)
    parser.add_argument("--node", help="the script of the peer in Node")
    arguments = parser.parse_args()
    began = time.monotonic()
    try:
        run(arguments)
    except Difference as difference:
        sys.exit(str(difference))
    print(json.dumps({"games": arguments.games, "seconds": round(time.monotonic() - began, 1)}))


if __name__ == "__main__":
    main()
