"""The names of pyffish (Fairy-Stockfish as a library): ``import komadai.compat.pyffish as pyffish``.

The rules are those of Komadai. Its own games go by its own files; any other game of Fairy-Stockfish, and those of a
``variants.ini``, are imported, and those that cannot be are refused by name. What differs on purpose:

- Dropping a pawn to give mate is illegal in shogi, where pyffish lists it.
- A variant, position or move that cannot be read is an error, never a crash.
- The pieces in a hand of an SFEN come in the usual order.
- Bughouse and Fog of War have no second board and no fog: :func:`get_fog_fen` is refused.
"""

from __future__ import annotations

from typing import Tuple

from .. import __version__
from .._komadai import Fairy
from ..errors import Error

VALUE_DRAW = 0
VALUE_MATE = 32000

NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9

FEN_INVALID_PROMOTED_PIECE = -12
FEN_INVALID_CHAR = -10
FEN_INVALID_BOARD_GEOMETRY = -8
FEN_INVALID_POCKET_INFO = -7
FEN_INVALID_SIDE_TO_MOVE = -6
FEN_INVALID_NUMBER_OF_KINGS = -3
FEN_EMPTY = 0
FEN_OK = 1

error = Error

_fairy = Fairy()

load_variant_config = _fairy.load_variant_config
variants = _fairy.variants
start_fen = _fairy.start_fen
two_boards = _fairy.two_boards
captures_to_hand = _fairy.captures_to_hand
legal_moves = _fairy.legal_moves
get_fen = _fairy.get_fen
get_san = _fairy.get_san
get_san_moves = _fairy.get_san_moves
gives_check = _fairy.gives_check
is_capture = _fairy.is_capture
piece_to_partner = _fairy.piece_to_partner
game_result = _fairy.game_result
is_immediate_game_end = _fairy.is_immediate_game_end
is_optional_game_end = _fairy.is_optional_game_end
has_insufficient_material = _fairy.has_insufficient_material
validate_fen = _fairy.validate_fen


def version() -> Tuple[int, int, int]:
    """The version of Komadai."""
    major, minor, patch = (int(part) for part in __version__.split("-")[0].split("."))
    return major, minor, patch


def info() -> str:
    """What this is."""
    return f"Komadai {__version__}"


def set_option(name: str, value: object) -> None:
    """Reads the file of ``VariantPath``; other options mean nothing here."""
    if name == "VariantPath" and value:
        with open(str(value), encoding="utf-8") as file:
            load_variant_config(file.read())


def get_fog_fen(variant: str, fen: str, chess960: bool = False) -> str:
    """What a side sees through the fog of war: not known here."""
    raise NotImplementedError("there is no fog of war here")
