#include "dlx/engines/bit_node.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "dlx/engines/bit_bytes.hpp"

namespace dlx::engines::bits {

Node::Node(const State& state)
    : state_(state),
      active_(sheet().all.active, sheet().all.active + sheet().stride),
      uncovered_(sheet().all.uncovered, sheet().all.uncovered + sheet().item_words),
      optional_(sheet().item_words),
      several_(sheet().item_words),
      counters_(sheet().all.counters, sheet().all.counters + state.counters) {
  if (is_multiple()) {
    std::copy_n(sheet().all.optional, sheet().item_words, optional_.data());
    std::copy_n(sheet().all.several, sheet().item_words, several_.data());
  }
  sets_ = {active_.data(), uncovered_.data(), optional_.data(), several_.data(), counters_.data()};
}

void Node::copy_to(const Sets& sets) const {
  std::copy(active_.begin(), active_.end(), sets.active);
  std::copy(uncovered_.begin(), uncovered_.end(), sets.uncovered);
  if (!is_multiple()) return;
  std::copy(optional_.begin(), optional_.end(), sets.optional);
  std::copy(several_.begin(), several_.end(), sets.several);
  std::copy(counters_.begin(), counters_.end(), sets.counters);
}

bool Node::is_of(std::uint32_t option, std::uint32_t item) const {
  return has(sheet().items + std::size_t{option} * sheet().item_words, item);
}

/// Word number `word` of the set of an item's options.
Word Node::options_of(std::uint32_t item, std::uint32_t word) const {
  return sheet().masks[(std::size_t{item / group} * sheet().words + word) * group + item % group];
}

/// The number of ways to cover an item next. For an item that needs several options: the number of
/// options that can be chosen as its next option. For an item that needs only one option: the
/// number of its active options.
std::uint64_t Node::ways(std::uint32_t item) const {
  std::uint64_t size = 0;
  for (std::uint32_t k = 0; k < sheet().words; ++k) {
    size += size_of(active_[k] & options_of(item, k));
  }
  if (!has(several_.data(), item)) return size;
  const std::uint64_t need = counters_[state_.counter_of[item]].need;
  return size + 1 > need ? size + 1 - need : 0;
}

std::uint32_t Node::branching_item() const {
  if (!is_multiple()) return 0;
  std::uint32_t best = 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  const auto look_at = [&](const std::vector<Word>& set, std::uint64_t fewest) {
    for (std::uint32_t item = 0; item < sheet().item_words * 64; ++item) {
      if (!has(set.data(), item)) continue;
      const std::uint64_t item_ways = ways(item);
      if (item_ways < fewest || item_ways >= least) continue;
      least = item_ways;
      best = item;
    }
  };
  look_at(uncovered_, 0);
  // If no item needs a further option, the loop runs over the optional items that still have
  // options. Optional items need no more options but allow more.
  if (least == std::numeric_limits<std::uint64_t>::max()) look_at(optional_, 1);
  return best;
}

bool Node::may_choose(std::uint32_t option) const {
  if (option == closing) return is_multiple() && has(optional_.data(), branching_item());
  return option < sheet().options && has(active_.data(), option) &&
         (!is_multiple() || is_of(option, branching_item()));
}

void Node::choose(std::uint32_t option) {
  if (is_multiple()) {
    const std::uint32_t item = branching_item();
    drop_below(option, item, active_.data());
    if (option == closing) {
      counters_[state_.counter_of[item]].room = 0;
      return remove(optional_.data(), item);
    }
    remove(active_.data(), option);
  }
  const Conflicts& conflicts = state_.conflicts;
  for (std::size_t n = conflicts.begin[option]; n < conflicts.begin[option + 1]; ++n) {
    const Word* const set = conflicts.sets + std::size_t{conflicts.numbers[n]} * sheet().stride;
    for (std::uint32_t k = 0; k < sheet().words; ++k) active_[k] &= ~set[k];
  }
  for (std::uint32_t item = 0; item < sheet().item_words * 64; ++item) {
    if (is_of(option, item)) count_use(item);
  }
}

void Node::drop_below(std::uint32_t option, std::uint32_t item, Word* active) const {
  if (!has(sheet().bounded, item)) return;
  const std::uint32_t end = std::min(option, sheet().options);
  for (std::uint32_t k = 0; k < end / 64; ++k) active[k] &= ~options_of(item, k);
  if (end % 64 == 0) return;
  const Word before = (Word{1} << end % 64) - 1;
  active[end / 64] &= ~(options_of(item, end / 64) & before);
}

void Node::count_use(std::uint32_t item) {
  remove(uncovered_.data(), item);
  if (!is_multiple() || !has(sheet().bounded, item)) return;
  remove(optional_.data(), item);
  remove(several_.data(), item);
  Counter& uses = counters_[state_.counter_of[item]];
  --uses.room;
  uses.need -= std::min(uses.need, 1U);
  if (uses.need > 0) add(uncovered_.data(), item);
  if (uses.need > 1) add(several_.data(), item);
  if (uses.need == 0 && uses.room > 0) add(optional_.data(), item);
  if (uses.room != 0) return;
  for (std::uint32_t k = 0; k < sheet().words; ++k) active_[k] &= ~options_of(item, k);
}

}  // namespace dlx::engines::bits
