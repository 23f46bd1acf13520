"""Tests dlx.compat by the examples in the documentation of Sage, exact_cover and xcover.

Each example names its source. If Sage sorts results before it compares them, the test does the
same.
"""

import pickle
import random
from itertools import chain, combinations

import pytest

import dlx
from dlx.compat import (
    DLXCPP,
    AllExactCovers,
    NoSolution,
    OneExactCover,
    covers,
    covers_bool,
    dlx_solver,
    get_all_solutions,
    get_exact_cover,
    get_solution_count,
)

# sage/combinat/matrices/dancing_links.pyx

six = [[0, 1, 2], [3, 4, 5], [0, 1], [2, 3, 4, 5], [0], [1, 2, 3, 4, 5]]
four = [[0, 1, 2], [0, 2], [1], [3]]


def subsets(n):
    """Returns the subsets of range(n) in the order of Sage's Subsets(range(n)): by size, then
    lexicographically.
    """
    return [list(s) for s in chain(*(combinations(range(n), k) for k in range(n + 1)))]


def listed(solutions):
    return sorted(map(sorted, solutions))


def test_head_of_the_module():
    x = dlx_solver(six)
    assert repr(x) == "Dancing links solver for 6 columns and 6 rows"
    assert x.number_of_solutions() == 3
    assert listed(x.solutions_iterator()) == [[0, 1], [2, 3], [4, 5]]
    assert listed(x.all_solutions()) == [[0, 1], [2, 3], [4, 5]]
    assert sorted(x.one_solution(ncpus=2)) in [[0, 1], [2, 3], [4, 5]]
    restricted = x.restrict([2])
    assert repr(restricted) == "Dancing links solver for 7 columns and 6 rows"
    assert listed(restricted.solutions_iterator()) == [[2, 3]]

    x = dlx_solver(six)
    for expected in [[0, 1], [2, 3], [4, 5]]:
        assert x.search() == 1
        assert x.get_solution() == expected
    assert x.search() == 0
    x.reinitialize()
    assert x.search() == 1
    assert x.get_solution() == [0, 1]


def test_init():
    x = dlx_solver(four)
    assert repr(x) == "Dancing links solver for 4 columns and 4 rows"
    assert x.search() == 1
    assert x.get_solution() == [3, 0]
    assert repr(dlx_solver([[0, 1, 2], [1, 2]])) == "Dancing links solver for 3 columns and 2 rows"
    assert dlx_solver([]).get_solution() == []


def test_reinitialize():
    x = dlx_solver(six)

    def go():
        return x.get_solution() if x.search() else None

    assert [go(), go()] == [[0, 1], [2, 3]]
    for _ in range(2):
        x.reinitialize()
        assert [go(), go(), go(), go()] == [[0, 1], [2, 3], [4, 5], None]


def test_rows_and_sizes():
    x = dlx_solver([[0, 1, 2], [1, 2], [0]])
    assert repr(x) == "Dancing links solver for 3 columns and 3 rows"
    assert x.rows() == [[0, 1, 2], [1, 2], [0]]
    x = dlx_solver([[0, 1, 2], [1, 2], [0], [3, 4, 5]])
    assert (x.ncols(), x.nrows()) == (6, 4)


def test_pickling_and_comparison():
    x = dlx_solver([[0, 1, 2]])
    y = dlx_solver([[0, 1, 2], [2]])
    assert pickle.loads(pickle.dumps(x)) == x
    assert y != pickle.loads(pickle.dumps(x))
    assert x == dlx_solver([[0, 1, 2]]) and not x == y


def test_search():
    assert dlx_solver([]).search() == 0
    assert dlx_solver([[]]).search() == 0
    x = dlx_solver([[0]])
    assert [x.search(), x.search(), x.search()] == [1, 0, 0]


def test_restrict():
    d = dlx_solver(six)
    assert d.restrict([0]).rows() == [[0, 1, 2, 6]] + six[1:]
    assert d.restrict([1]).rows() == [six[0], [3, 4, 5, 6]] + six[2:]
    assert d.restrict([2]).rows() == six[:2] + [[0, 1, 6]] + six[3:]
    assert [listed(d.restrict([r]).solutions_iterator()) for r in range(4)] == [
        [[0, 1]], [[0, 1]], [[2, 3]], [[2, 3]]
    ]  # fmt: skip
    assert list(d.restrict([0, 3]).solutions_iterator()) == []
    assert d.restrict([]).rows() == six


def test_split():
    d = dlx_solver(six)
    parts = d.split(0)
    assert sorted(parts) == [0, 2, 4]
    assert {repr(x) for x in parts.values()} == {"Dancing links solver for 7 columns and 6 rows"}
    assert [listed(x.solutions_iterator()) for x in parts.values()] == [
        [[0, 1]], [[2, 3]], [[4, 5]]
    ]  # fmt: skip
    with pytest.raises(ValueError, match=r"column\(=6\) must be in range\(ncols\) where ncols=6"):
        d.split(6)
    big = dlx_solver(subsets(11))
    assert repr(big) == "Dancing links solver for 11 columns and 2048 rows"
    assert repr(big.split(0)[1]) == "Dancing links solver for 12 columns and 2048 rows"


