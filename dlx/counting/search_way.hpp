#pragma once

#include <memory>
#include <string>

#include "dlx/counting/way.hpp"
#include "dlx/solver.hpp"

namespace dlx::counting {

/// Counts by visiting the solutions, or nearly: a Solver, which several threads take over if the
/// search is long.
class SearchWay final : public Way {
 public:
  /// `weights_of`: weights of the problem's options. The problem outlives it.
  SearchWay(const Problem& problem, const Tally& weights_of, const Context& context);

  /// They take over as soon as the search is long enough to pay for them.
  void allow_threads() override { threads_allowed_ = true; }
  /// The engine at work, and why it was chosen.
  [[nodiscard]] std::string engine_in_words() const;

  Status run(const Slice& slice) override;
  void close() override;
  [[nodiscard]] Total counted() const override { return tally_.counted(); }
  [[nodiscard]] double share() const override { return statistics().share; }
  [[nodiscard]] std::uint64_t work() const override { return statistics().nodes; }
  [[nodiscard]] std::size_t memory_bytes() const override { return statistics().memory_bytes; }
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  [[nodiscard]] search::Statistics statistics() const {
    return long_ ? long_->statistics() : solver_.statistics();
  }
  [[nodiscard]] bool may_start_threads() const;
  [[nodiscard]] bool threads_pay() const;
  void hand_over();
  [[nodiscard]] Slice until_next_look(const Slice& slice) const;
  Status count_on(const Slice& slice);

  const Problem* problem_;
  Context context_;
  Tally tally_;
  Solver solver_;
  std::unique_ptr<search::CountingSearch> long_ = {};  // continues in place of the solver
  bool threads_allowed_ = false;
  bool begun_ = false;
  bool closed_ = false;  // what was recorded is complete
  double seconds_ = 0;   // spent searching
};

}  // namespace dlx::counting
