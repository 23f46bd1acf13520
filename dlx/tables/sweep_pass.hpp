// The problem. A pass of a sweep makes the next table of states from the current table. It applies
// each rule, such as the choice of an option, to all states, and merges the results; see
// sweep_merge.hpp.
//
// With several threads, the next table is divided into ranges of keys, whose bounds are chosen from
// a sample. Each thread makes some of the ranges. Binary search finds the states of the current
// table from which a rule makes a range. If memory is short, the next table is packed and may be
// written to a file; see sweep_table.hpp.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dlx/tables/sweep_merge.hpp"
#include "dlx/tables/sweep_parts.hpp"
#include "dlx/tables/sweep_rules.hpp"
#include "dlx/tables/sweep_table.hpp"
#include "dlx/tables/table_options.hpp"

namespace dlx::tables::sweeping {

/// The data that all passes of a sweep share.
struct Setting {
  const SweepPlan& plan;
  /// The weight of each option; empty if the options have no weights.
  std::vector<OptionWeight> weights;
  bool weighted;
  /// The options of the sweep; their limits may change while a pass is paused.
  TableOptions options;

  /// Whether the number of states read is limited. Then only one thread is used, because a single
  /// thread can stop exactly at the limit.
  [[nodiscard]] bool limited_by_nodes() const { return options.control.limits.nodes.has_value(); }

  /// Makes all parts of a table: in several threads if `together` is set and the number of states
  /// read is not limited, and otherwise in one thread.
  [[nodiscard]] PartOutcome make_all(std::size_t parts, bool together, const MakePart& make,
                                     Fuel& fuel) const {
    return together && !limited_by_nodes() ? make_parts_in_threads(parts, make, fuel, options.jobs)
                                           : make_parts(parts, make, fuel);
  }
};

/// Makes the next table of a sweep by merging sorted sequences (streams) of states.
template <std::uint32_t Words>
class Pass {
 public:
  /// All arguments must outlive this object. `next` is the step whose items enter the frontier
  /// after the pass; null if no items enter.
  Pass(const Setting& setting, Table<Words>& from, const PassRules<Words>& rules,
       const SweepPlan::Step* next, Blocks& blocks, std::unique_ptr<Scratch>& scratch)
      : setting_(setting),
        from_(from),
        rules_(rules),
        next_(rules.settles ? next : nullptr),
        blocks_(blocks),
        scratch_(scratch) {}

  /// Continues until the next table is complete or a limit is reached. Can pause at any state.
  PartOutcome run(Fuel& fuel) {
    while (!is_sorted()) {
      const std::uint64_t granted = fuel.grant();
      if (granted == 0) return PartOutcome::paused;
      std::uint64_t left = granted;
      const bool fits = sort_piece(left);
      fuel.use(granted - left);
      if (!fits) return PartOutcome::no_memory;
    }
    if (ranges_.empty()) {
      divide();
      if (blocks_.bytes() + other_bytes() > setting_.options.memory_limit)
        return PartOutcome::no_memory;
    }
    const MakePart make = [this](std::size_t range, std::uint64_t& left) {
      return make_range(*ranges_[range], left);
    };
    return setting_.make_all(ranges_.size(), ranges_.size() > 1, make, fuel);
  }

  /// Replaces the current table by the next table, which must be complete. If an exception is
  /// thrown, the current table is unchanged.
  void move_to(Table<Words>& from) {
    Table<Words> next(blocks_);
    next.reset(limbs_, setting_.weighted);
    for (const std::unique_ptr<Range>& range : ranges_) next.append(std::move(range->table));
    from.swap(next);
    // Frees the old table here, so that blocks_.trim() can free its memory.
    next.reset(1, setting_.weighted);
    ranges_.clear();
    if (packs_) blocks_.trim();
    if (scratch_) scratch_->release_before(begin_on_scratch_);
  }

  /// The bytes that this object uses in addition to tables: states that were made and sorted
  /// beforehand, and streams if there are many.
  [[nodiscard]] std::size_t other_bytes() const {
    const std::size_t threads = ranges_.size() > 1 ? setting_.options.jobs.threads : 1;
    const std::size_t count = rules_.rules.size();
    const std::size_t streams = count > many_moves ? count * threads : 0;
    const std::size_t unpacked = packs_ ? Table<Words>::packed_words * sizeof(Word) : 0;
    return sorted_bytes_ + streams * (sizeof(Stream<Words>) + unpacked);
  }

