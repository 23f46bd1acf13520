#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dlx/io/input.hpp"

/// Errors that name what to type instead.
namespace dlx::app {

/// The word of `known` with the fewest typing errors between it and `word`; empty if none is near.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// Throws std::invalid_argument if the input is a file that dlx writes for its own use, such as a
/// checkpoint, and names the command that reads it.
void refuse_file_of_dlx(io::Input& input);

}  // namespace dlx::app
