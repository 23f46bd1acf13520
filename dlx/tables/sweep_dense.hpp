// The problem. Where many of the states that a frontier could have are reached, keys and merging
// cost more than they save. suits_dense() in sweep_count.cpp decides where.
//
// The idea. A dense table has a number for every value of the frontier's bits, reached or not: the
// bits are its index. A rule tests some bits of a key and changes some of these; all other bits
// stay. Fields that enter and leave only move bits. So the high and the low bits of an index change
// independently. A rule is a short list of (from, to) for the low bits, used for every value of the
// high bits.
//
// The invariants: a part of the next table, all indices with the same top bits, is written by one
// thread; numbers cannot outgrow their limbs, as in sorted tables.
//
// Considered. Numbers modulo several primes, recombined at the end: no carries, but as many words
// from the first step as the largest number has at the last, and a bound for it is needed
// beforehand. Skipping zeros: slower, because the branch on them is mispredicted.

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

/// Numbers for all values of some bits.
struct DenseTable {
  std::uint32_t bits = 0;    ///< bits of an index
  std::uint32_t limbs = 1;   ///< words of a number
  std::uint32_t stride = 1;  ///< words of a value: the limbs; then, with weights, the fingerprint
  std::uint64_t states = 0;  ///< states whose number is not 0
  std::uint32_t number_bits = 0;        ///< bits that suffice for every number
  std::unique_ptr<Word[]> values = {};  ///< [index][word]
  std::size_t room = 0;                 ///< words of memory

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << bits; }
  /// Bytes of a table of 2 to the power of `bits` values, each of `stride` words.
  [[nodiscard]] static double bytes(std::uint32_t bits, double stride) {
    return std::exp2(bits) * stride * sizeof(Word);
  }
  /// Largest number of index bits, so that sizes fit in std::size_t.
  static constexpr std::uint32_t most_bits = sizeof(std::size_t) < 8 ? 24 : 34;
  [[nodiscard]] std::size_t bytes() const { return room * sizeof(Word); }
  /// Takes over the memory of a table that is no longer needed, or allocates its own.
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

/// A rule whose fields have one value each: in keys with (key & mask) == want the bits `becomes`
/// change.
struct DenseRule {
  Word mask, want, becomes;
  OptionWeight weight;
};

/// The rules of a pass, one value at a time. Nothing if they are too many, need sorted states, or
/// test bits beyond the first word.
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

/// How a pass moves the bits of dense tables.
struct DenseMoves {
  std::span<const SweepPlan::Field> gaps;  ///< bits that enter before the pass
  std::uint32_t bits_after = 0;            ///< bits of an index of the next table
  std::uint32_t leaving = 0;  ///< number of the lowest bits, which leave after the pass

  /// The key of an index.
  [[nodiscard]] Word key(Word index) const {
    for (const SweepPlan::Field& gap : gaps) {
      const Word below = (Word{1} << gap.at) - 1;
      index = (index & below) | (index & ~below) << gap.bits;
    }
    return index;
  }
  /// The index of a key.
  [[nodiscard]] Word index(Word key) const {
    for (std::size_t g = gaps.size(); g-- > 0;) {
      const Word below = (Word{1} << gaps[g].at) - 1;
      key = (key & below) | (key >> gaps[g].bits & ~below);
    }
    return key;
  }
};

/// Makes the next dense table.
class DensePass {
 public:
  /// Whether the pass can be made, with values of `stride` words in the next table.
  [[nodiscard]] static bool can(const DenseMoves& moves, std::size_t stride);
  /// `from` outlives the pass. The next table takes the memory of `old`, if that suffices; without
  /// memory for it std::bad_alloc is thrown.
  DensePass(const DenseTable& from, const DenseMoves& moves, std::vector<DenseRule> rules,
            std::uint32_t limbs, unsigned threads, DenseTable old);

  /// Parts that can be made in parallel.
  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  /// See MakePart. A pause exceeds the fuel by some thousand states at most.
  PartOutcome make(std::size_t part, std::uint64_t& fuel);
  /// Memory of the next table and the pass's other memory.
  [[nodiscard]] std::size_t bytes() const;
  /// The next table, once all parts are done.
  [[nodiscard]] DenseTable take();

 private:
  /// A move from one place of a block to one place of the next table, in words.
  struct Push {
    std::uint32_t from, to;
  };
  /// Blocks with some bits fixed and the others open.
  struct Blocks {
    std::size_t fixed, open;
  };
  struct alignas(64) Part {
    std::size_t rule = 0, block = 0;  // the next rule, and the open bits of the next block
    bool begun = false, done = false;
    std::uint64_t states = 0;
    std::vector<Word> all_limbs = {};  // the words of all numbers, joined by or
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
  std::uint32_t block_bits_;  // low bits of an index; the states of a block agree in the high bits
  std::uint32_t part_bits_ = 0;            // the highest bits of the next table's index
  std::vector<std::vector<Push>> pushes_;  // the pushes of every rule
  std::vector<Part> parts_;
};

}  // namespace dlx::tables::sweeping
