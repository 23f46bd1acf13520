#include "reductions/polycube/soma.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/solver.hpp"
#include "reductions/polycube/naive.hpp"

namespace dlx::app {
namespace {

using polycube::Model;
using polycube::RestrictedModel;

constexpr std::uint32_t piece_l = 0;

/// The result of a search for assemblies of the Soma cube in which piece L has only one position of
/// each orbit of positions. A position of L is symmetric if a symmetry of the cube maps it to
/// itself.
struct Restricted {
  std::size_t options = 0;
  std::uint64_t assemblies = 0;  ///< number of assemblies up to symmetry
  std::uint64_t symmetric = 0;  ///< number of assemblies in which a symmetry maps piece L to itself
};

/// All counts of the assemblies. The classes are those under rotations, and under reflections too.
struct Report : ListedClasses {
  Restricted by_rotations = {};
  Restricted by_reflections = {};
};

Restricted count_restricted(const Model& model, UpTo up_to, const Watch& control, Status& status) {
  const RestrictedModel restricted(model, piece_l, up_to);
  Restricted result;
  result.options = restricted.model().problem.option_count();
  status = for_each_solution(
      restricted.model().problem,
      [&](std::span<const OptionId> solution) {
        if (restricted.stabiliser_order(solution) > 1) ++result.symmetric;
        if (restricted.is_representative(solution)) ++result.assemblies;
      },
      control.options(&restricted.model().problem));
  return result;
}

/// Makes every count in two ways: by collecting the classes of all assemblies, and by restricting
/// the positions of the piece L.
Report make_report(const Request& request, Console& console, const Model& model) {
  const OptionSymmetries groups[] = {symmetries(model, UpTo::rotations),
                                     symmetries(model, UpTo::reflections)};
  Report report{list_classes(request, console, model.problem, groups)};
  if (report.answer.complete()) {
    report.by_rotations =
        count_restricted(model, UpTo::rotations, Watch(request, console), report.answer.status);
  }
  if (report.answer.complete()) {
    report.by_reflections =
        count_restricted(model, UpTo::reflections, Watch(request, console), report.answer.status);
  }
  return report;
}

int print_report(const Request& request, Console& console, const Model& model) {
  const Report r = make_report(request, console, model);
  const std::uint64_t rotations = r.classes[0];
  const std::uint64_t reflections = r.classes[1];
  const bool agree =
      rotations == r.by_rotations.assemblies && reflections == r.by_reflections.assemblies;
  if (r.answer.complete() && !agree) {
    throw std::logic_error("the ways of counting Soma disagree");
  }
  if (request.json) {
    Json object = to_json(request, {r.answer, {}});
    object["items"] = model.problem.item_count();
    object["options"] = model.problem.option_count();
    object["verified"] = std::to_string(r.raw);
    const auto way = [](std::uint64_t collected, const Restricted& restricted) {
      Json json = {{"by_collecting_classes", std::to_string(collected)},
                   {"by_restricting_L", std::to_string(restricted.assemblies)},
                   {"options_with_L_restricted", restricted.options},
                   {"with_L_in_a_symmetric_place", std::to_string(restricted.symmetric)}};
      return json;
    };
    object["rotations"] = way(rotations, r.by_rotations);
    object["reflections"] = way(reflections, r.by_reflections);
    console.print_json(object);
  } else if (!r.answer.complete()) {
    console.print(fmt::format("{}\nINCOMPLETE: stopped; there may be more\n", r.raw));
  } else {
    console.print(fmt::format(
        "Soma: seven pieces into a cube of side 3, {} items and {} options\n\n"
        "{:>6}  assemblies, each verified\n"
        "{:>6}  up to rotations: by collecting classes, and again by restricting piece L\n"
        "        ({} options left)\n"
        "{:>6}  up to reflections too: by collecting classes, and again by restricting L\n"
        "        ({} options left; {} assemblies have L in a place that a reflection keeps)\n",
        model.problem.item_count(), model.problem.option_count(), r.raw, rotations,
        r.by_rotations.options, reflections, r.by_reflections.options, r.by_reflections.symmetric));
  }
  console.flush();
  print_statistics(request, console, r.answer);
  return exit_code(r.answer.status);
}

/// Runs the engine (dancing links unless --engine chooses another) and the naive search
/// alternately, and compares their shortest times.
int race(const Request& request, Console& console, const Model& model) {
  constexpr int rounds = 3;
  double links_seconds = 0;
  double naive_seconds = 0;
  std::uint64_t nodes = 0;
  EngineKind engine = EngineKind::automatic;
  polycube::NaiveCount naive;
  for (int round = 0; round < rounds; ++round) {
    const auto best = [&](double& seconds, auto&& work) {
      const auto start = std::chrono::steady_clock::now();
      work();
      const double took = seconds_since(start);
      seconds = round == 0 ? took : std::min(seconds, took);
    };
    Answer answer;
    best(links_seconds, [&] {
      Options options = Watch(request, console).options(&model.problem);
      if (options.engine == EngineKind::automatic) options.engine = EngineKind::dancing_links;
      Solver solver(model.problem, options);
      engine = solver.engine();
      std::uint64_t count = 0;
      while (solver.next()) ++count;
      answer.status = solver.status();
      answer.engine = solver.engine();
      answer.count = std::to_string(count);
      answer.statistics = solver.statistics();
      nodes = answer.statistics.nodes;
    });
    if (!answer.complete()) {
      console.print(request.json ? to_json(request, {answer, {}}).dump() + "\n"
                                 : "INCOMPLETE: the race was stopped\n");
      console.flush();
      return exit_code(answer.status);
    }
    best(naive_seconds, [&] { naive = count_naively(model); });
    if (answer.count != std::to_string(naive.solutions)) {
      throw std::logic_error("dancing links and the naive search count Soma differently");
    }
  }
  const double ratio = naive_seconds / links_seconds;
  if (request.json) {
    Json object = {
        {"count", std::to_string(naive.solutions)}, {"complete", true}, {"up_to", "none"}};
    object[std::string(to_string(engine))] = {{"nodes", nodes}, {"elapsed_s", links_seconds}};
    object["naive"] = {{"placements", naive.placements_made}, {"elapsed_s", naive_seconds}};
    object["ratio"] = ratio;
    console.print_json(object);
  } else {
    console.print(
        fmt::format("Soma raced, best of {}, the same {} assemblies:\n\n"
                    "  {:<13}  {:>10} nodes           {:9.3f} s\n"
                    "  naive bitmask  {:>10} placements made {:9.3f} s   {:.1f} times as long\n",
                    rounds, naive.solutions, to_string(engine), nodes, links_seconds,
                    naive.placements_made, naive_seconds, ratio));
  }
  return success;
}

int run_soma(const Request& request, Console& console, bool races) {
  const catalogue::Reduced puzzle(polycube::build(polycube::soma()));
  if (races) return race(request, console, puzzle.model());
  if (!request.asks_for_solutions() && request.options.up_to == UpTo::none) {
    return print_report(request, console, puzzle.model());
  }
  return run_puzzle(request, console, puzzle, {.title = "Soma"});
}

}  // namespace

void add_soma(CLI::App& command, CommandLine& line) {
  bool& naive = set_action(command, line, run_soma);
  command.add_flag("--naive", naive, "Race dancing links against a naive bitmask search");
  add_puzzle_options(command, line.request, PictureKind::solid);
  command.footer(
      "Without options, dlx soma verifies every assembly and prints three counts: all\n"
      "assemblies, up to rotations, and up to rotations and reflections. It computes the two\n"
      "smaller counts in two ways, which must agree. First, it collects the assemblies into\n"
      "classes. Second, it searches again with fewer options: if symmetries map several places\n"
      "of piece L to each other, only one of these places is left.\n\n"
      "An assembly is shown as the three layers of the cube, side by side, with a letter for\n"
      "each piece. R has three cells, the others have four. L, S and T are flat, P, Q and Y are\n"
      "not. P and Q are mirror images.\n\n"
      "Examples:\n"
      "  dlx soma\n"
      "  dlx soma --first                       one assembly\n"
      "  dlx soma --all --up-to reflections     the classical 240\n"
      "  dlx soma --count --up-to rotations     480\n"
      "  dlx soma --all --up-to reflections --html soma.html\n"
      "  dlx soma --stl soma.stl                the pieces for a 3D printer\n"
      "  dlx soma --stl soma.stl --bed 220x220\n");
}

}  // namespace dlx::app
