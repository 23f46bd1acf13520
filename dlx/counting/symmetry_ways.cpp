#include "dlx/counting/ways.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/counting/counted_rest.hpp"
#include "dlx/preprocess/subproblem.hpp"
#include "dlx/representatives.hpp"
#include "dlx/search/price.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/symmetry/first_choice_trace.hpp"

namespace dlx::counting {
namespace {

// A first choice is a set of options with which a count begins, one for each class of such sets
// under symmetry. Several threads each count after a first choice of their own only if there are at
// least this many first choices for each thread. With fewer first choices, most threads might wait
// too long while one thread finishes the last first choice.
constexpr std::size_t first_choices_of_thread = 4;
// Threads work for at least and at most this time, in seconds, before they wait for each other.
constexpr double shortest_turn = 2e-3, longest_turn = 0.5;
// The times of first choices differ, sometimes by a factor of ten. So one thread counts after up to
// six first choices in turns, and estimates the time left from the progress of all six. Another
// first choice begins once each of those begun has had `seconds_before_another` seconds.
constexpr std::size_t counted_in_turns = 6;
constexpr double seconds_before_another = 2e-3;  // nominal seconds
// Nominal seconds to make the problem that is left after a first choice.
constexpr double rest_of_first_choice = 3e-5, rest_per_entry = 2e-7;

/// The product of the weights of these options: the number of sets of original options that they
/// represent.
Natural ways_of(const Tally& weights_of, std::span<const OptionId> options) {
  Natural product = 1;
  if (!weights_of.weighted()) return product;
  for (const OptionId option : options) product *= weights_of.weights()[index(option)].ways;
  return product;
}

class FirstChoicesWay final : public Way {
 public:
  FirstChoicesWay(const Problem& problem, const Tally& weights_of, const Context& context,
                  GroupFirstChoices begin, MakeWay make_way)
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
    const bool any_order =
        !first_choice_trace_ && resources.tables == nullptr && !resources.make_scratch;
    const bool shared_out = any_order && jobs.threads > 1 && jobs.run &&
                            first_choices_.size() >= first_choices_of_thread * jobs.threads;
    if (shared_out) {
      alone_ = std::make_unique<Resources>(resources);
      alone_->jobs = {};
      alone_->continue_search = {};
    }
    present_.resize(any_order ? std::max<std::size_t>(counted_in_turns, jobs.threads) : 1);
  }

  Status run(const Slice& slice) override {
    const Slice timed = timed_for_threads(slice);
    return may_share_out(timed) ? count_in_threads(timed) : count_in_turns(slice);
  }

  void close() override {
    for (const auto& present : present_) {
      if (!present) continue;
      present->rest->way->close();
      if (present->rest->trace) present->rest->trace->flush();
    }
  }

  void keep_tables() override {
    for (const auto& present : present_) {
      if (present) present->rest->way->keep_tables();
    }
  }

  [[nodiscard]] Total counted() const override {
    Natural solutions = solutions_;
    for (const auto& present : present_) {
      if (present) solutions += present->rest->way->counted().solutions * present->times;
    }
    return {solutions, Residue(0)};
  }

  [[nodiscard]] double share() const override { return share_if({}, 0); }

  [[nodiscard]] std::uint64_t work() const override {
    std::uint64_t work = work_done_;
    for (const auto& present : present_) {
      if (present) work += present->rest->way->work();
    }
    return work;
  }

  [[nodiscard]] double nominal_seconds() const override {
    double seconds = seconds_of_ended_ + seconds_of_rests_;
    for (const auto& present : present_) {
      if (present) seconds += present->rest->way->nominal_seconds();
    }
    return seconds;
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    std::size_t bytes = 0;
    for (const auto& present : present_) {
      if (present) bytes += present->rest->way->memory_bytes();
    }
    return bytes;
  }

  void set_memory_limit(std::size_t bytes) override {
    memory_limit_ = bytes;
    for (std::size_t place = 0; place < present_.size(); ++place) limit_memory(place);
  }

