"""The functions of other packages, by this library.

`dlx_solver`, `DLXCPP`, `AllExactCovers` and `OneExactCover` are those of Sage
(sage.combinat.matrices.dancing_links and sage.combinat.matrices.dlxcpp); `get_exact_cover`,
`get_solution_count`, `get_all_solutions` and `NoSolution` those of the package exact_cover, `covers`
and `covers_bool` those of xcover.

Where they differ from the rest of this package they are like their models: without any column
there is no solution (elsewhere there is one, the empty cover), and empty rows are never chosen.
Differences from the models:

* `dlx_solver`: a column that a row names twice, or below 0, is a ValueError. `ncpus` is the number
  of threads of a count, and has no effect on lists; columns to split at are only checked. There
  are no SAT and MILP solvers. Solutions are those of Sage, in its order where that was looked at.
* `get_exact_cover` and the others return rows as numpy arrays if numpy is there, otherwise as
  lists. They take nested lists as well. There is no `target`.
* `covers`: an item in `secondary` that no option has is ignored.
"""

from __future__ import annotations

import operator
from typing import Any, Dict, Iterable, Iterator, List, Optional, Set, Tuple

from . import _dlx
from ._keywords import options, searching
from ._problem import Problem
from ._search import Incomplete, why

__all__ = [
    "AllExactCovers",
    "DLXCPP",
    "NoSolution",
    "OneExactCover",
    "covers",
    "covers_bool",
    "dlx_solver",
    "get_all_solutions",
    "get_exact_cover",
    "get_solution_count",
]


class NoSolution(Exception):
    """The problem has no exact cover."""


def _chosen(problem: Problem, limit: Optional[int] = None) -> Iterator[Tuple[int, ...]]:
    """Solutions as Knuth's Algorithm X chooses them: on the first of the items with the fewest
    options, in the order of options."""
    how = {"limit": limit, "engine": "dancing_links", "preprocess": False}
    search = _dlx.Search(problem._core, options(how, searching), False)
    while (found := search.next()) is not None:
        yield found[0]
    if search.status not in ("exhausted", "solution_limit"):
        raise Incomplete(f"{why(search.status)} ended the search", search.status)


class _Rows:
    """Rows of columns as a problem: those without any column are left out."""

    def __init__(self, rows: List[List[int]], columns: int) -> None:
        self.kept = [r for r, row in enumerate(rows) if row]
        self.columns = columns
        self.problem = Problem.from_rows([rows[r] for r in self.kept], columns=columns)

    def solutions(self, limit: Optional[int] = None) -> Iterator[List[int]]:
        if self.columns == 0:
            return
        for numbers in _chosen(self.problem, limit):
            yield [self.kept[number] for number in numbers]

    def count(self, threads: Optional[int] = None) -> int:
        return self.problem.count(threads=threads) if self.columns else 0


