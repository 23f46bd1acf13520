// A count of less than a second takes the same turns and steps in every run, on a busy machine too.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "bench/made_problems.hpp"
#include "dlx/counting/counter.hpp"

namespace dlx::test {
namespace {

/// Threads that keep all processors busy while they exist.
class Load {
 public:
  Load() {
    const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    for (unsigned t = 0; t < threads; ++t) {
      threads_.emplace_back([this] {
        while (!ended_) ++turns_;
      });
    }
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load() {
    ended_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::atomic<bool> ended_ = false;
  std::atomic<std::uint64_t> turns_ = 0;
  std::vector<std::thread> threads_;
};

std::string decisions(const Problem& problem) {
  const counting::CountResult result = counting::count(problem, {.threads = 1});
  std::string text = result.value.to_string() + " by " + std::string(to_string(result.method));
  for (const counting::Trial& trial : result.trials) {
    text += "\n" + std::to_string(trial.times) + " times " + trial.what + ": " + trial.outcome;
  }
  return text;
}

void require_same_decisions(int runs) {
  for (std::uint32_t kind = 0; kind < bench::made_kinds(); ++kind) {
    for (const std::uint32_t size : {1U, 3U, 5U}) {
      const bench::MadeProblem made = bench::make_problem(kind, size);
      const std::string alone = decisions(made.problem);
      const Load load;
      for (int run = 1; run < runs; ++run) {
        INFO(made.name);
        REQUIRE(decisions(made.problem) == alone);
      }
    }
  }
}

}  // namespace

TEST_CASE("A count decides by work done, not by the clock") {
  require_same_decisions(3);
}

TEST_CASE("Ten counts decide by work done, not by the clock", "[slow]") {
  require_same_decisions(10);
}

}  // namespace dlx::test
