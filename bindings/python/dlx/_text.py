"""Reading and writing problems as text, and the spelling of names there."""

from __future__ import annotations

import os
import warnings
from typing import Dict, Iterable, List, Optional, Union

from . import _dlx
from ._arguments import natural, quantity
from ._types import Name


def _spelled(name: Name) -> str:
    # Blanks, ':' and '|' have a meaning in the text formats.
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
    """Spells names as words of the text formats, each in a way of its own."""
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


def _columns(columns: Iterable[int]) -> List[int]:
    return [natural("a secondary column", column, 2**32 - 1) for column in columns]


def _read(name: str, core: _dlx.Problem, dropped: int, note: str) -> _dlx.Problem:
    if note:
        warnings.warn(f"{name}: {note}", stacklevel=4)
    if dropped:
        warnings.warn(
            f"{name}: {quantity(dropped, 'option')} without a primary item dropped",
            stacklevel=4,  # the line that called the method of Problem
        )
    return core


def read_text(
    text: str, name: str, format: str, secondary: Iterable[int], drop: bool
) -> _dlx.Problem:
    """Reads what `Problem.from_text` reads."""
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {type(text).__name__}")
    return _read(name, *_dlx.read_text(text, name, format, _columns(secondary), bool(drop)))


def read_file(
    path: Union[str, os.PathLike[str]], format: Optional[str], secondary: Iterable[int], drop: bool
) -> _dlx.Problem:
    """Reads what `Problem.read` reads."""
    name = os.fspath(path)
    with open(name, "rb"):  # for Python's own words where there is no such file
        pass
    file = name if name != "-" else "./-"  # "-" alone is standard input
    return _read(name, *_dlx.read_file(file, format, _columns(secondary), bool(drop)))


def write_file(name: str, text: str) -> None:
    """Writes text into a file, compressed if its name ends with .gz."""
    if name.endswith(".gz"):
        import gzip

        with gzip.open(name, "wt", encoding="utf-8", newline="\n") as packed:
            packed.write(text)
    else:
        with open(name, "w", encoding="utf-8", newline="\n") as plain:
            plain.write(text)
