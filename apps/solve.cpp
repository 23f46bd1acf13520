#include "apps/run.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::app {

void add_solve(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("solve", "Show solutions of an exact-cover problem");
  add_read_options(*command, session);
  add_ask_options(*command, session);
  add_search_options(*command, session);
  add_general_options(*command, session);
  command->footer(
      "Options are shown by number, in the order of the file from 1, and by their items. Every\n"
      "solution is verified before it is shown.\n\n"
      "Examples:\n"
      "  dlx solve problem.dlx                  the first solution\n"
      "  dlx solve problem.dlx.gz -n 5          five solutions\n"
      "  dlx queens 6 --emit | dlx solve - --all --json\n");
  command->callback([&session] {
    session.action = [&session] {
      const Problem problem = read_problem(session);
      Presentation show;
      show.text = [&](const std::string& n, std::span<const OptionId> solution) {
        return solution_text(problem, n, solution);
      };
      return exit_code(run_search(session, problem, show));
    };
  });
}

}  // namespace dlx::app
