#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"

/// A command line, from its words to the request they make, and the main function of a program.
namespace dlx::app {

/// What a subcommand does. Returns the exit code.
using Action = std::function<int(const Request&, Console&)>;

/// A command line that is being read. Each subcommand binds its options to the request, completes
/// the request when its name was typed, and sets the action.
struct CommandLine {
  Request request;
  Action action;
};

/// How an action receives the arguments of its subcommand.
template <class Arguments>
using Passed = std::conditional_t<std::is_scalar_v<Arguments>, Arguments, const Arguments&>;

/// The action that calls `act` with the arguments to which a subcommand has bound its options.
template <class Arguments>
Action with_arguments(std::shared_ptr<Arguments> arguments,
                      int (*act)(const Request&, Console&, Passed<Arguments>)) {
  return [arguments, act](const Request& request, Console& console) {
    return act(request, console, *arguments);
  };
}

/// Makes that the action of the command line if the subcommand is typed.
template <class Arguments>
void set_action(CLI::App& command, CommandLine& line, std::shared_ptr<Arguments> arguments,
                int (*act)(const Request&, Console&, Passed<Arguments>)) {
  command.callback([&line, arguments, act] { line.action = with_arguments(arguments, act); });
}

/// Reads the words of a command line and checks that they go together. Returns the exit code if
/// nothing is left to do: after --help, or an error.
[[nodiscard]] std::optional<int> parse(CLI::App& app, const std::vector<std::string>& arguments,
                                       Request& request, Console& console);

/// What a program does with its words, without its name.
using RunWords = std::function<int(const std::vector<std::string>& arguments, Console& console)>;

/// The main function of a program of this name: exceptions become messages and exit codes.
int run_program(const char* name, int argc, char** argv, const RunWords& run);

[[nodiscard]] std::string version_text();

}  // namespace dlx::app
