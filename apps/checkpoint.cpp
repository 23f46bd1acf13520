#include "apps/checkpoint.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "apps/certificate.hpp"
#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/progress.hpp"
#include "apps/run.hpp"
#include "apps/settings.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/identity.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/runs/unit_file.hpp"
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

std::string command_to_go_on(const Session& session) {
  return session.to_go_on.empty() ? "dlx resume " + session.checkpoint.file : session.to_go_on;
}

}  // namespace

Outcome run_checkpointed(Session& session, const CheckpointedSearch& given,
                         const Presentation& show) {
  session.checkpoint.used = true;
  const Checkpoint& checkpoint = session.checkpoint;
  const auto start = std::chrono::steady_clock::now();
  if (!session.ask.count && !session.ask.all) {
    throw std::invalid_argument("--checkpoint is for all solutions: add --all or --count");
  }
  if (session.search.method != CountMethod::automatic &&
      session.search.method != CountMethod::search) {
    throw std::invalid_argument("--checkpoint is for counts by search");
  }
  const bool visiting = !session.ask.count || show.is_representative;
  if (visiting && session.search.fingerprint_seed) {
    throw std::invalid_argument("--fingerprint is for counts of all solutions");
  }

  // One engine for the whole run, on whatever machine it goes on.
  CheckpointedSearch task = given;
  {
    const Solver solver = task.make_solver(task.search);
    (void)solver.frontier();  // throws if the search cannot be divided
    task.search.engine = solver.engine();
  }
  const unsigned threads = threads_of(session);

  const RunFacts facts = facts_of(session, task, show);
  const std::uint64_t first = checkpoint.unit_nodes.value_or(nodes_of_first_unit);
  if (::access(checkpoint.file.c_str(), F_OK) != 0) {
    require_no_solutions(session);
    RunFacts all = facts;
    add_origin(all, session);
    Ledger::create(checkpoint.file, all, first);
  }
  std::string missing;
  Ledger ledger(checkpoint.file, [&](std::uint64_t unit, const Sums& sums) {
    if (missing.empty()) missing = missing_file(session, unit, sums);
  });
  compare(checkpoint.file, facts, ledger.facts());
  if (!missing.empty()) {
    throw CheckpointError(missing +
                          ": is missing, and has what was found before; this folder goes "
                          "with the checkpoint wherever that is copied");
  }
  if (ledger.units_done() != 0) {
    session.messages.note(fmt::format("{}: going on after {} {} and {} nodes", checkpoint.file,
                                      ledger.sums().solutions.to_string(), show.nouns,
                                      ledger.sums().nodes));
  }
  if (!session.ask.count) prepare_folder(folder_of(checkpoint.file));
  const Reduction* const reduction = task.reduced != nullptr ? &task.reduced->reduction() : nullptr;
  RunCertificate certificate(session, task.problem, task.searched, reduction);

  const auto seed = session.search.fingerprint_seed;
  Tally model;
  if (!visiting && task.reduced != nullptr) {
    model = task.reduced->tally();
  } else if (!visiting && seed) {
    model = Tally(plain_weights(task.problem.option_count(), *seed));
  }
  const auto expanded_count = [&](const Counted& counted) {
    return visiting || task.reduced == nullptr ? counted : task.reduced->expanded(counted);
  };

  RunProgress progress(session.elsewhere ? 1 : threads);
  const SearchOptions with_progress = task.search;
  CrewOptions options{.threads = threads, .unit_nodes = checkpoint.unit_nodes};
  options.unit_time = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(checkpoint.every_s.value_or(2)));
  options.stop = task.search.stop;
  options.on_progress = [&](const UnitStore& units) {
    Progress p = progress.look(units);
    p.solutions = expanded_count({p.solutions, {}}).solutions;
    with_progress.on_progress(p);
  };
  SearchOptions of_solver = task.search;
  of_solver.limits = {};
  of_solver.on_progress = {};
  const MakeSink make_sink = [&](std::uint64_t unit) {
    return std::make_unique<UnitSink>(task, session, show, unit);
  };
  const Crew::MakeWorker make_worker = [&](const std::atomic<bool>& stop) {
    SearchOptions its = of_solver;
    its.stop = &stop;
    std::unique_ptr<UnitTrace> trace = certificate.unit_trace();
    if (trace) its.trace = &trace->trace();
    Solver solver = task.make_solver(its);
    if (!visiting) {
      return counting_worker(std::move(solver), model, std::move(trace));
    }
    return listing_worker(std::move(solver), make_sink, std::move(trace));
  };

  Outcome outcome;
  const auto on_progress = options.on_progress;
  Crew crew(ledger, make_worker, std::move(options));
  std::optional<std::uint64_t> nodes = task.search.limits.nodes;
  if (nodes) *nodes += ledger.sums().nodes;
  outcome.status = session.elsewhere ? session.elsewhere({.ledger = ledger,
                                                          .task = task,
                                                          .listing = visiting,
                                                          .model = model,
                                                          .make_sink = make_sink,
                                                          .nodes = nodes,
                                                          .unit_nodes = checkpoint.unit_nodes,
                                                          .on_progress = on_progress,
                                                          .crew = crew})
                                     : crew.run(nodes, task.search.limits.time);
  outcome.engine = task.search.engine;
  const Sums& sums = ledger.sums();
  const Counted counted = expanded_count({sums.solutions, sums.fingerprint});
  outcome.count = counted.solutions.to_string();
  if (seed) outcome.fingerprint = counted.fingerprint;
  outcome.statistics.nodes = sums.nodes;
  outcome.statistics.updates = sums.updates;
  outcome.statistics.nodes_per_level = without_empty_levels(sums.nodes_per_level);
  outcome.statistics.memory_bytes = crew.memory_bytes();
  outcome.units = ledger.units_done();
  outcome.seconds = seconds_since(start);
  task.trust.answer(outcome, show, [&] { certificate.finish(outcome); });
  if (!session.ask.count) {
    session.messages.note(fmt::format("they are in {}/", folder_of(checkpoint.file)));
  }
  if (!outcome.complete()) {
    session.messages.warning("saved; to go on: " + command_to_go_on(session));
  }
  return outcome;
}

