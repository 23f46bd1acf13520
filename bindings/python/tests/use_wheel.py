"""Uses an installed package: a search, files, symmetries, a certificate, a saved run and the
command.
"""

import os
import subprocess
import sys
import tempfile

import dlx

assert dlx.puzzles.soma().count(up_to="reflections") == 240
queens = dlx.puzzles.queens(6).problem
assert queens.count(up_to="all") == 1
with tempfile.TemporaryDirectory() as folder:
    certificate, run = os.path.join(folder, "certificate"), os.path.join(folder, "run.dlxr")
    assert queens.count(certificate=certificate, checkpoint=run) == 4
    assert queens.check_certificate(certificate).count == 4
    for ending in "html", "stl", "xmpuzzle":
        dlx.puzzles.soma().first().save(os.path.join(folder, f"soma.{ending}"))
    assert dlx.puzzles.polycube(os.path.join(folder, "soma.xmpuzzle")).count() == 11520
    packed = os.path.join(folder, "queens.dlx.gz")
    queens.write(packed)
    assert dlx.Problem.read(packed).count() == 4
said = subprocess.run(
    [sys.executable, "-m", "dlx", "pentominoes", "6x10", "--count"], capture_output=True, text=True
)
assert said.stdout == "9356\n", said
print(f"dlx {dlx.__version__} works in Python {sys.version.split()[0]}")
