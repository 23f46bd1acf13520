#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/search/open_work.hpp"
#include "dlx/search/statistics.hpp"

namespace dlx::runs {

/// A unit of work: a part of a search that one thread or machine searches, and that a checkpoint
/// records separately.
struct Unit {
  std::uint64_t id = 0;   ///< number of the unit, which the store assigns; unique in a run
  search::OpenWork part;  ///< the open work to be searched
  /// Limit on nodes (UnitPacing in crew.hpp); the work that is left becomes new units.
  std::uint64_t nodes = 0;
};

/// The numbers of solutions, nodes and updates of one or more searches.
struct Sums {
  Natural solutions;          ///< sum of the solutions' weights in the tally
  Residue fingerprint;        ///< fingerprint of the solutions, if the tally has weights
  std::uint64_t nodes = 0;    ///< number of nodes, as in Statistics
  std::uint64_t updates = 0;  ///< number of updates, as in Statistics
  /// Number of nodes on each level; the root has level 0.
  std::vector<std::uint64_t> nodes_per_level = {};
  /// A text that identifies the files that a unit has written. The code that writes the files makes
  /// this text, and operator+= ignores it.
  std::string files = {};

  /// Adds the numbers of another search to this object.
  Sums& operator+=(const Sums& more);
  friend bool operator==(const Sums&, const Sums&) = default;
};

/// The nodes, updates and solutions of a search between two of its states.
[[nodiscard]] Sums sums_between(const search::Statistics& before, const search::Statistics& after,
                                const Tally& found);

/// Stores waiting units, and the sums of finished units. Only one thread at a time may use a store.
class UnitStore {
 public:
  UnitStore() = default;
  UnitStore(const UnitStore&) = delete;
  UnitStore& operator=(const UnitStore&) = delete;
  virtual ~UnitStore() = default;

  /// Takes the next waiting unit, which the caller must finish. Returns nullopt if no unit is
  /// waiting.
  [[nodiscard]] virtual std::optional<Unit> take() = 0;
  /// The number of waiting units in the store.
  [[nodiscard]] virtual std::size_t waiting() const = 0;

  /// Records a unit that has been searched up to its limit. Each part of `rest`, the open work that
  /// the unit leaves, becomes a new unit with the limit `nodes`. If finish() throws, the store
  /// cannot be used any further, and its file contains either the complete record or no part of it.
  void finish(const Unit& unit, const Sums& sums, const std::vector<search::OpenWork>& rest,
              std::uint64_t nodes);

  /// The sums over all finished units.
  [[nodiscard]] const Sums& sums() const noexcept { return sums_; }
  /// The number of finished units.
  [[nodiscard]] std::uint64_t units_done() const noexcept { return done_; }
  /// For each level, the number of nodes that are known and have not been visited. These nodes are
  /// the ways (options still to be tried, see search::OpenWork) of all units that wait or are being
  /// searched.
  [[nodiscard]] const std::vector<std::uint64_t>& open_nodes() const noexcept { return open_; }

 protected:
  /// Stores a finished unit, and makes new units from the work that is left.
  virtual void record(const Unit& unit, const Sums& sums, const std::vector<search::OpenWork>& rest,
                      std::uint64_t nodes) = 0;

  /// Adds the ways of a unit to open_nodes(). A derived class must call opened() for every unit
  /// that its store has at the start.
  void opened(const search::OpenWork& part);
  /// Adds the sums of finished units to sums().
  void was_done(const Sums& sums, std::uint64_t units = 1) {
    sums_ += sums;
    done_ += units;
  }

  Sums sums_;  ///< sums over the units that are done

 private:
  void closed(const search::OpenWork& part);

  std::uint64_t done_ = 0;
  std::vector<std::uint64_t> open_;
};

/// Stores units in memory, first in, first out, so that units near the root are searched early.
class MemoryUnits final : public UnitStore {
 public:
  /// Starts with a unit for each part of open work that is not empty. `so_far` has the sums of
  /// searches that were made elsewhere.
  MemoryUnits(const std::vector<search::OpenWork>& parts, std::uint64_t nodes,
              const Sums& so_far = {});

  [[nodiscard]] std::optional<Unit> take() override;
  [[nodiscard]] std::size_t waiting() const override { return units_.size(); }

  /// Moves the number of solutions and the fingerprint from the sums to the tally.
  void hand_over(Tally& tally);

 protected:
  void record(const Unit& unit, const Sums& sums, const std::vector<search::OpenWork>& rest,
              std::uint64_t nodes) override;

 private:
  std::deque<Unit> units_;
  std::uint64_t last_id_ = 0;
};

}  // namespace dlx::runs
