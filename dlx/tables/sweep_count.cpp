// The problem. Count the sets of options that cover all items, going through the items in a fixed
// order. The frontier consists of the items that earlier and later options share. Choices of
// earlier options that agree on the frontier have the same continuations, so they form one state
// and are counted together. A step processes one item and maps each state to its next states.
//
// The memory. There are two tables of states, one for the current step and one for the next step.
// The states of a table are in ascending order of keys.
//
//     keys      [state][word]    the frontier, packed as the plan says
//     values    [state][limb]    number of ways to reach the state, in as many words as the largest
//                                number needs;
//                                then, with weights, the fingerprint
//
// The invariants. Keys ascend, and no key occurs twice. A number consists of limbs, which are
// 64-bit words. No number needs more limbs than its table provides, because each step first
// computes an upper bound for the sums.
//
// If memory is short, tables are packed and may be written to a file; see sweep_table.hpp. If most
// possible states are reached, tables have no keys; see sweep_dense.hpp. sweep_rules.hpp translates
// the options of a step into rules, and sweep_pass.hpp applies these rules to all states. This file
// controls the steps, and saves and loads sweeps.
//
// Considered and rejected: two sweeps, one from each end of the order, whose tables are joined at
// the best step between. The following lines compare the sum of the states of all steps for one
// sweep and for two sweeps.
//
//     dominoes 14x14 in diagonal order, which sweeps use      169,519      169,519
//     dominoes 14x14 row by row                               535,998      484,733
//     trominoes 9x9                                           371,675      369,111
//     tetrominoes 8x8                                       1,210,943    1,199,986
//     bent trominoes 12x12                                    234,799      168,999
//
// On trominoes and tetrominoes, the sweep from the second end may cover its items in any order. So
// the second sweep has 4 and 20 times as many states as the first sweep, and the best step to join
// the tables is near the second end. In diagonal order most states are near the middle, where
// numbers from either end have half their length. The savings do not justify a second kind of plan.
// But if the second half of a sweep is the mirror image of the first half, the tables of the second
// half are known; see sweep_half.hpp.
//
// Citation. Transfer matrices with packed frontiers: D. E. Knuth, The Art of Computer Programming,
// volume 4A, 7.1.4 (Simpath); J. Kawahara et al., Frontier-based search for enumerating all
// constrained subgraphs with compressed representation, IEICE Transactions E100-A (2017). Merging
// sorted tables instead of searching in hash tables: sweep_merge.hpp.

#include "dlx/tables/sweep_count.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/search/meter.hpp"
#include "dlx/tables/sweep_dense.hpp"
#include "dlx/tables/sweep_fold.hpp"
#include "dlx/tables/sweep_half.hpp"
#include "dlx/tables/sweep_parts.hpp"
#include "dlx/tables/sweep_pass.hpp"
#include "dlx/tables/sweep_progress.hpp"
#include "dlx/tables/sweep_rules.hpp"
#include "dlx/tables/sweep_saving.hpp"

namespace dlx::tables {

using sweeping::CheckedWords;
using sweeping::Head;
using sweeping::Key;
using sweeping::PartOutcome;
using sweeping::Word;

namespace {

/// The members of a sweep that do not depend on the number of words of a key.
class AnySweep : public Sweep {
 public:
  AnySweep(const SweepPlan& plan, const Tally& weights, const TableOptions& options)
      : plan_(plan),
        setting_{.plan = plan,
                 .weights = {weights.weights().begin(), weights.weights().end()},
                 .weighted = weights.weighted(),
                 .options = options},
        meter_(options.control),
        progress_(plan),
        fuel_(
            meter_,
            [this] {
              return search::Progress{.states = meter_.nodes(),
                                      .solutions_known = false,
                                      .level = static_cast<std::uint32_t>(step_),
                                      .share = share()};
            },
            result_.status) {}
  void set_limits(const search::Limits& limits) override {
    meter_.set_limits(limits);
    setting_.options.control.limits = limits;
  }
  void set_memory_limit(std::size_t bytes) override { setting_.options.memory_limit = bytes; }
  [[nodiscard]] SweepResult result() const override { return result_; }
  [[nodiscard]] std::uint64_t looks() const override { return meter_.nodes(); }

