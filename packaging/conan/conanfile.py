"""A recipe for Conan 2, which builds the clone of dlx that it lies in.

It has never been run with Conan, only compiled and checked by tests/structure/recipes.cmake. nauty
is taken from the system, where pkg-config must find it: Conan's centre has no recipe of it.
"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.gnu import PkgConfig, PkgConfigDeps
from conan.tools.system.package_manager import Apt


class DlxConan(ConanFile):
    name = "dlx"
    description = "An exact-cover engine and puzzles reduced to it"
    license = "MIT"
    topics = ("exact-cover", "dancing-links", "puzzle")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"command": [True, False]}
    default_options = {"command": False}

    def set_version(self):
        header = os.path.join(self.recipe_folder, "..", "..", "dlx", "version.hpp")
        self.version = re.search(r'DLX_VERSION "([0-9.]+)"', load(self, header)).group(1)

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "*.md", "cmake/*", "dlx/*",
                        "reductions/*", "viewer/*", "apps/*", "check/*", "data/*", "examples/*"):
            copy(self, pattern, src=root, dst=self.export_sources_folder)

    def validate(self):
        check_min_cppstd(self, 20)

    def requirements(self):
        self.requires("boost/[>=1.74 <2]")
        self.requires("nlohmann_json/[>=3.11 <4]")
        self.requires("openssl/[>=3 <4]")
        self.requires("pugixml/[>=1.13 <2]")
        self.requires("sqlite3/[>=3.37 <4]")
        self.requires("tsl-robin-map/[>=1.2 <2]")
        self.requires("zlib/[>=1.2 <2]")
        self.requires("zstd/[>=1.5 <2]")
        if self.options.command:
            self.requires("cli11/[>=2.1 <3]")
            self.requires("fmt/[>=9.1 <10]")

    def system_requirements(self):
        Apt(self).install(["libnauty2-dev", "pkg-config"])

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()  # zstd is looked for by pkg-config
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["DLX_APPS"] = bool(self.options.command)
        toolchain.cache_variables["DLX_TESTS"] = False
        toolchain.cache_variables["DLX_EXAMPLES"] = False
        toolchain.cache_variables["DLX_BENCH"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder,
             dst=os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "dlx")
        self.cpp_info.set_property("pkg_config_name", "dlx")
        engine = self.cpp_info.components["dlx"]
        engine.set_property("cmake_target_name", "dlx::dlx")
        engine.libs = ["dlx"]
        engine.includedirs = [os.path.join("include", "dlx")]
        engine.requires = ["boost::headers", "nlohmann_json::nlohmann_json", "openssl::crypto",
                           "pugixml::pugixml", "sqlite3::sqlite3", "tsl-robin-map::tsl-robin-map", "zlib::zlib",
                           "zstd::zstdlib"]
        if self.options.command:
            engine.requires += ["cli11::cli11", "fmt::fmt"]
        if self.settings.os == "Linux":
            engine.system_libs = ["pthread"]
        PkgConfig(self, "nauty").fill_cpp_info(engine, is_system=True)
        reductions = self.cpp_info.components["reductions"]
        reductions.set_property("cmake_target_name", "dlx::reductions")
        reductions.libs = ["dlx_reductions"]
        reductions.includedirs = [os.path.join("include", "dlx")]
        reductions.requires = ["dlx"]
