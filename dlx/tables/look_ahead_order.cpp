// The problem. The orders of item_orders() make frontiers narrow. How many of the states that a
// frontier could have are reached, they do not see: on irregular problems, the widest frontier by a
// bit or two may have half as many states.
//
// The idea. What a sweep has after some items depends on the set of these items alone, not on their
// order. So an order is a path through sets, and its cost is the sum of the numbers of states along
// the path. A beam follows the cheapest paths, in steps of one item; of paths to the same set it
// keeps the cheaper. The states themselves are made, up to a sample of them, from which the next
// numbers are estimated: next states of the sample, by its size.
//
// The invariants: a state is the set of covered items that matter later; states of a sample differ.
//
// What was weighed. The whole tables: as good (Soma 1.45 times fewer states than the narrowest
// order, with samples of 1,000 states 1.40), at many times the cost of the sweep itself. Following
// the paths with the fewest states at present: no better than the sum. Samples of 100 states: Soma
// 1.38. What is gained: docs/internals.md. On boards with a simple rule the beam clings to the rim,
// and does worse by up to 1.4: so the caller compares both orders, see sampled_states().

#include "dlx/tables/look_ahead_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

#include "dlx/core/mixed.hpp"

namespace dlx::tables {
namespace {

using Word = std::uint64_t;
using Bits = std::vector<Word>;

bool has(const Word* set, std::uint32_t k) {
  return (set[k / 64] >> k % 64 & 1) != 0;
}
void add(Bits& set, std::uint32_t k) {
  set[k / 64] |= Word{1} << k % 64;
}
void remove(Bits& set, std::uint32_t k) {
  set[k / 64] &= ~(Word{1} << k % 64);
}

/// A set of items that have been settled, and what a sweep then has.
struct SampledState {
  Bits settled;
  Bits live;    ///< items whose state matters: of the frontier
  Bits sample;  ///< [state][word]: live items that are covered
  double states = 1;
  double cost = 0;  ///< states of all steps so far
  std::vector<ItemId> order = {};
};

/// A step from a place.
struct Step {
  std::size_t from;
  std::uint32_t item;
  Bits settled;
  double states, cost;
};

class Explorer {
 public:
  Explorer(const Problem& problem, std::uint32_t sample, const search::Deadline& deadline)
      : problem_(problem),
        sample_(sample),
        deadline_(deadline),
        words_((problem.item_count() + 63) / 64),
        masks_(problem.option_count() * words_),
        options_(problem.item_count()) {
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const ItemId item : problem.items(OptionId{o})) {
        masks_[o * words_ + index(item) / 64] |= Word{1} << index(item) % 64;
        options_[index(item)].push_back(o);
      }
    }
  }

  [[nodiscard]] bool is_late() const { return deadline_.reached(); }
  [[nodiscard]] SampledState start() const {
    return {.settled = Bits(words_), .live = Bits(words_), .sample = Bits(words_)};
  }