  [[nodiscard]] double share() const override {
    if (result_.status == Status::exhausted) return 1;
    return progress_.share(step_, meter_.nodes(), looks_left_of_fold());
  }

  Status run() override {
    if (std::exchange(is_torn_, true)) throw std::logic_error("an exception ended this sweep");
    const Status status = go_on();
    is_torn_ = false;
    return status;
  }

 protected:
  virtual Status go_on() = 0;
  /// The work left, in states read, if equivalent states are being merged; otherwise 0.
  [[nodiscard]] virtual double looks_left_of_fold() const = 0;

  /// The head of a saved sweep, without the fields that depend on the number of words of a key.
  [[nodiscard]] Head head() const {
    Head head;
    head.plan = sweeping::mark_of(plan_, setting_.weights);
    head.steps = plan_.steps.size();
    head.step = step_;
    head.states_so_far = result_.states;
    head.most_states = result_.most_states;
    head.work_done = progress_.work_done();
    head.growth = progress_.growth();
    return head;
  }
  void go_on_from(const Head& head) {
    step_ = static_cast<std::size_t>(head.step);
    result_.states = head.states_so_far;
    result_.most_states = head.most_states;
    progress_.go_on(step_, head.work_done, head.growth);
  }

  const SweepPlan& plan_;
  sweeping::Setting setting_;
  search::Meter meter_;  // counts states read, and other work in this unit
  std::size_t step_ = 0;
  SweepResult result_;
  sweeping::Progress progress_;
  sweeping::Fuel fuel_;

 private:
  // Whether a table may be incomplete, because run() is running or has thrown an exception.
  bool is_torn_ = false;
};

template <std::uint32_t Words>
class Packed final : public AnySweep {
 public:
  Packed(const SweepPlan& plan, const Tally& weights, const TableOptions& options, Fold* fold)
      : AnySweep(plan, weights, options), fold_(fold) {
    from_.reset(1, setting_.weighted);
    // The first state stands for the empty set of options, with the count 1 and the fingerprint 1.
    const Word one[] = {1, 1};
    from_.push(Key<Words>{}, one, std::numeric_limits<std::size_t>::max());
    from_.complete();
  }

  [[nodiscard]] bool folds() const override { return fold_ != nullptr; }

  Status go_on() override {
    if (result_.status == Status::memory_limit) return result_.status;
    while (step_ < plan_.steps.size() && states() != 0) {
      const Status status = pass();
      note_memory();
      if (status != Status::exhausted) return result_.status = status;
    }
    if (result_.status != Status::exhausted && finish()) result_.status = Status::exhausted;
    return result_.status;
  }

  void save(const WriteBytes& write) const override {
    if (!setting_.options.can_be_saved)
      throw std::logic_error("this sweep gives up what it has read");
    Head head = this->head();
    head.moves_made = moves_made_;
    head.words = Words;
    head.limbs = limbs();
    head.states = states();
    head.states_before = states_before_;
    CheckedWords words;
    words.write(write, &head, sizeof head / sizeof(Word));
    const auto write_piece = [&](Word states, const Word* keys, const Word* values) {
      words.write(write, &states, 1);
      words.write(write, keys, static_cast<std::size_t>(states) * Words);
      words.write(write, values, static_cast<std::size_t>(states) * stride());
    };
    dense_ ? write_dense(write_piece) : write_sorted(write_piece);
    const Word check = words.check();
    words.write(write, &check, 1);
  }

