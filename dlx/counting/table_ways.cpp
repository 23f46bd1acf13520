#include "dlx/counting/ways.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/counting/saving.hpp"
#include "dlx/tables/item_orders.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "dlx/tables/sweep_half.hpp"
#include "dlx/tables/zdd.hpp"

namespace dlx::counting {
namespace {

tables::TableOptions tables_for(const Context& context) {
  return {.control = search::control_of(context.search_options()),
          .memory_limit = memory_of(*context.options),
          .jobs = context.resources->jobs,
          .can_be_saved = context.resources->tables != nullptr,
          .make_scratch = context.resources->make_scratch};
}

/// Halves a sweep, if a symmetry of the problem maps the first half of the sweep to the second
/// half. Only the steps of the first half are then made (see sweep_half.hpp). Does nothing if
/// halving takes more than `memory` bytes, or if options have weights, because the symmetry ignores
/// weights.
PlannedSweep halved(PlannedSweep planned, const Problem& problem, const Tally& weights_of,
                    std::size_t memory) {
  if (!weights_of.weights().empty() || tables::bytes_to_halve(problem) > memory) return planned;
  halve(planned.plan, problem, planned.order.items);
  return planned;
}

// Nominal seconds that a state of a diagram or of a sweep takes, measured on the problems of
// bench/. States with many bits are looked up in main memory, states with few bits in the cache.
constexpr double seconds_of_diagram_state = 3.5e-8;
double seconds_of_look(const tables::SweepPlan& plan) {
  constexpr std::uint32_t narrow = 26;
  const std::uint32_t words = (plan.width + 63) / 64;
  return plan.width <= narrow ? 2e-8 : words == 1 ? 3.5e-8 : 5e-8 * words;
}
double seconds_of_memo_node(const Problem& problem) {
  return 2.5e-7 + 4e-11 * static_cast<double>(problem.entry_count());
}

std::string in_bits(double bits) {
  return quantity(static_cast<std::uint64_t>(bits + 0.5), "bit");
}

class SweepWay final : public Way {
 public:
  /// `rule` says when the sweep merges states that a symmetry maps to each other. Without a rule,
  /// the sweep merges no states.
  SweepWay(const Problem& problem, const Tally& weights_of, const Context& context,
           const std::optional<FoldRule>& rule)
      : rule_(rule),
        problem_(&problem),
        weights_of_(weights_of),
        context_(context),
        saving_(context.resources->tables),
        memory_limit_(memory_of(*context.options)) {}

  void begin(PlannedSweep planned) {
    plan_bytes_ = planned.plan.memory_bytes();
    planned_ = rule_ ? std::move(planned)
                     : halved(std::move(planned), *problem_, weights_of_,
                              memory_limit_ - std::min(memory_limit_, plan_bytes_));
    if (rule_ && !weights_of_.weighted() && context_.trace == nullptr) {
      fold_ =
          make_fold(*problem_, planned_.order.items, planned_.plan, context_.options->stop, *rule_);
    }
    sweep_ = tables::make_sweep(planned_.plan, weights_of_, tables_for(context_), fold_.get());
    set_memory_limit(memory_limit_);
    if (saving_.store() != nullptr && saving_.store()->load(*problem_, weights_of_, *sweep_)) {
      states_kept_ = sweep_->result().states;
    }
    const Context recorded = recording(context_, *problem_);
    if (recorded.trace != nullptr) write_certificate(*recorded.trace);
  }

  void write_certificate(search::Trace& trace) const override { trace.sweep(planned_.order.items); }
  [[nodiscard]] std::uint64_t most_states() const override {
    return sweep_ ? sweep_->result().most_states : 0;
  }

  Status run(const Slice& slice) override {
    if (!sweep_) {
      const Status status = plan();
      if (status != Status::exhausted) return status;
    }
    const auto run_part = [this](const Slice& part) {
      sweep_->set_limits(limits_for(part, sweep_->looks()));
      return status_after_slice(sweep_->run());
    };
    return saving_.run(
        slice, *this, run_part, [this] { return keep_new(); },
        [this] { return work() != 0 && keep(); });
  }

  void keep_tables() override {
    saving_.now([this] { return keep_new(); });
  }

  [[nodiscard]] Total counted() const override {
    if (!sweep_) return {};
    const tables::SweepResult result = sweep_->result();
    return {result.solutions, result.fingerprint};
  }

  [[nodiscard]] double share() const override { return sweep_ ? sweep_->share() : 0; }
  [[nodiscard]] std::uint64_t work() const override { return sweep_ ? sweep_->looks() : 0; }
  [[nodiscard]] double nominal_seconds() const override {
    return first_pace() * static_cast<double>(work());
  }
  [[nodiscard]] double first_pace() const override { return seconds_of_look(planned_.plan); }
  /// Number of bytes of the sweep's plan and of its tables.
  [[nodiscard]] std::size_t memory_bytes() const override {
    return sweep_ ? plan_bytes_ + sweep_->result().memory_bytes : 0;
  }
  void set_memory_limit(std::size_t bytes) override {
    memory_limit_ = bytes;
    if (sweep_) sweep_->set_memory_limit(bytes - std::min(bytes, plan_bytes_));
  }

