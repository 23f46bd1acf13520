#include "dlx/runs/pipeline.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace dlx::test {
namespace {

/// Work that takes longer for some jobs, so that results are ready in another order.
int squared(int job) {
  if (job % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
  return job * job;
}

using Squares = runs::Pipeline<int, int>;

}  // namespace

TEST_CASE("results come in the order of the jobs, each once, whatever the number of threads") {
  for (const unsigned threads : {1U, 2U, 5U}) {
    CAPTURE(threads);
    std::vector<int> jobs;
    std::vector<int> results;
    std::atomic<unsigned> made = 0;
    Squares pipeline(
        threads,
        [&] {
          ++made;
          return squared;
        },
        [&](int&& job, int&& result) {
          jobs.push_back(job);
          results.push_back(result);
        });
    CHECK(made == threads);
    constexpr int count = 2'000;
    for (int job = 0; job < count; ++job) {
      pipeline.push(job);
      // The oldest is waited for, so that memory does not grow with the jobs.
      REQUIRE(job + 1 - static_cast<int>(jobs.size()) <= 8 * static_cast<int>(threads));
    }
    pipeline.finish();
    REQUIRE(jobs.size() == count);
    for (int job = 0; job < count; ++job) {
      REQUIRE(jobs[static_cast<std::size_t>(job)] == job);
      REQUIRE(results[static_cast<std::size_t>(job)] == job * job);
    }
    pipeline.finish();
    CHECK(jobs.size() == count);
  }
}

TEST_CASE("what the work or the taking throws comes out of push() or finish()") {
  for (const unsigned threads : {1U, 3U}) {
    for (const bool in_work : {true, false}) {
      CAPTURE(threads, in_work);
      std::atomic<int> taken = 0;
      const auto run = [&] {
        Squares pipeline(
            threads,
            [&] {
              return [&](int job) {
                if (in_work && job == 50) throw std::runtime_error("work");
                return squared(job);
              };
            },
            [&](int&& job, int&&) {
              ++taken;
              if (!in_work && job == 50) throw std::runtime_error("taking");
            });
        for (int job = 0; job < 1'000; ++job) pipeline.push(job);
        pipeline.finish();
      };
      CHECK_THROWS_AS(run(), std::runtime_error);
      CHECK(taken < 200);
    }
  }
}

TEST_CASE("jobs that nobody waits for are dropped") {
  std::atomic<int> done = 0;
  {
    runs::Pipeline<int, int> pipeline(
        2,
        [&] {
          return [&](int job) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            ++done;
            return job;
          };
        },
        [](int&&, int&&) {});
    for (int job = 0; job < 12; ++job) pipeline.push(job);
  }
  CHECK(done < 12);
}

}  // namespace dlx::test
