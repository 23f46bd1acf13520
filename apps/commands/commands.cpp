#include "apps/commands/commands.hpp"

#include <unistd.h>
#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "apps/cli/help.hpp"
#include "dlx/runs/ledger.hpp"

namespace dlx::app {
namespace {

constexpr const char* exit_codes =
    "An exact-cover problem consists of items and of options, which are sets of items. A\n"
    "solution is a set of options that contains every item exactly once.\n\n"
    "'dlx COMMAND --help' describes one command and has examples.\n\n"
    "Exit codes: 0 ran to completion (also if there is no solution), 1 internal error or a check\n"
    "refuted the answer, 2 wrong usage or bad input, 3 a limit stopped it and the answer is\n"
    "INCOMPLETE, 4 out of memory, 5 reading or writing failed, 6 the checkpoint cannot be used,\n"
    "130 and 143 interrupted by Ctrl-C or SIGTERM after the answer so far.\n\n"
    "Data goes to standard output, everything else to standard error.\n\n"
    "Examples:\n"
    "  dlx soma                              count the assemblies of the Soma cube\n"
    "  dlx soma --naive                      race dancing links against a naive search\n"
    "  dlx cube blue --first                 assemble six foam pieces into a cube\n"
    "  dlx snake christmas                   fold the classical snake cube\n"
    "  dlx count problem.dlx                 count the solutions of any exact-cover problem\n"
    "  dlx sudoku "
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";

using Add = void (*)(CLI::App& app, CommandLine& line);

/// The subcommands in the order in which --help lists them; completion and man describe those
/// before them.
struct Group {
  const char* name;
  std::vector<Add> commands;
};
const std::array<Group, 4> groups = {
    Group{"Solve and count",
          {add_solve, add_count, add_estimate, add_sample, add_marginals, add_zdd, add_verify}},
    Group{"Puzzles",
          {add_soma, add_pentominoes, add_polycube, add_dominoes, add_cube, add_bigcube, add_snake,
           add_snakes, add_sudoku, add_queens, add_langford}},
    Group{"Long runs", {add_resume, add_status, add_split, add_merge, add_work}},
    Group{"Tools", {add_convert, add_info, add_explain, add_proof, add_completion, add_man}}};

/// The program dlx, with all its subcommands, bound to a command line.
class Dlx {
 public:
  Dlx()
      : app_("dlx: counts and lists exact covers, and solves puzzles that are exact covers",
             "dlx") {
    app_.set_version_flag("--version", version_text(),
                          "Print the version and what it was built with");
    app_.require_subcommand(1);
    app_.footer(exit_codes);
    set_help_layout(app_);
    for (const Group& group : groups) {
      for (const Add add : group.commands) {
        add(app_, line_);
        app_.get_subcommands({}).back()->group(group.name);
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
    return line_.action(line_.request, console);
  } catch (const InputLimitError& e) {
    if (!knows("--max-input")) throw;
    throw InputLimitError(std::string(e.what()) + " (--max-input BYTES raises it)");
  }
  /// Whether the command line has --checkpoint.
  [[nodiscard]] bool saves_run() const {
    return knows("--checkpoint") && !line_.request.checkpoint.file.empty();
  }

 private:
  [[nodiscard]] bool knows(const std::string& option) const {
    return app_.get_subcommands()[0]->get_option_no_throw(option) != nullptr;
  }

  CommandLine line_;
  CLI::App app_;
};

/// For a user who types only the name of the program.
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

}  // namespace

int run_command(const std::vector<std::string>& arguments, Console& console) {
  Dlx dlx;
  if (arguments.empty()) {
    print_short_page(dlx.app(), console);
    return success;
  }
  if (const auto code = dlx.parse(arguments, console)) return *code;
  return dlx.run(console);
}

int continue_run(const SavedRun& run, Console& console) {
  Dlx dlx;
  Request& request = dlx.request();
  request.resumed = run.facts;
  const auto arguments = Json::parse(run.facts.at("arguments")).get<std::vector<std::string>>();
  if (const auto code = dlx.parse(arguments, console)) return *code;
  // Anyone may have made the file, and with it the command. A command that saves a run writes
  // nothing else, but for the certificate.
  if (!dlx.saves_run()) {
    throw CheckpointError("the checkpoint is damaged: its command saves no run");
  }
  request.checkpoint.file = run.file;
  request.conduct = run.conduct;
  // The files of a list stay as they are.
  if (run.facts.at("task") == "count") request.json |= run.json;
  if (!run.certificate.empty()) {
    request.certificate = run.certificate;
  } else if (!request.certificate.empty() && ::access(request.certificate.c_str(), F_OK) == 0) {
    throw std::invalid_argument(request.certificate +
                                ": this file exists already; use --certificate to name another "
                                "file for the certificate of this run");
  }
  console.configure(request.conduct.quiet, request.conduct.colour);
  return dlx.run(console);
}

}  // namespace dlx::app
