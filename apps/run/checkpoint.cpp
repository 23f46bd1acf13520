#include "apps/run/checkpoint.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "apps/cli/combinations.hpp"
#include "apps/run/certificate.hpp"
#include "apps/run/files.hpp"
#include "apps/run/progress.hpp"
#include "apps/run/report.hpp"
#include "apps/run/run_facts.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/count/counter.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/runs/race.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/runs/unit_file.hpp"
#include "dlx/search/steady_progress.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/seeds.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

std::string solutions_folder(const std::string& checkpoint) {
  return checkpoint + ".solutions";
}

std::string certificate_folder(const std::string& checkpoint) {
  return checkpoint + ".certificate";
}

/// The certificate of an answer that a Counter has found.
std::string file_of_counters_certificate(const std::string& checkpoint) {
  return certificate_folder(checkpoint) + "/counter";
}

/// The file with the solutions of a unit.
std::string solutions_file(const Request& request, std::uint64_t unit) {
  return fmt::format("{}/{}.{}", solutions_folder(request.checkpoint.file), unit,
                     file_type(request));
}

/// The problem that a saved run searches. Up to symmetry one item is restricted, rather than as
/// many searches made as there are seeds: a run is one search, and its parts are its units.
struct Searched {
  std::optional<Restriction> restriction;
  std::optional<ReducedProblem> reduced;
  std::function<bool(std::span<const OptionId>)> is_representative;

  Searched(const SearchTask& task, bool preprocess, const std::atomic<bool>* stop)
      : is_representative(task.classes.is_representative) {
    const OptionSymmetries* group = task.classes.listed();
    if (group != nullptr) {
      is_representative = [group](std::span<const OptionId> solution) {
        return group->is_representative(solution);
      };
    }
    if (!preprocess) return;
    if (group != nullptr) restriction = Restriction::make(task.problem, *group);
    // Without a time limit: the process that continues the run must find the same problem.
    const bool with_steps = !task.evidence().certificate.empty();
    Reduction reduction = reduce(restriction ? restriction->problem() : task.problem,
                                 {.with_steps = with_steps, .control = {.stop = stop}});
    if (restriction) renumber(reduction, restriction->originals());
    const auto seed = task.evidence().seed;
    reduced.emplace(std::move(reduction),
                    seed ? Tally(plain_weights(task.problem.option_count(), *seed)) : Tally());
    if (!restriction) return;
    is_representative = {};
    if (!restriction->has_symmetries()) return;
    is_representative = [this](std::span<const OptionId> solution) {
      return restriction->is_representative(solution);
    };
  }
  Searched(const Searched&) = delete;
  Searched& operator=(const Searched&) = delete;
};

/// What is searched, and how.
struct SavedSearch {
  const Problem& problem;
  const ReducedProblem* reduced;  ///< made `problem` of the task's; null: nothing was removed
  MakeSolver make_solver;
  SearchOptions options;  ///< with the limits of the run
  std::function<Faults()> make_faults;
  std::function<bool(std::span<const OptionId>)> is_representative;
  bool all_covers = false;  ///< the solutions are all exact covers of the task's problem
  const Elsewhere* elsewhere = nullptr;
};

/// Writes the solutions of a unit to a file, or only counts those that are wanted.
class UnitSink final : public SolutionSink {
 public:
  UnitSink(const SearchTask& task, const SavedSearch& search, std::uint64_t unit)
      : show_(&task.show),
        json_(task.request.json),
        is_representative_(search.is_representative),
        faults_of_(search.make_faults()) {
    if (search.reduced != nullptr) expansion_.emplace(search.reduced->reduction());
    if (task.request.wanted.count) return;
    file_.emplace(solutions_file(task.request, unit), task.request.checkpoint.gzip);
  }

  std::uint64_t add(std::span<const OptionId> solution) override {
    if (!expansion_) return take(solution) ? 1 : 0;
    std::uint64_t taken = 0;
    expansion_->first(solution);
    do {
      if (take(expansion_->solution())) ++taken;
    } while (expansion_->next());
    return taken;
  }

  void close() override {
    if (file_) file_->keep();
  }

