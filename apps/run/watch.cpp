#include "apps/run/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <ios>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/run/progress.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/scratch_file.hpp"
#include "dlx/runs/threads.hpp"

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
  // GNU timeout signals the command and then its group: one request, sent twice.
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
std::vector<ItemId> order_of(const std::string& words, const Problem* problem) {
  if (problem == nullptr) throw std::invalid_argument("--order is for exact-cover problems");
  std::vector<ItemId> order;
  std::istringstream names(words);
  names.exceptions(std::ios::badbit);  // or exhausted memory would end them early
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

Watch::Watch(const Request& request, Console& console, const Json* more)
    : request_(request), console_(console), more_(more) {
  catch_signals();
}

search::SearchOptions Watch::search_options(const Problem* problem) const {
  const SearchFlags& flags = request_.search;
  search::SearchOptions options;
  options.engine = flags.engine;
  options.branching.rule = flags.branching;
  options.preprocess = !flags.no_preprocess;
  if (flags.order) {
    options.branching = {BranchingRule::given_order, order_of(*flags.order, problem)};
    options.preprocess = false;
  }
  options.control.limits.nodes = request_.conduct.node_limit;
  if (const auto& seconds = request_.conduct.time_limit_s) {
    // Longer than a century is no limit; the clock's integers could not hold it.
    constexpr double longest = 100.0 * 366 * 86400;
    if (*seconds < longest) {
      const double left = std::max(0.0, *seconds - this->seconds());
      options.control.limits.time =
          std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(left));
    }
  }
  options.control.stop = &stop_wanted;
  options.control.on_progress = reporter();
  return options;
}

search::ProgressCallback Watch::reporter() const {
  const Conduct& conduct = request_.conduct;
  // Solutions found early in a long search are written out, whether or not progress is shown.
  const bool shown = !console_.quiet() || conduct.progress;
  const bool often = conduct.progress || console_.on_terminal();
  const double interval = often ? 1 : 60;
  return [&console = console_, more = more_, as_json = conduct.progress_json, shown, interval,
          last = 0.0, lines = ProgressLines()](const search::Progress& p) mutable {
    console.flush();
    lines.look(p);
    if (!shown || p.seconds - last < interval - 0.5) return;
    last = p.seconds;
    if (as_json) {
      Json line = lines.json();
      if (more != nullptr) line.update(*more);
      console.line(to_line(line));
      return;
    }
    std::string text = lines.text();
    if (more != nullptr) {
      for (const auto& [word, number] : more->items()) {
        text += fmt::format(", {} {}", number.dump(), word);
      }
    }
    console.transient(text);
  };
}

double Watch::seconds() const {
  return seconds_since(start_);
}

unsigned Watch::threads() const {
  return request_.conduct.threads.value_or(runs::all_cores());
}

std::size_t Watch::memory_limit() const {
  const double gib = request_.conduct.memory_limit_gib.value_or(2);
  return static_cast<std::size_t>(gib * static_cast<double>(std::size_t{1} << 30));
}

counting::CountOptions Watch::count_options(const Problem& problem) const {
  const SearchFlags& flags = request_.search;
  counting::CountOptions options;
  options.search = search_options(&problem);
  options.method = flags.method;
  // A named engine or branching rule means a search.
  const bool named = flags.engine != EngineKind::automatic ||
                     options.search.branching.rule != BranchingRule::minimum_remaining;
  if (named && options.method == CountMethod::automatic) options.method = CountMethod::search;
  options.preprocess = !flags.no_preprocess;
  options.symmetry = !flags.no_symmetry;
  options.fingerprint_seed = flags.fingerprint_seed;
  options.memory_limit = memory_limit();
  options.long_search = runs::in_threads({.threads = threads()});
  if (const std::string& folder = request_.conduct.scratch; !folder.empty()) {
    options.make_scratch = [folder] { return std::make_unique<runs::ScratchFile>(folder); };
  }
  return options;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool stop_requested() {
  return stop_wanted.load(std::memory_order_relaxed);
}

int stopping_signal() {
  return stop_signal;
}

}  // namespace dlx::app
