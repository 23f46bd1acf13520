"""Progress of counts: a callable of the caller, or a bar by tqdm where that is installed."""

from __future__ import annotations

import importlib
import sys
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Union

from ._dlx import Progress

#: None or False: none. True: a bar. A callable gets a dlx.Progress now and then.
Progressing = Union[None, bool, Callable[[Progress], object]]


class _Bar:
    """Shows the share of the work by tqdm."""

    def __init__(self, tqdm: Any) -> None:
        form = "{l_bar}{bar}| {elapsed}{postfix}"
        self._bar = tqdm(total=100.0, bar_format=form, desc="dlx", leave=False)

    def __call__(self, progress: Progress) -> None:
        self._bar.n = round(100 * progress.share, 2)
        self._bar.set_postfix_str(_in_words(progress))  # draws the bar too

    def close(self) -> None:
        self._bar.close()


class _Lines:
    """Without tqdm: a line on standard error."""

    def __call__(self, progress: Progress) -> None:
        words = f"{100 * progress.share:.1f} %", f"{progress.seconds:.0f} s", _in_words(progress)
        print("dlx:", ", ".join(filter(None, words)), file=sys.stderr)

    def close(self) -> None:
        pass


def _in_words(progress: Progress) -> str:
    found = progress.solutions
    return f"{found:,} solution{'' if found == 1 else 's'}" if found else ""


def _bar() -> Union[_Bar, _Lines]:
    try:
        return _Bar(importlib.import_module("tqdm.auto").tqdm)
    except ImportError:
        return _Lines()


@contextmanager
def reporting(progress: Progressing) -> Iterator[Optional[Callable[[Progress], object]]]:
    """Gives the callable that a search is to call, and closes the bar at the end."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        bar = _bar()
        try:
            yield bar
        finally:
            bar.close()
    elif callable(progress):
        yield progress
    else:
        raise TypeError(f"progress must be True, False or a callable, not {progress!r}")
