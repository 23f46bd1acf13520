"""The methods that problems and puzzles have in common."""

from __future__ import annotations

from typing import Any, Callable, Generic, Iterator, List, Optional, TypeVar

from . import _search
from ._keywords import counting, searching, takes
from ._search import CountResult

Found = TypeVar("Found", bound=_search.Solution)


class Solvable(Generic[Found]):
    """Base class of problems and puzzles: methods that are based on `solutions` and
    `count_result`.
    """

    __slots__ = ()

    solutions: Callable[..., Iterator[Found]]
    count_result: Callable[..., CountResult]

    @takes(searching)
    def solve(self, **options: Any) -> List[Found]:
        """Returns a list of all solutions, or of at most `limit` solutions. Raises Incomplete at
        any other limit.

        >>> import dlx
        >>> [str(s) for s in dlx.puzzles.langford(3).solve()]
        ['3 1 2 1 3 2', '2 3 1 2 1 3']
        """
        return list(self.solutions(**options))

    @takes(searching)
    def first(self, **options: Any) -> Optional[Found]:
        """Returns a solution, or None if there is none. Arguments are those of `solutions`."""
        return next(self.solutions(**{"limit": 1, **options}), None)

    def is_unique(
        self, *, time_limit: Optional[float] = None, node_limit: Optional[int] = None
    ) -> bool:
        """Returns whether there is exactly one solution.

        Raises Incomplete if a limit ends the search.

        >>> import dlx
        >>> dlx.Problem([["a", "b"], ["a"], ["b"]]).is_unique()
        False
        >>> dlx.puzzles.sudoku("1... ..3. .4.. ...2").is_unique()
        True
        """
        return len(self.solve(limit=2, time_limit=time_limit, node_limit=node_limit)) == 1

    @takes(counting)
    def count(self, **options: Any) -> int:
        """Returns the exact number of solutions, an int of any size.

        Raises Incomplete if a limit ends the count. The `count` of the exception is a lower bound.
        All counting methods return equal counts. The counting methods 'invariant' and 'signs' raise
        an error if they cannot be used for the problem. Only puzzles can be counted up to
        'rotations' and 'reflections'.

        With a `checkpoint`, the same call or ``dlx resume FILE`` continues the count after a
        limit, an interrupt or a crash. A `certificate` is written when the count is complete.
        `Problem.check_certificate` and ``dlx-check`` check the certificate.

        >>> import dlx
        >>> p = dlx.puzzles.dominoes(16, 16).problem
        >>> p.count()
        2444888770250892795802079170816
        >>> dlx.puzzles.soma().problem.count(up_to="all")
        240
        >>> dlx.puzzles.pentominoes(6, 10).count(up_to="reflections")
        2339
        """
        return _search.exact_value(self.count_result(**options))
