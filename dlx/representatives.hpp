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
/// search begins with first choices, which are options that represent all equivalent options
/// (symmetry/first_choices.hpp). Solutions that are equivalent under the symmetries that a first
/// choice leaves are recognised by canonical forms. The order of solutions does not depend on the
/// number of threads.
class Representatives {
 public:
  /// The problem must outlive this object. If the members of the group are listed, memory does not
  /// grow with the number of classes. If the members are not listed, a table of the classes grows.
  /// When the table exceeds the limit on memory, status() is memory_limit. Throws the exceptions of
  /// Solver, and std::invalid_argument if the group was not found completely. `jobs` are the
  /// threads that search first choices and test whether solutions are new. Each first choice is
  /// searched by one thread.
  Representatives(const Problem& problem, symmetry::SymmetryGroup group,
                  const Options& options = {}, const search::Jobs& jobs = {});

  ~Representatives();
  /// An object that has been moved from may only be assigned to or destroyed.
  /// @{
  Representatives(Representatives&&) noexcept;
  Representatives& operator=(Representatives&&) noexcept;

  /// @}

  /// Searches for a solution of the next class. Returns false if no solution was found; status() is
  /// the reason. After a limit or a stop the next call continues where this call paused, except
  /// after memory_limit. The limit on solutions counts classes.
  bool next();
  /// Replaces the limits of the search. Nodes count from the first call of next(), time from the
  /// next call of next(). A step that cannot pause, such as finding the first choices, is repeated
  /// from its start after a limit. The repeated step may take as much time as its earlier attempts
  /// together.
  void set_limits(const search::Limits& limits);

  /// The options of the current solution, in ascending order. The list is valid until the next call
  /// of next().
  [[nodiscard]] std::span<const OptionId> solution() const;

  /// The number of solutions in the class of the current solution.
  [[nodiscard]] Natural class_size() const;

  /// The status of the search. `exhausted` means that every class has been reported.
  [[nodiscard]] Status status() const noexcept;
  /// Statistics of all searches together. The field `solutions` has the number of classes found so
  /// far.
  [[nodiscard]] search::Statistics statistics() const;
  /// The number of problems searched so far, one for each first choice.
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
