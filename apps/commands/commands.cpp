#include "apps/commands/commands.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/cli/program.hpp"
#include "apps/run/files.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/run_facts.hpp"
#include "reductions/catalogue/catalogue.hpp"

namespace dlx::app {
namespace {

constexpr const char* exit_codes =
    "An exact-cover problem consists of items and of options, which are sets of items. A\n"
    "solution is a set of options that contains every item exactly once.\n\n"
    "'dlx COMMAND --help' describes one command and has examples.\n\n"
    "Exit codes: 0 ran to completion (also if no solution exists), 1 internal error or a check\n"
    "refuted the answer, 2 wrong usage or bad input, 3 a limit ended the run and the answer is\n"
    "INCOMPLETE, 4 out of memory, 5 reading or writing failed, 6 the checkpoint cannot be\n"
    "used, 7 there is not exactly one solution (--unique) or no option that all solutions\n"
    "contain (--hint), 129, 130 and 143 ended by a closed terminal, Ctrl-C or SIGTERM, after\n"
    "the answer so far was printed.\n\n"
    "Results go to standard output, messages to standard error.\n\n"
    "Examples:\n"
    "  dlx soma                              count the assemblies of the Soma cube\n"
    "  dlx soma --naive                      race dancing links against a naive search\n"
    "  dlx cube blue --first                 assemble six foam pieces into a cube\n"
    "  dlx snake christmas                   fold the classical snake cube\n"
    "  dlx count problem.dlx                 count the solutions of any exact-cover problem\n"
    "  dlx sudoku "
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";

constexpr const char* counting_group = "Solve and count";
constexpr const char* run_group = "Long runs";
constexpr const char* tool_group = "Tools";

struct Command {
  const char* group;
  std::string_view name;
  std::string_view help = {};  ///< help of the subcommand; empty: the help in the puzzle catalogue
  /// Adds the subcommand's options and its action. If `add` is null, the subcommand is made from
  /// the catalogue's row of this name.
  void (*add)(CLI::App& command, CommandLine& line) = nullptr;
};

/// The subcommands that have a source file of their own. Entries without a function mark the
/// positions of subcommands from the catalogue. The subcommands completion and man are last,
/// because they describe all subcommands before them.
constexpr Command listed_commands[] = {
    {counting_group, "solve", "Show solutions of an exact-cover problem", add_solve},
    {counting_group, "count", "Count the solutions of an exact-cover problem", add_count},
    {counting_group, "estimate", "Estimate the number of solutions and the time of a search",
     add_estimate},
    {counting_group, "sample", "Draw solutions at random, all equally likely", add_sample},
    {counting_group, "marginals", "Count, for each option, the solutions that contain it",
     add_marginals},
    {counting_group, "zdd", "Write the decision diagram of all solutions", add_zdd},
    {counting_group, "verify", "Check solutions of an exact-cover problem", add_verify},
    {puzzle_group, "soma", {}, add_soma},
    {puzzle_group, "pentominoes"},
    {puzzle_group, "polycube", "Assemble pieces made of cubes, from a file of puzzles",
     add_polycube},
    {puzzle_group, "design", "Find sets of pieces that fill a box in exactly one way", add_design},
    {puzzle_group, "dominoes"},
    {puzzle_group, "cube", {}, add_cube},
    {puzzle_group, "bigcube", "Assemble 24 of the 36 happy-cube pieces into a cube of side two",
     add_bigcube},
    {puzzle_group, "snake", {}, add_snake},
    {puzzle_group, "snakes", "Count all snakes of a cube, and their foldings", add_snakes},
    {puzzle_group, "sudoku", {}, add_sudoku},
    {puzzle_group, "districts", "Count the partitions of a board or graph into connected parts",
     add_districts},
    {run_group, "resume", "Continue a run that was saved in a file", add_resume},
    {run_group, "status", "Describe a run that was saved in a file, also while it is running",
     add_status},
    {run_group, "split", "Divide a count into files, for machines that are not connected",
     add_split},
    {run_group, "merge", "Add up the results of the units that dlx split has made", add_merge},
    {run_group, "work", "Search one unit for dlx-cluster; its workers call this command", add_work},
    {tool_group, "puzzles", "List the puzzles, with small pictures", add_puzzles},
    {tool_group, "convert", "Write an exact-cover problem or a puzzle in another format",
     add_convert},
    {tool_group, "info", "Describe an exact-cover problem", add_info},
    {tool_group, "explain", "Show the search of a small problem step by step", add_explain},
    {tool_group, "proof", "Turn a certificate into a proof for other checkers", add_proof},
    {tool_group, "completion", "Print the completion script for a shell", add_completion},
    {tool_group, "man", "Print the manual page of a command", add_man}};

/// All subcommands in the order in which --help lists them.
std::vector<Command> make_commands() {
  std::vector<Command> all(std::begin(listed_commands), std::end(listed_commands));
  const auto end_of_puzzles = [&] {
    return std::find_if(all.rbegin(), all.rend(),
                        [](const Command& c) { return c.group == puzzle_group; })
        .base();
  };
  for (const catalogue::Row* row : catalogue::rows()) {
    const bool is_listed =
        std::any_of(all.begin(), all.end(), [&](const Command& c) { return c.name == row->name; });
    if (!is_listed) all.insert(end_of_puzzles(), {puzzle_group, row->name});
  }
  return all;
}

const std::vector<Command>& all_commands() {
  static const std::vector<Command> all = make_commands();
  return all;
}

/// Whether a subcommand of this name can be built without the other subcommands.
bool stands_alone(std::string_view name) {
  // The subcommands completion, man and puzzles list or describe the other subcommands.
  if (name == "completion" || name == "man" || name == "puzzles") return false;
  return std::any_of(all_commands().begin(), all_commands().end(),
                     [&](const Command& command) { return command.name == name; });
}

/// The program dlx, bound to a command line. If a subcommand was typed, only that subcommand is
/// built, because building all of them takes longer than many counts.
class Dlx {
 public:
  explicit Dlx(const std::vector<std::string>& arguments)
      : app_("dlx: counts and lists exact covers, and solves puzzles that are exact covers",
             "dlx") {
    app_.set_version_flag("--version", version_text(),
                          "Print the version and what it was built with");
    app_.require_subcommand(1);
    app_.footer(exit_codes);
    set_help_layout(app_);
    const bool alone = !arguments.empty() && stands_alone(arguments[0]);
    for (const Command& command : all_commands()) {
      if (alone && command.name != arguments[0]) continue;
      const std::string_view help =
          command.help.empty() ? catalogue::find(command.name)->help : command.help;
      CLI::App& added = *app_.add_subcommand(std::string(command.name), std::string(help));
      command.add != nullptr ? command.add(added, line_)
                             : add_catalogued(added, line_, command.name);
      added.group(command.group);
      if (added.get_group() == puzzle_group) {
        added.set_help_all_flag("--help-all", "Print this help with all options and exit");
      }
    }
  }

