#include <cctype>
#include <map>
#include <string>
#include <string_view>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/pieces.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/puzzle.hpp"
#include "reductions/catalogue/catalogue.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::app {
namespace {

using catalogue::Form;

/// The name of a region in pictures. The name is the word typed if this word is the size of a box,
/// otherwise the name of the file.
std::string name_of_region(const std::string& word) {
  if (is_box(word)) return word;
  const std::string name = name_of_file(word);
  return name.empty() ? "a region" : name;
}

/// A row of the catalogue of puzzles, and the parameter values typed for this puzzle.
struct Typed {
  const catalogue::Row* row = nullptr;
  std::map<std::string_view, std::uint32_t> numbers = {};
  std::map<std::string_view, std::string> words = {};
  polycube::Turning freest = polycube::Turning::rotations;
};

/// The name of a parameter on the command line. The first parameter is a positional argument such
/// as N. Each other parameter is an option such as --pieces.
std::string as_typed(const catalogue::Row& row, const catalogue::Parameter& parameter) {
  std::string name(parameter.name);
  if (&parameter != row.parameters.data()) return "--" + name;
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

void add_parameter(CLI::App& command, const catalogue::Parameter& parameter, Typed& typed) {
  const std::string name = as_typed(*typed.row, parameter);
  const std::string help(parameter.help);
  const std::string otherwise(parameter.otherwise);
  switch (parameter.form) {
    case Form::number: {
      std::uint32_t& number = typed.numbers[parameter.name];
      number = to_number<std::uint32_t>(otherwise).value_or(0);
      add_number<std::uint16_t>(command, name, number, help)->default_str(otherwise);
      break;
    }
    case Form::word:
    case Form::region: {
      std::string& word = typed.words[parameter.name] = otherwise;
      CLI::Option* const option = command.add_option(name, word, help)->capture_default_str();
      if (!parameter.type.empty()) option->type_name(std::string(parameter.type));
      if (name.starts_with("--")) option->check(not_empty);
      break;
    }
    case Form::turning:
      add_turning_options(command, typed.freest);
      break;
  }
}

catalogue::Arguments arguments_of(const Typed& typed) {
  catalogue::Arguments arguments;
  for (const catalogue::Parameter& parameter : typed.row->parameters) {
    switch (parameter.form) {
      case Form::number:
        arguments.set(parameter.name, typed.numbers.at(parameter.name));
        break;
      case Form::word:
        arguments.set(parameter.name, typed.words.at(parameter.name));
        break;
      case Form::region: {
        const std::string& word = typed.words.at(parameter.name);
        const auto wrap = typed.words.find("wrap");
        arguments.set(parameter.name, region(word, wrap == typed.words.end() ? "" : wrap->second),
                      name_of_region(word));
        break;
      }
      case Form::turning:
        arguments.set(parameter.name, typed.freest);
        break;
    }
  }
  return arguments;
}

int run_catalogued(const Request& request, Console& console, const Typed& typed) {
  const catalogue::Arguments arguments = arguments_of(typed);
  const auto puzzle =
      typed.row->make(arguments, request.needs_options() ? catalogue::Options::all
                                                         : catalogue::Options::if_fillable);
  for (const std::string& warning : puzzle->warnings()) console.warning(warning);
  return run_puzzle(request, console, *puzzle, {.title = typed.row->title(arguments)});
}

}  // namespace

void add_catalogued(CLI::App& command, CommandLine& line, std::string_view name) {
  const catalogue::Row& row = *catalogue::find(name);
  Typed& typed = set_action(command, line, run_catalogued);
  typed.row = &row;
  for (const catalogue::Parameter& parameter : row.parameters) {
    add_parameter(command, parameter, typed);
  }
  add_explain_option(command, line.request);
  add_puzzle_options(command, line.request,
                     drawing::is_in_space(row.style) ? PictureKind::solid : PictureKind::board,
                     row.up_to);
  command.footer(std::string(row.command_help));
}

}  // namespace dlx::app
