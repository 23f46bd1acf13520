// The problem. Choose options so that every primary item is covered exactly once and every
// secondary item at most once. The problem has at most 256 items. An option is a set of items,
// stored as a bit vector of one to four words. The items have a fixed order with the primary items
// first. The search branches on the first item that is not covered. All earlier items are covered,
// so the branching item is the first item of each of its remaining options. So the options are
// grouped by their first items, and a node tests one group. With wide vectors it tests eight
// options at a time, with one `and` instruction for each word of an option. The search does not
// count the options of items, and updates only the set of covered items.
//
// On flat packings, this engine visits 2 to 7 times as many nodes as the engine bit_matrix, and
// needs at most a seventh of the time of bit_matrix for each node. The engine saves time if the
// order keeps the border between covered and uncovered items short, as on a board that is filled
// from one end (suits_item_bits()). For problems with such an order, the engines item_bits and
// bit_matrix run in turns until one of them ends (counting/policy.cpp). On solid packings, queens
// and Langford's problem, bit_matrix takes 0.2 to 0.9 of the time of item_bits.
//
// The order. The next item in the order is the item with the largest fraction of options that
// contain an earlier item. On a board, the next item is the most enclosed cell. Items that share at
// most three tenths of their options with any other item, such as the pieces of a packing, come
// last, because they are then already covered. The order begins with the item with the fewest
// options. If the search may be long, orders with four different first items are compared by 256
// random descents each, which takes a millisecond or less (D. E. Knuth, Estimating the efficiency
// of backtrack programs, Mathematics of Computation 29, 1975).
//
// Measurements on pentominoes 5x12, 6x10 and 8x8 with a hole, where the position of the X pentomino
// is chosen first:
//   - With the order above, the search takes 4.6, 31 and 0.80 million nodes. The best of four
//     such orders, with different first items, takes 3.9, 13 and 0.75 million nodes. The order with
//     the lowest estimated number of nodes takes 4.1, 15 and 0.82 million nodes.
//   - If the X pentomino is not placed first, an order by distance from a corner takes 11, more
//     than 40, and 13 million nodes; the order above takes 8.7, 26 and 4.7 million nodes.
//   - An order in which the next item has the fewest options left takes 3 to 30 times as many
//     nodes.
//   - A test whether the pieces can fill each remaining region of the board, by its size, takes
//     0.8 of the nodes of 6x10, but does not save time.
//
// Some dead ends are found without testing options. Each option of the branching item contains one
// of a few other items (`needed`), so a node at which all items of `needed` are covered is a dead
// end. A third of all nodes are dead ends that this test finds. Without the test, the search takes
// a tenth longer.
//
// The invariants, checked by check_invariants(): at every level, `covered` holds the items of the
// options chosen at the levels above, and `left` holds options that contain none of these items.

#include "dlx/engines/item_bits.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/engines/item_kernel.hpp"
#include "dlx/engines/item_tables.hpp"
#include "dlx/search/kernel_engine.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::engines {
namespace {

using item_sets::Group;
using item_sets::Level;
using item_sets::no_option;
using item_sets::Table;
using item_sets::Word;

#define DLX_ROW(kind) DLX_COMPILED(kind, item_sets::search)
constexpr search::Compiled<item_sets::Kernel> kernels[] = {DLX_FOR_EACH_VECTOR_KIND(DLX_ROW)};
#undef DLX_ROW

Table table_for(const Problem& problem, const Options& options) {
  if (search::rule_of(options) == BranchingRule::minimum_remaining) {
    return item_sets::table_in_found_order(problem);
  }
  std::vector<ItemId> order = search::items_of(options.order, problem);
  for (std::uint32_t i = problem.primary_count(); i < problem.item_count(); ++i) {
    order.push_back(ItemId{i});
  }
  return Table(problem, std::move(order));
}

class ItemBits final : public search::KernelEngine<item_sets::State, item_sets::Event> {
 public:
  ItemBits(const Problem& problem, const Options& options, item_sets::Kernel kernel)
      : KernelEngine(options, kernel),
        table_(table_for(problem, options)),
        levels_(problem.primary_count() + 2) {
    profile_.resize(levels_.size());
    table_.show_to(state_);
    if (trace() != nullptr) {
      for (const ItemId item : table_.order().first(problem.primary_count())) {
        codes_.push_back(trace()->branch_code_of(index(item)));
      }
    }
    state_.codes = codes_.data();
    state_.levels = levels_.data();
    solution_.reserve(levels_.size());
    path_.reserve(levels_.size());
    enter();
  }

