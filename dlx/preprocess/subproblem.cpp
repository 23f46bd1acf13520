#include "dlx/preprocess/subproblem.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "dlx/core/restriction.hpp"

namespace dlx::preprocess {

Subproblems::Subproblems(const Problem& problem)
    : problem_(&problem),
      places_(problem.item_count()),
      colours_(problem.colour_count() + std::size_t{1}) {}

Problem Subproblems::take(std::span<const ItemId> items, std::span<const OptionId> options,
                          std::span<const Bounds> bounds, std::span<const std::int64_t> costs) {
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

  if (problem_->has_colours() || problem_->has_costs() || !costs.empty()) {
    add_options(builder, options, costs);
  } else {
    add_plain_options(builder, options);
  }
  for (const ItemId item : items) places_[index(item)] = 0;
  return std::move(builder).build();
}

void Subproblems::add_options(ProblemBuilder& builder, std::span<const OptionId> options,
                              std::span<const std::int64_t> costs) {
  std::vector<Entry> entries;
  for (std::size_t o = 0; o < options.size(); ++o) {
    const OptionId option = options[o];
    entries.clear();
    for (const auto [item, colour] : problem_->entries(option)) {
      const std::uint32_t place = places_[index(item)];
      if (place == 0) continue;
      Colour new_colour = Colour::none;
      if (colour != Colour::none) {
        Known& known = colours_[index(colour)];
        if (known.part != part_) known = {part_, builder.colour(problem_->name(colour))};
        new_colour = known.colour;
      }
      entries.emplace_back(ItemId{place - 1}, new_colour);
    }
    builder.option(entries, costs.empty() ? Decimal{problem_->cost(option), problem_->cost_places()}
                                          : Decimal{costs[o]});
  }
}

/// Adds options without colours and costs to the builder, faster than add_options() does.
void Subproblems::add_plain_options(ProblemBuilder& builder, std::span<const OptionId> options) {
  std::size_t most = options.size();
  for (const OptionId option : options) most += problem_->items(option).size();
  std::vector<std::uint32_t> numbers(most);
  std::uint32_t* end = numbers.data();
  for (const OptionId option : options) {
    std::uint32_t* const size = end++;
    for (const ItemId item : problem_->items(option)) {
      // If the part does not have the item, the next number overwrites this number.
      *end = places_[index(item)] - 1;
      end += places_[index(item)] != 0 ? 1 : 0;
    }
    *size = static_cast<std::uint32_t>(end - size) - 1;
  }
  builder.options(std::span(numbers.data(), end));
}

Rest rest_after(const Problem& problem, OptionId chosen) {
  const Beside beside(problem, chosen);
  std::vector<ItemId> items;
  std::vector<Bounds> bounds;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    if (!problem.is_primary(item)) {
      if (!beside.has(item)) items.push_back(item);
      continue;
    }
    Bounds left = problem.bounds(item);
    if (beside.has(item)) {
      if (--left.at_most == 0) continue;
      left.at_least -= std::min(left.at_least, 1U);
    }
    items.push_back(item);
    bounds.push_back(left);
  }
  std::vector<OptionId> options;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    if (beside.may_stand(OptionId{o})) options.push_back(OptionId{o});
  }
  Problem rest = Subproblems(problem).take(items, options, bounds);
  return {std::move(rest), std::move(options), std::move(items)};
}

Rest rest_after(const Problem& problem, std::span<const OptionId> chosen) {
  if (chosen.empty()) {
    return {problem, first_ids<OptionId>(problem.option_count()),
            first_ids<ItemId>(problem.item_count())};
  }
  Rest rest = rest_after(problem, chosen[0]);
  for (const OptionId option : chosen.subspan(1)) {
    const auto place = std::lower_bound(rest.originals.begin(), rest.originals.end(), option);
    if (place == rest.originals.end() || *place != option) {
      throw std::invalid_argument("options that conflict cannot be chosen together");
    }
    const auto rest_option = static_cast<std::uint32_t>(place - rest.originals.begin());
    Rest next = rest_after(rest.problem, OptionId{rest_option});
    for (OptionId& original : next.originals) original = rest.originals[index(original)];
    for (ItemId& item : next.items) item = rest.items[index(item)];
    rest = std::move(next);
  }
  return rest;
}

std::vector<OptionId> options_left(const Problem& problem, const Rest& rest, ItemId item) {
  std::vector<OptionId> options;
  for (const OptionId option : rest.originals) {
    const auto items = problem.items(option);
    if (std::find(items.begin(), items.end(), item) != items.end()) options.push_back(option);
  }
  return options;
}

}  // namespace dlx::preprocess
