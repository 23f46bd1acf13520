"""Tests which libraries the compiled module needs, and which symbols it exports."""

import shutil

import pytest

import check_binaries
import dlx

pytestmark = pytest.mark.skipif(
    not (shutil.which("readelf") and shutil.which("nm")), reason="there are no binutils"
)


def test_the_module_needs_only_what_is_allowed_and_shows_only_its_door():
    assert check_binaries.faults(dlx._dlx.__file__) == []


def test_the_check_finds_what_is_wrong(monkeypatch, capsys):
    monkeypatch.setattr(check_binaries, "allowed", {"libc.so"})
    assert any("libstdc++" in fault for fault in check_binaries.faults(dlx._dlx.__file__))
    monkeypatch.setattr(check_binaries, "shown", lambda path: {"PyInit__dlx", "malloc"})
    assert check_binaries.main([dlx._dlx.__file__]) == 1
    assert "shows PyInit__dlx, malloc" in capsys.readouterr().err
