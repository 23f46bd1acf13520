"""Searches for solutions, counts, diagrams and symmetries, and their results."""

from __future__ import annotations

import html
import os
import threading
from collections.abc import Sequence as AbstractSequence
from typing import Any, Dict, Hashable, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _dlx
from ._arguments import natural, quantity
from ._keywords import counting, options, searching
from ._progress import reporting
from ._types import ExactCost, Problem


class Field(property):
    """A named value of a Record, with a docstring."""

    def __init__(self, doc: str) -> None:
        super().__init__(lambda record: record.__dict__[self.name], doc=doc)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


def field(doc: str) -> Any:
    """Returns a Field with the docstring `doc`."""
    return Field(doc)


class Record:
    """Base class of results: an object with named values that cannot be changed."""

    def __init__(self, **values: Any) -> None:
        if values.keys() != self._fields().keys():
            raise TypeError(f"{type(self).__name__} has {', '.join(self._fields())}")
        self.__dict__.update(values)

    def _fields(self) -> Dict[str, Any]:
        names = (name for name, value in vars(type(self)).items() if isinstance(value, Field))
        return {name: self.__dict__.get(name) for name in names}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._fields().values()))

    def __reduce__(self) -> Tuple[Any, ...]:
        return _record, (type(self), self._fields())

    def __repr__(self) -> str:
        values = (f"{name}={value!r}" for name, value in self._fields().items())
        return f"dlx.{type(self).__name__}({', '.join(values)})"


def _record(kind: Any, values: Dict[str, Any]) -> Any:
    return kind(**values)


class Solution(AbstractSequence):  # type: ignore[type-arg]
    """A solution: a sequence of its options, each a tuple of items as in `Problem.options`.

    Options are numbered from 0; the command ``dlx`` numbers them from 1. Two solutions are equal
    if they consist of the same options of equal problems.
    """

    __slots__ = {
        "problem": "The problem that this solution solves.",
        "options": "The numbers of the options of the solution, from 0, in ascending order.",
        "class_size": "If one solution of each class is listed: the number of solutions in its "
        "class. Otherwise None.",
    }

    def __init__(
        self, problem: Problem, options: Tuple[int, ...], class_size: Optional[int] = None
    ) -> None:
        self.problem = problem
        self.options = tuple(sorted(options))
        self.class_size = class_size

    @property
    def names(self) -> Tuple[Hashable, ...]:
        """The names of the options, in the order of their numbers. If options have no names,
        returns their numbers.

        >>> import dlx
        >>> [s.names for s in dlx.Problem({"x": ["a"], "y": ["b"], "z": ["a", "b"]}).solutions()]
        [('x', 'y'), ('z',)]
        """
        names = self.problem._names
        return self.options if names is None else tuple(names[o] for o in self.options)

    @property
    def cost(self) -> ExactCost:
        """The cost of the solution: the sum of the costs of its options."""
        cost = self.problem._core.cost
        return sum(cost(o) for o in self.options)

    def __len__(self) -> int:
        return len(self.options)

    @overload
    def __getitem__(self, index: int) -> Tuple[Hashable, ...]: ...

    @overload
    def __getitem__(self, index: slice) -> Tuple[Tuple[Hashable, ...], ...]: ...

    def __getitem__(self, index: Union[int, slice]) -> Any:
        if isinstance(index, slice):
            return tuple(map(self.problem.options._entries, self.options[index]))
        return self.problem.options._entries(self.options[index])

    def __iter__(self) -> Iterator[Tuple[Hashable, ...]]:
        return map(self.problem.options._entries, self.options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.options == other.options and self.problem == other.problem

    def __hash__(self) -> int:
        return hash(self.options)

    def __repr__(self) -> str:
        return f"<dlx.Solution: options {', '.join(map(repr, self.names))}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{html.escape(str(name))}</th>"
            f"<td>{html.escape(', '.join(map(str, option)))}</td></tr>"
            for name, option in zip(self.names, self)
        )
        return f"<table><tr><th>option</th><th>items</th></tr>{rows}</table>"

    def __str__(self) -> str:
        """Returns a line for each option: its name (or its number from 0, if it has no name) and
        its items.
        """
        core = self.problem._core
        names, colours = core.names(), core.colour_names()
        lines = []
        for o, name in zip(self.options, self.names):
            items = core.items(o)
            its = core.colours(o) or [0] * len(items)
            words = [
                names[i] + (f":{colours[colour - 1]}" if colour else "")
                for i, colour in zip(items, its)
            ]
            lines.append(f"{name}: {' '.join(words)}")
        return "\n".join(lines)


