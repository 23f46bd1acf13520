// The problem. Choose options so that every primary item is covered exactly once (with
// multiplicities: within its bounds) and every secondary item at most once. A secondary item may be
// covered several times if all chosen options with this item give it the same colour. The search
// picks the item with the fewest ways left and tries each of these ways. A way is an option of the
// item or, with multiplicities, the decision to cover the item no further (to close it). The search
// undoes no changes when it backtracks, because every level stores its own set of options.
//
// The memory. A set of options is a bit vector over the option numbers of the problem. A set of
// items is a bit vector over the item numbers.
//
//     sheet        masks        for every item, the options that contain it; eight items side by
//                               side:   [item 0 word 0] [1, 0] .. [7, 0] [0, 1] [1, 1] ..
//                  compatible   for every option, the options compatible with it, also in colour;
//                               a row is computed when its option is first chosen; if the table
//                               would be large, the row is computed at each use instead
//     conflicts                 sets from which rows of the first sheet are computed: options of
//                               an item, or only those that give it another colour. Rows of later
//                               sheets are computed from masks if all items are primary;
//                               otherwise the row of the previous sheet is packed
//                  items, ones  for every option, its primary items: as bits, and as bytes of 1
//     level        active       options left      (the parent's  &  compatible[option])
//                  uncovered    items             (the parent's  & ~items[option])
//                  counters     for items with bounds: how many more options they need and allow
//                  several      the uncovered items that need more than one option
//                  optional     items that need no more options and allow some
//
// Multiplicities. Options are compatible if all items that they share allow several options. When
// the counter of an item allows no more options, the other options of the item become inactive. An
// item that needs one option has one way for each of its options, as in problems without
// multiplicities. So the kernel treats only the items of `several` separately. An item with s
// options that needs n options has s + 1 - n ways to choose the first of the n options. For
// example, an item with 5 options that needs 2 has 4 ways, because the last option cannot be the
// first of two. The search branches first on items that need options, because only such items can
// cause dead ends. When no item needs an option, only `optional` items are left, and the branching
// item is an optional item with options. Each option of the optional item leads to a branch, and
// closing the item (covering it no further) leads to one more branch. If no option is left, all
// items are closed: this is a solution, and no further node is counted.
//
// To find each solution once, the k-th way of an item with bounds chooses option k and continues
// without options 1 to k - 1 of the item. The level of the search removes options 1 to k - 1 one by
// one. Open work, paths and certificates follow Knuth's Algorithm M: a choice is an option or
// `closing`, and the options of an item are in ascending order. Open work does not store branching
// items, because the state at a node determines the branching item.
//
// Two models of k equal pieces of a packing were compared: one item of multiplicity k, and k items
// with equal options. On pentominoes 6x10 with two of each of six pieces, the model with one item
// takes 13 million nodes and 1.5 s. The model with k items takes 656 million nodes and 45 s,
// because it distinguishes which copy of the piece is where. Requiring the k copies to be in
// ascending order of their positions would remove these distinctions. But this order would need a
// secondary item for each pair of positions. A variant branches on an item of multiplicity k only
// when the item has too few options left, and not when it has the fewest ways. The variant has the
// same number of nodes on these pentominoes.
//
// Each child node is tested before it is entered: does some item have no options left, and which
// item has the fewest? If few options are left, the sizes of all items are computed as the sum of
// the options' rows of bytes. If many options are left, eight items are tested at a time: for each
// item, the words of its remaining options are or-ed together. The number of bits of the result is
// a lower bound of the item's size. The bound is 0 only for an item without options. Exact sizes
// are counted only where the bounds do not determine the smallest item. If some item of a child
// node has only one option, the child gets no level of its own: the option is chosen at once, in
// the same memory. If few options and items are left, and if earlier nodes at this depth had many
// nodes below them, the remaining options and items move to a smaller matrix (a new sheet).
//
// Measurements, as factors of the instructions on Soma, solid pentominoes 2x3x10 and queens 12 with
// AVX2:
//   - Testing lower bounds before exact sizes takes 0.87, 0.59 and 1.0 of the instructions of
//     computing exact sizes for all items.
//   - Three further changes were measured together: rows computed on demand, smaller matrices
//     that have fewer groups of items to test, and forced options chosen without a level of their
//     own. With these changes, the search takes 0.91, 0.83 and 0.66 of the instructions of the
//     version with lower bounds.
//
// Measurements, as factors of the time:
//   - With a first test at each child node whether any option is left, the search takes 0.95 of
//     the time on Soma and on langford 12.
//   - A new, smaller matrix is made option by option, and its rows are made from the options of
//     its items. With BMI2, this takes 1.0 of the time of packing the matrix and its rows word by
//     word (Soma and pentominoes 6x10). In WebAssembly, which has no instruction that packs bits,
//     this takes 0.5 of the time.
//
// The following changes were tried and removed:
//   - Visiting siblings in batches. Setting up a batch took as long as visiting a child, and a
//     node of queens has only 1.4 children.
//   - A smaller matrix of 64 options that uses the rows of another matrix, and has no rows of its
//     own, took 1.1 times the instructions on Soma.
//   - Packing four words of a set at once by a look-up table took 0.93 of the instructions, but
//     did not save time.
//   - Testing first the group of eight items that caused the last dead end took 0.98 of the
//     instructions, but did not save time. Half of the dead ends are caused by the same eight items
//     as the dead end before. If such groups are remembered separately for each chosen option, two
//     of three dead ends are predicted, but the search is not faster.
//   - Other orders of the items change the nodes of Soma and pentominoes 6x10 by 1 %. An order of
//     the items by the number of options that the item's options exclude changes the number of
//     nodes by 2 % on rnd60x300, queens 12 and langford 12, and by 10 % on solid pentominoes
//     2x3x10.
//
// The following methods search fewer nodes, but cost more time than they save. The methods were
// measured outside the kernel, and the kernel does not contain them. "0.64 of the nodes" means that
// the search needs 0.64 times as many nodes as without the method:
//   - Testing at each node whether the set of remaining items is a sum of remaining options over
//     GF(2) takes 0.64 of the nodes of Soma, and 0.93 to 1.0 of the nodes of rnd60x300, queens 12,
//     meteor and solid pentominoes. The Gaussian elimination is needed at every fifth node, and
//     takes as long as visiting tens of nodes. (Weights of items with the same sum for every option
//     prune nothing below the root. At the root, preprocess/invariant.cpp looks for such weights.)
//   - Excluding options that would leave an item without options, until no such option is left,
//     takes 0.04 to 0.3 of the nodes on packings and rnd60x300. But nodes and tests of options
//     together are 2.4 to 16 times as many. If options are excluded only at nodes with a thousand
//     nodes below them, nodes and tests together are 1.0 to 1.25 times as many, except on
//     Y-pentominoes (0.65).
//   - Excluding only the options that conflict with both options of an item with two options
//     takes 0.64 of the nodes of rnd60x300, 0.73 of queens 12, and 0.84 to 0.9 of packings. The
//     cost is the computation of 5 to 9 rows at each node that branches on an item with two
//     options.
//   - Remembering the counts of all states takes 0.57 of the nodes of Soma and langford 12, 0.83
//     of queens 12, and 1.0 of rnd60x300, with a table look-up at about every fourth node. The
//     counting method memo remembers states and their counts.
//   - If several items have the fewest options, a rule other than "the first item" may choose
//     among them. Three rules were measured on rnd60x300, queens 12, langford 12 and a sudoku of
//     16x16 (sud16a). Choosing the item whose children have the fewest options left takes 0.92,
//     0.87, 0.97 and 0.87 of the nodes, but this rule must test every child of all these items.
//     Choosing the item with the most children that are dead ends or forced takes 0.86, 0.89, 0.93
//     and 0.94 of the nodes, with twice as many tests. Choosing the item that has failed most
//     often, or last, takes 1.0 to 1.1 of the nodes.
//   - No pruning can save much more, because many nodes have a solution below them: 0.98 of the
//     nodes of sud16a, 0.46 of langford 12, and 0.44 of queens 12.
//
// The invariants, checked by check_invariants(): at every level, the active options are the options
// that are compatible with all choices made so far, without the options that the level has removed.
// The choices determine the uncovered items and the counters.
//
// Citation. The search tree is that of D. E. Knuth's Algorithm X (The Art of Computer Programming,
// volume 4B, 7.2.2.1), in the order of dancing_links. The tree has as many nodes as the tree of
// dancing_links, or fewer nodes where dancing_links detects a dead end one node later. With
// multiplicities the tree is that of Algorithm M with a different choice of branching items. Bit
// vectors for exact covers are folklore.