  std::span<const OptionId> solution() override {
    solution_ = path_;
    // Whether the kernel's first level is a leaf of the search tree, so that the options of the
    // path are the whole solution.
    const bool is_path = levels_[0].end == 0;
    for (std::uint32_t l = 0; !is_path && l <= state_.level; ++l) {
      solution_.push_back(OptionId{table_.option(levels_[l].chosen)});
    }
    return solution_;
  }

  search::Statistics statistics() const override {
    search::Statistics s = KernelEngine::statistics();
    s.nodes_expected = is_whole_ ? table_.expected_nodes() : 0;
    return s;
  }

  search::OpenWork open_work() const override {
    if (is_whole_ && state_.is_entering) return {};
    search::OpenWork left{.whole = false};
    if (status_ == Status::exhausted) return left;
    left.path = path_;
    for (const Branch& branch : branches_) left.branches.push_back(branch.open);
    if (state_.is_entering) {
      // The last option of the path has not been tried, so this option is still one of the untried
      // options (`ways`).
      auto& ways = left.branches.back().ways;
      ways.insert(ways.begin(), path_.back());
    } else {
      add_levels(left);
    }
    std::erase_if(left.branches, [](const auto& branch) { return branch.ways.empty(); });
    left.path.resize(left.branches.empty() ? 0 : left.branches.back().depth);
    return left;
  }

  void start_at(const search::OpenWork& open_work) override {
    status_ = Status::running;
    is_whole_ = open_work.whole;
    path_.clear();
    branches_.clear();
    if (open_work.whole) return enter();
    check(open_work);
    path_ = open_work.path;
    for (const search::OpenWork::Branch& branch : open_work.branches) {
      const std::size_t tried = branch.depth < path_.size() ? 1 : 0;
      branches_.push_back({branch, branch.ways.size() + tried});
    }
    if (!enter_next()) status_ = Status::exhausted;
  }

  void check_invariants() const override {
    if (state_.is_entering) return;
    Word covered[item_sets::most_words] = {};
    for (const OptionId option : path_) table_.cover(table_.place_of(option), covered);
    for (std::uint32_t l = 0; l <= state_.level; ++l) {
      const Level& level = levels_[l];
      if (l != 0) table_.cover(levels_[l - 1].chosen, covered);
      if (!std::equal(covered, covered + table_.words(), level.covered)) {
        throw std::logic_error("item bits: other items are covered than those of the choices at " +
                               std::to_string(l));
      }
      for (Word left = level.left; left != 0; left &= left - 1) {
        const std::uint32_t place = level.from + static_cast<std::uint32_t>(std::countr_zero(left));
        if (table_.option(place) == no_option || !table_.goes_with(place, covered)) {
          throw std::logic_error("item bits: an option is left that does not go with the choices");
        }
      }
    }
  }

 private:
  /// A node of the open work (the unsearched part of the tree) with untried options. The search is
  /// currently in the subtree of one of the node's options.
  struct Branch {
    search::OpenWork::Branch open;
    std::size_t size;  // the number of options of the node, tried and untried
  };

  /// Prepares the kernel to visit the node at the end of path_.
  void enter() {
    Level& level = levels_[0];
    level = {};
    for (const OptionId option : path_) table_.cover(table_.place_of(option), level.covered);
    state_.level = 0;
    state_.profile = profile_.data() + path_.size();
    state_.is_entering = true;
  }

  bool enter_next() override {
    while (!branches_.empty() && branches_.back().open.ways.empty()) branches_.pop_back();
    if (branches_.empty()) return false;
    search::OpenWork::Branch& branch = branches_.back().open;
    path_.resize(branch.depth);
    path_.push_back(branch.ways.front());
    branch.ways.erase(branch.ways.begin());
    enter();
    return true;
  }

  /// Throws std::invalid_argument if `open_work` does not belong to the problem.
  void check(const search::OpenWork& open_work) {
    const auto take = [&](OptionId option, Word* covered) {
      const std::uint32_t place = table_.place_of(option);
      if (place == no_option || !table_.goes_with(place, covered)) {
        status_ = Status::exhausted;
        throw std::invalid_argument("open work that is not of this search");
      }
      table_.cover(place, covered);
    };
    Word covered[item_sets::most_words] = {};
    std::uint32_t depth = 0;
    for (const search::OpenWork::Branch& branch : open_work.branches) {
      for (; depth < branch.depth; ++depth) {
        take(depth < open_work.path.size() ? open_work.path[depth] : OptionId{no_option}, covered);
      }
      for (const OptionId way : branch.ways) {
        Word below[item_sets::most_words];
        std::copy(std::begin(covered), std::end(covered), below);
        take(way, below);
      }
    }
  }

