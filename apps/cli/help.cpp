#include "apps/cli/command_line.hpp"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace dlx::app {
namespace {

constexpr std::size_t width = 100;          // columns
constexpr std::size_t description_at = 30;  // column at which descriptions begin

/// A name, and beside it a description in lines of at most `width` columns.
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
    if (column != description_at && column + 1 + word.size() > width) {
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
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    // One blank line between groups.
    for (auto at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at)) {
      text.erase(at, 1);
    }
    return text;
  }
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = make_option_name(option, is_positional);
    // Such as WHAT:{all,none}: the words follow the description.
    std::string type = option->get_type_size() == 0 ? "" : option->get_type_name();
    std::string words;
    if (const auto brace = type.find(":{"); brace != std::string::npos) {
      words = type.substr(brace + 2, type.rfind('}') - brace - 2);
      type.resize(brace);
    }
    type.resize(std::min(type.find(':'), type.size()));  // such as N:POSITIVE
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
};

}  // namespace

void set_help_layout(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
}

}  // namespace dlx::app
