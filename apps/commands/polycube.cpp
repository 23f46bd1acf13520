#include "reductions/polycube/polycube.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/pieces.hpp"
#include "apps/commands/polycube_saved.hpp"
#include "apps/run/apart.hpp"
#include "apps/run/files.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/reading.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/durable_file.hpp"
#include "reductions/drawing/steps.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/separable.hpp"

namespace dlx::app {
namespace {

using polycube::Changes;
using polycube::Collection;
using polycube::Model;
using polycube::NamedPuzzle;
using polycube::Separation;
using polycube::SolveState;

struct PolycubeArguments {
  std::string file;
  std::optional<polycube::Format> format;
  std::string problem;
  bool info = false;
  bool saved = false;
  std::string xmpuzzle;
  bool as_burrtools = false;
  polycube::Turning freest = polycube::Turning::rotations;
  std::string gaps;
  std::string place;
  ApartFlags apart;
};

/// The title of pictures: the file's name, followed by the puzzle's name or number if the file has
/// several puzzles.
std::string title_of(const std::string& file, const Collection& collection,
                     const NamedPuzzle& named) {
  const std::string name = name_of_file(file);
  if (name.empty()) return named.name.empty() ? "Puzzle" : named.name;
  if (collection.puzzles.size() == 1) return name;
  const auto number = static_cast<std::size_t>(&named - collection.puzzles.data()) + 1;
  return named.name.empty() ? fmt::format("{}, puzzle {}", name, number)
                            : fmt::format("{}: {}", name, named.name);
}

/// A file of puzzles: its text, and the puzzles read from the text.
struct PuzzleFile {
  std::string name;
  std::string text;
  polycube::Format format = polycube::Format::xmpuzzle;
  Collection collection;
};

PuzzleFile read_once(const PolycubeArguments& a) {
  constexpr std::uint64_t largest_file = std::uint64_t{64} << 20;
  io::Input input = open_named(a.file, largest_file);
  PuzzleFile file;
  file.name = input.name();
  file.text = input.rest();
  file.format = a.format ? *a.format : polycube::format_of(file.text);
  io::Input again = io::Input::from_text(file.text, file.name);
  file.collection = read_puzzles(again, file.format, a.gaps.empty());
  for (NamedPuzzle& named : file.collection.puzzles) {
    named.puzzle.turning = std::max(named.puzzle.turning, a.freest);
  }
  return file;
}

/// The text of the file for --xmpuzzle. The text contains the entire input file, with changes to
/// one puzzle.
std::string as_xmpuzzle(const PuzzleFile& file, std::size_t position, const Model& model,
                        const Changes& changes) {
  if (model.puzzle.turning != polycube::Turning::rotations) {
    throw std::invalid_argument(
        "--xmpuzzle: BurrTools turns pieces in every way, flat ones over as well, and its files "
        "cannot say otherwise");
  }
  if (file.format == polycube::Format::xmpuzzle) {
    return update_xmpuzzle(file.text, position, file.collection.puzzles[position], changes);
  }
  Collection written = file.collection;
  written.puzzles[position] = changed(std::move(written.puzzles[position]), changes);
  written.puzzles[position].puzzle = model.puzzle;
  try {
    return write_xmpuzzle(written);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(
        fmt::format("--xmpuzzle: {} cannot be written as xmpuzzle: {}", file.name, e.what()));
  }
}

/// The symmetries under which a new assembly counts as equal to a saved one, so that it is not
/// saved again. A search for all assemblies uses the symmetries of the request. A search that stops
/// early may find a rotated copy of a saved assembly. Therefore it uses BurrTools' symmetries
/// unless the request names symmetries.
UpTo alike(const Request& request, const Model& model) {
  return request.options.up_to != UpTo::none || request.wanted.all ? request.options.up_to
                                                                   : as_burrtools(model);
}

/// The destination of --xmpuzzle FILE, and the puzzle whose changes are written to it.
struct Destination {
  const std::string& path;
  const PuzzleFile& file;
  const NamedPuzzle& named;

