#!/usr/bin/env python3
"""Has the engine that learns refute unsatisfiable problems, and the refutations checked.

    refutations_test.py DLX DLX_CHECK --checker DLX_CHECK_PY [--problems N] [--seed S]

N problems of each family: 3-colourings of random graphs, random sparse sets, boards without two corners of one colour
that dominoes cannot fill, and quasigroups filled in so that they cannot be completed.  Each certificate goes to both
checkers, and its proof in LRAT to proof_checkers.py.
"""
import argparse, collections, itertools, os, random, subprocess, sys, tempfile
import proof_checkers

def text_of(items, options):
    return "\n".join([" ".join(items), *(" ".join(o) for o in options)]) + "\n"

def colouring(rng):
    """A random graph with more edges than can be coloured with three colours, usually."""
    size = rng.randint(20, 60)
    edges = rng.sample(list(itertools.combinations(range(size), 2)), int(size * rng.uniform(2.45, 2.8)))
    items = [f"v{v}" for v in range(size)] + ["|"] + [f"e{e}c{c}" for e in range(len(edges)) for c in range(3)]
    return text_of(items, ([f"v{v}"] + [f"e{e}c{c}" for e, ends in enumerate(edges) if v in ends]
                           for v in range(size) for c in range(3)))

def sparse(rng):
    size = rng.randint(18, 36)
    items = [f"i{i}" for i in range(size)]
    return text_of(items, (rng.sample(items, rng.randint(3, 5)) for _ in range(4 * size)))

def mutilated(rng):
    width, height = rng.choice([(4, 4), (4, 6), (6, 6), (5, 6), (4, 8), (6, 8)])
    black = [(x, y) for x in range(width) for y in range(height) if (x + y) % 2]
    holes = rng.sample(black, 2)
    cells = [(x, y) for x in range(width) for y in range(height) if (x, y) not in holes]
    name = "c{}_{}".format
    return text_of([name(*c) for c in cells], ([name(x, y), name(*other)] for x, y in cells
                                               for other in ((x + 1, y), (x, y + 1)) if other in cells))

def quasigroup(rng):
    """Random entries, row by row, none of which repeats one of its row or column at once."""
    size, filled = rng.randint(6, 12), {}
    for r, c in rng.sample(list(itertools.product(range(size), repeat=2)), int(size * size * rng.uniform(.35, .5))):
        free = set(range(size)) - {v for (i, j), v in filled.items() if i == r or j == c}
        if free:
            filled[r, c] = rng.choice(sorted(free))
    names = [f"{kind}{a}_{b}" for kind in "prc" for a in range(size) for b in range(size)]
    return text_of(names, ([f"p{r}_{c}", f"r{r}_{v}", f"c{c}_{v}"] for r, c, v in itertools.product(range(size), repeat=3)
                           if filled.get((r, c), v) == v))

FAMILIES = {f.__name__: f for f in (colouring, sparse, mutilated, quasigroup)}

def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=600)

def read(path, mode="r"):
    with open(path, mode) as f:
        return f.read()

def write(path, data):
    with open(path, "wb") as f:
        f.write(data)

def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dlx")
    parser.add_argument("dlx_check")
    parser.add_argument("--checker", required=True)
    parser.add_argument("--problems", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tally = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        problem, certificate, out = (os.path.join(folder, n) for n in ("problem.dlx", "certificate", "out"))
        for name, family in FAMILIES.items():
            rng = random.Random(f"{arguments.seed} {name}")
            while tally[name] < arguments.problems:
                write(problem, family(rng).encode())
                if os.path.exists(certificate):
                    os.remove(certificate)
                reduced = ["--no-preprocess"] * rng.randint(0, 1)
                count = run(arguments.dlx, "count", problem, "-q", "--engine", "learning_cells", "--method", "search",
                            "--node-limit", "20000", "--certificate", certificate, *reduced)
                if count.returncode or count.stdout != "0\n":
                    tally["has solutions, or was given up"] += 1
                    continue
                for checker in [arguments.dlx_check], [sys.executable, arguments.checker]:
                    checked = run(*checker, problem, certificate)
                    assert checked.returncode == 0 and checked.stdout.startswith("count 0\n"), (name, checker, checked)
                proof = run(arguments.dlx, "proof", problem, certificate, "--lrat", "--output", out)
                assert proof.returncode == 0, (name, proof)
                given, _ = proof_checkers.lrat(read(out + ".cnf"), read(out + ".lrat"))
                assert f"{len(given)} clauses" in proof.stdout
                tally[name] += 1
    print(dict(tally))
    return 0

if __name__ == "__main__":
    sys.exit(main())
