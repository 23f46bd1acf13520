#include "dlx/runs/saved_run.hpp"

#include <atomic>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/certificate/certificate_file.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/core/text.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/io/durable_file.hpp"
#include "dlx/runs/race.hpp"
#include "dlx/runs/run_certificate.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/runs/run_folders.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/runs/saved_search.hpp"
#include "dlx/runs/table_folder.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/runs/unit_file.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/solver.hpp"

namespace dlx::runs {
namespace {

using namespace std::chrono_literals;

/// The name of a fact (a text with a name in the file of the run). The fact identifies the
/// certificate file of a Counter, as Sums::files identifies the files of a unit.
constexpr const char* files_of_counter = "files of the counter";

/// The value of the fact "up to", which identifies the group whose classes of solutions are
/// counted.
std::string up_to(const OptionSymmetries& group) {
  std::string text;
  for (const OptionPermutation& member : group.members()) {
    for (const OptionId image : member) text += std::to_string(index(image)) + ' ';
  }
  return "symmetries " + certificate::sha256(text);
}

}  // namespace

void RunResult::take(ClassesResult found) {
  value = found.classes;
  status = found.status;
  statistics = found.statistics;
  engine = found.engine;
  method = found.method;
  why = found.why;
  fingerprint.reset();
  classes = std::move(found);
}

struct SavedRun::State {
  const Problem& problem;
  // The path problem, if solutions are walks (covers whose options form a path); null if solutions
  // are any covers.
  const PathProblem* walks;
  Options asked;
  RunOptions task;
  std::string path = std::exchange(asked.checkpoint, {});
  std::string certificate_path = std::exchange(asked.certificate, {});
  const OptionSymmetries* group = task.group != nullptr ? task.group->listed() : nullptr;
  Options search = asked;  // the options for searching units of work, with a fixed engine
  counting::Resources resources = runs::resources(asked);
  unsigned threads = threads_of(asked);

  std::optional<SearchedProblem> searched = {};
  std::optional<Ledger> ledger = {};
  bool is_open = false;  // whether the file is open and belongs to this run
  TableFolder tables{tables_folder(path), asked.checkpoint_every.value_or(15s)};
  std::uint64_t nodes_before = 0;  // number of nodes of all units of work when the file was opened
  RunResult result = {};

  // The time limit, which counts from the first call of run() that has something to do.
  std::optional<search::Deadline> deadline = {};
  search::Deadline slice_end = {};
  std::optional<std::uint64_t> nodes = {};  // limit on the sum of the nodes of all units of work
  std::optional<RunCertificate> certificate = {};
  Tally model = {};  // the weights of the options; counts no solutions itself
  std::optional<Crew> crew = {};
  std::optional<certificate::CertificateFile> counter_certificate = {};
  std::optional<counting::Counter> counter = {};
  std::optional<ClassCounter> class_counter = {};
  std::optional<Race> race = {};

  RunProgress looks{task.search_elsewhere ? 1 : threads};
  search::Progress counter_progress = {};  // the last progress that the Counter has reported
  search::ProgressCallback report_crew = search::steady(search.on_progress);
  search::ProgressCallback report_counter = search::steady(search.on_progress);

