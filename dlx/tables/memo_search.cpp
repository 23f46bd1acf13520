// The problem. Count exact covers, in less time than listing them takes. The search branches on the
// first of the items with the fewest options and tries each option of this item. A state is the
// problem that is left after some choices. Several paths of the search often lead to one state,
// whose solutions are counted only once. If a state consists of independent parts, its count is the
// product of the counts of the parts.
//
// The memory. A state is (U, A): the uncovered primary items, and the options that are compatible
// with all options chosen so far. Each level of the search stores a state, and each record of the
// table belongs to a state.
//
//     level    active  A      count  |U|     uncovered  U     sizes  number of options of each item
//     table    see memo_table.hpp
//
// The invariants. A key determines its state exactly: keys are compared bit for bit, and the hash
// only determines the place in the table. Without secondary items the key is U, because A consists
// of all options within U. With secondary items the key is (A, |U|). In a stored state each item of
// U has an option in A, so U is the union of the items of A. Every state with the same A has a U
// that contains this union. So if |U| is equal, U is equal too.
//
// An independent part is itself a state (U', A'). A' consists of all options of A that have an item
// of U'; none of them conflicts with an option outside the part. So the table stores parts too. The
// depth of the search is at most the number of primary items, because each level has fewer
// uncovered items than the level above. sizes[i] is the number of options of A that contain item i
// if i is in U, and `covered` otherwise.
//
// Citation. Memoised exact cover: M. Nishino, N. Yasuda, S. Minato, M. Nagata, Dancing with
// Decision Diagrams: A Combined Approach to Exact Cover (AAAI 2017). The method of these authors
// stores a decision diagram and uses U as the key. In this file only counts are stored, keys may
// include A, and states are split into parts.
//
// Measurements, as ratios of processor time (dominoes 12x12 unless named). A state is forced if its
// branching item has only one option. Of successive forced states only every fourth is stored. This
// stores 0.46 of the states and takes 1.04 times the nodes, but is 1.9 times as fast. On Soma it
// takes the same time, with 1.1 times the nodes. On set partitions of 11 elements it takes 1.9
// times as long, because there are few states, and making a state takes long.
//
// When a record must be evicted, the logarithm of its cost has 8 times the weight of its age. With
// a weight of 1 or less, a count with a table of half a megabyte did not end within 3 s. With
// weights from 4 to 64, this count took 2.6 to 3.4 times the nodes of a count without a memory
// limit. Dominoes 16x16, with an eighth of the memory that the count would use without a limit,
// took 3.6 times the nodes.
//
// The work of testing whether states split into parts must not exceed the other work of the search.
// Without this limit, splitting made a sparse board of 3,600 items 25 times as slow; with the
// limit, splitting makes no difference there. If states with n uncovered items did not split so
// far, states with n items are tested less and less often. Testing every state made sudoku 16x16
// three times as slow.
//
// After the choice of an option that conflicts with more than a quarter of all options, the sizes
// are counted anew, and not computed by subtracting from the old sizes. This is 1.6 times as fast
// on Soma, and 2.2 times as fast on set partitions of 11 elements.

#include "dlx/tables/memo_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/search/meter.hpp"
#include "dlx/tables/memo_growth.hpp"
#include "dlx/tables/memo_matrix.hpp"
#include "dlx/tables/memo_table.hpp"

namespace dlx::tables {
namespace {

using memo::for_each_bit;
using memo::has;
using memo::set;
using memo::Table;
using memo::Value;
using memo::Word;
using memo::words_for;

constexpr std::uint32_t most_options = 16'384;
constexpr std::uint32_t most_items = 4'096;

using Size = std::int16_t;
constexpr Size covered = std::numeric_limits<Size>::max();
constexpr std::size_t block = 32;  // number of items whose numbers of options are compared together
constexpr std::uint32_t longest_unstored = 4;
constexpr std::uint32_t least_to_split = 8;
constexpr std::uint32_t longest_patience = 255;

class MemoSearch final : public Memo, private memo::Matrix {
 public:
  MemoSearch(const Problem& problem, const Tally& weights_of, const TableOptions& options,
             bool split)
      : Matrix(problem),
        padded_items_((items_ + block - 1) / block * block),
        key_is_items_(problem.secondary_count() == 0),
        weighted_(weights_of.weighted()),
        splitting_(split),
        weights_(options_),
        meter_(options.control),
        trace_(options.trace),
        table_(key_is_items_ ? item_words_ : option_words_ + 1, weighted_, options.memory_limit) {
    if (weighted_) weights_.assign(weights_of.weights().begin(), weights_of.weights().end());
  }

