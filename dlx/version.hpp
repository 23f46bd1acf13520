#pragma once

/// The version of the library and of the command, major.minor.patch. CMakeLists.txt reads it here.
#define DLX_VERSION "0.2.0"
