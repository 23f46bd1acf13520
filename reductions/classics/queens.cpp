#include "reductions/classics/queens.hpp"

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::classics::queens {

Model build(int n) {
  if (n < 1 || n > 1000) throw std::invalid_argument("wanted 1 to 1000 queens");
  // Rows and columns are declared from the middle outwards. The search chooses the first of several
  // items with the fewest options left, and queens in the middle attack the most squares (Knuth's
  // organ-pipe order).
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return std::abs(2 * a - n + 1) < std::abs(2 * b - n + 1); });

  ProblemBuilder builder;
  boost::container::flat_map<int, ItemId> row;
  boost::container::flat_map<int, ItemId> column;
  for (const int k : order) {
    row.emplace(k, builder.primary("r" + std::to_string(k)));
    column.emplace(k, builder.primary("c" + std::to_string(k)));
  }
  boost::container::flat_map<int, ItemId> rising;   // diagonals, indexed by row + column
  boost::container::flat_map<int, ItemId> falling;  // diagonals, indexed by row - column
  for (int d = 1; d < 2 * n - 2; ++d) {
    rising.emplace(d, builder.secondary("a" + std::to_string(d)));
  }
  for (int d = 2 - n; d <= n - 2; ++d) {
    falling.emplace(d, builder.secondary("b" + std::to_string(d + n - 1)));
  }
  std::vector<Entry> entries;
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      entries = {row.at(r), column.at(c)};
      if (const auto d = rising.find(r + c); d != rising.end()) entries.emplace_back(d->second);
      if (const auto d = falling.find(r - c); d != falling.end()) entries.emplace_back(d->second);
      builder.option(entries);
    }
  }
  return {n, std::move(builder).build()};
}

Board decode(const Model& model, std::span<const OptionId> solution) {
  Board board(static_cast<std::size_t>(model.n), -1);
  const auto n = static_cast<std::uint32_t>(model.n);
  for (const OptionId option : solution)
    board[index(option) / n] = static_cast<int>(index(option) % n);
  return board;
}

std::shared_ptr<const drawing::Frame> frame(const Model& model) {
  return std::make_shared<const drawing::Frame>(drawing::Frame{
      .style = drawing::Style::chess, .width = model.n, .height = model.n, .pieces = {{"Q"}}});
}

std::vector<drawing::Body> bodies(const Model&, const drawing::Frame&, const Board& board) {
  std::vector<drawing::Body> queens;
  for (std::size_t row = 0; row < board.size(); ++row) {
    if (board[row] < 0) continue;
    queens.push_back({.sign = "Q", .cells = {{board[row], static_cast<int>(row), 0}}});
  }
  return queens;
}

OptionSymmetries symmetries(const Model& model, UpTo up_to) {
  const lattice::Cells board = lattice::box(model.n, model.n);
  std::vector<OptionPermutation> members;
  for (const lattice::Motion& motion : lattice::symmetries(board, up_to)) {
    OptionPermutation member;
    for (const lattice::Cell& square : board) {
      const lattice::Cell to = motion(square);
      member.push_back(OptionId{static_cast<std::uint32_t>(to.y * model.n + to.x)});
    }
    members.push_back(std::move(member));
  }
  return OptionSymmetries(std::move(members));
}

}  // namespace dlx::classics::queens
