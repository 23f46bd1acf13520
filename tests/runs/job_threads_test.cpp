// Threads that wait between runs: each job is done once, whoever takes it.

#include "dlx/runs/job_threads.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>
#include <vector>

namespace dlx::test {
namespace {

TEST_CASE("each job is done once in every run") {
  runs::JobThreads threads;
  for (int run = 0; run < 2'000; ++run) {
    const unsigned n = 1 + static_cast<unsigned>(run) % 7;
    std::vector<std::atomic<int>> done(n);
    std::thread::id first;
    threads.run(
        n,
        [&](unsigned j) {
          if (j == 0) first = std::this_thread::get_id();
          ++done[j];
        },
        [] {});
    REQUIRE(first == std::this_thread::get_id());
    for (const std::atomic<int>& times : done) REQUIRE(times == 1);
  }
}

TEST_CASE("jobs run beside each other, and the caller watches until all have returned") {
  runs::JobThreads threads;
  std::atomic<int> arrived = 0, watched = 0;
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  threads.run(
      2,
      [&](unsigned j) {
        ++arrived;
        while (arrived < 2 && std::chrono::steady_clock::now() < patience) {
          std::this_thread::yield();
        }
        while (j == 1 && watched == 0 && std::chrono::steady_clock::now() < patience) {
          std::this_thread::yield();
        }
      },
      [&] { ++watched; });
  CHECK(arrived == 2);
  CHECK((watched > 0 || std::chrono::steady_clock::now() >= patience));
}

TEST_CASE("a run within a job, and runs by several callers, do all their jobs") {
  runs::JobThreads threads;
  std::atomic<int> done = 0;
  const auto count = [&](unsigned) { ++done; };
  threads.run(
      3, [&](unsigned) { threads.run(5, count, [] {}); }, [] {});
  CHECK(done == 15);
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int run = 0; run < 200; ++run) threads.run(3, count, [] {});
    });
  }
  callers.clear();
  CHECK(done == 15 + 4 * 200 * 3);
}

}  // namespace
}  // namespace dlx::test
