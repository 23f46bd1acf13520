#include "dlx/tables/sweep_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/core/item_options.hpp"
#include "dlx/tables/item_orders.hpp"

namespace dlx::tables {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// For each item, the first and the last step of a sweep whose options contain the item. For each
/// option, the step to which it belongs.
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
  // A primary item leaves the frontier at its own step, because no option of a later step contains
  // it.
  for (std::uint32_t s = 0; s < order.size(); ++s) {
    spans.last[index(order[s])] = s;
    spans.first[index(order[s])] = std::min(spans.first[index(order[s])], s);
  }
  return spans;
}

/// Computes the number of bits for an item in the states of a sweep (the field of the item).
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
  /// The number that stands for a colour in the field of an item. Colour::none has the highest
  /// number.
  [[nodiscard]] std::uint64_t code(ItemId item, Colour colour) const {
    const auto& list = colours_[index(item)];
    if (colour == Colour::none) return list.size() + 1;
    return static_cast<std::uint64_t>(std::lower_bound(list.begin(), list.end(), index(colour)) -
                                      list.begin()) +
           1;
  }

  /// The colours for which the numbers 1, 2 and so on stand; empty for an item without colours.
  [[nodiscard]] std::vector<Colour> colours_of_codes(ItemId item) const {
    if (!is_coloured(item)) return {};
    std::vector<Colour> colours;
    for (const std::uint32_t colour : colours_[index(item)]) colours.push_back(Colour{colour});
    colours.push_back(Colour::none);
    return colours;
  }

 private:
  const Problem& problem_;
  // For each item: its colours, in ascending order.
  std::vector<std::vector<std::uint32_t>> colours_;
};

/// The options in the order of their steps. Sets `ends`: the options of step s have the indices
/// from ends[s] up to, but not including, ends[s + 1].
std::vector<OptionId> sorted_by_step(std::span<const std::uint32_t> step_of_option,
                                     std::size_t steps, std::vector<std::uint32_t>& ends) {
  ends.assign(steps + 1, 0);
  for (const std::uint32_t step : step_of_option) ++ends[step + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<OptionId> options(step_of_option.size());
  std::vector<std::uint32_t> next = ends;
  for (std::uint32_t o = 0; o < step_of_option.size(); ++o) {
    options[next[step_of_option[o]]++] = OptionId{o};
  }
  return options;
}

std::string too_wide(std::uint32_t bits, std::uint32_t most_words) {
  return "the frontier of this order has " + std::to_string(bits) + " bits; at most " +
         std::to_string(64 * most_words - 1) + " are possible";
}

double sweep_bits(const Problem& problem, const Widths& widths, std::span<const ItemId> order) {
  const Spans spans = spans_of(problem, order);
  std::vector<std::int64_t> change(order.size() + 1);
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    if (spans.first[i] == none || spans.first[i] == spans.last[i]) continue;
    change[spans.first[i]] += widths.bits(ItemId{i});
    change[spans.last[i]] -= widths.bits(ItemId{i});
  }
  std::vector<std::uint32_t> moves(order.size());
  if (problem.has_multiplicities()) {
    for (const std::uint32_t step : spans.step_of_option) ++moves[step];
  }
  // Adds 2^bits to a sum, of which only the logarithm is stored, so that nothing overflows.
  double sum = -std::numeric_limits<double>::infinity();
  const auto add = [&sum](double bits) {
    const double larger = std::max(sum, bits);
    sum = larger + std::log2(std::exp2(sum - larger) + std::exp2(bits - larger));
  };
  std::int64_t width = 0;
  for (std::size_t s = 0; s < order.size(); ++s) {
    const std::int64_t before = width;
    width += change[s];
    // If the item of a step has bounds other than {1, 1}, the step makes a table for each of its
    // options.
    if (moves[s] != 0 && problem.bounds(order[s]) != Bounds{}) {
      add(static_cast<double>(std::max(before, width)) + std::log2(moves[s]));
    }
    add(static_cast<double>(width));
  }
  return sum;
}

