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

/// A command line, from its words to the request they make.
namespace dlx::app {

/// The work of a subcommand. Returns the exit code.
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

/// Sets the action of the command line, if the subcommand is typed. Returns the arguments for the
/// action; the subcommand binds its options to them.
template <class PassedArguments>
std::remove_cvref_t<PassedArguments>& set_action(CLI::App& command, CommandLine& line,
                                                 int (*act)(const Request&, Console&,
                                                            PassedArguments)) {
  const auto arguments = std::make_shared<std::remove_cvref_t<PassedArguments>>();
  command.callback([&line, arguments, act] { line.action = with_arguments(arguments, act); });
  return *arguments;
}

/// Reads the words of a command line and checks that they go together. Returns the exit code if
/// nothing is left to do: after --help, or an error.
[[nodiscard]] std::optional<int> parse(CLI::App& app, const std::vector<std::string>& arguments,
                                       Request& request, Console& console);

/// Sets the layout of the help of a program and its subcommands. Lines have at most 100 columns,
/// and the words that an option takes follow its description. Exclusions are not listed, because
/// the error names them.
void set_help_layout(CLI::App& app);

/// The text that --version prints.
[[nodiscard]] std::string version_text();

}  // namespace dlx::app
