#!/usr/bin/env python3
"""Random tests of a certificate checker in Python.

    dlx_check_test.py [--checker PATH] [--problems N] [--mutations M] [--seed S]

Writes certificates of small random problems by plain backtracking over the definitions of CERTIFICATES.md, on
sets and tuples, and has them checked: right ones, ones with conditions broken on purpose, and M damaged ones.
What is accepted must have the right value, found by trying all sets of options.
"""
import argparse, collections, contextlib, gzip, hashlib, importlib.util, io, itertools, os, random, shutil
import subprocess, sys, tempfile, time

P = 2**61 - 1

def splitmix(x):
    x = (x + 0x9E3779B97F4A7C15) % 2**64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) % 2**64
    return x ^ (x >> 31)

class Prob:
    """items: list of (name, least, most) primary; secondary: names; options: list of (dict item->colour, cost)."""

    def __init__(self, primary, secondary, options):
        self.primary, self.secondary, self.options = primary, secondary, options
        self.np, self.opt = len(primary), [o for o, _ in options]
        self.lists = [[k for k, o in enumerate(self.opt) if i in o] for i in range(self.np + len(secondary))]

    def text(self):
        lines = [[name if (a, b) == (1, 1) else f"{b}|{name}" if a == b else f"{a}:{b}|{name}"
                  for name, a, b in self.primary] + ["|"] * bool(self.secondary) + self.secondary]
        names = [p[0] for p in self.primary] + self.secondary
        for o, cost in self.options:
            lines.append([names[i] + (":" + c if c else "") for i, c in o.items()] + [f"|{cost}"] * bool(cost))
        return "".join(" ".join(line) + "\n" for line in lines)

class Pause(Exception): pass  # its arguments: count, fingerprint and completeness of what came before