  /// Makes the tables; must be called before run(). Returns false if the deadline is reached; the
  /// search cannot be used after that.
  bool make(const Problem& problem, const search::Deadline& deadline) {
    if (!Matrix::make(problem, deadline)) return false;
    make_levels();
    return true;
  }

  Status run() override {
    if (status_ == Status::exhausted) return status_;
    status_ = Status::running;
    if (!begun_) {
      if (!spend()) return status_;
      begun_ = true;
      if (items_ == 0) {
        levels_[0].value = Value::one();
        return status_ = Status::exhausted;
      }
      if (trace_ != nullptr) trace_->step(search::Step::memo);
      if (!make_root()) return status_ = Status::exhausted;
    }
    return search();
  }

  void set_limits(const search::Limits& limits) override { meter_.set_limits(limits); }
  void set_memory_limit(std::size_t bytes) override { table_.set_limit(bytes); }
  [[nodiscard]] std::uint64_t nodes() const override { return meter_.nodes(); }
  [[nodiscard]] std::size_t memory_bytes() const override { return table_.peak() + own_bytes(); }

  [[nodiscard]] MemoResult result() const override {
    MemoResult result;
    const Value value = begun_ ? complete() : Value{};
    result.solutions = value.count.natural();
    if (weighted_) result.fingerprint = value.fingerprint;
    result.status = status_;
    result.nodes = meter_.nodes();
    result.states = table_.stored();
    result.hits = hits_;
    result.evicted = table_.evicted();
    result.parts = parts_;
    result.memory_bytes = memory_bytes();
    return result;
  }

 private:
  struct Level {
    Word* active = nullptr;     // the set A of compatible options, followed by a copy of `count`
    Word* uncovered = nullptr;  // the set U of uncovered items
    Size* sizes = nullptr;      // for each item, its number of options in A, or `covered`
    // If the state splits into parts: the options and items of the parts not begun yet.
    Word* rest_active = nullptr;
    Word* rest_uncovered = nullptr;
    std::uint32_t count = 0;  // the number of items in `uncovered`
    std::uint32_t rest_count = 0;
    const std::uint16_t* first = nullptr;  // the first option of the branching item
    const std::uint16_t* next = nullptr;
    const std::uint16_t* last = nullptr;
    std::uint32_t option = 0;  // the option that is being tried
    bool splits = false;
    bool forced = false;  // whether the branching item has only one option
    // The number of levels directly below whose states were not stored, because their branching
    // items have only one option each.
    std::uint32_t unstored = 0;
    std::uint64_t hash = 0;
    std::uint64_t nodes_before = 0;
    Value value;  // sum of the counts for options tried, or product of the counts of parts
  };

  Status search() {
    for (;;) {
      Level& level = levels_[level_];
      if (level.splits ? next_part(level) : next_option(level)) {
        if (status_ == Status::running) continue;
        return status_;
      }
      if (level_ == 0) return status_ = Status::exhausted;
      growth_.note(level_, level.count, meter_.nodes());
      const bool stored = !level.forced || level.unstored + 1 == longest_unstored;
      if (stored) {
        table_.store(key_of(level), level.hash, level.value, meter_.nodes() - level.nodes_before);
      }
      Level& above = levels_[--level_];
      above.unstored = stored ? 0 : level.unstored + 1;
      take(above, level.value);
    }
  }

