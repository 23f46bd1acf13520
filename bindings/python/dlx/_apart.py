"""Classes that describe how a solution of a packing puzzle comes apart."""

from __future__ import annotations

import os
from typing import Any, Dict, NamedTuple, Optional, Tuple, Union

from . import _dlx
from ._arguments import natural
from ._keywords import options
from ._pictures import Picture, show
from ._search import Record, field


class Turn(NamedTuple):
    """A rotation by 90 degrees by the right-hand rule: the axis (0, 0, 1) turns x toward y.

    axis
        The direction of the axis: (1, 0, 0), (0, 1, 0), (0, 0, 1) or the opposite of one of these.
    through
        A point on the axis, in coordinates in which the cell (x, y, z) extends from (x, y, z) to
        (x+1, y+1, z+1).
    """

    axis: Tuple[int, int, int]
    through: Tuple[float, float, float]


class Move(NamedTuple):
    """A move, in which some pieces slide together or turn together.

    pieces
        The indices in `PuzzleSolution.placements` of the pieces that move.
    direction
        One step of a slide as ``(x, y, z)``. On the grid of cubes, one coordinate is 1 or -1 and
        the others are 0. None for a turn.
    distance
        The number of steps: a multiple of 0.5 if pieces may stop at half cells, otherwise a whole
        number. None for a turn. Also None for the last slide of a stage, because this slide removes
        the pieces completely.
    turn
        The turn. None for a slide.
    """

    pieces: Tuple[int, ...]
    direction: Optional[Tuple[int, int, int]]
    distance: Union[int, float, None]
    turn: Optional[Turn] = None


class Stage(NamedTuple):
    """The moves that separate a part of an assembly into two parts.

    pieces
        The indices in `PuzzleSolution.placements` of the pieces of the part.
    moves
        The moves. The last move removes its pieces from the others.
    staying, removed
        The indices in `Disassembly.stages` of two further stages. The first separates the pieces
        that stay, and the second separates the removed pieces. None if these pieces need not be
        separated.
    """

    pieces: Tuple[int, ...]
    moves: Tuple[Move, ...]
    staying: Optional[int]
    removed: Optional[int]


class Disassembly(Record):
    """The result of taking a solution apart; see `PuzzleSolution.take_apart`.

    >>> import dlx
    >>> found = dlx.puzzles.soma().first().take_apart()
    >>> found.verdict, found.level, found.turns
    ('comes apart', (1,), False)
    >>> print(found)
    comes apart, level 1
    """

    verdict: str = field(
        "'comes apart'; 'does not come apart', which is proved by trying all positions; or 'not "
        "decided', if a limit ended the search."
    )
    level: Tuple[int, ...] = field(
        "The number of moves of each stage: (7, 2, 3) for level 7.2.3. Branches in which each "
        "stage has one move are left out. Empty for a single piece, and unless the solution "
        "comes apart."
    )
    turns: bool = field("Whether some move is a turn, because slides alone are not enough.")
    least: bool = field(
        "Whether the level is the least among all shortest ways to begin. The first number is "
        "always the least possible."
    )
    states: int = field("The number of positions of the pieces that were visited.")
    stages: Tuple[Stage, ...] = field(
        "The stages in pre-order: after each stage, those of the part that stays, then those of "
        "the removed part. Empty unless the solution comes apart."
    )

    def __init__(self, *, picture: Optional[Picture] = None, **values: Any) -> None:
        super().__init__(**values)
        self.__dict__["_picture"] = picture  # the picture is neither compared nor pickled

    @property
    def moves(self) -> Tuple[Move, ...]:
        """The moves of all stages of the disassembly, in an order in which they are possible.

        >>> import dlx
        >>> bars = dlx.puzzles.polycube(text="[0-2][0-1]0\\n2*I 000 100 200")
        >>> bars.first().take_apart().moves
        (Move(pieces=(1,), direction=(1, 0, 0), distance=None, turn=None),)
        """
        return tuple(move for stage in self.stages for move in stage.moves)

    def __str__(self) -> str:
        """Whether and in how many moves the solution comes apart, as the command ``dlx`` prints
        it.
        """
        return _in_words(self.verdict, self.level, self.turns)

    @property
    def picture(self) -> Picture:
        """The solution as text, SVG and a 3D page that plays the moves.

        Raises ValueError for a disassembly that was pickled, because a pickle contains only the
        moves.
        """
        picture: Optional[Picture] = self.__dict__["_picture"]
        if picture is None:
            raise ValueError("a disassembly that was pickled has no picture")
        return picture

    def show(self) -> None:
        """Prints the solution, and whether it comes apart. In a notebook, shows a page that plays
        the moves.
        """
        show(self.picture)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the picture in the format given by the ending of the file name.

        A .html page plays the moves. A .xmpuzzle file contains the moves for BurrTools.
        `Picture.save` lists the other endings.
        """
        self.picture.save(path)

    def __repr__(self) -> str:
        return f"<dlx.puzzles.Disassembly: {self}>"

    def _repr_html_(self) -> Optional[str]:
        return self.picture._repr_html_() if self.__dict__["_picture"] else None


def _in_words(verdict: str, level: Tuple[int, ...], turns: bool) -> str:
    if not level:
        return verdict
    return f"{verdict}, level {'.'.join(map(str, level))}{' with turns' if turns else ''}"


def take_apart(
    core: _dlx.Puzzle,
    title: str,
    solution: Tuple[int, ...],
    turns: bool,
    half_cells: bool,
    states: Optional[int],
    limits: Dict[str, Any],
) -> Disassembly:
    """Takes a solution apart; see `PuzzleSolution.take_apart`."""
    if states is not None and natural("states", states) == 0:
        raise ValueError("states must be at least 1")
    checked = options(limits)
    found = _dlx.take_apart(
        core, solution, bool(turns), bool(half_cells), states, checked, (Stage, Move, Turn)
    )
    words, page = _in_words(found["verdict"], found["level"], found["turns"]), found.pop("page")
    picture = Picture(
        core, title, [solution], words=words, page=page, xmpuzzle=found.pop("xmpuzzle")
    )
    return Disassembly(picture=picture, **found)