  [[nodiscard]] std::size_t position() const {
    return static_cast<std::size_t>(&named - file.collection.puzzles.data());
  }
};

/// Throws before the search if the format cannot express the puzzle, or if the file cannot be
/// written.
void check_writable(const Destination& destination, const Model& model) {
  const auto& [path, file, named] = destination;
  static_cast<void>(
      as_xmpuzzle(file, destination.position(), model, merge(model, named, {}, false, UpTo::none)));
  if (file.format != polycube::Format::xmpuzzle && io::is_same_file(path, file.name)) {
    throw std::invalid_argument("--xmpuzzle: " + path +
                                " is not a file of BurrTools, and would be replaced by one; name "
                                "another file");
  }
  app::check_writable(path);
}

/// Writes the changed file. Warns if saved data would be lost.
void write_changes(Console& console, const Destination& destination, const Model& model,
                   const Changes& changes) {
  const auto& [path, file, named] = destination;
  const std::size_t position = destination.position();
  for (const std::string& loss : changes.losses) {
    console.warning(fmt::format(
        "{}: {}{}", path,
        file.collection.puzzles.size() > 1 ? fmt::format("puzzle {}: ", position + 1) : "", loss));
  }
  if (!changes.note.empty()) console.note(fmt::format("{}: {}", path, changes.note));
  write_file(path, as_xmpuzzle(file, position, model, changes));
}

int search_and_write(const Request& request, Console& console, const Destination& destination,
                     const catalogue::Reduced<Model>& puzzle, Presentation show) {
  const Model& model = puzzle.model();
  const NamedPuzzle& named = destination.named;
  check_writable(destination, model);
  std::vector<std::vector<OptionId>> found;
  show.listed = [&](std::span<const OptionId> solution) {
    found.emplace_back(solution.begin(), solution.end());
  };
  const Outcome outcome = search_puzzle(request, console, puzzle, std::move(show));

  write_changes(console, destination, model,
                merge(model, named, found, outcome.answer.complete(), alike(request, model)));
  return exit_code(outcome);
}

/// Takes saved assemblies apart that have no saved separation (list of moves), and adds their
/// separations to `changes`.
void separate_saved(const ApartTask& task, const NamedPuzzle& named, Changes& changes) {
  polycube::CheckedDisassembler disassembler(task.model.puzzle.grid, {.states = task.flags.states});
  for (std::size_t n = 0; n < named.saved.size(); ++n) {
    if (named.separations[n] == Separation::moves ||
        std::find(changes.dropped.begin(), changes.dropped.end(), n) != changes.dropped.end()) {
      continue;
    }
    auto stages = disassembler.take_apart(task.model.puzzle, named.saved[n]).stages;
    if (!stages.empty()) changes.separated.emplace_back(n, std::move(stages));
  }
}

/// Adds the found assemblies that can be taken apart to the saved assemblies. The saved numbers of
/// assemblies and separations are replaced after a complete search under BurrTools' symmetries.
Changes merge_apart(const Request& request, const ApartTask& task, const NamedPuzzle& named,
                    const ApartOutcome& outcome) {
  const Model& model = task.model;
  std::vector<std::vector<OptionId>> found;
  for (const polycube::ApartAssembly& assembly : outcome.kept) found.push_back(assembly.options);
  Changes changes = merge(model, named, found, false, alike(request, model));
  std::size_t turned = 0;
  for (const polycube::Assembly& added : changes.added) {
    const auto kept = std::find_if(
        outcome.kept.begin(), outcome.kept.end(),
        [&](const polycube::ApartAssembly& each) { return decode(model, each.options) == added; });
    changes.added_stages.emplace_back();
    if (kept->with_turns) {
      ++turned;
    } else {
      changes.added_stages.back() = kept->disassembly.stages;
    }
  }
  if (turned > 0) {
    changes.losses.push_back(quantity(turned, "assembly", "assemblies") +
                             " saved without separation, because BurrTools knows no turns");
  }
  separate_saved(task, named, changes);
  const bool counted = outcome.status == Status::exhausted && outcome.sums.undecided == 0 &&
                       request.options.up_to == as_burrtools(model);
  if (!counted) return changes;
  const bool right = changes.dropped.empty() && named.state == SolveState::solved &&
                     named.stated_assemblies == outcome.sums.assemblies &&
                     named.stated_solutions == outcome.sums.come_apart;
  changes.state = SolveState::solved;
  changes.keeps_counts = right;
  changes.keeps_search = false;
  changes.assemblies = outcome.sums.assemblies;
  changes.solutions = outcome.sums.come_apart;
  return changes;
}

/// Implements --apart: takes the assemblies apart, and writes the output files.
int analyse(const Request& request, Console& console, const Destination& destination,
            const ApartTask& task) {
  if (request.pictures.wanted()) check(request.pictures);
  const bool writes = !destination.path.empty();
  if (writes) check_writable(destination, task.model);
  const ApartOutcome outcome = run_apart(request, console, task);
  draw_apart(request, console, task, outcome);
  if (writes) {
    write_changes(console, destination, task.model,
                  merge_apart(request, task, destination.named, outcome));
  }
  return exit_code(outcome.status);
}

/// Checks before the search that the analysis and the pictures are possible on the puzzle's grid.
/// Throws std::invalid_argument if one of them is impossible.
void check_grid(const Request& request, const ApartFlags& flags, lattice::Grid grid) {
  if (flags.with_turns() && grid != lattice::Grid::cubes) {
    throw std::invalid_argument(
        fmt::format("--turns and --half-cells turn cubes only, and this puzzle is on the grid "
                    "'{}'; a turn by 90 degrees takes its cells to no cells",
                    to_string(grid)));
  }
  if (!request.pictures.svg.empty()) drawing::check_flat_picture(grid);
  if (!request.pictures.cut.empty() || !request.pictures.steps.empty()) drawing::steps::check(grid);
  if (request.pictures.in_space()) drawing::solid::check(request.pictures.measures, grid);
}

/// Changes the chosen puzzle as --gaps and --place say, and returns the puzzle.
const NamedPuzzle& chosen(PuzzleFile& file, const PolycubeArguments& a) {
  const NamedPuzzle& named = choose(file.collection, a.file, a.problem);
  if (a.gaps.empty() && a.place.empty()) return named;
  if (!a.xmpuzzle.empty() && file.format == polycube::Format::xmpuzzle) {
    throw std::invalid_argument(
        "--gaps and --place: the file of BurrTools that is written states other cells and places");
  }
  polycube::Puzzle& puzzle =
      file.collection.puzzles[static_cast<std::size_t>(&named - file.collection.puzzles.data())]
          .puzzle;
  try {
    if (!a.gaps.empty()) leave_empty(puzzle, a.gaps);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string("--gaps: ") + e.what());
  }
  try {
    place(puzzle, a.place, polycube::Placing::coordinates);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string("--place: ") + e.what());
  }
  return named;
}