  /// The number of solutions counted so far. The product of a state's parts counts as 0 until all
  /// parts are counted.
  [[nodiscard]] Value complete() const {
    Value value = levels_[level_].value;
    if (levels_[level_].splits && levels_[level_].rest_count > 0) value = {};
    for (std::size_t l = level_; l-- > 0;) {
      const Level& above = levels_[l];
      Value sum = above.splits && above.rest_count > 0 ? Value{} : above.value;
      if (above.splits) {
        sum.multiply_by(value);
      } else {
        sum.add(value, weights_[above.option]);
      }
      value = std::move(sum);
    }
    return value;
  }

  /// Tries the next option of the branching item. Returns false if all options of the item have
  /// been tried.
  bool next_option(Level& level) {
    while (level.next != level.last && !has(level.active, *level.next)) ++level.next;
    if (level.next == level.last) return false;
    if (!spend()) return true;
    const std::uint32_t o = level.option = *level.next++;

    Level& child = levels_[level_ + 1];
    child.count = level.count - (item_ends_[o + 1] - item_ends_[o]);
    if (child.count == 0) {
      take(level, Value::one());
      return true;
    }
    const Word* const items = option_items_.get() + std::size_t{o} * item_words_;
    for (std::size_t k = 0; k < item_words_; ++k)
      child.uncovered[k] = level.uncovered[k] & ~items[k];
    if (key_is_items_ && find(child)) {
      take(level, child.value);
      return true;
    }
    const Word* const compatible = compatible_.get() + std::size_t{o} * option_words_;
    for (std::size_t k = 0; k < option_words_; ++k)
      child.active[k] = level.active[k] & compatible[k];
    child.active[option_words_] = child.count;
    if (!key_is_items_ && find(child)) {
      take(level, child.value);
      return true;
    }
    make_sizes(level, o, child);
    if (open(child, true)) ++level_;
    return true;
  }

  /// Continues with the next independent part of a state. Returns false if all parts have been
  /// counted, or if the product of the counts is already 0.
  bool next_part(Level& level) {
    if (level.rest_count == 0 || level.value.count.is_zero()) return false;
    Level& child = levels_[level_ + 1];
    const std::uint64_t work_before = splitting_work_;
    take_part(level.rest_active, level.rest_uncovered, level.rest_count, child);
    splitting_work_ = work_before;
    for (std::size_t k = 0; k < option_words_; ++k) level.rest_active[k] &= ~child.active[k];
    for (std::size_t k = 0; k < item_words_; ++k) level.rest_uncovered[k] &= ~child.uncovered[k];
    level.rest_count -= child.count;
    if (trace_ != nullptr && level.rest_count != 0) trace_part(child);
    child.active[option_words_] = child.count;
    if (find(child)) {
      take(level, child.value);
      return true;
    }
    std::fill_n(child.sizes, padded_items_, covered);
    for_each_bit(child.uncovered, item_words_,
                 [&](std::size_t i) { child.sizes[i] = level.sizes[i]; });
    if (open(child, false)) ++level_;
    return true;
  }

  void take(Level& level, const Value& value) {
    if (level.splits) {
      level.value.multiply_by(value);
    } else {
      level.value.add(value, weights_[level.option]);
    }
  }

  [[nodiscard]] const Word* key_of(const Level& level) const {
    return key_is_items_ ? level.uncovered : level.active;
  }
  bool find(Level& level) {
    level.hash = table_.hash(key_of(level));
    if (!table_.find(key_of(level), level.hash, level.value)) return false;
    if (trace_ != nullptr) trace_->step(search::Step::again);
    ++hits_;
    return true;
  }

  /// Computes the number of options of each item after `option` is chosen. Either the removed
  /// options are subtracted from the numbers before this choice, or the remaining options are
  /// counted.
  void make_sizes(const Level& level, std::uint32_t option, Level& child) {
    if (conflicts_[option] * 4 > options_) {
      for (std::size_t i = 0; i < padded_items_; ++i) child.sizes[i] = covered;
      for_each_bit(child.uncovered, item_words_, [&](std::size_t i) { child.sizes[i] = 0; });
      for_each_bit(child.active, option_words_, [&](std::size_t o) {
        for (std::uint32_t k = item_ends_[o]; k < item_ends_[o + 1]; ++k) {
          ++child.sizes[items_of_options_[k]];
        }
        ++work_;
      });
      return;
    }
    std::copy_n(level.sizes, padded_items_, child.sizes);
    for (std::size_t w = 0; w < option_words_; ++w) {
      for_each_bit(level.active[w] ^ child.active[w], w * 64, [&](std::size_t o) {
        for (std::uint32_t k = item_ends_[o]; k < item_ends_[o + 1]; ++k) {
          --child.sizes[items_of_options_[k]];
        }
        ++work_;
      });
    }
    for (std::uint32_t k = item_ends_[option]; k < item_ends_[option + 1]; ++k) {
      child.sizes[items_of_options_[k]] = covered;
    }
  }

