#include "bench/suite.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
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
#include "reductions/snake/as_cover.hpp"
#include "reductions/snake/census.hpp"

namespace dlx::bench {
namespace {

using Names = std::vector<std::string>;

/// A time limit is for methods that would take hours: the run is then reported as cut short.
template <class AnyProblem, class... PathOptions>
void add_count(Names& names, const std::string& name, std::shared_ptr<const AnyProblem> problem,
               const SearchOptions& search, const PathOptions&... options) {
  names.push_back(name);
  auto* registered = benchmark::RegisterBenchmark(
      name.c_str(), [problem, search, options...](benchmark::State& state) {
        CountResult result;
        for (auto _ : state) result = count(*problem, search, options...);
        state.counters[solutions_counter] = result.value.to_double();
        state.counters[nodes_counter] = static_cast<double>(result.statistics.nodes);
        state.counters[bytes_counter] = static_cast<double>(result.statistics.memory_bytes);
        state.counters[cut_short_counter] = result.complete() ? 0 : 1;
      });
  registered->Unit(benchmark::kMillisecond);
  if (search.limits.time) registered->Iterations(1)->Repetitions(1);
}

void add_engines(Names& names, const std::string& name, Problem problem,
                 const Limits& limits = {}) {
  const auto shared = std::make_shared<const Problem>(std::move(problem));
  for (const EngineKind engine : {EngineKind::dancing_links}) {
    add_count(names, name + "/" + std::string(to_string(engine)), shared,
              {.engine = engine, .limits = limits});
  }
}

/// The walks of a path problem, with all pruning and with each rule that matters left out.
void add_walks(Names& names, const std::string& name, PathProblem problem,
               const std::vector<std::pair<std::string, PathOptions>>& without,
               const Limits& limits, bool every_order = false) {
  const auto shared = std::make_shared<const PathProblem>(std::move(problem));
  add_count(names, name + "/path_links", shared, {}, PathOptions{.every_order = every_order});
  for (auto [what, options] : without) {
    options.every_order = every_order;
    add_count(names, name + "/without_" + what, shared, {.limits = limits}, options);
  }
}

/// Snakes: walks against the same as an exact cover with colours.
void add_snakes(Names& names) {
  const auto puzzle = [](const char* wanted) {
    for (const auto& known : snake::named()) {
      if (known.name == wanted) return snake::Puzzle{.snake = known.snake};
    }
    throw std::runtime_error("no such snake");
  };
  const auto add = [&](const std::string& name, const char* known, const Limits& limits) {
    add_walks(names, name, snake::build(puzzle(known)).problem,
              {{"forced_options", {.forced_options = false}},
               {"stranded_options", {.stranded_options = false}},
               {"starved_items", {.starved_items = false}}},
              limits);
    add_engines(names, name, snake::build_cover(puzzle(known)).problem, limits);
  };
  add("snake_christmas", "christmas", {});
  // The common snake of 4x4x4: twenty times what path_links needs, and more, is enough to see.
  add("snake_king", "king", {.time = std::chrono::seconds(60)});
  add_walks(names, "all_snakes_3", snake::build_census(3).problem,
            {{"stranded_options", {.stranded_options = false}},
             {"severed_items", {.severed_items = false}},
             {"either", {.stranded_options = false, .severed_items = false}}},
            {}, true);
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
  add_snakes(names);
  for (const std::string& file : files) {
    Input input = Input::open(file);
    const auto slash = file.find_last_of('/');
    add_engines(names, slash == std::string::npos ? file : file.substr(slash + 1),
                read_knuth_text(input).problem);
  }
  return names;
}

}  // namespace dlx::bench
