"""Puzzles that are exact covers: each counts, lists and shows its solutions.

>>> from dlx import puzzles
>>> queens = puzzles.queens(4)
>>> queens.count()
2
>>> queens.show()
. . Q .
Q . . .
. . . Q
. Q . .

These are the puzzles of the command ``dlx``, and their counts are the same: `soma`, `polycube`,
`pentominoes`, `cube` and `tray` (happy cubes), `bigcube`, `snake`, `snakes`, `sudoku`, `queens`,
`langford`, `dominoes`. Each has its exact-cover problem as `Puzzle.problem`.
"""

from __future__ import annotations

import operator
import os
import re
import textwrap
import warnings
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _dlx
from ._apart import Disassembly, Move, Stage, Turn
from ._arguments import natural, quantity
from ._census import Snakes
from ._pictures import Picture
from ._puzzle import Placement, Puzzle, PuzzleSolution, Recipe
from ._types import Path

__all__ = [
    "Disassembly",
    "Move",
    "Picture",
    "Placement",
    "Puzzle",
    "PuzzleSolution",
    "Snakes",
    "Stage",
    "Turn",
    "bigcube",
    "cube",
    "dominoes",
    "named_snakes",
    "pentominoes",
    "polycube",
    "snake",
    "snakes",
    "soma",
    "sudoku",
    "tray",
]

#: A cell, (x, y) or (x, y, z).
Cell = Sequence[int]
#: Cells, or a picture of them: lines of ``#`` for cells and ``.`` for none, with an empty line
#: between layers.
Cells = Union[str, Iterable[Cell]]


def _region(
    what: str, sides: Sequence[Union[int, str]], picture: str, most: int
) -> Tuple[List[int], str]:
    if len(sides) == 1 and isinstance(sides[0], str):
        picture, sides = sides[0], ()
    if picture:
        return [], textwrap.dedent(picture).strip("\n")
    numbers = [operator.index(side) for side in sides]  # type: ignore[arg-type]
    if not 2 <= len(numbers) <= most:
        more = ", or layers, rows and columns" if most == 3 else ""
        raise ValueError(f"{what}: rows and columns are wanted{more}")
    for side in numbers:
        if not 1 <= side <= 1_000_000:
            raise ValueError(f"{what}: a side of {side}; wanted 1 or more")
    return numbers, ""


def _packing(
    name: str, recipe: Recipe, core: Optional[_dlx.Puzzle] = None, stacklevel: int = 3
) -> Puzzle:
    """Makes the puzzle, and warns of pieces in parts and of volumes that exclude every solution."""
    puzzle = Puzzle(name, recipe, core=core)
    for warning in puzzle._core.warnings:
        warnings.warn(warning, stacklevel=stacklevel)
    return puzzle


def _made(name: str, text_name: str = "", **values: object) -> Puzzle:
    """A puzzle of the catalogue by the values of its parameters."""
    recipe = Recipe("make_puzzle", (name, values, text_name))
    title, core = recipe.made()
    return _packing(title.rstrip(), recipe, core, stacklevel=4)


def _turning(turn_over: bool, turn: bool) -> str:
    return "no-turn" if not turn else "any" if turn_over else "no-flip"


def soma() -> Puzzle:
    """Piet Hein's Soma: seven pieces into a cube of side 3.

    >>> from dlx import puzzles
    >>> puzzles.soma().count()
    11520
    """
    return _made("soma")


