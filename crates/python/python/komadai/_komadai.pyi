"""The compiled part of the package: what it has, for type checkers and readers."""

import os
from typing import IO, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union, final

from .types import Man, MatchResult, Mate, Node, Refusal, Removed, Result, Score, SearchResult

__version__: str
__all__ = [
    "Engine",
    "Fairy",
    "Game",
    "Games",
    "Move",
    "Piece",
    "Position",
    "Variant",
    "__version__",
    "foreign_games",
    "import_game",
    "in_shift_jis",
    "judge_pairs",
    "play_match",
    "serve",
    "variants",
]

_Path = Union[str, "os.PathLike[str]"]

def variants(shelf: bool = True) -> List[str]:
    """The ids of the games that come with the program; without those of the shelf, its own alone."""

@final
class Variant:
    """A game: its board, its pieces, its rules. Equal games are equal, and can be pickled."""

    def __new__(cls, id: str, settings: Optional[Mapping[str, object]] = None) -> Variant:
        """A game that comes with the program, with some rules changed: ``{"end.repetition.times": 2}``.

        :raises VariantError: there is no such game, or no such rule.
        """

    @staticmethod
    def load(
        path_or_text: _Path,
        settings: Optional[Mapping[str, object]] = None,
        name: str = "variant.toml",
    ) -> Variant:
        """A game from a variant file, or from the text of one: what has several lines is a text.

        ``name`` is what messages call a text. A file may extend others of its folder.

        :raises VariantError: with everything that is wrong, each with its line and column.
        """

    @property
    def id(self) -> str:
        """The name for programs."""
    @property
    def name(self) -> str:
        """The name for people."""
    @property
    def name_ja(self) -> Optional[str]:
        """The same in Japanese."""
    @property
    def author(self) -> Optional[str]:
        """The inventor."""
    @property
    def aliases(self) -> List[str]:
        """Other names."""
    @property
    def sides(self) -> Tuple[str, str]:
        """What the first and the second side are called."""
    @property
    def files(self) -> int:
        """How many files the board has."""
    @property
    def ranks(self) -> int:
        """How many ranks the board has."""
    @property
    def squares(self) -> List[str]:
        """The names of all squares, as everywhere here: file letter, rank number."""
    @property
    def shogi_squares(self) -> bool:
        """Whether people write squares as in shogi (``7f``), and not as in chess (``c4``)."""
    @property
    def text(self) -> str:
        """The text of the variant file."""
    @property
    def settings(self) -> Dict[str, str]:
        """The rules that were changed."""
    @property
    def warnings(self) -> List[str]:
        """What is doubtful in the file."""
    @property
    def pieces(self) -> Dict[str, Piece]:
        """The pieces by their ids."""
    @property
    def starts(self) -> List[str]:
        """The names of the starts besides the usual one, such as handicaps."""
    @property
    def start(self) -> Position:
        """The usual start."""
    @property
    def captures_to_hand(self) -> bool:
        """Whether captured pieces go to the hand of the captor."""
    @property
    def drops(self) -> bool:
        """Whether pieces in hand may be dropped."""
    @property
    def info(self) -> Dict[str, Any]:
        """All that front ends get of a game, as dictionaries and lists."""
    def rules(self, lang: str = "en", form: str = "text") -> str:
        """The rules for people, in English (``en``) or Japanese (``ja``), as ``text`` or as a page (``html``)."""
    def _repr_html_(self) -> str: ...

@final
class Piece:
    """A type of piece of a game. Notebooks show it beside a drawing of how it moves."""

    @property
    def id(self) -> str:
        """Its letter."""
    @property
    def name(self) -> str:
        """What it is called."""
    @property
    def name_ja(self) -> Optional[str]:
        """The same in Japanese."""
    @property
    def kanji(self) -> Optional[str]:
        """What stands on the piece."""
    @property
    def abbreviation(self) -> Optional[str]:
        """One kanji."""
    @property
    def romaji(self) -> Optional[str]:
        """The reading in Latin letters."""
    @property
    def movement(self) -> List[str]:
        """Its movement in XBetza; several texts are a union."""
    @property
    def royal(self) -> bool:
        """Whether it must be defended."""
    @property
    def value(self) -> int:
        """What it is worth, in centipawns."""
    @property
    def promotes(self) -> List[str]:
        """The ids of what it may promote to."""
    @property
    def demotes_to(self) -> str:
        """The id of what it becomes in the hand of whoever captures it."""
    @property
    def droppable(self) -> bool:
        """Whether it can be held in hand and dropped."""
    @property
    def diagram(self) -> Dict[str, Any]:
        """How it moves, as data: marks, lines and notes around the piece."""
    def svg(self, style: Optional[str] = None) -> str:
        """The piece by itself; styles as for :meth:`Position.svg`."""
    def diagram_svg(self) -> str:
        """How it moves."""
    def _repr_svg_(self) -> str: ...

