#pragma once

#include <string_view>

#include "dlx/core/text_error.hpp"
#include "reductions/polycube/formats.hpp"

namespace dlx::fuzz {

/// Fails unless an error says something, on a line of the text, and its word is in that line.
void require_place(std::string_view text, const TextError& error);

/// Reads packing puzzles. What is refused has a place in the text; what is read can be built, or is
/// refused then; and is the same after it was written and read again.
void check_packing(std::string_view bytes, polycube::Format format);

}  // namespace dlx::fuzz
