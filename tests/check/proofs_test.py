#!/usr/bin/env python3
"""Has certificates of random problems turned into proofs by `dlx proof`, and the proofs checked.

    proofs_test.py DLX [--problems N] [--foreign N] [--seed S] [--large]

Certificates are written by dlx itself, by each of its methods, and by the writer of dlx_check_test.py, which uses all
that there is.  Each proof is checked by proof_checkers.py, and what it is about compared with all sets of options; of
damaged proofs, those that are accepted must say the same.  The first N proofs of a form go to checkers of others as
well, where they are installed; what is not there is said.
"""
import argparse, collections, hashlib, json, os, random, shutil, subprocess, sys, tempfile
import proof_checkers
from dlx_check_test import MODES, P, Prob, Writer, encode, mutate, random_problem

# Problems without solutions, in canonical text, and the numbers of a right certificate.
DIRECTED = [("2|a b\na b\nb\n", [15, 4, 1, 0]),  # an item with fewer options than it needs
            ("a b c\na b\nb c\na c\n", [15, 5, 0, 3, 2, 4, 0, 4, 3, 2, 0, 4])]  # nogoods of one option and of none

FORMS = {"lrat": ("cnf", "lrat"), "veripb": ("opb", "pbp"), "cpog": ("cnf", "cpog")}
ACL2_BOOK = '(include-book "projects/sat/lrat/stobj-based/run" :dir :system)\n'

def read(path):
    with open(path) as f:
        return f.read()

def write(path, data):
    with open(path, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode())

def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=600)

def solutions(prob):
    """All of them, as bit sets: by trying all sets of options."""
    found = []
    for m in range(1 << len(prob.opt)):
        chosen = [o for k, o in enumerate(prob.opt) if m >> k & 1]
        used = [sum(i in o for o in chosen) for i in range(prob.np)]
        shades = collections.defaultdict(list)
        for o in chosen:
            for i, c in o.items():
                shades[i].append(c)
        if all(a <= u <= b for u, (_, a, b) in zip(used, prob.primary)) and all(
                i < prob.np or len(c) == 1 or c[0] and len(set(c)) == 1 for i, c in shades.items()):
            found.append(m)
    return found

def models(form, given, size, blocked):
    """The sets of variables that do what is given; of the clauses of LRAT the last, which block solutions, aside."""
    def holds(its, m):
        true = sum(f for x, f in its[0].items() if (m >> abs(x) - 1 & 1) == (x > 0))
        return true >= its[1]
    rules = [its if form == "veripb" else ({x: 1 for x in its}, 1) for its in given.values()]
    base = rules[:len(rules) - blocked]
    found = [m for m in range(1 << size) if all(holds(its, m) for its in base)]
    for its in rules[len(rules) - blocked:]:  # each excludes one solution
        assert sum(not holds(its, m) for m in found) == 1
    return found

class Foreign:
    """Checkers and solvers by others."""

    def __init__(self, folder, most):
        self.folder, self.most, self.given, self.tally = folder, most, collections.Counter(), collections.Counter()
        names = ["acl2", "lrat-check", "lrat-trim", "cake_lpr", "drat-trim", "cadical", "veripb", "clasp", "cpog-check"]
        self.there = {name for name in names if shutil.which(name)}
        if "acl2" in self.there and "Error" in run("acl2", text=ACL2_BOOK).stdout:
            self.there.remove("acl2")
        print("skipped, for they are not installed:", ", ".join(sorted(set(names) - self.there)) or "none")

    def check(self, form, formula, proof, count):
        if self.given[form] >= self.most:
            return
        self.given[form] += 1
        def says(words, *command, text=None):
            if command[0] in self.there:
                answer = run(*command, text=text)
                assert words in answer.stdout, (command, answer.stdout, answer.stderr, read(formula), read(proof))
                self.tally[command[0]] += 1
        if form == "lrat":
            if "\n0\n" not in read(formula):  # it reads no empty clauses
                says("s VERIFIED", "acl2", text=ACL2_BOOK + f'(lrat::lrat-check "{formula}" "{proof}")\n')
            says("VERIFIED", "lrat-check", formula, proof)
            says("VERIFIED", "lrat-trim", formula, proof)
            says("s VERIFIED UNSAT", "cake_lpr", formula, proof)
            says("s VERIFIED", "drat-trim", formula, proof)
            says("s UNSATISFIABLE", "cadical", "-q", "-n", formula)
        elif form == "veripb":
            says(f"OF {count} SOLUTIONS" if count else "UNSATISFIABLE", "veripb", formula, proof)
            plain = os.path.join(self.folder, "plain.opb")
            write(plain, "".join(line + "\n" for line in read(formula).split("\n") if line[:9] != "preserved"))
            says(f"c Models         : {count}\n", "clasp", plain, "--models=0", "--quiet=2")
        else:
            says(f"model count = {count}\n", "cpog-check", formula, proof)

