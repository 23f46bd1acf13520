"""Checkers of proofs, written from the descriptions of their formats, for tests of what `dlx proof` writes.

lrat() takes DIMACS and LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient certified RAT
verification, 2017; RAT on the first literal), veripb() OPB and format 3.0 of VeriPB (its rules rup, solx and del), cpog() DIMACS
and CPOG (Bryant, Nawrocki, Avigad, Heule: Certified knowledge compilation, 2023).  Each raises Refused, or returns
the clauses or constraints that were given, and what is proved: nothing, or a number of solutions.
"""
from fractions import Fraction

class Refused(Exception):
    pass

def need(holds, *why):
    if not holds:
        raise Refused(" ".join(str(w) for w in why))

def integers(words):
    try:
        return [int(w) for w in words]
    except ValueError:
        raise Refused(f"no numbers: {words}") from None

def strict(check):
    """Lines that are cut short are refused as well."""
    def checked(formula, proof):
        try:
            return check(formula, proof)
        except (IndexError, ValueError) as error:
            raise Refused(f"no such line: {error}") from None
    return checked

def read_cnf(text):
    """Variables, and clauses by number."""
    lines = [line.split() for line in text.splitlines() if line[:1] != "c"]
    need(lines and lines[0][:2] == ["p", "cnf"] and len(lines[0]) == 4, "no header")
    variables, count = integers(lines[0][2:])
    clauses = [integers(line) for line in lines[1:]]
    need(all(c and c[-1] == 0 and 0 not in c[:-1] for c in clauses), "a clause without an end")
    need(all(abs(x) <= variables for c in clauses for x in c), "a variable beyond the header")
    need(len(clauses) == count, "another number of clauses than the header has")
    return variables, {k: c[:-1] for k, c in enumerate(clauses, 1)}

def propagate(clauses, true, hints):
    """Unit propagation by these clauses, each of which must be a unit, the last one false."""
    for k, h in enumerate(hints):
        need(h in clauses, "hint", h, "is no clause")
        left = {x for x in clauses[h] if -x not in true}
        need(not any(x in true for x in left), "hint", h, "is satisfied")
        if not left:
            need(k + 1 == len(hints), "hints after the conflict")
            return
        need(len(left) == 1, "hint", h, "is no unit")
        true |= left
    raise Refused("no conflict")

def split(numbers):
    """Two lists, each ended by 0."""
    need(numbers.count(0) == 2 and numbers[-1] == 0, "two lists must end in 0")
    k = numbers.index(0)
    return numbers[:k], numbers[k + 1:-1]

def resolve(clauses, clause, true, hints):
    """Each clause with the opposite of the first literal has a contradiction, by hints behind its number."""
    need(clause, "the empty clause needs hints")
    left = {k for k, c in clauses.items() if -clause[0] in c}
    while hints:
        k, end = -hints[0], next((n for n, h in enumerate(hints[1:], 1) if h < 0), len(hints))
        need(k in left, k, "is no clause to resolve with, or comes twice")
        left.remove(k)
        others = [x for x in clauses[k] if x != -clause[0]]
        if not any(x in true for x in others):  # or the resolvent is a tautology
            propagate(clauses, true | {-x for x in others}, hints[1:end])
        hints = hints[end:]
    need(not left, "clauses to resolve with are left:", left)

@strict
def lrat(formula, proof):
    variables, clauses = read_cnf(formula)
    given, last = dict(clauses), len(clauses)
    for line in proof.splitlines():
        words = line.split()
        if words[1:2] == ["d"]:
            numbers = integers(words[2:])
            need(numbers[-1:] == [0], "a deletion without an end")
            for k in numbers[:-1]:
                need(clauses.pop(k, None) is not None, "deletion of", k, "which is no clause")
            continue
        numbers = integers(words)
        need(numbers and numbers[0] > last, "numbers of clauses ascend")
        last = numbers[0]
        clause, hints = split(numbers[1:])
        need(not any(-x in clause for x in clause), "a tautology")
        true = {-x for x in clause}
        first = next((k for k, h in enumerate(hints) if h < 0), len(hints))
        if first == len(hints) and hints:
            propagate(clauses, true, hints)
        else:
            resolve(clauses, clause, true, hints[first:])
            need(first == 0, "hints before those of RAT")
        clauses[last] = clause
        if not clause:
            return given, None
    raise Refused("the empty clause is not derived")