/// If the volume of the pieces excludes every assembly, prints which option lets cells stay empty,
/// or how to allow fewer copies of a piece.
void note_volume(Console& console, const polycube::Puzzle& puzzle) {
  if (!volume_fault(puzzle)) return;
  if (const auto left = cells_left(puzzle)) {
    if (*left == 0 || !puzzle.optional_cells.empty()) return;
    return console.note(
        fmt::format("--gaps {} lets {} stay empty", *left, quantity(*left, "cell")));
  }
  if (!exceeds_room(puzzle)) return;
  for (const polycube::Piece& piece : puzzle.pieces) {
    if (piece.is_gap || !piece.copies || piece.copies->at_least != piece.copies->at_most) continue;
    const std::uint32_t copies = piece.copies->at_most;
    if (copies == 1) continue;
    return console.note(fmt::format(
        "{0}*{1} means that all {0} copies are used; 0..{0}*{1} allows fewer", copies, piece.name));
  }
}

int run_polycube(const Request& given, Console& console, const PolycubeArguments& a) {
  PuzzleFile file = read_once(a);
  for (const std::string& note : file.collection.notes) console.note(note);
  if (a.info) return describe(given, console, file.collection);
  const NamedPuzzle& named = chosen(file, a);
  const catalogue::Reduced puzzle(a.saved ? polycube::build(named.puzzle)
                                          : build_puzzle(given, console, named.puzzle, "assembly"));
  const Model& model = puzzle.model();
  if (!a.saved) note_volume(console, named.puzzle);
  check_grid(given, a.apart, named.puzzle.grid);
  if (a.apart.wanted && !polycube::axes_in_words(model.puzzle.wraps).empty()) {
    throw std::invalid_argument("--apart: pieces on a target that wraps lie on no plane");
  }
  if (a.apart.only) {
    if (const auto fault = polycube::separable_fault(named.puzzle)) {
      throw std::invalid_argument("--apart-only: " + *fault +
                                  ", so assemblies may come apart that do not fall in two at once");
    }
  }
  const std::string title = title_of(a.file, file.collection, named);
  if (a.saved && !a.apart.wanted) return show_saved(given, console, model, named, title);
  if (a.saved) {
    return analyse_saved(given, console, named,
                         {model, a.apart, given.pictures.wanted(), {.title = title}});
  }
  Request request = given;
  if (a.as_burrtools) request.options.up_to = as_burrtools(model);
  if (request.emit) return emit_problem(request, console, model.problem);

  Presentation show{.noun = "assembly", .nouns = "assemblies", .title = title};
  if (a.apart.wanted) {
    const bool keeps = request.pictures.wanted() || !a.xmpuzzle.empty();
    return analyse(request, console, {a.xmpuzzle, file, named},
                   {model, a.apart, keeps, std::move(show)});
  }
  if (!a.xmpuzzle.empty()) {
    return search_and_write(request, console, {a.xmpuzzle, file, named}, puzzle, std::move(show));
  }
  return exit_code(search_puzzle(request, console, puzzle, std::move(show)));
}

