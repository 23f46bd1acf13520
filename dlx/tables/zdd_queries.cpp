// Queries of a diagram. Children come before parents in the list of nodes. So a loop over ascending
// nodes computes values that depend on the children of a node. A loop over descending nodes
// computes values that depend on the paths from the root to a node.
//
// The memory. Counts are an array [node][word]. All counts have as many words as the largest count
// needs. This number of words is estimated by logarithms. If rounding made the estimate one word
// too small, the counts are computed again. Before an array is allocated, its bytes are compared
// with the memory limit.
//
// Citation. D. E. Knuth, The Art of Computer Programming, volume 4A, 7.1.4 (counting, sampling,
// optimizing); E. L. Lawler, Management Science 18 (1972), for the k cheapest.

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/control.hpp"
#include "dlx/tables/zdd.hpp"

namespace dlx::tables {
namespace {

using Word = std::uint64_t;
__extension__ using Wide = unsigned __int128;
__extension__ using WideCost = __int128;

// Arithmetic on numbers of several words, the lowest word first.

/// Computes to = a + b * factor. Returns false if the result does not fit in `width` words.
bool set_sum(Word* to, const Word* a, const Word* b, Word factor, std::uint32_t width) {
  Word carry = 0;
  for (std::uint32_t w = 0; w < width; ++w) {
    const Wide sum = Wide{b[w]} * factor + a[w] + carry;
    to[w] = static_cast<Word>(sum);
    carry = static_cast<Word>(sum >> 64);
  }
  return carry == 0;
}

/// The number of words that a number needs: the words up to the highest word that is not 0.
std::uint32_t used(const Word* a, std::uint32_t width) {
  while (width > 0 && a[width - 1] == 0) --width;
  return width;
}

/// Computes to += a * b. The result must fit in `width` words.
void add_product(Word* to, const Word* a, const Word* b, std::uint32_t width) {
  const std::uint32_t a_width = used(a, width);
  const std::uint32_t b_width = used(b, width);
  for (std::uint32_t w = 0; w < b_width; ++w) {
    Word carry = 0;
    for (std::uint32_t v = 0; v < a_width; ++v) {
      const Wide sum = Wide{a[v]} * b[w] + to[v + w] + carry;
      to[v + w] = static_cast<Word>(sum);
      carry = static_cast<Word>(sum >> 64);
    }
    for (std::uint32_t v = a_width + w; carry != 0; ++v) carry = (to[v] += carry) < carry ? 1 : 0;
  }
}

bool less(const Word* a, const Word* b, std::uint32_t width) {
  return std::lexicographical_compare(
      std::make_reverse_iterator(a + width), std::make_reverse_iterator(a),
      std::make_reverse_iterator(b + width), std::make_reverse_iterator(b));
}

/// Computes a -= b. b must not be larger than a.
void subtract(Word* a, const Word* b, std::uint32_t width) {
  bool borrow = false;
  for (std::uint32_t w = 0; w < width; ++w) {
    const Wide subtrahend = Wide{b[w]} + (borrow ? 1 : 0);
    borrow = subtrahend > a[w];
    a[w] -= static_cast<Word>(subtrahend);
  }
}

/// The quotient a / b. The numbers a and b may exceed the range of a double.
double ratio(const Word* a, const Word* b, std::uint32_t width) {
  struct Scaled {
    double mantissa = 0;
    int exponent = 0;
  };
  const auto scaled = [width](const Word* number) -> Scaled {
    const std::uint32_t w = used(number, width);
    if (w == 0) return {};
    const int shift = std::countl_zero(number[w - 1]);
    Word top = number[w - 1] << shift;
    if (shift != 0 && w > 1) top |= number[w - 2] >> (64 - shift);
    return {static_cast<double>(top), static_cast<int>(64 * w) - shift};
  };
  const Scaled x = scaled(a), y = scaled(b);
  return std::ldexp(x.mantissa / y.mantissa, x.exponent - y.exponent);
}

std::string name_of(std::uint32_t node) {
  if (node <= Zdd::terminal_t) return node == Zdd::terminal_f ? "F" : "T";
  return std::to_string(node - 1);
}

}  // namespace

/// Counts the work and the memory of one query of a diagram, and checks the limits of the query.
class ZddMeter {
 public:
  ZddMeter(const ZddLimits& limits, std::size_t held)
      : memory_(limits.memory), held_(held), deadline_(limits.control) {}

