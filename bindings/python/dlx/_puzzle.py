"""What all puzzles have: solutions that show themselves, counts and pictures."""

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
    """A piece of a solution in its place.

    piece
        Its name, or its number: of a Langford pair, a value of a sudoku, a cubelet of a snake.
    cells
        The cells that it fills, as tuples: ``(x, y)`` on a board, ``(x, y, z)`` in space,
        ``(x,)`` in a row. x runs to the right, y downward, z from layer to layer; of a snake y
        runs upward. All count from 0.
    position, rim
        Of a happy cube: the panel, and the 16 cells of the rim as the piece lies there.
    """

    piece: Union[int, str]
    cells: Tuple[Tuple[int, ...], ...]
    position: Optional[str] = None
    rim: Optional[str] = None


class PuzzleSolution(Solution):
    """A solution of a puzzle: the options as of any solution, and as text the puzzle's picture.

    >>> import dlx
    >>> print(dlx.puzzles.queens(4).first())
    . . Q .
    Q . . .
    . . . Q
    . Q . .
    """

    __slots__ = {"puzzle": "The puzzle it solves."}

    def __init__(
        self, puzzle: Puzzle, options: Tuple[int, ...], class_size: Optional[int] = None
    ) -> None:
        super().__init__(puzzle._solved, options, class_size)
        self.puzzle = puzzle

    @property
    def placements(self) -> Tuple[Placement, ...]:
        """The pieces in their places, each with the cells that it fills.

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
        states: Optional[int] = None,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> Disassembly:
        """Takes a packing of pieces apart by slides, as ``dlx polycube --apart`` does.

        A move slides one or more pieces together along an axis, any distance. Every separation is
        replayed, a step at a time, by code that shares nothing with the search.

        turns
            Whether pieces also turn by 90 degrees where slides are not enough; of cubes only.
        states
            Positions of the pieces after which the search ends; None: 20,000,000, with turns
            100,000.
        time_limit, memory_limit
            Seconds and bytes, of the pieces' positions 1 GiB unless given. At each limit the
            verdict is 'not decided'.

        Raises ValueError for puzzles that pack no pieces, and for turns on other grids.

        >>> import dlx
        >>> first = dlx.puzzles.soma().first()
        >>> first.take_apart().verdict
        'comes apart'
        """
        limits = {"time_limit": time_limit, "memory_limit": memory_limit}
        puzzle = self.puzzle
        return take_apart(puzzle._core, puzzle._name, self.options, turns, states, limits)

    def show(self) -> None:
        """Prints the picture; in a notebook, displays it."""
        show(self.picture)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the solution into a file; see `Picture.save` for the endings of its name."""
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
    """The call of the compiled part that makes a puzzle."""

    function: str
    arguments: Tuple[Any, ...]

    def made(self) -> Any:
        """Returns what the function returns."""
        return getattr(_dlx, self.function)(*self.arguments)

    def core(self) -> _dlx.Puzzle:
        """Makes the compiled puzzle."""
        made = self.made()
        if isinstance(made, list):  # the puzzles of a file, and which is wanted
            made = next(named for named in made if named[1] is not None)
        return made[1] if isinstance(made, tuple) else made

    @property
    def takes_up_to(self) -> bool:
        """Whether a value of up_to is among the arguments."""
        return self.function == "make_puzzle" and "up_to" in self.arguments[1]

    def up_to(self, kind: str) -> Recipe:
        """Returns the call for another value of up_to."""
        name, values, text_name = self.arguments
        return Recipe(self.function, (name, {**values, "up_to": kind}, text_name))


class Puzzle(Solvable[PuzzleSolution]):
    """A puzzle that is an exact cover: counts, lists and shows its solutions.

    >>> import dlx
    >>> soma = dlx.puzzles.soma()
    >>> soma.count(), soma.count(up_to="reflections")
    (11520, 240)
    >>> len(soma.solve(limit=5))
    5

    A pickle of a puzzle has the call that made it, and the text of a file; pickles are for the
    version of dlx that wrote them.
    """

    __slots__ = {
        "_core": "The compiled puzzle.",
        "_name": "For messages and titles.",
        "_problem": "Made when it is first asked for.",
        "_solved": "The problem whose options make the solutions.",
        "_recipe": "The call that makes the puzzle, of which a pickle makes it again.",
        "_up_to": "The value unless another is given.",
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

        Of a snake: the exact cover with colours whose solutions are the foldings, and the same
        foldings read backwards if the snake is a palindrome. The puzzle itself searches walks,
        which is quicker.
        """
        if self._problem is None:
            walks = self._core.has_walks
            self._problem = Problem._of_core(self._core.cover) if walks else self._solved
        return self._problem

    # Solutions

    @takes(searching)
    def solutions(self, **options: Any) -> PuzzleSolutions:
        """An iterator over the solutions, each a PuzzleSolution.

        Like `Solutions` it has `found`, `complete`, `status`, `nodes` and `engine`.
        """
        return PuzzleSolutions(self._for(options), options)

    @takes(counting)
    def count_result(self, **options: Any) -> CountResult:
        """What `count` counts, and how; also if a limit ended it, which `complete` says."""
        puzzle = self._for(options)
        return _search.count(puzzle._solved, puzzle._group(options), puzzle._walks, **options)

    # Pictures

    def draw(self, solution: Union[Solution, Iterable[int]]) -> str:
        """A solution, or the numbers of its options, as a picture of some lines."""
        return self._core.text(self._numbers(solution)).rstrip("\n")

    def picture(
        self,
        solution: Union[None, Solution, Iterable[int]] = None,
        *,
        solutions: Optional[Sequence[Union[Solution, Iterable[int]]]] = None,
    ) -> Picture:
        """A solution, several, or the first one found, as text, SVG and a 3D page.

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

    def show(self, solution: Union[None, Solution, Iterable[int]] = None) -> None:
        """Prints a solution, or the first one found, as text; in a notebook, displays it."""
        show(self.picture(solution))

    def save(
        self,
        path: Union[str, os.PathLike[str]],
        solution: Union[None, Solution, Iterable[int]] = None,
    ) -> None:
        """Writes a solution, or the first one found; see `Picture.save` for the endings."""
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
        # The puzzle whose solutions are one of each class, where that is part of the puzzle.
        up_to = options["up_to"] = options.get("up_to") or self._up_to
        known = kinds[:3] if self._recipe.takes_up_to else kinds
        if up_to not in known:
            raise ValueError(f"unknown up_to {up_to!r}; there are {', '.join(map(repr, known))}")
        if not self._recipe.takes_up_to or up_to == self._up_to:
            return self
        return Puzzle(self._name, self._recipe.up_to(up_to), up_to)

    def _group(self, options: Dict[str, Any]) -> Optional[_dlx.Symmetries]:
        # The symmetries that the puzzle knows by itself.
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
    """An iterator over solutions of a puzzle, with the properties of `Solutions`."""

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
