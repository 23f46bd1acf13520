"""Tests the puzzles: placements and pictures, and counts and pictures equal to those of the
command.
"""

import json
import os
import pickle

import pytest

import dlx
from command import counted, needs_command, run, shared
from dlx import puzzles

bricks = "[0-2][0-2]0\n3*I 000 100 200\n"
hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
few = "1...5..56......6....4..2......6...41"
bad_word = "0101010101010101"

#: For each puzzle: the function, the arguments of the command for the same puzzle, and the values
#: of up_to that both accept.
same = {
    "soma": (puzzles.soma, ["soma"], ["none", "rotations", "reflections", "all"]),
    "polycube": (
        lambda: puzzles.polycube(text=bricks),
        ["polycube", "-"],
        ["none", "rotations", "reflections", "all"],
    ),
    "pentominoes": (
        lambda: puzzles.pentominoes(6, 10),
        ["pentominoes", "6x10"],
        ["none", "rotations", "reflections", "all"],
    ),
    "solid pentominoes": (
        lambda: puzzles.pentominoes(2, 5, 2, pieces="2*L2*P"),
        ["pentominoes", "2x5x2", "--pieces", "2*L2*P"],
        ["none", "reflections"],
    ),
    "cube": (
        lambda: puzzles.cube("green"),
        ["cube", "green"],
        ["none", "rotations", "reflections", "all"],
    ),
    "cube by cells": (
        lambda: puzzles.cube("red", formulation="cells"),
        ["cube", "red", "--formulation", "cells"],
        ["none", "rotations"],
    ),
    "impossible cube": (
        lambda: puzzles.cube("red", turn_over=False),
        ["cube", "red", "--no-flip"],
        ["none", "rotations"],
    ),
    "mixed cube": (
        lambda: puzzles.cube("all", mix="one-of-each"),
        ["cube", "all", "--mix", "one-of-each"],
        ["none", "rotations"],
    ),
    "cube of two colours": (
        lambda: puzzles.cube(["red", "green"], mix="any"),
        ["cube", "red", "green", "--mix", "any"],
        ["none", "reflections"],
    ),
    "tray": (lambda: puzzles.tray("purple"), ["cube", "purple", "--flat"], [None]),
    "impossible tray": (
        lambda: puzzles.tray("blue", 7, 14),
        ["cube", "blue", "--tray", "7x14"],
        [None],
    ),
    "bigcube": (
        lambda: puzzles.bigcube(colour_faces=True),
        ["bigcube", "--colour-faces"],
        ["reflections"],
    ),
    "fixed bigcube": (lambda: puzzles.bigcube(fixed=17), ["bigcube", "--fix", "17"], ["none"]),
    "snake": (
        lambda: puzzles.snake("purple"),
        ["snake", "purple"],
        ["none", "rotations", "reflections"],
    ),
    "palindromic snake": (lambda: puzzles.snake("two"), ["snake", "two"], ["reflections"]),
    "sudoku": (lambda: puzzles.sudoku(hard), ["sudoku", hard], ["none"]),
    "sudoku with a cage": (
        lambda: puzzles.sudoku(few, box_width=3, rules=["cage 3 r1c1 r1c2", "odd r1c1"]),
        ["sudoku", few, "--box-width", "3", "--rules", "cage 3 r1c1 r1c2, odd r1c1"],
        ["none", "all"],
    ),
    "small sudoku": (
        lambda: puzzles.sudoku(few, box_width=3),
        ["sudoku", few, "--box-width", "3"],
        ["none", "all"],
    ),
    "pentominoes not turned over": (
        lambda: puzzles.pentominoes(4, 5, pieces="L'P'UY", turn_over=False),
        ["pentominoes", "4x5", "--pieces", "L'P'UY", "--no-flip"],
        ["none", "rotations"],
    ),
    "bricks not turned": (
        lambda: puzzles.polycube(text=bricks, turn=False),
        ["polycube", "-", "--no-turn"],
        ["none", "rotations", "reflections"],
    ),
    "queens": (
        lambda: puzzles.queens(8),
        ["queens", "8"],
        ["none", "rotations", "reflections", "all"],
    ),
    "langford": (
        lambda: puzzles.langford(8),
        ["langford", "8"],
        ["none", "reflections", "all"],
    ),
    "dominoes": (
        lambda: puzzles.dominoes(6, 7),
        ["dominoes", "6x7"],
        ["none", "rotations", "reflections", "all"],
    ),
}
quick = {
    name: make
    for name, (make, _, _) in same.items()
    if "bigcube" not in name and "impossible" not in name
}