  /// Counts the bytes of an array of `numbers` times `words_of_each` words, which the caller will
  /// allocate. Throws ZddQueryEnded if the array would exceed the memory limit.
  void take(std::size_t numbers, std::size_t words_of_each) {
    if (numbers > most_bytes / sizeof(Word) / std::max<std::size_t>(words_of_each, 1)) {
      throw ZddQueryEnded(Status::memory_limit);
    }
    const std::size_t bytes = numbers * words_of_each * sizeof(Word);
    if (held_ > memory_ || bytes > memory_ - held_) {
      throw ZddQueryEnded(Status::memory_limit);
    }
    held_ += bytes;
  }
  void give_back(std::size_t numbers, std::size_t words_of_each) {
    held_ -= numbers * words_of_each * sizeof(Word);
  }

  /// Counts `words` words as processed. Throws ZddQueryEnded if the time limit is reached or the
  /// stop flag is set.
  void work(std::size_t words) {
    constexpr std::size_t between_looks = 1U << 16;
    work_ += words;
    if (work_ < between_looks) return;
    work_ = 0;
    if (const Status why = deadline_.why(); why != Status::running) throw ZddQueryEnded(why);
  }

 private:
  static constexpr std::size_t most_bytes = std::numeric_limits<std::size_t>::max() / 2;

