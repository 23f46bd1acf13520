"""Puzzles that are exact-cover problems. Each puzzle counts, lists and shows its solutions.

>>> from dlx import puzzles
>>> queens = puzzles.queens(4)
>>> queens.count()
2
>>> queens.show()
. . Q .
Q . . .
. . . Q
. Q . .

The functions make the puzzles of the command ``dlx``, with equal counts: `soma`, `polycube`,
`pentominoes`, `cube` and `tray` (happy cubes), `bigcube`, `snake`, `snakes`, `sudoku`, `queens`,
`langford` and `dominoes`. `Puzzle.problem` is the exact-cover problem of a puzzle.
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
#: A list of cells, or a picture. In a picture, ``#`` is a cell and ``.`` is an empty place. An
#: empty line separates layers.
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
    """Makes the puzzle. Warns if a piece is not connected, or if the volumes of the pieces exclude
    every solution.
    """
    puzzle = Puzzle(name, recipe, core=core)
    for warning in puzzle._core.warnings:
        warnings.warn(warning, stacklevel=stacklevel)
    return puzzle


def _made(name: str, text_name: str = "", **values: object) -> Puzzle:
    """Makes a puzzle of the C++ library's catalogue of puzzles from the values of its
    parameters.
    """
    recipe = Recipe("make_puzzle", (name, values, text_name))
    title, core = recipe.made()
    return _packing(title.rstrip(), recipe, core, stacklevel=4)


def _turning(turn_over: bool, turn: bool) -> str:
    return "no-turn" if not turn else "any" if turn_over else "no-flip"


def soma() -> Puzzle:
    """Piet Hein's Soma: seven pieces that fill a cube of side 3.

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
    """Pentominoes that fill rows x columns, layers x rows x columns, or the region in a picture.

    picture
        The region as lines of text, instead of numbers. ``#`` is a cell, and ``.`` is an empty
        place.
    pieces
        The letters of the pieces; by default, all twelve pieces once. ``"20*Y"`` means 20 copies,
        ``"0..4*Y"`` at most 4 copies, and ``"*Y"`` any number. ``"L'"`` is the mirror image of L.
        ``"one-sided"`` means all pieces and their mirror images, which may not be turned over.
    gaps
        The number of cells that stay empty. Or a block such as ``"2x2"``: in a solution, a block of
        this size stays empty somewhere.
    place
        Pieces whose places are given. ``"X at 2,1"`` means that X covers cells of the second row,
        none of the first row, and cells of the leftmost column: rows and columns are counted from
        1. In a solid region the layer comes first. Several pieces are separated by semicolons. Each
        of these pieces must be used exactly once.
    wrap
        Axes along which opposite edges are joined. ``"x"`` makes a flat region a cylinder, and
        ``"x,y"`` makes it a torus.
    turn_over
        Whether pieces may be turned over. If False, pieces may be turned about one axis only. In a
        flat region this is the axis perpendicular to the region, otherwise the z axis.
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


def dominoes(*sides: Union[int, str], picture: str = "", wrap: str = "") -> Puzzle:
    """Dominoes that cover a board of rows x columns, or the region in a picture of ``#`` and
    ``.``. `wrap` joins opposite edges, as for `pentominoes`.

    >>> from dlx import puzzles
    >>> puzzles.dominoes(8, 8).count()
    12988816
    >>> puzzles.dominoes(8, 8, wrap="x,y").count()
    311853312
    """
    return _made("dominoes", region=_region("dominoes", sides, picture, 2), wrap=wrap)


def sudoku(
    squares: Union[str, Iterable[Any]] = "",
    *,
    box_width: int = 0,
    rules: Union[str, Iterable[str]] = "",
) -> Puzzle:
    """A sudoku of any size, given by a text in a format that ``dlx sudoku`` reads, or by its rows.

    squares
        A text, or rows of squares. Rows may be a list of lists, a numpy array or a pandas frame.
        An empty square is None, NaN, ``"."`` or 0. 0 is a value if other signs mark empty squares.
    box_width
        The width of a box. The width is needed only if boxes are not square.
    rules
        Rules of a variant in the format of ``dlx sudoku --rules``, such as ``"x, anti-knight"``,
        or a list of such lines. A text of squares may also begin with rules. If no squares are
        given, the board is empty.

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
    """Converts rows of squares to a text with one line for each row."""
    wanted = "a sudoku is a text, or rows of squares: a list of lists, an array of two dimensions"
    if hasattr(rows, "to_numpy"):  # iterating over a frame yields the names of its columns
        rows = rows.to_numpy()
    try:
        given = list(rows)
    except TypeError:
        raise TypeError(f"{wanted}; not {rows!r}") from None
    if given and all(isinstance(row, str) and len(row) > 2 for row in given):
        return "\n".join(given)
    lists = [row for row in given if hasattr(row, "__iter__") and not isinstance(row, str)]
    if not lists:
        lists = [given]  # all squares are in one list
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
    """Pieces made of cubes that fill a target. The puzzle comes from a file, a text or lists of
    cells.

    file, text
        A file or a text in one of these formats: BurrTools (.xmpuzzle), Knuth's triples, Busche's
        definitions, or Bundgaard's figures of Soma. A file may be compressed.
    problem
        The number (from 1) or the name of the puzzle, if the file contains several.
    format
        'xmpuzzle', 'triples', 'busche' or 'soma-figures'. None: determined by the first lines.
    pieces, target
        A mapping from names of pieces to their cells, and the cells to fill. Cells are a list of
        ``(x, y)`` or ``(x, y, z)``, or a picture: lines of ``#`` and ``.``, with an empty line
        between layers. Pieces may be turned but not mirrored. A flat piece may be turned over,
        which gives its mirror image in a flat target.
    may_stay_empty
        Cells that may be filled or stay empty.
    copies
        How often pieces are used, if not exactly once. A mapping from names of pieces to a number,
        to a tuple of the least and the greatest number, or to None, which means any number.
    turn_over
        Whether pieces may be turned over. If False, pieces may be turned about one axis only. In a
        flat target this is the axis perpendicular to the target, otherwise the z axis.
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
    colour: Union[None, str, Iterable[str]] = None,
    *,
    mix: Optional[str] = None,
    file: Optional[Path] = None,
    pieces: Union[None, str, Iterable[str]] = None,
    turn_over: bool = True,
    formulation: str = "edges",
) -> Puzzle:
    """Six foam pieces that make a cube: those of a happy cube, or pieces that you describe.

    colour
        'blue', 'green', 'yellow', 'orange', 'red' or 'purple'; with ``mix``, a list of these, or
        'all'.
    mix
        Makes one cube from the pieces of several colours. 'any': any six pieces. 'one-of-each': a
        piece of each of the six colours.
    file
        A file of pieces: words of 16 digits 0 and 1, pictures, or facts such as
        ``s(n,1,[0,1,0])``. See ``dlx cube``.
    pieces
        The contents of such a file as a text, or a list with a word for each piece. A word has 16
        letters 0 and 1, which describe the 16 outer cells of the piece clockwise from the top left
        corner.
    turn_over
        Whether pieces may be turned over.
    formulation
        'edges' or 'cells': how the puzzle is converted to an exact-cover problem. The choice does
        not change the solutions.

    >>> from dlx import puzzles
    >>> puzzles.cube("blue").count(up_to="reflections")
    3
    >>> puzzles.cube("all", mix="one-of-each").count()
    1200
    """
    if sum(given is not None for given in (colour, file, pieces)) != 1:
        raise TypeError("cube takes one of a colour, a file, and pieces")
    if mix not in (None, "any", "one-of-each"):
        raise ValueError(f"mix={mix!r}: there are 'any' and 'one-of-each'")
    laying = bool(turn_over), formulation
    if colour is not None:
        if isinstance(colour, str):
            colour = _dlx.happy_cube_colours() if colour == "all" else [colour]
        colours = list(colour)
        if len(set(colours)) != len(colours):
            raise ValueError(f"cube: the same colour twice in {colours}")
        if mix is None and len(colours) != 1:
            raise ValueError("cube: several colours need mix='any' or mix='one-of-each'")
        if mix == "one-of-each" and len(colours) != 6:
            raise ValueError(
                f"cube: mix='one-of-each' needs six colours, and {len(colours)} are given"
            )
        names = ", ".join(colours)
        how = {None: "", "any": "any pieces of ", "one-of-each": "one piece each of "}[mix]
        return Puzzle(f"Happy cube, {how}{names}", Recipe("cube", (colours, mix or "", laying)))
    if mix is not None:
        raise TypeError("mix goes with colours, not with a file or pieces")
    text = None if pieces is None else pieces if isinstance(pieces, str) else "\n".join(pieces)
    source, name = _source(file, text)
    title = f"Cube of {name}" if file is not None else "Cube"
    return _packing(title, Recipe("read_cube", (source, laying)))


def tray(
    colour: str, *sides: Union[int, str], picture: str = "", turn_over: bool = True
) -> Puzzle:
    """The six pieces of a happy cube, to be put back into their flat tray, or into a tray of rows x
    columns, or of a picture of ``#`` and ``.``.

    >>> from dlx import puzzles
    >>> puzzles.tray("blue").first() is not None
    True
    """
    own = _region("tray", sides, picture, 2) if sides or picture else ([], "")
    title = f"Happy cube in {'a' if sides or picture else 'its'} tray, {colour}"
    return _packing(title, Recipe("tray", (colour, *own, bool(turn_over))))


#: A piece on a given panel: its name, or its name and its rim as it lies there.
Fixed = Union[str, Tuple[str, str]]


def bigcube(
    *,
    fixed: Union[int, Mapping[str, Fixed]] = 0,
    colour_faces: bool = False,
    file: Optional[Path] = None,
    turn_over: bool = True,
    formulation: str = "edges",
) -> Puzzle:
    """24 of the 36 pieces of the happy cubes that make a cube of side two.

    There are about 10^17 assemblies. A count is therefore possible only if some pieces are fixed,
    or if each face must have one colour.

    fixed
        A mapping from panels (places of pieces) to pieces, such as
        ``{"U00": "blue3", "U01": ("red1", "0110...")}``. Or a number n: the first n panels get the
        pieces that they have in the first cube that a search finds.
    colour_faces
        Whether each face must have a single colour, with all six colours used.
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
    """A snake cube: a chain of cubelets to be folded into a cube.

    word
        A name in `named_snakes`, or a description of the snake. The description may give the
        number of cubelets in each straight part, as in ``"3 2 2 ..."``. The description may
        instead contain a letter for each cubelet, 0 for a straight one and 1 for a corner. ``dlx
        snake`` accepts further notations, which may be used too.
    start
        'anywhere' or 'corner'. With 'corner', the first cubelet must lie in a corner of the cube.
    up_to
        The symmetries under which foldings count as one: 'none', 'rotations' or 'reflections'.
        None means 'reflections', or 'rotations' if `start` is 'corner'. If the snake is a
        palindrome, a folding and its reverse always count as one.

    >>> from dlx import puzzles
    >>> puzzles.snake("purple").count()
    6
    """
    kind = up_to or ("rotations" if start == "corner" else "reflections")
    values = {"snake": word, "start": start, "up_to": kind}
    return Puzzle(f"Snake {word}", Recipe("make_puzzle", ("snake", values, "")), kind)


