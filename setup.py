"""The Python package, compiled by CMake: `pip install .`

Its sources are in bindings/python, its version and its name for distribution in dlx/version.hpp.
The libraries that the engine needs must be installed (scripts/lib.sh lists them by their Debian
names); scripts/wheel makes a wheel that needs none.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

root = Path(__file__).resolve().parent
facts = dict(re.findall(r'#define DLX_(\w+) "(.*)"', (root / "dlx/version.hpp").read_text()))


class BuildByCMake(build_ext):
    """CMAKE_ARGS in the environment has further arguments, CMAKE_BUILD_PARALLEL_LEVEL the jobs.

    With -DDLX_APPS=ON among the arguments the package has the command dlx, and the build takes a
    fifth longer.
    """

    def build_extension(self, extension):
        if shutil.which("cmake") is None:
            raise SystemExit("cmake (3.25 or newer) is needed to build dlx, and is not installed")
        folder = Path(self.build_temp).resolve()
        target = Path(self.get_ext_fullpath(extension.name)).resolve()
        arguments = [
            f"-DCMAKE_BUILD_TYPE={'Debug' if self.debug else 'Release'}",
            f"-DPython_EXECUTABLE={sys.executable}",
            "-DDLX_PYTHON=ON",
            "-DDLX_APPS=OFF",
        ]
        arguments += [f"-DDLX_{part}=OFF" for part in ("C", "TESTS", "BENCH", "INSTALL")]
        arguments += shlex.split(os.environ.get("CMAKE_ARGS", ""))
        if shutil.which("ninja"):
            arguments.append("-GNinja")
        subprocess.run(["cmake", "-S", str(root), "-B", str(folder), *arguments], check=True)
        # What the package has in its folder bin, by targets of CMake.
        wanted = {"dlx_check": "apps/dlx-check"}
        if "-DDLX_APPS=ON" in arguments:
            wanted["dlx_app"] = "apps/dlx"
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
        subprocess.run(
            ["cmake", "--build", str(folder), "--target", "dlx_python_package", *wanted]
            + ["--parallel", jobs],
            check=True,
        )
        target.parent.mkdir(parents=True, exist_ok=True)
        built = folder / "bindings/python/dlx"
        for made in (built / target.name, *built.glob("*.pyi")):
            shutil.copy(made, target.parent)
        if not self.debug and shutil.which("strip"):
            subprocess.run(["strip", str(target)], check=True)
        for program in wanted.values():
            beside = target.parent / "bin" / Path(program).name
            beside.parent.mkdir(exist_ok=True)
            shutil.copy(folder / program, beside)
            if not self.debug and shutil.which("strip"):
                subprocess.run(["strip", str(beside)], check=True)


class WithSources(sdist):
    """What CMake needs of the project goes into source distributions as well."""

    def make_distribution(self):
        for folder in ("apps", "bindings", "check", "cmake", "data", "dlx", "reductions", "viewer"):
            self.filelist.graft(folder)
        self.filelist.append("CMakeLists.txt")
        for pattern in ("*.py[co]", "*.so", "*.egg-info/*"):
            self.filelist.global_exclude(pattern)
        super().make_distribution()


setup(
    name=facts["DISTRIBUTION"],
    version=facts["VERSION"],
    description="Exact covers by dancing links: solve, count, sample, optimise",
    long_description=(root / "bindings/python/README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    license="MIT",
    license_files=["LICENSE"],
    python_requires=">=3.9",
    keywords=["exact cover", "dancing links", "combinatorics", "puzzles"],
    classifiers=[
        "License :: OSI Approved :: MIT License",
        "Operating System :: POSIX",
        "Programming Language :: C++",
        "Programming Language :: Python :: 3",
        "Topic :: Scientific/Engineering :: Mathematics",
        "Typing :: Typed",
    ],
    extras_require={"numpy": ["numpy"]},
    packages=["dlx"],
    package_dir={"": "bindings/python"},
    package_data={"dlx": ["py.typed", "*.pyi"]},
    exclude_package_data={"": ["*.so"]},
    ext_modules=[Extension("dlx._dlx", sources=[])],
    cmdclass={"build_ext": BuildByCMake, "sdist": WithSources},
)
