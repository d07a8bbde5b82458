"""The names of pyffish (Fairy-Stockfish as a library): ``import komadai.compat.pyffish as pyffish``.

The rules are those of Komadai. Its own games go by its own files; any other game of Fairy-Stockfish, and those of a
``variants.ini``, are imported, and those that cannot be are refused by name. What differs on purpose:

- Dropping a pawn to give mate is illegal in shogi, where pyffish lists it.
- A variant, position or move that cannot be read is an error, never a crash.
- SAN and the long form are written as elsewhere here in games with squares as in shogi (``Bxh8+``), and the pieces in
  a hand of an SFEN come in the usual order.
- Bughouse and Fog of War have no second board and no fog: :func:`get_fog_fen` is refused.
"""

from __future__ import annotations

import functools
import re
from typing import Dict, List, Optional, Sequence, Tuple

from .. import Move, Position, Variant, VariantError, __version__
from .. import variants as _own
from .._komadai import fairy_games, foreign_games, import_game
from ..errors import Error, PositionError

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

_configured: Dict[str, str] = {}
_ENDS_AT_ONCE = {"royals-captured", "flag", "extinction", "checks", "passes", "facing", "move-limit"}
_ENDS_BY_CLAIM = {"repetition", "perpetual-check", "perpetual-chase", "move-limit"}
_HELD = "GNLPSRB"
_PIECES_OF_CHESS = set("KQRBNP")


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


def load_variant_config(config: str) -> None:
    """Takes in the games of a ``variants.ini``. Each is read when it is asked for."""
    for game in foreign_games(config):
        _configured[game] = config
    _game.cache_clear()
    variants.cache_clear()


@functools.lru_cache(maxsize=None)
def variants() -> List[str]:
    """The names of the games that can be played."""
    names = set(_own()) | set(_configured)
    names.update(name for name in fairy_games() if _importable(name))
    return sorted(names)


def _importable(name: str) -> bool:
    try:
        import_game(_again(name), name)
    except VariantError:
        return False
    return True


def _again(name: str) -> str:
    """A section that is just like a game of Fairy-Stockfish's own."""
    return f"[{name}:{name}]\n"


@functools.lru_cache(maxsize=256)
def _game(name: str, chess960: bool = False) -> Variant:
    if name in _configured:
        _, text, _ = import_game(_configured[name], name)
        return Variant.load(text, name=f"{name}.toml")
    if chess960 and f"{name}960" in _own():
        return Variant(f"{name}960")
    foreign = name in fairy_games() and _importable(name)
    if name in _own(shelf=False) or not foreign:
        return Variant(name)
    _, text, _ = import_game(_again(name), name)
    return Variant.load(text, name=f"{name}.toml")


