"""The class Puzzle, with solutions, counts and pictures."""

from __future__ import annotations

import operator
import os
from typing import Any, Dict, Iterable, NamedTuple, Optional, Sequence, Tuple, Union

from . import _dlx, _search
from ._apart import Disassembly, take_apart
from ._arguments import quantity
from ._keywords import counting, options, searching, takes
from ._pictures import Picture, show
from ._problem import Problem
from ._search import CountResult, Solution, Solutions
from ._solvable import Solvable

kinds = ("none", "rotations", "reflections", "all")


class Placement(NamedTuple):
    """A piece of a solution, with its position.

    piece
        The name of the piece, or its number. The number is that of a Langford pair, a value of a
        sudoku, or a cubelet of a snake.
    cells
        The cells that the piece fills, as tuples: ``(x, y)`` on a board, ``(x, y, z)`` in space,
        ``(x,)`` in a row. x increases to the right, y downwards, and z from layer to layer. For a
        snake, y increases upwards. Coordinates begin with 0.
    position, rim
        Only for a happy cube: the panel (one side of the cube), and the 16 outer cells of the foam
        piece that lies there.
    """

    piece: Union[int, str]
    cells: Tuple[Tuple[int, ...], ...]
    position: Optional[str] = None
    rim: Optional[str] = None