class Writer:
    """State: (need tuple, room tuple, frozenset A)."""

    def __init__(self, prob, rng, chance, seed=1, sigma=None, lies=None):
        self.prob, self.rng, self.chance, self.seed = prob, rng, chance, seed
        self.f = [1 + splitmix(splitmix(seed) ^ o) % (P - 1) for o in range(len(prob.opt))]
        self.w, self.out, self.merging, self.memo = [1] * len(prob.opt), [], 0, None
        self.image_used, self.perms, self.kept = False, [], []
        self.sigma, self.lies = sigma or [], lies or []  # permutations of items and options: symmetries, and none

    def choose(self, s, o):
        need, room, A, opt = list(s[0]), list(s[1]), s[2] - {o}, self.prob.opt
        for i, c in opt[o].items():
            if i < self.prob.np:
                need[i] = max(0, need[i] - 1)
                room[i] -= 1
                A = A if room[i] else A - set(self.prob.lists[i])
            else:
                A = {q for q in A if i not in opt[q] or (c is not None and opt[q][i] == c)}
        return tuple(need), tuple(room), frozenset(A)

    def children(self, s, i):
        S = sorted(o for o in s[2] if i in self.prob.opt[o])
        result = [(1 + S[k], self.choose((s[0], s[1], s[2] - set(S[:k])), S[k]))
                  for k in range(len(S)) if len(S) - k >= s[0][i]]
        closed = s[0], s[1][:i] + (0,) + s[1][i + 1:], s[2] - set(S)
        return result + ([(0, closed)] if s[0][i] == 0 else [])

    def put(self, *numbers):
        self.out += numbers

    def coin(self, kind):
        return self.rng.random() < self.chance.get(kind, 0)

    def node(self, s, here=None):
        """here: (what is open, path, weight count, weight fp) if a search is nearest.  Returns count, fp, whole."""
        U = [i for i in range(self.prob.np) if s[1][i] > 0]
        if not U:
            return 1, 1, True
        rng, opt = self.rng, self.prob.opt
        if self.coin("pause"):
            self.put(0)
            if here:
                here[0][here[1]] = (s, here[2], here[3])
                raise Pause(0, 0, True)
            return 0, 0, False
        if self.memo and self.coin("again"):
            cheat = self.coin("cheat")
            for t in self.memo:
                if t == s or cheat and t[2] == s[2]:
                    self.put(6)
                    return self.memo[t]
        if self.kept and self.perms and self.coin("cheat") and self.coin("image"):
            pi, ki = rng.randrange(len(self.perms)), rng.randrange(len(self.kept))
            if len(self.kept[ki][0][2]) == len(s[2]):
                self.put(12, pi, ki)
                return self.kept[ki][1]
        if (not self.merging or self.coin("cheat")) and self.coin("image"):
            for (pi, (sig, per)), (ki, (ks, kv)) in itertools.product(enumerate(self.perms), enumerate(self.kept)):
                fits = all(j < len(s[0]) and (a, b) == (s[0][j], s[1][j]) for a, b, j in zip(ks[0], ks[1], sig))
                if fits and {per[o] for o in ks[2]} == s[2]:
                    self.put(12, pi, ki)
                    self.image_used = True
                    return kv
        if self.coin("sweep"):
            order = U if rng.random() < 0.8 else range(self.prob.np)  # settled ones may be named as well
            order = rng.sample(order, rng.randint(0, len(order)))
            self.put(7, len(order), *order)
            return (*self.brute(s), True)
        if self.coin("part"):
            value = self.try_part(s, U)
            if value:
                if self.memo is not None and (value[2] or self.coin("cheat")):
                    self.memo[s] = value
                return value
        if self.coin("drop"):
            found = [(o, i) for o in sorted(s[2]) for i in U
                     if (s[0][i] > 0 or self.coin("cheat")) and (i not in opt[o] or self.coin("cheat"))]
            for o, i in rng.sample(found, len(found)):
                if not any(i in opt[q] for q in self.choose(s, o)[2]) or self.coin("cheat") and self.coin("cheat"):
                    self.put(8, o, i)
                    return self.node((s[0], s[1], s[2] - {o}))
        if (self.memo is None or self.coin("cheat")) and self.coin("merge"):
            pairs = list(itertools.permutations(sorted(s[2]), 2))
            lead = {o: self.choose(s, o) for o in s[2]}
            for o, q in rng.sample(pairs, len(pairs)):
                if lead[o] == lead[q] or lead[o][2] == lead[q][2] and self.coin("cheat"):
                    self.put(9, o, q)
                    before = self.w[o], self.f[o]
                    self.w[o], self.f[o] = self.w[o] + self.w[q], (self.f[o] + self.f[q]) % P
                    self.merging += 1
                    value = self.node((s[0], s[1], s[2] - {q}))
                    self.merging, (self.w[o], self.f[o]) = self.merging - 1, before
                    return value
        if self.memo is None and self.coin("memo"):
            self.put(5)
            self.memo = {}
            value = self.node(s)
            self.memo = None
            return value
        if self.sigma and self.coin("permutation"):
            sig, per = rng.choice(self.lies if self.lies and self.coin("cheat") else self.sigma)
            self.put(10, *sig, *per)
            self.perms.append((sig, per))
            return self.node(s)
        if (not self.merging or self.coin("cheat")) and self.coin("keep"):
            self.put(11)
            value = self.node(s)
            self.kept.append((s, value))
            return value
        if self.coin("search"):
            return self.search(s)
        return self.branch(s, U, here)

    def branch(self, s, U, here):
        if self.chance.get("mrv", 0) > self.rng.random():
            i = min(U, key=lambda j: sum(1 for o in self.prob.lists[j] if o in s[2]) - s[0][j])
        else:
            i = self.rng.choice(U)
        self.put(16 + i)
        kids = [(way, child, self.w[way - 1] if way else 1, self.f[way - 1] if way else 1)
                for way, child in self.children(s, i)]
        count, fp, whole = 0, 0, True
        for k, (way, child, w, f) in enumerate(kids):
            below = here and (here[0], here[1] + (way,), here[2] * w, here[3] * f % P)
            try:
                c, x, d = self.node(child, below)
            except Pause as pause:
                for way2, child2, w2, f2 in kids[k + 1:]:
                    here[0][here[1] + (way2,)] = (child2, here[2] * w2, here[3] * f2 % P)
                c, x, d = pause.args
                raise Pause(count + w * c, (fp + f * x) % P, whole and d) from None
            count, fp, whole = count + w * c, (fp + f * x) % P, whole and d
        if self.memo is not None and (kids and whole or self.coin("cheat")):
            self.memo[s] = count, fp, whole
        return count, fp, whole

    def search(self, s):
        self.put(1)
        opened, rng = {}, self.rng  # by path (a tuple of choices): state, weight count, weight fingerprint
        total = [0, 0, True]
        def piece(path):
            state, w, f = opened.pop(path)
            done = True
            try:
                c, x, d = self.node(state, (opened, path, w, f))
            except Pause as pause:
                (c, x, d), done = pause.args, False
            total[:] = total[0] + w * c, (total[1] + f * x) % P, total[2] and d
            return done

        opened[()] = (s, 1, 1)
        piece(())
        for _ in range(30):
            if not opened or self.coin("giveup"):
                break
            ways = rng.sample(sorted(opened), rng.randint(0 if rng.random() < .2 else 1, len(opened)))
            for _ in range(rng.choice([0, 0, 0, 1, 2])):  # ways that lead nowhere, or twice to the same node
                way = rng.choice(sorted(opened) + ways + [()])
                ways.append(rng.choice([way, way[:-1], way + (rng.randint(0, len(self.prob.opt)),)]))
            rng.shuffle(ways)
            self.put(2, len(ways))
            for way in ways:
                self.put(len(way), *way)
            for way in ways:
                if way in opened and not piece(way):
                    break
        self.put(3)
        return total[0], total[1], total[2] and not opened

    def try_part(self, s, U):
        """Components of A by shared primary items and conflicts; a random union of them is the part."""
        opt, A = self.prob.opt, sorted(s[2])
        group = {o: o for o in A}
        for o, q in itertools.combinations(A, 2):
            shared = set(opt[o]) & set(opt[q])
            clash = any(i < self.prob.np or opt[o][i] is None or opt[o][i] != opt[q][i] for i in shared)
            if (clash or shared and not self.chance.get("loose")) and not self.coin("cheat"):
                group = {x: group[o] if g == group[q] else g for x, g in group.items()}
        roots = sorted(set(group.values()))
        if not A or len(roots) < 2 and self.rng.random() < 0.9:
            return None
        picked = set(self.rng.sample(roots, self.rng.randint(0 if self.rng.random() < .1 else 1, len(roots))))
        part = frozenset(o for o in A if group[o] in picked)
        names = set()
        for o in part:  # enough primary items to name every option of the part
            if not names & set(opt[o]):
                names.add(self.rng.choice([i for i in opt[o] if i < self.prob.np]))
        mine = {i for o in part for i in opt[o]} & set(U)
        names |= set(self.rng.sample(sorted(mine), self.rng.randint(0, len(mine))))
        rest = s[2] - part
        free = {i for i in U if not any(i in opt[o] for o in rest)}
        names = sorted(names & free | {i for i in free if self.rng.random() < .1})
        part = frozenset(o for o in A if set(names) & set(opt[o]))
        inner, rest = set(U) & set(names).union(*(opt[o] for o in part)), s[2] - part
        self.rng.shuffle(names)
        self.put(4, len(names), *names)
        def only(keep):
            return tuple(tuple(x if i in keep else 0 for i, x in enumerate(part)) for part in s[:2])
        c, f, d = self.node((*only(inner), part))
        if d and c == 0:
            return 0, 0, True
        c2, f2, d2 = self.node((*only(set(U) - inner), rest))
        return c * c2, f * f2 % P, d and d2

    def brute(self, s):
        """Count and fingerprint by the definition: all sets of options of A, with the weights of now."""
        A, opt, np = sorted(s[2]), self.prob.opt, self.prob.np
        left = [[sum(i in opt[o] for o in A[k:]) for i in range(np)] for k in range(len(A) + 1)]
        def go(k, used, colour):
            if any(used[i] + left[k][i] < s[0][i] for i in range(np)):
                return 0, 0
            if k == len(A):
                return 1, 1
            c, f = go(k + 1, used, colour)
            o = opt[A[k]]
            if all(used[i] < s[1][i] if i < np else i not in colour or x and colour[i] == x for i, x in o.items()):
                c2, f2 = go(k + 1, [u + (i in o) for i, u in enumerate(used)],
                            {**colour, **{i: x for i, x in o.items() if i >= np}})
                c, f = c + self.w[A[k]] * c2, (f + self.f[A[k]] * f2) % P
            return c, f
        return go(0, [0] * np, {})

    def start(self):
        return (tuple(p[1] for p in self.prob.primary), tuple(p[2] for p in self.prob.primary),
                frozenset(range(len(self.prob.opt))))

    def write(self):
        """Returns head, numbers, tail, value."""
        value = self.node(self.start())
        identity = hashlib.sha256(self.prob.text().encode()).hexdigest()
        head = f"dlx-certificate 1\nproblem {identity}\nseed {self.seed}\n\n".encode()
        tail = (f"count {value[0]}\nfingerprint {'none' if self.image_used or self.rng.random() < .2 else value[1]}\n"
                f"{'complete' if value[2] else 'INCOMPLETE'}\n").encode()
        return head, self.out, tail, value

