"""Reads and writes problems as text, and spells names as words of the text formats."""

from __future__ import annotations

import warnings
from typing import Dict, Iterable, List, Tuple

from . import _dlx
from ._arguments import natural, quantity
from ._types import Name


def _spelled(name: Name) -> str:
    # Blanks, ':' and '|' must be escaped, because they have a meaning in the text formats.
    if isinstance(name, tuple):
        return ",".join(_spelled(part) for part in name)
    text = name if isinstance(name, str) else str(name)
    if text and text.isprintable() and not any(c in text for c in " :|"):
        return text
    spelled = ""
    for c in text:
        plain = c.isprintable() and c not in " :|"
        spelled += c if plain else "".join(f"%{b:02X}" for b in c.encode("utf-8", "surrogatepass"))
    return spelled or "%"


def distinct_spellings(names: Iterable[Name]) -> List[str]:
    """Spells names as words of the text formats. Different names get different words."""
    taken: Dict[str, int] = {}
    spellings = []
    for name in names:
        first = text = _spelled(name)
        while text in taken:
            taken[first] += 1
            text = f"{first}~{taken[first]}"
        taken[text] = 1
        spellings.append(text)
    return spellings


def column_numbers(columns: Iterable[int]) -> List[int]:
    """Checks the numbers of secondary columns."""
    return [natural("a secondary column", column, 2**32 - 1) for column in columns]


def read(name: str, given: Tuple[_dlx.Problem, int, str]) -> _dlx.Problem:
    """Returns the problem that was read. Warns if the text has no options, or if options were
    dropped.
    """
    core, dropped, note = given
    if note:
        warnings.warn(f"{name}: {note}", stacklevel=3)
    if dropped:
        warnings.warn(
            f"{name}: {quantity(dropped, 'option')} without a primary item dropped",
            stacklevel=3,  # the warning shows the line that called the method of Problem
        )
    return core


def write_file(name: str, text: str) -> None:
    """Writes text to a file. If the name ends with .gz, compresses it with gzip."""
    if name.endswith(".gz"):
        import gzip

        with gzip.open(name, "wt", encoding="utf-8", newline="\n") as packed:
            packed.write(text)
    else:
        with open(name, "w", encoding="utf-8", newline="\n") as plain:
            plain.write(text)
