// A count that is saved in a file, as the command does it with --checkpoint: the file is a ledger
// of units of one search; a Counter competes with the search (dlx/runs/race.hpp), and its tables
// are saved beside the file. The facts in the file are those that the command writes for `dlx
// count`, so that `dlx resume` and `dlx status` take a run made here, and a run of `dlx count`
// continues here. Counts up to symmetry and lists are left to the command.

#include <ctime>

#include "dlx/certificate/identity.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/runs/begun_run.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/race.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/runs/search_facts.hpp"
#include "dlx/runs/table_folder.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/search/steady_progress.hpp"
#include "dlx/solver.hpp"
#include "dlx/version.hpp"
#include "options.hpp"

namespace dlx::python {
namespace {

using namespace std::chrono_literals;

std::string now_in_words() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&now, &utc);
  char words[32];
  return {words, std::strftime(words, sizeof words, "%Y-%m-%d %H:%M UTC", &utc)};
}

/// A run in its file. Each step is the work of the job.
class SavedCount final : public Job {
 public:
  enum class Step { open, count, settle };

  SavedCount(ProblemHandle problem, const Options& options, std::string path)
      : problem_(std::move(problem)), path_(std::move(path)), options_(options) {
    const CountMethod method = options.count(*this, true).method;
    if (method != CountMethod::automatic && method != CountMethod::search) {
      throw std::invalid_argument("a checkpoint is for method 'auto' or 'search', not '" +
                                  std::string(to_string(method)) + "'");
    }
  }

  void work() override {
    switch (step) {
      case Step::open:
        return open();
      case Step::count:
        return count();
      case Step::settle:
        ledger_->record_answer(text);
        return;
    }
  }

  Step step = Step::open;
  std::string text = {};  ///< JSON: the answer that settles the run

  /// The answer of a run that has been settled; empty: there is none.
  [[nodiscard]] std::string answered() const {
    return ledger_->answer() != nullptr ? *ledger_->answer() : std::string();
  }
  [[nodiscard]] const counting::CountResult& result() const { return result_; }
  /// Whether the Counter has counted, and not the units.
  [[nodiscard]] bool by_counter() const { return by_counter_; }
  void remove_tables() { tables().remove(); }

 private:
  void open() {
    const runs::BegunRun begun(
        path_, [this] { return begun_facts(); }, runs::nodes_of_first_unit);
    search_ = options_.search(*this, true);
    const bool reduces = std::exchange(search_.preprocess, false);
    if (reduces) {
      const auto seed = options_.fingerprint;
      reduced_.emplace(preprocess::reduce(*problem_, {.control = {.stop = stop()}}),
                       seed ? Tally(plain_weights(problem_->option_count(), *seed)) : Tally());
    }
    const Solver solver(searched(), search_);
    static_cast<void>(solver.open_work());  // throws if the search cannot be divided
    search_.engine = solver.engine();
    ledger_.emplace(path_);
    plan_run(path_, *ledger_, facts(), begun_facts());
  }

  /// What is known before the run is planned.
  [[nodiscard]] runs::RunFacts begun_facts() const {
    runs::RunFacts facts{{"arguments", R"(["count","-","--checkpoint","run"])"},
                         {"program", DLX_VERSION},
                         {"began", now_in_words()},
                         {"problem", certificate::identity(*problem_)},
                         {"task", "count"}};
    io::write_knuth_text(*problem_, [&](std::string_view line) { facts["text"] += line; });
    return facts;
  }

  [[nodiscard]] const Problem& searched() const {
    return reduced_ ? reduced_->problem() : *problem_;
  }

  [[nodiscard]] runs::RunFacts facts() const {
    runs::RunFacts facts = runs::search_facts(*problem_, searched(), search_);
    facts["task"] = "count";
    facts["up to"] = "none";
    facts["solutions"] = "solutions";
    if (options_.fingerprint) facts["seed"] = std::to_string(*options_.fingerprint);
    return facts;
  }

  [[nodiscard]] runs::TableFolder tables() const { return {path_ + ".tables", 15s}; }

  [[nodiscard]] std::unique_ptr<runs::UnitWorker> make_worker(const std::atomic<bool>& stop) const {
    search::SearchOptions search = search_;
    search.control = {.stop = &stop};
    return runs::counting_worker(Solver(searched(), search), empty_tally());
  }

  [[nodiscard]] Tally empty_tally() const {
    if (reduced_) return reduced_->tally();
    if (!options_.fingerprint) return {};
    return Tally(plain_weights(problem_->option_count(), *options_.fingerprint));
  }

  [[nodiscard]] Total expanded(const runs::Sums& sums) const {
    const Total counted{sums.solutions, sums.fingerprint};
    return reduced_ ? reduced_->expanded(counted) : counted;
  }

