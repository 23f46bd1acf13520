"""Tests counts of any size, limits, progress and threads."""

import decimal
import itertools
import pickle
import threading
import time

import pytest

import dlx

long_one = dlx.puzzles.langford(23).problem  # takes hours


def domino_tilings(rows, columns):
    """Returns the determinant of P. W. Kasteleyn's matrix (Physica 27, 1961), computed without
    fractions.
    """
    black = [(r, c) for r in range(rows) for c in range(columns) if (r + c) % 2 == 0]
    white = {
        cell: k
        for k, cell in enumerate(
            (r, c) for r in range(rows) for c in range(columns) if (r + c) % 2 == 1
        )
    }
    matrix = [[0] * len(white) for _ in black]
    for k, (r, c) in enumerate(black):
        for cell, weight in [
            ((r, c - 1), 1), ((r, c + 1), 1), ((r - 1, c), (-1) ** c), ((r + 1, c), (-1) ** c)
        ]:  # fmt: skip
            if cell in white:
                matrix[k][white[cell]] = weight
    before = 1
    for k in range(len(matrix) - 1):
        pivot = next((i for i in range(k, len(matrix)) if matrix[i][k]), None)
        if pivot is None:
            return 0
        matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
        top = matrix[k]
        for i in range(k + 1, len(matrix)):
            row, factor = matrix[i], matrix[i][k]
            matrix[i] = [
                (row[j] * top[k] - factor * top[j]) // before if j > k else 0
                for j in range(len(row))
            ]
        before = top[k]
    return abs(matrix[-1][-1])


def test_counts_of_any_size():
    assert domino_tilings(8, 8) == 12988816
    expected = domino_tilings(14, 14)
    assert expected > 2**64
    p = dlx.puzzles.dominoes(14, 14).problem
    for method in ["auto", "sweep", "memo", "zdd"]:
        assert p.count(method=method) == expected
    assert sum(p.diagram().memberships()) == 98 * expected


@pytest.mark.parametrize("n", [1, 63, 64, 65, 127, 128, 129, 2000])
def test_powers_of_two(n):
    p = dlx.Problem([[i] for i in range(n) for _ in range(2)])
    assert p.count() == 2**n


def test_more_digits_than_python_prints():
    p = dlx.Problem([[i] for i in range(5000) for _ in range(10)])
    assert p.count() == 10**5000


def test_known_puzzles():
    assert dlx.puzzles.pentominoes(6, 10).problem.count() == 9356
    assert dlx.puzzles.pentominoes(6, 10).problem.count(up_to="all") == 2339
    soma = dlx.puzzles.soma()
    assert (soma.problem.count(), soma.problem.count(up_to="all")) == (11520, 240)
    assert [dlx.puzzles.queens(n).problem.count() for n in range(1, 9)] == [
        1, 0, 0, 2, 10, 4, 40, 92
    ]  # fmt: skip
    picture = soma.draw(soma.problem.first())
    assert sorted(c for c in picture if c.isalpha()) == sorted("LLLLSSSSTTTTRRRPPPPQQQQYYYY")


def test_result():
    p = dlx.puzzles.soma().problem
    r = p.count_result()
    assert r.value == r.solutions == 11520 and r.complete and r.status == "exhausted"
    assert r.up_to == "none" and r.nodes > 0 and r.seconds > 0 and r.why
    c = p.count_result(up_to="all")
    assert (c.value, c.solutions, c.symmetry) == (240, 11520, "48")
    with pytest.raises(AttributeError):
        r.value = 1
    prints = {
        p.count_result(method=m, fingerprint=7).fingerprint for m in ["search", "sweep", "zdd"]
    }
    assert len(prints) == 1 and prints != {None}
    assert prints != {p.count_result(fingerprint=8).fingerprint}


