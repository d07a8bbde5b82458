#!/usr/bin/env python3
"""Writes src/board/fixtures/positions.json: positions with all their legal moves, for the tests of the input.

    cargo build --release && python3 scripts/fixtures.py ../target/release/komadai

The program's `moves --json` is the source; what a move becomes is read off its position,
and what it places from a hand off its text.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

WEB = pathlib.Path(__file__).resolve().parent.parent

INVENTED = """
format = "variant/1"
id = "invented"
name = "Shooters and leapers"
[board]
files = 6
ranks = 6
[sides]
first = "First"
second = "Second"
symmetry = "rotate"
[pieces]
K = { move = "K", at = "a1", royal = true, name = { en = "King" } }
Z = { move = "KcabK", at = "b1", name = { en = "Archer" } }
H = { move = "mFcavmF", at = "c1", name = { en = "Draughtsman" } }
[capture]
to = "nowhere"
[end]
check = "none"
royals = "all"
"""

POSITIONS = {
    "shogi start": ("shogi", None),
    "shogi drops": ("shogi", "4k4/2S6/1P1P3P1/9/9/9/9/9/4K4 b R2G3Pr2b 1"),
    "minishogi start": ("minishogi", None),
    "judkins promotion": ("judkins", "4k1/1N4/1S4/6/6/1K4 b - 1"),
    "chess start": ("chess", None),
    "chess castling": ("chess", "4k2r/P7/8/3pP3/8/8/8/R3K2R w KQk d6 0 2"),
    "raichu start": ("raichu", None),
    "raichu lion": ("raichu", "12/12/12/12/4p7/5N6/4n7/12/12/5K6/12/5k6 b - 1"),
    "raichu eagle": ("raichu", "k11/12/12/12/6p5/5p6/4+D7/12/12/3+H8/12/5K6 b - 1"),
    "raichu pass": ("raichu", "k11/12/12/12/12/12/12/12/12/12/12/5K6 w - 1 pass"),
    "minjiku start": ("minjiku", None),
    "minjiku fire": ("minjiku", "****k1****/10/10/3p1p4/10/2p3p3/10/3F6/10/10/10/****1K**** b - 1"),
    "minjiku shots": ("minjiku", "****k1****/10/2p7/3V6/3p6/10/7g2/6+Y3/10/1+D8/10/****1K**** b - 1"),
    "seirawan castling": ("seirawan", "4k3/7p/8/8/8/8/8/4K2R[HE] w K - 0 1"),
    "invented": ("INVENTED", "k5/6/2zzz1/2Zz2/3H2/K5 b - 1"),
}


def board(field, first_rank):
    """Squares and the pieces on them."""
    rows = field.split("[")[0].split("/")
    found = {}
    for index, text in enumerate(rows):
        rank, file, digits, plus = first_rank + len(rows) - 1 - index, 0, "", ""
        for c in text + "/":
            if c.isdigit():
                digits += c
                continue
            file, digits = file + int(digits or 0), ""
            if c == "+":
                plus = c
            elif c.isalpha():
                found[f"{chr(97 + file)}{rank}"] = plus + c.upper()
                file, plus = file + 1, ""
            elif c == "*":
                file += 1
    return found


def legal(move, pieces, first_rank):
    shown = {key: move.get(key) for key in ("usi", "algebraic", "from", "to")}
    shown |= {key: move[key] for key in ("via", "drop") if move.get(key)}
    shown |= {"captures": move["captures"], "promotes": move["promotes"]}
    shown["piece"] = move.get("drop") or pieces.get(move["from"], "")
    if move["promotes"]:
        shown["becomes"] = board(move["position"].split()[0], first_rank)[move["to"]]
    if placed := move["algebraic"].partition(",")[2]:
        shown["places"] = {"piece": placed[0], "square": placed[1:], "held": True}
    return shown


def main():
    program = sys.argv[1]
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(INVENTED)
        file.flush()
        table = {}
        for name, (variant, position) in POSITIONS.items():
            first_rank = 0 if variant == "minjiku" else 1
            path = file.name if variant == "INVENTED" else variant
            where = ["--position", position] if position else []
            run = subprocess.run([program, "moves", path, *where, "--json"], capture_output=True)
            if run.returncode != 0:
                sys.exit(f"{name}: {run.stderr.decode()}")
            answer = json.loads(run.stdout)
            pieces = board(answer["position"].split()[0], first_rank)
            table[name] = {
                "variant": variant.lower(),
                "position": answer["position"],
                "side": answer["side"],
                "legal": [legal(move, pieces, first_rank) for move in answer["moves"]],
            }
    lines = (f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in table.items())
    (WEB / "src/board/fixtures/positions.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print({name: len(case["legal"]) for name, case in table.items()})


main()
