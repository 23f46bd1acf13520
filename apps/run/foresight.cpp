#include "apps/run/foresight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "apps/run/progress.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/estimate.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/solver.hpp"

namespace dlx::app {
namespace {

using Clock = std::chrono::steady_clock;

/// An option typed by the user, such as --engine, that excludes counting methods other than search,
/// and the reason why.
struct Exclusion {
  std::string option;
  std::string reason;
};

std::optional<Exclusion> exclusion_of(const SearchTask& task) {
  const Request& request = task.request;
  const Options& search = request.options;
  if (task.classes.group) return {};
  if (search.method != CountMethod::automatic) return {};  // the user chose a counting method
  if (request.options.unit_nodes) return Exclusion{"--unit-nodes", "units are of a search"};
  if (search.engine != EngineKind::automatic) return Exclusion{"--engine", "engines search"};
  if (search.branching != BranchingRule::minimum_remaining) {
    return Exclusion{"--branch", "branching means search"};
  }
  if (!search.order.empty()) return Exclusion{"--order", "an order of branching means search"};
  if (search.nodes) return Exclusion{"--node-limit", "only a search has nodes to limit"};
  if (task.evidence().seed) {
    const bool by_trust = request.trust == TrustLevel::agreed;
    return Exclusion{by_trust ? "--trust T1" : "--fingerprint",
                     "a fingerprint cannot be counted by symmetry"};
  }
  if (!task.evidence().certificate.empty()) {
    const bool by_trust = request.trust.value_or(TrustLevel::counted) >= TrustLevel::certified;
    const char* level = request.trust == TrustLevel::proved ? "--trust T3" : "--trust T2";
    return Exclusion{by_trust ? level : "--certificate",
                     "a checker may be able to follow nothing but a search"};
  }
  return {};
}

/// The expected time of a search, and the time after which a limit would end it.
struct Expected {
  WideReal seconds;
  /// Seconds after which a limit ends the search; infinite without limits. For a limit on nodes,
  /// this time is at least 0.4 s.
  double limit;
};

/// Estimates how long a search of the problem takes. Returns nothing if the time is unknown or if
/// the search ends at once. `time`: the limit for making this estimate.
std::optional<Expected> expected_time(const Problem& problem, const Options& search,
                                      std::chrono::nanoseconds time) {
  const Pace pace = pace_of(problem, search, time / 2);
  if (pace.finished || pace.seconds_per_node == 0 || problem.has_multiplicities()) return {};
  const Estimate tree =
      estimate(problem, {.control = {.limits = {.time = time / 2}, .stop = search.stop}});
  if (tree.probes < 2) return {};
  double limit = std::numeric_limits<double>::infinity();
  if (search.time) limit = std::chrono::duration<double>(*search.time).count();
  if (search.nodes) {
    const double seconds = static_cast<double>(*search.nodes) * pace.seconds_per_node;
    limit = std::min(limit, std::max(0.4, seconds));
  }
  return Expected{tree.nodes * pace.seconds_per_node, limit};
}

/// Whether a count that writes a certificate ends within the limits.
bool ends_with_certificate(const SearchTask& task, Options options) {
  if (task.evidence().certificate.empty()) return false;
  search::CertificateBytes bytes;
  search::Trace trace(bytes, task.problem);
  options.trace = &trace;
  return counting::count(task.problem, options, runs::resources(options)).complete();
}

/// Tells the user if an option makes a count much slower. To find out, tries a count without the
/// option, for 1 % of the expected time of the search. Prints a note if this trial ends, or if it
/// would end within 10 % of the expected time of the search. If a certificate is wanted, a trial
/// that writes a certificate, also for 1 % of that time, comes before. Prints no note if this trial
/// ends, because the count then need not be a search. Each trial takes at most a quarter of the
/// time after which a limit ends the search.
void note_free_count(const SearchTask& task, const Exclusion& exclusion, const Expected& expected) {
  const WideReal& search_seconds = expected.seconds;
  Options options = task.control.options(&task.problem);
  options.method = CountMethod::automatic;
  options.fingerprint.reset();
  options.engine = EngineKind::automatic;
  options.branching = {};
  options.order.clear();
  options.on_progress = {};
  constexpr double part_of_search = 0.01;
  constexpr double most_seconds = 5;
  constexpr double part_of_limit = 0.25;
  const double seconds = std::min(
      {most_seconds, part_of_search * search_seconds.to_double(), part_of_limit * expected.limit});
  search::limit(options, {.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
                              std::chrono::duration<double>(seconds))});
  if (ends_with_certificate(task, options)) return;
  constexpr double worth_a_note = 0.1;
  const TriedCount free = try_count(task.problem, options);
  const std::optional<double> takes = free.expected_seconds();
  if (!takes || *takes > worth_a_note * search_seconds.to_double()) return;
  task.console.note(fmt::format(
      "{}: {}, and the search takes about {} here (an estimate by random probes); without {} "
      "the count takes {}{}, by {}{}",
      exclusion.option, exclusion.reason, time_in_words(search_seconds), exclusion.option,
      free.result.complete() ? "" : "about ", time_in_words(*takes), to_string(free.result.method),
      free.result.complete() ? ": " + free.result.why : ""));
}

}  // namespace

Pace pace_of(const Problem& problem, Options options, std::chrono::nanoseconds time) {
  search::limit(options, {.time = time});
  options.on_progress = {};
  options.trace = nullptr;
  options.preprocess = false;  // the speed is compared with probes, which do not reduce the problem
  Solver solver(problem, options);
  const auto start = Clock::now();
  Tally tally;
  solver.count(tally);
  const double seconds = seconds_since(start);
  const std::uint64_t nodes = solver.statistics().nodes;
  return {nodes == 0 ? 0 : seconds / static_cast<double>(nodes),
          solver.status() == Status::exhausted};
}

std::optional<double> TriedCount::expected_seconds() const {
  if (result.complete()) return seconds;
  if (left) return seconds + std::sqrt(left->low * left->high);
  return share == 0 ? std::optional<double>() : seconds / share;
}

TriedCount try_count(const Problem& problem, Options options) {
  TriedCount tried;
  options.progress_interval = std::chrono::milliseconds(50);
  options.on_progress = [&](const search::Progress& progress) { tried.left = progress.left; };
  const auto start = Clock::now();
  counting::Counter counter(problem, options, runs::resources(options));
  counter.run();
  tried.seconds = seconds_since(start);
  tried.share = counter.share();
  tried.result = counter.result();
  return tried;
}

void note_excluded_methods(const SearchTask& task) {
  if (task.console.quiet()) return;
  const std::optional<Exclusion> exclusion = exclusion_of(task);
  if (!exclusion) return;

  const Options search = task.control.options(&task.problem);
  std::chrono::nanoseconds probing = std::chrono::milliseconds(400);
  if (search.time) probing = std::min(probing, *search.time / 8);
  const std::optional<Expected> expected = expected_time(task.problem, search, probing);
  constexpr double worth_a_note = 5;  // a shorter search needs no note
  if (expected && expected->seconds.to_double() >= worth_a_note) {
    note_free_count(task, *exclusion, *expected);
  }
}

}  // namespace dlx::app
