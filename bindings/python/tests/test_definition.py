"""Compares results for thousands of small problems with the definition."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

import dlx
from definition import Random

engines = ["auto", "dancing_links", "learning_cells", "dancing_cells", "bit_matrix", "item_bits"]


def test_solutions_and_counts():
    rng = random.Random(1)
    seen = Counter()
    for _ in range(1500):
        r = Random(rng)
        p, expected = r.problem, r.solutions()
        what = (r.options, r.primary, r.secondary, r.bounds)
        engine = rng.choice(engines[:3] if r.bounds else engines[:5] if p.colours else engines)
        found = p.solve(engine=engine, preprocess=rng.random() < 0.5)
        assert sorted(s.options for s in found) == sorted(expected), what
        assert p.count() == len(expected), what
        method = rng.choice(["search", "sweep", "zdd"] + ([] if r.bounds else ["memo"]))
        result = p.count_result(method=method, threads=rng.randint(1, 2))
        assert (result.value, result.complete) == (len(expected), True), (method, what)
        for s in found:
            assert list(s) == [r.options[o] for o in s.options]
            assert s.cost == r.cost(s.options)
        seen["some" if expected else "none"] += 1
        seen["colours"] += bool(p.colours)
        seen["bounds"] += bool(p.bounds)
        seen["no items"] += not r.primary
    assert min(seen.values()) > 100, seen  # every kind of problem must have occurred


def test_verify():
    rng = random.Random(2)
    for _ in range(300):
        r = Random(rng)
        for size in range(len(r.options) + 1):
            for chosen in combinations(range(len(r.options)), size):
                faults = r.problem.verify(chosen)
                assert (faults == []) == r.is_solution(chosen), (r.options, chosen, faults)


@pytest.mark.filterwarnings("ignore:no option has a cost")
def test_cheapest():
    rng = random.Random(3)
    for _ in range(400):
        r = Random(rng)
        k = rng.randint(1, 4)
        costs = sorted(map(r.cost, r.solutions()))[:k]
        found = r.problem.cheapest(k)
        assert [s.cost for s in found] == costs
        assert all(r.is_solution(s.options) for s in found)
        assert len(set(found)) == len(found)
        assert [s.cost for s in r.problem.diagram().cheapest(k)] == costs
        all_costs = sorted(map(r.cost, r.solutions()))
        ties = r.problem.cheapest(None)
        assert len(set(ties)) == len(ties) == all_costs.count(min(all_costs, default=0))
        assert {s.cost for s in ties} == set(all_costs[:1])
        assert r.problem.count_cheapest() == len(ties)
        most = rng.choice(all_costs) if all_costs else 0
        within = [cost for cost in all_costs if cost <= most]
        assert [s.cost for s in r.problem.cheapest(2**64 - 1, max_cost=most)] == within
        assert r.problem.count_cheapest(all_within=most) == len(within)
        sizes = sorted(map(len, r.solutions()))
        assert [len(s) for s in r.problem.cheapest(k, least="options")] == sizes[:k]
        smallest = r.problem.cheapest(None, least="options")
        assert len(set(smallest)) == len(smallest) == sizes.count(min(sizes, default=0))


def test_diagram():
    rng = random.Random(4)
    for _ in range(300):
        r = Random(rng)
        expected = r.solutions()
        d = r.problem.diagram()
        assert d.count() == len(expected)
        assert sorted(s.options for s in d) == sorted(expected)
        members = Counter(o for chosen in expected for o in chosen)
        assert d.memberships() == [members[o] for o in range(len(r.options))]
        exact = [Fraction(n, len(expected) or 1) for n in d.memberships()]
        assert d.marginals() == pytest.approx(list(map(float, exact)), rel=1e-12)
        assert r.problem.marginals() == d.marginals()
        if expected:
            assert {s.options for s in d.sample(20, seed=rng.getrandbits(64))} <= set(expected)
        else:
            with pytest.raises(ValueError, match="no solution"):
                d.sample()


def closure(solutions, symmetries):
    """Returns the classes of solutions, found by applying generators repeatedly."""
    classes, left = [], set(solutions)
    while left:
        its, todo = set(), [left.pop()]
        while todo:
            s = todo.pop()
            if s not in its:
                its.add(s)
                todo += [g(s) for g in symmetries]
        left -= its
        classes.append(its)
    return classes


def test_symmetry():
    rng = random.Random(5)
    orders = Counter()
    renamed = 0  # number of generators that rename colours
    for _ in range(400):
        r = Random(rng)
        p = r.problem
        group = p.automorphisms()
        orders[group.order] += 1
        for g in group.generators:
            # A symmetry maps options to options of the same cost, with the images of their items.
            # It maps each colour of an item to one colour of the image. Different colours have
            # different images, and no colour stays no colour.
            images = {item: g.items.get(item, item) for item in p.items}
            assert sorted(g.options) == list(range(len(p)))
            shades = set()
            for o, image in enumerate(g.options):
                before, after = (dict(map(r.pair, p.options[k])) for k in (o, image))
                assert {images[item] for item in before} == set(after)
                shades |= {(item, c, after[images[item]]) for item, c in before.items()}
                assert p.costs[o] == p.costs[image]
            assert all((c is None) == (d is None) for _, c, d in shades)
            assert len({(i, c) for i, c, _ in shades}) == len(shades)
            assert len({(i, d) for i, _, d in shades}) == len(shades)
            renamed += any(c != d for _, c, d in shades)
        classes = closure(p.solve(), group.generators)
        assert p.count(up_to="all") == p.count_classes() == len(classes)
        representatives = list(p.representatives())
        sizes = {frozenset(its): len(its) for its in classes}
        for s in representatives:
            its = next(its for its in sizes if s in its)
            assert s.class_size == sizes.pop(its)
        assert not sizes
    assert len(orders) > 5, orders
    assert renamed > 5
