"""The class Problem."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping as AbstractMapping
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _certificates, _contents, _dlx, _search, _tables, _text
from ._arguments import natural
from ._certificates import Checked
from ._cheapest import Costed
from ._entries import Parts, matrix_as_rows, numbered, rows_as_options
from ._keywords import counting, options as checked_options, searching, takes
from ._search import Automorphisms, CountResult, Diagram, Estimate, Solution, Solutions
from ._solvable import Solvable
from ._types import Bounds, Costs, Entry, ExactCost, Name, Options, Path, Secondary


class Problem(Solvable[Solution], Costed):
    """An exact-cover problem with colours, multiplicities and costs.

    A solution is a set of options in which every primary item occurs exactly once (or as often as
    its bounds say), and every secondary item at most once, or any number of times in one colour.

    Problem(options, *, primary=None, secondary=(), bounds=None, costs=None)

    options
        An iterable of options, each an iterable of entries: items, or pairs ``(item, colour)``
        for secondary items, also written ``"item:colour"``. Two alike are two. Or a mapping ``{name: option}``: then
        `Solution.names` has the names of the options chosen. Python numbers options from 0; the
        command ``dlx`` numbers the same options from 1. Or a pandas frame of 0 and 1, or series of
        collections of items, whose labels are the names; or a sparse matrix of scipy.
    primary
        The items that must be covered, in order; those that no option has make the problem
        unsolvable. None: all that are seen and not secondary, in order of appearance.
    secondary
        The items that need not be covered; or a function that is asked for each item, and for each
        pair: where it says no to a pair, for the item of the pair. Without `primary`, an item that
        no option has is an error.
    bounds
        How often primary items must be covered, where that is not once: ``{item: 2}``, or
        ``{item: (0, 3)}`` for from none to three times.
    costs
        A number for each option, for `cheapest`: int, float, decimal.Decimal or
        fractions.Fraction. Costs are added exactly, and a float is the number that it is printed
        as: 0.1 is a tenth. Where options have names, also a mapping ``{name: cost}``; the other
        options then cost 0. Or a function that is given the entries of each option.

    Items, colours and options are named by anything hashable: strings, numbers, tuples such as cells.
    A problem cannot be changed. ProblemError says what is wrong.

    >>> import dlx
    >>> p = dlx.Problem([["a", "b"], ["c"], ["a", "c"], ["b"]])
    >>> p
    <dlx.Problem: 3 items, 4 options>
    >>> p.count()
    2
    >>> for solution in p.solutions():
    ...     print(solution.options, list(solution))
    (0, 1) [('a', 'b'), ('c',)]
    (2, 3) [('a', 'c'), ('b',)]
    >>> p = dlx.Problem({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6],
    ...                  "E": [2, 3, 6, 7], "F": [2, 7]})
    >>> p.first().names
    ('B', 'D', 'F')
    >>> p = dlx.Problem([["p", "x:red"], ["q", "x:red"]], secondary=["x"], costs=[0.1, 0.2])
    >>> p.first().cost
    Decimal('0.3')
    """

    __slots__ = ("_core", "_items", "_colours", "_names", "__weakref__")

    def __init__(
        self,
        options: Options = (),
        *,
        primary: Optional[Iterable[Name]] = None,
        secondary: Secondary = (),
        bounds: Optional[Mapping[Any, Bounds]] = None,
        costs: Optional[Costs] = None,
    ) -> None:
        self._make(numbered(options, primary, secondary, bounds, costs))

    def _make(self, parts: Parts) -> None:
        self._core = parts.compiled()
        self._items = parts.primary + parts.secondary
        self._colours = parts.colours
        self._names = parts.option_names  # of the options

    @classmethod
    def _of_core(
        cls, core: _dlx.Problem, items: Dict[str, Name] = {}, colours: Dict[str, Name] = {}
    ) -> Problem:
        # Names in place of the words of the compiled problem.
        problem = cls.__new__(cls)
        problem._core = core
        problem._items = tuple(items.get(word, word) for word in core.names())
        problem._colours = tuple(colours.get(word, word) for word in core.colour_names())
        problem._names = None
        return problem

    # Making problems

    @classmethod
    def from_options(
        cls,
        options: Options,
        *,
        primary: Optional[Iterable[Name]] = None,
        secondary: Secondary = (),
        bounds: Optional[Mapping[Any, Bounds]] = None,
        costs: Optional[Costs] = None,
    ) -> Problem:
        """The same as Problem(options, ...).

        >>> import dlx
        >>> p = dlx.Problem.from_options([["p", ("x", "red")], ["q", ("x", "red")]],
        ...                              secondary=["x"])
        >>> p.count()
        1
        """
        return cls(options, primary=primary, secondary=secondary, bounds=bounds, costs=costs)

    @classmethod
    def from_rows(
        cls,
        rows: Union[Iterable[Iterable[int]], Mapping[Any, Iterable[int]]],
        *,
        columns: Optional[int] = None,
        secondary: Union[Iterable[int], Callable[[int], bool]] = (),
        costs: Optional[Costs] = None,
    ) -> Problem:
        """A problem whose items are the numbers 0, 1, ..., as Sage's lists of rows have them.

        rows
            An iterable of rows, each an iterable of column numbers; or a mapping ``{name: row}``.
        columns
            How many there are; None: as many as the greatest number in the rows says.
        secondary
            The columns that need not be covered; or a function that is asked for each column.

        >>> import dlx
        >>> dlx.Problem.from_rows([[0, 1, 2], [3], [0, 1], [2, 3]]).count()
        2
        """
        options, primary, secondary = rows_as_options(rows, columns, secondary)
        return cls(options, primary=primary, secondary=secondary, costs=costs)

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        secondary: Union[Iterable[int], Callable[[int], bool]] = (),
        costs: Optional[Costs] = None,
    ) -> Problem:
        """A problem from a matrix of 0 and 1: nested lists, an array of numpy, a sparse matrix of
        scipy, a pandas frame, or a mapping ``{name: row}``.

        Its rows are the options, its columns the items 0, 1, ...; of a frame, the labels of rows
        and columns are the names of options and items.

        >>> import dlx
        >>> dlx.Problem.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]]).count()
        2
        """
        if _tables.is_frame(matrix):
            return cls(matrix, secondary=secondary, costs=costs)
        names = None
        if isinstance(matrix, AbstractMapping) and not _tables.is_sparse(matrix):
            names, matrix = tuple(matrix), list(matrix.values())
        rows, columns = matrix_as_rows(matrix)
        if names is not None:
            rows = dict(zip(names, rows))
        return cls.from_rows(rows, columns=columns, secondary=secondary, costs=costs)

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        format: str = "knuth",
        secondary: Iterable[int] = (),
        drop_unreachable: bool = False,
        name: str = "<text>",
    ) -> Problem:
        """A problem from text in a format that can be read: see `dlx.readable_formats`.

        Knuth's text has a line of items, with ``|`` before the secondary ones, then a line an
        option. InputError says what is wrong, and where. A text without options is read with a
        warning: its count is 0 if there are items to cover.

        secondary
            Of the formats sage and matrix: the columns that need not be covered.
        drop_unreachable
            Drop options without a primary item, with a warning, rather than refuse them. The
            others keep the numbers that they have in the text.
        name
            What messages call the text.

        >>> import dlx
        >>> p = dlx.Problem.from_text('''
        ...     p q r | x y
        ...     p q x y:A
        ...     p r x:A y
        ...     p x:B
        ...     q x:A
        ...     r y:B
        ... ''')
        >>> print(p.first())
        1: p r x:A y
        3: q x:A
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__}")
        columns, drop = _text.column_numbers(secondary), bool(drop_unreachable)
        read = _dlx.read_text(text, name, format, columns, drop)
        return cls._of_core(_text.read(name, read))

    @classmethod
    def read(
        cls,
        path: Path,
        *,
        format: Optional[str] = None,
        secondary: Iterable[int] = (),
        drop_unreachable: bool = False,
    ) -> Problem:
        """A problem from a file, plain or compressed by gzip or zstd; arguments as for `from_text`.

        format
            None: as the file's name or its first lines say.
        """
        name = os.fspath(path)
        with open(name, "rb"):  # for Python's own words where there is no such file
            pass
        file = name if name != "-" else "./-"  # "-" alone is standard input
        columns, drop = _text.column_numbers(secondary), bool(drop_unreachable)
        return cls._of_core(_text.read(name, _dlx.read_file(file, format, columns, drop)))

    # Writing problems

    def to_text(self, format: str = "knuth", *, strict: bool = False) -> str:
        """The problem as text in a format that can be written: see `dlx.writable_formats`.

        Names that are no words are spelled so that they are: ``(0, 1)`` as ``0,1``, blanks and
        the signs ``:`` and ``|`` as ``%20``, ``%3A``, ``%7C``. ValueError where the format cannot
        say what the problem is.

        strict
            Of Knuth's format: only names of 8 characters and colours of one, as his programs want.

        >>> import dlx
        >>> p = dlx.Problem([[(0, 0), (0, 1)], [(0, 0)], [(0, 1)]])
        >>> print(p.to_text(), end="")
        0,0 0,1
        0,0 0,1
        0,0
        0,1
        """
        text, notes = _dlx.to_text(self._core, format, bool(strict))
        if format != "knuth":  # what Knuth's own programs refuse needs `strict`
            for note in notes:
                warnings.warn(note, stacklevel=2)
        return text

    def write(
        self,
        path: Path,
        *,
        format: Optional[str] = None,
        strict: bool = False,
    ) -> None:
        """Writes the problem into a file, packed if its name ends with .gz.

        format
            None: as the file's name says, before .gz: .sage, .matrix, .opb, .cnf, .lp, .mzn; or
            Knuth's text.
        """
        name = os.fspath(path)
        if format is None:
            format = _dlx.format_of_name(name)
        _text.write_file(name, self.to_text(format, strict=strict))

    # What there is

    @property
    def items(self) -> Tuple[Name, ...]:
        """All items, primary ones first."""
        return self._items

    @property
    def primary(self) -> Tuple[Name, ...]:
        """The items that must be covered."""
        return self._items[: self._core.primary_count]

    @property
    def secondary(self) -> Tuple[Name, ...]:
        """The items that need not be covered."""
        return self._items[self._core.primary_count :]

    @property
    def colours(self) -> Tuple[Name, ...]:
        """The colours, in order of appearance."""
        return self._colours

    @property
    def options(self) -> Sequence[Tuple[Entry, ...]]:
        """The options, each a tuple of its entries: items, or pairs of an item and its colour.

        They are numbered as in the file; an option that was dropped is an empty tuple.
        """
        return _contents.Options(self)

    @property
    def option_names(self) -> Optional[Tuple[Name, ...]]:
        """The names of the options, where they were given as a mapping; otherwise None.

        >>> import dlx
        >>> dlx.Problem({"x": ["a"], "y": ["a", "b"]}).option_names
        ('x', 'y')
        """
        return self._names

    @property
    def costs(self) -> Tuple[ExactCost, ...]:
        """The cost of each option; 0 for one that was dropped."""
        return tuple(self._core.cost(o) for o in range(len(self.options)))

    @property
    def bounds(self) -> Dict[Name, Tuple[int, int]]:
        """How often primary items must be covered, from and to, where that is not once."""
        every = ((item, self._core.bounds(i)) for i, item in enumerate(self.primary))
        return {item: bounds for item, bounds in every if bounds != (1, 1)}

    @property
    def identity(self) -> str:
        """The SHA-256 of the problem's text, in hexadecimal: the same as ``dlx info`` prints."""
        return self._core.identity()

    def __len__(self) -> int:
        """The number of options, without those that were dropped."""
        return self._core.option_count

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return _contents.summary(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self is other or (
            self._items == other._items
            and self._core.primary_count == other._core.primary_count
            and self._names == other._names
            and self.options == other.options
            and self.bounds == other.bounds
            and self.costs == other.costs
        )

    def __hash__(self) -> int:
        return hash((len(self), self._items))

    def __copy__(self) -> Problem:
        return self

    def __deepcopy__(self, memo: Dict[int, Any]) -> Problem:
        return self

    def __reduce__(self) -> Tuple[Callable[..., Problem], Tuple[Any, ...]]:
        return _rebuilt, tuple(Parts.of(self))

    # Solutions

    @takes(searching)
    def solutions(self, **options: Any) -> Solutions:
        """An iterator over the solutions, found as they are asked for.

        Limits on time and nodes count from the first solution that is asked for. What is found by
        then comes; then Incomplete is raised, because there may be more. All engines find the same
        solutions, in different orders.

        Up to symmetry: one solution of each class, with its `class_size`. The symmetries are all
        automorphisms of the problem, which are found first. Then `memory_limit` is for the table
        that tells classes apart where there are more than 50,000 symmetries.

        >>> import dlx
        >>> p = dlx.Problem.from_rows([[0, 1], [2], [0], [1, 2], [1]])
        >>> [s.options for s in p.solutions(limit=2)]
        [(0, 1), (1, 2, 4)]
        """
        return _search.solutions(self, **options)

    @takes(searching)
    def representatives(self, **options: Any) -> Solutions:
        """The same as ``solutions(up_to="all", ...)``.

        >>> import dlx
        >>> p = dlx.puzzles.queens(6).problem
        >>> [s.class_size for s in p.representatives()]
        [4]
        """
        return self.solutions(**{"up_to": "all", **options})

    def sample(
        self,
        n: int = 1,
        *,
        seed: Optional[int] = None,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> List[Solution]:
        """n solutions drawn at random, each as likely as any other; one may come twice.

        By the `diagram` of all solutions, which takes the limits. ValueError if there is none.

        seed
            From 0 to 2^64 - 1; the same one draws the same solutions on every machine. None: any.

        >>> import dlx
        >>> p = dlx.puzzles.dominoes(8, 8).problem
        >>> len(p.sample(3, seed=1))
        3
        """
        diagram = self.diagram(time_limit=time_limit, memory_limit=memory_limit)
        return diagram.sample(n, seed=seed)

    def diagram(
        self,
        *,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        memory_limit: Optional[int] = None,
    ) -> Diagram:
        """The decision diagram of all solutions: to count, list, sample, weigh them.

        Its size has little to do with the number of solutions. Raises Incomplete at a limit.

        node_limit
            Of states that a sweep looks at, and of nodes of a search that lists solutions.
        memory_limit
            Bytes of diagram and tables; None: 2 GiB.
        """
        limits = {"time_limit": time_limit, "node_limit": node_limit, "memory_limit": memory_limit}
        status, core = _dlx.build_diagram(self._core, checked_options(limits))
        if core is None:
            ended = _search.why(status)
            raise _search.Incomplete(f"{ended} ended the making of the diagram", status)
        return Diagram(self, core)

    def check_certificate(self, path: Path, *, checker: Optional[Path] = None) -> Checked:
        """What a certificate of a count of this problem proves, by the program dlx-check.

        dlx-check shares no code with the engine. CertificateError says why it refuses one.

        checker
            The program; None: the one in the package, or on the PATH.
        """
        return _certificates.check(self, path, checker)

    def marginals(
        self, *, time_limit: Optional[float] = None, memory_limit: Optional[int] = None
    ) -> List[float]:
        """Of each option, the probability that a solution drawn at random has it.

        By the `diagram` of all solutions, which takes the limits. All 0 if there is no solution.

        >>> import dlx
        >>> dlx.Problem([["a", "b"], ["a"], ["b"], ["b"]]).marginals()
        [0.3333333333333333, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333]
        """
        return self.diagram(time_limit=time_limit, memory_limit=memory_limit).marginals()

    def verify(self, options: Union[Solution, Iterable[Any]]) -> List[str]:
        """Every way in which a set of options fails to be a solution; [] if it is one.

        Straight from the definition, without any search. Options are given by number, or by a
        name that is no number.

        >>> import dlx
        >>> p = dlx.Problem([["a", "b"], ["c"], ["a", "c"]])
        >>> p.verify([0, 1])
        []
        >>> p.verify([1, 2])
        ["item 'b' is not covered", "item 'c' is covered by options 1 and 2"]
        """
        chosen = options.options if isinstance(options, Solution) else options
        numbers = _contents.numbers_of(self._names, chosen)
        return _contents.faults(self._core, self._items, numbers, self._names)

    # Options that are given

    def restricted(self, fix: Iterable[Any] = (), forbid: Iterable[Any] = ()) -> Problem:
        """The problem of the solutions that have all options of `fix`, and none of `forbid`.

        Options that cannot be in such a solution are dropped; the others keep their numbers and
        names, so that the solutions are solutions of this problem too. `Questions` answers many
        such questions more quickly.

        fix, forbid
            Options, by number or by a name that is no number.

        >>> import dlx
        >>> p = dlx.Problem([["a", "b"], ["c"], ["a", "c"], ["b"]])
        >>> [s.options for s in p.restricted(fix=[2]).solutions()]
        [(2, 3)]
        >>> p.restricted(forbid=[0, 3]).count()
        0
        """
        core = _dlx.restricted(
            self._core,
            _contents.options_of(self, "fix", fix),
            _contents.options_of(self, "forbid", forbid),
        )
        # Fixed options may get an item of their own. Names are those of this problem.
        problem = Problem._of_core(
            core,
            dict(zip(self._core.names(), self._items)),
            dict(zip(self._core.colour_names(), self._colours)),
        )
        problem._names = self._names
        return problem

    # Counts

    @takes(counting)
    def count_classes(self, **options: Any) -> int:
        """The same as ``count(up_to="all", ...)``."""
        return self.count(**{"up_to": "all", **options})

    @takes(counting)
    def count_result(self, **options: Any) -> CountResult:
        """What `count` counts, and how; also if a limit ended it, which `complete` says.

        With a `fingerprint` the result has the fingerprint of the set of solutions, by which two
        counts can be compared.
        """
        return _search.count(self, **options)

    def estimate(
        self, probes: Optional[int] = None, *, seed: int = 1, time_limit: Optional[float] = None
    ) -> Estimate:
        """How many solutions there may be, and how many nodes a search has, by random probes.

        The means have the right expectation; their errors are large where solutions are spread
        unevenly. The same seed gives the same numbers. ValueError where there are bounds.

        probes
            None: as many as the time allows, or 10000.
        """
        number = None if probes is None else natural("probes", probes)
        seed = natural("seed", seed, 2**64 - 1)
        limits = checked_options({"time_limit": time_limit})
        return Estimate(**_dlx.estimate(self._core, number, seed, limits))

    # Symmetry

    def automorphisms(self, *, time_limit: Optional[float] = None) -> Automorphisms:
        """The group of all symmetries of the problem: permutations of items that take options to
        options, in their colours and at their cost. Raises Incomplete at the limit.

        >>> import dlx
        >>> group = dlx.puzzles.queens(8).problem.automorphisms()
        >>> group.order
        8
        """
        return _search.automorphisms(self, time_limit)


def _rebuilt(*parts: Any) -> Problem:
    # Pickles of problems name this function.
    problem = Problem.__new__(Problem)
    problem._make(Parts(*parts))
    return problem
