#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "dlx/counting/engine_trial.hpp"
#include "dlx/counting/way.hpp"
#include "dlx/solver.hpp"

namespace dlx::counting {

/// Counts by visiting the solutions, or nearly: a Solver, which another engine takes over if that
/// turns out to be quicker, and several threads where the search is long.
class SearchWay final : public Way {
 public:
  /// `weights_of`: weights of the problem's options. The problem outlives it.
  SearchWay(const Problem& problem, const Tally& weights_of, const Context& context,
            std::optional<FixedTrial> fixed_trial = {});

  /// They take over as soon as the search is long enough to pay for them.
  void allow_threads() override { threads_allowed_ = true; }
  /// The engine at work, and why it was chosen.
  [[nodiscard]] std::string engine_in_words() const;

  Status run(const Slice& slice) override;
  void close() override;
  [[nodiscard]] Total counted() const override { return tally_.counted(); }
  [[nodiscard]] double share() const override { return statistics().share; }
  [[nodiscard]] double seconds_saved() const override { return seconds_saved_; }
  [[nodiscard]] std::uint64_t work() const override { return statistics().nodes; }
  [[nodiscard]] std::size_t memory_bytes() const override { return statistics().memory_bytes; }
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  /// A solver that searches what another one has left.
  struct Searcher {
    Solver solver;
    double share_before = 0;  // the part of the tree that lies behind its open work
    /// Its own work; the share is that of the whole tree.
    [[nodiscard]] search::Statistics statistics() const;
  };

  [[nodiscard]] search::Statistics statistics() const;
  [[nodiscard]] Context reporting_after(const search::Statistics& before) const;
  [[nodiscard]] bool may_start_threads() const;
  [[nodiscard]] bool threads_pay() const;
  void hand_over();
  Status count_alone(const Slice& slice);
  [[nodiscard]] Slice until_next_look(const Slice& slice, std::uint64_t nodes) const;
  Status compare_engines(const Slice& slice);
  void swap_engines();
  void pause_trace();
  Status count_on(const Slice& slice);

  const Problem* problem_;
  Context context_;
  Tally tally_;
  Searcher at_work_;
  EngineTrial trial_;
  std::unique_ptr<Searcher> waiting_ = {};             // the other engine of a trial
  search::Statistics done_before_ = {};                // by an engine that has been dropped
  std::unique_ptr<search::CountingSearch> long_ = {};  // continues in place of the solver
  bool threads_allowed_ = false;
  bool begun_ = false;
  bool closed_ = false;  // what was recorded is complete
  double seconds_ = 0;   // spent searching
  double seconds_saved_ = 0;
};

}  // namespace dlx::counting