  /// Adds the untried options at the levels of the kernel to the open work.
  void add_levels(search::OpenWork& left) const {
    const auto depth = static_cast<std::uint32_t>(path_.size());
    for (std::uint32_t l = 0; l <= state_.level; ++l) {
      const Level& level = levels_[l];
      search::OpenWork::Branch branch{depth + l, {}};
      for_each_left(level, [&](std::uint32_t place) {
        branch.ways.push_back(OptionId{table_.option(place)});
      });
      if (!branch.ways.empty()) left.branches.push_back(std::move(branch));
      if (l != state_.level) left.path.push_back(OptionId{table_.option(level.chosen)});
    }
  }

  template <class Visit>
  void for_each_left(const Level& level, Visit visit) const {
    for (Word left = level.left; left != 0; left &= left - 1) {
      visit(level.from + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
    for (std::uint32_t place = level.next; place < level.end; ++place) {
      if (table_.goes_with(place, level.covered)) visit(place);
    }
  }

  [[nodiscard]] std::uint32_t depth() const override {
    return static_cast<std::uint32_t>(path_.size()) + state_.level;
  }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return sizeof *this + table_.bytes() + heap_bytes(codes_, levels_, solution_, path_, branches_);
  }
  [[nodiscard]] double share() const override {
    double behind = 0;
    double width = 1;
    for (const Branch& branch : branches_) {
      width /= static_cast<double>(branch.size);
      behind += width * static_cast<double>(branch.size - branch.open.ways.size() - 1);
    }
    if (state_.is_entering) return behind;
    for (std::uint32_t l = 0; l <= state_.level; ++l) {
      const Level& level = levels_[l];
      if (level.end == 0) break;
      std::uint32_t all = 0, ahead = l < state_.level ? 1 : 0;
      const Group& group = state_.groups[level.item];
      for (std::uint32_t k = 0; k < group.count; ++k) {
        all += table_.goes_with(group.first + k, level.covered) ? 1 : 0;
      }
      for_each_left(level, [&](std::uint32_t) { ++ahead; });
      width /= all;
      behind += width * (all - ahead);
    }
    return std::min(behind, 1.0);
  }

  Table table_;
  std::vector<Level> levels_;
  std::vector<std::uint32_t> codes_ = {};  // the memory to which item_sets::State::codes points
  // The options on the path from the root to the node of the kernel's first level.
  std::vector<OptionId> path_ = {};
  // The branches of the open work, from the root to the end of path_.
  std::vector<Branch> branches_ = {};
  std::vector<OptionId> solution_ = {};
  bool is_whole_ = true;  // whether the search began at the root of the tree
};

}  // namespace

std::string_view item_bits_objection(const Problem& problem) {
  if (problem.has_multiplicities()) return "it has multiplicities";
  if (problem.has_colours()) return "it has colours";
  if (problem.item_count() > 64 * item_sets::most_words) return "it has more than 256 items";
  return {};
}

bool suits_item_bits(const Problem& problem) {
  // The order of items is tested only for problems with at most this many entries. The test of a
  // larger problem would take too long.
  constexpr std::size_t most_entries = 30'000;
  return problem.primary_count() != 0 && problem.entry_count() <= most_entries &&
         item_bits_objection(problem).empty() && item_sets::has_narrow_rim(problem);
}

std::unique_ptr<search::Engine> make_item_bits(const Problem& problem, const Options& options,
                                               search::VectorKind vectors) {
  if (const auto objection = item_bits_objection(problem); !objection.empty()) {
    throw std::invalid_argument("the engine item_bits is not for this problem: " +
                                std::string(objection));
  }
  if (search::rule_of(options) == BranchingRule::weighted) {
    throw std::invalid_argument("the engine item_bits branches on items in a fixed order");
  }
  return std::make_unique<ItemBits>(problem, options, search::compiled_for(vectors, kernels));
}

std::unique_ptr<search::Engine> make_item_bits(const Problem& problem, const Options& options) {
  return make_item_bits(problem, options, search::best_vectors());
}

}  // namespace dlx::engines