  State(const Problem& of, const PathProblem* as_walks, Options the_options, RunOptions wanted)
      : problem(of), walks(as_walks), asked(std::move(the_options)), task(std::move(wanted)) {
    check_options();
    asked.up_to = search.up_to = UpTo::none;
    if (walks != nullptr) asked.preprocess = false;
    // The problem of the units of work is not reduced again, because SearchedProblem has reduced
    // it.
    search.preprocess = false;
    search.trace = nullptr;
    const BegunRun begun(
        path, [this] { return begun_facts(path, problem, lists(), origin()); },
        asked.unit_nodes.value_or(nodes_of_first_unit));
    plan();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void check_options() const {
    check_files(path, certificate_path);
    const CountMethod method = asked.method;
    if (method != CountMethod::automatic && method != CountMethod::search && !is_table_method()) {
      throw std::invalid_argument(
          "a run in a file is for method auto, search, sweep, fold or signs, not " +
          std::string(to_string(method)));
    }
    if (task.group == nullptr) refuse(asked, {"up_to"}, "a SavedRun without a group");
    const bool is_special = lists() || certified() || problem.has_multiplicities();
    if (task.group != nullptr && group == nullptr && is_special) {
      throw std::invalid_argument(
          "a run in a file with more symmetries than can be listed is for counts without a "
          "certificate, of problems whose items are covered once");
    }
    if (asked.solutions) {
      throw std::invalid_argument("a run in a file finds all solutions, and has no limit on them");
    }
    const bool some = task.is_representative || (group != nullptr && lists());
    if (certified() && (walks != nullptr || some)) {
      throw std::invalid_argument("a certificate is of all covers, or of a count of their classes");
    }
  }

  [[nodiscard]] bool lists() const { return task.list.has_value(); }
  [[nodiscard]] bool certified() const { return !certificate_path.empty(); }
  [[nodiscard]] bool certifies_classes() const { return group != nullptr && certified(); }
  /// Whether all solutions are counted before their classes. A certificate about classes requires
  /// this order, because it proves both numbers. A large symmetry group requires this order too,
  /// because a count of classes under such a group is not divided into units of work.
  [[nodiscard]] bool counts_all_first() const {
    return certifies_classes() || (task.group != nullptr && group == nullptr);
  }
  /// Whether the searches visit each solution, instead of only counting solutions.
  [[nodiscard]] bool visits() const { return lists() || searched->is_representative; }
  [[nodiscard]] const std::optional<std::uint64_t>& seed() const { return asked.fingerprint; }
  [[nodiscard]] bool is_table_method() const {
    return asked.method == CountMethod::sweep || asked.method == CountMethod::fold ||
           asked.method == CountMethod::signs;
  }
  /// Whether a Counter can find the number that the run is to find.
  [[nodiscard]] bool is_countable() const {
    return walks == nullptr && !lists() && !task.is_representative && !task.search_elsewhere;
  }
  [[nodiscard]] bool counter_works_alone() const { return is_countable() && is_table_method(); }
  /// Whether a Counter, which tries other methods, may compete with the search. No Counter competes
  /// if nodes are limited or units of work have a given number of nodes, because these options are
  /// for a search.
  [[nodiscard]] bool counter_may_race() const {
    return is_countable() && asked.method == CountMethod::automatic && !search.nodes &&
           !asked.unit_nodes;
  }

  [[nodiscard]] const Problem& searched_problem() const {
    return searched->reduced ? searched->reduced->problem() : problem;
  }
  [[nodiscard]] SolutionTarget target() const {
    return {problem, walks, *searched, task.list, solutions_folder(path)};
  }
  [[nodiscard]] Solver make_solver(const Options& with) const {
    return walks != nullptr ? Solver(*walks, with) : Solver(searched_problem(), with);
  }

  // ---- Functions that open the file and plan the run.

  [[nodiscard]] RunFacts origin() const {
    if (!task.origin.empty()) return task.origin;
    const bool is_some_group =
        (group != nullptr || task.group != nullptr) && !task.facts.contains("up to");
    if (walks != nullptr || task.is_representative || is_some_group) return {};
    std::vector<std::string> words = {lists() ? "solve" : "count", "-", "--checkpoint", "run"};
    if (lists()) words.emplace_back("--all");
    if (lists() && task.list->gzip) words.emplace_back("--gzip");
    if (seed()) words.insert(words.end(), {"--fingerprint", std::to_string(*seed())});
    if (certified()) words.insert(words.end(), {"--certificate", certificate_path});
    if (task.facts.contains("up to")) words.insert(words.end(), {"--up-to", "all"});
    return origin_of(problem, words);
  }

  [[nodiscard]] RunFacts facts() const {
    RunFacts facts = task.facts;
    facts.merge(search_facts(problem, searched_problem(), search));
    facts["task"] = lists() ? "list" : "count";
    if (certified()) facts["certificate"] = "wanted";
    if (lists()) {
      facts["type of files"] = task.list->ending();
      add_dropped(facts, problem);
    }
    if (seed()) facts["seed"] = std::to_string(*seed());
    facts.emplace("solutions", "solutions");
    if (!facts.contains("up to")) {
      facts["up to"] = group != nullptr        ? up_to(*group)
                       : task.group != nullptr ? up_to_all(problem)
                                               : "none";
    }
    return facts;
  }

  /// Reduces the problem and opens the file of the run. Returns false if the stop flag was set
  /// meanwhile.
  bool plan() {
    if (is_open) return true;
    searched.emplace(problem, certified() ? nullptr : group, asked, task, certified());
    const std::atomic<bool>* stop = search.stop;
    if (stop != nullptr && *stop) return false;
    // The whole run uses one engine, even if the run is continued on another machine.
    const Solver solver = make_solver(search);
    static_cast<void>(solver.open_work());  // open_work() throws if the search cannot be divided
    search.engine = solver.engine();
    open();
    return true;
  }

  /// Opens the file of the run. Throws CheckpointError if the file belongs to another run.
  void open() {
    std::string fault;
    ledger.emplace(path, [&](std::uint64_t unit, const Sums& sums) {
      if (fault.empty()) fault = fault_of_files(unit, sums);
    });
    const bool is_new = !is_planned(ledger->facts());
    if (is_new && lists()) require_empty(solutions_folder(path));
    plan_run(path, *ledger, facts(), is_new ? origin() : RunFacts());
    if (fault.empty() && certified() && ledger->answer() != nullptr) {
      const auto files = ledger->facts().find(files_of_counter);
      fault = fault_of(FileOfUnit::certificate, file_of_counters_certificate(path),
                       files == ledger->facts().end() ? "" : files->second);
    }
    if (!fault.empty()) throw CheckpointError(fault);
    nodes_before = ledger->sums().nodes;
    if (lists()) prepare_folder(solutions_folder(path));
    is_open = true;
  }

  [[nodiscard]] std::string fault_of_files(std::uint64_t unit, const Sums& sums) const {
    std::string fault;
    if (lists() && sums.solutions != 0) {
      fault = fault_of(FileOfUnit::solutions, solutions_file(target(), unit), sums.files);
    }
    if (fault.empty() && certified()) {
      fault = fault_of(FileOfUnit::certificate,
                       certificate_folder(path) + '/' + std::to_string(unit), sums.files);
    }
    return fault;
  }

  // ---- Functions that continue a planned run.

  Status run(std::optional<std::chrono::nanoseconds> slice) {
    if (!plan()) return result.status = Status::stopped;
    if (!result.complete()) {
      if (const std::string* text = ledger->answer()) {
        result = answer_from_text(path, *text);
      } else {
        prepare();
        work(slice);
      }
      result.units = ledger->units_done();
      if (result.complete()) tables.remove();
    }
    if (result.complete()) write_certificate();
    return result.status;
  }

  void prepare() {
    if (crew) return;
    if (certified()) {
      certificate.emplace(
          certificate_path, certificate_folder(path),
          CertifiedRun{.problem = problem,
                       .searched = searched_problem(),
                       .reduction = searched->reduced ? &searched->reduced->reduction() : nullptr,
                       .group = group});
    }
    if (!visits()) {
      model = searched->reduced ? searched->reduced->tally()
                                : tally_for(problem.option_count(), seed());
    }
    nodes = search.nodes;
    if (nodes) *nodes += ledger->sums().nodes;
    crew.emplace(
        *ledger, [this](const std::atomic<bool>& stop) { return make_worker(stop); },
        CrewOptions{.threads = threads,
                    .unit_time = asked.checkpoint_every.value_or(2s),
                    .unit_nodes = asked.unit_nodes,
                    .stop = search.stop,
                    .on_progress = [this](const UnitStore&) { report(); },
                    .progress_interval = search.progress_interval});
    deadline.emplace(search);
  }

  [[nodiscard]] std::unique_ptr<UnitWorker> make_worker(const std::atomic<bool>& stop) const {
    Options with = search;
    search::limit(with, {});
    with.stop = &stop;
    with.on_progress = {};
    std::unique_ptr<UnitTrace> trace = certificate ? certificate->unit_trace() : nullptr;
    if (trace) with.trace = &trace->trace();
    Solver solver = make_solver(with);
    if (!visits()) return counting_worker(std::move(solver), model, std::move(trace));
    return listing_worker(
        std::move(solver), [this](std::uint64_t unit) { return unit_sink(target(), unit); },
        std::move(trace));
  }

  void work(std::optional<std::chrono::nanoseconds> slice) {
    slice_end = search::Deadline(slice, nullptr);
    std::optional<std::chrono::nanoseconds> time = deadline->left();
    const bool is_slice = slice && (!time || *slice < *time);
    if (is_slice) time = slice;
    Status status = Status::running;
    if (task.search_elsewhere) {
      status = search_elsewhere();
    } else if (counter_works_alone()) {
      make_counter();
      status = class_counter ? class_counter->run(slice) : counter->run({.time = slice});
      result = status == Status::exhausted ? answer_of_counter() : cut_short(found_by_counter());
      return;
    } else if (counter_may_race()) {
      make_counter();
      if (!race) race.emplace(*crew, *ledger, rival());
      if (!race->answered_by_counter()) {
        status = race->run(time, is_slice ? AtTheEnd::goes_on : AtTheEnd::saves_tables);
      }
      if (race->answered_by_counter()) {
        result = answer_of_counter();
        return;
      }
    } else {
      status = crew->run(nodes, time);
    }
    if (is_slice && status == Status::time_limit) status = Status::running;
    result = answer_of_units(status);
  }

  Status search_elsewhere() {
    return task.search_elsewhere(
        {.ledger = *ledger,
         .searched = searched_problem(),
         .search = search,
         .visits_solutions = visits(),
         .model = model,
         .make_sink = [this](std::uint64_t unit) { return unit_sink(target(), unit); },
         .nodes = nodes,
         .unit_nodes = asked.unit_nodes,
         .on_progress = [this](const UnitStore&) { report(); },
         .crew = *crew,
         .certificate = certificate ? &*certificate : nullptr});
  }

  /// Reports the progress of the search, or of the Counter while the Counter is expected to end
  /// first.
  void report() {
    if (!search.on_progress) return;
    if (!race ? counter_works_alone() : race->counter_leads()) {
      return report_counter(counter_progress);
    }
    search::Progress p = looks.look(*ledger);
    p.solutions = expanded({p.solutions, {}}).solutions;
    report_crew(p);
  }

  // ---- The Counter.

  [[nodiscard]] Options counter_options(search::Trace* trace) {
    Options with = asked;
    with.trace = trace;
    with.time = deadline->left();
    with.on_progress = [this](const search::Progress& p) {
      counter_progress = p;
      report();
    };
    resources.tables = &tables;
    return with;
  }

  void make_counter() {
    if (counter || class_counter) return;
    counter_certificate.emplace(certified() ? file_of_counters_certificate(path) : "", problem,
                                seed(), certifies_classes() ? certificate::about_classes : "");
    search::Trace* trace = counter_certificate->trace();
    if (certifies_classes()) trace_group(*trace, problem, *group);
    if (group != nullptr && !certified()) {
      class_counter.emplace(problem, *task.group, counter_options(trace), resources);
    } else {
      counter.emplace(problem, counter_options(trace), resources);
    }
  }

  void forget_counter() {
    race.reset();
    counter.reset();
    class_counter.reset();
    counter_certificate.reset();
  }

  [[nodiscard]] Rival rival() { return class_counter ? Rival(*class_counter) : Rival(*counter); }

  [[nodiscard]] RunResult found_by_counter() const {
    RunResult found;
    if (counter) {
      static_cast<counting::CountResult&>(found) = counter->result();
    } else {
      found.take(class_counter->result());
    }
    found.by_counter = true;
    return found;
  }

  /// Returns the answer of a Counter that has ended. The answer is recorded after its certificate
  /// has been written.
  [[nodiscard]] RunResult answer_of_counter() {
    RunResult answer = found_by_counter();
    if (counts_all_first()) {
      answer = up_to_symmetry(answer, counter_certificate->trace());
      if (!answer.complete()) {
        if (certified()) forget_counter();  // the Counter must begin its certificate again
        return answer;
      }
    }
    if (certified()) {
      counter_certificate->finish(claims_of(answer));
      const std::string mark = mark_of_file(file_of_counters_certificate(path));
      ledger->note({{files_of_counter, line_of_files(FileOfUnit::certificate, mark)}});
    }
    ledger->record_answer(answer_as_text(answer));
    forget_counter();
    return answer;
  }

  /// Counts the classes of solutions after all solutions have been counted. The trace records this
  /// count.
  [[nodiscard]] RunResult up_to_symmetry(const RunResult& all, search::Trace* trace) {
    // With a certificate, the count of classes of solutions begins again, because the new trace
    // lacks the beginning of an interrupted count.
    if (certified()) class_counter.reset();
    if (!class_counter) {
      Options with = counter_options(trace);
      with.fingerprint.reset();
      if (!certified()) with.nodes.reset();  // limits on nodes apply only to the search of units
      class_counter.emplace(problem, *task.group, with, resources, all.value);
    }
    class_counter->run(certified() ? std::nullopt : slice_end.left());
    if (trace != nullptr) trace->flush();
    RunResult answer = all;
    answer.take(class_counter->result());
    add(answer.statistics, all.statistics);
    answer.engine = all.engine;
    return answer;
  }

  // ---- Results.

  [[nodiscard]] Total expanded(const Total& counted) const {
    return visits() || !searched->reduced ? counted : searched->reduced->expanded(counted);
  }

  [[nodiscard]] RunResult answer_of_units(Status status) {
    const Sums& sums = ledger->sums();
    const Total counted = expanded({sums.solutions, sums.fingerprint});
    RunResult answer;
    answer.status = status;
    answer.engine = search.engine;
    answer.value = counted.solutions;
    if (seed()) answer.fingerprint = counted.fingerprint;
    answer.why = "units of a search are saved";
    answer.statistics.nodes = sums.nodes;
    answer.statistics.updates = sums.updates;
    answer.statistics.nodes_per_level = search::without_empty_levels(sums.nodes_per_level);
    answer.statistics.memory_bytes = crew->memory_bytes();
    if (status != Status::exhausted) return cut_short(std::move(answer));
    if (!counts_all_first()) return answer;
    return up_to_symmetry(answer, certified() ? &certificate->trace_after_units() : nullptr);
  }

  /// Turns the number of solutions of an incomplete run into a lower bound on the number of classes
  /// of solutions under symmetry. The number of solutions is divided by the order of the group,
  /// because a class has at most as many solutions as the group has members.
  [[nodiscard]] RunResult cut_short(RunResult answer) const {
    if (counts_all_first()) {
      const Natural order = task.group->order();
      answer.value = answer.value / order + (answer.value % order == 0 ? 0 : 1);
    }
    return answer;
  }

  [[nodiscard]] std::string claim() const {
    if (!certifies_classes() || !result.complete()) return {};
    return certificate::claim_of_classes(result.value, group->order());
  }

  [[nodiscard]] certificate::Claims claims_of(const RunResult& answer) const {
    if (!answer.classes)
      return {.count = answer.value, .fingerprint = answer.fingerprint, .more = {}};
    return {.count = answer.classes->solutions,
            .fingerprint = answer.fingerprint,
            .more = certificate::claim_of_classes(answer.value, group->order())};
  }

  void write_certificate() {
    if (!certified() || task.keep_certificate || certificate_is_written) return;
    if (ledger->answer() != nullptr) {
      io::copy_durably(file_of_counters_certificate(path), certificate_path);
    } else {
      certificate->finish(claims_of(result), seed(), result.units);
    }
    certificate_is_written = true;
  }
  bool certificate_is_written = false;
};

SavedRun::SavedRun(const Problem& problem, Options options, RunOptions task)
    : state_(std::make_unique<State>(problem, nullptr, std::move(options), std::move(task))) {}

SavedRun::SavedRun(const PathProblem& problem, Options options, RunOptions task)
    : state_(std::make_unique<State>(problem.problem(), &problem, std::move(options),
                                     std::move(task))) {}

SavedRun::~SavedRun() = default;
SavedRun::SavedRun(SavedRun&&) noexcept = default;
SavedRun& SavedRun::operator=(SavedRun&&) noexcept = default;

Status SavedRun::run(std::optional<std::chrono::nanoseconds> slice) {
  return state_->run(slice);
}

Status SavedRun::status() const noexcept {
  return state_->result.status;
}

const RunResult& SavedRun::result() const noexcept {
  return state_->result;
}

double SavedRun::share() const {
  const State& s = *state_;
  if (!s.is_open) return 0;
  if (s.result.complete() || s.ledger->answer() != nullptr) return 1;
  const double of_units = share_of(s.ledger->sums(), s.ledger->open_nodes());
  const double of_counter = s.counter         ? s.counter->share()
                            : s.class_counter ? s.class_counter->share()
                                              : 0;
  return s.counter_works_alone() || (s.race && s.race->counter_leads()) ? of_counter : of_units;
}

bool SavedRun::planned() const noexcept {
  return state_->is_open;
}

bool SavedRun::has_progressed() const {
  const State& s = *state_;
  return s.tables.saved_at() || (s.is_open && s.ledger->sums().nodes != s.nodes_before);
}

Ledger& SavedRun::ledger() {
  return *state_->ledger;
}

std::string SavedRun::claim() const {
  return state_->claim();
}

}  // namespace dlx::runs
