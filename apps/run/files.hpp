#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "dlx/io/durable_file.hpp"
#include "dlx/io/input.hpp"

namespace dlx::app {

using io::check_writable;

/// The files that open_named() has read, by name, with their texts. A checkpoint stores them, and a
/// continued run reads these copies in place of the files.
[[nodiscard]] std::map<std::string, std::string>& named_files();
/// The name of the fact of a checkpoint with the text of a file is this word and the file's name.
inline constexpr std::string_view file_fact = "file ";
/// Whether a word of the command line is a file that open_named() can read.
[[nodiscard]] bool is_file(const std::string& word);
/// Opens a file of at most `bytes` bytes that the command line names. Throws SystemError or
/// InputLimitError.
[[nodiscard]] io::Input open_named(const std::string& name, std::uint64_t bytes);

/// Writes a file atomically, under a temporary name that ends in ".part". Devices and pipes are
/// written directly. Throws SystemError on failure.
void write_file(const std::string& path, std::string_view text);

/// A word of a command, in quotes if a shell would otherwise read it as something else.
[[nodiscard]] std::string shell_word(const std::string& word);
/// The command that continues the run in a file.
[[nodiscard]] std::string command_to_resume(const std::string& file);

}  // namespace dlx::app
