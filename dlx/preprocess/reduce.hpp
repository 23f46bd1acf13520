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
  /// Options that agree in items, colours and cost become one option that stands for all of them.
  bool merge_duplicates = true;
  /// Upper limit for steps of dominance and one-step lookahead: `effort` for each entry of the
  /// problem, as if it had 262,144 entries more. Cheaper reductions have no limit.
  std::uint32_t effort = 4;
  /// Record each step for a certificate.
  bool with_steps = false;
  /// The limit on time, or the stop flag, ends the reduction, which returns the steps taken so far.
  search::Control control = {};
};

/// Groups of options, numbered from 0, in one block of memory.
class OptionGroups {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  /// The options of a group, ascending.
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
  std::uint32_t forced = 0;             ///< options chosen: the last option of some primary item
  std::uint32_t conflicting = 0;        ///< options removed: they conflict with a chosen one
  std::uint32_t impossible = 0;         ///< options removed: some primary item would be lost
  std::uint32_t merged = 0;             ///< options that became part of another
  std::uint32_t settled_items = 0;      ///< items removed: covered, or without options and need
  std::uint32_t dominated_items = 0;    ///< primary items removed: another item has equal options
  std::uint32_t unreachable_items = 0;  ///< secondary items removed: they constrain nothing
  std::uint32_t rounds = 0;             ///< passes over primary items that have changed
  bool finished = true;                 ///< false if time, stop or effort ended it early
  double seconds = 0;
};

/// One step of a reduction, in the items and options of the original.
struct ReduceStep {
  /// The kind of step.
  enum class Kind : std::uint8_t {
    branch,  ///< the item has one way left, or none; or it need not be covered, and cannot be
    drop,    ///< the option leaves the item without options
    merge,   ///< the second option becomes part of the first
  };
  Kind kind;
  ItemId item = {};      ///< item of a branch or a drop
  OptionId option = {};  ///< option of a drop or a merge
  OptionId second = {};  ///< second option of a merge
};

/// A smaller problem whose solutions determine those of the original. A solution of the original is
/// one option of each forced group, together with one original of each option of a solution of
/// `problem`. Every solution of the original arises in exactly one way.
struct Reduction {
  /// A primary item of the original that no set of options covers within its bounds, so that no
  /// solution exists. Then `problem` has this item, and neither options nor groups.
  std::optional<ItemId> uncoverable;
  /// The rest: items under their names, with the bounds that remain, and options in the order of
  /// their first originals. If no items remain, its one solution is the empty cover.
  Problem problem;
  /// For each option of `problem`, the options of the original it stands for, at most one of which
  /// is in any solution.
  OptionGroups originals;
  /// Exactly one option of each group is in every solution.
  OptionGroups forced;
  ReduceReport report;
  /// The steps, if they were asked for. Further removals follow from these.
  std::vector<ReduceStep> steps = {};

  [[nodiscard]] bool impossible() const noexcept { return uncoverable.has_value(); }
};

/// Removes options and items that are forced, impossible or superfluous, until none is found. Takes
/// time roughly proportional to the entries of the problem. See ReduceReport for the kinds;
/// Knuth's program DLX-PRE has dominated items and impossible options too. It was written for The
/// Art of Computer Programming, section 7.2.2.1.
[[nodiscard]] Reduction reduce(const Problem& problem, const ReduceOptions& options = {});

/// Renumbers a reduction of a part of a problem as one of the whole. Option o of the part is option
/// originals[o] of the whole.
void renumber(Reduction& reduction, std::span<const OptionId> originals);

/// Goes through the solutions of the original that one solution of the reduced problem stands for.
/// The reduction must outlive it.
class Expansion {
 public:
  explicit Expansion(const Reduction& reduction) : reduction_(&reduction) {}

  /// Goes to the first solution, which always exists.
  void first(std::span<const OptionId> reduced_solution);
  /// Goes to the next solution. False after the last one; then solution() is the first one again.
  [[nodiscard]] bool next();
  /// Options of the original, beginning with those of the forced groups; valid until the next
  /// change.
  [[nodiscard]] std::span<const OptionId> solution() const noexcept { return solution_; }

 private:
  struct Several {  // the options of a group, one of which takes a place of the solution
    std::size_t place;
    std::span<const OptionId> options;
    std::size_t chosen;  // an index in `options`
  };
  void begin(std::size_t place, std::span<const OptionId> options);

  const Reduction* reduction_;
  std::vector<Several> several_;  // most solutions have none
  std::vector<OptionId> solution_;
};

}  // namespace dlx::preprocess
