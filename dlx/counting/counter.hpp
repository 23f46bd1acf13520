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
  /// Maximum time of the call, on the monotonic clock.
  std::optional<std::chrono::nanoseconds> time = {};
  std::optional<std::uint64_t> work = {};  ///< maximum number of nodes and states of the call
};

/// Counts the solutions of a problem in several calls of run(), for programs that have other work
/// to do between the calls. The limits of the calls influence neither the result nor, if one method
/// was chosen, the certificate.
class Counter {
 public:
  /// Keeps references to the problem, and to the objects that the options refer to. Throws
  /// std::invalid_argument if the given method or engine does not support the problem. Also throws
  /// std::invalid_argument for the options `up_to`, `certificate` and `checkpoint`, which only
  /// count() supports.
  ///
  /// Uses the threads and the scratch file that the options name. The library dlx::runs defines
  /// this constructor, so a program that calls it must link dlx::runs.
  explicit Counter(const Problem& problem, const Options& options = {});
  /// Makes a counter that uses the threads and files in `resources`. The options `threads` and
  /// `scratch` are ignored.
  Counter(const Problem& problem, const Options& options, const Resources& resources);
  /// Makes a counter with one weight for each option. If `weights` is empty, options have no
  /// weights. A solution counts as many times as the product of the weights (OptionWeight::ways) of
  /// its options. The fingerprint is the sum over solutions of the product of the fingerprint
  /// factors of their options. Weights cannot be combined with a limit on solutions. Throws
  /// std::invalid_argument if the sum of OptionWeight::ways over all options needs more than 64
  /// bits.
  Counter(const Problem& problem, const Options& options, const Resources& resources,
          std::vector<OptionWeight> weights);
  ~Counter();
  /// After a counter was moved from, it may only be assigned to or destroyed.
  /// @{
  Counter(Counter&&) noexcept;
  Counter& operator=(Counter&&) noexcept;

  /// @}

  /// Continues the count until it ends or reaches the limits of `slice`. Returns `running` if the
  /// count has not ended. If the stop flag has ended the count, further calls continue the count
  /// once the flag is reset. If a limit in the options has ended the count, it cannot be continued.
  /// Work that cannot pause, such as reducing the problem, may take longer than `slice` allows.
  /// Resources::longest_step limits the time of such work.
  Status run(const CountSlice& slice = {});

  /// The status of the count: `running`, or the reason why the count ended.
  [[nodiscard]] Status status() const noexcept;
  /// The result of the count so far. The number of solutions is a lower bound unless complete().
  /// result() takes time linear in the number of independent parts.
  [[nodiscard]] CountResult result() const;
  /// The number of solutions counted so far, without the statistics of result().
  [[nodiscard]] Natural value() const;
  /// An estimate of the part of the count that is done, from 0 to 1.
  [[nodiscard]] double share() const;

  /// Completes the certificate of a count that has not ended and will not continue.
  void close();
  /// Saves the tables of sweeps in Resources::tables, so that a later count can continue the
  /// sweeps. Call keep_tables() before a pause after which the program may end. If a limit in the
  /// options or the stop flag ends the count, the tables are saved without this call. Passes on the
  /// exceptions of the TableStore.
  void keep_tables();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Counts the solutions of a problem with a Counter, or as many solutions as the limits allow. All
/// methods return the same count, but only `automatic` supports every problem. dlx::count() in
/// dlx/runs/count.hpp supports all options, but needs more libraries.
[[nodiscard]] CountResult count(const Problem& problem, const Options& options = {},
                                const Resources& resources = {});

/// Counts the solutions of a problem by one search, without any other method.
[[nodiscard]] CountResult count_by_search(const Problem& problem, const Options& options = {});
/// Counts the walks of a path problem by a search.
[[nodiscard]] CountResult count_by_search(const PathProblem& problem, const Options& options = {},
                                          const search::PathOptions& path_options = {});

}  // namespace dlx::counting