def pentominoes(
    *sides: Union[int, str],
    picture: str = "",
    pieces: str = "FILNPTUVWXYZ",
    gaps: Union[int, str] = 0,
    place: str = "",
    wrap: str = "",
    turn_over: bool = True,
    turn: bool = True,
) -> Puzzle:
    """Pentominoes, each once, into rows x columns, layers x rows x columns, or a picture.

    picture
        Of the region instead: lines of ``#`` for cells and ``.`` for none.
    pieces
        Letters, with copies as in ``"20*Y"``, ``"0..4*Y"`` or, for any number, ``"*Y"``; ``"L'"``
        is the mirror image of L. ``"one-sided"``: all with their mirror images, not turned over.
    gaps
        How many cells stay empty; or ``"2x2"``: such a block stays empty, anywhere.
    place
        Pieces that are placed already: ``"X at 2,2"`` covers row 2 and column 2, and none before.
        A semicolon stands between several.
    wrap
        Edges that touch: ``"x"`` makes a flat region a cylinder, ``"x,y"`` a torus.
    turn_over
        Whether pieces may be turned over; otherwise they are turned about one axis only: the one
        across a flat region, and z in a solid one.
    turn
        Whether pieces may be turned at all.

    >>> from dlx import puzzles
    >>> puzzles.pentominoes(6, 10).count(up_to="all")
    2339
    >>> puzzles.pentominoes(3, 30, pieces="one-sided").count()
    184
    >>> puzzles.pentominoes(5, 6, pieces="PUVLN", gaps=5).count()
    28856
    >>> puzzles.pentominoes(6, 10, place="X at 2,2").count()
    262
    """
    region = _region("pentominoes", sides, picture, 3)
    turning = _turning(turn_over, turn)
    return _made(
        "pentominoes",
        region=region,
        pieces=pieces,
        gaps=str(gaps),
        place=place,
        wrap=wrap,
        turning=turning,
    )


def dominoes(*sides: Union[int, str], picture: str = "") -> Puzzle:
    """Dominoes onto a board of rows x columns, or onto a picture of lines of ``#`` and ``.``.

    >>> from dlx import puzzles
    >>> puzzles.dominoes(8, 8).count()
    12988816
    """
    return _made("dominoes", region=_region("dominoes", sides, picture, 2))


def sudoku(
    squares: Union[str, Iterable[Any]] = "",
    *,
    box_width: int = 0,
    rules: Union[str, Iterable[str]] = "",
) -> Puzzle:
    """A sudoku of any size: a text in any format that ``dlx sudoku`` reads, or its rows.

    squares
        A text; or a list of lists, an array of numpy or a frame of pandas: a row of squares each,
        with None, NaN, ``"."`` or 0 where a square is empty. 0 is a value if others are empty.
    box_width
        Of boxes that are not square.
    rules
        Rules of a variant, as ``dlx sudoku --rules`` takes them: ``"x, anti-knight"``, or a list
        of such rows. A text of squares may also begin with them. Without squares the board is
        empty.

    >>> from dlx import puzzles
    >>> print(puzzles.sudoku("1... ..3. .4.. ...2").first())
    1 3  2 4
    4 2  3 1
    <BLANKLINE>
    2 4  1 3
    3 1  4 2
    >>> puzzles.sudoku([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]).count()
    1
    >>> puzzles.sudoku(rules="regions bfdddd bfddae bfaaae bfaaee bffcce bcccce").count()
    783360
    """
    width = natural("box_width", box_width, most=61)
    rows = rules if isinstance(rules, str) else "\n".join(rules)
    if isinstance(squares, str):
        return _made("sudoku", "<text>", squares=squares, box_width=width, rules=rows)
    return _made("sudoku", squares=_rows_as_text(squares), box_width=width, rules=rows)


def _rows_as_text(rows: Iterable[Any]) -> str:
    """Rows of squares as a text, a line a row."""
    wanted = "a sudoku is a text, or rows of squares: a list of lists, an array of two dimensions"
    if hasattr(rows, "to_numpy"):  # a frame gives the names of its columns
        rows = rows.to_numpy()
    try:
        given = list(rows)
    except TypeError:
        raise TypeError(f"{wanted}; not {rows!r}") from None
    if given and all(isinstance(row, str) and len(row) > 2 for row in given):
        return "\n".join(given)
    lists = [row for row in given if hasattr(row, "__iter__") and not isinstance(row, str)]
    if not lists:
        lists = [given]  # all squares in one list
    elif len(lists) < len(given):
        raise TypeError(f"{wanted}; this has rows and single squares")
    return "\n".join(
        ",".join(_square_as_text(square, r, c) for c, square in enumerate(row, 1))
        for r, row in enumerate(lists, 1)
    )


