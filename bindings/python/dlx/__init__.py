"""Exact covers by dancing links: build a problem, and list, count or sample its solutions.

>>> import dlx
>>> p = dlx.Problem([["a", "b"], ["c"], ["a", "c"], ["b"]])
>>> p.count()
2
>>> print(p.first())
0: a b
1: c

`Problem` is the central class. To make one, use `Problem`, `Problem.from_rows`,
`Problem.from_matrix`, `Problem.from_text`, `Problem.read` or `Builder`. Methods for solutions are
`solutions`, `first`, `solve`, `representatives`, `cheapest` and `sample`. Methods for counts are
`count`, `count_result`, `estimate` and `diagram`. `automorphisms` finds the symmetries, and
`restricted` fixes or forbids options.

`Questions` answers many questions about one problem, such as whether a solution with some options
and without others exists. `Counter` counts in short slices of time. The module `puzzles` contains
the puzzles of the command ``dlx``; each counts, lists and shows its solutions. The module `compat`
contains functions with the interfaces of other packages, such as Sage's dlx_solver.
``python -m dlx`` runs the command ``dlx``.

Options are numbered from 0 in Python; the command ``dlx`` numbers the same options from 1.

Counts are exact integers of any size. If a limit ends a search or a count early, `Incomplete` is
raised. Searches run without the interpreter's lock, and Ctrl-C interrupts them.
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

#: Names of the formats that `Problem.read` and `Problem.from_text` can read.
readable_formats = _dlx.readable_formats
#: Names of the formats that `Problem.write` and `Problem.to_text` can write.
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


# Makes dlx the module of all public classes, so that messages and help() write dlx.Problem and not
# dlx._problem.Problem.
for _public in [globals()[_name] for _name in __all__]:
    if isinstance(_public, type) and _public.__module__.startswith(f"{__name__}."):
        _public.__module__ = __name__
del _public
