#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/control.hpp"

namespace dlx::preprocess {

struct ReduceOptions {
  /// Whether options with the same items, colours and cost are merged into one option.
  bool merge_duplicates = true;
  /// The limit on the steps of dominance and one-step lookahead: `effort` times (entries of the
  /// problem + 262,144). The other reductions take less time and have no limit.
  std::uint32_t effort = 4;
  /// Whether each step of the reduction is recorded for a certificate.
  bool with_steps = false;
  /// The limit on time and the stop flag, which may end the reduction early. The result is then
  /// valid, but not fully reduced.
  search::Control control = {};
};

/// A list of groups of options, stored in one array. The groups are numbered from 0.
class OptionGroups {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  /// The options of a group, in ascending order.
  [[nodiscard]] std::span<const OptionId> operator[](std::size_t group) const noexcept {
    const std::size_t start = group == 0 ? 0 : ends_[group - 1];
    return std::span(options_).subspan(start, ends_[group] - start);
  }
  void add(std::span<const OptionId> group) {
    options_.insert(options_.end(), group.begin(), group.end());
    ends_.push_back(options_.size());
  }

 private:
  std::vector<std::size_t> ends_;
  std::vector<OptionId> options_;
};

/// The numbers of items and options that a reduction has removed, by reason.
struct ReduceReport {
  /// The number of options that were chosen, because each of them was the last option of some
  /// primary item.
  std::uint32_t forced = 0;
  /// The number of options that were removed, because they conflict with a chosen option.
  std::uint32_t conflicting = 0;
  /// The number of options that were removed, because they would leave some primary item without
  /// options.
  std::uint32_t impossible = 0;
  std::uint32_t merged = 0;  ///< the number of options that were merged into another option
  /// The number of items that were removed, because they are covered, or because they need not be
  /// covered and have no options.
  std::uint32_t settled_items = 0;
  /// The number of primary items that were removed, because another item has the same options.
  std::uint32_t dominated_items = 0;
  /// The number of secondary items that were removed, because they exclude no pair of options that
  /// is not excluded by other items.
  std::uint32_t unreachable_items = 0;
  /// The number of loops over the primary items that had changed.
  std::uint32_t rounds = 0;
  /// Whether the reduction was completed; false if a limit on time or steps, or the stop flag,
  /// ended it early.
  bool finished = true;
  double seconds = 0;
};

/// One step of a reduction, in items and options of the original problem.
struct ReduceStep {
  /// The kinds of steps of a reduction.
  enum class Kind : std::uint8_t {
    /// A branch on an item with at most one choice: an item with at most one option left, or an
    /// item without options that need not be covered.
    branch,
    drop,   ///< `option` is removed, because choosing it would leave `item` without options
    merge,  ///< `second` is merged into `option`, because the two options are equal
  };
  Kind kind;
  ItemId item = {};      ///< the item of the step, for a branch or a drop
  OptionId option = {};  ///< the option of the step, for a drop or a merge
  OptionId second = {};  ///< the option that is merged into `option`, for a merge
};

/// A smaller problem whose solutions determine the solutions of the original problem. Each solution
/// of the original problem is made from a solution of `problem`. It consists of one option of each
/// group in `forced`, and one of the `originals` of each option of the solution. Every solution of
/// the original problem is obtained in exactly one way.
struct Reduction {
  /// A primary item of the original problem that cannot be covered within its bounds, so that no
  /// solution exists. If `uncoverable` is set, `problem` has only this item and no options, and
  /// `originals` and `forced` are empty.
  std::optional<ItemId> uncoverable;
  /// The reduced problem. Its items have their original names, and bounds that are reduced by the
  /// options chosen. Its options are in the order of their first originals. If no items remain, the
  /// reduced problem has one solution, the empty cover.
  Problem problem;
  /// For each option of `problem`: the options of the original problem that were merged into it. A
  /// solution contains at most one of these options.
  OptionGroups originals;
  /// The forced options, in groups of equal options. Every solution contains exactly one option of
  /// each group.
  OptionGroups forced;
  ReduceReport report;
  /// The steps of the reduction, if ReduceOptions::with_steps was set. All other removals follow
  /// from these steps.
  std::vector<ReduceStep> steps = {};

  [[nodiscard]] bool impossible() const noexcept { return uncoverable.has_value(); }
};

/// Removes options and items that are forced, impossible or superfluous, until no such option or
/// item is found. Takes time roughly proportional to the number of entries. ReduceReport lists the
/// reasons for removals. Knuth's program DLX-PRE, written for The Art of Computer Programming,
/// section 7.2.2.1, also removes dominated items and impossible options.
[[nodiscard]] Reduction reduce(const Problem& problem, const ReduceOptions& options = {});

/// Changes a reduction of a part of a problem so that its groups contain options of the whole
/// problem. Option o of the part is option originals[o] of the whole problem.
void renumber(Reduction& reduction, std::span<const OptionId> originals);

/// Goes through the solutions of the original problem that one solution of the reduced problem
/// represents. The reduction must outlive this object.
class Expansion {
 public:
  explicit Expansion(const Reduction& reduction) : reduction_(&reduction) {}

  /// Goes to the first solution of the original problem that the given solution of the reduced
  /// problem represents. Every solution of the reduced problem represents at least one solution of
  /// the original problem.
  void first(std::span<const OptionId> reduced_solution);
  /// Goes to the next solution of the original problem. After the last solution, returns false and
  /// goes to the first solution again.
  [[nodiscard]] bool next();
  /// The current solution: options of the original problem, beginning with the options of the
  /// forced groups. The result is valid until the next call of first() or next().
  [[nodiscard]] std::span<const OptionId> solution() const noexcept { return solution_; }

 private:
  // The options of a group of equal options; the current solution contains one of them.
  struct Several {
    std::size_t place;
    std::span<const OptionId> options;
    std::size_t chosen;  // the index in `options` of the option that is in the current solution
  };
  void begin(std::size_t place, std::span<const OptionId> options);

  const Reduction* reduction_;
  // The groups in the solution that have several options; often empty.
  std::vector<Several> several_;
  std::vector<OptionId> solution_;
};

}  // namespace dlx::preprocess
