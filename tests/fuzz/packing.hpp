#pragma once

#include <string_view>

#include "reductions/polycube/formats.hpp"

namespace dlx::fuzz {

/// Reads packing puzzles. What is refused has a place in the text; what is read can be built, or is
/// refused then; and is the same after it was written and read again.
void check_packing(std::string_view bytes, polycube::Format format);

}  // namespace dlx::fuzz
