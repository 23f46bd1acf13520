"""Gives access to the items and options of a problem, and checks whether options are a solution."""

from __future__ import annotations

import operator
from collections.abc import Sequence as AbstractSequence
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _dlx
from ._arguments import chosen_of, quantity, whole_number
from ._errors import ProblemError
from ._search import Solution
from ._types import Entry, ExactCost, Name, Problem


class Options(AbstractSequence):  # type: ignore[type-arg]
    """The options of a problem. Each option is created when it is accessed."""

    __slots__ = ("_problem",)

    def __init__(self, problem: Contents) -> None:
        self._problem = problem  # the whole Problem, because its C++ part cannot be pickled

    def __len__(self) -> int:
        return self._problem._core.option_places

    @overload
    def __getitem__(self, index: int) -> Tuple[Entry, ...]: ...

    @overload
    def __getitem__(self, index: slice) -> Tuple[Tuple[Entry, ...], ...]: ...

    def __getitem__(self, index: Union[int, slice]) -> Any:
        if isinstance(index, slice):
            return tuple(self._entries(o) for o in range(*index.indices(len(self))))
        o = operator.index(index)
        if o < 0:
            o += len(self)
        if not 0 <= o < len(self):
            raise IndexError(f"no option {index}; there are {len(self)}, from 0")
        return self._entries(o)

    def __iter__(self) -> Iterator[Tuple[Entry, ...]]:
        return map(self._entries, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AbstractSequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(mine == its for mine, its in zip(self, other))

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3]))
        more = ", ..." if len(self) > 3 else ""
        return f"<{quantity(len(self), 'option')}: {shown}{more}>"

    def _entries(self, o: int) -> Tuple[Entry, ...]:
        problem = self._problem
        items = [problem._items[i] for i in problem._core.items(o)]
        colours = problem._core.colours(o)
        if not colours:
            return tuple(items)
        return tuple(
            (item, problem._colours[colour - 1]) if colour else item
            for item, colour in zip(items, colours)
        )


class Contents:
    """Base class of Problem: its items and options."""

    __slots__ = ()

    _core: _dlx.Problem
    _items: Tuple[Name, ...]
    _colours: Tuple[Name, ...]
    _names: Optional[Tuple[Name, ...]]

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

        The index of an option is its number. An option that `from_text` or `restricted` has dropped
        is an empty tuple.
        """
        return Options(self)

    @property
    def option_names(self) -> Optional[Tuple[Name, ...]]:
        """The names of the options, if options were given as a mapping, or if they have names in the
        file, as the variables of a linear program. Otherwise None.

        >>> import dlx
        >>> dlx.Problem({"x": ["a"], "y": ["a", "b"]}).option_names
        ('x', 'y')
        """
        return self._names

    @property
    def costs(self) -> Tuple[ExactCost, ...]:
        """The cost of each option. Options that `from_text` or `restricted` has dropped cost 0."""
        return tuple(self._core.cost(o) for o in range(len(self.options)))

    @property
    def bounds(self) -> Dict[Name, Tuple[int, int]]:
        """The bounds of primary items: the least and the greatest number of times each must be
        covered.

        Items that must be covered exactly once are left out.
        """
        every = ((item, self._core.bounds(i)) for i, item in enumerate(self.primary))
        return {item: bounds for item, bounds in every if bounds != (1, 1)}

    @property
    def identity(self) -> str:
        """The SHA-256 hash of the problem's text, in hexadecimal. ``dlx info`` prints the same
        hash.
        """
        return self._core.identity()

    def __len__(self) -> int:
        """Returns the number of options, without options that were dropped."""
        return self._core.option_count

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        parts = [quantity(len(self.items), "item")]
        if self.secondary:
            parts[0] += f" ({len(self.secondary)} secondary)"
        parts.append(quantity(len(self), "option"))
        if self.colours:
            parts.append(quantity(len(self.colours), "colour"))
        if self._core.has_multiplicities:
            parts.append("with bounds")
        if self._core.has_costs:
            parts.append("with costs")
        return f"<dlx.Problem: {', '.join(parts)}>"


def listed(problem: Problem, what: str, chosen: Union[Solution, Iterable[Any]]) -> List[Any]:
    """Returns a choice of options as a list of numbers and names.

    chosen
        Numbers and names, a solution, or a mask with True or False for each option.
    what
        The name of the argument, for error messages.
    """
    if isinstance(chosen, Solution):
        return list(chosen.options)
    numbers = range(problem._core.option_places)
    return chosen_of(what, chosen, numbers if problem._names is None else problem._names, numbers)


def numbers_of(names: Optional[Tuple[Name, ...]], chosen: List[Any]) -> List[Any]:
    """Returns the numbers of options that are given by number or by name. An int always means a
    number, even if an option has this int as its name.
    """
    if names is None:
        return chosen
    number_of = {name: o for o, name in enumerate(names) if not isinstance(name, int)}
    numbers = []
    for option in chosen:
        if isinstance(option, (str, tuple)) and option not in number_of:
            raise ProblemError(f"no option has the name {option!r}")
        numbers.append(number_of.get(option, option))
    return numbers


def options_of(problem: Problem, what: str, chosen: List[Any]) -> List[int]:
    """Returns the numbers of listed options. Raises an error if an option does not exist."""
    numbers = []
    for value in numbers_of(problem._names, chosen):
        o = whole_number("an option", value)
        if not 0 <= o < problem._core.option_places:
            count = quantity(problem._core.option_places, "option")
            raise ProblemError(f"{what}: option {o} does not exist; there are {count}, from 0")
        if not problem._core.items(o):
            raise ProblemError(f"{what}: option {o} was dropped")
        numbers.append(o)
    return numbers


def faults(
    core: _dlx.Problem,
    items: Sequence[Name],
    chosen: Iterable[int],
    names: Optional[Tuple[Name, ...]] = None,
) -> List[str]:
    """Returns the reasons why the chosen options are not a solution; [] if they are one."""
    found: List[str] = []

    def said(o: int) -> str:
        return str(o) if names is None else repr(names[o])

    uses: Dict[int, List[Tuple[int, int]]] = {}  # for each item: pairs of an option and a colour
    seen = set()
    for value in chosen:
        o = whole_number("an option", value)
        if not 0 <= o < core.option_places:
            found.append(f"option {o} does not exist; there are {core.option_places}, from 0")
            continue
        if not core.items(o):
            found.append(f"option {o} was dropped")
            continue
        if o in seen:
            found.append(f"option {said(o)} is chosen more than once")
            continue
        seen.add(o)
        option_items = core.items(o)
        for i, colour in zip(option_items, core.colours(o) or [0] * len(option_items)):
            uses.setdefault(i, []).append((o, colour))
    for i, item in enumerate(items):
        item_uses = uses.get(i, [])
        by = " and ".join(said(o) for o, _ in item_uses)
        if i >= core.primary_count:
            in_one_colour = len({c for _, c in item_uses}) == 1 and item_uses[0][1] != 0
            if len(item_uses) > 1 and not in_one_colour:
                found.append(f"secondary item {item!r} is covered by options {by}")
            continue
        at_least, at_most = core.bounds(i)
        if at_least <= len(item_uses) <= at_most:
            continue
        if not item_uses:
            found.append(f"item {item!r} is not covered")
        elif at_most == 1:
            found.append(f"item {item!r} is covered by options {by}")
        else:
            found.append(
                f"item {item!r} is covered {len(item_uses)} times; wanted {at_least} to {at_most}"
            )
    return found
