"""Tests making, reading, writing and comparing problems, and error messages."""

import copy
import decimal
import gzip
import hashlib
import json
import pickle
import random
import warnings

import pytest

import dlx
from definition import Random


def test_names_are_anything_hashable():
    p = dlx.Problem(
        [[(0, 0), "a b", None], [(0, 1), 2.5, frozenset("x")]], secondary=[frozenset("x")]
    )
    assert p.primary == ((0, 0), "a b", None, (0, 1), 2.5)
    assert p.secondary == (frozenset("x"),)
    assert p.items == p.primary + p.secondary
    assert p.options == [((0, 0), "a b", None), ((0, 1), 2.5, frozenset("x"))]
    assert len(p) == len(p.options) == 2
    assert p.options[-1] == p.options[1] and p.options[:1] == (p.options[0],)
    with pytest.raises(IndexError):
        p.options[2]
    assert p.count() == 1


rows = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}


def test_options_may_have_names():
    p = dlx.Problem(rows)
    assert p.option_names == tuple("ABCDEF")
    assert p.options == dlx.Problem(list(rows.values())).options
    assert p == dlx.Problem.from_options(rows) == dlx.Problem(rows)
    assert p != dlx.Problem(list(rows.values()))
    assert dlx.count(rows) == 1
    solution = p.first()
    assert solution.names == ("B", "D", "F") and solution.options == (1, 3, 5)
    assert str(solution) == "B: 1 4\nD: 3 5 6\nF: 2 7"
    assert repr(solution) == "<dlx.Solution: options 'B', 'D', 'F'>"
    assert p.verify(solution) == []
    for again in [pickle.loads(pickle.dumps(p)), copy.deepcopy(p)]:
        assert again == p and again.first().names == ("B", "D", "F")
    assert [s.names for s in p.diagram()] == [("B", "D", "F")]
    assert [s.names for s in dlx.solutions(rows)] == [("B", "D", "F")]

    plain = dlx.Problem([["a"], ["b"]])
    assert plain.option_names is None
    assert plain.first().names == plain.first().options == (0, 1)
    assert dlx.Problem({}).option_names == () and dlx.Problem({}).count() == 1


def test_names_of_options_in_files():
    p = dlx.Problem(rows, costs=range(6))
    for form in ("lp", "json"):
        again = dlx.Problem.from_text(p.to_text(form), format=form)
        assert again.option_names == tuple("ABCDEF")
        assert again.first().names == ("B", "D", "F")
        assert pickle.loads(pickle.dumps(again)).to_text(form) == again.to_text(form)
        left = again.restricted(fix=["B"], forbid=["A"])
        assert [s.names for s in left.solutions()] == [("B", "D", "F")]
    assert "+1 B +2 C" in p.to_text("lp") and '"name":"F"' in p.to_text("json")
    table = dlx.Problem.from_text("option,item\ntour 1,F1\ntour 2,F2\n", format="pairs")
    assert table.first().names == ("tour_1", "tour_2")
    with pytest.warns(UserWarning):
        text = '{"format":"dlx-problem/1","items":[{"name":"a"}],"options":[{"items":[]},'
        text += '{"items":[0],"name":"x"},{"items":[0]}]}'
        some = dlx.Problem.from_text(text, format="json", drop_unreachable=True)
    assert some.option_names == (0, "x", 2)
    assert [s.names for s in some.solutions()] == [("x",), (2,)]
    again = pickle.loads(pickle.dumps(some))
    assert again == some and again.to_text("json") == some.to_text("json")
    numbers = dlx.Problem({0: ["a"], 1: ["b"], "c": ["b"]})
    assert numbers.to_text("json").count('"name":"c"') == 1
    assert '"name":"1"' not in numbers.to_text("json")
    for form in "xc", "knuth":
        with pytest.warns(UserWarning, match="names of options are left out"):
            numbers.to_text(form)
    ids = dlx.Problem({101: ["a"], 1: ["b"], None: ["b"], "101": ["a"], 2.5: ["b"]})
    again = dlx.Problem.from_text(ids.to_text("json"), format="json")
    assert again.option_names == ("101", 1, "None", "101~2", "2.5")
    assert "x1 is 101" in ids.to_text("lp")

    p = dlx.Problem(
        {("x", 1): ["p", ("s", "red")], ("y", 2): ["q", ("s", "red")], ("z", 3): ["p"]},
        secondary=["s"],
        costs={("z", 3): 5, ("x", 1): 7},
    )
    assert p.costs == (7, 0, 5)
    assert [(s.cost, s.names) for s in p.cheapest(2)] == [
        (5, (("y", 2), ("z", 3))),
        (7, (("x", 1), ("y", 2))),
    ]
    p = dlx.Problem.from_rows({"one": [0, 1], "two": [2]}, costs=[1, 2])
    assert p.first().names == ("one", "two") and p.costs == (1, 2)


