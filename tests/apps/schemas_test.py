"""What the command writes as JSON keeps to data/schemas, and what breaks a schema is noticed.

Usage: schemas_test.py DLX SCHEMAS EXAMPLES
"""

import json
import pathlib
import re
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: no python3-jsonschema")
    sys.exit(77)

dlx, schemas, examples = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def validator(name):
    schema = json.loads((schemas / f"{name}.schema.json").read_text())
    kind = jsonschema.Draft202012Validator
    kind.check_schema(schema)
    return kind(schema)


def run(*arguments, text=None, codes=(0,)):
    done = subprocess.run([dlx, *arguments], input=text, capture_output=True, text=True, check=False)
    assert done.returncode in codes and done.stdout, (arguments, done)
    return done.stdout


problem, result = validator("problem"), validator("result")
kinds = result.schema["$defs"]
page = (pathlib.Path(__file__).parents[2] / "docs/options.md").read_text()
values = re.search(r"^\| `method` .*\|(.*)\|.*\|$", page, re.M)[1]
methods = [word for word in re.findall(r"`(\w+)`", values) if word != "auto"]
for its in (kinds["summary"], kinds["estimate"]["properties"]["counting"]):
    assert its["properties"]["method"]["enum"] == methods, methods
checked = 0


def check(kind, *arguments, text=None, codes=(0,)):
    """Each line is described, and is of this kind; the last one of a search is a summary."""
    global checked
    lines = [json.loads(line) for line in run(*arguments, "--json", text=text, codes=codes).splitlines()]
    for k, line in enumerate(lines):
        result.validate(line)
        its = "summary" if kind == "solution" and k + 1 == len(lines) else kind
        assert set(line) >= set(kinds[its]["required"]), (its, arguments, line)
        if its != "solution":  # a puzzle has words of its own for its solutions
            assert set(line) <= set(kinds[its]["properties"]), (its, arguments, line)
        checked += 1
    return lines


for file in sorted(examples.glob("*.dlx")):
    written = run("convert", str(file), "-", "--to", "json")
    problem.validate(json.loads(written))
    checked += 1
    for command in (["solve", "--all"], ["solve", "-n", "1"], ["count"],
                    ["count", "--up-to", "all"], ["count", "--node-limit", "1", "--no-preprocess"],
                    ["count", "--fingerprint", "7"], ["count", "--method", "search"],
                    ["count", "--method", "sweep"], ["count", "--method", "zdd"],
                    ["count", "--trust", "T1"]):
        check("solution", command[0], str(file), *command[1:], codes=(0, 3))
    lines = check("marginal", "marginals", str(file))
    assert [line["option"] for line in lines] == list(range(1, len(lines) + 1))
    for line in run("sample", str(file), "-n", "2", "--json").splitlines():
        result.validate(json.loads(line))
        checked += 1
for command in (["soma", "-n", "2"], ["pentominoes", "3x20", "--all"], ["queens", "8", "--count"],
                ["cube", "--all", "red"], ["snake", "christmas", "--all"]):
    check("solution", *command)
for puzzle in ("6.94.51...7...2..54..........5...6.71.8.6.......2.8..4.......5....1.69..79....4..",
               "1..............." , "12....3..4......", "1234341221434321"):
    check("hint", "sudoku", puzzle, "--hint", codes=(0, 7))
chained, = check("hint", "sudoku", "4..6....3.....4...321.6..........12.", "--box-width", "3", "--hint")
assert chained["hint"] == "chain" and chained["chain"], chained
caged, = check("hint", "sudoku", ".....334...1...5345341624..316613..5", "--rules", "box 3x2, cage 7 r1c1 r1c2", "--hint")
assert caged["before"][0]["chain"], caged
for broken in ({"hint": "guess"}, {"level": 6}, {"chain": [{}]}, {"option": 0}):
    assert not result.is_valid({**chained, **broken}), broken
check("hint", "queens", "30", "--hint", "--time-limit", "0", codes=(3,))
burr = str(examples.parent / "xmpuzzle" / "burr6_038.xmpuzzle")
apart, = check("apart", "polycube", burr, "--apart", "--as-burrtools")
assert apart["levels"] == {"2.3": 2, "3.3": 2}, apart
check("apart", "polycube", burr, "--apart", "--time-limit", "0", codes=(3,))
for line in run("polycube", burr, "--apart", "--apart-at-least", "2", "--json").splitlines():
    result.validate(json.loads(line))
