#include "dlx/counting/ways.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/counting/saving.hpp"
#include "dlx/tables/sign_sum.hpp"

namespace dlx::counting {
namespace {

class SignWay final : public Way {
 public:
  SignWay(const Problem& problem, const Tally& weights_of, const Context& context)
      : problem_(&problem),
        weights_of_(weights_of),
        context_(context),
        saving_(context.resources->tables) {}

  void begin(tables::SignPlan plan) {
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

  Status run(const Slice& slice) override {
    if (!sum_) {
      const search::Deadline deadline = context_.deadline();
      auto [planning, complete] = kept_or_found_plan(*problem_, weights_of_, context_, deadline);
      if (!planning.plan && !complete) {
        return deadline.why_ended();
      }
      begin(std::move(planning).require());
    }
    const auto run_part = [this](const Slice& part) {
      sum_->set_limits(limits_for(part, sum_->steps()));
      return status_after_slice(sum_->run());
    };
    const auto save = [this] { return keep(); };
    return saving_.run(slice, *this, run_part, save, save);
  }

  void keep_tables() override {
    saving_.now([this] { return keep(); });
  }

  [[nodiscard]] Total counted() const override {
    if (!sum_) return {};
    const tables::SignResult result = sum_->result();
    return {result.solutions, result.fingerprint};
  }

  [[nodiscard]] double share() const override { return sum_ ? sum_->share() : 0; }
  [[nodiscard]] std::uint64_t work() const override { return sum_ ? sum_->steps() : 0; }
  [[nodiscard]] double nominal_seconds() const override {
    return sum_ ? sum_->share() * seconds_of_signs(plan_, weights_of_) : 0;
  }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return sum_ ? sum_->memory_bytes() : 0;
  }
  void add_to(CountResult& result) const override {
    result.states += work();
    add_memory(result, memory_bytes());
  }

  void report_into(CountResult& result) const override {
    result.method = CountMethod::signs;
    if (!sum_) return;
    result.why = "a sum over 2^" + std::to_string(plan_.variables) +
                 " choices of signs, of products of " + quantity(plan_.items.size(), "factor");
  }

 private:
  /// Saves the state of the sum over signs, unless it is unchanged since the last save. Returns
  /// whether it was saved.
  bool keep() {
    if (work() == steps_kept_) return false;
    saving_.store()->save(*problem_, weights_of_, plan_, sum_->state());
    steps_kept_ = work();
    return true;
  }

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  tables::SignPlan plan_;  // the plan of sum_; valid if sum_ is not null
  std::unique_ptr<tables::SignSum> sum_;
  Saving saving_;
  std::uint64_t steps_kept_ = 0;
};

}  // namespace

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

std::unique_ptr<Way> sign_way(const Problem& problem, const Tally& weights_of,
                              const Context& context, std::optional<tables::SignPlan> plan) {
  auto way = std::make_unique<SignWay>(problem, weights_of, context);
  if (plan) way->begin(*std::move(plan));
  return way;
}

}  // namespace dlx::counting
