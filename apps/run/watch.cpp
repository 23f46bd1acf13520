#include "apps/run/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <stdexcept>
#include <string>
#include <utility>

#include "apps/run/progress.hpp"
#include "dlx/runs/threads.hpp"

namespace dlx::app {
namespace {

std::atomic<bool> stop_wanted{false};
volatile std::sig_atomic_t stop_signal = 0;

std::atomic<std::int64_t> stop_time_ms{0};  // time of the first signal, by the monotonic clock

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
  // GNU timeout signals the command and then its process group. A second signal within half a
  // second is therefore ignored.
  constexpr std::int64_t at_once_ms = 500;
  if (ms - stop_time_ms.load(std::memory_order_relaxed) < at_once_ms) return;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// Installs the signal handlers. The first SIGINT, SIGTERM or SIGHUP makes the search end in order.
/// A later signal ends the process at once. SIGHUP, which tells that a terminal was closed, stays
/// ignored under nohup.
void catch_signals() {
  static bool caught = false;
  if (caught) return;
  caught = true;
  struct sigaction action = {};
  action.sa_handler = request_stop;
  // System calls restart after a signal. A write that waits for its reader therefore completes, and
  // no solution is truncated.
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction hangup = {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

}  // namespace

Watch::Watch(const Request& request, Console& console, const Json* more)
    : request_(request), console_(console), more_(more) {
  catch_signals();
}

Options Watch::options(const Problem* problem) const {
  Options options = request_.options;
  // The command dlx implements the options up_to, certificate and checkpoint itself, so these
  // options are not passed to the library.
  options.up_to = UpTo::none;
  options.certificate.clear();
  options.checkpoint.clear();
  try {
    options = search::checked(std::move(options), problem);
  } catch (const std::invalid_argument& error) {
    // The message names the option with dashes, as users type it.
    throw std::invalid_argument("--" + std::string(error.what()));
  }
  if (auto& time = options.time) {
    time =
        std::max(std::chrono::nanoseconds(0), *time - (std::chrono::steady_clock::now() - start_));
  }
  options.stop = &stop_wanted;
  options.on_progress = reporter();
  return options;
}

search::ProgressCallback Watch::reporter() const {
  const Conduct& conduct = request_.conduct;
  // The reporter also flushes the output, so that solutions found early in a long search appear
  // even if progress is not shown.
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
  return runs::threads_of(request_.options);
}

std::size_t Watch::memory_limit() const {
  return memory_of(request_.options);
}

bool stop_requested() {
  return stop_wanted.load(std::memory_order_relaxed);
}

int stopping_signal() {
  return stop_signal;
}

}  // namespace dlx::app