  /// The branching item: the first of the items with the fewest options.
  [[nodiscard]] std::size_t smallest_item(const Level& level) const {
    Size least = covered;
    std::size_t best = 0;
    for (std::size_t i = 0; i < padded_items_; i += block) {
      Size block_least = covered;
      for (std::size_t k = 0; k < block; ++k)
        block_least = std::min(block_least, level.sizes[i + k]);
      if (block_least < least) {
        least = block_least;
        best = i;
      }
    }
    while (level.sizes[best] != least) ++best;
    return best;
  }

  /// Chooses the branching item of a state, or splits the state into independent parts. Returns
  /// false if an uncovered item has no options.
  bool open(Level& level, bool may_split) {
    const std::size_t item = smallest_item(level);
    const bool dead = level.sizes[item] == 0;
    if (dead && trace_ != nullptr) trace_->branch(static_cast<std::uint32_t>(item));
    if (dead) return false;
    level.nodes_before = meter_.nodes();
    level.unstored = 0;
    level.splits = may_split && splitting_ && falls_apart(level);
    level.forced = !level.splits && level.sizes[item] == 1;
    level.value = level.splits ? Value::one() : Value{};
    if (level.splits) {
      ++parts_;
      std::copy_n(level.active, option_words_, level.rest_active);
      std::copy_n(level.uncovered, item_words_, level.rest_uncovered);
      level.rest_count = level.count;
    } else {
      if (trace_ != nullptr) trace_->branch(static_cast<std::uint32_t>(item));
      level.first = level.next = options_of_items_.data() + option_ends_[item];
      level.last = options_of_items_.data() + option_ends_[item + 1];
    }
    return true;
  }

  void trace_part(const Level& part) {
    trace_->step(search::Step::part);
    trace_->number(part.count);
    for_each_bit(part.uncovered, item_words_,
                 [&](std::size_t i) { trace_->item(ItemId{static_cast<std::uint32_t>(i)}); });
  }

  // ------------------------------------------------------------------------------------ parts ---

  bool falls_apart(Level& level) {
    if (level.count < least_to_split || splitting_work_ > work_) return false;
    Patience& patience = patience_[level.count];
    if (patience.left > 0) {
      --patience.left;
      return false;
    }
    const std::uint64_t work_before = splitting_work_;
    // The memory of the next level is not in use yet, so the part is stored there.
    Level& scratch = (&level)[1];
    take_part(level.active, level.uncovered, level.count, scratch);
    const bool apart = scratch.count < level.count;
    if (apart) splitting_work_ = work_before;
    patience.span = apart ? patience.span / 4
                          : std::min<std::uint32_t>(2 * patience.span + 1, longest_patience);
    patience.left = patience.span;
    return apart;
  }

