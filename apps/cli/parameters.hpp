#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"

/// The command as data, for manual pages and completion in shells. All of it comes from the tree of
/// CLI11 that also makes --help and from the table of combinations, so they agree.
namespace dlx::app {

/// An option or an argument.
struct Parameter {
  std::vector<std::string> names;  ///< "-q", "--quiet"; empty for an argument
  std::string value;               ///< the placeholder of the value: "FILE"; empty: no value
  std::vector<std::string> words;  ///< the possible values, if they are known
  std::vector<std::string> kinds;  ///< the kinds of other values: "FILE"
  bool takes_file = false;         ///< the value may be the path of a file or folder
  bool required = false;
  bool repeated = false;  ///< it may be given several times
  std::string help;
  std::string group;
  std::vector<std::string> needs;     ///< names of options, of which it needs one
  std::vector<std::string> excludes;  ///< names of options
};

/// The options and arguments of a command. CLI::IsMember writes choices in braces into the name of
/// the type. A choice in capitals stands for a kind of value. An argument that is text may also be
/// the path of a file.
[[nodiscard]] std::vector<Parameter> parameters(const CLI::App& command);

/// Prints a text as it is, or with --json as an object that also says where the text is from.
/// Returns the exit code.
int print_text(const Request& request, Console& console, const char* key, const std::string& name,
               const std::string& text);

[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);
[[nodiscard]] std::string joined(std::span<const std::string> words, std::string_view between);
[[nodiscard]] std::string replaced(std::string text, std::string_view what, std::string_view by);

}  // namespace dlx::app
