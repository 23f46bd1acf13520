// The problem. In how many ways do chosen options lead from nothing covered to everything covered?
// Ways that agree on the frontier, the items that earlier and later options share, go on alike, so
// that they are counted together: a step takes each state of the table to one or several new ones.
//
// The memory. Two tables of states, for a step and for the next, in ascending order of their keys.
//
//     keys      [state][word]    the frontier, packed as the plan says
//     values    [state][limb]    ways to get there, in as many words as the largest number needs;
//                                then, with weights, the fingerprint
//
// The invariants: keys ascend, and each stands once; no number of a table can outgrow its limbs,
// for a step knows how many numbers it can add up at most.
//
// Where memory is short, tables are packed, and may go to a file: see sweep_table.hpp. Threads make
// ranges of the next table, from one key to another.
//
// Citation. Transfer matrices with packed frontiers: D. E. Knuth, The Art of Computer Programming,
// volume 4A, 7.1.4 (Simpath); J. Kawahara et al., Frontier-based search for enumerating all
// constrained subgraphs with compressed representation, IEICE Transactions E100-A (2017). Merging
// sorted tables instead of searching in hash tables: sweep_merge.hpp.

#include "dlx/counting/sweep_count.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "dlx/core/mixed.hpp"
#include "dlx/counting/sweep_merge.hpp"
#include "dlx/search/meter.hpp"

namespace dlx {

using sweeping::Key;
using sweeping::Merged;
using sweeping::Word;

namespace {

/// The first words of a sweep that is saved.
struct Head {
  Word magic = 0x31'50'45'45'57'53'58'4C;  // "LXSWEEP1"
  Word plan = 0;                           // which plan and weights
  Word steps = 0, step = 0, moves_made = 0;
  Word words = 0, limbs = 0, states = 0;
  Word states_so_far = 0, most_states = 0, states_before = 0;
  double work_done = 0, growth = 0;
};

/// Words on their way out or in, with a check of them all at the end.
class CheckedWords {
 public:
  void write(const WriteBytes& to, const void* words, std::size_t count) {
    const auto* const bytes = static_cast<const char*>(words);
    to({bytes, count * sizeof(Word)});
    add(bytes, count);
  }
  [[nodiscard]] bool read(const ReadBytes& from, void* words, std::size_t count) {
    auto* const bytes = static_cast<char*>(words);
    if (!from(bytes, count * sizeof(Word))) return false;
    add(bytes, count);
    return true;
  }
  [[nodiscard]] Word check() const { return check_; }

 private:
  void add(const char* bytes, std::size_t count) {
    for (std::size_t w = 0; w < count; ++w) {
      Word word = 0;
      std::memcpy(&word, bytes + w * sizeof word, sizeof word);
      check_ = mixed(check_ ^ word);
    }
  }
  Word check_ = 0;
};

}  // namespace

class Sweep::Impl {
 public:
  Impl(const SweepPlan& plan, const Tally& weights, const TableOptions& options)
      : plan_(plan),
        weights_(weights.weights().begin(), weights.weights().end()),
        weighted_(weights.weighted()),
        memory_limit_(options.memory_limit),
        always_packs_(options.packed),
        make_scratch_(options.make_scratch),
        jobs_(options.jobs),
        limited_by_nodes_(options.control.limits.nodes.has_value()),
        meter_(options.control) {}
  virtual ~Impl() = default;

  virtual Status run() = 0;
  virtual void save(const WriteBytes& write) const = 0;
  virtual bool load(const ReadBytes& read) = 0;

  void set_limits(const Limits& limits) {
    meter_.set_limits(limits);
    limited_by_nodes_ = limits.nodes.has_value();
  }
  void set_memory_limit(std::size_t bytes) { memory_limit_ = bytes; }
  [[nodiscard]] const SweepResult& result() const { return result_; }
  [[nodiscard]] std::uint64_t looks() const { return meter_.nodes(); }

