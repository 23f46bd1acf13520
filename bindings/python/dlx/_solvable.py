"""The methods that problems and puzzles share."""

from __future__ import annotations

from typing import Any, Callable, Generic, Iterator, List, Optional, TypeVar

from . import _search
from ._keywords import counting, searching, takes
from ._search import CountResult

Found = TypeVar("Found", bound=_search.Solution)


class Solvable(Generic[Found]):
    """A problem or a puzzle: the methods that follow from `solutions` and `count_result`."""

    __slots__ = ()

    solutions: Callable[..., Iterator[Found]]
    count_result: Callable[..., CountResult]

    @takes(searching)
    def solve(self, **options: Any) -> List[Found]:
        """A list of all solutions, or of `limit` of them. At another limit Incomplete is raised.

        >>> import dlx
        >>> [str(s) for s in dlx.puzzles.langford(3).solve()]
        ['3 1 2 1 3 2', '2 3 1 2 1 3']
        """
        return list(self.solutions(**options))

    @takes(searching)
    def first(self, **options: Any) -> Optional[Found]:
        """A solution, or None if there is none. Arguments as for `solutions`."""
        return next(self.solutions(**{"limit": 1, **options}), None)

    def is_unique(
        self, *, time_limit: Optional[float] = None, node_limit: Optional[int] = None
    ) -> bool:
        """Whether there is exactly one solution. Raises Incomplete at a limit.

        >>> import dlx
        >>> dlx.Problem([["a", "b"], ["a"], ["b"]]).is_unique()
        False
        >>> dlx.puzzles.sudoku("1... ..3. .4.. ...2").is_unique()
        True
        """
        return len(self.solve(limit=2, time_limit=time_limit, node_limit=node_limit)) == 1

    @takes(counting)
    def count(self, **options: Any) -> int:
        """The number of solutions, exact, whatever its size.

        Raises Incomplete if a limit ended the count; its `count` is then a lower bound. All methods
        count the same; 'invariant' and 'signs' are errors for problems that have neither. With a
        `checkpoint` the same call continues the count after a limit, an interrupt or a crash, and
        so does ``dlx resume FILE``. `Problem.check_certificate` and ``dlx-check`` check a
        `certificate`, which is written when the count is complete.

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