@needs_command
@pytest.mark.parametrize("name", same)
def test_counts_are_those_of_the_command(name):
    make, arguments, kinds = same[name]
    puzzle = make()
    for up_to in kinds:
        same_kind = ["--up-to", up_to] if up_to else []  # a tray has no option --up-to
        expected = counted(*arguments, "--count", *same_kind, input=bricks)
        kind = up_to or "none"
        assert puzzle.count(up_to=kind) == expected, up_to
        assert puzzle.count_result(up_to=kind).complete
        if expected < 500:
            assert len(puzzle.solve(up_to=kind)) == expected, up_to


def test_pieces_that_are_not_turned_over():
    board = [(x, y) for x in range(4) for y in range(2)]
    pieces = {"L": [(0, 0), (1, 0), (2, 0), (0, 1)], "J": [(0, 0), (1, 0), (2, 0), (2, 1)]}

    def count(copies, **how):
        return puzzles.polycube(pieces=pieces, target=board, copies=copies, **how).count()

    # Two L that are related by a half turn fill the board, and so do two J.
    assert count({"L": (0, 2), "J": (0, 2)}, turn_over=False) == 2
    assert count({"L": (0, 2), "J": (0, 2)}, turn=False) == 0


def test_warnings_are_those_of_the_command():
    with pytest.warns(UserWarning, match="the pieces have 60 cells, and 160000 must be filled"):
        assert puzzles.pentominoes(400, 400).count() == 0
    with pytest.warns(UserWarning, match="piece 'A' is in 2 parts, which share no face"):
        assert puzzles.polycube(text="000 100 200\nA 000 200\nB 000\n").count() == 1
    with pytest.warns(UserWarning, match="piece 'A' is in 2 parts"):
        puzzles.polycube(pieces={"A": [(0, 0), (1, 1)]}, target=[(0, 0), (1, 1)])


@needs_command
def test_all_snakes_are_those_of_the_command():
    census = puzzles.snakes(3)
    listed = dict(line.split(" ") for line in run("snakes", "--list").splitlines())
    assert census.solve() == {word: int(foldings) for word, foldings in listed.items()}
    assert census.count() == len(listed) == 11487
    said = json.loads(run("snakes", "--format", "json"))
    assert {name: int(said[name]) for name in census.statistics()} == census.statistics()
    histogram = {int(row["foldings"]): int(row["snakes"]) for row in said["histogram"]}
    rows = [line.split() for line in str(census).splitlines()[1:]]
    assert {int(k): int(n) for k, n in rows} == histogram


@needs_command
@pytest.mark.parametrize("name", quick)
def test_pictures_are_those_of_the_command(name):
    make, arguments, _ = same[name]
    puzzle = make()
    listed = run(*arguments, "-n", "3", "--json", "--quiet", input=bricks)
    for line in listed.splitlines():
        found = json.loads(line)
        if "options" not in found:
            continue
        options = [o - 1 for o in found["options"]]
        drawn = puzzle.draw(options)
        assert drawn.startswith((found.get("picture") or found["arrows"]).rstrip("\n")), drawn


