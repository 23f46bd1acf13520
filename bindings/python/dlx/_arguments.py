"""Checks of arguments that are numbers."""

from __future__ import annotations

import operator
from typing import Any


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
