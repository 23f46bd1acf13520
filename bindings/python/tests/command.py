"""Runs the command dlx, for tests that compare results with it."""

import json
import os
import shutil
import subprocess

import pytest

import dlx

#: The command built with the module, or else the command in the package; None if neither exists.
program = os.environ.get("DLX_COMMAND") or dlx._command.beside("dlx")
if program is not None and not os.access(program, os.X_OK):
    program = None

needs_command = pytest.mark.skipif(program is None, reason="the command dlx was not built")
shared = os.path.join(os.path.dirname(__file__), "..", "..", "..", "..", "shared")


def checker():
    """Returns the path of dlx-check, or None."""
    named = os.environ.get("DLX_CHECK")
    if named and os.access(named, os.X_OK):
        return named
    return dlx._command.beside("dlx-check") or shutil.which("dlx-check")


def run(*arguments, input=None, code=0):
    """Runs the command and returns its output."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, input=input)
    assert done.returncode == code, done.stderr
    return done.stdout


def counted(*arguments, input=None):
    """Runs a count with --json and returns the number."""
    return int(json.loads(run(*arguments, "--json", "--quiet", input=input))["count"])