def constraint(words):
    """(terms, degree): literals with factors above 0, whose sum must reach the degree; and the relation."""
    need(len(words) >= 2 and words[-2] in (">=", "="), "no constraint:", words)
    terms, degree = {}, integers(words[-1:])[0]
    need(len(words) % 2 == 0, "no constraint:", words)
    for factor, literal in zip(words[:-2:2], words[1:-2:2]):
        f, name = integers([factor])[0], literal.lstrip("~")
        need(name[:1] == "x" and name[1:].isdigit() and literal in (name, "~" + name), "no literal:", literal)
        x = int(name[1:]) * (-1 if literal[0] == "~" else 1)
        need(x not in terms and -x not in terms, "a variable twice")
        terms[x if f > 0 else -x], degree = abs(f), degree - min(f, 0)
    return {x: f for x, f in terms.items() if f}, degree, words[-2]

def slack(its, true):
    return sum(f for x, f in its[0].items() if -x not in true) - its[1]

def forced(its, true):
    """What a constraint says: None if it is false."""
    left = slack(its, true)
    return None if left < 0 else {x for x, f in its[0].items() if f > left and x not in true and -x not in true}

@strict
def veripb(formula, proof):
    constraints, preserved = {}, None
    for line in formula.splitlines():
        words = line.split()
        if line[:1] == "*":
            continue
        need(words and words[-1] == ";", "a line without an end")
        if words[0] == "preserved:":
            preserved = integers(w.removeprefix("x") for w in words[1:-1])
            continue
        terms, degree, relation = constraint(words[:-1])
        constraints[len(constraints) + 1] = terms, degree
        if relation == "=":
            constraints[len(constraints) + 1] = {-x: f for x, f in terms.items()}, sum(terms.values()) - degree
    lines, given, last, solutions = proof.splitlines(), dict(constraints), len(constraints), 0
    need(lines[:1] == ["pseudo-Boolean proof version 3.0"], "no proof of this version")
    need(lines[1:2] == [f"f {last} ;"], "another number of constraints")
    at = 2
    for at, line in enumerate(lines[2:], 2):
        words = line.split()
        need(words and words[-1] == ";", "a line without an end")
        if words[0] == "del":
            need(words[1] == "id", "no numbers to delete")
            for k in integers(words[2:-1]):
                need(k > len(given), "a constraint of the formula is deleted")
                need(constraints.pop(k, None) is not None, "deletion of", k, "which is no constraint")
        elif words[0] == "rup":
            need(":" in words, "no hints")
            colon = words.index(":")
            terms, degree, relation = constraint(words[1:colon])
            need(relation == ">=", "an equality is derived")
            true, conflict = set(), False
            for word in words[colon + 1:-1]:
                negation = {-x: f for x, f in terms.items()}, sum(terms.values()) - degree + 1
                k = 0 if word == "~" else integers([word])[0]
                need(word == "~" or k in constraints, "hint", word, "is no constraint")
                more = forced(negation if word == "~" else constraints[k], true)
                conflict = more is None
                if conflict:
                    break
                true |= more
            need(conflict, "line", at + 1, "does not follow")
            last += 1
            constraints[last] = terms, degree
        elif words[0] == "solx":
            need(preserved is not None, "solx without preserved variables")
            true = {-int(w[2:]) if w[0] == "~" else int(w[1:]) for w in words[1:-1]}
            need(not any(-x in true for x in true), "a variable that is both")
            grows = True
            while grows:
                more = [forced(its, true) for its in constraints.values()]
                need(None not in more, "line", at + 1, "is no solution")
                grows = any(x - true for x in more)
                true = true.union(*more)
            need(all(sum(f for x, f in its[0].items() if x in true) >= its[1] for its in constraints.values()) and
                 all(v in true or -v in true for v in preserved), "line", at + 1, "is no solution")
            last, solutions = last + 1, solutions + 1
            constraints[last] = {-v if v in true else v: 1 for v in preserved}, 1
        else:
            break
    want = ["conclusion", "UNSAT", ":"] if solutions == 0 else ["conclusion", "ENUMERATION_COMPLETE", str(solutions), ":"]
    end = [line.split() for line in lines[at:]]
    need(len(end) == 3 and end[0] == ["output", "NONE", ";"] and end[2] == "end pseudo-Boolean proof ;".split(), "no end")
    need(end[1][:-2] == want and end[1][-1] == ";", "another conclusion")
    k = integers(end[1][-2:-1])[0]
    need(k in constraints and slack(constraints[k], set()) < 0, "what is concluded from is no contradiction")
    return given, solutions

