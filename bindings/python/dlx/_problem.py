"""The class Problem."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping as AbstractMapping
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from . import _certificates, _contents, _dlx, _search, _tables, _text
from ._arguments import natural
from ._certificates import Checked
from ._cheapest import Costed
from ._contents import Contents
from ._entries import Parts, matrix_as_rows, numbered, rows_as_options
from ._keywords import counting, options as checked_options, searching, takes
from ._search import Automorphisms, CountResult, Diagram, Estimate, Solution, Solutions
from ._solvable import Solvable
from ._types import Bounds, Costs, Name, Options, Path, Secondary


class Problem(Contents, Solvable[Solution], Costed):
    """An exact-cover problem with colours, multiplicities and costs.

    A solution is a set of options in which every primary item occurs exactly once (or as often as
    its bounds allow). Every secondary item occurs at most once, or any number of times in one
    colour.

    Problem(options, *, primary=None, secondary=(), bounds=None, costs=None)

    options
        An iterable of options, each an iterable of entries. An entry is an item, or a pair
        ``(item, colour)`` for a secondary item, also written ``"item:colour"``. Two options with
        the same entries are two different options. Python numbers options from 0; the command
        ``dlx`` numbers the same options from 1. Instead of an iterable, `options` may be a mapping
        ``{name: option}``. Then `Solution.names` contains the names of the chosen options.
        `options` may also be a scipy sparse matrix, a pandas frame of 0 and 1, or a pandas series
        of collections of items. The labels of a frame or series become the names.
    primary
        The items that must be covered, in order; all other items are then in `secondary`. If one
        of these items is in no option, the problem has no solution. None: all items in the options
        that are not secondary, in order of appearance.
    secondary
        The items that need not be covered, or a function that returns whether an item is
        secondary. The function is called for each item and for each pair ``(item, colour)``. If it
        returns False for a pair, it is called again for the item of the pair. Without `primary`, a
        secondary item that no option contains is an error.
    bounds
        How often primary items must be covered, if not exactly once. For example, ``{item: 2}``
        means twice, and ``{item: (0, 3)}`` means at most three times.
    costs
        A number for each option, for `cheapest`: int, float, decimal.Decimal or
        fractions.Fraction. Costs are added exactly. A float means the decimal number that Python
        prints for it: 0.1 is exactly a tenth. If options have names, `costs` may be a mapping
        ``{name: cost}``; other options cost 0. The labels of a pandas series are the names or
        numbers of all options. `costs` may also be a function that is called with the entries of
        each option.

    Names of items, colours and options are hashable values, such as strings, numbers or tuples. A
    problem cannot be changed. If arguments are wrong, ProblemError is raised, and its message
    contains the reason.

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
        self._names = parts.option_names  # names of the options

    @classmethod
    def _of_core(
        cls, core: _dlx.Problem, items: Dict[str, Name] = {}, colours: Dict[str, Name] = {}
    ) -> Problem:
        # In the C++ problem, items and colours are named by words. The mappings `items` and
        # `colours` convert these words to the names that the user gave.
        problem = cls.__new__(cls)
        problem._core = core
        problem._items = tuple(items.get(word, word) for word in core.names())
        problem._colours = tuple(colours.get(word, word) for word in core.colour_names())
        names = core.option_names()
        problem._names = None if names is None else tuple(n or o for o, n in enumerate(names))
        return problem

    # Constructors

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
        """Returns Problem(options, ...).

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
        """Returns a problem whose items are the column numbers 0, 1, ..., from rows in the form
        that Sage uses.

        rows
            An iterable of rows, each an iterable of column numbers; or a mapping ``{name: row}``.
        columns
            The number of columns. None: one more than the greatest column number in the rows, which
            may exceed the number of entries by at most 2^20.
        secondary
            The columns that need not be covered, or a function that returns whether a column is
            secondary.

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
        """Returns a problem made from a matrix of 0 and 1.

        The matrix may be nested lists, a numpy array, a scipy sparse matrix, a pandas frame, or a
        mapping ``{name: row}``.

        Rows become options, and columns become the items 0, 1, ... The labels of a frame become
        the names of options and items.

        >>> import dlx
        >>> dlx.Problem.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]]).count()
        2
        """
        if _tables.is_frame(matrix):
            return cls(matrix, secondary=secondary, costs=costs)
        names = None
        if isinstance(matrix, AbstractMapping) and not _tables.is_sparse(matrix):
            names = tuple(matrix)
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
        """Returns a problem read from text. `dlx.readable_formats` lists the formats.

        In Knuth's format, the first line contains the items, with ``|`` before the secondary
        items. Each further line contains an option. InputError is raised if the text contains an
        error; its message contains the reason and the position. If the text contains no options, a
        warning is given; the count is then 0 if there are items to cover.

        secondary
            Only for the formats sage and matrix: the columns that need not be covered.
        drop_unreachable
            If True, options without a primary item are dropped with a warning, and other options
            keep their numbers in the text. If False, such options are errors.
        name
            The name of the text in messages.

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
        """Returns a problem read from a file, which may be compressed with gzip or zstd.

        Arguments are those of `from_text`.

        format
            The format of the file. None: determined by the file's name or its first lines.
        """
        name = os.fspath(path)
        with open(name, "rb"):  # so that Python raises its usual error if the file is missing
            pass
        file = name if name != "-" else "./-"  # "-" alone is standard input
        columns, drop = _text.column_numbers(secondary), bool(drop_unreachable)
        return cls._of_core(_text.read(name, _dlx.read_file(file, format, columns, drop)))

    # Writing problems

    def to_text(self, format: str = "knuth", *, strict: bool = False) -> str:
        """Returns the problem as text. `dlx.writable_formats` lists the formats.

        Names that the text format cannot contain are converted to words. For example, ``(0, 1)``
        becomes ``0,1``, and blanks, ``:`` and ``|`` become ``%20``, ``%3A`` and ``%7C``. ValueError
        is raised if the format cannot express the problem.

        strict
            Only for Knuth's format: raise an error unless names have at most 8 characters and
            colours have one, because Knuth's own programs require this.

        >>> import dlx
        >>> p = dlx.Problem([[(0, 0), (0, 1)], [(0, 0)], [(0, 1)]])
        >>> print(p.to_text(), end="")
        0,0 0,1
        0,0 0,1
        0,0
        0,1
        """
        text, notes = _dlx.to_text(self._core, format, bool(strict))
        if format == "knuth":  # notes on Knuth's programs matter only with `strict`
            notes = ["names of options are left out"] if self._core.option_names() else []
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
        """Writes the problem to a file. If the name ends with .gz, compresses it with gzip.

        format
            The format of the file. None: determined by the ending of the name, before .gz: .sage,
            .matrix, .opb, .cnf, .lp or .mzn. Any other ending means Knuth's format.
        """
        name = os.fspath(path)
        if format is None:
            format = _dlx.format_of_name(name)
        _text.write_file(name, self.to_text(format, strict=strict))

    # Comparisons and copies

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
        """Returns an iterator over the solutions. The search runs while the iterator is used.

        Limits on time and nodes begin with the first step of the iterator. At a limit, the
        iterator first returns the solutions already found. Then the iterator raises Incomplete,
        because there may be more solutions. All engines find the same solutions, in different
        orders.

        With ``up_to="all"``, the iterator returns one solution of each class of symmetric
        solutions, with the `class_size`. The search first finds all automorphisms of the problem.
        If there are more than 50,000 symmetries, a table of the classes already seen is needed;
        `memory_limit` limits this table.

        >>> import dlx
        >>> p = dlx.Problem.from_rows([[0, 1], [2], [0], [1, 2], [1]])
        >>> [s.options for s in p.solutions(limit=2)]
        [(0, 1), (1, 2, 4)]
        """
        return _search.solutions(self, **options)

    @takes(searching)
    def representatives(self, **options: Any) -> Solutions:
        """Returns ``solutions(up_to="all", ...)``: one solution of each class of symmetric
        solutions.

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
        """Returns n random solutions, drawn uniformly and with replacement.

        The solutions are drawn from the `diagram` of all solutions. The limits apply to the
        construction of the diagram. ValueError is raised if there is no solution.

        seed
            A number from 0 to 2^64 - 1. Equal seeds draw equal solutions on every machine. None: a
            random seed.

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
        """Returns the decision diagram of all solutions, from which they can be counted, listed
        and sampled.

        The size of the diagram depends little on the number of solutions. Raises Incomplete if a
        limit ends the construction.

        node_limit
            Limit on the states of the sweep that builds the diagram item by item, and on the
            nodes of the search that lists the solutions. These two methods take turns.
        memory_limit
            Limit in bytes on the diagram and the tables. None: 2 GiB.
        """
        limits = {"time_limit": time_limit, "node_limit": node_limit, "memory_limit": memory_limit}
        status, core = _dlx.build_diagram(self._core, checked_options(limits))
        if core is None:
            ended = _search.why(status)
            raise _search.Incomplete(f"{ended} ended the making of the diagram", status)
        return Diagram(self, core)

    def check_certificate(self, path: Path, *, checker: Optional[Path] = None) -> Checked:
        """Checks a certificate of a count of this problem with the program dlx-check. Returns the
        numbers that the certificate proves.

        dlx-check shares no code with the engines. If dlx-check rejects the certificate,
        CertificateError is raised; its message contains the reason.

        checker
            The path of dlx-check. None: the program in the package, or else on the PATH.
        """
        return _certificates.check(self, path, checker)

    def marginals(
        self, *, time_limit: Optional[float] = None, memory_limit: Optional[int] = None
    ) -> List[float]:
        """Returns, for each option, the probability that a random solution contains it.

        The probabilities are computed from the `diagram` of all solutions. The limits apply to the
        construction of the diagram. All probabilities are 0 if no solution exists.

        >>> import dlx
        >>> dlx.Problem([["a", "b"], ["a"], ["b"], ["b"]]).marginals()
        [0.3333333333333333, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333]
        """
        return self.diagram(time_limit=time_limit, memory_limit=memory_limit).marginals()

    def verify(self, options: Union[Solution, Iterable[Any]]) -> List[str]:
        """Returns the reasons why a set of options is not a solution; [] if it is one.

        The check uses only the definition of a solution, and no search. Options are given as for
        `restricted`.

        >>> import dlx
        >>> p = dlx.Problem([["a", "b"], ["c"], ["a", "c"]])
        >>> p.verify([0, 1])
        []
        >>> p.verify([1, 2])
        ["item 'b' is not covered", "item 'c' is covered by options 1 and 2"]
        """
        chosen = _contents.listed(self, "options", options)
        numbers = _contents.numbers_of(self._names, chosen)
        return _contents.faults(self._core, self._items, numbers, self._names)

    # Fixed and forbidden options

    def restricted(self, fix: Iterable[Any] = (), forbid: Iterable[Any] = ()) -> Problem:
        """Returns the problem whose solutions contain all options of `fix` and no option of
        `forbid`.

        Options that cannot be in such a solution are dropped. The other options keep their numbers
        and names, so each solution of the new problem is also a solution of this problem. For many
        different `fix` and `forbid`, `Questions` is faster.

        fix, forbid
            Options, given by number or by name; an int always means a number. Or a solution, or a
            mask: True or False for each option, or a series or mapping of names to True or False.

        >>> import dlx
        >>> p = dlx.Problem([["a", "b"], ["c"], ["a", "c"], ["b"]])
        >>> [s.options for s in p.restricted(fix=[2]).solutions()]
        [(2, 3)]
        >>> p.restricted(forbid=[0, 3]).count()
        0
        """
        core = _dlx.restricted(
            self._core,
            *(
                _contents.options_of(self, what, _contents.listed(self, what, chosen))
                for what, chosen in (("fix", fix), ("forbid", forbid))
            ),
        )
        # A fixed option may get an additional item. All other items keep their names.
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
        """Returns ``count(up_to="all", ...)``: the number of classes of symmetric solutions."""
        return self.count(**{"up_to": "all", **options})

    @takes(counting)
    def count_result(self, **options: Any) -> CountResult:
        """Counts as `count` does, and returns a result with the counting method and statistics.

        If a limit ends the count, no error is raised; `complete` is then False.

        With the keyword `fingerprint`, the result contains a hash of the set of solutions. Two
        counts with equal hashes have almost certainly counted the same solutions.
        """
        return _search.count(self, **options)

    def estimate(
        self, probes: Optional[int] = None, *, seed: int = 1, time_limit: Optional[float] = None
    ) -> Estimate:
        """Estimates the number of solutions and the number of nodes of a search, by random probes.

        The estimates are unbiased, but their errors are large if solutions are distributed
        unevenly over the search tree. Equal seeds give equal estimates. ValueError is raised if
        items have bounds other than 1.

        probes
            The number of probes. None: as many as the time limit allows or, without a limit,
            10000.
        """
        number = None if probes is None else natural("probes", probes)
        seed = natural("seed", seed, 2**64 - 1)
        limits = checked_options({"time_limit": time_limit})
        return Estimate(**_dlx.estimate(self._core, number, seed, limits))

    # Symmetry

    def automorphisms(self, *, time_limit: Optional[float] = None) -> Automorphisms:
        """Returns the group of all symmetries of the problem. Raises Incomplete at the time limit.

        A symmetry is a permutation of the items that maps each option to an option of the same
        cost. Colours of an item are mapped to colours of its image.

        >>> import dlx
        >>> group = dlx.puzzles.queens(8).problem.automorphisms()
        >>> group.order
        8
        """
        return _search.automorphisms(self, time_limit)


def _rebuilt(*parts: Any) -> Problem:
    # Pickles of problems refer to this function by its name.
    problem = Problem.__new__(Problem)
    problem._make(Parts(*parts))
    return problem
