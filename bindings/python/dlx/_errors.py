"""The exceptions about input; Incomplete, which carries results, is in _search.py."""

from __future__ import annotations

from typing import Optional


class ProblemError(ValueError):
    """The value given is not an exact-cover problem. The message names the option and the item."""


class InputError(ValueError):
    """Something wrong in a file or text that was read, with its place.

    The message is ``file:line:column: what``, and below it the line with a mark.

    file
        The file's name, or ``<text>``.
    line, column
        From 1, in lines and characters; None if the error concerns no line.
    """

    def __init__(
        self,
        message: str,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
    ) -> None:
        super().__init__(message, file, line, column)
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])


class CheckpointError(ValueError):
    """A checkpoint that cannot be used: damaged, of another problem, or in use."""
