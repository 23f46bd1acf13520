"""The class Builder."""

from __future__ import annotations

from ._entries import Numbering, check_bounds
from ._problem import Problem, _rebuilt
from ._types import Bounds, Cost, Entry, Name


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
        self._numbering = Numbering(declared=True)

    def primary(self, *items: Name, bounds: Bounds = 1) -> None:
        """Declares primary items, which must be covered.

        bounds
            How often each item must be covered: a number, or a tuple of the least and the greatest
            number.
        """
        for item in items:
            check_bounds(item, bounds)
            self._numbering.declare(item, primary=True)
            self._numbering.bound(item, bounds)

    def secondary(self, *items: Name) -> None:
        """Declares secondary items, which may be covered once, or several times in one colour."""
        for item in items:
            self._numbering.declare(item, primary=False)

    def option(self, *entries: Entry, cost: Cost = 0) -> int:
        """Adds an option. Entries are items or pairs ``(item, colour)``, also written
        ``"item:colour"``.

        Returns the number of the option, from 0.
        """
        self._numbering.add(entries, cost)
        return len(self._numbering.options) - 1

    def build(self) -> Problem:
        """Returns a problem of everything declared so far. The builder can still be used."""
        return _rebuilt(*self._numbering.parts())
