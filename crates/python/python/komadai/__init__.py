"""Shogi, chess and their wilder relatives: rules that are data, records, an engine, matches.

>>> import komadai
>>> position = komadai.Position("shogi").play("7g7f")
>>> position.side
'second'
>>> len(position.legal_moves())
30

What is here: :class:`Variant` is a game, :class:`Position` a game in progress as a value that never changes,
:class:`Move` a legal move of one; :func:`read_games` and :class:`Game` are records; :class:`Engine` searches, judges
and proves mates; :func:`match` lets engines play. :mod:`komadai.compat` has the names of other libraries.
"""

from ._komadai import Engine, Game, Games, Move, Piece, Position, Variant, __version__, variants
from .arena import match
from .errors import Error, MatchError, MoveError, PositionError, RecordError, VariantError
from .foreign import load_foreign
from .records import read_games, write_games
from .types import (
    Line,
    Man,
    MatchGame,
    MatchResult,
    Mate,
    Node,
    Refusal,
    Removed,
    Result,
    Score,
    SearchResult,
)

__all__ = [
    "Engine",
    "Error",
    "Game",
    "Games",
    "Line",
    "Man",
    "MatchError",
    "MatchGame",
    "MatchResult",
    "Mate",
    "Move",
    "MoveError",
    "Node",
    "Piece",
    "Position",
    "PositionError",
    "RecordError",
    "Refusal",
    "Removed",
    "Result",
    "Score",
    "SearchResult",
    "Variant",
    "VariantError",
    "__version__",
    "load_foreign",
    "match",
    "read_games",
    "variants",
    "write_games",
]
