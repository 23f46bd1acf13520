#pragma once

#include <optional>
#include <string>

#include "dlx/io/errors.hpp"
#include "dlx/io/input.hpp"
#include "reductions/polycube/formats.hpp"

namespace dlx::app {

/// A file of packing puzzles; without a format the text says which it is. Throws InputError.
[[nodiscard]] polycube::Collection read_puzzles(Input& input,
                                                std::optional<polycube::Format> format);

/// The puzzle that --problem names, by its number from 1 or its name, or the only one. Throws
/// std::invalid_argument and names those that there are.
[[nodiscard]] const polycube::NamedPuzzle& choose(const polycube::Collection& collection,
                                                  const std::string& file,
                                                  const std::string& problem);

}  // namespace dlx::app
