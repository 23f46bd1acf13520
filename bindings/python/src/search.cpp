// Solutions one after another, one of each class, and the cheapest.

#include <algorithm>

#include "dlx/cheapest.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/representatives.hpp"
#include "dlx/search/deadline.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "puzzle.hpp"

namespace dlx::python {
namespace {

using Clock = std::chrono::steady_clock;

struct Found {
  std::vector<OptionId> options;  // as the search has them
  Natural class_size = {};        // of a representative
};

/// A search that is made when it is first asked, in the thread of the job.
class Source {
 public:
  virtual ~Source() = default;
  /// Nothing: status() says why.
  virtual std::optional<Found> next(Job& job) = 0;
  [[nodiscard]] virtual Status status() const = 0;
  [[nodiscard]] virtual search::Statistics statistics() const = 0;
  [[nodiscard]] virtual EngineKind engine() const = 0;
};

/// All solutions; of walks one of those that are the same.
class AllSolutions final : public Source {
 public:
  /// `walks`: null: solutions of the problem, otherwise in its place.
  AllSolutions(ProblemHandle problem, PuzzleHandle walks, Options options)
      : problem_(std::move(problem)), walks_(std::move(walks)), options_(std::move(options)) {}

  std::optional<Found> next(Job& job) override {
    if (!solver_) begin(options_.search(job, problem_.get()));
    while (!is_enough() && solver_->next()) {
      const auto solution = solver_->solution();
      if (walks_ && !walks_->is_representative(solution)) continue;
      ++found_;
      return Found{{solution.begin(), solution.end()}};
    }
    return {};
  }
  Status status() const override {
    return is_enough() ? Status::solution_limit : solver_->status();
  }
  search::Statistics statistics() const override { return solver_->statistics(); }
  EngineKind engine() const override { return solver_->engine(); }

 private:
  void begin(search::SearchOptions search) {
    if (!walks_) {
      solver_.emplace(*problem_, search);
      return;
    }
    search.preprocess = false;  // there is no such thing for walks
    most_ = std::exchange(search.control.limits.solutions, {});
    solver_.emplace(*walks_->walks(), search);
  }
  [[nodiscard]] bool is_enough() const { return most_ && found_ == *most_; }

  ProblemHandle problem_;
  PuzzleHandle walks_;
  Options options_;
  std::optional<Solver> solver_ = {};
  std::optional<std::uint64_t> most_ = {};  // of walks
  std::uint64_t found_ = 0;
};

class OneOfEachClass final : public Source {
 public:
  /// `group`: null: all automorphisms.
  OneOfEachClass(ProblemHandle problem, Options options, GroupHandle group)
      : problem_(std::move(problem)), options_(std::move(options)), group_(std::move(group)) {}

  std::optional<Found> next(Job& job) override {
    if (!found_ && !begin(job)) return {};
    if (!found_->next()) {
      status_ = found_->status();
      return {};
    }
    const auto solution = found_->solution();
    return Found{{solution.begin(), solution.end()}, found_->class_size()};
  }
  Status status() const override { return status_; }
  search::Statistics statistics() const override {
    return found_ ? found_->statistics() : search::Statistics{};
  }
  EngineKind engine() const override { return found_ ? found_->engine() : EngineKind::automatic; }

 private:
  bool begin(Job& job) {
    search::SearchOptions search = options_.search(job, problem_.get());
    if (group_) {
      found_.emplace(*problem_, symmetry::SymmetryGroup(*group_), search, memory_of(options_));
      return true;
    }
    const search::Deadline deadline(search.control);
    auto group = symmetry::whole_group(*problem_, {.control = deadline.rest()});
    if (!group) {
      status_ = *search.control.stop ? Status::stopped : Status::time_limit;
      return false;
    }
    search.control.limits.time = deadline.left();
    found_.emplace(*problem_, *std::move(group), search, memory_of(options_));
    return true;
  }

  ProblemHandle problem_;
  Options options_;
  GroupHandle group_;
  std::optional<Representatives> found_ = {};
  Status status_ = Status::running;
};

/// Solutions of a source, a batch at a time: the thread of the job runs ahead of its consumer, but
/// for some milliseconds at most.
class Batch final : public Job {
 public:
  explicit Batch(std::unique_ptr<Source> source) : source_(std::move(source)) {}

  void work() override {
    constexpr auto longest = std::chrono::milliseconds(2);
    const auto start = Clock::now();
    status_ = Status::running;
    do {
      auto found = source_->next(*this);
      if (!found) {
        status_ = source_->status();
        break;
      }
      found_.push_back(std::move(*found));
    } while (found_.size() < most && Clock::now() - start < longest);
    statistics_ = source_->statistics();
    engine_ = source_->engine();
  }

  std::size_t most = 1;  ///< solutions at a time

