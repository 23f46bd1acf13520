// Counts, estimates and symmetries.

#include <string_view>
#include <vector>

#include "dlx/classes.hpp"
#include "dlx/count.hpp"
#include "dlx/estimate.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/symmetry_text.hpp"
#include "options.hpp"

namespace dlx::python {
namespace {

using Clock = std::chrono::steady_clock;

py::str text(std::string_view words) {
  return py::str(words.data(), words.size());
}

void add_statistics(py::dict& d, const Statistics& statistics, Clock::time_point start) {
  d["nodes"] = statistics.nodes;
  d["updates"] = statistics.updates;
  d["memory_bytes"] = statistics.memory_bytes;
  d["seconds"] = std::chrono::duration<double>(Clock::now() - start).count();
}

py::dict count_all(const ProblemHandle& problem, const Options& options,
                   const py::object& on_progress) {
  const auto start = Clock::now();
  const CountResult result =
      run_job([=, progress = !on_progress.is_none()](
                  Job& job) { return count(*problem, options.count(job, progress)); },
              on_progress);
  py::dict d;
  d["value"] = to_int(result.value);
  d["status"] = text(to_string(result.status));
  d["method"] = text(to_string(result.method));
  d["engine"] = text(to_string(result.engine));
  d["why"] = result.why;
  d["symmetry"] = result.symmetry;
  d["fingerprint"] = py::none();
  if (result.fingerprint) d["fingerprint"] = result.fingerprint->value();
  d["solutions"] = to_int(result.value);
  d["states"] = result.states;
  add_statistics(d, result.statistics, start);
  return d;
}

/// Of classes under all automorphisms.
py::dict count_up_to_all(const ProblemHandle& problem, const Options& options,
                         const py::object& on_progress) {
  const auto start = Clock::now();
  struct Outcome {
    ClassesResult result;
    Natural order = 0;
  };
  const Outcome outcome = run_job(
      [=, progress = !on_progress.is_none()](Job& job) {
        CountOptions count_options = options.count(job, progress);
        count_options.fingerprint_seed.reset();
        auto& time = count_options.search.control.limits.time;
        Automorphisms group =
            automorphisms(*problem, {.control = {.limits = {.time = time}, .stop = job.stop()}});
        Outcome o;
        if (!group.complete) {
          o.result.status = *job.stop() ? Status::stopped : Status::time_limit;
          return o;
        }
        o.order = group.order;
        take_off(time, start);
        const SymmetryGroup symmetries(*problem, std::move(group));
        o.result = count_classes(*problem, symmetries, count_options);
        return o;
      },
      on_progress);
  const ClassesResult& result = outcome.result;
  py::dict d;
  d["value"] = to_int(result.classes);
  d["status"] = text(to_string(result.status));
  d["method"] = text(to_string(result.method));
  d["engine"] = text(to_string(result.engine));
  d["why"] = result.why;
  d["symmetry"] = outcome.order == 0 ? std::string("not found") : outcome.order.to_string();
  d["fingerprint"] = py::none();
  d["solutions"] = to_int(result.solutions);
  d["states"] = 0;
  add_statistics(d, result.statistics, start);
  return d;
}

py::dict find_automorphisms(const ProblemHandle& problem, std::optional<double> seconds) {
  const Automorphisms group = run_job([=](Job& job) {
    AutomorphismOptions options;
    options.control.limits.time.reset();
    if (seconds) options.control.limits.time = nanoseconds(*seconds);
    options.control.stop = job.stop();
    return automorphisms(*problem, options);
  });
  py::dict d;
  d["complete"] = group.complete;
  d["order"] = to_int(group.order);
  py::list generators;
  for (const MatrixPermutation& generator : group.generators) {
    generators.append(py::make_tuple(to_tuple(generator.items), to_tuple(generator.options)));
  }
  d["generators"] = generators;
  d["orbit_of_item"] = group.orbit_of_item;
  d["orbit_of_option"] = group.orbit_of_option;
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

py::str text_of_symmetry(const ProblemHandle& problem, const std::vector<std::uint32_t>& items,
                         const std::vector<std::uint32_t>& options) {
  MatrixPermutation symmetry;
  for (const std::uint32_t item : items) symmetry.items.push_back(ItemId{item});
  for (const std::uint32_t option : options) symmetry.options.push_back(OptionId{option});
  return text(symmetry_text(*problem, symmetry));
}

}  // namespace

void bind_counts(py::module_& module) {
  module.def("count", &count_all);
  module.def("count_classes", &count_up_to_all);
  module.def("automorphisms", &find_automorphisms);
  module.def("symmetry_text", &text_of_symmetry);
  module.def("estimate", &make_estimate);
}

}  // namespace dlx::python
