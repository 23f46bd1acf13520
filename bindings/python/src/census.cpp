// All snakes of a cube and the number of foldings of each.

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
        search::SearchOptions search = options.search(job, nullptr, progress);
        search.preprocess = false;  // there is no such thing for walks
        // Both rules together are the quickest: see apps/commands/snakes.cpp.
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
  d["directed"] = statistics.directed;
  d["up_to_48"] = statistics.up_to_48;
  d["undirected"] = statistics.undirected;
  d["unique"] = statistics.unique;
  d["palindromes"] = statistics.palindromes;
  return d;
}

}  // namespace

void bind_census(py::module_& module) {
  module.def("census", &take_census);
}

}  // namespace dlx::python
