"""Checks of arguments: numbers, limits and the other options of searches."""

from __future__ import annotations

import math
import operator
from typing import Any, Dict, Iterable, List, Optional, Sequence

from . import _dlx
from ._types import Name


def quantity(number: int, noun: str, nouns: str = "") -> str:
    """Returns a number and what it counts: "1 option", "2 options"."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def whole_number(what: str, value: Any) -> int:
    """Returns the value as an int, or raises TypeError."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {value!r}") from None


def natural(what: str, value: Any, most: int = 2**63 - 1) -> int:
    """Returns the value as an int from 0 to `most`, or raises TypeError or ValueError."""
    number = whole_number(what, value)
    if not 0 <= number <= most:
        raise ValueError(f"{what} must be from 0 to {most}, not {number}")
    return number


def keywords(local: Dict[str, Any]) -> Dict[str, Any]:
    """Returns the arguments of a method from its first ``locals()``, to pass all on by name."""
    return {name: value for name, value in local.items() if name != "self"}


def _item_numbers(order: Iterable[Name], primary: Sequence[Name]) -> List[int]:
    if isinstance(order, str):
        raise TypeError(f"an order is a collection of items, not the string {order!r}")
    numbers = {item: i for i, item in enumerate(primary)}
    wanted = []
    for item in order:
        if item not in numbers:
            raise ValueError(f"order: {item!r} is no primary item")
        wanted.append(numbers[item])
    if len(set(wanted)) != len(wanted):
        raise ValueError("order: an item is named twice")
    return wanted


def search_options(
    primary: Sequence[Name] = (),
    *,
    limit: Optional[int] = None,
    time_limit: Optional[float] = None,
    node_limit: Optional[int] = None,
    memory_limit: Optional[int] = None,
    engine: str = "auto",
    branching: str = "minimum",
    order: Optional[Iterable[Name]] = None,
    preprocess: bool = True,
    method: str = "auto",
    symmetry: bool = True,
    threads: Optional[int] = None,
    fingerprint: Optional[int] = None,
    progress_interval: float = 1.0,
) -> _dlx.Options:
    """Checks the arguments of searches; `order` may name the primary items of the problem."""
    options = _dlx.Options()
    options.order = None if order is None else _item_numbers(order, primary)
    if limit is not None:
        options.limit = natural("limit", limit)
    if node_limit is not None:
        options.node_limit = natural("node_limit", node_limit)
    if memory_limit is not None:
        options.memory_limit = natural("memory_limit", memory_limit)
    if time_limit is not None:
        seconds = float(time_limit)
        if not seconds >= 0:
            raise ValueError(f"time_limit must be a number of seconds from 0, not {time_limit!r}")
        if seconds != math.inf:
            options.time_limit = seconds
    if threads is not None:
        options.threads = natural("threads", threads, 4096)
        if threads == 0:
            raise ValueError("threads must be at least 1")
    if fingerprint is not None:
        options.fingerprint = natural("fingerprint", fingerprint, 2**64 - 1)
    interval = float(progress_interval)
    if not interval > 0:
        raise ValueError(f"progress_interval must be above 0 seconds, not {progress_interval!r}")
    options.progress_interval = interval
    options.engine = engine
    options.branching = branching
    options.preprocess = bool(preprocess)
    options.method = method
    options.symmetry = bool(symmetry)
    return options