def test_errors_call_options_by_name():
    for bad, kind, message in [
        ({"A": [1], "B": "12"}, TypeError, "option 'B': a collection of items is wanted"),
        ({"A": [1], "B": 12}, TypeError, "option 'B': a collection of items is wanted, not 12"),
        ({"A": [1], "B": [1, 1]}, dlx.ProblemError, "option 'B': item 1 occurs twice"),
        ({"A": [1], "B": []}, dlx.ProblemError, "option 'B': no primary item"),
        ({"A": {"B": 1}}, TypeError, "option 'A': .* not the mapping"),
    ]:
        with pytest.raises(kind, match=message):
            dlx.Problem(bad)
    with pytest.raises(dlx.ProblemError, match="costs: no option has the name 'B'"):
        dlx.Problem({"A": [1]}, costs={"B": 1})
    with pytest.raises(TypeError, match="option 'A': a cost must be a number, not 'x'"):
        dlx.Problem({"A": [1]}, costs={"A": "x"})
    with pytest.raises(TypeError, match="row 'A': a column must be a whole number, not 'x'"):
        dlx.Problem.from_rows({"A": ["x"]})


def test_spelling():
    p = dlx.Problem([["a b", (1, 2), "c:d|e", "", "\u00e4", 1, "1", "1~2"]])
    line = "a%20b 1,2 c%3Ad%7Ce % \u00e4 1 1~2 1~2~2"
    assert p.to_text() == f"{line}\n{line}\n"
    assert dlx.Problem.from_text(p.to_text()).items == tuple(line.split())


def test_identity_is_the_hash_of_the_text():
    p = dlx.puzzles.queens(5).problem
    assert p.identity == hashlib.sha256(p.to_text().encode()).hexdigest()


def test_builder_says_the_same():
    rng = random.Random(1)
    for _ in range(200):
        r = Random(rng)
        b = dlx.Builder()
        for item in r.primary:
            b.primary(item, bounds=r.bounds.get(item, 1))
        b.secondary(*r.secondary)
        for o, option in enumerate(r.options):
            assert b.option(*option, cost=r.costs[o] if r.costs else 0) == o
        assert b.build() == r.problem
        assert hash(b.build()) == hash(r.problem)


def test_pickle_and_copy():
    rng = random.Random(2)
    for _ in range(200):
        p = Random(rng).problem
        again = pickle.loads(pickle.dumps(p))
        assert again == p and hash(again) == hash(p)
        assert again.options == p.options and again.bounds == p.bounds and again.costs == p.costs
        assert copy.copy(p) is p and copy.deepcopy(p) is p
    s = dlx.puzzles.soma().problem.first()
    assert pickle.loads(pickle.dumps(s)) == s
    result = dlx.puzzles.soma().problem.count_result()
    assert pickle.loads(pickle.dumps(result)) == result


def test_equality():
    p = dlx.Problem([["a", "b"], ["a"]])
    assert p == dlx.Problem([["a", "b"], ["a"]])
    assert p != dlx.Problem([["a", "b"], ["b"]])
    assert p != dlx.Problem([["a", "b"], ["a"]], costs=[0, 1])
    assert p != dlx.Problem([["a", "b"], ["a"]], bounds={"a": 2})
    assert p != dlx.Problem([["a", "b"], ["a"]], secondary=["b"])
    assert p != "p"
    assert p != None  # noqa: E711


