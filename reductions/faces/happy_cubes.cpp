#include "reductions/faces/happy_cubes.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "dlx/core/text.hpp"
#include "reductions/data.hpp"

namespace dlx::faces {
namespace {

std::vector<HappyCube> read_cubes() {
  std::vector<HappyCube> cubes;
  // ordered_json keeps the order of the colours in the file.
  const auto file = nlohmann::ordered_json::parse(data::happy_cubes_json());
  for (const auto& [colour, cube] : file.at("colours").items()) {
    HappyCube& read = cubes.emplace_back();
    read.colour = colour;
    for (const auto& rows : cube.at("pieces")) {
      std::array<std::array<bool, 5>, 5> cells{};
      for (std::size_t r = 0; r < cells.size(); ++r) {
        const std::string row = rows.at(r);
        for (std::size_t c = 0; c < cells.size(); ++c) cells[r][c] = row.at(c) == '1';
      }
      const std::size_t number = read.pieces.size();
      read.pieces.push_back({.name = colour + std::to_string(number + 1),
                             .rim = from_rows(cells),
                             .letter = std::string(1, static_cast<char>('A' + number)),
                             .set = colour});
    }
    read.tray = cube.at("tray").get<std::vector<std::string>>();
  }
  return cubes;
}

}  // namespace

std::span<const HappyCube> happy_cubes() {
  static const std::vector<HappyCube> cubes = read_cubes();
  return cubes;
}

const HappyCube& happy_cube(std::string_view colour) {
  std::string known;
  for (const HappyCube& cube : happy_cubes()) {
    if (cube.colour == colour) return cube;
    known += (known.empty() ? "'" : ", '") + cube.colour + "'";
  }
  throw std::invalid_argument("no happy cube is " + in_quotes(colour) + "; there are " + known);
}

std::vector<Piece> all_pieces() {
  std::vector<Piece> pieces;
  for (const HappyCube& cube : happy_cubes()) {
    for (Piece piece : cube.pieces) {
      piece.letter = letter(pieces.size());
      pieces.push_back(std::move(piece));
    }
  }
  return pieces;
}

polycube::Puzzle tray_puzzle(std::span<const Piece> pieces, std::span<const std::string> tray,
                             bool turn_over) {
  polycube::Puzzle puzzle;
  puzzle.turning = turn_over ? polycube::Turning::rotations : polycube::Turning::flat_rotations;
  for (const Piece& piece : pieces) {
    polycube::Piece flat{.name = piece.name, .cells = {}};
    for (int y = 0; y < piece_side; ++y) {
      for (int x = 0; x < piece_side; ++x) {
        if (filled(piece.rim, y, x)) flat.cells.push_back({x, y, 0});
      }
    }
    puzzle.pieces.push_back(std::move(flat));
  }
  for (int y = 0; y < static_cast<int>(tray.size()); ++y) {
    const std::string& row = tray[static_cast<std::size_t>(y)];
    for (int x = 0; x < static_cast<int>(row.size()); ++x) {
      if (row[static_cast<std::size_t>(x)] == '0') puzzle.target.push_back({x, y, 0});
    }
  }
  return puzzle;
}

}  // namespace dlx::faces
