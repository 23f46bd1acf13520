#include "apps/foresight.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "apps/progress.hpp"
#include "apps/run.hpp"
#include "apps/settings.hpp"
#include "dlx/estimate.hpp"
#include "dlx/solver.hpp"

namespace dlx::app {
namespace {

using Clock = std::chrono::steady_clock;

/// An option of the command line and what it keeps dlx from.
struct Exclusion {
  std::string option;
  std::string reason;
};

std::optional<Exclusion> exclusion_of(const Session& session) {
  const SearchFlags& search = session.search;
  if (search.method != CountMethod::automatic) return {};  // that is what was asked for
  if (!session.checkpoint.file.empty()) {
    return Exclusion{"--checkpoint", "a checkpoint keeps a search"};
  }
  if (search.engine != EngineKind::automatic) return Exclusion{"--engine", "engines search"};
  if (search.branching != BranchingRule::minimum_remaining) {
    return Exclusion{"--branch", "branching means search"};
  }
  if (search.order) return Exclusion{"--order", "an order of branching means search"};
  if (search.node_limit) return Exclusion{"--node-limit", "only a search has nodes to limit"};
  if (search.fingerprint_seed) {
    const bool by_trust = session.trust == TrustLevel::agreed;
    return Exclusion{by_trust ? "--trust T1" : "--fingerprint",
                     "a fingerprint cannot be counted by symmetry"};
  }
  if (!session.certificate.empty()) {
    const bool by_trust = session.trust.value_or(TrustLevel::counted) >= TrustLevel::certified;
    const char* level = session.trust == TrustLevel::proved ? "--trust T3" : "--trust T2";
    return Exclusion{by_trust ? level : "--certificate",
                     "a count by canonical forms leaves no certificate"};
  }
  return {};
}

/// Seconds that a search of the problem takes; nothing if that is unknown or it is over at once.
std::optional<WideReal> expected_seconds(const Problem& problem, const SearchOptions& search) {
  const Pace pace = pace_of(problem, search);
  if (pace.finished || pace.seconds_per_node == 0 || problem.has_multiplicities()) return {};
  const Estimate tree =
      estimate(problem, {.time = std::chrono::milliseconds(200), .stop = search.stop});
  if (tree.probes < 2) return {};
  return tree.nodes * pace.seconds_per_node;
}

}  // namespace

Pace pace_of(const Problem& problem, SearchOptions options) {
  options.limits = {.time = std::chrono::milliseconds(200)};
  options.on_progress = {};
  options.trace = nullptr;
  options.preprocess = false;  // the probes do not reduce either
  Solver solver(problem, options);
  const auto start = Clock::now();
  Tally tally;
  solver.count(tally);
  const double seconds = seconds_since(start);
  const std::uint64_t nodes = solver.statistics().nodes;
  return {nodes == 0 ? 0 : seconds / static_cast<double>(nodes),
          solver.status() == Status::exhausted};
}

void note_excluded_methods(
    Session& session, const Problem& problem,
    const std::function<std::optional<std::string>(const CountOptions&)>& count_freely) {
  const std::optional<Exclusion> exclusion = exclusion_of(session);
  const bool goes_on =
      !session.checkpoint.file.empty() && ::access(session.checkpoint.file.c_str(), F_OK) == 0;
  if (!exclusion || goes_on || !session.resumed.empty() || session.messages.quiet()) return;

  const SearchOptions search = search_options(session, &problem);
  const std::optional<WideReal> seconds = expected_seconds(problem, search);
  constexpr double worth_a_note = 5;  // seconds
  if (!seconds || seconds->to_double() < worth_a_note) return;

  CountOptions free = count_options(session, problem);
  free.method = CountMethod::automatic;
  free.fingerprint_seed.reset();
  free.search.engine = EngineKind::automatic;
  free.search.branching = {};
  free.search.on_progress = {};
  constexpr double most_seconds = 1;
  const double tried = std::min(most_seconds, seconds->to_double() / 20);
  free.search.limits = {.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
                            std::chrono::duration<double>(tried))};
  const auto start = Clock::now();
  const std::optional<std::string> method = count_freely(free);
  if (method) {
    session.messages.note(fmt::format(
        "{}: {}, and the search takes about {} here (an estimate by random probes); without {} "
        "the count takes {}, by {}",
        exclusion->option, exclusion->reason, time_in_words(*seconds), exclusion->option,
        time_in_words(seconds_since(start)), *method));
  } else if (!session.checkpoint.file.empty()) {
    session.messages.note(fmt::format(
        "{}: {}, which takes about {} here (an estimate by random probes); tables and symmetry "
        "are left out",
        exclusion->option, exclusion->reason, time_in_words(*seconds)));
  }
}

}  // namespace dlx::app
