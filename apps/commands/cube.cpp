#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "apps/cli/options.hpp"
#include "apps/cli/parameters.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/pieces.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/text.hpp"
#include "dlx/solver.hpp"
#include "reductions/faces/happy_cubes.hpp"

namespace dlx::app {
namespace {

/// How --mix combines the pieces of several cubes: no mixing, any pieces, or one piece of each
/// cube.
enum class Mix { none, any, one_of_each };

struct CubeArguments {
  std::vector<std::string> names;
  Mix mix = Mix::none;
  bool flat = false;
  std::string tray;  ///< the region to fill; if empty, the tray of the cube is filled
  bool facts = false;
  bool asked = false;  ///< whether an option asks for something other than the table of counts
  FacesFlags faces;
};

/// The cube to be assembled: a commercial cube, or a cube in a file.
struct Cube {
  std::string name;
  std::string title;  ///< title of pictures: the cube's colour, or the file's name without ending
  faces::Puzzle puzzle;
  std::vector<std::string> tray;  ///< rows of the cube's tray; empty: unknown
  /// Whether the cube is commercial, so that its pieces contain no typing errors.
  bool is_sold = false;
};

Cube cube_of_colour(const faces::HappyCube& cube) {
  return {.name = cube.colour,
          .title = cube.colour,
          .puzzle = {.layout = faces::cube(1), .pieces = cube.pieces},
          .tray = cube.tray,
          .is_sold = true};
}

Cube cube_in_file(const std::string& file) {
  faces::Facts facts = read_facts(file);
  const std::size_t pieces = facts.pieces.size();
  if (!facts.layout) {
    if (pieces < 6) {
      throw std::invalid_argument(fmt::format("{}: {}; a cube has six sides",
                                              file == "-" ? "<stdin>" : file,
                                              quantity(pieces, "piece")));
    }
    facts.layout = faces::cube(1);
  } else if (pieces < facts.layout->names.size()) {
    throw std::invalid_argument(fmt::format("{}: {} for {}", file, quantity(pieces, "piece"),
                                            quantity(facts.layout->names.size(), "position")));
  }
  return {.name = file,
          .title = file == "-" ? "from standard input" : name_of_file(file),
          .puzzle = {.layout = std::move(*facts.layout), .pieces = std::move(facts.pieces)},
          .tray = {}};
}

/// The rows of a tray for a region given by `word`. Throws std::invalid_argument if the region is
/// not flat.
std::vector<std::string> tray_rows(const std::string& word) {
  const lattice::Cells cells = region(word);
  const lattice::Cell high = lattice::extent(cells).high;
  if (high.z != 0) throw std::invalid_argument("--tray: a tray is flat, and " + word + " is not");
  std::vector<std::string> rows(static_cast<std::size_t>(high.y) + 1,
                                std::string(static_cast<std::size_t>(high.x) + 1, '1'));
  for (const lattice::Cell& cell : cells) {
    rows[static_cast<std::size_t>(cell.y)][static_cast<std::size_t>(cell.x)] = '0';
  }
  return rows;
}

/// Warns about free sides, or about free corners if every side meets another. An open assembly has
/// free sides, but a lost line of a file has the same effect.
void warn_about_layout(Console& console, const Cube& cube) {
  const faces::Layout& layout = cube.puzzle.layout;
  const std::vector<std::string> sides = free_sides(layout);
  if (!sides.empty()) {
    constexpr std::size_t shown = 6;
    const std::size_t more = sides.size() - std::min(sides.size(), shown);
    console.warning(
        fmt::format("{}: no p facts say what these sides meet, so they may have any form: {}{}",
                    cube.name, joined(std::span(sides).first(sides.size() - more), ", "),
                    more > 0 ? fmt::format(" and {} more", more) : ""));
  } else if (!layout.is_closed()) {
    console.warning(
        cube.name +
        ": no cr facts say where some of the corners meet, so pieces may overlap there");
  }
}

std::vector<Cube> cubes_of(const CubeArguments& a) {
  std::vector<Cube> cubes;
  std::vector<std::string> names = a.names;
  if (names.empty()) names = {"all"};
  for (const std::string& name : names) {
    bool known = false;
    std::string colour = name;
    for (char& c : colour) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const faces::HappyCube& cube : faces::happy_cubes()) {
      if (colour != cube.colour && colour != "all") continue;
      known = true;
      const auto is_there = [&](const Cube& other) { return other.name == cube.colour; };
      // Mixed cubes may be equal; otherwise each cube that is sold is shown once.
      if (a.mix != Mix::none || std::none_of(cubes.begin(), cubes.end(), is_there)) {
        cubes.push_back(cube_of_colour(cube));
      }
    }
    if (known) continue;
    try {
      cubes.push_back(cube_in_file(name));
    } catch (const io::SystemError& e) {
      throw io::SystemError(std::string(e.what()) +
                            "; a cube is blue, green, yellow, orange, red, purple, all, or a file");
    }
  }
  for (Cube& cube : cubes) {
    cube.puzzle.turn_over = !a.faces.no_flip;
    if (!a.tray.empty()) cube.tray = tray_rows(a.tray);
  }
  return cubes;
}

/// Whether two layouts have positions of the same names, which meet in the same way.
bool meet_alike(const faces::Layout& a, const faces::Layout& b) {
  const auto meetings = [](const faces::Layout& layout) {
    std::set<std::set<std::pair<std::uint32_t, unsigned>>> sides, corners;
    for (const faces::Joint& j : layout.joints) {
      sides.insert({{j.a, j.a_side}, {j.b, j.b_side}});
    }
    for (const auto& point : layout.corners) {
      std::set<std::pair<std::uint32_t, unsigned>> met;
      for (const faces::CornerOf& c : point) met.emplace(c.position, c.corner);
      corners.insert(std::move(met));
    }
    return std::pair(std::move(sides), std::move(corners));
  };
  return a.names == b.names && meetings(a) == meetings(b);
}

/// Joins several cubes into one that has the pieces of all of them. Each cube becomes a set of
/// pieces. `why` is the option that needs the joined cube; errors mention it. Throws
/// std::invalid_argument if the cubes have different positions or a common piece name.
Cube all_in_one(const std::vector<Cube>& cubes, const std::string& why) {
  Cube all = cubes.front();
  all.puzzle.pieces.clear();
  for (const Cube& cube : cubes) {
    if (!meet_alike(cube.puzzle.layout, all.puzzle.layout)) {
      throw std::invalid_argument(fmt::format("{}: {} and {} have different positions", why,
                                              cubes.front().name, cube.name));
    }
    for (faces::Piece piece : cube.puzzle.pieces) {
      for (const faces::Piece& other : all.puzzle.pieces) {
        if (piece.name != other.name) continue;
        throw std::invalid_argument(fmt::format("{}: {} has a piece {}, and so has a cube before",
                                                why, cube.name, piece.name));
      }
      piece.set = cube.name;
      piece.letter = faces::letter(all.puzzle.pieces.size());
      all.puzzle.pieces.push_back(std::move(piece));
    }
  }
  return all;
}

/// The puzzle of --mix: one cube to be made from the pieces of all cubes. If a name occurs twice,
/// the second cube or piece gets an apostrophe.
Cube mixed(std::vector<Cube> cubes, Mix mix) {
  std::set<std::string> taken;
  const auto make_unique = [&](std::string& name) {
    while (!taken.insert(name).second) name += '\'';
  };
  for (Cube& each : cubes) {
    make_unique(each.name);
    for (faces::Piece& piece : each.puzzle.pieces) make_unique(piece.name);
  }
  Cube cube = all_in_one(cubes, "--mix");
  cube.puzzle.one_of_each_set = mix == Mix::one_of_each;
  const std::size_t positions = cube.puzzle.layout.size();
  if (mix == Mix::one_of_each && cubes.size() != positions) {
    throw std::invalid_argument(fmt::format(
        "--mix one-of-each needs {} cubes, a piece of each, and {} given; --mix any "
        "takes any {} pieces",
        positions, cubes.size() == 1 ? "1 is" : fmt::format("{} are", cubes.size()), positions));
  }
  if (mix == Mix::any) {  // pieces of equal shape are interchangeable, even if their colours differ
    for (faces::Piece& piece : cube.puzzle.pieces) piece.set.clear();
  }
  std::string names;
  for (const Cube& each : cubes) names += (names.empty() ? "" : ", ") + each.title;
  cube.name = "mixed";
  cube.title = (mix == Mix::any ? "any pieces of " : "one piece each of ") + names;
  cube.tray.clear();
  return cube;
}

/// The three counts of one cube: raw, up to rotations and, if pieces may be turned over, up to
/// reflections.
ListedClasses count_one_way(const Request& request, Console& console, const faces::Puzzle& puzzle,
                            faces::Formulation formulation) {
  const faces::Model model = faces::build(puzzle, formulation);
  std::vector<OptionSymmetries> groups = {symmetries(model, UpTo::rotations)};
  if (puzzle.turn_over) groups.push_back(symmetries(model, UpTo::reflections));
  return list_classes(request, console, model.problem, groups);
}

/// The corrections of single pieces that make an unsolvable puzzle solvable. The list contains the
/// corrections found within two seconds, or before a signal.
std::vector<faces::Correction> solvable_corrections(const Request& request, Console& console,
                                                    const faces::Puzzle& puzzle) {
  constexpr double patience_s = 2;
  const auto start = std::chrono::steady_clock::now();
  const std::atomic<bool>* const stop = Watch(request, console).options().stop;
  std::vector<faces::Correction> found;
  for (const faces::Correction& correction : corrections(puzzle)) {
    if (*stop || seconds_since(start) > patience_s) break;
    faces::Puzzle changed = puzzle;
    changed.pieces[correction.piece].rim = correction.rim;
    const faces::Model model = faces::build(changed, faces::Formulation::edges);
    // The search is limited to 20,000 nodes. If this search finds no solution, a solution may still
    // exist.
    if (Solver(model.problem, {.nodes = 20'000, .stop = stop}).next()) found.push_back(correction);
  }
  return found;
}

/// Shows two pictures side by side: the piece as typed, and the corrected piece. In the corrected
/// piece, '+' is foam that was missing and '-' is foam that must go.
void show_pictures(Console& console, faces::Rim typed, faces::Rim instead) {
  console.line(fmt::format("  {:<9}{}", "typed", "instead"));
  for (int row = 0; row < faces::piece_side; ++row) {
    std::string before;
    std::string after;
    for (int column = 0; column < faces::piece_side; ++column) {
      const bool was = faces::filled(typed, row, column);
      const bool is = faces::filled(instead, row, column);
      before += was ? '#' : '.';
      after += was == is ? before.back() : is ? '+' : '-';
    }
    console.line(fmt::format("  {:<9}{}", before, after));
  }
}

/// Removes pieces that are typed like an earlier piece, with a warning, if as many pieces as
/// positions are left. If too many pieces are left, nothing is removed.
void drop_copies(Console& console, Cube& cube) {
  std::vector<faces::Piece> different;
  std::vector<std::string> warnings;
  for (const faces::Piece& piece : cube.puzzle.pieces) {
    const auto same =
        std::find_if(different.begin(), different.end(),
                     [&](const faces::Piece& other) { return other.rim == piece.rim; });
    if (same == different.end()) {
      different.push_back(piece);
    } else {
      warnings.push_back(fmt::format("{}: piece {} is typed like piece {}; without it:", cube.name,
                                     piece.name, same->name));
    }
  }
  if (different.size() != cube.puzzle.layout.size()) return;
  for (const std::string& warning : warnings) console.warning(warning);
  cube.puzzle.pieces = std::move(different);
}

/// Prints why the pieces cannot be assembled. If a typing error is likely, also prints corrections.
void explain_absence(const Request& request, Console& console, Cube cube) {
  const std::size_t positions = cube.puzzle.layout.size();
  if (cube.puzzle.pieces.size() > positions) {
    if (request.given.any() || cube.puzzle.one_of_each_set) return;
    drop_copies(console, cube);
  }
  if (cube.puzzle.pieces.size() > positions) {
    console.warning(fmt::format("{}: {}", cube.name,
                                fault_of(cube.puzzle)
                                    .value_or(fmt::format("no {} of the {} pieces fit together",
                                                          positions, cube.puzzle.pieces.size()))));
    return;
  }
  std::set<std::uint32_t> suspects;
  for (const faces::Complaint& complaint : complaints(cube.puzzle)) {
    console.warning(cube.name + ": " + complaint.text);
    if (complaint.piece) suspects.insert(*complaint.piece);
  }
  if (cube.is_sold) return;
  std::vector<faces::Correction> better = solvable_corrections(request, console, cube.puzzle);
  const auto suspected = [&](const faces::Correction& c) { return suspects.contains(c.piece); };
  if (std::any_of(better.begin(), better.end(), suspected)) {
    std::erase_if(better, [&](const faces::Correction& c) { return !suspected(c); });
  }
  if (better.empty()) return;
  constexpr std::size_t shown = 4;
  for (std::size_t i = 0; i < better.size() && i < shown; ++i) {
    const faces::Piece& piece = cube.puzzle.pieces[better[i].piece];
    console.warning(fmt::format("{}: mistyped? It could be assembled if piece {} were {}",
                                cube.name, piece.name, faces::word(better[i].rim)));
    show_pictures(console, piece.rim, better[i].rim);
  }
  if (better.size() > shown) {
    console.line("  or in " + quantity(better.size() - shown, "more way"));
  }
}

int report(const Request& request, Console& console, const std::vector<Cube>& cubes) {
  int code = success;
  bool any = false;  // whether at least one cube can be assembled
  const bool text = !request.json;
  if (text) {
    console.print(fmt::format("{:<10} {:>8} {:>16} {:>18} {:>8}\n", "", "raw", "up to rotations",
                              "up to reflections", "tray"));
  }
  for (const Cube& cube : cubes) {
    ListedClasses row = count_one_way(request, console, cube.puzzle, faces::Formulation::cells);
    if (row.answer.complete()) {
      const ListedClasses again =
          count_one_way(request, console, cube.puzzle, faces::Formulation::edges);
      if (again.answer.complete() && (again.raw != row.raw || again.classes != row.classes)) {
        throw std::logic_error("the two formulations of " + cube.name + " disagree");
      }
      row.answer.status = again.answer.status;
    }
    std::optional<std::uint64_t> tray;
    if (!cube.tray.empty() && row.answer.complete()) {
      const auto model =
          polycube::build(faces::tray_puzzle(cube.puzzle.pieces, cube.tray, cube.puzzle.turn_over));
      std::uint64_t found = 0;
      row.answer.status = for_each_solution(
          model.problem, [&](std::span<const OptionId>) { ++found; },
          Watch(request, console).options(&model.problem));
      tray = found;
    }
    std::optional<std::uint64_t> reflections;
    if (row.classes.size() > 1) reflections = row.classes[1];
    const auto number = [](const std::optional<std::uint64_t>& n) {
      return n ? std::to_string(*n) : std::string("-");
    };
    const auto as_json = [&](const std::optional<std::uint64_t>& n) {
      return n ? Json(number(n)) : Json();
    };
    if (text) {
      console.print(fmt::format("{:<10} {:>8} {:>16} {:>18} {:>8}\n", printable(cube.name), row.raw,
                                row.classes[0], number(reflections), number(tray)));
      if (!row.answer.complete()) console.print(incomplete_line(row.answer.status));
    } else {
      Json object = to_json(request, {row.answer, {}});
      object["puzzle"] = cube.name;
      object["rotations"] = std::to_string(row.classes[0]);
      object["reflections"] = as_json(reflections);
      object["tray"] = as_json(tray);
      console.print_json(object);
    }
    console.flush();
    print_statistics(request, console, row.answer);
    any |= row.raw != 0;
    if (row.answer.complete() && row.raw == 0) explain_absence(request, console, cube);
    code = std::max(code, exit_code(row.answer.status));
    if (!row.answer.complete()) break;
  }
  if (code == success && any) {
    console.note("every assembly verified, and counted by cells and by edges alike");
  }
  return code;
}

int flat(const Request& request, Console& console, const Cube& cube) {
  if (cube.tray.empty()) {
    throw std::invalid_argument(cube.name + ": no tray is known for it; --tray FILE says it");
  }
  polycube::Puzzle tray = faces::tray_puzzle(cube.puzzle.pieces, cube.tray, cube.puzzle.turn_over);
  const catalogue::Reduced puzzle(request.needs_options()
                                      ? polycube::build(std::move(tray))
                                      : polycube::build_if_fillable(std::move(tray)));
  for (const std::string& warning : puzzle.warnings()) console.warning(warning);
  return run_puzzle(request, console, puzzle,
                    {.puzzle = cube.name, .title = "Happy cube in its tray, " + cube.title});
}

int assemble(const Request& request, Console& console, const Cube& cube, const CubeArguments& a) {
  const catalogue::Reduced puzzle(faces::build(cube.puzzle, a.faces.formulation));
  if (request.emit) return emit_problem(request, console, puzzle.problem());
  Presentation show = assembly_presentation(puzzle);
  show.puzzle = cube.name;
  show.title = "Happy cube, " + cube.title;
  const Outcome outcome = search_puzzle(request, console, puzzle, show);
  if (outcome.answer.complete() && outcome.answer.count == "0")
    explain_absence(request, console, cube);
  note_rotations(request, console, puzzle.model(), outcome.answer);
  return exit_code(outcome);
}

int run_cube(const Request& request, Console& console, const CubeArguments& a) {
  std::vector<Cube> cubes = cubes_of(a);
  for (const Cube& cube : cubes) warn_about_layout(console, cube);
  if (a.mix != Mix::none) cubes = {mixed(cubes, a.mix)};
  const bool one_only = request.emit || request.csv || request.pictures.wanted();
  if (one_only && cubes.size() != 1) {
    throw std::invalid_argument(
        fmt::format("--emit, --csv and pictures are for one cube, and here are {}", cubes.size()));
  }
  if (request.given.any() && cubes.size() != 1) {
    throw std::invalid_argument(
        fmt::format("--fix and --forbid are for one cube, and here are {}", cubes.size()));
  }
  const bool is_saved = !request.options.checkpoint.empty() || !request.options.certificate.empty();
  if (is_saved && cubes.size() != 1) {
    throw std::invalid_argument(fmt::format(
        "--checkpoint and --certificate are for one search, and here are {} cubes", cubes.size()));
  }
  if (a.facts) {
    const faces::Puzzle all = all_in_one(cubes, "--facts").puzzle;
    console.print(to_facts(all.layout, all.pieces));
    console.flush();
    return success;
  }
  if (!a.asked) return report(request, console, cubes);
  int code = success;
  for (const Cube& cube : cubes) {
    const int result = a.flat ? flat(request, console, cube) : assemble(request, console, cube, a);
    code = std::max(code, result);
    if (result > incomplete) break;
  }
  return code;
}

}  // namespace

void add_cube(CLI::App& command, CommandLine& line) {
  auto a = std::make_shared<CubeArguments>();
  command
      .add_option(
          "CUBE", a->names,
          "The colour of a cube that is sold; 'all' for all six of them; or a file of pieces")
      ->type_name("{blue,green,yellow,orange,red,purple,all,FILE}");
  add_choice<Mix>(command, "--mix HOW", a->mix,
                  {{"any", Mix::any}, {"one-of-each", Mix::one_of_each}},
                  "Make one cube from the pieces of all CUBEs. any: from any of these pieces; "
                  "one-of-each: from one piece of each CUBE");
  command.add_flag("--flat", a->flat,
                   "Lay the pieces into their flat tray instead of making a cube");
  add_value(command, "--tray REGION", a->tray,
            "Lay the pieces into this tray: ROWSxCOLUMNS, or a file with a picture, in which # is "
            "a cell to be filled and . is not");
  command.add_flag("--facts", a->facts,
                   "Print the pieces, and which of their sides meet, as facts that dlx cube can "
                   "read. For several cubes, print the pieces of all of them");
  add_faces_options(command, a->faces);
  add_puzzle_options(command, line.request, PictureKind::solid);
  command.footer(
      "A happy cube is a puzzle of six foam pieces: squares of 5x5 cells, with notched sides\n"
      "that interlock. The pieces fit together as a cube, and lie flat in a tray.\n\n"
      "Without options, dlx cube prints a table with a line for each CUBE: the number of all\n"
      "assemblies (raw), the number up to rotations, the number up to rotations and reflections,\n"
      "and the number of ways to fill the tray. Assemblies are counted by both formulations,\n"
      "which must agree. A listed assembly is shown unfolded, with a letter for each piece.\n"
      "Assemblies that are rotations of each other are listed once; --up-to none lists all of\n"
      "them. --count counts all assemblies, and also says how many there are up to rotations.\n\n"
      "A file of pieces has one of three forms: facts, as --facts prints them; for each piece a\n"
      "word of 16 characters 0 and 1, which are its outer cells, clockwise from the top left\n"
      "corner; or for each piece a picture of five lines of # and '.'. The pieces form a cube,\n"
      "unless facts named p state which sides meet. If the file has more than six pieces, dlx\n"
      "chooses six. Limits apply to each search separately.\n\n"
      "Examples:\n"
      "  dlx cube\n"
      "  dlx cube blue --all\n"
      "  dlx cube red --first --svg red.svg\n"
      "  dlx cube red --all --html red.html\n"
      "  dlx cube yellow --flat --all\n"
      "  dlx cube blue --count --up-to reflections     3\n"
      "  dlx cube all --mix one-of-each --count        1200\n"
      "  dlx cube blue --facts > mine.pl && dlx cube mine.pl\n"
      "  dlx cube all --facts > pieces.pl\n");
  const CLI::Option* up_to = command.get_option("--up-to");
  command.callback([&line, a, up_to] {
    Request& request = line.request;
    const bool up_to_given = up_to->count() > 0;
    a->flat |= !a->tray.empty();
    a->asked = request.asks_for_solutions() || up_to_given || a->flat || a->mix != Mix::none;
    // By default, a list contains only one of the assemblies that are rotations of each other.
    if (a->asked && !request.wanted.count && !up_to_given && !a->flat && !request.given.any()) {
      request.options.up_to = UpTo::rotations;
    }
    line.action = with_arguments(a, run_cube);
  });
}

}  // namespace dlx::app
