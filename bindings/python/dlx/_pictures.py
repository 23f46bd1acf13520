"""Solutions as text, SVG and pages of the 3D viewer."""

from __future__ import annotations

import html
import os
import sys
from typing import Any, Callable, Optional, Sequence, Tuple, Union

from . import _dlx


class Picture:
    """One solution or several, as text, SVG and a page; a notebook shows the best of these.

    >>> import dlx
    >>> print(dlx.puzzles.langford(4).picture())
    4 1 3 1 2 4 3 2
    """

    __slots__ = ("_core", "_title", "_solutions", "_words", "_page")

    def __init__(
        self,
        core: _dlx.Puzzle,
        title: str,
        solutions: Sequence[Tuple[int, ...]],
        *,
        words: str = "",
        page: Optional[Callable[[str], str]] = None,
    ) -> None:
        self._core = core
        self._title = title
        self._solutions = solutions
        self._words = words  # the last paragraph of the text
        self._page = page or (lambda title: core.page(solutions, title))

    def text(self) -> str:
        """Each solution as lines of text, with an empty line between two."""
        drawn = [self._core.text(s).rstrip("\n") for s in self._solutions]
        return "\n\n".join(drawn + [self._words] if self._words else drawn)

    def svg(self) -> Optional[str]:
        """A picture as SVG; None if the puzzle has none."""
        drawn = self._core.svg(self._solutions)
        start = drawn.find("<svg")  # a page takes no XML declaration
        return drawn[start:] if start >= 0 else None

    def html(self) -> str:
        """A page: the 3D viewer where the puzzle has one, otherwise the SVG picture or the text.

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
        """Writes the picture: the ending of the name, .txt, .svg or .html, says which."""
        name = os.fspath(path)
        ending = os.path.splitext(name)[1].lower()
        if ending in (".html", ".htm"):
            text: Optional[str] = self.html()
        elif ending == ".svg":
            text = self.svg()
            if text is None:
                raise ValueError(f"{self._title}: this puzzle has no SVG picture; use .html or .txt")
        elif ending == ".txt":
            text = self.text() + "\n"
        else:
            raise ValueError(f"{name!r}: the ending of a picture is .txt, .svg or .html")
        assert text is not None
        with open(name, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)

    def _flat(self) -> str:
        return self.svg() or f"<pre>{html.escape(self.text())}</pre>"

    def _repr_svg_(self) -> Optional[str]:
        return self.svg()

    def _repr_html_(self) -> str:
        page = self._page(self._title)
        if not page:
            return self._flat()
        # A frame keeps the styles and scripts of the page and of the notebook apart.
        return (
            f'<iframe title="{html.escape(self._title)}" srcdoc="{html.escape(page)}" '
            'sandbox="allow-scripts allow-downloads" loading="lazy" '
            'style="width:100%;height:480px;border:0"></iframe>'
        )

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()


def show(picture: Picture) -> None:
    """Displays a picture in a notebook; prints it elsewhere."""
    shell: Any = sys.modules.get("IPython")
    if shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None:
        shell.display.display(picture)
    else:
        print(picture.text())
