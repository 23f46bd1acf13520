// The problem. If a sweep reaches a large part of all possible states, it is faster without keys
// and without merging. suits_dense() in sweep_count.cpp decides when dense tables are used.
//
// The idea. The bits of a state are the index of its number in a dense table, which has a number
// for every possible state, reached or not. A rule, such as the choice of an option, tests some
// bits of a state and changes some of the tested bits. If an item enters or leaves the frontier,
// bits are only shifted. So the high bits and the low bits of an index change independently. So a
// short list of pairs (from, to), which says how a rule changes the low bits, is applied for every
// value of the high bits.
//
// The invariants. The next table is divided into parts. A part consists of all indices with equal
// top bits, and is written by one thread. As in sorted tables, no number can exceed the limbs
// (words of a number) of its table.
//
// Considered and rejected. If numbers were stored modulo several primes and recombined at the end,
// additions would have no carries. But every step would need as many words as the largest number of
// the last step, and a bound on this number would have to be known in advance. A test that skips
// zeros makes the loop slower, because the branch is mispredicted.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/tally.hpp"
#include "dlx/tables/sweep_parts.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "dlx/tables/sweep_rules.hpp"

namespace dlx::tables::sweeping {

/// A dense table of a sweep: for every possible state, reached or not, the number of ways that lead
/// to it. The bits of the state are its index in the table.
struct DenseTable {
  std::uint32_t bits = 0;   ///< number of bits of an index
  std::uint32_t limbs = 1;  ///< number of words of a number
  /// Number of words of a table entry: the words of its number and, if options have weights, one
  /// word for the fingerprint.
  std::uint32_t stride = 1;
  std::uint64_t states = 0;             ///< number of states whose number is not 0
  std::uint32_t number_bits = 0;        ///< upper bound on the bits of the largest number
  std::unique_ptr<Word[]> values = {};  ///< the entries of all indices, `stride` words each
  std::size_t room = 0;                 ///< number of allocated words

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << bits; }
  /// The bytes of a table with 2^bits entries of `stride` words each.
  [[nodiscard]] static double bytes(std::uint32_t bits, double stride) {
    return std::exp2(bits) * stride * sizeof(Word);
  }
  /// The maximum number of bits of an index, chosen so that the sizes of tables fit in std::size_t.
  static constexpr std::uint32_t most_bits = sizeof(std::size_t) < 8 ? 24 : 34;
  [[nodiscard]] std::size_t bytes() const { return room * sizeof(Word); }
  /// Allocates memory for all entries. Uses the memory of `old`, a table that is no longer needed,
  /// unless it is too small.
  void allocate(DenseTable&& old) {
    const std::size_t words = size() * stride;
    if (old.room < words) {
      old = {};
      old.values.reset(new Word[words]);
      old.room = words;
    }
    values = std::move(old.values);
    room = std::exchange(old.room, 0);
  }
  [[nodiscard]] Word* value(Word index) {
    return &values[static_cast<std::size_t>(index) * stride];
  }
  [[nodiscard]] const Word* value(Word index) const {
    return &values[static_cast<std::size_t>(index) * stride];
  }
};

/// A rule for states whose tested bits must have a fixed value: if (key & mask) == want, the bits
/// of the mask are replaced by `becomes`.
struct DenseRule {
  Word mask, want, becomes;
  OptionWeight weight;
};

/// Converts rules to dense rules, one for each combination of values that the tested fields may
/// have. Returns nullopt if there would be more than a thousand rules, if `pass` has sorted_moves,
/// or if a rule tests bits beyond the first word of a key.
template <std::uint32_t Words>
[[nodiscard]] std::optional<std::vector<DenseRule>> dense_rules(const PassRules<Words>& pass) {
  constexpr std::size_t most = 1'000;
  if (!pass.sorted_moves.empty()) return {};
  std::vector<DenseRule> all;
  for (const Rule<Words>& rule : pass.rules) {
    for (std::uint32_t w = 1; w < Words; ++w) {
      if (rule.mask.word[w] != 0 || rule.add.word[w] != 0) return {};
    }
    const std::size_t first = all.size();
    all.push_back({rule.mask.word[0], rule.want.word[0], 0, rule.weight});
    for (const typename Rule<Words>::Range& range : rule.ranges) {
      if (range.field.at + range.field.bits > 63) return {};
      for (std::size_t end = all.size(), r = first; r < end; ++r) {
        const DenseRule some = all[r];
        for (Word value = range.least; value <= range.most && all.size() <= most; ++value) {
          DenseRule& one = value == range.least ? all[r] : all.emplace_back(some);
          range.field.set(&one.mask, range.field.mask());
          range.field.set(&one.want, value);
        }
      }
    }
    for (std::size_t r = first; r < all.size(); ++r) {
      all[r].becomes = all[r].want + rule.add.word[0];
      if ((all[r].becomes & ~all[r].mask) != 0) return {};
    }
    if (all.size() > most) return {};
  }
  return all;
}

