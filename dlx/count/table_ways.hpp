#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dlx/count/saving.hpp"
#include "dlx/count/way.hpp"
#include "dlx/counting/memo_search.hpp"
#include "dlx/counting/sweep_count.hpp"
#include "dlx/counting/sweep_plan.hpp"
#include "dlx/counting/zdd.hpp"

namespace dlx::counting {

/// An order of items to sweep a problem in, and how wide the frontier becomes.
struct SweepOrder {
  std::vector<ItemId> items;
  double bits = 0;  ///< the binary logarithm of an upper limit for the number of states

  /// The problem's own order.
  explicit SweepOrder(const Problem& problem);
  /// Any order of all primary items.
  SweepOrder(const Problem& problem, std::vector<ItemId> the_items);
  /// The order of a sweep whose table is kept; otherwise the narrowest found before the deadline.
  SweepOrder(const Problem& problem, const Tally& weights_of, const Context& context,
             const Deadline& deadline);
};

/// An order with its plan, whose fields may be wider than the frontier.
struct PlannedSweep {
  SweepOrder order;
  SweepPlan plan;

  /// Throws std::invalid_argument if the plan itself would take gigabytes.
  PlannedSweep(const Problem& problem, SweepOrder the_order);
  /// Returns nothing if there is no such plan, or if its states have more than `bits` bits.
  [[nodiscard]] static std::optional<PlannedSweep> within(double bits, const Problem& problem,
                                                          SweepOrder the_order);
};

/// Counts with a table of states, item by item.
class SweepWay final : public Way {
 public:
  /// Throws std::invalid_argument if the plan is too wide for any sweep. The problem outlives it.
  SweepWay(const Problem& problem, const Tally& weights_of, const Context& context,
           PlannedSweep planned);

  [[nodiscard]] double bits() const { return planned_.order.bits; }
  [[nodiscard]] const std::vector<ItemId>& order() const { return planned_.order.items; }
  /// Of a step, so far.
  [[nodiscard]] std::uint64_t most_states() const { return sweep_.result().most_states; }

  Status run(const Slice& slice) override;
  void keep_tables() override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override { return sweep_.share(); }
  [[nodiscard]] std::uint64_t work() const override { return sweep_.looks(); }
  [[nodiscard]] std::size_t memory_bytes() const override { return sweep_.result().memory_bytes; }
  void set_memory_limit(std::size_t bytes) override { sweep_.set_memory_limit(bytes); }
  void add_to(CountResult& result) const override;
  void settle(CountResult& result) const override;

 private:
  /// Both return whether they have saved.
  bool keep();
  bool keep_new();

  const Problem* problem_;
  Tally weights_of_;
  Saving saving_;
  PlannedSweep planned_;
  Sweep sweep_;
  SliceLimits limits_;
  std::uint64_t states_kept_ = 0;  // of whole tables: all that is saved
};

/// Counts by a search that remembers the counts of states.
class MemoWay final : public Way {
 public:
  /// Throws std::invalid_argument where memo_objection() objects.
  MemoWay(const Problem& problem, const Tally& weights_of, const Context& context);

  Status run(const Slice& slice) override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override { return memo_.share(); }
  [[nodiscard]] std::uint64_t work() const override { return memo_.nodes(); }
  [[nodiscard]] std::size_t memory_bytes() const override { return memo_.memory_bytes(); }
  void set_memory_limit(std::size_t bytes) override { memo_.set_memory_limit(bytes); }
  void add_to(CountResult& result) const override;
  void settle(CountResult& result) const override;

 private:
  Memo memo_;
  SliceLimits limits_;
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
  void settle(CountResult& result) const override;

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
