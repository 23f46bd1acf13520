#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/counting/table_store.hpp"

namespace dlx::runs {

/// Saves tables of sweeps and sums over signs in a folder, in one file for each problem. A file is
/// written completely or not at all. A file that is damaged or of another version is ignored, and
/// is replaced when the next table is saved.
class TableFolder final : public counting::TableStore {
 public:
  /// The folder is made when something is saved. `interval`: see TableStore.
  TableFolder(std::string folder, std::chrono::nanoseconds interval);

  [[nodiscard]] std::vector<ItemId> order(const Problem& problem, const Tally& weights) override;
  bool load(const Problem& problem, const Tally& weights, tables::Sweep& sweep) override;
  [[nodiscard]] std::vector<ItemId> factors(const Problem& problem, const Tally& weights) override;
  [[nodiscard]] std::optional<tables::SignSumState> sum(const Problem& problem,
                                                        const Tally& weights,
                                                        const tables::SignPlan& plan) override;
  [[nodiscard]] std::chrono::nanoseconds interval() const override { return interval_; }

  /// Removes the folder with its contents.
  void remove();

  /// A sweep in a folder.
  struct Kept {
    tables::SavedSweep sweep;
    std::uintmax_t bytes = 0;  ///< size of its file
  };
  /// The sweeps in a folder, the largest first; none if the folder does not exist.
  [[nodiscard]] static std::vector<Kept> list(const std::string& folder);

  /// A sum over signs in a folder.
  struct KeptSum {
    std::uint64_t step = 0;   ///< number of steps done
    std::uint64_t steps = 0;  ///< number of all steps
  };
  /// The sums in a folder, the longest first; none if the folder does not exist.
  [[nodiscard]] static std::vector<KeptSum> list_sums(const std::string& folder);

 private:
  /// Both functions throw SystemError if the file cannot be written.
  /// @{
  void write(const Problem& problem, const Tally& weights, const std::vector<ItemId>& order,
             const tables::Sweep& sweep) override;
  void write_sum(const Problem& problem, const Tally& weights, const tables::SignPlan& plan,
                 const tables::SignSumState& state) override;
  /// @}
  void make_folder() const;
  [[nodiscard]] std::string path_of(const Problem& problem, const Tally& weights,
                                    std::string_view ending) const;

  std::string folder_;
  std::chrono::nanoseconds interval_;
};

}  // namespace dlx::runs
