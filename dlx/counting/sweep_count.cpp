// The problem. In how many ways do chosen options lead from nothing covered to everything covered?
// Ways that agree on the frontier, the items that earlier and later options share, go on alike, so
// that they are counted together: a step takes each state of the table to one or several new ones.
//
// The memory. Two tables of states, for a step and for the next; open addressing, a quarter to a
// half full.
//
//     keys_     [place][word]    the frontier, packed as the plan says; all ones: an empty place
//     values_   [place][limb]    ways to get there, in as many words as the largest number needs;
//                                then, with weights, the fingerprint
//
// The invariants: keys are compared whole, so states are never mixed up; a number that does not fit
// is noticed, and the step is done again with one word more for each.
//
// Citation. Transfer matrices with packed frontiers: D. E. Knuth, The Art of Computer Programming,
// volume 4A, 7.1.4 (Simpath); J. Kawahara et al., Frontier-based search for enumerating all
// constrained subgraphs with compressed representation, IEICE Transactions E100-A (2017).

#include "dlx/counting/sweep_count.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/search/meter.hpp"

namespace dlx {
namespace {

using Word = SweepPlan::Word;
__extension__ using Wide = unsigned __int128;

template <std::uint32_t Words>
struct Key {
  Word word[Words];

  friend bool operator==(const Key& a, const Key& b) {
    Word different = 0;
    for (std::uint32_t w = 0; w < Words; ++w) different |= a.word[w] ^ b.word[w];
    return different == 0;
  }
  [[nodiscard]] bool is_empty_place() const { return word[Words - 1] >> 63 != 0; }
  [[nodiscard]] std::size_t hash() const {
    Word h = 0;
    for (std::uint32_t w = 0; w < Words; ++w) {
      h = (h ^ word[w]) * 0x9E3779B97F4A7C15U;
      h ^= h >> 32;
    }
    return static_cast<std::size_t>(h);
  }
};

enum class Added { done, too_large, no_memory };

template <std::uint32_t Words>
class Table {
 public:
  /// Makes room for `states` states without growing, with numbers of `limbs` limbs.
  void reset(std::size_t states, std::uint32_t limbs, bool weighted) {
    const std::size_t places = places_for(states);
    limbs_ = limbs;
    stride_ = limbs + (weighted ? 1 : 0);
    weighted_ = weighted;
    count_ = 0;
    if (places != keys_.size()) {  // never the old and the new at once
      std::vector<Key<Words>>().swap(keys_);
      std::vector<Word>().swap(values_);
    }
    allocate(places);
  }

  /// What reset() takes.
  [[nodiscard]] static std::size_t bytes_for(std::size_t states, std::uint32_t limbs,
                                             bool weighted) {
    return places_for(states) * (sizeof(Key<Words>) + (limbs + (weighted ? 1 : 0)) * sizeof(Word));
  }

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::size_t bytes() const {
    return keys_.capacity() * sizeof keys_[0] + values_.capacity() * sizeof values_[0];
  }
  [[nodiscard]] std::size_t places() const { return keys_.size(); }
  [[nodiscard]] bool is_empty(std::size_t place) const { return keys_[place].is_empty_place(); }
  [[nodiscard]] const Key<Words>& key(std::size_t place) const { return keys_[place]; }
  [[nodiscard]] const Word* value(std::size_t place) const { return &values_[place * stride_]; }
  [[nodiscard]] std::uint32_t limbs() const { return limbs_; }

  /// What a table twice as large would take.
  [[nodiscard]] std::size_t bytes_when_grown() const {
    return 2 * keys_.size() * (sizeof(Key<Words>) + stride_ * sizeof(Word));
  }