def test_limits_raise():
    with pytest.raises(dlx.Incomplete, match="before the limit on time ended the count") as e:
        long_one.count(time_limit=0.2)
    assert e.value.status == "time_limit" and e.value.count == e.value.result.value
    again = pickle.loads(pickle.dumps(e.value))
    assert (again.count, str(again)) == (e.value.count, str(e.value))
    r = long_one.count_result(node_limit=1000)
    assert (r.complete, r.status, r.nodes) == (False, "node_limit", 1000)
    with pytest.raises(dlx.Incomplete, match="limit on memory"):
        dlx.puzzles.dominoes(20, 20).problem.count(method="sweep", memory_limit=10**6)
    with pytest.raises(dlx.Incomplete, match="classes before"):
        long_one.count(up_to="all", time_limit=0.2)
    with pytest.raises(dlx.Incomplete, match="diagram") as e:
        long_one.diagram(node_limit=1000)
    assert e.value.status == "node_limit"
    with pytest.raises(dlx.Incomplete, match="diagram"):
        long_one.sample(time_limit=0.1)
    with pytest.raises(dlx.Incomplete, match="symmetries"):
        long_one.automorphisms(time_limit=0)
    # A limit that is not reached has no effect.
    assert dlx.puzzles.queens(8).problem.count(time_limit=float("inf"), node_limit=10**15) == 92


def test_limits_of_iteration():
    p = dlx.puzzles.queens(8).problem
    search = p.solutions(limit=5)
    assert len(list(search)) == 5 == search.found
    assert (search.status, search.complete) == ("solution_limit", False)
    assert len(p.solve(limit=0)) == 0
    search = p.solutions()
    assert search.status == "running" and search.found == 0
    assert len(list(search)) == 92 and search.complete and search.nodes > 92
    assert list(search) == [] and repr(search) == "<dlx.Solutions: 92 so far, exhausted>"
    assert search.engine in ("dancing_links", "dancing_cells", "bit_matrix")

    search = long_one.solutions(node_limit=10**5, preprocess=False)
    found = []
    with pytest.raises(dlx.Incomplete, match=r"after \d+ solutions") as e:
        for s in search:
            found.append(s)
    assert e.value.count == len(found) == search.found > 0
    assert all(long_one.verify(s) == [] for s in found)
    with pytest.raises(dlx.Incomplete):
        next(search)
    with pytest.raises(dlx.Incomplete):
        long_one.first(node_limit=1)
    with pytest.raises(dlx.Incomplete):
        list(long_one.representatives(time_limit=0))


def test_an_engine_leaves_the_method_open():
    # This number is too large for a search. A named engine applies only to methods that search.
    result = dlx.puzzles.dominoes(12, 12).problem.count_result(engine="dancing_links")
    assert (result.value, result.complete) == (53060477521960000, True)
    assert result.method != "search"


def test_cheapest_at_a_limit():
    p = dlx.Problem(
        [[i, j] for i, j in itertools.combinations(range(24), 2)],
        costs=[(i * 37 + j * 53) % 101 for i, j in itertools.combinations(range(24), 2)],
    )
    best = p.cheapest(3)
    with pytest.raises(dlx.Incomplete, match="there may be cheaper") as e:
        p.cheapest(3, node_limit=5)
    assert e.value.status == "node_limit"
    assert e.value.lower_bound <= best[0].cost
    assert all(s.cost >= best[0].cost for s in e.value.solutions)
    with pytest.raises(dlx.Incomplete) as e:
        p.count_cheapest(node_limit=3)
    assert e.value.count == len(e.value.solutions) == 0 and e.value.gap is None
    gaps = []
    for nodes in range(4, 60):
        try:
            p.cheapest(node_limit=nodes)
        except dlx.Incomplete as incomplete:
            if incomplete.solutions:
                found, bound = incomplete.solutions[0].cost, incomplete.lower_bound
                assert incomplete.gap == pytest.approx((found - bound) / found)
                gaps.append(incomplete.gap)
    assert gaps
    twice = dlx.Problem([["a"], ["a"], ["a"]], bounds={"a": 2}, costs=[4, 1, 2])
    assert twice.cheapest()[0].options == (1, 2) and twice.count_cheapest(all_within=5) == 2
    assert p.cheapest(0) == []
    with pytest.raises(ValueError, match="'cost' or 'options'"):
        p.cheapest(least="size")
    with pytest.warns(UserWarning, match="no option has a cost"):
        assert dlx.Problem([["a"], ["a"]]).cheapest(2)[0].cost == 0


