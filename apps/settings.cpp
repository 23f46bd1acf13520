#include "apps/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <ios>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/progress.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/parallel_count.hpp"

namespace dlx::app {
namespace {

std::atomic<bool> stop_wanted{false};
volatile std::sig_atomic_t stop_signal = 0;

std::atomic<std::int64_t> stop_time_ms{0};  // by the monotonic clock

extern "C" void request_stop(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t ms = std::int64_t{now.tv_sec} * 1'000 + now.tv_nsec / 1'000'000;
  if (stop_signal == 0) {
    stop_signal = signal;
    stop_time_ms.store(ms, std::memory_order_relaxed);
    stop_wanted.store(true, std::memory_order_relaxed);
    return;
  }
  // GNU timeout signals the command and then its group: the same wish, said twice.
  constexpr std::int64_t at_once_ms = 500;
  if (ms - stop_time_ms.load(std::memory_order_relaxed) < at_once_ms) return;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// The first SIGINT or SIGTERM lets the search end in order; one that comes later kills.
void catch_signals() {
  static bool caught = false;
  if (caught) return;
  caught = true;
  struct sigaction action = {};
  action.sa_handler = request_stop;
  // A write that waits for its reader goes on: no solution is torn.
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

/// The items of --order, by name.
std::vector<ItemId> order_of(const Session& session, const Problem* problem) {
  if (problem == nullptr) throw std::invalid_argument("--order is not for this");
  std::vector<ItemId> order;
  std::istringstream names(*session.search.order);
  names.exceptions(std::ios::badbit);  // or want of memory would end them early
  for (std::string name; names >> name;) {
    std::uint32_t i = 0;
    while (i < problem->primary_count() && problem->name(ItemId{i}) != name) ++i;
    if (i == problem->primary_count()) {
      throw std::invalid_argument("--order: no primary item " + in_quotes(name));
    }
    if (std::find(order.begin(), order.end(), ItemId{i}) != order.end()) {
      throw std::invalid_argument("--order: " + in_quotes(name) + " stands there twice");
    }
    order.push_back(ItemId{i});
  }
  return order;
}

}  // namespace

SearchOptions search_options(Session& session, const Problem* problem) {
  catch_signals();
  SearchOptions options;
  options.engine = session.search.engine;
  options.branching.rule = session.search.branching;
  options.preprocess = !session.search.no_preprocess;
  if (session.search.order) {
    options.branching = {BranchingRule::given_order, order_of(session, problem)};
    options.preprocess = false;
  }
  options.limits.nodes = session.search.node_limit;
  if (session.search.time_limit_s) {
    // Longer than a century is no limit; the clock's integers could not hold it.
    constexpr double longest = 100.0 * 366 * 86400;
    if (*session.search.time_limit_s < longest) {
      options.limits.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
          std::chrono::duration<double>(*session.search.time_limit_s));
    }
  }
  options.stop = &stop_wanted;
  // Solutions found early in a long search are written out, whether or not progress is shown.
  const bool shown = !session.messages.quiet() || session.search.progress;
  const bool often = session.search.progress || session.messages.on_terminal();
  const double interval = often ? 1 : 60;
  options.on_progress = [&session, shown, interval, last = 0.0,
                         lines = ProgressLines()](const Progress& p) mutable {
    session.out.flush();
    lines.look(p);
    if (!shown || p.seconds - last < interval - 0.5) return;
    last = p.seconds;
    if (session.search.progress_json) {
      Json line = lines.json();
      line.update(session.more_progress);
      session.messages.json(line.dump());
    } else {
      std::string text = lines.text();
      for (const auto& [word, number] : session.more_progress.items()) {
        text += fmt::format(", {} {}", number.dump(), word);
      }
      session.messages.transient(text);
    }
  };
  return options;
}

unsigned threads_of(const Session& session) {
  const unsigned threads = session.search.threads.value_or(all_cores());
  if (threads == 0) throw std::invalid_argument("--threads: there must be one at least");
  return threads;
}

std::size_t memory_limit(const Session& session) {
  const double gib = session.search.memory_limit_gib.value_or(2);
  return static_cast<std::size_t>(gib * static_cast<double>(std::size_t{1} << 30));
}

CountOptions count_options(Session& session, const Problem& problem) {
  CountOptions options;
  options.search = search_options(session, &problem);
  options.method = session.search.method;
  // Who names an engine wants to see it at work.
  const bool named = session.search.engine != EngineKind::automatic ||
                     options.search.branching.rule != BranchingRule::minimum_remaining;
  if (named && options.method == CountMethod::automatic) options.method = CountMethod::search;
  options.preprocess = !session.search.no_preprocess;
  options.symmetry = !session.search.no_symmetry;
  options.fingerprint_seed = session.search.fingerprint_seed;
  options.memory_limit = memory_limit(session);
  const unsigned threads = threads_of(session);
  if (threads > 1) {
    options.long_search = in_threads({.threads = threads});
    options.threads = threads;
  }
  return options;
}

bool stop_requested() {
  return stop_wanted.load(std::memory_order_relaxed);
}

int stopping_signal() {
  return stop_signal;
}

}  // namespace dlx::app
