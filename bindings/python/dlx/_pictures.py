"""Pictures of solutions as text, SVG and pages of the 3D viewer."""

from __future__ import annotations

import html
import os
import sys
from typing import Callable, Optional, Sequence, Tuple, Union

from . import _dlx
from ._notebook import cell_of, in_notebook


class Picture:
    """A picture of one or more solutions, as text, SVG and a page. A notebook shows the page.

    >>> import dlx
    >>> print(dlx.puzzles.langford(4).picture())
    4 1 3 1 2 4 3 2
    """

    __slots__ = ("_core", "_title", "_solutions", "_words", "_page", "_xmpuzzle")

    def __init__(
        self,
        core: _dlx.Puzzle,
        title: str,
        solutions: Sequence[Tuple[int, ...]],
        *,
        words: str = "",
        page: Optional[Callable[[str], str]] = None,
        xmpuzzle: Optional[Callable[[str], str]] = None,
    ) -> None:
        self._core = core
        self._title = title
        self._solutions = solutions
        self._words = words  # a paragraph that text() appends to the pictures
        self._page = page or (lambda title: core.page(solutions, title))
        self._xmpuzzle = xmpuzzle or (lambda title: core.xmpuzzle(solutions, title))

    def text(self) -> str:
        """Returns a text with lines for each solution, and an empty line between solutions."""
        drawn = [self._core.text(s).rstrip("\n") for s in self._solutions]
        return "\n\n".join(drawn + [self._words] if self._words else drawn)

    def svg(self) -> Optional[str]:
        """Returns the picture as SVG; None if the puzzle has no SVG picture."""
        drawn = self._core.svg(self._solutions)
        start = drawn.find("<svg")  # HTML allows no XML declaration
        return drawn[start:] if start >= 0 else None

    def html(self) -> str:
        """Returns an HTML page: the 3D viewer if the puzzle has one, otherwise the SVG picture or
        the text.

        The page needs no network.
        """
        page = self._page(self._title)
        if page:
            return page
        title = html.escape(self._title)
        return (
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
            f"<title>{title}</title>\n<h1>{title}</h1>\n{self._flat()}\n</html>\n"
        )

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the solutions to a file, in the format given by the ending of its name.

        Pictures: .txt, .svg and .html. Bodies for a 3D printer, of the first solution only: .stl,
        .obj and .scad. A file of BurrTools: .xmpuzzle.
        """
        name = os.fspath(path)
        ending = os.path.splitext(name)[1].lower()
        try:
            made = self._as(ending)
        except ValueError as e:
            raise ValueError(f"{name!r}: {e}") from None
        with open(name, "wb") as file:
            file.write(made.encode() if isinstance(made, str) else made)

    def _as(self, ending: str) -> Union[bytes, str]:
        if ending in (".html", ".htm"):
            return self.html()
        if ending == ".svg":
            drawn = self.svg()
            if drawn is None:
                raise ValueError("this puzzle has no SVG picture; use .html or .txt")
            return drawn
        if ending == ".txt":
            return self.text() + "\n"
        if ending in (".stl", ".obj", ".scad"):
            return self._core.solid(self._solutions[0], self._title, ending[1:])
        if ending == ".xmpuzzle":
            return self._xmpuzzle(self._title)
        raise ValueError(
            "the ending of a picture is .txt, .svg, .html, .stl, .obj, .scad or .xmpuzzle"
        )

    def _flat(self) -> str:
        return self.svg() or f"<pre>{html.escape(self.text())}</pre>"

    def _repr_svg_(self) -> Optional[str]:
        return self.svg()

    def _repr_html_(self) -> str:
        page = self._page(self._title)
        if not page:
            return self._flat()
        return cell_of(page, self._title, self._flat())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()


def show(picture: Picture) -> None:
    """Displays a picture in a notebook. Outside a notebook, prints the text of the picture."""
    if in_notebook():
        sys.modules["IPython"].display.display(picture)
    else:
        print(picture.text())
