#!/usr/bin/env python3
"""Compares dlx_check.py with another checker of certificates.

    cross_check.py CHECK_PROGRAM [--many PROGRAM] [--checker PATH] [--kinds KIND...] [--modes MODE...] [--problems N]
                   [--mutations M] [--seed S] [--memory MIB]

CHECK_PROGRAM takes PROBLEM CERTIFICATE and has the same output and exit codes; with --many, a program that checks
many certificates (check_many.cpp) does most of its work.  Both get the hand-made certificates
of dlx_check_test.py, and those of small random problems: right ones, ones with conditions broken on purpose, and M
damaged ones, of which a third are damaged after they were compressed.  Both must say the same and end with the same code; but either may refuse for the depth of nodes.  Then files that
are large once they are unpacked: CHECK_PROGRAM must know what to make of them in MIB of memory (0: in any).
"""
import argparse, collections, contextlib, functools, gzip, hashlib, io, itertools, os, random, re, resource, shutil, subprocess, sys, tempfile
from dlx_check_test import (DIRECTED, MODES, CheapWriter, Writer, class_certificate, damage, encode, load, mutate,
                            priced_problem, random_about, random_problem, symmetric_problem)

LARGE = re.compile("deep|nest|within each other", re.IGNORECASE)

class Compared:
    def __init__(self, program, many, checker, folder):
        self.program, self.checker = program, checker
        self.many = many and subprocess.Popen([many], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.paths = [os.path.join(folder, "problem"), os.path.join(folder, "certificate")]
        self.tally, self.smallest, self.met = collections.Counter(), {}, set()
        for step in "sweep", "drop", "merge", "image", "invariant", "signs", "nogoods":
            setattr(checker.Checker, step, self.watched(step, getattr(checker.Checker, step)))

    def watched(self, step, follow):
        """The same, where it is noted that the step was met."""
        def noted(*arguments):
            self.met.add(step)
            return follow(*arguments)
        return noted

    def python(self):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = self.checker.main(self.paths)
        return code, out.getvalue(), err.getvalue()

    def other(self):
        run = subprocess.run([self.program, *self.paths], capture_output=True, timeout=300)
        return run.returncode, run.stdout.decode("latin-1"), run.stderr.decode("latin-1")

    def of_many(self, *contents):
        """The other in the process that checks many."""
        self.many.stdin.write(" ".join(str(len(c)) for c in contents).encode() + b"\n" + b"".join(contents))
        self.many.stdin.flush()
        code, *lengths = map(int, self.many.stdout.readline().split())
        return code, *(self.many.stdout.read(n).decode("latin-1") for n in lengths)

    def run(self, kind, text, data, numbers=()):
        """Both on one certificate; whether they agree."""
        for path, content in zip(self.paths, (text.encode(), data)):
            with open(path, "wb") as f:
                f.write(content)
        self.met.clear()
        mine, other = self.python(), self.of_many(text.encode(), data) if self.many else self.other()
        accepted = [r[0] in (0, 3) for r in (mine, other)]
        agree = mine[:2] == other[:2]
        large = accepted[0] != accepted[1] and LARGE.search(mine[2] + other[2])
        verdict = {0: "accepted", 3: "accepted", 1: "refused"}.get(mine[0], "unreadable")
        verdict = verdict if agree else "too large for one" if large else "DISAGREE"
        self.tally.update(f"{what}: {verdict}" for what in [kind, *(f"with {step}" for step in self.met)])
        if not agree and not large:  # the smallest of each sort is shown
            sort = mine[0], other[0], re.sub("[0-9]+", "#", mine[2] + other[2])
            example = len(text) + len(data), text, list(numbers), data, mine, other
            self.smallest[sort] = min(example, self.smallest.get(sort, example))

    def usage(self):
        """Both say 2 where the command makes no sense or a file cannot be opened."""
        here, nowhere = os.path.abspath(__file__), os.path.join(os.path.dirname(self.paths[0]), "nothing")
        folder = os.path.dirname(here)
        with open(self.paths[0], "w") as f:
            f.write("a\na\n")
        for paths in [], [here], [here] * 3, [nowhere, here], [here, nowhere], [folder, here], [self.paths[0], folder]:
            self.paths, kept = paths, self.paths
            mine, other = self.python(), self.other()
            self.paths = kept
            if (mine[0], other[0], mine[1] + other[1]) != (2, 2, "") or not (mine[2] and other[2]):
                self.smallest["usage", len(paths)] = 0, "", [], b"", mine, other
        help = subprocess.run([self.program, "--help"], capture_output=True)
        if (help.returncode, help.stderr) != (0, b"") or not help.stdout:
            self.smallest["help"] = 0, "", [], b"", (0, "help", ""), (help.returncode, help.stdout, help.stderr)

    def depth(self):
        """The program alone: a node for each of many items, and nowhere to write what it found."""
        names = [f"i{k}" for k in range(10_000)]
        text = " ".join(names) + "\n" + "".join(name + "\n" for name in names)
        identity = hashlib.sha256(text.encode()).hexdigest()
        data = (f"dlx-certificate 1\nproblem {identity}\nseed 1\n\n".encode() + encode(range(16, 16 + len(names))) +
                b"count 1\nfingerprint none\ncomplete\n")
        for path, content in zip(self.paths, (text.encode(), data)):
            with open(path, "wb") as f:
                f.write(content)
        for out, code in (subprocess.DEVNULL, 0), (open("/dev/full", "wb"), 2):
            run = subprocess.run([self.program, *self.paths], stdout=out, stderr=subprocess.PIPE, timeout=300)
            if run.returncode != code:
                self.smallest["depth", code] = 0, "", [], b"", (code, "", ""), (run.returncode, "", run.stderr)

    def packed(self):
        """Compressed certificates, right ones and damaged ones, and a compressed problem; and no secondary item after
        the bar."""
        for text in "a\na\n", "a b |\na b\n", "a b | c\na b c:x\n":
            identity = self.checker.Problem(text.encode()).identity
            one, two = f"dlx-certificate 1\nproblem {identity}\nseed 1\n\n".encode(), encode([7, 0])
            two += self.claims(text, one + two, b"")
            packers = [gzip.compress] + [functools.partial(pipe, "zstd")] * bool(ZSTD)
            for data in [one + two, b"", *(x for pack in packers for x in (
                    pack(one) + pack(two), pack(one + two)[:-9], pack(one + two) + b"junk", pack(one + two) + b"\0", pack(one), pack(b"d" * 10**6)))]:
                self.run("packed", text, data)
                with open(self.paths[0], "wb") as f:
                    f.write(gzip.compress(text.encode()))
                if (self.python()[0], self.other()[0]) != (2, 2):
                    self.smallest["packed problem"] = 0, text, [], data, self.python(), self.other()

    def little_memory(self, mebibytes):
        """Ways to nothing, a line without end, a group that is too large, and a problem that needs little stack."""
        text, limit = "a\n" + "a\n" * 10, mebibytes << 20 if mebibytes else resource.RLIM_INFINITY
        head = f"dlx-certificate 1\nproblem {self.checker.Problem(text.encode()).identity}\nseed 1\n\n".encode()
        ways = head + encode([1, 0, 2, 2 * 10**7]) + b"\0" * 2 * 10**7 + encode([16, 3])
        claims = self.claims(text, head + encode([7, 0]), b"")
        group = head.replace(b"seed 1\n", b"seed 1\nclasses\n") + encode(  # of 10! members
            [2, 0, *range(1, 10), 0, 0, 1, 0, *range(2, 10), 16])
        for data, code in (group, 1), (head + encode([7, 0]) + claims, 0), (ways + claims, 0), (b"d" * 2 * 10**8, 1), (
                head + encode([7, 0]) + b"count " + b"2" * 2 * 10**8, 1):
            for path, content in zip(self.paths, (text.encode(), gzip.compress(data, 1))):
                with open(path, "wb") as f:
                    f.write(content)
            bound = functools.partial(resource.setrlimit, resource.RLIMIT_AS, (limit, limit))
            run = subprocess.run([self.program, *self.paths], capture_output=True, timeout=300, preexec_fn=bound)
            self.tally["in little memory"] += 1
            if run.returncode != code or code and not run.stderr:
                self.smallest["memory", len(data)] = 0, text, [], data[:100], code, (run.returncode, run.stderr)

    def hardly_any_memory(self):
        """The program alone, in ever more memory: it says 4 or, where there is enough, what it must; never that the
        certificate is refused.  In too little the loader ends it, with 127."""
        text = "".join(f"i{k} " for k in range(300)) + "\n" + "".join(f"i{k}\n" * 2 for k in range(300))
        identity = self.checker.Problem(text.encode()).identity
        data = f"dlx-certificate 1\nproblem {identity}\nseed 1\n\n".encode() + encode([7, 0])
        data += self.claims(text, data, b"")
        packers = [bytes, gzip.compress] + [functools.partial(pipe, "zstd")] * bool(ZSTD)
        for pack, wrong in itertools.product(packers, (False, True)):
            for path, content in zip(self.paths, (text.encode(), pack(data + b"\n" * wrong))):
                with open(path, "wb") as f:
                    f.write(content)
            codes = collections.Counter()
            for kibibytes in range(6_000, 64_000, 2_000):
                bound = functools.partial(resource.setrlimit, resource.RLIMIT_AS, (kibibytes << 10, kibibytes << 10))
                run = subprocess.run([self.program, *self.paths], capture_output=True, timeout=300, preexec_fn=bound)
                codes[run.returncode] += 1
                if run.returncode == 4 and b"memory" not in run.stderr:
                    self.smallest["no word of memory"] = 0, text[:50], [], b"", kibibytes, run.stderr
            self.tally["in hardly any memory"] += 1
            if set(codes) - {127} != {int(wrong), 4}:
                self.smallest["hardly any memory", wrong] = 0, text[:50], [], b"", int(wrong), codes

    def claims(self, text, data, fall_back):
        """The lines after the numbers: what dlx_check.py computes; or the others."""
        try:
            problem, about = self.checker.Problem(text.encode()), data.split(b"\n", 4)[3:4]
            lines = 4 if any(about) else 3
            count, mark, _, complete, more = self.checker.check(problem, io.BytesIO(data + b"\n" * lines), True)
        except (self.checker.Refused, self.checker.Unreadable):
            return fall_back
        lines = [f"count {count}", f"fingerprint {mark}", *more, "complete" if complete else "INCOMPLETE"]
        return "".join(line + "\n" for line in lines).encode()

    def damaged_containers(self, rng, text, data, mutations):
        """Damaged in their compressed form: in frames of zstd or members of gzip, one or several."""
        cut = rng.choice([0, rng.randrange(len(data))])
        parts = [data[:cut]] * bool(cut) + [data[cut:]]
        if rng.random() < .5 and ZSTD:
            kind, packed = "zstd", [pipe("zstd", part) for part in parts]
        else:
            kind, packed = "gzip", [gzip.compress(part, rng.choice([0, 1, 9])) for part in parts]
        for _ in range(mutations):
            how, whole = rng.random(), b"".join(packed)
            if how < .1:
                whole += rng.choice([b"\0" * rng.randint(1, 9), packed[0], packed[0][:rng.randint(1, 20)], b"junk"])
            elif how < .15:
                whole = b"".join(rng.sample(packed, len(packed)))
            else:
                whole = damage(rng, whole, 0)
            self.run(f"{kind} damaged", text, whole)

ZSTD = shutil.which("zstd")

def pipe(program, data):
    return subprocess.run([program, "-qc"], input=data, stdout=subprocess.PIPE).stdout

def hand_made(compared):
    for text, numbers, _, *about in DIRECTED:
        lines = "".join(line + "\n" for line in [compared.checker.Problem(text.encode()).identity, "seed 1", *about, ""])
        data = f"dlx-certificate 1\nproblem {lines}".encode() + encode(numbers)
        for count, end in itertools.product(range(5), ("complete", "INCOMPLETE")):  # what a faulty checker may compute
            guess = f"count {count}\nfingerprint none\n{end}\n".encode()
            right = compared.claims(text, data, guess)
            compared.run("hand-made", text, data + right, numbers)
            if right != guess:
                break

def one_of_count(compared, rng, mutations, modes):
    prob, symmetries, lies = random_problem(rng)
    text, seed = prob.text(), rng.choice([0, 1, 2**64 - 1, rng.getrandbits(64)])
    writer = Writer(prob, rng, MODES[rng.choice(modes)], seed, symmetries)
    head, numbers, tail, _ = writer.write()
    compared.run("written", text, head + encode(numbers) + tail, numbers)
    plain = Writer(prob, rng, {}, seed)
    truth = f"count {plain.brute(prob.start())[0]}\nfingerprint none\ncomplete\n".encode()
    chance = {**MODES[rng.choice(modes)], "cheat": rng.choice([.1, .3, .6])}
    if rng.random() < .3:
        chance.update(merge=.5, keep=.3, image=.5, permutation=.3, memo=.1, again=.5)
    cheat, x, _, _ = Writer(prob, rng, chance, seed, symmetries, lies).write()
    compared.run("cheating", text, cheat + encode(x) + compared.claims(text, cheat + encode(x), truth), x)
    compared.damaged_containers(rng, text, head + encode(numbers) + tail, mutations // 3)
    for _ in range(mutations - mutations // 3):
        kind = rng.random()
        if kind < .2:
            compared.run("bytes damaged", text, damage(rng, head + encode(numbers) + tail, len(head)))
            continue
        some = mutate(rng, numbers if rng.random() < .7 else x)
        end = tail if kind < .3 else compared.claims(text, head + encode(some), rng.choice([tail, truth]))
        compared.run("numbers damaged", text, head + encode(some) + end, some)

def one_of(kind, compared, rng, mutations, modes):
    """Of classes or costs."""
    if kind == "classes":
        prob, generators = symmetric_problem(rng)
        chance = {**MODES[rng.choice(modes)], "cheat": rng.choice([0, 0, .1])}
        head, numbers, tail, _ = class_certificate(prob, rng, generators, chance, rng.getrandbits(64))
    else:
        prob = priced_problem(rng)
        about, cheat = random_about(rng, prob), rng.choice([0, 0, .1])
        head, numbers, tail, _ = CheapWriter(prob, rng, about, {"cheat": cheat}).write()
    compared.run(f"{kind} written", prob.text(), head + encode(numbers) + tail, numbers)
    compared.damaged_containers(rng, prob.text(), head + encode(numbers) + tail, mutations // 3)
    for _ in range(mutations - mutations // 3):
        if rng.random() < .2:
            data = damage(rng, head + encode(numbers) + tail, len(head))
            compared.run(f"{kind}, bytes damaged", prob.text(), data)
            continue
        some = mutate(rng, numbers)
        data = head + encode(some)
        compared.run(f"{kind}, numbers damaged", prob.text(), data + compared.claims(prob.text(), data, tail), some)

def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", metavar="CHECK_PROGRAM")
    parser.add_argument("--many", metavar="PROGRAM")
    parser.add_argument("--checker", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "dlx_check.py"))
    parser.add_argument("--kinds", nargs="+", choices=["count", "classes", "costs"], default=["count"])
    parser.add_argument("--modes", nargs="+", choices=sorted(MODES), default=sorted(MODES), help="of the writer")
    parser.add_argument("--problems", type=int, default=300)
    parser.add_argument("--mutations", type=int, default=1500, help="over all problems")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=400, help="MiB of addresses for the largest files; 0: no bound")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        compared = Compared(arguments.program, arguments.many, load(arguments.checker), folder)
        compared.usage()
        compared.depth()
        compared.packed()
        compared.little_memory(arguments.memory)
        if arguments.memory:
            compared.hardly_any_memory()
        hand_made(compared)
        for case in range(arguments.problems):
            mutations = len(range(case, arguments.mutations, arguments.problems))
            for kind in arguments.kinds:
                one = one_of_count if kind == "count" else functools.partial(one_of, kind)
                one(compared, random.Random(f"{arguments.seed} {case}"), mutations, arguments.modes)
    for _, text, numbers, data, mine, other in sorted(compared.smallest.values()):
        print("DISAGREEMENT\n" + text, f"numbers {numbers}", data, f"dlx_check.py: {mine}", f"other: {other}\n", sep="\n")
    print("disagree" if compared.smallest else "agree", dict(sorted(compared.tally.items())))
    return 1 if compared.smallest else 0

if __name__ == "__main__":
    sys.exit(main())