@strict
def cpog(formula, proof):
    variables, clauses = read_cnf(formula)
    given, defining, nodes, root = dict(clauses), set(), {}, None  # nodes: what each depends on, its value
    def fresh(first, count):
        need(not any(k in clauses for k in range(first, first + count)) and first > 0, "a clause's number is used")
    def node(x):
        v = abs(x)
        need(0 < v <= variables or v in nodes, "an unknown variable", v)
        depends, value = nodes.get(v, (frozenset([v]), Fraction(1, 2)))
        return depends, value if x > 0 else 1 - value
    def define(first, new):
        for k, clause in enumerate(new, first):
            clauses[k] = clause
            defining.add(k)
    for line in proof.splitlines():
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "r":
            need(root is None, "two roots")
            root = integers(words[1:2])[0]
        elif words[0] in ("d", "dc"):
            numbers = integers(words[1:])
            need(len(numbers) > 1 and numbers[-1] == 0 and numbers[0] not in defining, "no deletion")
            clause = clauses.pop(numbers[0], None)
            need(clause is not None, "deletion of what is no clause")
            propagate(clauses, {-x for x in clause}, numbers[1:-1])
        elif words[1] == "a":
            numbers = integers(words[:1] + words[2:])
            fresh(numbers[0], 1)
            clause, hints = split(numbers[1:])
            for x in clause:
                node(x)
            propagate(clauses, {-x for x in clause}, hints)
            clauses[numbers[0]] = clause
        elif words[1] in ("p", "s"):
            numbers = integers(words[:1] + words[2:])
            first, new = numbers[:2]
            need(new > variables and new not in nodes and numbers[-1] == 0, "no new node")
            if words[1] == "p":
                below = numbers[2:-1]
                need(len(below) > 1, "a product of less than two")
                depends, value = frozenset(), Fraction(1)
                for x in below:
                    its, factor = node(x)
                    need(not depends & its, "a product of what is not apart")
                    depends, value = depends | its, value * factor
                fresh(first, len(below) + 1)
                define(first, [[new] + [-x for x in below]] + [[-new, x] for x in below])
            else:
                a, b = below = numbers[2:4]
                need(all(h in defining for h in numbers[4:-1]), "a hint that defines nothing")
                (one, x), (two, y) = node(a), node(b)
                depends, value = one | two, x + y
                propagate(clauses, {a, b}, numbers[4:-1])
                fresh(first, 3)
                define(first, [[-new, a, b], [new, -a], [new, -b]])
            nodes[new] = depends, value
        else:
            raise Refused(f"no such step: {line}")
    left = [c for k, c in clauses.items() if k not in defining]
    need(root is not None and left == [[root]], "what is left is not the root alone")
    return given, int(node(root)[1] * 2**variables)
