"""Converts options with named items to the numbers that the compiled part uses."""

from __future__ import annotations

import warnings
from collections.abc import Mapping as AbstractMapping
from typing import (
    Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union,
)

from . import _dlx, _tables
from ._arguments import (
    chosen_of, decimal_places, exact_number, natural, quantity, values_of, whole_number,
)  # fmt: skip
from ._errors import ProblemError
from ._text import distinct_spellings
from ._types import Bounds, Cost, Costs, Entry, ExactCost, Name, Options, Problem, Secondary


class Parts(NamedTuple):
    """A problem in numbers. Items are numbered from 0, primary items first. Colours are numbered
    from 1.

    Pickles of problems contain these fields in this order.
    """

    primary: Tuple[Name, ...]
    secondary: Tuple[Name, ...]
    bounds: Optional[Dict[int, Tuple[int, int]]]  # bounds of primary items, except (1, 1)
    colours: Tuple[Name, ...]
    options: Sequence[List[int]]
    colours_of_options: Optional[Sequence[List[int]]]  # colours of the items; 0 for none
    costs: Optional[Sequence[ExactCost]]
    option_names: Optional[Tuple[Name, ...]] = None
    dropped: Sequence[int] = ()  # numbers, from 1, of the options that were dropped

    @classmethod
    def of(cls, problem: Problem) -> Parts:
        """Returns the items, colours, options and costs of a problem. An equal problem can be made
        from these parts.
        """
        core: _dlx.Problem = problem._core
        dropped = core.dropped_numbers
        options = [o for o in range(core.option_places) if core.items(o)]
        bounds = {i: core.bounds(i) for i in range(core.primary_count) if core.bounds(i) != (1, 1)}
        return cls(
            problem.primary,
            problem.secondary,
            bounds or None,
            problem.colours,
            [core.items(o) for o in options],
            [core.colours(o) for o in options] if core.has_colours else None,
            [core.cost(o) for o in options] if core.has_costs else None,
            problem.option_names,
            dropped,
        )

    def compiled(self) -> _dlx.Problem:
        """Returns the compiled problem."""
        names, bounds = distinct_spellings(self.primary + self.secondary), self.bounds
        dropped = set(self.dropped)
        named = [(o, n) for o, n in enumerate(self.option_names or ()) if o + 1 not in dropped]
        # An option whose name is its own number gets no name in a file.
        words = iter(distinct_spellings(n for o, n in named if n != o))
        return _dlx.make_problem(
            (
                names[: len(self.primary)],
                names[len(self.primary) :],
                [bounds.get(i, (1, 1)) for i in range(len(self.primary))] if bounds else None,
                distinct_spellings(self.colours),
                self.options,
                self.colours_of_options,
                self.costs,
                self.dropped,
                ["" if n == o else next(words) for o, n in named] or None,
            )
        )


def check_bounds(item: Name, bounds: Bounds) -> Tuple[int, int]:
    """Checks the bounds of an item. Returns the least and the greatest number of times that the
    item must be covered.
    """
    what = f"the bounds of item {item!r}"
    if isinstance(bounds, tuple):
        if len(bounds) != 2:
            raise ProblemError(f"{what} are {bounds!r}; wanted a number or from and to")
        at_least, at_most = (whole_number(what, bound) for bound in bounds)
    else:
        at_least = at_most = whole_number(what, bounds)
    if not 0 <= at_least <= at_most or not 1 <= at_most <= 2**32 - 1:
        raise ProblemError(
            f"{what} are {at_least} to {at_most}; wanted 0 <= at least <= at most, at most >= 1"
        )
    return at_least, at_most


def _check_cost(called: str, cost: Any) -> ExactCost:
    if type(cost) is int:
        number: ExactCost = cost
    else:
        try:
            number = exact_number(f"{called}: a cost", cost)
        except ValueError as e:
            raise ProblemError(str(e)) from None
    if not -(2**63) <= number < 2**63:
        raise ProblemError(f"{called}: the cost {number} does not fit in 64 bits")
    return number


