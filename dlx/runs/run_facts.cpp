#include "dlx/runs/run_facts.hpp"

#include <unistd.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/names.hpp"
#include "dlx/runs/run_folders.hpp"
#include "dlx/runs/saved_run.hpp"
#include "dlx/version.hpp"

namespace dlx::runs {
namespace {

using Json = nlohmann::ordered_json;

/// Reads the fields that CountResult and ClassesResult share.
template <class Result>
void read_into(Result& result, const Json& answer) {
  result.status = Status::exhausted;
  result.method = by_name<CountMethod>("method", answer.at("method").get<std::string>());
  result.engine = by_name("engine", answer.at("engine").get<std::string>(), general_engine_names);
  result.why = answer.at("why").get<std::string>();
  result.statistics.nodes = answer.at("nodes").get<std::uint64_t>();
  result.statistics.updates = answer.at("updates").get<std::uint64_t>();
}

/// Throws CheckpointError if the facts (named texts) found in a file are of another run.
void compare_facts(const std::string& file, const RunFacts& wanted, const RunFacts& found) {
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
    throw CheckpointError(file + ": the checkpoint is of another run: its " + name + " is " +
                          in_quotes(value_in(found, name)) + ", not " + in_quotes(value));
  };
  // The facts "problem" and "up to" are compared first, because other facts depend on them.
  for (const char* name : {"problem", "up to"}) {
    if (wanted.contains(name)) check(name);
  }
  for (const auto& [name, value] : wanted) check(name);
  for (const auto& [fact, what] : {std::pair("certificate", "makes a certificate"),
                                   {"seed", "makes a fingerprint"},
                                   {"form of solutions", "writes other files of solutions"},
                                   {dropped_options_fact, "drops options of its file"}}) {
    if (found.contains(fact) && !wanted.contains(fact)) {
      throw CheckpointError(file + ": the checkpoint is of another run: it " + what);
    }
  }
}

}  // namespace

BegunRun::BegunRun(std::string path, const MakeFacts& facts, std::uint64_t nodes)
    : path_(std::move(path)),
      continues_(path_.empty() || ::access(path_.c_str(), F_OK) == 0),
      exceptions_(std::uncaught_exceptions()) {
  if (continues_) return;
  // SQLite would apply the changes in this file to the new file.
  if (::access((path_ + "-wal").c_str(), F_OK) == 0) {
    throw CheckpointError(path_ + "-wal: belongs to a checkpoint " + path_ +
                          " that is gone; bring that file back, or remove this one");
  }
  Ledger::create(path_, facts(), nodes);
}

BegunRun::~BegunRun() {
  if (continues_ || std::uncaught_exceptions() == exceptions_) return;
  try {
    if (!is_planned(read_ledger(path_).facts)) ::unlink(path_.c_str());
  } catch (const std::exception&) {
    // The error is ignored and the file is not removed, because another exception is being thrown
    // already.
  }
}

RunFacts begun_facts(const std::string& path, const Problem& problem, bool lists, RunFacts origin) {
  require_empty(lists ? solutions_folder(path) : tables_folder(path));
  origin["problem"] = certificate::identity(problem);
  origin["task"] = lists ? "list" : "count";
  return origin;
}

RunFacts problem_facts(const Problem& problem) {
  RunFacts facts;
  write_canonical_text(problem, [&](std::string_view line) { facts["text"] += line; });
  for (std::uint32_t o = 0; problem.has_option_names() && o < problem.option_count(); ++o) {
    facts[option_names_fact].append(problem.name(OptionId{o})).append("\n");
  }
  return facts;
}

Problem problem_in(const RunFacts& facts, const std::string& file) {
  io::Input input = io::Input::from_text(facts.at("text"), file);
  Problem problem = read_knuth_text(input).problem;
  const char* fact = nullptr;
  try {
    if (const auto found = facts.find(fact = option_names_fact); found != facts.end()) {
      const auto lines = split_at(found->second, "\n");
      const std::vector<std::string> names(lines.begin(), lines.end());
      problem = ProblemBuilder::with_option_names(std::move(problem), names);
    }
    if (const auto found = facts.find(fact = dropped_options_fact); found != facts.end()) {
      std::vector<std::uint32_t> dropped;
      for (const std::string& word : words_in(found->second)) {
        dropped.push_back(to_number<std::uint32_t>(word).value_or(0));
      }
      problem = ProblemBuilder::with_dropped(std::move(problem), std::move(dropped));
    }
  } catch (const std::invalid_argument&) {
    throw CheckpointError(file + ": the checkpoint is damaged: its " + fact);
  }
  return problem;
}

