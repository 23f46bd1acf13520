"""stubs.py FOLDER: writes type stubs for a built package into its folder.

_dlx.pyi is made from the signatures that pybind11 writes into docstrings. _keywords.pyi is made
from the library's table of options. mypy and editors read both files.
"""

import os
import re
import sys

folder = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.dirname(folder))
from dlx import _dlx, _keywords  # noqa: E402

head = """import collections.abc
import typing
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, TypeVar, overload

"""
keywords_head = """import collections.abc
import typing
from typing_extensions import Concatenate, ParamSpec

from . import _dlx
from ._progress import Progressing
from ._types import Cost, Name, Path

P = ParamSpec("P")
R = TypeVar("R")

def takes(
    rows: Callable[P, object]
) -> Callable[[Callable[..., R]], Callable[Concatenate[Any, P], R]]: ...
def options(
    given: Dict[str, Any], rows: Callable[..., object] = ..., problem: Any = ...
) -> _dlx.Options: ...
"""


def plain(text):
    """Converts types in a text to the form used in stubs."""
    for word, meaning in [("dict", "Dict[str, Any]"), ("list", "List[Any]"),
                          ("tuple", "Tuple[Any, ...]")]:  # fmt: skip
        text = re.sub(rf"\b{word}\b(?!\[)", meaning, text)
    return text


def signatures(name, docstring, method=False):
    """Yields a line of the stub for each signature in a docstring of pybind11."""
    found = re.findall(rf"^(?:\d+\. )?{name}\((.*)\)(?: -> (.*))?$", docstring, re.MULTILINE)
    found = [each for each in found if each[0] != "*args, **kwargs"]
    for arguments, result in found:
        # If the type of an argument is a class of this module, None is allowed too.
        arguments = re.sub(r"(?<=: )dlx\._dlx\.\w+", r"Optional[\g<0>]", arguments)
        if method:
            arguments = re.sub(r"^\w+: Optional\[dlx\._dlx\.\w+\]", "self", arguments)
        arguments = plain(arguments.replace("List[", "Sequence[")).replace("dlx._dlx.", "")
        result = plain(re.sub(r"\bobject\b", "Any", result)).replace("dlx._dlx.", "")
        if "arg0" in arguments or "arg1" in arguments:
            arguments += ", /"
        decorator = "@overload\n" if len(found) > 1 else ""
        yield f"{decorator}def {name}({arguments}) -> {result}: ..."


def class_stub(name, kind):
    """Returns the stub of a class, with its properties and methods."""
    lines = []
    for member, value in vars(kind).items():
        if isinstance(value, property):
            result = re.search(r"-> (.*)", value.fget.__doc__)[1].replace("dlx._dlx.", "")
            decorator = "" if value.fset else "@property\n"
            get = f"def {member}(self) -> {plain(result.replace('object', 'Any'))}: ..."
            lines += [f"{member}: {result}"] if value.fset else [decorator + get]
        elif member == "__init__" or not member.startswith("_"):
            lines += signatures(member, value.__doc__ or "", method=True)
    body = "\n".join(lines) or "..."
    return f"class {name}:\n" + "\n".join(f"    {line}" for line in body.splitlines())


def compiled_stub():
    """Returns the type stub (.pyi) of the compiled part of the package."""
    parts = ["version: str", "readable_formats: Tuple[str, ...]", "writable_formats: Tuple[str, ...]",
             "option_rows: Tuple[Any, ...]"]  # fmt: skip
    for name, value in vars(_dlx).items():
        if isinstance(value, type):
            parts.append(class_stub(name, value))
        elif callable(value):
            parts += signatures(name, value.__doc__)
    return head + "\n".join(parts) + "\n"


def keywords_stub():
    """Returns the type stub (.pyi) of the keywords of searches and counts."""
    text = head + keywords_head
    for name in ("searching", "counting"):
        text += f"def {name}(*, {_keywords.signature(getattr(_keywords, name))}) -> None: ...\n"
    return text


for name, text in ("_dlx", compiled_stub()), ("_keywords", keywords_stub()):
    with open(os.path.join(folder, f"{name}.pyi"), "w", encoding="utf-8") as file:
        file.write(text)
