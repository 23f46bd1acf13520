#include "dlx/runs/carried_unit.hpp"

#include <chrono>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "dlx/certificate/certificate_file.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/runs/open_work_bytes.hpp"
#include "dlx/runs/sealed_text.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/solver.hpp"

namespace dlx::runs {
namespace {

constexpr SealedKind run_kind{"dlx-carried-run 2", "a run for a worker of this version"};
constexpr SealedKind unit_kind{"dlx-carried-unit 1", "a unit for a worker of this version"};
const std::string result_line = std::string(carried_result_word) + "3";
const SealedKind result_kind{result_line, "a result of a worker of this version"};

/// Stores the solutions of one unit of work in memory.
class Keeper final : public SolutionSink {
 public:
  explicit Keeper(std::vector<std::vector<OptionId>>& solutions) : solutions_(&solutions) {}
  std::uint64_t add(std::span<const OptionId> solution) override {
    solutions_->emplace_back(solution.begin(), solution.end());
    return 1;
  }
  std::string close() override { return {}; }

 private:
  std::vector<std::vector<OptionId>>* solutions_;
};

}  // namespace

std::string to_text(const CarriedRun& run) {
  std::string text = std::string(run_kind.first_line) + '\n' + line_of("program", run.program) +
                     line_of("engine", to_string(run.search.engine)) +
                     line_of("branching", to_string(search::rule_of(run.search)));
  std::vector<std::uint64_t> order;
  const std::vector<ItemId> items = search::items_of(run.search.order, run.problem);
  for (const ItemId item : std::span(items).first(run.search.order.size())) {
    order.push_back(index(item));
  }
  text += line_of("order", numbers_text(order)) + line_of("task", run.listing ? "list" : "count") +
          line_of("weighted", run.weighted ? 1 : 0);
  for (const OptionWeight& weight : run.weights) {
    text += line_of("weight",
                    std::to_string(weight.ways) + ' ' + std::to_string(weight.factor.value()));
  }
  if (run.trace) {
    const std::vector<std::uint64_t> branches(run.trace->branches.begin(),
                                              run.trace->branches.end());
    text += line_of("branches", numbers_text(branches));
    text += line_of("originals", options_text(run.trace->options));
  }
  return sealed(text + "problem\n" + indented(run.problem));
}

CarriedRun read_carried_run(io::Input& input) {
  return read_sealed(input, run_kind, [&](SealedLines& lines) {
    const std::string program = lines.next("program");
    Options search{.engine = engine_in(lines.next("engine")),
                   .branching = by_name<BranchingRule>("branching rule", lines.next("branching"))};
    const std::vector<std::uint64_t> order = numbers_in(lines.next("order"));
    const std::string task = lines.next("task");
    if (task != "list" && task != "count") lines.damaged("its task is none");
    const bool weighted = lines.next_number("weighted") != 0;
    std::vector<OptionWeight> weights;
    while (lines.has("weight")) {
      const std::string two = lines.next("weight");
      const auto blank = two.find(' ');
      if (blank == std::string::npos) lines.damaged("half a weight");
      weights.push_back(
          {number_in<std::uint64_t>(std::string_view(two).substr(0, blank)),
           Residue(number_in<std::uint64_t>(std::string_view(two).substr(blank + 1)))});
    }
    std::optional<search::TraceNumbers> trace;
    if (lines.has("branches")) {
      trace.emplace();
      for (const std::uint64_t code : numbers_in(lines.next("branches"))) {
        trace->branches.push_back(static_cast<std::uint32_t>(code));
      }
      trace->options = options_in(lines.next("originals"));
    }
    Problem problem = lines.next_problem();
    lines.end();
    if (trace && (trace->branches.size() != problem.item_count() ||
                  (!trace->options.empty() && trace->options.size() != problem.option_count()))) {
      lines.damaged("its numbers for a certificate are not those of the problem");
    }
    if (weights.size() != (weighted ? problem.option_count() : 0)) {
      lines.damaged("its weights are not those of the problem");
    }
    for (const std::uint64_t item : order) {
      if (item >= problem.primary_count()) lines.damaged("an item that there is not");
      search.order.emplace_back(problem.name(ItemId{static_cast<std::uint32_t>(item)}));
    }
    return CarriedRun{.program = program,
                      .search = std::move(search),
                      .listing = task == "list",
                      .weighted = weighted,
                      .weights = std::move(weights),
                      .trace = std::move(trace),
                      .problem = std::move(problem)};
  });
}

std::string to_text(const CarriedUnit& unit) {
  return sealed(std::string(unit_kind.first_line) + '\n' + line_of("run", unit.run) +
                line_of("id", unit.unit.id) + line_of("budget", unit.unit.nodes) +
                line_of("part", unit.unit.part));
}

CarriedUnit read_carried_unit(io::Input& input) {
  return read_sealed(input, unit_kind, [&](SealedLines& lines) {
    CarriedUnit unit;
    unit.run = lines.next("run");
    unit.unit.id = lines.next_number("id");
    unit.unit.nodes = lines.next_number("budget");
    unit.unit.part = lines.next_part("part");
    lines.end();
    return unit;
  });
}

std::string to_text(const CarriedResult& result) {
  std::string text = result_line + '\n' + line_of("unit", result.unit) +
                     line_of("program", result.program) + line_of("nanoseconds", result.time_ns) +
                     line_of("solutions", result.sums.solutions.to_string()) +
                     line_of("fingerprint", result.sums.fingerprint.value()) +
                     line_of("nodes", result.sums.nodes) + line_of("updates", result.sums.updates) +
                     line_of("levels", numbers_text(result.sums.nodes_per_level)) +
                     line_of("rest", result.rest);
  for (const auto& solution : result.solutions) text += line_of("found", options_text(solution));
  if (!result.trace.empty()) text += line_of("trace", hex(result.trace));
  return sealed(std::move(text));
}

CarriedResult read_carried_result(io::Input& input) {
  return read_sealed(input, result_kind, [&](SealedLines& lines) {
    CarriedResult result;
    result.unit = lines.next("unit");
    result.program = lines.next("program");
    result.time_ns = lines.next_number("nanoseconds");
    result.sums.solutions = Natural::parse(lines.next("solutions"));
    result.sums.fingerprint = Residue(lines.next_number("fingerprint"));
    result.sums.nodes = lines.next_number("nodes");
    result.sums.updates = lines.next_number("updates");
    result.sums.nodes_per_level = numbers_in(lines.next("levels"));
    result.rest = lines.next_part("rest");
    while (lines.has("found")) result.solutions.push_back(options_in(lines.next("found")));
    if (lines.has("trace")) result.trace = from_hex(lines.next("trace"));
    lines.end();
    return result;
  });
}

CarriedResult search_carried(const CarriedRun& run, const std::string& digest,
                             const CarriedUnit& unit) {
  if (unit.run != digest) throw std::invalid_argument("the unit is of another run");
  CarriedResult result;
  result.unit = certificate::sha256(to_text(unit));
  result.program = run.program;
  std::unique_ptr<UnitTrace> trace;
  if (run.trace) {
    trace = std::make_unique<UnitTrace>(
        *run.trace, [&](const Unit&, std::span<const std::uint8_t> bytes) {
          result.trace = certificate::CertificateFile::packed(bytes);
          return std::string();
        });
  }
  Options search = run.search;
  if (trace) search.trace = &trace->trace();
  Solver solver(run.problem, search);
  const std::unique_ptr<UnitWorker> worker =
      run.listing ? listing_worker(
                        std::move(solver),
                        [&](std::uint64_t) { return std::make_unique<Keeper>(result.solutions); },
                        std::move(trace))
                  : counting_worker(std::move(solver), run.weighted ? Tally(run.weights) : Tally(),
                                    std::move(trace));
  const auto start = std::chrono::steady_clock::now();
  result.sums = worker->work(unit.unit, result.rest);
  result.time_ns = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
          .count());
  return result;
}

