#include "dlx/tables/sweep_parts.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

namespace dlx::tables::sweeping {
namespace {

/// Several threads that make the parts of a table in parallel.
class Crew {
 public:
  Crew(std::size_t parts, const MakePart& make, Fuel& fuel)
      : parts_(parts), make_(make), fuel_(fuel) {}

  PartOutcome run(const search::Jobs& jobs) {
    const auto watch = [this] {
      guarded([this] {
        if (!count_reads()) pause_ = true;
      });
    };
    jobs.run(
        jobs.threads, [this](unsigned number) { guarded([&] { work(number == 0); }); }, watch);
    watch();
    if (thrown_) std::rethrow_exception(thrown_);
    if (no_memory_) return PartOutcome::no_memory;
    return done_ == parts_ ? PartOutcome::done : PartOutcome::paused;
  }

 private:
  // Number of states that a thread reads before it tests again whether to pause.
  static constexpr std::uint64_t reads_at_once = 20'000;

  void work(bool watches) {
    for (std::size_t part = next_++; part < parts_; part = next_++) {
      for (PartOutcome made = PartOutcome::paused; made != PartOutcome::done;) {
        if (pause_) return;
        std::uint64_t fuel = reads_at_once;
        made = make_(part, fuel);
        reads_ += reads_at_once - fuel;
        if (made == PartOutcome::done) ++done_;
        if (made == PartOutcome::no_memory) no_memory_ = pause_ = true;
        if (watches && !count_reads()) pause_ = true;
      }
    }
  }

  /// Subtracts the number of states that all threads have read from the number that they may read.
  /// Returns whether the threads may continue.
  bool count_reads() {
    fuel_.ask_again();
    for (;;) {
      const std::uint64_t granted = fuel_.grant();
      if (granted == 0) return false;
      const std::uint64_t counted = std::min(granted, reads_ - reads_counted_);
      fuel_.use(counted);
      reads_counted_ += counted;
      if (counted < granted) return true;
    }
  }

  template <class Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      thrown_ = std::current_exception();
      pause_ = true;
    }
  }

  std::size_t parts_;
  const MakePart& make_;
  Fuel& fuel_;
  std::atomic<std::size_t> next_ = 0;  // number of the next part of the table to make
  std::atomic<std::size_t> done_ = 0;
  std::atomic<std::uint64_t> reads_ = 0;
  // Number of states read that were already subtracted.
  std::uint64_t reads_counted_ = 0;
  std::atomic<bool> pause_ = false;
  std::atomic<bool> no_memory_ = false;
  std::mutex mutex_ = {};
  std::exception_ptr thrown_ = {};  // an exception that a thread has thrown; guarded by mutex_
};

}  // namespace

PartOutcome make_parts(std::size_t parts, const MakePart& make, Fuel& fuel) {
  for (std::size_t part = 0; part < parts;) {
    const std::uint64_t granted = fuel.grant();
    if (granted == 0) return PartOutcome::paused;
    std::uint64_t left = granted;
    PartOutcome made = PartOutcome::done;
    while (part < parts && made == PartOutcome::done) {
      made = make(part, left);
      if (made == PartOutcome::done) ++part;
    }
    fuel.use(granted - left);
    if (made == PartOutcome::no_memory) return made;
  }
  return PartOutcome::done;
}

PartOutcome make_parts_in_threads(std::size_t parts, const MakePart& make, Fuel& fuel,
                                  const search::Jobs& jobs) {
  return Crew(parts, make, fuel).run(jobs);
}

}  // namespace dlx::tables::sweeping
