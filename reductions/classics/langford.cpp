#include "reductions/classics/langford.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "dlx/core/problem_builder.hpp"

namespace dlx::classics::langford {

Model build(int n) {
  if (n < 1 || n > 1000) throw std::invalid_argument("wanted Langford pairs of 1 to 1000 numbers");
  ProblemBuilder builder;
  std::vector<ItemId> numbers;
  std::vector<ItemId> places;
  for (int k = 1; k <= n; ++k) numbers.push_back(builder.primary("d" + std::to_string(k)));
  for (int s = 0; s < 2 * n; ++s) places.push_back(builder.primary("s" + std::to_string(s)));
  const auto at = [](const std::vector<ItemId>& items, int i) {
    return items[static_cast<std::size_t>(i)];
  };
  std::vector<Pair> pairs;
  for (int k = 1; k <= n; ++k) {
    for (int s = 0; s + k + 1 < 2 * n; ++s) {
      builder.option({at(numbers, k - 1), at(places, s), at(places, s + k + 1)});
      pairs.push_back({k, s});
    }
  }
  return {n, std::move(pairs), std::move(builder).build()};
}

Row decode(const Model& model, std::span<const OptionId> solution) {
  Row row(2 * static_cast<std::size_t>(model.n));
  for (const OptionId option : solution) {
    const Pair& pair = model.pairs[index(option)];
    const auto first = static_cast<std::size_t>(pair.first);
    row[first] = row[first + static_cast<std::size_t>(pair.number) + 1] = pair.number;
  }
  return row;
}

std::shared_ptr<const drawing::Frame> frame(const Model& model) {
  drawing::Frame frame{
      .style = drawing::Style::row, .width = 2 * model.n, .height = 1, .first_number = 1};
  std::vector<std::string> names;
  for (int k = 1; k <= model.n; ++k) names.push_back(std::to_string(k));
  for (const std::string& colour : drawing::palette::colours_of(names)) {
    frame.pieces.push_back({.name = names[frame.pieces.size()], .colours = {colour}});
  }
  return std::make_shared<const drawing::Frame>(std::move(frame));
}

std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame& frame, const Row& row) {
  std::vector<drawing::Body> pairs;
  for (std::uint32_t piece = 0; piece < static_cast<std::uint32_t>(model.n); ++piece) {
    const auto first = std::find(row.begin(), row.end(), static_cast<int>(piece) + 1);
    if (first == row.end()) continue;
    const auto place = static_cast<int>(first - row.begin());
    pairs.push_back({.piece = piece,
                     .sign = frame.pieces[piece].name,
                     .cells = {{place, 0, 0}, {place + *first + 1, 0, 0}}});
  }
  return pairs;
}

OptionSymmetries symmetries(const Model& model, UpTo up_to) {
  OptionPermutation reversal;
  // The options of a number are consecutive, ordered by the first place of the pair. Reflecting the
  // row reverses the order of the options of each number.
  std::uint32_t start = 0;
  for (std::uint32_t o = 0; o < model.pairs.size(); ++o) {
    if (o > 0 && model.pairs[o].number != model.pairs[o - 1].number) start = o;
    const Pair& pair = model.pairs[o];
    const int mirrored = 2 * model.n - 1 - (pair.first + pair.number + 1);
    reversal.push_back(OptionId{start + static_cast<std::uint32_t>(mirrored)});
  }
  OptionPermutation identity = first_ids<OptionId>(model.problem.option_count());
  if (up_to != UpTo::reflections) return OptionSymmetries({std::move(identity)});
  return OptionSymmetries({std::move(identity), std::move(reversal)});
}

}  // namespace dlx::classics::langford