for broken in ({"levels": {"x": 1}}, {"levels": {"1": "1"}}, {"assemblies": 3}, {"hardest": {}}):
    assert not result.is_valid({**apart, **broken}), broken
key = ("[0-4][0-4]0 [0-4][0-4]2 [0-4]41 0[0-3]1 4[0-3]1 [2-3]01 311 [2-3]31\n"
       "cage [0-4][0-4]0 [0-4][0-4]2 [0-4]41 0[0-3]1 4[0-3]1 [2-3]01 311\nkey 231 331\n")
turned, = check("apart", "polycube", "-", "--apart", "--turns", text=key)
assert turned["levels_with_turns"] == {"2": 1} and turned["hardest"]["turns"], turned
bag = "box 3x3x1\nall 3 one-sided 0..3\nall 2 free\nall 1 free\nhardest level\n"
*sets, found = [json.loads(line) for line in run("design", "-", "--json", text=bag).splitlines()]
for line in (*sets, found):
    result.validate(line)
assert sets and found["sets"] == str(len(sets)), found
for line in sets:
    assert line["cells"].keys() == line["set"].keys(), line
    sizes = {name: len(cells.split()) for name, cells in line["cells"].items()}
    assert sum(line["set"][name] * size for name, size in sizes.items()) == 9, line
for broken in ({"sets": 3}, {"want": "some"}, {"method": "guess"}, {"up_to": "none"}):
    assert not result.is_valid({**found, **broken}), broken
assert not result.is_valid({**sets[0], "set": {"a": 0}})
priced = "a b c\na b |3\nc |-1\na c |2\nb |0\n"
check("solution", "solve", "-", "--min-cost", "-n", "2", text=priced)
for how in (["--max-cost", "2.5", "--all"], ["--min-cost", "--count", "--up-to", "all"]):
    last = check("summary" if "--count" in how else "solution", "solve", "-", *how, text=priced)[-1]
    assert "cost" in last or last["best"] == "2", last
check("no_solution", "sample", "-", text="a b\na\n")
for broken in ({}, {"format": "dlx-problem/1", "items": [{"name": "a b"}], "options": []},
               {"format": "dlx-problem/1", "items": [], "options": [{"items": [[0]]}]},
               {"format": "dlx-problem/1", "options": [],
                "items": [{"name": "s", "kind": "secondary", "max": 2}]}):
    assert not problem.is_valid(broken), broken
# Estimates: with hits, without, and of magnitudes that a double cannot hold.
small, = check("estimate", "estimate", "-", "--probes", "50", "--seed", "7", text=priced)
assert (small["probes"], small["seed"], small["solutions"]) == (50, 7, 2.0), small
none, = check("estimate", "estimate", "-", "--probes", "5", text="a b\na\n")
assert none["hits"] == 0, none
one, = check("estimate", "estimate", "-", "--probes", "1", text=priced)
assert one["nodes_error"] is None, one
board = run("dominoes", "60x60", "--emit")
huge, = check("estimate", "estimate", "-", "--probes", "5", text=board)
assert isinstance(huge["nodes"], str), huge
for command in ("estimate", "marginals", "sample"):
    check("incomplete", command, "-", "--time-limit", "0", text=board, codes=(3,))
good = {"solutions": "1" + "0" * 400, "solutions_error": "1.5e309", "nodes": 1e300, "nodes_error": 0,
        "seconds": 1.5, "seconds_error": "7", "probes": 1, "hits": 0, "seed": 1,
        "counting": {"method": "sweep", "complete": False, "tried": 3.0, "seconds_low": None, "seconds_high": None}}
result.validate(good)
for broken in ({"seconds": "many"}, {"nodes": None}, {"nodes": "inf"}, {"solutions": -1}, {"hits": "1"}):
    assert not result.is_valid({**good, **broken}), broken
for broken in ({"option": 0, "solutions": "1", "probability": 1}, {"option": 1, "solutions": 1, "probability": 1},
               {"option": 1, "solutions": "1", "probability": 1.5}, {"option": 1, "solutions": "1"}):
    assert not result.is_valid(broken), broken
for broken in ({"n": 1, "options": [1]}, {"n": "1", "options": [0]}, {"count": 5}, {"count": "1"},
               {"n": "1", "options": [1], "cost": 3}):
    assert not result.is_valid(broken), broken
assert checked > 40, checked
print(f"{checked} documents")
