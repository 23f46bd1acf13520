#include "apps/run/checkpoint.hpp"

#include <fmt/format.h>

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
#include "apps/run/run_folders.hpp"
#include "apps/run/saved_search.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/runs/begun_run.hpp"
#include "dlx/runs/race.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/runs/unit_file.hpp"
#include "dlx/search/steady_progress.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/first_choices.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

/// The fact that says of a Counter's certificate what Sums::files says of those of units.
constexpr const char* files_of_counter = "files of the counter";
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
        progress_(search_.other_search != nullptr ? 1 : threads_),
        tables_(tables_folder(file_),
                nanoseconds(request_.checkpoint.every_s.value_or(seconds_between_tables))),
        report_crew_(search::steady([this](const search::Progress& p) { look(p); })),
        report_counter_(search::steady([this](const search::Progress& p) { look(p); })) {}

  Outcome run() {
    fix_engine();
    open();
    Answer answer;
    if (const std::string* text = ledger_->answer()) {
      answer = answer_from_text(file_, *text);
    } else {
      answer = work();
    }
    return finish(std::move(answer));
  }

 private:
  /// One engine for the whole run, on whatever machine it continues.
  void fix_engine() {
    const Solver solver = search_.make_solver(search_.options);
    (void)solver.open_work();  // throws if the search cannot be divided
    search_.options.engine = solver.engine();
  }

  /// Opens the file of the run; throws CheckpointError if it is of another run.
  void open() {
    std::string fault;
    ledger_.emplace(file_, [&](std::uint64_t unit, const runs::Sums& sums) {
      if (fault.empty()) fault = fault_of_files(request_, unit, sums);
    });
    if (!runs::is_planned(ledger_->facts())) require_no_solutions(request_);
    plan_run(file_, *ledger_, facts_of(task_, search_.problem, search_.options),
             origin_of(request_, task_.show));
    if (fault.empty() && !request_.certificate.empty() && ledger_->answer()) {
      const auto files = ledger_->facts().find(files_of_counter);
      fault = fault_of(FileOfUnit::certificate, file_of_counters_certificate(file_),
                       files == ledger_->facts().end() ? "" : files->second);
    }
    if (!fault.empty()) throw runs::CheckpointError(fault);
    nodes_before_ = ledger_->sums().nodes;
    if (ledger_->units_done() != 0 && ledger_->answer() == nullptr) {
      task_.console.note(fmt::format(
          "{}: continuing after {} and {}", file_,
          quantity(ledger_->sums().solutions.to_string(), task_.show.noun, task_.show.nouns),
          quantity(ledger_->sums().nodes, "node")));
    }
    if (const auto last = last_look(ledger_->facts())) seconds_before_ = last->at("seconds");
    for (const runs::TableFolder::Kept& kept : sweeps_beside(file_)) {
      task_.console.note(fmt::format("{}: continuing a sweep: {}", file_, in_words(kept)));
    }
    for (const runs::TableFolder::KeptSum& kept : sums_beside(file_)) {
      task_.console.note(fmt::format("{}: continuing a sum over signs: {}", file_, in_words(kept)));
    }
    if (!request_.wanted.count) prepare_folder(solutions_folder(file_));
  }

  /// Works at the run until it ends or a limit is reached.
  Answer work() {
    if (!request_.certificate.empty()) {
      certificate_.emplace(
          request_.certificate, certificate_folder(file_),
          CertifiedRun{
              .problem = task_.problem,
              .searched = search_.problem,
              .reduction = search_.reduced != nullptr ? &search_.reduced->reduction() : nullptr,
              .group = certifies_classes(task_) ? task_.classes.listed() : nullptr});
    }
    set_weights();
    const runs::MakeSink make_sink = [this](std::uint64_t unit) {
      return unit_sink(task_, search_, unit);
    };
    const auto on_progress = [this](const runs::UnitStore&) { report(); };
    runs::Crew crew(
        *ledger_, [&](const std::atomic<bool>& stop) { return make_worker(stop, make_sink); },
        crew_options(on_progress));
    std::optional<std::uint64_t> nodes = search_.options.control.limits.nodes;
    if (nodes) *nodes += ledger_->sums().nodes;
    Status status = Status::running;
    if (search_.other_search != nullptr) {
      status =
          search_.other_search->search({.ledger = *ledger_,
                                        .searched = search_.problem,
                                        .search = search_.options,
                                        .listing = visiting_,
                                        .model = model_,
                                        .make_sink = make_sink,
                                        .nodes = nodes,
                                        .unit_nodes = request_.checkpoint.unit_nodes,
                                        .on_progress = on_progress,
                                        .crew = crew,
                                        .certificate = certificate_ ? &*certificate_ : nullptr});
    } else if (counter_works_alone()) {
      return count_by_counter(nullptr);
    } else if (counter_may_race()) {
      return count_by_counter(&crew);
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

  [[nodiscard]] runs::CrewOptions crew_options(
      std::function<void(const runs::UnitStore&)> on_progress) const {
    const Checkpoint& checkpoint = request_.checkpoint;
    runs::CrewOptions options{.threads = threads_, .unit_nodes = checkpoint.unit_nodes};
    options.unit_time = nanoseconds(checkpoint.every_s.value_or(2));
    options.stop = search_.options.control.stop;
    options.on_progress = std::move(on_progress);
    return options;
  }

  std::unique_ptr<runs::UnitWorker> make_worker(const std::atomic<bool>& stop,
                                                const runs::MakeSink& make_sink) const {
    search::SearchOptions options = search_.options;
    options.control.limits = {};
    options.control.on_progress = {};
    options.control.stop = &stop;
    std::unique_ptr<runs::UnitTrace> trace = certificate_ ? certificate_->unit_trace() : nullptr;
    if (trace) options.trace = &trace->trace();
    Solver solver = search_.make_solver(options);
    if (!visiting_) return counting_worker(std::move(solver), model_, std::move(trace));
    return listing_worker(std::move(solver), make_sink, std::move(trace));
  }

  /// Whether a Counter can find the number that is wanted.
  [[nodiscard]] bool is_countable() const {
    return search_.is_covers && request_.wanted.count && !task_.classes.is_representative;
  }
  [[nodiscard]] bool counts_classes() const {
    return task_.classes.listed() != nullptr && !certifies_classes(task_);
  }
  /// Whether the request leaves open how the count is made: limits on nodes are for a search.
  [[nodiscard]] bool counter_may_race() const {
    return is_countable() &&
           task_.control.count_options(task_.problem).method == CountMethod::automatic &&
           !request_.options.nodes && !request_.checkpoint.unit_nodes;
  }
  /// Whether only a sweep or a sum is wanted, which the Counter keeps.
  [[nodiscard]] bool counter_works_alone() const {
    const CountMethod method = request_.options.method;
    return is_countable() && (method == CountMethod::sweep || method == CountMethod::signs);
  }

  /// Reports how the run stands, or how the Counter does while that leads.
  void report() {
    if (!race_ ? counter_works_alone() : race_->counter_leads()) {
      return report_counter_(counter_progress_);
    }
    search::Progress p = progress_.look(*ledger_);
    p.solutions = expanded({p.solutions, {}}).solutions;
    report_crew_(p);
  }

  void look(const search::Progress& progress) {
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
      ledger_->note({{"progress", last.dump()}});
    } catch (const io::SystemError&) {
      // The run itself can do without; if the disk is full, it ends when it records a unit.
    }
  }

  counting::CountOptions counter_options(search::Trace* trace) {
    counting::CountOptions options = task_.control.count_options(task_.problem);
    options.fingerprint_seed = task_.evidence().seed;
    options.search.trace = trace;
    options.search.control.on_progress = [this](const search::Progress& p) {
      counter_progress_ = p;
      report();
    };
    options.tables = &tables_;
    return options;
  }

  /// Lets a Counter count: beside a crew, with which it competes for the time, or alone (null).
  Answer count_by_counter(runs::Crew* crew) {
    Certificate certificate(request_.certificate.empty() ? "" : file_of_counters_certificate(file_),
                            task_.problem, task_.evidence().seed,
                            certifies_classes(task_) ? about_classes : "");
    if (certifies_classes(task_)) {
      trace_group(*certificate.trace(), task_.problem, *task_.classes.listed());
    }
    const counting::CountOptions options = counter_options(certificate.trace());
    if (counts_classes()) {
      ClassCounter counter(task_.problem, *task_.classes.group, options);
      return count_by(counter, crew, certificate);
    }
    counting::Counter counter(task_.problem, options);
    return count_by(counter, crew, certificate);
  }

  template <class AnyCounter>
  Answer count_by(AnyCounter& counter, runs::Crew* crew, Certificate& certificate) {
    if (crew == nullptr) {
      if (counter.run() != Status::exhausted) return cut_short(answer_of(counter.result()));
    } else {
      race_.emplace(*crew, *ledger_, counter);
      const Status status = race_->run(search_.options.control.limits.time);
      const bool by_counter = race_->answered_by_counter();
      race_.reset();  // refers to what ends here
      if (!by_counter) return answer_of_units(*crew, status);
    }
    return answered(answer_of(counter.result()), certificate);
  }

  /// The answer of a Counter, recorded with its certificate before that.
  Answer answered(Answer answer, Certificate& certificate) {
    if (certifies_classes(task_)) {
      answer = up_to_symmetry(answer, *certificate.trace());
      if (!answer.complete()) return answer;
    }
    certificate.finish(answer, claim(answer));
    if (!request_.certificate.empty()) {
      const std::string mark = runs::mark_of_file(file_of_counters_certificate(file_));
      ledger_->note({{files_of_counter, line_of_files(FileOfUnit::certificate, mark)}});
    }
    ledger_->record_answer(answer_as_text(answer));
    return answer;
  }

  /// The classes of all solutions, which have been counted; the trace records the rest.
  Answer up_to_symmetry(const Answer& all, search::Trace& trace) {
    counting::CountOptions options = counter_options(&trace);
    options.fingerprint_seed.reset();
    ClassCounter counter(task_.problem, *task_.classes.group, options, Natural::parse(all.count));
    counter.run();
    trace.flush();
    Answer answer = answer_of(counter.result());
    add(answer.statistics, all.statistics);
    answer.engine = all.engine;
    return answer;
  }

  /// What a certificate claims beside the count of all solutions.
  [[nodiscard]] std::string claim(const Answer& answer) const {
    return certifies_classes(task_) ? claimed_classes(answer, *task_.classes.listed()) : "";
  }

  [[nodiscard]] Total expanded(const Total& counted) const {
    return visiting_ || search_.reduced == nullptr ? counted : search_.reduced->expanded(counted);
  }

  [[nodiscard]] Answer answer_of_units(const runs::Crew& crew, Status status) {
    const runs::Sums& sums = ledger_->sums();
    const Total counted = expanded({sums.solutions, sums.fingerprint});
    Answer answer;
    answer.status = status;
    answer.engine = search_.options.engine;
    answer.count = counted.solutions.to_string();
    if (task_.evidence().seed) answer.fingerprint = counted.fingerprint;
    answer.statistics.nodes = sums.nodes;
    answer.statistics.updates = sums.updates;
    answer.statistics.nodes_per_level = search::without_empty_levels(sums.nodes_per_level);
    answer.statistics.memory_bytes = crew.memory_bytes();
    if (status != Status::exhausted) return cut_short(std::move(answer));
    if (!certifies_classes(task_)) return answer;
    return up_to_symmetry(answer, certificate_->trace_after_units());
  }

  /// An answer with a lower bound. A class has at most as many solutions as the group has members.
  [[nodiscard]] Answer cut_short(Answer answer) const {
    if (!certifies_classes(task_)) return answer;
    const std::uint64_t order = task_.classes.listed()->order();
    answer.count = ((Natural::parse(answer.count) + (order - 1)) / order).to_string();
    return answer;
  }

  Outcome finish(Answer answer) {
    if (answer.complete()) {
      tables_.remove();
    } else {
      note();
      warn_if_nothing_was_done();
    }
    answer.seed = task_.evidence().seed.value_or(0);
    answer.units = ledger_->units_done();
    answer.seconds = seconds_since(start_);
    const std::string claimed = answer.complete() ? claim(answer) : "";
    Outcome outcome = conclude(
        task_, std::move(answer),
        [&](const Answer& complete) {
          if (request_.certificate.empty() || keeps_certificate()) return;
          if (ledger_->answer() != nullptr) {
            copy_durably(file_of_counters_certificate(file_), request_.certificate);
          } else {
            certificate_->finish(complete, task_.evidence().seed, claimed);
          }
        },
        claimed);
    if (!request_.wanted.count && outcome.answer.count != "0") {
      task_.console.note(fmt::format("the solutions are in {}/", solutions_folder(file_)));
    }
    if (!outcome.answer.complete()) {
      say_how_to_continue(task_.console, file_, search_.other_search);
    }
    return outcome;
  }

  /// Whether the certificate of a complete run that is resumed is left as it is.
  [[nodiscard]] bool keeps_certificate() const {
    if (!request_.checkpoint.keep_certificate) return false;
    task_.console.note(request_.certificate +
                       ": this file exists already and is left as it is; use --certificate to "
                       "write the certificate of this run to another file");
    return true;
  }

  /// A run that is resumed with the same limit would only meet it again.
  void warn_if_nothing_was_done() const {
    if (tables_.saved_at() || ledger_->sums().nodes != nodes_before_) return;
    task_.console.warning("nothing was done that can be saved; a longer limit is needed to go on");
  }

  const SearchTask& task_;
  const Request& request_;
  const std::string& file_;
  SavedSearch search_;
  bool visiting_;  // solutions are visited, not only counted
  unsigned threads_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<runs::Ledger> ledger_;
  std::optional<RunCertificate> certificate_;
  Tally model_;  // empty, with the weights
  runs::RunProgress progress_;
  runs::TableFolder tables_;
  std::optional<runs::Race> race_;
  search::Progress counter_progress_;  // as last reported
  search::ProgressCallback report_crew_, report_counter_;
  ProgressLines lines_;
  std::uint64_t nodes_before_ = 0;  // of all units
  double seconds_before_ = 0;       // that other processes have worked at this run
  std::chrono::steady_clock::time_point noted_at_ = start_;
};

}  // namespace

