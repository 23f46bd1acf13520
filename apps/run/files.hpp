#pragma once

#include <string>
#include <string_view>

#include "dlx/io/durable_file.hpp"

namespace dlx::app {

using io::check_writable;

/// Writes a file atomically, or throws SystemError; until the file is complete it has another name,
/// ending in ".part". Devices and pipes are written directly.
void write_file(const std::string& path, std::string_view text);

}  // namespace dlx::app