#include "dlx/engines/bit_matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/engines/bit_kernel.hpp"
#include "dlx/engines/bit_node.hpp"
#include "dlx/engines/bit_tables.hpp"
#include "dlx/search/kernel_engine.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::engines {
namespace {

using bits::Word;

#define DLX_ROW(kind) DLX_COMPILED(kind, bits::run)
constexpr search::Compiled<bits::Kernel> kernels[] = {DLX_FOR_EACH_VECTOR_KIND(DLX_ROW)};
#undef DLX_ROW

class BitMatrix final : public search::KernelEngine<bits::State, bits::Event, BitMatrixEngine> {
 public:
  BitMatrix(const Problem& problem, const Options& options, bits::Kernel kernel,
            std::uint32_t most_rows)
      : KernelEngine(options, kernel),
        tables_(problem, most_rows),
        level_tables_(problem, tables_.sheets()[0]),
        sheets_(tables_.sheets()),
        levels_(level_tables_.levels()),
        choice_(levels_.size()),
        nodes_below_(levels_.size(), -1.0F) {
    profile_.resize(levels_.size() + 1);
    tables_.show_to(state_);
    if (trace() != nullptr) {
      for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
        codes_.push_back(trace()->branch_code_of(i));
      }
    }
    state_.codes = codes_.data();
    state_.levels = levels_.data();
    state_.choice = choice_.data();
    state_.profile = profile_.data();
    state_.nodes_below = nodes_below_.data();
    solution_.reserve(levels_.size());
    enter_root();
  }

