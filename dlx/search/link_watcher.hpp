#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

// Reports every move of dancing links in the order in which the engine makes it, for pages that
// explain the search, and for tests. The watched engine is another instance of the template that
// implements the engine itself (dancing_links.cpp), because a separate program might make other
// moves.
namespace dlx::search {

/// A kind of move of the engine. `at`, `before` and `after` are positions in LinkMemory: 1 to N are
/// the headers of the items, larger numbers are nodes.
enum class LinkMove : std::uint8_t {
  choose,      ///< branches on item `at`, which has `before` options left
  attempt,     ///< tries the option of node `at`
  dead,        ///< item `at` has no option left
  solution,    ///< every primary item is covered
  undo,        ///< undoes the choice of the option of node `at`
  backtrack,   ///< all options of item `at` have been tried
  finish,      ///< the search is over
  deactivate,  ///< header `at` leaves the list of active items, between `before` and `after`
  activate,    ///< header `at` returns to the list of active items, between `before` and `after`
  cover,       ///< begins to hide every option of item `at`
  uncover,     ///< begins to unhide every option of item `at`, in reverse order
  /// Begins to hide the options that give the item of node `at` another colour than this node.
  purify,
  unpurify,  ///< begins to undo `purify`; `at` is the item
  /// The item of node `at` has been purified to the colour of this node, so nothing is done.
  agree,
  hide,    ///< begins to remove the other nodes of the option of node `at` from their lists
  unhide,  ///< begins to restore the other nodes of the option of node `at`
  mark,    ///< node `at` has the colour to which its item is purified, so its option stays
  unmark,  ///< removes the mark of node `at`
  unlink,  ///< node `at` leaves the list of its item, between `before` and `after`
  relink,  ///< node `at` returns to the list of its item, between `before` and `after`
};

/// The name of a move in the output of `dlx explain --json`.
[[nodiscard]] constexpr std::string_view to_string(LinkMove move) noexcept {
  constexpr std::array<std::string_view, 20> names = {
      "choose",     "attempt",  "dead",  "solution", "undo",   "backtrack", "finish",
      "deactivate", "activate", "cover", "uncover",  "purify", "unpurify",  "agree",
      "hide",       "unhide",   "mark",  "unmark",   "unlink", "relink"};
  return names[static_cast<std::size_t>(move)];
}

/// A move. If the description of a move does not mention `before` or `after`, these fields are 0.
struct LinkStep {
  LinkMove move;
  std::uint32_t at = 0;
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  friend bool operator==(const LinkStep&, const LinkStep&) = default;
};

/// A copy of the memory of dancing links. Node 0 serves only as the root of the list of active
/// items. Header i + 1 belongs to item i. The nodes of the options follow, option by option.
struct LinkMemory {
  std::vector<std::uint32_t> up, down, right;  ///< [node]
  std::vector<std::uint32_t> item;             ///< [node]: the header of its item
  std::vector<bool> purified;                  ///< [node]: whether purify has marked the node
  /// The list of active items: headers of primary items, with 0 as the root.
  std::vector<std::uint32_t> next, previous;
  /// [header of a primary item]: length of its list; 0 for node 0.
  std::vector<std::uint32_t> length;
  friend bool operator==(const LinkMemory&, const LinkMemory&) = default;
};

/// Receives every move of the engine.
class LinkWatcher {
 public:
  LinkWatcher() = default;
  LinkWatcher(const LinkWatcher&) = delete;
  LinkWatcher& operator=(const LinkWatcher&) = delete;
  virtual ~LinkWatcher() = default;

  /// Called before the first move.
  virtual void start(const LinkMemory& memory) = 0;
  /// Called after a move. A move that consists of other moves, such as `cover`, is reported before
  /// the other moves. `memory()` copies the engine's memory.
  virtual void step(const LinkStep& step, const std::function<LinkMemory()>& memory) = 0;
};

}  // namespace dlx::search
