"""Functions with the interfaces of other packages, implemented by this library.

`dlx_solver`, `DLXCPP`, `AllExactCovers` and `OneExactCover` follow Sage
(sage.combinat.matrices.dancing_links and sage.combinat.matrices.dlxcpp). `get_exact_cover`,
`get_solution_count`, `get_all_solutions` and `NoSolution` follow the package exact_cover. `covers`
and `covers_bool` follow the package xcover.

In two points these functions follow the other packages and not the rest of this package. A problem
without columns has no solution, whereas elsewhere it has one solution, the empty cover. Empty rows
are never chosen. The functions differ from the other packages in the following points:

* `dlx_solver`: a row with a repeated or a negative column raises ValueError. `ncpus` is the number
  of threads of a count, and has no effect on lists. The argument `column` is checked, but has no
  other effect. SAT and MILP solvers are not available. Solutions equal those of Sage, and their
  order is equal in all cases that were compared.
* `get_exact_cover` returns a numpy array of rows if numpy is installed, otherwise a list. All
  functions that follow exact_cover also accept nested lists. The argument `target` does not exist.
* `AllExactCovers` and `OneExactCover` ignore columns of zeros behind the last other column.
* Matrices may also be frames, sparse matrices and mappings of names to rows. They contain only 0
  and 1.
* `covers`: an item in `secondary` that no option contains is ignored. Options without a primary
  item are never chosen.
"""

from __future__ import annotations

import operator
from typing import Any, Dict, Iterable, Iterator, List, Optional, Set, Tuple

from . import _dlx, _tables
from ._entries import column_count, matrix_as_rows, word_and_colour
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
    """Raised if the problem has no exact cover."""


def _chosen(problem: Problem, limit: Optional[int] = None) -> Iterator[Tuple[int, ...]]:
    """Yields solutions in the order of Knuth's Algorithm X.

    The algorithm branches on the first item that has the fewest options, and tries these options
    in their order.
    """
    how = {"limit": limit, "engine": "dancing_links", "preprocess": False}
    search = _dlx.Search(problem._core, options(how, searching), False)
    while (found := search.next()) is not None:
        yield found[0]
    if search.status not in ("exhausted", "solution_limit"):
        raise Incomplete(f"{why(search.status)} ended the search", search.status)


