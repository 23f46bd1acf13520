#include <fmt/format.h>

#include <string>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/checkpoint.hpp"
#include "apps/run/progress.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/run_progress.hpp"

namespace dlx::app {
namespace {

int print_status(const Request& request, Console& console) {
  const std::string& file = request.checkpoint.file;
  const LedgerState state = read_ledger(file);
  const bool complete = state.answer || state.units_open == 0;
  const std::string stands = complete ? "complete" : state.in_use ? "running" : "paused";
  const double share = complete ? 1 : share_of(state.sums, state.open_nodes);
  const auto arguments = Json::parse(state.facts.at("arguments")).get<std::vector<std::string>>();
  if (request.json) {
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
    line["sweeps"] = Json::array();
    for (const TableFolder::Kept& kept : sweeps_beside(file)) {
      line["sweeps"].push_back({{"step", kept.sweep.step},
                                {"steps", kept.sweep.steps},
                                {"states", kept.sweep.states},
                                {"bytes", kept.bytes}});
    }
    if (state.answer) line["answer"] = Json::parse(*state.answer);
    console.print_json(line);
  } else {
    std::string words;
    for (const std::string& argument : arguments) words += ' ' + argument;
    console.print(fmt::format("{}: {}\ncommand: dlx{}\nproblem: {}\nengine: {}\n", file, stands,
                              words, state.facts.at("problem"), state.facts.at("engine")));
    if (state.answer) {
      const Json answer = Json::parse(*state.answer);
      console.print(fmt::format("count: {}\ncounted by {}: {}\n", answer.value("count", ""),
                                answer.value("method", ""), answer.value("why", "")));
    } else {
      console.print(fmt::format(
          "nodes: {}\nunits done: {}\nunits open: {}\nsolutions of what was searched: {}\n"
          "about {} of the tree\n",
          state.sums.nodes, state.units_done, state.units_open, state.sums.solutions.to_string(),
          percentage(share)));
      for (const TableFolder::Kept& kept : sweeps_beside(file)) {
        console.print(fmt::format("sweep: {}\n", in_words(kept)));
      }
    }
  }
  console.flush();
  if (!complete && !state.in_use) {
    console.note("to continue: dlx resume " + file);
  }
  return success;
}

}  // namespace

void add_status(CLI::App& app, CommandLine& line) {
  CLI::App* command = app.add_subcommand(
      "status", "Describe a run that was saved in a file, also while it is running");
  command->add_option("FILE", line.request.checkpoint.file, "A file made by --checkpoint")
      ->required();
  add_general_options(*command, line.request);
  command->footer(
      "This does not disturb the run. Every row of the file is checked.\n\n"
      "Examples:\n"
      "  dlx status run.dlxr\n"
      "  dlx status run.dlxr --json\n");
  command->callback([&line] { line.action = print_status; });
}

}  // namespace dlx::app
