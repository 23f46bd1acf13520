"""The class Questions."""

from __future__ import annotations

import threading
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from . import _contents, _dlx
from ._keywords import options as checked_options, searching
from ._problem import Problem
from ._puzzle import Puzzle, PuzzleSolution
from ._search import Incomplete, Record, Solution, field, why
from ._types import Options


class Core(Record):
    """Fixed and forbidden options of a question that together exclude every solution."""

    fix: Tuple[Any, ...] = field("Options that were fixed, as they were given.")
    forbid: Tuple[Any, ...] = field("Options that were forbidden, as they were given.")
    minimal: bool = field(
        "Whether every one of these options is needed: if any one is not given, a solution "
        "exists. False: unknown, because a limit ended the check."
    )


class Questions:
    """Answers many questions about one problem: is there a solution with some options, and without
    others?

    A single search answers all questions, and reuses what it has learned from earlier questions.
    Therefore a question usually takes far less time than a new search. Several threads may use one
    object; their questions are answered one after another.

    Questions(problem, *, time_limit=None, node_limit=None, random=None)

    problem
        A `Problem`, a puzzle, or a collection of options.
    time_limit, node_limit
        Limits for each call. At a limit, Incomplete is raised. After that, call `another` to
        continue with the same question, or ask the next question.
    random
        A seed for random choices. If a question has several solutions, the seed determines which
        one is found.

    >>> import dlx
    >>> questions = dlx.Questions(dlx.puzzles.queens(6))
    >>> print(questions.ask(fix=[1]))
    . Q . . . .
    . . . Q . .
    . . . . . Q
    Q . . . . .
    . . Q . . .
    . . . . Q .
    >>> questions.ask(fix=[1], forbid=[9]) is None
    True
    >>> questions.core
    dlx.Core(fix=(1,), forbid=(9,), minimal=True)
    """

    def __init__(
        self,
        problem: Union[Problem, Puzzle, Options],
        *,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        random: Optional[int] = None,
    ) -> None:
        self._puzzle = problem if isinstance(problem, Puzzle) else None
        if isinstance(problem, Puzzle):
            if problem._walks:
                raise ValueError("a snake is searched along its path; ask about its `problem`")
            problem = problem.problem
        self._problem = problem if isinstance(problem, Problem) else Problem(problem)
        given = {"time_limit": time_limit, "node_limit": node_limit, "random": random}
        self._core = _dlx.Questions(self._problem._core, checked_options(given, searching))
        self._lock = threading.Lock()
        self._given: Tuple[Dict[int, Any], Dict[int, Any]] = ({}, {})
        self._has_core = False
        self._found_core: Optional[Core] = None

    @property
    def problem(self) -> Problem:
        """The problem that the questions are about."""
        return self._problem

    def ask(self, fix: Iterable[Any] = (), forbid: Iterable[Any] = ()) -> Optional[Solution]:
        """Returns a solution that contains all options of `fix` and no option of `forbid`.

        Returns None if no such solution exists. For a puzzle, the solution is a PuzzleSolution.

        fix, forbid
            Options, given as for `Problem.restricted`.
        """
        with self._lock:
            self._has_core, self._found_core = False, None
            numbers = []
            given = []
            for what, chosen in ("fix", fix), ("forbid", forbid):
                wanted = _contents.listed(self._problem, what, chosen)
                numbers.append(_contents.options_of(self._problem, what, wanted))
                given.append(dict(zip(numbers[-1], wanted)))
            self._given = (given[0], given[1])
            answer = self._answer(self._core.ask(*numbers))
            self._has_core = answer is None
            return answer

    def another(self) -> Optional[Solution]:
        """Returns another solution to the last question, or None if there is no other solution."""
        with self._lock:
            self._has_core, self._found_core = False, None
            return self._answer(self._core.another())

    @property
    def core(self) -> Optional[Core]:
        """Options of the last question that together exclude every solution; None unless `ask`
        returned None.

        The core is computed by further questions when this property is read for the first time.
        `minimal` is True if every option of the core is needed, so that a solution exists if any
        one of them is left out. The core is empty if the problem has no solution at all.
        """
        with self._lock:
            if self._has_core and self._found_core is None:
                fix, forbid, minimal = self._core.core()
                fixed, forbidden = self._given
                self._found_core = Core(
                    fix=_names(fixed, fix), forbid=_names(forbidden, forbid), minimal=minimal
                )
            return self._found_core

    def _answer(self, numbers: Optional[Tuple[int, ...]]) -> Optional[Solution]:
        status = self._core.status
        if numbers is None:
            if status == "exhausted":
                return None
            message = f"{why(status)} ended the search: there may be a solution"
            raise Incomplete(message, status)
        if self._puzzle is not None:
            return PuzzleSolution(self._puzzle, numbers)
        return Solution(self._problem, numbers)

    def __repr__(self) -> str:
        return f"<dlx.Questions about {self._problem!r}>"


def _names(given: Dict[int, Any], numbers: List[int]) -> Tuple[Any, ...]:
    return tuple(given[o] for o in numbers)
