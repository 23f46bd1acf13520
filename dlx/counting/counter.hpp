#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/counting/result.hpp"
#include "dlx/names.hpp"
#include "dlx/search/path_options.hpp"

namespace dlx::counting {

/// The limits of one call of Counter::run().
struct CountSlice {
  std::optional<std::chrono::nanoseconds> time = {};  ///< time on the monotonic clock
  std::optional<std::uint64_t> work = {};             ///< number of nodes and states
};

/// Counts the solutions of a problem, a slice at a time: for programs that have other things to do
/// in between. Neither the result nor the certificate of a single method depends on the slices.
class Counter {
 public:
  /// Keeps references to the problem, and to the objects that the options refer to. Throws
  /// std::invalid_argument if the method or engine asked for does not take the problem, and for
  /// `up_to`, `certificate` and `checkpoint`, which are for count().
  /// Counts with the threads and the scratch file that the options ask for. The library dlx::runs
  /// defines this constructor, and a program that uses it must link that library.
  explicit Counter(const Problem& problem, const Options& options = {});
  /// A counter with these resources; `threads` and `scratch` are not used.
  Counter(const Problem& problem, const Options& options, const Resources& resources);
  /// With weights: either none or one for each option. A solution counts as the product of its
  /// options' ways, and the fingerprint is the sum of the products of their factors. Weights
  /// exclude a limit on solutions. Throws std::invalid_argument if the ways of all options add up
  /// to more than 64 bits.
  Counter(const Problem& problem, const Options& options, const Resources& resources,
          std::vector<OptionWeight> weights);
  ~Counter();
  /// A moved-from counter may only be assigned to or destroyed.
  /// @{
  Counter(Counter&&) noexcept;
  Counter& operator=(Counter&&) noexcept;

  /// @}

  /// Continues for a slice, or until the count ends. `running`: there is more to do. After a limit
  /// of the options or a stop, further calls continue once the limit or the stop has been removed.
  /// Steps that cannot pause, such as reducing the problem, may take longer than the slice: see
  /// Resources::longest_step.
  Status run(const CountSlice& slice = {});

  /// `running`, or why the count ended.
  [[nodiscard]] Status status() const noexcept;
  /// The result so far: a lower bound unless complete(). Takes time that grows with the number of
  /// independent parts.
  [[nodiscard]] CountResult result() const;
  /// The value of the result alone.
  [[nodiscard]] Natural value() const;
  /// An estimate of the part of the work that is done, from 0 to 1.
  [[nodiscard]] double share() const;

  /// Completes the record for a certificate, if the count has not ended and will not go on.
  void close();
  /// Saves the tables of sweeps in Resources::tables, for a later count. Call it before a pause
  /// that may be the end; when a limit of the options or a stop ends the count, the tables are
  /// saved without this call. Exceptions of the TableStore leave it.
  void keep_tables();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Counts the solutions of a problem by a Counter, or as many as the limits allow. All methods
/// return the same count; only `automatic` takes every problem. dlx::count() of dlx/runs/count.hpp
/// obeys all options, but needs more libraries.
[[nodiscard]] CountResult count(const Problem& problem, const Options& options = {},
                                const Resources& resources = {});

/// Counts by one search, without any other method.
[[nodiscard]] CountResult count_by_search(const Problem& problem, const Options& options = {});
/// Counts the walks of a path problem by a search.
[[nodiscard]] CountResult count_by_search(const PathProblem& problem, const Options& options = {},
                                          const search::PathOptions& path_options = {});

}  // namespace dlx::counting
