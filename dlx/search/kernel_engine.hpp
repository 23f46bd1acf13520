#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/search/budget.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::search {

/// An engine whose search loop is a kernel, a function that is compiled for each kind of processor.
/// KernelEngine handles limits, progress, statistics and the records of the trace. The kernel
/// visits nodes as long as `State` has fuel, which is the number of nodes until limits must be
/// tested. The kernel counts nodes and solutions in `State`, and returns an `Event`: solution,
/// out_of_fuel or exhausted. The template parameter `Base` is Engine, or an interface derived from
/// Engine. Engines that are not kernels are derived from MeteredEngine, which counts each node
/// separately.
template <class State, class Event, class Base = Engine>
class KernelEngine : public Base {
 public:
  using Kernel = Event (*)(State&);

  bool next() final {
    if (!Base::may_continue(status_, budget_.solutions_reached(state_.solutions))) return false;
    state_.count_only = false;
    return run();
  }

  void count(Tally& tally) final {
    if (tally.weighted()) return Base::count(tally);
    if (status_ == Status::exhausted) return;
    state_.count_only = true;
    const std::uint64_t before = state_.solutions;
    Base::adding([&] { run(); }, [&] { tally.add(state_.solutions - before); });
  }

  [[nodiscard]] Status status() const noexcept final { return status_; }

  void set_limits(const Limits& limits) final {
    budget_.set_limits(limits);
    // With fuel 0, the kernel returns before the next node, and the limits are tested.
    state_.fuel = 0;
  }

  [[nodiscard]] Statistics statistics() const override {
    Statistics s;
    s.nodes = state_.nodes;
    s.solutions = state_.solutions;
    s.share = status_ == Status::exhausted ? 1 : s.nodes == 0 ? 0 : share();
    s.nodes_per_level = without_empty_levels(profile_);
    s.memory_bytes = memory_bytes() + heap_bytes(profile_);
    return s;
  }

 protected:
  KernelEngine(const Options& options, Kernel kernel)
      : kernel_(kernel), budget_(control_of(options)), trace_(options.trace) {}

  /// Goes to the next node of the open work, after the subtree of the last node has been searched.
  /// Returns false if no node is left.
  virtual bool enter_next() { return false; }
  /// The current level of the search: the number of options on the path.
  [[nodiscard]] virtual std::uint32_t depth() const = 0;
  /// The searched fraction of the search tree, from 0 to 1.
  [[nodiscard]] virtual double share() const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
  /// The maximum number of records that a trace receives for one node.
  [[nodiscard]] virtual std::uint64_t most_records() const { return 1; }

  [[nodiscard]] Trace* trace() const { return trace_; }

  State state_ = {};
  Status status_ = Status::running;
  std::vector<std::uint64_t> profile_ = {};  // for each level: the number of nodes visited

 private:
  // The maximum number of records that the kernel writes before memory for further records is
  // reserved.
  static constexpr std::uint64_t records_in_trace = 50'000;

  bool run() {
    for (;;) {
      switch (run_kernel()) {
        case Event::solution:
          status_ = Status::running;
          return true;
        case Event::exhausted:
          if (enter_next()) break;
          status_ = Status::exhausted;
          return false;
        case Event::out_of_fuel:
#ifdef DLX_CHECK_INVARIANTS
          if (pauses_++ % 64 == 0) this->check_invariants();
#endif
          state_.fuel = budget_.refill(state_.nodes);
          status_ = budget_.status();
          if (state_.fuel == 0) return false;
          if (trace_ != nullptr) {
            const std::uint64_t most =
                std::max<std::uint64_t>(1, records_in_trace / most_records());
            state_.fuel = std::min(state_.fuel, most);
          }
          if (budget_.progress_due()) {
            budget_.report({.nodes = state_.nodes,
                            .solutions = state_.solutions,
                            .level = depth(),
                            .share = share()});
          }
      }
    }
  }

  /// Reserves memory for the records of the kernel, runs the kernel, and passes the end of the
  /// records to the trace.
  Event run_kernel() {
    if (trace_ == nullptr) return kernel_(state_);
    state_.trace = trace_->room(records_in_trace * Trace::longest_number);
    const Event event = kernel_(state_);
    trace_->written(state_.trace);
    return event;
  }

  Kernel kernel_;
  Budget budget_;
  Trace* trace_;
#ifdef DLX_CHECK_INVARIANTS
  std::uint64_t pauses_ = 0;
#endif
};

}  // namespace dlx::search
