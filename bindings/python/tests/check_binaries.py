"""check_binaries.py FILE...: checks which libraries binaries need and which symbols they export.

A FILE is a shared object, a program, or a wheel, whose binaries are checked. Binaries may need
only the libraries in `allowed`. A module may export only its init function. The exit code is 1 if
a binary violates these rules. auditwheel checks the same, but it requires the libraries of a
fixed, older system.
"""

import os
import re
import subprocess
import sys
import tempfile
import zipfile

#: Libraries of the system, and libraries that scripts/lib.sh installs for dlx.
allowed = {
    "ld-linux-x86-64.so", "ld-linux-aarch64.so", "libc.so", "libgcc_s.so", "libm.so",
    "libpthread.so", "libstdc++.so",
    "libcrypto.so", "libnauty.so", "libpugixml.so", "libsqlite3.so",
    "libz.so", "libzstd.so",
}  # fmt: skip


def _said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed(path):
    """Returns the libraries that a binary needs, without their versions."""
    names = re.findall(r"\(NEEDED\).*\[(.*?)\]", _said("readelf", "--dynamic", path))
    return {re.sub(r"\.so.*", ".so", name) for name in names}


def shown(path):
    """Returns the dynamic symbols that a binary defines."""
    lines = _said("nm", "--dynamic", "--defined-only", "--format=posix", path).splitlines()
    return {line.split()[0] for line in lines}


def faults(path):
    """Returns the faults of a binary."""
    name = os.path.basename(path)
    found = [f"{name} needs {library}" for library in sorted(needed(path) - allowed)]
    if re.search(r"\(R(UN)?PATH\)", _said("readelf", "--dynamic", path)):
        found.append(f"{name} has a path for libraries")
    if name.startswith("_dlx") and shown(path) != {"PyInit__dlx"}:
        found.append(f"{name} shows {', '.join(sorted(shown(path))[:5])} ...")
    return found


def faults_of_wheel(path):
    """Returns the faults of a wheel: faults of its binaries, wrong modes, and missing files."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        binaries = [n for n in names if n.endswith(".so") or n.startswith("dlx/bin/")]
        found = [
            f"{path} lacks {wanted}"
            for wanted in ["dlx/py.typed", "dlx/_dlx.pyi", "dlx/bin/dlx-check"]
            if wanted not in names
        ]
        for name in binaries:
            if "/bin/" in name and not wheel.getinfo(name).external_attr >> 16 & 0o100:
                found.append(f"{name} cannot be executed")
            found += faults(wheel.extract(name, folder))
        if not any(re.fullmatch(r"dlx/_dlx\..*\.so", name) for name in names):
            found.append(f"{path} lacks the module")
        return found


def main(paths):
    found = [
        fault
        for path in paths
        for fault in (faults_of_wheel(path) if path.endswith(".whl") else faults(path))
    ]
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