  bool load(const ReadBytes& read) override {
    if (begun_ || step_ != 0) throw std::logic_error("this sweep has begun");
    Head head;
    CheckedWords words;
    if (!words.read(read, &head, sizeof head / sizeof(Word)) || head.magic != Head().magic ||
        head.plan != sweeping::mark_of(plan_, setting_.weights) || head.words != Words ||
        head.step > plan_.steps.size() || head.limbs > longest_number ||
        (head.states != 0 && head.limbs == 0) ||
        head.moves_made > plan_.passes_for_moves(head.step)) {
      return false;
    }
    Table table(blocks_);
    const bool packs = Pass::must_pack(setting_, head.states, head.limbs);
    Pass::allow_spill(setting_, packs, blocks_, scratch_);
    table.reset(static_cast<std::uint32_t>(head.limbs), setting_.weighted, packs);
    for (Word states = 0, read_so_far = 0; read_so_far < head.states; read_so_far += states) {
      if (!words.read(read, &states, 1) || states == 0 || states > sweeping::Blocks::largest ||
          states > head.states - read_so_far) {
        return false;
      }
      const auto count = static_cast<std::size_t>(states);
      std::vector<Word> keys(count * Words), values(count * table.stride());
      if (!words.read(read, keys.data(), keys.size()) ||
          !words.read(read, values.data(), values.size())) {
        return false;
      }
      for (std::size_t state = 0; state < count; ++state) {
        Key<Words> key;
        std::copy_n(&keys[state * Words], Words, key.word);
        if (!table.push(key, &values[state * table.stride()], setting_.options.memory_limit))
          return false;
      }
    }
    table.complete();
    const Word check = words.check();
    Word written = 0;
    if (!words.read(read, &written, 1) || written != check) return false;
    from_.swap(table);
    dense_.reset();
    go_on_from(head);
    moves_made_ = static_cast<std::uint32_t>(head.moves_made);
    states_before_ = static_cast<std::size_t>(head.states_before);
    return true;
  }

 private:
  static constexpr Word longest_number = std::uint32_t{1} << 20;  // maximum number of limbs

  using Table = sweeping::Table<Words>;
  using Pass = sweeping::Pass<Words>;

  /// Reads the table once and makes the next table. For an item with bounds {1, 1}, this completes
  /// the step of the item. Other items need a pass for each option of the step, and a last pass.
  /// Returns exhausted if the next table is complete.
  Status pass() {
    if (!begun_) {
      if (fold_ != nullptr && !is_folded()) return result_.status;
      begin_pass();
    }
    PartOutcome made = PartOutcome::no_memory;
    try {
      made = dense_ ? run_dense() : run_sorted();
    } catch (const std::bad_alloc&) {
      if (!dense_) throw;
    }
    note_memory();
    if (made == PartOutcome::no_memory) return Status::memory_limit;
    if (made == PartOutcome::paused) return result_.status;
    end_pass();
    return Status::exhausted;
  }

  [[nodiscard]] double looks_left_of_fold() const override {
    return fold_pass_ ? fold_pass_->looks_left() : 0;
  }

  /// Merges equivalent states before the current step, if this is worthwhile. Returns false if the
  /// sweep must pause.
  bool is_folded() {
    const std::uint64_t before = meter_.nodes();
    const bool is_complete = go_on_with_fold();
    progress_.looks_of_folds += meter_.nodes() - before;
    return is_complete;
  }
  bool go_on_with_fold() {
    if (moves_made_ != 0 || is_fold_too_large_) return true;
    const bool is_new = !fold_pass_ && std::exchange(fold_considered_, step_) != step_;
    if (is_new && fold_->begin(step_, states())) {
      if (dense_) make_sorted();
      fold_pass_.emplace(setting_, from_, *fold_);
    }
    while (const std::uint64_t unpaid = fold_->work_of_beginnings() - paid_work_) {
      const std::uint64_t paid = std::min(fuel_.grant(), unpaid);
      if (paid == 0) return false;
      fuel_.use(paid);
      paid_work_ += paid;
    }
    if (!fold_pass_) return true;
    const PartOutcome outcome = fold_pass_->run(fuel_);
    note_memory();
    if (outcome == PartOutcome::paused) return false;
    if (outcome == PartOutcome::done) fold_pass_->replace_table(blocks_);
    is_fold_too_large_ = outcome == PartOutcome::no_memory;
    fold_->end();
    fold_pass_.reset();
    return true;
  }

  PartOutcome run_sorted() {
    if (!pass_) pass_.emplace(setting_, from_, rules_, next_step(), blocks_, scratch_);
    return pass_->run(fuel_);
  }