def test_iterating_twice():
    d = dlx_solver(six)
    assert listed(d.solutions_iterator()) == [[0, 1], [2, 3], [4, 5]]
    assert listed(d.solutions_iterator()) == [[0, 1], [2, 3], [4, 5]]


def test_one_solution():
    d = dlx_solver(six)
    solutions = [[0, 1], [2, 3], [4, 5]]
    assert sorted(d.one_solution()) in solutions
    assert sorted(d.one_solution(ncpus=2)) in solutions
    assert sorted(d.one_solution(ncpus=2, column=4)) in solutions
    none = dlx_solver([[0, 1, 2], [2, 3, 4, 5], [0, 1, 2, 3]])
    assert none.one_solution() is None
    assert [none.one_solution(column=i) for i in range(6)] == [None] * 6
    rows = subsets(11)
    chosen = [set(rows[r]) for r in dlx_solver(rows).one_solution()]
    assert set.union(*chosen) == set(range(11))
    assert not any(p & q for p, q in combinations(chosen, 2))


def test_all_solutions():
    rows = subsets(4)
    x = dlx_solver(rows)
    assert repr(x) == "Dancing links solver for 4 columns and 16 rows"
    assert x.number_of_solutions() == 15
    expected = [
        [1, 2, 3, 4], [1, 2, 10], [1, 3, 9], [1, 4, 8], [1, 14], [2, 3, 7], [2, 4, 6], [2, 13],
        [3, 4, 5], [3, 12], [4, 11], [5, 10], [6, 9], [7, 8], [15],
    ]  # fmt: skip
    assert listed(x.all_solutions(ncpus=2)) == expected
    assert listed(x.all_solutions(ncpus=1)) == expected
    none = dlx_solver([[0, 1, 2], [2, 3, 4, 5], [0, 1, 2, 3]])
    assert none.all_solutions() == []
    assert [none.all_solutions(column=i) for i in range(6)] == [[]] * 6


def test_number_of_solutions():
    assert dlx_solver(four).number_of_solutions() == 2
    assert dlx_solver(six).number_of_solutions(ncpus=2, column=3) == 3
    assert dlx_solver(subsets(5)).number_of_solutions() == 52
    x = dlx_solver(six)
    assert [x.number_of_solutions(ncpus=1), x.number_of_solutions(ncpus=1)] == [3, 3]
    assert dlx_solver([]).number_of_solutions(ncpus=None) == 0
    assert dlx_solver([]).number_of_solutions(ncpus=1) == 0


def test_the_function():
    x = dlx_solver(four)
    assert (x.search(), x.get_solution()) == (1, [3, 0])
    assert (x.search(), x.get_solution()) == (1, [3, 1, 2])
    assert x.search() == 0


# sage/combinat/matrices/dlxcpp.py

two_covers = [[1, 1, 0], [1, 0, 1], [0, 0, 1], [0, 1, 0]]
no_cover = [[1, 1, 0], [1, 0, 1], [0, 1, 1]]


class Matrix:
    """A class with the methods of a Sage matrix that the functions use."""

    def __init__(self, rows):
        self._rows = [tuple(row) for row in rows]

    def rows(self):
        return self._rows


def test_dlxcpp():
    assert list(DLXCPP(four)) == [[3, 0], [3, 1, 2]]
    assert list(DLXCPP([])) == []


@pytest.mark.parametrize("kind", [list, Matrix])
def test_exact_covers(kind):
    assert list(AllExactCovers(kind(no_cover))) == []
    expected = [[(1, 1, 0), (0, 0, 1)], [(1, 0, 1), (0, 1, 0)]]
    assert list(AllExactCovers(kind(two_covers))) == expected
    assert OneExactCover(kind(no_cover)) is None
    assert OneExactCover(kind(two_covers)) == expected[0]


# exact_cover (https://github.com/jwg4/exact_cover): README.md and examples.md

of_readme = [[1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]]
# From the tests of exact_cover: test_exact_cover.py, test_solution_count.py,
# test_get_all_solutions.py
of_tests = [[1, 0, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1]]


def kinds():
    yield list
    try:
        import numpy
    except ImportError:
        return
    for dtype in [numpy.int32, numpy.int8, numpy.bool_, None]:
        yield lambda rows, dtype=dtype: numpy.array(rows, dtype=dtype)
    yield lambda rows: numpy.array(rows, order="F")


