// All snakes of a cube and the number of foldings of each.

#include <map>

#include "dlx/solver.hpp"
#include "options.hpp"
#include "reductions/snake/census.hpp"

namespace dlx::python {
namespace {

struct Census {
  std::map<std::string, std::uint64_t> foldings;
  snake::Census::Statistics statistics;
  Status status;
};

py::dict take_census(int side, const Options& options, const py::object& on_progress) {
  const bool progress = !on_progress.is_none();
  const Census made = run_job(
      [=](Job& job) {
        const snake::CensusModel model = snake::build_census(side);
        SearchOptions search = options.search(job, progress);
        search.preprocess = false;  // there is no such thing for walks
        // Both rules together are the quickest: see apps/commands/snakes.cpp.
        Solver solver(model.problem, search, {.stranded_options = false, .every_order = true});
        snake::Census census(side);
        while (solver.next()) census.add(model, solver.solution());
        return Census{census.foldings(), census.statistics(), solver.status()};
      },
      on_progress);
  py::dict d;
  d["status"] = std::string(to_string(made.status));
  d["foldings"] = made.foldings;
  d["directed"] = made.statistics.directed;
  d["up_to_48"] = made.statistics.up_to_48;
  d["undirected"] = made.statistics.undirected;
  d["unique"] = made.statistics.unique;
  d["palindromes"] = made.statistics.palindromes;
  return d;
}

}  // namespace

void bind_census(py::module_& module) {
  module.def("census", &take_census);
}

}  // namespace dlx::python