  PartOutcome run_dense() {
    const search::Jobs& jobs = setting_.options.jobs;
    const bool together = jobs.threads > 1 && states() >= jobs.threads * jobs.least_states;
    if (!dense_pass_) {
      dense_pass_.emplace(*dense_, dense_moves(), std::move(*dense_rules_),
                          sweeping::limbs_after(bits(), rules_.ways), together ? jobs.threads : 1,
                          std::move(old_dense_));
      if (bytes() > setting_.options.memory_limit) return PartOutcome::no_memory;
    }
    const sweeping::MakePart make = [this](std::size_t part, std::uint64_t& left) {
      return dense_pass_->make(part, left);
    };
    return setting_.make_all(dense_pass_->parts(), together, make, fuel_);
  }

  /// Updates SweepResult::memory_bytes by the largest number of bytes since the last call.
  void note_memory() {
    const std::size_t beside_blocks = bytes() - blocks_.bytes();
    result_.memory_bytes =
        std::max(result_.memory_bytes, beside_blocks + blocks_.take_most_bytes());
  }
  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = blocks_.bytes();
    if (pass_) sum += pass_->other_bytes();
    if (dense_) sum += dense_->bytes() + old_dense_.bytes();
    if (dense_pass_) sum += dense_pass_->bytes();
    if (fold_pass_) sum += fold_pass_->memory_bytes();
    return sum;
  }
  /// Properties of the current table, from which the next table is made.
  /// @{
  [[nodiscard]] std::size_t states() const {
    return dense_ ? static_cast<std::size_t>(dense_->states) : from_.size();
  }
  [[nodiscard]] std::uint32_t limbs() const { return dense_ ? dense_->limbs : from_.limbs(); }
  [[nodiscard]] std::uint32_t stride() const { return dense_ ? dense_->stride : from_.stride(); }
  [[nodiscard]] std::uint32_t bits() const { return dense_ ? dense_->number_bits : from_.bits(); }
  /// @}
  [[nodiscard]] const SweepPlan::Step& step() const { return plan_.steps[step_]; }
  [[nodiscard]] const SweepPlan::Step* next_step() const {
    return step_ + 1 < plan_.steps.size() ? &plan_.steps[step_ + 1] : nullptr;
  }

  void begin_pass() {
    begun_ = true;
    if (moves_made_ == 0) states_before_ = states();
    rules_ = sweeping::RuleMaker<Words>(plan_, setting_.weights, static_cast<double>(states()))
                 .make(step_, moves_made_);
    dense_rules_ = suits_dense() ? sweeping::dense_rules(rules_) : std::nullopt;
    if (dense_rules_ && !dense_) make_dense();
    if (!dense_rules_ && dense_) make_sorted();
  }

  void end_pass() {
    begun_ = false;
    if (dense_) {
      old_dense_ = std::exchange(*dense_, dense_pass_->take());
      dense_pass_.reset();
    } else {
      pass_->move_to(from_);
      pass_.reset();
    }
    result_.states += states();
    result_.most_states = std::max<std::uint64_t>(result_.most_states, states());
    if (!rules_.settles) {
      ++moves_made_;
      return;
    }
    progress_.note_step(step_, states_before_, states(), meter_.nodes());
    ++step_;
    moves_made_ = 0;
  }

  // --------------------------------------------------------------------------- dense tables ---

  // A sorted table is converted to a dense table if at least half of all possible states are
  // reached. A dense table is converted to a sorted table if less than a fourth are reached. At a
  // third, both kinds of table are equally fast, but dense tables are larger.
  static constexpr std::size_t fewest_states = 4'096;

  [[nodiscard]] std::uint32_t index_bits() const {
    if (moves_made_ != 0) return step().bits_after + step().leaving;
    return step_ == 0 ? 0 : plan_.steps[step_ - 1].bits_after;
  }
  [[nodiscard]] std::uint32_t next_index_bits() const {
    return step().bits_after + step().leaving - rules_.leaving;
  }
  /// How the bits of a state's index shift from the current dense table to the next.
  [[nodiscard]] sweeping::DenseMoves dense_moves() const {
    if (step_ == plan_.steps.size()) return {};
    const std::span<const SweepPlan::Field> all(plan_.gaps);
    return {.gaps = moves_made_ != 0
                        ? std::span<const SweepPlan::Field>()
                        : all.subspan(step().first_gap, step().end_gap - step().first_gap),
            .bits_after = next_index_bits(),
            .leaving = rules_.leaving};
  }