/// Returns an order in which each item with bounds other than {1, 1} is moved behind the last item
/// that shares an option with it. Then its options that contain an item with bounds {1, 1}
/// belong to steps of other items. If all its options do, its own step makes only one table.
std::vector<ItemId> with_bounded_items_late(const Problem& problem, std::span<const ItemId> order) {
  std::vector<std::uint32_t> place_of(problem.primary_count());
  for (std::uint32_t s = 0; s < order.size(); ++s) place_of[index(order[s])] = s;
  std::vector<std::uint32_t> late = place_of;
  const auto is_bounded = [&](ItemId item) { return problem.bounds(item) != Bounds{}; };
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto items = problem.items(OptionId{o});
    std::uint32_t last = 0;
    for (const ItemId item : items) {
      if (problem.is_primary(item)) last = std::max(last, place_of[index(item)]);
    }
    for (const ItemId item : items) {
      if (!problem.is_primary(item) || !is_bounded(item)) continue;
      late[index(item)] = std::max(late[index(item)], last);
    }
  }
  std::vector<ItemId> result(order.begin(), order.end());
  std::stable_sort(result.begin(), result.end(), [&](ItemId a, ItemId b) {
    return std::pair(late[index(a)], is_bounded(a)) < std::pair(late[index(b)], is_bounded(b));
  });
  return result;
}

/// Inserts zero bits for a field into a key: shifts all bits from the position of the field on
/// upwards.
void insert_zeros(SweepPlan::Field field, SweepPlan::Word* key, std::uint32_t words) {
  const std::uint32_t first = field.at / 64;
  const std::uint32_t skipped = field.bits / 64, shift = field.bits % 64;
  const SweepPlan::Word below = (SweepPlan::Word{1} << field.at % 64) - 1;
  const SweepPlan::Word kept = key[first] & below;
  key[first] &= ~below;
  for (std::uint32_t w = words; w-- > first;) {
    const auto word = [&](std::uint32_t back) {
      return w >= first + back ? key[w - back] : SweepPlan::Word{0};
    };
    const SweepPlan::Word high = word(skipped) << shift;
    key[w] = shift == 0 ? high : high | word(skipped + 1) >> (64 - shift);
  }
  key[first] |= kept;
}

class Planner {
 public:
  Planner(const Problem& problem, std::span<const ItemId> order, const PlanLimits& limits)
      : problem_(problem),
        order_(order),
        limits_(limits),
        spans_(spans_of(problem, order)),
        widths_(problem),
        entering_(order.size()),
        field_(problem.item_count()) {}

  [[nodiscard]] std::uint32_t width() {
    find_frontiers();
    find_width();
    return plan_.width;
  }

  [[nodiscard]] std::vector<FrontierField> fields_before(std::size_t step) {
    find_frontiers();
    std::vector<ItemId> items;
    for (std::size_t s = 0; s <= step; ++s) {
      for (const ItemId item : entering_[s]) {
        if (leaves_at(item) >= step) items.push_back(item);
      }
    }
    std::sort(items.begin(), items.end(), [&](ItemId a, ItemId b) { return is_before(a, b); });
    std::vector<FrontierField> fields;
    std::uint32_t at = 0;
    for (const ItemId item : items) {
      fields.push_back({item, {at, widths_.bits(item)}, widths_.colours_of_codes(item)});
      at += widths_.bits(item);
    }
    return fields;
  }

  SweepPlanning plan() {
    // The largest number of bits of a key is computed first, because it determines the number of
    // words of all keys.
    const std::uint32_t bits = width();
    if (bits / 64 + 1 > limits_.words) return {.objection = too_wide(bits, limits_.words)};
    plan_.words = bits / 64 + 1;
    if (bytes() > limits_.memory) return {.status = Status::memory_limit};
    reserve();
    options_ = sorted_by_step(spans_.step_of_option, order_.size(), options_end_);
    for (std::uint32_t s = 0; s < order_.size(); ++s) {
      if (limits_.deadline.reached()) return {.status = limits_.deadline.why()};
      add_step(s);
    }
    if (!find_free_bits()) return {.status = limits_.deadline.why()};
    return {.plan = std::move(plan_)};
  }