  void add_to(CountResult& result) const override {
    if (sweep_) result.states += sweep_->result().states;
    add_memory(result, memory_bytes());
  }

  void report_into(CountResult& result) const override {
    result.method = rule_ ? CountMethod::fold : CountMethod::sweep;
    if (sweep_) result.why = "the frontier has at most " + in_bits(planned_.order.bits);
  }

 private:
  /// Plans the sweep. Returns `exhausted` if the sweep has been planned.
  Status plan() {
    if (!rule_ && tables::every_frontier_exceeds(*problem_, widest_sweep)) {
      throw std::invalid_argument("whatever the order, the frontier has more than " +
                                  in_bits(widest_sweep));
    }
    const search::Deadline deadline = context_.deadline_of_count();
    SweepOrder order =
        rule_ ? SweepOrder(*problem_, tables::closing_order(*problem_))
              : SweepOrder(*problem_, weights_of_, context_, context_.deadline(), memory_limit_);
    PlanningOfSweep planning = planned_within(
        std::numeric_limits<double>::infinity(), *problem_, std::move(order),
        {.words = tables::most_words_of_sweep, .memory = memory_limit_, .deadline = deadline});
    if (planning.status != Status::exhausted) return planning.status;
    if (!planning.planned) throw std::invalid_argument(planning.objection);
    begin(*std::move(planning.planned));
    return Status::exhausted;
  }

  /// Saves the state of the sweep and returns true.
  bool keep() {
    saving_.store()->save(*problem_, weights_of_, planned_.order.items, *sweep_);
    states_kept_ = sweep_->result().states;
    return true;
  }

  bool keep_new() { return sweep_ && sweep_->result().states != states_kept_ && keep(); }

  std::optional<FoldRule> rule_;
  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  Saving saving_;
  std::size_t memory_limit_;
  PlannedSweep planned_ = {};  // the plan of sweep_; empty if sweep_ is null
  std::size_t plan_bytes_ = 0;
  std::unique_ptr<tables::Fold> fold_;  // null if no states are merged
  std::unique_ptr<tables::Sweep> sweep_;
  std::uint64_t states_kept_ = 0;  // the number of states made when the sweep was last saved
};

class MemoWay final : public Way {
 public:
  MemoWay(const Problem& problem, const Tally& weights_of, const Context& context)
      : problem_(&problem),
        weights_of_(weights_of),
        context_(context),
        memory_limit_(memory_of(*context.options)) {}

  Status prepare() override {
    if (memo_) return Status::exhausted;
    if (tables::memo_objection(*problem_).empty() && for_table() == 0) return Status::memory_limit;
    tables::TableOptions options = tables_for(context_);
    options.memory_limit = for_table();
    options.trace = recording(context_, *problem_).trace;
    const search::Deadline deadline = context_.deadline_of_count();
    memo_ = tables::make_memo(*problem_, weights_of_, options, true, deadline);
    return memo_ ? Status::exhausted : deadline.why();
  }

  Status run(const Slice& slice) override {
    if (const Status status = prepare(); status != Status::exhausted) return status;
    memo_->set_limits(limits_for(slice, memo_->nodes()));
    return status_after_slice(memo_->run());
  }

  [[nodiscard]] Total counted() const override {
    if (!memo_) return {};
    const tables::MemoResult result = memo_->result();
    return {result.solutions, result.fingerprint};
  }

  [[nodiscard]] double share() const override { return memo_ ? memo_->share() : 0; }
  [[nodiscard]] std::uint64_t work() const override { return memo_ ? memo_->nodes() : 0; }
  [[nodiscard]] double nominal_seconds() const override {
    return first_pace() * static_cast<double>(work());
  }
  [[nodiscard]] double first_pace() const override { return seconds_of_memo_node(*problem_); }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return memo_ ? memo_->memory_bytes() : 0;
  }
  void set_memory_limit(std::size_t bytes) override {
    memory_limit_ = bytes;
    if (memo_) memo_->set_memory_limit(for_table());
  }

  void add_to(CountResult& result) const override {
    if (!memo_) return;
    const tables::MemoResult memo = memo_->result();
    result.states += memo.states;
    result.statistics.nodes += memo.nodes;
    add_memory(result, memo.memory_bytes);
  }

