#include "apps/cli/command_line.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"

namespace dlx::app {
namespace {

/// The options that someone who wants to solve a puzzle needs. --help shows only these options in a
/// command that also has --help-all. At most 15 of these options belong to any one command.
constexpr std::string_view first_options[] = {
    // Options for the number of solutions.
    "-n", "--all", "--count", "--unique", "--hint", "--up-to",
    // Options for pictures.
    "--svg", "--html",
    // Options for the help itself.
    "--help", "--help-all",
    // Options for pieces and boxes.
    "--pieces", "--gaps", "--place", "--wrap", "--no-flip", "--apart", "--naive", "--mix", "--flat",
    "--tray", "--facts", "--colour-faces",
    // Options for sets of pieces.
    "--want", "--hardest", "--come-apart", "--xmpuzzle",
    // Options for sudokus.
    "--rules", "--box-width", "--minimal", "--rate", "--generate",
    // Options for snakes and districts.
    "--start", "--list", "--n", "--corners", "--parts", "--size"};

bool is_first(const CLI::Option& option) {
  const auto names = {"-" + option.get_single_name(), "--" + option.get_single_name()};
  return std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return std::find(std::begin(first_options), std::end(first_options), name) !=
           std::end(first_options);
  });
}

constexpr std::size_t text_width = 100;     // width of the help text, in columns
constexpr std::size_t description_at = 30;  // column at which the descriptions of options begin

/// A name, followed by its description in lines of at most `text_width` columns.
std::string entry(const std::string& name, const std::string& description) {
  std::string text = "  " + name;
  std::size_t column = text.size();
  if (column + 2 > description_at) {
    text += '\n';
    column = 0;
  }
  text.append(description_at - column, ' ');
  column = description_at;
  std::istringstream words(description);
  for (std::string word; words >> word;) {
    if (column != description_at && column + 1 + word.size() > text_width) {
      text += '\n' + std::string(description_at, ' ');
      column = description_at;
    }
    if (column != description_at) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
  }
  return text + '\n';
}

class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    const bool is_short = app->get_help_all_ptr() != nullptr && mode == CLI::AppFormatMode::Normal;
    std::string text = is_short ? short_help(app, std::move(name))
                                : CLI::Formatter::make_help(app, std::move(name), mode);
    // Leaves one blank line between groups of options.
    for (auto at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at)) {
      text.erase(at, 1);
    }
    return text;
  }
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = make_option_name(option, is_positional);
    // CLI11 makes types such as "WHAT:{all,none}". The words in braces are printed after the
    // description.
    std::string type = option->get_type_size() == 0 ? "" : option->get_type_name();
    std::string words;
    if (const auto brace = type.find(":{"); brace != std::string::npos) {
      words = type.substr(brace + 2, type.rfind('}') - brace - 2);
      type.resize(brace);
    }
    // Removes the type: "N:POSITIVE" becomes "N".
    type.resize(std::min(type.find(':'), type.size()));
    if (!is_positional && !type.empty()) name += ' ' + type;
    std::string description = option->get_description();
    if (!words.empty()) {
      description += " [";
      for (const char c : words) description += c == ',' ? std::string(", ") : std::string(1, c);
      description += ']';
    }
    if (const std::string preset = option->get_default_str(); !preset.empty()) {
      description += " [" + preset + " unless given]";
    }
    return entry(name, description);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }

 private:
  /// The short help of a subcommand, which shows only its options among first_options, and says how
  /// to see the others.
  std::string short_help(const CLI::App* app, std::string name) const {
    std::vector<const CLI::Option*> shown;
    std::size_t others = 0;
    for (const CLI::Option* option : app->get_options()) {
      if (option->get_positional()) continue;
      if (is_first(*option)) {
        shown.push_back(option);
      } else {
        ++others;
      }
    }
    return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
           make_group("Options", false, shown) + "\n" + quantity(others, "more option") + ": " +
           app->get_parent()->get_name() + " " + app->get_name() + " --help-all\n\n" +
           make_footer(app);
  }
};

}  // namespace

void set_help_layout(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
}

}  // namespace dlx::app