class Incomplete(Exception):
    """Raised if a limit or an interrupt ends work early. The attributes contain the results so
    far.

    status
        The reason: ``time_limit``, ``node_limit``, ``memory_limit`` or ``stopped``.
    count
        A lower bound on the number of solutions. None if nothing was counted.
    result
        For `Problem.count`: the CountResult so far.
    solutions
        For `Problem.cheapest`: the cheapest solutions found so far, in order of increasing cost.
        For `Problem.count_cheapest`: the cheapest solution found so far.
    lower_bound
        For `Problem.cheapest` and `Problem.count_cheapest`: a lower bound on the cost of the
        solutions that were not found yet. None if no bound is known.
    gap
        For `Problem.cheapest` and `Problem.count_cheapest`: the relative gap, which is the least
        cost found minus `lower_bound`, divided by the absolute value of the least cost. None if
        unknown.
    """

    def __init__(
        self,
        message: str,
        status: str = "",
        count: Optional[int] = None,
        solutions: Optional[Sequence[Solution]] = None,
        lower_bound: Optional[ExactCost] = None,
        result: Optional[CountResult] = None,
        gap: Optional[float] = None,
    ) -> None:
        super().__init__(message, status, count, solutions, lower_bound, result, gap)
        self.status = status
        self.count = count
        self.solutions = solutions
        self.lower_bound = lower_bound
        self.result = result
        self.gap = gap

    def __str__(self) -> str:
        return str(self.args[0])


_words = {
    "time_limit": "the limit on time",
    "node_limit": "the limit on nodes",
    "memory_limit": "the limit on memory",
    "stopped": "an interrupt",
}


def why(status: str) -> str:
    """Returns the reason for a status, in words that can precede "ended the search"."""
    return _words.get(status, status)


class Solutions(Iterator[Solution]):
    """An iterator over solutions, with properties that describe the state of the search.

    The iterator ends after the last solution, or at a limit on solutions. At any other limit it
    raises Incomplete. After KeyboardInterrupt, the search can be continued. Several threads may
    share an iterator; each solution is returned to one of them.
    """

    def __init__(self, problem: Problem, core: _dlx.Search) -> None:
        self._problem = problem
        self._core = core
        self._lock = threading.Lock()
        self._found = 0

    def __next__(self) -> Solution:
        with self._lock:
            found = self._core.next()
            if found is None:
                raise self._end()
            self._found += 1
        return Solution(self._problem, *found)

    def _end(self) -> Exception:
        status = self._core.status
        if status in ("exhausted", "solution_limit"):
            return StopIteration()
        found = quantity(self._found, "solution")
        message = f"{why(status)} ended the search after {found}: there may be more"
        return Incomplete(message, status, self._found)

    @property
    def found(self) -> int:
        """The number of solutions returned so far."""
        return self._found

    @property
    def complete(self) -> bool:
        """Whether all solutions have been returned."""
        return self._core.status == "exhausted"

    @property
    def status(self) -> str:
        """The status of the search: ``running``, or the reason why it ended: ``exhausted``,
        ``solution_limit``, ``time_limit``, ...
        """
        return self._core.status

    @property
    def nodes(self) -> int:
        """The number of nodes of the search tree so far.

        The search may be some milliseconds ahead of the solutions returned.
        """
        return self._core.nodes

    @property
    def engine(self) -> str:
        """The name of the engine (search algorithm), once it has been chosen."""
        return self._core.engine

    def __repr__(self) -> str:
        return f"<dlx.Solutions: {self._found} so far, {self.status}>"