def _at(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> Position:
    game = _game(variant, bool(chess960))
    start = None if fen == "startpos" else _read_fen(fen, game)
    return Position(game, start, [_read_move(move) for move in moves] or None)


@functools.lru_cache(maxsize=256)
def _castles(game: Variant) -> bool:
    return game.start.fen.split()[2] != "-"


def _read_fen(fen: str, game: Variant) -> str:
    """``Q~`` is a promoted piece that goes back to a hand as what it was; rights to castle mean nothing where nobody
    castles."""
    if "~" in fen:
        fen = re.sub(r"([A-Za-z])~", r"+\1", fen)
    if "q" in fen[-20:] or "Q" in fen[-20:]:
        fields = fen.split()
        if len(fields) > 2 and not _castles(game):
            fields[2] = "-"
            fen = " ".join(fields)
    return fen


def _read_move(text: str) -> str:
    """Where promoted pieces turn back, Fairy-Stockfish says so by ``-``."""
    return text[:-1] + "+" if text.endswith("-") else text


@functools.lru_cache(maxsize=256)
def _has_other_signs(game: Variant) -> bool:
    """Whether a promotion that we write as ``+`` is written by a letter, or as ``-``, there."""
    single = [piece.promotes[0] for piece in game.pieces.values() if len(piece.promotes) == 1]
    return any(not piece.startswith("+") for piece in single)


def _uci(move: Move) -> str:
    text = move.uci
    if not text.endswith("+") or move.promotion is None or move.promotion.startswith("+"):
        return text
    demotes = move.piece is not None and move.piece.startswith("+")
    return text[:-1] + ("-" if demotes else move.promotion.lower())


def start_fen(variant: str) -> str:
    """The position in which a game begins."""
    return _game(variant).start.fen


def two_boards(variant: str) -> bool:
    """Whether it is played on two boards: none is here."""
    _game(variant)
    return False


def captures_to_hand(variant: str) -> bool:
    """Whether captured pieces go to the hand of the captor."""
    return _game(variant).captures_to_hand


def legal_moves(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> List[str]:
    """The legal moves as UCI writes them."""
    position = _at(variant, fen, moves, chess960)
    if _has_other_signs(_game(variant, bool(chess960))):
        return [_uci(move) for move in position.legal_moves()]
    return position.legal_texts("uci")


def get_fen(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    """The position after some moves."""
    position = _at(variant, fen, moves, chess960)
    if sfen:
        return " ".join(position.sfen.split()[:4])
    text = position.fen.replace("[-]", "[]")
    like_chess = set("PQ") <= set(position.variant.pieces)
    if position.variant.shogi_squares:
        text = re.sub(r"\[.*\]", _in_order, text)
    elif like_chess:
        text = re.sub(r"\+([A-Za-z])", r"\1~", text)
    fields = text.split()
    if fields[-2] == "0" and moves and not like_chess:
        fields[-2] = str(_quiet(position, len(moves)))
    return " ".join(fields)


def _in_order(hands: "re.Match[str]") -> str:
    """The pieces in both hands in the order of Fairy-Stockfish."""
    held = sorted(hands[0].strip("[]-"), key=lambda piece: (piece.islower(), _HELD.find(piece.upper())))
    return f"[{''.join(held)}]"


def _quiet(position: Position, plies: int) -> int:
    """How many of the last moves could be taken back: no captures, no drops, no promotions."""
    for quiet in range(plies):
        before = position.back()
        move = before.find(position.moves()[-1])
        if move.is_capture or move.drop or move.promotion:
            return quiet
        position = before
    return plies


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> str:
    """A move as people write it."""
    return _written(_at(variant, fen, [], chess960).find(_read_move(move)), notation)


def get_san_moves(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    notation: int = NOTATION_DEFAULT,
) -> List[str]:
    """Moves that follow each other as people write them."""
    position, written = _at(variant, fen, [], chess960), []
    for text in moves:
        move = position.find(_read_move(text))
        written.append(_written(move, notation))
        position = position.play(move)
    return written


def _written(move: Move, notation: int) -> str:
    if notation == NOTATION_DEFAULT:
        shogi = move.position.variant.shogi_squares
        notation = NOTATION_SHOGI_HODGES_NUMBER if shogi else NOTATION_SAN
    if notation == NOTATION_SAN:
        return move.san
    if notation == NOTATION_LAN:
        return _long(move)
    if notation == NOTATION_SHOGI_HODGES:
        return _hodges(move)
    text = _hodges(move)
    numbers = re.sub(r"(?<=\d)[a-p]", lambda rank: str(ord(rank[0]) - ord("a") + 1), text)
    if notation == NOTATION_SHOGI_HODGES_NUMBER:
        return numbers
    if notation == NOTATION_SHOGI_HOSKING:
        return re.sub(r"^(\+?[A-Z])-", r"\1", numbers).replace("*", "'")
    raise ValueError(f"notation {notation} is not known here")


def _hodges(move: Move) -> str:
    """Where only one of several pieces can promote, a move that promotes says which one."""
    text = move.western
    parts = re.match(r"(\+?[A-Z])(\d+[a-p])(.*)", text)
    if parts is None or move.promotion is None:
        return text
    alike = [
        other
        for other in move.position.legal_moves()
        if (other.piece, other.to_square, other.promotion)
        == (move.piece, move.to_square, move.promotion)
    ]
    return text if len(alike) > 1 else parts[1] + parts[3]


def _long(move: Move) -> str:
    start, end = move.from_square, move.to_square
    if move.drop or move.is_castling or start is None or end is None:
        return move.san
    piece = move.piece or ""
    letter = "" if piece == "P" and not move.position.variant.shogi_squares else piece
    promotion = f"={move.promotion}" if move.promotion else ""
    check = re.search(r"[+#]?$", move.san) if not move.position.variant.shogi_squares else None
    between = "x" if move.captures else "-"
    return f"{letter}{start}{between}{end}{promotion}{check[0] if check else ''}"


def gives_check(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> bool:
    """Whether the side to move is in check after some moves."""
    return _at(variant, fen, moves, chess960).in_check


def is_capture(
    variant: str, fen: str, moves: Sequence[str], move: str, chess960: bool = False
) -> bool:
    """Whether a move captures."""
    return _at(variant, fen, moves, chess960).find(_read_move(move)).is_capture


def piece_to_partner(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> str:
    """The piece that the last move has captured, as it goes to a hand; empty for none."""
    if not moves:
        return ""
    before = _at(variant, fen, moves[:-1], chess960)
    for removed in before.find(_read_move(moves[-1])).removes:
        if removed.side != before.side:
            piece = before.variant.pieces[removed.piece].demotes_to
            return piece if removed.side == "first" else piece.lower()
    return ""


def _value(position: Position, winner: Optional[str]) -> int:
    """What an end is worth for the side to move."""
    if winner is None:
        return VALUE_DRAW
    return VALUE_MATE if winner == position.side else -VALUE_MATE


def game_result(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> int:
    """How a game has ended, for the side to move; a draw while it has not."""
    position = _at(variant, fen, moves, chess960)
    return _value(position, position.result.winner if position.result else None)


def is_immediate_game_end(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> Tuple[bool, int]:
    """Whether a rule of the variant has ended the game (mate, stalemate and repetition are none), and how."""
    position = _at(variant, fen, moves, chess960)
    end = position.result
    if end is None or end.status not in _ENDS_AT_ONCE - _ENDS_BY_CLAIM:
        return False, VALUE_DRAW
    return True, _value(position, end.winner)


def is_optional_game_end(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    count_started: int = 0,
) -> Tuple[bool, int]:
    """Whether a player may end the game, by repetition or a count of moves, and how."""
    position = _at(variant, fen, moves, chess960)
    end = position.result
    if end is not None and end.status in _ENDS_BY_CLAIM:
        return True, _value(position, end.winner)
    return bool(position.claims), VALUE_DRAW


def has_insufficient_material(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> Tuple[bool, bool]:
    """Whether the first and the second side can never mate, whatever the other one does."""
    position = _at(variant, fen, moves, chess960)
    first, second = (_is_too_weak(position, side) for side in ("first", "second"))
    return first, second


def _is_too_weak(position: Position, side: str) -> bool:
    game = position.variant
    others: Dict[str, List[str]] = {"first": [], "second": []}
    shades = set()
    for square, (whose, piece) in position.board.items():
        if not game.pieces[piece].royal:
            others[whose].append(piece)
            shades.add((piece, (ord(square[0]) + int(square[1:])) % 2))
    if game.captures_to_hand or position.hands[side]:
        return False
    if not set(game.pieces) <= _PIECES_OF_CHESS:
        # Of other pieces only this much is certain.
        return not others[side] and not others["second" if side == "first" else "first"]
    own, all_others = set(others[side]), others["first"] + others["second"]
    if own & set("QRP"):
        return False
    if "N" in own and len(all_others) > 1:
        return False
    both_shades = {("B", 0), ("B", 1)} <= shades
    return not ("B" in own and (both_shades or set(all_others) - {"B"}))


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """:data:`FEN_OK`, or what is wrong, as far as Fairy-Stockfish has a number for it."""
    if not fen.strip():
        return FEN_EMPTY
    game = _game(variant, bool(chess960))
    try:
        position = Position(game, _read_fen(fen, game))
    except PositionError as wrong:
        return _code_of(wrong, fen, game)
    kings = _kings(game.start)
    return FEN_OK if kings > 2 or _kings(position) == kings else FEN_INVALID_NUMBER_OF_KINGS


def _kings(position: Position) -> int:
    pieces = position.variant.pieces
    return sum(pieces[man.piece].royal for man in position.board.values())


def _code_of(wrong: PositionError, fen: str, game: Variant) -> int:
    fields = fen.split()
    board, _, hand = fields[0].partition("[")
    letters = set(game.pieces) | {piece.lower() for piece in game.pieces}
    if any(char.isalpha() and char not in "".join(letters) for char in board):
        return FEN_INVALID_CHAR
    if len(fields) > 1 and fields[1] not in ("w", "b"):
        return FEN_INVALID_SIDE_TO_MOVE
    kings = [piece for piece in game.pieces if game.pieces[piece].royal]
    if any(board.count(king) != 1 or board.count(king.lower()) != 1 for king in kings):
        return FEN_INVALID_NUMBER_OF_KINGS
    return FEN_INVALID_POCKET_INFO if hand and "hand" in wrong.message else FEN_INVALID_BOARD_GEOMETRY


def get_fog_fen(variant: str, fen: str, chess960: bool = False) -> str:
    """What a side sees through the fog of war: not known here."""
    raise NotImplementedError("there is no fog of war here")
