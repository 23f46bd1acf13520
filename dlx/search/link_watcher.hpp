#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

// Reports every move of the engine dancing_links, such as covering an item or unlinking a node, in
// the order in which the engine makes it. The reports are for pages that explain the search, and
// for tests. The watched engine and the usual engine are instances of the same template
// (dancing_links.cpp), because separate code might make different moves.
namespace dlx::search {

/// A kind of move of the engine dancing_links, such as covering an item. `at`, `before` and `after`
/// are positions in LinkMemory: 1 to N are the headers of the items, larger numbers are nodes.
enum class LinkMove : std::uint8_t {
  choose,     ///< the search branches on item `at`, which has `before` options left
  attempt,    ///< the search tries the option that contains node `at`
  dead,       ///< item `at` has no options left, so the search must backtrack
  solution,   ///< every primary item is covered, so a solution is found
  undo,       ///< the choice of the option that contains node `at` is undone
  backtrack,  ///< all options of item `at` have been tried, so the search backtracks
  finish,     ///< the search ends, because the whole tree has been searched
  /// Header `at` is removed from the list of active items, where it was between `before` and
  /// `after`.
  deactivate,
  /// Header `at` is restored to the list of active items, between `before` and `after`.
  activate,
  cover,    ///< the engine begins to hide every option of item `at`
  uncover,  ///< the engine begins to unhide every option of item `at`, in reverse order
  /// The engine begins to hide the options that give the item of node `at` a different colour than
  /// the option of node `at`.
  purify,
  unpurify,  ///< the engine begins to undo `purify` for item `at`
  /// The item of node `at` has already been purified to the colour of node `at`, so the engine
  /// changes nothing.
  agree,
  /// The engine begins to remove the other nodes of the option of node `at` from their lists.
  hide,
  unhide,  ///< the engine begins to restore the other nodes of the option of node `at`
  /// Node `at` has the colour to which its item is purified, so the option of node `at` stays.
  mark,
  unmark,  ///< the mark that purify has given to node `at` is removed
  /// Node `at` is removed from the list of its item, where it was between `before` and `after`.
  unlink,
  relink,  ///< node `at` is restored to the list of its item, between `before` and `after`
};

/// The name of a move in the output of `dlx explain --json`.
[[nodiscard]] constexpr std::string_view to_string(LinkMove move) noexcept {
  constexpr std::array<std::string_view, 20> names = {
      "choose",     "attempt",  "dead",  "solution", "undo",   "backtrack", "finish",
      "deactivate", "activate", "cover", "uncover",  "purify", "unpurify",  "agree",
      "hide",       "unhide",   "mark",  "unmark",   "unlink", "relink"};
  return names[static_cast<std::size_t>(move)];
}

/// A move of the engine. If the description of the move in LinkMove does not mention `before` or
/// `after`, these fields are 0.
struct LinkStep {
  LinkMove move;
  std::uint32_t at = 0;
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  friend bool operator==(const LinkStep&, const LinkStep&) = default;
};

/// A copy of the memory of the engine dancing_links. Node 0 serves only as the header of the list
/// of active items. Header i + 1 belongs to item i. The nodes of the options follow, option by
/// option.
struct LinkMemory {
  /// For each node: the nodes above and below it in its list, and the next node of its option.
  std::vector<std::uint32_t> up, down, right;
  std::vector<std::uint32_t> item;  ///< for each node: the header of the node's item
  /// For each node: whether purify has marked the node.
  std::vector<bool> purified;
  /// The next and the previous header in the circular list of active items. The list contains the
  /// headers of primary items, and begins and ends at node 0.
  std::vector<std::uint32_t> next, previous;
  /// For each header of a primary item: the length of the item's list; 0 for node 0.
  std::vector<std::uint32_t> length;
  friend bool operator==(const LinkMemory&, const LinkMemory&) = default;
};

/// An observer that receives every move of an engine dancing_links.
class LinkWatcher {
 public:
  LinkWatcher() = default;
  LinkWatcher(const LinkWatcher&) = delete;
  LinkWatcher& operator=(const LinkWatcher&) = delete;
  virtual ~LinkWatcher() = default;

  /// The engine calls start() once, before its first move. `memory` is the engine's memory at this
  /// time.
  virtual void start(const LinkMemory& memory) = 0;
  /// The engine calls step() after each move. A move that consists of other moves, such as `cover`,
  /// is reported before the other moves. `memory()` copies the engine's memory.
  virtual void step(const LinkStep& step, const std::function<LinkMemory()>& memory) = 0;
};

}  // namespace dlx::search
