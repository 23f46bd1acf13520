// Manual pages and completion, printed by the command itself.

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <stdexcept>

#include "apps/commands.hpp"
#include "apps/describe.hpp"
#include "apps/flags.hpp"

namespace dlx::app {
namespace {

/// The date that pages bear, as mdoc wants it: "November 2, 2026". Builds that are to be the same
/// whenever they are made set SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/).
std::string date_of_pages() {
  std::time_t seconds = std::time(nullptr);
  if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view digits = epoch;
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || stop != digits.data() + digits.size()) {
      throw std::invalid_argument("SOURCE_DATE_EPOCH is no number of seconds");
    }
    seconds = static_cast<std::time_t>(value);
  }
  static constexpr const char* months[] = {"January",   "February", "March",    "April",
                                           "May",       "June",     "July",     "August",
                                           "September", "October",  "November", "December"};
  std::tm date = {};
  gmtime_r(&seconds, &date);
  return std::string(months[date.tm_mon]) + " " + std::to_string(date.tm_mday) + ", " +
         std::to_string(date.tm_year + 1900);
}

int print(Session& session, const char* what, const std::string& name, const std::string& text) {
  if (session.general.json) {
    Json object = Json::object();
    object[what] = name;
    object["text"] = text;
    session.out.print(object.dump() + "\n");
  } else {
    session.out.print(text);
  }
  session.out.flush();
  return success;
}

}  // namespace

void add_man(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page of a command");
  const auto name = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const CLI::App* other : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(other->get_name());
  }
  command->add_option("COMMAND", *name, "Which; unless given, dlx itself")
      ->check(CLI::IsMember(names));
  add_general_options(*command, session);
  command->footer(
      "What it prints is the source of the page, in mdoc; 'dlx man count | man -l -' shows it. "
      "Where\n"
      "dlx was installed with its pages, 'man dlx-count' does.\n\n"
      "Examples:\n"
      "  dlx man > dlx.1\n"
      "  dlx man count > dlx-count.1\n");
  command->callback([&app, &session, name] {
    session.action = [&app, &session, name] {
      const CLI::App& which = name->empty() ? app : *app.get_subcommand(*name);
      return print(session, "command", which.get_name(), manual_page(app, which, date_of_pages()));
    };
  });
}

void add_completion(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("completion", "Print the completion script for a shell");
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "Which")
      ->check(CLI::IsMember(std::vector<std::string>{"bash", "fish", "zsh"}))
      ->required();
  add_general_options(*command, session);
  command->footer(
      "It belongs where the shell looks for it: in the file dlx in\n"
      "~/.local/share/bash-completion/completions for bash, _dlx in a folder of $fpath for zsh,\n"
      "dlx.fish in ~/.config/fish/completions for fish. Or 'source' it.\n\n"
      "Examples:\n"
      "  dlx completion bash > dlx\n"
      "  dlx completion zsh > _dlx\n"
      "  dlx completion fish > dlx.fish\n");
  command->callback([&app, &session, shell] {
    session.action = [&app, &session, shell] {
      return print(session, "shell", *shell, completion_script(app, *shell));
    };
  });
}

}  // namespace dlx::app