  std::size_t memory_;
  std::size_t held_;
  std::size_t work_ = 0;
  search::Deadline deadline_;
};

Natural Zdd::Numbers::natural(std::uint32_t node) const {
  return Natural::from_words({of(node), width});
}

std::uint32_t Zdd::words_of_counts(std::span<const OptionWeight> weights, ZddMeter& meter) const {
  meter.take(nodes_.size(), 1);
  std::vector<double> bits(nodes_.size(), -std::numeric_limits<double>::infinity());
  bits[terminal_t] = 0;
  double most = 0;
  for (std::uint32_t n = 2; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const Word ways = weights.empty() ? 1 : weights[index(options_[node.variable])].ways;
    const double with = bits[node.hi] + std::log2(static_cast<double>(ways));
    const double larger = std::max(bits[node.lo], with);
    const double smaller = std::min(bits[node.lo], with);
    bits[n] = std::isinf(larger) ? larger : larger + std::log2(1 + std::exp2(smaller - larger));
    most = std::max(most, bits[n]);
    meter.work(1);
  }
  meter.give_back(nodes_.size(), 1);
  return 1 + static_cast<std::uint32_t>(most / 64);
}

bool Zdd::try_counts(std::span<const OptionWeight> weights, Numbers& counts,
                     ZddMeter& meter) const {
  counts.words.assign(nodes_.size() * counts.width, 0);
  *counts.of(terminal_t) = 1;
  for (std::uint32_t n = 2; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const Word ways = weights.empty() ? 1 : weights[index(options_[node.variable])].ways;
    if (!set_sum(counts.of(n), counts.of(node.lo), counts.of(node.hi), ways, counts.width)) {
      return false;
    }
    meter.work(counts.width);
  }
  return true;
}

Zdd::Numbers Zdd::counts(std::span<const OptionWeight> weights, ZddMeter& meter) const {
  Numbers counts;
  for (counts.width = words_of_counts(weights, meter);; ++counts.width) {
    meter.take(nodes_.size(), counts.width);
    if (try_counts(weights, counts, meter)) return counts;
    meter.give_back(nodes_.size(), counts.width);
    counts.words = {};
  }
}

Natural Zdd::count(const ZddLimits& limits) const {
  ZddMeter meter(limits, memory_bytes());
  return counts({}, meter).natural(root_);
}

Total Zdd::total(const Tally& weights, const ZddLimits& limits) const {
  if (!weights.weighted()) return {count(limits), {}};
  if (weights.weights().size() != options_.size()) {
    throw std::invalid_argument("there must be a weight for each option");
  }
  ZddMeter meter(limits, memory_bytes());
  static_assert(sizeof(Residue) == sizeof(Word));
  meter.take(nodes_.size(), 1);
  std::vector<Residue> sums(nodes_.size());
  sums[terminal_t] = Residue(1);
  for (std::size_t n = 2; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const OptionWeight& weight = weights.weights()[index(options_[node.variable])];
    sums[n] = sums[node.lo] + sums[node.hi] * weight.factor;
    meter.work(1);
  }
  return {counts(weights.weights(), meter).natural(root_), sums[root_]};
}

// The number of solutions with an option is a sum over the nodes of the option. The summand is the
// number of paths from the root to the node times the number of paths from the node's `hi` to T. No
// product or sum exceeds the number of all solutions, because every node is on a path to T.
Zdd::Numbers Zdd::option_counts(ZddMeter& meter) const {
  const Numbers below = counts({}, meter);
  const std::uint32_t width = below.width;
  meter.take(nodes_.size() + options_.size() + 1, width);
  Numbers above{width, std::vector<Word>(nodes_.size() * width)};
  Numbers result{width, std::vector<Word>((options_.size() + 1) * width)};
  const auto all = static_cast<std::uint32_t>(options_.size());
  std::copy_n(below.of(root_), width, result.of(all));
  *above.of(root_) = 1;
  for (auto n = static_cast<std::uint32_t>(nodes_.size()); n-- > 2;) {
    const Node& node = nodes_[n];
    for (const std::uint32_t child : {node.lo, node.hi}) {
      if (child > terminal_t) set_sum(above.of(child), above.of(child), above.of(n), 1, width);
    }
    add_product(result.of(index(options_[node.variable])), above.of(n), below.of(node.hi), width);
    meter.work(std::size_t{used(above.of(n), width)} * used(below.of(node.hi), width) + width);
  }
  return result;
}

std::vector<Natural> Zdd::memberships(const ZddLimits& limits) const {
  ZddMeter meter(limits, memory_bytes());
  const Numbers counts = option_counts(meter);
  std::vector<Natural> result;
  for (std::uint32_t o = 0; o < options_.size(); ++o) result.push_back(counts.natural(o));
  return result;
}

std::vector<double> Zdd::marginals(const ZddLimits& limits) const {
  std::vector<double> result(options_.size());
  if (root_ == terminal_f) return result;
  ZddMeter meter(limits, memory_bytes());
  const Numbers counts = option_counts(meter);
  const auto all = static_cast<std::uint32_t>(options_.size());
  for (std::uint32_t o = 0; o < all; ++o) {
    result[o] = ratio(counts.of(o), counts.of(all), counts.width);
  }
  return result;
}

Natural Zdd::for_each_membership(const std::function<void(OptionId, const Membership&)>& visitor,
                                 const ZddLimits& limits) const {
  ZddMeter meter(limits, memory_bytes());
  const Numbers counts = option_counts(meter);
  const auto all = static_cast<std::uint32_t>(options_.size());
  for (std::uint32_t o = 0; o < all; ++o) {
    // The visitor may convert the number to text, in time quadratic in the number of words, so this
    // work is counted here.
    meter.work(std::size_t{counts.width} * counts.width);
    Membership membership{counts.natural(o), 0};
    if (root_ != terminal_f) {
      membership.probability = ratio(counts.of(o), counts.of(all), counts.width);
    }
    visitor(OptionId{o}, membership);
  }
  return counts.natural(all);
}

namespace {

constexpr std::uint32_t no_variable = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();

/// A path from the root that is the beginning of solutions, together with its cheapest completion.
struct Way {
  WideCost cost;  // the cost of the completed solution
  // The options chosen on the path, without the variable `last`: an index in the list `choices` of
  // cheapest(); `nothing` if no option was chosen.
  std::size_t choices;
  // The variable whose option was chosen last on the path; no_variable if it is included in
  // `choices`.
  std::uint32_t last;
  std::uint32_t node;    // the node to which the path leads
  std::uint64_t serial;  // determines the order of Ways of equal cost
};

/// A heap of objects of the type Way, from which the cheapest is removed first.
class Ways {
 public:
  [[nodiscard]] bool empty() const { return ways_.empty(); }
  void add(WideCost cost, std::size_t choices, std::uint32_t last, std::uint32_t node) {
    ways_.push_back({cost, choices, last, node, serial_++});
    std::push_heap(ways_.begin(), ways_.end(), later);
  }
  Way take_cheapest() {
    std::pop_heap(ways_.begin(), ways_.end(), later);
    const Way way = ways_.back();
    ways_.pop_back();
    return way;
  }
  /// If the heap has more than twice `wanted` objects, drops all except the cheapest `wanted`
  /// objects.
  void trim(std::uint64_t wanted) {
    if (ways_.size() / 2 <= wanted) return;
    const auto end = ways_.begin() + static_cast<std::ptrdiff_t>(wanted);
    std::nth_element(ways_.begin(), end, ways_.end(),
                     [](const Way& a, const Way& b) { return later(b, a); });
    ways_.erase(end, ways_.end());
    std::make_heap(ways_.begin(), ways_.end(), later);
  }

