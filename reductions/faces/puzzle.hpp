#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reductions/faces/layout.hpp"
#include "reductions/faces/rim.hpp"

namespace dlx::faces {

/// A foam piece.
struct Piece {
  std::string name;         ///< the name of the piece in messages and in lists of placements
  Rim rim = 0;              ///< the piece's 16 border cells as given, before the piece is turned
  std::string letter = {};  ///< the letter of the piece in drawings
  std::string set = {};     ///< the set that the piece was sold with: a colour
};

/// The letter of the piece with the given number, counted from 0. Letters are A to Z, a to z, 0 to
/// 9, then again from A.
[[nodiscard]] std::string letter(std::size_t number);

/// A position whose piece is fixed, and optionally also the orientation of the piece.
struct Fixed {
  std::uint32_t position = 0;  ///< number of the position in Layout::names
  std::uint32_t piece = 0;     ///< number of the piece in Puzzle::pieces
  /// The 16 border cells of the piece in its orientation at the position; empty if the piece may
  /// have any orientation.
  std::optional<Rim> rim = {};
};

/// The pieces, and the assembly to be made of them.
struct Puzzle {
  Layout layout;  ///< the positions, and the sides and corners that meet
  /// The pieces. If there are as many pieces as positions, each piece is used. If there are more
  /// pieces than positions, each piece is used at most once. Pieces of one set that look equal are
  /// not distinguished; pieces of different sets are.
  std::vector<Piece> pieces;
  bool turn_over = true;          ///< whether pieces may be turned over
  std::vector<Fixed> fixed = {};  ///< fixed pieces; each position at most once
  /// Whether every face of the layout must show pieces of one set, and different faces must show
  /// different sets.
  bool one_set_a_face = false;
  /// Whether exactly one piece of each set is used. If there are more sets than positions, at most
  /// one piece of each set is used.
  bool one_of_each_set = false;
};

/// Fixes a piece at a position. The piece and the position are given by their names. `word` has the
/// 16 border cells of the piece in its orientation, in the form that from_word() reads. Throws
/// std::invalid_argument for unknown names or words.
[[nodiscard]] Fixed fixed(const Puzzle& puzzle, std::string_view position, std::string_view piece,
                          std::optional<std::string_view> word);

}  // namespace dlx::faces
