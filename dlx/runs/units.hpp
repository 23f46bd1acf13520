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
  std::uint64_t id = 0;   ///< number of the unit of work, which the store assigns; unique in a run
  search::OpenWork part;  ///< the part of the search tree to be searched
  /// The limit on nodes of this unit (UnitPacing in crew.hpp). The part that is not searched within
  /// the limit becomes new units.
  std::uint64_t nodes = 0;
};

/// The numbers of solutions, nodes and updates of one or more searches.
struct Sums {
  /// Number of solutions; if options have weights, the sum of the solutions' weights.
  Natural solutions;
  Residue fingerprint;        ///< fingerprint of the solutions, if options have weights
  std::uint64_t nodes = 0;    ///< number of nodes, as in Statistics
  std::uint64_t updates = 0;  ///< number of updates, as in Statistics
  /// Number of nodes on each level; the root has level 0.
  std::vector<std::uint64_t> nodes_per_level = {};
  /// A text that identifies the files that a unit of work has written. The code that writes the
  /// files makes this text, and operator+= ignores it.
  std::string files = {};

  /// Adds the numbers of another search to this object.
  Sums& operator+=(const Sums& more);
  friend bool operator==(const Sums&, const Sums&) = default;
};

/// The nodes, updates and solutions of a search between two of its states.
[[nodiscard]] Sums sums_between(const search::Statistics& before, const search::Statistics& after,
                                const Tally& found);

/// Stores the waiting units of work, and sums of solutions and nodes over the finished units. Only
/// one thread at a time may use a store.
class UnitStore {
 public:
  UnitStore() = default;
  UnitStore(const UnitStore&) = delete;
  UnitStore& operator=(const UnitStore&) = delete;
  virtual ~UnitStore() = default;

  /// Takes the next waiting unit of work, which the caller must finish. Returns nullopt if no unit
  /// is waiting.
  [[nodiscard]] virtual std::optional<Unit> take() = 0;
  /// The number of waiting units of work in the store.
  [[nodiscard]] virtual std::size_t waiting() const = 0;

  /// Records a unit of work that has been searched up to its limit. Each part of `rest`, which is
  /// not searched yet, becomes a new unit with a limit of `nodes` nodes. If finish() throws, the
  /// store cannot be used any further, and its file contains either the complete record or no part
  /// of it.
  void finish(const Unit& unit, const Sums& sums, const std::vector<search::OpenWork>& rest,
              std::uint64_t nodes);

  /// The sums of solutions and nodes over all finished units of work.
  [[nodiscard]] const Sums& sums() const noexcept { return sums_; }
  /// The number of finished units of work.
  [[nodiscard]] std::uint64_t units_done() const noexcept { return done_; }
  /// For each level, the number of nodes that are known and have not been visited. These nodes are
  /// the ways (options still to be tried, see search::OpenWork) of all units that wait or are being
  /// searched.
  [[nodiscard]] const std::vector<std::uint64_t>& open_nodes() const noexcept { return open_; }

 protected:
  /// Stores a finished unit of work, and makes new units from the part that is not searched yet.
  virtual void record(const Unit& unit, const Sums& sums, const std::vector<search::OpenWork>& rest,
                      std::uint64_t nodes) = 0;

  /// Adds the ways (options still to be tried) of a unit of work to open_nodes(). A derived class
  /// must call opened() for every unit that its store has at the start.
  void opened(const search::OpenWork& part);
  /// Adds the solutions and nodes of finished units of work to sums().
  void was_done(const Sums& sums, std::uint64_t units = 1) {
    sums_ += sums;
    done_ += units;
  }

  Sums sums_;  ///< sums over all finished units of work

 private:
  void closed(const search::OpenWork& part);

  std::uint64_t done_ = 0;
  std::vector<std::uint64_t> open_;
};

/// Stores units of work in memory, first in, first out, so that units near the root are searched
/// early.
class MemoryUnits final : public UnitStore {
 public:
  /// Makes a unit of work with a limit of `nodes` nodes for each of `parts` that is not empty.
  /// `so_far` has the solutions and nodes of earlier searches.
  MemoryUnits(const std::vector<search::OpenWork>& parts, std::uint64_t nodes,
              const Sums& so_far = {});

  [[nodiscard]] std::optional<Unit> take() override;
  [[nodiscard]] std::size_t waiting() const override { return units_.size(); }

  /// Moves the number of solutions and their fingerprint from sums() to `tally`.
  void hand_over(Tally& tally);

 protected:
  void record(const Unit& unit, const Sums& sums, const std::vector<search::OpenWork>& rest,
              std::uint64_t nodes) override;

 private:
  std::deque<Unit> units_;
  std::uint64_t last_id_ = 0;
};

}  // namespace dlx::runs