def _check_sizes(costs: Sequence[ExactCost], names: Optional[Tuple[Name, ...]]) -> None:
    """Raises a ProblemError if a cost does not fit in 64 bits.

    All costs are stored with as many decimal places as the cost that has the most.
    """
    digits, longest = 0, 0
    for o in [o for o, cost in enumerate(costs) if not isinstance(cost, int)]:
        places = decimal_places(costs[o].as_integer_ratio()[1])
        if places is None or places > digits:
            digits, longest = 19 if places is None else places, o
    longest_name = repr(names[longest] if names else longest)
    if digits > 18:
        raise ProblemError(
            f"option {longest_name}: the cost {costs[longest]} has more than 18 digits behind the "
            "point; round it"
        )
    for o, cost in enumerate(costs) if digits else ():
        if not -(2**63) <= cost * 10**digits < 2**63:
            raise ProblemError(
                f"option {(names[o] if names else o)!r}: the cost {cost} does not fit in 64 bits "
                f"with {quantity(digits, 'digit')} behind the point, as option {longest_name} "
                "has them; round the costs"
            )


_matrix_hint = "; Problem.from_matrix takes a matrix of 0 and 1"


def _has_only_0_and_1(option: Sequence[Any]) -> bool:
    return all(entry in (0, 1) for entry in option)


def _refuse_rows_of_0_and_1(options: Sequence[Any]) -> None:
    """Raises a ProblemError if the options are arrays that look like the rows of a matrix."""
    if not options or not hasattr(options[0], "shape"):
        return
    shapes = {getattr(option, "shape", None) for option in options}
    if len(shapes) != 1 or len(shape := shapes.pop() or ()) != 1 or shape[0] < 2:
        return
    if all(_has_only_0_and_1(option.tolist()) for option in options):
        raise ProblemError(
            "each option is an array of 0 and 1, which may be a row of a matrix or a list of "
            "items; wanted Problem.from_matrix(rows) for a matrix, or lists of items"
        )


