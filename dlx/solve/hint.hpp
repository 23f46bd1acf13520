#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/options.hpp"

namespace dlx::solve {

/// The reason why an option is in no solution. If this option were chosen, other options would have
/// to be chosen, until an item would have too few options left.
struct Chain {
  /// An option that would have to be chosen.
  struct Step {
    OptionId option;  ///< the option
    ItemId item;      ///< an item that needs all options it has left
  };
  OptionId excluded;        ///< the option that is in no solution
  std::vector<Step> steps;  ///< steps, each of which follows from earlier ones
  ItemId contradiction;     ///< the item that has too few options left after all steps

  /// The number of options that the chain chooses.
  [[nodiscard]] std::size_t length() const noexcept { return 1 + steps.size(); }
};

/// An option that is in every solution, and the reason for it; or the reason why no such option is
/// known.
struct Hint {
  /// Kinds of reasons.
  enum class Kind : std::uint8_t {
    single,      ///< an item needs all options that it has left
    chain,       ///< after chains have excluded some options, an item needs all options left
    search,      ///< only a search proves that the option is in every solution
    none,        ///< no further option is in all solutions, and several solutions exist
    unsolvable,  ///< no solution exists
    solved,      ///< every item is covered as often as it must
    unknown,     ///< a limit was reached
  };
  Kind kind = Kind::unknown;            ///< the kind of reason
  std::optional<OptionId> option = {};  ///< the option, for single, chain and search
  /// The item that needs the option, or that cannot be covered.
  std::optional<ItemId> item = {};
  std::vector<Chain> chains = {};     ///< a chain may use options that earlier chains exclude
  Status status = Status::exhausted;  ///< the limit reached, or exhausted

  /// The number of options that all chains choose together.
  [[nodiscard]] std::size_t length() const noexcept;
  /// The difficulty of the hint, from 1 to hardest_level: see below. Only for hints with an option.
  [[nodiscard]] int level() const noexcept;
};

/// Levels of hints. A problem has the level of the hardest hint that is needed to solve it.
///   1  an item needs all options that it has left
///   2  all chains together choose at most 2 options
///   3  all chains together choose at most 5 options
///   4  chains choose more options
///   5  only a search proves the hint
inline constexpr int hardest_level = 5;

/// Finds the next option that is forced, and the simplest reason for it, as a hint for a person who
/// solves the problem. The problem must outlive this object.
///
///     solve::Hints hints(problem);
///     const solve::Hint hint = hints.next({chosen_already});
class Hints {
 public:
  /// The limits in `options` apply to each call separately.
  explicit Hints(const Problem& problem, const Options& options = {});
  ~Hints();

  /// The next option that is in all solutions with the known options. Throws std::invalid_argument
  /// if an option does not exist.
  [[nodiscard]] Hint next(std::span<const OptionId> known = {});

  /// The level of the hardest hint that is needed to get from the known options to the only
  /// solution, or to the option `goal` if it is given. A result above `most` means that a hint
  /// harder than `most` is needed. Returns nothing if there is not exactly one solution, or if a
  /// limit was reached.
  [[nodiscard]] std::optional<int> level(std::span<const OptionId> known = {},
                                         int most = hardest_level,
                                         std::optional<OptionId> goal = {});
  /// The limit that the last call of level() reached; `exhausted`: none.
  [[nodiscard]] Status status() const;

 private:
  class Reasoning;
  std::unique_ptr<Reasoning> reasoning_;
};

}  // namespace dlx::solve
