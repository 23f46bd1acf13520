#include "dlx/count/table_ways.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "dlx/counting/sweep_half.hpp"

namespace dlx::counting {
namespace {

TableOptions tables_for(const Context& context) {
  const SearchOptions search = context.search_options();
  return {.control = search.control,
          .memory_limit = context.options->memory_limit,
          .jobs = context.options->long_search.jobs,
          .can_be_saved = context.options->tables != nullptr,
          .make_scratch = context.options->make_scratch};
}

/// Without weights, which the symmetry of a half does not know.
PlannedSweep halved(PlannedSweep planned, const Problem& problem, const Tally& weights_of) {
  if (weights_of.weights().empty()) halve(planned.plan, problem, planned.order.items);
  return planned;
}

std::string in_bits(double bits) {
  return std::to_string(static_cast<std::uint64_t>(bits + 0.5)) + " bits";
}

}  // namespace

SweepOrder::SweepOrder(const Problem& problem)
    : SweepOrder(problem, first_ids<ItemId>(problem.primary_count())) {}

SweepOrder::SweepOrder(const Problem& problem, std::vector<ItemId> the_items)
    : items(std::move(the_items)), bits(sweep_bits(problem, items)) {}

SweepOrder::SweepOrder(const Problem& problem, const Tally& weights_of, const Context& context,
                       const Deadline& deadline) {
  if (context.options->tables != nullptr) {
    items = context.options->tables->order(problem, weights_of);
  }
  if (items.empty()) items = narrow_order(problem, deadline);
  bits = sweep_bits(problem, items);
}

PlannedSweep::PlannedSweep(const Problem& problem, SweepOrder the_order)
    : order(std::move(the_order)), plan(sweep_plan(problem, order.items)) {
  order.bits = std::max<double>(order.bits, plan.width);
}

std::optional<PlannedSweep> PlannedSweep::within(double bits, const Problem& problem,
                                                 SweepOrder the_order) {
  if (the_order.bits > bits) return {};
  try {
    PlannedSweep planned(problem, std::move(the_order));
    if (planned.order.bits <= bits) return planned;
  } catch (const std::invalid_argument&) {
    // Fields within one step may be wider than any frontier.
  }
  return {};
}

SweepWay::SweepWay(const Problem& problem, const Tally& weights_of, const Context& context,
                   PlannedSweep planned)
    : problem_(&problem),
      weights_of_(weights_of),
      saving_(context.options->tables),
      planned_(halved(std::move(planned), problem, weights_of)),
      sweep_(planned_.plan, weights_of, tables_for(context)) {
  if (saving_.store() != nullptr && saving_.store()->load(problem, weights_of, sweep_)) {
    states_kept_ = sweep_.result().states;
  }
  const Context recorded = recording(context, problem);
  if (recorded.trace != nullptr) recorded.trace->sweep(order());
}

Status SweepWay::run(const Slice& slice) {
  const auto run_part = [this](const Slice& part) {
    sweep_.set_limits(limits_.limits_for(part, sweep_.looks()));
    return status_after_slice(sweep_.run());
  };
  return saving_.run(
      slice, *this, run_part, [this] { return keep_new(); },
      [this] { return work() != 0 && keep(); });
}

bool SweepWay::keep() {
  saving_.store()->save(*problem_, weights_of_, order(), sweep_);
  states_kept_ = sweep_.result().states;
  return true;
}

bool SweepWay::keep_new() {
  return sweep_.result().states != states_kept_ && keep();
}

void SweepWay::keep_tables() {
  saving_.now([this] { return keep_new(); });
}

Total SweepWay::counted() const {
  const SweepResult result = sweep_.result();
  return {result.solutions, result.fingerprint};
}

void SweepWay::add_to(CountResult& result) const {
  result.states += sweep_.result().states;
  add_memory(result, memory_bytes());
}

void SweepWay::settle(CountResult& result) const {
  result.method = CountMethod::sweep;
  result.why = "the frontier has at most " + in_bits(bits());
}

MemoWay::MemoWay(const Problem& problem, const Tally& weights_of, const Context& context)
    : memo_(problem, weights_of, [&] {
        TableOptions options = tables_for(context);
        options.trace = recording(context, problem).trace;
        return options;
      }()) {}

Status MemoWay::run(const Slice& slice) {
  memo_.set_limits(limits_.limits_for(slice, memo_.nodes()));
  return status_after_slice(memo_.run());
}

Total MemoWay::counted() const {
  const MemoResult result = memo_.result();
  return {result.solutions, result.fingerprint};
}

void MemoWay::add_to(CountResult& result) const {
  const MemoResult memo = memo_.result();
  result.states += memo.states;
  result.statistics.nodes += memo.nodes;
  add_memory(result, memo.memory_bytes);
}

void MemoWay::settle(CountResult& result) const {
  const MemoResult memo = memo_.result();
  result.method = CountMethod::memo;
  result.why = std::to_string(memo.hits) + " of " + std::to_string(memo.nodes) +
               " nodes led to a state that had been counted before";
}

ZddWay::ZddWay(const Problem& problem, const Tally& weights_of, const Context& context)
    : problem_(&problem),
      weights_of_(weights_of),
      context_(recording(context, problem)),
      memory_limit_(context.options->memory_limit) {}

Status ZddWay::run(const Slice&) {
  const SweepOrder order(*problem_, weights_of_, context_, context_.deadline());
  if (context_.trace != nullptr) context_.trace->sweep(order.items);
  TableOptions options = tables_for(context_);
  options.memory_limit = memory_limit_;
  options.control.limits.time = context_.deadline().left();
  options.control.limits.nodes = context_.options->search.control.limits.nodes;
  const ZddResult built = Zdd::build(*problem_, order.items, options);
  states_ += built.states;
  memory_bytes_ = std::max(memory_bytes_, built.memory_bytes);
  if (!built.zdd) return built.status;
  try {
    counted_ = built.zdd->total(weights_of_,
                                {.control = context_.deadline().rest(), .memory = memory_limit_});
  } catch (const ZddQueryEnded& e) {
    return e.why();
  }
  done_ = true;
  return Status::exhausted;
}

void ZddWay::add_to(CountResult& result) const {
  result.states += states_;
  add_memory(result, memory_bytes_);
}

void ZddWay::settle(CountResult& result) const {
  result.method = CountMethod::zdd;
  result.why = "it was asked for";
}

}  // namespace dlx::counting
