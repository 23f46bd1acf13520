#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/options.hpp"
#include "dlx/solver.hpp"

namespace dlx::runs {

/// A search by several threads that counts solutions. The count, the fingerprint and the number of
/// nodes do not depend on the number of threads.
class ParallelCount final : public search::CountingSearch {
 public:
  /// Searches with the number of threads that the options give. `start` has the parts of the search
  /// tree that are not searched yet, because earlier searches have paused. `so_far` has the
  /// statistics of the earlier searches, which statistics() includes. counting_worker() describes
  /// `is_wanted`.
  ParallelCount(MakeSolver make_solver, const Options& options,
                const std::vector<search::OpenWork>& start = {search::OpenWork{}},
                const search::Statistics& so_far = {}, IsWanted is_wanted = {});
  ~ParallelCount() override;

  void count(Tally& tally) override;
  [[nodiscard]] Status status() const noexcept override { return status_; }
  /// The statistics of the search. `memory_bytes` is the memory of all threads together.
  [[nodiscard]] search::Statistics statistics() const override;
  void set_limits(const search::Limits& limits) override {
    limits_ = limits;
    deadline_.reset();
  }

 private:
  struct Work;

  search::Limits limits_;
  // The time limit, which begins with the first call of count() under the current limits.
  std::optional<search::Deadline> deadline_ = {};
  std::unique_ptr<Work> work_;
  Status status_ = Status::running;
};

}  // namespace dlx::runs
