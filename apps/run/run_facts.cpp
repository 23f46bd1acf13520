#include "apps/run/run_facts.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "apps/run/files.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/runs/run_folders.hpp"
#include "dlx/version.hpp"

namespace dlx::app {
namespace {

/// The fact, a named text in the file of a run, that says which solutions count as one class. A run
/// can be continued only with the same fact.
std::string up_to_fact(const SearchTask& task) {
  const Request& request = task.request;
  if (!request.up_to_file.empty())
    return "symmetries " + certificate::sha256(task.classes.generators);
  return request.options.up_to == UpTo::all ? runs::up_to_all(task.problem)
                                            : std::string(to_string(request.options.up_to));
}

/// The words of the command in the form in which the file stores them, which is JSON.
std::string arguments_as_text(const Request& request) {
  for (const std::string& word : request.arguments) {
    std::string_view rest = word;
    while (const std::size_t length = character_length(rest)) rest.remove_prefix(length);
    if (rest.empty()) continue;
    throw std::invalid_argument("--checkpoint: the file keeps the command, and " + in_quotes(word) +
                                " is not UTF-8; rename the file");
  }
  return runs::words_as_text(request.arguments);
}

}  // namespace

std::string file_type(const Request& request) {
  return request.json ? "jsonl" : "txt";
}

runs::RunFacts facts_of(const SearchTask& task) {
  runs::RunFacts facts = {{"up to", up_to_fact(task)}, {"solutions", task.show.nouns}};
  if (!task.request.up_to_file.empty()) facts["symmetries"] = task.classes.generators;
  if (task.request.numbers) facts["form of solutions"] = "numbers";
  facts.insert(task.show.facts.begin(), task.show.facts.end());
  return facts;
}

runs::RunFacts origin_of(const Request& request) {
  runs::RunFacts facts = {{"arguments", arguments_as_text(request)},
                          {"program", DLX_VERSION},
                          {"began", runs::now_in_words()}};
  for (const auto& [name, text] : named_files()) facts[std::string(file_fact) + name] = text;
  return facts;
}

runs::RunFacts origin_of(const Request& request, const Presentation& show) {
  runs::RunFacts facts = origin_of(request);
  if (show.source) facts.merge(show.source());
  return facts;
}

std::optional<Json> last_look(const runs::RunFacts& facts) {
  const auto place = facts.find("progress");
  if (place == facts.end()) return {};
  return Json::parse(place->second);
}

std::string in_words(const runs::TableFolder::KeptSum& kept) {
  return fmt::format("{} of {}", kept.step, quantity(kept.steps, "step"));
}

std::string in_words(const runs::TableFolder::Kept& kept) {
  return fmt::format("{} of {}, {}, {:.1f} MB", kept.sweep.step, quantity(kept.sweep.steps, "step"),
                     quantity(kept.sweep.states, "state"), static_cast<double>(kept.bytes) / 1e6);
}

}  // namespace dlx::app
