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
  /// A step of a chain: an option that would have to be chosen.
  struct Step {
    OptionId option;  ///< the option that would have to be chosen
    ItemId item;      ///< the item that needs all options that it has left, including `option`
  };
  OptionId excluded;  ///< the option that the chain proves to be in no solution
  /// The steps of the chain; each step follows from `excluded` and the earlier steps.
  std::vector<Step> steps;
  ItemId contradiction;  ///< the item that has too few options left after all steps of the chain

  /// The number of options that the chain chooses, including `excluded`.
  [[nodiscard]] std::size_t length() const noexcept { return 1 + steps.size(); }
};

/// An option that is in every solution, and the reason for it. If no such option is known, the hint
/// contains the reason why no option is known.
struct Hint {
  /// The kinds of reasons that a hint can have.
  enum class Kind : std::uint8_t {
    single,  ///< an item needs all options that it has left
    /// After chains have excluded some of its options, an item needs all remaining options.
    chain,
    search,      ///< only a search proves that the option is in every solution
    none,        ///< no further option is in all solutions, and several solutions exist
    unsolvable,  ///< the problem has no solution with the known options
    solved,      ///< the known options are the only solution that contains them
    unknown,     ///< a limit was reached before a hint was found
  };
  Kind kind = Kind::unknown;  ///< the kind of reason for the hint
  /// The option that is in every solution, for the kinds single, chain and search.
  std::optional<OptionId> option = {};
  /// The item that needs the option, or the item that cannot be covered.
  std::optional<ItemId> item = {};
  /// The chains that prove the hint, in order; a chain may depend on options that earlier chains
  /// exclude.
  std::vector<Chain> chains = {};
  /// The limit that was reached; `exhausted` if no limit was reached.
  Status status = Status::exhausted;

  /// The total number of options that the chains of the hint choose.
  [[nodiscard]] std::size_t length() const noexcept;
  /// The difficulty of the hint, from 1 to hardest_level, where the levels are explained. level()
  /// must be called only for hints with an option.
  [[nodiscard]] int level() const noexcept;
};

/// The levels of difficulty of hints. A problem has the level of the hardest hint that is needed to
/// solve it.
///   1  an item needs all options that it has left
///   2  all chains together choose at most 2 options
///   3  all chains together choose at most 5 options
///   4  chains choose more options
///   5  only a search proves the hint
inline constexpr int hardest_level = 5;

/// Finds hints for a person who solves the problem: the next option that is in every solution, and
/// the simplest reason for it. The problem must outlive this object.
///
///     solve::Hints hints(problem);
///     const solve::Hint hint = hints.next({chosen_already});
class Hints {
 public:
  /// Prepares hints for a problem. The limits in `options` apply to each call separately. Throws
  /// std::invalid_argument if the options contain a certificate, a checkpoint, `up_to` or
  /// `max_cost`.
  explicit Hints(const Problem& problem, const Options& options = {});
  ~Hints();

  /// A hint for an option that is in all solutions with the known options. Throws
  /// std::invalid_argument if an option does not exist.
  [[nodiscard]] Hint next(std::span<const OptionId> known = {});

  /// The difficulty of the hardest hint that is needed to find the only solution from the known
  /// options, or to find the option `goal` if it is given. A result above `most` means that a hint
  /// harder than `most` is needed. Returns nothing if there is not exactly one solution, or if a
  /// limit was reached.
  [[nodiscard]] std::optional<int> level(std::span<const OptionId> known = {},
                                         int most = hardest_level,
                                         std::optional<OptionId> goal = {});
  /// The limit that the last call of level() reached; `exhausted` if it reached no limit.
  [[nodiscard]] Status status() const;

 private:
  class Reasoning;
  std::unique_ptr<Reasoning> reasoning_;
};

}  // namespace dlx::solve