  /// Adds `weight` times a value to a state's. `most_bytes`: what the table may take when it grows.
  Added add(const Key<Words>& key, const Word* value, const OptionWeight& weight,
            std::size_t most_bytes) {
    if (2 * (count_ + 1) > keys_.size()) {
      if (bytes_when_grown() + bytes() > most_bytes) return Added::no_memory;
      grow();
    }
    const std::size_t place = find(key);
    Word* const to = &values_[place * stride_];
    if (keys_[place].is_empty_place()) {
      keys_[place] = key;
      ++count_;
      std::fill_n(to, stride_, Word{0});
    }
    Word carry = 0;
    if (weight.ways == 1) {
      for (std::uint32_t l = 0; l < limbs_; ++l) {
        const Wide sum = Wide{to[l]} + value[l] + carry;
        to[l] = static_cast<Word>(sum);
        carry = static_cast<Word>(sum >> 64);
      }
    } else {
      for (std::uint32_t l = 0; l < limbs_; ++l) {
        const Wide sum = Wide{value[l]} * weight.ways + to[l] + carry;
        to[l] = static_cast<Word>(sum);
        carry = static_cast<Word>(sum >> 64);
      }
    }
    if (weighted_) {
      to[limbs_] = (Residue(to[limbs_]) + Residue(value[limbs_]) * weight.factor).value();
    }
    return carry == 0 ? Added::done : Added::too_large;
  }

  /// The same states with numbers of one limb more.
  void widen() {
    std::vector<Word> wider(keys_.size() * (stride_ + 1));
    for (std::size_t p = 0; p < keys_.size(); ++p) {
      Word* const to = &wider[p * (stride_ + 1)];
      std::copy_n(&values_[p * stride_], limbs_, to);
      to[limbs_] = 0;
      if (weighted_) to[limbs_ + 1] = values_[p * stride_ + limbs_];
    }
    values_ = std::move(wider);
    ++limbs_;
    ++stride_;
  }

 private:
  static constexpr std::size_t smallest = 64;

  static std::size_t places_for(std::size_t states) {
    std::size_t places = smallest;
    while (places < 2 * states) places *= 2;
    return places;
  }

  void allocate(std::size_t places) {
    Key<Words> empty;
    std::fill_n(empty.word, Words, ~Word{0});
    keys_.assign(places, empty);
    values_.resize(places * stride_);
  }

  [[nodiscard]] std::size_t find(const Key<Words>& key) const {
    std::size_t place = key.hash() & (keys_.size() - 1);
    while (!keys_[place].is_empty_place() && !(keys_[place] == key)) {
      place = (place + 1) & (keys_.size() - 1);
    }
    return place;
  }

  void grow() {
    const std::vector<Key<Words>> keys = std::move(keys_);
    const std::vector<Word> values = std::move(values_);
    values_ = {};
    allocate(2 * keys.size());
    for (std::size_t p = 0; p < keys.size(); ++p) {
      if (keys[p].is_empty_place()) continue;
      const std::size_t place = find(keys[p]);
      keys_[place] = keys[p];
      std::copy_n(&values[p * stride_], stride_, &values_[place * stride_]);
    }
  }

  std::vector<Key<Words>> keys_;
  std::vector<Word> values_;
  std::size_t count_ = 0;
  std::uint32_t limbs_ = 1;
  std::uint32_t stride_ = 1;
  bool weighted_ = false;
};

}  // namespace

class Sweep::Impl {
 public:
  Impl(const SweepPlan& plan, const Tally& weights, const TableOptions& options)
      : plan_(plan),
        weights_(weights.weights().begin(), weights.weights().end()),
        weighted_(weights.weighted()),
        memory_limit_(options.memory_limit),
        meter_(options.control) {}
  virtual ~Impl() = default;

  virtual Status run() = 0;

  void set_limits(const Limits& limits) { meter_.set_limits(limits); }
  void set_memory_limit(std::size_t bytes) { memory_limit_ = bytes; }
  [[nodiscard]] const SweepResult& result() const { return result_; }
  [[nodiscard]] std::uint64_t looks() const { return meter_.nodes(); }

  [[nodiscard]] double share() const {
    if (result_.status == Status::exhausted) return 1;
    if (step_ == 0) return 0;
    double ahead = 0;
    const auto steps = static_cast<double>(plan_.steps.size() - step_);
    for (std::size_t s = step_; s < plan_.steps.size(); ++s) {
      const double way = static_cast<double>(s - step_) / steps;
      const double growth = growth_ + (1 - growth_) * way;
      ahead += work_of_step(s, std::exp2(growth * plan_.steps[s - 1].bits_after));
    }
    return work_done_ / (work_done_ + ahead);
  }

