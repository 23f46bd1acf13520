#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "dlx/counting/saving.hpp"
#include "dlx/counting/sign_factors.hpp"
#include "dlx/counting/way.hpp"
#include "dlx/tables/sign_plan.hpp"
#include "dlx/tables/sign_sum.hpp"

namespace dlx::counting {

/// The plan of the sum that is kept of this problem; otherwise one whose factors are looked for.
[[nodiscard]] FoundSignPlan kept_or_found_plan(const Problem& problem, const Tally& weights_of,
                                               const Context& context,
                                               const search::Deadline& deadline);

/// Counts by a sum over signs.
class SignWay final : public Way {
 public:
  /// Looks for factors in its first run, which throws std::invalid_argument if there are none. The
  /// problem outlives it.
  SignWay(const Problem& problem, const Tally& weights_of, const Context& context);
  /// By a plan that has been made. Throws std::invalid_argument, as otherwise the first run does,
  /// where a certificate is wanted that checkers would refuse.
  SignWay(const Problem& problem, const Tally& weights_of, const Context& context,
          tables::SignPlan plan);

  /// Throws SumTooLarge.
  Status run(const Slice& slice) override;
  void keep_tables() override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override { return sum_ ? sum_->share() : 0; }
  [[nodiscard]] std::uint64_t work() const override { return sum_ ? sum_->steps() : 0; }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return sum_ ? sum_->memory_bytes() : 0;
  }
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  void begin(tables::SignPlan plan);
  /// Returns whether it has saved anything.
  bool keep();

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  tables::SignPlan plan_;  // plan of sum_, once that exists
  std::unique_ptr<tables::SignSum> sum_;
  Saving saving_;
  std::uint64_t steps_kept_ = 0;
};

}  // namespace dlx::counting
