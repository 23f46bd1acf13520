#include "dlx/tables/sweep_dense.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "dlx/core/residue.hpp"

namespace dlx::tables::sweeping {
namespace {

constexpr std::uint32_t bits_of_block = 10;
constexpr std::uint32_t parts_of_thread = 4;
// The next table is made in parts of at most this number of bytes, so that a part stays in the
// processor's cache.
constexpr std::size_t bytes_of_part = std::size_t{1} << 18;

}  // namespace

DensePass::DensePass(const DenseTable& from, const DenseMoves& moves, std::vector<DenseRule> rules,
                     std::uint32_t limbs, unsigned threads, DenseTable old)
    : from_(from),
      moves_(moves),
      rules_(std::move(rules)),
      weighted_(from.stride > from.limbs),
      block_bits_(std::min(bits_of_block, from.bits / 2)) {
  to_.bits = moves_.bits_after;
  to_.limbs = limbs;
  to_.stride = limbs + (weighted_ ? 1 : 0);
  to_.allocate(std::move(old));
  for (const DenseRule& rule : rules_) pushes_.push_back(pushes_of(rule));
  // The top bits of an index of the next table determine its part. They must not depend on the low
  // bits of an index of the current table.
  const Word moved = moves_.key((Word{1} << block_bits_) - 1) >> moves_.leaving;
  const auto low = static_cast<std::uint32_t>(std::bit_width(moved));
  std::uint32_t wanted = 0;
  while (to_.bytes() >> wanted > bytes_of_part) ++wanted;
  if (threads > 1) {
    wanted = std::max<std::uint32_t>(wanted, std::bit_width(threads * parts_of_thread - 1));
  }
  if (low < to_.bits) part_bits_ = std::min(wanted, to_.bits - low);
  parts_.resize(std::size_t{1} << part_bits_);
}

bool DensePass::can(const DenseMoves& moves, std::size_t stride) {
  const Word moved = moves.key((Word{1} << bits_of_block) - 1) >> moves.leaving;
  return stride < 1'000 && (moved + 1) * stride <= std::numeric_limits<std::uint32_t>::max();
}

/// For each value of the low bits of an index that passes the test of a rule: which element of a
/// block of the current table is added to which element of the next table.
std::vector<DensePass::Push> DensePass::pushes_of(const DenseRule& rule) const {
  const Word low = moves_.key((Word{1} << block_bits_) - 1);
  std::vector<Push> pushes;
  for (std::uint32_t index = 0; index >> block_bits_ == 0; ++index) {
    const Word key = moves_.key(index);
    if (((key ^ rule.want) & rule.mask & low) != 0) continue;
    const Word to = (key & ~rule.mask) >> moves_.leaving;
    pushes.push_back({index * from_.stride, static_cast<std::uint32_t>(to * to_.stride)});
  }
  return pushes;
}

PartOutcome DensePass::make(std::size_t number, std::uint64_t& fuel) {
  Part& part = parts_[number];
  const std::size_t size = to_.size() >> part_bits_;
  if (!std::exchange(part.begun, true)) {
    std::fill_n(to_.value(number * size), size * to_.stride, Word{0});
  }
  for (; part.rule < rules_.size(); ++part.rule) {
    const std::optional<Blocks> blocks = blocks_for(rules_[part.rule], number);
    if (!blocks) continue;
    do {
      if (fuel == 0) return PartOutcome::paused;
      push(part.rule, blocks->fixed | part.block);
      fuel -= std::min<std::uint64_t>(fuel, pushes_[part.rule].size());
      part.block = (part.block - blocks->open) & blocks->open;
    } while (part.block != 0);
  }
  if (!std::exchange(part.done, true)) look_through(part, number);
  return PartOutcome::done;
}

/// The blocks of the current table whose numbers a rule adds to a certain part of the next table;
/// nullopt if there are none. A block is a range of indices with equal high bits.
std::optional<DensePass::Blocks> DensePass::blocks_for(const DenseRule& rule,
                                                       std::size_t part) const {
  // The number of key bits below the bits of the part number.
  const std::uint32_t low = to_.bits - part_bits_ + moves_.leaving;
  const Word top = ((Word{1} << part_bits_) - 1) << low;
  const Word there = Word{part} << low;
  if (((rule.becomes ^ there) & rule.mask & top) != 0) return {};
  const Word high = ~moves_.key((Word{1} << block_bits_) - 1);
  const Word possible = moves_.key(from_.size() - 1);
  const Word mask = (rule.mask & high) | (top & ~rule.mask);
  const Word want = (rule.want & rule.mask & high) | (there & ~rule.mask);
  if ((want & ~possible) != 0) return {};
  const std::size_t all = (from_.size() >> block_bits_) - 1;
  const Word fixed = moves_.index(mask & possible) >> block_bits_;
  return Blocks{static_cast<std::size_t>(moves_.index(want) >> block_bits_),
                static_cast<std::size_t>(all & ~fixed)};
}

void DensePass::push(std::size_t number, std::size_t block) {
  const DenseRule& rule = rules_[number];
  const std::vector<Push>& pushes = pushes_[number];
  const Word key = moves_.key(block << block_bits_);
  const Word next = ((key & ~rule.mask) | rule.becomes) >> moves_.leaving;
  const Word* const from = from_.value(block << block_bits_);
  Word* const to = to_.value(next);
  if (weighted_) return add_weighted(pushes, rule.weight, from, to);
  switch (from_.limbs) {
    case 1:
      return add<1>(pushes, from, to);
    case 2:
      return add<2>(pushes, from, to);
    case 3:
      return add<3>(pushes, from, to);
    case 4:
      return add<4>(pushes, from, to);
    case 5:
      return add<5>(pushes, from, to);
    case 6:
      return add<6>(pushes, from, to);
    default:
      return add<0>(pushes, from, to);
  }
}

/// Adds numbers of the current table to the next table. `Limbs` is the number of words of these
/// numbers; 0 stands for from_.limbs.
template <std::uint32_t Limbs>
void DensePass::add(const std::vector<Push>& pushes, const Word* from, Word* to) const {
  const std::uint32_t limbs = Limbs != 0 ? Limbs : from_.limbs;
  const bool grows = to_.limbs > limbs;
  for (const Push& push : pushes) {
    const Word* const value = from + push.from;
    Word* const sum = to + push.to;
    Word carry = 0;
    for (std::uint32_t l = 0; l < limbs; ++l) {
      const Wide wide = Wide{sum[l]} + value[l] + carry;
      sum[l] = static_cast<Word>(wide);
      carry = static_cast<Word>(wide >> 64);
    }
    if (grows) sum[limbs] += carry;
  }
}

void DensePass::add_weighted(const std::vector<Push>& pushes, const OptionWeight& weight,
                             const Word* from, Word* to) const {
  for (const Push& push : pushes) {
    const Word* const value = from + push.from;
    Word* const sum = to + push.to;
    Word carry = 0;
    for (std::uint32_t l = 0; l < to_.limbs; ++l) {
      const Wide product = l < from_.limbs ? Wide{value[l]} * weight.ways : Wide{0};
      const Wide wide = product + sum[l] + carry;
      sum[l] = static_cast<Word>(wide);
      carry = static_cast<Word>(wide >> 64);
    }
    Word& fingerprint = sum[to_.limbs];
    fingerprint = (Residue(fingerprint) + Residue(value[from_.limbs]) * weight.factor).value();
  }
}

void DensePass::look_through(Part& part, std::size_t number) const {
  part.all_limbs.assign(to_.limbs, 0);
  const std::size_t size = to_.size() >> part_bits_;
  const Word* value = to_.value(number * size);
  for (std::size_t index = 0; index < size; ++index, value += to_.stride) {
    Word any = 0;
    for (std::uint32_t l = 0; l < to_.limbs; ++l) {
      any |= value[l];
      part.all_limbs[l] |= value[l];
    }
    part.states += any != 0 ? 1 : 0;
  }
}

std::size_t DensePass::bytes() const {
  std::size_t sum = to_.bytes();
  for (const std::vector<Push>& pushes : pushes_) sum += pushes.size() * sizeof(Push);
  return sum;
}

DenseTable DensePass::take() {
  for (const Part& part : parts_) {
    to_.states += part.states;
    to_.number_bits = std::max(to_.number_bits, bits_of(part.all_limbs));
  }
  return std::move(to_);
}

}  // namespace dlx::tables::sweeping
