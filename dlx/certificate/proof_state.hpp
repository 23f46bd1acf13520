#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dlx/certificate/conflicts.hpp"
#include "dlx/certificate/proof_tree.hpp"
#include "dlx/core/item_options.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::certificate {

/// A set of numbers, with one bit for each number.
using Words = std::vector<std::uint64_t>;

inline void add(Words& set, std::uint32_t k) {
  set[k / 64] |= std::uint64_t{1} << k % 64;
}
inline void remove(Words& set, std::uint32_t k) {
  set[k / 64] &= ~(std::uint64_t{1} << k % 64);
}
[[nodiscard]] inline bool has(const Words& set, std::uint32_t k) {
  return (set[k / 64] >> k % 64 & 1) != 0;
}

/// The state of the problem at a node of a certificate.
struct ProofState {
  Words live;              ///< options that may still be chosen
  Words open;              ///< primary items that may still be covered
  std::uint32_t left = 0;  ///< number of items in `open`
  /// For each primary item, how often it must and may still be covered; empty if every item must be
  /// covered once.
  std::vector<Bounds> bounds;
  friend bool operator==(const ProofState&, const ProofState&) = default;

  struct Hash {
    std::size_t operator()(const ProofState& state) const {
      std::uint64_t h = 0;
      const auto mix = [&](std::uint64_t word) {
        h = std::rotl((h ^ word) * 0x9E37'79B9'7F4A'7C15, 29);
      };
      for (const std::uint64_t word : state.live) mix(word);
      for (const std::uint64_t word : state.open) mix(word);
      return h ^ h >> 32;
    }
  };
};

/// The states that a problem has at the nodes of a certificate, and the transitions between states,
/// as check/CERTIFICATES.md defines them.
class ProofStates {
 protected:
  /// Both arguments must outlive this object.
  ProofStates(const Problem& problem, const Conflicts& conflicts)
      : problem_(problem),
        conflicts_(conflicts),
        multiple_(problem.has_multiplicities()),
        options_of_(options_of_primary_items<std::uint32_t>(problem)) {}

  [[nodiscard]] ProofState start() const {
    ProofState start{.live = Words(problem_.option_count() / 64 + 1),
                     .open = Words(problem_.primary_count() / 64 + 1),
                     .left = problem_.primary_count(),
                     .bounds = {}};
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) add(start.live, o);
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
      add(start.open, i);
      if (multiple_) start.bounds.push_back(problem_.bounds(ItemId{i}));
    }
    return start;
  }
  /// How often a primary item must and may still be covered; {0, 0} if the item may no longer be
  /// covered.
  [[nodiscard]] Bounds bounds_of(const ProofState& s, std::uint32_t i) const {
    if (!has(s.open, i)) return {.at_least = 0, .at_most = 0};
    return multiple_ ? s.bounds[i] : Bounds{};
  }
  [[nodiscard]] std::uint32_t need(const ProofState& s, std::uint32_t i) const {
    return multiple_ ? s.bounds[i].at_least : 1;
  }
  [[nodiscard]] std::vector<std::uint32_t> live_options(const ProofState& s,
                                                        std::uint32_t i) const {
    std::vector<std::uint32_t> list;
    for (const std::uint32_t o : options_of_[i]) {
      if (has(s.live, o)) list.push_back(o);
    }
    return list;
  }
  void close_item(ProofState& s, std::uint32_t i) const {
    remove(s.open, i);
    --s.left;
    if (!multiple_) return;  // conflicts have already excluded the other options of the item
    s.bounds[i] = {.at_least = 0, .at_most = 0};
    for (const std::uint32_t o : options_of_[i]) remove(s.live, o);
  }
  void choose(ProofState& s, std::uint32_t o) const {
    remove(s.live, o);
    for (const std::uint32_t other : conflicts_.of(o)) remove(s.live, other);
    for (const ItemId item : problem_.items(OptionId{o})) {
      const std::uint32_t i = index(item);
      if (!problem_.is_primary(item)) continue;
      if (multiple_) s.bounds[i].at_least -= s.bounds[i].at_least > 0 ? 1 : 0;
      if (!multiple_ || --s.bounds[i].at_most == 0) close_item(s, i);
    }
  }
  [[nodiscard]] bool contains(std::uint32_t o, std::uint32_t i) const {
    const auto& item_options = options_of_[i];
    return std::binary_search(item_options.begin(), item_options.end(), o);
  }
  /// The options that a branch on an item chooses, one after the other.
  [[nodiscard]] std::vector<std::uint32_t> choices(const ProofState& s, std::uint32_t i) const {
    std::vector<std::uint32_t> ways = live_options(s, i);
    const std::uint32_t item_need = need(s, i);
    if (item_need > 0) {
      ways.resize(ways.size() < item_need ? 0 : ways.size() - item_need + 1);
    } else {
      ways.push_back(ProofTree::closing);
    }
    return ways;
  }
  /// Calls visit(k, state) for each choice k, with the state after the k-th choice.
  template <class Visit>
  void for_each_choice(ProofState s, std::uint32_t i, std::span<const std::uint32_t> ways,
                       Visit visit) const {
    for (std::size_t k = 0; k < ways.size(); ++k) {
      ProofState child = s;
      if (ways[k] == ProofTree::closing) {
        close_item(child, i);
      } else {
        choose(child, ways[k]);
        remove(s.live, ways[k]);
      }
      visit(k, std::move(child));
    }
  }

  const Problem& problem_;
  const Conflicts& conflicts_;
  bool multiple_;
  std::vector<std::vector<std::uint32_t>> options_of_;  ///< for each primary item, its options
};

}  // namespace dlx::certificate
