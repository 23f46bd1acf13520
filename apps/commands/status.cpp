#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/files.hpp"
#include "apps/run/progress.hpp"
#include "apps/run/run_facts.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/cheapest.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/runs/run_folders.hpp"
#include "dlx/runs/run_progress.hpp"

namespace dlx::app {
namespace {

/// The dates of the run and, unless it is complete, the figures of its last progress report.
Json times_of(const std::string& file, const runs::RunFacts& facts, bool complete) {
  Json times = Json::object();
  if (const auto began = facts.find("began"); began != facts.end()) times["began"] = began->second;
  times["last_written"] = runs::last_written(file);
  const std::optional<Json> last = last_look(facts);
  if (!last || complete) return times;
  times["seconds"] = last->at("seconds");
  for (const char* name : {"nodes_per_second", "states_per_second", "seconds_left"}) {
    if (last->contains(name)) times[name] = last->at(name);
  }
  return times;
}

/// Lines of text whose control characters are escaped, because the contents of the file may come
/// from an untrusted source.
class Lines {
 public:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    text_ += printable(fmt::format(format, std::forward<Values>(values)...)) + '\n';
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void add_times(Lines& lines, const Json& times) {
  if (times.contains("began")) lines.add("began: {}", times["began"].get<std::string>());
  lines.add("last written: {}", times["last_written"].get<std::string>());
  if (!times.contains("seconds")) return;
  lines.add("time spent: {}", time_in_words(times["seconds"].get<double>()));
  for (const char* things : {"nodes", "states"}) {
    const auto rate = times.find(fmt::format("{}_per_second", things));
    if (rate == times.end()) continue;
    lines.add("rate: {} {} a second", short_number(rate->get<double>()), things);
  }
  if (const auto left = times.find("seconds_left"); left != times.end()) {
    lines.add("left: {}", times_in_words(left->at(0), left->at(1)));
  }
}

/// The name of the engine in the file. The file names no engine until a process has planned the
/// run.
std::string engine_of(const runs::RunFacts& facts) {
  return runs::is_planned(facts) ? facts.at("engine") : "not chosen yet";
}

/// The progress of a run for the cheapest solutions; nothing for other runs.
std::optional<Json> cheapest_so_far(const runs::RunFacts& facts) {
  const auto place = facts.find(runs::cheapest_fact);
  if (place == facts.end()) return {};
  return Json::parse(place->second);
}

/// The state of a saved run according to its file.
struct Standing {
  std::string file;
  runs::LedgerState state;
  bool complete = state.answer || state.units_open == 0;
  std::string in_a_word = complete ? "complete" : state.in_use ? "running" : "paused";
  double share = complete ? 1 : share_of(state.sums, state.open_nodes);
  std::vector<std::string> arguments =
      Json::parse(runs::command_of(state.facts)).get<std::vector<std::string>>();
};

Json as_json(const Standing& run) {
  const runs::LedgerState& state = run.state;
  Json line = {{"status", run.in_a_word},
               {"arguments", run.arguments},
               {"problem", state.facts.at("problem")},
               {"engine", engine_of(state.facts)},
               {"task", state.facts.at("task")},
               {"solutions_searched", state.sums.solutions.to_string()},
               {"nodes", state.sums.nodes},
               {"units_done", state.units_done},
               {"units_open", state.units_open},
               {"share", run.share},
               {"sweeps", Json::array()},
               {"sums", Json::array()}};
  for (const runs::TableFolder::Kept& kept : runs::sweeps_beside(run.file)) {
    line["sweeps"].push_back({{"step", kept.sweep.step},
                              {"steps", kept.sweep.steps},
                              {"states", kept.sweep.states},
                              {"bytes", kept.bytes}});
  }
  for (const runs::TableFolder::KeptSum& kept : runs::sums_beside(run.file)) {
    line["sums"].push_back({{"step", kept.step}, {"steps", kept.steps}});
  }
  line.update(times_of(run.file, state.facts, run.complete));
  if (const auto so_far = cheapest_so_far(state.facts)) line.update(*so_far);
  if (state.answer) line["answer"] = Json::parse(*state.answer);
  return line;
}

std::string as_text(const Standing& run) {
  const runs::LedgerState& state = run.state;
  Lines lines;
  lines.add("{}: {}", run.file, run.in_a_word);
  lines.add("command: dlx {}", fmt::join(run.arguments, " "));
  lines.add("problem: {}", state.facts.at("problem"));
  lines.add("engine: {}", engine_of(state.facts));
  if (state.answer) {
    const Json answer = Json::parse(*state.answer);
    lines.add("count: {}", answer.value("count", ""));
    lines.add("counted by {}: {}", answer.value("method", ""), answer.value("why", ""));
  } else if (const auto so_far = cheapest_so_far(state.facts)) {
    lines.add("search: {}, about {} done",
              quantity(so_far->at("nodes").get<std::uint64_t>(), "node"),
              percentage(so_far->at("share").get<double>()));
    lines.add("least cost found: {}", so_far->value("best", "none"));
    lines.add("no solution costs less than: {}", so_far->value("bound", "unknown"));
  } else {
    const auto sweeps = runs::sweeps_beside(run.file);
    const auto sums = runs::sums_beside(run.file);
    const bool has_no_search = state.sums.nodes == 0 && (!sweeps.empty() || !sums.empty());
    if (!has_no_search) {
      lines.add("search: {}, {}, {} done, {} open, about {} done",
                quantity(state.sums.nodes, "node"),
                quantity(state.sums.solutions.to_string(), "solution"),
                quantity(state.units_done, "unit"), state.units_open, percentage(run.share));
    }
    for (const runs::TableFolder::Kept& kept : sweeps) lines.add("sweep: {}", in_words(kept));
    for (const runs::TableFolder::KeptSum& kept : sums) {
      lines.add("sum over signs: {}", in_words(kept));
    }
  }
  add_times(lines, times_of(run.file, state.facts, run.complete));
  return lines.text();
}

int print_status(const Request& request, Console& console) {
  const std::string& file = request.options.checkpoint;
  const Standing run{.file = file, .state = runs::read_ledger(file)};
  if (request.json) {
    console.print_json(as_json(run));
  } else {
    console.print(as_text(run));
  }
  console.flush();
  if (!run.complete && !run.state.in_use) console.note("to continue: " + command_to_resume(file));
  return success;
}

}  // namespace

void add_status(CLI::App& command, CommandLine& line) {
  command.add_option("FILE", line.request.options.checkpoint, "A file made by --checkpoint")
      ->required();
  add_general_options(command, line.request);
  command.footer(
      "dlx status checks every row of the file and does not disturb the run. For each table of a\n"
      "sweep in FILE.tables/ it prints a line 'sweep:', and for each sum over signs a line 'sum\n"
      "over signs:'. There may be several such lines: one for the entire problem, and others for\n"
      "independent parts or for the problems that remain after a first choice.\n\n"
      "Examples:\n"
      "  dlx status run.dlxr\n"
      "  dlx status run.dlxr --json\n");
  command.callback([&line] { line.action = print_status; });
}

}  // namespace dlx::app
