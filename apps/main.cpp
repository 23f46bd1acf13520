// The command `dlx`: reads the command line and runs one subcommand. For every program: turns what
// went wrong into a message and an exit code.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "apps/commands.hpp"
#include "apps/help.hpp"
#include "apps/suggestion.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/ledger.hpp"

namespace {

using namespace dlx::app;
using dlx::in_quotes;

constexpr const char* exit_codes =
    "Exit codes: 0 done (also when there is no solution), 1 internal error, 2 wrong usage or bad\n"
    "input, 3 a limit stopped it and the answer is INCOMPLETE, 4 out of memory, 5 reading or\n"
    "writing failed, 6 a checkpoint that cannot be used, 130 and 143 stopped by Ctrl-C or SIGTERM\n"
    "with the answer so far.\n\n"
    "Data goes to standard output, everything else to standard error.\n\n"
    "Examples:\n"
    "  dlx soma                              count Soma three ways\n"
    "  dlx soma --naive                      race dancing links against a naive search\n"
    "  dlx cube blue --first                 fold six foam pieces into a cube\n"
    "  dlx snake christmas                   fold the classical snake cube\n"
    "  dlx count problem.dlx                 count the solutions of any exact-cover problem\n"
    "  dlx sudoku "
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "; did you mean " + in_quotes(near) + "?";
}

/// The first word that looks like an option and is none; empty: there is none.
std::string unknown_option(const CLI::App& app) {
  for (const std::string& word : app.remaining(true)) {
    if (word.starts_with("--") && word.size() > 2) return word.substr(0, word.find('='));
  }
  return {};
}

/// For a person who types nothing but the name of the program.
void print_short_page(const CLI::App& app, Session& session) {
  std::string text =
      "dlx counts and shows the solutions of exact-cover problems, and of puzzles that are such\n"
      "problems.\n\n"
      "  dlx soma                 count the assemblies of the Soma cube\n"
      "  dlx cube blue --first    fold six foam pieces into a cube\n"
      "  dlx count problem.dlx    count the solutions of a problem in a file\n"
      "  dlx solve problem.dlx    show one solution\n\n"
      "Commands:";
  std::size_t column = text.size();
  constexpr std::size_t width = 80;
  for (const std::string& name : names_of_commands(app)) {
    const bool fits = text.size() - column + name.size() < width - std::size("Commands:");
    if (!fits) {
      text += "\n         ";
      column = text.size();
    }
    text += ' ' + name;
  }
  text += "\n\n'dlx COMMAND --help' describes one command, 'dlx --help' lists all of them.\n";
  session.out.print(text);
  session.out.flush();
}

}  // namespace

std::optional<int> dlx::app::parse(CLI::App& app, const std::vector<std::string>& arguments,
                                   Session& session) try {
  app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  return std::nullopt;
} catch (const CLI::ParseError& e) {
  if (e.get_exit_code() == 0) {  // --help, --version
    std::ostringstream text;
    text.exceptions(std::ios::badbit);
    app.exit(e, text, text);
    session.out.print(text.str());
    session.out.flush();
    return success;
  }
  const auto named = app.get_subcommands();
  if (named.empty() && !arguments.empty() && !arguments[0].starts_with('-')) {
    session.messages.error("unknown command " + in_quotes(arguments[0]) +
                           did_you_mean(arguments[0], names_of_commands(app)));
  } else if (const std::string option = unknown_option(app); !option.empty()) {
    const CLI::App& command = named.empty() ? app : *named[0];
    session.messages.error("unknown option " + in_quotes(option) +
                           did_you_mean(option, names_of_options(command)));
  } else {
    session.messages.error(e.what());
  }
  session.messages.note("Try '" + app.get_name() + ' ' +
                        (named.empty() ? "" : named[0]->get_name() + " ") + "--help'.");
  return bad_input;
}