def named_snakes() -> Dict[str, str]:
    """Returns a dict that maps the names of known snakes to words: 0 for a straight cubelet, 1 for
    a corner.

    >>> from dlx import puzzles
    >>> puzzles.named_snakes()["christmas"]
    '0111011011101011110101010'
    """
    return {name: word for name, word, _ in _dlx.named_snakes()}


def snakes(side: int = 3) -> Snakes:
    """All snakes that fold into a cube. Each walk that visits every cell of the cube once is a
    folding of one of these snakes.

    >>> from dlx import puzzles
    >>> puzzles.snakes(2).count()
    1
    """
    return Snakes(operator.index(side))


def _source(file: Optional[Path], text: Optional[str]) -> Tuple[Tuple[Union[bytes, str], str], str]:
    # Returns a pair for the compiled part (a text and its name), and the name for messages.
    if file is None:
        assert text is not None
        return (text, "<text>"), "<text>"
    path = os.fspath(file)
    with open(path, "rb"):  # so that Python raises its usual error if the file is missing
        pass
    return (_dlx.text_of_file(path if path != "-" else "./-"), path), path


def _numbered(name: str, about: str, parameter: str) -> Callable[..., Puzzle]:
    """Returns a function that makes a puzzle of the catalogue whose only parameter is a number."""

    def make(n: int) -> Puzzle:
        return _made(name, **{parameter: operator.index(n)})

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"{about}.\n\n{parameter}\n    As of the command ``dlx {name}``."
    return make


#: The functions for puzzles whose only parameter is a number, by their names.
_of_a_number = {row[0]: _numbered(*row) for row in _dlx.numbered_puzzles()}
globals().update(_of_a_number)
__all__ += _of_a_number


# Tells mypy that the module has further functions: the functions added above.
def __getattr__(name: str) -> Callable[..., Puzzle]:
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


for _public in (Disassembly, Move, Picture, Placement, Puzzle, PuzzleSolution, Snakes, Stage, Turn):
    _public.__module__ = __name__
del _public