  /// Stores in `part` the independent part of a state that contains the first uncovered item.
  void take_part(const Word* active, const Word* uncovered, std::uint32_t count, Level& part) {
    std::fill_n(part.active, option_words_, 0);
    std::fill_n(part.uncovered, item_words_, 0);
    part.count = 0;
    std::size_t w = 0;
    while (uncovered[w] == 0) ++w;
    const std::size_t first = w * 64 + static_cast<std::size_t>(std::countr_zero(uncovered[w]));
    const auto reach = [&](std::size_t item) {
      if (has(part.uncovered, item)) return;
      set(part.uncovered, item);
      ++part.count;
      items_to_visit_.push_back(static_cast<std::uint16_t>(item));
    };
    const auto add = [&](std::size_t o) {
      set(part.active, o);
      if (!key_is_items_) options_to_visit_.push_back(static_cast<std::uint16_t>(o));
      for (std::uint32_t k = item_ends_[o]; k < item_ends_[o + 1]; ++k) reach(items_of_options_[k]);
      ++splitting_work_;
    };
    items_to_visit_.clear();
    options_to_visit_.clear();
    reach(first);
    while (part.count < count) {
      if (!items_to_visit_.empty()) {
        const std::size_t item = items_to_visit_.back();
        items_to_visit_.pop_back();
        for (std::uint32_t k = option_ends_[item]; k < option_ends_[item + 1]; ++k) {
          const std::uint16_t o = options_of_items_[k];
          if (has(active, o) && !has(part.active, o)) add(o);
        }
      } else if (!options_to_visit_.empty()) {
        // Options that conflict with an option of the part belong to the part, too.
        const Word* const compatible = compatible_.get() + options_to_visit_.back() * option_words_;
        options_to_visit_.pop_back();
        for (std::size_t k = 0; k < option_words_; ++k) {
          for_each_bit(active[k] & ~compatible[k] & ~part.active[k], k * 64, add);
        }
        splitting_work_ += option_words_ / 4;
      } else {
        return;
      }
    }
    std::copy_n(active, option_words_, part.active);
  }

  // ----------------------------------------------------------------------------- construction ---

  void make_levels() {
    const std::size_t size_words = padded_items_ * sizeof(Size) / sizeof(Word);
    const std::size_t words = 2 * (option_words_ + item_words_) + 1 + size_words;
    levels_.resize(items_ + 1);
    words_of_levels_ = levels_.size() * words;
    level_words_ = std::unique_ptr<Word[]>(new Word[words_of_levels_]);
    sizes_of_levels_ = std::unique_ptr<Size[]>(new Size[levels_.size() * padded_items_]);
    Word* free = level_words_.get();
    const auto piece = [&](std::size_t size) { return std::exchange(free, free + size); };
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      Level& level = levels_[l];
      level.active = piece(option_words_ + 1);
      level.uncovered = piece(item_words_);
      level.rest_active = piece(option_words_);
      level.rest_uncovered = piece(item_words_);
      level.sizes = sizes_of_levels_.get() + l * padded_items_;
    }
    items_to_visit_.reserve(items_);
    if (!key_is_items_) options_to_visit_.reserve(options_);
    patience_.resize(items_ + 1);
    growth_.reserve(levels_.size());
  }

  bool make_root() {
    Level& root = levels_[0];
    std::fill_n(root.active, option_words_, 0);
    std::fill_n(root.uncovered, item_words_, 0);
    std::fill_n(root.sizes, padded_items_, covered);
    for (std::size_t o = 0; o < options_; ++o) set(root.active, o);
    for (std::size_t i = 0; i < items_; ++i) {
      set(root.uncovered, i);
      root.sizes[i] = static_cast<Size>(option_ends_[i + 1] - option_ends_[i]);
    }
    root.count = static_cast<std::uint32_t>(items_);
    return open(root, true);
  }

  // -------------------------------------------------------------------------------- the meter ---

  bool spend() {
    return meter_.spend(
        work_, [] {}, [&] { return progress(); }, status_);
  }

  [[nodiscard]] search::Progress progress() const {
    return {.nodes = meter_.nodes(),
            .solutions = complete().count.natural(),
            .level = static_cast<std::uint32_t>(level_),
            .share = share()};
  }

 public:
  /// An estimate of the part of the search that is done, from 0 to 1, which assumes that all
  /// branches of a node have equally many nodes. If states are often found in the table, the
  /// assumption is used only from the highest level on at which a branch is finished. Above this
  /// level it would be wrong by orders of magnitude, because most states of later branches are
  /// already in the table; there memo::Growth predicts the work.
  [[nodiscard]] double share() const override {
    if (!begun_) return 0;
    if (status_ == Status::exhausted) return 1;
    constexpr std::uint64_t nodes_a_hit = 8;
    const bool rarely_met = hits_ < meter_.nodes() / nodes_a_hit;
    if (!growth_.is_known() || rarely_met) return behind(0, 0);
    const std::size_t top = growth_.highest_level() - 1;
    const double first = 1 / growth_.to(levels_[0].count);
    const double all = growth_.to(levels_[top].count) * first;
    return first + (all - first) * behind(top, 1);
  }

