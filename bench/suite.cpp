#include "bench/suite.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>

#include "dlx/dlx.hpp"
#include "dlx/engines/bit_matrix.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/runs/threads.hpp"
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

/// Registers a benchmark that counts. `limited`: the count has a time limit, because it may take
/// hours. Such a count runs only once, and is reported as cut short if it reaches the limit.
template <class Count>
void add(Names& names, const std::string& name, bool limited, Count count_once) {
  names.push_back(name);
  auto* registered =
      benchmark::RegisterBenchmark(name.c_str(), [count_once](benchmark::State& state) {
        counting::CountResult result;
        for (auto _ : state) result = count_once();
        state.counters[solutions_counter] = result.value.to_double();
        // For tables and diagrams, the number of states is reported as the number of nodes.
        const std::uint64_t nodes = result.statistics.nodes + result.states;
        state.counters[nodes_counter] = static_cast<double>(nodes);
        state.counters[bytes_counter] = static_cast<double>(result.statistics.memory_bytes);
        state.counters[cut_short_counter] = result.complete() ? 0 : 1;
      });
  registered->Unit(benchmark::kMillisecond);
  if (limited) registered->Iterations(1)->Repetitions(1);
}

template <class AnyProblem, class... PathOptions>
void add_count(Names& names, const std::string& name, std::shared_ptr<const AnyProblem> problem,
               const Options& search, const PathOptions&... options) {
  add(names, name, search.time.has_value(), [problem, search, options...] {
    return counting::count_by_search(*problem, search, options...);
  });
}

Options with_engine(Options options, EngineKind engine) {
  options.engine = engine;
  return options;
}

using Shared = std::shared_ptr<const Problem>;

Shared shared(Problem problem) {
  return std::make_shared<const Problem>(std::move(problem));
}

/// Adds a search without preprocessing for every engine that can search the problem. bit_matrix is
/// also measured with the second-best instruction set of this processor, such as AVX2 beside
/// AVX-512.
void add_engines(Names& names, const std::string& name, const Shared& problem,
                 const Options& limits = {}) {
  for (const auto& [engine, word, help] : dividable_engine_names) {
    if (engine == EngineKind::bit_matrix && !engines::bit_matrix_objection(*problem).empty())
      continue;
    if (engine == EngineKind::dancing_cells && problem->has_multiplicities()) continue;
    add_count(names, name + "/" + std::string(word), problem, with_engine(limits, engine));
  }
  const auto kernels = search::vectors_of_processor();
  if (kernels.size() < 2 || !engines::bit_matrix_objection(*problem).empty()) return;
  const search::VectorKind second = kernels[kernels.size() - 2];
  std::string label = name + "/bit_matrix_" + std::string(to_string(second));
  std::replace(label.begin(), label.end(), ' ', '_');
  add(names, label, limits.time.has_value(), [problem, limits, second] {
    const auto engine = engines::make_bit_matrix(*problem, limits, second);
    Tally tally;
    engine->count(tally);
    counting::CountResult result;
    result.value = tally.solutions();
    result.status = engine->status();
    result.statistics = engine->statistics();
    return result;
  });
}

/// Adds the counting methods that do not visit each solution, and the method that is chosen by
/// default.
void add_methods(Names& names, const std::string& name, const Shared& problem,
                 const std::vector<CountMethod>& methods = {CountMethod::automatic,
                                                            CountMethod::sweep, CountMethod::memo,
                                                            CountMethod::zdd},
                 const Options& limits = {}) {
  for (const CountMethod method : methods) {
    Options options = limits;
    options.method = method;
    options.preprocess = method == CountMethod::automatic;
    add(names, name + "/" + std::string(to_string(method)), limits.time.has_value(),
        [problem, options] { return counting::count(*problem, options); });
  }
}

