#include "dlx/solve/clues.hpp"

#include <random>
#include <utility>

#include "dlx/core/random.hpp"

namespace dlx::solve {
namespace {

/// Removes each clue that is not needed to make the solution unique, if may_go() allows its
/// removal.
template <class MayGo>
std::optional<std::vector<OptionId>> thinned(Questions& questions, std::span<const OptionId> clues,
                                             const search::Deadline& deadline, MayGo may_go) {
  std::vector<OptionId> kept(clues.begin(), clues.end());
  for (const OptionId clue : clues) {
    if (deadline.reached()) return {};
    std::vector<OptionId> others = kept;
    std::erase(others, clue);
    // Only one solution contains all clues. So the clues without `clue` allow several solutions
    // exactly if they allow a solution that does not contain `clue`.
    std::vector<Assumption> assumptions{{clue, false}};
    for (const OptionId other : others) assumptions.push_back({other});
    if (questions.ask(assumptions)) continue;
    if (questions.status() != Status::exhausted) return {};
    if (may_go(others, clue)) kept = std::move(others);
  }
  return kept;
}

}  // namespace

std::optional<std::vector<OptionId>> minimal_clues(Questions& questions,
                                                   std::span<const OptionId> clues,
                                                   const search::Deadline& deadline) {
  const auto any = [](const std::vector<OptionId>&, OptionId) { return true; };
  return thinned(questions, clues, deadline, any);
}

std::optional<std::vector<OptionId>> minimal_clues(Questions& questions, Hints& hints,
                                                   std::span<const OptionId> clues, int level,
                                                   const search::Deadline& deadline) {
  const auto is_found = [&](const std::vector<OptionId>& others, OptionId clue) {
    const auto needed = hints.level(others, level, clue);
    return needed && *needed <= level;
  };
  return thinned(questions, clues, deadline, is_found);
}

NewClues new_clues(const Problem& problem, std::size_t values, std::uint64_t seed, int level,
                   const Options& options, const search::Deadline& deadline) {
  Questions questions(problem, options);
  Hints hints(problem, options);
  std::mt19937_64 random(seed);
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    Options for_solution = options;
    for_solution.random = random();
    Questions some(problem, for_solution);
    auto solution = some.ask();
    if (!solution) return {.has_solution = false, .status = some.status()};
    std::erase_if(*solution, [&](OptionId option) { return index(option) >= values; });
    shuffle(*solution, random);
    auto kept = level == hardest_level
                    ? minimal_clues(questions, *solution, deadline)
                    : minimal_clues(questions, hints, *solution, level, deadline);
    if (!kept) return {.status = deadline.reached() ? deadline.why_ended() : questions.status()};
    if (hints.level(*kept) == level) return {.clues = std::move(kept)};
    if (hints.status() != Status::exhausted) return {.status = hints.status()};
  }
  return {};
}

}  // namespace dlx::solve
