"""Finds all snake puzzles that fold into a cube of a given side."""

from __future__ import annotations

import html
from typing import Any, Dict, List, Optional, Tuple

from . import _dlx
from ._keywords import options
from ._progress import Progressing, reporting
from ._search import Incomplete, why


class Snakes:
    """All snakes that fold into a cube, with the number of foldings of each; see `puzzles.snakes`.

    >>> import dlx
    >>> snakes = dlx.puzzles.snakes(2)
    >>> snakes.solve()
    {'111111': 3}
    """

    def __init__(self, side: int) -> None:
        if not 2 <= side <= 9:
            raise ValueError(f"the side of the cube must be from 2 to 9, not {side}")
        self._side = side
        self._found: Optional[Dict[str, Any]] = None

    def count(
        self, *, time_limit: Optional[float] = None, progress: Progressing = None
    ) -> int:
        """Returns the number of snakes. A snake and its reverse count as one."""
        return len(self._census(time_limit, progress)["foldings"])

    def solve(
        self, *, time_limit: Optional[float] = None, progress: Progressing = None
    ) -> Dict[str, int]:
        """Returns a dict that maps each snake to its number of foldings. A snake is a word such as
        "111111": 1 for a corner, 0 for a straight cubelet.
        """
        return dict(self._census(time_limit, progress)["foldings"])

    def statistics(self) -> Dict[str, int]:
        """Returns a dict with the numbers of walks and snakes, with the keys of
        ``dlx snakes --json``.
        """
        return dict(self._census(None, None)["statistics"])

    def show(self) -> None:
        """Prints a table: for each number of foldings, how many snakes have this number."""
        print(self)

    def __str__(self) -> str:
        rows = [(str(k), str(n)) for k, n in self._histogram()]
        lines = [f"{foldings:>10} {snakes:>10}" for foldings, snakes in rows]
        return "\n".join([f"{'foldings':>10} {'snakes':>10}", *lines])

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{k}</td><td>{n}</td></tr>" for k, n in self._histogram())
        title = html.escape(repr(self))
        head = "<tr><th>foldings</th><th>snakes</th></tr>"
        return f"<table><caption>{title}</caption>{head}{rows}</table>"

    def __repr__(self) -> str:
        return f"<dlx.puzzles.Snakes: of the cube of side {self._side}>"

    def _histogram(self) -> List[Tuple[int, int]]:
        return sorted(self._census(None, None)["histogram"].items())

    def _census(self, time_limit: Optional[float], progress: Progressing) -> Dict[str, Any]:
        if self._found is None:
            limits = options({"time_limit": time_limit})
            with reporting(progress) as report:
                found = _dlx.census(self._side, limits, report)
            if found["status"] != "exhausted":
                message = f"{why(found['status'])} ended the census: there may be more snakes"
                raise Incomplete(message, found["status"], len(found["foldings"]))
            self._found = found
        return self._found
