"""Real programs play with the engine, as people would use them.

Says at its end how many games (or moves by mouse) it was, as one line of JSON; fails with a message.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import tempfile
import time

# Longer than any game takes, with much to spare.
PATIENCE = 1200


def python_chess(protocol, args):
    import chess
    import chess.engine

    openers = {
        "uci": chess.engine.SimpleEngine.popen_uci,
        "xboard": chess.engine.SimpleEngine.popen_xboard,
    }
    clock = dict(white_clock=5, black_clock=5, white_inc=0.05, black_inc=0.05)
    limits = [
        chess.engine.Limit(depth=4),
        chess.engine.Limit(time=0.02),
        chess.engine.Limit(**clock),
    ]
    for game in range(args.games):
        players = [openers[protocol]([args.komadai, "engine"], timeout=60) for _ in range(2)]
        shuffled = args.variant == "chess960"
        board = chess.Board.from_chess960_pos(160 * game + 1) if shuffled else chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < 400:
            limit = limits[game % len(limits)]
            played = players[board.ply() % 2].play(board, limit, ponder=game % 2 == 1)
            # An illegal move has raised an error by now.
            board.push(played.move)
        for player in players:
            player.analyse(chess.Board(), chess.engine.Limit(time=0.1))
            player.quit()
    return args.games


def starter(args, folder):
    """The engine for those who start a program without words."""
    engine = pathlib.Path(folder, "engine")
    engine.write_text(f'#!/bin/sh\nexec "{args.komadai}" engine\n')
    engine.chmod(engine.stat().st_mode | stat.S_IXUSR)
    return engine


def cshogi_match(args):
    from cshogi import cli

    with tempfile.TemporaryDirectory() as folder:
        engine = starter(args, folder)
        endings = []
        for clock in [dict(byoyomi=100), dict(time=[5000, 5000], inc=[50, 50])]:
            cli.main(
                engine1=str(engine),
                engine2=str(engine),
                games=args.games,
                draw=400,
                print_summary=False,
                callback=lambda ending: endings.append(ending) or True,
                **clock,
            )
    bad = [ending for ending in endings if "illegal" in str(ending).lower()]
    assert not bad, f"illegal moves: {bad}"
    return 2 * args.games


class Window:
    """XBoard with the engine, on a screen of its own."""

    def __init__(self, args, *options):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.log = self.folder / "debug.log"
        settings = subprocess.run(
            [args.komadai, "xop", args.variant, "--engine", args.komadai],
            check=True, capture_output=True, text=True,
        ).stdout
        xop = self.folder / "game.xop"
        xop.write_text(settings)
        program = shutil.which("xboard", path=os.environ["PATH"] + ":/usr/games")
        self.process = subprocess.Popen(
            [program, f"@{xop}", "-debug", "-nameOfDebugFile", str(self.log),
             "-popupMoveErrors", "false", "-popupExitMessage", "false", *options],
            env={**os.environ, "HOME": str(self.folder)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

    def said(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def check(self):
        complaints = [line for line in self.said().splitlines() if re.search("llegal|orfeit", line)]
        assert not complaints, f"XBoard's log has: {complaints[:3]}"

    def check_moves(self):
        """What one engine has played is what the other was told."""
        played, told, legs = [], [], ""
        for line in self.said().splitlines():
            if move := re.search(r"<(?:first |second): move (\S+)$", line):
                legs += move[1].rstrip("=")
                if not legs.endswith(","):
                    played.append(legs)
                    legs = ""
            elif move := re.search(r">(?:first |second): usermove .*?(\S+)$", line):
                # What does not promote may say so.
                told.append(move[1].rstrip("="))
        assert told, "no move was told"
        for number, (one, other) in enumerate(zip(played, told)):
            assert one == other, f"move {number + 1}: played {one}, told {other}"

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def xboard_game(args, *options):
    for _ in range(args.games):
        window = Window(args, "-mg", "1", "-tc", "0:15", "-inc", "0.1", *options)
        window.process.wait(timeout=PATIENCE)
        window.check()
        window.check_moves()
        results = re.findall(r"result (1-0|0-1|1/2-1/2)", window.said())
        assert results, "the game has no result"
        window.close()
    return args.games


# How uci2wb is told what an engine speaks, and what XBoard calls the game.
ADAPTED = {"chess": ("-c", "normal"), "shogi": ("-s", "shogi")}


def adapted_game(args):
    """XBoard with the engine behind uci2wb, which makes XBoard's protocol of UCI and of USI."""
    flag, variant = ADAPTED[args.variant]
    with tempfile.TemporaryDirectory() as folder:
        engine = starter(args, folder)
        command = f"/usr/games/uci2wb {flag} {engine}"
        return xboard_game(args, "-variant", variant, "-fcp", command, "-scp", command)


