// Runs Google Benchmark on the suite, flat boxes, questions and sudokus. Usage: dlx_bench
// [--benchmark_...] [problem.dlx ...]

#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>

#include "bench/flat_boxes.hpp"
#include "bench/questions.hpp"
#include "bench/sudokus.hpp"
#include "bench/suite.hpp"

int main(int argc, char** argv) {
  try {
    benchmark::Initialize(&argc, argv);
    dlx::bench::register_benchmarks({argv + 1, argv + argc});
    dlx::bench::register_flat_boxes();
    dlx::bench::register_questions();
    dlx::bench::register_sudokus();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "dlx_bench: %s\n", e.what());
    return 1;
  }
}
