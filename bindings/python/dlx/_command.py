"""Finds the programs dlx and dlx-check in the folder `bin` of the package."""

from __future__ import annotations

import os
from typing import Optional


def beside(name: str) -> Optional[str]:
    """Returns the path of a program in the package; None if the package was built without it."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    return path if os.access(path, os.X_OK) else None
