"""The keywords of searches and counts, generated from the library's table of options.

_keywords.pyi declares the types for mypy. The build generates this file with stubs.py.
"""

from __future__ import annotations

import math
import os
import re
import sys
import textwrap
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Sequence

from . import _dlx
from ._arguments import exact_number, natural, whole_number


class Row(NamedTuple):
    """A row of the table of options: one option of a search or a count."""

    name: str
    kind: str
    usual: str
    help: str
    searches: bool = False  # whether searches accept the option
    counts: bool = True  # whether counts accept the option
    costs: bool = True  # whether searches for the cheapest solutions accept the option


_types = {
    "word": "str",
    "bool": "bool",
    "number": "Optional[int]",
    "seconds": "Optional[float]",
    "cost": "Union[Cost, str, None]",
    "path": "Optional[Path]",
    "names": "Optional[Iterable[Name]]",
    "progress": "Progressing",
}
_table = [Row(*row) for row in _dlx.option_rows] + [
    Row(
        "progress", "progress", "",
        "True: show a progress bar, by tqdm if it is installed. A callable is called with a "
        "Progress at intervals; an exception that it raises ends the count",
    ),
    Row(
        "progress_interval", "seconds", "",
        "Seconds between two reports of progress; 1 unless given",
    ),
]  # fmt: skip
#: The keywords of searches (`searching`), of counts (`counting`) and of searches for the cheapest
#: solutions (`costing`).
searching = {row.name: row for row in _table if row.searches}
counting = {row.name: row for row in _table if row.counts}
costing = {row.name: row for row in _table if row.costs}


def signature(rows: Dict[str, Row]) -> str:
    """Returns the text of keywords in a signature, such as "limit: Optional[int] = None, ..."."""
    usual = {"word": repr, "bool": str.title}
    return ", ".join(
        f"{row.name}: {_types[row.kind]} = {usual.get(row.kind, lambda _: 'None')(row.usual)}"
        for row in rows.values()
    )


def takes(rows: Dict[str, Row]) -> Callable[[Any], Any]:
    """Returns a decorator for methods whose keywords ``**options`` are the options in `rows`.

    The decorator gives the method the signature and the help texts of these keywords.
    """

    def decorate(method: Any) -> Any:
        made: Dict[str, Any] = {}
        head = f"{method.__name__}(self, *, {signature(rows)})"
        result = method.__annotations__["return"]
        exec(f"from __future__ import annotations\ndef {head} -> {result}: ...", made)
        method.__wrapped__ = made[method.__name__]
        for row in rows.values():
            text = textwrap.fill(re.sub(r" \(exit code [^)]*\)", "", row.help) + ".", 88)
            entry = f"{row.name}\n{textwrap.indent(text, '    ')}"
            # Python 3.13 removes the indentation of docstrings. Python -OO removes docstrings.
            margin = "" if sys.version_info >= (3, 13) else " " * 8
            method.__doc__ = f"{method.__doc__ or ''}\n{textwrap.indent(entry, margin)}\n"
        return method

    return decorate


def _item_words(order: Iterable[Any], problem: Any) -> List[str]:
    if isinstance(order, str):
        raise TypeError(f"an order is a collection of items, not the string {order!r}")
    words = dict(zip(problem.primary, problem._core.names()))
    wanted = list(order)
    for item in wanted:
        if item not in words:
            raise ValueError(f"order: {item!r} is not a primary item")
    if len(set(wanted)) != len(wanted):
        raise ValueError("order: an item is named twice")
    return [words[item] for item in wanted]


def _seconds(name: str, value: Any) -> float:
    seconds = float(value)
    if not seconds >= 0 or (seconds == 0 and name == "progress_interval"):
        least = "above 0" if name == "progress_interval" else "a number from 0"
        raise ValueError(f"{name} must be {least} seconds, not {value!r}")
    return seconds


def _cost_text(name: str, value: Any) -> str:
    return str(value if isinstance(value, str) else exact_number(name, value))


def options(
    given: Dict[str, Any], rows: Dict[str, Row] = counting, problem: Any = None
) -> _dlx.Options:
    """Converts keywords to options of the library.

    problem
        The problem whose items the keyword `order` lists.
    """
    made = _dlx.Options()
    files: Dict[str, str] = {}
    for name, value in given.items():
        if name not in rows:
            raise TypeError(f"an option {name!r} does not exist; there are {', '.join(rows)}")
        kind = rows[name].kind
        if value is None or kind == "progress":
            continue
        if name == "progress_interval":
            made.progress_interval = _seconds(name, value)
        elif kind == "number":
            if name == "threads" and whole_number(name, value) < 1:
                raise ValueError(f"threads must be at least 1, not {value}")
            made.set(name, str(natural(name, value, 4096 if name == "threads" else 2**64 - 1)))
        elif kind == "seconds":
            made.set(name, repr(_seconds(name, value)))
        elif kind == "cost":
            made.set(name, _cost_text(name, value))
        elif kind == "bool":
            made.set(name, "true" if value else "false")
        elif kind == "path":
            other = files.setdefault(os.path.realpath(value), name)
            if other != name:
                raise ValueError(
                    f"{other} and {name} are both the file {os.fspath(value)!r}; name two files"
                )
            made.set(name, os.fspath(value))
        elif kind == "names":
            made.set(name, " ".join(_item_words(value, problem)))
        else:
            made.set(name, value)
    return made
