#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/pieces.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/text.hpp"
#include "dlx/estimate.hpp"
#include "dlx/solver.hpp"
#include "reductions/faces/happy_cubes.hpp"

namespace dlx::app {
namespace {

struct BigCubeArguments {
  std::string pieces;
  std::vector<std::string> fixed;
  bool colour_faces = false;
  bool estimate = false;
  std::optional<std::uint64_t> probes;
  std::optional<std::uint64_t> seed;
  FacesFlags faces;
};

/// Parses the value of --fix, which is PANEL=PIECE or PANEL=PIECE:WORD.
faces::Fixed parse_fixed(const faces::Puzzle& puzzle, std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw std::invalid_argument("--fix: " + in_quotes(text) +
                                " is neither a number nor PANEL=PIECE or PANEL=PIECE:WORD");
  }
  const std::string_view rest = text.substr(equals + 1);
  const auto colon = rest.find(':');
  std::optional<std::string_view> word;
  if (colon != std::string_view::npos) word = rest.substr(colon + 1);
  try {
    return faces::fixed(puzzle, text.substr(0, equals), rest.substr(0, colon), word);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument("--fix: " + in_quotes(text) + ": " + e.what());
  }
}

/// Thrown when a preparatory search ends early. Without the result of the preparatory search, the
/// main search cannot start.
struct CutShort {
  Answer answer;
};

/// Searches for one cube and returns its first `count` panels with their pieces, which the main
/// search then fixes. Throws CutShort if the search ends early.
std::vector<faces::Fixed> first_panels(const Request& request, Console& console,
                                       const faces::Puzzle& puzzle, const BigCubeArguments& a,
                                       std::uint32_t count) {
  if (count > puzzle.layout.size()) {
    throw std::invalid_argument(
        fmt::format("--fix: {}; the cube has {}", quantity(count, "panel"), puzzle.layout.size()));
  }
  if (const auto fault = fault_of(puzzle)) {
    throw std::invalid_argument("--fix: no cube exists whose panels could be fixed, because " +
                                *fault);
  }
  const faces::Model model = faces::build(puzzle, a.faces.formulation);
  Solver solver(model.problem, Watch(request, console).options(&model.problem));
  if (!solver.next()) {
    if (solver.status() != Status::exhausted) {
      throw CutShort{{.count = "0",
                      .engine = solver.engine(),
                      .status = solver.status(),
                      .statistics = solver.statistics()}};
    }
    throw std::invalid_argument("--fix: no cube was found whose panels could be fixed");
  }
  return first_fixed(model, solver.solution(), count);
}

faces::Puzzle puzzle_of(const Request& request, Console& console, const BigCubeArguments& a) {
  faces::Puzzle puzzle{.layout = faces::cube(2),
                       .pieces = faces::all_pieces(),
                       .turn_over = !a.faces.no_flip,
                       .one_set_a_face = a.colour_faces};
  if (!a.pieces.empty()) {
    faces::Facts facts = read_facts(a.pieces);
    if (facts.layout) {
      console.warning(a.pieces + ": its positions are not looked at, only its pieces");
    }
    puzzle.pieces = std::move(facts.pieces);
  }
  if (a.colour_faces && !a.pieces.empty()) {
    throw std::invalid_argument("--colour-faces: the pieces of a file have no colours");
  }
  std::vector<faces::Fixed> fixed;
  for (const std::string& text : a.fixed) {
    if (const auto count = to_number<std::uint32_t>(text)) {
      const auto first = first_panels(request, console, puzzle, a, *count);
      fixed.insert(fixed.end(), first.begin(), first.end());
    } else {
      fixed.push_back(parse_fixed(puzzle, text));
    }
  }
  puzzle.fixed = std::move(fixed);
  return puzzle;
}

int estimate_cubes(const Request& request, Console& console, const faces::Model& model,
                   const BigCubeArguments& a) {
  if (model.problem.has_multiplicities()) {
    throw std::invalid_argument(
        "--estimate: some of the pieces look the same, and probes cannot tell how often each is "
        "used");
  }
  const Options search = Watch(request, console).options();
  EstimateOptions options;
  options.probes = a.probes;
  options.seed = a.seed.value_or(options.seed);
  options.control = {.limits = {.time = search.time}, .stop = search.stop};
  if (request.conduct.progress || console.on_terminal()) {
    options.control.on_progress = [&](const search::Progress& progress) {
      console.transient(quantity(progress.probes, "probe"));
    };
  }
  const Estimate e = estimate(model.problem, options);
  const bool known = e.hits > 0 && e.probes > 1;
  const Status status = e.stopped                               ? Status::stopped
                        : e.probes < options.probes.value_or(0) ? Status::time_limit
                                                                : Status::exhausted;
  if (request.json) {
    Json object = {{"estimate", e.hits > 0 ? number_as_json(e.solutions) : Json()},
                   {"standard_error", known ? number_as_json(e.solutions_error) : Json()},
                   {"nodes", number_as_json(e.nodes)},
                   {"nodes_standard_error", number_as_json(e.nodes_error)},
                   {"probes", e.probes},
                   {"probes_that_found_a_cube", e.hits},
                   {"seed", options.seed},
                   {"complete", false}};
    if (status != Status::exhausted) object["INCOMPLETE"] = true;
    object["up_to"] = "none";
    console.print_json(object);
  } else if (!known) {
    console.print(fmt::format("no estimate: {} of {} (seed {}) ended in a cube\n", e.hits,
                              quantity(e.probes, "random probe"), options.seed));
  } else {
    console.print(
        fmt::format("about {} assemblies, standard error {}: an estimate by {} random probes (seed "
                    "{}),\n{} of which ended in a cube; a search would visit about {} nodes\n",
                    e.solutions.to_string(2), e.solutions_error.to_string(1), e.probes,
                    options.seed, e.hits, e.nodes.to_string(2)));
  }
  if (status != Status::exhausted && !request.json) {
    console.print(incomplete_line(status));
  }
  return exit_code(status);
}

int put_together(const Request& request, Console& console, const BigCubeArguments& a) {
  faces::Puzzle puzzle = puzzle_of(request, console, a);
  if (const auto fault = fault_of(puzzle)) {
    console.warning(*fault + ", so no solution exists");
  }
  const bool shows_options = request.needs_options() || a.estimate;
  const catalogue::Reduced reduced(
      shows_options ? faces::build(std::move(puzzle), a.faces.formulation)
                    : faces::build_if_fillable(std::move(puzzle), a.faces.formulation));
  const faces::Model& model = reduced.model();
  if (request.emit) return emit_problem(request, console, model.problem);
  if (a.estimate) return estimate_cubes(request, console, model, a);

  Presentation show = assembly_presentation(reduced);
  show.title = "Happy cubes, the big cube";
  show.text = [&](const std::string&, std::span<const OptionId> solution) {
    return reduced.text(solution, console.paint()) +
           placements_text(model, decode(model, solution)) + "\n";
  };
  const bool turned =
      request.options.up_to == UpTo::rotations || request.options.up_to == UpTo::reflections;
  if (!turned || request.wanted.count || a.colour_faces) {
    const Outcome outcome = search_puzzle(request, console, reduced, std::move(show));
    note_rotations(request, console, model, outcome.answer);
    return exit_code(outcome);
  }
  // Of each class of symmetric cubes, shows the cube that is found first. Other puzzles show the
  // solution that is least among its images. Here the search would often find that solution late.
  // If the pieces are not divided into sets, each rotation of the cube maps every item to another
  // item. One cube of each class of symmetric cubes found is stored. These cubes need little
  // memory, because a list of all 10^17 cubes is never asked for.
  std::set<std::vector<OptionId>> listed;
  std::mutex guard;
  show.classes.is_representative =
      [&, members = symmetries(model, request.options.up_to)](std::span<const OptionId> solution) {
        // Several threads call this function if the run is saved.
        const std::lock_guard lock(guard);
        return listed.insert(members.canonical(solution)).second;
      };
  return exit_code(search_and_draw(request, console, reduced, std::move(show)));
}

int run_big_cube(const Request& request, Console& console, const BigCubeArguments& a) {
  try {
    return put_together(request, console, a);
  } catch (const CutShort& e) {
    console.print(request.json ? to_json(request, {e.answer, {}}).dump() + "\n"
                               : incomplete_line(e.answer.status));
    console.flush();
    return exit_code(e.answer.status);
  }
}

}  // namespace

