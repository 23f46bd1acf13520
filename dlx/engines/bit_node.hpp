#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "dlx/engines/bit_kernel.hpp"

namespace dlx::engines::bits {

[[nodiscard]] inline bool has(const Word* set, std::uint32_t member) {
  return (set[member / 64] >> member % 64 & 1) != 0;
}
inline void add(Word* set, std::uint32_t member) {
  set[member / 64] |= Word{1} << member % 64;
}
inline void remove(Word* set, std::uint32_t member) {
  set[member / 64] &= ~(Word{1} << member % 64);
}
/// Calls f for each member of a set below `end`, in ascending order.
template <class F>
void for_each_below(std::uint32_t end, const Word* set, F&& f) {
  for (std::uint32_t first = 0; first < end; first += 64) {
    for (Word word = set[first / 64]; word != 0; word &= word - 1) {
      const std::uint32_t member = first + static_cast<std::uint32_t>(std::countr_zero(word));
      if (member < end) f(member);
    }
  }
}

/// A node of the search tree, computed choice by choice from the whole problem's matrix, without
/// the kernel. The class is used to resume open work and to check the sets that the kernel
/// computes.
class Node {
 public:
  /// Constructs the root of a search. `state` must already contain the matrix of the whole problem
  /// (the first sheet) and the conflicts. It must outlive the node.
  explicit Node(const State& state);
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  [[nodiscard]] const Sets& sets() const { return sets_; }
  /// Copies the sets of options and items of this node into `sets`, whose memory must be large
  /// enough.
  void copy_to(const Sets& sets) const;

  /// With multiplicities: the item on which the search branches at this node. Without
  /// multiplicities: 0.
  [[nodiscard]] std::uint32_t branching_item() const;
  /// Whether the search may make this choice at this node. A choice is an option, or `closing`.
  [[nodiscard]] bool may_choose(std::uint32_t option) const;
  /// Moves to the child node to which the choice leads.
  void choose(std::uint32_t option);
  /// Removes an option from the active options of the node, so that it is never chosen.
  void exclude(std::uint32_t option) { remove(active_.data(), option); }
  /// Removes from `active` the options of `item`, the branching item, that come before `option`,
  /// because the search has already tried them.
  void drop_below(std::uint32_t option, std::uint32_t item, Word* active) const;

 private:
  [[nodiscard]] bool is_multiple() const { return state_.counter_of != nullptr; }
  [[nodiscard]] const BitProblem& sheet() const { return state_.sheets[0]; }
  [[nodiscard]] bool is_of(std::uint32_t option, std::uint32_t item) const;
  [[nodiscard]] Word options_of(std::uint32_t item, std::uint32_t word) const;
  [[nodiscard]] std::uint64_t ways(std::uint32_t item) const;
  void count_use(std::uint32_t item);

  const State& state_;
  std::vector<Word> active_, uncovered_, optional_, several_;
  std::vector<Counter> counters_;
  Sets sets_;
};

}  // namespace dlx::engines::bits