  std::span<const OptionId> solution() override {
    solution_.clear();
    for (std::uint32_t l = 0; l < state_.length; ++l) {
      if (choice_[l] != bits::closing) solution_.push_back(OptionId{choice_[l]});
    }
    return solution_;
  }

  search::OpenWork open_work() const override {
    if (!state_.started) return {};
    search::OpenWork left{.whole = false};
    if (state_.finished) return left;
    for (std::uint32_t l = 0; l <= state_.level; ++l) {
      const bits::Level& level = levels_[l];
      search::OpenWork::Branch branch{level.length, {}};
      for (std::uint32_t k = level.tried; k < level.size; ++k) {
        branch.ways.push_back(name_of(sheets_[level.sheet], level.option[k]));
      }
      if (!branch.ways.empty()) left.branches.push_back(std::move(branch));
    }
    if (state_.child_waits) left.branches.push_back({state_.length, {only_option_of_child()}});
    for (std::uint32_t l = 0; !left.branches.empty() && l < left.branches.back().depth; ++l) {
      left.path.push_back(OptionId{choice_[l]});
    }
    return left;
  }

  void start_at(const search::OpenWork& open_work) override {
    status_ = Status::running;
    state_.started = !open_work.whole;
    state_.finished = open_work.empty();
    state_.child_waits = false;
    state_.level = state_.length = 0;
    forbidden_.clear();
    enter_root();
    if (!open_work.whole && !open_work.branches.empty()) make_levels_of(open_work);
  }

  bool assume(std::span<const Assumption> assumptions) override {
    if (is_multiple()) {
      throw std::invalid_argument("bit_matrix takes no assumptions with multiplicities");
    }
    for (const Assumption& each : assumptions) {
      if (index(each.option) >= sheets_[0].options) {
        throw std::invalid_argument("an assumption about an option that does not exist");
      }
    }
    start_at({});
    bits::Node node(state_);
    for (const Assumption& each : assumptions) {
      if (each.chosen) continue;
      forbidden_.push_back(index(each.option));
      node.exclude(index(each.option));
    }
    bits::Level& root = levels_[0];
    for (const Assumption& each : assumptions) {
      const std::uint32_t option = index(each.option);
      const auto chosen = std::span(choice_).first(root.length);
      if (!each.chosen || std::find(chosen.begin(), chosen.end(), option) != chosen.end()) continue;
      if (!node.may_choose(option)) {
        state_.finished = true;
        status_ = Status::exhausted;
        return false;
      }
      node.choose(option);
      choice_[root.length++] = option;
    }
    root.sets = root.own;
    node.copy_to(root.own);
    state_.length = root.length;
    return true;
  }

