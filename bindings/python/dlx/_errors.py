"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Sequence

if TYPE_CHECKING:
    from ._search import CountResult, Solution


class ProblemError(ValueError):
    """What was given is no exact-cover problem; the message names the option and the item."""


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


class Incomplete(Exception):
    """A limit ended the work before its end; what was found by then is here.

    status
        Which: ``time_limit``, ``node_limit``, ``memory_limit`` or ``stopped``.
    count
        A lower bound for the number of solutions; None where nothing was counted.
    result
        Of `Problem.count`: the CountResult.
    solutions
        Of `Problem.cheapest`: the cheapest met so far, the cheapest first.
    lower_bound
        Of `Problem.cheapest`: no solution that is not listed costs less; None where nothing is
        known.
    """

    def __init__(
        self,
        message: str,
        status: str = "",
        count: Optional[int] = None,
        solutions: Optional[Sequence[Solution]] = None,
        lower_bound: Optional[int] = None,
        result: Optional[CountResult] = None,
    ) -> None:
        super().__init__(message, status, count, solutions, lower_bound, result)
        self.status = status
        self.count = count
        self.solutions = solutions
        self.lower_bound = lower_bound
        self.result = result

    def __str__(self) -> str:
        return str(self.args[0])


_words = {
    "time_limit": "the limit on time",
    "node_limit": "the limit on nodes",
    "memory_limit": "the limit on memory",
    "stopped": "an interrupt",
}


def why(status: str) -> str:
    """A status in words, as what stopped something."""
    return _words.get(status, status)