@pytest.mark.filterwarnings("ignore:<text>. no options in it")
def test_text_there_and_back(tmp_path):
    rng = random.Random(3)
    written = 0
    for _ in range(300):
        r = Random(rng)
        p = r.problem
        again = dlx.Problem.from_text(p.to_text())
        assert again.identity == p.identity
        assert again.to_text() == p.to_text()
        assert again.count() == p.count()
        written += 1
    assert written > 100

    p = dlx.puzzles.queens(6).problem
    for name in ["q.dlx", "q.txt", "q.dlx.gz"]:
        p.write(tmp_path / name)
        assert dlx.Problem.read(tmp_path / name) == p
        assert dlx.Problem.read(str(tmp_path / name)).identity == p.identity
    assert gzip.open(tmp_path / "q.dlx.gz", "rt").read() == p.to_text()


@pytest.mark.parametrize("format", dlx.writable_formats)
def test_every_format_is_written(format, tmp_path):
    p = dlx.Problem.from_rows([[0, 1], [2], [0, 2], [1]], costs=[3, 1, 4, 1])
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        text = p.to_text(format)
        p.write(tmp_path / "out", format=format)
    assert text and (tmp_path / "out").read_text() == text
    if format in dlx.readable_formats:
        assert dlx.Problem.from_text(text, format=format).count() == 2


def test_format_by_name(tmp_path):
    p = dlx.Problem.from_rows([[0, 1], [2], [0, 2], [1]])
    p.write(tmp_path / "p.sage")
    text = (tmp_path / "p.sage").read_text()
    assert json.loads(text) == [[0, 1], [2], [0, 2], [1]]
    assert dlx.Problem.read(tmp_path / "p.sage").count() == 2
    p.write(tmp_path / "p.opb")
    assert "#variable= 4" in (tmp_path / "p.opb").read_text()


def test_format_by_first_lines(tmp_path):
    for name, text, count in [
        ("rows.json", "[[0, 3], [1, 2]]", 1),
        ("rows.txt", "[[0, 3], [1, 2]]", 1),
        ("m.csv", "a,b\n1.0,0.0\n0.0,1.0\n1,1\n", 2),
        ("knuth", "a b\na\nb\na b\n", 2),
        ("none.dlx.txt", "0 1 1\n1 0 0\n", 1),
    ]:
        (tmp_path / name).write_text(text)
        assert dlx.Problem.read(tmp_path / name).count() == count, name


def test_a_text_without_options(tmp_path):
    sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    with pytest.warns(UserWarning, match="<text>: no options in it, so no solution exists$"):
        assert dlx.Problem.from_text("hello world").count() == 0
    with pytest.warns(UserWarning, match="no options in it.*dlx sudoku"):
        dlx.Problem.from_text(sudoku)
    (tmp_path / "hello.txt").write_text("hello world")
    with pytest.raises(dlx.InputError, match="hello.txt:1:1: no options"):
        dlx.Problem.read(tmp_path / "hello.txt")
    (tmp_path / "hello.dlx").write_text("hello world")
    with pytest.warns(UserWarning, match="hello.dlx: no options"):
        dlx.Problem.read(tmp_path / "hello.dlx")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dlx.Problem([], primary=["a"]).count() == 0
        assert dlx.Problem([]).count() == 1


def test_warnings_are_warnings():
    with pytest.warns(UserWarning, match="cost"):
        dlx.Problem([["a"]], costs=[1]).to_text("sage")
    with pytest.warns(UserWarning, match="1 option without a primary item"):
        q = dlx.Problem.from_text("a | s\na\ns\n", drop_unreachable=True)
    assert len(q) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dlx.Problem([["longer than eight"]]).to_text()
        strict = dlx.Problem([["longer than eight"]]).to_text(strict=True)
    assert "longer" in strict and all(
        len(word) <= 8 for word in strict.splitlines()[-1].split()
    ), strict


def read_with_dropped():
    text = "a b | x\nx\na x\nb\nx:red\na b\nx\n"
    with pytest.warns(UserWarning, match="3 options without a primary item"):
        return dlx.Problem.from_text(text, drop_unreachable=True)