 private:
  bool take(std::span<const OptionId> solution) {
    if (is_representative_ && !is_representative_(solution)) return false;
    if (!file_) return true;
    if (const auto faults = faults_of_(solution); !faults.empty()) throw no_solution(faults);
    ++taken_;
    file_->print(solution_as_text(*show_, json_, std::to_string(taken_), solution));
    return true;
  }

  const Presentation* show_;
  bool json_;
  std::function<bool(std::span<const OptionId>)> is_representative_;
  Faults faults_of_;
  std::uint64_t taken_ = 0;
  std::optional<Expansion> expansion_;
  std::optional<UnitFile> file_;
};

/// A list is what lies in its folder.
void require_no_solutions(const Request& request) {
  const std::string folder = solutions_folder(request.checkpoint.file);
  std::error_code none;
  if (request.wanted.count || !fs::exists(folder, none) || fs::is_empty(folder, none)) return;
  throw CheckpointError(folder +
                        ": files of another run are in it, which would be taken for solutions of "
                        "this one; move or remove them");
}

bool is_missing(const std::string& path) {
  return ::access(path.c_str(), F_OK) != 0;
}

/// The file that a finished unit must have left; empty: it is there.
std::string missing_file(const Request& request, std::uint64_t unit, const Sums& sums) {
  if (!request.wanted.count && sums.solutions != 0) {
    std::string path = solutions_file(request, unit);
    if (is_missing(path)) return path;
  }
  if (!request.certificate.empty()) {
    std::string path = fmt::format("{}/{}", certificate_folder(request.checkpoint.file), unit);
    if (is_missing(path)) return path;
  }
  return {};
}

void prepare_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directory(folder, error);
  if (!error) {
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".part") fs::remove(entry.path(), error);
    }
  }
  if (error) throw SystemError(folder + ": " + error.message());
}

constexpr double seconds_between_tables = 15;
constexpr double seconds_between_notes = 15;

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(seconds));
}

/// A saved run, from its file to its answer.
class RunInFile {
 public:
  RunInFile(const SearchTask& task, SavedSearch search)
      : task_(task),
        request_(task.request),
        file_(request_.checkpoint.file),
        search_(std::move(search)),
        visiting_(!request_.wanted.count || search_.is_representative),
        threads_(task.control.threads()),
        progress_(search_.elsewhere != nullptr ? 1 : threads_),
        tables_(tables_folder(file_),
                nanoseconds(request_.checkpoint.every_s.value_or(seconds_between_tables))),
        report_crew_(steady([this](const Progress& p) { look(p); })),
        report_counter_(steady([this](const Progress& p) { look(p); })) {}

  Outcome run() {
    fix_engine();
    open();
    Answer answer;
    if (const std::string* text = ledger_->answer()) {
      answer = answer_of(answer_from_text(file_, *text));
    } else {
      answer = work();
    }
    return finish(std::move(answer));
  }

 private:
  /// One engine for the whole run, on whatever machine it continues.
  void fix_engine() {
    const Solver solver = search_.make_solver(search_.options);
    (void)solver.frontier();  // throws if the search cannot be divided
    search_.options.engine = solver.engine();
  }

  /// Opens the file of the run, or makes it; throws CheckpointError if it is of another run.
  void open() {
    const RunFacts facts = facts_of(task_, search_.problem, search_.options);
    if (::access(file_.c_str(), F_OK) != 0) {
      require_no_solutions(request_);
      RunFacts all = facts;
      add_origin(all, task_);
      Ledger::create(file_, all, request_.checkpoint.unit_nodes.value_or(nodes_of_first_unit));
    }
    std::string missing;
    ledger_.emplace(file_, [&](std::uint64_t unit, const Sums& sums) {
      if (missing.empty()) missing = missing_file(request_, unit, sums);
    });
    compare(file_, facts, ledger_->facts());
    const std::string certificate = file_of_counters_certificate(file_);
    const bool certified = !request_.certificate.empty();
    if (certified && ledger_->answer() && is_missing(certificate)) missing = certificate;
    if (!missing.empty()) {
      throw CheckpointError(missing +
                            ": is missing, and has what was found before; this folder goes "
                            "with the checkpoint wherever that is copied");
    }
    if (ledger_->units_done() != 0 && ledger_->answer() == nullptr) {
      task_.console.note(fmt::format("{}: continuing after {} {} and {} nodes", file_,
                                     ledger_->sums().solutions.to_string(), task_.show.nouns,
                                     ledger_->sums().nodes));
    }
    if (const auto last = last_look(ledger_->facts())) seconds_before_ = last->at("seconds");
    for (const TableFolder::Kept& kept : sweeps_beside(file_)) {
      task_.console.note(fmt::format("{}: continuing a sweep: {}", file_, in_words(kept)));
    }
    if (!request_.wanted.count) prepare_folder(solutions_folder(file_));
  }