  /// Whether a dense next table can be made faster, if the rules of the step allow it.
  [[nodiscard]] bool suits_dense() const {
    const std::uint32_t bits = std::max(index_bits(), next_index_bits());
    if (setting_.options.packed ||
        step().bits_after + step().leaving > sweeping::DenseTable::most_bits) {
      return false;
    }
    const auto reached = static_cast<double>(states());
    const double fill = reached / std::exp2(bits);
    if (!setting_.options.dense) {
      if (!dense_ && (states() < fewest_states || fill < 1 / 2.0)) return false;
      if (dense_ && fill < 1 / 4.0) return false;
    }
    const std::size_t next = sweeping::limbs_after(this->bits(), rules_.ways) + std::size_t{1};
    const double needed = sweeping::DenseTable::bytes(index_bits(), static_cast<double>(stride())) +
                          sweeping::DenseTable::bytes(next_index_bits(), static_cast<double>(next));
    return needed <= static_cast<double>(setting_.options.memory_limit) / 2 &&
           sweeping::DensePass::can(dense_moves(), next);
  }

  void make_dense() {
    const sweeping::DenseMoves moves = dense_moves();
    sweeping::DenseTable table = {.bits = index_bits(),
                                  .limbs = from_.limbs(),
                                  .stride = from_.stride(),
                                  .states = from_.size(),
                                  .number_bits = from_.bits()};
    table.allocate({});
    std::fill_n(table.values.get(), table.size() * table.stride, Word{0});
    std::vector<Word> buffer;
    for (std::size_t piece = 0; piece < from_.pieces(); ++piece) {
      const typename Table::View view = from_.view(piece, buffer);
      for (std::uint32_t state = 0; state < view.states; ++state) {
        std::copy_n(view.values + std::size_t{state} * table.stride, table.stride,
                    table.value(moves.index(view.keys[std::size_t{state} * Words])));
      }
    }
    from_.reset(1, setting_.weighted);
    blocks_.trim();
    dense_ = std::move(table);
  }

  void make_sorted() {
    old_dense_ = {};
    Table sorted(blocks_);
    sorted.reset(dense_->limbs, setting_.weighted,
                 Pass::must_pack(setting_, dense_->states, dense_->limbs));
    for_each_reached(*dense_, [&](const Key<Words>& key, const Word* value) {
      sorted.push(key, value, std::numeric_limits<std::size_t>::max());
    });
    sorted.complete();
    from_.swap(sorted);
    dense_.reset();
  }

  /// Calls visit(key, value) for every state that is reached, in ascending order of keys.
  template <class Visit>
  void for_each_reached(const sweeping::DenseTable& table, const Visit& visit) const {
    for (std::size_t index = 0; index < table.size(); ++index) {
      const Word* const value = table.value(index);
      if (std::all_of(value, value + table.limbs, [](Word word) { return word == 0; })) continue;
      Key<Words> key = {};
      key.word[0] = index;
      // An index lacks the bits of items that enter the frontier at this step. With these bits, a
      // key may need more words than the index.
      if (moves_made_ == 0 && step_ < plan_.steps.size()) plan_.enter(step(), key.word);
      visit(key, value);
    }
  }

  template <class Write>
  void write_sorted(const Write& write) const {
    std::vector<Word> buffer;
    for (std::size_t piece = 0; piece < from_.pieces(); ++piece) {
      const typename Table::View view = from_.view(piece, buffer);
      write(view.states, view.keys, view.values);
    }
  }

  template <class Write>
  void write_dense(const Write& write) const {
    constexpr Word most = 4'096;
    std::vector<Word> keys, values;
    Word states = 0;
    const auto flush = [&] {
      if (states != 0) write(states, keys.data(), values.data());
      keys.clear();
      values.clear();
      states = 0;
    };
    for_each_reached(*dense_, [&](const Key<Words>& key, const Word* value) {
      keys.insert(keys.end(), key.word, key.word + Words);
      values.insert(values.end(), value, value + dense_->stride);
      if (++states == most) flush();
    });
    flush();
  }

