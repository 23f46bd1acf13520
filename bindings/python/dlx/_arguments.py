"""Functions that check arguments: numbers, values for each option, and choices of options."""

from __future__ import annotations

import numbers
import operator
from collections.abc import Mapping as AbstractMapping
from decimal import Decimal
from typing import Any, List, Optional, Sequence, Union

from . import _tables
from ._errors import ProblemError


def quantity(number: int, noun: str, nouns: str = "") -> str:
    """Returns a number with its noun, such as "1 option" or "2 options"."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def whole_number(what: str, value: Any) -> int:
    """Returns the value as an int, or raises TypeError. True and False are not numbers here."""
    if type(value) is int:
        return value
    try:
        if not is_boolean(value):
            return operator.index(value)
    except TypeError:
        pass
    raise TypeError(f"{what} must be a whole number, not {value!r}")


def is_boolean(value: Any) -> bool:
    """Returns whether the value is True or False of Python or numpy."""
    return type(value).__name__ in ("bool", "bool_")


def values_of(what: str, given: Any, labels: Sequence[Any], noun: str = "option") -> List[Any]:
    """Returns one value for each of `labels`, which are the names or numbers of options.

    given
        The values in the order of `labels`; or a mapping or a pandas series with these labels. A
        mapping may leave out labels, whose value is then 0.
    """
    hint = ""
    if _tables.is_frame(given):
        raise TypeError(f"{what}: a frame has several columns; wanted one, as in frame['x']")
    if is_series := _tables.is_series(given):
        given, hint = _tables.series_as_options(given), f"; {what}=list(series) ignores the labels"
    if isinstance(given, AbstractMapping):
        known = set(labels)
        for label in given:
            if label not in known:
                raise ProblemError(f"{what}: no {noun} has the name {label!r}{hint}")
        for label in labels if is_series else ():
            if label not in given:
                raise ProblemError(f"{what}: the series has no value for {noun} {label!r}{hint}")
        return [given.get(label, 0) for label in labels]
    try:
        values = list(given)
    except TypeError:
        raise TypeError(f"{what} are numbers, one for each {noun}, and not {given!r}") from None
    if len(values) != len(labels):
        count = quantity(len(labels), noun)
        raise ProblemError(f"{what}: {quantity(len(values), 'value')} for {count}")
    return values


def chosen_of(
    what: str, chosen: Any, labels: Sequence[Any], numbers: Sequence[Any], noun: str = "option"
) -> List[Any]:
    """Returns a choice of options or columns as a list. If the choice is a mask, which has True or
    False for each of `labels`, the list contains the corresponding `numbers`.
    """
    if isinstance(chosen, str):
        raise TypeError(f"{what} is a collection of {noun}s, not the string {chosen!r}")
    is_mapping = isinstance(chosen, AbstractMapping)
    values = list(chosen.values() if is_mapping else chosen)
    if not values or not all(map(is_boolean, values)):
        return list(chosen) if is_mapping else values
    mask = chosen if is_mapping or _tables.is_series(chosen) else values
    return [n for n, is_chosen in zip(numbers, values_of(what, mask, labels, noun)) if is_chosen]


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
