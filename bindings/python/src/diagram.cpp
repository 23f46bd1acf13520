// Builds the decision diagram of all solutions and runs queries on it.

#include <sstream>

#include "dlx/diagram.hpp"
#include "options.hpp"

namespace dlx::python {
namespace {

/// A decision diagram, with the problem whose solutions it contains.
class Diagram {
 public:
  using Handle = std::shared_ptr<const tables::Zdd>;

  Diagram(ProblemHandle problem, Handle zdd) : problem_(std::move(problem)), zdd_(std::move(zdd)) {}

  [[nodiscard]] py::int_ count() const {
    return to_int(run_job([zdd = zdd_](Job&) { return zdd->count(); }));
  }
  [[nodiscard]] std::size_t nodes() const { return zdd_->node_count(); }
  [[nodiscard]] py::list memberships() const {
    std::vector<py::int_> numbers;
    for (const Natural& in : run_job([zdd = zdd_](Job&) { return zdd->memberships(); })) {
      numbers.push_back(to_int(in));
    }
    return by_place(*problem_, numbers, 0);
  }
  [[nodiscard]] py::list marginals() const {
    return by_place(*problem_, run_job([zdd = zdd_](Job&) { return zdd->marginals(); }), 0.0);
  }
  [[nodiscard]] py::list sample(std::size_t n, std::uint64_t seed) const {
    const auto drawn = run_job([zdd = zdd_, n, seed](Job& job) {
      tables::Zdd::Sampler sampler(*zdd, seed);
      std::vector<std::vector<OptionId>> all;
      while (all.size() < n && !*job.stop()) all.push_back(sampler.sample());
      return all;
    });
    py::list list;
    for (const auto& solution : drawn) list.append(to_places(*problem_, solution));
    return list;
  }
  [[nodiscard]] py::list cheapest(std::uint64_t k) const {
    const auto found =
        run_job([zdd = zdd_, problem = problem_, k](Job&) { return zdd->cheapest(*problem, k); });
    py::list list;
    for (const auto& [cost, options] : found) {
      list.append(py::make_tuple(cost_object(cost, problem_->cost_places()),
                                 to_places(*problem_, options)));
    }
    return list;
  }
  [[nodiscard]] std::string text(bool dot) const {
    return run_job([zdd = zdd_, problem = problem_, dot](Job&) {
      std::ostringstream out;
      dot ? zdd->write_dot(out, *problem) : zdd->write(out, *problem);
      return out.str();
    });
  }

  /// Iterates over the solutions. Each step takes time proportional to the length of the solution's
  /// path in the diagram.
  class Walk {
   public:
    explicit Walk(const Diagram& diagram)
        : problem_(diagram.problem_), zdd_(diagram.zdd_), walker_(*zdd_) {}
    /// Returns the next solution, or None at the end.
    py::object next() {
      if (!walker_.next()) return py::none();
      return to_places(*problem_, walker_.solution());
    }

   private:
    ProblemHandle problem_;
    Handle zdd_;
    tables::Zdd::Walker walker_;
  };

 private:
  ProblemHandle problem_;
  Handle zdd_;
};

/// Builds the diagram. If a limit is reached, returns the status without a diagram.
std::pair<std::string, std::optional<Diagram>> build(const ProblemHandle& problem,
                                                     const Options& options) {
  tables::ZddResult result = run_job([=](Job& job) {
    return make_diagram(*problem, {.control = search::control_of(for_job(options, job, nullptr)),
                                   .memory_limit = memory_of(options)});
  });
  std::optional<Diagram> diagram;
  if (result.zdd)
    diagram.emplace(problem, std::make_shared<const tables::Zdd>(std::move(*result.zdd)));
  return {std::string(to_string(result.status)), std::move(diagram)};
}

}  // namespace

void bind_diagram(py::module_& module) {
  py::class_<Diagram::Walk>(module, "Walk", "An iterator over the solutions of a diagram.")
      .def("next", &Diagram::Walk::next);
  py::class_<Diagram>(module, "Diagram", "The decision diagram of all solutions.")
      .def("count", &Diagram::count)
      .def("nodes", &Diagram::nodes)
      .def("memberships", &Diagram::memberships)
      .def("marginals", &Diagram::marginals)
      .def("sample", &Diagram::sample)
      .def("cheapest", &Diagram::cheapest)
      .def("text", &Diagram::text)
      .def("walk", [](const Diagram& diagram) { return Diagram::Walk(diagram); });
  module.def("build_diagram", &build);
}

}  // namespace dlx::python
