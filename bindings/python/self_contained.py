"""self_contained.py WHEEL FOLDER: makes a wheel that needs no system libraries except those of C.

Copies the libraries that the binaries of the wheel need into the folder dlx/lib of the wheel.
Changes the search paths of the binaries with patchelf, so that they find the libraries there.
Writes the wheel into FOLDER. The tag of the wheel is manylinux_2_N, where 2.N is the oldest glibc
that has all symbols that the binaries use. Prints the name of the new file. If SOURCE_DATE_EPOCH
is set, two runs write equal files. auditwheel does the same, but only for the systems that it
supports.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

#: Libraries of the system that a wheel may use, according to the manylinux policies.
of_the_system = re.compile(r"(ld-linux-.*|libc|libm|libpthread|libdl|librt)\.so\.\d+")


#: The Debian packages whose code is linked into the binaries.
linked = (
    "libboost1.74-dev libcli11-dev libfmt-dev libpugixml-dev libsqlite3-dev libssl-dev "
    "libstdc++-12-dev libzstd-dev nlohmann-json3-dev pybind11-dev robin-map-dev zlib1g-dev"
).split()


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed(binary):
    """Returns the libraries that a binary needs, without those of the system."""
    names = re.findall(r"\(NEEDED\).*\[(.*?)\]", said("readelf", "--dynamic", binary))
    return [name for name in names if not of_the_system.fullmatch(name)]


def path_of(library, binary):
    """Returns the path where the dynamic linker finds a library for a binary."""
    found = re.search(rf"^\s*{re.escape(library)} => (/\S+)", said("ldd", binary), re.M)
    if not found:
        sys.exit(f"self_contained.py: {binary} needs {library}, which is not found")
    return found[1]


def package_of(path):
    """Returns the Debian package that contains a library."""
    for name in path, path.removeprefix("/usr"), f"/usr{path}", os.path.realpath(path):
        told = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True).stdout
        if told:
            return told.split(":")[0]
    sys.exit(f"self_contained.py: {path} is of no package, so its licence is not known")


def bundle(package):
    """Copies libraries and all licences into the package. Returns all binaries of the package."""
    waiting = [*package.glob("*.so"), *package.glob("bin/*")]
    binaries, licences = [], set(linked)
    while waiting:
        binary = waiting.pop()
        binaries.append(binary)
        libraries = needed(binary)
        for library in libraries:
            copy = package / "lib" / library
            if not copy.exists():
                copy.parent.mkdir(exist_ok=True)
                found = path_of(library, binary)
                shutil.copy(found, copy)
                waiting.append(copy)
                licences.add(package_of(found))
        if libraries:
            home = os.path.relpath(package / "lib", binary.parent)
            subprocess.run(["patchelf", "--set-rpath", f"$ORIGIN/{home}", binary], check=True)
    for name in sorted(licences):
        copy = package / "licences" / name
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(f"/usr/share/doc/{name}/copyright", copy)
    return binaries


def oldest_glibc(binaries):
    """Returns the least N for which glibc 2.N has every symbol that the binaries use."""
    versions = [re.findall(r"GLIBC_2\.(\d+)", said("readelf", "-V", b)) for b in binaries]
    return max(int(version) for each in versions for version in each)


def main(wheel, folder):
    with tempfile.TemporaryDirectory() as temporary, zipfile.ZipFile(wheel) as packed:
        for entry in packed.infolist():
            made = Path(packed.extract(entry, temporary))
            made.chmod(entry.external_attr >> 16 & 0o777 or 0o644)
        root = Path(temporary)
        tag = f"manylinux_2_{oldest_glibc(bundle(root / 'dlx'))}_"
        (about,) = root.glob("*.dist-info/WHEEL")
        about.write_text(re.sub(r"(Tag: .*-)linux_", rf"\g<1>{tag}", about.read_text()))
        told = said(sys.executable, "-m", "wheel", "pack", "--dest-dir", folder, temporary)
        print(re.search(r"(\S+\.whl)", told)[1].rstrip(".").rsplit("/", 1)[-1])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
