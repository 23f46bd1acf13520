#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reductions/polycube/polycube.hpp"
#include "tests/reductions/own_polycubes.hpp"
#include "tests/support/random.hpp"

/// Coloured pieces, cells that may stay empty, and puzzles with all that there is.
namespace dlx::test {

/// A cell and the colour on it.
using Tinted = std::vector<std::pair<Point, int>>;  // sorted
using TintedPlacement = std::pair<std::uint32_t, Tinted>;
using TintedAssembly = std::set<TintedPlacement>;

[[nodiscard]] Tinted tinted(const lattice::Cells& cells, const polycube::CellColours& colours);
[[nodiscard]] TintedAssembly tinted(const polycube::Assembly& assembly);
/// The shapes that a piece may take.
[[nodiscard]] std::vector<Tinted> shapes_of(const polycube::Piece& piece);

/// Optional cells, limits on holes, ranges of copies, colours, alternatives, mirror images; small
/// enough for brute force as a rule.
[[nodiscard]] polycube::Puzzle random_variant(Random& random);

/// In words, for a test that fails.
[[nodiscard]] std::string described(const polycube::Puzzle& puzzle);

}  // namespace dlx::test
