"""A count that goes on a slice at a time."""

from __future__ import annotations

import math
import threading
from typing import Any, Optional, Union

from . import _dlx
from ._arguments import natural
from ._keywords import counting, options as checked_options
from ._problem import Problem
from ._progress import Progressing, reporting
from ._search import CountResult
from ._types import Options


class Counter:
    """Counts the solutions of a problem in slices, for programs with other things to do.

    The options are those of `Problem.count` that say how: `method`, `engine`, `branching`,
    `order`, `preprocess`, `symmetry`, `threads`, `memory_limit`, `fingerprint`,
    `progress_interval`. Unlike there, `threads` is 1 unless given. The count does not depend on
    the slices.

    >>> import dlx
    >>> counter = dlx.Counter(dlx.puzzles.langford(8).problem)
    >>> while counter.run(0.5) == "running":
    ...     print(f"{counter.value} so far")
    >>> counter.value, counter.complete
    (300, True)
    """

    def __init__(self, problem: Union[Problem, Options], **options: Any) -> None:
        self._problem = problem if isinstance(problem, Problem) else Problem(problem)
        options.setdefault("threads", 1)
        for limit in ("limit", "time_limit", "node_limit", "up_to", "certificate", "checkpoint"):
            if limit in options:
                raise TypeError(f"a Counter takes no {limit}; run(seconds, work=N) limits a slice")
        checked = checked_options(options, counting, self._problem)
        self._core = _dlx.Counter(self._problem._core, checked)
        self._lock = threading.Lock()
        self._result: Optional[CountResult] = None

    def run(
        self,
        seconds: Optional[float] = None,
        *,
        work: Optional[int] = None,
        progress: Progressing = None,
    ) -> str:
        """Goes on for a slice, or to the end. Returns the status: ``running``, ``exhausted``, ...

        A step that cannot pause may take some tenths of a second longer. After KeyboardInterrupt
        the next call goes on.

        seconds
            None: to the end.
        work
            Nodes and states of this slice.
        progress
            As for `Problem.count`.
        """
        if seconds is not None:
            seconds = float(seconds)
            if not seconds >= 0:
                raise ValueError(f"seconds must be a number from 0, not {seconds!r}")
            seconds = None if seconds == math.inf else seconds
        steps = None if work is None else natural("work", work)
        with self._lock, reporting(progress) as report:
            self._result = None
            return self._core.run(seconds, steps, report)

    @property
    def result(self) -> CountResult:
        """What has been counted so far, and how."""
        with self._lock:
            if self._result is None:
                self._result = CountResult(up_to="none", **self._core.result())
            return self._result

    @property
    def status(self) -> str:
        """``running``, or why the count ended."""
        return self.result.status

    @property
    def complete(self) -> bool:
        """Whether the value is exact."""
        return self.result.complete

    @property
    def value(self) -> int:
        """The number of solutions: exact if complete, otherwise a lower bound."""
        return self.result.value

    @property
    def share(self) -> float:
        """The part of the work that lies behind, from 0 to 1, as far as that can be said."""
        with self._lock:
            return self._core.share()

    def __repr__(self) -> str:
        return f"<dlx.Counter: {self.value} so far, {self.status}>"
