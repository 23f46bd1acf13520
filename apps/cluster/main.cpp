// The command dlx-cluster. dlx-cluster divides a search into units of work, and workers on any
// machine search these units. A file, the ledger, records the units and their results, as in dlx
// --checkpoint.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "apps/cli/command_line.hpp"
#include "apps/cli/options.hpp"
#include "apps/cli/program.hpp"
#include "apps/cluster/manager.hpp"
#include "apps/run/checkpoint.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/search.hpp"

namespace dlx::app {
namespace {

constexpr const char* group_name = "Cluster";

constexpr const char* how_it_works =
    "One machine saves the run in a file, and workers on any machines search its units.\n"
    "Workers may connect at any time, and may also be killed or disconnected at any time.\n"
    "dlx-cluster prints the command lines that start workers. If this program ends early, the\n"
    "same command continues the run.\n\n"
    "Exit codes are those of dlx.\n\n"
    "Examples:\n"
    "  (umask 077; head -c 30 /dev/urandom | base64 > password)\n"
    "  dlx-cluster count problem.dlx --ledger run.dlxr --password-file password\n"
    "  dlx status run.dlxr\n";

void add_run_options(CLI::App& command, Request& request, ClusterFlags& flags) {
  const Group group(command, group_name);
  add_value(command, "--ledger FILE", request.options.checkpoint,
            "Save the run in this file, or continue the run that is saved in it. dlx status "
            "describes the run, and dlx resume continues it without workers")
      ->required()
      ->check(not_empty);
  add_number<std::uint64_t>(command, "--budget", request.options.unit_nodes,
                            "Length of a unit of work in nodes", 1);
  add_value(command, "--unit-seconds SECONDS", flags.unit_s,
            "Approximate length of a unit of work; 2 unless given")
      ->check(number_between(0.05, 86400.0));
  add_value(command, "--threshold SECONDS", flags.threshold_s,
            "Search on this machine, without workers, if that takes at most this time; 60 unless "
            "given, 0 means never")
      ->check(number_between(0.0, 1e9));
}

void add_worker_options(CLI::App& command, ClusterFlags& flags) {
  const Group group(command, group_name);
  add_value(command, "--password-file FILE", flags.password_file,
            "The file with the password that workers must have. Only the owner of the file may "
            "have permission to read it")
      ->required()
      ->check(not_empty);
  add_value(command, "--port PORT", flags.port,
            "Listen for workers on this port of all interfaces; 9123 unless given, 0: any")
      ->check(CLI::Range(0, 65535));
  add_value(command, "--host NAME", flags.host,
            "Name of this machine in the printed lines that start workers");
  add_number<unsigned>(command, "--workers-min", flags.workers_min,
                       "Start when N workers have connected");
  add_value(command, "--keepalive SECONDS", flags.keepalive_s,
            "Give up a worker that has not answered for about twice this time; 60 unless given")
      ->check(CLI::Range(1, 86400));
  add_value(command, "--worker-program FILE", flags.program,
            "Send this program dlx to workers; unless given, the dlx in the folder of dlx-cluster");
  command.add_flag("--installed", flags.installed,
                   "Send no program: workers have a dlx of the same version on their PATH");
}

/// The words of a dlx command that continues the run: the options typed, without the options that
/// only dlx-cluster has.
std::vector<std::string> words_for_dlx(const CLI::App& command, const Request& request) {
  std::vector<std::string> words{command.get_name()};
  if (command.get_name() == "solve") words.emplace_back("--all");
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_group() == group_name) continue;
    const bool flag = option->get_expected_max() == 0;
    for (const std::string& value : option->results()) {
      if (!option->get_positional()) words.push_back(option->get_name());
      if (!flag) words.push_back(value);
    }
  }
  words.insert(words.end(), {"--checkpoint", request.options.checkpoint});
  return words;
}

int run_cluster(const std::vector<std::string>& arguments, Console& console) {
  Request made;
  ClusterFlags flags;
  CLI::App app("dlx-cluster: counts and lists of exact covers that take too long for one machine",
               "dlx-cluster");
  app.set_version_flag("--version", version_text(), "Print the version and what it was built with");
  app.require_subcommand(1);
  app.footer(how_it_works);
  set_help_layout(app);
  const auto add = [&](const char* name, const char* what) {
    CLI::App* command = app.add_subcommand(name, what);
    add_read_options(*command, made);
    add_run_options(*command, made, flags);
    add_worker_options(*command, flags);
    add_search_options(*command, made);
    add_rows(*command, made, {"threads"});
    add_up_to_option(*command, made, {UpTo::none, UpTo::all});
    add_general_options(*command, made);
    return command;
  };
  CLI::App* count = add("count", "Count the solutions of an exact-cover problem");
  add_rows(*count, made, {"fingerprint"});
  add_rows(*count, made, {"certificate"});
  CLI::App* solve = add("solve", "List all solutions, as files in LEDGER.solutions/");
  solve->add_flag("--gzip", made.checkpoint.gzip, "Compress the files of solutions");

  if (const auto code = parse(app, arguments, made, console)) return *code;
  const CLI::App& command = *app.get_subcommands()[0];
  check_password_file(flags.password_file);
  made.wanted.count = &command == count;
  made.wanted.all = &command == solve;
  made.arguments = words_for_dlx(command, made);
  const Request& request = made;
  Json more_progress = Json::object();
  const OtherSearch other_search{
      .search =
          [&](const runs::UnitsToSearch& run) {
            return search_on_cluster({flags, console, more_progress, request.options.checkpoint},
                                     run);
          },
      .command_to_continue = "the same command",
      .more_progress = &more_progress};
  const Problem problem = read_problem(request, console);
  return exit_code(
      run_search(request, console, problem, problem_presentation(problem), &other_search));
}

}  // namespace
}  // namespace dlx::app

int main(int argc, char** argv) {
  return dlx::app::run_program("dlx-cluster", argc, argv, dlx::app::run_cluster);
}