def test_options_keep_their_numbers_where_others_are_dropped():
    p = read_with_dropped()
    assert len(p) == 3
    wanted = [(1, 2), (4,)]
    assert sorted(s.options for s in p.solutions()) == wanted
    assert sorted(s.options for s in p.representatives()) == wanted
    assert sorted(s.options for s in p.diagram()) == wanted
    assert {s.options for s in p.sample(30, seed=1)} == set(wanted)
    assert sorted(s.options for s in p.cheapest(5, least="options")) == [(1, 2), (4,)]
    assert list(p.options) == [(), ("a", "x"), ("b",), (), ("a", "b"), ()]
    assert p.costs == (0,) * 6
    best = next(s for s in p.solutions() if len(s) == 2)
    assert list(best) == [("a", "x"), ("b",)]
    assert str(best) == "1: a x\n2: b"
    assert p.verify([1, 2]) == p.verify([4]) == []
    assert p.verify([0, 4]) == ["option 0 was dropped"]
    assert p.verify([6]) == [
        "option 6 does not exist; there are 6, from 0", "item 'a' is not covered",
        "item 'b' is not covered",
    ]
    assert p.diagram().memberships() == [0, 1, 1, 0, 1, 0]
    assert p.diagram().marginals() == [0, 0.5, 0.5, 0, 0.5, 0]
    numbers = {int(line.split()[1]) for line in p.diagram().to_text().splitlines()[1:]}
    assert numbers == {2, 3, 5}
    assert [orbit for orbit in p.automorphisms().option_orbits] == [(1,), (2,), (4,)]
    again = pickle.loads(pickle.dumps(p))
    assert again == p and [s.options for s in again.solutions()] == [
        s.options for s in p.solutions()
    ]
    assert p.to_text() == "a b | x\na x\nb\na b\n"
    assert p != dlx.Problem.from_text(p.to_text())


def test_symmetries_of_options_keep_their_numbers():
    text = "a b | x\nx\na\nb\nx\na\nb\n"
    with pytest.warns(UserWarning):
        p = dlx.Problem.from_text(text, drop_unreachable=True)
    group = p.automorphisms()
    solutions = {s.options for s in p.solutions()}
    assert solutions == {(1, 2), (1, 5), (2, 4), (4, 5)}
    for symmetry in group.generators:
        assert {symmetry(s).options for s in p.solutions()} == solutions
        str(symmetry)


def test_rows_and_matrices():
    rows = [[0, 3], [1, 2], [0], [3]]
    p = dlx.Problem.from_rows(rows)
    assert p.items == (0, 1, 2, 3) and p.count() == 2
    assert dlx.Problem.from_rows(rows, columns=5).count() == 0
    q = dlx.Problem.from_rows(rows[:2], columns=5, secondary=[4, 0])
    assert q.primary == (1, 2, 3) and q.secondary == (4, 0)
    matrix = [[int(c in row) for c in range(4)] for row in rows]
    assert dlx.Problem.from_matrix(matrix) == p
    assert dlx.Problem.from_matrix([tuple(map(bool, row)) for row in matrix]) == p
    assert dlx.Problem.from_matrix([]).count() == 1
    for bad, message in [
        ([[0, 1], [1]], "row 1 of the matrix has 1 column, row 0 has 2"),
        ([[0, 2]], "row 0, column 1 has 2; wanted 0 or 1"),
        (["10", "01"], "row 0, column 0 has '1'; wanted 0 or 1; .*from_text"),
        ([[1, 0], [0, 0]], "option 1: no primary item"),
    ]:
        with pytest.raises(dlx.ProblemError, match=message):
            dlx.Problem.from_matrix(bad)
    with pytest.raises(dlx.ProblemError, match="there are 2 columns, and one has the number 3"):
        dlx.Problem.from_rows(rows, columns=2)
    with pytest.raises(dlx.ProblemError, match="4 columns, and one in secondary= has the number 7"):
        dlx.Problem.from_rows(rows, secondary=[7])
    assert dlx.Problem.from_rows(rows, columns=8, secondary=[4, 5, 6, 7]).count() == 2
    with pytest.raises(dlx.ProblemError, match="there is 1 column, and one has the number 3"):
        dlx.Problem.from_rows([[3]], columns=1)
    with pytest.raises(ValueError, match="row 0: a column must be from 0"):
        dlx.Problem.from_rows([[-1]])
    for many in dlx.Problem.from_rows, dlx.compat.dlx_solver:
        with pytest.raises(dlx.ProblemError, match="column is 1000000000, .* only 1 entry; Problem"):
            many([[10**9]])
    with pytest.raises(TypeError, match="row 1: a column must be a whole number, not '0'"):
        dlx.Problem.from_rows([[0], ["0"]])


