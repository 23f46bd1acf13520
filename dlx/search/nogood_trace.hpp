#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::search {

/// Writes the step "nogoods" of a certificate (check/CERTIFICATES.md): the nogoods that a search
/// learns, and the solutions that the search finds. A nogood is a set of literals that contradict
/// each other. A checker must be able to check every line from the earlier lines.
class NogoodTrace {
 public:
  explicit NogoodTrace(Trace& trace) : trace_(&trace) {}

  /// The code in the certificate for a literal or a hint.
  enum class Code : std::uint64_t {};
  [[nodiscard]] Code option_is(OptionId option, bool chosen) const {
    return code(4 * std::uint64_t{index(trace_->original(option))} + (chosen ? 0 : 1));
  }
  /// The code of the literal that an item has a colour, or does not have it. `colour` is the number
  /// of the colour, counted from 0 in the order of the calls of name_colour().
  [[nodiscard]] static Code colour_is(std::uint32_t colour, bool given) {
    return code(4 * std::uint64_t{colour} + (given ? 2 : 3));
  }
  [[nodiscard]] Code by_item(std::uint32_t item) const {
    return code(2 * (std::uint64_t{trace_->branch_code_of(item)} - first_branch));
  }
  [[nodiscard]] static Code by_nogood(std::uint64_t number) { return code(2 * number + 1); }

  void begin() { trace_->step(Step::nogoods); }
  void name_colour(ItemId item, OptionId option) {
    trace_->number(colour_line);
    trace_->item(item);
    trace_->option(option);
  }
  /// Records a nogood: from the assumption that all its literals are true, a checker derives a
  /// contradiction by the hints. Returns the number of the nogood. A nogood without literals ends
  /// the step.
  std::uint64_t nogood(std::span<const Code> literals, std::span<const Code> hints) {
    trace_->number(nogood_line + literals.size());
    for (const Code literal : literals) number(literal);
    trace_->number(hints.size());
    for (const Code hint : hints) number(hint);
    return next_++;
  }
  /// Records a solution. Returns the number of the nogood that excludes this solution.
  std::uint64_t solution(std::span<const OptionId> options) {
    std::vector<std::uint32_t> originals;
    for (const OptionId option : options) originals.push_back(index(trace_->original(option)));
    std::sort(originals.begin(), originals.end());
    trace_->number(solution_line);
    trace_->number(originals.size());
    for (const std::uint32_t option : originals) trace_->number(option);
    return next_++;
  }
  void forget(std::uint64_t nogood) {
    trace_->number(forget_line);
    trace_->number(nogood);
  }

 private:
  static constexpr std::uint64_t solution_line = 1, colour_line = 2, forget_line = 3,
                                 nogood_line = 4;
  static constexpr std::uint64_t first_branch = static_cast<std::uint64_t>(Step::branch);

  static Code code(std::uint64_t number) { return static_cast<Code>(number); }
  void number(Code code) { trace_->number(static_cast<std::uint64_t>(code)); }

  Trace* trace_;
  std::uint64_t next_ = 0;  // the number that the next nogood gets
};

}  // namespace dlx::search