void say_how_to_continue(Console& console, const std::string& file,
                         const OtherSearch* other_search) {
  console.warning("saved; to continue: " + (other_search != nullptr
                                                ? other_search->command_to_continue
                                                : "dlx resume " + file));
}

Outcome run_saved(const SearchTask& task, const OtherSearch* other_search) {
  if (task.classes.are_unlisted()) throw not_together("--checkpoint", kind::many_symmetries);
  search::SearchOptions options = task.control.search_options(&task.problem);
  const bool preprocess = std::exchange(options.preprocess, false);
  const Searched searched(task, preprocess, options.control.stop);
  if (*options.control.stop) {
    const Outcome outcome{{.status = Status::stopped}, {}};
    print_outcome(task.request, task.console, outcome, task.show);
    say_how_to_continue(task.console, task.request.checkpoint.file, other_search);
    return outcome;
  }
  const Problem& problem = searched.reduced ? searched.reduced->problem() : task.problem;
  SavedSearch search{
      .problem = problem,
      .reduced = searched.reduced ? &*searched.reduced : nullptr,
      .make_solver =
          [&problem](const search::SearchOptions& given) { return Solver(problem, given); },
      .options = std::move(options),
      .make_faults = [&task]() -> Faults {
        return [verifier = std::make_shared<Verifier>(task.problem)](
                   std::span<const OptionId> solution) { return verifier->faults(solution); };
      },
      .is_representative = searched.is_representative,
      .is_covers = true,
      .other_search = other_search};
  return RunInFile(task, std::move(search)).run();
}

Outcome run_saved(const SearchTask& task, const PathProblem& problem,
                  const std::function<Faults()>& make_faults) {
  return RunInFile(task,
                   {.problem = problem.problem(),
                    .reduced = nullptr,
                    .make_solver =
                        [&](const search::SearchOptions& given) { return Solver(problem, given); },
                    .options = task.control.search_options(),
                    .make_faults = make_faults,
                    .is_representative = task.classes.is_representative})
      .run();
}

}  // namespace dlx::app
