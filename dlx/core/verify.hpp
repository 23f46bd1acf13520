#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// Checks whether sets of options are solutions of one problem, straight from the definition at
/// class Problem; it shares no code with any search. Keep one to check many. The problem must
/// outlive it.
class Verifier {
 public:
  /// A verifier for sets of options of this problem.
  explicit Verifier(const Problem& problem);

  /// Whether the set is a solution. O(entries of the set).
  [[nodiscard]] bool is_solution(std::span<const OptionId> solution);

  /// The reasons why the set is not a solution, in words that name options (numbered from 1) and
  /// items; empty if it is one. The order of the options does not matter. O(items + entries of the
  /// set).
  [[nodiscard]] std::vector<std::string> faults(std::span<const OptionId> solution);

 private:
  struct Use {  // how an item is used by the options seen so far
    std::uint32_t times = 0;
    Colour colour = Colour::none;
    OptionId option{};
  };

  struct Seen {  // an item in the last set that had it
    std::uint64_t set = 0;
    Colour colour = Colour::none;
    std::uint32_t times = 0;  // how often it was covered
  };

  const Problem* problem_;
  std::uint32_t needed_ = 0;  // number of primary items that must be covered
  std::uint64_t set_ = 0;     // number of the set that is_solution() looks at
  std::vector<Seen> seen_;
  std::vector<std::uint64_t> chosen_in_;  // the last set that had an option; with multiplicities
  std::vector<Use> uses_;
  std::vector<OptionId> sorted_;
};

/// Verifier{problem}.faults(solution), for a single check.
[[nodiscard]] std::vector<std::string> verify(const Problem& problem,
                                              std::span<const OptionId> solution);

/// The error for an engine that reported a set of options with these faults.
[[nodiscard]] std::logic_error not_a_solution(const std::vector<std::string>& faults);

}  // namespace dlx
