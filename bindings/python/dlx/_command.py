"""The programs dlx and dlx-check that the package has in its folder `bin`."""

from __future__ import annotations

import os
from typing import Optional


def beside(name: str) -> Optional[str]:
    """Returns the path of a program of the package; None: it was built without."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    return path if os.access(path, os.X_OK) else None
