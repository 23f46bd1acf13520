#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "dlx/search/jobs.hpp"
#include "dlx/search/meter.hpp"

/// Functions that divide the work of a sweep into parts.
namespace dlx::tables::sweeping {

/// Limits the number of states that a sweep may read before it must pause.
class Fuel {
 public:
  /// `look` returns the progress of the sweep, for progress reports. When the sweep must pause,
  /// `status` is set to the reason.
  Fuel(search::Meter& meter, std::function<search::Progress()> look, Status& status)
      : meter_(&meter), look_(std::move(look)), status_(&status) {}

  /// The number of states that may be read before the next call of grant(). If grant() returns 0,
  /// the sweep must pause.
  [[nodiscard]] std::uint64_t grant() { return meter_->grant(look_, *status_); }
  /// Records that states were read, at most as many as grant() has allowed.
  void use(std::uint64_t states) { meter_->use(states); }
  /// Makes the next call of grant() check the limits, even if the states that it allowed last were
  /// not all read.
  void ask_again() { meter_->ask_again(); }

 private:
  search::Meter* meter_;
  std::function<search::Progress()> look_;
  Status* status_;
};

enum class PartOutcome { done, paused, no_memory };

/// A function that makes a part of a table until the part is done or `fuel` states are read. It
/// subtracts the number of states read from `fuel`, and does nothing if the part is already done.
using MakePart = std::function<PartOutcome(std::size_t part, std::uint64_t& fuel)>;

/// Makes the parts of a table one after another, until all parts are done or `fuel` allows no more
/// states.
[[nodiscard]] PartOutcome make_parts(std::size_t parts, const MakePart& make, Fuel& fuel);
/// Makes the parts of a table in several threads. Only the calling thread checks `fuel` and reports
/// progress. The threads may read some thousand states more
/// than `fuel` allows.
[[nodiscard]] PartOutcome make_parts_in_threads(std::size_t parts, const MakePart& make, Fuel& fuel,
                                                const search::Jobs& jobs);

}  // namespace dlx::tables::sweeping
