#include "dlx/count/sign_way.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace dlx::counting {

SignWay::SignWay(const Problem& problem, const Tally& weights_of, const Context& context,
                 SignPlan plan)
    : problem_(&problem),
      weights_of_(weights_of),
      plan_(std::move(plan)),
      sum_(plan_, weights_of, context.search_options().control, context.options->long_search.jobs),
      saving_(context.options->tables) {
  if (saving_.store() != nullptr) {
    if (const auto kept = saving_.store()->sum(problem, weights_of, plan_)) {
      sum_.start_at(*kept);
      steps_kept_ = kept->step;
    }
  }
  if (context.trace == nullptr) return;
  if (!can_be_checked(plan_)) {
    throw std::invalid_argument("checkers refuse so large a sum over signs");
  }
  if (!plan_.items.empty()) context.trace->signs(plan_.items);
}

Status SignWay::run(const Slice& slice) {
  const auto run_part = [this](const Slice& part) {
    sum_.set_limits(limits_.limits_for(part, sum_.steps()));
    return status_after_slice(sum_.run());
  };
  const auto save = [this] { return keep(); };
  return saving_.run(slice, *this, run_part, save, save);
}

bool SignWay::keep() {
  if (sum_.steps() == steps_kept_) return false;
  saving_.store()->save(*problem_, weights_of_, plan_, sum_.state());
  steps_kept_ = sum_.steps();
  return true;
}

void SignWay::keep_tables() {
  saving_.now([this] { return keep(); });
}

Total SignWay::counted() const {
  const SignResult result = sum_.result();
  return {result.solutions, result.fingerprint};
}

void SignWay::add_to(CountResult& result) const {
  result.states += sum_.steps();
  add_memory(result, memory_bytes());
}

void SignWay::settle(CountResult& result) const {
  result.method = CountMethod::signs;
  result.why = "a sum over 2^" + std::to_string(plan_.variables) +
               " choices of signs, of products of " + std::to_string(plan_.items.size()) +
               " factors";
}

}  // namespace dlx::counting
