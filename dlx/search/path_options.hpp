#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dlx/core/path_problem.hpp"

namespace dlx::search {

/// The position of a search for walks, for rules that judge it.
class PathView {
 public:
  /// The options chosen, in their order; never empty.
  [[nodiscard]] virtual std::span<const OptionId> walk() const = 0;
  /// Whether an option may still be chosen later.
  [[nodiscard]] virtual bool is_live(OptionId option) const = 0;
  /// How often an item must still be covered.
  [[nodiscard]] virtual std::uint32_t owed(ItemId item) const = 0;

 protected:
  ~PathView() = default;
};

/// A rule that gives up walks. It must never give up a walk that can be completed. Its exceptions
/// leave the search, which may be called again.
class PathRule {
 public:
  PathRule() = default;
  PathRule(const PathRule&) = delete;
  PathRule& operator=(const PathRule&) = delete;
  virtual ~PathRule() = default;

  /// Whether no solution begins with this walk; asked once a node.
  [[nodiscard]] virtual bool hopeless(const PathView& view) = 0;
};

/// The rules by which a search for walks gives up early, and the walks that it reports. All but the
/// last change its time and nothing else.
struct PathOptions {
  /// Give up if an item must still be covered and too few of its options are left.
  bool starved_items = true;
  /// Leave out an option that no option left can precede. Leave out one that no option left can
  /// follow, unless a walk may end with it.
  bool stranded_options = true;
  /// If an item that must be covered has a single option left, leave out all options that this one
  /// excludes.
  bool forced_options = true;
  /// Give up if an item must still be covered and none of its options can be reached along arcs
  /// from the walk's end. On a graph without cycles the first two rules find these walks, so this
  /// one is not used beside them.
  bool severed_items = true;
  /// The caller's own rules, which are asked after the others, in this order. A rule belongs to one
  /// search at a time.
  std::vector<std::shared_ptr<PathRule>> rules = {};

  /// A cover that can be walked in several orders is one solution, reported in the order met first;
  /// with this, every order is a solution. Without it, a search on a graph with cycles keeps the
  /// covers it has reported, to know them again: its memory grows with their number.
  bool every_order = false;
};

}  // namespace dlx::search