@pytest.mark.parametrize("array", kinds())
def test_exact_cover(array):
    assert list(get_exact_cover(array(of_readme))) == [0, 2, 3]
    assert get_solution_count(array(of_readme)) == 1
    assert list(get_exact_cover(array(of_tests))) == [0, 1, 3]
    assert get_solution_count(array(of_tests)) == 2
    assert get_all_solutions(array(of_tests)) == {(0, 1, 3), (0, 2)}
    assert get_all_solutions(array(of_tests), 1) == {(0, 1, 3)}
    assert list(get_exact_cover(array([[1, 0, 0], [0, 1, 1]]))) == [0, 1]
    assert list(get_exact_cover(array([[1, 1, 1]]))) == [0]
    without = array([[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 0]])
    assert get_solution_count(without) == 0
    with pytest.raises(NoSolution):
        get_exact_cover(without)
    with pytest.raises(NoSolution):
        get_all_solutions(without)
    # Rows of zeros are ignored. Equal rows count as different rows.
    zeros = array([[1, 0, 0], [0, 0, 0], [0, 1, 0], [0, 1, 1], [0, 0, 0], [0, 0, 1]])
    assert get_solution_count(zeros) == 2
    assert get_all_solutions(zeros) == {(0, 2, 5), (0, 3)}
    doubled = array([[1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 1, 1], [0, 1, 1], [0, 0, 1]])
    assert get_solution_count(doubled) == 6


def test_exact_cover_gives_arrays():
    numpy = pytest.importorskip("numpy")
    found = get_exact_cover(numpy.array(of_readme, dtype=numpy.int32))
    assert isinstance(found, numpy.ndarray) and found.dtype == numpy.int32


# Cases in which dlx differs from the model.


def test_no_columns():
    assert dlx.Problem.from_rows([]).count() == 1
    assert list(DLXCPP([[]])) == [] and get_solution_count([]) == 0


# The page of xcover at pypi.org


def test_covers_of_xcover():
    assert list(covers([[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]])) == [
        [1, 3, 5]
    ]
    coloured = [["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"]]
    coloured.append(["r", "y:B"])
    for primary in None, ["p", "q", "r"]:
        found = covers(coloured, primary=primary, secondary=["x", "y", "z"], colored=True)
        assert [sorted(rows) for rows in found] == [[1, 3]]
    assert list(covers([["x:A", "x"], ["x:A"]], secondary=["x"])) == [[0], [1]]  # an item named x:A
    assert list(covers([["a"]], primary=["a", "b"])) == []
    assert list(covers([[0, 1], [1, 0]])) == [[0], [1]]
    assert list(covers([["p", "x"], ["q", "x"], ["q"]], primary=["p", "q"])) == [[0, 2]]
    uneven = [["p", "x:A"], ["q", "x:B"], ["q", "x:A"], ["x:A"], []]
    assert list(covers(uneven, primary=["p", "q"], colored=True)) == [[0, 2]]
    assert list(covers([[], ["x"], ["p"]], secondary=["x"])) == [[2]]
    assert list(covers([[("a", "b")], ["a"]], secondary=["a"])) == [[0]]  # a tuple is an item
    with pytest.raises(dlx.ProblemError, match="option 0: unknown item .*'x'"):
        covers([["p", "x"]], primary=["p"], secondary=[])
    for matrix in matrices():
        found = sorted(sorted(rows) for rows in covers_bool(matrix))
        assert found == sorted(map(list, by_definition(matrix)))
        options = [[c for c, cell in enumerate(row) if cell] for row in matrix]
        if all(options):
            listed = covers(options, primary=range(len(matrix[0])))
            assert sorted(sorted(rows) for rows in listed) == found


def test_matrices_are_read_as_elsewhere():
    wanted = [[0, 1], [2, 3]]
    rows = [[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]]
    words = [list(map(str, row)) for row in rows]
    good, bad = [rows, dict(zip("wxyz", rows))], [words, [[1, 0], [1]], [[2]]]
    try:
        import pandas
        from scipy import sparse
    except ImportError:
        pass
    else:
        named = pandas.DataFrame(rows, columns=list("abc"), index=list("wxyz"))
        good += [named, pandas.DataFrame(rows), sparse.csr_matrix(rows), sparse.dok_matrix(rows)]
        good += [named.to_numpy(dtype=object)]
        bad += [named.astype(str), named.to_numpy(dtype=str), named.to_numpy()[0], named["a"]]
    for matrix in good:
        assert get_solution_count(matrix) == len(list(AllExactCovers(matrix))) == 2
        assert sorted(map(sorted, covers_bool(matrix))) == wanted
        assert get_all_solutions(matrix) == set(map(tuple, wanted))
    assert list(map(list, OneExactCover(good[1]))) == rows[:2]
    for matrix in bad:
        for read in get_solution_count, covers_bool, OneExactCover, dlx.Problem.from_matrix:
            with pytest.raises(dlx.ProblemError, match="wanted 0 or 1|0 has [23]|two dimensions"):
                read(matrix)


def matrices():
    draw = random.Random(3)
    for _ in range(200):
        width = draw.randrange(1, 6)
        yield [[draw.randrange(2) for _ in range(width)] for _ in range(draw.randrange(1, 8))]


def by_definition(matrix):
    """Returns the exact covers, found by trying every set of rows."""
    rows = [r for r, row in enumerate(matrix) if any(row)]
    for size in range(1, len(rows) + 1):
        for chosen in combinations(rows, size):
            if all(sum(column) == 1 for column in zip(*(matrix[r] for r in chosen))):
                yield chosen
