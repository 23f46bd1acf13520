"""Takes solutions of packing puzzles apart, and compares verdicts, levels and moves with the
command.
"""

import collections
import csv
import html
import json
import os
import pickle
import re

import pytest

import dlx
from command import needs_command, run, shared
from dlx import puzzles

data = os.path.join(os.path.dirname(__file__), "..", "..", "..", "data", "xmpuzzle")
bars = "[0-2][0-1]0\n2*I 000 100 200\n"
#: A bar in a flat chamber between two lids. It must turn before it can leave through a channel.
key = """[0-4][0-4]0 [0-4][0-4]2 [0-4]41 0[0-3]1 4[0-3]1 [2-3]01 311 [2-3]31
cage [0-4][0-4]0 [0-4][0-4]2 [0-4]41 0[0-3]1 4[0-3]1 [2-3]01 311
key 231 331
"""
#: A cube in a closed box.
prison = "[0-2][0-2][0-2]\nbox [0-2][0-2]0 [0-2][0-2]2 [0-2]01 [0-2]21 011 211\ncube 111\n"
#: Two cubes in a chamber without an exit.
loose = """[0-7][0-5]0 [0-7][0-5]2 [0-7]01 [0-7]51 0[1-4]1 7[1-4]1 321 431
box [0-7][0-5]0 [0-7][0-5]2 [0-7]01 [0-7]51 0[1-4]1 7[1-4]1
a 321
b 431
"""


def first_of(text):
    return puzzles.polycube(text=text).first()


def moved(cells, move):
    """Returns the cells after a move of finite distance. Centres of cells turn by the right-hand
    rule.
    """
    if move.turn is None:
        assert move.distance >= 1
        shift = [move.distance * d for d in move.direction]
        return {tuple(c + s for c, s in zip(cell, shift)) for cell in cells}
    turned = set()
    for cell in cells:
        x, y, z = (c + 0.5 - t for c, t in zip(cell, move.turn.through))
        a, b, c = move.turn.axis
        # Rotation by 90 degrees about the axis: the component along the axis stays, and the
        # component across the axis becomes its cross product with the axis.
        along = a * x + b * y + c * z
        across = (b * z - c * y, c * x - a * z, a * y - b * x)
        place = [along * n + m + t for n, m, t in zip(move.turn.axis, across, move.turn.through)]
        turned.add(tuple(round(p - 0.5) for p in place))
    return turned


def check_moves(solution, found):
    """Checks that pieces keep their shape and do not overlap after each move, and that each stage
    divides its pieces.
    """
    places = {0: [set(placed.cells) for placed in solution.placements]}
    for number, stage in enumerate(found.stages):
        cells = list(places[number])
        for move in stage.moves:
            assert set(move.pieces) < set(stage.pieces) and move.pieces
            if move is stage.moves[-1]:
                assert move.distance is None and move.turn is None and move.direction
                break
            for p in move.pieces:
                cells[p] = moved(cells[p], move)
            taken = [cell for p in stage.pieces for cell in cells[p]]
            assert len(set(taken)) == len(taken)
        removed = set(stage.moves[-1].pieces)
        for below, pieces in (stage.removed, removed), (stage.staying, set(stage.pieces) - removed):
            if below is None:
                assert len(pieces) == 1
            else:
                assert set(found.stages[below].pieces) == pieces
                places[below] = cells
    assert len(found.moves) == sum(len(stage.moves) for stage in found.stages)


def test_slides():
    found = first_of(bars).take_apart()
    assert (found.verdict, found.level, found.least) == ("comes apart", (1,), True)
    assert not found.turns
    assert found.moves[0].direction is not None and found.moves[0].turn is None
    soma = puzzles.soma()
    for solution in soma.solutions(limit=20):
        found = solution.take_apart()
        assert found.verdict == "comes apart" and len(found.stages) == 6
        check_moves(solution, found)
    single = first_of("000 100\nI 000 100\n").take_apart()
    assert (single.verdict, single.level, single.stages) == ("comes apart", (), ())


def test_what_stays_whole():
    for turns in False, True:
        found = first_of(prison).take_apart(turns=turns)
        assert (found.verdict, found.level, found.stages) == ("does not come apart", (), ())
        assert str(found) == "does not come apart" and found.moves == ()


def test_turns():
    solution = first_of(key)
    assert solution.take_apart().verdict == "does not come apart"
    found = solution.take_apart(turns=True)
    assert (found.verdict, found.level, found.turns) == ("comes apart", (2,), True)
    assert str(found) == "comes apart, level 2 with turns"
    turn, slide = found.moves
    assert turn == puzzles.Move((1,), None, None, puzzles.Turn((0, 0, -1), (2, 4, 0)))
    assert slide.turn is None and slide.direction == (0, -1, 0) and slide.distance is None
    check_moves(solution, found)
    assert not first_of(bars).take_apart(turns=True).turns


