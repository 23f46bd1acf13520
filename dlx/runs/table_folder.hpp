#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "dlx/count/table_store.hpp"

namespace dlx {

/// Tables of sweeps in a folder, a file for each problem. A file appears whole or not at all; one
/// that is damaged, or of another version, is not used, and is replaced by the next.
class TableFolder final : public TableStore {
 public:
  /// Makes the folder when something is saved. `interval`: see TableStore.
  TableFolder(std::string folder, std::chrono::nanoseconds interval);

  [[nodiscard]] std::vector<ItemId> order(const Problem& problem, const Tally& weights) override;
  bool load(const Problem& problem, const Tally& weights, Sweep& sweep) override;
  [[nodiscard]] std::chrono::nanoseconds interval() const override { return interval_; }

  /// Removes the folder with all that is in it.
  void remove();

  /// A sweep in a folder.
  struct Kept {
    SavedSweep sweep;
    std::uintmax_t bytes = 0;  ///< of its file
  };
  /// The sweeps in a folder, the largest first; none if there is no such folder.
  [[nodiscard]] static std::vector<Kept> list(const std::string& folder);

 private:
  /// Throws SystemError.
  void write(const Problem& problem, const Tally& weights, const std::vector<ItemId>& order,
             const Sweep& sweep) override;
  [[nodiscard]] std::string path_of(const Problem& problem, const Tally& weights) const;

  std::string folder_;
  std::chrono::nanoseconds interval_;
};

}  // namespace dlx
