#include "dlx/core/restriction.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"

namespace dlx {
namespace {

std::vector<std::string> sorted_words(std::string_view text) {
  std::vector<std::string> words;
  for (auto word = next_word(text); !word.empty(); word = next_word(text)) words.emplace_back(word);
  std::sort(words.begin(), words.end());
  return words;
}

/// Whether every solution contains the option once all options that conflict with it are removed.
bool is_forced(const Problem& problem, OptionId option) {
  const auto items = problem.items(option);
  return std::any_of(items.begin(), items.end(), [&](ItemId item) {
    return problem.is_primary(item) && problem.bounds(item) == Bounds{1, 1};
  });
}

/// The only option for which `fits` returns true; nullopt if no option fits. Throws
/// std::invalid_argument if several options fit.
template <class Fits>
std::optional<OptionId> only_option(const Problem& problem, std::string_view text,
                                    const Fits& fits) {
  std::optional<OptionId> found;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const OptionId option{o};
    if (!fits(option)) continue;
    if (found) {
      throw std::invalid_argument("the options " + problem.label(*found) + " and " +
                                  problem.label(option) + " both have the items " +
                                  in_quotes(text) + ": give the number of one");
    }
    found = option;
  }
  return found;
}

std::string new_name(const Problem& problem, OptionId option) {
  std::string name = "fixed-" + std::to_string(problem.number(option));
  const auto is_taken = [&] {
    for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
      if (problem.name(ItemId{i}) == name) return true;
    }
    return false;
  };
  while (is_taken()) name += '\'';
  return name;
}

/// Says which word is not the name of an item, and shows an option that has another of the words,
/// such as "; '000' is not an item, and option 7 has the items 'Q 00 10 11'". The text is empty if
/// all words name items.
std::string hint_for(const Problem& problem, const std::vector<std::string>& words) {
  const auto item_named = [&](std::string_view word) {
    std::uint32_t i = 0;
    while (i < problem.item_count() && problem.name(ItemId{i}) != word) ++i;
    return i;
  };
  std::uint32_t known = problem.item_count();
  std::string unknown;
  for (const std::string& word : words) {
    const std::uint32_t item =
        std::min(item_named(word), item_named(word.substr(0, word.find(':'))));
    if (item < problem.item_count()) {
      known = std::min(known, item);
    } else if (unknown.empty()) {
      unknown = word;
    }
  }
  if (unknown.empty() || problem.option_count() == 0) return "";
  OptionId example{0};
  for (std::uint32_t o = problem.option_count(); known < problem.item_count() && o-- > 0;) {
    const auto items = problem.items(OptionId{o});
    if (std::find(items.begin(), items.end(), ItemId{known}) != items.end()) example = OptionId{o};
  }
  std::string items;
  for (const Entry entry : problem.entries(example)) {
    if (!items.empty()) items += ' ';
    append_entry(problem, entry, items);
  }
  return "; " + in_quotes(unknown) + " is not an item, and option " +
         std::to_string(problem.number(example)) + " has the items " + in_quotes(items);
}

}  // namespace

Beside::Beside(const Problem& problem, OptionId chosen)
    : problem_(&problem), chosen_(chosen), colours_(problem.item_count()) {
  for (const auto [item, colour] : problem.entries(chosen)) colours_[index(item)] = colour;
}

bool Beside::may_stand(OptionId option) const {
  if (option == chosen_) return false;
  for (const auto [item, colour] : problem_->entries(option)) {
    if (!has(item)) continue;
    const bool agree = problem_->is_primary(item)
                           ? problem_->bounds(item).at_most > 1
                           : colour != Colour::none && colour == *colours_[index(item)];
    if (!agree) return false;
  }
  return true;
}

OptionId option_of_text(const Problem& problem, std::string_view text) {
  const auto named = problem.find_option(text);
  const auto number = to_number<std::uint64_t>(text);
  const auto numbered = number ? problem.find_option(*number) : std::nullopt;
  if (named && numbered && named != numbered) {
    throw std::invalid_argument(in_quotes(text) +
                                " is the number of one option and the name of another; give the "
                                "items of the option");
  }
  if (named || numbered) return named ? *named : *numbered;
  const std::vector<std::string> wanted = sorted_words(text);
  auto found = only_option(problem, text, [&](OptionId option) {
    return problem.items(option).size() == wanted.size() &&
           sorted_entries(problem, option) == wanted;
  });
  if (!found && !number && !wanted.empty()) {
    found = only_option(problem, text, [&](OptionId option) {
      if (problem.items(option).size() <= wanted.size()) return false;
      const std::vector<std::string> entries = sorted_entries(problem, option);
      return std::includes(entries.begin(), entries.end(), wanted.begin(), wanted.end());
    });
  }
  if (found) return *found;
  std::string name(text);
  std::replace(name.begin(), name.end(), ' ', '_');
  if (const auto joined = problem.find_option(name)) return *joined;
  if (number) {
    throw std::invalid_argument("no option has the number " + std::string(text) +
                                "; the last one is " + std::to_string(problem.last_number()));
  }
  throw std::invalid_argument((problem.has_option_names() ? "no option has the name or the items "
                                                          : "no option has the items ") +
                              in_quotes(text) + hint_for(problem, wanted));
}

Problem restricted(const Problem& problem, std::span<const OptionId> fixed,
                   std::span<const OptionId> forbidden) {
  std::vector<bool> is_dropped(problem.option_count());
  for (const OptionId option : forbidden) is_dropped[index(option)] = true;
  for (const OptionId option : fixed) {
    const Beside beside(problem, option);
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      if (OptionId{o} != option && !beside.may_stand(OptionId{o})) is_dropped[o] = true;
    }
  }

  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    items.push_back(builder.primary(problem.name(ItemId{i}), problem.bounds(ItemId{i})));
  }
  std::vector<std::optional<ItemId>> own_item(problem.option_count());
  for (const OptionId option : fixed) {
    if (!is_forced(problem, option) && !own_item[index(option)]) {
      own_item[index(option)] = builder.primary(new_name(problem, option));
    }
  }
  for (std::uint32_t i = problem.primary_count(); i < problem.item_count(); ++i) {
    items.push_back(builder.secondary(problem.name(ItemId{i})));
  }
  std::vector<std::string> names;
  std::uint32_t o = 0;
  for (std::uint32_t number = 1; number <= problem.last_number(); ++number) {
    if (o == problem.option_count() || problem.number(OptionId{o}) != number || is_dropped[o]) {
      builder.drop_option();
    } else {
      std::vector<Entry> entries;
      for (const Entry entry : problem.entries(OptionId{o})) {
        const bool is_coloured = entry.colour != Colour::none;
        entries.emplace_back(
            items[index(entry.item)],
            is_coloured ? builder.colour(problem.name(entry.colour)) : Colour::none);
      }
      if (own_item[o]) entries.emplace_back(*own_item[o]);
      builder.option(entries, Decimal{problem.cost(OptionId{o}), problem.cost_places()});
      if (problem.has_option_names()) names.emplace_back(problem.name(OptionId{o}));
    }
    if (o < problem.option_count() && problem.number(OptionId{o}) == number) ++o;
  }
  Problem left = std::move(builder).build();
  if (!problem.has_option_names()) return left;
  return ProblemBuilder::with_option_names(std::move(left), names);
}

}  // namespace dlx
