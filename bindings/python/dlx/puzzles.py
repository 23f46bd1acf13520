"""Puzzles that are exact covers, as problems: each has `problem`, and draws its solutions.

>>> from dlx import puzzles
>>> queens = puzzles.queens(4)
>>> queens.problem.count()
2
>>> print(queens.draw(queens.problem.first()))
. . Q .
Q . . .
. . . Q
. Q . .
"""

from __future__ import annotations

import operator
from typing import Any, Iterable, Sequence, Union

from . import _dlx
from ._problem import Problem
from ._search import Solution

__all__ = ["Puzzle", "dominoes", "langford", "pentominoes", "queens", "soma", "sudoku"]


class Puzzle:
    """A problem, and how its solutions are drawn."""

    __slots__ = {
        "problem": "The exact-cover problem.",
        "_core": "The compiled puzzle.",
        "_name": "For messages.",
    }

    problem: Problem
    _core: _dlx.Puzzle
    _name: str

    def __init__(self, name: str, core: _dlx.Puzzle) -> None:
        self.problem = Problem._of_core(core.problem)
        self._core = core
        self._name = name

    def draw(self, solution: Union[Solution, Iterable[int]]) -> str:
        """A solution, or the numbers of its options, as a picture of some lines."""
        chosen: Iterable[Any] = solution.options if isinstance(solution, Solution) else solution
        numbers = [operator.index(o) for o in chosen]
        faults = self.problem.verify(numbers)
        if faults:
            raise ValueError("this is no solution: " + faults[0])
        return self._core.draw(numbers).rstrip("\n")

    def __repr__(self) -> str:
        return f"<dlx.puzzles.Puzzle: {self._name}, {len(self.problem)} options>"


def _sides(what: str, sides: Sequence[int], most: int) -> Sequence[int]:
    numbers = [operator.index(side) for side in sides]
    if not 2 <= len(numbers) <= most:
        more = ", or layers, rows and columns" if most == 3 else ""
        raise ValueError(f"{what}: rows and columns are wanted{more}")
    for side in numbers:
        if not 1 <= side <= 1_000_000:
            raise ValueError(f"{what}: a side of {side}; wanted 1 or more")
    return numbers


def soma() -> Puzzle:
    """Piet Hein's Soma: seven pieces into a cube of side 3.

    >>> from dlx import puzzles
    >>> puzzles.soma().problem.count()
    11520
    """
    return Puzzle("soma", _dlx.soma())


def pentominoes(*sides: int, picture: str = "", pieces: str = "FILNPTUVWXYZ") -> Puzzle:
    """Pentominoes, each once, into rows x columns, layers x rows x columns, or a picture.

    picture
        Of the region instead: lines of ``#`` for cells and ``.`` for none.
    pieces
        Letters, with copies as in ``"20*Y"``.

    >>> from dlx import puzzles
    >>> puzzles.pentominoes(6, 10).problem.count(up_to="all")
    2339
    """
    return Puzzle(
        "pentominoes",
        _dlx.pentominoes([] if picture else _sides("pentominoes", sides, 3), picture, pieces),
    )


def dominoes(*sides: int, picture: str = "") -> Puzzle:
    """Dominoes onto a board of rows x columns, or onto a picture of lines of ``#`` and ``.``.

    >>> from dlx import puzzles
    >>> puzzles.dominoes(8, 8).problem.count()
    12988816
    """
    return Puzzle(
        "dominoes", _dlx.dominoes([] if picture else _sides("dominoes", sides, 2), picture)
    )


def queens(n: int) -> Puzzle:
    """n queens on a board of n x n, none attacking another.

    >>> from dlx import puzzles
    >>> puzzles.queens(8).problem.count()
    92
    """
    return Puzzle(f"{n} queens", _dlx.queens(operator.index(n)))


def langford(n: int) -> Puzzle:
    """Langford pairs: two of each of 1 ... n in a row, k places between the two k.

    >>> from dlx import puzzles
    >>> puzzles.langford(8).problem.count()
    300
    """
    return Puzzle(f"langford {n}", _dlx.langford(operator.index(n)))


def sudoku(text: str, *, box_width: int = 0) -> Puzzle:
    """A sudoku of any size: its squares one after another, 0 or ``.`` where one is empty.

    box_width
        Of boxes that are not square.

    >>> from dlx import puzzles
    >>> s = puzzles.sudoku("1... ..3. .4.. ...2")
    >>> print(s.draw(s.problem.first()))
    1 3  2 4
    4 2  3 1
    <BLANKLINE>
    2 4  1 3
    3 1  4 2
    """
    return Puzzle("sudoku", _dlx.sudoku(text, operator.index(box_width)))
