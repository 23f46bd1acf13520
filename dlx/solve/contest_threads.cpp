// How several threads work on one competition of searches. In a single thread, the searches have
// turns in a certain order, the schedule, and a turn ends at the end of a step. The ends of a
// search's steps depend only on the number of its nodes (end_of_step()). So another thread can do
// the steps of a search in advance, and record the state of the search at the end of each step. The
// calling thread takes the same turns as without other threads, and uses the recorded steps where
// they exist. So the first solution does not depend on the number or the speed of threads. A search
// that reaches its end in advance ends the competition at once, because it has found all solutions.
// So a proof that no solution exists takes only the time of the fastest search. A solution cannot
// be reported before every search has done the work that it would have done in turns. So with
// threads, finding a solution takes the largest of the searches' times; in one thread, it takes
// their sum. Threads save little time if one search has most of the time.

#include <algorithm>
#include <bit>
#include <new>

#include "dlx/solve/contest.hpp"

namespace dlx::solve {
namespace {

// The nominal seconds of work that the competition does in one thread before other threads do steps
// in advance.
constexpr double seconds_of_one = 0.02;

}  // namespace

thread_local bool Contest::is_thread_ahead_ = false;

std::uint64_t Contest::end_of_step(std::uint64_t nodes, std::uint64_t longest) {
  // The largest power of two up to the number of nodes.
  const std::uint64_t power = std::bit_floor(nodes);
  const std::uint64_t step =
      std::max({std::uint64_t{1}, std::min(power / 8, longest), power / 8192});
  return (nodes + step - 1) / step * step;
}

bool Contest::may_run_ahead() const {
  return jobs_.run && jobs_.threads > 1 && ways_.size() > 1 && !may_grow() && !options_.nodes &&
         scheduler_.spent() >= seconds_of_one;
}

bool Contest::take_turns_in_threads() {
  bool found = false;
  std::exception_ptr failure;
  const auto threads = std::min<std::size_t>(jobs_.threads, ways_.size());
  // The call of limits_left() starts the time limit.
  static_cast<void>(limits_left());
  is_over_ = false;
  in_threads_ = true;
  jobs_.run(
      static_cast<unsigned>(threads),
      [&](unsigned thread) {
        if (thread != 0) return run_ahead();
        try {
          found = take_turns();
        } catch (...) {
          failure = std::current_exception();
        }
        is_over_ = true;
      },
      [] {});
  in_threads_ = false;
  if (failure) std::rethrow_exception(failure);
  return found;
}

/// Does steps of searches in advance, one step at a time, until the competition ends or all
/// searches wait until the schedule has used their steps.
void Contest::run_ahead() {
  is_thread_ahead_ = true;
  std::unique_lock<std::mutex> lock;
  while (!is_over_) {
    Way* const way = furthest_behind(lock);
    if (way == nullptr) break;
    if (way->waits) continue;
    const std::uint64_t goal = end_of_step(way->now.nodes + 1, way->longest_step);
    try {
      way->ahead.emplace_back();
    } catch (const std::bad_alloc&) {
      break;
    }
    run(*way, goal);
    const Step& now = way->now;
    // The search has stopped before the end of the step, because it reached a limit or the
    // competition has ended.
    if (!way->waits && now.nodes < goal) {
      way->ahead.pop_back();
      break;
    }
    way->ahead.back() = now;
    if (!way->waits) way->ahead.back().status = Status::node_limit;
    if (!now.failure && now.status == Status::exhausted) {
      exhausted_ = way;
      is_over_ = true;
    }
  }
  is_thread_ahead_ = false;
}

/// Returns the search with the least work done in advance, relative to its work in the schedule,
/// and locks it. Returns null if all searches wait until the schedule has used their steps.
Contest::Way* Contest::furthest_behind(std::unique_lock<std::mutex>& lock) {
  lock = {};
  Way* best = nullptr;
  Way* busy = nullptr;
  double least = 0;
  {
    const std::lock_guard gate(gate_);
    for (Way& way : ways_) {
      if (way.waits) continue;
      const double lead = way.seconds_now / (way.seconds + between_looks);
      if (best != nullptr && lead >= least) continue;
      std::unique_lock<std::mutex> attempt(way.mutex, std::try_to_lock);
      if (!attempt) {
        busy = &way;
        continue;
      }
      lock = std::move(attempt);
      best = &way;
      least = lead;
    }
  }
  if (best != nullptr || busy == nullptr) return best;
  lock = std::unique_lock<std::mutex>(busy->mutex);
  return busy;
}

}  // namespace dlx::solve
