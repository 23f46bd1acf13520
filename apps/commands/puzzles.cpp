#include <fmt/format.h>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/cli/parameters.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/pieces.hpp"
#include "dlx/core/text.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/catalogue.hpp"

namespace dlx::app {
namespace {

/// A text picture of the first solution of the small example puzzle in a row of the catalogue.
std::string small_picture(const catalogue::Row& row) {
  catalogue::Arguments arguments;
  for (const catalogue::Parameter& parameter : row.parameters) {
    const bool is_first = &parameter == row.parameters.data();
    const std::string word(is_first ? row.example : parameter.otherwise);
    switch (parameter.form) {
      case catalogue::Form::number:
        arguments.set(parameter.name, to_number<std::uint32_t>(word).value_or(0));
        break;
      case catalogue::Form::word:
        arguments.set(parameter.name, word);
        break;
      case catalogue::Form::region:
        arguments.set(parameter.name, region(word), word);
        break;
      case catalogue::Form::turning:
        arguments.set(parameter.name, polycube::Turning::rotations);
        break;
    }
  }
  const auto puzzle = row.make(arguments, catalogue::Options::all);
  const PathProblem* const walks = puzzle->walks();
  Solver solver = walks != nullptr ? Solver(*walks) : Solver(puzzle->problem());
  return solver.next() ? puzzle->text(solver.solution()) : std::string();
}

/// A subcommand of a puzzle, with the texts that the list of puzzles shows.
struct Listed {
  std::string name;
  std::string help;
  bool needs_file;  ///< whether the command always needs a file
};

int list_puzzles(const Request& request, Console& console, const std::vector<Listed>& commands) {
  for (const Listed& command : commands) {
    const catalogue::Row* const row = catalogue::find(command.name);
    std::string typed = "dlx " + command.name;
    if (row != nullptr && !row->example.empty()) typed += " " + std::string(row->example);
    if (row == nullptr && command.needs_file) typed += " --help";
    const std::string picture = row == nullptr ? std::string() : small_picture(*row);
    if (request.json) {
      console.print_json({{"name", command.name},
                          {"help", command.help},
                          {"command", typed},
                          {"picture", picture}});
      continue;
    }
    console.print(fmt::format("{:<13}{}\n", command.name, command.help));
    if (row == nullptr) continue;
    console.print(fmt::format("\n  {}\n", typed));
    for (const std::string_view line : split_at(picture, "\n")) {
      console.print(line.empty() ? "\n" : fmt::format("    {}\n", line));
    }
    if (!picture.ends_with("\n\n")) console.print("\n");
  }
  console.flush();
  return success;
}

}  // namespace

void add_puzzles(CLI::App& command, CommandLine& line) {
  const CLI::App& app = *command.get_parent();
  add_general_options(command, line.request);
  command.footer(
      "The list shows the command of each puzzle and its purpose. Each picture shows a solution\n"
      "of the puzzle whose command line is above it.\n\n"
      "Examples:\n"
      "  dlx puzzles\n");
  command.callback([&app, &line] {
    line.action = [&app](const Request& request, Console& console) {
      std::vector<Listed> listed;
      for (const CLI::App* other : app.get_subcommands({})) {
        if (other->get_group() != puzzle_group || other->get_name() == "puzzles") continue;
        const auto required =
            other->get_options([](const CLI::Option* option) { return option->get_required(); });
        listed.push_back({other->get_name(), other->get_description(), !required.empty()});
      }
      return list_puzzles(request, console, listed);
    };
  });
}

}  // namespace dlx::app
