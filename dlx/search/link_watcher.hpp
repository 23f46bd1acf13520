#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

// Shows every move of dancing links in the order in which the engine makes it, for pages that
// explain the search, and for tests. The watched engine is an instance of the template that also
// makes the engine itself (dancing_links.cpp), because a second program might make other moves.
namespace dlx::search {

/// A kind of move of the engine. Numbers are places in LinkMemory: 1 … N are the headers of the
/// items, larger ones are nodes.
enum class LinkMove : std::uint8_t {
  choose,      ///< branches on item `at`, which has `before` options left
  attempt,     ///< tries the option of node `at`
  dead,        ///< item `at` has no option left
  solution,    ///< every primary item is covered
  undo,        ///< takes back the option of node `at`
  backtrack,   ///< has tried all options of item `at`
  finish,      ///< the search is over
  deactivate,  ///< header `at` leaves the list of active items, between `before` and `after`
  activate,    ///< header `at` comes back between `before` and `after`
  cover,       ///< begins to hide every option of item `at`
  uncover,     ///< begins to unhide options, in the opposite order
  purify,      ///< begins to leave the item of node `at` to options with the colour of that node
  unpurify,    ///< begins to undo that; `at` is the item
  agree,       ///< node `at` has the colour that its item has been purified to: nothing to do
  hide,        ///< begins to take the other nodes of the option of node `at` out of their lists
  unhide,      ///< begins to put the nodes back
  mark,        ///< node `at` has the colour its item is purified to: its option stays
  unmark,      ///< takes back that mark
  unlink,      ///< node `at` leaves the list of its item, between `before` and `after`
  relink,      ///< node `at` comes back between `before` and `after`
};

/// The name of a move, as `dlx explain --json` spells it.
[[nodiscard]] constexpr std::string_view to_string(LinkMove move) noexcept {
  constexpr std::array<std::string_view, 20> names = {
      "choose",     "attempt",  "dead",  "solution", "undo",   "backtrack", "finish",
      "deactivate", "activate", "cover", "uncover",  "purify", "unpurify",  "agree",
      "hide",       "unhide",   "mark",  "unmark",   "unlink", "relink"};
  return names[static_cast<std::size_t>(move)];
}

/// A move; where no `before` and `after` are named above, they are 0.
struct LinkStep {
  LinkMove move;
  std::uint32_t at = 0;
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  friend bool operator==(const LinkStep&, const LinkStep&) = default;
};

/// The memory of dancing links at a moment. Node 0 is not used, header i + 1 belongs to item i, and
/// the nodes of the options follow, option by option.
struct LinkMemory {
  std::vector<std::uint32_t> up, down, right;  ///< a node each
  std::vector<std::uint32_t> item;             ///< a node each: the header of its item
  std::vector<bool> purified;                  ///< a node each: marked by purify
  /// The list of active items: headers of primary items, and 0, the root.
  std::vector<std::uint32_t> next, previous;
  std::vector<std::uint32_t> length;  ///< length of each primary item's list; 0 for node 0
  friend bool operator==(const LinkMemory&, const LinkMemory&) = default;
};

/// Receives every move.
class LinkWatcher {
 public:
  LinkWatcher() = default;
  LinkWatcher(const LinkWatcher&) = delete;
  LinkWatcher& operator=(const LinkWatcher&) = delete;
  virtual ~LinkWatcher() = default;

  /// Is called before the first move.
  virtual void start(const LinkMemory& memory) = 0;
  /// Is called after a move. If a move consists of others, as `cover` does, it is called before
  /// these. `memory()` copies the engine's memory.
  virtual void step(const LinkStep& step, const std::function<LinkMemory()>& memory) = 0;
};

}  // namespace dlx::search
