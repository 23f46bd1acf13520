"""Other solvers count and decide what dlx writes for them as dlx does itself.

Usage: solvers_test.py DLX EXAMPLES
Leaves out solvers that are not installed; 77 if there is none.
"""

import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

dlx, examples = sys.argv[1], pathlib.Path(sys.argv[2])
present = {name for name in ("clasp", "cadical", "glpsol") if shutil.which(name)}
if not present:
    print("skipped: none of clasp, cadical and glpsol is installed")
    sys.exit(77)


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout


def random_problem(random_numbers):
    """Knuth's text of a small problem, some with multiplicities, colours and costs."""
    primary = [f"p{i}" for i in range(random_numbers.randint(1, 6))]
    secondary = [f"s{i}" for i in range(random_numbers.randint(0, 3))]
    names = [f"{random_numbers.randint(0, 1)}:{random_numbers.randint(1, 2)}|{p}"
             if random_numbers.random() < 0.2 else p for p in primary]
    lines = [" ".join(names) + (" | " + " ".join(secondary) if secondary else "")]
    for _ in range(random_numbers.randint(1, 12)):
        option = random_numbers.sample(primary, random_numbers.randint(1, min(3, len(primary))))
        for item in secondary:
            if random_numbers.random() < 0.4:
                option.append(item + random_numbers.choice(["", ":a", ":b"]))
        if random_numbers.random() < 0.3:
            option.append(f"|{random_numbers.randint(-4, 9)}")
        lines.append(" ".join(option))
    return "\n".join(lines) + "\n"


numbers = random.Random(20261122)
texts = [random_problem(numbers) for _ in range(60)]
texts += [file.read_text() for file in sorted(examples.glob("*.dlx"))]
texts.append(run(dlx, "queens", "6", "--emit"))
compared = {name: 0 for name in present}
solvable = 0
with tempfile.TemporaryDirectory() as folder:
    def written(text, format_name):
        path = pathlib.Path(folder) / f"problem.{format_name}"
        path.unlink(missing_ok=True)
        wrote = subprocess.run([dlx, "convert", "-", str(path)], input=text, capture_output=True,
                               text=True, check=False)
        # 2: the format has no words for the problem.
        assert wrote.returncode in (0, 2), wrote.stderr
        return str(path) if wrote.returncode == 0 else None

    for text in texts:
        count = int(run(dlx, "count", "-", text=text))
        solvable += count > 0
        if "clasp" in present and (path := written(text, "opb")):
            output = run("clasp", path, "--models=0", "--quiet=2", "--opt-mode=ignore")
            found = int(re.search(r"^c Models\s*:\s*(\d+)", output, re.M)[1])
            assert found == count, (found, count, text)
            compared["clasp"] += 1
        if "cadical" in present and (path := written(text, "cnf")):
            assert ("s SATISFIABLE" in run("cadical", "-q", "-n", path)) == (count > 0), text
            compared["cadical"] += 1
        if "glpsol" in present and (path := written(text, "lp")):
            output = run("glpsol", "--lp", path)
            infeasible = "NO PRIMAL FEASIBLE" in output or "NO INTEGER FEASIBLE" in output
            assert infeasible == (count == 0), (output, text)
            compared["glpsol"] += 1
print(f"{len(texts)} problems, {solvable} of them solvable:", compared)
assert all(n > 20 for n in compared.values()), compared
assert 10 < solvable < len(texts) - 10