def _square_as_text(square: Any, row: int, column: int) -> str:
    if square is None:
        return ""
    if isinstance(square, str):
        if re.fullmatch(r"[0-9A-Za-z.*_?-]{0,2}", square.strip()):
            return square.strip()
    else:
        try:
            if square != square:  # NaN
                return ""
            if int(square) == square and 0 <= square <= 61:
                return str(int(square))
        except (TypeError, ValueError, OverflowError):
            pass
    raise ValueError(
        f"row {row} column {column}: a square is a number from 0 to 61, a sign, or None; "
        f"not {square!r}"
    )


def polycube(
    file: Optional[Path] = None,
    *,
    text: Optional[str] = None,
    problem: Union[None, int, str] = None,
    format: Optional[str] = None,
    pieces: Optional[Mapping[str, Cells]] = None,
    target: Cells = (),
    may_stay_empty: Cells = (),
    copies: Optional[Mapping[str, Union[None, int, Tuple[int, int]]]] = None,
    turn_over: bool = True,
    turn: bool = True,
) -> Puzzle:
    """Pieces made of cubes that fill a target, from a file of puzzles or from cells.

    file, text
        A puzzle of BurrTools (.xmpuzzle), Knuth's triples, Busche's definitions or Bundgaard's
        figures of Soma, plain or compressed; or such a text.
    problem
        Which puzzle of several: its number from 1, or its name.
    format
        'xmpuzzle', 'triples', 'busche' or 'soma-figures'; None: as the first lines say.
    pieces, target
        Cells of each piece by its name, and cells to fill: ``(x, y)`` or ``(x, y, z)``, or a
        picture: lines of ``#`` and ``.``, with an empty line between layers. Pieces are turned,
        never mirrored; but a flat piece may be turned over, which gives its mirror image in a flat
        target.
    may_stay_empty
        Cells that may be filled.
    copies
        How often a piece is used where that is not once: a number, from and to, or None for any
        number.
    turn_over
        Whether pieces may be turned over; otherwise they are turned about one axis only: the one
        across a flat target, and z in a thick one.
    turn
        Whether pieces may be turned at all.

    >>> from dlx import puzzles
    >>> board = [(x, y) for x in range(3) for y in range(4)]
    >>> tiling = puzzles.polycube(pieces={"L": [(0, 0), (1, 0), (1, 1)]}, target=board,
    ...                           copies={"L": 4})
    >>> tiling.count()
    4
    >>> tiling.first().placements[0].cells
    ((0, 0), (1, 0), (0, 1))
    >>> puzzles.polycube(pieces={"L": "##\\n#."}, target="###\\n###", copies={"L": 2}).count()
    2
    >>> puzzles.polycube(text="[0-2][0-2]0\\n3*I 000 100 200").count()
    2
    """
    if sum(given is not None for given in (file, text, pieces)) != 1:
        raise TypeError("polycube takes one of a file, a text, and pieces")
    turning = _turning(turn_over, turn)
    if pieces is not None:
        recipe = _polycube_of_cells(pieces, target, may_stay_empty, copies or {}, turning)
        return _packing("Polycubes", recipe)
    return _packing_of_file(file, text, problem, format, turning)


def _packing_of_file(
    file: Optional[Path],
    text: Optional[str],
    problem: Union[None, int, str],
    format: Optional[str],
    turning: str,
) -> Puzzle:
    source, name = _source(file, text)
    wanted = None if problem is None else str(problem)
    recipe = Recipe("read_polycubes", (source, format, wanted, turning))
    found = recipe.made()
    for title, core in found:
        if core is not None:
            return _packing(title or name, recipe, core, stacklevel=4)
    listed = "".join(f"\n  {n} {title!r}" for n, (title, _) in enumerate(found[:20], 1))
    which = quantity(len(found), "puzzle") if problem is None else f"no puzzle {problem!r}"
    raise ValueError(f"{name}: {which} in it; problem= takes a number or a name:{listed}")


