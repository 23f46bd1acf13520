#include "apps/run/checkpoint.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <span>
#include <utility>

#include "apps/cli/combinations.hpp"
#include "apps/run/files.hpp"
#include "apps/run/progress.hpp"
#include "apps/run/report.hpp"
#include "apps/run/run_facts.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/run_folders.hpp"

namespace dlx::app {
namespace {

constexpr double seconds_between_notes = 15;

/// Runs a saved run and prints its progress and answer.
class PrintedRun {
 public:
  PrintedRun(const SearchTask& task, const OtherSearch* other_search)
      : task_(task),
        request_(task.request),
        file_(request_.options.checkpoint),
        other_search_(other_search) {}

  /// `problem` is a Problem or a PathProblem.
  template <class AnyProblem>
  Outcome run(const AnyProblem& problem, Options options) {
    options.fingerprint = task_.evidence().seed;
    options.certificate = request_.options.certificate;
    options.checkpoint = file_;
    report_ = std::exchange(options.on_progress, [this](const search::Progress& p) { look(p); });
    runs::SavedRun run(problem, std::move(options), run_task());
    run_ = &run;
    if (!run.planned()) return print_stopped();
    note_start();
    // If only the certificate cannot be written, the error is thrown later, after the answer is
    // printed.
    std::exception_ptr failure;
    try {
      run.run();
    } catch (...) {
      if (!run.result().complete()) throw;
      failure = std::current_exception();
    }
    return finish(failure);
  }

 private:
  runs::RunOptions run_task() {
    runs::RunOptions options{.group = task_.classes.group ? &*task_.classes.group : nullptr,
                             .is_representative = task_.classes.is_representative,
                             .keep_certificate = request_.checkpoint.keep_certificate,
                             .facts = facts_of(task_),
                             .origin = origin_of(request_, task_.show)};
    if (other_search_ != nullptr) options.search_elsewhere = other_search_->search;
    if (request_.wanted.count) return options;
    options.list = {.text =
                        [this](const std::string& n, std::span<const OptionId> solution) {
                          return solution_as_text(task_.problem, task_.show, request_, n, solution);
                        },
                    .type = file_type(request_),
                    .gzip = request_.checkpoint.gzip};
    return options;
  }

  /// Prints the outcome of a run that a signal stopped before the run was planned.
  Outcome print_stopped() {
    const Outcome outcome{{.status = Status::stopped}, {}};
    print_outcome(request_, task_.console, outcome, task_.show);
    say_how_to_continue(task_.console, file_, other_search_);
    return outcome;
  }

  void note_start() {
    const runs::Ledger& ledger = run_->ledger();
    if (ledger.units_done() != 0 && ledger.answer() == nullptr) {
      task_.console.note(fmt::format(
          "{}: continuing after {} and {}", file_,
          quantity(ledger.sums().solutions.to_string(), task_.show.noun, task_.show.nouns),
          quantity(ledger.sums().nodes, "node")));
    }
    if (const auto last = last_look(ledger.facts())) seconds_before_ = last->at("seconds");
    for (const runs::TableFolder::Kept& kept : runs::sweeps_beside(file_)) {
      task_.console.note(fmt::format("{}: continuing a sweep: {}", file_, in_words(kept)));
    }
    for (const runs::TableFolder::KeptSum& kept : runs::sums_beside(file_)) {
      task_.console.note(fmt::format("{}: continuing a sum over signs: {}", file_, in_words(kept)));
    }
  }

  void look(const search::Progress& progress) {
    lines_.look(progress);
    if (seconds_since(noted_at_) >= seconds_between_notes) note();
    if (report_) report_(progress);
  }

  /// Writes the latest progress to the file of the run. `dlx status` prints this progress.
  void note() {
    noted_at_ = std::chrono::steady_clock::now();
    Json last = lines_.empty() ? Json::object() : lines_.json();
    runs::Ledger& ledger = run_->ledger();
    if (const auto before = last_look(ledger.facts()); before && !last.contains("seconds_left")) {
      last = *before;  // the new report has no estimate of the time left yet
    }
    last["seconds"] = seconds_before_ + seconds_since(start_);
    try {
      ledger.note({{"progress", last.dump()}});
    } catch (const io::SystemError&) {
      // The progress is not essential, so this error is ignored. If the disk stays full, recording
      // the next unit of work throws.
    }
  }

  Outcome finish(const std::exception_ptr& failure) {
    Answer answer = answer_of(run_->result());
    if (!answer.complete()) {
      note();
      // Warns, because this run has saved nothing, and another run with the same limit would save
      // nothing either.
      if (!run_->has_progressed()) {
        task_.console.warning(
            "nothing was done that can be saved; a longer limit is needed to go on");
      }
    }
    answer.seed = task_.evidence().seed.value_or(0);
    answer.seconds = seconds_since(start_);
    Outcome outcome = conclude(
        task_, std::move(answer),
        [&](const Answer&) {
          if (failure) std::rethrow_exception(failure);
          note_certificate_left(request_, task_.console);
        },
        run_->claim());
    if (!request_.wanted.count && outcome.answer.count != "0") {
      task_.console.note(fmt::format("the solutions are in {}/", runs::solutions_folder(file_)));
    }
    if (!outcome.answer.complete()) {
      say_how_to_continue(task_.console, file_, other_search_);
    }
    return outcome;
  }

  const SearchTask& task_;
  const Request& request_;
  const std::string& file_;
  const OtherSearch* other_search_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  runs::SavedRun* run_ = nullptr;
  search::ProgressCallback report_;
  ProgressLines lines_;
  double seconds_before_ = 0;  // time that earlier processes have spent on this run
  std::chrono::steady_clock::time_point noted_at_ = start_;
};

}  // namespace

void say_how_to_continue(Console& console, const std::string& file,
                         const OtherSearch* other_search) {
  console.warning("saved; to continue: " + (other_search != nullptr
                                                ? other_search->command_to_continue
                                                : command_to_resume(file)));
}

void note_certificate_left(const Request& request, Console& console) {
  if (request.options.certificate.empty() || !request.checkpoint.keep_certificate) return;
  console.note(request.options.certificate +
               ": this file exists already and is left as it is; use --certificate to write the "
               "certificate of this run to another file");
}

Outcome run_saved(const SearchTask& task, const OtherSearch* other_search) {
  if (task.classes.are_unlisted()) {
    if (!task.request.wanted.count)
      throw not_together("--checkpoint & --all", kind::many_symmetries);
    if (task.problem.has_multiplicities()) {
      throw not_together("--checkpoint", kind::many_symmetries_and_multiplicities);
    }
  }
  return PrintedRun(task, other_search).run(task.problem, task.control.options(&task.problem));
}

Outcome run_saved(const SearchTask& task, const PathProblem& problem) {
  return PrintedRun(task, nullptr).run(problem, task.control.options());
}

}  // namespace dlx::app