  [[nodiscard]] double share() const {
    if (result_.status == Status::exhausted) return 1;
    if (step_ == 0) return 0;
    double done = work_done_, ahead = 0;
    for (std::size_t s = step_; s < plan_.steps.size(); ++s) {
      ahead += work_of_step(s, std::exp2(growth_ * plan_.steps[s - 1].bits_after));
    }
    // Of the step under way as much is done as was read before for the same work.
    if (looks_before_step_ != 0) {
      const auto looks = static_cast<double>(meter_.nodes() - looks_before_step_);
      const double step =
          work_of_step(step_, std::exp2(growth_ * plan_.steps[step_ - 1].bits_after));
      const double part =
          std::min(0.9 * step, work_done_ * looks / static_cast<double>(looks_before_step_));
      done += part;
      ahead -= part;
    }
    // Tables fill: of 220 sweeps measured, the more lay ahead, the more it was too little.
    constexpr double filling = 0.45;
    ahead *= std::pow(1 + ahead / done, filling);
    return done / (done + ahead);
  }

 protected:
  [[nodiscard]] double work_of_step(std::size_t step, double states) const {
    const SweepPlan::Step& s = plan_.steps[step];
    return states * (1.0 + s.end_move - s.first_move);
  }
  /// Before the step is counted as done: notes how many states it began with and ended with.
  void note_step(std::size_t before, std::size_t after) {
    work_done_ += work_of_step(step_, static_cast<double>(before));
    const std::uint32_t bits = plan_.steps[step_].bits_after;
    looks_before_step_ = meter_.nodes();
    growth_ = bits == 0 ? 1 : std::min(1.0, std::log2(static_cast<double>(after) + 1) / bits);
  }

  /// What distinguishes the plan and the weights from others.
  [[nodiscard]] Word mark() const {
    Word mark = plan_.words;
    const auto add = [&mark](Word word) { mark = mixed(mark ^ word); };
    for (const SweepPlan::Step& step : plan_.steps) add(Word{step.leaving} << 32 | step.end_move);
    for (const SweepPlan::Field& gap : plan_.gaps) add(Word{gap.at} << 32 | gap.bits);
    for (const SweepPlan::Counter& counter : plan_.counters) {
      add(Word{counter.field.at} << 32 | counter.field.bits);
      add(counter.most ^ counter.colour << 32);
    }
    for (const Word word : plan_.tests) add(word);
    for (const Word word : plan_.sets) add(word);
    for (const OptionWeight& weight : weights_) add(weight.ways ^ weight.factor.value() << 1);
    return mark;
  }
  /// What is the same in any packing of keys.
  [[nodiscard]] Head head() const {
    Head head;
    head.plan = mark();
    head.steps = plan_.steps.size();
    head.step = step_;
    head.states_so_far = result_.states;
    head.most_states = result_.most_states;
    head.work_done = work_done_;
    head.growth = growth_;
    return head;
  }
  void go_on_from(const Head& head) {
    step_ = static_cast<std::size_t>(head.step);
    result_.states = head.states_so_far;
    result_.most_states = head.most_states;
    work_done_ = head.work_done;
    growth_ = head.growth;
  }

  /// States that may be read before the budget is asked again; 0: the sweep must pause.
  std::uint64_t fuel() {
    return meter_.grant(
        [&] {
          return Progress{.states = meter_.nodes(),
                          .level = static_cast<std::uint32_t>(step_),
                          .share = share()};
        },
        result_.status);
  }

  const SweepPlan& plan_;
  std::vector<OptionWeight> weights_;
  bool weighted_;
  std::size_t memory_limit_;
  bool always_packs_;
  MakeScratch make_scratch_;
  Jobs jobs_;
  bool limited_by_nodes_;  // and so by one thread, which can stop at any state
  Meter meter_;            // of states read
  std::size_t step_ = 0;
  SweepResult result_;

 private:
  double work_done_ = 0;                 // in moves tried
  std::uint64_t looks_before_step_ = 0;  // as of its beginning
  double growth_ = 1;  // the logarithm of the present states by the bits of the frontier
};

template <std::uint32_t Words>
class Sweep::Packed final : public Sweep::Impl {
 public:
  Packed(const SweepPlan& plan, const Tally& weights, const TableOptions& options)
      : Impl(plan, weights, options) {
    from_.reset(1, weighted_);
    const Word one[] = {1, 1};  // one way, and the empty product
    from_.push(Key<Words>{}, one, std::numeric_limits<std::size_t>::max());
    from_.complete();
  }

