"""Hints of sudokus are true, and their chains are valid: this file reads the text that the command
prints, and knows only the rules of sudoku.

Usage: hints_test.py DLX [SUDOKUS OF EACH LEVEL]
"""

import json
import re
import subprocess
import sys

DLX, EACH = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2
SIDE, BOX = 9, 3
SQUARES = [(r, c) for r in range(1, SIDE + 1) for c in range(1, SIDE + 1)]
IS = re.compile(r"row (\d) column (\d) is (\d)")


def run(*arguments, text=None):
    done = subprocess.run([DLX, *arguments], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


def box(r, c):
    return (r - 1) // BOX * BOX + (c - 1) // BOX + 1


UNITS = {"row": lambda r, c: r, "column": lambda r, c: c, "box": box}


class Board:
    def __init__(self, values, excluded=()):
        self.values, self.excluded = dict(values), set(excluded)

    def allows(self, r, c, v):
        return (r, c) not in self.values and (r, c, v) not in self.excluded and not any(
            w == v and (r == y or c == x or box(r, c) == box(y, x)) for (y, x), w in self.values.items())

    def left(self, words):
        """What can still cover "place for 3 in row 1" or "value for row 1 column 2"."""
        if found := re.fullmatch(r"place for (\d) in (row|column|box) (\d)", words):
            v, unit, n = int(found[1]), UNITS[found[2]], int(found[3])
            assert all(w != v or unit(*s) != n for s, w in self.values.items()), words
            return [(r, c, v) for r, c in SQUARES if unit(r, c) == n and self.allows(r, c, v)]
        found = re.fullmatch(r"value for row (\d) column (\d)", words)
        assert found, words
        r, c = int(found[1]), int(found[2])
        assert (r, c) not in self.values, words
        return [(r, c, v) for v in range(1, SIDE + 1) if self.allows(r, c, v)]

    def follow(self, line):
        """A line such as "row 1 column 2 is 3: the only value for row 1 column 2"."""
        what, why = line.split(": the only ")
        r, c, v = map(int, IS.fullmatch(what).groups())
        assert self.left(why) == [(r, c, v)], line
        self.values[r, c] = v
        return r, c, v


def replay(board, lines):
    """The value that a hint gives, after its chains were replayed."""
    head = lines[0]
    if head.endswith(": only a search shows it"):
        return tuple(map(int, IS.match(head).groups()))
    for line in lines[1:]:
        if line.startswith("  if "):
            excluded = tuple(map(int, re.fullmatch(r"  if " + IS.pattern + ", then", line).groups()))
            assert board.allows(*excluded), line
            assumed = Board(board.values, board.excluded)
            assumed.values[excluded[:2]] = excluded[2]
        elif line.startswith("    no "):
            assert assumed.left(line[len("    no "):]) == [], line
            board.excluded.add(excluded)
        else:
            assumed.follow(line.strip())
    assert head.endswith(", because") == (len(lines) > 1), head
    return board.follow(head.removesuffix(", because"))


def read(text):
    return {s: int(sign) for s, sign in zip(SQUARES, text) if sign != "."}


def as_text(values):
    return "".join(str(values.get(s, ".")) for s in SQUARES)


boards = []
for level in (1, 2, 3, 4):
    for seed in range(1, EACH + 1):
        made = run("sudoku", "--generate", str(seed), "--level", str(level), "--json")
        boards.append(read(json.loads(made)["board"]))
# A complete board is added, so that a file has several puzzles also at the end.
full = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
texts = [as_text(values) for values in boards]
solved = run("sudoku", "-", "--first", "--engine", "bit_matrix", text="\n".join([full, *texts]) + "\n")
solutions = [read(line) for line in solved.split()[1:]]
hints = chains = 0
while boards:
    texts = [as_text(values) for values in boards]
    printed = run("sudoku", "-", "--hint", text="\n".join([full, *texts]) + "\n")
    first, *found = re.split(r"\n(?! )", printed.rstrip("\n"))
    assert first.startswith("solved") and len(found) == len(boards), printed
    for values, solution, hint in zip(boards, solutions, found):
        lines = hint.split("\n")
        r, c, v = replay(Board(values), lines)
        assert solution[r, c] == v, (as_text(values), hint)
        values[r, c] = v
        hints += 1
        chains += sum(line.startswith("  if ") for line in lines)
    open_ones = [k for k, values in enumerate(boards) if len(values) < SIDE * SIDE]
    boards, solutions = [boards[k] for k in open_ones], [solutions[k] for k in open_ones]
assert hints > 50 * 4 * EACH and chains >= 3 * EACH, (hints, chains)
print(f"{hints} hints with {chains} chains")