class CountResult(Record):
    """The result of a count, with the counting method and statistics."""

    value: int = field(
        "The number of solutions, or of classes unless `up_to` is ``none``. Exact if complete, "
        "otherwise a lower bound."
    )
    status: str = field(
        "``exhausted``, or the reason why the count ended early: ``time_limit``, "
        "``node_limit``, ``memory_limit``."
    )
    solutions: Optional[int] = field(
        "The number of all solutions, even if classes were counted. None if the solutions in "
        "the classes were not counted."
    )
    up_to: str = field("``none``, ``all``, ``rotations`` or ``reflections``.")
    method: str = field("The counting method that produced the result.")
    engine: str = field(
        "The engine of the search by this method. ``auto`` if the method made no search."
    )
    why: str = field("The reason why this method produced the result.")
    symmetry: str = field("How symmetries of the problem were used, in words.")
    fingerprint: Optional[int] = field(
        "The fingerprint of the set of solutions. None if it was not asked for."
    )
    nodes: int = field("The number of nodes that searches visited.")
    states: int = field("The number of states that other methods visited.")
    updates: int = field("The number of times an entry was removed from the list of an item.")
    memory_bytes: int = field("The greatest number of bytes that engines and tables used.")
    seconds: float = field("The elapsed time in seconds.")

    @property
    def complete(self) -> bool:
        """Whether the count is exact."""
        return self.status == "exhausted"


class Estimate(Record):
    """Estimates by random probes of a search tree. None of the estimated numbers is proved."""

    solutions: float = field("The estimated number of solutions: the mean over all probes.")
    solutions_error: float = field("The standard error of `solutions`.")
    nodes: float = field(
        "The estimated number of nodes of the search tree: the mean over all probes."
    )
    nodes_error: float = field("The standard error of `nodes`.")
    probes: int = field("The number of probes.")
    hits: int = field(
        "The number of probes that ended in a solution. If there are few, the errors say little."
    )


class Symmetry:
    """A symmetry of a problem: a permutation of its items and options.

    As text, a symmetry is written in cycles of items. Items are written with colours if the
    symmetry changes colours.
    """

    __slots__ = {
        "problem": "The problem that has this symmetry.",
        "options": "For each option, the number of its image.",
        "_items": "For each item, the number of its image.",
    }

    def __init__(self, problem: Problem, items: Tuple[int, ...], options: Tuple[int, ...]) -> None:
        self.problem = problem
        self.options = options
        self._items = items

    @property
    def items(self) -> Dict[Hashable, Hashable]:
        """A dict that maps each item that the symmetry moves to its image."""
        names = self.problem.items
        return {names[i]: names[image] for i, image in enumerate(self._items) if image != i}

    def __call__(self, solution: Solution) -> Solution:
        """Returns the image of a solution under the symmetry."""
        if solution.problem is not self.problem and solution.problem != self.problem:
            raise ValueError("the solution is one of another problem")
        return Solution(self.problem, tuple(self.options[o] for o in solution.options))

    def __str__(self) -> str:
        return _dlx.symmetry_text(self.problem._core, self._items, self.options)

    def __repr__(self) -> str:
        text = str(self) or "moves options only"
        return f"<dlx.Symmetry: {text if len(text) <= 60 else text[:57] + '...'}>"


class Automorphisms(Record):
    """The group of all symmetries of a problem; see `Problem.automorphisms`."""

    order: int = field("The number of symmetries.")
    generators: Tuple[Symmetry, ...] = field("Symmetries from which all others can be composed.")
    item_orbits: Tuple[Tuple[Hashable, ...], ...] = field(
        "The orbits of items. An orbit contains items that symmetries map to each other."
    )
    option_orbits: Tuple[Tuple[int, ...], ...] = field(
        "The orbits of options, each a tuple of option numbers."
    )