  /// Items to go on with: those of the frontier whose options touch the fewest others; if it is
  /// empty, of all that are left. Fewer, if it is late.
  [[nodiscard]] std::vector<std::uint32_t> candidates(const SampledState& place,
                                                      std::size_t most) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranked;  // items touched, item
    for (const bool in_frontier : {true, false}) {
      for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
        if (has(place.settled.data(), i) || (in_frontier && !has(place.live.data(), i))) continue;
        if (is_late()) break;
        ranked.emplace_back(fresh_items(place, i), i);
      }
      if (!ranked.empty()) break;
    }
    std::sort(ranked.begin(), ranked.end());
    if (ranked.size() > most) ranked.resize(most);
    std::vector<std::uint32_t> items;
    for (const auto& [fresh, item] : ranked) items.push_back(item);
    return items;
  }

  /// What a step leads to.
  [[nodiscard]] Step step(const std::vector<SampledState>& places, std::size_t from,
                          std::uint32_t item) const {
    const SampledState& place = places[from];
    const Move move = this->move(place, item);
    std::vector<Word> hashes;
    for_each_next(place, move, [&](const Word* state) { hashes.push_back(hash(state)); });
    std::sort(hashes.begin(), hashes.end());
    const auto end = std::unique(hashes.begin(), hashes.end());
    const double states = grown(place, static_cast<std::size_t>(end - hashes.begin()));
    return {from, item, move.settled, states, place.cost + states};
  }

  /// The place that a step leads to.
  [[nodiscard]] SampledState go(const SampledState& place, std::uint32_t item) const {
    Move move = this->move(place, item);
    Bits all;
    std::vector<std::pair<Word, std::size_t>> hashed;  // with the state's place
    for_each_next(place, move, [&](const Word* state) {
      hashed.emplace_back(hash(state), all.size());
      all.insert(all.end(), state, state + words_);
    });
    std::sort(hashed.begin(), hashed.end());
    hashed.erase(std::unique(hashed.begin(), hashed.end(),
                             [](const auto& a, const auto& b) { return a.first == b.first; }),
                 hashed.end());
    SampledState next{
        .settled = std::move(move.settled), .live = std::move(move.live), .sample = {}};
    next.states = grown(place, hashed.size());
    next.cost = place.cost + next.states;
    next.order = place.order;
    next.order.push_back(ItemId{item});
    // Those with the least hashes: as good as drawn.
    for (std::size_t s = 0; s < std::min<std::size_t>(hashed.size(), sample_); ++s) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(hashed[s].second);
      next.sample.insert(next.sample.end(), begin, begin + static_cast<std::ptrdiff_t>(words_));
    }
    return next;
  }

 private:
  /// The options of an item that no earlier step has settled, and what is then settled and live.
  struct Move {
    std::uint32_t item;
    std::vector<std::uint32_t> options;
    Bits settled, live;
  };

  [[nodiscard]] const Word* mask(std::uint32_t option) const { return &masks_[option * words_]; }
  [[nodiscard]] bool is_open(std::uint32_t option, const Bits& settled) const {
    return disjoint(mask(option), settled.data());
  }
  [[nodiscard]] bool disjoint(const Word* a, const Word* b) const {
    Word common = 0;
    for (std::size_t w = 0; w < words_; ++w) common |= a[w] & b[w];
    return common == 0;
  }
  [[nodiscard]] Word hash(const Word* state) const {
    Word h = 0;
    for (std::size_t w = 0; w < words_; ++w) h = mixed(h ^ state[w]);
    return h;
  }

  [[nodiscard]] std::uint32_t fresh_items(const SampledState& place, std::uint32_t item) const {
    Bits touched(words_);
    for (const std::uint32_t o : options_[item]) {
      if (!is_open(o, place.settled)) continue;
      for (std::size_t w = 0; w < words_; ++w) touched[w] |= mask(o)[w];
    }
    std::uint32_t fresh = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      fresh += static_cast<std::uint32_t>(std::popcount(touched[w] & ~place.live[w]));
    }
    return fresh;
  }

  [[nodiscard]] Move move(const SampledState& place, std::uint32_t item) const {
    Move move{.item = item, .options = {}, .settled = place.settled, .live = place.live};
    for (const std::uint32_t o : options_[item]) {
      if (!is_open(o, place.settled)) continue;
      move.options.push_back(o);
      for (std::size_t w = 0; w < words_; ++w) move.live[w] |= mask(o)[w];
    }
    add(move.settled, item);
    remove(move.live, item);
    // A secondary item matters as long as an option has it that was not looked at.
    for (std::uint32_t i = problem_.primary_count(); i < problem_.item_count(); ++i) {
      if (!has(move.live.data(), i)) continue;
      const auto& all = options_[i];
      if (std::none_of(all.begin(), all.end(),
                       [&](std::uint32_t o) { return is_open(o, move.settled); })) {
        remove(move.live, i);
      }
    }
    return move;
  }

  /// visit(state) of all states that those of the sample lead to, alike ones too.
  template <class Visit>
  void for_each_next(const SampledState& place, const Move& move, Visit visit) const {
    Bits next(words_);
    for (std::size_t at = 0; at < place.sample.size(); at += words_) {
      const Word* const state = &place.sample[at];
      if (has(state, move.item)) {
        for (std::size_t w = 0; w < words_; ++w) next[w] = state[w] & move.live[w];
        visit(next.data());
        continue;
      }
      for (const std::uint32_t o : move.options) {
        if (!disjoint(mask(o), state)) continue;
        for (std::size_t w = 0; w < words_; ++w) next[w] = (state[w] | mask(o)[w]) & move.live[w];
        visit(next.data());
      }
    }
  }

  [[nodiscard]] double grown(const SampledState& place, std::size_t next) const {
    const std::size_t states = place.sample.size() / words_;
    return next == 0 ? 0 : place.states * static_cast<double>(next) / static_cast<double>(states);
  }

  const Problem& problem_;
  std::uint32_t sample_;
  const search::Deadline& deadline_;
  std::size_t words_;
  Bits masks_;                                       // [option][word]
  std::vector<std::vector<std::uint32_t>> options_;  // of every item
};

