"""Runs the examples in docstrings and pages, and checks that every public name has a docstring."""

import doctest
import importlib
import inspect
import os
import re
import subprocess
import sys

import pytest

import dlx

modules = ["dlx", "dlx.compat", "dlx.puzzles"]
root = os.path.join(os.path.dirname(__file__), "..", "..", "..")
pages = ["bindings/python/README.md", "docs/python.md"]


def public():
    for name in modules:
        module = importlib.import_module(name)
        yield name, module
        for thing in module.__all__:
            yield f"{name}.{thing}", getattr(module, thing)


def test_examples_of_docstrings():
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    seen = 0
    inherited = [(f"dlx.{base.__name__}", base) for base in dlx.Problem.__bases__]
    for name, thing in [*public(), *inherited]:
        if not inspect.isfunction(thing) and not inspect.isclass(thing) and name not in modules:
            continue
        found = finder.find(thing, name, module=False, globs={}) if name not in modules else []
        if name in modules:
            found = [doctest.DocTestParser().get_doctest(thing.__doc__, {}, name, None, None)]
        for test in found:
            seen += len(test.examples)
            runner.run(test)
    assert runner.summarize().failed == 0
    assert seen > 60


@pytest.mark.parametrize("page", pages)
def test_examples_of_pages(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with open(os.path.join(root, page), encoding="utf-8") as file:
        blocks = re.findall(r"^```python\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    assert len(test.examples) > 5
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize().failed == 0


def test_all_is_documented():
    for name, thing in public():
        if not inspect.isclass(thing) and not inspect.isfunction(thing):
            continue
        assert thing.__doc__, name
        if not inspect.isclass(thing):
            continue
        for attribute, value in vars(thing).items():
            if attribute.startswith("_"):
                continue
            if inspect.ismemberdescriptor(value):
                slots = thing.__slots__
                assert isinstance(slots, dict) and slots[attribute], f"{name}.{attribute}"
            else:
                assert inspect.getdoc(value), f"{name}.{attribute}"


def test_names():
    for name, thing in public():
        if inspect.isclass(thing):
            assert f"{thing.__module__}.{thing.__name__}" == name
    assert set(dlx.__all__) <= set(dir(dlx))
    names = {n for n in vars(dlx) if not n.startswith("_")}
    assert names - set(dlx.__all__) <= {"annotations", "Any", "Union"}


def test_without_numpy():
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "import dlx\n"
        "from dlx.compat import get_exact_cover\n"
        "assert dlx.Problem.from_matrix([[1, 0], [0, 1]]).count() == 1\n"
        "assert get_exact_cover([[1, 0], [0, 1]]) == [0, 1]\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    script = "import sys, dlx; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
