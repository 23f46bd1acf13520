#include "apps/commands/polycube_saved.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "apps/run/pictures.hpp"
#include "apps/run/puzzle.hpp"
#include "dlx/core/text.hpp"
#include "reductions/polycube/apart.hpp"

namespace dlx::app {
namespace {

using apart::level_of;
using polycube::Collection;
using polycube::Model;
using polycube::NamedPuzzle;
using polycube::Separation;
using polycube::SolveState;

std::string copies_in_words(const polycube::Piece& piece) {
  if (!piece.copies) return "any number";
  if (piece.copies->at_least == piece.copies->at_most) {
    return fmt::format("{}", piece.copies->at_most);
  }
  return fmt::format("{} to {}", piece.copies->at_least, piece.copies->at_most);
}

std::size_t separations(const NamedPuzzle& named, Separation kind) {
  return static_cast<std::size_t>(
      std::count(named.separations.begin(), named.separations.end(), kind));
}

/// For each level, the number of saved separations (lists of moves that take an assembly apart)
/// with this level. (The level lists, for each part that is separated, the number of moves.)
std::map<std::vector<std::uint32_t>, std::uint64_t> saved_levels(const NamedPuzzle& named) {
  std::map<std::vector<std::uint32_t>, std::uint64_t> levels;
  for (const auto& saved : named.saved_stages) {
    if (!saved.stages.empty()) ++levels[level_of(saved.stages)];
  }
  return levels;
}

/// Prints the assemblies and counts that a file has saved for a puzzle.
void describe_saved(Console& console, const NamedPuzzle& named) {
  if (!named.saved.empty() || named.state) {
    std::string text = fmt::format("  saved assemblies: {}", named.saved.size());
    if (!named.saved.empty()) {
      text += fmt::format(", {} with a separation", separations(named, Separation::moves));
      if (const auto counts = separations(named, Separation::move_counts); counts > 0) {
        text += fmt::format(", {} with its move counts only", counts);
      }
      if (const auto levels = saved_levels(named); !levels.empty()) {
        text += fmt::format("; hardest level {}", apart::to_string(levels.rbegin()->first));
      }
    }
    console.print(text + "\n");
  }
  if (!named.state && !named.stated_assemblies && !named.stated_solutions) return;
  std::string text = "  the file states: ";
  text += named.state ? to_string(*named.state) : "no state";
  const std::string so_far = named.state == SolveState::started ? " so far" : "";
  if (named.stated_assemblies) {
    text += ", " + quantity(*named.stated_assemblies, "assembly", "assemblies") + so_far;
  }
  if (named.stated_solutions) {
    text += ", " + quantity(*named.stated_solutions, "of them comes", "of them come") + " apart" +
            so_far;
  }
  console.print(text + "\n");
}

/// The faults in the separation of a saved assembly: the list of moves that takes the assembly
/// apart.
std::vector<std::string> saved_faults(const Model& model, const NamedPuzzle& named, std::size_t n) {
  const auto& [stages, fault] = named.saved_stages[n];
  if (!fault.empty()) return {"its separation: " + fault};
  if (stages.empty()) return {};
  std::vector<std::string> wrong = separation_faults(model.puzzle, named.saved[n], stages);
  for (std::string& each : wrong) each = "its separation: " + each;
  return wrong;
}

/// Finds the options of a saved assembly and checks it. The result has the faults of the assembly
/// or, if the assembly is correct, the faults in the moves that take it apart.
polycube::Checked check_saved(const Model& model, const NamedPuzzle& named, std::size_t n) {
  polycube::Checked checked = check(model, named.saved[n]);
  if (checked.faults.empty()) checked.faults = saved_faults(model, named, n);
  return checked;
}

void warn_about_saved(Console& console, std::size_t n, const std::vector<std::string>& faults) {
  for (const std::string& fault : faults) {
    console.warning(fmt::format("saved assembly {}: {}", n + 1, fault));
  }
}

/// Writes the requested pictures of assemblies. `captions` supplies the title and the subtitle.
void draw_analysed(const Request& request, Console& console, const polycube::Model& model,
                   std::vector<polycube::Analysed> analysed,
                   const drawing::scene::Scene& captions) {
  const Pictures& pictures = request.pictures;
  constexpr std::size_t most = 10'000;
  const std::size_t left_out = analysed.size() - std::min(analysed.size(), most);
  analysed.resize(analysed.size() - left_out);
  if (!pictures.svg.empty() && !analysed.empty()) {
    const auto common = frame(model);
    std::vector<drawing::Picture> drawn;
    for (const auto& each : analysed) {
      drawn.push_back({common, bodies(model, *common, each.assembly)});
    }
    const std::string layers = drawing::layers_in_words(*common);
    const std::string note =
        write_drawings(pictures, drawing::drawings(drawn),
                       {.title = captions.title,
                        .subtitle = captions.subtitle + (layers.empty() ? "" : "; ") + layers,
                        .legend = drawing::legend(drawn)});
    if (!note.empty()) console.note(note);
  }
  if (!pictures.in_space()) return;
  drawing::scene::Scene scene =
      to_scene(model, std::span<const polycube::Analysed>(analysed), captions.title);
  scene.subtitle = captions.subtitle;
  scene.left_out = left_out;
  if (const std::string note = write_scene(pictures, scene); !note.empty()) console.note(note);
}

/// The numbers of assemblies that a file has saved: all assemblies, the correct assemblies, and the
/// correct ones with saved moves that take them apart.
struct SavedSums {
  std::size_t all = 0;
  std::size_t right = 0;
  std::size_t apart = 0;  ///< number of correct assemblies with saved moves that separate them
};

void print_saved_sums(const Request& request, Console& console, const SavedSums& sums) {
  const auto& [all, right, apart] = sums;
  if (request.json) {
    console.print_json({{"saved", all}, {"verified", right}, {"separations", apart}});
  } else {
    console.print(fmt::format("{}, {} verified{}\n",
                              quantity(all, "saved assembly", "saved assemblies"), right,
                              apart > 0 ? fmt::format(", {} with a separation", apart) : ""));
  }
}

}  // namespace

void draw_apart(const Request& request, Console& console, const ApartTask& task,
                const ApartOutcome& outcome) {
  std::vector<polycube::Analysed> analysed;
  for (const polycube::ApartAssembly& each : outcome.kept) {
    analysed.push_back({decode(task.model, each.options), each.disassembly});
  }
  // If no assembly is kept, none comes apart, or none needs as many moves as --apart-at-least says.
  const auto& instead = outcome.sums.hardest ? outcome.sums.hardest : outcome.first;
  if (analysed.empty() && instead) {
    analysed.push_back({decode(task.model, instead->options), instead->disassembly});
  }
  const polycube::ApartSums& sums = outcome.sums;
  const std::string turned =
      task.flags.with_turns() ? fmt::format(", {} with turns", sums.with_turns) : std::string();
  draw_analysed(
      request, console, task.model, std::move(analysed),
      {.title = task.show.title,
       .subtitle = fmt::format("{} of {} {} apart", sums.come_apart,
                               quantity(sums.assemblies, "assembly", "assemblies"),
                               sums.come_apart == 1 || sums.assemblies == 1 ? "comes" : "come") +
                   turned});
}

int describe(const Request& request, Console& console, const Collection& collection) {
  if (request.json) {
    for (const NamedPuzzle& named : collection.puzzles) {
      Json object = Json::object();
      object["name"] = named.name;
      if (named.puzzle.grid != lattice::Grid::cubes) object["grid"] = to_string(named.puzzle.grid);
      object["cells"] = named.puzzle.target.size();
      object["cells_that_may_stay_empty"] = named.puzzle.optional_cells.size();
      if (named.puzzle.holes) object["holes"] = *named.puzzle.holes;
      object["pieces"] = Json::array();
      for (const auto& piece : named.puzzle.pieces) {
        Json copies = nullptr;
        if (piece.copies) copies = {piece.copies->at_least, piece.copies->at_most};
        object["pieces"].push_back(
            {{"name", piece.name}, {"cells", piece.cells.size()}, {"copies", copies}});
      }
      object["saved_assemblies"] = named.saved.size();
      object["saved_separations"] = separations(named, Separation::moves);
      object["saved_separation_move_counts"] = separations(named, Separation::move_counts);
      if (named.stated_assemblies) {
        object["stated_assemblies"] = std::to_string(*named.stated_assemblies);
      }
      if (named.stated_solutions) {
        object["stated_solutions"] = std::to_string(*named.stated_solutions);
      }
      const auto levels = saved_levels(named);
      if (!levels.empty()) object["saved_levels"] = Json::object();
      for (const auto& [level, count] : levels)
        object["saved_levels"][apart::to_string(level)] = count;
      if (named.state) object["state"] = to_string(*named.state);
      console.print_json(object);
    }
  } else {
    std::size_t number = 0;
    for (const NamedPuzzle& named : collection.puzzles) {
      ++number;
      const auto& puzzle = named.puzzle;
      console.print(fmt::format("{} {}: {}", number, in_quotes(named.name),
                                quantity(puzzle.target.size(), "cell")));
      if (!puzzle.optional_cells.empty()) {
        console.print(fmt::format(" and {} that may stay empty", puzzle.optional_cells.size()));
        if (puzzle.holes) console.print(fmt::format(", at most {} of them", *puzzle.holes));
      }
      if (puzzle.grid != lattice::Grid::cubes) {
        console.print(fmt::format(", grid of {}", to_string(puzzle.grid)));
      }
      console.print("\n");
      for (const auto& piece : puzzle.pieces) {
        console.print(
            fmt::format("  piece {}: {}{}, {}\n", piece.name, quantity(piece.cells.size(), "cell"),
                        piece.colours.empty() ? "" : ", coloured", copies_in_words(piece)));
      }
      describe_saved(console, named);
    }
  }
  return success;
}

int show_saved(const Request& request, Console& console, const Model& model,
               const NamedPuzzle& named, const std::string& title) {
  if (request.pictures.wanted()) check(request.pictures);
  SavedSums sums{.all = named.saved.size()};
  std::vector<polycube::Analysed> right;
  for (std::size_t n = 0; n < named.saved.size(); ++n) {
    const std::vector<std::string> wrong = check_saved(model, named, n).faults;
    const auto& stages = named.saved_stages[n].stages;
    const bool comes_apart = wrong.empty() && !stages.empty();
    const std::string level = comes_apart ? apart::to_string(level_of(stages)) : "";
    if (comes_apart) ++sums.apart;
    if (wrong.empty()) {
      right.push_back({named.saved[n], {}});
      if (comes_apart) {
        right.back().disassembly = {
            .verdict = apart::Verdict::comes_apart, .stages = stages, .level = level_of(stages)};
      }
    }
    if (request.json) {
      Json line = {{"n", n + 1}, {"verified", wrong.empty()}};
      if (!wrong.empty()) line["faults"] = wrong;
      if (comes_apart) line["level"] = level;
      if (wrong.empty()) line["picture"] = catalogue::draw(model, named.saved[n]);
      console.print_json(line);
    } else if (wrong.empty() && !request.pictures.wanted()) {
      console.print(catalogue::draw(model, named.saved[n], console.paint()));
      if (comes_apart) console.print(fmt::format("comes apart, level {}\n\n", level));
    }
    warn_about_saved(console, n, wrong);
  }
  sums.right = right.size();
  print_saved_sums(request, console, sums);
  console.flush();
  const bool printed = !right.empty() && !request.json && !request.pictures.wanted();
  if (printed) note_drawings(console, *frame(model));
  draw_analysed(
      request, console, model, right,
      {.title = title, .subtitle = quantity(sums.right, "saved assembly", "saved assemblies")});
  return sums.right == sums.all ? success : bad_input;
}

int analyse_saved(const Request& request, Console& console, const NamedPuzzle& named,
                  const ApartTask& task) {
  if (request.pictures.wanted()) check(request.pictures);
  SavedSums sums{.all = named.saved.size()};
  std::vector<NumberedAssembly> right;
  for (std::size_t n = 0; n < named.saved.size(); ++n) {
    polycube::Checked checked = check_saved(task.model, named, n);
    warn_about_saved(console, n, checked.faults);
    if (!checked.faults.empty()) continue;
    if (!named.saved_stages[n].stages.empty()) ++sums.apart;
    right.push_back({n + 1, std::move(checked.options)});
  }
  sums.right = right.size();
  print_saved_sums(request, console, sums);
  const ApartOutcome outcome = run_apart_of(request, console, task, right);
  draw_apart(request, console, task, outcome);
  const int code = exit_code(outcome.status);
  return code == success && sums.right < sums.all ? bad_input : code;
}

}  // namespace dlx::app