 private:
  /// An estimate of the part that is done of the subtree at level `top`, without the first
  /// `skipped` branches of its root. Assumes that all branches of a node have equally many nodes.
  [[nodiscard]] double behind(std::size_t top, std::size_t skipped) const {
    double share = 0;
    double width = 1;
    for (std::size_t l = top; l <= level_ && !levels_[l].splits; ++l) {
      const Level& level = levels_[l];
      std::size_t all = 0;
      std::size_t behind = 0;
      for (const std::uint16_t* o = level.first; o != level.last; ++o) {
        if (!has(level.active, *o)) continue;
        ++all;
        if (o < level.next && (*o != level.option || l == level_)) ++behind;
      }
      if (l == top) {
        all -= skipped;
        behind -= std::min(behind, skipped);
      }
      if (all == 0) break;
      width /= static_cast<double>(all);
      share += width * static_cast<double>(behind);
    }
    return share;
  }

  [[nodiscard]] std::size_t own_bytes() const {
    return sizeof *this + matrix_bytes() +
           heap_bytes(weights_, levels_, items_to_visit_, options_to_visit_, patience_) +
           growth_.memory_bytes() + levels_.size() * padded_items_ * sizeof(Size) +
           words_of_levels_ * sizeof(Word);
  }

  struct Patience {
    std::uint32_t left = 0;
    std::uint32_t span = 0;
  };

  std::size_t padded_items_;
  bool key_is_items_;
  bool weighted_;
  bool splitting_;
  std::vector<OptionWeight> weights_;
  std::vector<Level> levels_;
  std::unique_ptr<Word[]> level_words_;
  std::unique_ptr<Size[]> sizes_of_levels_;
  std::size_t words_of_levels_ = 0;
  std::size_t level_ = 0;
  std::vector<std::uint16_t> items_to_visit_;
  std::vector<std::uint16_t> options_to_visit_;
  std::vector<Patience> patience_;
  memo::Growth growth_;
  std::uint64_t work_ = 0;            // number of options read to update sizes
  std::uint64_t splitting_work_ = 0;  // work of testing states that did not split into parts
  std::uint64_t hits_ = 0;
  std::uint64_t parts_ = 0;
  search::Meter meter_;
  search::Trace* trace_;
  Status status_ = Status::running;
  bool begun_ = false;
  Table table_;
};

}  // namespace

std::string_view memo_objection(const Problem& problem) {
  if (problem.has_multiplicities()) return "it has multiplicities";
  if (problem.option_count() > most_options) return "it has more than 16384 options";
  if (problem.primary_count() > most_items) return "it has more than 4096 primary items";
  return {};
}

std::size_t memo_bytes(const Problem& problem) {
  const std::size_t options = problem.option_count(), items = problem.primary_count();
  const std::size_t option_words = words_for(options), item_words = words_for(items);
  const std::size_t of_option = (option_words + item_words) * sizeof(Word) + 32;
  const std::size_t of_level = (2 * (option_words + item_words) + 1) * sizeof(Word) +
                               2 * (items + block) * sizeof(Size) + 200;
  return options * of_option + (items + 1) * of_level + problem.entry_count() * 16;
}

std::unique_ptr<Memo> make_memo(const Problem& problem, const Tally& weights_of,
                                const TableOptions& options, bool split_components,
                                const search::Deadline& deadline) {
  if (const std::string_view objection = memo_objection(problem); !objection.empty()) {
    throw std::invalid_argument("memoised counting is not for this problem: " +
                                std::string(objection));
  }
  if (weights_of.weighted() && weights_of.weights().size() != problem.option_count()) {
    throw std::invalid_argument("memoised counting needs one weight for each option");
  }
  auto memo = std::make_unique<MemoSearch>(problem, weights_of, options, split_components);
  if (!memo->make(problem, deadline)) return nullptr;
  return memo;
}

}  // namespace dlx::tables
