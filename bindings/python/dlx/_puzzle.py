"""What all puzzles have: solutions that show themselves, counts and pictures."""

from __future__ import annotations

import operator
import os
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _dlx, _search
from ._apart import Disassembly, take_apart
from ._arguments import keywords, quantity, search_options
from ._pictures import Picture, show
from ._problem import Problem
from ._progress import Progressing, reporting
from ._search import CountResult, Solution, Solutions

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

    puzzle: Puzzle

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
        limits = keywords(locals())
        return take_apart(self.puzzle._core, self.puzzle._name, self.options, **limits)

    def show(self) -> None:
        """Prints the picture; in a notebook, displays it."""
        show(self.picture)

    def __reduce__(self) -> Tuple[Any, ...]:
        return Solution, (self.problem, self.options, self.class_size)  # without the pictures

    def __str__(self) -> str:
        return self.puzzle._core.text(self.options).rstrip("\n")

    def __repr__(self) -> str:
        return f"<dlx.PuzzleSolution of {self.puzzle._name}: {quantity(len(self.options), 'option')}>"

    def _repr_svg_(self) -> Optional[str]:
        return self.picture._repr_svg_()

    def _repr_html_(self) -> str:
        return self.picture._repr_html_()


class Puzzle:
    """A puzzle that is an exact cover: counts, lists and shows its solutions.

    >>> import dlx
    >>> soma = dlx.puzzles.soma()
    >>> soma.count(), soma.count(up_to="reflections")
    (11520, 240)
    >>> len(soma.solve(limit=5))
    5
    """

    __slots__ = {
        "_core": "The compiled puzzle.",
        "_name": "For messages and titles.",
        "_problem": "Made when it is first asked for.",
        "_solved": "The problem whose options make the solutions.",
    }

    _core: _dlx.Puzzle
    _name: str
    _problem: Optional[Problem]
    _solved: Problem

    def __init__(self, name: str, core: _dlx.Puzzle) -> None:
        self._core = core
        self._name = name
        self._problem = None
        self._solved = Problem._of_core(core.problem)

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

    def solutions(
        self,
        *,
        limit: Optional[int] = None,
        up_to: str = "none",
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        engine: str = "auto",
    ) -> PuzzleSolutions:
        """An iterator over the solutions, each a PuzzleSolution. Arguments as for `solve`.

        Like `Solutions` it has `found`, `complete`, `status`, `nodes` and `engine`.
        """
        options = search_options(
            limit=limit, time_limit=time_limit, node_limit=node_limit, engine=engine
        )
        return PuzzleSolutions(self._for(up_to), up_to, options)

    def solve(
        self,
        *,
        limit: Optional[int] = None,
        up_to: str = "none",
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        engine: str = "auto",
    ) -> List[PuzzleSolution]:
        """A list of the solutions, or of `limit` of them.

        up_to
            'none': all. 'rotations' or 'reflections': one of those that are turned into each
            other, or mirrored. 'all': one of those that any symmetry of the problem takes to each
            other.
        time_limit, node_limit, engine
            As for `Problem.solutions`. At a limit Incomplete is raised.

        >>> import dlx
        >>> [str(s) for s in dlx.puzzles.langford(3).solve()]
        ['3 1 2 1 3 2', '2 3 1 2 1 3']
        """
        return list(self.solutions(**keywords(locals())))

    def first(self, *, time_limit: Optional[float] = None) -> Optional[PuzzleSolution]:
        """A solution, or None if there is none."""
        return next(self.solutions(limit=1, time_limit=time_limit), None)

    # Counts

    def count(
        self,
        *,
        up_to: str = "none",
        threads: Optional[int] = None,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        memory_limit: Optional[int] = None,
        engine: str = "auto",
        method: str = "auto",
        progress: Progressing = None,
    ) -> int:
        """The number of solutions; arguments as for `Problem.count`, `up_to` as for `solve`.

        >>> import dlx
        >>> dlx.puzzles.pentominoes(6, 10).count(up_to="reflections")
        2339
        """
        return _search.exact_value(self.count_result(**keywords(locals())))

    def count_result(
        self, *, up_to: str = "none", progress: Progressing = None, **options: Any
    ) -> CountResult:
        """What `count` counts, and how; also if a limit ended it, which `complete` says."""
        puzzle = self._for(up_to)
        core = puzzle._core
        if not core.has_walks and up_to in ("none", "all"):
            return puzzle._solved.count_result(up_to=up_to, progress=progress, **options)
        checked = search_options(puzzle._solved.primary, **options)
        with reporting(progress) as report:
            if core.has_walks:
                return CountResult(up_to=up_to, **_dlx.count_walks(core, checked, report))
            group = core.symmetries(up_to)
            found = _dlx.count_classes(puzzle._solved._core, checked, report, group, "")
        return CountResult(up_to=up_to, **found)

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
                    raise ValueError(f"{self._name}: there is no solution to show")
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
        """Writes a picture of a solution, or of the first one found: .txt, .svg or .html."""
        self.picture(solution).save(path)

    def _repr_svg_(self) -> Optional[str]:
        return self.picture()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.picture()._repr_html_()

    def __repr__(self) -> str:
        return f"<dlx.puzzles.Puzzle: {self._name}, {quantity(len(self._solved), 'option')}>"

    def _for(self, up_to: str) -> Puzzle:
        # The puzzle whose solutions are one of each class, where that is part of the puzzle.
        if up_to not in kinds:
            raise ValueError(f"unknown up_to {up_to!r}; there are {', '.join(map(repr, kinds))}")
        return self

    def _numbers(self, solution: Union[Solution, Iterable[int]]) -> Tuple[int, ...]:
        chosen: Iterable[Any] = solution.options if isinstance(solution, Solution) else solution
        numbers = tuple(operator.index(o) for o in chosen)
        faults = self._solved.verify(numbers)
        if faults:
            raise ValueError("this is no solution: " + faults[0])
        return numbers