class Tested:
    def __init__(self, dlx, folder, foreign):
        self.dlx, self.folder, self.foreign, self.tally = dlx, folder, foreign, collections.Counter()
        self.problem, self.certificate, self.prefix = (os.path.join(folder, n) for n in ("problem.dlx", "certificate", "out"))

    def proof(self, form, *more):
        for suffix in ("cnf", "opb", "lrat", "pbp", "cpog"):
            if os.path.exists(self.prefix + "." + suffix):
                os.remove(self.prefix + "." + suffix)
        return run(self.dlx, "proof", self.problem, self.certificate, "--" + form, "--output", self.prefix, "--json", *more)

    def certified(self, prob, want, rng, damages):
        """The certificate is right: each proof of it must be."""
        bounded = any(p[1:] != (1, 1) for p in prob.primary)
        for form, suffixes in FORMS.items():
            answer = self.proof(form)
            context = form, prob.text(), answer.stdout, answer.stderr
            if bounded and form != "veripb" or form == "cpog" and not want:
                assert answer.returncode == 2 and form.upper() in answer.stderr, context
                self.tally[form + " refused"] += 1
                continue
            assert answer.returncode == 0, context
            paths = [self.prefix + "." + s for s in suffixes]
            texts = [read(path) for path in paths]
            said = json.loads(answer.stdout)
            assert said["count"] == str(len(want)), context
            check = getattr(proof_checkers, form)
            try:
                given, count = check(*texts)
            except proof_checkers.Refused as why:
                raise AssertionError(("refused", why, *context, *texts)) from None
            assert len(given) == said["clauses"], context
            assert count is None or count == len(want), (count, len(want), *context)
            size = max(len(prob.opt), form == "veripb")
            assert models(form, given, size, len(want) if form == "lrat" else 0) == want, (*context, *texts)
            self.tally[form] += 1
            self.foreign.check(form, *paths, len(want))
            for _ in range(damages):
                self.damaged(form, texts, rng, given, count)

    def damaged(self, form, texts, rng, given, count):
        lines = texts[1].splitlines()
        k, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        words = lines[k].split()
        how = rng.randint(0, 4)
        if how == 0:
            del lines[k]
        elif how == 1:
            lines[k], lines[j] = lines[j], lines[k]
        elif how == 2:
            del words[rng.randrange(len(words))]
            lines[k] = " ".join(words)
        elif how == 3:
            at = rng.randrange(len(words))
            words[at] = words[rng.randrange(len(words))] if rng.random() < .5 else str(rng.randint(-3, 40))
            lines[k] = " ".join(words)
        else:
            lines = lines[:k]
        try:
            result = getattr(proof_checkers, form)(texts[0], "\n".join(lines) + "\n")
        except proof_checkers.Refused:
            self.tally[form + " damaged: refused"] += 1
        else:
            assert result == (given, count), (form, texts, lines)
            self.tally[form + " damaged: says the same"] += 1

    def directed(self):
        """Certificates made by hand."""
        for text, numbers in DIRECTED:
            write(self.problem, text)
            head = f"dlx-certificate 1\nproblem {hashlib.sha256(text.encode()).hexdigest()}\nseed 1\n\n"
            write(self.certificate, head.encode() + encode(numbers) + b"count 0\nfingerprint 0\ncomplete\n")
            answer = self.proof("veripb")
            assert answer.returncode == 0, (text, answer)
            proof_checkers.veripb(*(read(self.prefix + "." + s) for s in FORMS["veripb"]))

    def one_problem(self, rng, damages):
        prob, symmetries, lies = random_problem(rng)
        if len(prob.opt) > 11:
            return
        want = solutions(prob)
        write(self.problem, prob.text())
        mode = rng.choice([m for m in sorted(MODES) if m != "lower"])
        writer = Writer(prob, rng, MODES[mode], 1, symmetries)
        head, numbers, tail, value = writer.write()
        write(self.certificate, head + encode(numbers) + tail)
        if value[2]:
            self.tally[mode] += 1
            self.certified(prob, want, rng, damages)
        else:
            assert self.proof("veripb").returncode == 2
            self.tally["incomplete: refused"] += 1
        self.wrong(rng, prob, want, head, numbers, tail)
        honest = MODES[rng.choice(["mixed", "drop", "part", "symmetry", "memo", "nogoods"])]
        chance = {**honest, "cheat": rng.choice([.1, .3, .6])}
        head, numbers, tail, _ = Writer(prob, rng, chance, 1, symmetries, lies).write()
        self.judge(prob, want, head + encode(numbers) + tail, "cheating")
        method = rng.choice(["--method search --threads 1", "--method sweep", "--method zdd", "--method search --no-preprocess",
                             "--method memo", "--engine dancing_links", "",
                             "--method search --engine learning_cells"])
        os.remove(self.certificate)
        counted = run(self.dlx, "count", self.problem, "--certificate", self.certificate, "-q", *method.split())
        if counted.returncode == 2:  # no memo with multiplicities
            return
        assert counted.stdout == f"{len(want)}\n", (prob.text(), counted)
        self.tally["count " + method] += 1
        self.certified(prob, want, rng, 0)

    def wrong(self, rng, prob, want, head, numbers, tail):
        self.judge(prob, want, head + encode(mutate(rng, numbers)) + tail, "damaged certificate")

    def judge(self, prob, want, certificate, kind):
        """A certificate that may be wrong: it is refused, or its proof is right."""
        write(self.certificate, certificate)
        form = "lrat" if all(p[1:] == (1, 1) for p in prob.primary) else "veripb"
        answer = self.proof(form)
        assert answer.returncode in (0, 2), (prob.text(), certificate, answer)
        self.tally[f"{kind}: {'refused' if answer.returncode else 'accepted'}"] += 1
        if answer.returncode == 0:
            given, _ = getattr(proof_checkers, form)(*(read(self.prefix + "." + s) for s in FORMS[form]))
            size = max(len(prob.opt), form == "veripb")
            assert models(form, given, size, len(want) if form == "lrat" else 0) == want

    def large(self):
        """Puzzles; where a proof is long, only its form with the quickest checker."""
        for puzzle, forms in (("langford 7", FORMS), ("pentominoes 3x20", ["lrat", "veripb"]), ("dominoes 8x8", ["cpog"]),
                              ("soma", ["lrat"])):
            write(self.problem, run(self.dlx, *puzzle.split(), "--emit").stdout)
            counted = run(self.dlx, "count", self.problem, "--certificate", self.certificate, "-q")
            for form in forms:
                answer = self.proof(form)
                assert answer.returncode == 0 and json.loads(answer.stdout)["count"] + "\n" == counted.stdout, answer
                paths = [self.prefix + "." + s for s in FORMS[form]]
                _, count = getattr(proof_checkers, form)(*map(read, paths))
                assert count is None or f"{count}\n" == counted.stdout
                self.foreign.check(form, *paths, int(counted.stdout))

def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dlx")
    parser.add_argument("--problems", type=int, default=300)
    parser.add_argument("--foreign", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--large", action="store_true", help="some puzzles as well")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        foreign = Foreign(folder, arguments.foreign)
        tested = Tested(arguments.dlx, folder, foreign)
        tested.directed()
        if arguments.large:
            tested.large()
        for case in range(arguments.problems):
            tested.one_problem(random.Random(f"{arguments.seed} {case}"), 3)
    print(dict(sorted(tested.tally.items())))
    print("by others:", dict(sorted(foreign.tally.items())))
    for form in FORMS:
        assert tested.tally[form] and tested.tally[form + " damaged: refused"], f"nothing was done with {form}"
    return 0

if __name__ == "__main__":
    sys.exit(main())