  Status run() override {
    if (result_.status == Status::memory_limit) return result_.status;
    while (step_ < plan_.steps.size() && from_.size() != 0) {
      const Status status = pass();
      result_.memory_bytes = std::max(result_.memory_bytes, bytes());
      if (status != Status::exhausted) return result_.status = status;
    }
    if (result_.status != Status::exhausted) {
      result_.status = Status::exhausted;
      std::vector<Word> buffer;
      if (from_.size() != 0) report(from_.view(0, buffer).values);
    }
    return result_.status;
  }

  void save(const WriteBytes& write) const override {
    Head head = this->head();
    head.moves_made = moves_made_;
    head.words = Words;
    head.limbs = from_.limbs();
    head.states = from_.size();
    head.states_before = states_before_;
    CheckedWords words;
    words.write(write, &head, sizeof head / sizeof(Word));
    std::vector<Word> buffer;
    for (std::size_t piece = 0; piece < from_.pieces(); ++piece) {
      const typename Table::View view = from_.view(piece, buffer);
      const Word states = view.states;
      words.write(write, &states, 1);
      words.write(write, view.keys, std::size_t{view.states} * Words);
      words.write(write, view.values, std::size_t{view.states} * from_.stride());
    }
    const Word check = words.check();
    words.write(write, &check, 1);
  }

