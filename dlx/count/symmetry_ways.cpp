#include "dlx/count/symmetry_ways.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "dlx/search/steady_progress.hpp"

namespace dlx::counting {
namespace {

/// How many solutions of the given problem a set of options stands for.
Natural ways_of(const Tally& weights_of, std::span<const OptionId> options) {
  Natural product = 1;
  if (!weights_of.weighted()) return product;
  for (const OptionId option : options) product *= weights_of.weights()[index(option)].ways;
  return product;
}

}  // namespace

CountedRest::CountedRest(const Problem& problem, const Tally& weights_of, Context context,
                         Rest the_rest, const MakeWay& make_way)
    : rest(std::move(the_rest)) {
  context.branching = on_rest(context.branching, rest);
  if (context.trace != nullptr) {
    trace = std::make_unique<Trace>(*context.trace, problem, rest.problem, rest.originals);
    context.trace = trace.get();
  }
  way = make_way(rest.problem, restricted(weights_of, rest.originals), context);
}

SeedsWay::SeedsWay(const Problem& problem, const Tally& weights_of, const Context& context,
                   GroupSeeds begin, MakeWay make_way)
    : problem_(&problem),
      weights_of_(weights_of),
      context_(context),
      group_(std::move(begin.group)),
      seeds_(std::move(begin.seeds)),
      make_way_(std::move(make_way)),
      memory_limit_(context.options->memory_limit) {
  if (context_.trace != nullptr) seed_trace_.emplace(*context_.trace, problem, group_, seeds_);
}

bool SeedsWay::begin_next() {
  std::optional<SeedTrace::Next> next;
  if (seed_trace_) {
    next = seed_trace_->next();
  } else if (begun_ < seeds_.size()) {
    const Seed& seed = seeds_[begun_];
    next.emplace(SeedTrace::Next{&seed, rest_after(*problem_, seed.chosen)});
  }
  if (!next) return false;
  times_ = ways_of(weights_of_, next->seed->chosen) * next->seed->orbit;
  Context context = context_;
  if (begun_ != 0) context.expected = seconds_ / static_cast<double>(begun_);
  context.report = as_part(context_.report, begun_, seeds_.size(),
                           [before = solutions_, times = times_](const Natural& found) {
                             return before + found * times;
                           });
  present_ = std::make_unique<CountedRest>(*problem_, weights_of_, std::move(context),
                                           std::move(next->rest), make_way_);
  present_->way->set_memory_limit(memory_limit_);
  ++begun_;
  return true;
}

void SeedsWay::end_present() {
  solutions_ += present_->way->counted().solutions * times_;
  work_done_ += present_->way->work();
  present_->way->add_to(so_far_);
  present_->way->settle(so_far_);
  if (present_->trace) present_->trace->flush();
  present_.reset();
}

Status SeedsWay::run(const Slice& slice) {
  const Clock::time_point start = Clock::now();
  const Status status = count_on(slice);
  seconds_ += seconds_between(start, Clock::now());
  return status;
}

Status SeedsWay::count_on(const Slice& slice) {
  const std::uint64_t before = work();
  for (;;) {
    if (!present_ && !begin_next()) return Status::exhausted;
    const Status status = present_->way->run(slice.after(work() - before));
    if (status != Status::exhausted) return status;
    end_present();
    if (slice.after(work() - before).is_over() && begun_ < seeds_.size()) return Status::running;
    if (context_.stop_is_raised()) return Status::stopped;
  }
}

void SeedsWay::close() {
  if (!present_) return;
  present_->way->close();
  if (present_->trace) present_->trace->flush();
}

Total SeedsWay::counted() const {
  if (!present_) return {solutions_, Residue(0)};
  return {solutions_ + present_->way->counted().solutions * times_, Residue(0)};
}

double SeedsWay::share() const {
  const double done = static_cast<double>(begun_) - (present_ ? 1 - present_->way->share() : 0);
  return seeds_.empty() ? 1 : done / static_cast<double>(seeds_.size());
}

std::uint64_t SeedsWay::work() const {
  return work_done_ + (present_ ? present_->way->work() : 0);
}

std::size_t SeedsWay::memory_bytes() const {
  return present_ ? present_->way->memory_bytes() : 0;
}

void SeedsWay::set_memory_limit(std::size_t bytes) {
  memory_limit_ = bytes;
  if (present_) present_->way->set_memory_limit(bytes);
}

void SeedsWay::add_to(CountResult& result) const {
  CountResult sum = so_far_;
  if (present_) present_->way->add_to(sum);
  dlx::add(result.statistics, sum.statistics);
  result.states += sum.states;
  result.engine = sum.engine;
  for (Trial& trial : sum.trials) {
    trial.what = "after a seed, " + trial.what;
    add_trial(result, std::move(trial));
  }
}

void SeedsWay::settle(CountResult& result) const {
  result.method = so_far_.method;
  result.why = "by one option of each orbit of an item's options";
}

CanonicalWay::CanonicalWay(const Problem& problem, const Tally& weights_of, const Context& context,
                           SymmetryGroup group)
    : weights_of_(weights_of),
      found_(problem, std::move(group), context.search_options(), context.options->memory_limit) {}

Status CanonicalWay::run(const Slice& slice) {
  const Clock::time_point before = Clock::now();
  // The choice of seeds and a canonical form begin again after a limit, so they get as much time as
  // all slices before had together.
  Slice longer = slice;
  if (slice.until) longer.until = std::max(*slice.until, before + nanoseconds(seconds_));
  found_.set_limits(limits_.limits_for(longer, work()));
  while (found_.next()) {
    ++classes_;
    solutions_ += found_.class_size() * ways_of(weights_of_, found_.solution());
  }
  seconds_ += seconds_between(before, Clock::now());
  return status_after_slice(found_.status());
}

void CanonicalWay::add_to(CountResult& result) const {
  result.engine = found_.engine();
  dlx::add(result.statistics, found_.statistics());
}

void CanonicalWay::settle(CountResult& result) const {
  result.method = CountMethod::search;
  result.why = "by one solution of each of " + classes_.to_string() +
               " classes, told apart by canonical forms";
}

Problem with_weights_as_costs(const Problem& problem, const Tally& weights_of) {
  const auto items = first_ids<ItemId>(problem.item_count());
  const auto options = first_ids<OptionId>(problem.option_count());
  std::vector<std::int64_t> costs(problem.option_count());
  for (std::uint32_t o = 0; weights_of.weighted() && o < problem.option_count(); ++o) {
    costs[o] = static_cast<std::int64_t>(weights_of.weights()[o].ways);
  }
  return Subproblems(problem).take(items, options, {}, costs);
}

}  // namespace dlx::counting
