"""Compares answers to questions, and restricted problems, with the definition."""

import pickle
import random
import threading

import pytest
from definition import Random

import dlx


def agrees(solution, fix, forbid):
    return set(fix) <= set(solution) and not set(forbid) & set(solution)


def test_answers_and_cores_agree_with_the_definition():
    rng = random.Random(38)
    cores = 0
    for _ in range(150):
        made = Random(rng)
        solutions = made.solutions()
        questions = dlx.Questions(made.problem)
        for _ in range(4):
            numbers = range(len(made.options))
            fix = [o for o in numbers if rng.random() < 0.2]
            forbid = [o for o in numbers if rng.random() < 0.3]
            fitting = {s for s in solutions if agrees(s, fix, forbid)}
            restricted = made.problem.restricted(fix, forbid)
            assert {s.options for s in restricted.solutions()} == fitting
            answer = questions.ask(fix, forbid=forbid)
            if answer is None:
                assert not fitting
                core = questions.core
                assert core is questions.core and core.minimal
                assert set(core.fix) <= set(fix) and set(core.forbid) <= set(forbid)
                assert not any(agrees(s, core.fix, core.forbid) for s in solutions)
                for o in core.fix:
                    fewer = [f for f in core.fix if f != o]
                    assert any(agrees(s, fewer, core.forbid) for s in solutions)
                for o in core.forbid:
                    fewer = [f for f in core.forbid if f != o]
                    assert any(agrees(s, core.fix, fewer) for s in solutions)
                cores += 1
                continue
            assert questions.core is None
            found = set()
            while answer is not None:
                assert answer.problem is made.problem
                found.add(answer.options)
                answer = questions.another()
            assert found == fitting
            assert questions.core is None
    assert cores > 100


def test_options_have_names():
    p = dlx.Problem({"x": ["a"], "y": ["b"], "z": ["a", "b"], 7: ["b"]})
    questions = dlx.Questions(p)
    assert questions.ask(fix=["x"], forbid=["y"]).names == ("x", 7)
    assert questions.ask(fix=["z"], forbid=["y", 3]).names == ("z",)
    assert questions.ask(fix=["z", 3], forbid=["y"]) is None
    assert questions.core == dlx.Core(fix=("z", 3), forbid=(), minimal=True)
    assert questions.problem is p
    assert [s.names for s in p.restricted(fix=["x"]).solve()] == [("x", "y"), ("x", 7)]
    assert "about <dlx.Problem: 2 items, 4 options>" in repr(questions)
    with pytest.raises(dlx.ProblemError, match="no option has the name 'w'"):
        questions.ask(fix=["w"])
    with pytest.raises(TypeError, match="fix is a collection of options, not the string 'x'"):
        questions.ask(fix="x")


def test_a_restricted_problem_keeps_names_and_numbers():
    # Option 1 need not be chosen, so it gets an additional item. The other options keep their
    # colours.
    p = dlx.Problem(
        [[(0, 0), ("s", "red")], [(0, 0), (1, 1), ("s", (2, 2))], [(1, 1), ("s", (2, 2))], [(1, 1)]],
        primary=[(0, 0), (1, 1)],
        secondary=["s"],
        bounds={(0, 0): (0, 2), (1, 1): (0, 2)},
        costs=[1, 2, 3, 4],
    )
    left = p.restricted(fix=[1])
    assert left.primary == ((0, 0), (1, 1), "fixed-2")
    assert left.secondary == ("s",)
    assert left.options[0] == ()
    assert left.options[1] == ((0, 0), (1, 1), ("s", (2, 2)), "fixed-2")
    assert left.options[2] == p.options[2]
    assert left.costs == (0, 2, 3, 4)
    assert {s.options for s in left.solutions()} == {(1,), (1, 2), (1, 3)}
    assert all(p.verify(s.options) == [] for s in left.solutions())
    assert left.count() == 3 and len(left) == 3
    assert left.verify([0]) == ["option 0 was dropped", *left.verify([])]
    assert pickle.loads(pickle.dumps(left)).solve() == left.solve()
    with pytest.raises(dlx.ProblemError, match="forbid: option 0 was dropped"):
        left.restricted(forbid=[0])
    with pytest.raises(dlx.ProblemError, match="fix: option 4 does not exist; there are 4 options"):
        p.restricted(fix=[4])
    with pytest.raises(dlx.ProblemError, match="option -1 does not exist"):
        p.restricted(fix=[-1])
    with pytest.raises(TypeError, match="must be a whole number"):
        p.restricted(fix=[1.5])


def test_unique():
    assert dlx.puzzles.queens(1).problem.is_unique()
    assert not dlx.puzzles.queens(3).problem.is_unique()
    assert not dlx.puzzles.queens(4).problem.is_unique()
    assert dlx.puzzles.queens(4).problem.restricted(fix=[1]).is_unique()
    with pytest.raises(dlx.Incomplete):
        dlx.puzzles.queens(8).problem.is_unique(node_limit=1)


def test_puzzles_and_seeds():
    soma = dlx.puzzles.soma()
    first = dlx.Questions(soma).ask()
    assert isinstance(first, dlx.puzzles.PuzzleSolution)
    assert len(first.placements) == 7
    assert soma.problem.verify(first) == []
    assert dlx.Questions(soma).ask() == first
    seeds = {dlx.Questions(soma, random=seed).ask() for seed in range(8)}
    assert len(seeds) > 4
    firsts = {soma.first(random=seed) for seed in range(8)}
    assert len(firsts) > 4
    with pytest.raises(ValueError, match="searched along its path"):
        dlx.Questions(dlx.puzzles.snake("christmas"))


def test_limits_hold_for_each_question():
    questions = dlx.Questions(dlx.puzzles.queens(30), node_limit=3)
    for _ in range(2):
        with pytest.raises(dlx.Incomplete) as raised:
            questions.ask(fix=[0])
        assert raised.value.status == "node_limit"
        assert questions.core is None
    assert questions.ask(fix=[0, 1]) is None  # answered without a search


def test_several_threads_share_questions():
    queens = dlx.puzzles.queens(12).problem
    questions = dlx.Questions(queens)
    wrong = []

    def ask(n):
        for k in range(20):
            answer = questions.ask(fix=[n], forbid=[k + 40])
            if answer is None or n not in answer.options or k + 40 in answer.options:
                wrong.append((n, k))

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