void add_checkpoint_options(CLI::App& command, Session& session) {
  Checkpoint& c = session.checkpoint;
  auto* file = command
                   .add_option("--checkpoint", c.file,
                               "Keep the run in this file, and go on with it if it is there: a "
                               "search by several threads that can be stopped at any moment. "
                               "With --all solutions go to files in FILE.solutions/")
                   ->check(not_empty)
                   ->type_name("FILE")
                   ->group("Long runs");
  command
      .add_option("--checkpoint-every", c.every_s,
                  "How long a unit of work takes before it is written down; 2 unless given")
      ->check(number_between(0.01, 86400))
      ->type_name("SECONDS")
      ->needs(file)
      ->group("Long runs");
  add_number<std::uint64_t>(command, "--unit-nodes", c.unit_nodes,
                            "Or so many nodes to a unit of work")
      ->check(CLI::PositiveNumber)
      ->needs(file)
      ->group("Long runs");
  command.add_flag("--gzip", c.gzip, "Compress the files of solutions")
      ->needs(file)
      ->group("Long runs");
}

void add_resume(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("resume", "Go on with a run that was kept in a file");
  command->add_option("FILE", session.checkpoint.file, "What --checkpoint has made")->required();
  add_time_options(*command, session);
  add_number<std::uint64_t>(*command, "--node-limit", session.search.node_limit,
                            "Stop after so many nodes more (exit code 3)")
      ->group("Search");
  command
      ->add_flag("--stats", session.search.stats,
                 "Nodes, updates, time and memory on standard error")
      ->group("Search");
  add_threads_option(*command, session);
  add_certificate_option(*command, session);
  add_general_options(*command, session);
  command->footer(
      "The file knows the command that made it; only what is named here is taken from this one.\n"
      "Solutions and nodes are those of the whole run.\n\n"
      "Examples:\n"
      "  dlx queens 10 --count --checkpoint run.dlxr\n"
      "  dlx resume run.dlxr\n"
      "  dlx resume run.dlxr --threads 1 --progress\n");
  command->callback([&session] {
    session.action = [&session] {
      const std::string& file = session.checkpoint.file;
      const LedgerState state = read_ledger(file);
      Session again;
      again.resumed = state.facts;
      again.after_parsing = [&session, &state](Session& s) {
        // The files of a list stay as they are.
        if (state.facts.at("task") == "count") s.general.json |= session.general.json;
        s.checkpoint.file = session.checkpoint.file;
        // The file may come from anybody, and says where the certificate goes.
        if (!session.certificate.empty()) {
          s.certificate = session.certificate;
        } else if (!s.certificate.empty() && ::access(s.certificate.c_str(), F_OK) == 0) {
          throw std::invalid_argument(s.certificate +
                                      ": there is such a file already; say with --certificate "
                                      "where the certificate of this run is to go");
        }
        s.search.time_limit_s = session.search.time_limit_s;
        s.search.node_limit = session.search.node_limit;
        s.search.threads = session.search.threads;
        s.search.progress = session.search.progress;
        s.search.progress_json = session.search.progress_json;
        s.search.stats = session.search.stats;
        s.general.quiet = session.general.quiet;
        s.general.colour = session.general.colour;
      };
      return run_command(Json::parse(state.facts.at("arguments")).get<std::vector<std::string>>(),
                         again);
    };
  });
}

