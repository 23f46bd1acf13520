#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::engines {

/// Lists the solutions of small problems without colours and multiplicities. For these, making a
/// Problem and an Engine takes longer than the search. Gives up if the search is not short. Use one
/// object for many problems: it keeps its memory.
class ShortSearch {
 public:
  /// run() gives up at once on problems with more items, or options of more numbers, than this.
  static constexpr std::size_t most_numbers = 10'000;

  /// Searches for at most `most` solutions. `options`: as ProblemBuilder::options() takes them.
  /// Returns false if it has given up: the problem is large, the search would be long, or an option
  /// is wrong (ProblemBuilder says why). The numbers must outlive the calls of items().
  [[nodiscard]] bool run(std::uint32_t primary, std::uint32_t secondary,
                         std::span<const std::uint32_t> options, std::size_t most);

  /// Searches a problem; false also if it has colours or multiplicities.
  [[nodiscard]] bool run(const Problem& problem, std::size_t most);

  /// After run() has returned true: for each solution, the number of its options, then these
  /// options (numbered from 0), in the order they were chosen.
  [[nodiscard]] std::span<const std::uint32_t> solutions() const noexcept { return solutions_; }
  /// The items of an option, by its number, after run() has returned true.
  [[nodiscard]] std::span<const std::uint32_t> items(std::uint32_t option) const noexcept {
    return numbers_.subspan(places_[option] + 1, numbers_[places_[option]]);
  }
  /// The number of solutions in solutions().
  [[nodiscard]] std::uint32_t found() const noexcept { return found_; }
  /// Whether these are all.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  /// Options tried, and the root.
  [[nodiscard]] std::uint32_t nodes() const noexcept { return nodes_; }

 private:
  using Index = std::uint32_t;  // number of an item, an option, a number

  using Short = std::uint16_t;  // Index in 16 bits for large arrays, so that less memory is touched

  struct Use {         // uses of an item, while the options are read
    Index option = 0;  // the last option that contains the item, from 1
    Index count = 0;   // options that contain it
  };
  struct Choice {
    Index option;
    Index hidden;  // how many options were hidden before
  };
  struct Branch {
    Index place, end;  // places in lists_: the option tried, and one behind the item's last option
    Index chosen;      // how many options were chosen before
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

  std::vector<Index> own_numbers_;  // the numbers of a problem
  std::span<const Index> numbers_;  // for each option: the number of its items, then these items
  Index primaries_ = 0, items_ = 0, options_ = 0;
  std::vector<Use> uses_;              // an item each
  std::vector<Index> places_;          // an option each: where it begins in numbers_
  std::vector<Short> option_numbers_;  // an option each
  std::vector<Index> count_;           // an item each: its live options, see `covered`
  std::vector<Index> list_ends_;    // 0, and for each item the place behind its options in lists_
  std::vector<Short> lists_;        // the options of item 0, then of item 1, ...
  std::vector<std::uint8_t> gone_;  // an option each: 1 if it is chosen or hidden
  std::vector<Index> forced_;       // items that came down to one option
  std::vector<Index> hidden_;       // options, in the order in which they were hidden
  std::vector<Choice> chosen_;
  std::vector<Branch> branches_;
  Index forced_count_ = 0, hidden_count_ = 0;
  Index uncovered_ = 0;  // primary items that are not covered
  Index work_ = 0;       // options hidden or chosen, also those undone

  std::vector<Index> solutions_;
  Index found_ = 0, nodes_ = 0;
  bool complete_ = false;
};

}  // namespace dlx::engines