  [[nodiscard]] const CLI::App& app() const { return app_; }
  [[nodiscard]] Request& request() { return line_.request; }

  [[nodiscard]] std::optional<int> parse(const std::vector<std::string>& arguments,
                                         Console& console) {
    return app::parse(app_, arguments, line_.request, console);
  }
  [[nodiscard]] int run(Console& console) const try {
    const int code = line_.action(line_.request, console);
    console.flush();
    return code;
  } catch (const io::InputLimitError& e) {
    if (!knows("--max-input")) throw;
    throw io::InputLimitError(std::string(e.what()) + " (--max-input BYTES raises it)");
  }
  /// Whether the command line has --checkpoint.
  [[nodiscard]] bool saves_run() const {
    return knows("--checkpoint") && !line_.request.options.checkpoint.empty();
  }

 private:
  [[nodiscard]] bool knows(const std::string& option) const {
    return app_.get_subcommands()[0]->get_option_no_throw(option) != nullptr;
  }

  CommandLine line_;
  CLI::App app_;
};

/// Prints the short help, for a command line that consists of the program's name only.
void print_short_page(const CLI::App& app, Console& console) {
  std::string text =
      "dlx counts and lists exact covers, and solves puzzles that are exact covers.\n"
      "An exact-cover problem consists of items and of options, which are sets of items.\n"
      "A solution is a set of options that contains every item exactly once.\n\n"
      "  dlx soma                 count the assemblies of the Soma cube\n"
      "  dlx cube blue --first    assemble six foam pieces into a cube\n"
      "  dlx count problem.dlx    count the solutions of a problem in a file\n"
      "  dlx solve problem.dlx    show one solution\n\n"
      "Commands:";
  std::size_t column = text.size();
  constexpr std::size_t columns = 80;
  for (const CLI::App* command : app.get_subcommands({})) {
    const std::string& name = command->get_name();
    const bool fits = text.size() - column + name.size() < columns - std::size("Commands:");
    if (!fits) {
      text += "\n         ";
      column = text.size();
    }
    text += ' ' + name;
  }
  text += "\n\n'dlx COMMAND --help' describes one command, 'dlx --help' lists all of them.\n";
  console.print(text);
  console.flush();
}

/// Helps a user who typed the name of a puzzle where a subcommand expects the file of a problem,
/// such as "explain queens 5". Throws std::invalid_argument with the command that was probably
/// meant: "queens 5 --explain FILE".
void refuse_puzzle_as_file(const CLI::App& app, const std::vector<std::string>& arguments) {
  const auto has = [](const CLI::App& of, const char* option) {
    const auto commands = of.get_subcommands({});
    return commands.size() == 1 && commands[0]->get_option_no_throw(option) != nullptr;
  };
  // A command without --from reads other files than problems, such as saved runs.
  if (arguments.size() < 2 || !has(app, "FILE") || !has(app, "--from") || has(app, "--emit"))
    return;
  // Subcommands that also read a solution or a certificate are left out, because `PUZZLE --emit`
  // writes only the problem.
  if (has(app, "SOLUTION") || has(app, "CERTIFICATE")) return;
  if (!stands_alone(arguments[1]) || ::access(arguments[1].c_str(), F_OK) == 0) return;
  const Dlx puzzle({arguments[1]});
  if (!has(puzzle.app(), "--emit") || has(puzzle.app(), "FILE")) return;
  const auto option = [](const std::string& word) { return word.starts_with('-'); };
  const auto end = std::find_if(arguments.begin() + 2, arguments.end(), option);
  std::string typed = app.get_name();
  for (auto word = arguments.begin() + 1; word != end; ++word) typed += ' ' + *word;
  const bool explains = arguments[0] == "explain" && has(puzzle.app(), "--explain");
  throw std::invalid_argument(fmt::format(
      "'{}' is not a file but a puzzle: {}", arguments[1],
      explains ? typed + " --explain FILE"
               : fmt::format("{} --emit | {} {} -", typed, app.get_name(), arguments[0])));
}

}  // namespace

int run_command(const std::vector<std::string>& arguments, Console& console) {
  Dlx dlx(arguments);
  if (arguments.empty()) {
    print_short_page(dlx.app(), console);
    return success;
  }
  refuse_puzzle_as_file(dlx.app(), arguments);
  if (const auto code = dlx.parse(arguments, console)) return *code;
  return dlx.run(console);
}

int continue_run(const Request& made, Console& console) {
  const Options& options = made.options;
  const runs::LedgerState state = runs::read_ledger(options.checkpoint);
  const auto arguments = Json::parse(runs::command_of(state.facts)).get<std::vector<std::string>>();
  Dlx dlx(arguments);
  Request& request = dlx.request();
  request.resumed = state.facts;
  for (const auto& [name, text] : state.facts) {
    if (name.starts_with(file_fact)) named_files()[name.substr(file_fact.size())] = text;
  }
  if (const auto code = dlx.parse(arguments, console)) return *code;
  // The file of the run, which contains the command, may come from an untrusted source. Therefore
  // only commands with --checkpoint are run, because such a command writes no files except the
  // checkpoint and the certificate.
  if (!dlx.saves_run()) {
    throw runs::CheckpointError("the checkpoint is damaged: its command saves no run");
  }
  request.options.checkpoint = options.checkpoint;
  request.conduct = made.conduct;
  request.options.time = options.time;
  request.options.nodes = options.nodes;
  request.options.threads = options.threads;
  if (options.memory) request.options.memory = options.memory;
  if (!options.scratch.empty()) request.options.scratch = options.scratch;
  // --json of the new command applies to counts only. A list of solutions continues in files that
  // already have a format, text or JSON, and must keep this format.
  if (state.facts.at("task") == "count") request.json |= made.json;
  if (!options.certificate.empty()) {
    check_written_file(*dlx.app().get_subcommands()[0], "--certificate", options.certificate);
    request.options.certificate = options.certificate;
  } else if (!request.options.certificate.empty() &&
             ::access(request.options.certificate.c_str(), F_OK) == 0) {
    if (!state.answer && state.units_open != 0) {
      throw std::invalid_argument(request.options.certificate +
                                  ": this file exists already; use --certificate to name another "
                                  "file for the certificate of this run");
    }
    request.checkpoint.keep_certificate = true;
  }
  console.configure(request.conduct.quiet, request.conduct.colour);
  return dlx.run(console);
}

}  // namespace dlx::app
