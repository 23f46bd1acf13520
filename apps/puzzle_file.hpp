#pragma once

#include <optional>
#include <string>

#include "apps/run.hpp"
#include "reductions/polycube/formats.hpp"

namespace dlx::app {

/// The text of a whole file, "-" is standard input, decompressed, its lines ending in LF. Throws
/// what Input throws.
[[nodiscard]] std::string read_text(const std::string& file, std::uint64_t most_bytes);

/// An error in such a text as one with its place in the file.
[[nodiscard]] InputError with_place(const TextError& e, const std::string& text,
                                    const std::string& file);

/// A file of packing puzzles; without a format the text says which it is. Throws InputError.
[[nodiscard]] polycube::Collection read_puzzles(const std::string& file,
                                                std::optional<polycube::Format> format);

/// The puzzle that --problem names, by its number from 1 or its name, or the only one. Throws
/// std::invalid_argument and names those that there are.
[[nodiscard]] const polycube::NamedPuzzle& choose(const polycube::Collection& collection,
                                                  const std::string& file,
                                                  const std::string& problem);

}  // namespace dlx::app
