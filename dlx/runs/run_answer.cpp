#include "dlx/runs/run_answer.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "dlx/names.hpp"

namespace dlx::runs {
namespace {

using Json = nlohmann::ordered_json;

/// Reads what CountResult and ClassesResult have in common.
template <class Result>
void read_into(Result& result, const Json& answer) {
  result.status = Status::exhausted;
  result.method = by_name<CountMethod>("method", answer.at("method").get<std::string>());
  result.engine = by_name("engine", answer.at("engine").get<std::string>(), general_engine_names);
  result.why = answer.at("why").get<std::string>();
  result.statistics.nodes = answer.at("nodes").get<std::uint64_t>();
  result.statistics.updates = answer.at("updates").get<std::uint64_t>();
}

}  // namespace

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

std::string words_as_text(const std::vector<std::string>& words) {
  return Json(words).dump();
}

}  // namespace dlx::runs
