"""Functions that check arguments that are numbers."""

from __future__ import annotations

import numbers
import operator
from decimal import Decimal
from typing import Any, Optional, Union


def quantity(number: int, noun: str, nouns: str = "") -> str:
    """Returns a number with its noun, such as "1 option" or "2 options"."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def whole_number(what: str, value: Any) -> int:
    """Returns the value as an int, or raises TypeError."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {value!r}") from None


def decimal_places(denominator: int) -> Optional[int]:
    """Returns the number of decimal places of a fraction with this denominator. Returns None if
    the fraction has more than 18 decimal places, or infinitely many.
    """
    return next((n for n in range(19) if 10**n % denominator == 0), None)


def exact_number(what: str, value: Any) -> Union[int, Decimal]:
    """Returns the value as an int or a Decimal, or raises TypeError or ValueError.

    A float means the decimal number that Python prints for it: 0.1 is exactly a tenth.
    """
    if isinstance(value, numbers.Rational) and not isinstance(value, numbers.Integral):
        denominator = int(value.denominator)
        places = decimal_places(denominator)
        if places is None:
            raise ValueError(
                f"{what}: {value} is not a decimal number; multiply all of them by {denominator}"
            )
        return Decimal(f"{int(value.numerator) * 10**places // denominator}E-{places}")
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral):
        value = Decimal(str(value))
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{what}: {value} is not a number")
        return value
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a number, not {value!r}") from None


def natural(what: str, value: Any, most: int = 2**63 - 1) -> int:
    """Returns the value as an int from 0 to `most`, or raises TypeError or ValueError."""
    number = whole_number(what, value)
    if not 0 <= number <= most:
        raise ValueError(f"{what} must be from 0 to {most}, not {number}")
    return number