@final
class Position:
    """A game in progress, as a value that never changes: a position with all that was played before it.

    Two are equal if their games began at the same place and went the same way; :attr:`key` is the same wherever
    positions are the same for repetition. Positions can be pickled, and be keys of dictionaries.
    """

    def __new__(
        cls,
        variant: Union[Variant, str],
        position: Optional[str] = None,
        moves: Union[str, Iterable[Union[str, Move]], None] = None,
        *,
        start: Optional[str] = None,
    ) -> Position:
        """A game that begins at a position (SFEN or FEN), at a named start, or as usual, after some moves.

        :raises PositionError: the position cannot be read, or cannot be.
        :raises MoveError: a move is not legal: :attr:`Error.number` says which one.
        """

    @property
    def variant(self) -> Variant:
        """The game."""
    @property
    def text(self) -> str:
        """The position as the game usually writes it; also ``str(position)``."""
    @property
    def sfen(self) -> str:
        """The position as SFEN."""
    @property
    def fen(self) -> str:
        """The position as FEN."""
    @property
    def start(self) -> str:
        """The position in which the game began."""
    @property
    def side(self) -> str:
        """Who is to move: ``first`` or ``second``."""
    @property
    def side_name(self) -> str:
        """What the game calls who is to move."""
    @property
    def ply(self) -> int:
        """Plies since the start of the game."""
    @property
    def in_check(self) -> bool:
        """Whether the side to move is in check."""
    @property
    def checks(self) -> List[Tuple[str, str]]:
        """The squares of attackers and of the royals that they attack."""
    @property
    def must_pass(self) -> bool:
        """Whether the side to move has to pass."""
    @property
    def result(self) -> Optional[Result]:
        """How the game has ended; ``None`` while it goes on."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
    @property
    def claims(self) -> List[str]:
        """The draws that the side to move may claim: ``repetition``, ``move-limit``."""
    @property
    def declaration(self) -> Optional[Dict[str, str]]:
        """What a declaration would bring by the 27- and the 24-point rule: ``win``, ``draw`` or ``none``."""
    @property
    def checks_given(self) -> Optional[Dict[str, int]]:
        """How many checks each side has given, where they count."""
    @property
    def counted(self) -> Optional[Dict[str, Any]]:
        """How far a side has counted its moves, where the game is drawn by that."""
    @property
    def key(self) -> int:
        """A number that is the same wherever positions are the same for repetition."""
    @property
    def board(self) -> Dict[str, Man]:
        """What stands where."""
    @property
    def hands(self) -> Dict[str, Dict[str, int]]:
        """How many of each piece ``first`` and ``second`` hold."""
    def legal_moves(self, square: Optional[str] = None) -> List[Move]:
        """The legal moves, or those of the piece on a square."""
    def legal_texts(self, form: str = "usi") -> List[str]:
        """The same as texts: ``usi``, ``algebraic``, ``uci``, ``san``, ``western`` or ``japanese``."""
    def count_legal(self) -> int:
        """How many moves are legal whatever was on the board before: quicker than a list of them."""
    def moves(self, form: str = "usi") -> List[str]:
        """The moves played so far; forms as for :meth:`legal_texts`."""
    def find(self, text: str) -> Move:
        """The legal move that a text means, in any notation.

        :raises MoveError: it cannot be read, or is not legal.
        """
    def play(self, *moves: Union[str, Move]) -> Position:
        """The position after some moves: texts of one or several, or moves of this position.

        :raises MoveError: one of them cannot be read, or is not legal.
        """
    def back(self, plies: int = 1) -> Position:
        """The position some plies before."""
    def without_history(self) -> Position:
        """A game that begins here."""
    def why_not(self, text: str) -> Optional[Refusal]:
        """Why a text is no legal move, in words; ``None`` if it is one."""
    def perft(self, depth: int) -> int:
        """How many lines of so many plies there are."""
    def perft_divided(self, depth: int) -> List[Tuple[str, int]]:
        """The same for each legal move."""
    def svg(
        self,
        *,
        style: Optional[str] = None,
        turned: bool = False,
        arrows: Sequence[str] = ...,
        zones: bool = False,
        dark: bool = False,
    ) -> str:
        """A picture. The style of the pieces is ``kanji``, ``short``, ``western``, ``pictures`` or ``diagram``; an
        arrow is ``e2-e4``, or ``e4`` for a ring; ``zones`` marks where pieces promote, win and may be dropped."""
    def png(
        self,
        width: Optional[int] = None,
        *,
        style: Optional[str] = None,
        turned: bool = False,
        arrows: Sequence[str] = ...,
        zones: bool = False,
        dark: bool = False,
    ) -> bytes:
        """The same in pixels."""
    def _repr_svg_(self) -> str: ...

@final
class Move:
    """A legal move of a position. ``str(move)`` is its text in USI."""

    @property
    def position(self) -> Position:
        """The position in which it is played."""
    @property
    def usi(self) -> str:
        """In USI: ``7g7f``, ``P*5e``."""
    @property
    def algebraic(self) -> str:
        """In algebraic form: ``c3c4``, ``P@e5``."""
    @property
    def uci(self) -> str:
        """In UCI."""
    @property
    def san(self) -> str:
        """As PGN writes it: ``Nf3``."""
    @property
    def western(self) -> str:
        """As English books write it: ``P-7f`` in shogi."""
    @property
    def japanese(self) -> str:
        """As Japanese books write it: ``▲７六歩``."""
    @property
    def from_square(self) -> Optional[str]:
        """Where it starts; ``None`` for a drop and a pass."""
    @property
    def to_square(self) -> Optional[str]:
        """Where it ends; ``None`` for a pass alone."""
    @property
    def legs(self) -> List[str]:
        """The squares of its legs, from the first to the last: two for most moves."""
    @property
    def piece(self) -> Optional[str]:
        """The id of the piece that moves or is dropped, before it promotes; ``None`` for a pass."""
    @property
    def drop(self) -> Optional[str]:
        """The id of the piece that is dropped."""
    @property
    def promotion(self) -> Optional[str]:
        """The id of the piece that it promotes to."""
    @property
    def captures(self) -> List[str]:
        """The squares of all pieces that it removes."""
    @property
    def is_capture(self) -> bool:
        """Whether it removes a piece."""
    @property
    def is_pass(self) -> bool:
        """Whether it is a pass."""
    @property
    def is_castling(self) -> bool:
        """Whether it is castling."""
    @property
    def removes(self) -> Tuple[Removed, ...]:
        """Every piece that leaves the board, with what becomes of it."""
    @property
    def effect(self) -> Dict[str, Any]:
        """All that it does besides taking its piece to another square, as dictionaries and lists."""
    @property
    def places(self) -> Optional[Tuple[str, str]]:
        """The piece that it places besides, and where."""
    @property
    def gives_check(self) -> bool:
        """Whether the other side is in check after it."""
    @property
    def info(self) -> Dict[str, Any]:
        """All that front ends get of a move, as dictionaries and lists."""
    def after(self) -> Position:
        """The position after it."""

@final
class Game:
    """A game of a record: headers, a tree of moves, an end. Its moves are not checked: what plays them may raise."""

    def __new__(
        cls,
        position: Position,
        headers: Optional[Mapping[str, object]] = None,
        *,
        comments: Optional[Sequence[Optional[str]]] = None,
        comment: str = "",
        end: Optional[str] = None,
        winner: Optional[str] = None,
    ) -> Game:
        """The game that led to a position, for writing. Headers go by the names of KIF, or by ``first``, ``second``,
        ``title``, ``event``, ``site`` and ``began`` for those that all forms have. ``comments`` are one for each move,
        ``comment`` is that before the first; ``end`` is a word of KIF such as ``投了``, ``winner`` is ``first``,
        ``second`` or ``draw``."""

    @staticmethod
    def parse(text: str, variant: Union[Variant, str, None] = None, format: Optional[str] = None) -> Game:
        """The first game of a text.

        :raises RecordError: it cannot be read; :attr:`Error.line` says where.
        """

    @property
    def variant(self) -> Variant:
        """Which game it is of."""
    @property
    def headers(self) -> Dict[str, str]:
        """What is said above the moves, by names that are those of KIF where they have one there."""
    @property
    def players(self) -> Tuple[Optional[str], Optional[str]]:
        """Who plays the first and the second side."""
    @property
    def title(self) -> Optional[str]:
        """What the game is called; otherwise who played it."""
    @property
    def format(self) -> Optional[str]:
        """The form in which it was written."""
    @property
    def number(self) -> int:
        """Which game of the file it is, from 1."""
    @property
    def line(self) -> int:
        """The line of the file on which it begins, from 1."""
    @property
    def start(self) -> Position:
        """The position in which it begins."""
    def position(self, ply: Optional[int] = None) -> Position:
        """The position at the end of the main line, or after so many plies.

        :raises RecordError: a move is not legal: ``number``, ``line`` and ``meant`` of the error help.
        """
    @property
    def moves(self) -> Tuple[Move, ...]:
        """The moves of the main line."""
    @property
    def usi_moves(self) -> List[str]:
        """The moves of the main line in USI."""
    @property
    def texts(self) -> List[str]:
        """The moves of the main line as they are written."""
    @property
    def comment(self) -> str:
        """What is remarked before the first move."""
    @property
    def comments(self) -> List[str]:
        """What is remarked after each move of the main line."""
    @property
    def times(self) -> List[Optional[float]]:
        """The seconds that each move of the main line took, where that is said."""
    @property
    def nodes(self) -> List[Node]:
        """All moves, those of variations included: each after the one that it follows."""
    @property
    def end(self) -> Optional[str]:
        """How it ended as the file says it, where possible in the word of KIF."""
    @property
    def winner(self) -> Optional[str]:
        """Who has won, by the rules or else as the file says it: ``first``, ``second`` or ``draw``."""
    @property
    def result(self) -> str:
        """The same as PGN says it."""
    def check(self) -> None:
        """Plays all lines; the first move that is not legal is an error."""
    def write(self, format: str) -> str:
        """The game as ``kif``, ``ki2``, ``csa``, ``jkf``, ``pgn``, ``usi``, ``sfen`` or ``json``.

        :raises RecordError: a move is not legal, or the form cannot tell of the game.
        """
    def __len__(self) -> int: ...

@final
class Games:
    """The games of a file, one after the other; after an error the next one may be asked for."""

    def __new__(
        cls,
        source: Union[_Path, bytes, IO[bytes]],
        variant: Union[Variant, str, None] = None,
        format: Optional[str] = None,
    ) -> Games: ...
    @property
    def format(self) -> str:
        """The form of the file."""
    def __iter__(self) -> Iterator[Game]: ...
    def __next__(self) -> Game: ...

@final
class Engine:
    """An engine for one game. Searches work without Python's lock, and Ctrl-C ends them."""

    def __new__(
        cls,
        variant: Union[Variant, str],
        *,
        memory: int = 16,
        threads: int = 1,
        net: Union[_Path, bool, None] = None,
    ) -> Engine:
        """With a table of so many mebibytes; ``net`` is the file of a network, or ``False`` for none."""

    @property
    def variant(self) -> Variant:
        """The game that it is for."""
    @property
    def has_net(self) -> bool:
        """Whether it has a network."""
    @property
    def values(self) -> Dict[str, int]:
        """What each piece is worth, in centipawns."""
    def clear(self) -> None:
        """Forgets what earlier searches have found."""
    def search(
        self,
        position: Position,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        movetime: Optional[float] = None,
        lines: int = 1,
        level: Optional[int] = None,
        seed: int = 0,
        moves: Sequence[str] = ...,
    ) -> SearchResult:
        """What to play, and the best lines. The first limit that is reached ends it; without any it takes a second.

        ``movetime`` is in seconds; a ``level`` from 1 to 8 plays as people do, by a ``seed``; ``moves`` are the only
        ones that it may play.
        """
    def evaluate(self, position: Position) -> Score:
        """What a position is worth without a search, for the side to move."""
    def explain(self, position: Position) -> List[Tuple[str, int, int]]:
        """The terms of that by name, for the first and for the second side, in centipawns."""
    def mate(
        self,
        position: Position,
        *,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
        memory: int = 64,
        shortest: bool = True,
    ) -> Mate:
        """Whether the side to move can force mate by checks; without ``shortest`` the first mate that is found."""

