// The problem. Is there a colouring of the items that proves without search that no solution
// exists? For example, a chessboard without two opposite corners cannot be covered by dominoes,
// because each domino covers a black and a white square. In general, an invariant consists of
// weights of the primary items modulo a prime p. The weights of the primary items of every option
// have the sum 0. The weights of all items, each as often as it must be covered, have a sum other
// than 0. For example, Langford's problem for 9 numbers has an invariant modulo 2. Bars of length k
// in a box have an invariant modulo primes p with roots of unity of order k. Equal weights for all
// cells of a box are an invariant if its volume is not divisible by the volume of the pieces.
//
// The idea. The vectors of weights for which every option has the weight 0 form a vector space. At
// first, without options, the space contains all vectors, and each option removes at most one
// dimension. The program stores a basis of this space. For at most one vector of this basis, the
// items that a solution must cover have a total weight other than 0.
//
// The memory. Each item has a row with its weights in all vectors of the basis. So the sum of the
// rows of an option's items has the option's weights in all vectors. An option that removes a
// dimension changes all rows.
//
//     rows   [item][vector]    the weight of the item, below p
//
// The invariants. Every vector of the basis gives the weight 0 to every option added so far. The
// vectors are linearly independent. The vector `target_` gives the items that a solution must cover
// a total weight other than 0; all other vectors give these items the total weight 0.
//
// Measurements. If an option changes few vectors of the basis, only these vectors are visited:
// dominoes on 98x98 take 16 s instead of 420 s. Remainders are computed in 16 bits, because
// compilers then compute eight remainders at a time: random options with 5 of 2,000 items take 1.5
// s instead of 16.0 s.
//
// Rejected alternatives. Rational numbers as weights are not needed, because the modulus 241 finds
// the same invariants, except where the weight of a solution is a multiple of 241. The modulus 241
// also has roots of unity of all orders that divide 240, such as 2, 3, 4, 5, 6, 8, 10, 12, 15 and
// 16. The linear equations are not solved by elimination among the options, because most options
// depend linearly on others. A dependent option would take as much time as an independent one. A
// search does not look for invariants below its root; bit_matrix.cpp has measurements. But a count
// looks for invariants again after each of the first options with which its search begins; see
// policy.hpp.
//
// Citations. S. W. Golomb, Checker boards and polyominoes, The American Mathematical Monthly 61
// (1954). For weights in general: J. H. Conway, J. C. Lagarias, Tiling with polyominoes and
// combinatorial group theory, Journal of Combinatorial Theory A 53 (1990), section 2.

#include "dlx/preprocess/invariant.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace dlx::preprocess {
namespace {

// The largest supported number of items; their rows take 100 MB.
constexpr std::uint32_t most_items = 10'000;
constexpr std::uint32_t not_weighed = 0xFFFF'FFFF;

/// Arithmetic modulo the prime P, which is below 256.
template <std::uint32_t P>
struct Modulo {
  /// The remainder modulo P of a 16-bit number, written so that compilers compute eight or more
  /// remainders at once.
  [[nodiscard]] static std::uint8_t rest(std::uint16_t number) {
    constexpr std::uint32_t inverse = 65'536 / P;
    // `quotient` is the exact quotient or one less, because `inverse` is rounded down.
    const auto quotient = static_cast<std::uint16_t>(number * inverse >> 16);
    const auto rest = static_cast<std::uint16_t>(number - quotient * P);
    const auto less = static_cast<std::uint16_t>(rest - P);
    return static_cast<std::uint8_t>(std::min(rest, less));
  }
  [[nodiscard]] static std::uint32_t negative(std::uint32_t a) { return a == 0 ? 0 : P - a; }
  [[nodiscard]] static std::uint32_t inverse(std::uint32_t a) {
    std::uint32_t power = 1;
    for (std::uint32_t k = 0; k < P - 2; ++k) power = power * a % P;
    return power;
  }
};

/// A basis of the space of weights that give the weight 0 to all options added so far.
template <std::uint32_t P>
class Basis {
 public:
  /// Constructs the basis before any option is added. `needs` has, for each item, how often it must
  /// be covered, modulo P. Vector number i gives the weight 1 to item i. Except for i = `target_`,
  /// it also gives a weight to item `target_`, such that the items that a solution must cover have
  /// the total weight 0.
  explicit Basis(const std::vector<std::uint32_t>& needs)
      : room_(needs.size()), vectors_(needs.size()), rows_(room_ * room_) {
    target_ = static_cast<std::size_t>(
        std::find_if(needs.begin(), needs.end(), [](std::uint32_t need) { return need != 0; }) -
        needs.begin());
    if (!has_target()) return;
    const std::uint32_t inverse = Modulo<P>::inverse(needs[target_]);
    for (std::size_t i = 0; i < room_; ++i) {
      row(i)[i] = 1;
      if (i == target_) continue;
      row(target_)[i] = static_cast<std::uint8_t>(Modulo<P>::negative(needs[i]) * inverse % P);
    }
  }