def test_numpy():
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.default_rng(1)
    for kind in [bool, int, numpy.int8, numpy.uint64, float]:
        matrix = (rng.random((7, 5)) < 0.4).astype(kind)
        matrix[:, 0] = 1
        same = dlx.Problem.from_matrix(matrix.tolist())
        assert dlx.Problem.from_matrix(matrix) == same
        assert dlx.Problem.from_matrix(numpy.asfortranarray(matrix)) == same
        assert dlx.Problem.from_matrix(matrix[::2]) == dlx.Problem.from_matrix(
            matrix[::2].tolist()
        )
    rows = [numpy.array([0, 2]), numpy.array([1])]
    p = dlx.Problem.from_rows(rows, columns=numpy.int64(3), costs=numpy.array([2, 3]))
    assert p.count() == 1 and p.costs == (2, 3) and isinstance(p.first().cost, int)
    assert p.verify(numpy.array([0, 1])) == []
    for bad, message in [
        (numpy.ones((2, 2, 2)), "two dimensions, and this has 3"),
        (numpy.array([[0, 2]]), "something else"),
        (numpy.array([[0.5, numpy.nan]]), "something else"),
    ]:
        with pytest.raises(dlx.ProblemError, match=message):
            dlx.Problem.from_matrix(bad)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"options": [["a"], ["b", "a", "b"]]}, "option 1: item 'b' occurs twice"),
        ({"options": [["a"], []]}, "option 1: no primary item among its items"),
        ({"options": [["a"], ["s"]], "secondary": ["s"]}, "option 1: no primary item"),
        ({"options": [["a"], ["b"]], "primary": ["a"]}, "option 1: unknown item 'b'"),
        (
            {"options": [["a"], ["b"]], "primary": ["a"]},
            "option 1: unknown item 'b'; it is neither primary nor secondary",
        ),
        (
            {"options": [[("a", "red")]], "primary": ["a"]},
            r"option 0: unknown item \('a', 'red'\); 'a' is primary",
        ),
        ({"options": [], "primary": ["a", "a"]}, "item 'a' is declared twice"),
        ({"options": [], "primary": ["a"], "secondary": ["a"]}, "item 'a' is declared twice"),
        (
            {"options": [[("s", 1), "a"]], "primary": ["a", ("s", 1)], "secondary": ["s"]},
            "may be an item or a coloured one",
        ),
        ({"options": [["a", "s", ("s", 1)]], "secondary": ["s"]}, "item 's' occurs twice"),
        ({"options": [["a"]], "bounds": {"b": 2}}, "bounds are for primary items, and 'b'"),
        ({"options": [["a"]], "bounds": {"a": (2, 1)}}, "bounds of item 'a' are 2 to 1"),
        ({"options": [["a"]], "bounds": {"a": 0}}, "bounds of item 'a' are 0 to 0"),
        ({"options": [["a"]], "bounds": {"a": (1, 2, 3)}}, "bounds of item 'a' are"),
        ({"options": [["a"]], "costs": []}, "costs: 0 values for 1 option"),
        ({"options": [["a"]], "costs": [2**63]}, "option 0: the cost 9223372036854775808"),
    ],
)
def test_what_is_wrong_is_said(arguments, message):
    options = arguments.pop("options")
    with pytest.raises(dlx.ProblemError, match=message):
        dlx.Problem(options, **arguments)
    assert issubclass(dlx.ProblemError, ValueError)


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: dlx.Problem("ab"), "from_text"),
        (lambda: dlx.Problem(b"ab"), "from_text"),
        (lambda: dlx.Problem(5), "or a mapping of names to options, and not 5"),
        (lambda: dlx.Problem([{"a": 1}]), r"option 0: .* the mapping .*Problem\({name: items}\)"),
        (lambda: dlx.Problem([["a"]], costs=5), "costs are numbers, one for each option"),
        (lambda: dlx.Problem([["a"]], costs={0: 5}), "costs by name are for options with names"),
        (lambda: dlx.Problem(["ab"]), "option 0: a collection of items is wanted"),
        (lambda: dlx.Problem([[["a"]]]), "option 0: .* is not hashable"),
        (lambda: dlx.Problem([["a"]], primary="abc"), "primary items are a collection"),
        (lambda: dlx.Problem([["a"]], costs=["1.5"]), "option 0: a cost must be a number, not '1.5'"),
        (lambda: dlx.Problem([["a"]], bounds=[("a", 2)]), "bounds are a mapping"),
        (lambda: dlx.Problem([["a"]], bounds={"a": 1.5}), "whole number"),
        (lambda: dlx.Problem([["a"], 7]), "option 1: a collection of items is wanted, not 7"),
        (lambda: dlx.Problem.from_rows([[1], 0]), "row 1: 'int' object is not iterable"),
        (lambda: dlx.Problem.from_text(b"a"), "str"),
    ],
)
def test_what_is_of_the_wrong_type(make, message):
    with pytest.raises(TypeError, match=message):
        make()