def encode(numbers):
    out = bytearray()
    for x in numbers:
        while x > 127:
            out.append(128 | (x & 127))
            x >>= 7
        out.append(x)
    return bytes(out)

MODES = {
    "plain": {}, "part": {"part": 0.9}, "sweep": {"sweep": 0.3}, "drop": {"drop": 0.5, "merge": 0.5},
    "pieces": {"search": 0.4, "pause": 0.1, "mrv": 0.5},
    "lower": {"search": 0.2, "pause": 0.05, "giveup": 0.05, "memo": 0.1, "part": 0.3, "loose": 1},
    "memo": {"memo": 0.5, "again": 0.9, "mrv": 0.5},
    "loose": {"part": 0.9, "loose": 1, "memo": 0.2, "again": 1},
    "symmetry": {"permutation": 0.3, "keep": 0.5, "image": 0.9},
    "mixed": {"search": 0.15, "pause": 0.04, "memo": 0.1, "again": 0.5, "part": 0.5, "loose": 1, "sweep": 0.05,
              "drop": 0.2, "merge": 0.2, "permutation": 0.15, "keep": 0.2, "image": 0.5, "mrv": 0.5},
}

def random_problem(rng):
    """A problem, symmetries of it (permutations of items and options), and lies: some that are none."""
    np, ns = rng.randint(1, 6), rng.choice([0, 0, 1, 2, 3])
    n, bounded, primary = np + ns, rng.random() < .5, []
    for i in range(np):
        least = rng.choice([0, 0, 1, 1, 2])
        most = max(least, 1) + rng.choice([0, 0, 1, 2])
        primary.append((f"p{i}", least, most) if bounded and rng.random() < .5 else (f"p{i}", 1, 1))
    sigma, false = list(range(n)), rng.random() < .2
    symmetric = rng.random() < .5
    for key in {p[1:] for p in primary} | {None}:  # permutes items with the same bounds, or all of each kind
        members = [i for i in range(n) if (i >= np) == (key is None) and (i >= np or false or primary[i][1:] == key)]
        for i, j in zip(members, rng.sample(members, len(members) if symmetric else 0)):
            sigma[i] = j
    options, limit, parts = [], rng.randint(0, 11), rng.random() < .3
    colours = rng.choice([[None], [None, "a"], ["a", "b"], [None, "a", "b"]])
    while len(options) < limit:
        half = rng.choice([0, 1])
        pool = [i for i in range(np) if not parts or i % 2 == half] or list(range(np))
        second = rng.sample(range(np, n), rng.randint(0, min(ns, 2)))
        members = rng.sample(pool, min(len(pool), rng.choice([1, 1, 2, 2, 3])))
        members += [i for i in second if not parts or i % 2 == half or rng.random() < .1]
        rng.shuffle(members)
        orbit = [{i: None if i < np else rng.choice(colours) for i in members}]
        while (x := {sigma[i]: c for i, c in orbit[-1].items()}) != orbit[0]:
            orbit.append(x)
        options += [(x, rng.choice([0] * 9 + [5])) for x in orbit * rng.choice([1, 1, 1, 1, 2])]
    if len(options) > 16:
        return random_problem(rng)
    prob, symmetries, lies = Prob(primary, [f"s{i}" for i in range(ns)], options), [], []
    for sig in sigma, list(range(n)):
        places = collections.defaultdict(list)
        for q, o in enumerate(prob.opt):
            places[frozenset(o.items())].append(q)
        for same in places.values():
            rng.shuffle(same)
        per = [places[frozenset((sig[i], c) for i, c in o.items())].pop() for o in prob.opt]
        true = all(primary[i][1:] == primary[sig[i]][1:] for i in range(np))
        (symmetries if true else lies).append((sig, per))
    per = list(range(len(options)))  # swaps options which differ in their colours at most
    for q, x in itertools.combinations(per, 2):
        if set(prob.opt[q]) == set(prob.opt[x]) and rng.random() < .5:
            per[q], per[x] = per[x], per[q]
    lies += [(list(range(n)), per), (rng.sample(range(n), n), per), (list(range(n)), rng.sample(per, len(per)))]
    return prob, symmetries, lies

