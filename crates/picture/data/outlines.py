#!/usr/bin/env python3
"""Writes outlines.json beside it: the outlines of every character that boards and pictures draw.

A bare machine has no Japanese font, so pieces and coordinates are drawn from paths. They come from
Motoya L Cedar (Apache-2.0, see NOTICE), as Debian packages it:

    apt-get install fonts-motoya-l-cedar python3-fonttools
    /usr/bin/python3 crates/picture/data/outlines.py

The characters are those of the names in variants/, of coordinates and letters, and of the
larger historic games, whose variants people are likely to write. A character that is missing costs
nothing but looks: its piece is drawn by a letter or a diagram of its moves.
"""

import json
import pathlib
import tomllib

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

FONT = "/usr/share/fonts/truetype/motoya-l-cedar/MTLc3m.ttf"
HERE = pathlib.Path(__file__).resolve().parent
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.,;:()'"
COORDINATES = "一二三四五六七八九十"
HISTORIC = (
    "鉄石瓦木土猫嗔悪狼刃淮鶏鶴雉燕雲鵬孔雀烏左右東西南北夷戎狄蛮"
    "前旗水師獣鵰隼弓砲弩炮摩羯鉤教皇后帝天狗猿蟠蛟鬼夜叉剛力羅刹"
)

GRID = 512
"""The em square of the outlines; finer would only make the file larger."""


def characters():
    found = set(LETTERS + COORDINATES + HISTORIC)
    variants = HERE.parents[2] / "variants"
    for file in [*variants.glob("*.toml"), *variants.glob("shelf/*.toml")]:
        for piece in tomllib.loads(file.read_text()).get("pieces", {}).values():
            name = piece.get("name", {}) if isinstance(piece, dict) else {}
            for key in ("kanji", "abbreviation") if isinstance(name, dict) else ():
                found |= set(name.get(key, ""))
    return sorted(found)


class Path:
    """A path in whole numbers, each point relative to the one before."""

    def __init__(self, scale, ascent):
        self.text, self.at = [], (0, 0)
        self.grid = lambda p: (round(p[0] * scale), round((ascent - p[1]) * scale))

    def add(self, command, *points):
        points = [self.grid(p) for p in points]
        if command == "l" and points[0] == self.at:
            return
        numbers = [p[i] - self.at[i] for p in points for i in (0, 1)]
        joined = "".join(str(n) if n < 0 or i == 0 else f" {n}" for i, n in enumerate(numbers))
        self.text.append(command + joined)
        self.at = points[-1]


def outline(font, glyphs, name, scale, ascent):
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    path = Path(scale, ascent)
    for command, points in pen.value:
        if command == "moveTo":
            path.add("m", *points)
            start = path.at
        elif command == "lineTo":
            path.add("l", *points)
        elif command == "qCurveTo":
            if points[-1] is None:  # no point on the curve: begin halfway between two
                middle = tuple((a + b) / 2 for a, b in zip(points[0], points[-2]))
                path.add("m", middle)
                start = path.at
                points = (*points[:-1], middle)
            for control, end in decomposeQuadraticSegment(points):
                path.add("q", control, end)
        elif command == "closePath":
            path.text.append("z")
            path.at = start
    return "".join(path.text)


def main():
    font = TTFont(FONT)
    glyphs, named = font.getGlyphSet(), font.getBestCmap()
    em, ascent = font["head"].unitsPerEm, font["hhea"].ascent
    table = {}
    for character in characters():
        if ord(character) not in named:
            print(f"no outline for {character}")
            continue
        table[character] = outline(font, glyphs, named[ord(character)], GRID / em, ascent)
    text = json.dumps({"em": GRID, "paths": table}, ensure_ascii=False, indent=2)
    (HERE / "outlines.json").write_text(text + "\n")
    print(f"{len(table)} characters, {len(text.encode())} bytes")


main()
