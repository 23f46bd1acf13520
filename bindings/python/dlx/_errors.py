"""The exceptions for wrong input. The exception Incomplete, which contains results, is defined in
_search.py.
"""

from __future__ import annotations

from typing import Optional


class ProblemError(ValueError):
    """Raised if arguments do not describe an exact-cover problem. The message names the wrong
    option and item.
    """


class InputError(ValueError):
    """Raised if a file or text that is read contains an error.

    The message has the form ``file:line:column: what``. The next lines show the wrong
    line, with a mark at the error.

    file
        The file's name, or ``<text>``.
    line, column
        The position of the error, counted from 1; the column is in characters. None if the error is
        not in a particular line.
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
    """Raised if a checkpoint cannot be used: it is damaged, in use, or belongs to another problem.
    """