def test_cheapest_within_a_cost():
    d = decimal.Decimal
    p = dlx.Problem([["a"], ["a"], ["a"], ["a"]], costs=[d("-2.5"), d("-0.25"), 1, 1])
    every = 2**64 - 1

    def costs(most):
        return [s.cost for s in p.cheapest(every, max_cost=most)]

    assert costs(d("-0.3")) == costs("-0.3") == [d("-2.5")]
    assert costs(-3) == [] and costs(0) == [d("-2.5"), d("-0.25")]
    assert len(costs(None)) == 4
    assert p.count_cheapest() == 1 and p.count_cheapest(all_within=1) == 4
    assert p.count_cheapest(all_within=d("0.99")) == 2
    assert p.cheapest(max_cost=-9) == [] and p.count_cheapest(all_within=-9) == 0
    assert p.count_cheapest(least="options") == 4
    assert p.count_cheapest(least="options", all_within=0) == 0
    for wrong in (float("inf"), "much", d("NaN"), d("1e30"), [1]):
        with pytest.raises((TypeError, ValueError), match="max_cost"):
            p.cheapest(max_cost=wrong)
    with pytest.raises(TypeError, match="an option 'max_cost' does not exist|unexpected keyword"):
        p.count(max_cost=5)


def test_one_of_each_class_of_the_cheapest():
    sides = [(i, (i + 1) % 6) for i in range(6)]
    p = dlx.Problem(sides + [(i, i + 3) for i in range(3)], costs=[1] * 6 + [5] * 3)
    assert p.count_cheapest() == 2 and p.count_cheapest(up_to="all") == 1
    classes = p.cheapest(9, up_to="all")
    assert len(classes) == p.count_classes() == p.count_cheapest(all_within=99, up_to="all")
    assert [s.cost for s in classes] == sorted(s.cost for s in classes)
    with pytest.raises(ValueError, match="unknown up_to 'rotations'"):
        p.cheapest(up_to="rotations")


def test_progress_of_the_cheapest():
    pairs = list(itertools.combinations(range(24), 2))
    p = dlx.Problem(pairs, costs=[(i * 37 + j * 53) % 101 + 100 for i, j in pairs])
    seen = []
    p.cheapest(3000, progress=seen.append, progress_interval=0.001)
    best = p.cheapest()[0].cost
    assert seen and any(look.best is not None for look in seen)
    # After the best solution was found, the bound applies to the other solutions.
    assert all(
        look.lower_bound is None or look.lower_bound <= best or look.best == best for look in seen
    )
    assert all(look.best is None or look.best >= best for look in seen)
    assert all(look.gap is None or 0 <= look.gap < 1 for look in seen)


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"method": "guess"}, ValueError, "unknown method 'guess'; there are 'auto', 'search', "),
        ({"engine": "x"}, ValueError, "unknown engine 'x'; there are 'auto', 'dancing_links', "),
        ({"branching": "x"}, ValueError, "unknown branching 'x'; there are 'minimum', "),
        ({"up_to": "x"}, ValueError, "unknown up_to 'x'; there are 'none', 'all'"),
        ({"threads": 0}, ValueError, "threads must be at least 1"),
        ({"threads": -1}, ValueError, "threads must be at least 1, not -1"),
        ({"up_to": "rotations"}, ValueError, "only counts of puzzles have 'rotations'"),
        ({"threads": 1.5}, TypeError, "threads must be a whole number, not 1.5"),
        ({"time_limit": -1}, ValueError, "time_limit"),
        ({"time_limit": float("nan")}, ValueError, "time_limit"),
        ({"node_limit": -1}, ValueError, "node_limit must be from 0"),
        ({"memory_limit": 2**70}, ValueError, "memory_limit must be from 0"),
        ({"order": ["z"]}, ValueError, "order: 'z' is not a primary item"),
        ({"order": ["a", "a"]}, ValueError, "order: an item is named twice"),
        ({"order": "ab"}, TypeError, "an order is a collection of items"),
        ({"progress_interval": 0}, ValueError, "progress_interval"),
        ({"no_such_thing": 1}, TypeError, "no_such_thing"),
        ({"engine": "bit_matrix", "branching": "weighted"}, ValueError, "branches on the smallest"),
    ],
)
def test_wrong_arguments(arguments, error, message):
    p = dlx.Problem([["a", "b"], ["a"], ["b"]])
    with pytest.raises(error, match=message):
        p.count(**arguments)
    if not {"method", "up_to", "memory_limit", "progress_interval"} & set(arguments):
        with pytest.raises(error, match=message):
            next(p.solutions(**arguments))
    with pytest.raises(ValueError, match="fingerprint"):
        p.count_result(fingerprint=1, up_to="all")
    with pytest.raises(ValueError, match="seed must be from 0"):
        p.sample(seed=-1)


