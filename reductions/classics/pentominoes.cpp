#include "reductions/classics/pentominoes.hpp"

#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>

namespace dlx::classics::pentominoes {
namespace {

constexpr std::array<std::pair<char, std::string_view>, 12> plans{{
    {'F', ".XX/XX./.X."},
    {'I', "XXXXX"},
    {'L', "XXXX/X..."},
    {'N', "XXX./..XX"},
    {'P', "XXX/XX."},
    {'T', "XXX/.X./.X."},
    {'U', "X.X/XXX"},
    {'V', "X../X../XXX"},
    {'W', "X../XX./.XX"},
    {'X', ".X./XXX/.X."},
    {'Y', "XXXX/.X.."},
    {'Z', "XX./.X./.XX"},
}};

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
    std::uint32_t given = 0;     // of the piece as it is drawn above
    std::uint32_t mirrored = 0;  // of its mirror image
  };
  std::array<Copies, letters.size()> copies{};
  while (!pieces.empty()) {
    std::uint32_t times = 1;
    if (pieces.front() >= '0' && pieces.front() <= '9') {
      const auto [end, error] =
          std::from_chars(pieces.data(), pieces.data() + pieces.size(), times);
      const auto digits = static_cast<std::size_t>(end - pieces.data());
      if (error != std::errc{} || times == 0 || times > 1'000'000 ||
          pieces.substr(digits, 1) != "*" || pieces.size() == digits + 1) {
        throw std::invalid_argument("bad number of copies in '" + std::string(pieces) +
                                    "'; wanted for example 20*Y");
      }
      pieces.remove_prefix(digits + 1);
    }
    const char letter = pieces.front();
    const auto which = letters.find(letter);
    if (which == std::string_view::npos) (void)piece(letter);  // throws
    pieces.remove_prefix(1);
    if (!pieces.starts_with('\'')) {
      copies[which].given += times;
      continue;
    }
    if (one_sided_letters.find(letter) == std::string_view::npos) {
      throw std::invalid_argument(std::string(1, letter) + "' is " + letter +
                                  ", which is its own mirror image; an apostrophe stands after " +
                                  std::string(one_sided_letters));
    }
    copies[which].mirrored += times;
    pieces.remove_prefix(1);
  }

  polycube::Puzzle puzzle{.pieces = {}, .target = std::move(region)};
  const auto add = [&](polycube::Piece p, std::uint32_t times) {
    if (times == 0) return;
    p.copies = Bounds{times, times};
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
