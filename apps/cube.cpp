#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/outcome.hpp"
#include "apps/pieces.hpp"
#include "apps/puzzle.hpp"
#include "apps/reading.hpp"
#include "apps/run.hpp"
#include "apps/settings.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/solver.hpp"
#include "reductions/faces/happy_cubes.hpp"

namespace dlx::app {
namespace {

struct CubeArguments {
  std::vector<std::string> names;
  bool flat = false;
  bool facts = false;
  FacesFlags faces;
};

/// What is to be put together: a cube that is sold, or a file's.
struct Cube {
  std::string name;
  faces::Puzzle puzzle;
  std::vector<std::string> tray;  ///< empty: not known
};

Cube cube_of_colour(const faces::HappyCube& cube) {
  return {.name = cube.colour,
          .puzzle = {.assembly = faces::cube(1), .pieces = cube.pieces},
          .tray = cube.tray};
}

Cube cube_in_file(const std::string& file) {
  faces::Facts facts = read_facts(file);
  const std::size_t pieces = facts.pieces.size();
  if (!facts.assembly) {
    if (pieces < 6) {
      throw std::invalid_argument(fmt::format("{}: {} piece{}; a cube has six sides",
                                              file == "-" ? "<stdin>" : file, pieces,
                                              pieces == 1 ? "" : "s"));
    }
    facts.assembly = faces::cube(1);
  } else if (pieces < facts.assembly->names.size()) {
    throw std::invalid_argument(
        fmt::format("{}: {} pieces for {} positions", file, pieces, facts.assembly->names.size()));
  }
  return {.name = file,
          .puzzle = {.assembly = std::move(*facts.assembly), .pieces = std::move(facts.pieces)},
          .tray = {}};
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
      if (std::none_of(cubes.begin(), cubes.end(), is_there)) cubes.push_back(cube_of_colour(cube));
    }
    if (known) continue;
    try {
      cubes.push_back(cube_in_file(name));
    } catch (const SystemError& e) {
      throw SystemError(std::string(e.what()) +
                        "; a cube is blue, green, yellow, orange, red, purple, all, or a file");
    }
  }
  for (Cube& cube : cubes) cube.puzzle.turn_over = !a.faces.no_flip;
  return cubes;
}

/// The counts of one cube, obtained from both formulations.
struct Row {
  std::uint64_t raw = 0;
  std::uint64_t rotations = 0;
  std::optional<std::uint64_t> reflections;  ///< pieces may be turned over
  std::optional<std::uint64_t> tray;
  Outcome outcome;
};

Row count_one_way(Session& session, const faces::Puzzle& puzzle, faces::Formulation formulation) {
  const faces::Model model = faces::build(puzzle, formulation);
  const OptionSymmetries turned = symmetries(model, UpTo::rotations);
  std::optional<OptionSymmetries> mirrored;
  Row row;
  if (puzzle.turn_over) {
    mirrored = symmetries(model, UpTo::reflections);
    row.reflections = 0;
  }
  const auto start = std::chrono::steady_clock::now();
  Verifier verifier(model.problem);
  Solver solver(model.problem, search_options(session));
  while (solver.next()) {
    const auto solution = solver.solution();
    if (!verifier.faults(solution).empty()) {
      throw std::logic_error("the engine reported a set of options that is no solution");
    }
    ++row.raw;
    if (turned.is_representative(solution)) ++row.rotations;
    if (mirrored && mirrored->is_representative(solution)) ++*row.reflections;
  }
  row.outcome = {.count = std::to_string(row.raw),
                 .engine = solver.engine(),
                 .status = solver.status(),
                 .statistics = solver.statistics(),
                 .seconds = seconds_since(start)};
  return row;
}

/// A piece with one cell changed, or moved to another place of its rim.
struct Correction {
  std::uint32_t piece;
  faces::Rim rim;
};