 protected:
  [[nodiscard]] double work_of_step(std::size_t step, double states) const {
    const SweepPlan::Step& s = plan_.steps[step];
    return states * (1.0 + s.end_move - s.first_move);
  }
  /// Before the step is counted as done: notes how many states it began with and ended with.
  void note_step(std::size_t before, std::size_t after) {
    work_done_ += work_of_step(step_, static_cast<double>(before));
    const std::uint32_t bits = plan_.steps[step_].bits_after;
    growth_ = bits == 0 ? 1 : std::min(1.0, std::log2(static_cast<double>(after) + 1) / bits);
  }

  bool look() {
    return meter_.spend(
        [&] {
          return Progress{
              .states = meter_.nodes(),
              .level = static_cast<std::uint32_t>(step_),
              .share = static_cast<double>(step_) / static_cast<double>(plan_.steps.size())};
        },
        result_.status);
  }

  bool end(Status status) {
    result_.status = status;
    return false;
  }

  const SweepPlan& plan_;
  std::vector<OptionWeight> weights_;
  bool weighted_;
  std::size_t memory_limit_;
  Meter meter_;  // of states looked at
  std::size_t step_ = 0;
  SweepResult result_;

 private:
  double work_done_ = 0;  // in moves tried
  double growth_ = 1;     // the logarithm of the present states by the bits of the frontier
};

template <std::uint32_t Words>
class Sweep::Packed final : public Sweep::Impl {
 public:
  Packed(const SweepPlan& plan, const Tally& weights, const TableOptions& options)
      : Impl(plan, weights, options) {
    from_.reset(1, 1, weighted_);
    Key<Words> nothing;
    std::fill_n(nothing.word, Words, Word{0});
    const std::vector<Word> one(2, 1);  // one way, and the empty product
    from_.add(nothing, one.data(), {}, memory_limit_);
  }

  Status run() override {
    if (result_.status == Status::memory_limit) return result_.status;
    while (step_ < plan_.steps.size()) {
      if (place_ == 0 && moves_made_ == 0) states_before_ = from_.size();
      const bool gone_on = plan_.steps[step_].exact ? exact_step() : counting_step();
      result_.memory_bytes = std::max(result_.memory_bytes, from_.bytes() + to_.bytes());
      if (!gone_on) return result_.status;
      note_step(states_before_, from_.size());
      ++step_;
    }
    if (result_.status != Status::exhausted) {
      result_.status = Status::exhausted;
      for (std::size_t p = 0; p < from_.places(); ++p) {
        if (!from_.is_empty(p)) report(from_.value(p));
      }
    }
    return result_.status;
  }

 private:
  /// Fills to_ from from_ by `visit(key, value)`, which says how it went; again from the start if
  /// numbers do not fit. Then to_ becomes from_. False: the sweep must pause, for the reason in the
  /// result, and the next call goes on at place_.
  template <class Visit>
  bool transform(Visit visit) {
    for (;;) {
      if (place_ == 0) {
        if (from_.bytes() + Table<Words>::bytes_for(from_.size(), from_.limbs(), weighted_) >
            memory_limit_) {
          return end(Status::memory_limit);
        }
        to_.reset(from_.size(), from_.limbs(), weighted_);
      }
      Added added = Added::done;
      for (; place_ < from_.places() && added == Added::done; ++place_) {
        if (from_.is_empty(place_)) continue;
        if (!look()) return false;
        added = visit(from_.key(place_), from_.value(place_));
      }
      if (added == Added::no_memory) return end(Status::memory_limit);
      place_ = 0;
      if (added == Added::done) break;
      to_.reset(0, 1, weighted_);
      if (2 * from_.bytes() + from_.places() * sizeof(Word) > memory_limit_) {
        return end(Status::memory_limit);
      }
      from_.widen();
    }
    result_.states += to_.size();
    result_.most_states = std::max<std::uint64_t>(result_.most_states, to_.size());
    result_.memory_bytes = std::max(result_.memory_bytes, from_.bytes() + to_.bytes());
    std::swap(from_, to_);
    return true;
  }

