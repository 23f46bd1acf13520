#include "dlx/counting/sign_way.hpp"
#include "dlx/core/text.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace dlx::counting {

FoundSignPlan kept_or_found_plan(const Problem& problem, const Tally& weights_of,
                                 const Context& context, const search::Deadline& deadline) {
  if (TableStore* const tables = context.resources->tables) {
    std::vector<ItemId> factors = tables->factors(problem, weights_of);
    if (!factors.empty()) {
      tables::SignPlanning planning = tables::plan_signs(problem, std::move(factors), weights_of);
      if (planning.plan) return {.planning = std::move(planning)};
    }
  }
  return find_sign_plan(problem, weights_of, deadline);
}

SignWay::SignWay(const Problem& problem, const Tally& weights_of, const Context& context)
    : problem_(&problem),
      weights_of_(weights_of),
      context_(context),
      saving_(context.resources->tables) {}

SignWay::SignWay(const Problem& problem, const Tally& weights_of, const Context& context,
                 tables::SignPlan plan)
    : SignWay(problem, weights_of, context) {
  begin(std::move(plan));
}

void SignWay::begin(tables::SignPlan plan) {
  if (context_.trace != nullptr && !can_be_checked(plan)) {
    throw std::invalid_argument("checkers refuse so large a sum over signs");
  }
  plan_ = std::move(plan);
  sum_ = tables::make_sign_sum(plan_, weights_of_, search::control_of(context_.search_options()),
                               context_.resources->jobs);
  if (saving_.store() != nullptr) {
    if (const auto kept = saving_.store()->sum(*problem_, weights_of_, plan_)) {
      sum_->start_at(*kept);
      steps_kept_ = kept->step;
    }
  }
  if (context_.trace != nullptr && !plan_.items.empty()) context_.trace->signs(plan_.items);
}

Status SignWay::run(const Slice& slice) {
  if (!sum_) {
    const search::Deadline deadline = context_.deadline();
    auto [planning, complete] = kept_or_found_plan(*problem_, weights_of_, context_, deadline);
    if (!planning.plan && !complete) {
      return deadline.why_ended();
    }
    if (!planning.plan) {
      throw std::invalid_argument("the method signs is not for this problem: " +
                                  planning.objection);
    }
    begin(*std::move(planning.plan));
  }
  const auto run_part = [this](const Slice& part) {
    sum_->set_limits(limits_for(part, sum_->steps()));
    return status_after_slice(sum_->run());
  };
  const auto save = [this] { return keep(); };
  return saving_.run(slice, *this, run_part, save, save);
}

bool SignWay::keep() {
  if (work() == steps_kept_) return false;
  saving_.store()->save(*problem_, weights_of_, plan_, sum_->state());
  steps_kept_ = work();
  return true;
}

void SignWay::keep_tables() {
  saving_.now([this] { return keep(); });
}

Total SignWay::counted() const {
  if (!sum_) return {};
  const tables::SignResult result = sum_->result();
  return {result.solutions, result.fingerprint};
}

void SignWay::add_to(CountResult& result) const {
  result.states += work();
  add_memory(result, memory_bytes());
}

void SignWay::report_into(CountResult& result) const {
  result.method = CountMethod::signs;
  if (!sum_) return;
  result.why = "a sum over 2^" + std::to_string(plan_.variables) +
               " choices of signs, of products of " + quantity(plan_.items.size(), "factor");
}

}  // namespace dlx::counting
