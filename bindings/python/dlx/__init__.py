"""Exact covers by dancing links: build a problem, list, count, sample or price its solutions.

>>> import dlx
>>> p = dlx.Problem([["a", "b"], ["c"], ["a", "c"], ["b"]])
>>> p.count()
2
>>> print(p.first())
0: a b
1: c

`Problem` has all there is: builders (`Problem`, `Problem.from_rows`, `Problem.from_matrix`,
`Problem.from_text`, `Problem.read`, `Builder`), solutions (`solutions`, `first`, `solve`,
`representatives`, `cheapest`, `sample`), counts (`count`, `count_result`, `estimate`,
`diagram`), symmetries (`automorphisms`) and what is left where options are given (`restricted`).
`Questions` answers many questions about one problem. `Counter` counts a slice at a time. `puzzles` has the
puzzles of the command ``dlx``, which count, list and show their solutions; `compat` has the
functions of other packages, Sage's dlx_solver among them. ``python -m dlx`` is the command.

Options are numbered from 0 in Python; the command ``dlx`` numbers the same options from 1.

Counts are exact, whatever their size. What a limit has cut short raises `Incomplete`. Searches run
without the interpreter's lock, and Ctrl-C interrupts them.
"""

from __future__ import annotations

from typing import Any, Union

from . import _dlx
from ._dlx import Progress
from ._builder import Builder
from ._certificates import CertificateError, Checked
from ._counter import Counter
from ._errors import CheckpointError, InputError, ProblemError
from ._problem import Problem
from ._questions import Core, Questions
from ._search import (
    Automorphisms,
    CountResult,
    Diagram,
    Estimate,
    Incomplete,
    Solution,
    Solutions,
    Symmetry,
)
from ._types import Bounds, Costs, Entry, Name, Options
from . import compat, puzzles

__version__: str = _dlx.version

#: Names of the formats that `Problem.read` and `Problem.from_text` know.
readable_formats = _dlx.readable_formats
#: Names of the formats that `Problem.write` and `Problem.to_text` know.
writable_formats = _dlx.writable_formats

__all__ = [
    "Automorphisms",
    "Bounds",
    "Builder",
    "CertificateError",
    "Checked",
    "CheckpointError",
    "Core",
    "Costs",
    "CountResult",
    "Counter",
    "Diagram",
    "Entry",
    "Estimate",
    "Incomplete",
    "InputError",
    "Name",
    "Options",
    "Problem",
    "ProblemError",
    "Progress",
    "Questions",
    "Solution",
    "Solutions",
    "Symmetry",
    "compat",
    "count",
    "puzzles",
    "readable_formats",
    "solutions",
    "writable_formats",
]


def _as_problem(what: Union[Problem, Options]) -> Problem:
    return what if isinstance(what, Problem) else Problem(what)


def count(problem: Union[Problem, Options], **options: Any) -> int:
    """The number of solutions of a problem, or of a collection of options; see `Problem.count`.

    >>> import dlx
    >>> dlx.count([["a", "b"], ["a"], ["b"]])
    2
    """
    return _as_problem(problem).count(**options)


def solutions(problem: Union[Problem, Options], **options: Any) -> Solutions:
    """The solutions of a problem, or of a collection of options; see `Problem.solutions`.

    >>> import dlx
    >>> [list(s) for s in dlx.solutions([["a", "b"], ["a"], ["b"]])]
    [[('a', 'b')], [('a',), ('b',)]]
    """
    return _as_problem(problem).solutions(**options)


# Public classes are called what users call them, in messages and in help().
for _public in [globals()[_name] for _name in __all__]:
    if isinstance(_public, type) and _public.__module__.startswith(f"{__name__}."):
        _public.__module__ = __name__
del _public