  void add_to(CountResult& result) const override {
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

  void report_into(CountResult& result) const override {
    result.method = so_far_.method;
    if (so_far_.quicker != EngineKind::automatic) result.quicker = so_far_.quicker;
    const std::optional<Present>& first = present_.front();
    if (so_far_.why.empty() && first) first->rest->way->report_into(result);
    result.why = "by one option of each orbit of an item's options";
  }

 private:
  /// The rest of the problem after a first choice, while its solutions are counted.
  struct Present {
    std::unique_ptr<CountedRest> rest;
    // The number of solutions of the problem that each solution of the rest represents.
    Natural times;
  };

  /// The limits of a call of run() for several threads: a limit on nodes and states is replaced by
  /// the time in which the threads visit this number.
  [[nodiscard]] Slice timed_for_threads(const Slice& slice) const {
    if (!alone_ || !slice.work) return slice;
    const double seconds = static_cast<double>(*slice.work) * pace_of(*this);
    Slice timed = slice.at_most(seconds / context_.resources->jobs.threads);
    timed.work.reset();
    return timed;
  }

  /// Whether several threads may work within the limits of `slice`. The time limit must be long
  /// enough, because threads take time to start and cannot stop at a certain node.
  [[nodiscard]] bool may_share_out(const Slice& slice) const {
    return alone_ && (!slice.until || *slice.until - Clock::now() > nanoseconds(shortest_turn));
  }

  /// Counts the problems that are left after several first choices, in turns in one thread. The
  /// next turn goes to the first choice that has had the least time, and doubles this time.
  Status count_in_turns(const Slice& slice) {
    const std::uint64_t before = work();
    for (;;) {
      const std::vector<std::size_t> next = next_places(1);
      if (next.empty()) return Status::exhausted;
      const Status status = count_by(next[0], turn_at(next[0], slice.after(work() - before)));
      if (status != Status::exhausted && status != Status::running) return status;
      if (slice.after(work() - before).is_over() && !next_places(1).empty()) {
        return Status::running;
      }
    }
  }

  /// At most `most` indices in present_: the first choices that have had the least time. If
  /// present_ is empty at an index, another first choice may begin there. Once all tables together
  /// take much memory, the first choices with the largest tables come first, so that their tables
  /// are freed soon.
  [[nodiscard]] std::vector<std::size_t> next_places(std::size_t most) {
    const bool is_tight = memory_bytes() > memory_limit_ / 8;
    std::vector<std::pair<double, std::size_t>> places;
    for (std::size_t place = 0; place < present_.size(); ++place) {
      const std::optional<Present>& present = present_[place];
      if (!present && all_begun()) continue;
      const double order = !present   ? (is_tight ? 1 : seconds_before_another)
                           : is_tight ? -static_cast<double>(present->rest->way->memory_bytes())
                                      : present->rest->way->nominal_seconds();
      places.emplace_back(order, place);
    }
    std::sort(places.begin(), places.end());
    places.resize(std::min(most, places.size()));
    std::vector<std::size_t> next;
    for (const auto& [order, place] : places) next.push_back(place);
    return next;
  }

  [[nodiscard]] Slice turn_at(std::size_t place, const Slice& slice) {
    const std::optional<Present>& present = present_[place];
    if (!present) return turn_of(*this, slice, seconds_before_another);
    if (next_places(2).size() == 1) return slice;
    const Way& way = *present->rest->way;
    return turn_of(way, slice, std::max(way.nominal_seconds(), seconds_before_another));
  }

  /// Sets the memory limit for the tables of one first choice: the memory limit of the count less
  /// the memory of the other first choices. With several threads, each first choice gets an equal
  /// part of the memory instead.
  void limit_memory(std::size_t place) {
    if (!present_[place]) return;
    Way& way = *present_[place]->rest->way;
    const std::size_t threads = context_.resources->jobs.threads;
    const std::size_t others =
        alone_ ? memory_limit_ / threads * (threads - 1) : memory_bytes() - way.memory_bytes();
    way.set_memory_limit(memory_limit_ - std::min(memory_limit_, others));
  }

  /// Counts the problems that are left after first choices, each in a thread of its own. All
  /// threads pause and meet after at most half a second, so that an exception in one thread is soon
  /// noticed.
  Status count_in_threads(const Slice& slice) {
    for (;;) {
      const std::vector<std::size_t> next = next_places(context_.resources->jobs.threads);
      if (next.empty()) return Status::exhausted;
      const Status status = take_turn_in_threads(next, slice);
      if (status != Status::running) return status;
      if (slice.is_over() && !next_places(1).empty()) return status;
    }
  }

  Status take_turn_in_threads(const std::vector<std::size_t>& places, const Slice& slice) {
    const std::optional<Present>& least = present_[places[0]];
    const Slice turn = slice.at_most(
        std::clamp(least ? least->rest->way->nominal_seconds() : 0, shortest_turn, longest_turn));
    std::vector<Status> statuses(places.size());
    share_out(context_.resources->jobs, places.size(),
              [&](std::size_t number) { statuses[number] = count_by(places[number], turn); });
    report_if_due();
    for (const Status status : {Status::stopped, Status::memory_limit}) {
      if (std::find(statuses.begin(), statuses.end(), status) != statuses.end()) return status;
    }
    return Status::running;
  }

  /// Counts the problems that are left after first choices, one after another, until none is left
  /// or the limits of `slice` are reached.
  Status count_by(std::size_t place, const Slice& slice) {
    std::optional<Present>& present = present_[place];
    std::uint64_t done = 0;
    for (;;) {
      if (!present) present = begin_next(place);
      if (!present) return Status::exhausted;
      limit_memory(place);
      Way& way = *present->rest->way;
      const std::uint64_t before = way.work();
      const Status status = way.run(slice.after(done));
      if (status != Status::exhausted) return status;
      done += way.work() - before;
      end(place);
      if (!alone_) report_if_due();
      if (context_.stop_is_raised()) return Status::stopped;
      if (slice.after(done).is_over() && !all_begun()) return Status::running;
    }
  }

  std::optional<Present> begin_next(std::size_t place) {
    const symmetry::FirstChoice* first_choice = nullptr;
    std::optional<preprocess::Rest> rest;
    Context context = context_;
    if (alone_) context.resources = alone_.get();
    if (alone_) context.report = {};
    {
      const std::lock_guard lock(mutex_);
      if (!first_choice_trace_) {
        if (begun_ < first_choices_.size()) first_choice = &first_choices_[begun_];
      } else if (auto next = first_choice_trace_->next()) {
        first_choice = next->first_choice;
        rest = std::move(next->rest);
      }
      if (first_choice == nullptr) return {};
      if (ended_ != 0) {
        context.alike = {seconds_of_ended_ / static_cast<double>(ended_), so_far_.method,
                         so_far_.quicker};
      }
      if (context.report) {
        context.report = [this, place](const search::Progress& inner) { report(place, inner); };
      }
      ++begun_;
    }
    if (!rest) rest = preprocess::rest_after(*problem_, first_choice->chosen);
    const double made =
        rest_of_first_choice + rest_per_entry * static_cast<double>(rest->problem.entry_count());
    {
      const std::lock_guard lock(mutex_);
      seconds_of_rests_ += made;
    }
    return Present{std::make_unique<CountedRest>(*problem_, weights_of_, std::move(context),
                                                 *std::move(rest), make_way_),
                   ways_of(weights_of_, first_choice->chosen) * first_choice->orbit};
  }

  void end(std::size_t place) {
    const std::lock_guard lock(mutex_);
    const Present& done = *present_[place];
    const Way& way = *done.rest->way;
    ++ended_;
    solutions_ += way.counted().solutions * done.times;
    work_done_ += way.work();
    seconds_of_ended_ += way.nominal_seconds();
    way.add_to(so_far_);
    way.report_into(so_far_);
    if (done.rest->trace) done.rest->trace->flush();
    present_[place].reset();
  }

  /// An estimate of the part of the count that is done, from 0 to 1. `share` is the part that is
  /// done of the count after the first choice at index `place` of present_. First choices that have
  /// not begun are expected to take the average time of the others.
  [[nodiscard]] double share_if(std::optional<std::size_t> place, double share) const {
    double spent = seconds_of_ended_;
    double expected = seconds_of_ended_;
    std::size_t known = ended_;
    for (std::size_t other = 0; other < present_.size(); ++other) {
      if (!present_[other]) continue;
      const Way& way = *present_[other]->rest->way;
      const double done = other == place ? std::max(share, way.share()) : way.share();
      spent += way.nominal_seconds();
      if (done <= 0) continue;
      expected += way.nominal_seconds() / done;
      ++known;
    }
    if (ended_ == first_choices_.size()) return 1;
    if (known == 0 || expected <= 0) return 0;
    const double all =
        expected / static_cast<double>(known) * static_cast<double>(first_choices_.size());
    return std::min(spent / all, 1.0);
  }

  /// Reports the progress of the whole count, when the count after the first choice at index
  /// `place` of present_ has reported its own progress.
  void report(std::size_t place, search::Progress progress) {
    CountResult others = so_far_;
    Natural solutions = solutions_ + progress.solutions * present_[place]->times;
    for (std::size_t other = 0; other < present_.size(); ++other) {
      if (other == place || !present_[other]) continue;
      const Way& way = *present_[other]->rest->way;
      way.add_to(others);
      solutions += way.counted().solutions * present_[other]->times;
    }
    progress.nodes += others.statistics.nodes;
    if (progress.solutions_known) progress.solutions = std::move(solutions);
    progress.share = share_if(place, progress.share);
    progress.left.reset();
    report(progress);
  }

  /// Reports the progress of the whole count if the interval between reports has passed. If the
  /// count after a first choice takes less time than this interval, it makes no report of its own.
  void report_if_due() {
    const Clock::time_point now = Clock::now();
    if (!context_.report || now - reported_ < context_.options->progress_interval) {
      return;
    }
    reported_ = now;
    CountResult sum = so_far_;
    for (const auto& present : present_) {
      if (present) present->rest->way->add_to(sum);
    }
    search::Progress progress;
    progress.nodes = sum.statistics.nodes;
    progress.solutions = counted().solutions;
    progress.share = share();
    report(progress);
  }

  /// Passes on a report of progress. The numbers that competing methods report differ, so this
  /// function ensures that the reported number of nodes and the reported part that is done never
  /// decrease.
  void report(search::Progress progress) {
    progress.nodes = most_nodes_ = std::max(progress.nodes, most_nodes_);
    progress.share = most_share_ = std::max(progress.share, most_share_);
    context_.report(progress);
  }

  [[nodiscard]] bool all_begun() {
    const std::lock_guard lock(mutex_);
    return begun_ == first_choices_.size();
  }

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  OptionSymmetries group_;
  std::vector<symmetry::FirstChoice> first_choices_;
  MakeWay make_way_;
  std::optional<symmetry::FirstChoiceTrace> first_choice_trace_;
  std::unique_ptr<Resources> alone_ = {};  // resources of each thread; null if one thread counts
  // The time at which report_if_due() last made a report.
  Clock::time_point reported_ = Clock::now();
  std::uint64_t most_nodes_ = 0;  // largest number of nodes reported so far
  double most_share_ = 0;         // largest part of the count reported as done, from 0 to 1
  std::size_t begun_ = 0;         // number of first choices whose count has begun
  // The problems left after first choices that are being counted: one for each thread, or several
  // in turns in one thread.
  std::vector<std::optional<Present>> present_;
  std::size_t ended_ = 0;  // number of first choices whose count has ended
  Natural solutions_;      // number of solutions, from the first choices whose count has ended
  std::uint64_t work_done_ = 0;
  double seconds_of_ended_ = 0;  // nominal seconds of the first choices whose count has ended
  // Nominal seconds spent on making the problems that are left after first choices.
  double seconds_of_rests_ = 0;
  std::size_t memory_limit_;
  CountResult so_far_ = {};  // sum of the statistics of the first choices whose count has ended
  // While several threads count, protects begun_ and the members declared after begun_, except
  // present_.
  std::mutex mutex_ = {};
};

class CanonicalWay final : public Way {
 public:
  CanonicalWay(const Problem& problem, const Tally& weights_of, const Context& context,
               symmetry::SymmetryGroup group)
      : problem_(&problem),
        weights_of_(weights_of),
        found_(problem, std::move(group), context.search_options(), context.resources->jobs) {}