int dlx::app::run_command(const std::vector<std::string>& arguments, Session& session) {
  session.arguments = arguments;
  CLI::App app("dlx: exact covers by dancing links, and puzzles that are exact covers", "dlx");
  app.set_version_flag("--version", version_text(), "Print the version and what it was built with");
  app.require_subcommand(1);
  app.footer(exit_codes);
  set_help_layout(app);
  add_solve(app, session);
  add_count(app, session);
  add_estimate(app, session);
  add_sample(app, session);
  add_marginals(app, session);
  add_zdd(app, session);
  add_verify(app, session);
  add_soma(app, session);
  add_pentominoes(app, session);
  add_polycube(app, session);
  add_dominoes(app, session);
  add_cube(app, session);
  add_bigcube(app, session);
  add_snake(app, session);
  add_snakes(app, session);
  add_sudoku(app, session);
  add_queens(app, session);
  add_langford(app, session);
  add_resume(app, session);
  add_status(app, session);
  add_split(app, session);
  add_merge(app, session);
  add_work(app, session);
  add_convert(app, session);
  add_info(app, session);
  add_explain(app, session);
  add_proof(app, session);
  add_completion(app, session);
  add_man(app, session);
  group_subcommands(app);

  if (arguments.empty() && session.resumed.empty()) {
    print_short_page(app, session);
    return success;
  }
  if (const auto code = parse(app, arguments, session)) return *code;
  if (!session.resumed.empty()) {
    // Whoever made the file chose the command. One that keeps a run writes nothing else.
    const auto* kept = app.get_subcommands()[0]->get_option_no_throw("--checkpoint");
    if (kept == nullptr || kept->count() == 0) {
      throw dlx::CheckpointError("the checkpoint is damaged: its command keeps no run");
    }
  }
  session.takes_max_input = app.get_subcommands()[0]->get_option_no_throw("--max-input") != nullptr;
  if (session.after_parsing) session.after_parsing(session);
  session.messages.configure(session.general.quiet, session.general.colour);
  const int code = session.action();
  if (code == success && !session.checkpoint.file.empty() && !session.checkpoint.used &&
      app.get_subcommands()[0]->get_option_no_throw("--checkpoint") != nullptr) {
    throw std::invalid_argument("--checkpoint: nothing was kept, for this is no single search");
  }
  return code;
}

namespace {

/// Without anything that might need memory.
[[noreturn]] void end_for_want_of_memory() {
  std::fputs("dlx: error: out of memory\n", stderr);
  std::_Exit(out_of_memory);
}

/// As a program ends that does not handle SIGPIPE: quietly, with the status that shells expect.
[[noreturn]] void end_by_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);
}

std::terminate_handler otherwise = nullptr;

/// Values of JSON need memory to be destroyed, which must not throw.
void on_terminate() {
  if (const auto thrown = std::current_exception()) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      end_for_want_of_memory();
    } catch (...) {
    }
  }
  otherwise();
}

}  // namespace

// nauty calls this where it has no memory, and cannot go on after it. Its own ends the process with
// the code for bad input.
extern "C" __attribute__((weak)) void alloc_error(const char*) {
  end_for_want_of_memory();
}

int dlx::app::run_program(const char* name, int argc, char** argv, const RunCommand& run) {
  otherwise = std::set_terminate(on_terminate);
  // A write to a closed pipe fails, so that what is open is left in order before the signal ends
  // the program; a file that may not grow is a failed write, with an exit code of its own.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  Session session;
  session.messages.set_program(name);
  session.messages.configure(false, ColourWhen::automatic);
  try {
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (!arguments.empty() && arguments[0] == "help") {  // as other commands have it
      arguments.erase(arguments.begin());
      arguments.emplace_back("--help");
    }
    return run(arguments, session);
  } catch (const dlx::InputError& e) {
    session.messages.error(e);
    return bad_input;
  } catch (const std::invalid_argument& e) {
    session.messages.error(e.what());
    return bad_input;
  } catch (const dlx::InputLimitError& e) {
    session.messages.error(
        e.what() + std::string(session.takes_max_input ? " (--max-input BYTES raises it)" : ""));
    return incomplete;
  } catch (const dlx::CheckpointError& e) {
    session.messages.error(e.what());
    return checkpoint_unusable;
  } catch (const ClosedPipe&) {
    end_by_closed_pipe();
  } catch (const dlx::SystemError& e) {
    session.messages.error(e.what());
    return io_error;
  } catch (const std::bad_alloc&) {
    try {
      session.messages.error("out of memory");
    } catch (const std::bad_alloc&) {
      end_for_want_of_memory();
    }
    return out_of_memory;
  } catch (const std::system_error& e) {
    // A thread that cannot be had, for each takes memory; or else a folder.
    const bool scarce = e.code() == std::errc::resource_unavailable_try_again ||
                        e.code() == std::errc::not_enough_memory;
    session.messages.error((scarce ? "out of memory, or of threads: " : "") +
                           std::string(e.what()));
    return scarce ? out_of_memory : io_error;
  } catch (const std::exception& e) {
    session.messages.error(std::string("internal error: ") + e.what());
    return internal_error;
  }
}