class Numbering:
    """Assigns numbers to items, colours and options, one by one, and checks them."""

    def __init__(self, *, declared: bool) -> None:
        # For each option, the numbers of its items. Secondary items have the numbers -1, -2, ...
        self.options: List[List[int]] = []
        self._declared = declared  # if False, an item not seen before becomes a primary item
        self._primary: List[Name] = []
        self._secondary: List[Name] = []
        self._bounds: Dict[int, Tuple[int, int]] = {}
        self._colours: Dict[Name, int] = {}
        self._colours_of_options: List[List[int]] = []
        self._costs: List[ExactCost] = []
        self._number_of: Dict[Name, int] = {}  # numbers of items; negative for secondary items

    def declare(self, name: Name, *, primary: bool) -> None:
        """Adds an item."""
        try:
            if name in self._number_of:
                raise ProblemError(f"item {name!r} is declared twice")
        except TypeError:
            raise TypeError(f"{name!r} cannot be the name of an item, because it is not hashable") from None
        names = self._primary if primary else self._secondary
        self._number_of[name] = len(names) if primary else -1 - len(names)
        names.append(name)

    def bound(self, name: Name, bounds: Bounds) -> None:
        """Sets how often an item must be covered."""
        if self._number_of.get(name, -1) < 0:
            raise ProblemError(f"bounds are for primary items, and {name!r} is not a primary item")
        checked = check_bounds(name, bounds)
        if checked != (1, 1):
            self._bounds[self._number_of[name]] = checked

    def add(self, option: Iterable[Entry], cost: Cost, called: str = "") -> None:
        """Adds an option. If this method raises an error, nothing is changed.

        called
            The name of the option in error messages. If empty, messages contain its number instead.
        """
        called = called or f"option {len(self.options)}"
        entries = entries_of(option, called)
        if not self._secondary and entries:
            # Most problems have no secondary items, and therefore no colours. This is the fast path
            # for them.
            try:
                known = [self._number_of[entry] for entry in entries]
            except (KeyError, TypeError):
                known = []
            if known and len(set(known)) == len(known):
                self._append(called, known, [0] * len(known), cost)
                return
        items: List[int] = []
        colour_of: Dict[int, Name] = {}
        new: Dict[Name, int] = {}
        for entry in entries:
            number = self._number(entry, called, colour_of, new)
            if number in items:
                hint = _matrix_hint if _has_only_0_and_1(entries) else ""
                item = self._secondary[-1 - number] if number < 0 else entry
                raise ProblemError(f"{called}: item {item!r} occurs twice{hint}")
            items.append(number)
        if not any(number >= 0 for number in items):
            raise ProblemError(
                f"{called}: no primary item among its items; it could never be chosen"
            )
        _check_cost(called, cost)
        for name in new:
            self.declare(name, primary=True)
        colour_numbers = [
            self._colours.setdefault(colour_of[i], len(self._colours) + 1) if i in colour_of else 0
            for i in items
        ]
        self._append(called, items, colour_numbers, cost)

    def _number(
        self, entry: Entry, called: str, colour_of: Dict[int, Name], new: Dict[Name, int]
    ) -> int:
        """Returns the number of the item in an entry. Adds the colour of the item to `colour_of`.
        Adds the item to `new` if it has not been seen before.
        """
        coloured = False
        try:
            number = self._number_of.get(entry, new.get(entry))
            if isinstance(entry, tuple) and len(entry) == 2:
                coloured = self._number_of.get(entry[0], 0) < 0
        except TypeError:
            raise TypeError(f"{called}: {entry!r} is not hashable and so names no item") from None
        if number is None and (pair := self._coloured_word(entry)):
            if not pair[1]:
                raise ProblemError(f"{called}: {entry!r} names no colour behind the colon")
            entry, coloured = pair, True
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
            colour_of[number] = colour
        elif number is None:
            if self._declared:
                raise ProblemError(self._unknown(entry, called))
            if entry != entry:  # NaN of Python or numpy, or NaT of pandas
                raise ProblemError(f"{called}: an item is {entry}; leave out missing values")
            number = new[entry] = len(self._primary) + len(new)
        return number

    def _unknown(self, entry: Entry, called: str) -> str:
        hint = "; it is neither primary nor secondary"
        if isinstance(entry, tuple) and len(entry) == 2 and entry[0] in self._number_of:
            hint = f"; {entry[0]!r} is primary, and only secondary items are coloured"
        return f"{called}: unknown item {entry!r}{hint}"

    def _coloured_word(self, entry: Entry) -> Optional[Tuple[str, str]]:
        """Returns ("x", "A") for "x:A" if x is a secondary item, otherwise None. This is Knuth's
        notation for colours.
        """
        item, colour = word_and_colour(entry)
        return (item, colour) if item and self._number_of.get(item, 0) < 0 else None

    def check_secondary_items(self) -> None:
        """Raises a ProblemError if some secondary item is in no option."""
        used = {number for items in self.options for number in items}
        unused = [name for n, name in enumerate(self._secondary) if -1 - n not in used]
        if unused and self.options:
            plural = "s" if len(unused) > 1 else ""
            names = ", ".join(map(repr, unused[:3])) + (", ..." if len(unused) > 3 else "")
            raise ProblemError(
                f"secondary: no option has the item{plural} {names}; list the primary items in "
                "primary= if that is right"
            )

    def misreadings(self) -> Iterator[str]:
        """Yields warnings about options that may have been meant differently. This method is used
        only if no items were declared.
        """
        # Options that contain the items 0 and 1 in both orders are probably rows of a matrix of 0
        # and 1. Lists of items would hardly contain the same two items in both orders.
        if len(self._primary) == 2 and set(self._primary) == {0, 1}:
            if set(map(tuple, self.options)) == {(0, 1), (1, 0)}:
                yield f"each option has the items 0 and 1{_matrix_hint}"

    def _append(self, called: str, items: List[int], colours: List[int], cost: Cost) -> None:
        self._costs.append(_check_cost(called, cost))
        self.options.append(items)
        self._colours_of_options.append(colours)

    def parts(self, option_names: Optional[Tuple[Name, ...]] = None) -> Parts:
        """Returns the items, colours, options and costs that were declared so far."""
        _check_sizes(self._costs, option_names)
        options = self.options
        if self._secondary:
            last = len(self._primary) - 1
            options = [[i if i >= 0 else last - i for i in items] for items in options]
        return Parts(
            tuple(self._primary),
            tuple(self._secondary),
            dict(self._bounds) or None,
            tuple(self._colours),
            options,
            self._colours_of_options if self._colours else None,
            self._costs if any(self._costs) else None,
            option_names,
        )


def word_and_colour(entry: Entry) -> Tuple[str, str]:
    """Returns ("x", "A") for "x:A". Returns ("", "") for an entry without a colon."""
    item, colon, colour = entry.rpartition(":") if isinstance(entry, str) else ("", "", "")
    return (item, colour) if colon else ("", "")


