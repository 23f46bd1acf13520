"""Converts pandas frames and series, numpy arrays and scipy sparse matrices to options.

None of these packages is imported. Their objects are recognised by their attributes.
"""

from __future__ import annotations

from collections.abc import Mapping as AbstractMapping
from typing import Any, Dict, Hashable, List, NamedTuple, Optional, Sequence, Tuple

from ._errors import ProblemError


class Table(NamedTuple):
    """A table of options: the items of each option, all items in order, and the names of the
    options.
    """

    options: Sequence[List[Hashable]]
    items: Tuple[Hashable, ...]
    names: Optional[Tuple[Hashable, ...]]


def is_frame(thing: Any) -> bool:
    """Returns whether `thing` is a pandas.DataFrame, or has the same interface."""
    return all(hasattr(thing, name) for name in ("columns", "index", "to_numpy"))


def is_series(thing: Any) -> bool:
    """Returns whether `thing` is a pandas.Series, or has the same interface."""
    return all(hasattr(thing, name) for name in ("index", "to_numpy", "items")) and not is_frame(
        thing
    )


def is_sparse(thing: Any) -> bool:
    """Returns whether `thing` is a scipy sparse matrix or array, or has the same interface."""
    return all(hasattr(thing, name) for name in ("tocsr", "nnz", "shape"))


def is_array(thing: Any) -> bool:
    """Returns whether `thing` is a numpy array with at least two dimensions."""
    return hasattr(thing, "nonzero") and len(getattr(thing, "shape", ())) >= 2


def _distinct(what: str, names: Sequence[Hashable]) -> Tuple[Hashable, ...]:
    seen = set()
    for name in names:
        if name in seen:
            hint = "reset_index() numbers the rows" if what == "the row" else "rename one of them"
            raise ProblemError(f"{what} {name!r} is there twice; {hint}")
        seen.add(name)
    return tuple(names)


def frame_as_table(frame: Any) -> Table:
    """Converts a frame of 0 and 1. Rows become options and columns become items, named by their
    labels.
    """
    items = _distinct("the column", list(frame.columns))
    names = _distinct("the row", list(frame.index))
    values = frame.to_numpy()
    options: List[List[Hashable]] = []
    for name, row in zip(names, values.tolist()):
        option = []
        for item, value in zip(items, row):
            if value != 0 and value != 1:
                raise ProblemError(
                    f"row {name!r}, column {item!r} has {value!r}; wanted 0 or 1, or a series of "
                    "collections of items"
                )
            if value:
                option.append(item)
        options.append(option)
    numbered = names == tuple(range(len(names)))  # the default labels 0, 1, ... are not names
    return Table(options, items, None if numbered else names)


def without_names(matrix: Any) -> Any:
    """Returns a frame as an array, a mapping of names to rows as a list of rows, and another matrix
    as it is.
    """
    if hasattr(matrix, "to_numpy"):
        return matrix.to_numpy()
    has_names = isinstance(matrix, AbstractMapping) and not is_sparse(matrix)
    return list(matrix.values()) if has_names else matrix


def sparse_as_rows(matrix: Any) -> Tuple[List[List[int]], int]:
    """Returns the rows of a sparse matrix of 0 and 1, each as a list of columns, and the number of
    columns.
    """
    if len(matrix.shape) != 2:
        raise ProblemError(f"a matrix has two dimensions, and this has {len(matrix.shape)}")
    compressed = matrix.tocsr(copy=True)
    compressed.sum_duplicates()
    compressed.eliminate_zeros()
    starts, columns = compressed.indptr.tolist(), compressed.indices.tolist()
    rows = [columns[start:end] for start, end in zip(starts, starts[1:])]
    for r, (start, end) in enumerate(zip(starts, starts[1:])):
        for column, value in zip(columns[start:end], compressed.data[start:end].tolist()):
            if value != 1:
                raise ProblemError(f"row {r}, column {column} has {value!r}; wanted 0 or 1")
    return rows, int(matrix.shape[1])


def series_as_options(series: Any) -> Dict[Hashable, Any]:
    """Converts a series of collections of items. Its labels become the names of the options."""
    return dict(zip(_distinct("the row", list(series.index)), list(series)))


def refuse_array(array: Any) -> None:
    """Raises a ProblemError, because an array may be meant as a matrix or as a list of options."""
    shape = "x".join(map(str, array.shape))
    raise ProblemError(
        f"an array of {shape} numbers may be a matrix or a list of options; wanted "
        "Problem.from_matrix(array) for a matrix of 0 and 1, or Problem(array.tolist()) if each "
        "row lists its items"
    )