 private:
  [[nodiscard]] bool is_exact(std::uint32_t step) const {
    return problem_.bounds(order_[step]) == Bounds{};
  }
  [[nodiscard]] std::uint32_t leaves_at(ItemId item) const { return spans_.last[index(item)]; }

  void find_frontiers() {
    for (std::uint32_t i = 0; i < problem_.item_count(); ++i) {
      if (spans_.first[i] == none || spans_.first[i] == spans_.last[i]) continue;
      entering_[spans_.first[i]].push_back(ItemId{i});
    }
    // An item with bounds other than {1, 1} needs a field in its own step, even if no earlier
    // option contains it. A secondary item that occurs in options of only one step needs a field if
    // several options of this step can be chosen.
    for (std::uint32_t s = 0; s < order_.size(); ++s) {
      if (is_exact(s) || spans_.first[index(order_[s])] != s) continue;
      entering_[s].push_back(order_[s]);
    }
    for (std::uint32_t k = problem_.primary_count(); k < problem_.item_count(); ++k) {
      const std::uint32_t s = spans_.first[k];
      if (s != none && s == spans_.last[k] && !is_exact(s)) entering_[s].push_back(ItemId{k});
    }
    for (auto& items : entering_) {
      std::sort(items.begin(), items.end(), [&](ItemId a, ItemId b) { return is_before(a, b); });
    }
  }

  /// Whether the field of `a` in a key is below (in lower bits than) the field of `b`.
  [[nodiscard]] bool is_before(ItemId a, ItemId b) const {
    return leaves_at(a) != leaves_at(b) ? leaves_at(a) < leaves_at(b) : index(a) < index(b);
  }

  void find_width() {
    std::vector<std::int64_t> change(order_.size() + 1);
    for (std::uint32_t s = 0; s < order_.size(); ++s) {
      for (const ItemId item : entering_[s]) {
        change[s] += widths_.bits(item);
        change[leaves_at(item) + 1] -= widths_.bits(item);
      }
    }
    std::int64_t width = 0, widest = 0;
    for (const std::int64_t c : change) widest = std::max(widest, width += c);
    plan_.width = static_cast<std::uint32_t>(widest);
  }

  /// An upper bound on the bytes of the plan and of the data used to make it.
  [[nodiscard]] std::size_t bytes() const {
    const std::size_t options = problem_.option_count(), entries = problem_.entry_count();
    const std::size_t items = problem_.item_count();
    const bool has_counters = problem_.has_multiplicities() || problem_.has_colours();
    const std::size_t of_option = sizeof(SweepPlan::Move) + sizeof(OptionId) +
                                  sizeof(std::uint32_t) + 2 * plan_.words * sizeof(SweepPlan::Word);
    const std::size_t of_item = sizeof(SweepPlan::Step) + sizeof(entering_[0]) +
                                6 * sizeof(std::uint32_t) + 2 * sizeof(SweepPlan::Field);
    return options * of_option + items * of_item +
           (has_counters ? entries * sizeof(SweepPlan::Counter) : 0);
  }
  void reserve() {
    plan_.steps.reserve(order_.size());
    plan_.moves.reserve(problem_.option_count());
    plan_.tests.reserve(std::size_t{problem_.option_count()} * plan_.words);
    plan_.sets.reserve(std::size_t{problem_.option_count()} * plan_.words);
  }

  [[nodiscard]] std::span<const OptionId> options_of(std::uint32_t step) const {
    return std::span(options_).subspan(options_end_[step],
                                       options_end_[step + 1] - options_end_[step]);
  }

