"""Files of games: read lazily, one game at a time, and written."""

from __future__ import annotations

import os
from typing import IO, Iterable, Iterator, Optional, Union

from ._komadai import Game, Games, Variant, in_shift_jis
from .errors import RecordError

__all__ = ["read_games", "write_games"]

_FORMS = {"kif", "kifu", "ki2", "ki2u", "csa", "jkf", "pgn", "usi", "sfen", "fen", "json", "jsonl"}
_BETWEEN = {"kif": "\n", "kifu": "\n", "ki2": "\n", "ki2u": "\n", "pgn": "\n", "csa": "/\n"}


def read_games(
    source: Union[str, "os.PathLike[str]", bytes, IO[bytes]],
    variant: Union[Variant, str, None] = None,
    *,
    format: Optional[str] = None,
    bad: str = "raise",
) -> Iterator[Game]:
    """The games of a path, of bytes, or of a file that is open in binary mode, one after the other.

    Only one game is held at a time, however many there are. Form and encoding (UTF-8 or Shift_JIS) are recognised; a
    variant that is given counts more than what the file says. ``bad="skip"`` leaves out what cannot be read.
    """
    if bad not in ("raise", "skip"):
        raise ValueError('bad is "raise" or "skip"')
    games = Games(source, variant, format)
    # What is wrong with the file itself would come again and again.
    last = None
    while True:
        try:
            game = next(games)
        except StopIteration:
            return
        except RecordError as error:
            if bad == "raise":
                raise
            if error.game is None or error.game == last:
                return
            last = error.game
        else:
            yield game


def write_games(
    path: Union[str, "os.PathLike[str]"],
    games: Iterable[Game],
    *,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
) -> int:
    """Writes games into a file, whose ending says the form where nothing else does; returns how many.

    Files that end in ``.kif`` and ``.ki2`` are Shift_JIS, all others UTF-8, unless ``encoding`` says otherwise.
    """
    ending = os.path.splitext(os.fspath(path))[1].lstrip(".").lower()
    form = (format or ending).lower()
    if form not in _FORMS:
        raise RecordError(f"`{form}` is no form of records", help="say which with format=")
    encoding = encoding or ("shift_jis" if ending in ("kif", "ki2") else "utf-8")
    count = 0
    with open(path, "wb") as file:
        for game in games:
            text = game.write(form)
            file.write(_encoded(_BETWEEN.get(form, "") if count else "", encoding))
            file.write(_encoded(text, encoding))
            count += 1
    return count


def _encoded(text: str, encoding: str) -> bytes:
    if encoding.lower().replace("-", "_") not in ("shift_jis", "sjis", "cp932"):
        return text.encode(encoding)
    encoded = in_shift_jis(text)
    if encoded is None:
        raise RecordError("it has letters that are not in Shift_JIS", help="encoding='utf-8'")
    return encoded
