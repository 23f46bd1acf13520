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
  /// Constructs a verifier for sets of options of `problem`.
  explicit Verifier(const Problem& problem);

  /// Whether a set of options is a solution. Takes time O(entries of the set).
  [[nodiscard]] bool is_solution(std::span<const OptionId> solution);

  /// The reasons why the set is not a solution, as messages that name options (numbered from 1) and
  /// items. The list is empty if the set is a solution. The order of the options does not matter.
  /// Takes time O(items + entries of the set).
  [[nodiscard]] std::vector<std::string> faults(std::span<const OptionId> solution);

 private:
  struct Use {  // how the options seen so far in a set use one item
    std::uint32_t times = 0;
    Colour colour = Colour::none;
    OptionId option{};
  };

  struct Seen {  // how an item is used by the last checked set that contains the item
    std::uint64_t set = 0;
    Colour colour = Colour::none;
    std::uint32_t times = 0;  // the number of times that the set covers the item
  };

  const Problem* problem_;
  std::uint32_t needed_ = 0;  // the number of primary items that must be covered at least once
  std::uint64_t set_ = 0;     // the number of the set that is_solution() is checking
  std::vector<Seen> seen_;
  // For each option: the number of the last checked set that contains the option. The list is empty
  // if the problem has no multiplicities.
  std::vector<std::uint64_t> chosen_in_;
  std::vector<Use> uses_;
  std::vector<OptionId> sorted_;
};

/// Returns Verifier(problem).faults(solution). For many checks of one problem, use one Verifier.
[[nodiscard]] std::vector<std::string> verify(const Problem& problem,
                                              std::span<const OptionId> solution);

/// Returns the exception to throw if an engine reports a set of options that has these faults.
[[nodiscard]] std::logic_error not_a_solution(const std::vector<std::string>& faults);

}  // namespace dlx
