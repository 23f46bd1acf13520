#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/meter.hpp"

namespace dlx::search {

// The engines dancing_links and path_links have no common base class for open_work(), start_at()
// and the class Guide. A base class was tried: it has 76 lines, and makes the two engines only 55
// lines shorter. The engines dancing_cells and bit_matrix could not use it, because they make their
// open work from other data.

/// An engine that counts its nodes one by one. MeteredEngine handles limits, progress and
/// statistics.
class MeteredEngine : public Engine {
 public:
  bool next() final {
    return may_continue(status_, meter_.solutions_reached(solutions_)) && search();
  }

  [[nodiscard]] Status status() const noexcept final { return status_; }
  void set_limits(const Limits& limits) final { meter_.set_limits(limits); }

  [[nodiscard]] Statistics statistics() const final {
    Statistics s;
    s.nodes = meter_.nodes();
    s.inner_nodes = inner_nodes_;
    s.nodes_spared = nodes_spared_;
    s.updates = updates_;
    s.solutions = solutions_;
    s.share = status_ == Status::exhausted ? 1 : s.nodes == 0 ? 0 : share();
    s.nodes_per_level = without_empty_levels(profile_);
    s.memory_bytes = memory_bytes() + heap_bytes(profile_);
    return s;
  }

 protected:
  explicit MeteredEngine(const Control& control) : meter_(control) {}

  /// Continues the search until the next solution or the end. Returns found() at a solution,
  /// finished() at the end, and false if a limit is reached.
  virtual bool search() = 0;
  /// The current level of the search: the number of options, or of other choices, on the path.
  [[nodiscard]] virtual std::size_t depth() const = 0;
  /// The searched fraction of the search tree, from 0 to 1.
  [[nodiscard]] virtual double share() const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;

  /// Counts a node at this level. If a limit is reached, the search pauses before the node, status_
  /// is set to the reason, and the result is false. Before the search pauses, `pause()` is called
  /// to record the position of the search.
  template <class Pause>
  bool count_node(std::size_t level, Pause pause) {
    const bool granted = meter_.spend(
        updates_ + other_work_,
        [&] {
          pause();
#ifdef DLX_CHECK_INVARIANTS
          // The invariants are tested at some pauses only, because on a large problem the tests
          // would take all the time.
          if (pauses_++ % 64 == 0) check_invariants();
#endif
        },
        [&] {
          return Progress{.nodes = meter_.nodes(),
                          .solutions = solutions_,
                          .level = static_cast<std::uint32_t>(depth()),
                          .share = share()};
        },
        status_);
    if (granted) {
      ++profile_[level];
      // Parents are counted before their children. So if this node is deeper than the last node,
      // the last node is its parent, which is an inner node. An inner node is counted once, at its
      // first child.
      inner_nodes_ += level > last_level_ ? 1 : 0;
      last_level_ = level;
    }
    return granted;
  }

  [[nodiscard]] std::uint64_t nodes() const {
    return meter_.nodes();
  }

  bool found() {
    status_ = Status::running;
    ++solutions_;
    return true;
  }

  bool finished() {
    status_ = Status::exhausted;
    return false;
  }

  /// Adds the number of solutions that run() finds to `tally`, even if run() throws.
  template <class Run>
  void count_found(Tally& tally, Run run) {
    const std::uint64_t before = solutions_;
    adding(run, [&] { tally.add(solutions_ - before); });
  }

  Status status_ = Status::running;
  std::uint64_t solutions_ = 0;
  std::uint64_t nodes_spared_ = 0;
  std::uint64_t updates_ = 0;
  // The amount of work other than updates, such as choosing items and reporting, in the unit of
  // updates.
  std::uint64_t other_work_ = 0;
  std::vector<std::uint64_t> profile_;  // for each level: the number of nodes visited

 private:
  Meter meter_;
  std::uint64_t inner_nodes_ = 0;
  std::size_t last_level_ = std::numeric_limits<std::size_t>::max();
#ifdef DLX_CHECK_INVARIANTS
  std::uint64_t pauses_ = 0;
#endif
};

}  // namespace dlx::search