  void report_into(CountResult& result) const override {
    result.method = CountMethod::memo;
    if (!memo_) return;
    const tables::MemoResult memo = memo_->result();
    result.why = std::to_string(memo.hits) + " of " + quantity(memo.nodes, "node") +
                 " led to a state that had been counted before";
  }

 private:
  /// The number of bytes that the table may use.
  [[nodiscard]] std::size_t for_table() const {
    return memory_limit_ - std::min(memory_limit_, tables::memo_bytes(*problem_));
  }

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  std::size_t memory_limit_;
  std::unique_ptr<tables::Memo> memo_;
};

class ZddWay final : public Way {
 public:
  ZddWay(const Problem& problem, const Tally& weights_of, const Context& context)
      : problem_(&problem),
        weights_of_(weights_of),
        context_(recording(context, problem)),
        memory_limit_(memory_of(*context.options)) {}

  Status run(const Slice&) override {
    const SweepOrder order(*problem_, weights_of_, context_, context_.deadline(), memory_limit_);
    if (context_.trace != nullptr) context_.trace->sweep(order.items);
    tables::TableOptions options = tables_for(context_);
    options.memory_limit = memory_limit_;
    options.control.limits.time = context_.deadline().left();
    options.control.limits.nodes = context_.options->nodes;
    const tables::ZddResult built = tables::Zdd::build(*problem_, order.items, options);
    states_ += built.states;
    memory_bytes_ = std::max(memory_bytes_, built.memory_bytes);
    if (!built.zdd) return built.status;
    try {
      counted_ = built.zdd->total(weights_of_,
                                  {.control = context_.deadline().rest(), .memory = memory_limit_});
    } catch (const tables::ZddQueryEnded& e) {
      return e.why();
    }
    done_ = true;
    return Status::exhausted;
  }

  [[nodiscard]] Total counted() const override { return counted_; }
  [[nodiscard]] double share() const override { return done_ ? 1 : 0; }
  [[nodiscard]] std::uint64_t work() const override { return states_; }
  [[nodiscard]] double nominal_seconds() const override {
    return seconds_of_diagram_state * static_cast<double>(states_);
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return memory_bytes_; }
  void set_memory_limit(std::size_t bytes) override { memory_limit_ = bytes; }
  void add_to(CountResult& result) const override {
    result.states += states_;
    add_memory(result, memory_bytes_);
  }

  void report_into(CountResult& result) const override {
    result.method = CountMethod::zdd;
    result.why = "it was asked for";
  }

 private:
  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  std::size_t memory_limit_;
  Total counted_;
  bool done_ = false;
  std::uint64_t states_ = 0;
  std::size_t memory_bytes_ = 0;
};

}  // namespace

SweepOrder::SweepOrder(const Problem& problem, std::vector<ItemId> order)
    : items(std::move(order)), bits(tables::sweep_bits(problem, items)) {}

SweepOrder::SweepOrder(const Problem& problem)
    : SweepOrder(problem, first_ids<ItemId>(problem.primary_count())) {}

SweepOrder::SweepOrder(const Problem& problem, const Tally& weights_of, const Context& context,
                       const search::Deadline& deadline, std::size_t memory) {
  if (context.resources->tables != nullptr) {
    items = context.resources->tables->order(problem, weights_of);
  }
  if (items.empty()) items = tables::narrow_order(problem, deadline, memory);
  bits = tables::sweep_bits(problem, items);
}

PlanningOfSweep planned_within(double bits, const Problem& problem, SweepOrder order,
                               const tables::PlanLimits& limits) {
  if (order.bits > bits) return {.objection = "the frontier has about " + in_bits(order.bits)};
  tables::SweepPlanning planning = plan_sweep(problem, order.items, limits);
  if (!planning.plan) {
    return {.objection = std::move(planning.objection), .status = planning.status};
  }
  // While one item is processed, a state may need more bits than the frontier has before or after
  // this step.
  order.bits = std::max<double>(order.bits, planning.plan->width);
  if (order.bits > bits) return {.objection = "the frontier has " + in_bits(order.bits)};
  return {.planned = PlannedSweep{std::move(order), *std::move(planning.plan)}};
}

std::unique_ptr<Way> sweep_way(const Problem& problem, const Tally& weights_of,
                               const Context& context, std::optional<PlannedSweep> planned,
                               const std::optional<FoldRule>& rule) {
  auto way = std::make_unique<SweepWay>(problem, weights_of, context, rule);
  if (planned) way->begin(*std::move(planned));
  return way;
}

std::unique_ptr<Way> memo_way(const Problem& problem, const Tally& weights_of,
                              const Context& context) {
  return std::make_unique<MemoWay>(problem, weights_of, context);
}

std::unique_ptr<Way> zdd_way(const Problem& problem, const Tally& weights_of,
                             const Context& context) {
  return std::make_unique<ZddWay>(problem, weights_of, context);
}

}  // namespace dlx::counting