def mutate(rng, numbers):
    """Damaged numbers."""
    x = list(numbers)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        x = x or [0]
        k, j, how = rng.randrange(len(x)), rng.randrange(len(x)), rng.randint(0, 6)
        if how == 0:
            x[k] = max(0, x[k] + rng.choice([-1, 1]))
        elif how == 1:
            x[k] = rng.randint(0, 24)
        elif how == 2:
            x.insert(k, rng.randint(0, 24))
        elif how == 3:
            del x[k]
        elif how == 4:
            x[k], x[j] = x[j], x[k]
        elif how == 5:
            del x[min(j, k):min(j, k) + rng.randint(1, 4)]
        else:
            x[j:j] = x[k:k + rng.randint(1, 6)]
    return x

def damage(rng, data, first):
    """Damaged bytes, mostly after the first lines."""
    data = bytearray(data)
    k = rng.randrange(first if rng.random() < .8 else 0, len(data))
    how = rng.randint(0, 3)
    if how == 0:
        data[k] ^= 1 << rng.randint(0, 7)
    elif how == 1:
        data.insert(k, rng.randint(0, 255))
    else:
        del data[k:k + 1 if how == 2 else None]
    return bytes(data)

def load(path):
    spec = importlib.util.spec_from_file_location("dlx_check", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

DIRECTED = [  # problem, numbers, words of the refusal: traps that random damage hardly finds
    ("x a | s\nx\nx s\na\na s\n", [10, 0, 1, 2, 0, 1, 2, 3, 16, 9, 2, 3, 11, 17, 12, 0, 0], "keep within a merge"),
    ("x a | s\nx s\nx\na\na s\n", [10, 0, 1, 2, 0, 1, 2, 3, 16, 11, 17, 9, 2, 3, 12, 0, 0], "image within a merge"),
    ("x a b | s t u\nx t\nx u\na s:1 u:1\nb s:1 u:1\na s:1 t:1\nb s:2 t:1\n",
     [10, 0, 1, 2, 3, 5, 4, 1, 0, 4, 5, 2, 3, 16, 11, 17, 18, 12, 0, 0], "not a symmetry"),
    ("x a b | t v u\nx t v\nx u\na u\nb u\na t\nb v\n",
     [10, *range(6), *range(6), 16, 11, 17, 18, 12, 0, 0], "not the state here"),
    ("a b\na\nb\n", [10, 0, 0, 0, 1, 16, 17], "image twice"),
    ("a 2|b\na b\na b\n", [10, 1, 0, 0, 1, 16, 17], "not a symmetry"),
    ("a\na\na\n", [9, 0, 0, 16], "do not lead"),
    ("a b\na\nb\n", [1, 0, 2, 1, 0, 16, 17, 2, 2, 0, 1, 1, 3], None),
    ("a b\na\nb\n", [16, 0], None),
    ("a b\na\nb\n", [11] * 5000, "nested"),
    ("a b\na\nb\n", [2**63], "nine bytes"),
    ("a b\na\nb\n", [1, 0, 2, 2**50], "no choice"),
    ("a b\n", [4, 2, 0, 1, 16], None),
    ("a b\na\nb\nb\n", [16, 8, 1, 0, 17], "0 is no item of U"),
    ("a b\na\nb\na b\n", [8, 0, 0, 16, 17], "drop of option 0"),
]
BAD_PROBLEMS = [b"", b"\n\n", b"| a\n", b"a a\n", b"a | b | c\n", b"a b\nc\n", b"a b\na a\n", b"a\na:x\n", b"2|\n",
                b"a | b\nb:x\n", b"a | b\na b:\n", b"a:b\n", b"a | 2|b\n", b"0|a\n", b"3:2|a\n", b"a\na |x\n",
                b"a | b\na b:x:y\n"]

def directed(checker):
    for text, numbers, words in DIRECTED:
        problem = checker.Problem(text.encode())
        head = f"dlx-certificate 1\nproblem {problem.identity}\nseed 1\n\n".encode()
        try:
            got = checker.check(problem, io.BytesIO(head + encode(numbers) + b"1\n2\n3\n"), True)
            assert words is None, ("directed", text, numbers, got)
        except checker.Refused as error:
            assert words and words in str(error), ("directed", text, numbers, words, error)
    for text in BAD_PROBLEMS:
        with contextlib.suppress(checker.Unreadable):
            checker.Problem(text)
            raise AssertionError(("a bad problem was read", text))

def files(checker, folder):
    """The program, with plain and compressed files."""
    prob = Prob([("a", 1, 1), ("b", 0, 2)], ["s"], [({0: None}, 0), ({1: None, 2: "x"}, 3), ({0: None, 1: None}, 0)])
    head, numbers, tail, value = Writer(prob, random.Random(1), {}).write()
    one, two = head, encode(numbers) + tail
    lines = f"count {value[0]}\nfingerprint {value[1]} seed 1\nproblem {head.split()[3].decode()}\ncomplete\n"
    cases = [(one + two, 0), (gzip.compress(one) + gzip.compress(two), 0), (gzip.compress(one + two)[:-3], 2),
             (gzip.compress(one + two) + b"garbage", 2), (b"", 2), (b"\x1f\x8b", 2), (one + two + b"x", 1),
             (one + two[:-1], 1), (one[:30], 1), (one + gzip.compress(b""), 1), (gzip.compress(b"d" * 10**7), 2),
             (one.replace(b"seed 1", b"seed 2"), 1), (one + two.replace(b"count", b"count 1"), 1)]
    if shutil.which("zstd"):
        def zstd(data):
            return subprocess.run(["zstd", "-qc"], input=data, stdout=subprocess.PIPE).stdout
        cases += [(zstd(one) + zstd(two), 0), (zstd(one + two)[:-3], 2), (zstd(one + two) + b"x", 2)]
    for certificate, code in cases:
        paths, out = [os.path.join(folder, "p"), os.path.join(folder, "c")], io.StringIO()
        for path, data in zip(paths, (b"/ a comment\n" + prob.text().encode(), certificate)):
            with open(path, "wb") as f:
                f.write(data)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            got = checker.main(paths)
        assert (got, out.getvalue()) == (code, "" if code else lines), (certificate, got, out.getvalue())
    names = [f"i{k}" for k in range(4310)]  # ten ways each: a count of more digits than Python writes by itself
    problem = checker.Problem((" ".join(names) + "\n" + "".join(f"{name}\n" * 10 for name in names)).encode())
    large = (f"dlx-certificate 1\nproblem {problem.identity}\nseed 1\n\n".encode() + encode([7, 0]) +
             f"count 1{'0' * 4310}\nfingerprint none\ncomplete\n".encode())
    assert checker.check(problem, io.BytesIO(large))[0] == 10**4310, "a long count"

def one_problem(checker, rng, mutations, tally):
    prob, symmetries, lies = random_problem(rng)
    problem = checker.Problem(prob.text().encode())
    seed = rng.choice([0, 1, 2, 2**64 - 1, rng.getrandbits(64)])
    truth = Writer(prob, rng, {}, seed).brute(Writer(prob, rng, {}).start())
    def right(value, data, believe):
        """Checks the certificate; whether it was accepted.  What is accepted must be right."""
        try:
            count, mark, s, complete = checker.check(problem, io.BytesIO(data), believe)
        except (checker.Refused, checker.Unreadable) as error:
            assert value is None, ("refused", error, prob.text(), data)
            return "refused"
        want = truth if s == seed else Writer(prob, rng, {}, s).brute(Writer(prob, rng, {}).start())
        if complete:
            assert count == want[0] and mark in ("none", want[1]), (count, mark, want, prob.text(), data)
        assert count <= want[0], (count, want, prob.text(), data)
        assert value in (None, (count, mark, complete)), (value, count, mark, complete, prob.text(), data)
        return "complete" if complete else "incomplete"

    for mode in rng.sample(sorted(MODES), 3):
        writer = Writer(prob, rng, MODES[mode], seed, symmetries)
        head, numbers, tail, value = writer.write()
        tally["written: " + right((value[0], "none" if writer.image_used else value[1], value[2]),
                                  head + encode(numbers) + tail, False)] += 1
    for _ in range(2):  # conditions broken on purpose
        chance = {**MODES[rng.choice(["mixed", "mixed", "drop", "part", "symmetry", "memo", "lower"])],
                  "cheat": rng.choice([.1, .3, .6])}
        if rng.random() < .3:
            chance.update(merge=.5, keep=.3, image=.5, permutation=.3)
        h, x, t, _ = Writer(prob, rng, chance, seed, symmetries, lies).write()
        tally["cheating: " + right(None, h + encode(x) + t, True)] += 1
    for _ in range(mutations):
        data = head + encode(mutate(rng, numbers)) + tail
        if rng.random() < .4:
            data = damage(rng, head + encode(numbers) + tail, len(head))
        tally["damaged: " + right(None, data, rng.random() < .7)] += 1

def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--checker", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "dlx_check.py"))
    parser.add_argument("--problems", type=int, default=2500)
    parser.add_argument("--mutations", type=int, default=15000, help="over all problems")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    checker, tally, start = load(arguments.checker), collections.Counter(), time.time()
    try:
        directed(checker)
        with tempfile.TemporaryDirectory() as folder:
            files(checker, folder)
        for case in range(arguments.problems):
            mutations = len(range(case, arguments.mutations, arguments.problems))
            one_problem(checker, random.Random(f"{arguments.seed} {case}"), mutations, tally)
    except AssertionError as failure:
        print("FAILED:", *failure.args[0], sep="\n  ")
        return 1
    print(f"passed: {arguments.problems} problems, {time.time() - start:.0f} s;", dict(sorted(tally.items())))
    return 0

if __name__ == "__main__":
    sys.exit(main())

