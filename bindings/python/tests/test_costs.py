"""Tests costs given by numbers of various types and by functions."""

import decimal
import pickle
import random
from fractions import Fraction

import pytest

import dlx
from command import checker


def test_decimal_costs():
    d = decimal.Decimal
    problem = dlx.Problem([["a", "b"], ["a"], ["b"]], costs=[d("3.25"), 1, d("2.50")])
    assert problem.costs == (d("3.25"), 1, d("2.5"))
    best = problem.cheapest(2)
    assert [solution.cost for solution in best] == [d("3.25"), d("3.5")]
    assert dlx.Problem.from_text(problem.to_text()) == problem
    assert pickle.loads(pickle.dumps(problem)).costs == problem.costs
    assert problem.to_text() == "a b\na b |3.25\na |1\nb |2.5\n"
    for cost in (d("NaN"), d("1e30"), float("inf"), 2**63):
        with pytest.raises(dlx.ProblemError, match="option 0: "):
            dlx.Problem([["a"]], costs=[cost])


def test_floats_cost_what_they_are_printed_as():
    p = dlx.Problem([["a"], ["b"], ["b"]], costs=[0.1, 0.2, Fraction(1, 4)])
    assert p.costs == (decimal.Decimal("0.1"), decimal.Decimal("0.2"), decimal.Decimal("0.25"))
    assert str(p.cheapest()[0].cost) == "0.3"
    assert p.cheapest(max_cost=0.3)[0].options == (0, 1) and not p.cheapest(max_cost=0.29)
    assert p.count_cheapest(all_within=Fraction(7, 20)) == 2
    assert dlx.Problem([["a"]], costs=[2.0]).costs == (2,)
    assert isinstance(dlx.Problem([["a"]], costs=[Fraction(4, 2)]).first().cost, int)
    for costs, message in [
        ([Fraction(1, 3), 1], "option 0: a cost: 1/3 is not a decimal number; multiply .* by 3"),
        ([1, 1e-19], "option 1: the cost 1E-19 has more than 18 digits behind the point; round it"),
        ([0.1 + 0.2, 100], "option 1: the cost 100 does not fit in 64 bits with 17 digits .* 0 has"),
    ]:
        with pytest.raises(dlx.ProblemError, match=message):
            dlx.Problem([["a"], ["b"]], costs=costs)
    numpy = pytest.importorskip("numpy")
    for kind in numpy.float64, numpy.float32:
        p = dlx.Problem([["a"], ["b"]], costs=numpy.array([0.1, 0.7], kind))
        assert str(p.first().cost) == "0.8"


def test_sums_of_decimals_are_exact():
    draw = random.Random(5)
    for _ in range(200):
        costs = [draw.randrange(-2000, 2000) / 10 ** draw.randrange(4) for _ in range(8)]
        options = [draw.sample("abcd", draw.randrange(1, 4)) for _ in costs]
        p = dlx.Problem(options, primary="abcd".__iter__(), costs=costs)
        exact = [decimal.Decimal(repr(cost)) for cost in costs]
        found = sorted(sum(exact[o] for o in s.options) for s in p.solutions())
        assert [s.cost for s in p.cheapest(len(found) + 1)] == found


def test_costs_by_a_function():
    p = dlx.Problem([["a", "b"], iter(["a"]), ["b"]], costs=lambda option: len(option) / 2)
    assert p.costs == (1, decimal.Decimal("0.5"), decimal.Decimal("0.5"))
    named = dlx.Problem({"x": ["a", "b"], "y": ["c"]}, costs=lambda option: ord(option[0]))
    assert named.costs == (97, 99)
    assert dlx.Problem.from_rows([[0, 1], [2]], costs=sum).costs == (1, 2)
    with pytest.raises(TypeError, match="option 0: a cost must be a number, not None"):
        dlx.Problem([["a"]], costs=lambda option: None)


def random_costs():
    draw = random.Random(7)
    options = [draw.sample(range(24), draw.randrange(2, 7)) for _ in range(400)]
    return dlx.Problem(
        options, primary=range(24), costs=[10 * len(o) + draw.randrange(9) for o in options]
    )


def test_threads_find_what_one_thread_finds():
    p = random_costs()
    least = p.cheapest()[0].cost
    assert p.cheapest(None, threads=3) == p.cheapest(None, threads=1)
    # Long enough for other threads to join.
    within = least + 16
    counts = [p.count_cheapest(all_within=within, threads=threads) for threads in (1, 3)]
    assert counts[0] == counts[1]
    with pytest.raises(ValueError, match="threads must be at least 1"):
        p.cheapest(threads=0)


def test_a_search_for_the_cheapest_is_saved(tmp_path):
    p = random_costs()
    for up_to in "none", "all":
        path = tmp_path / up_to
        expected = [s.cost for s in p.cheapest(3, up_to=up_to)]
        limited = 0
        while True:
            try:
                found = p.cheapest(3, up_to=up_to, checkpoint=path, node_limit=20)
                break
            except dlx.Incomplete:
                limited += 1
        assert limited > 1 and [s.cost for s in found] == expected
        assert [s.cost for s in p.cheapest(3, up_to=up_to, checkpoint=path)] == expected
        with pytest.raises(dlx.CheckpointError):
            p.cheapest(2, up_to=up_to, checkpoint=path)
    with pytest.raises(ValueError, match="checkpoint_every: a search without a checkpoint"):
        p.cheapest(checkpoint_every=1)


def test_least_costs_have_certificates(tmp_path):
    p = random_costs()
    least = p.cheapest()[0].cost
    questions = [
        ("cheapest", {"n": 2}),
        ("cheapest", {"n": None}),
        ("cheapest", {"max_cost": least - 1}),
        ("count_cheapest", {}),
        ("count_cheapest", {"all_within": least + 4}),
    ]
    for number, (name, question) in enumerate(questions):
        path, run = tmp_path / f"{number}", tmp_path / f"{number}.run"
        expected = getattr(p, name)(**question)
        with pytest.raises(dlx.Incomplete):
            getattr(p, name)(**question, certificate=path, node_limit=3)
        assert not path.exists()
        assert getattr(p, name)(**question, certificate=path) == expected
        with pytest.raises(dlx.Incomplete):
            getattr(p, name)(**question, certificate=path, checkpoint=run, node_limit=3)
        in_pieces = tmp_path / f"{number}.pieces"
        assert getattr(p, name)(**question, certificate=in_pieces, checkpoint=run) == expected
        if checker():
            count = expected if isinstance(expected, int) else len(expected)
            for each in path, in_pieces:
                assert p.check_certificate(each, checker=checker()).count == count
    with pytest.raises(ValueError, match="the 0 cheapest solutions were asked for"):
        p.cheapest(0, certificate=tmp_path / "none")
    with pytest.raises(OSError):
        p.cheapest(certificate=tmp_path / "no" / "folder")
    ring = dlx.Problem(list(map(list, ["ab", "bc", "ca", "a", "b", "c"])), costs=[3, 3, 3, 2, 2, 2])
    assert ring.count_cheapest() == 3
    assert ring.count_cheapest(up_to="all", certificate=tmp_path / "classes") == 1
    if checker():
        assert ring.check_certificate(tmp_path / "classes", checker=checker()).count == 1
    with pytest.raises(dlx.Incomplete):
        p.cheapest(None, memory_limit=0)