# By mouse: squares that are clicked one after the other, and what XBoard must have sent at the end.
CLICKS = {
    "raichu": (
        12, 12, False,
        ["f3 f5", "a9 a8", "f5 e7", "a8 a7", "e7 d8 d9", "a7 a6", "d9 c9 d9"],
        ["e7d8,d8d9", "d9c9,c9d9"],
    ),
    "minjiku": (
        10, 12, False,
        ["h4 h5", "a9 a8", "g3 h4", "a8 a7", "h4 d8", "a7 a6", "d8 d9 d8"],
        ["d8d9,d9d8+"],
    ),
    "minishogi": (
        5, 5, True,
        ["e1 e4", "e5 e4", "+0 c3", "d5 e5", "d1 a4", "e4 d5", "a4 b5"],
        ["P@c3", "a4b5+"],
    ),
}


# A game of Rooks on a board of any number of ranks, in which XBoard's promotions play no part.
TOWERS = """
format = "variant/1"
id = "towers{ranks}"
name = "Towers"
[board]
files = 6
ranks = {ranks}
[pieces]
K = {{ name = "King", move = "K", at = "a1", royal = true }}
R = {{ name = "Rook", move = "R", at = "b1" }}
[end]
check = "must-answer"
stalemate = "draw"
move_limit = 24
"""


def ranks(args):
    """On boards of 3 to 16 ranks: moves by mouse and of the engine mean the same to both."""
    for count in range(3, 17):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, f"towers{count}.toml")
            file.write_text(TOWERS.format(ranks=count))
            args.variant = str(file)
            low = 0 if count == 10 else 1
            window = Window(args, "-mode", "EditGame", "-animateMoving", "false")
            mouse = opened(Mouse, 6, count, False)
            # Clicks count ranks from 1, whatever XBoard calls them.
            for square in ["b1", "b2", f"e{count}", f"e{count - 1}", "b2", "c2"]:
                mouse.click(square)
                time.sleep(0.4)
            time.sleep(1)
            window.check()
            sent = re.findall(r"usermove.*?first : (\S+)", window.said())
            window.close()
            far = low + count - 1
            expected = [f"b{low}b{low + 1}", f"e{far}e{far - 1}", f"b{low + 1}c{low + 1}"]
            assert sent == expected, f"{count} ranks: {sent} instead of {expected}"
            # XBoard keeps the 16th rank as `@`, and takes an engine's move from there for a drop.
            if count < 16:
                xboard_game(args)
    return 14 * 3 + 13


