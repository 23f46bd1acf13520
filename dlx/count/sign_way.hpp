#pragma once

#include <cstddef>
#include <cstdint>

#include "dlx/count/saving.hpp"
#include "dlx/count/way.hpp"
#include "dlx/counting/sign_plan.hpp"
#include "dlx/counting/sign_sum.hpp"

namespace dlx::counting {

/// Counts by a sum over signs.
class SignWay final : public Way {
 public:
  /// Throws std::invalid_argument where a certificate is wanted that checkers would refuse. The
  /// problem outlives it.
  SignWay(const Problem& problem, const Tally& weights_of, const Context& context, SignPlan plan);

  /// Throws SumTooLarge.
  Status run(const Slice& slice) override;
  void keep_tables() override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override { return sum_.share(); }
  [[nodiscard]] std::uint64_t work() const override { return sum_.steps(); }
  [[nodiscard]] std::size_t memory_bytes() const override { return sum_.memory_bytes(); }
  void add_to(CountResult& result) const override;
  void settle(CountResult& result) const override;

 private:
  /// Returns whether it has saved anything.
  bool keep();

  const Problem* problem_;
  Tally weights_of_;
  SignPlan plan_;
  SignSum sum_;
  SliceLimits limits_;
  Saving saving_;
  std::uint64_t steps_kept_ = 0;
};

}  // namespace dlx::counting
