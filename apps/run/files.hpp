#pragma once

#include <string>
#include <string_view>

namespace dlx::app {

/// Throws SystemError unless a file can be written there; the file is not touched.
void check_writable(const std::string& path);

/// Writes a file atomically, or throws SystemError; until the file is complete it has another name,
/// ending in ".part". Devices and pipes are written directly.
void write_file(const std::string& path, std::string_view text);

/// Copies a file atomically, so that the copy outlives a power cut. Throws SystemError.
void copy_durably(const std::string& from, const std::string& to);

}  // namespace dlx::app