class _Rows:
    """A problem made of rows, each a list of columns. Empty rows are left out."""

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
    """Sage's dancing links solver. The input is a list of rows, each a list of columns numbered
    from 0.

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
            columns = column_count([[operator.index(c) for c in row] for row in rows])
        self._columns = columns
        # The problem is made when it is needed, because split() makes many
        # solvers, of which few are used.
        self._problem: Optional[_Rows] = None
        self.reinitialize()

    @property
    def _as_problem(self) -> _Rows:
        if self._problem is None:
            self._problem = _Rows(self._rows, self._columns)
        return self._problem

    def reinitialize(self) -> None:
        """Restarts the search."""
        self._search: Optional[Iterator[List[int]]] = None
        self._solution: List[int] = []

    def search(self) -> int:
        """Searches for the next solution. Returns 1 if a further solution exists, otherwise 0."""
        if self._search is None:
            self._search = self._as_problem.solutions()
        found = next(self._search, None)
        if found is None:
            return 0
        self._solution = found
        return 1

    def get_solution(self) -> List[int]:
        """Returns the rows of the current solution, in the order in which they were chosen."""
        return list(self._solution)

    def rows(self) -> List[List[int]]:
        """Returns the rows."""
        return self._rows

    def ncols(self) -> int:
        """Returns the number of columns, which is one more than the greatest column in the rows."""
        return self._columns

    def nrows(self) -> int:
        """Returns the number of rows."""
        return len(self._rows)

    def restrict(self, indices: Iterable[int]) -> dlx_solver:
        """Returns a solver for the solutions that contain these rows. Each of these rows gets an
        additional column.
        """
        rows, wanted = list(self._rows), 0
        for i, row in enumerate(indices):
            rows[row] = rows[row] + [self._columns + i]
            wanted += 1
        part = dlx_solver.__new__(dlx_solver)
        part._begin(rows, self._columns + wanted)
        return part

    def split(self, column: int) -> Dict[int, dlx_solver]:
        """Returns a dict that maps each row with this column to a solver for the solutions that
        contain the row.
        """
        self._check_column(column)
        return {r: self.restrict([r]) for r, row in enumerate(self._rows) if column in row}

    def solutions_iterator(self) -> Iterator[List[int]]:
        """Yields all solutions. If a search has already begun, restarts it."""
        if self._search is not None:
            self.reinitialize()
        while self.search():
            yield self.get_solution()

    def one_solution(
        self, ncpus: Optional[int] = None, column: Optional[int] = None
    ) -> Optional[List[int]]:
        """Returns a solution, or None if there is none."""
        if ncpus == 1:
            return self.get_solution() if self.search() else None
        if column is not None:
            self._check_column(column)
        return next(self._as_problem.solutions(1), None)

    def all_solutions(
        self, ncpus: Optional[int] = None, column: Optional[int] = None
    ) -> List[List[int]]:
        """Returns a list of all solutions."""
        if column is not None and ncpus != 1:
            self._check_column(column)
        return list(self._as_problem.solutions())

    def number_of_solutions(self, ncpus: Optional[int] = None, column: Optional[int] = None) -> int:
        """Returns the number of solutions. Counts with `ncpus` threads, or with one for each core
        by default.
        """
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
    """Yields the solutions for a list of rows, each a list of columns numbered from 0.

    >>> from dlx.compat import DLXCPP
    >>> list(DLXCPP([[0, 1, 2], [0, 2], [1], [3]]))
    [[3, 0], [3, 1, 2]]
    """
    return dlx_solver(rows).solutions_iterator()


def AllExactCovers(M: Any) -> Iterator[List[Any]]:
    """Yields the exact covers of a matrix of 0 and 1, each as a list of rows of the matrix.

    The matrix is a Sage matrix, a numpy array or nested lists. Rows are returned as they are in
    the matrix, but rows that are lists are returned as tuples.

    >>> from dlx.compat import AllExactCovers
    >>> list(AllExactCovers([[1, 1, 0], [1, 0, 1], [0, 0, 1], [0, 1, 0]]))
    [[(1, 1, 0), (0, 0, 1)], [(1, 0, 1), (0, 1, 0)]]
    """
    M = _tables.without_names(M.rows() if hasattr(M, "rows") else M)
    matrix = M if hasattr(M, "shape") else list(M)
    rows = [tuple(row) if isinstance(row, list) else row for row in matrix]
    for solution in dlx_solver(matrix_as_rows(matrix)[0]).solutions_iterator():
        yield [rows[r] for r in solution]


def OneExactCover(M: Any) -> Optional[List[Any]]:
    """Returns an exact cover of a matrix of 0 and 1 as a list of rows, or None if there is none.

    >>> from dlx.compat import OneExactCover
    >>> print(OneExactCover([[1, 1, 0], [1, 0, 1], [0, 1, 1]]))
    None
    """
    return next(AllExactCovers(M), None)


def get_exact_cover(matrix: Any) -> Any:
    """Returns the row numbers of an exact cover of a matrix of 0 and 1. Raises NoSolution if there
    is none.

    >>> from dlx.compat import get_exact_cover
    >>> print(list(get_exact_cover([[1, 0, 0, 1, 0], [1, 1, 1, 0, 0],
    ...                             [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]])))
    [0, 2, 3]
    """
    found = next(_Rows(*matrix_as_rows(matrix)).solutions(1), None)
    if found is None:
        raise NoSolution("the problem has no exact cover")
    found.sort()
    try:
        import numpy
    except ImportError:
        return found
    return numpy.array(found, dtype=numpy.int32)


def get_solution_count(matrix: Any) -> int:
    """Returns the number of exact covers of a matrix of 0 and 1."""
    return _Rows(*matrix_as_rows(matrix)).count()


def get_all_solutions(matrix: Any, max_count: Optional[int] = None) -> Set[Tuple[int, ...]]:
    """Returns a set of exact covers, each a tuple of row numbers. Raises NoSolution if there is
    none.

    At most `max_count` covers are returned; None means all.
    """
    problem = _Rows(*matrix_as_rows(matrix))
    found = {tuple(sorted(rows)) for rows in problem.solutions(max_count)}
    if not found:
        raise NoSolution("the problem has no exact cover")
    return found


def covers(
    options: Iterable[Iterable[Any]],
    primary: Optional[Iterable[Any]] = None,
    secondary: Optional[Iterable[Any]] = None,
    colored: bool = False,
) -> Iterator[List[int]]:
    """Returns an iterator over the exact covers, each a list of option numbers in the order of
    choice.

    primary, secondary
        The items that must be covered, and those that need not be covered. Items in neither of them
        are primary if `primary` is None, and secondary if only `secondary` is None.
    colored
        Whether ``"x:A"`` means the secondary item x in the colour A. If false, ``"x:A"`` is the
        name of an item.

    >>> from dlx.compat import covers
    >>> next(covers([[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]))
    [1, 3, 5]
    >>> list(covers([["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"],
    ...              ["r", "y:B"]], secondary=["x", "y"], colored=True))
    [[3, 1]]
    """

    def named(items: Iterable[Any]) -> List[Any]:
        # A tuple is not read as an item with a colour, even if the item contains a colon.
        return list(items) if colored else [(item,) for item in items]

    rows = [named(option) for option in options]
    item_of = {entry: word_and_colour(entry)[0] or entry for row in rows for entry in row}
    main, free = dict.fromkeys(named(primary or ())), dict.fromkeys(named(secondary or ()))
    if primary is None:
        main = {e: None for e, item in item_of.items() if e not in free and item not in free}
    elif secondary is None:
        free = {item: None for item in item_of.values() if item not in main}
    musts = {entry for entry, item in item_of.items() if entry in main or item in main}
    kept = [r for r, row in enumerate(rows) if not musts.isdisjoint(row)]
    problem = Problem([rows[r] for r in kept], primary=main, secondary=free)
    return ([kept[o] for o in chosen] for chosen in (_chosen(problem) if item_of else ()))


def covers_bool(matrix: Any) -> Iterator[List[int]]:
    """Returns an iterator over the exact covers of a matrix of 0 and 1, each a list of row numbers
    in the order of choice.

    >>> from dlx.compat import covers_bool
    >>> list(covers_bool([[1, 0], [0, 1], [1, 1]]))
    [[0, 1], [2]]
    """
    return _Rows(*matrix_as_rows(matrix)).solutions()