@pytest.mark.parametrize("primary", [None, ["p", "q"]])
def test_a_colour_may_be_spelled_as_in_text(primary):
    for secondary, option, pair in [
        (["x"], ["p", "x:A"], ("x", "A")),
        (["y", "x:y"], ["p", "y", "x:y:A"], ("x:y", "A")),
    ]:
        p = dlx.Problem([["q", *secondary], option], primary=primary, secondary=secondary)
        assert p.options[1] == (*option[:-1], pair)
        assert p == dlx.Problem(
            [["q", *secondary], [*option[:-1], pair]], primary=primary, secondary=secondary
        )
    with pytest.raises(dlx.ProblemError, match="option 0: 'x:' names no colour behind the colon"):
        dlx.Problem([["p", "x:"]], primary=["p"], secondary=["x"])
    b = dlx.Builder()
    b.primary("p", "q")
    b.secondary("x")
    b.option("p", "x:A")
    b.option("q", ("x", "A"))
    assert b.build().count() == 1
    # "x:A" is an item if it is declared, or if x is not a secondary item.
    p = dlx.Problem([["p", "x:A", "x"]], primary=["p", "x:A"], secondary=["x"])
    assert p.primary == ("p", "x:A") and p.count() == 1
    assert dlx.Problem([["p", "x:A"], ["q:B"]]).count() == 1


def test_a_secondary_item_that_no_option_has_is_named():
    coloured = [["p", ("x", "A")], ["q", ("x", "A")]]
    with pytest.raises(dlx.ProblemError, match="secondary: no option has the item 'y'; .* primary"):
        dlx.Problem(coloured, secondary=["y"])
    with pytest.raises(dlx.ProblemError, match="no option has the items 'y', 'z'; "):
        dlx.Problem([["p", "x"]], secondary=["x", "y", "z"])
    # Nothing is guessed if the primary items are declared. Without options, unused items are not an
    # error.
    dlx.Problem([["p"]], primary=["p"], secondary=["y"])
    dlx.Problem(secondary=["y"])


def test_secondary_items_by_a_function():
    cells = [(r, c) for r in range(6) for c in range(6)]
    options = [[("r", r), ("c", c), ("d", r - c), ("e", r + c)] for r, c in cells]
    queens = dlx.Problem(options, secondary=lambda item: item[0] in "de")
    assert queens.count() == 4 and len(queens.primary) == 12
    listed = dlx.Problem(options, secondary=dict.fromkeys(i for o in options for i in o[2:]))
    assert set(queens.secondary) == set(listed.secondary) and queens.options == listed.options
    coloured = [["p", ("x", "A"), "y:B"], ["q", "x:A", ("y", "B")]]
    for primary in None, ["p", "q"]:
        p = dlx.Problem(coloured, primary=primary, secondary=lambda item: item in ("x", "y"))
        assert p.secondary == ("x", "y") and p.colours == ("A", "B") and p.count() == 1
    everything = dlx.Problem([["p", "x"]], primary=["p"], secondary=lambda item: True)
    assert everything.secondary == ("x",)
    with pytest.raises(AttributeError):
        dlx.Problem([[(1, 2)]], secondary=lambda item: item.startswith("x"))
    rows = [[0, 2], [1, 2], [0], [1]]
    p = dlx.Problem.from_rows(rows, secondary=lambda column: column == 2)
    assert p == dlx.Problem.from_rows(rows, secondary=[2])


