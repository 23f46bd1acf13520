#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reductions/polycube/polycube.hpp"

/// A second way to everything about polycubes, which shares nothing with the reductions: turns made
/// by composing quarter turns, placements by sliding over a box, packing cell by cell without exact
/// cover, classes by collecting the least image.
namespace dlx::test {

using Point = std::array<int, 3>;  // x, y, z
using Shape = std::vector<Point>;  // sorted
using Matrix = std::array<Point, 3>;

[[nodiscard]] Point turned(const Matrix& matrix, const Point& point);
[[nodiscard]] Matrix product(const Matrix& a, const Matrix& b);
[[nodiscard]] int determinant(const Matrix& matrix);
[[nodiscard]] Shape turned(const Matrix& matrix, const Shape& shape);
/// Moved so that its least coordinates are 0.
[[nodiscard]] Shape at_origin(const Shape& shape);

/// What quarter turns make: 24, with the mirror 48; in the plane 4 and 8.
[[nodiscard]] std::vector<Matrix> own_turns(bool flat, bool mirrors);

/// The images of a shape under turns, each once, at the origin.
[[nodiscard]] std::set<Shape> own_orientations(const Shape& shape,
                                               const std::vector<Matrix>& turns);

/// An isometry of space: x -> matrix · x + shift.
struct OwnMotion {
  Matrix matrix;
  Point shift;
  [[nodiscard]] Point operator()(const Point& p) const;
  [[nodiscard]] Shape operator()(const Shape& shape) const;
  friend auto operator<=>(const OwnMotion&, const OwnMotion&) = default;
};

/// The motions that keep a shape, found by trying every shift that could.
[[nodiscard]] std::vector<OwnMotion> own_symmetries(const Shape& shape, bool mirrors);

struct OwnPiece {
  Shape shape;
  int at_least = 1;
  int at_most = 1;
};

struct OwnPuzzle {
  std::vector<OwnPiece> pieces;
  Shape target;
  bool flat_turns = false;  // pieces stay flat and are not turned over
};

using OwnPlacement = std::pair<std::uint32_t, Shape>;
using OwnAssembly = std::set<OwnPlacement>;

[[nodiscard]] std::set<OwnPlacement> own_placements(const OwnPuzzle& puzzle);
/// Every assembly, by filling the first empty cell.
[[nodiscard]] std::set<OwnAssembly> own_assemblies(const OwnPuzzle& puzzle);

/// The piece each piece becomes in a mirror; nothing if one has no mirror image among them. Pieces
/// that are their own mirror images stay; of several that fit the first is taken.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> own_mirror_partners(
    const OwnPuzzle& puzzle);

/// Every class of these assemblies, by its least member.
[[nodiscard]] std::set<OwnAssembly> own_classes(const OwnPuzzle& puzzle,
                                                const std::set<OwnAssembly>& assemblies,
                                                bool mirrors);
[[nodiscard]] OwnAssembly own_canonical(const OwnAssembly& assembly,
                                        const std::vector<OwnMotion>& motions,
                                        const std::vector<std::uint32_t>& partner);

/// To and from the types of the reductions.
[[nodiscard]] Shape own(const lattice::Cells& cells);
[[nodiscard]] lattice::Cells cells_of(const Shape& shape);
[[nodiscard]] OwnAssembly own(const polycube::Assembly& assembly);
[[nodiscard]] OwnPuzzle own(const polycube::Puzzle& puzzle);

/// Every solution of the model as an assembly; fails the test if one comes twice or has faults.
[[nodiscard]] std::set<OwnAssembly> found_assemblies(const polycube::Model& model);

/// The layers of a drawn picture side by side, read back: a letter for every cell that has one.
[[nodiscard]] std::vector<std::pair<Point, char>> read_picture(const std::string& picture);

/// Flat pictures with 'X', rows between '/'.
[[nodiscard]] Shape flat_shape(const std::string& rows);

}  // namespace dlx::test
