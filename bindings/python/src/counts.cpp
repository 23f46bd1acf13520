// Counts, estimates and symmetries.

#include <numeric>
#include <string_view>
#include <vector>

#include "dlx/certificate/certified_count.hpp"
#include "dlx/classes.hpp"
#include "dlx/count.hpp"
#include "dlx/estimate.hpp"
#include "dlx/runs/saved_run.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/symmetry_text.hpp"
#include "puzzle.hpp"

namespace dlx::python {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

py::dict count_all(const ProblemHandle& problem, const Options& options,
                   const py::object& on_progress, const std::string& certificate_path) {
  const auto start = Clock::now();
  const counting::CountResult result = run_job(
      [=, progress = !on_progress.is_none()](Job& job) {
        return count(*problem,
                     certificate::CertifiedCount{certificate_path, options.count(job, progress)});
      },
      on_progress);
  return to_dict(result, seconds_since(start));
}

/// Counts in a file, which is made or continued, as the command does with --checkpoint: `dlx
/// resume` continues a run made here, and this function a run of `dlx count`.
py::dict count_saved(const ProblemHandle& problem, const Options& options,
                     const py::object& on_progress, const std::string& path) {
  const auto start = Clock::now();
  const counting::CountResult result = run_job(
      [=](Job& job) -> counting::CountResult {
        runs::RunOptions wanted{.count = options.count(job, true)};
        const CountMethod method = wanted.count.method;
        if (method != CountMethod::automatic && method != CountMethod::search) {
          throw std::invalid_argument("a checkpoint is for method 'auto' or 'search', not '" +
                                      std::string(to_string(method)) + "'");
        }
        runs::SavedRun run(*problem, path, std::move(wanted));
        run.run();
        return run.result();
      },
      on_progress);
  return to_dict(result, seconds_since(start));
}

/// Classes, and the order of the group that makes them; 0 if that was not found.
struct Classes {
  ClassesResult result;
  Natural order = 0;
};

/// Of classes under a group; null: under all automorphisms.
py::dict count_up_to(const ProblemHandle& problem, const Options& options,
                     const py::object& on_progress, const GroupHandle& group,
                     const std::string& certificate_path) {
  const auto start = Clock::now();
  const Classes outcome = run_job(
      [=, progress = !on_progress.is_none()](Job& job) {
        counting::CountOptions wanted = options.count(job, progress);
        wanted.fingerprint_seed.reset();
        const auto classes_of = [&](const symmetry::SymmetryGroup& symmetries) {
          const certificate::CertifiedCount certified{certificate_path, wanted};
          return Classes{count_classes(*problem, symmetries, certified), symmetries.order()};
        };
        if (group) return classes_of(symmetry::SymmetryGroup(*group));
        auto& time = wanted.search.control.limits.time;
        const std::optional<symmetry::SymmetryGroup> all = symmetry::whole_group(
            *problem, {.control = {.limits = {.time = time}, .stop = job.stop()}});
        if (!all) {
          Classes none;
          none.result.status = *job.stop() ? Status::stopped : Status::time_limit;
          return none;
        }
        take_off(time, start);
        return classes_of(*all);
      },
      on_progress);
  const ClassesResult& result = outcome.result;
  const counting::CountResult classes{
      .value = result.classes,
      .status = result.status,
      .statistics = result.statistics,
      .method = result.method,
      .engine = result.engine,
      .why = result.why,
      .symmetry = outcome.order == 0 ? "not found" : outcome.order.to_string()};
  py::dict d = to_dict(classes, seconds_since(start));
  d["solutions"] = to_int(result.solutions);
  return d;
}

/// Of walks: all of them by a search that need not visit each, or one of those that are the same.
py::dict count_walks(const PuzzleHandle& walks, const Options& options,
                     const py::object& on_progress) {
  const auto start = Clock::now();
  counting::CountResult result = run_job(
      [=, progress = !on_progress.is_none()](Job& job) {
        search::SearchOptions search = options.search(job, progress);
        search.preprocess = false;  // there is no such thing for walks
        if (walks->all_are_representatives()) return count_by_search(*walks->walks(), search);
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
  return to_dict(result, seconds_since(start));
}

py::dict find_automorphisms(const ProblemHandle& problem, std::optional<double> seconds) {
  const symmetry::Automorphisms group = run_job([=](Job& job) {
    symmetry::AutomorphismOptions options;
    options.control.limits.time.reset();
    if (seconds) options.control.limits.time = nanoseconds(*seconds);
    options.control.stop = job.stop();
    return automorphisms(*problem, options);
  });
  py::dict d;
  d["complete"] = group.complete;
  d["order"] = to_int(group.order);
  py::list generators;
  // An option that was dropped stays where it is.
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

/// A float, or an int where that is too small.
py::object to_number(const WideReal& value) {
  if (value.fits_double()) return py::float_(value.to_double());
  constexpr int bits = 53;
  const py::int_ mantissa(static_cast<std::int64_t>(std::ldexp(value.mantissa(), bits)));
  return mantissa.attr("__lshift__")(value.exponent() - bits);
}

py::dict make_estimate(const ProblemHandle& problem, std::optional<std::uint64_t> probes,
                       std::uint64_t seed, std::optional<double> seconds) {
  const Estimate e = run_job([=](Job& job) {
    EstimateOptions options;
    options.probes = probes;
    options.seed = seed;
    if (seconds) options.control.limits.time = nanoseconds(*seconds);
    options.control.stop = job.stop();
    return estimate(*problem, options);
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
  module.def("count", &count_all);
  module.def("count_classes", &count_up_to);
  module.def("count_walks", &count_walks);
  module.def("count_saved", &count_saved);
  module.def("automorphisms", &find_automorphisms);
  module.def("symmetry_text", &text_of_symmetry);
  module.def("estimate", &make_estimate);
}

}  // namespace dlx::python
