// Finds all snakes of a cube and the number of foldings of each.

#include <utility>

#include "dlx/solver.hpp"
#include "options.hpp"
#include "reductions/snake/census.hpp"

namespace dlx::python {
namespace {

py::dict take_census(int side, const Options& options, const py::object& on_progress) {
  const bool progress = !on_progress.is_none();
  const auto [census, status] = run_job(
      [=](Job& job) {
        const snake::CensusModel model = snake::build_census(side);
        Options search = for_job(options, job, nullptr, progress);
        // apps/commands/snakes.cpp explains these settings.
        Solver solver(model.problem, search, {.stranded_options = false, .every_order = true});
        snake::Census found(side);
        while (solver.next()) found.add(model, solver.solution());
        return std::pair(std::move(found), solver.status());
      },
      on_progress);
  const snake::Census::Statistics statistics = census.statistics();
  py::dict d;
  d["status"] = std::string(to_string(status));
  d["foldings"] = census.foldings();
  py::dict numbers;
  numbers["directed"] = statistics.directed;
  numbers["directed_up_to_48"] = statistics.up_to_48;
  numbers["undirected_up_to_48"] = statistics.undirected;
  numbers["snakes"] = statistics.snakes;
  numbers["unique"] = statistics.unique;
  numbers["palindromes"] = statistics.palindromes;
  numbers["most_foldings"] = statistics.most;
  d["statistics"] = numbers;
  d["histogram"] = statistics.histogram;
  return d;
}

}  // namespace

void bind_census(py::module_& module) {
  module.def("census", &take_census);
}

}  // namespace dlx::python