  void add_step(std::uint32_t s) {
    const ItemId item = order_[s];
    SweepPlan::Step step;
    step.exact = is_exact(s);
    step.bounds = problem_.bounds(item);
    step.first_gap = static_cast<std::uint32_t>(plan_.gaps.size());
    enter(s);
    step.end_gap = static_cast<std::uint32_t>(plan_.gaps.size());
    step.field = field(item);
    step.in_frontier = step.field.bits != 0;
    step.first_move = static_cast<std::uint32_t>(plan_.moves.size());
    for (const OptionId option : options_of(s)) add_move(s, option);
    step.end_move = static_cast<std::uint32_t>(plan_.moves.size());
    for (; !live_.empty() && leaves_at(live_.front()) == s; live_.pop_front()) {
      step.leaving += widths_.bits(live_.front());
      field_[index(live_.front())] = {};
    }
    left_ += step.leaving;
    step.bits_after = bits_ -= step.leaving;
    plan_.steps.push_back(step);
  }

  /// The field of an item in the keys of the current step. It has 0 bits if the item is not in the
  /// frontier.
  [[nodiscard]] SweepPlan::Field field(ItemId item) const {
    SweepPlan::Field field = field_[index(item)];
    if (field.bits != 0) field.at -= left_;
    return field;
  }

  /// Assigns fields to the items that enter the frontier at step s. Items of the frontier whose
  /// fields are above these fields are moved up, which is rare on boards.
  void enter(std::uint32_t s) {
    const std::vector<ItemId>& entering = entering_[s];
    if (entering.empty()) return;
    const auto before = [&](ItemId a, ItemId b) { return is_before(a, b); };
    const auto place = std::lower_bound(live_.begin(), live_.end(), entering[0], before);
    std::vector<ItemId> above;
    std::merge(place, live_.end(), entering.begin(), entering.end(), std::back_inserter(above),
               before);
    if (place != live_.end()) bits_ = field(*place).at;
    live_.erase(place, live_.end());
    std::uint32_t end_of_old = 0;  // all fields from this bit on belong to entering items
    std::vector<SweepPlan::Field> fresh;
    for (const ItemId live : above) {
      const SweepPlan::Field field{bits_, widths_.bits(live)};
      field_[index(live)] = {field.at + left_, field.bits};
      bits_ += field.bits;
      if (spans_.first[index(live)] != s) {
        end_of_old = bits_;
      } else if (!fresh.empty() && fresh.back().at + fresh.back().bits == field.at) {
        fresh.back().bits += field.bits;
      } else {
        fresh.push_back(field);
      }
    }
    live_.insert(live_.end(), above.begin(), above.end());
    for (const SweepPlan::Field& gap : fresh) {
      if (gap.at < end_of_old) plan_.gaps.push_back(gap);
    }
  }

  void add_move(std::uint32_t s, OptionId option) {
    SweepPlan::Move move{option, static_cast<std::uint32_t>(plan_.counters.size()), 0};
    const std::size_t row = plan_.tests.size();
    plan_.tests.resize(row + plan_.words);
    plan_.sets.resize(row + plan_.words);
    for (const auto [item, colour] : problem_.entries(option)) {
      const SweepPlan::Field field = this->field(item);
      const bool counts = problem_.is_primary(item) && problem_.bounds(item) != Bounds{};
      if (field.bits == 0 && !counts) continue;
      const SweepPlan::Word code = widths_.is_coloured(item) ? widths_.code(item, colour) : 1;
      const SweepPlan::Word most = counts ? problem_.bounds(item).at_most : 0;
      // The step of an item with bounds {1, 1} chooses only one option. So the fields of items that
      // enter at this step are still 0.
      const bool is_empty = is_exact(s) && spans_.first[index(item)] == s && (!counts || most > 0);
      if (!is_empty && counts) {
        plan_.counters.push_back({field, most, 0});
      } else if (!is_empty && colour != Colour::none) {
        plan_.counters.push_back({field, 0, code});
      } else {
        field.set(&plan_.tests[row], field.mask());
        field.set(&plan_.sets[row], code);
      }
    }
    move.end_counter = static_cast<std::uint32_t>(plan_.counters.size());
    plan_.moves.push_back(move);
  }

