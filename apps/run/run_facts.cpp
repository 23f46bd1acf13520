#include "apps/run/run_facts.hpp"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <stdexcept>
#include <utility>

#include "apps/run/moment.hpp"
#include "apps/run/run_folders.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/search_facts.hpp"
#include "dlx/version.hpp"

namespace dlx::app {
namespace {

/// The enumerator with this name.
template <class Value, std::size_t size>
Value value_spelled(const std::string& word, const std::array<Value, size>& values) {
  for (const Value value : values) {
    if (to_string(value) == word) return value;
  }
  throw std::invalid_argument(word);
}

/// Which solutions are of one class; runs with other classes have another fact.
std::string up_to_fact(const SearchTask& task) {
  const Request& request = task.request;
  if (!request.up_to_file.empty())
    return "symmetries " + certificate::sha256(task.classes.generators);
  // dlx 0.1 knew no symmetries that rename colours; its runs must not go on with them.
  const bool renames = request.up_to == UpTo::all && task.problem.has_colours();
  return std::string(to_string(request.up_to)) + (renames ? ", with colours renamed" : "");
}

std::string task_of(const Request& request) {
  return request.wanted.count ? "count" : "list";
}

/// The command, which the file keeps as JSON.
std::string arguments_as_text(const Request& request) {
  for (const std::string& word : request.arguments) {
    std::string_view rest = word;
    while (const std::size_t length = character_length(rest)) rest.remove_prefix(length);
    if (rest.empty()) continue;
    throw std::invalid_argument("--checkpoint: the file keeps the command, and " + in_quotes(word) +
                                " is not UTF-8; rename the file");
  }
  return Json(request.arguments).dump();
}

}  // namespace

std::string file_type(const Request& request) {
  return fmt::format("{}{}", request.json ? "jsonl" : "txt", request.checkpoint.gzip ? ".gz" : "");
}

runs::RunFacts facts_of(const SearchTask& task, const Problem& searched,
                        const search::SearchOptions& search) {
  const Request& request = task.request;
  runs::RunFacts facts = runs::search_facts(task.problem, searched, search);
  facts["task"] = task_of(request);
  if (!task.evidence().certificate.empty()) facts["certificate"] = "wanted";
  facts["up to"] = up_to_fact(task);
  facts["solutions"] = task.show.nouns;
  if (!request.wanted.count) {
    facts["type of files"] = file_type(request);
    if (const auto dropped = task.problem.dropped_numbers(); !dropped.empty()) {
      facts[runs::dropped_options_fact] = fmt::format("{}", fmt::join(dropped, " "));
    }
  }
  if (const auto seed = task.evidence().seed) facts["seed"] = std::to_string(*seed);
  if (!request.up_to_file.empty()) facts["symmetries"] = task.classes.generators;
  return facts;
}

runs::RunFacts origin_of(const Request& request) {
  return {{"arguments", arguments_as_text(request)},
          {"program", DLX_VERSION},
          {"began", now_in_words()}};
}

runs::RunFacts origin_of(const Request& request, const Presentation& show) {
  runs::RunFacts facts = origin_of(request);
  if (show.source) facts["text"] = show.source();
  return facts;
}

runs::RunFacts begun_facts(const Request& request, const Problem& problem,
                           const Presentation& show) {
  require_no_solutions(request);
  runs::RunFacts facts = origin_of(request, show);
  facts["problem"] = certificate::identity(problem);
  facts["task"] = task_of(request);
  return facts;
}

std::optional<Json> last_look(const runs::RunFacts& facts) {
  const auto place = facts.find("progress");
  if (place == facts.end()) return {};
  return Json::parse(place->second);
}

std::string answer_as_text(const Answer& found) {
  Json answer = Json::object();
  answer["count"] = found.count;
  if (found.fingerprint) answer["fingerprint"] = found.fingerprint->value();
  answer["engine"] = to_string(found.engine);
  answer["nodes"] = found.statistics.nodes;
  answer["updates"] = found.statistics.updates;
  if (const auto& classes = found.classes) {
    answer["method"] = to_string(classes->method);
    answer["why"] = classes->why;
    answer["solutions"] = classes->solutions.to_string();
    answer["problems"] = classes->problems;
  } else {
    const counting::CountResult& counted = found.counted.value();
    answer["method"] = to_string(counted.method);
    answer["why"] = counted.why;
    answer["symmetries"] = counted.symmetry;
    answer["parts"] = counted.parts;
    answer["states"] = counted.states;
  }
  return answer.dump();
}

Answer answer_from_text(const std::string& file, const std::string& text) {
  try {
    const Json answer = Json::parse(text);
    const auto read_into = [&](auto& result) {
      result.status = Status::exhausted;
      result.method =
          value_spelled(answer.at("method").get<std::string>(),
                        std::array{CountMethod::search, CountMethod::sweep, CountMethod::memo,
                                   CountMethod::zdd, CountMethod::invariant, CountMethod::signs});
      result.why = answer.at("why").get<std::string>();
      result.engine = value_spelled(answer.at("engine").get<std::string>(),
                                    std::array{EngineKind::automatic, EngineKind::dancing_links,
                                               EngineKind::dancing_cells, EngineKind::bit_matrix});
      result.statistics.nodes = answer.at("nodes").get<std::uint64_t>();
      result.statistics.updates = answer.at("updates").get<std::uint64_t>();
    };
    const Natural count = Natural::parse(answer.at("count").get<std::string>());
    if (answer.contains("solutions")) {
      ClassesResult classes;
      classes.classes = count;
      read_into(classes);
      classes.solutions = Natural::parse(answer["solutions"].get<std::string>());
      classes.problems = answer.at("problems").get<std::uint64_t>();
      return answer_of(std::move(classes));
    }
    counting::CountResult counted;
    counted.value = count;
    read_into(counted);
    if (answer.contains("fingerprint")) {
      counted.fingerprint = Residue(answer["fingerprint"].get<std::uint64_t>());
    }
    counted.symmetry = answer.at("symmetries").get<std::string>();
    counted.parts = answer.at("parts").get<std::uint32_t>();
    counted.states = answer.at("states").get<std::uint64_t>();
    return answer_of(std::move(counted));
  } catch (const std::exception&) {
    throw runs::CheckpointError(file + ": the checkpoint is damaged: its answer");
  }
}

}  // namespace dlx::app
