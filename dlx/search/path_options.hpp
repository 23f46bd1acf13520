#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dlx/core/path_problem.hpp"

namespace dlx::search {

/// The current position of a search for walks, as the interface that a PathRule can use.
class PathView {
 public:
  /// The chosen options in the order of the walk; the list is never empty.
  [[nodiscard]] virtual std::span<const OptionId> walk() const = 0;
  /// Whether the option may still be chosen later in the walk.
  [[nodiscard]] virtual bool is_live(OptionId option) const = 0;
  /// The number of times that an item must still be covered.
  [[nodiscard]] virtual std::uint32_t owed(ItemId item) const = 0;

 protected:
  ~PathView() = default;
};

/// A rule that prunes a search for walks. A rule must never reject a walk that can be extended to a
/// solution. If a rule throws an exception, the exception leaves the call of the search, and
/// another call can continue the search.
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

/// The rules that prune a search for walks, and the choice of the walks that the search reports.
/// All options except `every_order` change only the time of the search, not its result.
struct PathOptions {
  /// Whether to prune if some item still needs more options than it has left.
  bool starved_items = true;
  /// Whether to exclude every option that no live option can precede. Options that no live option
  /// can follow are excluded too, unless a walk may end with the option.
  bool stranded_options = true;
  /// Whether to exclude all options that are incompatible with an option that is the only one left
  /// for an item that must be covered.
  bool forced_options = true;
  /// Whether to prune if an item must still be covered and none of its options can be reached along
  /// arcs from the walk's end. On a graph without cycles the rules starved_items and
  /// stranded_options find all such walks, so the rule severed_items is switched off if these two
  /// rules are on.
  bool severed_items = true;
  /// The caller's own rules, which are called after the other rules, in this order. A rule object
  /// must not be used by two searches at the same time.
  std::vector<std::shared_ptr<PathRule>> rules = {};

  /// If true, every order of a set of options is a solution. If false, a set of options that forms
  /// several walks is one solution, reported in the order that is found first. In this case, a
  /// search on a graph with cycles stores the sets of options of all walks found, so its memory
  /// grows with the number of these sets.
  bool every_order = false;
};

}  // namespace dlx::search