def _polycube_of_cells(
    pieces: Mapping[str, Cells],
    target: Cells,
    may_stay_empty: Cells,
    copies: Mapping[str, Union[None, int, Tuple[int, int]]],
    turning: str,
) -> Recipe:
    for name in copies:
        if name not in pieces:
            raise ValueError(f"copies: no piece is named {name!r}")
    listed = [
        (str(name), _cells(f"piece {name!r}", cells), _copies(name, copies.get(name, 1)))
        for name, cells in pieces.items()
    ]
    empty = _cells("may_stay_empty", may_stay_empty)
    return Recipe("polycube", (listed, _cells("target", target), empty, turning))


def _cells(what: str, cells: Cells) -> List[Tuple[int, int, int]]:
    if isinstance(cells, str):
        try:
            return _dlx.cells_of_picture(textwrap.dedent(cells).strip("\n"))
        except ValueError as e:
            raise ValueError(f"{what}: {e}") from None
    made = []
    for cell in cells:
        try:
            numbers = [operator.index(number) for number in cell]
        except TypeError:
            numbers = []
        if len(numbers) not in (2, 3):
            raise TypeError(f"{what}: a cell is (x, y) or (x, y, z), not {cell!r}")
        made.append((numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else 0))
    return made


def _copies(name: str, number: Union[None, int, Tuple[int, int]]) -> Optional[Tuple[int, int]]:
    if number is None:
        return None
    least, most = number if isinstance(number, tuple) else (number, number)
    what = f"copies of {name!r}"
    return natural(what, least, 2**32 - 1), natural(what, most, 2**32 - 1)


def cube(
    colour: Optional[str] = None,
    *,
    file: Optional[Path] = None,
    pieces: Union[None, str, Iterable[str]] = None,
    turn_over: bool = True,
    formulation: str = "edges",
) -> Puzzle:
    """Six foam pieces that make a cube: a happy cube, or pieces of your own.

    colour
        'blue', 'green', 'yellow', 'orange', 'red' or 'purple'.
    file
        Pieces in a file, as ``dlx cube`` reads it: words, pictures or facts.
    pieces
        The same as a text; or one word a piece: 16 letters 0 and 1, the rim clockwise from the
        top left corner.
    turn_over
        Whether pieces may be turned over.
    formulation
        'edges' or 'cells': how the puzzle becomes a problem. The solutions are the same.

    >>> from dlx import puzzles
    >>> puzzles.cube("blue").count(up_to="reflections")
    3
    """
    if sum(given is not None for given in (colour, file, pieces)) != 1:
        raise TypeError("cube takes one of a colour, a file, and pieces")
    laying = bool(turn_over), formulation
    if colour is not None:
        return Puzzle(f"Happy cube, {colour}", Recipe("cube", (colour, laying)))
    text = None if pieces is None else pieces if isinstance(pieces, str) else "\n".join(pieces)
    source, name = _source(file, text)
    title = f"Cube of {name}" if file is not None else "Cube"
    return _packing(title, Recipe("read_cube", (source, laying)))


def tray(colour: str, *, turn_over: bool = True) -> Puzzle:
    """The six pieces of a happy cube back into their flat tray.

    >>> from dlx import puzzles
    >>> puzzles.tray("blue").first() is not None
    True
    """
    return Puzzle(f"Happy cube in its tray, {colour}", Recipe("tray", (colour, bool(turn_over))))


#: Where a piece is put: the piece, or the piece and its rim as it lies there.
Fixed = Union[str, Tuple[str, str]]