  bool load(const ReadBytes& read) override {
    Head head;
    CheckedWords words;
    if (!words.read(read, &head, sizeof head / sizeof(Word)) || head.magic != Head().magic ||
        head.plan != mark() || head.words != Words || head.step > plan_.steps.size() ||
        head.limbs > longest_number || (head.states != 0 && head.limbs == 0)) {
      return false;
    }
    Table table(blocks_);
    table.reset(static_cast<std::uint32_t>(head.limbs), weighted_,
                must_pack(head.states, head.limbs));
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
        if (!table.push(key, &values[state * table.stride()], memory_limit_)) return false;
      }
    }
    table.complete();
    const Word check = words.check();
    Word written = 0;
    if (!words.read(read, &written, 1) || written != check) return false;
    from_.reset(table.limbs(), weighted_);
    from_.append(std::move(table));
    go_on_from(head);
    moves_made_ = static_cast<std::uint32_t>(head.moves_made);
    states_before_ = static_cast<std::size_t>(head.states_before);
    return true;
  }

 private:
  static constexpr Word longest_number = std::uint32_t{1} << 20;  // limbs

  using Rule = sweeping::Rule<Words>;
  using Stream = sweeping::Stream<Words>;
  using Entry = typename Stream::Entry;
  using Table = sweeping::Table<Words>;
  using Merge = sweeping::Merge<Words>;

  // Options with more coloured items than this, whose colours may be there already or not, have
  // their states sorted; so have more options than streams should be made of, if there are few
  // states.
  static constexpr std::uint32_t most_open_colours = 3;
  static constexpr std::uint32_t many_moves = 500;
  static constexpr std::size_t few_states = 2'000'000;  // that are made of the table at most

  /// A part of the next table, from one key to another: made by one thread, which also allocates
  /// what it writes to, so that no two threads write to one cache line.
  struct alignas(64) Range {
    explicit Range(sweeping::Blocks& blocks) : table(blocks) {}
    std::optional<Key<Words>> first = {}, end = {};  // nothing: of the whole table
    std::vector<Stream> streams = {};
    Table table;
    std::optional<Merge> merge = {};
    bool done = false;
  };

  static constexpr std::uint64_t reads_at_once =
      20'000;  // by a thread, between looks at the others
  static constexpr std::size_t ranges_of_thread = 8;
  static constexpr std::size_t samples_of_range = 64;

  /// One merge: the whole of an exact step; of a counting step a move, or its end. Exhausted if it
  /// is complete, and the next one may begin.
  Status pass() {
    if (!begun_) begin_pass();
    for (Merged merged = Merged::paused; merged != Merged::done;) {
      const std::uint64_t granted = fuel();
      if (granted == 0) return result_.status;
      std::uint64_t left = granted;
      if (!is_sorted()) {
        merged = sort_piece(left) ? Merged::paused : Merged::no_memory;
      } else if (ranges_.empty()) {
        divide();
        if (bytes() > memory_limit_) merged = Merged::no_memory;
      } else if (ranges_.size() > 1 && !limited_by_nodes_) {
        merged = merge_in_threads();
        if (merged == Merged::paused) return result_.status;
      } else {
        merged = merge(left);
      }
      meter_.use(granted - left);
      result_.memory_bytes = std::max(result_.memory_bytes, bytes());
      if (merged == Merged::no_memory) return Status::memory_limit;
    }
    end_pass();
    return Status::exhausted;
  }

  [[nodiscard]] bool is_sorted() const {
    return sorted_moves_.empty() || sorted_.size() == from_.pieces();
  }
  [[nodiscard]] std::size_t most_bytes() const {
    return memory_limit_ - std::min(memory_limit_, other_bytes());
  }

  /// Makes the ranges one after the other.
  Merged merge(std::uint64_t& fuel) {
    for (const std::unique_ptr<Range>& range : ranges_) {
      if (range->done) continue;
      if (!range->merge) begin(*range);
      const Merged merged = range->merge->run(fuel, most_bytes());
      if (merged != Merged::done) return merged;
      complete(*range);
    }
    return Merged::done;
  }

  /// What the threads of one pass share.
  struct Together {
    std::atomic<std::size_t> next = 0;  // range
    std::atomic<std::uint64_t> reads = 0;
    std::uint64_t reads_counted = 0;
    std::atomic<bool> pause = false;
    std::atomic<bool> no_memory = false;
    std::mutex mutex = {};
    std::exception_ptr thrown = {};  // guarded by the mutex

    void stop_by(std::exception_ptr exception) {
      const std::lock_guard lock(mutex);
      thrown = std::move(exception);
      pause = true;
    }
  };

  /// Makes the ranges in several threads. The calling one also watches the budget.
  Merged merge_in_threads() {
    Together together;
    const auto guarded = [&](const auto& work) {
      try {
        work();
      } catch (...) {
        together.stop_by(std::current_exception());
      }
    };
    const auto job = [&](unsigned number) {
      guarded([&] {
        for (std::size_t r = together.next++; r < ranges_.size(); r = together.next++) {
          make(*ranges_[r], together, number == 0);
        }
      });
    };
    const auto watch = [&] {
      guarded([&] {
        if (!count_reads(together)) together.pause = true;
      });
    };
    jobs_.run(jobs_.threads, job, watch);
    watch();
    if (together.thrown) std::rethrow_exception(together.thrown);
    if (together.no_memory) return Merged::no_memory;
    const bool done = std::all_of(ranges_.begin(), ranges_.end(),
                                  [](const std::unique_ptr<Range>& range) { return range->done; });
    return done ? Merged::done : Merged::paused;
  }

  void make(Range& range, Together& together, bool watches) {
    if (!range.merge) begin(range);
    while (!range.done && !together.pause) {
      std::uint64_t fuel = reads_at_once;
      const Merged merged = range.merge->run(fuel, most_bytes());
      together.reads += reads_at_once - fuel;
      if (merged == Merged::done) complete(range);
      if (merged == Merged::no_memory) together.no_memory = together.pause = true;
      if (watches && !count_reads(together)) together.pause = true;
    }
  }

  /// Counts what all threads have read. Returns whether they may go on.
  bool count_reads(Together& together) {
    meter_.ask_again();
    for (;;) {
      const std::uint64_t granted = fuel();
      if (granted == 0) return false;
      const std::uint64_t counted = std::min(granted, together.reads - together.reads_counted);
      meter_.use(counted);
      together.reads_counted += counted;
      if (counted < granted) return true;
    }
  }

  /// Whether a table of this size leaves too little memory for the next one.
  [[nodiscard]] bool must_pack(Word states, Word limbs) const {
    return always_packs_ || states * (Words + limbs + 1) * sizeof(Word) > memory_limit_ / 3;
  }
  [[nodiscard]] std::size_t bytes() const { return blocks_.bytes() + other_bytes(); }
  /// Beside tables: states that were sorted, and streams, if there are many.
  [[nodiscard]] std::size_t other_bytes() const {
    const std::size_t threads = ranges_.size() > 1 ? jobs_.threads : 1;
    const std::size_t streams = rules_.size() > many_moves ? rules_.size() * threads : 0;
    const std::size_t unpacked = packs_ ? Table::packed_words * sizeof(Word) : 0;
    return sorted_bytes_ + streams * (sizeof(Stream) + unpacked);
  }
  [[nodiscard]] const SweepPlan::Step& step() const { return plan_.steps[step_]; }
  /// Whether this pass is the last of its step.
  [[nodiscard]] bool settles() const {
    return step().exact || step().first_move + moves_made_ == step().end_move;
  }
  [[nodiscard]] std::uint32_t leaving() const { return settles() ? step().leaving : 0; }

  void begin_pass() {
    begun_ = true;
    if (moves_made_ == 0) states_before_ = from_.size();
    rules_.clear();
    sorted_moves_.clear();
    sorted_.clear();
    sorted_bytes_ = 0;
    ways_ = 0;
    if (step().exact) {
      if (step().in_frontier) {
        Rule covered;
        step().field.set(covered.mask.word, 1);
        covered.want = covered.mask;
        rules_.push_back(covered);
      }
      const std::uint32_t moves = step().end_move - step().first_move;
      const bool sorts = moves > many_moves && moves * from_.size() <= few_states;
      for (std::uint32_t m = step().first_move; m < step().end_move; ++m) {
        sorts ? sorted_moves_.push_back(m) : add_rules(m);
      }
    } else if (!settles()) {
      rules_.push_back({});
      add_rules(step().first_move + moves_made_);
    } else {
      Rule enough;
      enough.ranges.push_back({step().field, step().bounds.at_least, step().field.mask()});
      rules_.push_back(enough);
    }
    for (const Rule& rule : rules_) add_ways(rule.weight, rule.mask);
    for (const std::uint32_t move : sorted_moves_) add_ways(weight_of(move), {});
  }

  void add_rules(std::uint32_t move) {
    Rule rule;
    std::copy_n(plan_.test(move), plan_.words, rule.mask.word);
    std::copy_n(plan_.set(move), plan_.words, rule.add.word);
    rule.weight = weight_of(move);
    std::vector<SweepPlan::Counter> colours;
    for (std::uint32_t c = plan_.moves[move].first_counter; c < plan_.moves[move].end_counter;
         ++c) {
      const SweepPlan::Counter& counter = plan_.counters[c];
      if (counter.colour != 0) {
        colours.push_back(counter);
      } else if (counter.most == 0) {
        return;
      } else {
        rule.ranges.push_back({counter.field, 0, counter.most - 1});
        counter.field.set(rule.add.word, 1);
      }
    }
    if (colours.size() > most_open_colours) return sorted_moves_.push_back(move);
    // One rule for each set of items that have their colour already.
    for (std::uint32_t coloured = 0; coloured >> colours.size() == 0; ++coloured) {
      Rule some = rule;
      for (std::uint32_t c = 0; c < colours.size(); ++c) {
        const SweepPlan::Field& field = colours[c].field;
        field.set(some.mask.word, field.mask());
        field.set((coloured >> c & 1) != 0 ? some.want.word : some.add.word, colours[c].colour);
      }
      rules_.push_back(some);
    }
  }

  [[nodiscard]] OptionWeight weight_of(std::uint32_t move) const {
    return weighted_ ? weights_[index(plan_.moves[move].option)] : OptionWeight{};
  }

  /// Of how many numbers, with their weights, the rule can make one.
  void add_ways(const OptionWeight& weight, const Key<Words>& mask) {
    std::uint32_t open = leaving();
    for (std::uint32_t bit = 0; bit < leaving(); ++bit) {
      open -= mask.word[bit / 64] >> bit % 64 & 1;
    }
    ways_ += static_cast<double>(weight.ways) *
             std::min(std::exp2(open), static_cast<double>(from_.size()));
  }

  /// Makes and sorts the states of one piece of the table.
  bool sort_piece(std::uint64_t& fuel) {
    std::vector<Word> buffer;
    const typename Table::View piece = from_.view(sorted_.size(), buffer);
    std::vector<Entry> entries;
    for (std::uint32_t state = 0; state < piece.states; ++state) {
      for (const std::uint32_t move : sorted_moves_) {
        Word next[Words + 1] = {};  // a field may seem to go on past the last word
        std::copy_n(piece.keys + std::size_t{state} * Words, Words, next);
        if (!plan_.apply(move, next)) continue;
        Key<Words> key;
        std::copy_n(next, Words, key.word);
        entries.push_back({Rule::without_lowest(key, leaving()), state, weight_of(move)});
      }
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.key < b.key; });
    entries.shrink_to_fit();
    sorted_bytes_ += entries.size() * sizeof(Entry);
    sorted_.push_back(std::move(entries));
    fuel -= std::min<std::uint64_t>(fuel, piece.states * sorted_moves_.size());
    return bytes() <= memory_limit_;
  }

  void divide() {
    const std::vector<Key<Words>> splitters = this->splitters();
    for (std::size_t r = 0; r <= splitters.size(); ++r) {
      ranges_.push_back(std::make_unique<Range>(blocks_));
      if (r != 0) ranges_[r]->first = splitters[r - 1];
      if (r != splitters.size()) ranges_[r]->end = splitters[r];
    }
    const std::uint32_t bits =
        from_.bits() + static_cast<std::uint32_t>(std::log2(std::max(1.0, ways_))) + 1;
    limbs_ = (bits + 63) / 64;
    // The next table is seldom more than twice as large as this one.
    packs_ = must_pack(from_.size(), limbs_);
    if (packs_ && make_scratch_ && !scratch_) scratch_ = make_scratch_();
    blocks_.spill_to(scratch_.get(), memory_limit_ / 2);
    if (scratch_) begin_on_scratch_ = scratch_->end();
  }

  void begin(Range& range) {
    range.table.reset(limbs_, weighted_, packs_);
    add_streams(range);
    const bool enters = settles() && step_ + 1 < plan_.steps.size();
    range.merge.emplace(
        range.streams, from_, weighted_,
        typename Merge::Target{&range.table, &plan_, enters ? &plan_.steps[step_ + 1] : nullptr});
  }

  static void complete(Range& range) {
    range.done = true;
    range.table.complete();
    range.streams = {};
  }

  void add_streams(Range& range) const {
    std::vector<Stream>& streams = range.streams;
    streams.reserve(rules_.size() + sorted_.size());
    const auto begin_last = [&] {
      streams.back().advance();
      if (streams.back().key() == Key<Words>::last()) streams.pop_back();
    };
    for (const Rule& rule : rules_) {
      const auto place_of = [&](const Key<Words>& key) {
        return from_.partition([&](const Word* k) { return rule.next(k, leaving()) < key; });
      };
      streams.emplace_back(rule, leaving(), from_,
                           range.first ? place_of(*range.first) : from_.begin(),
                           range.end ? place_of(*range.end) : from_.end());
      begin_last();
    }
    for (std::size_t piece = 0; piece < sorted_.size(); ++piece) {
      const std::vector<Entry>& all = sorted_[piece];
      const auto place_of = [&](const Key<Words>& key) {
        return static_cast<std::size_t>(
            std::partition_point(all.begin(), all.end(),
                                 [&](const Entry& entry) { return entry.key < key; }) -
            all.begin());
      };
      const std::size_t begin = range.first ? place_of(*range.first) : 0;
      const std::size_t end = range.end ? place_of(*range.end) : all.size();
      const std::span<const Entry> some(all.data() + begin, end - begin);
      streams.emplace_back(some, from_, piece);
      begin_last();
    }
  }

  /// Keys at which the next table is divided among threads, ascending.
  [[nodiscard]] std::vector<Key<Words>> splitters() const {
    const std::size_t ways = rules_.size() + sorted_moves_.size();
    if (jobs_.threads == 1 || from_.size() * ways < jobs_.threads * jobs_.least_states) {
      return {};
    }
    const std::size_t ranges = jobs_.threads * ranges_of_thread;
    const std::size_t stride = 1 + from_.size() / (ranges * samples_of_range);
    std::vector<Key<Words>> samples;
    std::size_t state = 0;  // of the piece
    std::vector<Word> buffer;
    for (std::size_t number = 0; number < from_.pieces(); ++number) {
      const typename Table::View piece = from_.view(number, buffer);
      for (; state < piece.states; state += stride) {
        const Word* const key = piece.keys + state * Words;
        for (const Rule& rule : rules_) {
          if (rule.passes(key)) samples.push_back(rule.next(key, leaving()));
        }
      }
      state -= piece.states;
    }
    for (const std::vector<Entry>& entries : sorted_) {
      for (std::size_t e = 0; e < entries.size(); e += stride) samples.push_back(entries[e].key);
    }
    std::sort(samples.begin(), samples.end());
    std::vector<Key<Words>> chosen;
    for (std::size_t r = 1; r < ranges && !samples.empty(); ++r) {
      chosen.push_back(samples[r * samples.size() / ranges]);
    }
    return chosen;
  }

  void end_pass() {
    begun_ = false;
    const bool settled = settles();
    from_.reset(limbs_, weighted_);
    for (const std::unique_ptr<Range>& range : ranges_) from_.append(std::move(range->table));
    ranges_.clear();
    if (packs_) blocks_.trim();
    if (scratch_) scratch_->release_before(begin_on_scratch_);
    sorted_.clear();
    sorted_bytes_ = 0;
    result_.states += from_.size();
    result_.most_states = std::max<std::uint64_t>(result_.most_states, from_.size());
    if (!settled) {
      ++moves_made_;
      return;
    }
    note_step(states_before_, from_.size());
    ++step_;
    moves_made_ = 0;
  }

  void report(const Word* value) {
    result_.solutions = Natural::from_words({value, from_.limbs()});
    if (weighted_) result_.fingerprint = Residue(value[from_.limbs()]);
  }

  std::unique_ptr<Scratch> scratch_;    // made when it is needed
  std::uint64_t begin_on_scratch_ = 0;  // of the next table
  sweeping::Blocks blocks_;
  Table from_{blocks_};
  std::uint32_t moves_made_ = 0;   // of a counting step
  std::size_t states_before_ = 0;  // the step

  // The pass under way.
  bool begun_ = false;
  std::vector<Rule> rules_;
  std::vector<std::uint32_t> sorted_moves_;  // whose states are made and sorted beforehand
  std::vector<std::vector<Entry>> sorted_;   // of each piece of the table
  std::size_t sorted_bytes_ = 0;
  double ways_ = 0;          // numbers that one of the next table can be the sum of
  std::uint32_t limbs_ = 1;  // of the next table
  bool packs_ = false;       // it is packed
  std::vector<std::unique_ptr<Range>> ranges_;
};

