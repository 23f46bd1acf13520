#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dlx/core/path_problem.hpp"

namespace dlx::search {

/// Where a search for walks stands, for rules that judge it.
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

/// A reason to give up a walk. It must never call a walk hopeless that can be completed. What it
/// throws leaves the search, which may be called again.
class PathRule {
 public:
  PathRule() = default;
  PathRule(const PathRule&) = delete;
  PathRule& operator=(const PathRule&) = delete;
  virtual ~PathRule() = default;

  /// Whether no solution begins with this walk; asked once a node.
  [[nodiscard]] virtual bool hopeless(const PathView& view) = 0;
};

/// What a search for walks gives up early, and what it reports. All but the last change how long it
/// takes and nothing else.
struct PathOptions {
  /// Give up if an item must still be covered and too few options are left that do.
  bool starved_items = true;
  /// Leave out an option that nothing left can precede, or that nothing left can follow and no walk
  /// may end with.
  bool stranded_options = true;
  /// Where a single option is left that covers what must be covered, leave out whatever it
  /// excludes.
  bool forced_options = true;
  /// Give up if an item must still be covered and no option that does can be reached along arcs
  /// from the walk's end. On a graph without cycles the first two find the same, so that it is not
  /// looked at where they are on.
  bool severed_items = true;
  /// The caller's own, asked after the others in this order. A rule belongs to one search at a
  /// time.
  std::vector<std::shared_ptr<PathRule>> rules = {};

  /// A cover that can be walked in several orders is one solution, reported in the order met first;
  /// with this, every order is a solution. Without it, a search on a graph with cycles keeps the
  /// covers it has reported, to know them again: its memory grows with their number.
  bool every_order = false;
};

}  // namespace dlx::search
