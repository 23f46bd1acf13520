"""Tests problems made from frames, series and arrays, and options with names."""

import pytest

import dlx

rows = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}
problem = dlx.Problem(rows)


def test_a_frame_is_a_matrix_with_names():
    pandas = pytest.importorskip("pandas")
    columns = range(1, 8)
    cells = [[int(c in row) for c in columns] for row in rows.values()]
    frame = pandas.DataFrame(cells, index=list(rows), columns=list(columns))
    for p in [dlx.Problem(frame), dlx.Problem.from_matrix(frame.astype(bool))]:
        assert p.first().names == ("B", "D", "F")
        assert p.items == tuple(columns) and p.option_names == tuple(rows)
    p = dlx.Problem(frame, secondary=[7], costs={"A": 3})
    assert p.secondary == (7,) and p.costs[0] == 3
    with pytest.raises(dlx.ProblemError, match="secondary: the table has no column 8"):
        dlx.Problem(frame, secondary=[8])
    plain = dlx.Problem(frame.reset_index(drop=True))
    assert plain.option_names is None and plain.first().names == (1, 3, 5)
    empty_column = frame.assign(lonely=0)
    assert dlx.Problem(empty_column).count() == 0  # no option covers the column
    for bad, message in [
        (frame.replace(1, 2), "row 'A', column 1 has 2; wanted 0 or 1"),
        (frame.rename(index={"B": "A"}), "the row 'A' is there twice; reset_index"),
        (frame.rename(columns={2: 1}), "the column 1 is there twice; rename"),
        (frame.assign(D=0).loc[["A", "C"]] * 0, "option 'A': no primary item"),
    ]:
        with pytest.raises(dlx.ProblemError, match=message):
            dlx.Problem(bad)


def test_a_series_is_options_with_names():
    pandas = pytest.importorskip("pandas")
    assert dlx.Problem(pandas.Series(rows)) == problem
    for missing in float("nan"), pandas.NaT:
        with pytest.raises(dlx.ProblemError, match="option 'x': an item is [Nn]a.*missing values"):
            dlx.Problem(pandas.Series({"x": ["A", missing], "y": ["B"]}))
    long = pandas.DataFrame(
        [(name, item) for name, row in rows.items() for item in row], columns=["option", "item"]
    )
    p = dlx.Problem(long.groupby("option")["item"].apply(list))
    assert p.first().names == ("B", "D", "F")


def test_an_array_is_not_guessed_at():
    numpy = pytest.importorskip("numpy")
    with pytest.raises(dlx.ProblemError, match="array of 2x3 .*from_matrix.*tolist"):
        dlx.Problem(numpy.array([[1, 0, 1], [0, 1, 0]]))
    p = dlx.Problem([numpy.array([1, 4]), numpy.array([2, 3])])
    assert p.first().options == (0, 1)


def test_options_are_told_by_their_names():
    assert problem.verify(["B", "D", "F"]) == problem.verify([1, 3, 5]) == []
    assert problem.verify(["A", "B"])[:1] == ["item 1 is covered by options 'A' and 'B'"]
    assert problem.verify(["A", "A"])[:1] == ["option 'A' is chosen more than once"]
    with pytest.raises(dlx.ProblemError, match="no option has the name 'Z'"):
        problem.verify(["Z"])
    numbered = dlx.Problem({10: ["a"], 20: ["b"]})
    assert numbered.first().names == (10, 20) and numbered.verify([0, 1]) == []
    assert numbered.verify([0]) == ["item 'b' is not covered"]


def test_what_people_type_first_is_explained():
    for wrong, error, message in [
        ({"A": "147"}, TypeError, r"option 'A': .* \['147'\] is one item, list\('147'\)"),
        ({"A": 1}, TypeError, r"option 'A': .* not 1; \[1\] is one item"),
        ({"A": {"B": 1}}, TypeError, "option 'A': .* only the options themselves can be named"),
        ("toy.dlx", TypeError, "Problem.from_text takes text, Problem.read the name of a file"),
        ([1, 4, 7], TypeError, r"option 0: .* not 1; \[1\] is one item"),
    ]:
        with pytest.raises(error, match=message):
            dlx.Problem(wrong)


def test_sparse_matrices():
    numpy = pytest.importorskip("numpy")
    sparse = pytest.importorskip("scipy.sparse")
    rng = numpy.random.default_rng(2)
    kinds = "csr_matrix", "csc_matrix", "coo_matrix", "lil_matrix", "dok_matrix", "csr_array"
    for kind in [getattr(sparse, name) for name in kinds]:
        for number in bool, int, float:
            matrix = (rng.random((7, 5)) < 0.4).astype(number)
            matrix[:, 0] = 1
            dense = dlx.Problem.from_matrix(matrix, secondary=[3], costs=range(7))
            assert dlx.Problem.from_matrix(kind(matrix), secondary=[3], costs=range(7)) == dense
            made = dlx.Problem(kind(matrix), secondary=[3], costs=range(7))
            assert made.options == dense.options and made.primary == dense.primary
    twice = sparse.coo_matrix(([1, 1], ([0, 0], [1, 1])), shape=(1, 2))
    with pytest.raises(dlx.ProblemError, match="row 0, column 1 has 2; wanted 0 or 1"):
        dlx.Problem.from_matrix(twice)
    assert twice.nnz == 2  # the matrix is not changed
    none = sparse.csr_matrix(([0, 1], ([0, 0], [0, 1])), shape=(1, 4))
    assert dlx.Problem(none).items == (0, 1, 2, 3) and dlx.Problem(none).count() == 0


