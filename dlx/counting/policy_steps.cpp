// The preparatory steps of a Policy (policy.hpp). Each step makes the problem smaller, or adds a
// counting method that competes with the others. The scheduler takes a step once enough time has
// been spent on counting.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "dlx/counting/policy.hpp"
#include "dlx/preprocess/components.hpp"
#include "dlx/preprocess/invariant.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/tables/item_orders.hpp"
#include "dlx/tables/memo_search.hpp"

namespace dlx::counting {
namespace {

// The scheduler assumes that every step takes at least this time. So a search that takes only some
// milliseconds is not interrupted by a step.
constexpr double least_cost = 1e-4;  // seconds
// Estimated seconds of the steps, measured on the instances of bench/. The larger the estimate, the
// later the scheduler takes the step. The reduction and the search for symmetries are worth taking
// earlier, so the values for these two steps are too small on purpose. Their measured times are
// larger by the factors times_of_reduction and times_of_symmetry.
constexpr double reduction_per_entry = 80e-9, times_of_reduction = 2;
constexpr double symmetry_per_entry = 600e-9, times_of_symmetry = 3;
// Seconds of the search for an invariant, for each pair of primary items and for each entry.
constexpr double invariant_per_pair = 4e-9;
constexpr double invariant_per_entry = 100e-9;
// Seconds for each entry, to find an order of items for a sweep or to find first choices.
constexpr double choice_per_entry = 200e-9;
// The search for an order of items gets at least this elapsed time, because other programs may
// interrupt this search.
constexpr double least_time_for_order = 0.05;
constexpr double state_of_sweep = 20e-9;
constexpr double step_of_sweep = 2e-6;
// A sweep whose states have `width` bits reaches about this fraction of the 2^width possible
// states.
constexpr double usual_part_of_states = 1 / 16.0;
constexpr double memo_per_entry = 250e-9;
constexpr double signs_per_entry = 300e-9;
// Seconds to make the tables of a memo, for each pair of an option and an entry.
constexpr double memo_per_conflict = 0.02e-9;
// With more first choices than this, preparing them would take long before the first solution is
// counted.
constexpr double most_first_choices_of_all = 5'000;
// The time limit, in seconds, for listing the members of a symmetry group is at least this. Without
// the list, counts under groups of more than 1,000 members took 2 to 16 times as long.
constexpr double least_time_for_members = 0.002;
constexpr double longest_search_for_symmetries = 10;  // seconds

double seconds_for_memo(const Problem& problem) {
  const auto entries = static_cast<double>(problem.entry_count());
  return memo_per_entry * entries + memo_per_conflict * problem.option_count() * entries;
}

/// The time that a sweep is expected to need before any of its steps is done.
double seconds_of_sweep(const PlannedSweep& planned) {
  return step_of_sweep * static_cast<double>(planned.plan.steps.size()) +
         usual_part_of_states * std::exp2(planned.order.bits) * state_of_sweep;
}

/// Returns a function that makes a Policy with these steps for a given problem.
MakeWay by_policy(const PolicySteps& steps) {
  return [steps](const Problem& problem, const Tally& weights, const Context& context) {
    return std::make_unique<Policy>(problem, weights, context, steps);
  };
}

}  // namespace

void Policy::plan() {
  const auto entries = static_cast<double>(problem_->entry_count());
  // If the problem may be reduced, no other step is taken before the reduction.
  const double least = std::max(least_cost, allowed_.reduce ? reduction_per_entry * entries : 0);
  const auto cost = [least](double seconds) { return std::max(seconds, least); };
  const search::Preparation reduce{.take = [this] { reduce_and_split(); },
                                   .cost = cost(reduction_per_entry * entries),
                                   .worth = 8,
                                   .latest = 10,
                                   .alike = context_.alike.seconds,
                                   .first = true,
                                   .at_once = allowed_.reduce && preprocess::falls_apart(*problem_),
                                   .changes_task = true,
                                   .urgent = true};
  const search::Preparation symmetry{.take = [this] { look_for_symmetries(); },
                                     .cost = cost(symmetry_per_entry * entries),
                                     .worth = 6,
                                     .latest = 20,
                                     .changes_task = true};
  // A certificate names symmetries of the unreduced problem, so with a certificate the step for
  // symmetries comes before the reduction.
  const bool symmetry_first = context_.trace != nullptr;
  if (allowed_.symmetry && symmetry_first) scheduler_.add(symmetry);
  if (allowed_.reduce) scheduler_.add(reduce);
  // The search for an invariant may take long. So it begins early with a short time limit, and is
  // repeated with longer time limits.
  const double pairs = std::pow(problem_->primary_count(), 2);
  if (pairs <= static_cast<double>(memory_limit_)) {
    const double beginning = invariant_per_pair * pairs + invariant_per_entry * entries;
    const double whole = preprocess::seconds_for_invariant(*problem_);
    scheduler_.add({.take = [this] { look_for_invariant(); },
                    .cost = cost(std::min(beginning, whole)),
                    .worth = 20,
                    .latest = 20,
                    .urgent = true});
  }
  if (allowed_.symmetry && !symmetry_first) scheduler_.add(symmetry);
  scheduler_.add({.take = [this] { plan_sweep(); },
                  .cost = cost(choice_per_entry * entries),
                  .worth = 10,
                  .latest = 20,
                  .alike = seconds_alike(Kind::sweep)});
  if (tables::memo_objection(*problem_).empty()) {
    scheduler_.add({.take = [this] { begin_memo(); },
                    .cost = cost(seconds_for_memo(*problem_)),
                    .worth = 50,
                    .latest = 20,
                    .alike = seconds_alike(Kind::memo)});
  }
  if (!problem_->has_multiplicities()) {
    scheduler_.add({.take = [this] { begin_signs(); },
                    .cost = cost(signs_per_entry * entries),
                    .worth = 10,
                    .latest = 20,
                    .urgent = true});
  }
}

void Policy::take_later(void (Policy::*step)(), double spent) {
  scheduler_.add(
      {.take = [this, step] { (this->*step)(); }, .cost = spent, .worth = 0, .latest = 1});
}

double Policy::affordable() const {
  return allowed_.turns != 0 ? longest_search_for_symmetries : scheduler_.spent();
}

PolicySteps Policy::steps_after_choices() const {
  return {.symmetry = false,
          .turns = allowed_.turns,
          .widest_checked_sweep = allowed_.widest_checked_sweep};
}

void Policy::reduce_and_split() {
  step_ = times_of_reduction * reduction_per_entry * static_cast<double>(problem_->entry_count());
  preprocess::ReduceOptions options;
  options.with_steps = context_.trace != nullptr;
  options.control = context_.deadline().rest();
  preprocess::ReducedProblem reduced = preprocess::ReducedProblem::for_counting(
      *problem_, weights_of_, options, context_.copy_use());
  const double seconds = reduced.reduction().report.seconds;
  const bool removed = !reduced.is_all_of(*problem_);
  if (!removed && preprocess::components(reduced.problem()).empty()) {
    note("reduction", seconds, "found nothing to remove");
    return;
  }
  note("reduction", seconds, removed ? "made the problem smaller" : "split the problem");
  drop_all("dropped for the reduced problem");
  if (context_.trace != nullptr) context_.trace->rewind(trace_start_);
  const PolicySteps steps{
      .reduce = false,
      .symmetry = allowed_.symmetry && context_.trace == nullptr,
      .small_sweep_first = true,
      .search_alone = preprocess::falls_apart(reduced.problem()) ? 0 : allowed_.search_alone,
      .turns = allowed_.turns,
      .widest_checked_sweep = allowed_.widest_checked_sweep};
  replacement_ = parts_way(*problem_, std::move(reduced), context_, by_policy(steps));
}

void Policy::look_for_symmetries() {
  // The search for symmetries may take as long as the count has taken so far, if the count is
  // expected to take much longer, otherwise a quarter of this time. Choosing first choices may then
  // take as long again.
  const double spent = affordable();
  const double time = std::min(longest_search_for_symmetries,
                               std::max(spent / 4, std::min(spent, scheduler_.left() / 50)));
  step_ = std::min(
      time, times_of_symmetry * symmetry_per_entry * static_cast<double>(problem_->entry_count()));
  const Stopwatch stopwatch = context_.stopwatch();
  const bool costs_matter = context_.trace != nullptr;
  if (!costs_matter && !weighed_ && (weights_of_.weighted() || problem_->has_costs())) {
    weighed_ = with_weights_as_costs(*problem_, weights_of_);
  }
  const auto try_later = [&](const char* outcome) {
    note("symmetry", stopwatch.seconds(), outcome);
    step_ = time;
    if (time >= longest_search_for_symmetries) return;
    take_later(&Policy::look_for_symmetries, 4 * scheduler_.spent());
  };
  if (!group_) {
    symmetry::Automorphisms found = symmetry::automorphisms(
        weighed_ ? *weighed_ : *problem_, {.control = deadline_of_step(time).rest()});
    if (!found.complete) {
      so_far_.symmetry = "not found in time";
      return try_later("not found in its share of the time");
    }
    if (found.order == 1) {
      so_far_.symmetry = "1";
      return note("symmetry", stopwatch.seconds(), "there is none");
    }
    group_.emplace(*problem_, std::move(found), symmetry::most_members,
                   deadline_of_step(std::max(time, least_time_for_members)));
  }
  const std::string order = group_->generated().order.to_string();
  const bool is_listed = group_->listed() != nullptr;
  const search::Deadline for_first_choices = deadline_of_step(time);
  const bool used = use_symmetries(for_first_choices);
  if (used) order_of_group_ = order;
  so_far_.symmetry = order + (used ? ", tried beside other ways" : ", of no help");
  if (!used && for_first_choices.reached())
    return try_later("found, but no first choices in its share of the time");
  if (is_listed) group_.reset();  // Canonical forms use a group without a list.
  note("symmetry", stopwatch.seconds(), used ? "found" : "found, of no help");
}

/// The largest number of first choices: options with which the search begins, one for each class
/// under symmetry. The problem that is left after a first choice takes time to make. All these
/// problems together may take a tenth of the time that the count is expected to need.
std::size_t Policy::most_first_choices() const {
  const double left = scheduler_.left();
  if (!std::isfinite(left)) return symmetry::usual_most_first_choices;
  const double cost = choice_per_entry * static_cast<double>(problem_->entry_count());
  return static_cast<std::size_t>(std::clamp<double>(
      left / 10 / cost, symmetry::usual_most_first_choices, most_first_choices_of_all));
}

/// Adds counting methods that use the symmetry group: first choices if the members of the group are
/// listed, otherwise images, a fold and canonical forms. Returns false if no first choices were
/// found.
bool Policy::use_symmetries(const search::Deadline& deadline) {
  symmetry::SymmetryGroup& group = *group_;
  if (group.listed() == nullptr) {
    begin_images();
    // Canonical forms of complete solutions cannot be certified.
    if (context_.trace != nullptr) return true;
    begin_fold();
    take_later(&Policy::begin_canonical_forms, seconds_by_work);
    return true;
  }
  const symmetry::FirstChoiceUse use = context_.trace != nullptr
                                           ? symmetry::FirstChoiceUse::certificate
                                           : symmetry::FirstChoiceUse::solutions;
  std::vector<symmetry::FirstChoice> group_first_choices =
      first_choices(*problem_, *group.listed(), use, deadline, most_first_choices());
  if (group_first_choices[0].chosen.empty()) return false;
  double beginnings = 0;
  for (const symmetry::FirstChoice& first_choice : group_first_choices)
    beginnings += static_cast<double>(first_choice.orbit);
  const double part = static_cast<double>(group_first_choices.size()) / beginnings;
  GroupFirstChoices begin{std::move(group).take_listed(), std::move(group_first_choices)};
  const MakeWay make_way = by_policy(steps_after_choices());
  if (context_.trace != nullptr) {
    drop_all("dropped for the search by symmetry");
    context_.trace->rewind(trace_start_);
    first_choices_replace_ = true;
    replacement_ = first_choices_way(*problem_, weights_of_, context_, std::move(begin), make_way);
    return true;
  }
  const double whole = scheduler_[0].seconds + scheduler_.left(0);
  has_threads_ |= context_.resources->jobs.threads > 1;
  add({Kind::first_choices,
       first_choices_way(*problem_, weights_of_, reporting(), std::move(begin), make_way)},
      part * whole);
  return true;
}

/// Looks for an invariant, unless a solution has been found. The time limit is half of the time
/// spent so far if much more time is expected, otherwise an eighth of the time spent.
void Policy::look_for_invariant() {
  if (counted().solutions != 0) return;
  const Stopwatch stopwatch = context_.stopwatch();
  const double spent = affordable();
  const double time = std::max(spent / 8, std::min(spent / 2, scheduler_.left() / 20));
  step_ = std::min(time, preprocess::seconds_for_invariant(*problem_));
  preprocess::InvariantSearch search =
      preprocess::refuting_invariant(*problem_, deadline_of_step(time));
  if (!search.complete) {
    if (allowed_.turns == 0) take_later(&Policy::look_for_invariant, 4 * scheduler_.spent());
    return note("invariant", stopwatch.seconds(), "not found in its share of the time");
  }
  if (!search.found) return note("invariant", stopwatch.seconds(), "found none");
  note("invariant", stopwatch.seconds(), "found");
  drop_all("no solution exists");
  if (context_.trace != nullptr) context_.trace->rewind(trace_start_);
  replacement_ = invariant_way(*problem_, context_, *std::move(search.found));
}

tables::PlanLimits Policy::limits_of_plan(std::size_t memory) const {
  return {.words = tables::most_words_of_sweep,
          .memory = memory,
          .deadline = context_.deadline_of_count()};
}

void Policy::plan_sweep() {
  step_ = choice_per_entry * static_cast<double>(problem_->entry_count());
  const Stopwatch stopwatch = context_.stopwatch();
  if (tables::every_frontier_exceeds(*problem_, widest_sweep)) {
    return note("sweep", stopwatch.seconds(), "the frontier is too wide in every order");
  }
  // An order from a search that was cut short is useless, so this search gets a longer time limit
  // than other steps.
  const double usual = choice_per_entry * static_cast<double>(problem_->entry_count());
  SweepOrder order(*problem_, weights_of_, context_,
                   deadline_of_step(std::max({affordable(), 10 * usual, least_time_for_order})),
                   memory_left());
  auto [planned, objection, status] =
      planned_within(widest_sweep, *problem_, std::move(order), limits_of_plan(memory_left()));
  if (status == Status::memory_limit) {
    return note("sweep", stopwatch.seconds(), "its plan needs more memory than there is");
  }
  if (status != Status::exhausted) {  // The count was stopped but may continue.
    take_later(&Policy::plan_sweep, 4 * scheduler_.spent());
    return note("sweep", stopwatch.seconds(), "not planned in time");
  }
  if (!planned) {
    return note("sweep", stopwatch.seconds(), "the narrowest frontier found is too wide");
  }
  const double expected = seconds_of_sweep(*planned) * (1 + time_to_check(Kind::sweep));
  Context context = reporting();
  context.trace = nullptr;
  add({Kind::sweep, sweep_way(*problem_, weights_of_, context, *std::move(planned))}, expected);
}

/// If a certificate is wanted, makes a separate trace, which holds the certificate of one competing
/// method in memory, and sets it in `context`. Otherwise returns null.
std::unique_ptr<Policy::HeldTrace> Policy::hold_trace(Context& context) const {
  if (context.trace == nullptr) return {};
  auto trace = std::make_unique<HeldTrace>(*context.trace);
  context.trace = &trace->trace;
  return trace;
}

void Policy::begin_images() {
  Context context = reporting();
  auto trace = hold_trace(context);
  add({Kind::images,
       image_way(*problem_, weighed_ ? *weighed_ : *problem_, group_->generated().orbit_of_option,
                 weights_of_, context, by_policy(steps_after_choices())),
       std::move(trace)});
}

/// Adds a sweep that merges equivalent states, unless there are weights or the frontier is too
/// wide.
void Policy::begin_fold() {
  if (weights_of_.weighted()) return;
  SweepOrder order(*problem_, tables::closing_order(*problem_));
  auto planning =
      planned_within(widest_sweep, *problem_, std::move(order), limits_of_plan(memory_left()));
  if (!planning.planned) return;
  const double expected = seconds_of_sweep(*planning.planned);
  add({Kind::fold,
       sweep_way(*problem_, weights_of_, reporting(), std::move(planning.planned), FoldRule())},
      expected);
}

void Policy::begin_canonical_forms() {
  add({Kind::canonical_forms, canonical_way(weighed_ ? *weighed_ : *problem_, weights_of_,
                                            reporting(), *std::move(group_))});
  group_.reset();
}

void Policy::begin_memo() {
  const Stopwatch stopwatch = context_.stopwatch();
  Context context = reporting();
  auto trace = hold_trace(context);
  step_ = seconds_for_memo(*problem_);
  auto way = memo_way(*problem_, weights_of_, context);
  way->set_memory_limit(std::min(memory_left(), memory_of_small_memo()));
  const Status status = way->prepare();
  if (status == Status::memory_limit) {
    return note("memo", stopwatch.seconds(), "it needs more memory than there is");
  }
  if (status != Status::exhausted) {  // The count was stopped but may continue.
    take_later(&Policy::begin_memo, 4 * scheduler_.spent());
    return note("memo", stopwatch.seconds(), "not prepared in time");
  }
  add({Kind::memo, std::move(way), std::move(trace)});
}

/// Looks for the factors of a sum over signs within an eighth of the time spent so far. If this
/// time does not suffice, the search is repeated later with four times the time. Once factors are
/// found, the sum begins as soon as the scheduler can give it enough time to end.
void Policy::begin_signs() {
  const std::string what = "sum over signs";
  if (!sign_plan_) {
    const Stopwatch stopwatch = context_.stopwatch();
    const double usual = signs_per_entry * static_cast<double>(problem_->entry_count());
    step_ = usual;
    const search::Deadline deadline = deadline_of_step(std::max(usual, affordable() / 8));
    auto [planning, complete] = kept_or_found_plan(*problem_, weights_of_, context_, deadline);
    if (!planning.plan && !complete) {
      if (allowed_.turns == 0) take_later(&Policy::begin_signs, 4 * scheduler_.spent());
      return note(what, stopwatch.seconds(), "no factors found in its share of the time");
    }
    if (!planning.plan) {
      return note(what, stopwatch.seconds(), "not possible: " + planning.objection);
    }
    if (context_.trace != nullptr && !can_be_checked(*planning.plan)) {
      return note(what, stopwatch.seconds(), "too large for a certificate");
    }
    sign_plan_ = std::move(planning.plan);
  }
  const double checked = 1 + time_to_check(Kind::signs);
  const double expected = seconds_of_signs(*sign_plan_, weights_of_) * checked;
  const double share = row(Kind::signs).share;
  if (expected > (scheduler_.spent() + scheduler_.left()) / share && allowed_.turns == 0) {
    take_later(&Policy::begin_signs, share * expected);
    return;
  }
  Context context = reporting();
  auto trace = hold_trace(context);
  add({Kind::signs, sign_way(*problem_, weights_of_, context, *std::move(sign_plan_)),
       std::move(trace)},
      expected);
  sign_plan_.reset();
}

}  // namespace dlx::counting