def test_branching_finds_the_same():
    p = dlx.puzzles.queens(7).problem
    expected = {s.options for s in p.solutions()}
    for arguments in [
        {"branching": "first", "engine": "dancing_cells"},
        {"branching": "weighted", "engine": "dancing_cells"},
        {"order": p.primary[::-1]},
        {"order": p.primary[3:5]},
    ]:
        assert {s.options for s in p.solutions(**arguments)} == expected
        assert p.count(**arguments) == 40


def test_progress():
    seen = []
    with pytest.raises(dlx.Incomplete):
        long_one.count(time_limit=1.5, progress=seen.append, progress_interval=0.1, threads=1)
    assert len(seen) >= 2
    assert all(isinstance(p, dlx.Progress) for p in seen)
    assert seen[0].nodes <= seen[-1].nodes and 0 <= seen[-1].share <= 1
    assert seen[-1].seconds > 0 and "nodes" in repr(seen[-1])

    def enough(progress):
        raise StopAsyncIteration("enough")

    with pytest.raises(StopAsyncIteration, match="enough"):
        long_one.count(progress=enough, progress_interval=0.01)


def test_threads_find_the_same():
    p = dlx.puzzles.queens(90).problem
    found = [next(p.solutions(threads=threads)).options for threads in [1, 2, 3]]
    assert found[0] == found[1] == found[2]


def test_threads_count_the_same():
    p = dlx.puzzles.langford(11).problem
    counts = {t: p.count_result(method="search", threads=t, symmetry=False) for t in [1, 2, 3]}
    assert {r.value for r in counts.values()} == {17792 * 2}
    assert len({r.nodes for r in counts.values()}) == 1


def test_python_threads_count_at_once():
    results = {}

    def work(n):
        results[n] = dlx.puzzles.queens(n).problem.count()

    threads = [threading.Thread(target=work, args=(n,)) for n in [8, 9, 10, 11]]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == {8: 92, 9: 352, 10: 724, 11: 2680}


def test_other_threads_go_on_while_one_counts():
    over = threading.Event()

    def work():
        with pytest.raises(dlx.Incomplete):
            long_one.count(threads=1, time_limit=1)
        over.set()

    t = threading.Thread(target=work)
    t.start()
    turns = 0
    while not over.is_set():
        time.sleep(0.001)
        turns += 1
    t.join()
    assert turns > 20  # 0 if the search held the lock


def test_threads_share_an_iterator():
    search = dlx.puzzles.queens(10).problem.solutions()
    found = [[] for _ in range(4)]

    def work(mine):
        for s in search:
            mine.append(s.options)

    threads = [threading.Thread(target=work, args=(mine,)) for mine in found]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    everything = [options for mine in found for options in mine]
    assert len(everything) == len(set(everything)) == 724


def test_iteration_is_lazy():
    start = time.monotonic()
    search = long_one.solutions()
    first = [next(search) for _ in range(3)]
    assert len(set(first)) == 3 and time.monotonic() - start < 60


def test_estimate():
    p = dlx.puzzles.queens(8).problem
    e = p.estimate(20000, seed=5)
    assert e.probes == 20000 and 0 < e.hits < 20000
    assert abs(e.solutions - 92) < 5 * e.solutions_error
    assert p.estimate(100, seed=5) == p.estimate(100, seed=5)
    assert p.estimate(time_limit=0.05).probes >= 2


