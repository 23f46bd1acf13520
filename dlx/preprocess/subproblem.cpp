#include "dlx/preprocess/subproblem.hpp"

#include <utility>

#include "dlx/core/problem_builder.hpp"

namespace dlx {

Subproblems::Subproblems(const Problem& problem)
    : problem_(&problem),
      places_(problem.item_count()),
      colours_(problem.colour_count() + std::size_t{1}) {}

Problem Subproblems::take(std::span<const ItemId> items, std::span<const OptionId> options,
                          std::span<const Bounds> bounds) {
  ++part_;
  ProblemBuilder builder;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const ItemId item = items[i];
    if (problem_->is_primary(item)) {
      builder.primary(problem_->name(item), bounds.empty() ? problem_->bounds(item) : bounds[i]);
    } else {
      builder.secondary(problem_->name(item));
    }
    places_[index(item)] = static_cast<std::uint32_t>(i) + 1;
  }

  std::vector<Entry> entries;
  for (const OptionId option : options) {
    entries.clear();
    const auto of_option = problem_->items(option);
    const auto colours = problem_->colours(option);
    for (std::size_t k = 0; k < of_option.size(); ++k) {
      const std::uint32_t place = places_[index(of_option[k])];
      if (place == 0) continue;
      Colour colour = Colour::none;
      if (!colours.empty() && colours[k] != Colour::none) {
        Known& known = colours_[index(colours[k])];
        if (known.part != part_) known = {part_, builder.colour(problem_->name(colours[k]))};
        colour = known.colour;
      }
      entries.emplace_back(ItemId{place - 1}, colour);
    }
    builder.option(entries, problem_->cost(option));
  }
  for (const ItemId item : items) places_[index(item)] = 0;
  return std::move(builder).build();
}

}  // namespace dlx
