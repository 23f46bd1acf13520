// Foldings as text and as pictures.

#include <string_view>

#include "reductions/snake/snake.hpp"

namespace dlx::snake {
namespace {

constexpr std::string_view arrow_of = "><^v.o";
constexpr std::string_view letter_of = "RLUDFB";

}  // namespace

std::string arrows(const Folding& folding) {
  std::string text;
  for (const Direction d : folding.directions) {
    text.append(text.empty() ? "" : " ") += arrow_of[d];
  }
  return text;
}

std::string turns(const Folding& folding) {
  std::string text;
  std::size_t first = 0;
  for (const Direction d : folding.directions) {
    std::size_t last = first + 1;
    while (last + 1 < folding.cells.size() &&
           folding.cells[last + 1] - folding.cells[last] == step(d)) {
      ++last;
    }
    text += (text.empty() ? "" : " ") + std::to_string(last - first + 1) + letter_of[d];
    first = last;
  }
  return text;
}

std::string coordinates(const Folding& folding) {
  std::string text;
  for (const Cell& c : folding.cells) {
    text += (text.empty() ? "" : " ") + std::to_string(c.x) + ',' + std::to_string(c.y) + ',' +
            std::to_string(c.z);
  }
  return text;
}

std::shared_ptr<const drawing::Frame> frame(const Snake& snake) {
  return std::make_shared<const drawing::Frame>(
      drawing::Frame{.style = drawing::Style::walk,
                     .width = snake.side,
                     .cells = lattice::box(snake.side, snake.side, snake.side),
                     .first_number = 0});
}

std::vector<drawing::Body> bodies(const Folding& folding) {
  std::vector<drawing::Body> cubelets;
  std::size_t next = 0;  // number of the next straight piece
  for (std::size_t i = 0; i < folding.cells.size(); ++i) {
    drawing::Body& cubelet = cubelets.emplace_back();
    cubelet.piece = static_cast<std::uint32_t>(i);
    cubelet.cells = {folding.cells[i]};
    if (i + 1 == folding.cells.size() || next == folding.directions.size()) continue;
    // Consecutive straight pieces are at a right angle, so a change of direction begins a new
    // piece.
    const Cell forward = folding.cells[i + 1] - folding.cells[i];
    const bool is_turn = i == 0 || forward != folding.cells[i] - folding.cells[i - 1];
    if (is_turn) cubelet.sign = std::string(1, arrow_of[folding.directions[next++]]);
  }
  return cubelets;
}

}  // namespace dlx::snake
