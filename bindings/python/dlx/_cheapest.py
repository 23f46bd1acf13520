"""The methods of Problem that find the cheapest solutions."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, Optional, Tuple, Union

from . import _dlx
from ._arguments import natural
from ._keywords import costing, options
from ._progress import Progressing, reporting
from ._search import Incomplete, Solution, check_up_to, why
from ._types import Cost, Path, Problem


class Costed:
    """Base class of Problem: the methods that use the costs of options."""

    __slots__ = ()

    def cheapest(
        self,
        n: Optional[int] = 1,
        *,
        least: str = "cost",
        max_cost: Union[Cost, str, None] = None,
        up_to: str = "none",
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        certificate: Optional[Path] = None,
        checkpoint: Optional[Path] = None,
        checkpoint_every: Optional[float] = None,
        progress: Progressing = None,
        progress_interval: Optional[float] = None,
    ) -> List[Solution]:
        """Returns the n cheapest solutions in order of increasing cost, or all if there are fewer.

        The cost of a solution is the sum of the costs of its options. If several solutions cost as
        much as the last one listed, any of them may be listed, but the choice is the same in every
        run.

        If a limit ends the search, Incomplete is raised. The `solutions` of the exception are the
        cheapest found so far. `lower_bound` is a cost below which no other solution exists. `gap`
        is the relative difference between the least cost found and `lower_bound`. OverflowError is
        raised if costs are too large.

        n
            The number of solutions. None: all solutions of the least cost.
        least
            'cost' or 'options'. With 'options', each option costs 1, so solutions with the fewest
            options are found.
        max_cost
            The greatest cost of a solution: a number, or a text such as "12.5". More expensive
            solutions are not found.
        up_to
            'all': one solution of each class under those symmetries of the problem that preserve
            costs.
        threads
            The number of threads of a long search for all solutions of the least cost; 1 by
            default. The solutions do not depend on the number of threads. If `n` is a number, one
            thread searches, because threads would change which of equally cheap solutions is listed
            last.
        memory_limit
            The number of bytes of memory that the solutions may take; 2 GiB by default.
        certificate
            The name of a file. A certificate of the least costs is written to this file, and
            `check_certificate` and dlx-check can check it. With a certificate, one thread searches.
            With least='options', the certificate is about the problem in which each option costs 1.
        checkpoint
            The name of a file in which the search is saved. With a checkpoint, one thread searches.
            After a limit, an interrupt or a crash, the same call continues the search.
            ``dlx resume FILE`` also continues the search, if the command ``dlx`` has all of its
            settings.
        checkpoint_every
            The number of seconds after which the search is saved again; 15 by default.
        progress
            True, or a callable, as for `count`. In this search, a Progress also has values for
            `best`, `lower_bound` and `gap`.

        >>> import dlx
        >>> p = dlx.Problem([["a", "b"], ["a"], ["b"]], costs=[5, 1, 2])
        >>> best, = p.cheapest()
        >>> best.cost, list(best)
        (3, [('a',), ('b',)])
        >>> p.cheapest(least="options")[0].options
        (0,)
        >>> p.cheapest(10, max_cost=4)
        [<dlx.Solution: options 1, 2>]
        """
        return _find(self, n, least, False, _keywords(locals()))[1]

    def count_cheapest(
        self,
        *,
        least: str = "cost",
        all_within: Union[Cost, str, None] = None,
        up_to: str = "none",
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        certificate: Optional[Path] = None,
        checkpoint: Optional[Path] = None,
        checkpoint_every: Optional[float] = None,
        progress: Progressing = None,
        progress_interval: Optional[float] = None,
    ) -> int:
        """Returns the number of solutions of least cost.

        The search visits these solutions one by one, and does not store them.

        If a limit ends the search, Incomplete is raised. The `solutions` of the exception contain
        the best solution found so far, and `count` is the number of solutions found so far that
        cost as much. The arguments have the same meaning as in `cheapest`.

        all_within
            A cost. If given, all solutions that cost at most `all_within` are counted, instead of
            the solutions of least cost.

        >>> import dlx
        >>> p = dlx.Problem([["a", "b"], ["a"], ["b"], ["b"]], costs=[5, 1, 2, 2])
        >>> p.count_cheapest()
        2
        >>> p.count_cheapest(all_within=5)
        3
        """
        given = _keywords(locals())
        given["max_cost"] = all_within
        return _find(self, None if all_within is None else 2**64 - 1, least, True, given)[0]


def _keywords(arguments: Dict[str, Any]) -> Dict[str, Any]:
    """Returns those arguments of a method that are options of the library."""
    return {name: value for name, value in arguments.items() if name in costing}


def _find(
    problem: Problem, n: Optional[int], least: str, counts: bool, given: Dict[str, Any]
) -> Tuple[int, List[Solution]]:
    """Finds or counts the cheapest solutions. Returns their number, and a list of solutions.

    If `counts` is true, the list contains only the best solution.
    """
    if least not in ("cost", "options"):
        raise ValueError(f"least is 'cost' or 'options', not {least!r}")
    number = None if n is None else natural("n", n, 2**64 - 1)
    if number == 0 and given.get("certificate") is None:
        return 0, []
    check_up_to(given.get("up_to", "none"))
    if least == "cost" and len(problem) and not problem._core.has_costs:
        warnings.warn(
            "no option has a cost, so every solution costs 0; least='options' finds the solutions "
            "with the fewest options",
            stacklevel=3,  # the warning shows the line that called the method of Problem
        )
    checked = options(given, costing)
    with reporting(given.get("progress")) as report:
        found = _dlx.cheapest(problem._core, number, least == "options", counts, checked, report)
    best = [Solution(problem, chosen) for _, chosen in found["solutions"]]
    status, count = found["status"], found["count"]
    if status != "exhausted":
        message = f"{why(status)} ended the search for the cheapest: there may be cheaper ones"
        bound, gap = found["lower_bound"], found["gap"]
        raise Incomplete(message, status, count if counts else None, best, bound, gap=gap)
    return count, best