def bigcube(
    *,
    fixed: Union[int, Mapping[str, Fixed]] = 0,
    colour_faces: bool = False,
    file: Optional[Path] = None,
    turn_over: bool = True,
    formulation: str = "edges",
) -> Puzzle:
    """24 of the 36 pieces of happy cubes into a cube of side two.

    There are about 10^17 assemblies, so a count needs fixed panels or faces of one colour.

    fixed
        Pieces put on panels: ``{"U00": "blue3", "U01": ("red1", "0110...")}``; or how many first
        panels are as in the first cube that is found.
    colour_faces
        Whether each face has one colour, and all six are used.
    file, turn_over, formulation
        As for `cube`.

    >>> from dlx import puzzles
    >>> puzzles.bigcube(colour_faces=True).count()
    768
    """
    if colour_faces and file is not None:
        raise ValueError("colour_faces: the pieces of a file have no colours")
    panels, put = 0, []
    if isinstance(fixed, Mapping):
        for panel, piece in fixed.items():
            name, rim = piece if isinstance(piece, tuple) else (piece, None)
            put.append((panel, name, rim))
    else:
        panels = natural("fixed", fixed, 2**32 - 1)
    source = None if file is None else _source(file, None)[0]
    laying = bool(turn_over), formulation
    recipe = Recipe("big_cube", (source, put, panels, bool(colour_faces), laying))
    return _packing("Happy cubes, the big cube", recipe)


def snake(word: str, *, start: str = "anywhere", up_to: Optional[str] = None) -> Puzzle:
    """A snake cube: a string of cubelets to be folded into a cube.

    word
        A name of `named_snakes`; the cubelets of each straight part, ``"3 2 2 ..."``; a letter
        for each cubelet, 0 straight and 1 corner; or another spelling that ``dlx snake`` takes.
    start
        'anywhere', or 'corner': the first cubelet lies in a corner.
    up_to
        Which foldings are the same: 'none', 'rotations' or 'reflections'. None: 'reflections',
        or 'rotations' from a corner. A folding of a palindrome and its reverse are always one.

    >>> from dlx import puzzles
    >>> puzzles.snake("purple").count()
    6
    """
    kind = up_to or ("rotations" if start == "corner" else "reflections")
    values = {"snake": word, "start": start, "up_to": kind}
    return Puzzle(f"Snake {word}", Recipe("make_puzzle", ("snake", values, "")), kind)


def named_snakes() -> Dict[str, str]:
    """The words of the snakes that have a name.

    >>> from dlx import puzzles
    >>> puzzles.named_snakes()["christmas"]
    '0111011011101011110101010'
    """
    return {name: word for name, word, _ in _dlx.named_snakes()}


def snakes(side: int = 3) -> Snakes:
    """All snakes of a cube: every way to visit each cell is a folding of one of them.

    >>> from dlx import puzzles
    >>> puzzles.snakes(2).count()
    1
    """
    return Snakes(operator.index(side))


def _source(file: Optional[Path], text: Optional[str]) -> Tuple[Tuple[Union[bytes, str], str], str]:
    # Returns a text and its name for the compiled part, and the name for messages.
    if file is None:
        assert text is not None
        return (text, "<text>"), "<text>"
    path = os.fspath(file)
    with open(path, "rb"):  # for Python's own words where there is no such file
        pass
    return (_dlx.text_of_file(path if path != "-" else "./-"), path), path


def _numbered(name: str, about: str, parameter: str) -> Callable[..., Puzzle]:
    """The function that makes a puzzle of the catalogue of one whole number."""

    def make(n: int) -> Puzzle:
        return _made(name, **{parameter: operator.index(n)})

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"{about}.\n\n{parameter}\n    As of the command ``dlx {name}``."
    return make


#: Puzzles of one whole number, by their names.
_of_a_number = {row[0]: _numbered(*row) for row in _dlx.numbered_puzzles()}
globals().update(_of_a_number)
__all__ += _of_a_number


def __getattr__(name: str) -> Callable[..., Puzzle]:  # mypy needs it
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


for _public in (Disassembly, Move, Picture, Placement, Puzzle, PuzzleSolution, Snakes, Stage, Turn):
    _public.__module__ = __name__
del _public