class PuzzleSolution(Solution):
    """A solution of a puzzle: a Solution with pictures. str() returns a picture as text.

    >>> import dlx
    >>> print(dlx.puzzles.queens(4).first())
    . . Q .
    Q . . .
    . . . Q
    . Q . .
    """

    __slots__ = {"puzzle": "The puzzle that this solution solves."}

    def __init__(
        self, puzzle: Puzzle, options: Tuple[int, ...], class_size: Optional[int] = None
    ) -> None:
        super().__init__(puzzle._solved, options, class_size)
        self.puzzle = puzzle

    @property
    def placements(self) -> Tuple[Placement, ...]:
        """The pieces of the solution, each with the cells that it fills.

        >>> import dlx
        >>> dlx.puzzles.dominoes(1, 4).first().placements[0]
        Placement(piece='domino', cells=((0, 0), (1, 0)), position=None, rim=None)
        """
        return tuple(
            Placement(piece, tuple(map(tuple, cells)), position or None, rim or None)
            for piece, cells, position, rim in self.puzzle._core.placements(self.options)
        )

    @property
    def picture(self) -> Picture:
        """The solution as text, SVG and a 3D page."""
        return self.puzzle.picture(self)

    def take_apart(
        self,
        *,
        turns: bool = False,
        half_cells: bool = False,
        states: Optional[int] = None,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> Disassembly:
        """Takes a packing apart by slides, as ``dlx polycube --apart`` does. Returns a
        Disassembly.

        A move slides one or more pieces together along an axis, by any distance. Every separation
        is replayed step by step by code that shares nothing with the search.

        turns
            Whether turns by 90 degrees are tried if slides are not enough. Turns are possible only
            with cubes.
        half_cells
            Whether pieces may also stop halfway between cells, if turns are not enough.
            ``half_cells`` implies ``turns``.
        states
            Limit on the number of positions of the pieces that are tried. None: 20,000,000, or
            100,000 with turns.
        time_limit, memory_limit
            Limits in seconds, and in bytes for the stored positions. The default of `memory_limit`
            is 1 GiB. If a limit is reached, the verdict is 'not decided'.

        Raises ValueError if the puzzle is not a packing, or if turns are requested and the pieces
        are not made of cubes.

        >>> import dlx
        >>> first = dlx.puzzles.soma().first()
        >>> first.take_apart().verdict
        'comes apart'
        """
        limits = {"time_limit": time_limit, "memory_limit": memory_limit}
        puzzle = self.puzzle
        core, name = puzzle._core, puzzle._name
        return take_apart(core, name, self.options, turns, half_cells, states, limits)

    def show(self) -> None:
        """Displays the picture in a notebook. Outside a notebook, prints the picture as text."""
        show(self.picture)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the solution to a file. `Picture.save` lists the possible endings of its name."""
        self.picture.save(path)

    def __reduce__(self) -> Tuple[Any, ...]:
        return PuzzleSolution, (self.puzzle, self.options, self.class_size)

    def __str__(self) -> str:
        return self.puzzle._core.text(self.options).rstrip("\n")

    def __repr__(self) -> str:
        return f"<dlx.PuzzleSolution of {self.puzzle._name}: {quantity(len(self.options), 'option')}>"

    def _repr_svg_(self) -> Optional[str]:
        return self.picture._repr_svg_()

    def _repr_html_(self) -> str:
        return self.picture._repr_html_()


class Recipe(NamedTuple):
    """A function of the C++ part that makes a puzzle, with the arguments of the call."""

    function: str
    arguments: Tuple[Any, ...]

    def made(self) -> Any:
        """Calls the function and returns its result."""
        return getattr(_dlx, self.function)(*self.arguments)

    def core(self) -> _dlx.Puzzle:
        """Calls the function and returns the compiled puzzle."""
        made = self.made()
        if isinstance(made, list):  # the puzzles of a file, of which only one was made
            made = next(named for named in made if named[1] is not None)
        return made[1] if isinstance(made, tuple) else made

    @property
    def takes_up_to(self) -> bool:
        """Whether the function that makes the puzzle has an argument up_to."""
        return self.function == "make_puzzle" and "up_to" in self.arguments[1]

    def up_to(self, kind: str) -> Recipe:
        """Returns the same function with another value of the argument up_to."""
        name, values, text_name = self.arguments
        return Recipe(self.function, (name, {**values, "up_to": kind}, text_name))


class Puzzle(Solvable[PuzzleSolution]):
    """A puzzle that is an exact-cover problem, with methods that count, list and show its
    solutions.

    >>> import dlx
    >>> soma = dlx.puzzles.soma()
    >>> soma.count(), soma.count(up_to="reflections")
    (11520, 240)
    >>> len(soma.solve(limit=5))
    5

    A pickle of a puzzle contains the arguments from which the puzzle was made, including the text
    of a file. Only the version of dlx that wrote a pickle can read it.
    """

    __slots__ = {
        "_core": "The compiled puzzle.",
        "_name": "The name of the puzzle in messages and titles.",
        "_problem": "The exact-cover problem, which is made when it is first needed.",
        "_solved": "The problem to whose options the numbers in solutions refer.",
        "_recipe": "The call that made the puzzle. A pickle contains this call.",
        "_up_to": "The value of up_to unless a call gives another value.",
    }

    def __init__(
        self,
        name: str,
        recipe: Recipe,
        up_to: str = "none",
        core: Optional[_dlx.Puzzle] = None,
    ) -> None:
        self._core = recipe.core() if core is None else core
        self._name = name
        self._problem: Optional[Problem] = None
        self._solved = Problem._of_core(self._core.problem)
        self._recipe = recipe
        self._up_to = up_to

    @property
    def problem(self) -> Problem:
        """The exact-cover problem.

        For a snake, the problem is an exact cover with colours whose solutions are the foldings.
        If the snake is a palindrome, each folding occurs twice, the second time read backwards.
        The methods of the puzzle search for walks through the cells instead, which is faster.
        """
        if self._problem is None:
            walks = self._core.has_walks
            self._problem = Problem._of_core(self._core.cover) if walks else self._solved
        return self._problem

    # Solutions

    @takes(searching)
    def solutions(self, **options: Any) -> PuzzleSolutions:
        """Returns an iterator over the solutions, each a PuzzleSolution.

        The iterator has the properties `found`, `complete`, `status`, `nodes` and `engine` of
        `Solutions`.
        """
        return PuzzleSolutions(self._for(options), options)

    @takes(counting)
    def count_result(self, **options: Any) -> CountResult:
        """Counts as `count` does, and returns a result with the counting method and statistics.

        If a limit ends the count, no error is raised; `complete` is then False.
        """
        puzzle = self._for(options)
        return _search.count(puzzle._solved, puzzle._group(options), puzzle._walks, **options)

    # Pictures

    def draw(self, solution: Union[Solution, Iterable[int]]) -> str:
        """Returns a picture of a solution as lines of text. The solution may be given by option
        numbers.
        """
        return self._core.text(self._numbers(solution)).rstrip("\n")

    def picture(
        self,
        solution: Union[None, Solution, Iterable[int]] = None,
        *,
        solutions: Optional[Sequence[Union[Solution, Iterable[int]]]] = None,
    ) -> Picture:
        """Returns a picture of one solution, of several, or of the first one found.

        >>> import dlx
        >>> picture = dlx.puzzles.soma().picture()
        >>> picture.svg().startswith("<svg"), "<html" in picture.html()
        (True, True)
        """
        if solutions is None:
            if solution is None:
                solution = self.first()
                if solution is None:
                    raise ValueError(f"{self._name}: it has no solution to show")
            solutions = [solution]
        numbers = [self._numbers(each) for each in solutions]
        return Picture(self._core, self._name, numbers)

    def blank_svg(self) -> str:
        """Returns a drawing of the puzzle without a solution, as SVG: the board with its clues, or
        the box and the pieces. Pieces whose place is given are in the box.

        Raises ValueError for snakes, for grids whose cells do not lie in layers, and for pieces
        that can lie in several ways at their place.

        >>> import dlx
        >>> dlx.puzzles.pentominoes(6, 10).blank_svg().count("<svg")
        1
        """
        return self._core.blank_svg(self._name)

    def show(self, solution: Union[None, Solution, Iterable[int]] = None) -> None:
        """Displays a solution, or the first one found, in a notebook. Elsewhere, prints it as
        text.
        """
        show(self.picture(solution))

    def save(
        self,
        path: Union[str, os.PathLike[str]],
        solution: Union[None, Solution, Iterable[int]] = None,
    ) -> None:
        """Writes a solution, or the first one found, to a file. `Picture.save` lists the possible
        endings.
        """
        self.picture(solution).save(path)

    def _repr_svg_(self) -> Optional[str]:
        return self.picture()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.picture()._repr_html_()

    def __reduce__(self) -> Tuple[Any, ...]:
        return Puzzle, (self._name, self._recipe, self._up_to)

    def __repr__(self) -> str:
        return f"<dlx.puzzles.Puzzle: {self._name}, {quantity(len(self._solved), 'option')}>"

    def _for(self, options: Dict[str, Any]) -> Puzzle:
        # If this puzzle is made with an argument up_to, returns the puzzle with the requested value
        # of up_to. Otherwise returns self.
        up_to = options["up_to"] = options.get("up_to") or self._up_to
        known = kinds[:3] if self._recipe.takes_up_to else kinds
        if up_to not in known:
            raise ValueError(f"unknown up_to {up_to!r}; there are {', '.join(map(repr, known))}")
        if not self._recipe.takes_up_to or up_to == self._up_to:
            return self
        return Puzzle(self._name, self._recipe.up_to(up_to), up_to)

    def _group(self, options: Dict[str, Any]) -> Optional[_dlx.Symmetries]:
        # Returns the rotations or reflections of the puzzle, if solutions that these map to each
        # other are counted as one. Returns None for other values of up_to, and for puzzles whose
        # solutions are walks.
        up_to = options["up_to"]
        return None if self._walks or up_to in ("none", "all") else self._core.symmetries(up_to)

    @property
    def _walks(self) -> Optional[_dlx.Puzzle]:
        return self._core if self._core.has_walks else None

    def _numbers(self, solution: Union[Solution, Iterable[int]]) -> Tuple[int, ...]:
        chosen: Iterable[Any] = solution.options if isinstance(solution, Solution) else solution
        numbers = tuple(operator.index(o) for o in chosen)
        faults = self._solved.verify(numbers)
        if faults:
            raise ValueError("this is not a solution: " + faults[0])
        return numbers


class PuzzleSolutions(Solutions):
    """An iterator over the solutions of a puzzle, with the properties of `Solutions`."""

    def __init__(self, puzzle: Puzzle, given: Dict[str, Any]) -> None:
        checked = options(given, searching, puzzle._solved)
        if puzzle._walks:
            search = _dlx.Search(puzzle._walks, checked)
        else:
            classes = given["up_to"] != "none"
            search = _dlx.Search(puzzle._solved._core, checked, classes, puzzle._group(given))
        super().__init__(puzzle._solved, search)
        self._puzzle = puzzle

    def __iter__(self) -> PuzzleSolutions:
        return self

    def __next__(self) -> PuzzleSolution:
        found = super().__next__()
        return PuzzleSolution(self._puzzle, found.options, found.class_size)