def in_shift_jis(text: str) -> Optional[bytes]:
    """A text in Shift_JIS; ``None`` where it has letters that are not there."""

def foreign_games(text: str, name: str = "variants.ini") -> List[str]:
    """The names of the games of a file for another program."""

def import_game(
    text: str, game: str, name: str = "variants.ini", leave_out: Sequence[str] = ...
) -> Tuple[str, str, List[str]]:
    """One of these as a variant file: its id, its text, and what the file does not say."""

@final
class Fairy:
    """The games by the names that Fairy-Stockfish has for them: see :mod:`komadai.compat.pyffish`."""

    def __new__(cls) -> Fairy:
        """With the games that come with the program, and those of Fairy-Stockfish that can be imported."""
    def load_variant_config(self, config: str) -> None:
        """Takes in the games of a ``variants.ini``. Each is read when it is asked for."""
    def variants(self) -> List[str]:
        """The names of the games that can be played."""
    def start_fen(self, variant: str) -> str:
        """The position in which a game begins."""
    def two_boards(self, variant: str) -> bool:
        """Whether it is played on two boards: none is here."""
    def captures_to_hand(self, variant: str) -> bool:
        """Whether captured pieces go to the hand of the captor."""
    def legal_moves(self, variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> List[str]:
        """The legal moves as UCI writes them."""
    def get_fen(
        self,
        variant: str,
        fen: str,
        moves: Sequence[str],
        chess960: bool = False,
        sfen: bool = False,
        show_promoted: bool = False,
        count_started: int = 0,
    ) -> str:
        """The position after some moves."""
    def get_san(self, variant: str, fen: str, move: str, chess960: bool = False, notation: int = 0) -> str:
        """A move as people write it."""
    def get_san_moves(
        self, variant: str, fen: str, moves: Sequence[str], chess960: bool = False, notation: int = 0
    ) -> List[str]:
        """Moves that follow each other as people write them."""
    def gives_check(self, variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> bool:
        """Whether the side to move is in check after some moves."""
    def is_capture(
        self, variant: str, fen: str, moves: Sequence[str], move: str, chess960: bool = False
    ) -> bool:
        """Whether a move captures."""
    def piece_to_partner(self, variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> str:
        """The piece that the last move has captured, as it goes to a hand; empty for none."""
    def game_result(self, variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> int:
        """How a game has ended, for the side to move; a draw while it has not."""
    def is_immediate_game_end(
        self, variant: str, fen: str, moves: Sequence[str], chess960: bool = False
    ) -> Tuple[bool, int]:
        """Whether a rule of the variant has ended the game (mate, stalemate and repetition are none), and how."""
    def is_optional_game_end(
        self, variant: str, fen: str, moves: Sequence[str], chess960: bool = False, count_started: int = 0
    ) -> Tuple[bool, int]:
        """Whether a player may end the game, by repetition or a count of moves, and how."""
    def has_insufficient_material(
        self, variant: str, fen: str, moves: Sequence[str], chess960: bool = False
    ) -> Tuple[bool, bool]:
        """Whether the first and the second side can never mate, whatever the other one does."""
    def validate_fen(self, fen: str, variant: str, chess960: bool = False) -> int:
        """Whether a FEN is one of the game (1), or what is wrong, as far as Fairy-Stockfish has a number for it."""

def play_match(
    variant: Union[Variant, str],
    players: Sequence[str],
    wishes: object,
    on_game: Optional[Callable[[Dict[str, Any]], object]],
) -> MatchResult:
    """See :func:`komadai.match`."""

def judge_pairs(
    pairs: Sequence[int], sprt: Optional[str]
) -> Tuple[Tuple[Optional[float], Optional[float], Optional[str]], Tuple[Optional[float], Optional[str]]]:
    """What pairs of games say together: Elo, its error and how well it is known; the ratio of a test, its verdict."""

def serve(
    variant: Optional[str] = None,
    settings: Sequence[Tuple[str, str]] = ...,
    options: Sequence[Tuple[str, str]] = ...,
) -> None:
    """Speaks USI, UCI or XBoard's protocol on standard input and output."""