class dlx_solver:
    """Sage's dancing links solver for a list of rows, each a list of columns from 0.

    >>> from dlx.compat import dlx_solver
    >>> x = dlx_solver([[0, 1, 2], [0, 2], [1], [3]])
    >>> x
    Dancing links solver for 4 columns and 4 rows
    >>> x.search(), x.get_solution()
    (1, [3, 0])
    >>> x.number_of_solutions()
    2
    """

    def __init__(self, rows: Iterable[Iterable[int]]) -> None:
        self._begin([list(row) for row in rows], None)

    def _begin(self, rows: List[List[int]], columns: Optional[int]) -> None:
        self._rows = rows
        if columns is None:
            columns = max((operator.index(c) for row in rows for c in row), default=-1) + 1
        self._columns = columns
        self._problem: Optional[_Rows] = None  # made when it is needed: most parts of a split never
        self.reinitialize()

    @property
    def _as_problem(self) -> _Rows:
        if self._problem is None:
            self._problem = _Rows(self._rows, self._columns)
        return self._problem

    def reinitialize(self) -> None:
        """Begins the search anew."""
        self._search: Optional[Iterator[List[int]]] = None
        self._solution: List[int] = []

    def search(self) -> int:
        """Goes to the next solution: 1, or 0 if there is none."""
        if self._search is None:
            self._search = self._as_problem.solutions()
        found = next(self._search, None)
        if found is None:
            return 0
        self._solution = found
        return 1

    def get_solution(self) -> List[int]:
        """The rows of the solution at hand, in the order they were chosen."""
        return list(self._solution)

    def rows(self) -> List[List[int]]:
        """The rows."""
        return self._rows

    def ncols(self) -> int:
        """The number of columns: one more than the greatest in the rows."""
        return self._columns

    def nrows(self) -> int:
        """The number of rows."""
        return len(self._rows)

    def restrict(self, indices: Iterable[int]) -> dlx_solver:
        """A solver for the solutions that have these rows: each gets a column of its own."""
        rows, wanted = list(self._rows), 0
        for i, row in enumerate(indices):
            rows[row] = rows[row] + [self._columns + i]
            wanted += 1
        part = dlx_solver.__new__(dlx_solver)
        part._begin(rows, self._columns + wanted)
        return part

    def split(self, column: int) -> Dict[int, dlx_solver]:
        """For each row that has the column, a solver for the solutions with that row."""
        self._check_column(column)
        return {r: self.restrict([r]) for r, row in enumerate(self._rows) if column in row}

    def solutions_iterator(self) -> Iterator[List[int]]:
        """All solutions; begins anew if a search has begun."""
        if self._search is not None:
            self.reinitialize()
        while self.search():
            yield self.get_solution()

    def one_solution(
        self, ncpus: Optional[int] = None, column: Optional[int] = None
    ) -> Optional[List[int]]:
        """A solution, or None."""
        if ncpus == 1:
            return self.get_solution() if self.search() else None
        if column is not None:
            self._check_column(column)
        return next(self._as_problem.solutions(1), None)

    def all_solutions(
        self, ncpus: Optional[int] = None, column: Optional[int] = None
    ) -> List[List[int]]:
        """A list of all solutions."""
        if column is not None and ncpus != 1:
            self._check_column(column)
        return list(self._as_problem.solutions())

    def number_of_solutions(self, ncpus: Optional[int] = None, column: Optional[int] = None) -> int:
        """The number of solutions, with `ncpus` threads or one for each core."""
        if column is not None and ncpus != 1 and self.ncols() != 0:
            self._check_column(column)
        return self._as_problem.count(ncpus)

    def _check_column(self, column: int) -> None:
        if not 0 <= column < self.ncols():
            raise ValueError(
                f"column(={column}) must be in range(ncols) where ncols={self.ncols()}"
            )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dlx_solver):
            return NotImplemented
        return self._rows == other._rows

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[Any, ...]:
        return dlx_solver, (self._rows,)

    def __repr__(self) -> str:
        return f"Dancing links solver for {self.ncols()} columns and {self.nrows()} rows"


def DLXCPP(rows: Iterable[Iterable[int]]) -> Iterator[List[int]]:
    """The solutions for a list of rows, each a list of columns from 0.

    >>> from dlx.compat import DLXCPP
    >>> list(DLXCPP([[0, 1, 2], [0, 2], [1], [3]]))
    [[3, 0], [3, 1, 2]]
    """
    return dlx_solver(rows).solutions_iterator()


def AllExactCovers(M: Any) -> Iterator[List[Any]]:
    """The exact covers of a matrix of 0 and 1, each a list of its rows.

    The matrix is a Sage matrix, a numpy array or nested lists; its rows come as they are there,
    those of lists as tuples.

    >>> from dlx.compat import AllExactCovers
    >>> list(AllExactCovers([[1, 1, 0], [1, 0, 1], [0, 0, 1], [0, 1, 0]]))
    [[(1, 1, 0), (0, 0, 1)], [(1, 0, 1), (0, 1, 0)]]
    """
    rows = list(M.rows() if hasattr(M, "rows") else M)
    rows = [tuple(row) if isinstance(row, list) else row for row in rows]
    columns = [[c for c, value in enumerate(row) if value] for row in rows]
    for solution in dlx_solver(columns).solutions_iterator():
        yield [rows[r] for r in solution]


