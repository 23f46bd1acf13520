#include "apps/cli/command_line.hpp"

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

#include "apps/cli/combinations.hpp"
#include "apps/cli/suggestion.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/ledger.hpp"

namespace {

using namespace dlx::app;
using dlx::in_quotes;

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) names.push_back(option->get_name());
  }
  return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "; did you mean " + in_quotes(near) + "?";
}

/// The first word that looks like an option but is unknown; empty: there is none.
std::string unknown_option(const CLI::App& app) {
  for (const std::string& word : app.remaining(true)) {
    if (word.starts_with("--") && word.size() > 2) return word.substr(0, word.find('='));
  }
  return {};
}

/// The options that were typed, in the order of the subcommand's help.
void record_options(const CLI::App& command, Request& request) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_positional()) continue;
    const auto& values = option->results();
    request.typed.emplace_back(option->get_name(), values.empty() ? "" : values.front());
  }
}

}  // namespace

std::optional<int> dlx::app::parse(CLI::App& app, const std::vector<std::string>& arguments,
                                   Request& request, Console& console) try {
  request.arguments = arguments;
  app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  const CLI::App& command = *app.get_subcommands()[0];
  record_options(command, request);
  console.configure(request.conduct.quiet, request.conduct.colour);
  check_combinations(request, names_of_options(command));
  return std::nullopt;
} catch (const CLI::ParseError& e) {
  if (e.get_exit_code() == 0) {  // --help, --version
    std::ostringstream text;
    text.exceptions(std::ios::badbit);
    app.exit(e, text, text);
    console.print(text.str());
    console.flush();
    return success;
  }
  const auto named = app.get_subcommands();
  if (named.empty() && !arguments.empty() && !arguments[0].starts_with('-')) {
    console.error("unknown command " + in_quotes(arguments[0]) +
                  did_you_mean(arguments[0], names_of_commands(app)));
  } else if (const std::string option = unknown_option(app); !option.empty()) {
    const CLI::App& command = named.empty() ? app : *named[0];
    console.error("unknown option " + in_quotes(option) +
                  did_you_mean(option, names_of_options(command)));
  } else {
    console.error(e.what());
  }
  console.note("Try '" + app.get_name() + ' ' + (named.empty() ? "" : named[0]->get_name() + " ") +
               "--help'.");
  return bad_input;
}

namespace {

/// Without anything that might need memory.
[[noreturn]] void end_out_of_memory() {
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

/// Whether a reserve as large as that for exceptions cannot be allocated.
bool memory_is_exhausted() {
  constexpr std::size_t reserve = 128 * 1024;
  void* const room = std::malloc(reserve);
  std::free(room);
  return room == nullptr;
}

/// Values of JSON need memory to be destroyed, which must not throw. Where memory does not suffice
/// for an exception either, there is none.
void on_terminate() {
  if (const auto thrown = std::current_exception()) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      end_out_of_memory();
    } catch (...) {
    }
  } else if (memory_is_exhausted()) {
    end_out_of_memory();
  }
  otherwise();
}

/// Before the constructors of static objects, for which memory may already be short.
__attribute__((constructor(101))) void watch_termination() {
  otherwise = std::set_terminate(on_terminate);
}

}  // namespace

// nauty calls this when memory is exhausted, and cannot continue after it. Its own version ends the
// process with the code for bad input.
extern "C" __attribute__((weak)) void alloc_error(const char*) {
  end_out_of_memory();
}

int dlx::app::run_program(const char* name, int argc, char** argv, const RunWords& run) {
  // A write to a closed pipe fails, so that open files are closed in order before the signal ends
  // the program; a write past the limit on file sizes fails too, with an exit code of its own.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  Console console(name);
  console.configure(false, ColourWhen::automatic);
  try {
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (!arguments.empty() && arguments[0] == "help") {  // as other commands have it
      arguments.erase(arguments.begin());
      arguments.emplace_back("--help");
    }
    return run(arguments, console);
  } catch (const dlx::io::InputError& e) {
    console.error(e);
    return bad_input;
  } catch (const std::invalid_argument& e) {
    console.error(e.what());
    return bad_input;
  } catch (const dlx::io::InputLimitError& e) {
    console.error(e.what());
    return incomplete;
  } catch (const dlx::runs::CheckpointError& e) {
    console.error(e.what());
    return checkpoint_unusable;
  } catch (const ClosedPipe&) {
    end_by_closed_pipe();
  } catch (const dlx::io::SystemError& e) {
    console.error(e.what());
    return io_error;
  } catch (const std::bad_alloc&) {
    try {
      console.error("out of memory");
    } catch (const std::bad_alloc&) {
      end_out_of_memory();
    }
    return out_of_memory;
  } catch (const std::system_error& e) {
    // A thread that cannot be started, because each takes memory; or an error about a folder.
    const bool scarce = e.code() == std::errc::resource_unavailable_try_again ||
                        e.code() == std::errc::not_enough_memory;
    console.error((scarce ? "out of memory or threads: " : "") + std::string(e.what()));
    return scarce ? out_of_memory : io_error;
  } catch (const std::exception& e) {
    console.error(std::string("internal error: ") + e.what());
    return internal_error;
  }
}