def test_every_puzzle_solves_counts_and_shows(capsys):
    for name, make in quick.items():
        puzzle = make()
        first = puzzle.first()
        assert first is not None, name
        assert puzzle.solve(limit=1) == [first] and first in list(puzzle.solutions(limit=2))
        puzzle.show()
        first.show()
        assert capsys.readouterr().out == 2 * (str(first) + "\n")
        assert str(first) == puzzle.draw(first) == puzzle.picture(first).text()
        assert first.puzzle is puzzle and puzzle.problem.count(time_limit=30) >= 1
        assert "dlx" in repr(puzzle) and "dlx" in repr(first)


def test_happy_cubes_of_several_colours_and_trays_of_your_own():
    tray = """
        ..#.#.#.#.#...
        .############.
        ############..
        .############.
        .###########..
        #############.
        .###########..
        #############.
        ##.##.#.##.##.
    """
    assert puzzles.tray("blue", tray).count() == puzzles.tray("blue").count() == 2
    for what, error in [
        (lambda: puzzles.cube("all"), "several colours need mix"),
        (lambda: puzzles.cube(["red", "red"], mix="any"), "same colour twice"),
        (lambda: puzzles.cube(["red"], mix="one-of-each"), "needs six colours, and 1"),
        (lambda: puzzles.cube("red", mix="all"), "mix='all'"),
        (lambda: puzzles.cube(["red", "pink"], mix="any"), "no happy cube is 'pink'"),
        (lambda: puzzles.tray("blue", "##\n##\n\n##"), "a tray is flat"),
    ]:
        with pytest.raises(ValueError, match=error):
            what()


