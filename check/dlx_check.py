#!/usr/bin/env python3
"""Check a certificate of an exact-cover count, of classes of solutions, or of the least costs.

This program was written from CERTIFICATES.md (version 1) alone.

    dlx_check.py PROBLEM CERTIFICATE

The certificate may be compressed by gzip or zstd (if there is a program zstd).  Exit codes: 0 checked and complete;
3 checked but incomplete, the count is a lower bound; 1 refused; 2 the problem or the file cannot be read; 4 out of
memory, which says nothing about the certificate.

A state is (A, U, M). A is the set of options that may still be chosen, U the set of primary items that may still be
covered; both are bit sets in an int. M has a pair (need, room) for each item with bounds other than (1, 1): how often
the item must and may still be covered.

A value is (count, fingerprint, complete, open). `open` is None unless a pause of the search ended the node. After a
pause, `open` contains the nodes that are not searched yet: a state, or a dictionary that maps choices to such values.
`complete` says nothing about these nodes."""
import bisect, contextlib, copy, functools, hashlib, io, itertools, math, re, subprocess, sys, zlib

P = 2**61 - 1
SWEEP_STATES = 4_000_000  # sweeps with more states in memory at once are refused
MEMBERS = 10**7  # limit on a group of symmetries: members times (options + 1)
NAME = r"[^ \t:|]+"
ITEM = re.compile(rf"(?:(?:([0-9]+):)?([0-9]+)\|)?({NAME})", re.ASCII)
MEMBER = re.compile(rf"({NAME})(?::({NAME}))?|\|(-?[0-9]+(?:\.[0-9]+)?)", re.ASCII)
INVISIBLE = re.compile("[\x00-\x20\x7F-\xA0\xAD\u061C\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF"
                       "\uFFF9-\uFFFB" + "".join(chr(p << 16 | x) for p in range(17) for x in (0xFFFE, 0xFFFF)) + "]")

class Refused(Exception): pass
class Unreadable(Exception): pass

def refuse_if(condition, why, error=Refused):
    if condition:
        raise error(why)

def bits(x):
    """Yields the numbers in a bit set in ascending order."""
    while x:
        low = x & -x
        yield low.bit_length() - 1
        x ^= low

