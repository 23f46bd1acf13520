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

class Fold;

struct SweepResult {
  /// 0 unless the status is exhausted, because a sweep knows the count only at its end.
  Natural solutions;
  Residue fingerprint;  ///< the fingerprint of the solutions; valid if options have weights
  Status status = Status::running;
  std::uint64_t states = 0;       ///< sum of the numbers of states after all steps
  std::uint64_t most_states = 0;  ///< largest number of states after a step
  std::size_t memory_bytes = 0;   ///< largest number of bytes that the tables used at once
};

/// A function that writes bytes of a sweep that is being saved.
using WriteBytes = std::function<void(std::string_view bytes)>;
/// A function that reads the next `size` bytes of a saved sweep. It returns false if fewer bytes
/// are left.
using ReadBytes = std::function<bool(char* to, std::size_t size)>;

/// The progress of a saved sweep.
struct SavedSweep {
  std::uint64_t step = 0;    ///< number of steps done
  std::uint64_t steps = 0;   ///< number of all steps
  std::uint64_t states = 0;  ///< number of states in the saved table
};

/// The maximum number of 64-bit words of a key, which represents a state.
constexpr std::uint32_t most_words_of_sweep = 16;

/// Counts solutions by a sweep, which processes the items in the order of the plan, one step for
/// each item. A table stores the states after a step, each with the number of ways that lead to the
/// state. Only the tables of two successive steps exist at a time. The count is exact, because keys
/// are compared completely and numbers can have any length. A sweep can pause at any state and
/// continue.
class Sweep {
 public:
  Sweep() = default;
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;
  virtual ~Sweep() = default;

  /// Continues until the count is complete or a limit is reached. A sweep cannot continue after
  /// Status::memory_limit. After an exception, for example because a disk is full, the sweep can be
  /// saved, but run() throws std::logic_error.
  virtual Status run() = 0;
  /// Sets the limits of the sweep. The limit on nodes applies to the states read in all calls of
  /// run() together. The time limit starts with the next call of run().
  virtual void set_limits(const search::Limits& limits) = 0;
  /// Sets the upper limit in bytes for the tables.
  virtual void set_memory_limit(std::size_t bytes) = 0;
  [[nodiscard]] virtual SweepResult result() const = 0;

  /// Writes the last complete table. After load(), a sweep continues from this table, and repeats
  /// the work that was done after the table was complete. Throws std::logic_error if
  /// TableOptions::can_be_saved is false.
  virtual void save(const WriteBytes& write) const = 0;
  /// Loads a saved sweep, which must have the same plan and weights. Returns false and changes
  /// nothing if the bytes belong to another sweep or are damaged, or if the table exceeds the limit
  /// on memory. Throws std::logic_error if this sweep has begun.
  [[nodiscard]] virtual bool load(const ReadBytes& read) = 0;
  /// Reads from the beginning of a saved sweep how far it has come. Returns nullopt if the bytes
  /// are not a saved sweep.
  [[nodiscard]] static std::optional<SavedSweep> describe(const ReadBytes& read);
  /// Whether the sweep merges states that a symmetry maps to each other.
  [[nodiscard]] virtual bool folds() const = 0;
  /// The number of states read so far. A state counts once for each option that can be chosen in
  /// this state.
  [[nodiscard]] virtual std::uint64_t looks() const = 0;
  /// An estimate of the part of the work that is done, from 0 to 1. It assumes that there are 2^(c
  /// f) states after a step with f free bits (SweepPlan::Step::free_bits), with a constant c. The
  /// constant is computed from the last table whose states have many bits. A correction, fitted to
  /// measured sweeps, removes the average error of this estimate. Measured on the 231 sweeps of
  /// bench/regret: in nine of ten sweeps the remaining work is estimated within a factor of 6 after
  /// a hundredth of the work. After a tenth of the work the factor is 5. For sweeps that take 10 ms
  /// or more, these factors are 4 and 3.
  [[nodiscard]] virtual double share() const = 0;
};

/// Makes a sweep. The plan must outlive the sweep. Of `weights`, only the weights of the options
/// are used. If `fold` is not null, it must outlive the sweep, and the sweep merges states that it
/// finds equivalent. Throws std::invalid_argument if keys have more than most_words_of_sweep words.
/// Also throws std::invalid_argument if options have weights, and the plan is halved or `fold` is
/// not null.
[[nodiscard]] std::unique_ptr<Sweep> make_sweep(const SweepPlan& plan, const Tally& weights = {},
                                                const TableOptions& options = {},
                                                Fold* fold = nullptr);

}  // namespace dlx::tables