  Added add(const Key<Words>& key, const Word* value, const OptionWeight& weight) {
    return to_.add(key, value, weight, memory_limit_ - std::min(memory_limit_, from_.bytes()));
  }

  Key<Words> without(Key<Words> key) const {
    const Word* const forget = &plan_.forget[step_ * Words];
    for (std::uint32_t w = 0; w < Words; ++w) key.word[w] &= ~forget[w];
    return key;
  }

  OptionWeight weight_of(std::uint32_t move) const {
    return weighted_ ? weights_[index(plan_.moves[move].option)] : OptionWeight{};
  }

  /// The item is covered already, or exactly one of its moves covers it.
  bool exact_step() {
    const SweepPlan::Step& step = plan_.steps[step_];
    return transform([&](const Key<Words>& key, const Word* value) {
      if (step.in_frontier && (key.word[step.word] >> step.shift & 1) != 0) {
        return add(without(key), value, {});
      }
      for (std::uint32_t m = step.first_move; m < step.end_move; ++m) {
        Key<Words> next = key;
        if (!plan_.apply(m, next.word)) continue;
        const Added added = add(without(next), value, weight_of(m));
        if (added != Added::done) return added;
      }
      return Added::done;
    });
  }

  /// Each move is made or not, and at the end there must have been enough.
  bool counting_step() {
    const SweepPlan::Step& step = plan_.steps[step_];
    for (; step.first_move + moves_made_ < step.end_move; ++moves_made_) {
      const std::uint32_t m = step.first_move + moves_made_;
      const bool gone_on = transform([&](const Key<Words>& key, const Word* value) {
        const Added added = add(key, value, {});
        Key<Words> next = key;
        if (added != Added::done || !plan_.apply(m, next.word)) return added;
        return add(next, value, weight_of(m));
      });
      if (!gone_on) return false;
    }
    const bool gone_on = transform([&](const Key<Words>& key, const Word* value) {
      const Word times = key.word[step.word] >> step.shift & step.mask;
      return times < step.bounds.at_least ? Added::done : add(without(key), value, {});
    });
    if (gone_on) moves_made_ = 0;
    return gone_on;
  }

  void report(const Word* value) {
    result_.solutions = Natural::from_words({value, from_.limbs()});
    if (weighted_) result_.fingerprint = Residue(value[from_.limbs()]);
  }

  Table<Words> from_, to_;
  std::size_t place_ = 0;          // of from_, in the table that is being made
  std::uint32_t moves_made_ = 0;   // of a counting step
  std::size_t states_before_ = 0;  // the step
};

Sweep::Sweep(const SweepPlan& plan, const Tally& weights, const TableOptions& options) {
  switch (plan.words) {
    case 1:
      impl_ = std::make_unique<Packed<1>>(plan, weights, options);
      break;
    case 2:
      impl_ = std::make_unique<Packed<2>>(plan, weights, options);
      break;
    case 3:
      impl_ = std::make_unique<Packed<3>>(plan, weights, options);
      break;
    case 4:
      impl_ = std::make_unique<Packed<4>>(plan, weights, options);
      break;
    default:
      throw std::invalid_argument("the frontier of this order has more than 252 bits");
  }
}

Sweep::~Sweep() = default;
Sweep::Sweep(Sweep&&) noexcept = default;
Sweep& Sweep::operator=(Sweep&&) noexcept = default;

Status Sweep::run() {
  return impl_->run();
}
void Sweep::set_limits(const Limits& limits) {
  impl_->set_limits(limits);
}
void Sweep::set_memory_limit(std::size_t bytes) {
  impl_->set_memory_limit(bytes);
}
SweepResult Sweep::result() const {
  return impl_->result();
}
std::uint64_t Sweep::looks() const {
  return impl_->looks();
}
double Sweep::share() const {
  return impl_->share();
}

SweepResult count_by_sweep(const SweepPlan& plan, const Tally& weights,
                           const TableOptions& options) {
  Sweep sweep(plan, weights, options);
  sweep.run();
  return sweep.result();
}

}  // namespace dlx