  [[nodiscard]] bool has_target() const { return target_ < vectors_; }

  /// Changes the vectors of the basis so that they also give the weight 0 to an option with these
  /// items.
  void add(const std::vector<std::uint32_t>& items) {
    sums_.assign(vectors_, 0);
    std::uint16_t* const sums = sums_.data();
    for (const std::uint32_t item : items) {
      const std::uint8_t* const weights = row(item);
      for (std::size_t v = 0; v < vectors_; ++v) {
        sums[v] = Modulo<P>::rest(static_cast<std::uint16_t>(sums[v] + weights[v]));
      }
    }
    std::size_t pivot = 0;
    while (pivot < vectors_ && (pivot == target_ || sums_[pivot] == 0)) ++pivot;
    if (pivot == vectors_) {
      if (sums_[target_] != 0) target_ = vectors_;
      return;
    }
    eliminate(pivot);
  }

  [[nodiscard]] std::vector<std::uint32_t> target() const {
    std::vector<std::uint32_t> weights(room_);
    for (std::size_t i = 0; i < room_; ++i) weights[i] = rows_[i * room_ + target_];
    return weights;
  }

 private:
  [[nodiscard]] std::uint8_t* row(std::size_t item) { return &rows_[item * room_]; }

  /// Adds multiples of the vector `pivot` to all other vectors, so that these give the option the
  /// weight 0. Then removes the vector `pivot` from the basis.
  void eliminate(std::size_t pivot) {
    const std::uint32_t inverse = Modulo<P>::inverse(sums_[pivot]);
    const std::size_t last = --vectors_;
    if (target_ == last) target_ = pivot;
    sums_[pivot] = sums_[last];
    changed_.clear();
    for (std::uint32_t v = 0; v < vectors_; ++v) {
      if (sums_[v] == 0) continue;
      sums_[v] = static_cast<std::uint16_t>(Modulo<P>::negative(sums_[v]) * inverse % P);
      changed_.push_back(v);
    }
    const std::uint16_t* const sums = sums_.data();
    const bool few = changed_.size() < vectors_ / 8;
    for (std::size_t i = 0; i < room_; ++i) {
      std::uint8_t* const weights = row(i);
      const std::uint16_t weight = std::exchange(weights[pivot], weights[last]);
      if (weight == 0) continue;
      const auto add = [&](std::size_t v) {
        weights[v] = Modulo<P>::rest(static_cast<std::uint16_t>(weights[v] + sums[v] * weight));
      };
      if (few) {
        for (const std::uint32_t v : changed_) add(v);
      } else {
        for (std::size_t v = 0; v < vectors_; ++v) add(v);
      }
    }
  }

  std::size_t room_;
  std::size_t vectors_;
  std::vector<std::uint8_t> rows_;
  std::size_t target_ = 0;
  // For each vector of the basis: the weight that it gives to the option being added, and later the
  // multiple of the pivot vector that is added to it.
  std::vector<std::uint16_t> sums_ = {};
  // The vectors to which a multiple of the pivot vector is added.
  std::vector<std::uint32_t> changed_ = {};
};

/// The items to which an invariant gives weights (items with equal bounds), and the number of times
/// that each of these items must be covered.
struct WeighedItems {
  std::vector<std::uint32_t> places;  // for each item: its index in `needs`, or not_weighed
  // For each item with a weight: the number of times that it must be covered.
  std::vector<std::uint32_t> needs;