  Status run(const Slice& slice) override {
    found_.set_limits(limits_for(slice, work()));
    while (found_.next()) {
      ++classes_;
      solutions_ += found_.class_size() * ways_of(weights_of_, found_.solution());
    }
    return status_after_slice(found_.status());
  }

  [[nodiscard]] Total counted() const override { return {solutions_, Residue(0)}; }
  [[nodiscard]] double share() const override { return found_.statistics().share; }
  [[nodiscard]] std::uint64_t work() const override { return found_.statistics().nodes; }
  /// The nominal seconds of the count, not including the time of canonical forms.
  [[nodiscard]] double nominal_seconds() const override {
    return search::nominal_seconds(found_.engine(), *problem_, found_.statistics());
  }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return found_.statistics().memory_bytes;
  }
  void add_to(CountResult& result) const override {
    result.engine = found_.engine();
    search::add(result.statistics, found_.statistics());
  }

  void report_into(CountResult& result) const override {
    result.method = CountMethod::search;
    result.why = "by one solution of each of " +
                 quantity(classes_.to_string(), "class", "classes") +
                 ", told apart by canonical forms";
  }

 private:
  const Problem* problem_;
  Tally weights_of_;
  Representatives found_;
  Natural classes_;
  Natural solutions_;
};

}  // namespace

Problem with_weights_as_costs(const Problem& problem, const Tally& weights_of) {
  const auto items = first_ids<ItemId>(problem.item_count());
  const auto options = first_ids<OptionId>(problem.option_count());
  std::vector<std::int64_t> costs(problem.option_count());
  for (std::uint32_t o = 0; weights_of.weighted() && o < problem.option_count(); ++o) {
    costs[o] = static_cast<std::int64_t>(weights_of.weights()[o].ways);
  }
  return preprocess::Subproblems(problem).take(items, options, {}, costs);
}

std::unique_ptr<Way> first_choices_way(const Problem& problem, const Tally& weights_of,
                                       const Context& context, GroupFirstChoices begin,
                                       MakeWay make_way) {
  return std::make_unique<FirstChoicesWay>(problem, weights_of, context, std::move(begin),
                                           std::move(make_way));
}

std::unique_ptr<Way> canonical_way(const Problem& problem, const Tally& weights_of,
                                   const Context& context, symmetry::SymmetryGroup group) {
  return std::make_unique<CanonicalWay>(problem, weights_of, context, std::move(group));
}

}  // namespace dlx::counting
