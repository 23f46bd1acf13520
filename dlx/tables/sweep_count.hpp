#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "dlx/core/natural.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/names.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "dlx/tables/table_options.hpp"

namespace dlx::tables {

struct SweepResult {
  Natural solutions;    ///< 0 unless exhausted: a sweep knows nothing before its end
  Residue fingerprint;  ///< valid if the tally has weights
  Status status = Status::running;
  std::uint64_t states = 0;       ///< sum over all steps
  std::uint64_t most_states = 0;  ///< largest number of a step
  std::size_t memory_bytes = 0;   ///< bytes of the tables at their largest
};

/// Takes the bytes of a sweep that is saved.
using WriteBytes = std::function<void(std::string_view bytes)>;
/// Gives the next bytes of a sweep that was saved. Returns false if there are fewer.
using ReadBytes = std::function<bool(char* to, std::size_t size)>;

/// The position of a sweep that was saved.
struct SavedSweep {
  std::uint64_t step = 0;    ///< number of steps that were complete
  std::uint64_t steps = 0;   ///< number of all steps
  std::uint64_t states = 0;  ///< states in the table
};

/// Words of the longest keys.
constexpr std::uint32_t most_words_of_sweep = 16;

/// Counts solutions by sweeping over the items in the order of the plan, with a table of states and
/// in how many ways each is reached; two tables exist at a time. Exact: keys are compared whole,
/// and numbers grow as they must. It can pause at any state and continue.
class Sweep {
 public:
  Sweep() = default;
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;
  virtual ~Sweep() = default;

  /// Continues to the end or to a limit. After Status::memory_limit it cannot continue. After an
  /// exception, for example of a full disk, it can be saved, but run() throws std::logic_error.
  virtual Status run() = 0;
  /// Limits of nodes for all runs together; of time from the next run.
  virtual void set_limits(const search::Limits& limits) = 0;
  /// A new upper limit in bytes for the tables.
  virtual void set_memory_limit(std::size_t bytes) = 0;
  [[nodiscard]] virtual SweepResult result() const = 0;

  /// Writes the last whole table, from which load() continues; later work is repeated. Throws
  /// std::logic_error if the options say that it cannot be saved.
  virtual void save(const WriteBytes& write) const = 0;
  /// Continues a saved sweep, which must have this plan and these weights. Returns false, and
  /// changes nothing, if the bytes are of another sweep or damaged, or the table exceeds the limit
  /// on memory. Throws std::logic_error if this sweep has begun.
  [[nodiscard]] virtual bool load(const ReadBytes& read) = 0;
  /// Reads the beginning of a saved sweep; nothing if the bytes are not a sweep.
  [[nodiscard]] static std::optional<SavedSweep> describe(const ReadBytes& read);
  /// The number of states read so far; a state counts once for each option by which it can
  /// continue.
  [[nodiscard]] virtual std::uint64_t looks() const = 0;
  /// An estimate of the part of the work that has been done, from 0 to 1. It assumes that the
  /// states of a table are 2 to the power of a fixed part of its frontier's free bits. It takes
  /// this part from the last wide table, and corrects the average error. In nine of ten of 231
  /// sweeps of bench/regret, the work left is right within a factor of 6 once a hundredth is done,
  /// and within 5 once a tenth is; within 4 and 3 for sweeps that take 10 ms or more.
  [[nodiscard]] virtual double share() const = 0;
};

/// The plan must outlive it. Only the weights of `weights` are used. Throws std::invalid_argument
/// if the plan's keys have more than most_words_of_sweep words, or if the plan is halved and there
/// are weights.
[[nodiscard]] std::unique_ptr<Sweep> make_sweep(const SweepPlan& plan, const Tally& weights = {},
                                                const TableOptions& options = {});

}  // namespace dlx::tables