  /// Works at the run until it ends or a limit is reached.
  Answer work() {
    if (!request_.certificate.empty()) {
      certificate_.emplace(request_.certificate, certificate_folder(file_), task_.problem,
                           search_.problem,
                           search_.reduced != nullptr ? &search_.reduced->reduction() : nullptr);
    }
    set_weights();
    const MakeSink make_sink = [this](std::uint64_t unit) {
      return std::make_unique<UnitSink>(task_, search_, unit);
    };
    const auto on_progress = [this](const UnitStore&) { report(); };
    Crew crew(
        *ledger_, [&](const std::atomic<bool>& stop) { return make_worker(stop, make_sink); },
        crew_options(on_progress));
    std::optional<std::uint64_t> nodes = search_.options.control.limits.nodes;
    if (nodes) *nodes += ledger_->sums().nodes;
    Status status = Status::running;
    if (search_.elsewhere != nullptr) {
      status = search_.elsewhere->search({.ledger = *ledger_,
                                          .searched = search_.problem,
                                          .search = search_.options,
                                          .listing = visiting_,
                                          .model = model_,
                                          .make_sink = make_sink,
                                          .nodes = nodes,
                                          .unit_nodes = request_.checkpoint.unit_nodes,
                                          .on_progress = on_progress,
                                          .crew = crew});
    } else if (counter_works_alone()) {
      return count_alone();
    } else if (counter_may_race()) {
      return race(crew);
    } else {
      status = crew.run(nodes, search_.options.control.limits.time);
    }
    return answer_of_units(crew, status);
  }

  void set_weights() {
    if (visiting_) return;
    if (search_.reduced != nullptr) {
      model_ = search_.reduced->tally();
    } else if (const auto seed = task_.evidence().seed) {
      model_ = Tally(plain_weights(task_.problem.option_count(), *seed));
    }
  }

  [[nodiscard]] CrewOptions crew_options(std::function<void(const UnitStore&)> on_progress) const {
    const Checkpoint& checkpoint = request_.checkpoint;
    CrewOptions options{.threads = threads_, .unit_nodes = checkpoint.unit_nodes};
    options.unit_time = nanoseconds(checkpoint.every_s.value_or(2));
    options.stop = search_.options.control.stop;
    options.on_progress = std::move(on_progress);
    return options;
  }

  std::unique_ptr<UnitWorker> make_worker(const std::atomic<bool>& stop,
                                          const MakeSink& make_sink) const {
    SearchOptions options = search_.options;
    options.control.limits = {};
    options.control.on_progress = {};
    options.control.stop = &stop;
    std::unique_ptr<UnitTrace> trace = certificate_ ? certificate_->unit_trace() : nullptr;
    if (trace) options.trace = &trace->trace();
    Solver solver = search_.make_solver(options);
    if (!visiting_) return counting_worker(std::move(solver), model_, std::move(trace));
    return listing_worker(std::move(solver), make_sink, std::move(trace));
  }

  [[nodiscard]] bool counts_all_covers() const { return search_.all_covers && !visiting_; }
  /// Whether the request leaves open how the count is made: limits on nodes are for a search.
  [[nodiscard]] bool counter_may_race() const {
    return counts_all_covers() &&
           task_.control.count_options(task_.problem).method == CountMethod::automatic &&
           !request_.conduct.node_limit && !request_.checkpoint.unit_nodes;
  }
  /// Whether only a sweep is wanted, which keeps its tables.
  [[nodiscard]] bool counter_works_alone() const {
    return counts_all_covers() && request_.search.method == CountMethod::sweep;
  }