void add_bigcube(CLI::App& command, CommandLine& line) {
  auto a = std::make_shared<BigCubeArguments>();
  add_value(command, "--pieces FILE", a->pieces,
            "Use the pieces of this file, written as for 'dlx cube'");
  add_value(command, "--fix PANELS", a->fixed,
            "Put pieces on panels before the search: PANEL=PIECE or PANEL=PIECE:WORD, "
            "separated by commas; a number N fixes the first N panels as in the first "
            "cube found")
      ->delimiter(',');
  command.add_flag("--colour-faces", a->colour_faces,
                   "Use one colour for each face of the cube, and all six colours");
  command.add_flag("--estimate", a->estimate, "Estimate the number of assemblies by random probes");
  add_number<std::uint64_t>(command, "--probes", a->probes,
                            "With --estimate: number of probes; 10000 unless given");
  add_number<std::uint64_t>(command, "--seed", a->seed,
                            "With --estimate: seed of the random numbers; 1 unless given");
  add_faces_options(command, a->faces);
  add_puzzle_options(command, line.request, PictureKind::solid);
  command.footer(
      "Each face of the cube has four panels, one for each piece. The cube is shown unfolded,\n"
      "with a letter for each piece. The lines below name the piece on each panel, in the form\n"
      "that --fix takes. Cubes that are rotations of each other are listed once; --up-to none\n"
      "lists all of them. --count counts all cubes, unless --up-to is given. There are about\n"
      "10^17 cubes, which dlx cannot count: fix some panels, or use --colour-faces.\n\n"
      "Examples:\n"
      "  dlx bigcube\n"
      "  dlx bigcube --first --svg big.svg --html big.html\n"
      "  dlx bigcube --fix 17 --count           1\n"
      "  dlx bigcube --fix U00=blue3,U01=red1 -n 2\n"
      "  dlx bigcube --colour-faces --count     768\n"
      "  dlx bigcube --colour-faces --count --up-to reflections\n"
      "  dlx bigcube --estimate --probes 300 --seed 7\n");
  const CLI::Option* up_to = command.get_option("--up-to");
  command.callback([&line, a, up_to] {
    Request& request = line.request;
    const bool lists = !request.wanted.count && !request.emit && !a->estimate;
    if (lists && up_to->count() == 0 && !request.given.any())
      request.options.up_to = UpTo::rotations;
    line.action = with_arguments(a, run_big_cube);
  });
}

}  // namespace dlx::app
