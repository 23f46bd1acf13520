"""Problems, from whatever they are made."""

from __future__ import annotations

import operator
import os
import warnings
from collections.abc import Mapping as AbstractMapping
from collections.abc import Sequence as AbstractSequence
from typing import (
    Any,
    Callable,
    Dict,
    Hashable,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from . import _dlx
from ._errors import Incomplete, ProblemError, why
from ._search import (
    Automorphisms,
    CountResult,
    Diagram,
    Estimate,
    Progress,
    Solution,
    Solutions,
    Symmetry,
    natural,
    search_options,
)

#: What names an item or a colour: a string, a number, a tuple, anything that can be a key.
Name = Hashable
#: An item of an option: its name, or a secondary item and its colour.
Entry = Union[Name, Tuple[Name, Name]]
#: How often an item must be covered: a number, or the least and the largest number.
Bounds = Union[int, Tuple[int, int]]
#: Options, each a collection of entries; or options by name.
Options = Union[Iterable[Iterable[Entry]], Mapping[Any, Iterable[Entry]]]
#: A cost for each option; or costs by the names of options.
Costs = Union[Iterable[int], Mapping[Any, int]]

_largest = 2**32 - 1


def _spelled(name: Name) -> str:
    """A name as the text formats have it, where blanks, ':' and '|' mean something."""
    if isinstance(name, tuple):
        return ",".join(_spelled(part) for part in name)
    text = name if isinstance(name, str) else str(name)
    if text and text.isprintable() and not any(c in text for c in " :|"):
        return text
    spelled = ""
    for c in text:
        if c.isprintable() and c not in " :|":
            spelled += c
        else:
            spelled += "".join(f"%{byte:02X}" for byte in c.encode("utf-8", "surrogatepass"))
    return spelled or "%"


def _all_spelled(names: Iterable[Name]) -> List[str]:
    """Each name in a spelling of its own."""
    taken: Dict[str, int] = {}
    all_of_them = []
    for name in names:
        first = text = _spelled(name)
        while text in taken:
            taken[first] += 1
            text = f"{first}~{taken[first]}"
        taken[text] = 1
        all_of_them.append(text)
    return all_of_them


def _number(what: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {value!r}") from None


def _bounds(item: Name, bounds: Bounds) -> Tuple[int, int]:
    what = f"the bounds of item {item!r}"
    if isinstance(bounds, tuple):
        if len(bounds) != 2:
            raise ProblemError(f"{what} are {bounds!r}; wanted a number or from and to")
        at_least, at_most = (_number(what, bound) for bound in bounds)
    else:
        at_least = at_most = _number(what, bounds)
    if not 0 <= at_least <= at_most or not 1 <= at_most <= _largest:
        raise ProblemError(
            f"{what} are {at_least} to {at_most}; wanted 0 <= at least <= at most, at most >= 1"
        )
    return at_least, at_most


def _check_cost(called: str, cost: Any) -> int:
    number = _number(f"{called}: a cost", cost)
    if not -(2**63) <= number < 2**63:
        raise ProblemError(f"{called}: the cost {number} does not fit in 64 bits")
    return number


class _Numbers:
    """Items, colours and options as numbers, while a problem is made."""

    def __init__(self, *, declared: bool) -> None:
        self.declared = declared  # or else unknown items are primary ones that are new
        self.primary: List[Name] = []
        self.secondary: List[Name] = []
        self.bounds: Dict[int, Tuple[int, int]] = {}
        self.colours: Dict[Name, int] = {}
        self.options: List[List[int]] = []  # secondary items counted from -1 down
        self.colours_of_options: List[List[int]] = []  # from 1; 0 for none
        self.costs: List[int] = []
        self._number_of: Dict[Name, int] = {}
        self._is_secondary: Dict[Name, bool] = {}

    def declare(self, name: Name, *, primary: bool) -> None:
        try:
            if name in self._number_of:
                raise ProblemError(f"item {name!r} is declared twice")
        except TypeError:
            raise TypeError(f"{name!r} is not hashable and so names no item") from None
        names = self.primary if primary else self.secondary
        self._number_of[name] = len(names) if primary else -1 - len(names)
        self._is_secondary[name] = not primary
        names.append(name)

    def bound(self, name: Name, bounds: Bounds) -> None:
        if self._is_secondary.get(name, True):
            raise ProblemError(f"bounds are for primary items, and {name!r} is none")
        its = _bounds(name, bounds)
        if its != (1, 1):
            self.bounds[self._number_of[name]] = its

    def add(self, option: Iterable[Entry], cost: int, called: str = "") -> None:
        """Adds an option, or raises and leaves everything as it was.

        called
            The option in messages; empty: by its number.
        """
        called = called or f"option {len(self.options)}"
        if isinstance(option, (str, bytes)):
            raise TypeError(f"{called}: a collection of items is wanted, not the string {option!r}")
        if type(option) is not list and isinstance(option, AbstractMapping):
            raise TypeError(
                f"{called}: a collection of items is wanted, not the mapping {option!r}; only the "
                "options themselves can be named: Problem({name: items})"
            )
        try:
            option = tuple(option)
        except TypeError:
            raise TypeError(
                f"{called}: a collection of items is wanted, not {option!r}"
            ) from None
        if not self.secondary and option:
            # Nothing can be coloured: most problems are made here.
            try:
                known = [self._number_of[entry] for entry in option]
            except (KeyError, TypeError):
                known = []
            if known and len(set(known)) == len(known):
                self._append(called, known, [0] * len(known), cost)
                return
        items: List[int] = []
        colours: List[Optional[Name]] = []
        is_coloured: List[bool] = []
        new: Dict[Name, int] = {}
        for entry in option:
            item, colour, coloured = entry, None, False
            try:
                number = self._number_of.get(entry, new.get(entry))
                if isinstance(entry, tuple) and len(entry) == 2:
                    coloured = self._is_secondary.get(entry[0], False)
            except TypeError:
                raise TypeError(
                    f"{called}: {entry!r} is not hashable and so names no item"
                ) from None
            if coloured:
                if number is not None:
                    raise ProblemError(
                        f"{called}: {entry!r} may be an item or a coloured one; "
                        "give one of them another name"
                    )
                assert isinstance(entry, tuple)
                item, colour = entry
                hash(colour)
                number = self._number_of[item]
            elif number is None:
                if self.declared:
                    hint = ""
                    if isinstance(entry, tuple) and len(entry) == 2 and entry[0] in self._number_of:
                        hint = f"; {entry[0]!r} is primary, and only secondary items are coloured"
                    raise ProblemError(f"{called}: unknown item {entry!r}{hint}")
                number = new[entry] = len(self.primary) + len(new)
            if number in items:
                raise ProblemError(f"{called}: item {item!r} occurs twice")
            items.append(number)
            colours.append(colour)
            is_coloured.append(coloured)
        if not any(number >= 0 for number in items):
            raise ProblemError(
                f"{called}: no primary item among its items; it could never be chosen"
            )
        _check_cost(called, cost)
        for name in new:
            self.declare(name, primary=True)
        its_colours = [
            self.colours.setdefault(colour, len(self.colours) + 1) if coloured else 0
            for colour, coloured in zip(colours, is_coloured)
        ]
        self._append(called, items, its_colours, cost)

    def _append(self, called: str, items: List[int], colours: List[int], cost: int) -> None:
        self.costs.append(_check_cost(called, cost))
        self.options.append(items)
        self.colours_of_options.append(colours)

    def parts(self) -> Tuple[Any, ...]:
        """What Problem._make takes."""
        options = self.options
        if self.secondary:
            last = len(self.primary) - 1
            options = [[i if i >= 0 else last - i for i in items] for items in options]
        return (
            tuple(self.primary),
            tuple(self.secondary),
            dict(self.bounds) or None,
            tuple(self.colours),
            options,
            self.colours_of_options if self.colours else None,
            self.costs if any(self.costs) else None,
        )


def _costs(costs: Costs, options: int, names: Optional[Tuple[Name, ...]]) -> List[int]:
    """A cost for each option."""
    if isinstance(costs, AbstractMapping):
        if names is None:
            raise TypeError(
                "costs by name are for options with names, {name: option}; wanted a list of "
                "whole numbers, one for each option"
            )
        known = set(names)
        for name in costs:
            if name not in known:
                raise ProblemError(f"costs: no option has the name {name!r}")
        return [costs.get(name, 0) for name in names]
    try:
        listed = list(costs)
    except TypeError:
        raise TypeError(
            f"costs are whole numbers, one for each option, and not {costs!r}"
        ) from None
    if len(listed) != options:
        raise ProblemError(f"{len(listed)} costs for {options} options")
    return listed


def _names(kind: str, names: Iterable[Name]) -> Iterable[Name]:
    if isinstance(names, str):
        raise TypeError(f"{kind} items are a collection of names, not the string {names!r}")
    return names


class _Options(AbstractSequence):  # type: ignore[type-arg]
    """The options of a problem, made as they are asked for."""

    __slots__ = ("_problem",)

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def __len__(self) -> int:
        return self._problem._core.option_count

    @overload
    def __getitem__(self, index: int) -> Tuple[Entry, ...]: ...

    @overload
    def __getitem__(self, index: slice) -> Tuple[Tuple[Entry, ...], ...]: ...

    def __getitem__(self, index: Union[int, slice]) -> Any:
        if isinstance(index, slice):
            return tuple(self._problem._option(o) for o in range(*index.indices(len(self))))
        o = operator.index(index)
        if o < 0:
            o += len(self)
        if not 0 <= o < len(self):
            raise IndexError(f"no option {index}; there are {len(self)}, from 0")
        return self._problem._option(o)

    def __iter__(self) -> Iterator[Tuple[Entry, ...]]:
        return map(self._problem._option, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AbstractSequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(mine == its for mine, its in zip(self, other))

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3]))
        return f"<{len(self)} options: {shown}{', ...' if len(self) > 3 else ''}>"


