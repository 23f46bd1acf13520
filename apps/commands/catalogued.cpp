#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/pieces.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/puzzle.hpp"
#include "dlx/io/input.hpp"
#include "reductions/catalogue/catalogue.hpp"
#include "reductions/lattice/lattice.hpp"

namespace dlx::app {
namespace {

using catalogue::Form;

/// "6x10" as {6, 10}; nothing if the word is no such thing.
std::optional<std::vector<int>> sides(std::string_view word) {
  std::vector<int> numbers;
  for (;;) {
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const auto length = static_cast<std::size_t>(end - word.data());
    if (length == 0 || word.front() == '-') return std::nullopt;
    if (error != std::errc{}) number = 0;  // too large for an int; box() refuses 0
    numbers.push_back(number);
    if (length == word.size()) break;
    if (word[length] != 'x') return std::nullopt;
    word.remove_prefix(length + 1);
  }
  if (numbers.size() < 2 || numbers.size() > 3) return std::nullopt;
  return numbers;
}

/// Edges that touch are those of the cells, so a picture may not show others.
void check_edges(const lattice::Cells& cells, std::string_view picture, const std::string& wrap) {
  const lattice::Cell sides = lattice::extent(cells).high + lattice::Cell{1, 1, 1};
  int columns = 0;
  int rows = 0;
  for (std::size_t start = 0; start < picture.size();) {
    const auto end = std::min(picture.find('\n', start), picture.size());
    columns = std::max(columns, static_cast<int>(end - start));
    if (end > start) ++rows;
    start = end + 1;
  }
  const bool is_flat = lattice::is_flat(cells);
  for (const auto& [axis, has_more, what] :
       {std::tuple('x', columns > sides.x, "column"), {'y', is_flat && rows > sides.y, "row"}}) {
    if (!has_more || wrap.find(axis) == std::string::npos) continue;
    throw std::invalid_argument(std::string("--wrap ") + axis + ": the picture has an empty " +
                                what + " at an edge, and only edges with cells touch");
  }
}

lattice::Cells read_picture(const std::string& file, const std::string& wrap) {
  constexpr std::uint64_t largest_picture = 16 << 20;
  io::Input input = io::Input::open(file, {.bytes = largest_picture});
  std::string picture;
  std::string_view line;
  while (input.next_line(line)) {
    const auto bad = line.find_first_not_of("X#._ ");
    if (bad != std::string_view::npos) {
      throw input.error_at(line.substr(bad, 1),
                           "unexpected character in a picture of cells; wanted X or #, and . or _ "
                           "or blanks");
    }
    picture += line;
    picture += '\n';
  }
  if (picture.find_first_of("X#") == std::string::npos) throw input.error("no cell in the picture");
  lattice::Cells cells = lattice::from_picture(picture);
  check_edges(cells, picture, wrap);
  return cells;
}

/// A region named on the command line: "ROWSxCOLUMNS", "LAYERSxROWSxCOLUMNS", or a file with a
/// picture: X or # for a cell, . or _ or a blank for none, an empty line between layers.
lattice::Cells region(const std::string& word, const std::string& wrap) {
  if (const auto s = sides(word)) return lattice::region(*s);
  try {
    return read_picture(word, wrap);
  } catch (const io::SystemError& e) {
    throw io::SystemError(std::string(e.what()) +
                          "; a region is ROWSxCOLUMNS, LAYERSxROWSxCOLUMNS or a file");
  }
}

/// What pictures call it: the word, or the name of the file.
std::string name_of_region(const std::string& word) {
  if (sides(word)) return word;
  const std::string name = name_of_file(word);
  return name.empty() ? "a region" : name;
}

/// A row, and the words typed for its parameters.
struct Typed {
  const catalogue::Row* row = nullptr;
  std::map<std::string_view, std::uint32_t> numbers = {};
  std::map<std::string_view, std::string> words = {};
  polycube::Turning freest = polycube::Turning::rotations;
};

/// The first parameter is an argument, N; the others are options, --pieces.
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
