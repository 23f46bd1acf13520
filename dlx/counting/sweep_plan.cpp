#include "dlx/counting/sweep_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "dlx/counting/item_orders.hpp"

namespace dlx {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// For every item, at which step it is first and last touched by an option; for every option, its
/// step.
struct Spans {
  std::vector<std::uint32_t> first, last;
  std::vector<std::uint32_t> step_of_option;
};

Spans spans_of(const Problem& problem, std::span<const ItemId> order) {
  Spans spans;
  std::vector<std::uint32_t> step_of(problem.primary_count());
  for (std::uint32_t s = 0; s < order.size(); ++s) step_of[index(order[s])] = s;
  spans.first.assign(problem.item_count(), none);
  spans.last.assign(problem.item_count(), 0);
  spans.step_of_option.reserve(problem.option_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto items = problem.items(OptionId{o});
    std::uint32_t step = none;
    for (const ItemId item : items) {
      if (problem.is_primary(item)) step = std::min(step, step_of[index(item)]);
    }
    spans.step_of_option.push_back(step);
    for (const ItemId item : items) {
      std::uint32_t& first = spans.first[index(item)];
      std::uint32_t& last = spans.last[index(item)];
      first = std::min(first, step);
      last = std::max(last, step);
    }
  }
  // A primary item is settled at its own step.
  for (std::uint32_t s = 0; s < order.size(); ++s) {
    spans.last[index(order[s])] = s;
    spans.first[index(order[s])] = std::min(spans.first[index(order[s])], s);
  }
  return spans;
}

/// Bits that say all that matters of an item.
class Widths {
 public:
  explicit Widths(const Problem& problem) : problem_(problem) {
    if (!problem.has_colours()) return;
    colours_.resize(problem.item_count());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        if (colour != Colour::none) colours_[index(item)].push_back(index(colour));
      }
    }
    for (auto& list : colours_) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  }

  [[nodiscard]] std::uint32_t bits(ItemId item) const {
    if (problem_.is_primary(item)) {
      const Bounds bounds = problem_.bounds(item);
      return bounds == Bounds{} ? 1 : static_cast<std::uint32_t>(std::bit_width(bounds.at_most));
    }
    return is_coloured(item)
               ? static_cast<std::uint32_t>(std::bit_width(colours_[index(item)].size() + 1))
               : 1;
  }
  [[nodiscard]] bool is_coloured(ItemId item) const {
    return !colours_.empty() && !colours_[index(item)].empty();
  }
  /// The code of a colour in the item's field; of no colour, the highest.
  [[nodiscard]] std::uint64_t code(ItemId item, Colour colour) const {
    const auto& list = colours_[index(item)];
    if (colour == Colour::none) return list.size() + 1;
    return static_cast<std::uint64_t>(std::lower_bound(list.begin(), list.end(), index(colour)) -
                                      list.begin()) +
           1;
  }

 private:
  const Problem& problem_;
  std::vector<std::vector<std::uint32_t>> colours_;  // of every item, ascending
};

/// Places for fields, none of which crosses from one word to the next.
class Places {
 public:
  struct Place {
    std::uint32_t word = 0, shift = 0;
  };

  Place take(std::uint32_t bits) {
    for (std::uint32_t w = 0;; ++w) {
      if (w == used_.size()) used_.push_back(std::uint64_t{1} << 63);  // kept clear in keys
      const std::uint64_t field = (std::uint64_t{1} << bits) - 1;
      for (std::uint32_t shift = 0; shift + bits < 64; ++shift) {
        if ((used_[w] >> shift & field) != 0) continue;
        used_[w] |= field << shift;
        in_use_ += bits;
        widest_ = std::max(widest_, in_use_);
        return {w, shift};
      }
    }
  }
  void give_back(Place place, std::uint32_t bits) {
    used_[place.word] &= ~(((std::uint64_t{1} << bits) - 1) << place.shift);
    in_use_ -= bits;
  }
  [[nodiscard]] std::uint32_t words() const {
    return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(used_.size()));
  }
  [[nodiscard]] std::uint32_t widest() const { return widest_; }

 private:
  std::vector<std::uint64_t> used_;
  std::uint32_t in_use_ = 0, widest_ = 0;
};

constexpr std::uint32_t most_places = 1'024;  // words of a key

std::invalid_argument too_wide(std::uint32_t bits) {
  return std::invalid_argument("the frontier has " + std::to_string(bits) +
                               " bits and more: too many for a sweep");
}

double sweep_bits(const Problem& problem, const Widths& widths, std::span<const ItemId> order) {
  const Spans spans = spans_of(problem, order);
  std::vector<std::int64_t> change(order.size() + 1);
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    if (spans.first[i] == none || spans.first[i] == spans.last[i]) continue;
    change[spans.first[i]] += widths.bits(ItemId{i});
    change[spans.last[i]] -= widths.bits(ItemId{i});
  }
  // The logarithm of a sum of powers, without overflow.
  std::int64_t width = 0;
  double sum = -std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < order.size(); ++s) {
    width += change[s];
    const auto bits = static_cast<double>(width);
    const double larger = std::max(sum, bits);
    sum = larger + std::log2(std::exp2(sum - larger) + std::exp2(bits - larger));
  }
  return sum;
}

}  // namespace