/// The cheapest steps, of those to the same set the cheaper one.
void keep_best(std::vector<Step>& steps, std::size_t width) {
  std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return a.settled != b.settled ? a.settled < b.settled : a.cost < b.cost;
  });
  steps.erase(std::unique(steps.begin(), steps.end(),
                          [](const Step& a, const Step& b) { return a.settled == b.settled; }),
              steps.end());
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.cost < b.cost; });
  if (steps.size() > width)
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(width), steps.end());
}

}  // namespace

std::optional<std::vector<ItemId>> look_ahead_order(const Problem& problem,
                                                    const LookAhead& look_ahead,
                                                    const search::Deadline& deadline) {
  if (problem.has_colours() || problem.has_multiplicities()) return {};
  const Explorer explorer(problem, look_ahead.sample, deadline);
  std::vector<SampledState> places = {explorer.start()};
  for (std::uint32_t s = 0; s < problem.primary_count(); ++s) {
    std::vector<Step> steps;
    for (std::size_t p = 0; p < places.size(); ++p) {
      for (const std::uint32_t item : explorer.candidates(places[p], look_ahead.candidates)) {
        if (explorer.is_late()) return {};
        steps.push_back(explorer.step(places, p, item));
      }
    }
    keep_best(steps, look_ahead.width);
    std::vector<SampledState> next;
    for (const Step& step : steps) {
      if (explorer.is_late()) return {};
      next.push_back(explorer.go(places[step.from], step.item));
    }
    if (next.empty()) return {};  // it was late before there was a candidate
    places = std::move(next);
  }
  return std::move(places[0].order);
}

double look_ahead_states(const Problem& problem, const LookAhead& look_ahead) {
  return static_cast<double>(problem.primary_count()) * look_ahead.width * look_ahead.candidates *
         look_ahead.sample;
}

double look_ahead_bytes(const Problem& problem, const LookAhead& look_ahead) {
  std::vector<std::uint32_t> options(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) ++options[index(item)];
  }
  const auto longest = std::max_element(options.begin(), options.end());
  const double next = longest == options.end() ? 1 : std::max(1U, *longest);
  // A mask of each option; a sample of each place, before and after a step; what one of them leads
  // to, in a list that grows.
  const double sets = problem.option_count() +
                      2.0 * look_ahead.width * (look_ahead.sample + look_ahead.candidates) +
                      3.0 * look_ahead.sample * next;
  const double lists = static_cast<double>(problem.entry_count()) * 2 * sizeof(std::uint32_t);
  return sets * std::ceil(problem.item_count() / 64.0) * sizeof(Word) + lists;
}

std::optional<double> sampled_states(const Problem& problem, std::span<const ItemId> order,
                                     std::uint32_t sample, const search::Deadline& deadline) {
  const Explorer explorer(problem, sample, deadline);
  SampledState place = explorer.start();
  for (const ItemId item : order) {
    if (explorer.is_late()) return {};
    place = explorer.go(place, index(item));
  }
  return place.cost;
}

}  // namespace dlx::tables
