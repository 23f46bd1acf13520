#pragma once

/// The version of the library and of the command, major.minor.patch. CMakeLists.txt reads the
/// version in this file.
#define DLX_VERSION "0.2.0"

/// The name of the Python package in a package index. The npm package has this name followed by
/// "-wasm". The Python module is always `dlx`. setup.py and bindings/npm read the name in this
/// file.
#define DLX_DISTRIBUTION "dlx"