  /// Computes the free bits of each step: the binary logarithm of an upper bound on the number of
  /// sets of frontier items that can be covered after the step. It uses the least and the greatest
  /// number of items that the options chosen so far can cover. For example, if the numbers of
  /// Langford's problem come before its places in the order, all states after a step have covered
  /// equally many places. Returns false if the deadline is reached.
  bool find_free_bits() {
    std::uint32_t least = 0, most = 0;  // bounds on the number of primary items covered so far
    const std::vector<std::uint32_t> bits_after = primary_bits();
    for (std::uint32_t s = 0; s < order_.size(); ++s) {
      if (limits_.deadline.reached()) return false;
      SweepPlan::Step& step = plan_.steps[s];
      step.free_bits = step.bits_after;
      if (problem_.has_multiplicities()) continue;
      std::uint32_t shortest = none, longest = 0;
      for (const OptionId option : options_of(s)) {
        const auto items = problem_.items(option);
        const auto primary = static_cast<std::uint32_t>(std::count_if(
            items.begin(), items.end(), [&](ItemId item) { return problem_.is_primary(item); }));
        shortest = std::min(shortest, primary);
        longest = std::max(longest, primary);
      }
      const bool may_be_covered = spans_.first[index(order_[s])] < s;
      least = std::max(s + 1, least + (may_be_covered || shortest == none ? 0 : shortest));
      most += longest;
      const std::uint32_t bits = bits_after[s];
      step.free_bits += log2_of_subsets(bits, least - (s + 1), std::max(most, s + 1) - (s + 1)) -
                        static_cast<double>(bits);
    }
    return true;
  }

  /// For each step: the number of primary items in the frontier after the step.
  [[nodiscard]] std::vector<std::uint32_t> primary_bits() const {
    std::vector<std::uint32_t> bits(order_.size() + 1);
    for (std::uint32_t s = 0; s < order_.size(); ++s) {
      const std::uint32_t first = spans_.first[index(order_[s])];
      if (first >= s) continue;  // no earlier option contains the item
      ++bits[first];
      --bits[s];
    }
    // The partial sums are computed modulo 2^32, which is safe because none of them is negative.
    std::partial_sum(bits.begin(), bits.end(), bits.begin());
    return bits;
  }

  /// The binary logarithm of the number of subsets of a set of n elements that have `least` to
  /// `most` elements; 0 if there are no such subsets. For n > 1000 the result is n, an upper bound.
  static double log2_of_subsets(std::uint32_t n, std::uint32_t least, std::uint32_t most) {
    if (n > 1'000 || (least == 0 && most >= n)) return n;
    double sum = 0;
    double subsets = 1;  // number of subsets with k elements, at most 2^1000
    for (std::uint32_t k = 0; k <= std::min(n, most); ++k) {
      if (k >= least) sum += subsets;
      subsets *= static_cast<double>(n - k) / (k + 1.0);
    }
    return sum > 0 ? std::clamp(std::log2(sum), 0.0, static_cast<double>(n)) : 0;
  }

  const Problem& problem_;
  std::span<const ItemId> order_;
  const PlanLimits& limits_;
  Spans spans_;
  Widths widths_;
  // For each step: the items that enter, sorted by is_before().
  std::vector<std::vector<ItemId>> entering_;
  // The items of the frontier, in the order in which they leave.
  std::deque<ItemId> live_;
  // For each item: its field, with `at` increased by left_.
  std::vector<SweepPlan::Field> field_;
  std::uint32_t bits_ = 0;  // number of bits of the frontier
  // Number of bits that the items that have left the frontier had in the keys of states.
  std::uint32_t left_ = 0;
  std::vector<OptionId> options_;  // options in the order of their steps
  // At index s + 1: the end of the options of step s in options_.
  std::vector<std::uint32_t> options_end_;
  SweepPlan plan_;
};

}  // namespace