/// How the bits of a state's index are shifted between the current dense table and the next.
struct DenseMoves {
  /// The bits that are inserted into an index for the items that enter the frontier. With these
  /// bits it is the key of the state.
  std::span<const SweepPlan::Field> gaps;
  std::uint32_t bits_after = 0;  ///< number of bits of an index of the next table
  /// Number of lowest bits of the key that are removed, because their items leave the frontier.
  std::uint32_t leaving = 0;

  /// Converts an index of the current table to the key of its state, by inserting zero bits.
  [[nodiscard]] Word key(Word index) const {
    for (const SweepPlan::Field& gap : gaps) {
      const Word below = (Word{1} << gap.at) - 1;
      index = (index & below) | (index & ~below) << gap.bits;
    }
    return index;
  }
  /// The inverse of key(): removes the inserted bits from the key of a state.
  [[nodiscard]] Word index(Word key) const {
    for (std::size_t g = gaps.size(); g-- > 0;) {
      const Word below = (Word{1} << gaps[g].at) - 1;
      key = (key & below) | (key >> gaps[g].bits & ~below);
    }
    return key;
  }
};

/// Makes the next dense table of a sweep from the current dense table.
class DensePass {
 public:
  /// Whether a DensePass is possible if each entry of the next table has `stride` words.
  [[nodiscard]] static bool can(const DenseMoves& moves, std::size_t stride);
  /// `from`, the current table, must outlive this object. The next table takes over the memory of
  /// the table `old` if it is large enough. Throws std::bad_alloc if the memory does not suffice
  /// for the next table.
  DensePass(const DenseTable& from, const DenseMoves& moves, std::vector<DenseRule> rules,
            std::uint32_t limbs, unsigned threads, DenseTable old);

  /// The number of parts of the next table, which can be made in parallel.
  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  /// Makes a part of the next table; see MakePart. A call may read some thousand states more than
  /// `fuel` allows before it pauses.
  PartOutcome make(std::size_t part, std::uint64_t& fuel);
  /// The bytes of the next table and of the other data of this object.
  [[nodiscard]] std::size_t bytes() const;
  /// Returns the next table. take() may be called only after all parts are done.
  [[nodiscard]] DenseTable take();

 private:
  /// An entry of a block of the current table, and the entry of the next table to which it is
  /// added. Both are given by offsets in words.
  struct Push {
    std::uint32_t from, to;
  };
  /// A set of block numbers: the bits in `open` may have any value, and the other bits have the
  /// values in `fixed`.
  struct Blocks {
    std::size_t fixed, open;
  };
  struct alignas(64) Part {
    // The next rule to apply, and the bits in Blocks::open of the number of the next block.
    std::size_t rule = 0, block = 0;
    bool begun = false, done = false;
    std::uint64_t states = 0;
    std::vector<Word> all_limbs = {};  // the bitwise or of all numbers in the part
  };

  [[nodiscard]] std::vector<Push> pushes_of(const DenseRule& rule) const;
  [[nodiscard]] std::optional<Blocks> blocks_for(const DenseRule& rule, std::size_t part) const;
  void push(std::size_t number, std::size_t block);
  template <std::uint32_t Limbs>
  void add(const std::vector<Push>& pushes, const Word* from, Word* to) const;
  void add_weighted(const std::vector<Push>& pushes, const OptionWeight& weight, const Word* from,
                    Word* to) const;
  void look_through(Part& part, std::size_t number) const;

  const DenseTable& from_;
  DenseMoves moves_;
  std::vector<DenseRule> rules_;
  bool weighted_;
  DenseTable to_;
  // The number of low bits of an index. A block is the range of all indices with the same high
  // bits.
  std::uint32_t block_bits_;
  // The number of top bits of an index that determine to which part of the next table the index
  // belongs.
  std::uint32_t part_bits_ = 0;
  std::vector<std::vector<Push>> pushes_;  // for each rule: the entries of a block that it adds
  std::vector<Part> parts_;
};

}  // namespace dlx::tables::sweeping
