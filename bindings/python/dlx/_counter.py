"""The class Counter."""

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
    """Counts the solutions of a problem in slices, so that a program can do other work in between.

    A Counter accepts some of the keywords of `Problem.count`: `method`, `engine`, `branching`,
    `order`, `preprocess`, `symmetry`, `threads`, `memory_limit`, `fingerprint` and
    `progress_interval`. The default of `threads` is 1; `Problem.count` uses one thread for each
    core. The count does not depend on the lengths of the slices.

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
        """Counts until a limit of this slice is reached or the count is complete. Returns the
        status, such as ``running`` or ``exhausted``.

        A slice may take some tenths of a second longer than asked for, because some steps cannot
        pause. After KeyboardInterrupt, the next call continues the count.

        seconds
            Time limit of this slice. None: no limit.
        work
            Limit on the number of search nodes and table states in this slice.
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
        """The result so far, with the counting method and statistics."""
        with self._lock:
            if self._result is None:
                self._result = CountResult(up_to="none", **self._core.result())
            return self._result

    @property
    def status(self) -> str:
        """The status of the count: ``running``, or the reason why it ended."""
        return self.result.status

    @property
    def complete(self) -> bool:
        """Whether the value of the count is exact."""
        return self.result.complete

    @property
    def value(self) -> int:
        """The number of solutions counted so far. If `complete`, the number is exact,
        otherwise a lower bound.
        """
        return self.result.value

    @property
    def share(self) -> float:
        """An estimate of the fraction of the work that is done, from 0 to 1."""
        with self._lock:
            return self._core.share()

    def __repr__(self) -> str:
        return f"<dlx.Counter: {self.value} so far, {self.status}>"
