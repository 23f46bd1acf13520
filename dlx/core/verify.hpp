#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// Checks whether sets of options are solutions of a problem. The check follows the definition of a
/// solution at class Problem and shares no code with any search. Use one Verifier for many checks,
/// because its constructor allocates memory. The problem must outlive the Verifier.
class Verifier {
 public:
  /// Prepares checks of sets of options of `problem`.
  explicit Verifier(const Problem& problem);

  /// Whether the set is a solution. O(entries of the set).
  [[nodiscard]] bool is_solution(std::span<const OptionId> solution);

  /// The reasons why the set is not a solution, as messages that name options (numbered from 1) and
  /// items. Empty if the set is a solution. The order of the options does not matter. O(items +
  /// entries of the set).
  [[nodiscard]] std::vector<std::string> faults(std::span<const OptionId> solution);

 private:
  struct Use {  // use of an item by the options seen so far
    std::uint32_t times = 0;
    Colour colour = Colour::none;
    OptionId option{};
  };

  struct Seen {  // use of an item by the last set that contains the item
    std::uint64_t set = 0;
    Colour colour = Colour::none;
    std::uint32_t times = 0;  // how often the item is covered
  };

  const Problem* problem_;
  std::uint32_t needed_ = 0;  // number of primary items that must be covered
  std::uint64_t set_ = 0;     // number of the set that is_solution() checks
  std::vector<Seen> seen_;
  // [option]: the last set that contains it; empty without multiplicities.
  std::vector<std::uint64_t> chosen_in_;
  std::vector<Use> uses_;
  std::vector<OptionId> sorted_;
};

/// Verifier(problem).faults(solution), for a single check.
[[nodiscard]] std::vector<std::string> verify(const Problem& problem,
                                              std::span<const OptionId> solution);

/// The exception to throw if an engine reports a set of options that has these faults.
[[nodiscard]] std::logic_error not_a_solution(const std::vector<std::string>& faults);

}  // namespace dlx