def loads(args):
    """XBoard loads a record that we have written, and the engine agrees with what XBoard has read.
    The record ends before the first shot, which XBoard cannot read."""
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder, "game.pgn")
        played = subprocess.run(
            [args.komadai, "match", args.variant, "level:2", "greedy:1", "--nodes", "500", "--json",
             "--games", "1", "--max-plies", "24", "--pgn", str(record)],
            check=True, capture_output=True, text=True,
        ).stdout
        plies = json.loads(played.splitlines()[0])["plies"]
        window = Window(args, "-mode", "EditGame", "-animateMoving", "false", "-td", "0")
        _, x, y, width, height = opened(lambda: max(windows(), key=lambda w: w[3] * w[4]))
        for selection in ["clipboard", "primary"]:
            subprocess.run(["xclip", "-selection", selection, "-i", str(record)], check=True)
        middle = [str(x + width // 2), str(y + height // 2)]
        subprocess.run(["xdotool", "mousemove", *middle, "key", "ctrl+v"], check=True)
        time.sleep(8)
        shown, said = titles(), window.said()
        window.close()
    # What XBoard itself thinks of a move is its own affair: it cannot know all rules.
    refused = re.findall(r"<first : Illegal.*", said)
    sent = len(re.findall(r">first : usermove", said))
    assert not refused, f"the engine refuses what XBoard has read: {refused[:3]}"
    assert "Error" not in shown, f"XBoard complains: {shown}"
    assert sent >= plies, f"XBoard has read {sent} of {plies} moves"
    return plies


class Mouse:
    """Clicks on the squares of XBoard's window. White's pieces in hand stand beside the board: `+0`
    is the lowest."""

    def __init__(self, files, ranks, holdings):
        _, self.x, self.y, width, height = min(windows(), key=lambda window: -window[3] * window[4])
        columns = files + 4 if holdings else files
        # There is a margin beside the holdings.
        self.size = (width - (18 if holdings else 2)) // columns
        self.left = 2 if holdings else 0
        self.columns, self.ranks = columns, ranks
        self.top = self.y + height - ranks * self.size - 2

    def click(self, name):
        if name.startswith("+"):
            column, rank = self.columns - 1, int(name[1:])
        else:
            column, rank = ord(name[0]) - ord("a") + self.left, int(name[1:]) - 1
        x = self.x + 2 + column * self.size + self.size // 2
        y = self.top + (self.ranks - 1 - rank) * self.size + self.size // 2
        for words in (["mousemove", str(x), str(y)], ["click", "1"]):
            subprocess.run(["xdotool", *words], check=True)
            time.sleep(0.4)


def opened(make, *words):
    """Something made once XBoard has opened its window and heard of the game."""
    deadline = time.time() + 60
    while not list(windows()):
        assert time.time() < deadline, "XBoard has not opened a window"
        time.sleep(0.5)
    time.sleep(5)
    return make(*words)


def titles():
    """The titles of all windows."""
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "."], capture_output=True, text=True,
    ).stdout.split()
    names = [subprocess.run(["xdotool", "getwindowname", window], capture_output=True, text=True)
             for window in found]
    return [name.stdout.strip() for name in names]


def windows():
    def ask(*words):
        return subprocess.run(["xdotool", *words], capture_output=True, text=True).stdout

    for window in ask("search", "--onlyvisible", "--class", "xboard").split():
        geometry = dict(line.split("=") for line in ask("getwindowgeometry", "--shell", window).split())
        yield (window, *(int(geometry[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")))


def clicks(args):
    files, count, holdings, moves, expected = CLICKS[args.variant]
    window = Window(args, "-mode", "EditGame", "-animateMoving", "false")
    mouse = opened(Mouse, files, count, holdings)
    for move in moves:
        for square in move.split():
            mouse.click(square)
        time.sleep(1)
    window.check()
    # XBoard's log splits what it sends in two.
    sent = re.findall(r"usermove.*?first : (\S+)", window.said())
    window.close()
    missing = [text for text in expected if not any(move.startswith(text) for move in sent)]
    assert not missing, f"{missing} is not among the moves {sent}"
    return len(moves)


JOBS = {
    "python-chess-uci": lambda args: python_chess("uci", args),
    "python-chess-xboard": lambda args: python_chess("xboard", args),
    "cshogi": cshogi_match,
    "xboard": xboard_game,
    "uci2wb": adapted_game,
    "clicks": clicks,
    "ranks": ranks,
    "loads": loads,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("job", choices=JOBS)
    parser.add_argument("--variant", default="chess")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--komadai", required=True)
    args = parser.parse_args()
    print(json.dumps({"count": JOBS[args.job](args)}))


if __name__ == "__main__":
    main()