 private:
  static bool later(const Way& a, const Way& b) {
    return std::tie(a.cost, a.serial) > std::tie(b.cost, b.serial);
  }

  std::vector<Way> ways_;
  std::uint64_t serial_ = 0;
};

}  // namespace

// Removes the cheapest Way from the heap k times. A Way is the beginning of a path from the root,
// together with its cheapest completion to T, so each Way that is removed gives a solution. For
// each node of the completion, a new Way is added to the heap: it follows the path up to this node,
// and then the other arc of the node. So every solution belongs to exactly one Way.
std::vector<std::pair<std::int64_t, std::vector<OptionId>>> Zdd::cheapest(const Problem& costs,
                                                                          std::uint64_t k) const {
  if (costs.option_count() != options_.size()) {
    throw std::invalid_argument("costs of a problem with another number of options");
  }
  const auto cost_of = [&](std::uint32_t variable) -> WideCost {
    return costs.cost(options_[variable]);
  };
  // 128 bits suffice for the sum of fewer than 2^32 costs of 64 bits.
  std::vector<WideCost> least(nodes_.size());
  for (std::size_t n = 2; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const WideCost chosen = cost_of(node.variable) + least[node.hi];
    least[n] = node.lo == terminal_f ? chosen : std::min(chosen, least[node.lo]);
  }

  struct Choice {
    std::uint32_t variable;
    std::size_t before;  // index of the previous choice in `choices`
  };
  std::vector<std::pair<std::int64_t, std::vector<OptionId>>> result;
  std::vector<Choice> choices;
  Ways ways;
  if (root_ != terminal_f) ways.add(least[root_], nothing, no_variable, root_);
  while (!ways.empty() && result.size() < k) {
    const Way way = ways.take_cheapest();
    std::size_t last = way.choices;
    const auto choose = [&](std::uint32_t variable) {
      choices.push_back({variable, last});
      last = choices.size() - 1;
    };
    if (way.last != no_variable) choose(way.last);
    for (std::uint32_t n = way.node; n > terminal_t;) {
      const Node& node = nodes_[n];
      const WideCost so_far = way.cost - least[n];
      const WideCost chosen = cost_of(node.variable) + least[node.hi];
      if (node.lo != terminal_f && least[node.lo] < chosen) {
        ways.add(so_far + chosen, last, node.variable, node.hi);
        n = node.lo;
      } else {
        if (node.lo != terminal_f) ways.add(so_far + least[node.lo], last, no_variable, node.lo);
        choose(node.variable);
        n = node.hi;
      }
    }
    if (way.cost != static_cast<std::int64_t>(way.cost)) {
      throw std::overflow_error("the cost of a solution does not fit in 64 bits");
    }
    auto& [cost, solution] = result.emplace_back();
    cost = static_cast<std::int64_t>(way.cost);
    for (; last != nothing; last = choices[last].before) {
      solution.push_back(options_[choices[last].variable]);
    }
    std::sort(solution.begin(), solution.end());
    ways.trim(k - result.size());
  }
  std::sort(result.begin(), result.end());
  return result;
}

void Zdd::write(std::ostream& out, const Problem& problem) const {
  out << "zdd options " + std::to_string(problem.last_number()) + " nodes " +
             std::to_string(node_count()) + " root " + name_of(root_) + '\n';
  for (std::uint32_t n = 2; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    out << name_of(n) + ' ' + std::to_string(problem.number(options_[node.variable])) + ' ' +
               name_of(node.lo) + ' ' + name_of(node.hi) + '\n';
  }
}

void Zdd::write_dot(std::ostream& out, const Problem& problem) const {
  out << "digraph zdd {\n  F [shape=box];\n  T [shape=box];\n";
  for (auto n = static_cast<std::uint32_t>(nodes_.size()); n-- > 2;) {
    const Node& node = nodes_[n];
    const std::string name = name_of(n);
    out << "  " + name + " [label=\"" + std::to_string(problem.number(options_[node.variable])) +
               "\"];\n  " + name + " -> " + name_of(node.lo) + " [style=dashed];\n  " + name +
               " -> " + name_of(node.hi) + ";\n";
  }
  out << "}\n";
}

bool Zdd::Walker::next() {
  if (!std::exchange(started_, true)) return descend(zdd_->root_);
  while (!path_.empty()) {
    const std::uint32_t other = zdd_->nodes_[path_.back()].lo;
    path_.pop_back();
    solution_.pop_back();
    if (descend(other)) return true;
  }
  return false;
}

bool Zdd::Walker::descend(std::uint32_t node) {
  for (; node > terminal_t; node = zdd_->nodes_[node].hi) {
    path_.push_back(node);
    solution_.push_back(zdd_->options_[zdd_->nodes_[node].variable]);
  }
  return node == terminal_t;
}

Zdd::Sampler::Sampler(const Zdd& zdd, std::uint64_t seed, const ZddLimits& limits)
    : zdd_(&zdd), random_(seed) {
  ZddMeter meter(limits, zdd.memory_bytes());
  counts_ = zdd.counts({}, meter);
  rank_.resize(counts_.width);
  if (zdd.root_ == terminal_f) throw std::invalid_argument("the problem has no solution to draw");
}

std::vector<OptionId> Zdd::Sampler::sample() {
  // Draws a random number below the number of solutions: draws as many bits as the number of
  // solutions has, and repeats this until the result is small enough.
  const Word* const all = counts_.of(zdd_->root_);
  const std::uint32_t width = counts_.width;
  const std::uint32_t highest = used(all, width) - 1;
  const Word mask = ~Word{0} >> std::countl_zero(all[highest]);
  do {
    for (std::uint32_t w = 0; w <= highest; ++w) rank_[w] = random_();
    rank_[highest] &= mask;
  } while (!less(rank_.data(), all, width));

  std::vector<OptionId> solution;
  for (std::uint32_t n = zdd_->root_; n > terminal_t;) {
    const Node& node = zdd_->nodes_[n];
    if (less(rank_.data(), counts_.of(node.lo), width)) {
      n = node.lo;
    } else {
      subtract(rank_.data(), counts_.of(node.lo), width);
      solution.push_back(zdd_->options_[node.variable]);
      n = node.hi;
    }
  }
  return solution;
}

}  // namespace dlx::tables
