#include "tests/support/model.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem_builder.hpp"

namespace dlx::test {

Problem Model::problem() const {
  ProblemBuilder builder;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (is_primary(i)) {
      builder.primary(items[i].name, items[i].bounds);
    } else {
      builder.secondary(items[i].name);
    }
  }
  std::vector<Colour> handles;
  for (const auto& name : colours) handles.push_back(builder.colour(name));
  for (const Option& option : options) {
    std::vector<Entry> entries;
    for (const Use& use : option.uses) {
      const Colour colour =
          use.colour == uncoloured ? Colour::none : handles[static_cast<std::size_t>(use.colour)];
      entries.emplace_back(ItemId{use.item}, colour);
    }
    builder.option(entries, Decimal{option.cost, cost_places});
  }
  return std::move(builder).build();
}

std::uint32_t Model::add_primary(const std::string& name, Bounds bounds) {
  items.insert(items.begin() + primaries, Item{name, bounds});
  for (Option& option : options) {
    for (Use& use : option.uses) use.item += use.item >= primaries ? 1 : 0;
  }
  return primaries++;
}

std::uint32_t Model::add_secondary(const std::string& name) {
  items.push_back({name, {}});
  return static_cast<std::uint32_t>(items.size() - 1);
}

int Model::add_colour(const std::string& name) {
  colours.push_back(name);
  return static_cast<int>(colours.size()) - 1;
}

bool Model::contains(const Option& option, std::uint32_t item) const {
  return std::any_of(option.uses.begin(), option.uses.end(),
                     [&](const Use& use) { return use.item == item; });
}

Model model_of(const Problem& problem) {
  Model model;
  model.primaries = problem.primary_count();
  model.cost_places = problem.cost_places();
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    model.items.push_back({std::string(problem.name(item)),
                           problem.is_primary(item) ? problem.bounds(item) : Bounds{}});
  }
  for (std::uint32_t c = 1; c <= problem.colour_count(); ++c) {
    model.colours.emplace_back(problem.name(Colour{c}));
  }
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    Model::Option option;
    option.cost = problem.cost(OptionId{o});
    const auto items = problem.items(OptionId{o});
    const auto colours = problem.colours(OptionId{o});
    for (std::size_t k = 0; k < items.size(); ++k) {
      const std::uint32_t colour = colours.empty() ? 0 : index(colours[k]);
      option.uses.push_back({index(items[k]), static_cast<int>(colour) - 1});
    }
    model.options.push_back(std::move(option));
  }
  return model;
}

std::string canonical_text(const Problem& problem) {
  std::string text;
  write_canonical_text(problem, [&](std::string_view line) { text += line; });
  return text;
}

std::vector<std::uint32_t> numbers_of(const Problem& problem) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    numbers.push_back(problem.number(OptionId{o}));
  }
  return numbers;
}

}  // namespace dlx::test