def entries_of(option: Iterable[Entry], called: str) -> Tuple[Entry, ...]:
    """Returns the entries of an option. Raises TypeError if it is not a collection of entries."""
    wanted = f"{called}: a collection of items is wanted, not"
    if isinstance(option, (str, bytes)):
        raise TypeError(
            f"{wanted} the string {option!r}; [{option!r}] is one item, "
            f"list({option!r}) an item a letter"
        )
    if type(option) is not list and isinstance(option, AbstractMapping):
        raise TypeError(
            f"{wanted} the mapping {option!r}; only the options themselves can be named: "
            "Problem({name: items})"
        )
    try:
        return tuple(option)
    except TypeError:
        raise TypeError(f"{wanted} {option!r}; [{option!r}] is one item") from None


def _chosen_items(is_secondary: Callable[[Any], bool], entries: Iterable[Entry]) -> List[Name]:
    """Returns the items for which `is_secondary` returns true, in order of appearance."""

    def asked(name: Any) -> bool:
        # The function `is_secondary` comes from the user. It may expect pairs (item, colour), and
        # may raise an error if it is called with an item alone.
        try:
            return bool(is_secondary(name))
        except (TypeError, ValueError, LookupError, AttributeError):
            return False

    found: Dict[Name, None] = {}
    for entry in entries:
        word, _ = word_and_colour(entry)
        pair = entry if isinstance(entry, tuple) and len(entry) == 2 else None
        if word and is_secondary(word):
            found[word] = None
        elif pair and asked(pair[0]) and not asked(pair):
            found[pair[0]] = None
        elif is_secondary(entry):
            found[entry] = None
    return list(found)


def _costs(
    costs: Costs, options: Sequence[Iterable[Entry]], names: Optional[Tuple[Name, ...]]
) -> List[Cost]:
    """Returns a cost for each option."""
    if callable(costs):
        return [costs(tuple(option)) for option in options]
    if isinstance(costs, AbstractMapping) and names is None:
        raise TypeError(
            "costs by name are for options with names, {name: option}; wanted a list of "
            "numbers, one for each option"
        )
    return values_of("costs", costs, range(len(options)) if names is None else names)


def numbered(
    options: Options,
    primary: Optional[Iterable[Name]],
    secondary: Secondary,
    bounds: Optional[Mapping[Any, Bounds]],
    costs: Optional[Costs],
) -> Parts:
    """Checks the arguments of Problem, and numbers the items, colours and options."""
    if isinstance(options, (str, bytes)):
        raise TypeError(
            "options are a collection of options, not a string; Problem.from_text takes text, "
            "Problem.read the name of a file"
        )
    names: Optional[Tuple[Name, ...]] = None
    table = None
    if _tables.is_frame(options):
        table = _tables.frame_as_table(options)
    elif _tables.is_sparse(options):
        rows, columns = _tables.sparse_as_rows(options)
        table = _tables.Table(rows, tuple(range(columns)), None)
    if table is not None:
        options, names = table.options, table.names
        if primary is None:
            if callable(secondary):
                secondary = list(filter(secondary, table.items))
            secondary = chosen_of("secondary", secondary, table.items, table.items, "column")
            for item in secondary:
                if item not in table.items:
                    raise ProblemError(f"secondary: the table has no column {item!r}")
            primary = [item for item in table.items if item not in secondary]
    elif _tables.is_series(options):
        options = _tables.series_as_options(options)
    elif _tables.is_array(options):
        _tables.refuse_array(options)
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
    guessed = primary is None
    primary = () if primary is None else primary if isinstance(primary, str) else tuple(primary)
    listed = list(each)
    if guessed:
        _refuse_rows_of_0_and_1(listed)
    if callable(secondary) or callable(costs):
        called = names or range(len(listed))
        listed = [entries_of(each, f"option {name!r}") for name, each in zip(called, listed)]
    if callable(secondary):
        entries = dict.fromkeys(entry for option in listed for entry in option)
        secondary = _chosen_items(secondary, [e for e in entries if e not in primary])
    numbering = Numbering(declared=not guessed)
    for kind, items in ("primary", primary), ("secondary", secondary):
        if isinstance(items, str):
            raise TypeError(f"{kind} items are a collection of names, not the string {items!r}")
        for name in items:
            numbering.declare(name, primary=kind == "primary")
    each_cost = [0] * len(listed) if costs is None else _costs(costs, listed, names)
    for o, (option, cost) in enumerate(zip(listed, each_cost)):
        numbering.add(option, cost, f"option {names[o]!r}" if names else "")
    for item, times in (bounds or {}).items():
        numbering.bound(item, times)
    if guessed:
        numbering.check_secondary_items()
        for misreading in numbering.misreadings():
            warnings.warn(misreading, stacklevel=3)
    return numbering.parts(names)