class Diagram:
    """A zero-suppressed decision diagram of all solutions of a problem; see `Problem.diagram`.

    >>> import dlx
    >>> d = dlx.puzzles.dominoes(8, 8).problem.diagram()
    >>> d.count()
    12988816
    >>> len(d.sample(2, seed=7))
    2
    """

    __slots__ = {
        "problem": "The problem whose solutions the diagram contains.",
        "_core": "The compiled diagram.",
    }

    def __init__(self, problem: Problem, core: _dlx.Diagram) -> None:
        self.problem = problem
        self._core = core

    @property
    def node_count(self) -> int:
        """The number of nodes, without the two terminal nodes."""
        return self._core.nodes()

    def count(self) -> int:
        """Returns the number of solutions."""
        return self._core.count()

    def memberships(self) -> List[int]:
        """Returns, for each option, the number of solutions that contain it. Options that
        `Problem.restricted` or a reader has dropped get 0.
        """
        return self._core.memberships()

    def marginals(self) -> List[float]:
        """Returns, for each option, the probability that a random solution contains it. Options
        that `Problem.restricted` or a reader has dropped get 0.
        """
        return self._core.marginals()

    def sample(self, n: int = 1, *, seed: Optional[int] = None) -> List[Solution]:
        """Returns n random solutions, as `Problem.sample` does."""
        number = natural("n", n)
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little")
        seed = natural("seed", seed, 2**64 - 1)
        if self._core.count() == 0:
            raise ValueError("the problem has no solution to draw")
        return [Solution(self.problem, options) for options in self._core.sample(number, seed)]

    def cheapest(self, n: int = 1) -> List[Solution]:
        """Returns the n cheapest solutions, as `Problem.cheapest` does."""
        number = natural("n", n)
        if number == 0:
            return []
        return [Solution(self.problem, options) for _, options in self._core.cheapest(number)]

    def __iter__(self) -> Iterator[Solution]:
        """Iterates over all solutions. Each step takes time proportional to the length of the
        solution's path in the diagram.
        """
        walk = self._core.walk()
        while (options := walk.next()) is not None:
            yield Solution(self.problem, options)

    def to_text(self) -> str:
        """Returns a text with one line for each node, as ``dlx zdd`` prints it. Options are
        numbered from 1.
        """
        return self._core.text(False)

    def to_dot(self) -> str:
        """Returns the diagram in the language of Graphviz. Options are numbered from 1."""
        return self._core.text(True)

    def __repr__(self) -> str:
        return f"<dlx.Diagram: {quantity(self.node_count, 'node')}>"


def solutions(problem: Problem, **given: Any) -> Solutions:
    """Starts a search and returns its iterator."""
    up_to = given.get("up_to", "none")
    check_up_to(up_to)
    checked = options(given, searching, problem)
    return Solutions(problem, _dlx.Search(problem._core, checked, up_to == "all"))


def check_up_to(up_to: str) -> None:
    if up_to not in ("none", "all"):
        hint = "; only counts of puzzles have 'rotations' and 'reflections'"
        raise ValueError(f"unknown up_to {up_to!r}; there are 'none', 'all'{hint}")


def count(
    problem: Problem,
    group: Optional[_dlx.Symmetries] = None,
    walks: Optional[_dlx.Puzzle] = None,
    **given: Any,
) -> CountResult:
    """Counts solutions, classes of solutions, or walks.

    group
        The symmetry group whose classes of solutions are counted. None: `up_to` says what is
        counted.
    walks
        A puzzle whose solutions are walks, such as a snake. None: solutions are exact covers.
    """
    up_to = given.get("up_to", "none")
    if walks is not None:
        for name in ("certificate", "checkpoint"):
            if given.get(name) is not None:
                raise ValueError(f"a {name} is for exact covers, and these solutions are walks")
    elif group is None:
        check_up_to(up_to)
    checked = options(given, counting, problem)
    with reporting(given.get("progress")) as report:
        if walks is not None:
            found = _dlx.count_walks(walks, checked, report)
        else:
            found = _dlx.count(problem._core, checked, report, group)
    return CountResult(up_to=up_to, **found)


def exact_value(result: CountResult) -> int:
    """Returns the value of the count. Raises Incomplete if a limit ended the count."""
    if result.complete:
        return result.value
    nouns = ("class", "classes") if result.up_to == "all" else ("solution",)
    found, ended = quantity(result.value, *nouns), why(result.status)
    message = f"{found} before {ended} ended the count: there may be more"
    raise Incomplete(message, result.status, result.value, result=result)


def automorphisms(problem: Problem, time_limit: Optional[float]) -> Automorphisms:
    """Finds the group of all symmetries."""
    found = _dlx.automorphisms(problem._core, options({"time_limit": time_limit}))
    if not found["complete"]:
        raise Incomplete("the limit on time ended the search for symmetries", "time_limit")
    return Automorphisms(
        order=found["order"],
        generators=tuple(Symmetry(problem, *images) for images in found["generators"]),
        item_orbits=_orbits(problem.items, found["orbit_of_item"]),
        option_orbits=tuple(
            orbit
            for orbit in _orbits(range(len(problem.options)), found["orbit_of_option"])
            if problem.options[orbit[0]]
        ),
    )


def _orbits(things: Sequence[Any], first_of: List[int]) -> Tuple[Tuple[Any, ...], ...]:
    orbits: Dict[int, List[Any]] = {}
    for thing, first in zip(things, first_of):
        orbits.setdefault(first, []).append(thing)
    return tuple(tuple(orbit) for orbit in orbits.values())
