#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dlx/counting/saving.hpp"
#include "dlx/counting/way.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "dlx/tables/zdd.hpp"

namespace dlx::counting {

/// An order of items to sweep a problem in, and how wide the frontier becomes.
struct SweepOrder {
  std::vector<ItemId> items;
  double bits = 0;  ///< the binary logarithm of an upper limit for the number of states

  SweepOrder() = default;
  /// The problem's own order.
  explicit SweepOrder(const Problem& problem);
  /// The order of a sweep whose table is kept; otherwise the narrowest found before the deadline,
  /// in so many bytes.
  SweepOrder(const Problem& problem, const Tally& weights_of, const Context& context,
             const search::Deadline& deadline, std::size_t memory);
};

/// An order with its plan, whose fields may be wider than the frontier.
struct PlannedSweep {
  SweepOrder order;
  tables::SweepPlan plan;
};

/// A planned sweep, or why there is none.
struct PlanningOfSweep {
  std::optional<PlannedSweep> planned = {};
  std::string objection = {};  ///< the reason in words, if the frontier is too wide
  /// memory_limit, time_limit or stopped, if that prevented a plan.
  Status status = Status::exhausted;
};

/// The widest frontier of a sweep, in bits.
constexpr std::uint32_t widest_sweep = 64 * tables::most_words_of_sweep - 1;

/// Plans a sweep in an order whose states have at most `bits` bits.
[[nodiscard]] PlanningOfSweep planned_within(double bits, const Problem& problem, SweepOrder order,
                                             const tables::PlanLimits& limits);

/// Counts with a table of states, item by item.
class SweepWay final : public Way {
 public:
  /// Looks for an order and plans in its first run, which throws std::invalid_argument if the
  /// frontier is too wide for any sweep. The problem outlives it.
  SweepWay(const Problem& problem, const Tally& weights_of, const Context& context);
  /// Uses a plan that has been made.
  SweepWay(const Problem& problem, const Tally& weights_of, const Context& context,
           PlannedSweep planned);

  void write_certificate(search::Trace& trace) const override { trace.sweep(planned_.order.items); }
  [[nodiscard]] std::uint64_t most_states() const override {
    return sweep_ ? sweep_->result().most_states : 0;
  }

  Status run(const Slice& slice) override;
  void keep_tables() override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override { return sweep_ ? sweep_->share() : 0; }
  [[nodiscard]] std::uint64_t work() const override { return sweep_ ? sweep_->looks() : 0; }
  /// Bytes of the plan and the tables.
  [[nodiscard]] std::size_t memory_bytes() const override {
    return sweep_ ? plan_bytes_ + sweep_->result().memory_bytes : 0;
  }
  void set_memory_limit(std::size_t bytes) override;
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  /// Returns exhausted once there is a plan.
  Status plan();
  void begin(PlannedSweep planned);
  /// Both return whether they have saved.
  bool keep();
  bool keep_new();

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  Saving saving_;
  std::size_t memory_limit_;
  PlannedSweep planned_ = {};  // plan of sweep_, once that exists
  std::size_t plan_bytes_ = 0;
  std::unique_ptr<tables::Sweep> sweep_;
  std::uint64_t states_kept_ = 0;  // states of the whole tables that were saved
};

/// Counts by a search that remembers the counts of states.
class MemoWay final : public Way {
 public:
  /// Prepares in its first run, which throws std::invalid_argument where memo_objection() objects.
  /// The problem outlives it.
  MemoWay(const Problem& problem, const Tally& weights_of, const Context& context);

  /// Returns exhausted once it has been prepared.
  Status prepare();
  Status run(const Slice& slice) override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override { return memo_ ? memo_->share() : 0; }
  [[nodiscard]] std::uint64_t work() const override { return memo_ ? memo_->nodes() : 0; }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return memo_ ? memo_->memory_bytes() : 0;
  }
  void set_memory_limit(std::size_t bytes) override;
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  [[nodiscard]] std::size_t for_table() const;

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  std::size_t memory_limit_;
  std::unique_ptr<tables::Memo> memo_;
};

/// Counts by a decision diagram of all solutions. It cannot pause: run() goes to the end, or to the
/// limits of the whole count.
class ZddWay final : public Way {
 public:
  ZddWay(const Problem& problem, const Tally& weights_of, const Context& context);

  Status run(const Slice& slice) override;
  [[nodiscard]] Total counted() const override { return counted_; }
  [[nodiscard]] double share() const override { return done_ ? 1 : 0; }
  [[nodiscard]] std::uint64_t work() const override { return states_; }
  [[nodiscard]] std::size_t memory_bytes() const override { return memory_bytes_; }
  void set_memory_limit(std::size_t bytes) override { memory_limit_ = bytes; }
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  std::size_t memory_limit_;
  Total counted_;
  bool done_ = false;
  std::uint64_t states_ = 0;
  std::size_t memory_bytes_ = 0;
};

}  // namespace dlx::counting