  /// Reports how the run stands, or how the Counter does while that leads.
  void report() {
    if (!race_ ? counter_works_alone() : race_->counter_leads()) {
      return report_counter_(counter_progress_);
    }
    Progress p = progress_.look(*ledger_);
    p.solutions = expanded({p.solutions, {}}).solutions;
    report_crew_(p);
  }

  void look(const Progress& progress) {
    lines_.look(progress);
    if (seconds_since(noted_at_) >= seconds_between_notes) note();
    if (search_.options.control.on_progress) search_.options.control.on_progress(progress);
  }

  /// Writes the last look into the file, for `dlx status`.
  void note() {
    noted_at_ = std::chrono::steady_clock::now();
    Json last = lines_.empty() ? Json::object() : lines_.json();
    if (const auto before = last_look(ledger_->facts()); before && !last.contains("seconds_left")) {
      last = *before;  // too soon to tell
    }
    last["seconds"] = seconds_before_ + seconds_since(start_);
    try {
      ledger_->note("progress", last.dump());
    } catch (const SystemError&) {
      // The run itself can do without; if the disk is full, it ends when it records a unit.
    }
  }

  CountOptions counter_options(Certificate& certificate) {
    CountOptions options = task_.control.count_options(task_.problem);
    options.fingerprint_seed = task_.evidence().seed;
    options.search.trace = certificate.trace();
    options.search.control.on_progress = [this](const Progress& p) {
      counter_progress_ = p;
      report();
    };
    options.tables = &tables_;
    return options;
  }

  [[nodiscard]] Certificate counters_certificate() const {
    const bool wanted = !request_.certificate.empty();
    return {wanted ? file_of_counters_certificate(file_) : "", task_.problem,
            task_.evidence().seed};
  }

  /// Lets the crew and a Counter compete for the time.
  Answer race(Crew& crew) {
    Certificate certificate = counters_certificate();
    Counter counter(task_.problem, counter_options(certificate));
    race_.emplace(crew, *ledger_, counter);
    const Status status = race_->run(search_.options.control.limits.time);
    const bool by_counter = race_->settled_by_counter();
    race_.reset();  // refers to what ends here
    return by_counter ? settled(counter, certificate) : answer_of_units(crew, status);
  }

  /// Lets a Counter work that keeps its tables.
  Answer count_alone() {
    Certificate certificate = counters_certificate();
    Counter counter(task_.problem, counter_options(certificate));
    if (counter.run() == Status::exhausted) return settled(counter, certificate);
    return answer_of(counter.result());
  }

  /// The answer of a Counter, recorded with its certificate before that.
  Answer settled(const Counter& counter, Certificate& certificate) {
    const CountResult counted = counter.result();
    const Answer answer = answer_of(counted);
    certificate.finish(answer);
    ledger_->settle(answer_as_text(counted));
    return answer;
  }

  [[nodiscard]] Total expanded(const Total& counted) const {
    return visiting_ || search_.reduced == nullptr ? counted : search_.reduced->expanded(counted);
  }

  [[nodiscard]] Answer answer_of(CountResult counted) const {
    Answer answer;
    answer.status = counted.status;
    answer.engine = counted.engine;
    answer.count = counted.value.to_string();
    answer.fingerprint = counted.fingerprint;
    answer.statistics = counted.statistics;
    answer.counted = std::move(counted);
    return answer;
  }

  [[nodiscard]] Answer answer_of_units(const Crew& crew, Status status) const {
    const Sums& sums = ledger_->sums();
    const Total counted = expanded({sums.solutions, sums.fingerprint});
    Answer answer;
    answer.status = status;
    answer.engine = search_.options.engine;
    answer.count = counted.solutions.to_string();
    if (task_.evidence().seed) answer.fingerprint = counted.fingerprint;
    answer.statistics.nodes = sums.nodes;
    answer.statistics.updates = sums.updates;
    answer.statistics.nodes_per_level = without_empty_levels(sums.nodes_per_level);
    answer.statistics.memory_bytes = crew.memory_bytes();
    return answer;
  }