def test_rows_of_0_and_1_are_no_options():
    numpy = pytest.importorskip("numpy")
    rows = {"A": numpy.array([1, 0]), "B": numpy.array([0, 1])}
    for wrong in rows, list(rows.values()):
        with pytest.raises(dlx.ProblemError, match="array of 0 and 1.*wanted Problem.from_matrix"):
            dlx.Problem(wrong)
    p = dlx.Problem.from_matrix(rows)
    assert p.option_names == ("A", "B") and p.first().names == ("A", "B")
    assert dlx.Problem({"A": numpy.array([1, 2]), "B": numpy.array([0, 3])}).count() == 1
    with pytest.warns(UserWarning, match="each option has the items 0 and 1; Problem.from_matrix"):
        dlx.Problem([(0, 1), (1, 0)])


def test_series_of_costs_are_read_by_their_labels():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[1, 0], [0, 1], [1, 1]], index=list("xyz"), columns=["a", "b"])
    costs = pandas.Series({"z": 9, "x": 1, "y": 2.5})
    for options in frame, {"x": ["a"], "y": ["b"], "z": ["a", "b"]}:
        assert list(map(float, dlx.Problem(options, costs=costs).costs)) == [1, 2.5, 9]
    assert dlx.Problem.from_matrix(frame, costs=costs).first().names == ("x", "y")
    plain = frame.reset_index(drop=True), [["a"], ["b"], ["a", "b"]]
    for options in plain:
        assert dlx.Problem(options, costs=pandas.Series([3, 2, 1])[::-1]).costs == (3, 2, 1)
    for options, bad, message in [
        (frame, costs.rename({"y": "w"}), "no option has the name 'w'; costs=list.series. ignores"),
        (frame, costs[:2], "the series has no value for option 'y'"),
        (frame, pandas.Series([1, 2, 3]), "no option has the name 0"),
        (plain[1], costs, "no option has the name 'z'"),
        (frame, pandas.concat([costs, costs]), "the row 'z' is there twice"),
    ]:
        with pytest.raises(dlx.ProblemError, match=message):
            dlx.Problem(options, costs=bad)
    with pytest.raises(TypeError, match="a frame has several columns"):
        dlx.Problem(frame, costs=frame)


def masks(values, names):
    """Returns the same mask in all types that a choice of options or columns may have."""
    yield from (values, iter(values), dict(zip(names, values)))
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    yield numpy.array(values)
    yield pandas.Series(values, index=names)[::-1]


def test_masks_choose_options_and_columns():
    mask = [False, False, True, False, False]
    named = dlx.Problem({"p": ["a"], "q": ["b"], 0: ["a", "b"], "s": ["a"], "t": ["b"]})
    for p in named, dlx.Problem([["a"], ["b"], ["a", "b"], ["a"], ["b"]]):
        for each in masks(mask, p.option_names or range(5)):
            assert p.restricted(forbid=each).count() == 4
        for each in masks(mask, p.option_names or range(5)):
            questions = dlx.Questions(p)
            assert questions.ask(fix=each).options == (2,)
            assert questions.ask(fix=mask, forbid=[1, 2]) is None
            assert questions.core.fix == (2,)
        assert p.verify([True, True, False, False, False]) == []
        assert p.restricted(fix=p.first()).count() == 1
        with pytest.raises(dlx.ProblemError, match="forbid: 4 values for 5 options"):
            p.restricted(forbid=mask[1:])
        with pytest.raises(TypeError, match="an option must be a whole number, not True"):
            p.restricted(forbid=[2, True])
    with pytest.raises(dlx.ProblemError, match="fix: no option has the name 'x'"):
        dlx.Questions(named).ask(fix={"x": True})
    pandas = pytest.importorskip("pandas")
    rows = [[1, 0, 1], [0, 1, 0]]
    frame = pandas.DataFrame(rows, columns=[2, 1, 0])
    for each in masks([False, False, True], [2, 1, 0]):
        assert dlx.Problem(frame, secondary=each).secondary == (0,)
    for each in masks([False, False, True], range(3)):
        assert dlx.Problem.from_matrix(rows, secondary=each).secondary == (2,)
    with pytest.raises(dlx.ProblemError, match="secondary: 2 values for 3 columns"):
        dlx.Problem.from_matrix(rows, secondary=[True, False])
    with pytest.raises(TypeError, match="row 0: a column must be a whole number, not True"):
        dlx.Problem.from_rows([[True, False]])
    with pytest.raises(TypeError, match="a secondary column must be a whole number, not False"):
        dlx.Problem.from_text("0 1", format="sage", secondary=[False, True])
