#include "apps/checkpoint.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "apps/certificate.hpp"
#include "apps/progress.hpp"
#include "apps/run.hpp"
#include "apps/settings.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/identity.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/core/text.hpp"
#include "dlx/count/counter.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/race.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/runs/unit_file.hpp"
#include "dlx/search/steady_progress.hpp"
#include "dlx/version.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& checkpoint) {
  return checkpoint + ".solutions";
}

std::string file_type(const Session& session) {
  return fmt::format("{}{}", session.general.json ? "jsonl" : "txt",
                     session.checkpoint.gzip ? ".gz" : "");
}

/// The solutions of a unit.
std::string solutions_file(const Session& session, std::uint64_t unit) {
  return fmt::format("{}/{}.{}", folder_of(session.checkpoint.file), unit, file_type(session));
}

/// Writes the solutions of a unit to a file, or only counts those that are wanted.
class UnitSink final : public SolutionSink {
 public:
  UnitSink(const CheckpointedSearch& task, const Session& session, const Presentation& show,
           std::uint64_t unit)
      : show_(&show), json_(session.general.json), faults_of_(task.verifier()) {
    if (task.reduced != nullptr) expansion_.emplace(task.reduced->reduction());
    if (session.ask.count) return;
    file_.emplace(solutions_file(session, unit), session.checkpoint.gzip);
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
    if (show_->is_representative && !show_->is_representative(solution)) return false;
    if (!file_) return true;
    if (const auto faults = faults_of_(solution); !faults.empty()) throw no_solution(faults);
    ++taken_;
    file_->print(solution_as_text(*show_, json_, std::to_string(taken_), solution));
    return true;
  }

  const Presentation* show_;
  bool json_;
  Faults faults_of_;
  std::uint64_t taken_ = 0;
  std::optional<Expansion> expansion_;
  std::optional<UnitFile> file_;
};

/// What must be the same for a run to go on.
RunFacts facts_of(const Session& session, const CheckpointedSearch& task,
                  const Presentation& show) {
  RunFacts facts;
  facts["problem"] = identity(task.problem);
  facts["searched problem"] = identity(task.searched);
  facts["engine"] = std::string(to_string(task.search.engine));
  std::string branching(to_string(task.search.branching.rule));
  for (const ItemId item : task.search.branching.order) {
    branching += ' ' + std::to_string(index(item));
  }
  facts["branching"] = branching;
  facts["task"] = session.ask.count ? "count" : "list";
  if (!session.certificate.empty()) facts["certificate"] = "wanted";
  facts["up to"] = session.up_to_file.empty() ? std::string(to_string(session.up_to))
                                              : "symmetries " + sha256(session.up_to_text);
  facts["solutions"] = show.nouns;
  if (!session.ask.count) facts["type of files"] = file_type(session);
  if (session.search.fingerprint_seed) {
    facts["seed"] = std::to_string(*session.search.fingerprint_seed);
  }
  return facts;
}

/// And what only tells how.
void add_origin(RunFacts& facts, const Session& session) {
  facts["arguments"] = Json(session.arguments).dump();
  facts["program"] = DLX_VERSION;
  if (session.text) facts["text"] = *session.text;
  if (!session.up_to_file.empty()) facts["symmetries"] = session.up_to_text;
}

void compare(const std::string& file, const RunFacts& wanted, const RunFacts& found) {
  const auto value_in = [](const RunFacts& facts, const std::string& name) {
    const auto place = facts.find(name);
    return place == facts.end() ? std::string("nothing") : place->second;
  };
  const auto check = [&](const std::string& name) {
    const std::string& value = wanted.at(name);
    if (value_in(found, name) == value) return;
    if (name == "searched problem") {
      throw CheckpointError(file + ": the checkpoint was made by dlx " +
                            value_in(found, "program") +
                            ", which removed other options before the search");
    }
    throw CheckpointError(fmt::format("{}: the checkpoint is of another run: its {} is {}, not {}",
                                      file, name, in_quotes(value_in(found, name)),
                                      in_quotes(value)));
  };
  for (const char* name : {"problem", "up to"}) check(name);  // other things follow from these
  for (const auto& [name, value] : wanted) check(name);
  for (const auto& [fact, what] :
       {std::pair("certificate", "certificate"), {"seed", "fingerprint"}}) {
    if (found.contains(fact) && !wanted.contains(fact)) {
      throw CheckpointError(file + ": the checkpoint is of another run: it makes a " + what);
    }
  }
}

