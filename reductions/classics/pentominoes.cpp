#include "reductions/classics/pentominoes.hpp"

#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>

namespace dlx::pentominoes {
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
  std::array<std::uint32_t, letters.size()> copies{};
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
    const auto which = letters.find(pieces.front());
    if (which == std::string_view::npos) (void)piece(pieces.front());  // throws
    copies[which] += times;
    pieces.remove_prefix(1);
  }

  polycube::Puzzle puzzle{.pieces = {}, .target = std::move(region)};
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (copies[i] == 0) continue;
    polycube::Piece p = piece(letters[i]);
    p.copies = Bounds{copies[i], copies[i]};
    puzzle.pieces.push_back(std::move(p));
  }
  return puzzle;
}

polycube::Model build(lattice::Cells region, std::string_view pieces) {
  return polycube::build(puzzle(std::move(region), pieces));
}

}  // namespace dlx::pentominoes
