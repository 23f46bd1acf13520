// Finds solutions one after another, representatives of classes, and the cheapest solutions.

#include <algorithm>
#include <variant>

#include "dlx/cheapest.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/cheapest.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "puzzle.hpp"

namespace dlx::python {
namespace {

struct Found {
  /// The options of a solution, in the order in which the search chose them.
  std::vector<OptionId> options = {};
  Natural class_size = {};  ///< number of symmetric solutions in the class; 0 without classes
};

/// A problem, or a puzzle whose solutions are walks, and which of its solutions to find.
struct Searched {
  ProblemHandle problem;  ///< null if solutions are walks
  PuzzleHandle walks;
  bool one_of_each_class = false;
  GroupHandle group = {};  ///< symmetry group of the classes; null: all automorphisms
};

/// Finds solutions in batches. The thread of the search may find more solutions than Python has
/// asked for, but runs ahead for at most some milliseconds. The search is also constructed in this
/// thread.
class Batch final : public Job {
 public:
  Batch(Searched searched, const Options& options)
      : searched_(std::move(searched)), options_(options) {
    // Checks the values of the options now, and not when Python asks for the first solution.
    (void)search_options();
  }

  void work() override {
    if (search_.index() == 0 && !begin()) return;
    std::visit([this](auto& search) { find(search); }, search_);
  }

  std::size_t most = 1;  ///< maximum number of solutions in the next batch
  // Results of the last batch of solutions.
  std::vector<Found> found = {};
  Status status = Status::running;
  search::Statistics statistics = {};
  EngineKind engine = EngineKind::automatic;

 private:
  [[nodiscard]] Options search_options() {
    Options search = for_job(options_, *this, searched_.problem.get());
    search.up_to = UpTo::none;  // Batch itself selects classes, see one_of_each_class
    return search;
  }

  bool begin() {
    Options search = search_options();
    if (searched_.walks) {
      most_walks_ = std::exchange(search.solutions, {});
      search_.emplace<Solver>(*searched_.walks->walks(), search);
      return true;
    }
    const Problem& problem = *searched_.problem;
    if (!searched_.one_of_each_class) {
      search_.emplace<Solver>(problem, search, runs::search_jobs(search));
      return true;
    }
    const search::Deadline deadline(search);
    std::optional<symmetry::SymmetryGroup> group;
    if (searched_.group) {
      group.emplace(*searched_.group);
    } else {
      group = symmetry::whole_group(problem, {.control = deadline.rest()});
      if (!group) {
        status = deadline.why_ended();
        return false;
      }
      search.time = deadline.left();
    }
    search_.emplace<Representatives>(problem, *std::move(group), search);
    return true;
  }

  void find(std::monostate) {}
  template <class Search>
  void find(Search& search) {
    constexpr auto longest = std::chrono::milliseconds(2);
    const auto start = std::chrono::steady_clock::now();
    status = Status::running;
    do {
      const bool enough = most_walks_ && walks_found_ == *most_walks_;
      if (enough || !search.next()) {
        status = enough ? Status::solution_limit : search.status();
        break;
      }
      const auto solution = search.solution();
      if (searched_.walks && !searched_.walks->is_representative(solution)) continue;
      ++walks_found_;
      Found& each = found.emplace_back();
      each.options.assign(solution.begin(), solution.end());
      if constexpr (std::is_same_v<Search, Representatives>) each.class_size = search.class_size();
    } while (found.size() < most && std::chrono::steady_clock::now() - start < longest);
    statistics = search.statistics();
    engine = search.engine();
  }

  Searched searched_;
  Options options_;
  std::variant<std::monostate, Solver, Representatives> search_;
  std::optional<std::uint64_t> most_walks_ = {};
  std::uint64_t walks_found_ = 0;
};

/// The C++ object behind a Python iterator over solutions. Only one thread at a time may use it. A
/// lock of the Python class ensures that.
class Search {
 public:
  Search(const Searched& searched, const Options& options)
      : problem_(searched.problem), batch_(std::make_shared<Batch>(searched, options)) {}

