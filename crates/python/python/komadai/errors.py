"""What may go wrong. Every error is a :class:`ValueError`, and says where it is and what would help."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

__all__ = ["Error", "MatchError", "MoveError", "PositionError", "RecordError", "VariantError"]

_DETAILS = ("file", "line", "column", "game", "number", "text", "help", "key", "findings", "meant")


class Error(ValueError):
    """What is wrong, and where; a place that is not known, or means nothing there, is ``None``."""

    file: Optional[str]
    """The file."""
    line: Optional[int]
    """The line of the file or of the text, from 1."""
    column: Optional[int]
    """The character of the line or of :attr:`text`, from 1."""
    game: Optional[int]
    """Which game of a file, from 1."""
    number: Optional[int]
    """Which move, from 1."""
    text: Optional[str]
    """What was read."""
    help: Optional[str]
    """What would help."""
    key: Optional[str]
    """The word by which the broken rule goes, such as ``two-pawns``."""
    findings: Tuple[str, ...]
    """All that is wrong, where that may be more than one thing."""
    meant: Tuple[str, ...]
    """Legal moves that may be meant."""

    def __init__(
        self,
        message: str,
        *,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        game: Optional[int] = None,
        number: Optional[int] = None,
        text: Optional[str] = None,
        help: Optional[str] = None,
        key: Optional[str] = None,
        findings: Sequence[str] = (),
        meant: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.file, self.line, self.column = file, line, column
        self.game, self.number, self.text = game, number, text
        self.help, self.key = help, key
        self.findings, self.meant = tuple(findings), tuple(meant)

    @property
    def message(self) -> str:
        """What is wrong, without help."""
        return str(self.args[0])

    def __str__(self) -> str:
        return self.message if self.help is None else f"{self.message} ({self.help})"

    def __reduce__(self) -> Tuple[Any, ...]:
        details: Dict[str, Any] = {name: getattr(self, name) for name in _DETAILS}
        return (_again, (type(self), self.message, details))


def _again(kind: Any, message: str, details: Dict[str, Any]) -> Error:
    error: Error = kind(message, **details)
    return error


class VariantError(Error):
    """A game that is not there, or a variant file that is wrong: :attr:`findings` has all of it."""


class PositionError(Error):
    """A position that cannot be read, or cannot be."""


class MoveError(Error):
    """A move that cannot be read, or is not legal: :attr:`key` is the rule that it breaks."""


class RecordError(Error):
    """A record that cannot be read, played or written."""


class MatchError(Error):
    """A match that cannot be played."""
