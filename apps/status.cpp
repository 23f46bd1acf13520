#include <fmt/format.h>

#include <string>
#include <vector>

#include "apps/checkpoint.hpp"
#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/progress.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/run_progress.hpp"

namespace dlx::app {

void add_status(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "status", "Describe a run that was saved in a file, also while it is running");
  command->add_option("FILE", session.checkpoint.file, "A file made by --checkpoint")->required();
  add_general_options(*command, session);
  command->footer(
      "This does not disturb the run. Every row of the file is checked.\n\n"
      "Examples:\n"
      "  dlx status run.dlxr\n"
      "  dlx status run.dlxr --json\n");
  command->callback([&session] {
    session.action = [&session] {
      const std::string& file = session.checkpoint.file;
      const LedgerState state = read_ledger(file);
      const bool complete = state.answer || state.units_open == 0;
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
        if (state.answer) line["answer"] = Json::parse(*state.answer);
        session.out.print(line.dump() + "\n");
      } else {
        std::string words;
        for (const std::string& argument : arguments) words += ' ' + argument;
        session.out.print(fmt::format("{}: {}\ncommand: dlx{}\nproblem: {}\nengine: {}\n", file,
                                      stands, words, state.facts.at("problem"),
                                      state.facts.at("engine")));
        if (state.answer) {
          const Json answer = Json::parse(*state.answer);
          session.out.print(fmt::format("count: {}\ncounted by {}: {}\n", answer.value("count", ""),
                                        answer.value("method", ""), answer.value("why", "")));
        } else {
          session.out.print(fmt::format(
              "nodes: {}\nunits done: {}\nunits open: {}\nsolutions of what was searched: {}\n"
              "about {} of the tree\n",
              state.sums.nodes, state.units_done, state.units_open,
              state.sums.solutions.to_string(), percentage(share)));
        }
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
