#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

/// A puzzle of a file, and the assemblies that were saved with it. Those are as the file says:
/// nothing has been checked of them but that they can be read.
struct NamedPuzzle {
  std::string name;                                     ///< may be empty
  Puzzle puzzle;                                        ///< as it was given, not built
  std::vector<Assembly> saved = {};                     ///< in the order of the file
  std::optional<std::uint64_t> stated_assemblies = {};  ///< how many there are, as the file says
};

/// What a file of puzzles holds.
struct Collection {
  std::vector<NamedPuzzle> puzzles;  ///< in the order of the file
  /// Red, green and blue of colour 1, 2, ...; empty if the file has none.
  std::vector<std::array<std::uint8_t, 3>> colours = {};
  std::string comment = {};  ///< what the author says
};

/// Whether these placements are an assembly of the model's puzzle: every way in which they are
/// not, in words; empty if they are. The problem's own check is made on the options they are.
[[nodiscard]] std::vector<std::string> faults(const Model& model, const Assembly& assembly);

}  // namespace dlx::polycube