  void check_invariants() const override;

 private:
  void enter_root() {
    bits::Level& level = levels_[0];
    level.sheet = level.length = level.size = level.tried = 0;
    level.sets = sheets_[0].all;
  }

  /// Makes the levels of a paused search from its open work. All these levels use the matrix of the
  /// whole problem (the first sheet).
  void make_levels_of(const search::OpenWork& open_work) {
    const auto require = [this](bool holds) {
      if (holds) return;
      state_.finished = true;
      throw std::invalid_argument("open work that is not of this search");
    };
    require(open_work.branches.size() <= levels_.size() && open_work.path.size() < choice_.size());
    bits::Node node(state_);
    std::uint32_t depth = 0;
    state_.level = 0;
    for (const search::OpenWork::Branch& branch : open_work.branches) {
      for (; depth < branch.depth; ++depth) {
        const std::uint32_t option = index(open_work.path[depth]);
        require(node.may_choose(option));
        node.choose(option);
        choice_[depth] = option;
      }
      // The options of the path to the open work count as tried.
      const std::uint32_t tried = depth < open_work.path.size() ? 1 : 0;
      bits::Level& level = levels_[state_.level++];
      level.sheet = 0;
      level.length = depth;
      level.size = static_cast<std::uint32_t>(branch.ways.size()) + tried;
      level.tried = tried;
      level.sets = level.own;
      level.nodes_before = state_.nodes;
      level.item = node.branching_item();
      level.dropped = 0;
      node.copy_to(level.own);
      std::uint32_t* way = level.option;
      require(level.size <= level_tables_.longest_item() + 1);
      if (tried != 0) *way++ = index(open_work.path[depth]);
      for (const OptionId option : branch.ways) {
        require(node.may_choose(index(option)));
        *way++ = index(option);
      }
    }
    state_.length = depth;
    --state_.level;
  }

  [[nodiscard]] bool is_multiple() const { return state_.counter_of != nullptr; }

  static OptionId name_of(const bits::BitProblem& sheet, std::uint32_t option) {
    return option == bits::closing ? search::OpenWork::closing : OptionId{sheet.names[option]};
  }

  /// The only option that can be chosen at the child node that waits to be visited
  /// (State::child_waits).
  OptionId only_option_of_child() const {
    const bits::BitProblem& sheet = sheets_[levels_[state_.level].sheet];
    const std::uint32_t item = state_.key & ((bits::Key{1} << bits::key_shift) - 1);
    const Word* const active = levels_[state_.level + 1].own.active;
    std::uint32_t o = 0;
    while (!bits::has(active, o) ||
           !bits::has(sheet.items + std::size_t{o} * sheet.item_words, item))
      ++o;
    return OptionId{sheet.names[o]};
  }

  /// The searched fraction of the search tree, from 0 to 1.
  [[nodiscard]] double share() const override {
    double behind = 0;
    double width = 1;
    for (std::uint32_t l = 0; l <= state_.level; ++l) {
      const bits::Level& level = levels_[l];
      if (level.size == 0) break;
      const std::uint32_t ahead =
          level.size - level.tried + (l < state_.level || state_.child_waits ? 1 : 0);
      width /= level.size;
      behind += width * (level.size - ahead);
    }
    return behind;
  }

  [[nodiscard]] std::uint32_t depth() const override { return state_.length; }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return sizeof *this + tables_.bytes() + level_tables_.bytes() +
           heap_bytes(codes_, choice_, nodes_below_, solution_);
  }
  [[nodiscard]] std::uint64_t most_records() const override {
    // A solution may close every item with bounds (end its covering), and each closed item adds a
    // record to the trace.
    return 1 + state_.counters;
  }

  bits::Tables tables_;
  bits::LevelTables level_tables_;
  std::span<bits::BitProblem> sheets_;
  std::span<bits::Level> levels_;
  std::vector<std::uint32_t> codes_;  // the memory to which bits::State::codes points
  std::vector<std::uint32_t> choice_;
  std::vector<float> nodes_below_;
  std::vector<OptionId> solution_;
  std::vector<std::uint32_t> forbidden_;  // the options that assumptions exclude
};

// -------------------------------------------------------------------------------- invariants ---

