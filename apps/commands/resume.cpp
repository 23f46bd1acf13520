#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"

namespace dlx::app {

void add_resume(CLI::App& command, CommandLine& line) {
  Request& request = line.request;
  command.add_option("FILE", request.options.checkpoint, "A file made by --checkpoint")->required();
  add_time_options(command, request);
  add_rows(command, request, {"node_limit"});
  add_stats_option(command, request);
  add_rows(command, request, {"threads", "memory_limit", "scratch"});
  add_rows(command, request, {"certificate"});
  add_general_options(command, request);
  command.footer(
      "The file contains the command that made it, and dlx resume repeats this command. Limits\n"
      "on time and nodes, --threads, --progress and --stats are not taken from the file and must\n"
      "be given again. --memory-limit and --scratch are taken from the file unless they are\n"
      "given. The numbers of solutions and nodes are those of the entire run, from its\n"
      "beginning.\n\n"
      "Examples:\n"
      "  dlx queens 10 --count --checkpoint run.dlxr\n"
      "  dlx resume run.dlxr\n"
      "  dlx resume run.dlxr --threads 1 --progress\n");
  command.callback([&line] { line.action = continue_run; });
}

}  // namespace dlx::app