  std::vector<Found> take() { return std::exchange(found_, {}); }
  [[nodiscard]] Status status() const { return status_; }
  [[nodiscard]] const search::Statistics& statistics() const { return statistics_; }
  [[nodiscard]] EngineKind engine() const { return engine_; }

 private:
  std::unique_ptr<Source> source_;
  std::vector<Found> found_ = {};
  Status status_ = Status::running;
  search::Statistics statistics_ = {};
  EngineKind engine_ = EngineKind::automatic;
};

/// What Python iterates over. One thread at a time: Python's side sees to it.
class Search {
 public:
  Search(ProblemHandle problem, const Options& options, bool one_of_each_class, GroupHandle group)
      : Search(one_of_each_class ? std::unique_ptr<Source>(std::make_unique<OneOfEachClass>(
                                       problem, options, std::move(group)))
                                 : std::make_unique<AllSolutions>(problem, nullptr, options),
               options, problem.get()) {
    problem_ = std::move(problem);
  }
  Search(PuzzleHandle walks, const Options& options)
      : Search(std::make_unique<AllSolutions>(nullptr, std::move(walks), options), options,
               nullptr) {}

  /// The next solution: places of options, and the size of its class or None. None at the end. What
  /// has been found and not handed out stays here, where no signal handler can lose it.
  py::object next() {
    if (next_ == found_.size() && status_ == Status::running) search();
    if (next_ == found_.size()) return py::none();
    const Found& found = found_[next_++];
    const bool has_size = found.class_size != 0;
    return py::make_tuple(problem_ ? to_places(*problem_, found.options) : to_tuple(found.options),
                          has_size ? py::object(to_int(found.class_size)) : py::none());
  }

  /// `running` as long as there is something to hand out.
  [[nodiscard]] std::string status() const {
    return std::string(to_string(next_ < found_.size() ? Status::running : status_));
  }
  [[nodiscard]] std::string engine() const { return std::string(to_string(engine_)); }
  [[nodiscard]] std::uint64_t nodes() const { return statistics_.nodes; }

 private:
  Search(std::unique_ptr<Source> source, const Options& options, const Problem* problem)
      : batch_(std::make_shared<Batch>(std::move(source))) {
    (void)options.search(*batch_,
                         problem);  // names are checked here rather than at the first solution
  }

  void search() {
    run(batch_, py::none());
    batch_->most = std::min<std::size_t>(2 * batch_->most, 1024);
    found_ = batch_->take();
    next_ = 0;
    status_ = batch_->status();
    statistics_ = batch_->statistics();
    engine_ = batch_->engine();
  }

  ProblemHandle problem_;  // null: of walks
  std::shared_ptr<Batch> batch_;
  std::vector<Found> found_ = {};
  std::size_t next_ = 0;  // of found_
  Status status_ = Status::running;
  search::Statistics statistics_;
  EngineKind engine_ = EngineKind::automatic;
};

/// `k`: none: all of the least cost. `unit`: each option costs 1.
py::dict find_cheapest(const ProblemHandle& problem, std::optional<std::uint64_t> k, bool unit,
                       const Options& options) {
  const search::CheapestResult result = run_job([=](Job& job) {
    std::optional<Problem> counted;
    if (unit) counted = ProblemBuilder::with_unit_costs(*problem);
    const Problem& costs = counted ? *counted : *problem;
    const search::SearchOptions search = options.search(job, problem.get());
    return k ? cheapest(costs, *k, search) : all_cheapest(costs, search);
  });
  py::list solutions;
  for (const search::CostedSolution& s : result.solutions) {
    solutions.append(py::make_tuple(s.cost, to_places(*problem, s.options)));
  }
  py::dict d;
  d["solutions"] = solutions;
  d["status"] = std::string(to_string(result.status));
  // With no node at all there may be no bound yet.
  const bool bounded = result.lower_bound != search::CheapestResult::nothing_left &&
                       result.lower_bound != std::numeric_limits<std::int64_t>::min();
  d["lower_bound"] = bounded ? py::object(py::int_(result.lower_bound)) : py::none();
  d["nodes"] = result.statistics.nodes;
  return d;
}

}  // namespace

void bind_search(py::module_& module) {
  py::class_<Search>(module, "Search", "A search that gives its solutions in batches.")
      .def(py::init<ProblemHandle, const Options&, bool, GroupHandle>(), py::arg("problem"),
           py::arg("options"), py::arg("one_of_each_class"), py::arg("symmetries") = py::none())
      .def(py::init([](const PuzzleHandle& walks, const Options& options) {
        return std::make_unique<Search>(walks, options);
      }))
      .def("next", &Search::next)
      .def_property_readonly("status", &Search::status)
      .def_property_readonly("engine", &Search::engine)
      .def_property_readonly("nodes", &Search::nodes);
  module.def("cheapest", &find_cheapest);
}

}  // namespace dlx::python