def test_a_matrix_in_the_place_of_options_gets_a_hint():
    hint = "; Problem.from_matrix takes a matrix of 0 and 1"
    identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for matrix in [identity, dict(zip("abc", identity)), [[True, True], [False, True]]]:
        with pytest.raises(dlx.ProblemError, match=f"occurs twice{hint}"):
            dlx.Problem(matrix)
    with pytest.raises(dlx.ProblemError, match=hint):
        dlx.Problem.from_rows(identity)
    with pytest.raises(dlx.ProblemError, match="item 2 occurs twice$"):
        dlx.Problem([[2, 2]])
    with pytest.warns(UserWarning, match=f"each option has the items 0 and 1{hint}"):
        assert dlx.Problem([[1, 0], [0, 1]]).count() == 2
    assert dlx.Problem([[0, 1], [0, 1]]).count() == 2  # equal options are different options
    assert dlx.Problem([[0], [1]]).count() == 1


def test_builder_keeps_what_was_right():
    b = dlx.Builder()
    b.primary("a", "b")
    b.secondary("s")
    b.option("a", ("s", "red"))
    for wrong in [["a", "a"], ["c"], ["s"], ["a", ("s", "blue"), "c"]]:
        with pytest.raises(dlx.ProblemError, match="option 1:"):
            b.option(*wrong)
    with pytest.raises(dlx.ProblemError, match="declared twice"):
        b.primary("s")
    with pytest.raises(dlx.ProblemError, match="bounds of item 'z'"):
        b.primary("z", bounds=(3, 2))
    assert b.option("b", ("s", "red"), cost=2) == 1
    p = b.build()
    assert p == dlx.Problem(
        [["a", ("s", "red")], ["b", ("s", "red")]], secondary=["s"], costs=[0, 2]
    )
    assert p.colours == ("red",)


def test_input_errors_have_a_place(tmp_path):
    path = tmp_path / "broken.dlx"
    path.write_text("| comment\na b c\na b\n  c d\n")
    with pytest.raises(dlx.InputError) as e:
        dlx.Problem.read(path)
    assert (e.value.file, e.value.line, e.value.column) == (str(path), 4, 5)
    assert str(e.value).startswith(f"{path}:4:5: unknown item 'd'")
    assert "  c d\n    ^" in str(e.value)
    assert isinstance(e.value, ValueError)
    again = pickle.loads(pickle.dumps(e.value))
    assert (again.line, str(again)) == (4, str(e.value))

    with pytest.raises(dlx.InputError) as e:
        dlx.Problem.from_text("", name="here")
    assert (e.value.file, e.value.line) == ("here", None)
    with pytest.raises(dlx.InputError, match="<text>:1:"):
        dlx.Problem.from_text("[[0, -1]]", format="sage")
    with pytest.raises(FileNotFoundError):
        dlx.Problem.read(tmp_path / "nowhere.dlx")
    with pytest.raises(OSError):
        dlx.Problem.read(tmp_path)
    with pytest.raises(ValueError, match="unknown format 'knut'; there are 'knuth', "):
        dlx.Problem.from_text("a\na\n", format="knut")
    with pytest.raises(ValueError, match="is not read"):
        dlx.Problem.from_text("a\na\n", format="minizinc")
    with pytest.raises(ValueError, match="is not written"):
        dlx.Problem([["a"]]).to_text("or-library")


def test_empty_problems():
    assert dlx.Problem().count() == 1
    assert [s.options for s in dlx.Problem().solutions()] == [()]
    assert dlx.Problem(primary=["a"]).count() == 0
    assert dlx.Problem(secondary=["a"]).count() == 1
    assert dlx.Problem().cheapest()[0].cost == 0
    assert dlx.Problem().automorphisms().order == 1


def test_repr():
    assert repr(dlx.Problem([["a"]])) == "<dlx.Problem: 1 item, 1 option>"
    p = dlx.Problem(
        [["a", ("s", 1)], ["b"]], secondary=["s"], bounds={"a": 2}, costs=[1, 0]
    )
    assert repr(p) == (
        "<dlx.Problem: 3 items (1 secondary), 2 options, 1 colour, with bounds, with costs>"
    )
    assert p.bounds == {"a": (2, 2)} and p.costs == (1, 0)
    assert "('a', ('s', 1))" in repr(p.options)
