#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bindings/web/puzzles.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/sweep_count.hpp"
#include "dlx/counting/sweep_plan.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/solver.hpp"

namespace dlx::web {

/// What is asked of a search.
struct Request {
  bool count = true;         ///< otherwise solutions are kept
  std::size_t most = 1'000;  ///< so many of them
  EngineKind engine = EngineKind::automatic;
  UpTo up_to = UpTo::none;
  bool preprocess = true;  ///< not for walks
  bool sweep = true;       ///< counts may also try a table of states, see Sweep
};

/// A search that is run a little at a time, so that its owner can look up in between. The game must
/// outlive it.
class Search {
 public:
  Search(const Game& game, const Request& request);

  /// Runs on for about so long. False: it is over.
  bool run(std::chrono::milliseconds slice);

  /// What has been found so far, exact if complete().
  [[nodiscard]] Natural found() const;
  [[nodiscard]] bool complete() const noexcept { return status_ == Status::exhausted; }
  /// `running` until it is over.
  [[nodiscard]] Status status() const noexcept { return status_; }
  [[nodiscard]] Statistics statistics() const { return solver_->statistics(); }
  [[nodiscard]] EngineKind engine() const noexcept { return solver_->engine(); }
  /// The states that a sweep has looked at, if there is one; and whether it has settled the count.
  [[nodiscard]] std::uint64_t states() const { return sweep_ ? sweep_->result().states : 0; }
  [[nodiscard]] bool swept() const noexcept { return swept_; }
  /// If the solutions are kept. Each has been verified.
  [[nodiscard]] std::span<const Solution> solutions() const noexcept { return kept_; }

 private:
  using Clock = std::chrono::steady_clock;

  void search_for(std::chrono::nanoseconds slice);
  void count_on();
  void list_on();
  void sweep_for(std::chrono::nanoseconds slice);
  void prepare_sweep();
  [[nodiscard]] bool is_wanted(std::span<const OptionId> solution) const;
  void verify(std::span<const OptionId> solution);

  const Game* game_;
  Request request_;
  std::optional<OptionSymmetries> symmetries_;
  Clock::time_point start_ = Clock::now();
  std::optional<Reduction> reduction_;  // of counts that need not look at solutions
  std::optional<Solver> solver_;
  Tally tally_;
  Natural found_;  // where solutions are looked at
  std::vector<Solution> kept_;
  Verifier verifier_;
  Status status_ = Status::running;

  Clock::duration searched_ = {};
  std::optional<SweepPlan> plan_;
  std::optional<Sweep> sweep_;
  Clock::time_point sweep_start_ = {};
  bool may_sweep_ = false;
  bool swept_ = false;
};

}  // namespace dlx::web