def test_placements_are_cells():
    for placement in puzzles.soma().first().placements:
        assert placement.piece in "LSTRPQY"
        assert len(placement.cells) == (3 if placement.piece == "R" else 4)
    cells = [c for p in puzzles.pentominoes(3, 20).first().placements for c in p.cells]
    assert sorted(cells) == [(x, y) for x in range(20) for y in range(3)]
    queens = puzzles.queens(6).first().placements
    assert sorted(y for q in queens for _, y in q.cells) == list(range(6))
    row = {x: p.piece for p in puzzles.langford(4).first().placements for (x,) in p.cells}
    assert " ".join(str(row[x]) for x in range(8)) == str(puzzles.langford(4).first())
    filled = puzzles.sudoku("1... ..3. .4.. ...2").first().placements
    assert len(filled) == 12 and {p.piece for p in filled} == {1, 2, 3, 4}
    walk = [p.cells[0] for p in puzzles.snake("christmas").first().placements]
    assert sorted(walk) == [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    assert all(sum(abs(a - b) for a, b in zip(c, d)) == 1 for c, d in zip(walk, walk[1:]))
    cube = puzzles.cube("blue").first().placements
    assert {p.position for p in cube} == set("UDFBLR") and len(cube[0].rim) == 16
    assert len({c for p in cube for c in p.cells}) == sum(len(p.cells) for p in cube) == 98
    assert sum(len(p.cells) for p in puzzles.tray("blue").first().placements) == 98


def test_polycubes_from_cells():
    two = {"L": [(0, 0), (1, 0), (1, 1)], "I": [(0, 0, 0), (0, 0, 1), (0, 0, 2)]}
    box = [(x, y, 0) for x in range(3) for y in range(2)]
    puzzle = puzzles.polycube(pieces=two, target=box, copies={"L": (0, 2), "I": (0, 2)})
    assert puzzle.count() == len(puzzle.solve()) == 3  # two Ls in two ways, or two Is in one way
    assert puzzles.polycube(pieces=two, target=box, copies={"L": 2, "I": (0, 1)}).count() == 2
    hole = puzzles.polycube(pieces={"I": two["I"]}, target=box[:4:2] + box[4:5], copies={"I": 1})
    assert hole.count() == 1
    free = puzzles.polycube(pieces={"I": two["I"]}, target=[], may_stay_empty=box)
    assert free.count() == 2
    for arguments, error, message in [
        ({}, TypeError, "one of a file, a text, and pieces"),
        ({"text": bricks, "pieces": two}, TypeError, "one of a file"),
        ({"pieces": {"L": [1]}, "target": box}, TypeError, r"piece 'L': a cell is \(x, y\)"),
        ({"pieces": two, "target": box, "copies": {"Z": 2}}, ValueError, "named 'Z'"),
        ({"pieces": {"L": []}, "target": box}, ValueError, "cell"),
        ({"text": bricks, "problem": 3}, ValueError, "no puzzle 3 in it.*number or a name"),
        ({"text": bricks, "format": "cube"}, ValueError, "unknown format 'cube'"),
        ({"text": "[0-2]00\nI 000 1z"}, dlx.InputError, "^<text>:2:"),
    ]:
        with pytest.raises(error, match=message):
            puzzles.polycube(**arguments)
    with pytest.raises(FileNotFoundError):
        puzzles.polycube("there is none.xmpuzzle")


@needs_command
def test_polycubes_from_files():
    made = os.path.join(shared, "xmpuzzle", "made")
    if not os.path.isdir(made):
        pytest.skip("no puzzle files beside the checkout")
    for name in ["soma333.xmpuzzle", "slothouber333.xmpuzzle", "burr6_019.xmpuzzle"]:
        path = os.path.join(made, name)
        puzzle = puzzles.polycube(path)
        for up_to in ["none", "rotations"]:
            expected = counted("polycube", path, "--count", "--up-to", up_to)
            assert puzzle.count(up_to=up_to) == expected, name


rows = ["1...", "..3.", ".4..", "...2"]
numbers = [[int(square.replace(".", "0")) for square in row] for row in rows]


def test_sudokus_from_rows():
    wanted = str(puzzles.sudoku("".join(rows)).first())
    for given in [
        "\n".join(rows),
        "[Puzzle]\n" + "\n".join(rows),
        str(numbers),
        rows,
        [list(row) for row in rows],
        numbers,
        tuple(map(tuple, numbers)),
        [[square or None for square in row] for row in numbers],
        [[float(square) for square in row] for row in numbers],
        [[square or float("nan") for square in row] for row in numbers],
        sum(numbers, []),
        (iter(row) for row in numbers),
    ]:
        assert str(puzzles.sudoku(given).first()) == wanted
    # The rows as numbers of two digits. In the second case, some values are 0 and some squares are
    # empty.
    large = [[(r % 4 * 4 + r // 4 + c) % 16 + 1 for c in range(16)] for r in range(16)]
    first = puzzles.sudoku([[0 if r == c else v for c, v in enumerate(row)] for r, row in enumerate(large)]).first()
    assert [[int(v) for v in row.split()] for row in str(first).splitlines() if row] == large
    zero = puzzles.sudoku([[0, None, None, None], [None, None, 2, None], [None, 3, None, None], [None, None, None, 1]])
    assert {placement.piece for placement in zero.first().placements} == {0, 1, 2, 3}
    for given, error, message in [
        (5, TypeError, "rows of squares: a list of lists"),
        (None, TypeError, "rows of squares"),
        ([[1, 2], 3], TypeError, "rows and single squares"),
        ([[[1]]], ValueError, "row 1 column 1: a square is a number"),
        ([[1.5] * 4] * 4, ValueError, "row 1 column 1"),
        ([[-1] * 4] * 4, ValueError, "row 1 column 1"),
        ([[100] * 4] * 4, ValueError, "row 1 column 1"),
        ([["#"] * 4] * 4, ValueError, "row 1 column 1"),
        ([[5, 0, 0, 0]] + [[0] * 4] * 3, ValueError, "^'5' in row 1 column 1 is not a value"),
        ([[0] * 4] * 3 + [[0] * 3], ValueError, "this row has 3 squares"),
        ([[0] * 9] * 8, ValueError, "8 rows of 9 squares"),
        ([], ValueError, "no squares"),
        ("1..\n..1", dlx.InputError, "^<text>:1:1: 2 rows of 3 squares"),
        ("\n".join(rows + rows), dlx.InputError, "2 sudokus"),
    ]:
        with pytest.raises(error, match=message):
            puzzles.sudoku(given)
    for width in [-1, 62, 2**40]:
        with pytest.raises(ValueError, match="box_width"):
            puzzles.sudoku(numbers, box_width=width)


def test_sudokus_from_arrays():
    numpy = pytest.importorskip("numpy")
    wanted = str(puzzles.sudoku(numbers).first())
    for kind in [int, float, numpy.int8, numpy.uint64]:
        assert str(puzzles.sudoku(numpy.array(numbers, dtype=kind)).first()) == wanted
    assert str(puzzles.sudoku(numpy.array(numbers).ravel()).first()) == wanted
    with pytest.raises(ValueError, match="row 1 column 1: a square is a number"):
        puzzles.sudoku(numpy.zeros((4, 4, 4)))


def test_wrong_arguments():
    for make, error, message in [
        (lambda: puzzles.cube("pink"), ValueError, "no happy cube is .*; there are 'blue'"),
        (lambda: puzzles.cube(), TypeError, "one of a colour, a file, and pieces"),
        (lambda: puzzles.cube(pieces=["01"]), dlx.InputError, "<text>:1:"),
        (lambda: puzzles.cube(pieces=[bad_word]), ValueError, "piece"),
        (lambda: puzzles.cube("blue", formulation="x"), ValueError, "there are 'edges', 'cells'"),
        (lambda: puzzles.bigcube(fixed={"U99": "blue1"}), ValueError, "no panel is named"),
        (lambda: puzzles.bigcube(fixed={"U00": "pink1"}), ValueError, "no piece is named"),
        (lambda: puzzles.bigcube(fixed=25), ValueError, "25 panels; the cube has 24"),
        (lambda: puzzles.snake("christmass"), ValueError, ""),
        (lambda: puzzles.snake("two", start="middle"), ValueError, "unknown start 'middle'"),
        (lambda: puzzles.snake("two", up_to="all"), ValueError, "unknown up_to 'all'"),
        (lambda: puzzles.snake("two").count(up_to="all"), ValueError, "unknown up_to 'all'"),
        (lambda: puzzles.snakes(1), ValueError, "from 2 to 9"),
        (lambda: puzzles.sudoku(few, box_width=3).count(up_to="rotations"), ValueError, "'all'"),
        (lambda: puzzles.soma().count(up_to="colours"), ValueError, "unknown up_to 'colours'"),
        (lambda: puzzles.langford(5).show(), ValueError, "no solution to show"),
        (lambda: puzzles.queens(5).save("board.png"), ValueError, ".txt, .svg, .html, .stl"),
    ]:
        with pytest.raises(error, match=message):
            make()


def test_limits():
    with pytest.raises(dlx.Incomplete) as e:
        puzzles.snake("christmas").count(node_limit=10)
    assert e.value.status == "node_limit"
    with pytest.raises(dlx.Incomplete):
        puzzles.snakes(4).count(time_limit=0.2)
    with pytest.raises(dlx.Incomplete):
        puzzles.bigcube().solve(time_limit=0.5, up_to="none")
    found = puzzles.soma().solutions(limit=3)
    assert len(list(found)) == found.found == 3 and found.status == "solution_limit"


def test_pictures_are_saved(tmp_path):
    soma = puzzles.soma()
    for ending, start in [(".svg", "<svg"), (".html", "<!doctype html"), (".txt", str(soma.first())[:5])]:
        soma.save(tmp_path / f"soma{ending}")
        assert (tmp_path / f"soma{ending}").read_text().lower().startswith(start.lower()), ending
    puzzles.langford(4).save(tmp_path / "row.html")
    assert "4 1 3 1 2 4 3 2" in (tmp_path / "row.html").read_text()
    both = soma.picture(solutions=soma.solve(limit=2))
    assert both.svg().count("<text") > soma.picture().svg().count("<text")


def test_solutions_are_saved_for_printers_and_burrtools(tmp_path):
    soma = puzzles.soma()
    first = soma.first()
    for thing in soma, first, first.picture:
        for ending in "stl", "obj", "scad", "xmpuzzle":
            thing.save(tmp_path / f"soma.{ending}")
        stl = (tmp_path / "soma.stl").read_bytes()
        assert len(stl) == 84 + 50 * int.from_bytes(stl[80:84], "little")
        assert (tmp_path / "soma.obj").read_text().count("\no ") == 7
        assert "module" in (tmp_path / "soma.scad").read_text()
        assert puzzles.polycube(tmp_path / "soma.xmpuzzle").count() == 11520
    first.take_apart().save(tmp_path / "apart.xmpuzzle")
    assert "<separation>" in (tmp_path / "apart.xmpuzzle").read_text()
    queens = puzzles.queens(5)
    for ending, message in ("stl", "no parts to be printed"), ("xmpuzzle", "packs no pieces"):
        with pytest.raises(ValueError, match=f"board.{ending}.*{message}"):
            queens.first().save(tmp_path / f"board.{ending}")
        assert not (tmp_path / f"board.{ending}").exists()


def test_pictures_are_regions():
    ell = """
        ##
        #.
    """
    tiling = puzzles.polycube(pieces={"L": ell}, target="###\n###", copies={"L": 2})
    assert tiling.count() == 2
    cube = puzzles.polycube(pieces={"L": ell, "I": "#\n\n#"}, target="##\n##\n\n##\n##", copies={"L": 2})
    cells = [(x, y, z) for x in range(2) for y in range(2) for z in range(2)]
    listed = puzzles.polycube(
        pieces={"L": [(0, 0), (1, 0), (0, 1)], "I": [(0, 0, 0), (0, 0, 1)]}, target=cells, copies={"L": 2}
    )
    assert cube.problem == listed.problem and cube.count() > 0
    with pytest.raises(ValueError, match="piece 'L': unexpected 'a' in a picture of cells"):
        puzzles.polycube(pieces={"L": "#a"}, target="##")
    assert puzzles.dominoes("###\n#.#\n###").count() == puzzles.dominoes(picture="###\n#.#\n###").count()
    assert puzzles.pentominoes("#####", pieces="I").count() == 1


@pytest.mark.parametrize(
    "make",
    [
        puzzles.soma,
        lambda: puzzles.queens(6),
        lambda: puzzles.sudoku("1... ..3. .4.. ...2"),
        lambda: puzzles.cube("blue"),
        lambda: puzzles.tray("blue"),
        lambda: puzzles.snake("purple"),
        lambda: puzzles.polycube(pieces={"I": "##"}, target="##\n##", copies={"I": 2}),
        lambda: puzzles.polycube(text="[0-2][0-2]0\n3*I 000 100 200"),
        lambda: puzzles.bigcube(colour_faces=True),
    ],
)
def test_puzzles_are_pickled(make):
    puzzle = make()
    first = puzzle.first()
    again, found = pickle.loads(pickle.dumps((puzzle, first)))
    assert repr(again) == repr(puzzle) and again.problem == puzzle.problem
    assert found == first and str(found) == str(first) and found.puzzle is again
    if make is puzzles.soma:
        assert again.count(up_to="reflections") == 240


def test_pickles_do_not_need_the_file(tmp_path):
    path = tmp_path / "three.txt"
    path.write_text("[0-2][0-2]0\n3*I 000 100 200")
    pickled = pickle.dumps(puzzles.polycube(path))
    path.unlink()
    assert pickle.loads(pickled).count() == 2
    snake = puzzles.snake("purple", up_to="rotations")
    assert pickle.loads(pickle.dumps(snake)).count() == snake.count() == 12


def test_unsolved_puzzles_are_drawn_but_not_snakes():
    assert "<svg" in puzzles.soma().blank_svg()
    with pytest.raises(ValueError, match="a walk has no board"):
        puzzles.snake("purple").blank_svg()
