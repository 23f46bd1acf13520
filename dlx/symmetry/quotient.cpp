#include "dlx/symmetry/quotient.hpp"

#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"

namespace dlx::symmetry {

std::optional<Problem> quotient(const Problem& problem, const OptionPermutation& permutation) {
  ProblemBuilder builder;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    if (problem.is_primary(item)) {
      builder.primary(problem.name(item), problem.bounds(item));
    } else {
      builder.secondary(problem.name(item));
    }
  }
  std::vector<Colour> colour_of(problem.colour_count() + std::size_t{1}, Colour::none);
  struct Use {
    std::uint32_t orbit = 0;  // the number of the orbit, from 1
    Colour colour = Colour::none;
  };
  std::vector<Use> uses(problem.item_count());
  std::vector<bool> met(problem.option_count());
  std::vector<Entry> entries;
  std::uint32_t orbits = 0;
  for (std::uint32_t first = 0; first < problem.option_count(); ++first) {
    if (met[first]) continue;
    ++orbits;
    entries.clear();
    bool together = true;
    bool repeated = false;
    for (OptionId o{first}; !met[index(o)]; o = permutation[index(o)]) {
      met[index(o)] = true;
      for (const auto [item, colour] : problem.entries(o)) {
        if (!together) break;
        Use& use = uses[index(item)];
        if (use.orbit != orbits) {
          use = {orbits, colour};
          Colour& new_colour = colour_of[index(colour)];
          if (colour != Colour::none && new_colour == Colour::none) {
            new_colour = builder.colour(problem.name(colour));
          }
          entries.emplace_back(item, new_colour);
        } else if (problem.is_primary(item)) {
          const bool may_be = problem.bounds(item).at_most > 1;
          repeated |= may_be;
          together &= may_be;
        } else {
          together = colour != Colour::none && use.colour == colour;
        }
      }
    }
    if (together && repeated) return {};
    if (together) builder.option(entries);
  }
  return std::move(builder).build();
}

}  // namespace dlx::symmetry
