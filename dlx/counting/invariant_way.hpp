#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "dlx/counting/way.hpp"
#include "dlx/preprocess/invariant.hpp"

namespace dlx::counting {

/// Counts 0, because an invariant excludes every solution.
class InvariantWay final : public Way {
 public:
  /// Looks for an invariant in its first run, which throws std::invalid_argument if there is none.
  /// The problem outlives it.
  InvariantWay(const Problem& problem, const Context& context);
  /// Uses an invariant that has been found.
  InvariantWay(const Problem& problem, const Context& context, preprocess::Invariant found);

  Status run(const Slice& slice) override;
  [[nodiscard]] Total counted() const override { return {0, Residue(0)}; }
  [[nodiscard]] double share() const override { return found_ ? 1 : 0; }
  [[nodiscard]] std::uint64_t work() const override { return 0; }
  [[nodiscard]] std::size_t memory_bytes() const override { return 0; }
  void add_to(CountResult& /*result*/) const override {}
  void report_into(CountResult& result) const override;

 private:
  const Problem* problem_;
  Context context_;
  std::optional<preprocess::Invariant> found_;
};

}  // namespace dlx::counting
