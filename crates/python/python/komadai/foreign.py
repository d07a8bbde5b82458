"""Games that are written down for other programs: a ``variants.ini`` of Fairy-Stockfish, an Interactive Diagram of the
Chess Variant Pages, or what an engine tells XBoard."""

from __future__ import annotations

import os
from typing import Dict, Optional, Sequence, Union

from ._komadai import Variant, foreign_games, import_game

__all__ = ["foreign_games", "import_game", "load_foreign"]


def load_foreign(
    path_or_text: Union[str, "os.PathLike[str]"],
    game: Optional[str] = None,
    *,
    leave_out: Sequence[str] = (),
) -> Dict[str, Variant]:
    """The games of such a file, or one of them, by their names. What has several lines is a text."""
    text = os.fspath(path_or_text)
    name = "variants.ini"
    if "\n" not in text:
        name = text
        with open(text, encoding="utf-8") as file:
            text = file.read()
    wanted = foreign_games(text, name) if game is None else [game]
    found = {}
    for each in wanted:
        _, rules, _ = import_game(text, each, name, list(leave_out))
        found[each] = Variant.load(rules, name=f"{each}.toml")
    return found
