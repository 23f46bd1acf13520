// Counts solutions, estimates their number, and finds symmetries of problems.

#include <numeric>
#include <vector>

#include "dlx/counting/counter.hpp"
#include "dlx/estimate.hpp"
#include "dlx/runs/count.hpp"
#include "dlx/search/control.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/symmetry_text.hpp"
#include "puzzle.hpp"

namespace dlx::python {
namespace {

using Clock = std::chrono::steady_clock;

/// Counts solutions or classes. If `group` is not null, counts classes under this group. Otherwise
/// `options` say what is counted.
py::dict count_problem(const ProblemHandle& problem, const Options& options,
                       const py::object& on_progress, const GroupHandle& group) {
  const auto start = Clock::now();
  const runs::RunResult result = run_job(
      [=, progress = !on_progress.is_none()](Job& job) {
        std::optional<symmetry::SymmetryGroup> given;
        if (group) given.emplace(*group);
        return runs::count(*problem, for_job(options, job, &*problem, progress),
                           given ? &*given : nullptr);
      },
      on_progress);
  py::dict d = to_dict(result, search::seconds_since(start));
  if (result.classes) {
    d["solutions"] = to_int(result.classes->solutions);
  } else if (group || options.up_to != UpTo::none) {
    d["solutions"] = py::none();
  }
  return d;
}

/// Counts the solutions of a puzzle whose solutions are walks. If every walk is a separate
/// solution, the engine counts without stopping at each walk. If a puzzle treats some walks as
/// equal, such as a folding and its reverse, the function visits all walks and counts one of each
/// class.
py::dict count_walks(const PuzzleHandle& walks, const Options& options,
                     const py::object& on_progress) {
  const auto start = Clock::now();
  counting::CountResult result = run_job(
      [=, progress = !on_progress.is_none()](Job& job) {
        Options search = for_job(options, job, nullptr, progress);
        if (walks->all_are_representatives())
          return counting::count_by_search(*walks->walks(), search);
        Solver solver(*walks->walks(), search);
        counting::CountResult found;
        while (solver.next()) {
          if (walks->is_representative(solver.solution())) ++found.value;
        }
        found.status = solver.status();
        found.statistics = solver.statistics();
        found.engine = solver.engine();
        return found;
      },
      on_progress);
  result.why = "solutions are walks";
  result.symmetry = "broken by the puzzle";
  return to_dict(result, search::seconds_since(start));
}

py::dict find_automorphisms(const ProblemHandle& problem, const Options& options) {
  const symmetry::Automorphisms group = run_job([=](Job& job) {
    return symmetry::automorphisms(*problem,
                                   {.control = search::control_of(for_job(options, job, nullptr))});
  });
  py::dict d;
  d["complete"] = group.complete;
  d["order"] = to_int(group.order);
  py::list generators;
  // Python's lists of options also contain the options that the reader dropped. The image of a
  // dropped option is this option itself.
  const auto options_by_place = [&](const auto& images) {
    std::vector<std::uint32_t> places(problem->last_number());
    std::iota(places.begin(), places.end(), 0U);
    for (std::uint32_t o = 0; o < problem->option_count(); ++o) {
      places[place(*problem, OptionId{o})] =
          place(*problem, OptionId{static_cast<std::uint32_t>(images[o])});
    }
    return places;
  };
  for (const symmetry::MatrixPermutation& generator : group.generators) {
    generators.append(py::make_tuple(to_tuple(generator.items),
                                     py::tuple(py::cast(options_by_place(generator.options)))));
  }
  d["generators"] = generators;
  d["orbit_of_item"] = group.orbit_of_item;
  d["orbit_of_option"] = options_by_place(group.orbit_of_option);
  return d;
}

/// Converts the value to a Python float, or to an int if the value is too large for a float.
py::object to_number(const WideReal& value) {
  if (value.fits_double()) return py::float_(value.to_double());
  constexpr int bits = 53;
  const py::int_ mantissa(static_cast<std::int64_t>(std::ldexp(value.mantissa(), bits)));
  return mantissa.attr("__lshift__")(value.exponent() - bits);
}

py::dict make_estimate(const ProblemHandle& problem, std::optional<std::uint64_t> probes,
                       std::uint64_t seed, const Options& options) {
  const Estimate e = run_job([=](Job& job) {
    return estimate(*problem, {.probes = probes,
                               .seed = seed,
                               .control = search::control_of(for_job(options, job, nullptr))});
  });
  py::dict d;
  d["solutions"] = to_number(e.solutions);
  d["solutions_error"] = to_number(e.solutions_error);
  d["nodes"] = to_number(e.nodes);
  d["nodes_error"] = to_number(e.nodes_error);
  d["probes"] = e.probes;
  d["hits"] = e.hits;
  return d;
}

std::string text_of_symmetry(const ProblemHandle& problem, const std::vector<std::uint32_t>& items,
                             const std::vector<std::uint32_t>& options) {
  symmetry::MatrixPermutation symmetry;
  for (const std::uint32_t item : items) symmetry.items.push_back(ItemId{item});
  for (std::uint32_t o = 0; o < problem->option_count(); ++o) {
    const std::uint32_t image = options.at(place(*problem, OptionId{o}));
    symmetry.options.push_back(option_at(*problem, image).value());
  }
  return symmetry_text(*problem, symmetry);
}

}  // namespace

py::dict to_dict(const counting::CountResult& result, double seconds) {
  py::dict d;
  d["value"] = to_int(result.value);
  d["status"] = to_string(result.status);
  d["method"] = to_string(result.method);
  d["engine"] = to_string(result.engine);
  d["why"] = result.why;
  d["symmetry"] = result.symmetry;
  d["fingerprint"] = py::none();
  if (result.fingerprint) d["fingerprint"] = result.fingerprint->value();
  d["solutions"] = to_int(result.value);
  d["states"] = result.states;
  d["nodes"] = result.statistics.nodes;
  d["updates"] = result.statistics.updates;
  d["memory_bytes"] = result.statistics.memory_bytes;
  d["seconds"] = seconds;
  return d;
}

void bind_counts(py::module_& module) {
  module.def("count", &count_problem);
  module.def("count_walks", &count_walks);
  module.def("automorphisms", &find_automorphisms);
  module.def("symmetry_text", &text_of_symmetry);
  module.def("estimate", &make_estimate);
}

}  // namespace dlx::python