class Problem:
    """An exact-cover problem with colours, multiplicities and costs.

    A solution is a set of options in which every primary item occurs exactly once (or as often as
    its bounds say), and every secondary item at most once, or any number of times in one colour.

    Problem(options, *, primary=None, secondary=(), bounds=None, costs=None)

    options
        An iterable of options, each an iterable of entries: items, or pairs ``(item, colour)``
        for secondary items. Two alike are two. Or a mapping ``{name: option}``: then
        `Solution.names` has the names of the options chosen. Python numbers options from 0; the
        command ``dlx`` numbers the same options from 1.
    primary
        The items that must be covered, in order; those that no option has make the problem
        unsolvable. None: all that are seen and not secondary, in order of appearance.
    secondary
        The items that need not be covered.
    bounds
        How often primary items must be covered, where that is not once: ``{item: 2}``, or
        ``{item: (0, 3)}`` for from none to three times.
    costs
        A whole number for each option, for `cheapest`. Where options have names, also a mapping
        ``{name: cost}``; the other options then cost 0.

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
    """

    __slots__ = ("_core", "_items", "_colours", "_names", "__weakref__")

    _core: _dlx.Problem
    _items: Tuple[Name, ...]
    _colours: Tuple[Name, ...]
    _names: Optional[Tuple[Name, ...]]  # of the options

    def __init__(
        self,
        options: Options = (),
        *,
        primary: Optional[Iterable[Name]] = None,
        secondary: Iterable[Name] = (),
        bounds: Optional[Mapping[Any, Bounds]] = None,
        costs: Optional[Costs] = None,
    ) -> None:
        if isinstance(options, (str, bytes)):
            raise TypeError("options are a collection of options; for text see Problem.from_text")
        names: Optional[Tuple[Name, ...]] = None
        if isinstance(options, AbstractMapping):
            names, options = tuple(options), options.values()
        try:
            each = iter(options)
        except TypeError:
            raise TypeError(
                "options are a collection of options, or a mapping of names to options, and not "
                f"{options!r}; for a file see Problem.read"
            ) from None
        if bounds is not None and not isinstance(bounds, AbstractMapping):
            raise TypeError("bounds are a mapping of items to how often they are covered")
        numbers = _Numbers(declared=primary is not None)
        for name in _names("primary", primary if primary is not None else ()):
            numbers.declare(name, primary=True)
        for name in _names("secondary", secondary):
            numbers.declare(name, primary=False)
        if costs is None:
            for o, option in enumerate(each):
                numbers.add(option, 0, f"option {names[o]!r}" if names else "")
        else:
            all_options = list(each)
            all_costs = _costs(costs, len(all_options), names)
            for o, (option, cost) in enumerate(zip(all_options, all_costs)):
                numbers.add(option, cost, f"option {names[o]!r}" if names else "")
        for item, its in (bounds or {}).items():
            numbers.bound(item, its)
        self._make(*numbers.parts(), names)

    def _make(
        self,
        primary: Tuple[Name, ...],
        secondary: Tuple[Name, ...],
        bounds: Optional[Dict[int, Tuple[int, int]]],
        colours: Tuple[Name, ...],
        options: List[List[int]],
        colours_of_options: Optional[List[List[int]]],
        costs: Optional[List[int]],
        option_names: Optional[Tuple[Name, ...]] = None,
    ) -> None:
        """From numbers: of items in options, from 0; of colours, from 1, with 0 for none."""
        self._items = primary + secondary
        self._colours = colours
        self._names = option_names
        names = _all_spelled(self._items)
        self._core = _dlx.make_problem(
            (
                names[: len(primary)],
                names[len(primary) :],
                [bounds.get(i, (1, 1)) for i in range(len(primary))] if bounds else None,
                _all_spelled(colours),
                options,
                colours_of_options,
                costs,
            )
        )

    @classmethod
    def _of_core(cls, core: _dlx.Problem, items: Optional[Tuple[Name, ...]] = None) -> Problem:
        problem = cls.__new__(cls)
        problem._core = core
        problem._items = tuple(core.names()) if items is None else items
        problem._colours = tuple(core.colour_names())
        problem._names = None
        return problem

    # Making problems

    @classmethod
    def from_options(
        cls,
        options: Options,
        *,
        primary: Optional[Iterable[Name]] = None,
        secondary: Iterable[Name] = (),
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
        secondary: Iterable[int] = (),
        costs: Optional[Costs] = None,
    ) -> Problem:
        """A problem whose items are the numbers 0, 1, ..., as Sage's lists of rows have them.

        rows
            An iterable of rows, each an iterable of column numbers; or a mapping ``{name: row}``.
        columns
            How many there are; None: as many as the greatest number in the rows says.
        secondary
            The columns that need not be covered.

        >>> import dlx
        >>> dlx.Problem.from_rows([[0, 1, 2], [3], [0, 1], [2, 3]]).count()
        2
        """
        lists = []
        names: Optional[Tuple[Name, ...]] = None
        if isinstance(rows, AbstractMapping):
            names, rows = tuple(rows), rows.values()
        for r, row in enumerate(rows):
            try:
                lists.append([natural("a column", column) for column in row])
            except (TypeError, ValueError) as e:
                raise type(e)(f"row {names[r] if names else r!r}: {e}") from None
        second = [natural("a secondary column", column) for column in secondary]
        most = max((column for row in [*lists, second] for column in row), default=-1) + 1
        if columns is None:
            columns = most
        elif most > natural("columns", columns):
            raise ProblemError(f"there are {columns} columns, and one has the number {most - 1}")
        is_second = set(second)
        return cls(
            lists if names is None else dict(zip(names, lists)),
            primary=[c for c in range(columns) if c not in is_second],
            secondary=second,
            costs=costs,
        )

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        secondary: Iterable[int] = (),
        costs: Optional[Iterable[int]] = None,
    ) -> Problem:
        """A problem from a matrix of 0 and 1: a numpy array of two dimensions, or nested lists.

        Its rows are the options, its columns the items 0, 1, ....

        >>> import dlx
        >>> dlx.Problem.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]]).count()
        2
        """
        rows: List[List[int]]
        shape = getattr(matrix, "shape", None)
        if shape is not None and hasattr(matrix, "nonzero"):
            if len(shape) != 2:
                raise ProblemError(f"a matrix has two dimensions, and this has {len(shape)}")
            if ((matrix != 0) & (matrix != 1)).any():
                raise ProblemError("a matrix of 0 and 1 is wanted, and this has something else")
            rows = [[] for _ in range(shape[0])]
            columns = shape[1]
            where = matrix.nonzero()
            for r, c in zip(where[0].tolist(), where[1].tolist()):
                rows[r].append(c)
        else:
            rows = []
            columns = 0
            for r, row in enumerate(matrix):
                cells = list(row)
                if r == 0:
                    columns = len(cells)
                elif len(cells) != columns:
                    raise ProblemError(
                        f"row {r} of the matrix has {len(cells)} columns, row 0 has {columns}"
                    )
                for c, cell in enumerate(cells):
                    if cell != 0 and cell != 1:
                        raise ProblemError(f"row {r}, column {c} has {cell!r}; wanted 0 or 1")
                rows.append([c for c, cell in enumerate(cells) if cell])
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
        option. InputError says what is wrong, and where.

        secondary
            Of the formats sage and matrix: the columns that need not be covered.
        drop_unreachable
            Drop options without a primary item, with a warning, rather than refuse them.
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
        core, dropped = _dlx.read_text(
            text, name, format, _columns(secondary), bool(drop_unreachable)
        )
        return cls._read(core, dropped, name, format)

    @classmethod
    def read(
        cls,
        path: Union[str, os.PathLike[str]],
        *,
        format: Optional[str] = None,
        secondary: Iterable[int] = (),
        drop_unreachable: bool = False,
    ) -> Problem:
        """A problem from a file, plain or compressed by gzip or zstd; arguments as for `from_text`.

        format
            None: as the file's name says (.sage and .matrix), or Knuth's text.
        """
        name = os.fspath(path)
        with open(name, "rb"):  # for Python's own words where there is no such file
            pass
        core, dropped = _dlx.read_file(
            name if name != "-" else "./-", format, _columns(secondary), bool(drop_unreachable)
        )
        return cls._read(core, dropped, name, format or "")

    @classmethod
    def _read(cls, core: _dlx.Problem, dropped: int, name: str, format: str) -> Problem:
        if dropped:
            warnings.warn(
                f"{name}: {dropped} option{'s' if dropped > 1 else ''} without a primary item "
                "dropped",
                stacklevel=3,
            )
        return cls._of_core(core)

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
        path: Union[str, os.PathLike[str]],
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
        text = self.to_text(format, strict=strict)
        if name.endswith(".gz"):
            import gzip

            with gzip.open(name, "wt", encoding="utf-8", newline="\n") as packed:
                packed.write(text)
        else:
            with open(name, "w", encoding="utf-8", newline="\n") as plain:
                plain.write(text)

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
        """The options, each a tuple of its entries: items, or pairs of an item and its colour."""
        return _Options(self)

    @property
    def option_names(self) -> Optional[Tuple[Name, ...]]:
        """The names of the options, where they were given as a mapping; otherwise None.

        >>> import dlx
        >>> dlx.Problem({"x": ["a"], "y": ["a", "b"]}).option_names
        ('x', 'y')
        """
        return self._names

    @property
    def costs(self) -> Tuple[int, ...]:
        """The cost of each option."""
        return tuple(self._core.cost(o) for o in range(len(self)))

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
        """The number of options."""
        return self._core.option_count

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        items, second = len(self._items), len(self.secondary)
        parts = [f"{items} item{'' if items == 1 else 's'}"]
        if second:
            parts[0] += f" ({second} secondary)"
        parts.append(f"{len(self)} option{'' if len(self) == 1 else 's'}")
        if self._colours:
            parts.append(f"{len(self._colours)} colour{'' if len(self._colours) == 1 else 's'}")
        if self._core.has_multiplicities:
            parts.append("with bounds")
        if self._core.has_costs:
            parts.append("with costs")
        return f"<dlx.Problem: {', '.join(parts)}>"

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
        core = self._core
        options = range(len(self))
        bounds = {
            i: core.bounds(i) for i in range(core.primary_count) if core.bounds(i) != (1, 1)
        }
        return _rebuilt, (
            self.primary,
            self.secondary,
            bounds or None,
            self._colours,
            [core.items(o) for o in options],
            [core.colours(o) for o in options] if core.has_colours else None,
            [core.cost(o) for o in options] if core.has_costs else None,
            self._names,
        )

    def _option(self, o: int) -> Tuple[Entry, ...]:
        items = [self._items[i] for i in self._core.items(o)]
        colours = self._core.colours(o)
        if not colours:
            return tuple(items)
        return tuple(
            (item, self._colours[colour - 1]) if colour else item
            for item, colour in zip(items, colours)
        )

    # Solutions

    def solutions(
        self,
        *,
        limit: Optional[int] = None,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        engine: str = "auto",
        branching: str = "minimum",
        order: Optional[Iterable[Name]] = None,
        preprocess: bool = True,
    ) -> Solutions:
        """An iterator over the solutions, found as they are asked for.

        limit
            End after this number of solutions.
        time_limit, node_limit
            Seconds by the clock since the first solution was asked for, and nodes of the search
            tree. What is found by then comes; then Incomplete is raised, for there may be more.
        engine
            'auto', 'dancing_links', 'dancing_cells' or 'bit_matrix'. The solutions are the same
            ones, in another order.
        branching
            On which item to branch: 'minimum', one with the fewest options left; 'weighted', one
            that led to dead ends; 'first', the first that is uncovered.
        order
            Branch on these primary items first, in this order.
        preprocess
            Remove first what is settled or superfluous; not where there is an order.

        >>> import dlx
        >>> p = dlx.Problem.from_rows([[0, 1], [2], [0], [1, 2], [1]])
        >>> [s.options for s in p.solutions(limit=2)]
        [(0, 1), (1, 2, 4)]
        """
        options = search_options(
            limit=limit,
            time_limit=time_limit,
            node_limit=node_limit,
            engine=engine,
            branching=branching,
            order=self._order(order),
            preprocess=preprocess,
        )
        return Solutions(self, _dlx.Search(self._core, options, False))

    def representatives(
        self,
        *,
        limit: Optional[int] = None,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        memory_limit: Optional[int] = None,
        engine: str = "auto",
    ) -> Solutions:
        """An iterator over one solution of each class that symmetries of the problem make.

        Each has its `class_size`, the number of solutions in its class. The symmetries are all
        automorphisms of the problem, which are found first. Limits as for `solutions`.

        memory_limit
            Bytes of the table in which classes are told apart where there are more than 50,000
            symmetries; None: 2 GiB.

        >>> import dlx
        >>> p = dlx.puzzles.queens(6).problem
        >>> [s.class_size for s in p.representatives()]
        [4]
        """
        options = search_options(
            limit=limit,
            time_limit=time_limit,
            node_limit=node_limit,
            memory_limit=memory_limit,
            engine=engine,
        )
        return Solutions(self, _dlx.Search(self._core, options, True))

    def first(
        self,
        *,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        engine: str = "auto",
        branching: str = "minimum",
        order: Optional[Iterable[Name]] = None,
        preprocess: bool = True,
    ) -> Optional[Solution]:
        """A solution, or None if there is none. Arguments as for `solutions`."""
        found = self.solutions(
            limit=1,
            time_limit=time_limit,
            node_limit=node_limit,
            engine=engine,
            branching=branching,
            order=order,
            preprocess=preprocess,
        )
        return next(found, None)

    def solve(
        self,
        *,
        limit: Optional[int] = None,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        engine: str = "auto",
        branching: str = "minimum",
        order: Optional[Iterable[Name]] = None,
        preprocess: bool = True,
    ) -> List[Solution]:
        """A list of all solutions, or of `limit` of them. Arguments as for `solutions`."""
        return list(
            self.solutions(
                limit=limit,
                time_limit=time_limit,
                node_limit=node_limit,
                engine=engine,
                branching=branching,
                order=order,
                preprocess=preprocess,
            )
        )

    def cheapest(
        self,
        n: int = 1,
        *,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
    ) -> List[Solution]:
        """The n solutions of least cost, the cheapest first; all if there are fewer.

        The sum of the options' costs is what counts. Of solutions that cost the same as the last
        any may be listed, the same ones in every run. If a limit ends the search, Incomplete has
        the best met so far in `solutions`, and in `lower_bound` what no other costs less than.
        ValueError where there are bounds, OverflowError where costs are too large.

        >>> import dlx
        >>> p = dlx.Problem([["a", "b"], ["a"], ["b"]], costs=[5, 1, 2])
        >>> best, = p.cheapest()
        >>> best.cost, list(best)
        (3, [('a',), ('b',)])
        """
        count = natural("n", n)
        if count == 0:
            return []
        options = search_options(time_limit=time_limit, node_limit=node_limit)
        found = _dlx.cheapest(self._core, count, options)
        solutions = [Solution(self, chosen) for _, chosen in found["solutions"]]
        if found["status"] != "exhausted":
            raise Incomplete(
                f"{why(found['status'])} ended the search for the cheapest: there may be cheaper "
                "ones",
                found["status"],
                None,
                solutions,
                found["lower_bound"],
            )
        return solutions

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
            Of states looked at.
        memory_limit
            Bytes of diagram and tables; None: 2 GiB.
        """
        options = search_options(
            time_limit=time_limit, node_limit=node_limit, memory_limit=memory_limit
        )
        status, core = _dlx.build_diagram(self._core, options)
        if core is None:
            raise Incomplete(f"{why(status)} ended the making of the diagram", status)
        return Diagram(self, core)

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

    def verify(self, options: Union[Solution, Iterable[int]]) -> List[str]:
        """Every way in which a set of options fails to be a solution; [] if it is one.

        Straight from the definition, without any search.

        >>> import dlx
        >>> p = dlx.Problem([["a", "b"], ["c"], ["a", "c"]])
        >>> p.verify([0, 1])
        []
        >>> p.verify([1, 2])
        ["item 'b' is not covered", "item 'c' is covered by options 1 and 2"]
        """
        numbers: Iterable[int]
        numbers = options.options if isinstance(options, Solution) else options
        faults: List[str] = []
        uses: Dict[int, List[Tuple[int, int]]] = {}  # of an item: options and colours
        seen = set()
        for value in numbers:
            o = _number("an option", value)
            if not 0 <= o < len(self):
                faults.append(f"there is no option {o}, for there are {len(self)}, from 0")
                continue
            if o in seen:
                faults.append(f"option {o} is chosen more than once")
                continue
            seen.add(o)
            items = self._core.items(o)
            for i, colour in zip(items, self._core.colours(o) or [0] * len(items)):
                uses.setdefault(i, []).append((o, colour))
        for i, item in enumerate(self._items):
            its = uses.get(i, [])
            by = " and ".join(str(o) for o, _ in its)
            if i >= self._core.primary_count:
                in_one_colour = len({c for _, c in its}) == 1 and its[0][1] != 0
                if len(its) > 1 and not in_one_colour:
                    faults.append(f"secondary item {item!r} is covered by options {by}")
                continue
            at_least, at_most = self._core.bounds(i)
            if at_least <= len(its) <= at_most:
                continue
            if not its:
                faults.append(f"item {item!r} is not covered")
            elif at_most == 1:
                faults.append(f"item {item!r} is covered by options {by}")
            else:
                faults.append(
                    f"item {item!r} is covered {len(its)} times; wanted {at_least} to {at_most}"
                )
        return faults

    # Counts

    def count(
        self,
        *,
        up_to: str = "none",
        method: str = "auto",
        engine: str = "auto",
        branching: str = "minimum",
        order: Optional[Iterable[Name]] = None,
        preprocess: bool = True,
        symmetry: bool = True,
        threads: Optional[int] = None,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        memory_limit: Optional[int] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        progress_interval: float = 1.0,
    ) -> int:
        """The number of solutions, exact, whatever its size.

        Raises Incomplete if a limit ended the count; its `count` is then a lower bound.

        up_to
            'none': every solution counts. 'all': solutions that a symmetry of the problem takes
            to each other count as one.
        method
            'auto'; or one of 'search', 'sweep' (a table of states, item by item), 'memo' (a
            search that remembers) and 'zdd' (a diagram of all solutions). All count the same.
        engine, branching, order, preprocess
            Of searches, as for `solutions`.
        symmetry
            Let 'auto' use symmetries of the problem where a count is long.
        threads
            For searches that take long; None: one for each core.
        time_limit, node_limit, memory_limit
            Seconds; nodes of searches, states of other methods; bytes of tables, None: 2 GiB.
        progress
            Called with a Progress about every `progress_interval` seconds. What it raises ends
            the count.

        >>> import dlx
        >>> p = dlx.puzzles.dominoes(16, 16).problem
        >>> p.count()
        2444888770250892795802079170816
        >>> dlx.puzzles.soma().problem.count(up_to="all")
        240
        """
        result = self.count_result(
            up_to=up_to,
            method=method,
            engine=engine,
            branching=branching,
            order=order,
            preprocess=preprocess,
            symmetry=symmetry,
            threads=threads,
            time_limit=time_limit,
            node_limit=node_limit,
            memory_limit=memory_limit,
            progress=progress,
            progress_interval=progress_interval,
        )
        if not result.complete:
            what = "classes" if up_to == "all" else "solutions"
            raise Incomplete(
                f"{result.value} {what} before {why(result.status)} ended the count: there may be "
                "more",
                result.status,
                result.value,
                result=result,
            )
        return result.value

    def count_classes(self, **options: Any) -> int:
        """The same as ``count(up_to="all", ...)``."""
        return self.count(up_to="all", **options)

    def count_result(
        self,
        *,
        up_to: str = "none",
        method: str = "auto",
        engine: str = "auto",
        branching: str = "minimum",
        order: Optional[Iterable[Name]] = None,
        preprocess: bool = True,
        symmetry: bool = True,
        threads: Optional[int] = None,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        memory_limit: Optional[int] = None,
        fingerprint: Optional[int] = None,
        progress: Optional[Callable[[Progress], object]] = None,
        progress_interval: float = 1.0,
    ) -> CountResult:
        """What `count` counts, and how; also if a limit ended it, which `complete` says.

        fingerprint
            A seed, from 0 to 2^64 - 1: the result then has the fingerprint of the set of
            solutions, by which two counts can be compared. Not up to symmetry.
        """
        if up_to not in ("none", "all"):
            raise ValueError(f"unknown up_to {up_to!r}; there are 'none', 'all'")
        if fingerprint is not None and up_to == "all":
            raise ValueError("a fingerprint is one of all solutions, not up to symmetry")
        options = search_options(
            time_limit=time_limit,
            node_limit=node_limit,
            memory_limit=memory_limit,
            engine=engine,
            branching=branching,
            order=self._order(order),
            preprocess=preprocess,
            method=method,
            symmetry=symmetry,
            threads=threads,
            fingerprint=fingerprint,
            progress_interval=progress_interval,
        )
        how = _dlx.count if up_to == "none" else _dlx.count_classes
        return CountResult(up_to=up_to, **how(self._core, options, progress))

    def estimate(
        self,
        probes: Optional[int] = None,
        *,
        seed: int = 1,
        time_limit: Optional[float] = None,
    ) -> Estimate:
        """How many solutions there may be, and how many nodes a search has, by random probes.

        The means have the right expectation; their errors are large where solutions are spread
        unevenly. The same seed gives the same numbers. ValueError where there are bounds.

        probes
            None: as many as the time allows, or 10000.
        """
        limits = search_options(time_limit=time_limit)
        number = None if probes is None else natural("probes", probes)
        return Estimate(
            **_dlx.estimate(self._core, number, natural("seed", seed, 2**64 - 1), limits.seconds)
        )

    # Symmetry

    def automorphisms(self, *, time_limit: Optional[float] = None) -> Automorphisms:
        """The group of all symmetries of the problem: permutations of items that take options to
        options, in their colours and at their cost. Raises Incomplete at the limit.

        >>> import dlx
        >>> group = dlx.puzzles.queens(8).problem.automorphisms()
        >>> group.order
        8
        """
        limits = search_options(time_limit=time_limit)
        found = _dlx.automorphisms(self._core, limits.seconds)
        if not found["complete"]:
            raise Incomplete("the limit on time ended the search for symmetries", "time_limit")
        return Automorphisms(
            order=found["order"],
            generators=tuple(
                Symmetry(self, items, options) for items, options in found["generators"]
            ),
            item_orbits=_orbits(self._items, found["orbit_of_item"]),
            option_orbits=_orbits(range(len(self)), found["orbit_of_option"]),
        )

    def _order(self, order: Optional[Iterable[Name]]) -> Optional[List[int]]:
        if order is None:
            return None
        if isinstance(order, str):
            raise TypeError(f"an order is a collection of items, not the string {order!r}")
        numbers = {item: i for i, item in enumerate(self.primary)}
        wanted = []
        for item in order:
            if item not in numbers:
                raise ValueError(f"order: {item!r} is no primary item")
            wanted.append(numbers[item])
        if len(set(wanted)) != len(wanted):
            raise ValueError("order: an item is named twice")
        return wanted


def _orbits(things: Sequence[Any], first_of: List[int]) -> Tuple[Tuple[Any, ...], ...]:
    orbits: Dict[int, List[Any]] = {}
    for thing, first in zip(things, first_of):
        orbits.setdefault(first, []).append(thing)
    return tuple(tuple(orbit) for orbit in orbits.values())


def _columns(columns: Iterable[int]) -> List[int]:
    return [natural("a secondary column", column, _largest) for column in columns]


def _rebuilt(*parts: Any) -> Problem:
    problem = Problem.__new__(Problem)
    problem._make(*parts)
    return problem


class Builder:
    """Makes a Problem step by step.

    >>> import dlx
    >>> b = dlx.Builder()
    >>> b.primary("p", "q")
    >>> b.secondary("x")
    >>> b.option("p", ("x", "red"), cost=3)
    0
    >>> b.option("q", ("x", "red"))
    1
    >>> b.build().count()
    1
    """

    def __init__(self) -> None:
        self._numbers = _Numbers(declared=True)

    def primary(self, *items: Name, bounds: Bounds = 1) -> None:
        """Declares items that must be covered: once, or so often, or from and to."""
        for item in items:
            _bounds(item, bounds)
            self._numbers.declare(item, primary=True)
            self._numbers.bound(item, bounds)

    def secondary(self, *items: Name) -> None:
        """Declares items that may be covered once, or several times in one colour."""
        for item in items:
            self._numbers.declare(item, primary=False)

    def option(self, *entries: Entry, cost: int = 0) -> int:
        """Adds an option of items and pairs ``(item, colour)``. Returns its number, from 0."""
        self._numbers.add(entries, cost)
        return len(self._numbers.options) - 1

    def build(self) -> Problem:
        """The problem so far; the builder may be used on."""
        return _rebuilt(*self._numbers.parts())