void SweepPlan::enter(const Step& step, Word* key) const {
  for (std::uint32_t g = step.first_gap; g < step.end_gap; ++g) {
    insert_zeros(gaps[g], key, words);
  }
}

void SweepPlan::leave(const Step& step, Word* key) const {
  const std::uint32_t skipped = step.leaving / 64, shift = step.leaving % 64;
  for (std::uint32_t w = 0; w < words; ++w) {
    const std::uint32_t from = w + skipped;
    const Word low = from < words ? key[from] >> shift : 0;
    const bool continues = shift != 0 && from + 1 < words;
    key[w] = continues ? low | key[from + 1] << (64 - shift) : low;
  }
}

std::size_t SweepPlan::memory_bytes() const {
  return heap_bytes(steps, gaps, moves, counters, tests, sets);
}

SweepPlanning plan_sweep(const Problem& problem, std::span<const ItemId> order,
                         const PlanLimits& limits) {
  return Planner(problem, order, limits).plan();
}

SweepPlan sweep_plan(const Problem& problem, std::span<const ItemId> order) {
  SweepPlanning planning = plan_sweep(problem, order);
  if (planning.status == Status::memory_limit) {
    throw std::invalid_argument("the plan of a sweep in this order takes too much memory");
  }
  if (!planning.plan) throw std::invalid_argument(planning.objection);
  return *std::move(planning.plan);
}

std::vector<FrontierField> fields_before(const Problem& problem, std::span<const ItemId> order,
                                         std::size_t step) {
  return Planner(problem, order, {}).fields_before(step);
}

std::vector<OptionId> options_in_order(const Problem& problem, std::span<const ItemId> order) {
  std::vector<std::uint32_t> ends;
  return sorted_by_step(spans_of(problem, order).step_of_option, order.size(), ends);
}

std::uint32_t sweep_width(const Problem& problem, std::span<const ItemId> order) {
  return Planner(problem, order, {}).width();
}

bool every_frontier_exceeds(const Problem& problem, std::uint32_t bits) {
  if (problem.primary_count() <= bits) return false;
  const auto options = options_of_primary_items(problem);
  std::vector<std::uint32_t> met_by(problem.primary_count(), none);
  // Tests each item as the first item of an order. After the first step, all other primary items of
  // the options of this item are in the frontier, with at least one bit each.
  for (std::uint32_t first = 0; first < problem.primary_count(); ++first) {
    std::uint32_t met = 0;
    for (const OptionId option : options[first]) {
      if (met > bits) break;
      for (const ItemId item : problem.items(option)) {
        if (!problem.is_primary(item) || index(item) == first) continue;
        if (std::exchange(met_by[index(item)], first) != first) ++met;
      }
    }
    if (met <= bits) return false;
  }
  return true;
}

double sweep_bits(const Problem& problem, std::span<const ItemId> order) {
  return sweep_bits(problem, Widths(problem), order);
}

std::vector<ItemId> narrow_order(const Problem& problem, const search::Deadline& deadline,
                                 std::size_t memory) {
  const Widths widths(problem);
  std::vector<ItemId> best;
  double least = std::numeric_limits<double>::infinity();
  const auto try_order = [&](std::vector<ItemId>&& order) {
    const double bits = sweep_bits(problem, widths, order);
    if (!best.empty() && bits >= least) return;
    least = bits;
    best = std::move(order);
  };
  for (std::vector<ItemId>& order : item_orders(problem, deadline, memory)) {
    if (!best.empty() && deadline.reached()) break;
    if (problem.has_multiplicities()) try_order(with_bounded_items_late(problem, order));
    try_order(std::move(order));
  }
  return best;
}

}  // namespace dlx::tables
