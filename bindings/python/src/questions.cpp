// Answers questions about a problem by one search (dlx/solve/questions.hpp), and makes problems
// with some options fixed or forbidden.

#include "dlx/solve/questions.hpp"

#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "dlx/core/restriction.hpp"
#include "options.hpp"

namespace dlx::python {
namespace {

using Places = std::vector<std::uint32_t>;

/// The options at the given indices of Python's list of options. Throws std::out_of_range if an
/// option does not exist.
std::vector<OptionId> options_at(const Problem& problem, const Places& places) {
  std::vector<OptionId> options;
  for (const std::uint32_t place : places) {
    const auto option = option_at(problem, place);
    if (!option) throw std::out_of_range("this option was dropped");
    options.push_back(*option);
  }
  return options;
}

/// Owns the search that answers questions. If the caller no longer waits for the thread of an
/// answer, this object stays alive until that thread has ended. The search is also constructed in
/// that thread.
class Interview final : public Job {
 public:
  enum class Wish { ask, another, core };

  Interview(ProblemHandle problem, const Options& options)
      : problem_(std::move(problem)), options_(options) {
    (void)for_job(options_, *this, problem_.get());  // checks the values of the options
  }

  void wish(Wish wish, std::vector<Assumption> assumptions = {}) {
    const std::lock_guard lock(mutex_);
    wish_ = wish;
    assumptions_ = std::move(assumptions);
  }

  void work() override {
    Wish wish = Wish::ask;
    std::vector<Assumption> assumptions;
    {
      const std::lock_guard lock(mutex_);
      wish = wish_;
      assumptions = std::exchange(assumptions_, {});
    }
    if (!questions_) questions_.emplace(*problem_, for_job(options_, *this, problem_.get()));
    if (wish == Wish::core) {
      core = questions_->core();
    } else {
      answer = wish == Wish::ask ? questions_->ask(assumptions) : questions_->another();
    }
    status = questions_->status();
  }

  [[nodiscard]] const Problem& problem() const { return *problem_; }

  // Results of the last action (Wish) that the caller requested: to ask a question, to find another
  // solution, or to find a core.
  std::optional<std::vector<OptionId>> answer = {};
  solve::Questions::Core core = {};
  Status status = Status::running;

 private:
  ProblemHandle problem_;
  Options options_;
  std::optional<solve::Questions> questions_;
  // Protects wish_ and assumptions_, which the thread of an earlier job may still use.
  std::mutex mutex_;
  Wish wish_ = Wish::ask;
  std::vector<Assumption> assumptions_;
};

/// The C++ object behind the Python class Questions. Only one thread at a time may use it. A lock
/// of the Python class ensures that.
class Asked {
 public:
  Asked(ProblemHandle problem, const Options& options)
      : job_(std::make_shared<Interview>(std::move(problem), options)) {}

  py::object ask(const Places& fixed, const Places& forbidden) {
    std::vector<Assumption> assumptions;
    for (const OptionId o : options_at(job_->problem(), fixed)) assumptions.push_back({o});
    for (const OptionId o : options_at(job_->problem(), forbidden)) {
      assumptions.push_back({o, false});
    }
    return answer_to(Interview::Wish::ask, std::move(assumptions));
  }

  py::object another() { return answer_to(Interview::Wish::another); }

  /// The indices of fixed options and of forbidden options in the core, and whether the core is
  /// minimal.
  std::tuple<Places, Places, bool> core() {
    run_for(Interview::Wish::core);
    Places fixed, forbidden;
    for (const Assumption& each : job_->core.assumptions) {
      (each.chosen ? fixed : forbidden).push_back(place(job_->problem(), each.option));
    }
    return {fixed, forbidden, job_->core.is_minimal};
  }

  [[nodiscard]] std::string status() const { return std::string(to_string(job_->status)); }

 private:
  void run_for(Interview::Wish wish, std::vector<Assumption> assumptions = {}) {
    job_->wish(wish, std::move(assumptions));
    python::run(job_, py::none());
  }

  py::object answer_to(Interview::Wish wish, std::vector<Assumption> assumptions = {}) {
    run_for(wish, std::move(assumptions));
    return job_->answer ? py::object(to_places(job_->problem(), *job_->answer)) : py::none();
  }

  std::shared_ptr<Interview> job_;
};

}  // namespace

void bind_questions(py::module_& module) {
  py::class_<Asked>(module, "Questions", "Questions about one problem, which one search answers.")
      .def(py::init<ProblemHandle, const Options&>())
      .def("ask", &Asked::ask)
      .def("another", &Asked::another)
      .def("core", &Asked::core)
      .def_property_readonly("status", &Asked::status);
  module.def(
      "restricted", [](const ProblemHandle& problem, const Places& fixed, const Places& forbidden) {
        return std::make_shared<Problem>(
            restricted(*problem, options_at(*problem, fixed), options_at(*problem, forbidden)));
      });
}

}  // namespace dlx::python
