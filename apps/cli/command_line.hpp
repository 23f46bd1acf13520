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

/// Parses the words of a command line into a request.
namespace dlx::app {

/// The function that runs a subcommand. Returns the exit code.
using Action = std::function<int(const Request&, Console&)>;

/// A command line while it is parsed. Each subcommand binds its options to fields of `request`. The
/// subcommand that was typed also fills in the rest of the request and sets the action.
struct CommandLine {
  Request request;
  Action action;
};

/// `Arguments` is a type of a subcommand that contains the values of the options that only this
/// subcommand has. An action receives scalars by value, and other types by reference.
template <class Arguments>
using Passed = std::conditional_t<std::is_scalar_v<Arguments>, Arguments, const Arguments&>;

/// Makes an action that calls `act` with the request, the console and `arguments`. An action runs
/// after the command line is parsed, so `arguments` then contains the values typed.
template <class Arguments>
Action with_arguments(std::shared_ptr<Arguments> arguments,
                      int (*act)(const Request&, Console&, Passed<Arguments>)) {
  return [arguments, act](const Request& request, Console& console) {
    return act(request, console, *arguments);
  };
}

/// If this subcommand is typed, `act` will be the action of the command line. Returns the arguments
/// that `act` will receive. The caller must bind the options of the subcommand to these arguments,
/// so that the parser stores the values typed.
template <class PassedArguments>
std::remove_cvref_t<PassedArguments>& set_action(CLI::App& command, CommandLine& line,
                                                 int (*act)(const Request&, Console&,
                                                            PassedArguments)) {
  const auto arguments = std::make_shared<std::remove_cvref_t<PassedArguments>>();
  command.callback([&line, arguments, act] { line.action = with_arguments(arguments, act); });
  return *arguments;
}

/// Parses the words of a command line and checks that the options may be combined. Returns the exit
/// code if the program should end now, which is the case after --help or an error.
[[nodiscard]] std::optional<int> parse(CLI::App& app, const std::vector<std::string>& arguments,
                                       Request& request, Console& console);

/// A question to append to an error about an unknown word: "; did you mean 'queens'?". The text is
/// empty if no known word is like the word.
[[nodiscard]] std::string did_you_mean(const std::string& word,
                                       const std::vector<std::string>& known);

/// Throws std::invalid_argument if the file that an option writes is a file that the parsed command
/// names for something else. Only dlx polycube --xmpuzzle may name the file that is read, because
/// it adds to this file.
void check_written_file(const CLI::App& command, const std::string& option,
                        const std::string& file);

/// Sets the layout of the help of a program and its subcommands. Lines have at most 100 columns.
/// The possible values of an option follow its description. The help does not list exclusions,
/// because the error message for a forbidden combination names both options.
void set_help_layout(CLI::App& app);

/// The text that --version prints.
[[nodiscard]] std::string version_text();

}  // namespace dlx::app
