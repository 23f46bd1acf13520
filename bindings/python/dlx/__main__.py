"""``python -m dlx``: runs the command dlx."""

import os
import shutil
import sys

from dlx._command import beside


def main() -> None:
    """Replaces this process by the command dlx, with the same input, output and arguments."""
    command = beside("dlx") or shutil.which("dlx")
    if command is None:
        sys.exit(
            "python -m dlx: the command is neither in the package nor on the PATH; "
            "'CMAKE_ARGS=-DDLX_APPS=ON pip install .' builds it"
        )
    os.execv(command, ["dlx", *sys.argv[1:]])


if __name__ == "__main__":
    main()
