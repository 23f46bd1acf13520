#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"

/// The options and arguments of the command as data, for manual pages and shell completion. The
/// data comes from the CLI11 objects that also print --help, and from the table of combinations.
/// Manual pages, completion and --help therefore agree.
namespace dlx::app {

/// An option or an argument.
struct Parameter {
  std::vector<std::string> names;  ///< names such as "-q" and "--quiet"; empty for an argument
  std::string value;  ///< placeholder of the value, such as "FILE"; empty if there is none
  std::vector<std::string> words;  ///< the possible values of the option, if they are known
  std::vector<std::string> kinds;  ///< placeholders for other values, such as "FILE"
  bool takes_file = false;         ///< the value may be the path of a file or folder
  bool required = false;
  bool repeated = false;  ///< whether the option may be given several times
  std::string help;
  std::string group;
  /// This option requires at least one of the options with these names.
  std::vector<std::string> needs;
  std::vector<std::string> excludes;  ///< options that cannot be combined with this option
};

/// The options and arguments of a command. The possible values are read from the braces that
/// CLI::IsMember adds to a type name. A value in capitals, such as FILE, is a placeholder. An
/// argument of type text may also be the path of a file.
[[nodiscard]] std::vector<Parameter> parameters(const CLI::App& command);

/// Prints a text unchanged. With --json, prints a JSON object with the text and `name`. Returns the
/// exit code.
int print_text(const Request& request, Console& console, const char* key, const std::string& name,
               const std::string& text);

[[nodiscard]] std::string joined(std::span<const std::string> words, std::string_view between);
[[nodiscard]] std::string replaced(std::string text, std::string_view what, std::string_view by);

}  // namespace dlx::app
