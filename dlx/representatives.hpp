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

/// Enumerates one solution of each class under symmetries, and visits few other solutions. The
/// search begins with first choices: one option of each class of equivalent options
/// (symmetry/first_choices.hpp). Solutions that contain the same first choice and are still
/// equivalent are recognised by comparing images or canonical forms. The order of solutions does
/// not depend on the number of threads.
class Representatives {
 public:
  /// The problem must outlive this object. If the members of the group are listed, memory does not
  /// grow with the number of classes. If the members are not listed, a table of all classes found
  /// is stored. When the table exceeds the memory limit, status() is memory_limit. Throws the
  /// exceptions of Solver, and std::invalid_argument if the group was not found completely. `jobs`
  /// are the threads. One thread searches after each first choice, and all threads test whether the
  /// classes of solutions are new.
  Representatives(const Problem& problem, symmetry::SymmetryGroup group,
                  const Options& options = {}, const search::Jobs& jobs = {});

  ~Representatives();
  /// An object that has been moved from may only be assigned to or destroyed.
  /// @{
  Representatives(Representatives&&) noexcept;
  Representatives& operator=(Representatives&&) noexcept;

  /// @}

  /// Searches for a solution of the next class. Returns false if no solution was found; status() is
  /// the reason. After a limit or the stop flag has ended a call, the next call continues the
  /// search, except after memory_limit. The limit on solutions limits the number of classes.
  bool next();
  /// Replaces the limits of the search. The limit on nodes applies to all calls of next() together.
  /// The time limit starts with the next call of next(). A step that cannot pause, such as finding
  /// the first choices, is repeated from its start after a limit. The repeated step may take as
  /// much time as its earlier attempts together.
  void set_limits(const search::Limits& limits);

  /// The options of the current solution, in ascending order. The list is valid until the next call
  /// of next().
  [[nodiscard]] std::span<const OptionId> solution() const;

  /// The number of solutions in the class of the current solution.
  [[nodiscard]] Natural class_size() const;

  /// The status of the search. `exhausted` means that every class has been reported.
  [[nodiscard]] Status status() const noexcept;
  /// The sum of the statistics of the searches after all first choices. The field `solutions` has
  /// the number of classes found so far.
  [[nodiscard]] search::Statistics statistics() const;
  /// The number of first choices whose search has begun so far.
  [[nodiscard]] std::uint64_t problems() const noexcept;
  /// The engine that the last search used.
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
