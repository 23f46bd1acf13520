#!/usr/bin/env python3
"""Random tests of a certificate checker in Python.

    dlx_check_test.py [--checker PATH] [--problems N] [--mutations M] [--seed S]

Writes certificates of small random problems by plain backtracking over the definitions of CERTIFICATES.md, on
sets and tuples, and has them checked: right ones, ones with conditions broken on purpose, and M damaged ones; as
many of counts as of classes and of the cheapest solutions.  What is accepted must have the right value, found by
trying all sets of options.
"""
import argparse, collections, contextlib, functools, gzip, hashlib, importlib.util, io, itertools, math, os, random, re
import shutil, subprocess, sys, tempfile, time

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
        self.np, self.opt, self.costs = len(primary), [o for o, _ in options], [cost for _, cost in options]
        self.lists = [[k for k, o in enumerate(self.opt) if i in o] for i in range(self.np + len(secondary))]

    def text(self):
        lines = [[name if (a, b) == (1, 1) else f"{b}|{name}" if a == b else f"{a}:{b}|{name}"
                  for name, a, b in self.primary] + ["|"] * bool(self.secondary) + self.secondary]
        names = [p[0] for p in self.primary] + self.secondary
        for o, cost in self.options:
            lines.append([names[i] + (":" + c if c else "") for i, c in o.items()] + [f"|{cost}"] * bool(cost))
        return "".join(" ".join(line) + "\n" for line in lines)

    def head(self, seed, about=""):
        identity = hashlib.sha256(self.text().encode()).hexdigest()
        return f"dlx-certificate 1\nproblem {identity}\nseed {seed}\n{about}\n".encode()

    def start(self):
        return (tuple(p[1] for p in self.primary), tuple(p[2] for p in self.primary), frozenset(range(len(self.opt))))

    def solutions(self, need, room, A):
        """By the definition: all sets of options of A that cover as they must, ascending."""
        A, opt, np = sorted(A), self.opt, self.np
        left = [[sum(i in opt[o] for o in A[k:]) for i in range(np)] for k in range(len(A) + 1)]
        def go(k, used, colour, chosen):
            if any(used[i] + left[k][i] < need[i] for i in range(np)):
                return
            if k == len(A):
                yield chosen
                return
            yield from go(k + 1, used, colour, chosen)
            o = opt[A[k]]
            if all(used[i] < room[i] if i < np else i not in colour or x and colour[i] == x for i, x in o.items()):
                yield from go(k + 1, [u + (i in o) for i, u in enumerate(used)],
                              {**colour, **{i: x for i, x in o.items() if i >= np}}, chosen + (A[k],))
        return go(0, [0] * np, {}, ())

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

    def find_factors(self, s, U):
        """Items for a sum over signs, at random; or None."""
        opt, np = self.prob.opt, self.prob.np
        once = all(s[0][i] == s[1][i] == 1 for i in U)
        for _ in range(60):
            some = self.rng.sample(U, self.rng.randint(0, len(U)))
            sizes, fits, factor_of = {i: 0 for i in some}, once, {}
            for o in s[2]:
                mine = [i for i in opt[o] if i in sizes]
                fits = fits and len(mine) == 1
                for i in mine:
                    sizes[i] = max(sizes[i], sum(1 for j in opt[o] if j in U) - len(mine))
                    fits = fits and all(factor_of.setdefault(j, i) == i for j in opt[o] if j >= np)
            fits = fits and sum(sizes.values()) <= len(U) - len(some)
            if fits or self.coin("cheat") and self.coin("cheat") and self.coin("cheat"):
                return some
        return None

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
            some = [*enumerate(self.perms)][-9:], [*enumerate(self.kept)][-99:]
            for (pi, (sig, per)), (ki, (ks, kv)) in itertools.product(*some):
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
        if self.coin("invariant"):
            fixed, modulus = [i for i in U if s[0][i] == s[1][i] or self.coin("cheat")], rng.choice([2, 2, 3, 4])
            for _ in range(30):
                weights = {i: rng.randrange(modulus) for i in fixed}
                even = all(sum(weights.get(i, 0) for i in opt[o]) % modulus == 0 for o in s[2])
                odd = sum(s[0][i] * w for i, w in weights.items()) % modulus != 0
                if even and odd or (even or odd) and self.coin("cheat"):
                    pairs = rng.sample([*weights.items()], len(weights))
                    self.put(13, modulus, len(pairs), *itertools.chain(*pairs))
                    return 0, 0, True
        if self.coin("signs"):
            factors = self.find_factors(s, U)
            if factors is not None:
                self.put(14, len(factors), *factors)
                return (*self.brute(s), True)
        if self.coin("nogoods"):
            solutions = [*itertools.islice(self.prob.solutions(*s), 13)]
            if len(solutions) < 13:
                return self.nogoods(s, solutions)
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

    def nogoods(self, s, solutions):
        lines, cut = Nogoods(self, s, solutions).write(), self.coin("pause")
        if cut:
            lines[self.rng.randrange(len(lines)):] = [[0]]
        self.put(15, *itertools.chain(*lines))
        return (*self.sum(line[2:] for line in lines if line[0] == 1), not cut)

    def brute(self, s):
        """Count and fingerprint by the definition, with the weights of now."""
        return self.sum(self.prob.solutions(*s))

    def sum(self, solutions):
        count, mark = 0, 0
        for chosen in solutions:
            count += math.prod(self.w[o] for o in chosen)
            mark += functools.reduce(lambda x, o: x * self.f[o] % P, chosen, 1)
        return count, mark % P

    def write(self):
        """Returns head, numbers, tail, value."""
        value = self.node(self.prob.start())
        mark = "none" if self.image_used else value[1]
        value = value[0], mark, value[2], []
        return self.prob.head(self.seed), self.out, tail(self.rng, *value), value