void add_status(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "status", "Say how a run stands that is kept in a file, also while it runs");
  command->add_option("FILE", session.checkpoint.file, "What --checkpoint has made")->required();
  add_general_options(*command, session);
  command->footer(
      "Nothing is disturbed by it, and every row of the file is checked.\n\n"
      "Examples:\n"
      "  dlx status run.dlxr\n"
      "  dlx status run.dlxr --json\n");
  command->callback([&session] {
    session.action = [&session] {
      const std::string& file = session.checkpoint.file;
      const LedgerState state = read_ledger(file);
      const bool complete = state.units_open == 0;
      const std::string stands = complete ? "complete" : state.in_use ? "running" : "paused";
      const double share = complete ? 1 : share_of(state.sums, state.open_nodes);
      const auto arguments =
          Json::parse(state.facts.at("arguments")).get<std::vector<std::string>>();
      if (session.general.json) {
        Json line = Json::object();
        line["status"] = stands;
        line["arguments"] = arguments;
        line["problem"] = state.facts.at("problem");
        line["engine"] = state.facts.at("engine");
        line["task"] = state.facts.at("task");
        line["solutions_searched"] = state.sums.solutions.to_string();
        line["nodes"] = state.sums.nodes;
        line["units_done"] = state.units_done;
        line["units_open"] = state.units_open;
        line["share"] = share;
        session.out.print(line.dump() + "\n");
      } else {
        std::string words;
        for (const std::string& argument : arguments) words += ' ' + argument;
        session.out.print(fmt::format(
            "{}: {}\ncommand: dlx{}\nproblem: {}\nengine: {}\nnodes: {}\nunits done: {}\n"
            "units open: {}\nsolutions of what was searched: {}\nabout {} of the tree\n",
            file, stands, words, state.facts.at("problem"), state.facts.at("engine"),
            state.sums.nodes, state.units_done, state.units_open, state.sums.solutions.to_string(),
            percentage(share)));
      }
      session.out.flush();
      if (!complete && !state.in_use) {
        session.messages.note("to go on: " + command_to_go_on(session));
      }
      return success;
    };
  });
}

}  // namespace dlx::app
