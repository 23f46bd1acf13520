"""The types that signatures share."""

from __future__ import annotations

import os
from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable, Hashable, Iterable, Mapping, Tuple, Union

#: What names an item or a colour: a string, a number, a tuple, anything that can be a key.
Name = Hashable
#: An item of an option: its name, or a secondary item and its colour.
Entry = Union[Name, Tuple[Name, Name]]
#: How often an item must be covered: a number, or the least and the largest number.
Bounds = Union[int, Tuple[int, int]]
#: Options, each a collection of entries; or options by name.
Options = Union[Iterable[Iterable[Entry]], Mapping[Any, Iterable[Entry]]]
#: A cost. Costs are added exactly: a float is the number that it is printed as, so 0.1 is a tenth.
Cost = Union[int, float, Decimal, Fraction]
#: A cost, or a sum of costs, as it is returned: a Decimal where some cost is not whole.
ExactCost = Union[int, Decimal]
#: A cost for each option; or costs by the names of options; or a function of an option's entries.
Costs = Union[Iterable[Cost], Mapping[Any, Cost], Callable[[Tuple[Any, ...]], Cost]]
#: Items that need not be covered; or a function that tells whether an item is one of them.
Secondary = Union[Iterable[Name], Callable[[Any], bool]]

#: The name of a file.
Path = Union[str, "os.PathLike[str]"]

#: A dlx.Problem, in the modules that _problem.py imports. They cannot import the class: results
#: have their problem, and methods of the problem return results.
Problem = Any
