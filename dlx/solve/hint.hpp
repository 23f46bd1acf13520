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

/// Why an option is in no solution: if it were chosen, other options would have to be chosen, until
/// an item has too few options left.
struct Chain {
  /// An option that would have to be chosen.
  struct Step {
    OptionId option;  ///< the option
    ItemId item;      ///< an item that has no other options left than it needs
  };
  OptionId excluded;        ///< the option that is in no solution
  std::vector<Step> steps;  ///< steps, each of which follows from earlier ones
  ItemId contradiction;     ///< the item that has too few options left after all steps

  /// Options that it chooses.
  [[nodiscard]] std::size_t length() const noexcept { return 1 + steps.size(); }
};

/// An option that is in every solution, and the reason; or the reason why no such option is known.
struct Hint {
  /// Kinds of reasons.
  enum class Kind : std::uint8_t {
    single,      ///< an item has no other options left than it needs
    chain,       ///< chains exclude some options, then an item needs all options it has left
    search,      ///< only a search shows it
    none,        ///< no further option is in all solutions, and several solutions exist
    unsolvable,  ///< no solution exists
    solved,      ///< every item is covered as often as it must
    unknown,     ///< a limit was reached
  };
  Kind kind = Kind::unknown;            ///< the kind of reason
  std::optional<OptionId> option = {};  ///< the option; of single, chain and search
  std::optional<ItemId> item = {};      ///< the item that needs it, or cannot be covered
  std::vector<Chain> chains = {};       ///< the chains; each may use the exclusions of earlier ones
  Status status = Status::exhausted;    ///< which limit was reached

  /// Options that its chains choose, together.
  [[nodiscard]] std::size_t length() const noexcept;
  /// The difficulty of the hint, from 1 to hardest_level: see below. Only for hints with an option.
  [[nodiscard]] int level() const noexcept;
};

/// Levels of hints. A problem has the level of the hardest hint that is needed to solve it.
///   1  an item has no other options left than it needs
///   2  chains choose at most 2 options, together
///   3  chains choose at most 5 options
///   4  chains choose more options
///   5  only a search shows it
inline constexpr int hardest_level = 5;

/// Finds the next option that is forced, and the simplest reason, as the next step of a person
/// solving the problem. The problem must outlive it.
///
///     solve::Hints hints(problem);
///     const solve::Hint hint = hints.next({chosen_already});
class Hints {
 public:
  /// The limits hold for each call.
  explicit Hints(const Problem& problem, const Options& options = {});
  ~Hints();

  /// The next option that is in all solutions with the known options. Throws std::invalid_argument
  /// if an option does not exist.
  [[nodiscard]] Hint next(std::span<const OptionId> known = {});

  /// The level of the hardest hint on the way from the known options to the only solution; or to
  /// `goal`, if that is given. More than `most`: a harder hint is needed. Nothing: there is not
  /// exactly one solution, or a limit was reached.
  [[nodiscard]] std::optional<int> level(std::span<const OptionId> known = {},
                                         int most = hardest_level,
                                         std::optional<OptionId> goal = {});
  /// After level(): which limit was reached; `exhausted`: none.
  [[nodiscard]] Status status() const;

 private:
  class Reasoning;
  std::unique_ptr<Reasoning> reasoning_;
};

}  // namespace dlx::solve