void BitMatrix::check_invariants() const {
  const auto require = [](bool holds, const char* what, std::size_t where) {
    if (!holds) {
      throw std::logic_error(std::string("bit matrix: ") + what + " at " + std::to_string(where));
    }
  };
  const bits::BitProblem& root = sheets_[0];
  bits::Node node(state_);
  for (const std::uint32_t option : forbidden_) node.exclude(option);
  for (std::uint32_t l = 0; l <= state_.level; ++l) {
    const bits::Level& level = levels_[l];
    const bits::BitProblem& sheet = sheets_[level.sheet];
    for (std::uint32_t c = l == 0 ? 0 : levels_[l - 1].length; c < level.length; ++c) {
      node.choose(choice_[c]);
    }
    std::vector<Word> active(root.stride);
    bits::for_each_below(sheet.options, level.sets.active, [&](std::uint32_t option) {
      bits::add(active.data(), sheet.names[option]);
    });
    std::vector<Word> left(node.sets().active, node.sets().active + root.stride);
    if (is_multiple() && state_.started && level.size != 0) {
      const std::uint32_t item = node.branching_item();
      require(sheet.item_names[level.item] == item, "the branching item is wrong", l);
      const bool all = level.dropped >= sheet.options;
      node.drop_below(all ? bits::closing : sheet.names[level.dropped], item, left.data());
    }
    require(active == left, "the active options are wrong", l);

    const auto require_same = [&](const Word* set, const Word* wanted, const char* what) {
      std::vector<Word> items(root.item_words);
      bits::for_each_below(sheet.item_words * 64, set, [&](std::uint32_t item) {
        bits::add(items.data(), sheet.item_names[item]);
      });
      require(std::equal(items.begin(), items.end(), wanted), what, l);
    };
    require_same(level.sets.uncovered, node.sets().uncovered, "the uncovered items are wrong");
    if (is_multiple()) {
      require_same(level.sets.optional, node.sets().optional, "the optional items are wrong");
      require_same(level.sets.several, node.sets().several,
                   "the items that need several options are wrong");
      for (std::uint32_t c = 0; c < state_.counters; ++c) {
        const bits::Counter& counter = level.sets.counters[c];
        const bits::Counter& wanted = node.sets().counters[c];
        require(counter.need == wanted.need && counter.room == wanted.room, "a counter is wrong",
                c);
      }
    }
    require(level.tried <= level.size, "more was tried than there is", l);
  }
}

}  // namespace

std::string_view bit_matrix_objection(const Problem& problem) {
  if (problem.option_count() > bits::most_options) return "it has more than 262144 options";
  if (problem.primary_count() > bits::most_items) return "it has more than 4096 primary items";
  if (std::size_t{problem.item_count()} * bits::words_for(problem.option_count()) >
      bits::most_table_words) {
    return "its matrix of items and options is too large";
  }
  const bits::Extent extent = bits::rough_extent_of(problem);
  // For an item with bounds, the search may have one choice more than the item has options: to
  // cover the item no further.
  const std::size_t most_ways = extent.longest + (extent.bounded != 0 ? 1 : 0);
  if (most_ways > bits::longest_item) return "an item has more than 65535 options";
  const std::size_t level_words = bits::words_for(problem.option_count()) + extent.longest / 2 +
                                  extent.bounded + bits::words_for(problem.primary_count());
  if (extent.levels * level_words > bits::most_table_words)
    return "its solutions have too many options";
  return {};
}

std::unique_ptr<BitMatrixEngine> make_bit_matrix(const Problem& problem, const Options& options,
                                                 search::VectorKind vectors,
                                                 std::uint32_t most_rows) {
  const std::string_view objection = bit_matrix_objection(problem);
  if (!objection.empty()) {
    throw std::invalid_argument("the engine bit_matrix is not for this problem: " +
                                std::string(objection));
  }
  if (search::rule_of(options) != BranchingRule::minimum_remaining) {
    throw std::invalid_argument("the engine bit_matrix branches on the smallest item only");
  }
  return std::make_unique<BitMatrix>(problem, options, search::compiled_for(vectors, kernels),
                                     most_rows);
}

std::unique_ptr<search::Engine> make_bit_matrix(const Problem& problem, const Options& options) {
  return make_bit_matrix(problem, options, search::best_vectors());
}

}  // namespace dlx::engines