  /// If tables are packed and the options provide a Scratch (a file), lets packed states be written
  /// to it once tables exceed half of the memory limit.
  static void allow_spill(const Setting& setting, bool packs, Blocks& blocks,
                          std::unique_ptr<Scratch>& scratch) {
    if (packs && setting.options.make_scratch && !scratch) scratch = setting.options.make_scratch();
    blocks.spill_to(scratch.get(), setting.options.memory_limit / 2);
  }

  /// Whether tables must be packed, because a table with this many states, whose numbers have
  /// `limbs` words each, would leave too little memory for another table if it were not packed.
  [[nodiscard]] static bool must_pack(const Setting& setting, Word states, Word limbs) {
    return setting.options.packed ||
           states * (Words + limbs + 1) * sizeof(Word) > setting.options.memory_limit / 3;
  }

 private:
  using Entry = typename Stream<Words>::Entry;

  /// The part of the next table between two keys, which one thread makes. This thread also
  /// allocates the memory for it, so that no two threads write to the same cache line.
  struct alignas(64) Range {
    explicit Range(Blocks& blocks) : table(blocks) {}
    // The first key of the range, and the first key after the range; nullopt if there is no bound.
    std::optional<Key<Words>> first = {}, end = {};
    std::vector<Stream<Words>> streams = {};
    Table<Words> table;
    std::optional<Merge<Words>> merge = {};
    bool done = false;
  };

  static constexpr std::size_t ranges_of_thread = 8;
  static constexpr std::size_t samples_of_range = 16;
  // At least this number of states are read before the memory of states that were read is freed
  // again.
  static constexpr std::size_t fewest_reads = 1'000;

  [[nodiscard]] bool is_sorted() const {
    return rules_.sorted_moves.empty() || sorted_.size() == from_.pieces();
  }

  /// Makes and sorts the next states of one piece of the table, for the options that have no rules.
  /// Returns false if the memory used exceeds the limit.
  bool sort_piece(std::uint64_t& fuel) {
    const RuleMaker<Words> maker(setting_.plan, setting_.weights, 0);
    std::vector<Word> buffer;
    const typename Table<Words>::View piece = from_.keys(sorted_.size(), buffer);
    std::vector<Entry> entries;
    for (std::uint32_t state = 0; state < piece.states; ++state) {
      for (const std::uint32_t move : rules_.sorted_moves) {
        // The array has an additional word, because the compiler cannot see that no field extends
        // beyond the words of a key.
        Word next[Words + 1] = {};
        std::copy_n(piece.keys + std::size_t{state} * Words, Words, next);
        if (!setting_.plan.apply(move, next)) continue;
        Key<Words> key;
        std::copy_n(next, Words, key.word);
        entries.push_back(
            {Rule<Words>::without_lowest(key, rules_.leaving), state, maker.weight_of(move)});
      }
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.key < b.key; });
    entries.shrink_to_fit();
    sorted_bytes_ += entries.size() * sizeof(Entry);
    sorted_.push_back(std::move(entries));
    fuel -= std::min<std::uint64_t>(fuel, piece.states * rules_.sorted_moves.size());
    return blocks_.bytes() + other_bytes() <= setting_.options.memory_limit;
  }

  void divide() {
    const std::vector<Key<Words>> splitters = this->splitters();
    for (std::size_t r = 0; r <= splitters.size(); ++r) {
      ranges_.push_back(std::make_unique<Range>(blocks_));
      if (r != 0) ranges_[r]->first = splitters[r - 1];
      if (r != splitters.size()) ranges_[r]->end = splitters[r];
    }
    limbs_ = limbs_after(from_.bits(), rules_.ways);
    // The size of the next table is not known yet, so the decision to pack it is based on the size
    // of the current table. Usually the next table has at most twice as many states.
    packs_ = must_pack(setting_, from_.size(), limbs_);
    allow_spill(setting_, packs_, blocks_, scratch_);
    if (scratch_) begin_on_scratch_ = scratch_->end();
  }