class Nogoods:
    """The lines of a step of nogoods: a search through all assignments, at random.  An assignment is a set of literals
    that hold; each nogood is a list of literals, also that of a solution, or None when it is forgotten."""

    def __init__(self, writer, s, solutions):
        self.prob, self.s, self.A, self.rng, self.coin = writer.prob, s, sorted(s[2]), writer.rng, writer.coin
        self.lines, self.nogoods, self.named, self.always, self.absurd = [], [], [], set(), False
        self.untold = self.rng.sample(solutions, len(solutions) - (self.coin("cheat") and len(solutions) > 0))
        self.unnamed = sorted({(i, c) for o in self.A for i, c in self.prob.opt[o].items() if c})
        self.rng.shuffle(self.unnamed)
        # How often a nogood gets shorter, hints fewer or more, a colour its name before it must, nogoods are forgotten.
        often = [self.rng.choice([0, 0, .3, 1]) for _ in range(5)]
        self.shorter, self.fewer, self.more, self.early, self.forget = often

    def write(self):
        for _ in range(len(self.unnamed) * self.rng.randint(0, 1)):
            self.name()
        for x in self.rng.sample(self.untold, self.rng.randint(0, len(self.untold))):
            self.tell(x)
        for _ in range(self.rng.choice([0, 0, 3])):  # nogoods found at once, such as a literal and its opposite
            some = [v + sign for v in self.variables() for sign in (0, 1)]
            some = self.rng.sample(some, min(len(some), self.rng.randint(1, 3)))
            if some and self.propagate(some)[0] is not None:
                self.learn(some)
        self.refute([])
        return self.lines

    def chance(self, often):
        return self.rng.random() < often

    def variables(self):
        return [4 * o for o in self.A] + [4 * k + 2 for k in range(len(self.named))]

    def name(self):
        i, c = self.unnamed.pop()
        self.named.append((i, c))
        self.lines.append([2, i, self.rng.choice([o for o in self.A if self.prob.opt[o].get(i) == c])])

    def tell(self, x):
        self.untold.remove(x)
        for _ in range(1 + (self.coin("cheat") and self.coin("cheat"))):
            self.lines.append([1, len(x), *x])
            self.nogoods.append([4 * o + (o not in x) for o in self.A])

    def hold(self, held, literals):
        """Makes literals hold, and what follows by itself; returns whether there is no contradiction."""
        todo, opt = list(literals), self.prob.opt
        while todo:
            l = todo.pop()
            if l ^ 1 in held:
                return False
            if l not in held:
                held.add(l)
                if l % 4 == 0:
                    todo += [4 * k + 2 for k, (i, c) in enumerate(self.named) if opt[l // 4].get(i) == c]
                elif l % 4 == 3:
                    i, c = self.named[l // 4]
                    todo += [4 * o + 1 for o in self.A if opt[o].get(i) == c]
        return True

    def obey(self, held, hint):
        """The same, of what follows from a hint."""
        if hint % 2:
            missing = [l for l in self.nogoods[hint // 2] if l not in held]
            return len(missing) > 1 or missing != [] and self.hold(held, [missing[0] ^ 1])
        i, np, opt = hint // 2, self.prob.np, self.prob.opt
        need, room = (self.s[0][i], self.s[1][i]) if i < np else (0, 1)
        having = [o for o in self.A if i in opt[o]]
        members = [4 * k + 2 for k, (j, _) in enumerate(self.named) if i == j]
        members += [4 * o for o in having if not opt[o][i] or (i, opt[o][i]) not in self.named
                    and [opt[q][i] for q in having].count(opt[o][i]) == 1]
        left = [l for l in members if l ^ 1 not in held]
        chosen = len(held.intersection(left))
        if chosen > room or len(left) < need:
            return False
        if chosen == room:
            return self.hold(held, [l ^ 1 for l in left if l not in held])
        return len(left) > need or self.hold(held, left)

    def known(self):
        """All hints there are."""
        items = range(self.prob.np + len(self.prob.secondary))
        return [2 * i for i in items] + [2 * j + 1 for j, nogood in enumerate(self.nogoods) if nogood is not None]

    def propagate(self, literals, hints=None):
        """Those of these hints, or of all, over and over, that lead from the literals to a contradiction, or else None;
        and the assignment."""
        held, used, before, known = set(self.always), [], -1, self.known()
        if self.absurd or not self.hold(held, literals):
            return used, held
        while before < len(held):
            before = len(held)
            for hint in self.rng.sample(known, len(known)) if hints is None else hints:
                size, agrees = len(held), self.obey(held, hint)
                used += [hint] * (len(held) > size or not agrees)
                if not agrees:
                    return used, held
            if hints is not None:
                break
        return None, held

    def refute(self, literals):
        """Writes a nogood of these literals, or some of them, after those that it takes."""
        if self.unnamed and self.chance(self.early):
            self.name()
        hints, held = self.propagate(literals)
        unset = [v for v in self.variables() if not held & {v, v + 1}]
        chosen = tuple(o for o in self.A if 4 * o in held)
        lie = self.coin("cheat") and self.coin("cheat") and self.coin("cheat")
        if hints is None and not lie and (unset or chosen in self.untold or self.unnamed):
            if unset:
                v = self.rng.choice(unset) + self.rng.randint(0, 1)
                for l in v, v ^ 1:
                    if self.propagate(literals)[0] is None:
                        self.refute([*literals, l])
            elif chosen in self.untold:
                self.tell(chosen)
            else:
                self.name()
            return self.refute(literals)
        self.learn(literals)

    def learn(self, literals):
        hints = self.propagate(literals)[0]
        if hints is not None and self.chance(self.shorter):
            for l in self.rng.sample(literals, len(literals)):
                found = self.propagate(rest := [x for x in literals if x != l])[0]
                if rest and found is not None:
                    literals, hints = rest, found
        hints = self.known() * 2 if hints is None else hints  # a lie if there are none
        if self.chance(self.fewer):
            for k in reversed(range(len(hints))):
                rest = hints[:k] + hints[k + 1:]
                hints = rest if self.propagate(literals, rest)[0] is not None else hints
        if self.chance(self.more):
            for hint in self.rng.choices(self.known(), k=self.rng.randint(1, 5)):
                hints.insert(self.rng.randint(0, len(hints)), hint)
        if self.coin("cheat") and self.coin("cheat") and self.coin("cheat"):
            lost = [2 * j + 1 for j, nogood in enumerate(self.nogoods) if nogood is None]
            hints = self.rng.choice([lost[:1] + hints, hints[1:], hints[:-1]])
            literals = self.rng.sample(literals, self.rng.randint(bool(literals), len(literals)))
        literals = self.rng.sample(literals, len(literals))
        self.lines.append([4 + len(literals), *literals, len(hints), *hints])
        self.nogoods.append(literals)
        if len(literals) == 1 and not self.absurd:
            self.absurd = not self.hold(self.always, [literals[0] ^ 1])
        for j, nogood in enumerate(self.nogoods[:-1] if literals else []):
            if nogood is not None and {*literals} <= {*nogood} and self.chance(self.forget):
                self.lines.append([3, j])
                self.nogoods[j] = None

def tail(rng, count, mark, complete, more=()):
    """What is claimed."""
    lines = [f"count {count}", f"fingerprint {'none' if rng.random() < .2 else mark}", *more]
    return "".join(line + "\n" for line in [*lines, "complete" if complete else "INCOMPLETE"]).encode()

def generated(generators, size, limit=100):
    """The members of a group, in the order of the text; or None if they are more."""
    members = {tuple(range(size)): 0}
    todo = collections.deque(members)
    while todo:
        member = todo.popleft()
        for generator in generators:
            product = tuple(generator[o] for o in member)
            if product not in members:
                members[product] = len(members)
                todo.append(product)
        if len(members) > limit:
            return None
    return list(members)

def orbits(prob, per):
    """The problem of orbits and its options as sets of options of this one; or None if it is refused."""
    found, options = [], []
    for o in range(len(per)):
        orbit = [o]
        while per[orbit[-1]] != o:
            orbit.append(per[orbit[-1]])
        both = [(i, prob.opt[q][i], prob.opt[x][i]) for q, x in itertools.combinations(orbit, 2)
                for i in prob.opt[q].keys() & prob.opt[x].keys()]
        if min(orbit) == o and all(prob.primary[i][2] > 1 if i < prob.np else a and a == b for i, a, b in both):
            if any(i < prob.np for i, _, _ in both):
                return None, None
            found.append(set(orbit))
            options.append(({i: c for q in orbit for i, c in prob.opt[q].items()}, 0))
    return Prob(prob.primary, prob.secondary, options), found

def class_certificate(prob, rng, generators, chance, seed):
    """Head, numbers, tail and value of a certificate of classes; False for the value if it must be refused."""
    main = Writer(prob, rng, chance, seed, generators)
    main.put(len(generators))
    for sig, per in generators:
        main.put(*sig, *per)
    count, mark, whole = main.node(prob.start())
    members, keeps = generated([per for _, per in generators], len(prob.opt)), [count]
    for own, member in enumerate(members[1:], 1):
        some = rng.sample(range(1, own), min(own - 1, rng.randint(0, 4)))
        pairs = [(n, k) for n, (k, c) in itertools.product(some, enumerate(members))
                 if all(member[c[o]] == c[members[n][o]] for o in range(len(c)))]
        if main.coin("cheat"):
            pairs = [(rng.randrange(own), rng.randrange(len(members)))]
        if pairs and pairs[0][0]:
            n, c = rng.choice(pairs)
            main.put(n, c)
            keeps.append(keeps[n])
            continue
        other, found = orbits(prob, member)
        main.put(0)
        if not other:
            return prob.head(seed, "classes\n"), main.out, b"count 1\n", False
        images = [(sig, [{per[o] for o in orbit} for orbit in found]) for sig, per in generators
                  if all(per[member[o]] == member[per[o]] for o in range(len(per)))]
        induced = [(sig, [found.index(x) for x in image]) for sig, image in images if all(x in found for x in image)]
        writer = Writer(other, rng, chance, seed, induced)
        count, _, complete = writer.node(other.start())
        main.put(*writer.out)
        whole = whole and complete
        keeps.append(count)
    mark = "none" if main.image_used else mark
    more = [f"classes {sum(keeps) // len(keeps)} under {len(keeps)} symmetries"]
    return (prob.head(seed, "classes\n"), main.out, tail(rng, keeps[0], mark, True, more),
            whole and (keeps[0], mark, True, more))

def random_about(rng, prob):
    """What may follow the word cheapest in the head."""
    which = rng.choice([str(rng.randint(1, 4)), str(rng.choice([5, 8, 10**18 - 1])), "least", "all"])
    most = max(map(abs, prob.costs), default=0)
    limit = rng.choice([0, most, rng.randint(-most - 1, 3 * most + 1), rng.randint(-2**63, 2**63 - 1)])
    return f"{which} within {limit}" if rng.random() < .5 else which

def claimed(about, costs):
    """What a certificate claims of these costs of all solutions: count, fingerprint, completeness, line of costs."""
    which, _, limit = about.partition(" within ")
    costs = sorted(cost for cost in costs if not limit or cost <= int(limit))
    if which.isdigit():
        costs = costs[:int(which)]
    elif which == "least":
        costs = costs[:costs.count(min(costs, default=0))]
    listed = costs if which.isdigit() else costs[:1]
    return len(costs), "none", True, [f"cheapest {about}:" + "".join(f" {cost}" for cost in listed)]

class CheapWriter(Writer):
    """Of a certificate of costs. `about`: what follows the word cheapest in the head."""

    def __init__(self, prob, rng, about, chance):
        self.whole = prob  # and with options for items that may be left out, which are covered then:
        free = [i for i, p in enumerate(prob.primary) if p[1:3] == (0, 1)]
        prob = Prob([(p[0], 1, 1) if p[1:3] == (0, 1) else p for p in prob.primary], prob.secondary,
                    prob.options + [({i: None}, 0) for i in free])
        super().__init__(prob, rng, chance)
        self.about, self.met = about, []  # met: the costs of all solutions met
        self.which, _, self.limit = about.partition(" within ")
        g = math.gcd(*prob.costs) or 12
        self.d = rng.choice([x for x in (1, 1, 2, 3, g, g) if g % x == 0])
        self.s = rng.choice([1, 1, 2, 7, 2**30])
        if self.coin("cheat"):
            self.d, self.s = rng.randint(1, 9), rng.choice([0, 1, 2, 3, 2**30 + 1])
        most = max(map(abs, prob.costs), default=0) * self.s // self.d
        self.plain = all(p[1:3] == (1, 1) for p in prob.primary)
        self.rooms = [max(p[1], min(p[2], len(prob.lists[i]))) for i, p in enumerate(prob.primary)]
        self.prices = {i: rng.choice([0, most, rng.randint(-most, most)]) for i in range(prob.np)}
        for i in range(prob.np):
            if prob.primary[i][1] == 0 and not self.coin("cheat"):
                self.prices[i] = min(self.prices[i], 0)
        for o in rng.sample(range(len(prob.opt)), len(prob.opt) if self.plain else 0):
            if not self.coin("cheat"):
                i = rng.choice([i for i in prob.opt[o] if i < prob.np])
                self.prices[i] += min(0, self.excess(o, self.prices))
        self.wrong = (any(cost % self.d for cost in prob.costs) or not 0 < self.s <= 2**30
                      or self.plain and any(self.excess(o, self.prices) < 0 for o in range(len(prob.opt)))
                      or any(self.prices[i] > 0 for i in range(prob.np) if prob.primary[i][1] == 0 and self.rooms[i]))

    def excess(self, o, prices):
        return self.s * self.prob.costs[o] // self.d - sum(prices.get(i, 0) for i in self.prob.opt[o])

    def ceiling(self):
        if self.which == "least" and self.met:
            return self.s * min(self.met) // self.d
        if self.which.isdigit() and len(self.met) >= int(self.which):
            return self.s * (sorted(self.met)[int(self.which) - 1] // self.d - 1)
        most = sum(self.rooms) * max(self.rooms, default=0) * max(map(abs, self.prob.costs), default=0) // self.d
        return self.s * (max(-most - 1, min(int(self.limit) // self.d, most)) if self.limit else most)

    def cheap(self, s, prices, cost, covered):
        """A node, where this is what the options chosen cost, and the secondary items that they have."""
        np, rng, opt, (needs, rooms, A) = self.prob.np, self.rng, self.prob.opt, s
        U, prices = [i for i in range(np) if rooms[i]], dict(prices)
        if not any(needs):
            self.met += [cost] if self.s * cost // self.d <= self.ceiling() else []
        if not U:
            return
        def level(prices):
            return (self.s * cost // self.d + sum(prices[i] * (needs[i] if prices[i] > 0 else rooms[i]) for i in U)
                    + sum(x for i, x in prices.items() if i >= np and i not in covered)
                    + sum(min(0, self.excess(o, prices)) for o in A))
        def slack():
            return self.ceiling() - level(prices)
        def choose(o):
            child, spent = self.choose((needs, rooms, A), o), dict(prices)
            for i in range(np):
                if child[0][i] == 0 < child[1][i]:
                    spent[i] = min(spent[i], 0)
            self.cheap(child, spent, cost + self.prob.costs[o], covered | {i for i in opt[o] if i >= np})
        while True:
            for i in U:
                if slack() < 0:
                    return
                most = slack()
                A = frozenset(o for o in A if i not in opt[o] or self.excess(o, prices) <= most)
                left = sorted(self.excess(o, prices) for o in A if i in opt[o])
                if len(left) < needs[i]:
                    return
                rise = -prices[i]
                if needs[i] and prices[i] + left[needs[i] - 1] >= 0:
                    rise = left[needs[i] - 1]
                elif len(left) >= rooms[i] and prices[i] + left[rooms[i] - 1] <= 0:
                    rise = left[rooms[i] - 1]
                best = max(level({**prices, i: prices[i] + r}) for r in [*left, -prices[i]]
                           if needs[i] or prices[i] + r <= 0)
                assert level({**prices, i: prices[i] + rise}) == best, "the level is greater elsewhere"
                prices[i] += rise
            if slack() < 0 or not any(i in opt[o] for i in U for o in A):
                return
            if rng.random() < 0.3:
                self.put(np)
                self.change_prices(U, A, prices, covered, needs)
            elif rng.random() < 0.4 or not any(needs[i] == rooms[i] == 1 for i in U):
                o = rng.randrange(len(opt)) if self.coin("cheat") else rng.choice(sorted(A))
                self.put(np + 1, o)
                if o not in A:
                    self.wrong = True
                    return
                choose(o)
                A -= {o}
            else:
                break
        i = rng.randrange(np) if self.coin("cheat") else rng.choice([i for i in U if needs[i] == rooms[i] == 1])
        self.put(i)
        self.wrong = self.wrong or i not in U or not needs[i] == rooms[i] == 1
        for excess, o in sorted((self.excess(o, prices), o) for o in A if i in opt[o]):
            if excess > slack():
                return
            choose(o)

    def change_prices(self, U, A, prices, covered, needs):
        """A step of prices: random ones, then lower ones where options are too cheap for them."""
        np, rng, opt = self.prob.np, self.rng, self.prob.opt
        plain = [i for i in range(np, len(self.prob.lists)) if i not in covered and not any(o.get(i) for o in opt)]
        unit, changes = max(map(abs, self.prob.costs)) * self.s // self.d + 1, []
        def change(i, by):
            changes.append((i, by))
            prices[i] = prices.get(i, 0) + by
        for _ in range(rng.randrange(4)):
            i = rng.randrange(len(self.prob.lists)) if self.coin("cheat") else rng.choice(U + plain)
            by = rng.choice([rng.randint(-unit, unit), unit // 2, 0])
            change(i, by if i < np and needs[i] or self.coin("cheat") else min(by, -prices.get(i, 0)))
        for o in sorted(A) if self.plain else []:
            if self.excess(o, prices) < 0 and not self.coin("cheat"):
                change(rng.choice([i for i in opt[o] if i < np]), self.excess(o, prices))
        self.put(len(changes), *(x for i, by in changes for x in (i, 2 * by if by >= 0 else -2 * by - 1)))
        self.wrong = (self.wrong or any(i not in U + plain for i, _ in changes) or any(prices[i] > 0 for i in plain if i in prices)
                      or any(prices[i] > 0 for i in U if needs[i] == 0)
                      or self.plain and any(self.excess(o, prices) < 0 for o in A))

    def write(self):
        """Head, numbers, tail and value; False for the value if it must be refused."""
        self.put(self.d, self.s, *(2 * p if p >= 0 else -2 * p - 1 for p in self.prices.values()))
        if self.s and max(self.out) < 2**63:
            needs, _, A = self.prob.start()
            self.cheap((needs, tuple(self.rooms), A), self.prices, 0, frozenset())
        value = claimed(self.about, self.met)
        return (self.whole.head(1, f"cheapest {self.about}\n"), self.out, tail(self.rng, *value),
                value if not self.wrong and max(self.out) < 2**63 else False)

def encode(numbers):
    out = bytearray()
    for x in numbers:
        while x > 127:
            out.append(128 | (x & 127))
            x >>= 7
        out.append(x)
    return bytes(out)

def decode(data):
    place = 0
    while True:
        x, shift = 0, 0
        while data[place] > 127:
            x, shift, place = x | (data[place] & 127) << shift, shift + 7, place + 1
        yield x | data[place] << shift
        place += 1

MODES = {
    "plain": {}, "part": {"part": 0.9}, "sweep": {"sweep": 0.3}, "drop": {"drop": 0.5, "merge": 0.5},
    "invariant": {"invariant": 0.6, "part": 0.2, "drop": 0.1},
    "signs": {"signs": 0.7, "part": 0.2, "merge": 0.2},
    "nogoods": {"nogoods": 0.5, "part": 0.1, "drop": 0.2, "merge": 0.2, "pause": 0.02, "keep": 0.1,
                "search": 0.1, "memo": 0.1, "again": 0.5},
    "pieces": {"search": 0.4, "pause": 0.1, "mrv": 0.5},
    "lower": {"search": 0.2, "pause": 0.05, "giveup": 0.05, "memo": 0.1, "part": 0.3, "loose": 1,
              "nogoods": 0.1},
    "memo": {"memo": 0.5, "again": 0.9, "mrv": 0.5},
    "loose": {"part": 0.9, "loose": 1, "memo": 0.2, "again": 1},
    "symmetry": {"permutation": 0.3, "keep": 0.5, "image": 0.9},
    "mixed": {"search": 0.15, "pause": 0.04, "memo": 0.1, "again": 0.5, "part": 0.5, "loose": 1, "sweep": 0.05,
              "drop": 0.2, "merge": 0.2, "invariant": 0.2, "signs": 0.2, "permutation": 0.15, "keep": 0.2, "image": 0.5, "mrv": 0.5,
              "nogoods": 0.1},
}

def option_images(rng, prob, sig, shades):
    """Images of the options, where these are images of the items, and of their colours, that make a symmetry."""
    places = collections.defaultdict(list)
    for q, o in enumerate(prob.opt):
        places[frozenset(o.items())].append(q)
    for same in places.values():
        rng.shuffle(same)
    return [places[frozenset((sig[i], shades[i][c]) for i, c in o.items())].pop() for o in prob.opt]

def random_shades(rng, n, chance):
    """What colours become, for each item."""
    return [{None: None, **dict(zip("ab", "ba" if rng.random() < chance else "ab"))} for _ in range(n)]

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
    shades = random_shades(rng, n, rng.choice([0, .5]))
    while len(options) < limit:
        half = rng.choice([0, 1])
        pool = [i for i in range(np) if not parts or i % 2 == half] or list(range(np))
        second = rng.sample(range(np, n), rng.randint(0, min(ns, 2)))
        members = rng.sample(pool, min(len(pool), rng.choice([1, 1, 2, 2, 3])))
        members += [i for i in second if not parts or i % 2 == half or rng.random() < .1]
        rng.shuffle(members)
        orbit = [{i: None if i < np else rng.choice(colours) for i in members}]
        while (x := {sigma[i]: shades[i][c] for i, c in orbit[-1].items()}) != orbit[0]:
            orbit.append(x)
        options += [(x, rng.choice([0] * 9 + [5])) for x in orbit * rng.choice([1, 1, 1, 1, 2])]
    if len(options) > 16:
        return random_problem(rng)
    prob, symmetries, lies = Prob(primary, [f"s{i}" for i in range(ns)], options), [], []
    for sig, by in (sigma, shades), (list(range(n)), random_shades(rng, n, 0)):
        per = option_images(rng, prob, sig, by)
        true = all(primary[i][1:] == primary[sig[i]][1:] for i in range(np))
        (symmetries if true else lies).append((sig, per))
    per = list(range(len(options)))  # swaps options which differ in their colours at most
    for q, x in itertools.combinations(per, 2):
        if set(prob.opt[q]) == set(prob.opt[x]) and rng.random() < .5:
            per[q], per[x] = per[x], per[q]
    lies += [(list(range(n)), per), (rng.sample(range(n), n), per), (list(range(n)), rng.sample(per, len(per)))]
    return prob, symmetries, lies

def symmetric_problem(rng):
    """A problem and symmetries of it, of which not too many are made."""
    np, ns = rng.randint(1, 6), rng.choice([0, 0, 1, 2, 3])
    sigs, bounded, options = [], rng.random() < .3, []
    n, turning = np + ns, rng.choice([0, 0, .5])
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):  # of items, then of these with colour a, then with b
        sigs.append(list(range(n)))
        for kind in range(np), range(np, n):
            some = rng.sample(kind, rng.randint(0, len(kind)))
            for i, j in zip(some, rng.sample(some, len(some))):
                sigs[-1][i] = j
        turned = [n * (rng.random() < turning) for _ in range(n)]
        sigs[-1] += [n + (k * n + turned[i] + sigs[-1][i]) % (2 * n) for k in (0, 1) for i in range(n)]
    group, colours = generated(sigs, 3 * n), rng.choice([[None], [None, "a"], ["a"], ["a", "b"], [None, "a", "b"]])
    if not group:
        return symmetric_problem(rng)
    place, entry = {None: 0, "a": n, "b": 2 * n}, lambda x: (x % n, (None, "a", "b")[x // n])
    bounds = [rng.choice([(0, 1), (1, 1), (1, 1), (0, 2), (1, 2), (2, 2)] if bounded else [(1, 1)]) for _ in range(np)]
    primary = [(f"p{i}", *bounds[min(g[i] for g in group)]) for i in range(np)]
    for _ in range(rng.randint(1, 12)):
        members = rng.sample(range(np), min(np, rng.choice([1, 1, 1, 2, 2, 3])))
        members += rng.sample(range(np, np + ns), rng.randint(0, min(ns, 2)))
        option = {i: None if i < np else rng.choice(colours) for i in members}
        images = {frozenset(entry(g[place[c] + i]) for i, c in option.items()) for g in group}
        images = [(dict(sorted(x, key=lambda entry: entry[0])), 0) for x in images] * rng.choice([1, 1, 1, 1, 2])
        options += images if len(options) + len(images) < 16 else []
    options.sort(key=lambda option: str(option))  # not in the order of a set, which may differ from run to run
    rng.shuffle(options)
    prob = Prob(primary, [f"s{i}" for i in range(ns)], options)
    shades = [[{c: entry(sig[place[c] + i])[1] for c in place} for i in range(n)] for sig in sigs]
    symmetries = [(sig[:n], option_images(rng, prob, sig, by)) for sig, by in zip(sigs, shades)]
    return (prob, symmetries) if generated([g for _, g in symmetries], len(options)) else symmetric_problem(rng)

def priced_problem(rng):
    """A problem with costs, mostly one with solutions and of bounds (1, 1)."""
    prob = random_problem(rng)[0]
    most = rng.choice([0, 2, 5, 40, 2**58])
    unit, least = rng.choice([1, 1, 2, 6]), rng.choice([0, -most, -most])
    options = [(o, rng.randint(least // unit, most // unit) * unit) for o in prob.opt]
    if rng.random() < .6:
        prob.primary = [(name, 1, 1) for name, _, _ in prob.primary]
    prob = Prob(prob.primary, prob.secondary, options)
    return prob if rng.random() < .1 or any(prob.solutions(*prob.start())) else priced_problem(rng)

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

SWAP, TURN = [0, 1, 0, 2], [0, 1, 2, 0]  # images for a problem of one item and three options
CLASH, PICK, PAIRS = "a b c\na b\nb c\n", "a\na\na\n", "a b\na\na\nb\nb\n"
SHADES, LATE = "a b | s\na s:x\nb s:x\nb s:y\n", "a b | s\na s:x\nb s:y\nb s:y\n"
FIVE, NAMED = "a | s t u v w\na s:x t:x u:x v:x\na w:x\n", [2, 1, 0, 2, 2, 0, 2, 3, 0, 2, 4, 0, 2, 5, 1]  # its colours
DIRECTED = [  # problem, numbers, words of the refusal or what is computed, head: traps that random damage hardly finds
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
    ("a b\na\nb\n", [1, 0, 2, 2**50], "not a valid length"),
    ("a b\na\nb\n", [1, 0, 2, 2, 1, 2, 0, 16, 17, 3], None),
    ("a b\na\nb\n", [1, 0, 2, 2, 1, 3, 0, 16, 17, 3], "not a valid choice"),
    ("a b\n", [4, 2, 0, 1, 16], None),
    ("a b\na\nb\n", [16, 17], "bad line", "classes 1"),
    ("a b\na\nb\n", [16, 17], "bad line", "classes\ncheapest 1"),
    ("a b\na\nb\n", [1, 1, 0, 0], "bad line", "cheapest 1" + "0" * 18),
    ("a b\na\nb\n", [0, 16, 17], ["classes 1 under 1 symmetries"], "classes"),
    ("a b\n", [1, 1, 0, 16], ["classes 0 under 1 symmetries"], "classes"),
    ("a b\na\nb\nb\n", [1, 1, 0, 1, 0, 2, 16, 17], "not a symmetry", "classes"),
    ("a b\na\nb\n", [1, 1, 0, 1, 1, 16, 17], "image twice", "classes"),
    ("a | s t\na s:x\na t:y\n", [1, 0, 2, 1, 1, 0, 16, 0, 16], ["classes 1 under 2 symmetries"], "classes"),
    ("a | s t\na s:x\na t\n", [1, 0, 2, 1, 1, 0, 16], "not a symmetry", "classes"),
    ("a | s\na s:x\na s:y\na s:x\n", [1, 0, 1, 1, 0, 2, 16], "not a symmetry", "classes"),
    ("a | s\na s:x\na s:y\na s:z\n", [1, 0, 1, 1, 2, 0, 16, 0, 16, 0, 16], ["classes 1 under 3 symmetries"],
     "classes"),
    ("a b | s\na s:x\nb s:y\n", [1, 1, 0, 2, 1, 0, 16, 17, 0, 16], ["classes 0 under 2 symmetries"], "classes"),
    ("a | s t\na s:x t:x\na s:x t:y\n", [1, 0, 2, 1, 0, 1, 16], "not a symmetry", "classes"),
    ("a\na\na\n", [1, 0, 1, 0, 0, 0, 16], "incomplete", "classes"),
    ("a\na\na\n", [1, 0, 1, 0, 16, 0, 0], "incomplete", "classes"),
    ("a\na\na\n", [1, 0, 1, 0, 16, 0, 16], ["classes 1 under 2 symmetries"], "classes"),
    ("a\na\na\n", [1, 0, 1, 0, 16, 1, 0], "not a valid number of an earlier", "classes"),
    ("0:2|a\na\na\n", [1, 0, 1, 0, 16, 16, 16, 0, 16], "covered more than once", "classes"),
    ("a b | s\na s\nb s\n", [1, 1, 0, 2, 1, 0, 16, 17, 0, 16], ["classes 0 under 2 symmetries"], "classes"),
    ("a b | s\na s:x\nb s:x\n", [1, 1, 0, 2, 1, 0, 16, 17, 0, 16], ["classes 1 under 2 symmetries"], "classes"),
    ("0:2|a b\na b\na b\n", [1, 0, 1, 1, 0, 17, 16, 16, 0, 17], ["classes 1 under 2 symmetries"], "classes"),
    ("a 0:2|b\na b\na b\n", [1, 0, 1, 1, 0, 16, 17, 17, 0, 16], ["classes 1 under 2 symmetries"], "classes"),
    ("0:2|a | s\na s\na s\n", [1, 0, 1, 1, 0, 16, 16, 16, 0, 16], ["classes 2 under 2 symmetries"], "classes"),
    ("0:2|a | s\na s:x\na s:x\n", [1, 0, 1, 1, 0, 7, 0, 0, 16], "covered more than once", "classes"),
    ("0:2|a | s t\na s\na t\na s\na t\n", [1, 0, 2, 1, 1, 2, 3, 0, 7, 0, 0, 7, 0, 0, 7, 0, 0, 7, 0],
     ["classes 3 under 4 symmetries"], "classes"),  # the first conflict is one that would be refused
    ("a\na\n", [999, *[0, 0] * 999, 16], ["classes 1 under 1 symmetries"], "classes"),
    ("a\na\n", [1000, *[0, 0] * 1000, 16], "not a valid number of generators", "classes"),
    ("a\na\na\na\n", [2, *SWAP, *TURN, 16, 0, 16, 0, 16, 1, 0], "not conjugate", "classes"),
    ("a\na\na\na\n", [2, *SWAP, *TURN, 16, 0, 16, 0, 16, 1, 2, 1, 2, 2, 1], "not conjugate", "classes"),
    ("a\na\na\na\n", [2, *SWAP, *TURN, 16, 0, 16, 0, 16, 1, 5, 1, 2, 2, 1],
     ["classes 1 under 6 symmetries"], "classes"),
    ("a\na\na\n", [1, 1, 0], "cheapest 0", "cheapest 0"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest 02"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest most"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest classes"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest least classes"),
    ("a\na |4\na |6\n", [1, 0, 1, 0], "changes costs", "cheapest classes 1"),
    ("a\na |4\na |4\n", [1, 0, 1, 0, 2, 1, 0, 0], ["cheapest classes least: 4 under 2 symmetries"], "cheapest classes least"),
    ("a\na |4\na |4\na |6\n", [1, 0, 1, 0, 2, 2, 1, 0, 0], ["cheapest classes 3: 4 6 under 2 symmetries"], "cheapest classes 3"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest all "),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest all within "),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest all within 4."),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest all within .5"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest all within +4"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "bad line", "cheapest all within 4 within 4"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "more places", "cheapest all within 4.5"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "not written", "cheapest all within 4.0"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "not written", "cheapest all within 04"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "not written", "cheapest all within -0"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "not a cost", f"cheapest all within {2**63}"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], "not a cost", f"cheapest all within {'9' * 30}"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], ["cheapest all within 9223372036854775807: 4"], f"cheapest all within {2**63 - 1}"),
    ("a\na |4\na |6\n", [2, 1, 0], [f"cheapest all within {-2**63}:"], f"cheapest all within {-2**63}"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], ["cheapest all within 6: 4"], "cheapest all within 6"),
    ("a\na |4\na |6\n", [2, 1, 0, 0], ["cheapest all within 5: 4"], "cheapest all within 5"),
    ("a\na |4\na |6\n", [2, 1, 0], ["cheapest all within 3:"], "cheapest all within 3"),
    ("a\na |-4\na |-6\n", [2, 1, 5, 0], ["cheapest 1 within -4: -6"], "cheapest 1 within -4"),
    ("a\na |-4\na |-6\n", [2, 1, 5, 0], ["cheapest 2 within -5: -6"], "cheapest 2 within -5"),
    ("a\na |0.4\na |0.5\n", [1, 1, 0, 0], ["cheapest 2 within 0.4: 0.4"], "cheapest 2 within 0.4"),
    ("a\na |4\na |4\na |6\n", [2, 1, 0, 0], ["cheapest least: 4"], "cheapest least"),
    ("a\na |4\na |4\na |6\n", [2, 1, 0, 0], ["cheapest least within 5: 4"], "cheapest least within 5"),
    ("a\na |6\na |4\na |4\n", [2, 1, 0, 2, 0, 2, 1, 2, 2], ["cheapest least: 4"], "cheapest least"),
    ("a b\na\n", [1, 1, 0, 0], ["cheapest least:"], "cheapest least"),
    ("2|a\na |3\na |3\n", [3, 1, 2, 0], "need and room are not 1", "cheapest 2"),
    ("2|a\na |3\na |3\n", [3, 1, 2, 2, 0, 2, 1], ["cheapest 2: 6"], "cheapest 2"),
    ("2|a\na |3\na |4\na |5\n", [1, 1, 0, 2, 0, 2, 1], ["cheapest 1: 7"], "cheapest 1"),
    ("0:2|a\na |3\na |-4\n", [1, 1, 0, 2, 1], ["cheapest 1: -4"], "cheapest 1"),
    ("0:2|a\na |3\na |-4\n", [1, 1, 2, 2, 1], "has a price above 0", "cheapest 1"),
    ("0:5|a\n", [1, 1, 0], ["cheapest 1: 0"], "cheapest 1"),
    ("a\na |4\na |-6\n", [0, 1, 0, 0], "does not divide", "cheapest 1"),
    ("a\na |4\na |-6\n", [4, 1, 0, 0], "does not divide", "cheapest 1"),
    ("a\na |4\na |-6\n", [1, 0, 0, 0], "s = 0", "cheapest 1"),
    ("a\na |4\na |-6\n", [1, 2**30, 12 * 2**30 - 1, 0], ["cheapest 2: -6 4"], "cheapest 2"),
    ("a\na |4\na |-6\n", [1, 2**30 + 1, 12 * 2**30 + 11, 0], "s = 1073741825", "cheapest 2"),
    ("a\na |4\na |-6\n", [1, 1, 9, 0], "negative excess", "cheapest 1"),
    ("a\na |4\na |-6\n", [2, 1, 5, 0], ["cheapest 1: -6"], "cheapest 1"),
    ("a\na |4\na |-6\n", [2, 1, 5, 0], ["cheapest 3: -6 4"], "cheapest 3"),
    ("a\na |4\na |-6\n", [2, 1, 5, 3], "item of U", "cheapest 3"),
    ("a\na |0.4\na |-0.6\n", [2, 1, 5, 0], ["cheapest 3: -0.6 0.4"], "cheapest 3"),
    ("a\na |4\na |-0.06\n", [2, 1, 5, 0], ["cheapest 3: -0.06 4"], "cheapest 3"),
    ("a\na |4\na |-0.06\n", [4, 1, 5, 0], "does not divide", "cheapest 3"),
    ("a b\na |1\nb |1\n", [1, 1, 0, 0, 1, 1], "item of U", "cheapest 1"),
    ("a b\na |1\n", [1, 1, 0, 0], ["cheapest 1:"], "cheapest 1"),
    ("a b\na b |1\na b |1\n", [1, 1, 0, 0, 0], ["cheapest 1: 1"], "cheapest 1"),
    ("a b\na b |1\na b |1\n", [1, 1, 0, 0, 0], ["cheapest 2: 1 1"], "cheapest 2"),
    ("a\na |4\na |6\n", [2, 1, 0, 2, 0, 2, 1], ["cheapest 2: 4 6"], "cheapest 2"),
    ("a\na |4\na |6\n", [2, 1, 0, 2, 0, 2, 0], "option of A", "cheapest 2"),
    ("a\na |4\na |6\n", [2, 1, 0, 3], "item of U", "cheapest 2"),
    ("a\na |4\na |6\n", [2, 1, 0, 1, 1, 0, 2], "negative excess", "cheapest 2"),
    ("a\na |4\na |6\n", [2, 1, 0, 1, 1, 0, 1, 0], ["cheapest 1: 4"], "cheapest 1"),
    ("a | s\na s |4\na |6\n", [2, 1, 0, 1, 1, 1, 1, 1, 0, 0], ["cheapest 1: 4"], "cheapest 1"),
    ("a | s\na s |4\na |6\n", [2, 1, 0, 1, 1, 1, 2], "above 0", "cheapest 1"),
    ("a | s\na s:c |4\na |6\n", [2, 1, 0, 1, 1, 1, 1], "or has colours", "cheapest 1"),
    ("a b | s\na s |4\nb |6\na |6\n", [2, 1, 0, 0, 3, 0, 2, 1, 2, 1], "chosen before", "cheapest 1"),
    ("a | s\na |4\na |6\n", [2, 1, 0, 1, 1, 1, 1, 0], ["cheapest 1: 4"], "cheapest 1"),
    ("a b\na\nb\nb\n", [16, 8, 1, 0, 17], "0 is not a valid item of U"),
    ("a b\na\nb\na b\n", [8, 0, 0, 16, 17], "drop of option 0"),
    ("a b c\na b\nb c\na c\n", [13, 2, 3, 0, 1, 1, 1, 2, 1], None),
    ("a b c d\nd\na b\nb c\na c\n", [19, 13, 2, 3, 0, 1, 1, 1, 2, 1], None),
    ("3|a b\na b\na b\n", [13, 2**32 - 1, 2, 0, 1, 1, 2**32 - 2], None),
    ("a b c\na b\nb c\na c\n", [13, 1, 0], "modulo 1"),
    ("a b c\na b\nb c\na c\n", [13, 2**32, 0], "modulo 4294967296"),
    ("a b c\na b\nb c\na c\n", [13, 2, 1, 0, 2], "not a valid weight"),
    ("a b c\na b\nb c\na c\n", [13, 2, 1, 0, 1], "option 0 changes"),
    ("a b c\na b\nb c\na c\n", [13, 3, 3, 0, 1, 1, 2, 0, 1], "item 0 has two weights"),
    ("a b c d\nd\na b\nb c\na c\n", [19, 13, 2, 4, 0, 0, 0, 1, 1, 1, 2, 1], "item 0 has two weights"),
    ("a b\na b\n", [13, 2, 2, 0, 1, 1, 1], "there may be solutions"),
    ("0:2|a\na\n", [13, 2, 1, 0, 1], "need is not its room"),
    ("a b\na\nb\n", [16, 13, 2, 1, 0, 1], "item of U"),
    # nogoods: hints are missing, or name what is not there, even after the contradiction
    (CLASH, [15, 4, 3, 0, 4, 2], 0),
    (CLASH, [15, 4, 2, 0, 4], "a contradiction"),
    (CLASH, [15, 4, 4, 0, 4, 2, 6], "does not exist"),
    (CLASH, [15, 4, 4, 0, 4, 2, 1], "not told yet"),
    (CLASH, [15, 1, 1, 0, 0], "a need"),
    ("a b\na b\na b\n", [15, 4, 2, 0, 2], "a contradiction"),
    ("a\n", [15, 4, 1, 0], 0),
    ("0:1|a\n", [15, 1, 0, 4, 1, 1], 1),
    ("0:1|a\n", [15, 4, 1, 0], "a contradiction"),
    ("0:1|a\n", [15, 1, 0, 1, 0, 0], "told before"),
    # solutions: all of them, each once, and each as its number says
    (PICK, [15, 1, 1, 0, 1, 1, 1, 5, 0, 2, 0, 1, 4, 3, 5, 0, 3], 2),
    (PICK, [15, 1, 1, 0, 5, 0, 2, 0, 1, 4, 2, 3, 0], "a contradiction"),
    (PICK, [15, 1, 1, 1, 0], 1),
    (PICK, [15, 1, 1, 0, 3, 0, 1, 1, 0, 0], "told before"),
    (PICK, [15, 1, 2, 0, 1, 0], "conflicts"),
    (PICK, [15, 1, 2, 0, 0, 0], "ascend"),
    (PICK, [15, 1, 1, 2, 0], "option of A"),
    (PICK, [15, 1, 3, 0], "not a valid number of options"),
    ("a b\na\nb\n", [15, 1, 2, 1, 0, 0], "ascend"),
    ("a b c\na\nb\nc\n", [15, 1, 3, 0, 2, 1, 0], "ascend"),
    ("0:2|a\na\na\n", [15, 1, 2, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 5, 0, 2, 1, 3, 4, 2, 5, 7], 4),
    ("0:2|a\na\na\n", [15, 1, 2, 0, 1, 1, 1, 1, 1, 0, 5, 0, 2, 1, 3, 0], "a contradiction"),
    ("0:2|a\na\na\n", [15, 1, 1, 0, 5, 0, 1, 1, 0], "a contradiction"),
    # what is forgotten, and literals
    (PICK, [15, 1, 1, 0, 3, 0, 4, 1, 1], "forgotten"),
    (PICK, [15, 1, 1, 0, 3, 0, 3, 0, 0], "forgotten"),
    (PICK, [15, 1, 1, 0, 3, 1, 0], "not told yet"),
    (PICK, [15, 5, 0, 1, 1, 0], "not told yet"),
    (PICK, [15, 1, 1, 0, 6, 0, 0, 2, 0, 1, 0], "twice"),
    (PICK, [15, 2**50, 0, 0, 0], "twice"),
    (PICK, [15, 5, 8, 0, 0], "no variable"),
    (PICK, [15, 5, 2, 0, 0], "no variable"),
    (PICK, [15, 6, 0, 1, 0, 0], 0),
    (PICK, [15, 1, 1, 1, 6, 0, 1, 0, 4, 3, 3, 0, 1], "a contradiction"),  # two or three literals are open
    (PICK, [15, 1, 1, 1, 7, 0, 1, 4, 0, 4, 3, 3, 0, 1], "a contradiction"),
    # what a nogood of one literal excludes holds always, even when it is forgotten; not so that of a solution
    ("a b\na b\na b\n", [15, 1, 1, 0, 1, 1, 1, 5, 0, 2, 0, 1, 3, 2, 5, 4, 2, 0, 3, 5, 1, 1, 0, 4, 0], 2),
    ("a\na\n", [15, 1, 1, 0, 4, 2, 0, 1], 1),
    ("a\na\n", [15, 1, 1, 0, 4, 2, 0, 0], "a contradiction"),
    # within other steps: options that are not left, settled items, and weights
    (PAIRS, [16, 15, 1, 1, 2, 1, 1, 3, 5, 8, 3, 0, 2, 1, 4, 2, 2, 3, 7, 0], 4),
    (PAIRS, [16, 15, 4, 1, 0, 0], "a contradiction"),
    (PAIRS, [16, 15, 5, 0, 0, 0, 0], "no variable"),
    (PAIRS, [16, 15, 1, 2, 1, 2, 0, 0], "option of A"),
    (PICK, [9, 0, 1, 15, 1, 1, 0, 4, 2, 0, 1], 2),
    (PICK, [9, 0, 1, 15, 1, 1, 1, 0], "option of A"),
    (PAIRS, [5, 16, 15, 1, 1, 2, 1, 1, 3, 5, 8, 2, 2, 1, 4, 2, 2, 3, 6], "not stored"),
    (PAIRS, [1, 16, 15, 1, 1, 2, 0, 0, 3], 1),
    (PAIRS, [1, 16, 15, 1, 1, 2, 0, 0, 2, 2, 1, 1, 1, 2, 7, 0, 3], 3),  # the pause of nogoods leaves nothing open
    (PAIRS, [1, 16, 15, 1, 1, 2, 0, 0, 2, 1, 1, 1, 7, 0, 3], "7 where a search"),
    # colours: two options that share one without a name do not exclude each other
    ("a b | s\na s:x\nb s:x\n", [15, 4, 3, 0, 2, 4], "a contradiction"),
    ("a b | s\na s:x\nb s:x\n", [15, 2, 2, 0, 4, 3, 0, 2, 4], "a contradiction"),
    ("a b | s\na s:x\nb s:x\n", [15, 2, 2, 0, 1, 2, 0, 1, 4, 3, 0, 2, 1], 1),
    ("a b | s\na s:x\nb s\n", [15, 4, 3, 0, 2, 4], 0),
    (SHADES, [15, 1, 2, 0, 1, 4, 4, 0, 4, 2, 1], "a contradiction"),
    (SHADES, [15, 1, 2, 0, 1, 2, 2, 0, 4, 4, 0, 4, 2, 1], 1),
    (SHADES, [15, 1, 2, 0, 1, 2, 2, 1, 2, 2, 2, 5, 6, 2, 4, 0, 4, 4, 0, 4, 2, 1], 1),
    (SHADES, [15, 2, 2, 0, 2, 2, 2, 6, 8, 3, 0, 0], "a contradiction"),
    (SHADES, [15, 2, 2, 0, 5, 6, 0, 0], "no variable"),
    (SHADES, [15, 2, 2, 0, 2, 2, 1, 0], "a name already"),
    (SHADES, [15, 2, 0, 0, 0], "no colour"),
    (SHADES, [15, 2, 3, 0, 0], "not a valid item"),
    (SHADES, [15, 2, 2, 3, 0], "option of A"),
    (SHADES, [15, 1, 2, 0, 2, 0], "conflicts"),
    ("a | s\na s\n", [15, 2, 1, 0, 0], "no colour"),
    (FIVE, [15, *NAMED, 1, 1, 0, 6, 19, 5, 2, 0, 1, 0], 1),
    (FIVE, [15, *NAMED, 6, 19, 5, 1, 0, 0], "a contradiction"),
    # a colour named after its option came to hold always is open; but where it is false, the option is, too
    (LATE, [15, 5, 1, 1, 0, 2, 2, 1, 4, 2, 4, 2], 0),
    (LATE, [15, 5, 1, 1, 0, 2, 2, 0, 2, 2, 1, 4, 2, 4, 2], "a contradiction"),
    (LATE, [15, 5, 1, 1, 0, 2, 2, 0, 5, 3, 0, 2, 2, 1, 4, 2, 4, 2], 0),
    (LATE, [15, 5, 1, 1, 0, 2, 2, 0, 5, 2, 0, 0], "a contradiction"),
    ("a b | s\na s:x\nb s:y\n", [15, 5, 1, 1, 0, 5, 5, 1, 2, 2, 2, 0, 2, 2, 1, 4, 1, 4], "a contradiction"),
]
BAD_PROBLEMS = [b"", b"\n\n", b"| a\n", b"a a\n", b"a | b | c\n", b"a b\nc\n", b"a b\na a\n", b"a\na:x\n", b"2|\n",
                b"a | b\nb:x\n", b"a | b\na b:\n", b"a:b\n", b"a | 2|b\n", b"0|a\n", b"3:2|a\n", b"a\na |x\n",
                b"a | b\na b:x:y\n"]

def directed(checker):
    checker.MEMBERS = 100
    def believed(text, numbers, *about):
        problem = checker.Problem(text.encode())
        lines = "".join(line + "\n" for line in about)
        head = f"dlx-certificate 1\nproblem {problem.identity}\nseed 1\n{lines}\n".encode()
        data = head + encode(numbers) + b"1\n2\n3\n" + b"4\n" * len(about)
        return checker.check(problem, io.BytesIO(data), True)

    many = "a\n" + "a\n" * 9, [2, 0, *range(1, 9), 0, 0, 1, 0, *range(2, 9), 16], "too many members", "classes"
    for text, numbers, words, *about in [*DIRECTED, many]:
        try:
            count, *_, got = believed(text, numbers, *about)
            assert words in (got or None, count), ("directed", text, numbers, count, got)
        except checker.Refused as error:
            assert isinstance(words, str) and words in str(error), ("directed", text, numbers, words, error)
    checker.MEMBERS = 10**7
    text, generator, kept = "a b 0:1|c\na\na\nb\nc\nc\n", [0, 1, 2, 0, 1, 2, 4, 3], [16, 11, 17, 18, 12, 0, 0]
    inner = believed(text, [1, *generator, 7, 0, 0, 10, 0, 1, 2, 0, 1, 2, *kept], "classes")
    outer = believed(text, [1, *generator, 10, *generator, *kept, 0, 7, 0], "classes")
    same = believed(text, [7, 0])
    assert inner == (*same[:-1], ["classes 4 under 2 symmetries"]) and outer == (same[0], "none", *inner[2:]), (
        "images of classes", inner, outer, same)
    prob, same = Prob([("a", 1, 1)], [], [({0: None}, 3), ({0: None}, -4)]), [([0], [1, 0])]
    for head, numbers, claims, value in [Writer(prob, random.Random(1), {}).write(),
                                         class_certificate(prob, random.Random(1), same, {}, 1),
                                         CheapWriter(prob, random.Random(1), "2", {}).write()]:
        rest = encode(numbers) + claims
        line = value[3][0].encode() + b"\n" if value[3] else b""
        wrong = [*(rest[:k] for k in range(len(rest))), rest + b"\n", encode([*numbers, 0]) + claims,
                 rest.replace(b"count 2", b"count 1"), rest.replace(b"count 2", b"count 02"),
                 rest.replace(b"complete", b"INCOMPLETE"), re.sub(b"fingerprint .*", b"fingerprint 1", rest)]
        wrong += ([rest.replace(line, b"")] + [rest.replace(line, line[:m.start()] + b"7" + line[m.end():])
                                               for m in re.finditer(b"[0-9]+", line)] if line
                  else [rest.replace(b"complete", claim + b"\ncomplete")
                        for claim in (b"classes 1 under 1 symmetries", b"cheapest 2: 3 4")])
        problem = checker.Problem(prob.text().encode())
        assert checker.check(problem, io.BytesIO(head + rest)) == (*value[:2], 1, *value[2:]), (head, rest)
        for bad in wrong:
            with contextlib.suppress(checker.Refused):
                checker.check(problem, io.BytesIO(head + bad))
                raise AssertionError(("wrong claims were accepted", bad))

def files(checker, folder):
    """The program, with plain and compressed files."""
    prob = Prob([("a", 1, 1), ("b", 0, 2)], ["s"], [({0: None}, 0), ({1: None, 2: "x"}, 3), ({0: None, 1: None}, 0)])
    head, numbers, tail, value = Writer(prob, random.Random(1), {}).write()
    one, two = head, encode(numbers) + tail
    lines = f"count {value[0]}\nfingerprint {value[1]} seed 1\nproblem {head.split()[3].decode()}\ncomplete\n"
    cases = [(one + two, 0), (gzip.compress(one) + gzip.compress(two), 0), (gzip.compress(one + two)[:-3], 1),
             (gzip.compress(one + two) + b"garbage", 1), (b"", 1), (b"\x1f\x8b", 1), (one + two + b"x", 1),
             (one + two[:-1], 1), (one[:30], 1), (one + gzip.compress(b""), 1), (gzip.compress(b"d" * 10**7), 1),
             (one.replace(b"seed 1", b"seed 2"), 1), (one + two.replace(b"count", b"count 1"), 1)]
    if shutil.which("zstd"):
        def zstd(data):
            return subprocess.run(["zstd", "-qc"], input=data, stdout=subprocess.PIPE).stdout
        cases += [(zstd(one) + zstd(two), 0), (zstd(one + two)[:-3], 1), (zstd(one + two) + b"x", 1)]
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

class Tried:
    """A problem, and what the checker says of certificates of it."""

    def __init__(self, checker, prob, tally, kind):
        self.checker, self.prob, self.tally, self.kind = checker, prob, tally, kind
        self.problem, self.found = checker.Problem(prob.text().encode()), list(prob.solutions(*prob.start()))

    def truth(self, data, seed):
        """What a complete certificate with this beginning must say."""
        about = re.match(rb"(?:.*\n){3}(?:classes|cheapest (.+))\n\n", data)
        if about and about[1]:
            return claimed(about[1].decode(), (sum(self.prob.costs[o] for o in x) for x in self.found))
        factor = Writer(self.prob, None, {}, seed).f
        mark = sum(functools.reduce(lambda x, o: x * factor[o] % P, x, 1) for x in self.found) % P
        items = self.prob.np + len(self.prob.secondary)
        if not about:
            return len(self.found), mark, True, []
        numbers, size = decode(data[about.end():]), len(self.prob.opt)
        generators = [[next(numbers) for _ in range(items + size)][items:] for _ in range(next(numbers))]
        group = generated(generators, size, 10**5)
        left, classes = set(map(frozenset, self.found)), 0
        while left:
            todo, classes = [left.pop()], classes + 1
            while todo:
                x = todo.pop()
                images = {frozenset(g[o] for o in x) for g in generators} & left
                left, todo = left - images, todo + list(images)
        return len(self.found), mark, True, [f"classes {classes} under {len(group)} symmetries"]

    def right(self, how, value, data, believe):
        """Has it checked.  What is accepted must be right, and have the value; refused must be where that is False;
        where it is None, either will do."""
        try:
            count, mark, seed, complete, more = self.checker.check(self.problem, io.BytesIO(data), believe)
        except (self.checker.Refused, self.checker.Unreadable) as error:
            assert not value, ("refused", error, self.prob.text(), data)
            self.tally[f"{self.kind} {how}: refused"] += 1
            return
        want, got = self.truth(data, seed), (count, mark, complete, more)
        assert value in (None, got), (value, got, self.prob.text(), data)
        assert got in (want, (want[0], "none", *want[2:])) if complete else count <= want[0] and not more, (
            got, want, self.prob.text(), data)
        self.tally[f"{self.kind} {how}: {'complete' if complete else 'incomplete'}"] += 1

    def damaged(self, rng, mutations, head, numbers, tail):
        for _ in range(mutations):
            if rng.random() < .4:
                self.right("damaged", None, damage(rng, head + encode(numbers) + tail, len(head)), rng.random() < .7)
            else:
                self.right("damaged", None, head + encode(mutate(rng, numbers)) + tail, rng.random() < .7)

def one_problem(checker, rng, mutations, tally):
    prob, symmetries, lies = random_problem(rng)
    seed = rng.choice([0, 1, 2, 2**64 - 1, rng.getrandbits(64)])
    tried = Tried(checker, prob, tally, "count")
    for mode in rng.sample(sorted(MODES), 3):
        head, numbers, tail, value = Writer(prob, rng, MODES[mode], seed, symmetries).write()
        tried.right("written", value, head + encode(numbers) + tail, False)
    for _ in range(2):  # conditions broken on purpose
        chance = {**MODES[rng.choice(["mixed", "mixed", "drop", "part", "symmetry", "memo", "lower", "nogoods"])],
                  "cheat": rng.choice([.1, .3, .6])}
        if rng.random() < .3:
            chance.update(merge=.5, keep=.3, image=.5, permutation=.3)
        h, x, t, _ = Writer(prob, rng, chance, seed, symmetries, lies).write()
        tried.right("cheating", None, h + encode(x) + t, True)
    tried.damaged(rng, mutations, head, numbers, tail)

def one_with_classes(checker, rng, mutations, tally):
    prob, generators = random_problem(rng)[:2] if rng.random() < .2 else symmetric_problem(rng)
    generators = generators if generated([per for _, per in generators], len(prob.opt)) else []
    seed = rng.getrandbits(64)
    tried = Tried(checker, prob, tally, "classes")
    for mode in rng.sample(sorted(MODES), 2):
        head, numbers, tail, value = class_certificate(prob, rng, generators, MODES[mode], seed)
        tried.right("written", value, head + encode(numbers) + tail, False)
    chance = {**MODES[rng.choice(["mixed", "plain", "symmetry"])], "cheat": rng.choice([.1, .3, .6])}
    if generators and rng.random() < .3:
        sig, per = rng.choice(generators)
        lie = (rng.sample(sig, len(sig)), per) if rng.random() < .5 else (sig, rng.sample(per, len(per)))
        generators = [*generators, lie]
    if generated([per for _, per in generators], len(prob.opt)):
        h, x, t, _ = class_certificate(prob, rng, generators, chance, seed)
        tried.right("cheating", None, h + encode(x) + t, True)
    tried.damaged(rng, mutations, head, numbers, tail)

def one_with_costs(checker, rng, mutations, tally):
    prob = priced_problem(rng)
    tried = Tried(checker, prob, tally, "costs")
    for _ in range(3):
        head, numbers, tail, value = CheapWriter(prob, rng, random_about(rng, prob), {}).write()
        if max(numbers) < 2**63:
            tried.right("written", value, head + encode(numbers) + tail, False)
    h, x, t, value = CheapWriter(prob, rng, random_about(rng, prob), {"cheat": rng.choice([.1, .3])}).write()
    tried.right("cheating", value, h + encode(x) + t, True)
    tried.damaged(rng, mutations, head, numbers, tail)
    for _ in range(mutations):  # prices and divisors
        x = list(numbers)
        for _ in range(rng.randint(1, 3)):
            k = rng.randrange(2 + prob.np)
            x[k] = rng.choice([0, 1, max(0, x[k] - rng.randint(1, 3)), x[k] + rng.randint(1, 3), x[k] * 2, x[k] // 2,
                               rng.getrandbits(rng.randint(1, 64))])
        tried.right("repriced", None, head + encode(x) + tail, True)
        other = prob.head(1, f"cheapest {random_about(rng, prob)}\n")  # another limit, or other solutions
        tried.right("with another head", None, other + encode(numbers) + tail, True)

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
            for one in one_problem, one_with_classes, one_with_costs:
                one(checker, random.Random(f"{arguments.seed} {case}"), mutations, tally)
    except AssertionError as failure:
        print("FAILED:", *failure.args[0], sep="\n  ")
        return 1
    print(f"passed: {arguments.problems} problems, {time.time() - start:.0f} s;", dict(sorted(tally.items())))
    return 0

if __name__ == "__main__":
    sys.exit(main())