RunFacts search_facts(const Problem& problem, const Problem& searched, const Options& search) {
  std::string branching(to_string(search::rule_of(search)));
  const std::vector<ItemId> items = search::items_of(search.order, searched);
  for (const ItemId item : std::span(items).first(search.order.size())) {
    branching += ' ' + std::to_string(index(item));
  }
  return {{"problem", certificate::identity(problem)},
          {"searched problem", certificate::identity(searched)},
          {"engine", std::string(to_string(search.engine))},
          {"branching", branching}};
}

RunFacts origin_of(const Problem& problem, const std::vector<std::string>& words) {
  RunFacts facts = problem_facts(problem);
  facts["arguments"] = words_as_text(words);
  facts["program"] = DLX_VERSION;
  facts["began"] = now_in_words();
  return facts;
}

const std::string& command_of(const RunFacts& facts) {
  const auto found = facts.find("arguments");
  if (found != facts.end()) return found->second;
  throw CheckpointError(
      "no command makes the search of this file; the program that began it can continue it");
}

void add_dropped(RunFacts& facts, const Problem& problem) {
  std::string dropped;
  for (const auto number : problem.dropped_numbers()) {
    dropped += (dropped.empty() ? "" : " ") + std::to_string(number);
  }
  if (!dropped.empty()) facts[dropped_options_fact] = dropped;
}

bool is_planned(const RunFacts& facts) {
  return facts.contains("engine");
}

void plan_run(const std::string& path, Ledger& ledger, const RunFacts& facts,
              const RunFacts& origin) {
  const RunFacts& found = ledger.facts();
  if (is_planned(found)) return compare_facts(path, facts, found);
  compare_facts(path, {{"problem", facts.at("problem")}, {"task", facts.at("task")}}, found);
  RunFacts all = facts;
  for (const auto& [name, value] : origin) {
    const auto place = found.find(name);
    if (place == found.end() || place->second != value) all[name] = value;
  }
  ledger.note(all);
}

std::string up_to_all(const Problem& problem) {
  // dlx 0.1 did not find symmetries that rename colours. So runs of dlx 0.1 must not be continued
  // with such symmetries.
  return problem.has_colours() ? "all, with colours renamed" : "all";
}

std::string words_as_text(const std::vector<std::string>& words) {
  return Json(words).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string answer_as_text(const RunResult& result) {
  Json answer = Json::object();
  answer["count"] = result.value.to_string();
  if (result.fingerprint) answer["fingerprint"] = result.fingerprint->value();
  answer["engine"] = to_string(result.engine);
  answer["nodes"] = result.statistics.nodes;
  answer["updates"] = result.statistics.updates;
  if (const auto& classes = result.classes) {
    answer["method"] = to_string(classes->method);
    answer["why"] = classes->why;
    answer["solutions"] = classes->solutions.to_string();
    answer["problems"] = classes->problems;
  } else {
    answer["method"] = to_string(result.method);
    answer["why"] = result.why;
    answer["symmetries"] = result.symmetry;
    answer["parts"] = result.parts;
    answer["states"] = result.states;
  }
  return answer.dump();
}

RunResult answer_from_text(const std::string& file, const std::string& text) {
  try {
    const Json answer = Json::parse(text);
    RunResult result;
    read_into(result, answer);
    result.by_counter = true;
    result.value = Natural::parse(answer.at("count").get<std::string>());
    if (answer.contains("solutions")) {
      ClassesResult& classes = result.classes.emplace();
      read_into(classes, answer);
      classes.classes = result.value;
      classes.solutions = Natural::parse(answer["solutions"].get<std::string>());
      classes.problems = answer.at("problems").get<std::uint64_t>();
      return result;
    }
    if (answer.contains("fingerprint")) {
      result.fingerprint = Residue(answer["fingerprint"].get<std::uint64_t>());
    }
    result.symmetry = answer.at("symmetries").get<std::string>();
    result.parts = answer.at("parts").get<std::uint32_t>();
    result.states = answer.at("states").get<std::uint64_t>();
    return result;
  } catch (const std::exception&) {
    throw CheckpointError(file + ": the checkpoint is damaged: its answer");
  }
}

}  // namespace dlx::runs
