// A long search that stays under control: it reports progress, pauses at a limit, goes on from
// there, and ends in order on Ctrl-C with what it has found.
//
//   limits_and_progress [N [SECONDS]]     Langford pairs of 1 ... N; 11 unless given

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <dlx/dlx.hpp>
#include <iostream>

#include "reductions/classics/langford.hpp"

namespace {

std::atomic<bool> stop{false};  // lock-free, so that a signal handler may set it

extern "C" void on_interrupt(int) {
  stop = true;
}

}  // namespace

int main(int argc, char** argv) {
  const dlx::classics::langford::Model langford =
      dlx::classics::langford::build(argc > 1 ? std::atoi(argv[1]) : 11);
  const double seconds = argc > 2 ? std::atof(argv[2]) : 60;
  std::signal(SIGINT, on_interrupt);

  dlx::Options options{.nodes = 100'000,
                       .time = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds)),
                       .stop = &stop};
  options.on_progress = [](const dlx::Progress& p) {
    std::cerr << p.solutions.to_string() << " solutions, " << 100 * p.share << " % of the tree\n";
  };
  options.progress_interval = std::chrono::milliseconds(500);

  dlx::Solver solver(langford.problem, options);
  dlx::Natural found;
  int pauses = 0;
  for (;;) {
    while (solver.next()) ++found;
    if (solver.status() != dlx::Status::node_limit) break;
    // Paused. Here one could save something or let others work; next() then goes on where it was.
    ++pauses;
    options.nodes = *options.nodes + 100'000;
    solver.set_limits(dlx::limits_of(options));
  }

  const bool all = solver.status() == dlx::Status::exhausted;
  std::cout << (all ? "all " : "at least ") << found.to_string() << " solutions, " << pauses
            << " pauses, " << to_string(solver.status()) << '\n';
}