def OneExactCover(M: Any) -> Optional[List[Any]]:
    """An exact cover of a matrix of 0 and 1 as a list of its rows, or None.

    >>> from dlx.compat import OneExactCover
    >>> print(OneExactCover([[1, 1, 0], [1, 0, 1], [0, 1, 1]]))
    None
    """
    return next(AllExactCovers(M), None)


def _of_matrix(matrix: Any) -> _Rows:
    if hasattr(matrix, "tolist"):
        matrix = matrix.tolist()
    rows = [list(row) for row in matrix]
    columns = len(rows[0]) if rows else 0
    if any(len(row) != columns for row in rows):
        raise ValueError("the rows of the matrix are not of one length")
    return _Rows([[c for c, value in enumerate(row) if value] for row in rows], columns)


def get_exact_cover(matrix: Any) -> Any:
    """The rows of an exact cover of a matrix of 0 and 1, or NoSolution.

    >>> from dlx.compat import get_exact_cover
    >>> print(list(get_exact_cover([[1, 0, 0, 1, 0], [1, 1, 1, 0, 0],
    ...                             [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]])))
    [0, 2, 3]
    """
    found = next(_of_matrix(matrix).solutions(1), None)
    if found is None:
        raise NoSolution("the problem has no exact cover")
    found.sort()
    try:
        import numpy
    except ImportError:
        return found
    return numpy.array(found, dtype=numpy.int32)


def get_solution_count(matrix: Any) -> int:
    """The number of exact covers of a matrix of 0 and 1."""
    return _of_matrix(matrix).count()


def get_all_solutions(matrix: Any, max_count: Optional[int] = None) -> Set[Tuple[int, ...]]:
    """The set of exact covers, each a tuple of rows; of `max_count` of them, or NoSolution."""
    found = {tuple(sorted(rows)) for rows in _of_matrix(matrix).solutions(max_count)}
    if not found:
        raise NoSolution("the problem has no exact cover")
    return found


def covers(
    options: Iterable[Iterable[Any]],
    primary: Optional[Iterable[Any]] = None,
    secondary: Optional[Iterable[Any]] = None,
    colored: bool = False,
) -> Iterator[List[int]]:
    """The exact covers of options, each a list of their numbers in the order they were chosen.

    colored
        Whether ``"x:A"`` is the secondary item x in the colour A, and not an item.

    >>> from dlx.compat import covers
    >>> next(covers([[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]))
    [1, 3, 5]
    >>> list(covers([["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"],
    ...              ["r", "y:B"]], secondary=["x", "y"], colored=True))
    [[3, 1]]
    """
    rows = [list(option) for option in options]
    free = list(secondary or ())
    if not colored:  # a number for each item, so that no name is read as a coloured one
        number_of = {item: n for n, item in enumerate(dict.fromkeys(i for row in rows for i in row))}
        rows = [[number_of[item] for item in row] for row in rows]
        free = [number_of[item] for item in free if item in number_of]
        primary = None if primary is None else [number_of.get(i, repr(i)) for i in primary]
    if primary is None:
        in_options = dict.fromkeys(item for row in rows for item in row)
        primary = [i for i in in_options if i not in free and _item_of(i) not in free]
    return map(list, _chosen(Problem(rows, primary=primary, secondary=free)))


def _item_of(entry: Any) -> Any:
    return entry.rpartition(":")[0] if isinstance(entry, str) else entry


def covers_bool(matrix: Any) -> Iterator[List[int]]:
    """The exact covers of a matrix of 0 and 1, each a list of its rows in the order chosen.

    >>> from dlx.compat import covers_bool
    >>> list(covers_bool([[1, 0], [0, 1], [1, 1]]))
    [[0, 1], [2]]
    """
    return _of_matrix(matrix).solutions()