class PuzzleSolutions(Solutions):
    """An iterator over solutions of a puzzle, with the properties of `Solutions`."""

    def __init__(self, puzzle: Puzzle, up_to: str, options: _dlx.Options) -> None:
        core = puzzle._solved._core
        if puzzle._core.has_walks:
            search = _dlx.Search(puzzle._core, options)
        elif up_to in ("none", "all"):
            search = _dlx.Search(core, options, up_to == "all")
        else:
            search = _dlx.Search(core, options, True, puzzle._core.symmetries(up_to))
        super().__init__(puzzle._solved, search)
        self._puzzle = puzzle

    def __iter__(self) -> PuzzleSolutions:
        return self

    def __next__(self) -> PuzzleSolution:
        found = super().__next__()
        return PuzzleSolution(self._puzzle, found.options, found.class_size)


class SnakePuzzle(Puzzle):
    """A snake: which foldings are the same is part of the search."""

    __slots__ = {"_make": "Makes the compiled puzzle for a value of up_to.", "_up_to": "The value."}

    _make: Callable[[str], _dlx.Puzzle]
    _up_to: str

    def __init__(self, name: str, make: Callable[[str], _dlx.Puzzle], up_to: str) -> None:
        super().__init__(name, make(up_to))
        self._make = make
        self._up_to = up_to

    def solutions(self, *, up_to: Optional[str] = None, **options: Any) -> PuzzleSolutions:
        """An iterator over the foldings; `up_to` is that of the puzzle unless given."""
        return super().solutions(up_to=up_to or self._up_to, **options)

    def solve(self, *, up_to: Optional[str] = None, **options: Any) -> List[PuzzleSolution]:
        """A list of the foldings; `up_to` is that of the puzzle unless given."""
        return super().solve(up_to=up_to or self._up_to, **options)

    def count(self, *, up_to: Optional[str] = None, **options: Any) -> int:
        """The number of foldings; `up_to` is that of the puzzle unless given."""
        return super().count(up_to=up_to or self._up_to, **options)

    def count_result(self, *, up_to: Optional[str] = None, **options: Any) -> CountResult:
        """What `count` counts, and how."""
        return super().count_result(up_to=up_to or self._up_to, **options)

    def _for(self, up_to: str) -> Puzzle:
        if up_to == self._up_to:
            return self
        if up_to not in kinds[:3]:
            known = ", ".join(map(repr, kinds[:3]))
            raise ValueError(f"unknown up_to {up_to!r} for a snake; there are {known}")
        return SnakePuzzle(self._name, self._make, up_to)