def test_half_cells():
    cage = "[0-5][0-5]0 [0-5][0-5]2 [0-5]01 0[1-4]1 5[1-4]1 231 [0-2]51 [4-5]51"
    solution = first_of(f"{cage} [1-3]21\ncage {cage}\nkey [1-3]21\n")
    assert solution.take_apart(turns=True).verdict == "does not come apart"
    found = solution.take_apart(half_cells=True)
    assert (found.level, found.turns) == ((3,), True)
    slide, turn, leave = found.moves
    assert slide == puzzles.Move((1,), (1, 0, 0), 0.5)
    assert turn.turn == puzzles.Turn((0, 0, 1), (3, 3, 0))
    assert leave == puzzles.Move((1,), (0, 1, 0), None)
    assert first_of(key).take_apart(half_cells=True) == first_of(key).take_apart(turns=True)


@pytest.mark.parametrize("name, levels", [("burr6_038", {"2.3": 2, "3.3": 2}), ("soma333", None)])
def test_levels_of_files(name, levels):
    path = os.path.join(data, name + ".xmpuzzle")
    counted = collections.Counter()
    for solution in puzzles.polycube(path).solutions(up_to="rotations", limit=100):
        found = solution.take_apart()
        if found.verdict == "comes apart":
            counted[".".join(map(str, found.level))] += 1
            check_moves(solution, found)
        else:
            assert found.verdict == "does not come apart"
    if levels:
        assert dict(counted) == levels
    else:
        assert counted["1"] > 50


@needs_command
def test_the_command_says_the_same():
    path = os.path.join(data, "burr6_094.xmpuzzle")
    line = run("polycube", path, "--apart", "--up-to", "rotations", "--json").splitlines()[-1]
    found = [s.take_apart() for s in puzzles.polycube(path).solutions(up_to="rotations")]
    levels = collections.Counter(".".join(map(str, f.level)) for f in found if f.level)
    assert levels == json.loads(line)["levels"]


def test_burrs_of_others():
    folder = os.path.join(shared, "xmpuzzle")
    table = os.path.join(folder, "DISASSEMBLY.tsv")
    if not os.path.isfile(table):
        pytest.skip("no puzzle files beside the checkout")
    with open(table, encoding="utf-8") as file:
        rows = csv.DictReader((x for x in file if not x.startswith("#")), delimiter="\t")
        hardest = {row["file"]: row["hardest"] for row in rows}
    for name in "AlPackino.xmpuzzle", "demirhan.burrloop.xmpuzzle":
        solutions = puzzles.polycube(os.path.join(folder, name)).solutions(up_to="rotations", limit=50)
        found = [solution.take_apart() for solution in solutions]
        levels = [each.level for each in found if each.verdict == "comes apart"]
        # Only the first number of a level is exact in the table.
        assert max(levels)[0] == int(hardest[name].split(".")[0]), name


def test_pictures_play_the_moves(tmp_path, capsys):
    solution = first_of(key)
    assert "comes apart with a turn" not in solution.picture.html()
    found = solution.take_apart(turns=True)
    page = found.picture.html()
    assert '"verdict":"comes apart with a turn"' in page and '"turn":{"axis":[0,0,-1]' in page
    assert page == html.unescape(re.search('srcdoc="([^"]*)"', found._repr_html_())[1])
    found.save(tmp_path / "key.html")
    assert (tmp_path / "key.html").read_text(encoding="utf-8") == page
    with pytest.raises(ValueError, match="BurrTools saves no turns"):
        found.save(tmp_path / "key.xmpuzzle")
    found.show()
    assert capsys.readouterr().out == f"{solution}\n\ncomes apart, level 2 with turns\n"
    assert found.picture.svg() == solution.picture.svg()


def test_results_are_values():
    solution = first_of(key)
    found = solution.take_apart(turns=True)
    assert found == solution.take_apart(turns=True) != solution.take_apart()
    assert len({found, solution.take_apart(turns=True)}) == 1
    with pytest.raises(AttributeError):
        found.verdict = "comes apart"
    again = pickle.loads(pickle.dumps(found))
    assert again == found and str(again) == str(found) and again._repr_html_() is None
    with pytest.raises(ValueError, match="pickled"):
        again.show()
    assert repr(found) == "<dlx.puzzles.Disassembly: comes apart, level 2 with turns>"


def test_limits_leave_it_undecided():
    solution = first_of(loose)
    for limit in {"states": 5}, {"time_limit": 0}, {"memory_limit": 1000}:
        found = solution.take_apart(turns=True, **limit)
        assert (found.verdict, found.level, found.stages) == ("not decided", (), ()), limit
        assert str(found) == "not decided"
    for wrong in {"states": 0}, {"states": -1}, {"time_limit": -1}:
        with pytest.raises(ValueError):
            solution.take_apart(**wrong)
    with pytest.raises(TypeError):
        solution.take_apart(states="many")


def test_what_is_not_taken_apart():
    with pytest.raises(ValueError, match="only packings of pieces"):
        puzzles.queens(6).first().take_apart()
    spheres = first_of("grid spheres\n000 110 220 101 211 321\n2*I 000 110 220\n")
    assert spheres.take_apart().verdict == "comes apart"
    with pytest.raises(ValueError, match="only cubes turn"):
        spheres.take_apart(turns=True)
    flat = puzzles.pentominoes(3, 20).first().take_apart()
    assert flat.verdict == "comes apart" and len(flat.moves) >= 11
