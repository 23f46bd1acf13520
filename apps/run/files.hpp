#pragma once

#include <string>
#include <string_view>

#include "dlx/io/durable_file.hpp"

namespace dlx::app {

using io::check_writable;

/// Writes a file atomically, under a temporary name that ends in ".part". Devices and pipes are
/// written directly. Throws SystemError on failure.
void write_file(const std::string& path, std::string_view text);

}  // namespace dlx::app
