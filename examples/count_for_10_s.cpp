// Counts for ten seconds on all cores. A count that needs longer is a lower bound, and
// counter.run() would go on.
//
//   count_for_10_s FILE

#include <chrono>
#include <dlx/dlx.hpp>
#include <iostream>

int main(int, char** argv) {
  const dlx::Problem problem = dlx::read(argv[1]);
  dlx::Counter counter(problem, {.threads = 0});
  const bool all = counter.run({.time = std::chrono::seconds(10)}) == dlx::Status::exhausted;
  std::cout << (all ? "exactly " : "at least ") << counter.value().to_string() << '\n';
}