  explicit WeighedItems(const Problem& problem) : places(problem.item_count(), not_weighed) {
    for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
      const Bounds bounds = problem.bounds(ItemId{i});
      if (bounds.at_least != bounds.at_most) continue;
      places[i] = static_cast<std::uint32_t>(needs.size());
      needs.push_back(bounds.at_least);
    }
  }
};

template <std::uint32_t P>
InvariantSearch invariant_modulo(const Problem& problem, const search::Deadline& deadline) {
  const WeighedItems items(problem);
  std::vector<std::uint32_t> needs = items.needs;
  for (std::uint32_t& need : needs) need %= P;
  Basis<P> basis(needs);
  std::vector<std::uint32_t> places;
  const double work = seconds_for_invariant(problem) / moduli_of_invariants.size() /
                      std::max(1U, problem.option_count());
  for (std::uint32_t o = 0; o < problem.option_count() && basis.has_target(); ++o) {
    if (deadline.reached(work)) return {.complete = false};
    places.clear();
    for (const ItemId item : problem.items(OptionId{o})) {
      if (items.places[index(item)] != not_weighed) places.push_back(items.places[index(item)]);
    }
    basis.add(places);
  }
  if (!basis.has_target()) return {};
  const std::vector<std::uint32_t> weights = basis.target();
  Invariant found{P, std::vector<std::uint32_t>(problem.primary_count())};
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (items.places[i] != not_weighed) found.weights[i] = weights[items.places[i]];
  }
  return {std::move(found)};
}

/// The function that looks for an invariant modulo one of moduli_of_invariants.
using Search = InvariantSearch (*)(const Problem&, const search::Deadline&);
template <std::size_t... K>
constexpr std::array<Search, sizeof...(K)> make_searches(std::index_sequence<K...>) {
  return {&invariant_modulo<moduli_of_invariants[K]>...};
}
constexpr auto searches = make_searches(std::make_index_sequence<moduli_of_invariants.size()>());

/// Whether the time left until the deadline is enough to allocate and fill the rows of the basis,
/// which cannot be interrupted.
bool has_time_for_rows(const Problem& problem, const search::Deadline& deadline) {
  constexpr double seconds_per_byte = 0.5e-9;
  const double items = problem.primary_count();
  const double seconds = seconds_per_byte * items * items;
  const auto left = deadline.left();
  return !(left && std::chrono::duration<double>(*left).count() <= seconds) &&
         deadline.work_left() > seconds;
}

}  // namespace

InvariantSearch refuting_invariant(const Problem& problem, std::uint32_t modulus,
                                   const search::Deadline& deadline) {
  const auto place = std::find(moduli_of_invariants.begin(), moduli_of_invariants.end(), modulus);
  if (place == moduli_of_invariants.end()) {
    throw std::invalid_argument("no invariants modulo " + std::to_string(modulus));
  }
  if (problem.primary_count() > most_items) return {};
  if (!has_time_for_rows(problem, deadline)) return {.complete = false};
  return searches[static_cast<std::size_t>(place - moduli_of_invariants.begin())](problem,
                                                                                  deadline);
}

InvariantSearch refuting_invariant(const Problem& problem, const search::Deadline& deadline) {
  for (const std::uint32_t modulus : moduli_of_invariants) {
    InvariantSearch search = refuting_invariant(problem, modulus, deadline);
    if (search.found || !search.complete) return search;
  }
  return {};
}

double seconds_for_invariant(const Problem& problem) {
  // Factors of the estimated time in seconds, measured on random problems with options of 5 items.
  // Boards of 2,500 cells take a fifth of the estimate.
  constexpr double per_item_cubed = 0.1e-9, per_entry = 100e-9;
  const double items = problem.primary_count();
  return per_item_cubed * items * items * items +
         per_entry * static_cast<double>(problem.entry_count());
}

}  // namespace dlx::preprocess
