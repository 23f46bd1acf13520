#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::engines {

/// Lists the solutions of small problems without colours and multiplicities, for which making a
/// Problem and an Engine would take longer than the search. A search that turns out to be long
/// gives up (see run()). One object should be used for many problems, because it reuses its memory.
class ShortSearch {
 public:
  /// The maximum number of items of a problem, and the maximum length of the list of numbers that
  /// describes its options. run() gives up at once on larger problems.
  static constexpr std::size_t most_numbers = 10'000;

  /// Searches for at most `most` solutions. `options` is in the format of
  /// ProblemBuilder::options(). Returns false if the search has given up: the problem is large, the
  /// search would be long, or an option is invalid (ProblemBuilder says why). The list of numbers
  /// must outlive the calls of items().
  [[nodiscard]] bool run(std::uint32_t primary, std::uint32_t secondary,
                         std::span<const std::uint32_t> options, std::size_t most);

  /// Searches for at most `most` solutions of a problem. Returns false if the search has given up,
  /// or if the problem has colours or multiplicities.
  [[nodiscard]] bool run(const Problem& problem, std::size_t most);

  /// The solutions that run() has found; valid after run() has returned true. For each solution,
  /// the list contains the number of its options, then these options (numbered from 0), in the
  /// order in which they were chosen.
  [[nodiscard]] std::span<const std::uint32_t> solutions() const noexcept { return solutions_; }
  /// The items of an option, given by its number. The result is valid after run() has returned
  /// true.
  [[nodiscard]] std::span<const std::uint32_t> items(std::uint32_t option) const noexcept {
    return numbers_.subspan(places_[option] + 1, numbers_[places_[option]]);
  }
  /// The number of solutions that the last run found, which is the number of solutions in
  /// solutions().
  [[nodiscard]] std::uint32_t found() const noexcept { return found_; }
  /// Whether the last run found all solutions.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  /// The number of options that the last run tried, plus 1 for the root.
  [[nodiscard]] std::uint32_t nodes() const noexcept { return nodes_; }

 private:
  using Index = std::uint32_t;  // the number of an item or an option, or a position in numbers_

  // Large arrays have elements of 16 bits, so that the search reads and writes less memory.
  using Short = std::uint16_t;

  struct Use {         // data on an item while the options are read
    Index option = 0;  // the last option read that contains the item, numbered from 1
    Index count = 0;   // the number of options that contain the item
  };
  struct Choice {
    Index option;
    Index hidden;  // the number of hidden options before the choice
  };
  struct Branch {
    // Two positions in lists_: the position of the option that is being tried, and the end of the
    // branching item's options.
    Index place, end;
    Index chosen;  // the number of options that were chosen before the branch
  };

  bool read_options();
  void make_lists();
  bool take(Index option);
  void undo_to(Index chosen);
  bool search(std::size_t most);
  bool take_forced();
  void branch();
  bool back_up();
  void keep_solution();

  std::vector<Index> own_numbers_;  // what numbers_ points to, if run() was given a Problem
  std::span<const Index> numbers_;  // for each option: the number of its items, then these items
  Index primaries_ = 0, items_ = 0, options_ = 0;
  std::vector<Use> uses_;  // for each item: data that is used while the options are read
  // For each option: the position in numbers_ where the option begins.
  std::vector<Index> places_;
  // For each position in numbers_ where an option begins: the number of the option.
  std::vector<Short> option_numbers_;
  // For each item: the number of its live options, plus a large constant if the item is covered or
  // secondary (see short_search.cpp).
  std::vector<Index> count_;
  std::vector<Index> list_ends_;  // a 0, and then for each item the end of its options in lists_
  std::vector<Short> lists_;      // the options of item 0, then the options of item 1, and so on
  // For each position in numbers_ where an option begins: 1 if the option is chosen or hidden.
  std::vector<std::uint8_t> gone_;
  std::vector<Index> forced_;  // the items that have only one option left
  std::vector<Index> hidden_;  // the hidden options, in the order in which they were hidden
  std::vector<Choice> chosen_;
  std::vector<Branch> branches_;
  Index forced_count_ = 0, hidden_count_ = 0;
  Index uncovered_ = 0;  // the number of primary items that are not covered yet
  Index work_ = 0;       // the number of times that an option was hidden or chosen

  std::vector<Index> solutions_;
  Index found_ = 0, nodes_ = 0;
  bool complete_ = false;
};

}  // namespace dlx::engines
