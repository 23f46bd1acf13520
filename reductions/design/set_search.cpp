#include "reductions/design/set_search.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace dlx::design {
namespace {

constexpr std::uint64_t first_limit = 200'000;  // limit on nodes for the first test of a set
constexpr std::uint64_t next_limit = 16;  // factor by which the limit grows for the set's next test
constexpr std::uint64_t pool_size = 1 << 16;
constexpr std::size_t round_size = 64;

double share_of(std::uint64_t some, std::uint64_t all) {
  return static_cast<double>(some) / static_cast<double>(std::max<std::uint64_t>(all, 1));
}

}  // namespace

SetOrder::SetOrder(const Design& design, const std::vector<Bag>& bags, UpTo up_to, bool sorted)
    : design_(design),
      up_to_(up_to),
      space_(design),
      estimate_(design.boxes.front(), bags.front().model()),
      sorted_(sorted) {
  for (std::size_t b = 0; b < bags.size(); ++b) {
    colours_.emplace_back(design.boxes[b], bags[b].model());
  }
  // The multiples of the stride modulo count() reach every index once, and spread evenly from the
  // beginning.
  const std::uint64_t count = std::max<std::uint64_t>(space_.count(), 1);
  constexpr double golden = 0.6180339887;
  if (sorted_) {
    stride_ =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(golden * static_cast<double>(count)));
  }
  while (std::gcd(stride_, count) != 1) ++stride_;
}

std::optional<SetOrder::Next> SetOrder::next() {
  if (pool_.empty()) fill();
  if (!pool_.empty()) {
    auto best = pool_.lower_bound({centre_, 0});
    if (best == pool_.end()) {
      --best;
    } else if (best != pool_.begin()) {
      const auto below = std::prev(best);
      if (centre_ - below->first < best->first - centre_) best = below;
    }
    const std::uint64_t place = best->second;
    pool_.erase(best);
    return Next{place, first_limit};
  }
  if (put_off_.empty()) return std::nullopt;
  const Next again = put_off_.begin()->second;
  put_off_.erase(put_off_.begin());
  return again;
}

void SetOrder::put_off(const Next& next) {
  const Next later{next.place, next.nodes * next_limit};
  put_off_.emplace(std::pair(later.nodes, later.place), later);
}

void SetOrder::learn(const Tested& tested) {
  if (!sorted_ || !tested.decided || (tested.assemblies == 1 && !tested.more)) return;
  const bool up = tested.assemblies == 0;
  if (last_up_ && *last_up_ != up) step_ = std::max(step_ / 2, 0.05);
  last_up_ = up;
  centre_ += up ? step_ : -step_;
}

void SetOrder::fill() {
  const std::uint64_t count = space_.count();
  while (pool_.size() < (sorted_ ? pool_size : 1) && taken_ < count) {
    const std::uint64_t place = place_;
    // Both numbers are below 2^62, so their sum fits in 64 bits.
    place_ = (place_ + stride_) % count;
    ++taken_;
    const Set set = space_.at(place);
    if (!is_candidate(set)) {
      ++excluded_;
      continue;
    }
    pool_.emplace(sorted_ ? estimate_.of(set) : static_cast<double>(taken_), place);
  }
}

bool SetOrder::is_candidate(const Set& set) const {
  const auto mirror = mirror_image(design_, set);
  if (design_.symmetric && *design_.symmetric != (mirror == set)) return false;
  if (up_to_ == UpTo::reflections && mirror && set < *mirror && space_.place_of(*mirror)) {
    return false;
  }
  return std::all_of(colours_.begin(), colours_.end(),
                     [&](const ColourTest& test) { return test.allows(set); });
}

SetSearch::SetSearch(const Design& design, const std::vector<Bag>& bags, UpTo up_to,
                     std::optional<std::uint64_t> wanted)
    : design_(design), wanted_(wanted), order_(design, bags, up_to, wanted.has_value()) {
  outcome_.allowed = order_.space().count();
  outcome_.method = "set by set";
}

std::string SetSearch::Job::key() const {
  return std::to_string(next.place) + '/' + std::to_string(next.nodes);
}

std::vector<SetSearch::Job> SetSearch::next_round() {
  std::vector<Job> jobs;
  while (jobs.size() < round_size && outcome_.status == Status::exhausted) {
    const auto next = order_.next();
    if (!next) break;
    jobs.push_back({*next, order_.space().at(next->place), best_});
  }
  return jobs;
}

bool SetSearch::is_measured(const Job& job, const Tested& tested) const {
  // If sets must come apart, the best sets are known only after their levels have been measured.
  const bool at_once =
      design_.apart || (design_.hardest != Measure::none &&
                        (design_.want == Want::unique || design_.want == Want::any));
  return at_once && is_wanted(design_, tested, job.best);
}

void SetSearch::take(Job&& job, Tested&& tested) {
  if (job.known && tested.decided) ++replayed_;
  order_.learn(tested);
  if (!tested.decided) {
    order_.put_off(job.next);
    return;
  }
  ++tested_;
  if (design_.want == Want::unique && design_.boxes.size() == 1 && tested.more) ++outcome_.several;
  if (outcome_.status != Status::exhausted || !is_wanted(design_, tested, best_) ||
      !is_apart_as_asked(design_, tested.measure, outcome_)) {
    return;
  }
  const bool bounds = design_.want == Want::fewest || design_.want == Want::most;
  if (bounds && (!best_ || tested.assemblies != *best_)) outcome_.found.clear();
  if (bounds) best_ = tested.assemblies;
  outcome_.found.push_back({.set = std::move(job.set),
                            .assemblies = tested.assemblies,
                            .measure = std::move(tested.measure)});
  if (wanted_ && !bounds && outcome_.found.size() >= *wanted_) {
    outcome_.status = Status::solution_limit;
  }
}

Outcome SetSearch::outcome() const {
  Outcome outcome = outcome_;
  outcome.tested = tested_ + order_.excluded();
  return outcome;
}

double SetSearch::share() const {
  return share_of(tested_ + order_.excluded(), outcome_.allowed);
}

double SetSearch::share_of_work() const {
  const std::uint64_t without_work = replayed_ + order_.excluded();
  return share_of(tested_ - replayed_, outcome_.allowed - without_work);
}

}  // namespace dlx::design