void add_apart_options(CLI::App& command, PolycubeArguments& a) {
  command.add_flag(
      "--as-burrtools", a.as_burrtools,
      "Leave out rotated and mirrored assemblies as BurrTools does. Mirrored assemblies are left "
      "out only if every piece has its mirror image among the pieces");
  command.add_flag("--apart", a.apart.wanted,
                   "Take each assembly apart by sliding pieces, and print how many come apart and "
                   "at which level. Level 7.2.3: 7 moves until a part is free, then 2 and 3");
  add_number<std::uint32_t>(command, "--apart-at-least", a.apart.at_least,
                            "List the assemblies that need N or more moves until a part is free",
                            1U);
  command.add_flag(
      "--apart-only", a.apart.only,
      "Search only for assemblies that one slide separates into two parts. If every cell is filled "
      "and no line through the target has a gap, no other assembly comes apart");
  command.add_flag_callback(
      "--turns", [&a] { a.apart.turns = std::max(a.apart.turns, apart::Turns::at_cells); },
      "If slides do not take an assembly of cubes apart, also turn pieces by 90 degrees; these "
      "assemblies are counted separately");
  command.add_flag_callback(
      "--half-cells", [&a] { a.apart.turns = apart::Turns::at_halves; },
      "Like --turns, and pieces may also stop at half cells");
  add_number<std::uint64_t>(command, "--apart-states", a.apart.states,
                            "Leave an assembly undecided after N positions of its pieces "
                            "(default: 20000000, with turns 100000)",
                            std::uint64_t{1});
}

