"""Checks certificates with the independent program dlx-check."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from typing import Optional

from . import _dlx
from ._command import beside
from ._search import Record, field
from ._text import write_file
from ._types import Path, Problem


class Checked(Record):
    """The numbers that dlx-check has proved for a problem."""

    count: int = field("The number of solutions.")
    fingerprint: Optional[int] = field(
        "The fingerprint of the set of solutions. None if the certificate contains no "
        "fingerprint."
    )
    classes: Optional[int] = field(
        "The number of classes of solutions. None if the certificate is not about classes."
    )
    complete: bool = field("Whether the numbers are exact. If not, they are lower bounds.")


class CertificateError(Exception):
    """Raised if dlx-check rejects a certificate. The message contains the reason."""


def checker() -> str:
    """Returns the path of dlx-check, which is searched for in the package and then on the PATH."""
    found = beside("dlx-check") or shutil.which("dlx-check")
    if found is None:
        raise FileNotFoundError(
            "the program dlx-check is neither in the package nor on the PATH; checker= names one"
        )
    return found


def check(problem: Problem, certificate: Path, program: Optional[Path]) -> Checked:
    """Runs dlx-check; see `Problem.check_certificate`."""
    path = os.fspath(certificate)
    with open(path, "rb"):  # so that Python raises its usual error if the file is missing
        pass
    command = checker() if program is None else os.fspath(program)
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "problem.dlx")
        write_file(text, _dlx.to_text(problem._core, "knuth", False)[0])
        done = subprocess.run([command, text, path], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        raise CertificateError(f"{path}: {done.stderr.strip() or 'dlx-check failed'}")
    lines = [line.split() for line in done.stdout.splitlines()]
    said = {words[0]: words[1:] for words in lines if words}
    fingerprint, classes = said["fingerprint"][0], said.get("classes")
    return Checked(
        count=int(said["count"][0]),
        fingerprint=None if fingerprint == "none" else int(fingerprint),
        classes=int(classes[0]) if classes else None,
        complete=done.returncode == 0,
    )