  /// The next solution as a tuple: the indices of its options, and the size of its class or None.
  /// Returns None after the last solution. Solutions that were found but not yet returned are
  /// stored in this object, so that an exception in a signal handler cannot lose them.
  py::object next() {
    while (next_ == found_.size() && status_ == Status::running) search();
    if (next_ == found_.size()) return py::none();
    const Found& found = found_[next_++];
    const bool has_size = found.class_size != 0;
    return py::make_tuple(problem_ ? to_places(*problem_, found.options) : to_tuple(found.options),
                          has_size ? py::object(to_int(found.class_size)) : py::none());
  }

  /// The status is `running` as long as a stored solution has not been returned.
  [[nodiscard]] std::string status() const {
    return std::string(to_string(next_ < found_.size() ? Status::running : status_));
  }
  [[nodiscard]] std::string engine() const { return std::string(to_string(engine_)); }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  void search() {
    run(batch_, py::none());
    batch_->most = std::min<std::size_t>(2 * batch_->most, 1024);
    found_ = std::exchange(batch_->found, {});
    next_ = 0;
    status_ = batch_->status;
    nodes_ = batch_->statistics.nodes;
    engine_ = batch_->engine;
  }

  ProblemHandle problem_;  // null if solutions are walks
  std::shared_ptr<Batch> batch_;
  std::vector<Found> found_ = {};
  std::size_t next_ = 0;  // index in found_ of the next solution to return
  Status status_ = Status::running;
  std::uint64_t nodes_ = 0;
  EngineKind engine_ = EngineKind::automatic;
};

/// Finds or counts the `k` cheapest solutions or, without `k`, all solutions of the least cost.
/// If `unit` is true, each option costs 1. If `count` is true, solutions are counted and not
/// listed.
py::dict find_cheapest(const ProblemHandle& problem, std::optional<std::uint64_t> k, bool unit,
                       bool count, const Options& options, const py::object& on_progress) {
  const bool progress = !on_progress.is_none();
  const search::CheapestResult result = run_job(
      [=](Job& job) {
        std::optional<Problem> counted;
        if (unit) counted = ProblemBuilder::with_unit_costs(*problem);
        const Problem& costs = counted ? *counted : *problem;
        Options search = for_job(options, job, problem.get(), progress);
        search.on_progress = search::steady(search.on_progress);
        return runs::cheapest(costs, {.k = k, .count = count}, search, {.of_options = unit});
      },
      on_progress);
  const search::CostGap gap = result.gap();
  const int places = result.places;
  py::list solutions;
  for (const search::CostedSolution& s : result.solutions) {
    solutions.append(py::make_tuple(cost_object(s.cost, places), to_places(*problem, s.options)));
  }
  py::dict d;
  d["solutions"] = solutions;
  d["status"] = std::string(to_string(result.status));
  d["count"] = result.count;
  d["lower_bound"] = gap.bound ? cost_object(*gap.bound, places) : py::none();
  d["gap"] = gap.share();
  return d;
}

}  // namespace

void bind_search(py::module_& module) {
  py::class_<Search>(module, "Search", "A search that finds solutions in batches.")
      .def(py::init([](ProblemHandle problem, const Options& options, bool one_of_each_class,
                       GroupHandle symmetries) {
             return Search({std::move(problem), {}, one_of_each_class, std::move(symmetries)},
                           options);
           }),
           py::arg("problem"), py::arg("options"), py::arg("one_of_each_class"),
           py::arg("symmetries") = py::none())
      .def(py::init([](PuzzleHandle walks, const Options& options) {
        return Search({{}, std::move(walks)}, options);
      }))
      .def("next", &Search::next)
      .def_property_readonly("status", &Search::status)
      .def_property_readonly("engine", &Search::engine)
      .def_property_readonly("nodes", &Search::nodes);
  module.def("cheapest", &find_cheapest);
}

}  // namespace dlx::python
