#include "reductions/classics/pentominoes.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"

namespace dlx::classics::pentominoes {
namespace {

constexpr std::array<std::pair<char, std::string_view>, 12> plans{{
    {'F', ".XX/XX./.X."},
    {'I', "XXXXX"},
    {'L', "XXXX/X..."},
    {'N', "XXX./..XX"},
    {'P', "XXX/.XX"},
    {'T', "XXX/.X./.X."},
    {'U', "X.X/XXX"},
    {'V', "X../X../XXX"},
    {'W', "X../XX./.XX"},
    {'X', ".X./XXX/.X."},
    {'Y', "XXXX/.X.."},
    {'Z', "XX./.X./.XX"},
}};

/// Reads a number of copies with its '*', and removes it from the text. Returns 1 if there is no
/// '*', and nothing if any number of copies is allowed.
std::optional<Bounds> take_copies(std::string_view& pieces) {
  const auto star = pieces.find('*');
  const auto first = pieces.find_first_not_of("0123456789.");
  if (star != first || star == std::string_view::npos) {
    if (first == 0) return Bounds{};
    throw std::invalid_argument("bad number of copies in '" + std::string(pieces) +
                                "'; wanted for example 20*Y or 0..4*Y");
  }
  const std::string_view whole = pieces;
  const std::string_view number = pieces.substr(0, star);
  pieces.remove_prefix(star + 1);
  const auto range = polycube::range_in(number);
  constexpr std::uint32_t at_most = 1'000'000;
  if (!pieces.empty() && number.empty()) return std::nullopt;
  if (pieces.empty() || !range || range->at_most == 0 || range->at_most > at_most) {
    throw std::invalid_argument("bad number of copies in '" + std::string(whole) +
                                "'; wanted for example 20*Y or 0..4*Y");
  }
  return range;
}

}  // namespace

polycube::Piece piece(char letter) {
  for (const auto& [name, plan] : plans) {
    if (name == letter) {
      return {.name = std::string(1, name), .cells = lattice::from_picture(plan)};
    }
  }
  throw std::invalid_argument(std::string("no pentomino is called '") + letter + "'; there are " +
                              std::string(letters));
}

polycube::Puzzle puzzle(lattice::Cells region, std::string_view pieces) {
  struct Copies {
    std::optional<Bounds> given = Bounds{0, 0};     // limits on copies that are not mirrored
    std::optional<Bounds> mirrored = Bounds{0, 0};  // limits on copies of the mirror image
  };
  std::array<Copies, letters.size()> copies{};
  while (!pieces.empty()) {
    const std::optional<Bounds> times = take_copies(pieces);
    const auto add = [&](std::optional<Bounds>& sum) {
      if (sum && times) {
        sum->at_least += times->at_least;
        sum->at_most += times->at_most;
      } else {
        sum.reset();
      }
    };
    const char letter = pieces.front();
    const auto which = letters.find(letter);
    // piece() throws for an unknown letter.
    if (which == std::string_view::npos) (void)piece(letter);
    pieces.remove_prefix(1);
    if (!pieces.starts_with('\'')) {
      add(copies[which].given);
      continue;
    }
    if (one_sided_letters.find(letter) == std::string_view::npos) {
      throw std::invalid_argument(std::string(1, letter) + "' is " + letter +
                                  ", which is its own mirror image; an apostrophe stands after " +
                                  std::string(one_sided_letters));
    }
    add(copies[which].mirrored);
    pieces.remove_prefix(1);
  }

  polycube::Puzzle puzzle{.pieces = {}, .target = std::move(region)};
  const auto add = [&](polycube::Piece p, const std::optional<Bounds>& times) {
    if (times && times->at_most == 0) return;
    p.copies = times;
    puzzle.pieces.push_back(std::move(p));
  };
  for (std::size_t i = 0; i < letters.size(); ++i) {
    add(piece(letters[i]), copies[i].given);
    polycube::Piece mirrored = piece(letters[i]);
    mirrored.name += '\'';
    const lattice::Turn mirror{.axis = {0, 1, 2}, .sign = {-1, 1, 1}};
    mirrored.cells = lattice::normalised(lattice::image(mirrored.cells, mirror));
    add(std::move(mirrored), copies[i].mirrored);
  }
  return puzzle;
}

}  // namespace dlx::classics::pentominoes