SweepPlan sweep_plan(const Problem& problem, std::span<const ItemId> order) {
  const Spans spans = spans_of(problem, order);
  const Widths widths(problem);
  std::vector<std::vector<OptionId>> options(order.size());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    options[spans.step_of_option[o]].push_back(OptionId{o});
  }

  // First the places, for the number of words of a key must be known.
  std::vector<Places::Place> place(problem.item_count());
  std::vector<std::vector<ItemId>> entering(order.size()), leaving(order.size());
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    if (spans.first[i] == none || spans.first[i] == spans.last[i]) continue;
    entering[spans.first[i]].push_back(ItemId{i});
    leaving[spans.last[i]].push_back(ItemId{i});
  }
  // An item of bounds other than {1, 1} needs its field in its own step, even if it is in no other;
  // and a secondary item needs one where several options of one step contain it, if several of them
  // can be chosen.
  const auto is_exact = [&](std::uint32_t s) { return problem.bounds(order[s]) == Bounds{}; };
  std::vector<std::vector<ItemId>> secondaries_of_step(order.size());
  for (std::uint32_t k = problem.primary_count(); k < problem.item_count(); ++k) {
    if (spans.first[k] != none && spans.first[k] == spans.last[k]) {
      secondaries_of_step[spans.first[k]].push_back(ItemId{k});
    }
  }
  for (std::uint32_t s = 0; s < order.size(); ++s) {
    if (is_exact(s)) continue;
    const std::uint32_t i = index(order[s]);
    if (spans.first[i] == s) {
      entering[s].push_back(order[s]);
      leaving[s].push_back(order[s]);
    }
    for (const ItemId item : secondaries_of_step[s]) {
      entering[s].push_back(item);
      leaving[s].push_back(item);
    }
  }
  Places places;
  std::vector<std::uint8_t> placed(problem.item_count());
  for (std::uint32_t s = 0; s < order.size(); ++s) {
    if (places.words() > most_places) throw too_wide(places.widest());
    for (const ItemId item : entering[s]) {
      place[index(item)] = places.take(widths.bits(item));
      placed[index(item)] = 1;
    }
    for (const ItemId item : leaving[s]) places.give_back(place[index(item)], widths.bits(item));
  }

  constexpr std::size_t most_words = std::size_t{1} << 27;
  if (places.words() * (2 * std::size_t{problem.option_count()} + order.size()) > most_words) {
    throw too_wide(places.widest());
  }
  SweepPlan plan;
  plan.words = places.words();
  plan.width = places.widest();
  std::uint32_t bits = 0;
  const auto mask_of = [&](ItemId item) { return (SweepPlan::Word{1} << widths.bits(item)) - 1; };
  for (std::uint32_t s = 0; s < order.size(); ++s) {
    const ItemId item = order[s];
    SweepPlan::Step step;
    step.exact = is_exact(s);
    step.bounds = problem.bounds(item);
    step.in_frontier = placed[index(item)] != 0;
    step.word = place[index(item)].word;
    step.shift = place[index(item)].shift;
    step.mask = mask_of(item);
    step.first_move = static_cast<std::uint32_t>(plan.moves.size());
    for (const OptionId option : options[s]) {
      SweepPlan::Move move{option, static_cast<std::uint32_t>(plan.counters.size()), 0};
      const std::size_t row = plan.tests.size();
      plan.tests.resize(row + plan.words);
      plan.sets.resize(row + plan.words);
      for (const auto [entry, colour] : problem.entries(option)) {
        if (placed[index(entry)] == 0) continue;
        const Places::Place p = place[index(entry)];
        const bool primary = problem.is_primary(entry);
        if (primary && problem.bounds(entry) != Bounds{}) {
          plan.counters.push_back(
              {p.word, p.shift, mask_of(entry), problem.bounds(entry).at_most, 0});
        } else if (!primary && widths.is_coloured(entry)) {
          if (colour == Colour::none) {
            plan.tests[row + p.word] |= mask_of(entry) << p.shift;
            plan.sets[row + p.word] |= widths.code(entry, Colour::none) << p.shift;
          } else {
            plan.counters.push_back(
                {p.word, p.shift, mask_of(entry), 0, widths.code(entry, colour)});
          }
        } else {
          plan.tests[row + p.word] |= SweepPlan::Word{1} << p.shift;
          // The step's own item is settled by the step.
          if (entry != item) plan.sets[row + p.word] |= SweepPlan::Word{1} << p.shift;
        }
      }
      move.end_counter = static_cast<std::uint32_t>(plan.counters.size());
      plan.moves.push_back(move);
    }
    step.end_move = static_cast<std::uint32_t>(plan.moves.size());
    for (const ItemId entered : entering[s]) bits += widths.bits(entered);
    for (const ItemId left : leaving[s]) bits -= widths.bits(left);
    step.bits_after = bits;
    plan.forget.resize(plan.forget.size() + plan.words);
    SweepPlan::Word* const forget = &plan.forget[std::size_t{s} * plan.words];
    for (const ItemId left : leaving[s]) {
      forget[place[index(left)].word] |= mask_of(left) << place[index(left)].shift;
    }
    plan.steps.push_back(step);
  }
  return plan;
}

double sweep_bits(const Problem& problem, std::span<const ItemId> order) {
  return sweep_bits(problem, Widths(problem), order);
}

std::vector<ItemId> narrow_order(const Problem& problem, const Deadline& deadline) {
  const Widths widths(problem);
  std::vector<ItemId> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::vector<ItemId>& order : item_orders(problem, deadline)) {
    if (!best.empty() && deadline.reached()) break;
    const double bits = sweep_bits(problem, widths, order);
    if (!best.empty() && bits >= least) continue;
    least = bits;
    best = std::move(order);
  }
  return best;
}

}  // namespace dlx