  /// Computes the number of solutions after the last step. Returns false if the sweep must pause.
  bool finish() {
    if (states() == 0) return true;
    if (plan_.halved && moves_made_ == 0 && !join()) return false;
    std::vector<Word> buffer;
    const Word* const value = dense_ ? dense_->value(0) : from_.view(0, buffer).values;
    result_.solutions = Natural::from_words({value, limbs()});
    if (setting_.weighted) result_.fingerprint = Residue(value[limbs()]);
    return true;
  }

  /// If the plan has only the first half of the steps, computes the number of solutions from the
  /// last table (see sweep_half.hpp). Returns false if the sweep must pause.
  bool join() {
    if (dense_) make_sorted();
    if (!halves_) {
      halves_.emplace(from_, plan_.steps.back().bits_after);
      progress_.left_to_join = static_cast<double>(states());
    }
    while (!halves_->is_over()) {
      const std::uint64_t granted = fuel_.grant();
      if (granted == 0) return false;
      const std::uint32_t joined = halves_->add_piece();
      progress_.left_to_join -= joined;
      fuel_.use(std::min<std::uint64_t>(granted, joined));
    }
    Table joined(blocks_);
    joined.reset(static_cast<std::uint32_t>(halves_->sum().size()), setting_.weighted);
    joined.push(Key<Words>{}, halves_->sum().data(), std::numeric_limits<std::size_t>::max());
    joined.complete();
    from_.swap(joined);
    moves_made_ = 1;
    halves_.reset();
    return true;
  }

  std::unique_ptr<Scratch> scratch_;  // storage outside memory for tables; null until it is needed
  sweeping::Blocks blocks_;
  Table from_{blocks_};
  std::optional<sweeping::DenseTable>
      dense_;                       // the current table if it is dense; then from_ is not used
  sweeping::DenseTable old_dense_;  // the previous dense table, whose memory is reused
  // Number of passes done in this step; after the last step: 1 if join() is done.
  std::uint32_t moves_made_ = 0;
  std::size_t states_before_ = 0;  // number of states before the current step

  // The state of join(); nullopt while it does not run.
  std::optional<sweeping::Halves<Words>> halves_;
  Fold* fold_;  // null if equivalent states are not merged
  std::optional<sweeping::FoldPass<Words>> fold_pass_;
  std::uint64_t paid_work_ = 0;  // the part of Fold::work_of_beginnings() that meter_ has counted
  // Whether a merge of equivalent states exceeded the memory limit, so that none is tried again.
  bool is_fold_too_large_ = false;
  // The last step before which it was decided whether to merge equivalent states.
  std::size_t fold_considered_ = std::numeric_limits<std::size_t>::max();

  // The members from here on belong to the current pass, which makes the next table.
  bool begun_ = false;
  sweeping::PassRules<Words> rules_;
  std::optional<Pass> pass_;
  // The rules for a dense table; nullopt if the next table is sorted.
  std::optional<std::vector<sweeping::DenseRule>> dense_rules_;
  std::optional<sweeping::DensePass> dense_pass_;
};

}  // namespace

std::unique_ptr<Sweep> make_sweep(const SweepPlan& plan, const Tally& weights,
                                  const TableOptions& options, Fold* fold) {
  if ((plan.halved || fold != nullptr) && weights.weighted()) {
    throw std::invalid_argument("the symmetry of a half or of a fold does not know the weights");
  }
  if (plan.words == 1) return std::make_unique<Packed<1>>(plan, weights, options, fold);
  if (plan.words == 2) return std::make_unique<Packed<2>>(plan, weights, options, fold);
  if (plan.words <= 4) return std::make_unique<Packed<4>>(plan, weights, options, fold);
  if (plan.words <= most_words_of_sweep) {
    return std::make_unique<Packed<most_words_of_sweep>>(plan, weights, options, fold);
  }
  throw std::invalid_argument("the frontier of this order has more than 1023 bits");
}

std::optional<SavedSweep> Sweep::describe(const ReadBytes& read) {
  Head head;
  std::array<char, sizeof head> bytes;
  if (!read(bytes.data(), bytes.size())) return {};
  std::memcpy(&head, bytes.data(), bytes.size());
  if (head.magic != Head().magic) return {};
  return SavedSweep{head.step, head.steps, head.states};
}

}  // namespace dlx::tables
