#pragma once

/// The version of the library and of the command, major.minor.patch. CMakeLists.txt reads it here.
#define DLX_VERSION "0.2.0"

/// The name of the package for Python in an index, and with "-wasm" behind it that of the package
/// for npm. The module is `dlx` in any case. setup.py and bindings/npm read it here.
#define DLX_DISTRIBUTION "dlx"
