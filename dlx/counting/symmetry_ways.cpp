#include "dlx/counting/symmetry_ways.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/search/progress.hpp"

namespace dlx::counting {
namespace {

// With fewer first choices the last one may keep all threads but one waiting for too long.
constexpr std::size_t first_choices_of_thread = 4;
constexpr std::chrono::milliseconds shortest_shared{2};
constexpr double longest_shared = 0.5;  // seconds

/// How many solutions of the given problem a set of options stands for.
Natural ways_of(const Tally& weights_of, std::span<const OptionId> options) {
  Natural product = 1;
  if (!weights_of.weighted()) return product;
  for (const OptionId option : options) product *= weights_of.weights()[index(option)].ways;
  return product;
}

}  // namespace

CountedRest::CountedRest(const Problem& problem, const Tally& weights_of, Context context,
                         preprocess::Rest the_rest, const MakeWay& make_way)
    : rest(std::move(the_rest)) {
  context.order = search::order_on(rest.problem, context.order);
  if (context.trace != nullptr) {
    trace = std::make_unique<search::Trace>(*context.trace, problem, rest.problem, rest.originals);
    context.trace = trace.get();
  }
  way = make_way(rest.problem, restricted(weights_of, rest.originals), context);
}

FirstChoicesWay::FirstChoicesWay(const Problem& problem, const Tally& weights_of,
                                 const Context& context, GroupFirstChoices begin, MakeWay make_way)
    : problem_(&problem),
      weights_of_(weights_of),
      context_(context),
      group_(std::move(begin.group)),
      first_choices_(std::move(begin.first_choices)),
      make_way_(std::move(make_way)),
      memory_limit_(memory_of(*context.options)) {
  if (context_.trace != nullptr)
    first_choice_trace_.emplace(*context_.trace, problem, group_, first_choices_);
  const Resources& resources = *context_.resources;
  const search::Jobs& jobs = resources.jobs;
  const bool shared_out = jobs.threads > 1 && jobs.run && !first_choice_trace_ &&
                          resources.tables == nullptr && !resources.make_scratch &&
                          first_choices_.size() >= first_choices_of_thread * jobs.threads;
  if (shared_out) {
    alone_ = std::make_unique<Resources>(resources);
    alone_->jobs = {};
    alone_->continue_search = {};
  }
  present_.resize(shared_out ? jobs.threads : 1);
}

std::optional<FirstChoicesWay::Present> FirstChoicesWay::begin_next(bool reports) {
  const symmetry::FirstChoice* first_choice = nullptr;
  std::optional<preprocess::Rest> rest;
  Natural times;
  Context context = context_;
  if (alone_) context.resources = alone_.get();
  if (!reports) context.report = {};
  {
    const std::lock_guard lock(mutex_);
    if (!first_choice_trace_) {
      if (begun_ < first_choices_.size()) first_choice = &first_choices_[begun_];
    } else if (auto next = first_choice_trace_->next()) {
      first_choice = next->first_choice;
      rest = std::move(next->rest);
    }
    if (first_choice == nullptr) return {};
    times = ways_of(weights_of_, first_choice->chosen) * first_choice->orbit;
    const double seconds = seconds_ * static_cast<double>(present_.size());
    if (ended_ != 0) context.alike = {seconds / static_cast<double>(ended_), so_far_.method};
    if (context.report) {
      context.report = as_part(
          [this, nodes = so_far_.statistics.nodes](search::Progress progress) {
            progress.nodes += nodes;
            report(progress);
          },
          search::PartOfWork::of_equal(begun_, first_choices_.size()),
          [before = solutions_, times](const Natural& found) { return before + found * times; });
    }
    ++begun_;
  }
  if (!rest) rest = preprocess::rest_after(*problem_, first_choice->chosen);
  Present present{std::make_unique<CountedRest>(*problem_, weights_of_, std::move(context),
                                                *std::move(rest), make_way_),
                  std::move(times)};
  present.rest->way->set_memory_limit(memory_limit_ / present_.size());
  return present;
}

void FirstChoicesWay::end(const Present& done) {
  const std::lock_guard lock(mutex_);
  const Way& way = *done.rest->way;
  ++ended_;
  solutions_ += way.counted().solutions * done.times;
  work_done_ += way.work();
  way.add_to(so_far_);
  way.report_into(so_far_);
  if (done.rest->trace) done.rest->trace->flush();
}

Status FirstChoicesWay::run(const Slice& slice) {
  const Stopwatch stopwatch = context_.stopwatch();
  const Status status = may_share_out(slice) ? count_in_threads(slice) : count_on(slice);
  seconds_ += stopwatch.seconds();
  return status;
}

/// Threads take a while to begin, and cannot stop at a node.
bool FirstChoicesWay::may_share_out(const Slice& slice) const {
  return alone_ && !slice.work && (!slice.until || *slice.until - Clock::now() > shortest_shared);
}

Status FirstChoicesWay::count_on(const Slice& slice) {
  const std::uint64_t before = work();
  for (std::size_t place = 0; place < present_.size(); ++place) {
    const Status status = count_by(place, slice.after(work() - before));
    if (status != Status::exhausted) return status;
  }
  return Status::exhausted;
}

/// Counts the rests after first choices, one after the other, until none is left.
Status FirstChoicesWay::count_by(std::size_t place, const Slice& slice) {
  std::optional<Present>& present = present_[place];
  std::uint64_t done = 0;
  for (;;) {
    if (!present) present = begin_next(place == 0);
    if (!present) return Status::exhausted;
    Way& way = *present->rest->way;
    const std::uint64_t before = way.work();
    const Status status = way.run(slice.after(done));
    if (status != Status::exhausted) return status;
    done += way.work() - before;
    end(*present);
    present.reset();
    if (place == 0) report_if_due();
    if (context_.stop_is_raised()) return Status::stopped;
    if (slice.after(done).is_over() && !all_begun()) return Status::running;
  }
}

/// First choices that take less than the interval do not report themselves.
void FirstChoicesWay::report_if_due() {
  const Clock::time_point now = Clock::now();
  if (!context_.report || now - reported_ < context_.options->progress_interval) {
    return;
  }
  reported_ = now;
  search::Progress progress;
  {
    const std::lock_guard lock(mutex_);
    progress.nodes = so_far_.statistics.nodes;
    progress.solutions = solutions_;
    progress.share = static_cast<double>(ended_) / static_cast<double>(first_choices_.size());
  }
  report(progress);
}

/// The nodes never fall, although ways that take turns at a first choice report their own.
void FirstChoicesWay::report(search::Progress progress) {
  progress.nodes = most_nodes_ = std::max(progress.nodes, most_nodes_);
  context_.report(progress);
}

bool FirstChoicesWay::all_begun() {
  const std::lock_guard lock(mutex_);
  return begun_ == first_choices_.size();
}

/// Takes turns, so that an exception of one thread need not wait long for the others.
Status FirstChoicesWay::count_in_threads(const Slice& slice) {
  for (;;) {
    const Status status = take_turn_in_threads(slice.at_most(longest_shared));
    if (status != Status::running || slice.is_over()) return status;
  }
}

Status FirstChoicesWay::take_turn_in_threads(const Slice& slice) {
  std::vector<Status> statuses(present_.size(), Status::running);
  share_out(context_.resources->jobs, present_.size(),
            [&](std::size_t place) { statuses[place] = count_by(place, slice); });
  for (const Status status : {Status::stopped, Status::memory_limit, Status::running}) {
    if (std::find(statuses.begin(), statuses.end(), status) != statuses.end()) return status;
  }
  return Status::exhausted;
}

void FirstChoicesWay::close() {
  for (const auto& present : present_) {
    if (!present) continue;
    present->rest->way->close();
    if (present->rest->trace) present->rest->trace->flush();
  }
}

void FirstChoicesWay::keep_tables() {
  for (const auto& present : present_) {
    if (present) present->rest->way->keep_tables();
  }
}

Total FirstChoicesWay::counted() const {
  Natural solutions = solutions_;
  for (const auto& present : present_) {
    if (present) solutions += present->rest->way->counted().solutions * present->times;
  }
  return {solutions, Residue(0)};
}

double FirstChoicesWay::share() const {
  double done = static_cast<double>(begun_);
  for (const auto& present : present_) {
    if (present) done -= 1 - present->rest->way->share();
  }
  return first_choices_.empty() ? 1 : done / static_cast<double>(first_choices_.size());
}

std::uint64_t FirstChoicesWay::work() const {
  std::uint64_t work = work_done_;
  for (const auto& present : present_) {
    if (present) work += present->rest->way->work();
  }
  return work;
}

std::size_t FirstChoicesWay::memory_bytes() const {
  std::size_t bytes = 0;
  for (const auto& present : present_) {
    if (present) bytes += present->rest->way->memory_bytes();
  }
  return bytes;
}

void FirstChoicesWay::set_memory_limit(std::size_t bytes) {
  memory_limit_ = bytes;
  for (const auto& present : present_) {
    if (present) present->rest->way->set_memory_limit(bytes / present_.size());
  }
}

void FirstChoicesWay::add_to(CountResult& result) const {
  CountResult sum = so_far_;
  for (const auto& present : present_) {
    if (present) present->rest->way->add_to(sum);
  }
  search::add(result.statistics, sum.statistics);
  result.states += sum.states;
  result.engine = sum.engine;
  for (Trial& trial : sum.trials) {
    trial.what = "after a first choice, " + trial.what;
    add_trial(result, std::move(trial));
  }
}

void FirstChoicesWay::report_into(CountResult& result) const {
  result.method = so_far_.method;
  const std::optional<Present>& first = present_.front();
  if (so_far_.why.empty() && first) first->rest->way->report_into(result);
  result.why = "by one option of each orbit of an item's options";
}

CanonicalWay::CanonicalWay(const Problem& problem, const Tally& weights_of, const Context& context,
                           symmetry::SymmetryGroup group)
    : weights_of_(weights_of),
      found_(problem, std::move(group), context.search_options(), context.resources->jobs) {}

Status CanonicalWay::run(const Slice& slice) {
  found_.set_limits(limits_for(slice, work()));
  while (found_.next()) {
    ++classes_;
    solutions_ += found_.class_size() * ways_of(weights_of_, found_.solution());
  }
  return status_after_slice(found_.status());
}

void CanonicalWay::add_to(CountResult& result) const {
  result.engine = found_.engine();
  search::add(result.statistics, found_.statistics());
}

void CanonicalWay::report_into(CountResult& result) const {
  result.method = CountMethod::search;
  result.why = "by one solution of each of " + quantity(classes_.to_string(), "class", "classes") +
               ", told apart by canonical forms";
}

Problem with_weights_as_costs(const Problem& problem, const Tally& weights_of) {
  const auto items = first_ids<ItemId>(problem.item_count());
  const auto options = first_ids<OptionId>(problem.option_count());
  std::vector<std::int64_t> costs(problem.option_count());
  for (std::uint32_t o = 0; weights_of.weighted() && o < problem.option_count(); ++o) {
    costs[o] = static_cast<std::int64_t>(weights_of.weights()[o].ways);
  }
  return preprocess::Subproblems(problem).take(items, options, {}, costs);
}

}  // namespace dlx::counting