def column_count(rows: Sequence[Sequence[int]]) -> int:
    """Returns one more than the greatest column in the rows. Raises a ProblemError if far more
    columns than entries exist, because the numbers are then probably not those of columns.
    """
    count = max((column for row in rows for column in row), default=-1) + 1
    entries = sum(map(len, rows))
    if count > 2**20 + entries:
        raise ProblemError(
            f"the greatest column is {count - 1}, and the rows have only "
            f"{quantity(entries, 'entry', 'entries')}; Problem(rows) takes any numbers as items, "
            f"and Problem.from_rows(rows, columns={count}) makes so many columns"
        )
    return count


def rows_as_options(
    rows: Union[Iterable[Iterable[int]], Mapping[Any, Iterable[int]]],
    columns: Optional[int],
    secondary: Union[Iterable[int], Callable[[int], bool]],
) -> Tuple[Options, List[int], List[int]]:
    """Checks the arguments of `Problem.from_rows`. Returns options, primary items and secondary
    items.
    """
    options = []
    names: Optional[Tuple[Name, ...]] = None
    if isinstance(rows, AbstractMapping):
        names, rows = tuple(rows), rows.values()
    for r, row in enumerate(rows):
        try:
            options.append([natural("a column", column) for column in row])
        except (TypeError, ValueError) as e:
            raise type(e)(f"row {names[r] if names else r!r}: {e}") from None
    most = max((column for row in options for column in row), default=-1)
    columns = column_count(options) if columns is None else natural("columns", columns)
    if callable(secondary):
        secondary = list(filter(secondary, range(columns)))
    secondary = chosen_of("secondary", secondary, range(columns), range(columns), "column")
    secondary = [natural("a secondary column", column) for column in secondary]
    highest = max([most, *secondary])
    if highest >= columns:
        where = " in secondary=" if highest > most else ""
        count = "is 1 column" if columns == 1 else f"are {columns} columns"
        raise ProblemError(f"there {count}, and one{where} has the number {highest}")
    is_secondary = set(secondary)
    primary = [c for c in range(columns) if c not in is_secondary]
    return options if names is None else dict(zip(names, options)), primary, secondary


def matrix_as_rows(matrix: Any) -> Tuple[List[List[int]], int]:
    """Checks a matrix of 0 and 1. Returns its rows, each as a list of columns, and the number of
    columns. Names of rows and columns are ignored.
    """
    if _tables.is_sparse(matrix):
        return _tables.sparse_as_rows(matrix)
    matrix = _tables.without_names(matrix)
    if hasattr(matrix, "dtype"):
        shape = matrix.shape
        if len(shape) != 2:
            raise ProblemError(f"a matrix has two dimensions, and this has {len(shape)}")
        if getattr(matrix.dtype, "kind", "none") in "biuf":
            if ((matrix != 0) & (matrix != 1)).any():
                raise ProblemError("a matrix of 0 and 1 is wanted, and this has something else")
            rows: List[List[int]] = [[] for _ in range(shape[0])]
            where = matrix.nonzero()
            for r, c in zip(where[0].tolist(), where[1].tolist()):
                rows[r].append(c)
            return rows, shape[1]
        matrix = matrix.tolist()
    table = [list(row) for row in matrix]
    columns = len(table[0]) if table else 0
    for r, cells in enumerate(table):
        if len(cells) != columns:
            raise ProblemError(
                f"row {r} of the matrix has {quantity(len(cells), 'column')}, row 0 has {columns}"
            )
        for c, cell in enumerate(cells):
            if cell != 0 and cell != 1:
                hint = (
                    "; Problem.from_text(text, format='matrix') takes text"
                    if isinstance(cell, str)
                    else ""
                )
                raise ProblemError(f"row {r}, column {c} has {cell!r}; wanted 0 or 1{hint}")
    return [[c for c, cell in enumerate(cells) if cell] for cells in table], columns