/// A list is what lies in its folder.
void require_no_solutions(const Session& session) {
  const std::string folder = folder_of(session.checkpoint.file);
  std::error_code none;
  if (session.ask.count || !fs::exists(folder, none) || fs::is_empty(folder, none)) return;
  throw CheckpointError(folder +
                        ": files of another run are in it, which would be taken for solutions of "
                        "this one; move or remove them");
}

/// The file that a unit which is done must have left; empty: it is there.
std::string missing_file(const Session& session, std::uint64_t unit, const Sums& sums) {
  const auto is_missing = [](const std::string& path) { return ::access(path.c_str(), F_OK) != 0; };
  if (!session.ask.count && sums.solutions != 0) {
    std::string path = solutions_file(session, unit);
    if (is_missing(path)) return path;
  }
  if (!session.certificate.empty()) {
    std::string path = piece_of_certificate(session, unit);
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

/// What the ledger keeps of a count that a Counter has settled.
std::string answer_as_text(const CountResult& counted) {
  Json answer = Json::object();
  answer["count"] = counted.value.to_string();
  if (counted.fingerprint) answer["fingerprint"] = counted.fingerprint->value();
  answer["method"] = to_string(counted.method);
  answer["why"] = counted.why;
  answer["engine"] = to_string(counted.engine);
  answer["symmetries"] = counted.symmetry;
  answer["parts"] = counted.parts;
  answer["states"] = counted.states;
  answer["nodes"] = counted.statistics.nodes;
  answer["updates"] = counted.statistics.updates;
  return answer.dump();
}

/// The value of an enumeration that is spelled so.
template <class Value, std::size_t size>
Value value_spelled(const std::string& word, const std::array<Value, size>& values) {
  for (const Value value : values) {
    if (to_string(value) == word) return value;
  }
  throw std::invalid_argument(word);
}

CountResult answer_from_text(const std::string& file, const std::string& text) {
  try {
    const Json answer = Json::parse(text);
    CountResult counted;
    counted.status = Status::exhausted;
    counted.value = Natural::parse(answer.at("count").get<std::string>());
    if (answer.contains("fingerprint")) {
      counted.fingerprint = Residue(answer["fingerprint"].get<std::uint64_t>());
    }
    counted.method = value_spelled(
        answer.at("method").get<std::string>(),
        std::array{CountMethod::search, CountMethod::sweep, CountMethod::memo, CountMethod::zdd});
    counted.why = answer.at("why").get<std::string>();
    counted.engine = value_spelled(answer.at("engine").get<std::string>(),
                                   std::array{EngineKind::automatic, EngineKind::dancing_links,
                                              EngineKind::dancing_cells, EngineKind::bit_matrix});
    counted.symmetry = answer.at("symmetries").get<std::string>();
    counted.parts = answer.at("parts").get<std::uint32_t>();
    counted.states = answer.at("states").get<std::uint64_t>();
    counted.statistics.nodes = answer.at("nodes").get<std::uint64_t>();
    counted.statistics.updates = answer.at("updates").get<std::uint64_t>();
    return counted;
  } catch (const std::exception&) {
    throw CheckpointError(file + ": the checkpoint is damaged: its answer");
  }
}

/// A run in a file, from its file to its answer.
class CheckpointedRun {
 public:
  CheckpointedRun(Session& session, const CheckpointedSearch& given, const Presentation& show)
      : session_(session),
        checkpoint_(session.checkpoint),
        task_(given),
        show_(show),
        visiting_(!session.ask.count || show.is_representative),
        threads_(threads_of(session)),
        progress_(session.elsewhere ? 1 : threads_),
        report_(steady(given.search.on_progress)) {}

  Outcome run() {
    check_request();
    settle_engine();
    open();
    Outcome outcome;
    if (const std::string* answer = ledger_->answer()) {
      take_answer(outcome, answer_from_text(checkpoint_.file, *answer));
    } else {
      work(outcome);
    }
    finish(outcome);
    return outcome;
  }

 private:
  void check_request() const {
    if (!session_.ask.count && !session_.ask.all) {
      throw std::invalid_argument("--checkpoint is for all solutions: add --all or --count");
    }
    if (session_.search.method != CountMethod::automatic &&
        session_.search.method != CountMethod::search) {
      throw std::invalid_argument("--checkpoint is for counts by search");
    }
    if (visiting_ && session_.search.fingerprint_seed) {
      throw std::invalid_argument("--fingerprint is for counts of all solutions");
    }
  }

  /// One engine for the whole run, on whatever machine it goes on.
  void settle_engine() {
    const Solver solver = task_.make_solver(task_.search);
    (void)solver.frontier();  // throws if the search cannot be divided
    task_.search.engine = solver.engine();
  }

  /// Opens the file of the run, or makes it; throws CheckpointError if it is of another run.
  void open() {
    const RunFacts facts = facts_of(session_, task_, show_);
    if (::access(checkpoint_.file.c_str(), F_OK) != 0) {
      require_no_solutions(session_);
      RunFacts all = facts;
      add_origin(all, session_);
      Ledger::create(checkpoint_.file, all, checkpoint_.unit_nodes.value_or(nodes_of_first_unit));
    }
    std::string missing;
    ledger_.emplace(checkpoint_.file, [&](std::uint64_t unit, const Sums& sums) {
      if (missing.empty()) missing = missing_file(session_, unit, sums);
    });
    compare(checkpoint_.file, facts, ledger_->facts());
    if (!missing.empty()) {
      throw CheckpointError(missing +
                            ": is missing, and has what was found before; this folder goes "
                            "with the checkpoint wherever that is copied");
    }
    if (ledger_->units_done() != 0 && ledger_->answer() == nullptr) {
      session_.messages.note(fmt::format("{}: going on after {} {} and {} nodes", checkpoint_.file,
                                         ledger_->sums().solutions.to_string(), show_.nouns,
                                         ledger_->sums().nodes));
    }
    if (!session_.ask.count) prepare_folder(folder_of(checkpoint_.file));
  }

  /// Works at the run until it ends or a limit is reached.
  void work(Outcome& outcome) {
    const Reduction* const reduction =
        task_.reduced != nullptr ? &task_.reduced->reduction() : nullptr;
    certificate_.emplace(session_, task_.problem, task_.searched, reduction);
    const auto seed = session_.search.fingerprint_seed;
    if (!visiting_ && task_.reduced != nullptr) {
      model_ = task_.reduced->tally();
    } else if (!visiting_ && seed) {
      model_ = Tally(plain_weights(task_.problem.option_count(), *seed));
    }
    const MakeSink make_sink = [this](std::uint64_t unit) {
      return std::make_unique<UnitSink>(task_, session_, show_, unit);
    };
    CrewOptions options{.threads = threads_, .unit_nodes = checkpoint_.unit_nodes};
    options.unit_time = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(checkpoint_.every_s.value_or(2)));
    options.stop = task_.search.stop;
    options.on_progress = [this](const UnitStore& units) {
      Progress p = progress_.look(units);
      p.solutions = expanded({p.solutions, {}}).solutions;
      report_(p);
    };
    const auto on_progress = options.on_progress;
    Crew crew(
        *ledger_, [&](const std::atomic<bool>& stop) { return make_worker(stop, make_sink); },
        std::move(options));
    std::optional<std::uint64_t> nodes = task_.search.limits.nodes;
    if (nodes) *nodes += ledger_->sums().nodes;
    if (session_.elsewhere) {
      outcome.status = session_.elsewhere({.ledger = *ledger_,
                                           .task = task_,
                                           .listing = visiting_,
                                           .model = model_,
                                           .make_sink = make_sink,
                                           .nodes = nodes,
                                           .unit_nodes = checkpoint_.unit_nodes,
                                           .on_progress = on_progress,
                                           .crew = crew});
    } else if (counter_may_race()) {
      race(crew, outcome);
    } else {
      outcome.status = crew.run(nodes, task_.search.limits.time);
    }
    if (!outcome.counted) take_sums(outcome, crew);
  }

  std::unique_ptr<UnitWorker> make_worker(const std::atomic<bool>& stop,
                                          const MakeSink& make_sink) const {
    SearchOptions options = task_.search;
    options.limits = {};
    options.on_progress = {};
    options.stop = &stop;
    std::unique_ptr<UnitTrace> trace = certificate_->unit_trace();
    if (trace) options.trace = &trace->trace();
    Solver solver = task_.make_solver(options);
    if (!visiting_) return counting_worker(std::move(solver), model_, std::move(trace));
    return listing_worker(std::move(solver), make_sink, std::move(trace));
  }

  /// Whether the request leaves open how the count is made, and the units hold all solutions of the
  /// problem: a certificate of a run is of its units, and limits on nodes are for a search.
  [[nodiscard]] bool counter_may_race() const {
    const SearchFlags& search = session_.search;
    return task_.all_covers && !visiting_ && session_.certificate.empty() &&
           count_options(session_, task_.problem).method == CountMethod::automatic &&
           !search.node_limit && !checkpoint_.unit_nodes;
  }

  /// Lets the crew and a Counter compete for the time.
  void race(Crew& crew, Outcome& outcome) {
    std::optional<Race> race;
    CountOptions options = count_options(session_, task_.problem);
    options.search.on_progress = [&](Progress p) {
      p.states += std::exchange(p.nodes, 0);
      if (!race->counter_leads()) p.share = 0;
      p.solutions = 0;
      report_(p);
    };
    Counter counter(task_.problem, options);
    race.emplace(crew, *ledger_, counter);
    outcome.status = race->run(task_.search.limits.time);
    if (!race->settled_by_counter()) return;
    CountResult counted = counter.result();
    ledger_->settle(answer_as_text(counted));
    take_answer(outcome, std::move(counted));
  }

  [[nodiscard]] Counted expanded(const Counted& counted) const {
    return visiting_ || task_.reduced == nullptr ? counted : task_.reduced->expanded(counted);
  }

  void take_answer(Outcome& outcome, CountResult counted) const {
    outcome.status = Status::exhausted;
    outcome.engine = counted.engine;
    outcome.count = counted.value.to_string();
    outcome.fingerprint = counted.fingerprint;
    outcome.statistics = counted.statistics;
    outcome.counted = std::move(counted);
  }

  void take_sums(Outcome& outcome, const Crew& crew) const {
    const Sums& sums = ledger_->sums();
    const Counted counted = expanded({sums.solutions, sums.fingerprint});
    outcome.engine = task_.search.engine;
    outcome.count = counted.solutions.to_string();
    if (session_.search.fingerprint_seed) outcome.fingerprint = counted.fingerprint;
    outcome.statistics.nodes = sums.nodes;
    outcome.statistics.updates = sums.updates;
    outcome.statistics.nodes_per_level = without_empty_levels(sums.nodes_per_level);
    outcome.statistics.memory_bytes = crew.memory_bytes();
  }

  void finish(Outcome& outcome) {
    outcome.units = ledger_->units_done();
    outcome.seconds = seconds_since(start_);
    task_.trust.answer(outcome, show_, [&] {
      if (certificate_) certificate_->finish(outcome);
    });
    if (!session_.ask.count) {
      session_.messages.note(fmt::format("they are in {}/", folder_of(checkpoint_.file)));
    }
    if (!outcome.complete()) {
      session_.messages.warning("saved; to go on: " + command_to_go_on(session_));
    }
  }

  Session& session_;
  const Checkpoint& checkpoint_;
  CheckpointedSearch task_;
  const Presentation& show_;
  bool visiting_;  // solutions are visited, not only counted
  unsigned threads_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<Ledger> ledger_;
  std::optional<RunCertificate> certificate_;
  Tally model_;  // empty, with the weights
  RunProgress progress_;
  ProgressCallback report_;
};

}  // namespace

std::string command_to_go_on(const Session& session) {
  return session.to_go_on.empty() ? "dlx resume " + session.checkpoint.file : session.to_go_on;
}

Outcome run_checkpointed(Session& session, const CheckpointedSearch& task,
                         const Presentation& show) {
  session.checkpoint.used = true;
  return CheckpointedRun(session, task, show).run();
}

}  // namespace dlx::app
