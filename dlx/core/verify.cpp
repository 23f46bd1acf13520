#include "dlx/core/verify.hpp"

#include <algorithm>
#include <utility>

#include "dlx/core/text.hpp"

namespace dlx {
namespace {

std::string times(std::uint32_t n) {
  return n == 1 ? "once" : n == 2 ? "twice" : std::to_string(n) + " times";
}

}  // namespace

Verifier::Verifier(const Problem& problem)
    : problem_(&problem),
      seen_(problem.item_count()),
      chosen_in_(problem.has_multiplicities() ? problem.option_count() : 0),
      uses_(problem.item_count()) {
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    needed_ += problem.bounds(ItemId{i}).at_least > 0 ? 1U : 0U;
  }
}

bool Verifier::is_solution(std::span<const OptionId> solution) {
  ++set_;
  // The number of primary items that are not yet covered often enough.
  std::uint32_t needed = needed_;
  for (const OptionId option : solution) {
    if (index(option) >= problem_->option_count()) return false;
    // The test for repeated options is needed only in problems with multiplicities. In other
    // problems an option that is chosen twice covers an item too often, which the loop below finds.
    if (!chosen_in_.empty() && std::exchange(chosen_in_[index(option)], set_) == set_) return false;
    for (const auto [item, colour] : problem_->entries(option)) {
      Seen& seen = seen_[index(item)];
      const std::uint32_t before = seen.set == set_ ? seen.times : 0;
      if (problem_->is_primary(item)) {
        const Bounds bounds = problem_->bounds(item);
        if (before == bounds.at_most) return false;
        needed -= before + 1 == bounds.at_least ? 1U : 0U;
      } else if (before > 0 && (colour == Colour::none || colour != seen.colour)) {
        return false;
      }
      seen = {set_, colour, before + 1};
    }
  }
  return needed == 0;
}

std::vector<std::string> Verifier::faults(std::span<const OptionId> solution) {
  const Problem& p = *problem_;
  std::vector<std::string> faults;
  std::fill(uses_.begin(), uses_.end(), Use{});
  const auto shown = [&](OptionId option) { return p.label(option); };

  sorted_.assign(solution.begin(), solution.end());
  std::sort(sorted_.begin(), sorted_.end());
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    const OptionId option = sorted_[i];
    if (index(option) >= p.option_count()) {
      const std::size_t number = std::size_t{index(option)} + 1 + p.dropped_numbers().size();
      faults.push_back("option " + std::to_string(number) + " does not exist; there are " +
                       std::to_string(p.last_number()));
      continue;
    }
    if (i > 0 && sorted_[i - 1] == option) {
      faults.push_back("option " + shown(option) + " is chosen more than once");
      continue;
    }
    for (const auto [item, colour] : p.entries(option)) {
      Use& use = uses_[index(item)];
      if (!p.is_primary(item) && use.times > 0 &&
          (colour == Colour::none || colour != use.colour)) {
        faults.push_back("secondary item " + in_quotes(p.name(item)) + " is covered by option " +
                         shown(use.option) + " and option " + shown(option) +
                         (colour == use.colour ? "" : ", in different colours"));
      }
      ++use.times;
      use.colour = colour;
      use.option = option;
    }
  }

  for (std::uint32_t i = 0; i < p.primary_count(); ++i) {
    const Bounds bounds = p.bounds(ItemId{i});
    const std::uint32_t n = uses_[i].times;
    if (n >= bounds.at_least && n <= bounds.at_most) continue;
    const std::string item = "item " + in_quotes(p.name(ItemId{i}));
    if (n == 0) {
      faults.push_back(item + " is not covered");
    } else if (n < bounds.at_least) {
      faults.push_back(item + " is covered only " + times(n) + "; at least " +
                       std::to_string(bounds.at_least) + " wanted");
    } else {
      faults.push_back(item + " is covered " + times(n) +
                       (bounds.at_most == 1
                            ? std::string()
                            : "; at most " + std::to_string(bounds.at_most) + " allowed"));
    }
  }
  return faults;
}

std::vector<std::string> verify(const Problem& problem, std::span<const OptionId> solution) {
  return Verifier(problem).faults(solution);
}

std::logic_error not_a_solution(const std::vector<std::string>& faults) {
  return std::logic_error("the engine reported a set of options that is not a solution: " +
                          faults.front());
}

}  // namespace dlx