/// The corrections that make a puzzle without solution solvable: those found within two seconds, or
/// until a signal.
std::vector<Correction> corrections(Session& session, const faces::Puzzle& puzzle) {
  constexpr double patience_s = 2;
  const auto start = std::chrono::steady_clock::now();
  const std::atomic<bool>* const stop = search_options(session).stop;
  std::vector<Correction> found;
  const faces::Assembly& assembly = puzzle.assembly;
  if (!assembly.is_closed() || puzzle.pieces.size() != assembly.names.size()) return found;
  int excess = -assembly.cell_count();
  for (const faces::Piece& piece : puzzle.pieces) excess += faces::cell_count(piece.rim);

  const auto try_out = [&](std::uint32_t piece, faces::Rim rim) {
    if (*stop || seconds_since(start) > patience_s) return;
    faces::Puzzle changed = puzzle;
    changed.pieces[piece].rim = rim;
    const faces::Model model = faces::build(changed, faces::Formulation::edges);
    // A look, not a proof.
    if (Solver(model.problem, {.limits = {.nodes = 20'000}, .stop = stop}).next()) {
      found.push_back({piece, rim});
    }
  };
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    const faces::Rim rim = puzzle.pieces[p].rim;
    for (unsigned cell = 0; cell < faces::rim_cells; ++cell) {
      const bool there = faces::has_cell(rim, cell);
      const auto other = static_cast<faces::Rim>(rim ^ 1U << cell);
      if (excess == (there ? 1 : -1)) try_out(p, other);
      if (excess != 0 || !there) continue;
      for (unsigned to = 0; to < faces::rim_cells; ++to) {
        if (!faces::has_cell(rim, to)) try_out(p, static_cast<faces::Rim>(other | 1U << to));
      }
    }
  }
  return found;
}

/// Says what is wrong with pieces that cannot be put together.
void explain_absence(Session& session, const Cube& cube) {
  std::set<std::uint32_t> suspects;
  for (const faces::Complaint& complaint : complaints(cube.puzzle)) {
    session.messages.warning(cube.name + ": " + complaint.text);
    if (complaint.piece) suspects.insert(*complaint.piece);
  }
  if (!cube.tray.empty()) return;  // as sold
  std::vector<Correction> better = corrections(session, cube.puzzle);
  const auto suspected = [&](const Correction& c) { return suspects.contains(c.piece); };
  if (std::any_of(better.begin(), better.end(), suspected)) {
    std::erase_if(better, [&](const Correction& c) { return !suspected(c); });
  }
  if (better.empty()) return;
  constexpr std::size_t shown = 4;
  std::string text = cube.name + ": mistyped? It could be assembled if piece ";
  for (std::size_t i = 0; i < better.size() && i < shown; ++i) {
    text += fmt::format("{}{} were {}", i == 0 ? "" : ", or ",
                        cube.puzzle.pieces[better[i].piece].name, faces::word(better[i].rim));
  }
  if (better.size() > shown) text += fmt::format(", or in {} more ways", better.size() - shown);
  session.messages.warning(text);
}

int report(Session& session, const std::vector<Cube>& cubes) {
  int code = success;
  bool any = false;  // of the cubes can be assembled
  const bool text = !session.general.json;
  if (text) {
    session.out.print(fmt::format("{:<10} {:>8} {:>16} {:>18} {:>8}\n", "", "raw",
                                  "up to rotations", "up to reflections", "tray"));
  }
  for (const Cube& cube : cubes) {
    Row row = count_one_way(session, cube.puzzle, faces::Formulation::cells);
    const bool whole = row.outcome.complete();
    Row again;
    if (whole) again = count_one_way(session, cube.puzzle, faces::Formulation::edges);
    if (whole && again.outcome.complete() &&
        (again.raw != row.raw || again.rotations != row.rotations ||
         again.reflections != row.reflections)) {
      throw std::logic_error("the two formulations of " + cube.name + " disagree");
    }
    if (whole && !again.outcome.complete()) row.outcome.status = again.outcome.status;
    if (!cube.tray.empty() && row.outcome.complete()) {
      const auto model =
          polycube::build(faces::tray_puzzle(cube.puzzle.pieces, cube.tray, cube.puzzle.turn_over));
      std::uint64_t found = 0;
      row.outcome.status = for_each_solution(
          model.problem, [&](std::span<const OptionId>) { ++found; }, search_options(session));
      row.tray = found;
    }
    const auto number = [](const std::optional<std::uint64_t>& n) {
      return n ? std::to_string(*n) : std::string("-");
    };
    if (text) {
      session.out.print(fmt::format("{:<10} {:>8} {:>16} {:>18} {:>8}\n", cube.name, row.raw,
                                    row.rotations, number(row.reflections), number(row.tray)));
      if (!row.outcome.complete()) session.out.print(incomplete_line(row.outcome.status));
    } else {
      Json object = to_json(session, row.outcome);
      object["puzzle"] = cube.name;
      object["rotations"] = std::to_string(row.rotations);
      object["reflections"] = row.reflections ? Json(std::to_string(*row.reflections)) : Json();
      object["tray"] = row.tray ? Json(std::to_string(*row.tray)) : Json();
      session.out.print(object.dump() + "\n");
    }
    session.out.flush();
    print_statistics(session, row.outcome);
    any |= row.raw != 0;
    if (row.outcome.complete() && row.raw == 0) explain_absence(session, cube);
    code = std::max(code, exit_code(row.outcome));
    if (!row.outcome.complete()) break;
  }
  if (code == success && any) {
    session.messages.note("every assembly verified, and counted by cells and by edges alike");
  }
  return code;
}

int flat(Session& session, const Cube& cube) {
  if (cube.tray.empty()) {
    throw std::invalid_argument(cube.name + ": no tray is known for it");
  }
  Presentation show;
  show.puzzle = cube.name;
  show.title = "Happy cube in its tray, " + cube.name;
  return run_puzzle(
      session,
      polycube::build(faces::tray_puzzle(cube.puzzle.pieces, cube.tray, cube.puzzle.turn_over)),
      show);
}

int assemble(Session& session, const Cube& cube, const CubeArguments& a) {
  const faces::Model model = faces::build(cube.puzzle, a.faces.formulation);
  if (session.emit) return emit_problem(session, model.problem);
  Presentation show = assembly_presentation(model);
  show.puzzle = cube.name;
  show.title = "Happy cube, " + cube.name;
  const Outcome outcome = search_puzzle(session, model, show);
  if (outcome.complete() && outcome.count == "0") explain_absence(session, cube);
  return exit_code(outcome);
}

int run_cube(Session& session, const CubeArguments& a, bool up_to_given) {
  const std::vector<Cube> cubes = cubes_of(a);
  const bool one_only = session.emit || a.facts || session.pictures.wanted();
  if (one_only && cubes.size() != 1) {
    throw std::invalid_argument(fmt::format(
        "--emit, --facts and pictures are for one cube, and here are {}", cubes.size()));
  }
  if (a.facts) {
    session.out.print(to_facts(cubes[0].puzzle.assembly, cubes[0].puzzle.pieces));
    session.out.flush();
    return success;
  }
  if (!session.ask.given() && !up_to_given && !one_only && !a.flat) return report(session, cubes);
  // Turned copies of an assembly are listed only if asked for.
  if (!session.ask.count && !up_to_given) session.up_to = UpTo::rotations;
  if (a.flat) session.up_to = UpTo::none;
  int code = success;
  for (const Cube& cube : cubes) {
    const int result = a.flat ? flat(session, cube) : assemble(session, cube, a);
    code = std::max(code, result);
    if (result > incomplete) break;
  }
  return code;
}

}  // namespace

void add_cube(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("cube", "Fold six foam pieces into a happy cube, or back into the tray");
  auto a = std::make_shared<CubeArguments>();
  command->add_option("CUBE", a->names, "Six cubes that are sold, all of them, or a file of pieces")
      ->type_name("{blue,green,yellow,orange,red,purple,all,FILE}");
  auto* flat = command->add_flag("--flat", a->flat, "Put the pieces back into their flat tray");
  auto* facts =
      command->add_flag("--facts", a->facts, "Write pieces and assembly as facts instead");
  add_faces_options(*command, a->faces);
  add_puzzle_options(*command, session, {UpTo::none, UpTo::rotations, UpTo::reflections});
  add_picture_options(*command, session.pictures, Drawn::solid);
  flat->excludes(command->get_option("--up-to"), facts, command->get_option("--formulation"));
  for (const char* other : {"--count", "--first", "-n", "--all", "--json", "--svg", "--html",
                            "--stl", "--obj", "--scad", "--emit"}) {
    facts->excludes(command->get_option(other));
  }
  command->footer(
      "Without options: counts every assembly, up to nothing, rotations and reflections, by two\n"
      "formulations that must agree, and the ways back into the tray. Assemblies are shown\n"
      "unfolded, a letter for every piece; turned copies only with --up-to none.\n\n"
      "A file holds facts s, c, p, cr, char, pos (--facts shows how), or words of 16 characters 0\n"
      "and 1, clockwise from the top left corner, or pictures of five lines of # and '.'. Pieces\n"
      "without p facts make a cube; from more than six, six are chosen. Limits hold for each "
      "search.\n\n"
      "Examples:\n"
      "  dlx cube\n"
      "  dlx cube blue --all\n"
      "  dlx cube red --first --svg red.svg\n"
      "  dlx cube red --all --html red.html\n"
      "  dlx cube yellow --flat --all\n"
      "  dlx cube blue --count --up-to reflections     3\n"
      "  dlx cube blue --facts > mine.pl && dlx cube mine.pl\n");
  CLI::Option* up_to = command->get_option("--up-to");
  command->callback([&session, a, up_to] {
    const bool given = up_to->count() > 0;
    session.action = [&session, a, given] { return run_cube(session, *a, given); };
  });
}

}  // namespace dlx::app
