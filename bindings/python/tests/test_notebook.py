"""Executes a notebook in a kernel and tests what its cells display."""

import gc
import html
import re
import sys
import warnings

import pytest

import dlx


def test_representations_for_notebooks():
    soma = dlx.puzzles.soma()
    first = soma.first()
    for thing in [soma, first, first.picture]:
        assert thing._repr_svg_().startswith("<svg")
        shown = thing._repr_html_()
        page = html.unescape(re.search('srcdoc="([^"]*)"', shown)[1])
        assert page == soma.picture().html() and "</html>" in page and "http" not in page[:200]
    row = dlx.puzzles.langford(4)
    assert "4 1 3 1 2 4 3 2" in row._repr_html_() or "<svg" in row._repr_html_()
    assert "<td>1</td>" in dlx.puzzles.snakes(3)._repr_html_()


def test_a_notebook_shows_the_viewer(monkeypatch, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    manager = pytest.importorskip("jupyter_client.manager")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    cells = [
        "import dlx",
        "dlx.puzzles.soma()",
        "dlx.puzzles.soma().first()",
        "dlx.puzzles.queens(6).show()",
        "dlx.Problem({'A': [1, 4], 'B': [7]}).first()",
        "dlx.puzzles.dominoes(8, 8).count(progress=True)",
        "dlx.puzzles.sudoku('1... ..3. .4.. ...2')",
        "dlx.puzzles.soma().first().take_apart()",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    kernel = manager.KernelManager()
    kernel.kernel_spec.argv[0] = sys.executable
    nbclient.NotebookClient(notebook, km=kernel, timeout=120).execute()
    with warnings.catch_warnings():  # sockets that jupyter_client does not close
        warnings.simplefilter("ignore", ResourceWarning)
        del kernel
        gc.collect()
    outputs = [[dict(o.get("data", {})) for o in cell.outputs] for cell in notebook.cells]
    for shown in outputs[1], outputs[2]:
        (data,) = shown
        assert "'iframe'" in data["text/html"] and data["image/svg+xml"].startswith("<svg")
    # The viewer is sent once. Later cells contain the scene, and the flat picture in case the
    # viewer is missing.
    sizes = [len(outputs[n][0]["text/html"]) for n in (1, 2, 7)]
    assert sizes[0] > 500_000 and max(sizes[1:]) < 20_000, sizes
    assert all("<svg" in outputs[n][0]["text/html"] for n in (1, 2, 6, 7))
    assert any("text/html" in data for data in outputs[3])
    assert outputs[4][0]["text/plain"] == "<dlx.Solution: options 'A', 'B'>"
    assert "<td>" in outputs[4][0]["text/html"]
    assert outputs[5][-1]["text/plain"] == "12988816"
