#include "apps/commands/pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/run/files.hpp"
#include "apps/run/watch.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/input.hpp"
#include "dlx/runs/threads.hpp"

namespace dlx::app {
namespace {

/// The sides in a word such as "6x10", which gives {6, 10}; nothing if the word does not have this
/// form.
std::optional<std::vector<int>> sides(std::string_view word) {
  std::vector<int> numbers;
  for (;;) {
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const auto length = static_cast<std::size_t>(end - word.data());
    if (length == 0 || word.front() == '-') return std::nullopt;
    if (error != std::errc{}) number = 0;  // the number is too large for an int; box() refuses 0
    numbers.push_back(number);
    if (length == word.size()) break;
    if (word[length] != 'x') return std::nullopt;
    word.remove_prefix(length + 1);
  }
  if (numbers.size() < 2 || numbers.size() > 3) return std::nullopt;
  return numbers;
}

/// Checks that a picture has no empty row or column at an edge that --wrap joins, because --wrap
/// joins the edges of the cells. Throws std::invalid_argument if the picture has such a row or
/// column.
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
  io::Input input = open_named(file, largest_picture);
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

}  // namespace

bool is_box(std::string_view word) {
  return sides(word).has_value();
}

lattice::Cells region(const std::string& word, const std::string& wrap) {
  if (const auto s = sides(word)) return lattice::region(*s);
  try {
    return read_picture(word, wrap);
  } catch (const io::SystemError& e) {
    throw io::SystemError(std::string(e.what()) +
                          "; a region is ROWSxCOLUMNS, LAYERSxROWSxCOLUMNS or a file");
  }
}

faces::Facts read_facts(const std::string& file) {
  constexpr std::uint64_t largest_file = 1 << 20;
  io::Input input = open_named(file, largest_file);
  const std::string text = input.rest();
  return io::parsed(text, input.name(), faces::read_facts);
}

void add_faces_options(CLI::App& command, FacesFlags& flags) {
  command.add_flag("--no-flip", flags.no_flip, "Do not turn pieces over");
  add_named<faces::Formulation>(
      command, "--formulation HOW", flags.formulation,
      "How the puzzle becomes an exact-cover problem. cells: with an item for each cell; edges: "
      "with coloured items for the edges. Both have the same solutions");
}

void add_turning_options(CLI::App& command, polycube::Turning& freest) {
  struct Flag {
    const char* name;
    polycube::Turning leaves;
    const char* help;
  };
  constexpr Flag flags[] = {{"--no-flip", polycube::Turning::flat_rotations,
                             "Do not turn pieces over: turn them about one axis only, which is "
                             "perpendicular to a flat box, otherwise z"},
                            {"--no-turn", polycube::Turning::none, "Do not turn pieces at all"}};
  for (const Flag& flag : flags) {
    command.add_flag_callback(
        flag.name, [&freest, leaves = flag.leaves] { freest = std::max(freest, leaves); },
        flag.help);
  }
}

void note_rotations(const Request& request, Console& console, const faces::Model& model,
                    const Answer& answer) {
  const bool all =
      request.wanted.count && request.options.up_to == UpTo::none && !request.given.any();
  if (!all || !answer.complete() || answer.count == "0") return;
  std::string rotations = "; --all lists them up to rotations";
  constexpr std::uint64_t few = 100'000;
  if (to_number<std::uint64_t>(answer.count).value_or(few) < few) {
    Options options = Watch(request, console).options(&model.problem);
    options.on_progress = {};
    const ClassesResult result =
        count_classes(model.problem, symmetry::SymmetryGroup(symmetries(model, UpTo::rotations)),
                      options, runs::resources(options));
    if (result.complete()) {
      rotations =
          fmt::format(", {} up to rotations, as --all lists them", result.classes.to_string());
    }
  }
  console.note(quantity(answer.count, "assembly", "assemblies") + " in all" + rotations);
}

Presentation assembly_presentation(const catalogue::Puzzle& puzzle) {
  Presentation show;
  show.noun = "assembly";
  show.nouns = "assemblies";
  show.fields = [&puzzle](Json& line, std::span<const OptionId> solution) {
    const drawing::Picture picture = puzzle.picture(solution);
    line["placements"] = Json::array();
    for (const drawing::Body& body : picture.bodies) {
      line["placements"].push_back({{"position", body.position},
                                    {"piece", picture.frame->pieces[body.piece].name},
                                    {"word", body.rim}});
    }
    line["picture"] = drawing::text(picture);
  };
  return show;
}

}  // namespace dlx::app
