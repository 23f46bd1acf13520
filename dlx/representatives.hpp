#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/options.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx {

/// Enumerates one solution of each class that symmetries make, and visits few others. It begins
/// with first choices (symmetry/first_choices.hpp), and uses canonical forms for the symmetries
/// that a first choice leaves. The order of solutions does not depend on the number of threads.
class Representatives {
 public:
  /// The problem must outlive it. If the members of the group are listed, memory does not grow.
  /// Otherwise a table grows with the classes, up to the limit on memory: then status() is
  /// memory_limit. Throws the exceptions of Solver, and std::invalid_argument if the group was not
  /// found completely. `jobs`: threads that search first choices and judge solutions. One thread
  /// alone searches a first choice.
  Representatives(const Problem& problem, symmetry::SymmetryGroup group,
                  const Options& options = {}, const search::Jobs& jobs = {});

  ~Representatives();
  /// A moved-from object may only be assigned to or destroyed.
  /// @{
  Representatives(Representatives&&) noexcept;
  Representatives& operator=(Representatives&&) noexcept;

  /// @}

  /// Runs to the next class; false if none was reached; status() is the reason. After a limit or a
  /// stop the next call continues where this one paused, except after memory_limit. The limit on
  /// solutions counts classes.
  bool next();
  /// Replaces the limits. Nodes count from the first call of next(), time from the next one. A step
  /// that cannot pause, such as the choice of first choices, begins again after a limit, and may
  /// then take as much time as was lost on it before.
  void set_limits(const search::Limits& limits);

  /// The options of the solution at hand, ascending; valid until next().
  [[nodiscard]] std::span<const OptionId> solution() const;

  /// How many solutions are in its class.
  [[nodiscard]] Natural class_size() const;

  /// exhausted: every class has been reported.
  [[nodiscard]] Status status() const noexcept;
  /// Statistics of all searches together; `solutions` are the classes so far.
  [[nodiscard]] search::Statistics statistics() const;
  /// Problems searched so far, one for each first choice.
  [[nodiscard]] std::uint64_t problems() const noexcept;
  /// The engine of the last search.
  [[nodiscard]] EngineKind engine() const noexcept;

 private:
  struct Finding;
  class Kind;
  class Listed;
  class Isomorphs;
  class Lane;
  struct State;

  std::unique_ptr<State> state_;
};

}  // namespace dlx
