"""Checks the types of the package with mypy, and compares the stub of the compiled part with that
part.
"""

import os
import subprocess
import sys

import pytest

import dlx

pytest.importorskip("mypy")
package = os.path.dirname(dlx.__file__)


def mypy(*arguments, cwd):
    environment = dict(os.environ, PYTHONPATH=os.path.dirname(package))
    environment["MYPYPATH"] = os.path.dirname(package)
    environment["MYPY_CACHE_DIR"] = os.path.join(str(cwd), "mypy_cache")
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=cwd, env=environment
    )
    return done.returncode, done.stdout + done.stderr


def test_the_stub_is_that_of_the_module(tmp_path):
    # The classes of pybind11 differ from the stub in their metaclass, and in __init__ of classes
    # that cannot be constructed.
    (tmp_path / "allowed").write_text(r"dlx\._dlx\.[A-Z]\w+(\.__init__)?" + "\n")
    code, out = mypy(
        "-m", "mypy.stubtest", "dlx._dlx", "--allowlist", "allowed", "--ignore-unused-allowlist",
        cwd=tmp_path,
    )  # fmt: skip
    assert code == 0, out


def test_what_users_write(tmp_path):
    (tmp_path / "user.py").write_text(
        """
import dlx
from typing import List, Optional, Tuple

p = dlx.Problem([["a", ("s", "red")], [(0, 1)]], secondary=["s"], costs=[1, 2])
n: int = p.count(up_to="all", time_limit=1.5, threads=2)
s: Optional[dlx.Solution] = p.first()
for solution in p.solutions(limit=2):
    numbers: Tuple[int, ...] = solution.options
best: List[dlx.Solution] = p.cheapest(2)
r: dlx.CountResult = p.count_result()
value: int = r.value
named = dlx.Problem({"A": [1, 4], "B": [7]}, costs={"A": 2})
names: Tuple[object, ...] = named.solutions().__next__().names
reveal_type(p.diagram().marginals())
p.count(threads="two")
p.solutions(limit="two")
"""
    )
    code, out = mypy("-m", "mypy", "--strict", "user.py", cwd=tmp_path)
    lines = out.splitlines()
    assert os.path.exists(os.path.join(package, "py.typed"))
    assert code == 1 and len(lines) == 4, out  # no error concerns the package itself
    assert "builtins.list[builtins.float]" in lines[0]
    assert 'Argument "threads" to "count" of "Solvable"' in lines[1]
    assert 'Argument "limit" to "solutions" of "Problem"' in lines[2]