/// Adds searches with one thread for each core. Their time is wall-clock time.
void add_threads(Names& names, const std::string& name, const Shared& problem) {
  const unsigned threads = runs::all_cores();
  if (threads == 1) return;
  for (const EngineKind engine : {EngineKind::dancing_links, EngineKind::bit_matrix}) {
    names.push_back(name + "/" + std::string(to_string(engine)) + "_" + std::to_string(threads) +
                    "_threads");
    benchmark::RegisterBenchmark(
        names.back().c_str(),
        [=](benchmark::State& state) {
          Options options{.engine = engine,
                          .method = CountMethod::search,
                          .preprocess = false,
                          .threads = threads};
          const counting::Resources resources = runs::resources(options);
          counting::CountResult result;
          for (auto _ : state) result = counting::count(*problem, options, resources);
          state.counters[solutions_counter] = result.value.to_double();
          state.counters[nodes_counter] = static_cast<double>(result.statistics.nodes);
          state.counters[bytes_counter] = static_cast<double>(result.statistics.memory_bytes);
          state.counters[threads_counter] = threads;
        })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
}

void add_all(Names& names, const std::string& name, Problem problem) {
  const Shared it = shared(std::move(problem));
  add_engines(names, name, it);
  add_methods(names, name, it);
}

/// Adds searches for the walks of a path problem: one with all pruning rules, and one for each set
/// of rules in `without` that is switched off.
void add_walks(Names& names, const std::string& name, PathProblem problem,
               const std::vector<std::pair<std::string, search::PathOptions>>& without,
               const Options& limits, bool every_order = false) {
  const auto shared = std::make_shared<const PathProblem>(std::move(problem));
  add_count(names, name + "/path_links", shared, {},
            search::PathOptions{.every_order = every_order});
  for (auto [what, options] : without) {
    options.every_order = every_order;
    add_count(names, name + "/without_" + what, shared, limits, options);
  }
}

/// Adds snake cubes, both as searches for walks and as exact covers with colours.
void add_snakes(Names& names) {
  const auto puzzle = [](const char* wanted) {
    for (const auto& known : snake::named()) {
      if (known.name == wanted) return snake::Puzzle{.snake = known.snake};
    }
    throw std::runtime_error("no such snake");
  };
  const auto add = [&](const std::string& name, const char* known, const Options& limits) {
    add_walks(names, name, snake::build(puzzle(known)).problem,
              {{"forced_options", {.forced_options = false}},
               {"stranded_options", {.stranded_options = false}},
               {"starved_items", {.starved_items = false}}},
              limits);
    add_count(names, name + "/dancing_links", shared(snake::build_cover(puzzle(known)).problem),
              with_engine(limits, EngineKind::dancing_links));
  };
  add("snake_christmas", "christmas", {});
  // This is the common snake of 4x4x4. The limit is more than twenty times the time of path_links,
  // which is enough for the comparison.
  add("snake_king", "king", {.time = std::chrono::seconds(60)});
  add_walks(names, "all_snakes_3", snake::build_census(3).problem,
            {{"stranded_options", {.stranded_options = false}},
             {"severed_items", {.severed_items = false}},
             {"either", {.stranded_options = false, .severed_items = false}}},
            {}, true);
}

/// Makes the partitions of 18 elements into sets of six. The problem is dense, and has more options
/// than a table of pairs of options can hold.
Problem sets_of_six() {
  constexpr std::uint32_t elements = 18;
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (std::uint32_t i = 0; i < elements; ++i) items.push_back(b.primary(std::to_string(i)));
  for (std::uint32_t set = 0; set < 1U << elements; ++set) {
    std::vector<Entry> option;
    for (std::uint32_t i = 0; i < elements; ++i) {
      if ((set >> i & 1) != 0) option.emplace_back(items[i]);
    }
    if (option.size() == 6) b.option(option);
  }
  return std::move(b).build();
}

void add_naive(Names& names, const std::string& name, polycube::Model model) {
  const auto naive = polycube::count_naively(model);
  if (counting::count(model.problem).value != naive.solutions) {
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
  add_all(names, "soma", soma.problem);
  add_naive(names, "soma", soma);
  add_all(names, "pentominoes_3x20",
          polycube::build(classics::pentominoes::puzzle(lattice::box(20, 3))).problem);
  // A sweep of this problem has tens of millions of states, so only searches are added.
  const Shared pentominoes =
      shared(polycube::build(classics::pentominoes::puzzle(lattice::box(10, 6))).problem);
  add_engines(names, "pentominoes_6x10", pentominoes);
  add_threads(names, "pentominoes_6x10", pentominoes);
  add_methods(names, "pentominoes_6x10", pentominoes, {CountMethod::automatic});
  const Shared solid =
      shared(polycube::build(classics::pentominoes::puzzle(lattice::box(10, 3, 2))).problem);
  add_engines(names, "solid_2x3x10", solid);
  add_methods(names, "solid_2x3x10", solid, {CountMethod::automatic});
  add_all(names, "queens_12", classics::queens::build(12).problem);
  const Shared langford_12 = shared(classics::langford::build(12).problem);
  add_engines(names, "langford_12", langford_12);
  add_methods(names, "langford_12", langford_12,
              {CountMethod::automatic, CountMethod::sweep, CountMethod::memo, CountMethod::zdd,
               CountMethod::signs});
  const Shared sets = shared(sets_of_six());
  add_engines(names, "sets_of_six", sets, {.time = std::chrono::seconds(20)});
  add_methods(names, "sets_of_six", sets, {CountMethod::automatic});
  const Shared dominoes_8 = shared(classics::dominoes::build(lattice::box(8, 8)).problem);
  add_engines(names, "dominoes_8x8", dominoes_8);
  add_methods(names, "dominoes_8x8", dominoes_8);
  for (const int side : {12, 16, 20}) {
    std::vector<CountMethod> methods = {CountMethod::automatic, CountMethod::sweep};
    if (side < 20) methods.push_back(CountMethod::memo);
    if (side < 20) methods.push_back(CountMethod::zdd);
    add_methods(names, "dominoes_" + std::to_string(side) + "x" + std::to_string(side),
                shared(classics::dominoes::build(lattice::box(side, side)).problem), methods);
  }
  add_snakes(names);
  for (const std::string& file : files) {
    io::Input input = io::Input::open(file);
    const auto slash = file.find_last_of('/');
    add_all(names, slash == std::string::npos ? file : file.substr(slash + 1),
            read_knuth_text(input).problem);
  }
  return names;
}

}  // namespace dlx::bench