  void count() {
    const unsigned threads = runs::threads_of(options_);
    runs::RunProgress looks(threads);
    search::Progress counter_progress;
    runs::Race* race = nullptr;
    const search::ProgressCallback shown = steady(search_.control.on_progress);
    const auto report = [&] {
      if (race != nullptr && race->counter_leads()) return shown(counter_progress);
      search::Progress p = looks.look(*ledger_);
      p.solutions = expanded(ledger_->sums()).solutions;
      shown(p);
    };
    runs::Crew crew(*ledger_, [this](const std::atomic<bool>& stop) { return make_worker(stop); },
                    {.threads = threads,
                     .unit_time = 2s,
                     .stop = stop(),
                     .on_progress = [&](const runs::UnitStore&) { report(); },
                     .progress_interval = search_.control.progress_interval});
    const search::Limits limits = search_.control.limits;
    if (options_.method == CountMethod::search || limits.nodes) {
      std::optional<std::uint64_t> nodes = limits.nodes;
      if (nodes) *nodes += ledger_->sums().nodes;
      return take_sums(crew.run(nodes, limits.time));
    }
    runs::TableFolder folder = tables();
    counting::CountOptions wanted = options_.count(*this, true);
    wanted.search.control.limits = {};
    wanted.search.control.on_progress = [&](const search::Progress& p) {
      counter_progress = p;
      report();
    };
    wanted.tables = &folder;
    counting::Counter counter(*problem_, wanted);
    runs::Race both(crew, *ledger_, counter);
    race = &both;
    const Status status = both.run(limits.time);
    by_counter_ = both.answered_by_counter();
    if (!by_counter_) return take_sums(status);
    result_ = counter.result();
  }

  void take_sums(Status status) {
    const runs::Sums& sums = ledger_->sums();
    const Total counted = expanded(sums);
    result_ = {};
    result_.value = counted.solutions;
    if (options_.fingerprint) result_.fingerprint = counted.fingerprint;
    result_.status = status;
    result_.engine = search_.engine;
    result_.why = "units of a search are saved";
    result_.statistics.nodes = sums.nodes;
    result_.statistics.updates = sums.updates;
  }

  ProblemHandle problem_;
  std::string path_;
  Options options_;
  search::SearchOptions search_ = {};
  std::optional<preprocess::ReducedProblem> reduced_ = {};
  std::optional<runs::Ledger> ledger_ = {};
  counting::CountResult result_ = {};
  bool by_counter_ = false;
};

py::object json() {
  return py::module_::import("json");
}

/// The answer as the command writes it into the file.
std::string as_text(const counting::CountResult& result) {
  py::dict answer;
  answer["count"] = result.value.to_string();
  if (result.fingerprint) answer["fingerprint"] = result.fingerprint->value();
  answer["engine"] = std::string(to_string(result.engine));
  answer["nodes"] = result.statistics.nodes;
  answer["updates"] = result.statistics.updates;
  answer["method"] = std::string(to_string(result.method));
  answer["why"] = result.why;
  answer["symmetries"] = result.symmetry;
  answer["parts"] = result.parts;
  answer["states"] = result.states;
  return json().attr("dumps")(answer).cast<std::string>();
}

/// The same read; the seconds are those of this call.
py::dict from_text(const std::string& text, const std::string& path) {
  try {
    const py::dict answer = json().attr("loads")(text);
    py::dict d = to_dict({}, 0);
    d["status"] = std::string(to_string(Status::exhausted));
    d["value"] = to_int(Natural::parse(answer["count"].cast<std::string>()));
    d["solutions"] = d["value"];
    for (const char* name : {"engine", "nodes", "updates", "method", "why", "states"}) {
      d[name] = answer[name];
    }
    d["symmetry"] = answer["symmetries"];
    if (answer.contains("fingerprint")) d["fingerprint"] = answer["fingerprint"];
    return d;
  } catch (const py::error_already_set&) {
    throw runs::CheckpointError(path + ": the checkpoint is damaged: its answer");
  }
}

}  // namespace

py::dict count_saved(const ProblemHandle& problem, const Options& options,
                     const py::object& on_progress, const std::string& path) {
  const auto start = std::chrono::steady_clock::now();
  const auto saved = std::make_shared<SavedCount>(problem, options, path);
  run(saved, py::none());
  if (const std::string answer = saved->answered(); !answer.empty()) return from_text(answer, path);
  saved->step = SavedCount::Step::count;
  run(saved, on_progress);
  const counting::CountResult& result = saved->result();
  if (result.complete()) {
    if (saved->by_counter()) {
      saved->text = as_text(result);
      saved->step = SavedCount::Step::settle;
      run(saved, py::none());
    }
    saved->remove_tables();
  }
  return to_dict(result,
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

}  // namespace dlx::python
