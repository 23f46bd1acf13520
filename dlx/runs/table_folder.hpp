#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/counting/table_store.hpp"

namespace dlx::runs {

/// Saves unfinished counts in a folder: tables of sweeps, and sums over signs. Each problem has one
/// file for a sweep, one for a sweep that merges symmetric states, and one for a sum over signs. A
/// file is written completely or not at all. A file that is damaged or of another version is
/// ignored, and is replaced when the next table is saved.
class TableFolder final : public counting::TableStore {
 public:
  /// `folder` is the path of the folder, which is made when something is first saved.
  /// TableStore::interval() describes `interval`.
  TableFolder(std::string folder, std::chrono::nanoseconds interval);

  [[nodiscard]] std::vector<ItemId> order(const Problem& problem, const Tally& weights) override;
  bool load(const Problem& problem, const Tally& weights, tables::Sweep& sweep) override;
  [[nodiscard]] std::vector<ItemId> factors(const Problem& problem, const Tally& weights) override;
  [[nodiscard]] std::optional<tables::SignSumState> sum(const Problem& problem,
                                                        const Tally& weights,
                                                        const tables::SignPlan& plan) override;
  [[nodiscard]] std::chrono::nanoseconds interval() const override { return interval_; }

  /// Removes the folder of the tables with its contents.
  void remove();

  /// A sweep (a count that processes item after item) whose tables are saved in a folder.
  struct Kept {
    tables::SavedSweep sweep;
    std::uintmax_t bytes = 0;  ///< number of bytes of the file
  };
  /// Lists the sweeps (counts that process item after item) that are saved in a folder, the largest
  /// first. The list is empty if the folder does not exist.
  [[nodiscard]] static std::vector<Kept> list(const std::string& folder);

  /// A count by a sum over signs (CountMethod::signs) that is saved in a folder.
  struct KeptSum {
    std::uint64_t step = 0;   ///< number of steps of the sum that are done
    std::uint64_t steps = 0;  ///< number of all steps of the sum
  };
  /// Lists the counts by sums over signs that are saved in a folder, the longest first. The list is
  /// empty if the folder does not exist.
  [[nodiscard]] static std::vector<KeptSum> list_sums(const std::string& folder);

 private:
  /// write() and write_sum() throw SystemError if the file cannot be written.
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
