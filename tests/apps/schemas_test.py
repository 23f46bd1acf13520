"""What the command writes as JSON keeps to data/schemas, and what breaks a schema is noticed.

Usage: schemas_test.py DLX SCHEMAS EXAMPLES
"""

import json
import pathlib
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


def run(*arguments):
    return subprocess.run([dlx, *arguments], capture_output=True, text=True, check=False).stdout


problem, result = validator("problem"), validator("result")
checked = 0
for file in sorted(examples.glob("*.dlx")):
    written = run("convert", str(file), "-", "--to", "json")
    problem.validate(json.loads(written))
    checked += 1
    for command in (["solve", "--all"], ["solve", "-n", "1"], ["count"],
                    ["count", "--up-to", "all"], ["count", "--node-limit", "1"],
                    ["count", "--fingerprint", "7"], ["solve", "--cheapest", "2"]):
        for line in run(command[0], str(file), *command[1:], "--json").splitlines():
            result.validate(json.loads(line))
            checked += 1
for command in (["soma", "-n", "2"], ["pentominoes", "3x20", "--all"], ["queens", "8", "--count"],
                ["cube", "--all", "red"], ["snake", "--all"]):
    for line in run(*command, "--json").splitlines():
        result.validate(json.loads(line))
        checked += 1

for broken in ({}, {"format": "dlx-problem/1", "items": [{"name": "a b"}], "options": []},
               {"format": "dlx-problem/1", "items": [], "options": [{"items": [[0]]}]},
               {"format": "dlx-problem/1", "options": [],
                "items": [{"name": "s", "kind": "secondary", "max": 2}]}):
    assert not problem.is_valid(broken), broken
for broken in ({"n": 1, "options": [1]}, {"n": "1", "options": [0]}, {"count": 5}):
    assert not result.is_valid(broken), broken
assert checked > 40, checked
print(f"{checked} documents")