constexpr const char* more_help =
    "dlx reads files of BurrTools (.xmpuzzle, on all five grids), Knuth's triples, Busche's\n"
    "definitions (D: C: L) and Bundgaard's figures of Soma (/SOMA...). Triples are on the grid\n"
    "of cubes, unless a line before the target names another grid: grid triangles, hexagons,\n"
    "spheres, rhombic or tetra-octahedra. BurrTools leaves out rotated and mirrored\n"
    "assemblies. --up-to reflections does the same if every piece has its mirror image among\n"
    "the pieces; otherwise --up-to rotations does. --as-burrtools chooses between the two.\n\n"
    "Pieces are turned in space, never mirrored. So a flat piece may be turned over, which\n"
    "gives its mirror image in a flat box. --no-flip forbids this: pieces are turned about one\n"
    "axis only, which is perpendicular to a box one cell thick, otherwise z. With --no-turn,\n"
    "pieces are moved but not turned. A line before the target has the same effect: turning\n"
    "no-flip or turning no-turn. A line wrap x or wrap x,y joins opposite edges of the target.\n\n"
    "With --gaps 5, five cells stay empty, wherever the pieces leave them. If the file says which\n"
    "cells may stay empty, these five are among them. A line gaps 5 before the target has the\n"
    "same effect.\n\n"
    "--apart analyses all assemblies, or the first N with -n N. A move slides some pieces\n"
    "together along an axis, by any distance. The grid of cubes has three axes, other grids\n"
    "have four to 13. Level 7.2.3 means 7 moves until a part is free, which is the least\n"
    "possible number, and then 2 and 3 moves to separate the two parts. --xmpuzzle saves the\n"
    "assemblies that come apart with their separations, and pictures show them. --saved\n"
    "--apart analyses the assemblies saved in FILE instead.\n\n"
    "If slides alone separate nothing, --turns also turns pieces together by 90 degrees, about\n"
    "lines through corners or centres of cubes. Turning pieces may touch the others on the\n"
    "way, but not collide with them. A turn counts as a move. BurrTools files contain no\n"
    "turns, so --xmpuzzle leaves these separations out. With --half-cells, pieces may also stop\n"
    "halfway between two cells, which is useful only together with turns.\n\n"
    "--xmpuzzle keeps the contents of a BurrTools file: saved assemblies with their\n"
    "separations, counts, groups, comments and other puzzles. It adds the assemblies found\n"
    "that are not saved yet. After a complete search, it sets the state to solved and records\n"
    "the number of assemblies. A recorded number stays if it is right up to rotations or\n"
    "reflections. dlx drops wrong entries with a warning.\n\n"
    "Examples:\n"
    "  printf '[0-2][0-2]0\\n3*I 000 100 200\\n' | dlx polycube - --all\n"
    "  printf '3x3\\n2*L XXX/X\\n' | dlx polycube - --gaps 1 --all\n"
    "  dlx polycube puzzle.xmpuzzle --info\n"
    "  dlx polycube puzzle.xmpuzzle --count --up-to reflections\n"
    "  dlx polycube puzzle.xmpuzzle --saved --html saved.html\n"
    "  dlx polycube puzzle.xmpuzzle --saved --apart --turns\n"
    "  dlx polycube puzzle.xmpuzzle --apart --as-burrtools --html apart.html\n"
    "  dlx polycube puzzle.xmpuzzle -n 10 --xmpuzzle solved.xmpuzzle --html solved.html\n";

}  // namespace

void add_polycube(CLI::App& command, CommandLine& line) {
  auto& a = set_action(command, line, run_polycube);
  command
      .add_option("FILE", a.file,
                  "A file of puzzles, plain or compressed by gzip or zstd; - is standard input")
      ->required();
  add_named<polycube::Format>(
      command, "--from FORMAT", a.format,
      "The format of FILE. Unless given, it is recognised by the first lines");
  add_value(command, "--problem WHICH", a.problem,
            "Which puzzle of FILE: a number from 1, or a name");
  command.add_flag("--info", a.info, "Describe FILE, without a search");
  command.add_flag(
      "--saved", a.saved,
      "Check and draw the assemblies saved in FILE, without a search; with --apart, take "
      "them apart");
  add_value(command, "--xmpuzzle FILE", a.xmpuzzle,
            "Write the puzzles that were read to this file, and add the assemblies shown to those "
            "saved in them. FILE may be the file that was read");
  add_value(command, "--gaps N", a.gaps,
            "N cells of the box stay empty, or a range 0..4; or 2x2: such a block stays empty")
      ->check(not_empty);
  add_value(command, "--place PIECES", a.place,
            "Pieces that are placed already: 'L at 0,2,1' has 0, 2 and 1 as the least x, y and z "
            "of its cells. These are coordinates, which begin with 0 in a box such as 3x3x3. Put "
            "';' between several pieces. Each piece must be used exactly once")
      ->check(not_empty);
  add_turning_options(command, a.freest);
  add_apart_options(command, a);
  add_puzzle_options(command, line.request, PictureKind::solid);
  command.footer(more_help);
}

}  // namespace dlx::app
