#include "bench/suite.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "dlx/dlx.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/pentominoes.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/polycube/naive.hpp"
#include "reductions/polycube/soma.hpp"

namespace dlx::bench {
namespace {

using Names = std::vector<std::string>;

void add_engines(Names& names, const std::string& name, Problem problem) {
  const auto shared = std::make_shared<const Problem>(std::move(problem));
  for (const EngineKind engine : {EngineKind::dancing_links}) {
    names.push_back(name + "/" + std::string(to_string(engine)));
    benchmark::RegisterBenchmark(names.back().c_str(), [shared, engine](benchmark::State& state) {
      CountResult result;
      for (auto _ : state) result = count(*shared, {.engine = engine});
      state.counters[solutions_counter] = result.value.to_double();
      state.counters[nodes_counter] = static_cast<double>(result.statistics.nodes);
      state.counters[bytes_counter] = static_cast<double>(result.statistics.memory_bytes);
    })->Unit(benchmark::kMillisecond);
  }
}

void add_naive(Names& names, const std::string& name, polycube::Model model) {
  const auto naive = polycube::count_naively(model);
  if (count(model.problem).value != naive.solutions) {
    throw std::runtime_error(name + ": dancing links and the naive search disagree");
  }
  const auto shared = std::make_shared<const polycube::Model>(std::move(model));
  names.push_back(name + "/naive_bitmask");
  benchmark::RegisterBenchmark(names.back().c_str(), [shared](benchmark::State& state) {
    polycube::NaiveCount result;
    for (auto _ : state) result = polycube::count_naively(*shared);
    state.counters[solutions_counter] = static_cast<double>(result.solutions);
    state.counters[nodes_counter] = static_cast<double>(result.placements_made);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

std::vector<std::string> register_benchmarks(const std::vector<std::string>& files) {
  Names names;
  const polycube::Model soma = polycube::build(polycube::soma());
  add_engines(names, "soma", soma.problem);
  add_naive(names, "soma", soma);
  add_engines(names, "pentominoes_3x20",
              polycube::build(pentominoes::puzzle(lattice::box(20, 3))).problem);
  add_engines(names, "pentominoes_6x10",
              polycube::build(pentominoes::puzzle(lattice::box(10, 6))).problem);
  add_engines(names, "solid_2x3x10",
              polycube::build(pentominoes::puzzle(lattice::box(10, 3, 2))).problem);
  add_engines(names, "queens_12", queens::build(12).problem);
  add_engines(names, "langford_12", langford::build(12).problem);
  add_engines(names, "dominoes_8x8", dominoes::build(lattice::box(8, 8)).problem);
  for (const std::string& file : files) {
    Input input = Input::open(file);
    const auto slash = file.find_last_of('/');
    add_engines(names, slash == std::string::npos ? file : file.substr(slash + 1),
                read_knuth_text(input).problem);
  }
  return names;
}

}  // namespace dlx::bench
