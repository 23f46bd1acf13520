"""Reports progress: to a callable, or as a bar by tqdm if tqdm is installed."""

from __future__ import annotations

import importlib
import sys
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Union

from ._dlx import Progress

#: None or False: no reports. True: a bar. A callable is called with a dlx.Progress at intervals.
Progressing = Union[None, bool, Callable[[Progress], object]]


def _in_words(progress: Progress) -> str:
    found = progress.solutions
    words = [f"{found:,} solution{'' if found == 1 else 's'}"] if found else []
    if progress.best is not None:
        words.append(f"best {progress.best}")
    if progress.gap is not None:
        words.append(f"gap {100 * progress.gap:.2g} %")
    return ", ".join(words)


def _line(progress: Progress) -> None:
    words = f"{100 * progress.share:.1f} %", f"{progress.seconds:.0f} s", _in_words(progress)
    print("dlx:", ", ".join(filter(None, words)), file=sys.stderr)


@contextmanager
def reporting(progress: Progressing) -> Iterator[Optional[Callable[[Progress], object]]]:
    """A context manager that returns the function which reports the progress of a search. At the
    end, closes the progress bar, if there is one.
    """
    if progress is None or progress is False:
        yield None
    elif progress is True:
        try:
            tqdm = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            yield _line
            return
        form = "{l_bar}{bar}| {elapsed}{postfix}"
        with tqdm(total=100.0, bar_format=form, desc="dlx", leave=False) as bar:

            def draw(look: Progress) -> None:
                bar.n = round(100 * look.share, 2)
                bar.set_postfix_str(_in_words(look))  # this call also redraws the bar

            yield draw
    elif callable(progress):
        yield progress
    else:
        raise TypeError(f"progress must be True, False or a callable, not {progress!r}")