void check_carried(const CarriedResult& result, const CarriedUnit& unit, const CarriedRun& run) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(result.program == run.program, "the result is of another version of dlx");
  require(result.unit == certificate::sha256(to_text(unit)), "the result is of another unit");
  require(!result.rest.whole || unit.unit.part.whole, "more was left than there was");
  const Sums& sums = result.sums;
  require(sums.nodes <= unit.unit.nodes, "more nodes than it was to have");
  require(sums.nodes == 0 || to_bytes(result.rest) != to_bytes(unit.unit.part),
          "all is left of it, and yet something was done");
  require(std::accumulate(sums.nodes_per_level.begin(), sums.nodes_per_level.end(),
                          std::uint64_t{0}) == sums.nodes,
          "its nodes are not those of its levels");
  const auto known = [&](std::span<const OptionId> options) {
    for (const OptionId option : options) {
      if (index(option) >= run.problem.option_count() && option != search::OpenWork::closing)
        return false;
    }
    return true;
  };
  require(known(result.rest.path), "an option that there is not");
  for (const search::OpenWork::Branch& branch : result.rest.branches) {
    require(known(branch.ways), "an option that there is not");
  }
  require(run.listing ? sums.solutions == result.solutions.size() : result.solutions.empty(),
          "its solutions are not as many as it says");
  require(run.trace.has_value() != result.trace.empty(),
          "its piece of the certificate is missing, or was not wanted");
  for (const auto& solution : result.solutions) {
    for (const OptionId option : solution) {
      require(index(option) < run.problem.option_count(), "an option that there is not");
    }
  }
}

}  // namespace dlx::runs
