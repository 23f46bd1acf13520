#!/usr/bin/env python3
"""Compares how dlx, dlx-check and dlx_check.py read texts of problems.

    grammar_test.py DLX CHECK_PROGRAM [--checker PATH] [--texts N] [--seed S]

All three must accept the same texts, and compute the same identity of what they accept.  The texts are fixed ones,
and random problems of which most are damaged.
"""
import argparse, collections, json, os, random, subprocess, sys, tempfile
from dlx_check_test import load, random_problem

FIXED = [
    b"1|/a b\nb /a\n/a\nb\n", b"1|\n", b"1| |\n", b"1| | s t\n", b"1| | /s\n", b"1|\na\n", b"1| a\n", b"| |\n",
    b":2|a\n", b"2:|a\n", b"a |+5\n", b"|+5\n", b"+2|a\n", b"1:2:3|a\n", b"1|2|a\n", b"a 1|b\n", b"a | 1|b\n",
    b"0" * 5000 + b"2|a\na\na\n", b"9" * 5000 + b"|a\n", b"4294967295|a\n", b"4294967296|a\n", b"0:1|/a\n", b"2|/a\n",
    b"a\na |+5\n", b"a\na |-0\n", b"a\na |-\n", b"a\na |--1\n", b"a\na |9223372036854775808\n",
    b"a\na |-9223372036854775808 |1\n", b"a\na |9223372036854775807 |1\n", b"a\na |" + b"0" * 5000 + b"7\n",
    b"a | b\na b:x:y\n", b"a | b\na b:x|y\n", b"a | b\na b:\n", b"a | b\na :x\n", b"a | b\na:x\n",
    b"\xef\xbb\xbfa\r\na\r\n", b"a\r\r\n", b"a\rb\n", b"a\x0cb\n", b"a\x00\n", b"a\tb\n", b"| \xff\na\n", b"a\n| \xff\n",
    "ä\nä\n".encode(), b"\xc3\n", b"\xc0\xaf\n", b"\xed\xa0\x80\n", b"\xf4\x90\x80\x80\n", b"\xc2\xad\n", b"\xef\xbf\xbe\n",
    "\u200b\n".encode(), "\ufffd\n".encode(), "\U0001F600\n".encode(), "\U0010FFFF\n".encode(), b"/ c\n\n| c\na\n/a\n",
    b"n" * 65536 + b"\n", b"n" * 65537 + b"\n", b"", b"\n", b"| a\n", b"/ a\n",
]
MARKS = [b"/", b"|", b":", b"1", b"2", b"0", b"3", b"+", b"-", b" ", b"\t", b"\r", b"\n", b"a", b"1|", b"| ", b"\xc2\xad"]

def damaged(rng, text):
    for _ in range(rng.randint(0, 3)):
        at, size = rng.randrange(len(text) + 1), rng.randint(1, 4)
        text = rng.choice([
            lambda: text[:at] + rng.choice(MARKS) + text[at:],
            lambda: text[:at] + rng.choice(MARKS) + text[at:],
            lambda: text[:at] + text[at + size:],
            lambda: text[:at] + bytes([rng.randrange(256)]) + text[at + 1:],
            lambda: text[:at] + text[rng.randrange(len(text) + 1):][:rng.randint(1, 20)] + text[at:],
        ])()
    return text

class Readers:
    def __init__(self, dlx, program, checker, folder):
        self.dlx, self.program, self.checker = dlx, program, checker
        self.problem, self.certificate = (os.path.join(folder, name) for name in ("problem.dlx", "certificate"))

    def run(self, *command):
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)

    def by_dlx(self):
        """The identity; or None if the text is refused."""
        answer = self.run(self.dlx, "info", self.problem, "--from", "knuth", "--json", "-q")
        if answer.returncode == 2:
            return None
        assert answer.returncode == 0, answer
        return json.loads(answer.stdout)["identity"]

    def by_python(self, text):
        try:
            return self.checker.Problem(text).identity
        except self.checker.Unreadable:
            return None

    def by_program(self, expected):
        """The expected identity if the program computes it; None if it refuses the text."""
        with open(self.certificate, "w") as f:
            f.write(f"dlx-certificate 1\nproblem {expected}\n")
        answer = self.run(self.program, self.problem, self.certificate)
        if answer.returncode == 2:
            return None
        assert answer.returncode == 1, answer
        return "another" if b"another problem" in answer.stderr else expected

    def compare(self, text):
        """Whether all three agree; and whether they accept the text."""
        with open(self.problem, "wb") as f:
            f.write(text)
        wanted = self.by_dlx()
        found = [wanted, self.by_program(wanted or "0" * 64), self.by_python(text)]
        return len(set(found)) == 1, found

def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dlx")
    parser.add_argument("program", metavar="CHECK_PROGRAM")
    parser.add_argument("--checker", required=True)
    parser.add_argument("--texts", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tally, disagreements = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        readers = Readers(arguments.dlx, arguments.program, load(arguments.checker), folder)
        rng = random.Random(arguments.seed)
        texts = FIXED + [damaged(rng, random_problem(rng)[0].text().encode()) for _ in range(arguments.texts)]
        for text in texts:
            agree, found = readers.compare(text)
            tally["accepted" if found[0] else "refused"] += 1
            if not agree:
                disagreements.append((text[:300], found))
    for text, (dlx, program, python) in sorted(disagreements, key=lambda d: len(d[0]))[:10]:
        print(f"DISAGREEMENT {text}\n  dlx: {dlx}\n  dlx-check: {program}\n  dlx_check.py: {python}")
    print("disagree" if disagreements else "agree", dict(tally))
    assert min(tally.values()) > len(texts) / 10, "too few texts of one kind"
    return 1 if disagreements else 0

if __name__ == "__main__":
    sys.exit(main())