Sweep::Sweep(const SweepPlan& plan, const Tally& weights, const TableOptions& options) {
  if (plan.words == 1) {
    impl_ = std::make_unique<Packed<1>>(plan, weights, options);
  } else if (plan.words == 2) {
    impl_ = std::make_unique<Packed<2>>(plan, weights, options);
  } else if (plan.words <= 4) {
    impl_ = std::make_unique<Packed<4>>(plan, weights, options);
  } else if (plan.words <= most_words_of_sweep) {
    impl_ = std::make_unique<Packed<most_words_of_sweep>>(plan, weights, options);
  } else {
    throw std::invalid_argument("the frontier of this order has more than 1023 bits");
  }
}

Sweep::~Sweep() = default;
Sweep::Sweep(Sweep&&) noexcept = default;
Sweep& Sweep::operator=(Sweep&&) noexcept = default;

Status Sweep::run() {
  return impl_->run();
}
void Sweep::set_limits(const Limits& limits) {
  impl_->set_limits(limits);
}
void Sweep::set_memory_limit(std::size_t bytes) {
  impl_->set_memory_limit(bytes);
}
SweepResult Sweep::result() const {
  return impl_->result();
}
void Sweep::save(const WriteBytes& write) const {
  impl_->save(write);
}
bool Sweep::load(const ReadBytes& read) {
  return impl_->load(read);
}
std::optional<SavedSweep> Sweep::describe(const ReadBytes& read) {
  Head head;
  std::array<char, sizeof head> bytes;
  if (!read(bytes.data(), bytes.size())) return {};
  std::memcpy(&head, bytes.data(), bytes.size());
  if (head.magic != Head().magic) return {};
  return SavedSweep{head.step, head.steps, head.states};
}
std::uint64_t Sweep::looks() const {
  return impl_->looks();
}
double Sweep::share() const {
  return impl_->share();
}

SweepResult count_by_sweep(const SweepPlan& plan, const Tally& weights,
                           const TableOptions& options) {
  Sweep sweep(plan, weights, options);
  sweep.run();
  return sweep.result();
}

}  // namespace dlx