  Outcome finish(Answer answer) {
    if (answer.complete()) {
      tables_.remove();
    } else {
      note();
    }
    answer.seed = task_.evidence().seed.value_or(0);
    answer.units = ledger_->units_done();
    answer.seconds = seconds_since(start_);
    Outcome outcome = conclude(task_, std::move(answer), [&](const Answer& complete) {
      if (request_.certificate.empty()) return;
      if (complete.counted) {
        copy_durably(file_of_counters_certificate(file_), request_.certificate);
      } else {
        certificate_->finish(complete, task_.evidence().seed);
      }
    });
    if (!request_.wanted.count && outcome.answer.count != "0") {
      task_.console.note(fmt::format("the solutions are in {}/", solutions_folder(file_)));
    }
    if (!outcome.answer.complete()) {
      const std::string command = search_.elsewhere != nullptr
                                      ? search_.elsewhere->command_to_continue
                                      : "dlx resume " + file_;
      task_.console.warning("saved; to continue: " + command);
    }
    return outcome;
  }

  const SearchTask& task_;
  const Request& request_;
  const std::string& file_;
  SavedSearch search_;
  bool visiting_;  // solutions are visited, not only counted
  unsigned threads_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<Ledger> ledger_;
  std::optional<RunCertificate> certificate_;
  Tally model_;  // empty, with the weights
  RunProgress progress_;
  TableFolder tables_;
  std::optional<Race> race_;
  Progress counter_progress_;  // as last reported
  ProgressCallback report_crew_, report_counter_;
  ProgressLines lines_;
  double seconds_before_ = 0;  // that other processes have worked at this run
  std::chrono::steady_clock::time_point noted_at_ = start_;
};

}  // namespace

std::string tables_folder(const std::string& checkpoint) {
  return checkpoint + ".tables";
}

std::vector<TableFolder::Kept> sweeps_beside(const std::string& checkpoint) {
  return TableFolder::list(tables_folder(checkpoint));
}

std::string in_words(const TableFolder::Kept& kept) {
  return fmt::format("{} of {} steps, {} states, {:.1f} MB", kept.sweep.step, kept.sweep.steps,
                     kept.sweep.states, static_cast<double>(kept.bytes) / 1e6);
}

Outcome run_saved(const SearchTask& task, const Elsewhere* elsewhere) {
  if (task.classes.by_canonical_forms()) throw not_together("--checkpoint", kind::many_symmetries);
  SearchOptions options = task.control.search_options(&task.problem);
  const bool preprocess = std::exchange(options.preprocess, false);
  const Searched searched(task, preprocess, options.control.stop);
  if (*options.control.stop) {
    const Outcome outcome{{.status = Status::stopped}, {}};
    print_outcome(task.request, task.console, outcome, task.show);
    return outcome;
  }
  const Problem& problem = searched.reduced ? searched.reduced->problem() : task.problem;
  SavedSearch search{
      .problem = problem,
      .reduced = searched.reduced ? &*searched.reduced : nullptr,
      .make_solver = [&problem](const SearchOptions& given) { return Solver(problem, given); },
      .options = std::move(options),
      .make_faults = [&task]() -> Faults {
        return [verifier = std::make_shared<Verifier>(task.problem)](
                   std::span<const OptionId> solution) { return verifier->faults(solution); };
      },
      .is_representative = searched.is_representative,
      .all_covers = !task.classes.group && !task.classes.is_representative,
      .elsewhere = elsewhere};
  return RunInFile(task, std::move(search)).run();
}

Outcome run_saved(const SearchTask& task, const PathProblem& problem,
                  const std::function<Faults()>& make_faults) {
  return RunInFile(task, {.problem = problem.problem(),
                          .reduced = nullptr,
                          .make_solver =
                              [&](const SearchOptions& given) { return Solver(problem, given); },
                          .options = task.control.search_options(),
                          .make_faults = make_faults,
                          .is_representative = task.classes.is_representative})
      .run();
}

}  // namespace dlx::app
