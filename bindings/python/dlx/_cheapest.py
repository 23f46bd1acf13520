"""The methods of a problem that find its cheapest solutions."""

from __future__ import annotations

import warnings
from typing import Any, List, Optional, Tuple, Union

from . import _dlx
from ._arguments import natural
from ._keywords import costing, options
from ._progress import Progressing, reporting
from ._search import Incomplete, Solution, check_up_to, why
from ._types import Cost, Problem


class Costed:
    """A problem whose options have costs."""

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
        progress: Progressing = None,
        progress_interval: Optional[float] = None,
    ) -> List[Solution]:
        """The n solutions of least cost, the cheapest first; all if there are fewer.

        The sum of the options' costs is what counts. Of solutions that cost the same as the last
        any may be listed, the same ones in every run. If a limit ends the search, Incomplete has
        the best met so far in `solutions`, and in `lower_bound` what no other costs less than, in
        `gap` what lies between. OverflowError where costs are too large.

        n
            None: all solutions of the least cost.
        least
            'cost'; or 'options': the solutions with the fewest options, as if each option cost 1.
        max_cost
            Only solutions that cost this or less: a number such as an option's cost, or a text
            such as "12.5".
        up_to
            'all': one solution of each class that the symmetries of the problem make; these keep
            costs.
        progress
            As for `count`. A Progress has `best`, `lower_bound` and `gap`.

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
        return _find(
            self,
            n,
            least,
            False,
            max_cost=max_cost,
            up_to=up_to,
            time_limit=time_limit,
            node_limit=node_limit,
            progress=progress,
            progress_interval=progress_interval,
        )[1]

    def count_cheapest(
        self,
        *,
        least: str = "cost",
        all_within: Union[Cost, str, None] = None,
        up_to: str = "none",
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        progress: Progressing = None,
        progress_interval: Optional[float] = None,
    ) -> int:
        """How many solutions have the least cost. They are met one by one, and not kept.

        If a limit ends the search, Incomplete has the number met so far that cost as little as the
        best one, which is in `solutions`. Arguments are those of `cheapest`.

        all_within
            The number of all solutions that cost this or less, in place of the cheapest ones.

        >>> import dlx
        >>> p = dlx.Problem([["a", "b"], ["a"], ["b"], ["b"]], costs=[5, 1, 2, 2])
        >>> p.count_cheapest()
        2
        >>> p.count_cheapest(all_within=5)
        3
        """
        return _find(
            self,
            None if all_within is None else 2**64 - 1,
            least,
            True,
            max_cost=all_within,
            up_to=up_to,
            time_limit=time_limit,
            node_limit=node_limit,
            progress=progress,
            progress_interval=progress_interval,
        )[0]


def _find(
    problem: Problem, n: Optional[int], least: str, counts: bool, **given: Any
) -> Tuple[int, List[Solution]]:
    """Searches for the solutions of least cost, or with the fewest options; or counts them, and
    has the best one."""
    if least not in ("cost", "options"):
        raise ValueError(f"least is 'cost' or 'options', not {least!r}")
    number = None if n is None else natural("n", n, 2**64 - 1)
    if number == 0:
        return 0, []
    check_up_to(given.get("up_to", "none"))
    if least == "cost" and len(problem) and not problem._core.has_costs:
        warnings.warn(
            "no option has a cost, so every solution costs 0; least='options' finds the solutions "
            "with the fewest options",
            stacklevel=3,  # the line that called the method of Problem
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