def test_sampling():
    p = dlx.puzzles.dominoes(4, 4).problem
    drawn = p.sample(3600, seed=11)
    assert [s.options for s in drawn[:5]] == [s.options for s in p.sample(5, seed=11)]
    times = [drawn.count(s) for s in p.solutions()]
    assert len(times) == 36 and sum(times) == 3600
    # Chi-squared with 35 degrees of freedom exceeds 85 for one seed in 10^5. The seed here is
    # fixed.
    assert sum((n - 100) ** 2 / 100 for n in times) < 85
    assert len({p.sample()[0].options for _ in range(30)}) > 1


def test_solutions_are_values():
    p = dlx.Problem([["a", ("s", "red")], ["b", ("s", "red")], ["a", "b"]], secondary=["s"])
    both = {tuple(s): s for s in p.solutions()}
    s = both[(("a", ("s", "red")), ("b", ("s", "red")))]
    assert s.options == (0, 1) and len(s) == 2 and s[0] == ("a", ("s", "red"))
    assert s[::-1] == (s[1], s[0]) and s[-1] in s
    assert str(s) == "0: a s:red\n1: b s:red" and repr(s) == "<dlx.Solution: options 0, 1>"
    assert s.class_size is None and s.cost == 0 and s.problem is p
    assert s in set(p.solutions()) and s != (0, 1)
    assert p.verify(s) == [] and p.verify([0]) == ["item 'b' is not covered"]
    assert p.verify([0, 2]) == ["item 'a' is covered by options 0 and 2"]
    assert p.verify([0, 0, 1, 9]) == [
        "option 0 is chosen more than once",
        "option 9 does not exist; there are 3, from 0",
    ]


def test_symmetries_as_text():
    group = dlx.puzzles.soma().problem.automorphisms()
    assert group.order == 48 and len(group.generators) >= 2
    assert any("P Q" in str(g) for g in group.generators)
    g = group.generators[0]
    names = " ".join(str(g).split(" | ")).split()
    assert sorted(names) == sorted(map(str, g.items))
    with pytest.raises(ValueError, match="another problem"):
        g(dlx.Problem([["a"]]).first())
    assert sorted(o for orbit in group.option_orbits for o in orbit) == list(range(688))
    colours = dlx.Problem([["a", ("s", "red")], ["a", ("s", "blue")]], secondary=["s"])
    assert [str(g) for g in colours.automorphisms().generators] == ["s:red s:blue"]
    twins = dlx.Problem([["a"], ["a"]]).automorphisms()
    assert twins.order == 2 and repr(twins.generators[0]) == "<dlx.Symmetry: moves options only>"


def test_puzzles():
    q = dlx.puzzles.queens(5)
    for s in q.problem.solutions():
        rows = [row.split() for row in q.draw(s).splitlines()]
        assert [row.count("Q") for row in rows] == [1] * 5
        assert [column.count("Q") for column in zip(*rows)] == [1] * 5
    with pytest.raises(ValueError, match="not a solution: item"):
        q.draw([0])
    with pytest.warns(UserWarning, match="at most 6 cells, and 7 must be filled"):
        d = dlx.puzzles.dominoes(picture="##.\n###\n.##")
    assert d.problem.count() == 0  # four cells of one colour of a chessboard, three of the other
    d = dlx.puzzles.dominoes(picture="##.\n#.#\n.##")
    assert d.problem.count() == 0
    d = dlx.puzzles.dominoes(picture="##\n##\n.##")
    assert {d.draw(s) for s in d.problem.solutions()} == {"<>\n<>\n <>", "^^\nvv\n <>"}
    for make in [
        lambda: dlx.puzzles.dominoes(8),
        lambda: dlx.puzzles.pentominoes(6, 0),
        lambda: dlx.puzzles.pentominoes(6, 10, pieces="ABC"),
        lambda: dlx.puzzles.queens(0),
        lambda: dlx.puzzles.langford(-1),
        lambda: dlx.puzzles.sudoku("12"),
    ]:
        with pytest.raises(ValueError):
            make()
    y = dlx.puzzles.pentominoes(5, 10, pieces="10*Y")
    cells = y.draw(y.problem.first()).replace("\n", "")
    assert sorted(cells.count(letter) for letter in set(cells)) == [5] * 10
