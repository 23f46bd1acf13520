#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dlx/core/path_problem.hpp"

namespace dlx::search {

/// The current position of a search for walks, as a PathRule sees it.
class PathView {
 public:
  /// The chosen options in the order of the walk; the list is never empty.
  [[nodiscard]] virtual std::span<const OptionId> walk() const = 0;
  /// Whether the search may still choose an option later.
  [[nodiscard]] virtual bool is_live(OptionId option) const = 0;
  /// The number of times that an item must still be covered.
  [[nodiscard]] virtual std::uint32_t owed(ItemId item) const = 0;

 protected:
  ~PathView() = default;
};

/// A rule that rejects walks. A rule must never reject a walk that can be completed to a solution.
/// If a rule throws, the exception leaves the call of the search, and the search can be continued
/// by another call.
class PathRule {
 public:
  PathRule() = default;
  PathRule(const PathRule&) = delete;
  PathRule& operator=(const PathRule&) = delete;
  virtual ~PathRule() = default;

  /// Whether no solution begins with the current walk. The search calls this function once for each
  /// node.
  [[nodiscard]] virtual bool hopeless(const PathView& view) = 0;
};

/// The rules by which a search for walks prunes, and the choice of the walks that the search
/// reports. All options except `every_order` change the time of the search and not its result.
struct PathOptions {
  /// Prune the search if some item still needs more options than the item has left.
  bool starved_items = true;
  /// Exclude every option that no live option can precede. Also exclude every option that no live
  /// option can follow, unless a walk may end with this option.
  bool stranded_options = true;
  /// If an item that must be covered has a single option left, exclude all options that are
  /// incompatible with this option.
  bool forced_options = true;
  /// Prune the search if an item must still be covered and none of its options can be reached along
  /// arcs from the walk's end. On a graph without cycles the rules starved_items and
  /// stranded_options find all such walks, so the rule severed_items is switched off if these two
  /// rules are on.
  bool severed_items = true;
  /// The caller's own rules, which are called after the other rules, in this order. A rule object
  /// must not be used by two searches at the same time.
  std::vector<std::shared_ptr<PathRule>> rules = {};

  /// If true, every order of a set of options is a solution. If false, a set of options that forms
  /// several walks is one solution, reported in the order that is found first. If `every_order` is
  /// false, a search on a graph with cycles stores the sets of options that it has found. So the
  /// memory of the search grows with the number of these sets.
  bool every_order = false;
};

}  // namespace dlx::search
