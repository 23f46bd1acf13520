"""Types that are used in several signatures."""

from __future__ import annotations

import os
from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable, Hashable, Iterable, Mapping, Tuple, Union

#: The name of an item or a colour: a string, a number, a tuple, or another value that can be a
#: key.
Name = Hashable
#: An entry of an option: the name of an item, or a pair of a secondary item and its colour.
Entry = Union[Name, Tuple[Name, Name]]
#: How often an item must be covered: a number, or a tuple of the least and the greatest number.
Bounds = Union[int, Tuple[int, int]]
#: Options, each a collection of entries, or a mapping of names to options.
Options = Union[Iterable[Iterable[Entry]], Mapping[Any, Iterable[Entry]]]
#: A cost. Costs are added exactly. A float means the decimal number that Python prints for it.
Cost = Union[int, float, Decimal, Fraction]
#: A cost, or a sum of costs, in a result. A Decimal if some cost of the problem is not an integer.
ExactCost = Union[int, Decimal]
#: Costs: a sequence with one cost for each option, a mapping of option names to costs, a pandas
#: series of costs, or a function that is called with the entries of each option.
Costs = Union[Iterable[Cost], Mapping[Any, Cost], Callable[[Tuple[Any, ...]], Cost]]
#: The secondary items, or a function that returns whether an item is secondary.
Secondary = Union[Iterable[Name], Callable[[Any], bool]]

#: The name of a file.
Path = Union[str, "os.PathLike[str]"]

#: Modules that _problem.py imports use this name in their signatures instead of the class
#: dlx.Problem, because importing the class there would be circular.
Problem = Any