def bit_set(members, size):
    octets = bytearray(size // 8 + 1)
    for m in members:
        octets[m // 8] |= 1 << m % 8
    return int.from_bytes(octets, "little")

def mix(x):
    """The function of the random number generator SplitMix64."""
    x = (x + 0x9E3779B97F4A7C15) % 2**64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
    return x ^ x >> 31

def is_name(word):
    """Whether a name has only visible characters, and is not too long."""
    return len(word.encode()) <= 65536 and not INVISIBLE.search(word)

def whole(digits):
    """The number that a string of digits spells. A number of more than 20 digits is cut, but stays above every
    limit."""
    digits = digits.lstrip("0")[:20]
    return int(digits or "0")

def decimal(text):
    """Reads a cost. Returns the cost as a whole number, and its number of decimal places."""
    before, _, behind = text.removeprefix("-").partition(".")
    behind = behind.rstrip("0")
    if len(behind) > 18:
        raise ValueError(f"the cost {text!r} has more than 18 places")
    number = whole(before + behind)
    return -number if text[0] == "-" else number, len(behind)

def finer(cost, places):
    """Converts a cost to a whole number of units of 10^-places, which must fit in 64 bits."""
    units = cost[0] * 10 ** (places - cost[1])
    if not -2**63 <= units < 2**63:
        raise ValueError("a cost does not fit in 64 bits")
    return units

def total(a, b):
    """The sum of two costs. A cost is a pair: a whole number, and the number of its decimal places."""
    places = max(a[1], b[1])
    units = finer((finer(a, places) + finer(b, places), places), places)
    while places and units % 10 == 0:
        units, places = units // 10, places - 1
    return units, places

def written_cost(units, places):
    """Writes a cost in decimal digits, without zeros at the end of its fraction."""
    text = str(abs(units)).rjust(places + 1, "0")
    before, behind = text[:len(text) - places], text[len(text) - places:].rstrip("0")
    return "-" * (units < 0) + before + ("." + behind if behind else "")

class Problem:
    """A problem in Knuth's format, its identity, and operations on its states."""

    def __init__(self, data):
        # In self.bounds, secondary items have None.
        self.names, self.bounds, self.options, self.costs, written = {}, [], [], [], []
        for number, line in enumerate(data.removeprefix(b"\xEF\xBB\xBF").split(b"\n"), 1):
            refuse_if(line.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")), "problem: it is compressed", Unreadable)
            tokens = [t for t in line.removesuffix(b"\r").replace(b"\t", b" ").split(b" ") if t]
            if not tokens or tokens[0][:1] == b"|" or not written and tokens[0][:1] == b"/":
                continue  # skips a line without words, or a comment
            try:
                tokens = [*map(bytes.decode, tokens)]
                written.append(self.read_option(tokens) if written else self.read_items(tokens))
            except ValueError as error:
                raise Unreadable(f"problem, line {number}: {error}") from None
        refuse_if(not written, "problem: no item line", Unreadable)
        self.places = max((places for _, places in self.costs), default=0)
        try:
            self.costs = [finer(cost, self.places) for cost in self.costs]
        except ValueError as error:
            raise Unreadable(f"problem: {error}") from None
        self.identity = hashlib.sha256("".join(w + "\n" for w in written).encode()).hexdigest()
        self.prepare()

    def prepare(self):
        """Computes the attributes of the problem that follow from its items and options."""
        self.size = len(self.options)
        members = [{} for _ in self.bounds]  # for each item, its options by colour
        for o, option in enumerate(self.options):
            for i, colour in option.items():
                members[i].setdefault(colour, []).append(o)
        self.shades = [{c: bit_set(m, self.size) for c, m in by.items()} for by in members]
        self.column = [functools.reduce(int.__or__, by.values(), 0) for by in self.shades]
        bounded = [i for i in range(self.primary) if self.bounds[i] != (1, 1)]  # the items in M, in ascending order
        self.slot = {i: k for k, i in enumerate(bounded)}
        self.start = (1 << self.size) - 1, (1 << self.primary) - 1, tuple(self.bounds[i] for i in bounded)
        self.row = functools.lru_cache(10_000)(self.effect)

    def with_slack(self):
        """The problem in which each item with the bounds (0, 1) must be covered, and has an additional option that
        contains only this item."""
        free = [i for i in range(self.primary) if self.bounds[i] == (0, 1)]
        if not free:
            return self
        slack = copy.copy(self)
        slack.bounds = [(1, 1) if bounds == (0, 1) else bounds for bounds in self.bounds]
        slack.options, slack.costs = self.options + [{i: None} for i in free], self.costs + [0] * len(free)
        slack.prepare()
        return slack

    def read_items(self, tokens):
        """Reads the item line. Returns the canonical form of the line."""
        written, self.primary = [], None
        if tokens[0] == "1|" and tokens[1:2] in ([], ["|"]):
            del tokens[0]  # the word '1|' is not an item: it says that there are no primary items
        for token in tokens:
            if token == "|" and self.primary is None:
                self.primary = len(self.names)
                continue
            found = ITEM.fullmatch(token)
            most = whole(found and found[2] or "1")
            least = whole(found[1]) if found and found[1] else most
            if (not found or not is_name(found[3]) or found[3] in self.names or found[2] and self.primary is not None
                    or not least <= most >= 1 or most >= 2**32):
                raise ValueError(f"item {token!r} is bad, comes twice, has bad bounds, or is secondary with bounds")
            written += ["|"] if self.primary == len(self.names) else []
            guarded = not written and found[3][0] == "/"  # without '1|', the line would be read as a comment
            bound = f"{least}:{most}|" if least < most else f"{most}|" if most > 1 or guarded else ""
            written.append(bound + found[3])
            self.bounds.append((least, most) if self.primary is None else None)
            self.names[found[3]] = len(self.names)
        self.primary = len(self.names) - self.bounds.count(None)
        return " ".join(written if self.primary else ["1|", *written])

    def read_option(self, tokens):
        option, cost, written = {}, (0, 0), []
        for token in tokens:
            i = self.names.get(token)
            if i is not None and i not in option:  # most tokens are a name without a colour
                option[i] = None
                written.append(token)
                continue
            found = MEMBER.fullmatch(token)
            name, colour, price = found.groups() if found else (None, None, None)
            i = self.names.get(name)
            if price:
                cost = total(cost, decimal(price))
            elif i is None or i in option or colour and (i < self.primary or not is_name(colour)):
                raise ValueError(f"item {token!r} is unknown, comes twice, is primary with a colour, or has a bad colour")
            else:
                option[i] = colour
                written.append(token)
        if min(option, default=self.primary) >= self.primary:
            raise ValueError("an option without a primary item")
        self.options.append(option)
        self.costs.append(cost)
        return " ".join(written) + (f" |{written_cost(*cost)}" if cost[0] else "")

    def limits(self, state, i):
        """How often a primary item must (need) and may (room) still be covered in a state."""
        return state[2][self.slot[i]] if i in self.slot else (1, 1) if state[1] >> i & 1 else (0, 0)

    def effect(self, o):
        """The effect of choosing option o on a state: masks of the options of A and the items of U that remain, and the
        items of o with bounds other than (1, 1). The caller must treat these items separately."""
        out, settled, others = 1 << o, 0, []
        for i, colour in self.options[o].items():
            if i in self.slot:
                others.append(i)
            elif i < self.primary:
                out, settled = out | self.column[i], settled | 1 << i
            else:
                out |= self.column[i] & ~(self.shades[i][colour] if colour else 0)
        return ~out, ~settled, others

    def choose(self, state, o):
        A, U, M = state
        stay, unsettled, others = self.row(o)
        A, U = A & stay, U & unsettled
        if others:
            M = list(M)
            for i in others:
                need, room = M[self.slot[i]]
                M[self.slot[i]] = max(need - 1, 0), room - 1
                if room == 1:
                    A, U = A & ~self.column[i], U & ~(1 << i)
            M = tuple(M)
        return A, U, M

    def part_of(self, state, A, U):
        """The state with these options and these items of U. All other items may not be covered again."""
        return A, U, tuple(state[2][k] if U >> i & 1 else (0, 0) for i, k in self.slot.items())

    def children(self, state, i):
        """Yields the children of a branch on item i as pairs of a choice and the state after it. A choice is 1 + an
        option, or 0 if the item is to be covered by no further option."""
        A, U, M = state
        need, options = self.limits(state, i)[0], list(bits(A & self.column[i]))
        for k, o in enumerate(options):
            if len(options) - k < need:
                return
            yield 1 + o, self.choose((A, U, M), o)
            A ^= 1 << o
        if need == 0:
            yield 0, self.part_of(state, A, U ^ 1 << i)

    def orbits(self, images):
        """The problem whose options are the orbits of a permutation of the options."""
        other, seen = copy.copy(self), set()
        other.options = []
        for o in range(self.size):
            union, fits, shared = {}, o not in seen, False
            while o not in seen:
                seen.add(o)
                for i, colour in self.options[o].items():
                    if i in union and i < self.primary and self.bounds[i][1] > 1:
                        shared = True
                    elif i in union:
                        fits = fits and colour is not None and union[i] == colour
                    union[i] = colour
                o = images[o]
            refuse_if(fits and shared, "options of an orbit share an item that may be covered more than once")
            other.options += [union] * fits
        other.prepare()
        return other

class Assignment:
    """The truth values of options and named colours, while a part of the certificate that consists of nogoods is
    checked. Variable 2o is option o, variable 2k + 1 is named colour k. The literal 2v says that variable v is true,
    and 2v + 1 that it is false. A nogood is a tuple of literals. The nogood of a solution is the set of its options. A
    forgotten nogood is None."""

    def __init__(self, problem, state):
        self.p, self.state = problem, state
        self.options = list(bits(state[0]))
        self.variables = {2 * o for o in self.options}  # name() adds variables for named colours
        # held has 1 for each literal that is true. trail lists the literals that undo() resets.
        self.held, self.trail = bytearray(4 * problem.size), []
        # follows maps a literal to the literals that follow from it. named maps a pair (item, colour) to its variable.
        # items maps an item to the result of members().
        self.follows, self.named, self.items = {}, {}, {}
        self.nogoods, self.absurd = [], False  # absurd: whether the literals that were proved contradict each other

    def name(self, i, colour):
        """Makes a variable for a colour of an item."""
        v = self.named[i, colour] = 2 * len(self.named) + 1
        givers = list(bits(self.state[0] & self.p.shades[i][colour]))
        self.follows[2 * v + 1] = [4 * o + 1 for o in givers]
        for o in givers:
            self.follows.setdefault(4 * o, []).append(2 * v)
        self.variables.add(v)
        self.held += bytes(4)  # room for the new variable's literals
        self.items.pop(i, None)

    def members(self, i):
        """Returns the literals of the options and named colours that cover an item, and how often the item must and may
        be covered."""
        if i not in self.items:
            found = []
            for colour, shade in self.p.shades[i].items():
                givers = [4 * o for o in bits(self.state[0] & shade)]
                if (i, colour) in self.named:
                    found.append(2 * self.named[i, colour])
                elif not colour or len(givers) == 1:
                    found += givers
            self.items[i] = found, *(self.p.limits(self.state, i) if i < self.p.primary else (0, 1))
        return self.items[i]

    def known(self, j):
        refuse_if(j >= len(self.nogoods) or self.nogoods[j] is None, f"nogood {j} is not told yet, or is forgotten")
        return j

    def hold(self, literals):
        """Sets literals, and all literals that follow from them, to true. Returns False if a contradiction is found."""
        for literal in literals:
            if self.held[literal ^ 1]:
                return False
            if not self.held[literal]:
                self.held[literal] = 1
                self.trail.append(literal)
                if not self.hold(self.follows.get(literal, ())):
                    return False
        return True

    def hold_always(self, literal):
        self.absurd = self.absurd or not self.hold([literal])
        self.trail.clear()

    def undo(self):
        for literal in self.trail:
            self.held[literal] = 0
        self.trail.clear()

    def obey_item(self, members, need, room):
        """Sets the literals to true that follow from the bounds of an item. Returns False if a contradiction is found.
        obey_nogood() does the same for a nogood."""
        held = self.held
        still = [m for m in members if not held[m ^ 1]]  # literals that may still be true
        true = sum([held[m] for m in still])
        if true > room or len(still) < need:
            return False
        if true == room:
            return self.hold([m ^ 1 for m in still if not held[m]])
        return len(still) > need or self.hold(still)

    def obey_nogood(self, nogood):
        literals = nogood if isinstance(nogood, tuple) else (4 * o + (o not in nogood) for o in self.options)
        missing = [*itertools.islice((x for x in literals if not self.held[x]), 2)]
        return len(missing) == 2 or missing != [] and self.hold([missing[0] ^ 1])

class Checker:
    """Reads the numbers of a certificate and checks them. The functions that check nodes are Python generators, so that
    deep nesting needs no recursion. For each inner node, a generator yields (state, direct), and is sent the value of
    the inner node. At the end, the generator returns the value of its own node. `direct` is True if only branches lie
    between the inner node and an enclosing search. In a proof of the cheapest solutions, nodes yield the arguments of
    cheap(), and have no value."""

    def __init__(self, problem, stream, seed):
        self.stream, self.position, self.images = stream, 0, False
        mixed = mix(seed)
        self.begin(problem, [1 + mix(mixed ^ o) % (P - 1) for o in range(problem.size)])
        self.kinds = {1: self.search, 4: self.part, 5: self.begin_memo, 6: self.again, 7: self.sweep, 8: self.drop,
                      9: self.merge, 10: self.permutation, 11: self.keep, 12: self.image, 13: self.invariant,
                      14: self.signs, 15: self.nogoods}

    def begin(self, problem, factors):
        """Sets the problem to which the next numbers of the certificate refer."""
        self.p, self.weight = problem, [(1, 1)] + [(1, f) for f in factors]  # weight of each choice
        self.memo, self.merges = None, 0  # values of states in a memo step; number of enclosing merge steps
        self.permutations, self.kept = [], []
        self.deepest = 8 * (problem.size + problem.primary) + 1000  # maximum nesting depth of nodes

    def number(self):
        value = 0
        for shift in range(0, 63, 7):
            octet = self.stream.read(1)
            refuse_if(not octet, "the file ends early")
            self.position += 1
            value |= (octet[0] & 127) << shift
            if octet[0] < 128:
                return value
        raise Refused("a number of more than nine bytes")

    def index(self, limit, what):
        n = self.number()
        refuse_if(n >= limit, f"{n} is not a valid {what}")
        return n

    def member(self, members, what):
        n = self.number()
        refuse_if(n >= members.bit_length() or not members >> n & 1, f"{n} is not a valid {what}")
        return n

    def evaluate(self, node, *start):
        """Evaluates node(*start) without recursion, and returns its value."""
        stack, value = [node(*start)], None
        while stack:
            try:
                stack.append(node(*stack[-1].send(value)))
                value = None
                refuse_if(len(stack) > self.deepest, f"nodes are nested more than {self.deepest} deep")
            except StopIteration as end:
                stack.pop()
                value = end.value
        return value

    def node(self, state, direct):
        if not state[1]:
            return 1, 1, True, None
        kind = self.number()
        if kind == 0:
            return (0, 0, True, state) if direct else (0, 0, False, None)
        refuse_if(kind < 16 and kind not in self.kinds, f"{kind} where a node must stand")
        value = self.kinds[kind](state) if kind < 16 else self.branch(state, direct, kind - 16)
        if not isinstance(value, tuple):
            value = yield from value
        if self.memo is not None and value[2] and not value[3]:
            if kind == 4 or kind >= 16 and next(self.p.children(state, kind - 16), None):
                self.memo[state] = value
        return value

    def branch(self, state, direct, i):
        refuse_if(i >= self.p.primary or not state[1] >> i & 1, f"a branch on item {i}, which is not in U")
        count, mark, complete, ways = 0, 0, True, self.p.children(state, i)
        for choice, child in ways:
            c, f, whole, still = yield child, direct
            weight, factor = self.weight[choice]
            count, mark, complete = count + weight * c, (mark + factor * f) % P, complete and whole
            if still:
                return count, mark, complete, {choice: still, **dict(ways)}
        return count, mark, complete, None

    def sweep(self, state):
        order = [self.index(self.p.primary, "primary item") for _ in range(self.index(self.p.primary + 1, "length"))]
        table = {state: (1, 1)}
        for i in dict.fromkeys(order + list(bits(state[1]))):
            todo, table = table, {}
            while todo:
                again = {}
                for old, (c, f) in todo.items():
                    for choice, new in self.p.children(old, i) if old[1] >> i & 1 else [(0, old)]:
                        into, (weight, factor) = again if new[1] >> i & 1 else table, self.weight[choice]
                        c0, f0 = into.get(new, (0, 0))
                        into[new] = c0 + weight * c, (f0 + factor * f) % P
                    refuse_if(len(table) + len(again) > SWEEP_STATES, "a sweep of too many states")
                todo = again
        return sum(c for c, _ in table.values()), sum(f for _, f in table.values()) % P, True, None

    def signs(self, state):
        A, U, _ = state
        factors, factor_of, options, most, longest = [], {}, {}, 1, 0
        for _ in range(self.index(self.p.primary + 1, "length")):
            factors.append(self.member(U, "item of U"))
            U &= ~(1 << factors[-1])
            options[factors[-1]] = []
        refuse_if(any(self.p.limits(state, i) != (1, 1) for i in bits(state[1])), "an item not to be covered once")
        refuse_if(U.bit_count() > 63, "a sum over too many signs")
        for o in bits(A):
            mine = [i for i in self.p.options[o] if i in options]
            refuse_if(len(mine) != 1, f"option {o} has not one factor")
            options[mine[0]].append((sum(1 << i for i in self.p.options[o] if U >> i & 1), self.weight[o + 1]))
            others = [i for i in self.p.options[o] if i >= self.p.primary and factor_of.setdefault(i, mine[0]) != mine[0]]
            refuse_if(others, f"option {o} has a secondary item of an option with another factor")
        for f in factors:
            most *= sum(weight for _, (weight, _) in options[f])
            longest += max((covers.bit_count() for covers, _ in options[f]), default=0)
        refuse_if(longest > U.bit_count(), "a sum over signs of products that are too long")
        refuse_if(most << U.bit_count() >= 1 << 127, "a sum over signs that gets too large")
        table = {0: (1, 1)}  # for each set of items, the sum of the products that cover it
        for f in factors:
            todo, table = table, {}
            for (covered, (c, mark)) in todo.items():
                for covers, (weight, factor) in options[f]:
                    if not covered & covers:
                        c0, f0 = table.get(covered | covers, (0, 0))
                        table[covered | covers] = c0 + weight * c, (f0 + factor * mark) % P
                refuse_if(len(table) > SWEEP_STATES, "a sum over signs with too many products")
        return *table.get(U, (0, 0)), True, None

    def invariant(self, state):
        A, U, _ = state
        modulus, weights, whole = self.number(), {}, 0
        refuse_if(not 2 <= modulus < 2**32, f"an invariant modulo {modulus}")
        for _ in range(self.index(self.p.primary + 1, "length")):
            i = self.member(U, "item of U")
            need, room = self.p.limits(state, i)
            refuse_if(i in weights or need != room, f"item {i} has two weights, or its need is not its room")
            weights[i] = self.index(modulus, "weight")
            whole += need * weights[i]
        refuse_if(whole % modulus == 0, "an invariant by which there may be solutions")
        for o in bits(A):
            refuse_if(sum(weights.get(i, 0) for i in self.p.options[o]) % modulus, f"option {o} changes an invariant")
        return 0, 0, True, None

    def nogoods(self, state):
        step, told, count, mark = Assignment(self.p, state), set(), 0, 0
        while kind := self.number():
            if kind == 1:
                options = self.solution(state)
                refuse_if(options in told, "a solution that was told before")
                told.add(options)
                step.nogoods.append(options)
                count += math.prod(self.weight[1 + o][0] for o in options)
                mark = (mark + functools.reduce(lambda f, o: f * self.weight[1 + o][1] % P, options, 1)) % P
            elif kind == 2:
                i, o = self.index(len(self.p.bounds), "item"), self.member(state[0], "option of A")
                colour = self.p.options[o].get(i)  # primary items have no colour
                refuse_if(not colour, f"option {o} gives item {i} no colour that could be named")
                refuse_if((i, colour) in step.named, f"the colour of item {i} in option {o} has a name already")
                step.name(i, colour)
            elif kind == 3:
                step.nogoods[step.known(self.number())] = None
            else:
                self.nogood(step, kind - 4)
                if kind == 4:
                    return count, mark, True, None
        return count, mark, False, None

    def solution(self, state):
        """Reads the options of a solution of this state, and checks them. Returns the set of these options."""
        options, A = [], state[0]
        for _ in range(self.index(self.p.size + 1, "number of options")):
            o = self.member(A, "option of A")
            refuse_if(options and o <= options[-1], "options of a solution that do not ascend")
            refuse_if(not state[0] >> o & 1, f"a solution whose option {o} conflicts with those before it")
            options.append(o)
            state = self.p.choose(state, o)
        refuse_if(any(self.p.limits(state, i)[0] for i in bits(state[1])), "a solution that leaves an item with a need")
        return frozenset(options)

    def nogood(self, step, n):
        """Reads a nogood of n literals, and checks that its hints (items and earlier nogoods) lead to a
        contradiction."""
        literals = {}
        for _ in range(n):
            literal = self.number()
            refuse_if(literal >> 1 not in step.variables, f"literal {literal} is about no variable")
            refuse_if(literal in literals, f"literal {literal} comes twice in a nogood")
            literals[literal] = None
        fine = not step.absurd and step.hold(literals)
        for _ in range(self.number()):
            hint = self.number()
            if hint % 2:
                nogood = step.nogoods[step.known(hint >> 1)]
                fine = fine and step.obey_nogood(nogood)
            else:
                refuse_if(hint >> 1 >= len(self.p.bounds), f"a hint of item {hint >> 1}, which does not exist")
                limited = step.members(hint >> 1)
                fine = fine and step.obey_item(*limited)
        refuse_if(fine, f"nogood {len(step.nogoods)} does not lead to a contradiction")
        step.undo()
        step.nogoods.append((*literals,))
        if n == 1:
            step.hold_always(*(literal ^ 1 for literal in literals))

    def part(self, state):
        p, (A, U, _), part, inside = self.p, state, 0, 0
        for _ in range(self.index(p.primary + 1, "length")):
            i = self.member(U, "item of U")
            part, inside = part | A & p.column[i], inside | 1 << i
        rest = A ^ part
        for i, shades in enumerate(p.shades):
            column = A & p.column[i]
            if column & part and i < p.primary:
                inside |= 1 << i
            refuse_if(column & part and column & rest and not any(c and column | s == s for c, s in shades.items()),
                      f"options of the part and of the rest conflict in item {i}")
        c, f, whole, _ = yield p.part_of(state, part, inside), False
        if whole and c == 0:
            return 0, 0, True, None
        c2, f2, whole2, _ = yield p.part_of(state, rest, U ^ inside), False
        return c * c2, f * f2 % P, whole and whole2, None

    def drop(self, state):
        A, U, M = state
        o, i = self.member(A, "option of A"), self.member(U, "item of U")
        column = self.p.column[i]
        refuse_if(self.p.limits(state, i)[0] == 0 or column >> o & 1 or self.p.choose(state, o)[0] & column,
                  f"drop of option {o}: it has item {i}, or leaves options with it, or the item has need 0")
        return (yield (A ^ 1 << o, U, M), False)

    def merge(self, state):
        A, U, M = state
        o, q = self.member(A, "option of A"), self.member(A, "option of A")
        refuse_if(self.memo is not None, "a merge within a memo")
        refuse_if(o == q or self.p.choose(state, o) != self.p.choose(state, q),
                  f"merge of options {o} and {q}, which do not lead to the same state")
        before, other = self.weight[1 + o], self.weight[1 + q]
        self.weight[1 + o] = before[0] + other[0], (before[1] + other[1]) % P
        self.merges += 1
        value = yield (A ^ 1 << q, U, M), False
        self.merges, self.weight[1 + o] = self.merges - 1, before
        return value

    def begin_memo(self, state):
        refuse_if(self.memo is not None, "a memo within a memo")
        self.memo = {}
        value = yield state, False
        self.memo = None
        return value

    def again(self, state):
        refuse_if(self.memo is None or state not in self.memo, "again at a state that is not stored")
        return self.memo[state]

    def generators(self, p):
        """Reads the generators of a group of symmetries, each as a list of the images of the options."""
        return [self.symmetry(p)[1] for _ in range(self.index(1000, "number of generators"))]

    def symmetry(self, p):
        """Reads a symmetry of the problem p. Returns the images of the items and of the options."""
        items = [self.index(len(p.bounds), "item") for _ in p.bounds]
        options = [self.index(p.size, "option") for _ in p.options]
        refuse_if(len({*items}) < len(items) or len({*options}) < p.size, "no permutation: an image twice")
        fault = "a permutation that is not a symmetry of the problem"
        images = [p.options[o] for o in options]
        refuse_if([p.bounds[i] for i in items] != p.bounds
                  or any({items[i] for i in x} != y.keys() for x, y in zip(p.options, images)), fault)
        # Each triple consists of an item, a colour, and the image of the colour.
        shades = {(i, c, y[items[i]]) for x, y in zip(p.options, images) for i, c in x.items()}
        refuse_if(any((c is None) != (d is None) for i, c, d in shades)
                  or not len({(i, c) for i, c, d in shades}) == len(shades) == len({(i, d) for i, c, d in shades}),
                  fault)
        return items, options

    def permutation(self, state):
        self.permutations.append(self.symmetry(self.p))
        return (yield state, False)

    def keep(self, state):
        refuse_if(self.merges, "keep within a merge")
        value = yield state, False
        self.kept.append((state, value))
        return value

    def image(self, state):
        p = self.p
        items, options = self.permutations[self.index(len(self.permutations), "permutation")]
        kept, value = self.kept[self.index(len(self.kept), "kept state")]
        refuse_if(self.merges, "image within a merge")
        refuse_if(bit_set((options[o] for o in bits(kept[0])), p.size) != state[0]
                  or any(p.limits(kept, i) != p.limits(state, items[i]) for i in range(p.primary)),
                  "the image of the kept state is not the state here")
        self.images = True
        return value

    def search(self, state):
        count, mark, complete = 0, 0, True
        tree, ways = {None: state}, [()]  # the tree of nodes not searched yet; its root has the key None
        while True:
            for way in ways:
                trail, w, x = [(tree, None)], 1, 1  # the nodes on the path, and the product of its options' weights
                place, last = trail[-1]
                for choice in way:
                    place, last = place[last], choice
                    trail.append((place, last))
                    w, x = w * self.weight[choice][0], x * self.weight[choice][1] % P
                c, f, whole, still = yield place[last], True
                count, mark, complete = count + w * c, (mark + x * f) % P, complete and whole
                place[last] = still
                if still:
                    break
                for place, last in reversed(trail):  # removes nodes whose subtrees are searched completely
                    if not place[last]:
                        del place[last]
            while (kind := self.number()) == 0:  # skips a pause at which only counted solutions were left
                pass
            if kind == 3:
                return count, mark, complete and not tree, None
            refuse_if(kind != 2, f"{kind} where a search must be resumed (2) or done (3)")
            ways = {}  # the open nodes at which the search went on after a pause
            for _ in range(self.number()):
                way = tuple(self.index(self.p.size + 1, "choice")
                            for _ in range(self.index(self.p.size + len(self.p.bounds) + 1, "length")))
                place = tree
                for choice in (None, *way)[:-1]:
                    place = place.get(choice) if isinstance(place, dict) else None
                if isinstance(place, dict) and isinstance(place.get((None, *way)[-1]), tuple):
                    ways[way] = None

    def total(self):
        """Reads the root node. Returns the count, the fingerprint ("none" if symmetric states were used), and whether
        the count is complete."""
        count, mark, complete, _ = self.evaluate(self.node, self.p.start, False)
        return count, "none" if self.images else mark, complete

    def classes(self):
        """Reads the numbers of a count of classes. Returns the count, the fingerprint, whether the count is complete,
        and a list with the line that states the number of classes."""
        p, generators = self.p, self.generators(self.p)
        value, members = self.total(), members_of(generators, p.size)
        keeps, complete = [value[0]], value[2]
        for own, member in enumerate(members[1:], 1):
            n = self.index(own, "number of an earlier member")
            if n:
                c = members[self.index(len(members), "number of a member")]
                refuse_if(any(member[x] != c[y] for x, y in zip(c, members[n])),
                          f"members {own} and {n} are not conjugate in this way")
                keeps.append(keeps[n])
            else:
                orbits = p.orbits(member)
                self.begin(orbits, [1] * orbits.size)  # no fingerprint is claimed for the problem of orbits
                count, _, whole = self.total()
                keeps.append(count)
                complete = complete and whole
        refuse_if(not complete, "classes, where values are incomplete")
        refuse_if(sum(keeps) % len(keeps), "the members keep no multiple of their number of solutions")
        return *value, [f"classes {sum(keeps) // len(keeps)} under {len(keeps)} symmetries"]

    def cheapest(self, problem, classes, which, within):
        """Reads the numbers of a proof of the cheapest solutions of a problem. `classes` is "classes " if one solution
        of each class counts, otherwise None. `which` says which solutions count: "least" (all of least cost), "all", or
        a number of cheapest solutions. `within` is the greatest cost of a solution that counts, as text, or None.
        Returns the number of solutions, "none" as fingerprint, whether the proof is complete, and a list with the line
        of costs."""
        generators, self.group, self.classes_met = self.generators(problem) if classes else [], [], set()
        refuse_if(any(problem.costs[o] != problem.costs[q] for g in generators for o, q in enumerate(g)),
                  "a permutation that changes costs")
        if classes:
            self.group = members_of(generators, problem.size)
        p, d, s = self.p, self.number(), self.number()
        refuse_if(which == "0", "cheapest 0")
        refuse_if(d == 0 or any(cost % d for cost in p.costs), f"d = {d} does not divide all costs")
        refuse_if(not 0 < s <= 2**30, f"s = {s}")
        self.spend = [s * (cost // d) for cost in p.costs]
        prices = [self.signed() for _ in range(p.primary)]
        excess = [spend - sum(prices[i] for i in option if i < p.primary) for spend, option in zip(self.spend, p.options)]
        of = {i: [] for i in range(len(p.bounds))}
        for o, option in enumerate(p.options):
            for i in option:
                of[i].append(o)
        bounds = [(need, max(need, min(room, len(of[i])))) for i, (need, room) in enumerate(p.bounds[:p.primary])]
        A, U = set(range(p.size)), [i for i, (_, room) in enumerate(bounds) if room]
        state = A, U, of, bounds if p.slot else None
        prices += [0] * (len(of) - p.primary)
        self.require_prices(state, excess, prices)
        # self.met has the least costs found so far, in the certificate's unit: cost times s / d. self.wanted is the
        # number of solutions that count so far.
        self.which, self.wanted, self.met, self.step = which, 0, [], s
        rooms = [room for _, room in bounds]
        self.ceiling = highest = sum(rooms) * max(rooms, default=0) * max(map(abs, self.spend), default=0)
        if within:
            cost = decimal(within)
            refuse_if(cost[1] > p.places, f"{within} has more places than the costs of the problem")
            units = cost[0] * 10 ** (p.places - cost[1])
            refuse_if(not -2**63 <= units < 2**63 or written_cost(units, p.places) != within,
                      f"{within} is not a cost, or is not written like one")
            self.ceiling = max(-highest - s, min(s * (units // d), highest))
        level = self.level(state, excess, prices, frozenset(), 0)
        self.evaluate(self.cheap, state, excess, prices, frozenset(), level, 0, ())
        costs = "".join(" " + written_cost(cost // s * d, p.places) for cost in self.met)
        under = f" under {len(self.group)} symmetries" if classes else ""
        return self.wanted, "none", True, [
            f"cheapest {classes or ''}{which}{' within ' + within if within else ''}:{costs}{under}"]

    def meet(self, spent, chosen):
        """Counts a solution, unless it costs too much. `spent` is its cost in the certificate's unit, and `chosen` has
        its options."""
        if spent > self.ceiling:
            return
        own = sorted(o for o in chosen if self.group and o < len(self.group[0]))
        first = min((sorted(map(member.__getitem__, own)) for member in self.group), default=own)
        if self.which == "least":
            self.wanted = (self.wanted if spent in self.met else 0) + (own == first)
            self.met, self.ceiling = [spent], spent
        elif self.which == "all":
            self.wanted, self.met = self.wanted + (own == first), [min([spent, *self.met])]
        elif not self.group or tuple(first) not in self.classes_met:
            self.classes_met.add(tuple(first))
            bisect.insort(self.met, spent)
            del self.met[int(self.which):]
            self.wanted = len(self.met)
            if self.wanted == int(self.which):
                self.ceiling = self.met[-1] - self.step

    def signed(self):
        n = self.number()
        return -(n + 1) // 2 if n % 2 else n // 2

    def cheap(self, state, excess, prices, had, level, spent, way):
        """Checks a node in a proof of the cheapest solutions. `state` consists of A, U, a list of the options in A of
        each item, and the bounds that are left, or None if all are (1, 1). `excess` has the reduced cost of each
        option, and `prices` the dual price of each item. `had` has the items of the options chosen. `level` is a lower
        bound on the costs of all solutions below the node. `spent` is the cost of the options chosen. `level` and
        `spent` are in the certificate's unit of cost, see level(). `way` has the options chosen."""
        (A, U, of, bounds), n = state, self.p.primary
        if not U or bounds and not any(bounds[i][0] for i in U):
            self.meet(spent, way)
        if not U:
            return
        A, of, excess, prices = set(A), dict(of), excess[:], prices[:]
        state = A, U, of, bounds
        while level <= self.ceiling:
            for i in U:
                of[i] = stay = [o for o in of[i] if o in A]
                excesses = [excess[o] for o in stay]
                most = self.ceiling - level
                need, room = bounds[i] if bounds else (1, 1)
                if max(excesses, default=0) > most:
                    A.difference_update([o for o in stay if excess[o] > most])
                    of[i] = stay = [o for o in stay if excess[o] <= most]
                    excesses = [excess[o] for o in stay]
                if len(stay) < need:
                    return
                rise = best_rise(prices[i], need, room, excesses)
                if rise:
                    prices[i] += rise
                    for o in stay:
                        excess[o] -= rise
                    level = self.level(state, excess, prices, had, spent) if bounds else level + rise
                    if level > self.ceiling:
                        return
            if bounds and not any(of[i] and any(o in A for o in of[i]) for i in U):
                return
            kind = self.number()
            if kind == n:
                self.change_prices(state, excess, prices, had)
                level = self.level(state, excess, prices, had, spent)
            elif kind == n + 1:
                o = self.number()
                refuse_if(o not in A, f"{o} is not an option of A")
                yield (*self.chosen(state, o, excess, prices, had, level, spent), (*way, o))
                A.remove(o)
                level -= min(excess[o], 0)
            else:
                refuse_if(kind not in U, f"{kind} is neither an item of U nor prices nor an option to take")
                refuse_if(bounds and bounds[kind] != (1, 1), f"a branch on {kind}, whose need and room are not 1")
                for e, o in sorted((excess[o], o) for o in of[kind] if o in A):
                    if e > self.ceiling - level:
                        return
                    yield (*self.chosen(state, o, excess, prices, had, level, spent), (*way, o))
                return

    def chosen(self, state, o, excess, prices, had, level, spent):
        """The arguments of cheap() for the node after option o is chosen."""
        (A, U, of, bounds), option, options = state, self.p.options[o], self.p.options
        had, spent = had.union(option), spent + self.spend[o]
        if not bounds:
            out = {q for i, colour in option.items() for q in of[i] if colour is None or options[q][i] != colour}
            state = A - out - {o}, [i for i in U if i not in option], of, bounds
            return state, excess, prices, had, level + excess[o], spent
        bounds, out, full, met = bounds[:], {o}, set(), []
        for i, colour in option.items():
            if i < self.p.primary:
                need, room = bounds[i]
                bounds[i] = max(need - 1, 0), room - 1
                if room == 1:
                    full.add(i)
                elif need == 1 and prices[i] > 0:
                    met.append(i)
            if i >= self.p.primary or i in full:
                out.update(q for q in of[i] if colour is None or options[q][i] != colour)
        state = A - out, [i for i in U if i not in full], of, bounds
        if met:
            excess, prices = excess[:], prices[:]
            for i in met:
                for q in of[i]:
                    excess[q] += prices[i]
                prices[i] = 0
        return state, excess, prices, had, self.level(state, excess, prices, had, spent), spent

    def level(self, state, excess, prices, had, spent):
        """A lower bound on the costs of all solutions below a node, in the certificate's unit of cost: cost times s /
        d."""
        A, U, _, bounds = state
        worths = sum(prices[i] * bounds[i][prices[i] <= 0] if bounds else prices[i] for i in U)
        return (spent + worths + sum(prices[i] for i in range(self.p.primary, len(prices)) if i not in had)
                + sum(min(excess[o], 0) for o in A))

    def change_prices(self, state, excess, prices, had):
        _, U, of, _ = state
        for _ in range(self.number()):
            i, change = self.index(len(of), "item"), self.signed()
            refuse_if(i < self.p.primary and i not in U or i in had and i >= self.p.primary or any(self.p.shades[i]),
                      f"a price for {i}, which is settled, chosen before, or has colours")
            prices[i] += change
            for o in of[i]:
                excess[o] -= change
        self.require_prices(state, excess, prices)

    def require_prices(self, state, excess, prices):
        A, U, _, bounds = state
        unneeded = [prices[i] for i in U if bounds and bounds[i][0] == 0] + prices[self.p.primary:]
        refuse_if(max(unneeded, default=0) > 0, "an item that need not be covered has a price above 0")
        refuse_if(not bounds and min([excess[o] for o in A], default=0) < 0, "a negative excess")

def members_of(generators, size):
    """All members of the group that the generators generate, each as a tuple of the images of the options. The first
    member is the identity."""
    members = [tuple(range(size))]
    found = {members[0]}
    for member in members:  # the list of members grows during the loop
        for generator in generators:
            product = tuple(map(generator.__getitem__, member))
            if product not in found:
                found.add(product)
                members.append(product)
                refuse_if(len(members) * (size + 1) > MEMBERS, "a group of too many members")
    return members

def best_rise(price, need, room, excesses):
    """The change of an item's price that raises the lower bound most. `excesses` are the reduced costs of the item's
    options."""
    if need == room == 1:
        return min(excesses)
    excesses.sort()
    if need and price + excesses[need - 1] >= 0:
        return excesses[need - 1]
    if room <= len(excesses) and price + excesses[room - 1] <= 0:
        return excesses[room - 1]
    return -price

def check(problem, stream, believe=False):
    """Checks a certificate. Returns the count, the fingerprint or "none", the seed, whether the count is complete, and
    a list with the line of classes or of the cheapest solutions, if there is one. Raises Refused or Unreadable. With
    `believe`, the claims of the certificate are not compared with the computed values. Only tests use `believe`."""
    def line(limit=200):
        text = stream.readline(limit).decode("latin-1")
        return text[:-1] if text[-1:] == "\n" else "a line that does not end"

    refuse_if(line() != "dlx-certificate 1", "not a certificate of version 1")
    refuse_if(line() != "problem " + problem.identity, "the certificate is of another problem")
    seed = re.fullmatch("seed (0|[1-9][0-9]{0,19})", line())
    about = re.fullmatch(r"(classes)|cheapest (classes )?(least|all|0|[1-9][0-9]{0,17})"
                         r"(?: within (-?[0-9]+(?:\.[0-9]+)?))?|", line())
    refuse_if(not seed or int(seed[1]) >= 2**64 or not about or about[0] and line() != "",
              "no seed, a bad line after it, or no empty line where it must stand")
    sys.set_int_max_str_digits(0)  # counts may have any number of digits
    checker = Checker(problem.with_slack() if about[3] else problem, stream, int(seed[1]))
    try:
        count, mark, complete, more = (checker.classes() if about[1]
                                       else checker.cheapest(problem, *about.groups()[1:]) if about[3]
                                       else (*checker.total(), []))
    except Refused as refusal:
        raise Refused(f"{refusal} (byte {checker.position} of the numbers)") from None
    right = [f"count {count}", f"fingerprint {mark}", *more, "complete" if complete else "INCOMPLETE"]
    claims = [line(len(text) + 100) for text in right]
    if claims[1] == "fingerprint none":
        claims[1] = right[1]
    refuse_if(claims != right and not believe, f"computed was {str(right)[:150]}, claimed is {str(claims)[:150]}")
    refuse_if(stream.read(1), "the file goes on after its end")
    return count, mark, int(seed[1]), complete, more

class Gzip(io.RawIOBase):
    """A stream of the decompressed bytes of a gzip file. Python's own GzipFile is not used, because it accepts zeros
    after the last member."""
    def __init__(self, stream):
        self.stream, self.left, self.member, self.pending = stream, b"", None, False

    def readable(self):
        return True

    def readinto(self, buffer):
        while True:
            self.left = self.left or (b"" if self.pending else self.stream.read(1 << 16))
            if not self.left and not self.pending:
                refuse_if(self.member, "the gzip data are cut off")
                return 0
            self.member = self.member or zlib.decompressobj(15 + 16)
            try:
                data = self.member.decompress(self.left, len(buffer))
            except zlib.error as error:
                raise Refused(f"gzip: {error}") from None
            self.left = self.member.unused_data if self.member.eof else self.member.unconsumed_tail
            if self.member.eof:
                self.member = None
            self.pending = self.member is not None and len(data) == len(buffer)
            if data:
                buffer[:len(data)] = data
                return len(data)

@contextlib.contextmanager
def opened(path):
    """Opens a file as a stream of its bytes, decompressed."""
    with open(path, "rb") as stream:
        first = stream.peek(4)[:4]
        if first[:2] == b"\x1f\x8b":
            yield io.BufferedReader(Gzip(stream))
        elif first == b"\x28\xb5\x2f\xfd":
            stream.raw.seek(0)
            zstd = subprocess.Popen(["zstd", "-dcq"], stdin=stream, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            try:
                yield zstd.stdout
            finally:
                zstd.stdout.close()
                with zstd.stderr:
                    reason = zstd.stderr.read()
                zstd.wait()
                if zstd.returncode > 0 and b"not enough memory" in reason:
                    raise MemoryError
                if zstd.returncode > 0:  # a negative code means that a signal ended zstd early
                    raise Refused(f"{path}: the zstd data are damaged")
        else:
            yield stream

def printable(words):
    """Returns the words in one line, with invisible characters escaped, so that they cannot control the terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(words))

def main(arguments):
    try:
        refuse_if(len(arguments) != 2, "usage: dlx_check.py PROBLEM CERTIFICATE", Unreadable)
        with open(arguments[0], "rb") as file:
            problem = Problem(file.read())
        with opened(arguments[1]) as file:
            count, mark, seed, complete, more = check(problem, file)
    except Refused as refusal:
        print(f"refused: {printable(refusal)}", file=sys.stderr)
        return 1
    except MemoryError:
        print("there is not enough memory to check this", file=sys.stderr)
        return 4
    except (Unreadable, OSError) as error:
        print(f"cannot read: {printable(error)}", file=sys.stderr)
        return 2
    print(f"count {count}", f"fingerprint {mark}" + (f" seed {seed}" if mark != "none" else ""),
          *more, f"problem {problem.identity}", "complete" if complete else "INCOMPLETE", sep="\n")
    return 0 if complete else 3

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