  PartOutcome make_range(Range& range, std::uint64_t& fuel) {
    if (range.done) return PartOutcome::done;
    if (!range.merge) begin(range);
    const bool gives_up = !setting_.options.can_be_saved && ranges_.size() == 1;
    const std::size_t most_bytes =
        setting_.options.memory_limit - std::min(setting_.options.memory_limit, other_bytes());
    const std::uint64_t reads = std::max(fewest_reads, from_.size() / 16);
    PartOutcome made = PartOutcome::paused;
    do {
      const std::uint64_t granted = gives_up ? std::min(fuel, reads) : fuel;
      std::uint64_t left = granted;
      made = range.merge->run(left, most_bytes);
      fuel -= granted - left;
      if (gives_up) give_up_what_was_read(range);
    } while (made == PartOutcome::paused && fuel > 0);
    if (made == PartOutcome::done) complete(range);
    return made;
  }

  void give_up_what_was_read(const Range& range) {
    std::size_t piece = from_.pieces();
    for (const Stream<Words>& stream : range.streams) piece = std::min(piece, stream.piece());
    from_.give_up_before(piece);
  }

  void begin(Range& range) {
    range.table.reset(limbs_, setting_.weighted, packs_);
    add_streams(range);
    range.merge.emplace(range.streams, from_, setting_.weighted,
                        typename Merge<Words>::Target{&range.table, &setting_.plan, next_});
  }

  static void complete(Range& range) {
    range.done = true;
    range.table.complete();
    range.streams = {};
  }

  void add_streams(Range& range) const {
    std::vector<Stream<Words>>& streams = range.streams;
    streams.reserve(rules_.rules.size() + sorted_.size());
    const auto begin_last = [&] {
      streams.back().advance();
      if (streams.back().key() == Key<Words>::last()) streams.pop_back();
    };
    for (const Rule<Words>& rule : rules_.rules) {
      const auto place_of = [&](const Key<Words>& key) {
        return from_.partition([&](const Word* k) { return rule.next(k, rules_.leaving) < key; });
      };
      streams.emplace_back(rule, rules_.leaving, from_,
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
      streams.emplace_back(std::span<const Entry>(all.data() + begin, end - begin), from_, piece);
      begin_last();
    }
  }

  /// The keys, in ascending order, at which the next table is divided into ranges for the threads.
  [[nodiscard]] std::vector<Key<Words>> splitters() const {
    const search::Jobs& jobs = setting_.options.jobs;
    const std::size_t ways = rules_.rules.size() + rules_.sorted_moves.size();
    if (jobs.threads == 1 || from_.size() * ways < jobs.threads * jobs.least_states) return {};
    const std::size_t ranges = jobs.threads * ranges_of_thread;
    const std::size_t stride = 1 + from_.size() / (ranges * samples_of_range);
    std::vector<Key<Words>> samples;
    std::size_t state = 0;  // number of the sampled state in its piece of the table
    std::vector<Word> buffer;
    for (std::size_t number = 0; number < from_.pieces(); ++number) {
      const std::uint32_t states = from_.states(number);
      if (state >= states) {
        state -= states;
        continue;
      }
      const typename Table<Words>::View piece = from_.keys(number, buffer);
      for (; state < states; state += stride) {
        const Word* const key = piece.keys + state * Words;
        for (const Rule<Words>& rule : rules_.rules) {
          if (rule.passes(key)) samples.push_back(rule.next(key, rules_.leaving));
        }
      }
      state -= states;
    }
    for (const std::vector<Entry>& entries : sorted_) {
      for (std::size_t e = 0; e < entries.size(); e += stride) samples.push_back(entries[e].key);
    }
    std::sort(samples.begin(), samples.end());
    std::vector<Key<Words>> chosen;
    for (std::size_t r = 1; r < ranges && !samples.empty(); ++r) {
      // In the second half of the list, ranges are a third as large as in the first half, so that
      // threads wait less for each other at the end.
      const std::size_t begin = std::min(3 * r, r + ranges);
      chosen.push_back(samples[begin * samples.size() / (2 * ranges)]);
    }
    return chosen;
  }

  const Setting& setting_;
  Table<Words>& from_;
  const PassRules<Words>& rules_;
  const SweepPlan::Step* next_;
  Blocks& blocks_;
  std::unique_ptr<Scratch>& scratch_;   // null until a table needs storage outside memory
  std::uint64_t begin_on_scratch_ = 0;  // position in *scratch_ at which the next table begins
  // By piece of the current table: the states made by sort_piece().
  std::vector<std::vector<Entry>> sorted_;
  std::size_t sorted_bytes_ = 0;
  std::uint32_t limbs_ = 1;  // number of 64-bit words of a number in the next table
  bool packs_ = false;       // whether the next table is packed
  std::vector<std::unique_ptr<Range>> ranges_;
};

}  // namespace dlx::tables::sweeping
