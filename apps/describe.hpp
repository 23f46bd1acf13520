#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

/// The command described for other programs: manual pages, and completion in shells. All is taken
/// from the tree of CLI11 that also makes --help, so none can say what another does not.
namespace dlx::app {

/// An option or an argument.
struct Parameter {
  std::vector<std::string> names;    ///< "-q", "--quiet"; none of an argument
  std::string value;                 ///< what stands for its value: "FILE"; empty: it has none
  std::vector<std::string> choices;  ///< what the value may be, if that is known
  bool takes_file = false;           ///< the value may be the path of a file or folder
  bool required = false;
  bool repeated = false;  ///< it may be given several times
  std::string help;
  std::string group;
  std::vector<std::string> needs;     ///< names of other options
  std::vector<std::string> excludes;  ///< likewise
};

/// Choices stand in braces in what CLI11 calls the type's name, as CLI::IsMember writes them. One
/// in capitals stands for a kind of value; FILE is known, and so is any argument that is text.
[[nodiscard]] Parameter describe(const CLI::Option& option);

/// What stands below the options of a help, divided.
struct Footer {
  std::vector<std::string> paragraphs;
  std::vector<std::string> examples;  ///< lines, with what stands behind them
};
[[nodiscard]] Footer divide(std::string_view footer);

/// The manual page of a subcommand, or of the whole command: source in mdoc, of the date.
[[nodiscard]] std::string manual_page(const CLI::App& app, const CLI::App& command,
                                      const std::string& date);

/// What makes a shell complete words of the command: "bash", "zsh" or "fish".
[[nodiscard]] std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace dlx::app
