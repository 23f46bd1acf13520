#include "reductions/polycube/polycube.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/puzzle_file.hpp"
#include "apps/run/reading.hpp"
#include "dlx/core/text.hpp"

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
};

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

/// What a file has saved of a puzzle.
void describe_saved(Console& console, const NamedPuzzle& named) {
  if (!named.saved.empty() || named.state) {
    std::string text = fmt::format("  saved assemblies: {}", named.saved.size());
    if (!named.saved.empty()) {
      text += fmt::format(", {} with a separation", separations(named, Separation::moves));
      if (const auto counts = separations(named, Separation::move_counts); counts > 0) {
        text += fmt::format(", {} with its move counts only", counts);
      }
    }
    console.print(text + "\n");
  }
  if (!named.state && !named.stated_assemblies && !named.stated_solutions) return;
  std::string text = "  the file states: ";
  text += named.state ? to_string(*named.state) : "no state";
  const std::string so_far = named.state == SolveState::started ? " so far" : "";
  if (named.stated_assemblies) {
    text += fmt::format(", {} assembl{}{}", *named.stated_assemblies,
                        *named.stated_assemblies == 1 ? "y" : "ies", so_far);
  }
  if (named.stated_solutions) {
    // The word of BurrTools for assemblies that it has taken apart.
    text += fmt::format(", {} solution{}{}", *named.stated_solutions,
                        *named.stated_solutions == 1 ? "" : "s", so_far);
  }
  console.print(text + "\n");
}

/// What a file holds.
int describe(const Request& request, Console& console, const Collection& collection) {
  if (request.json) {
    for (const NamedPuzzle& named : collection.puzzles) {
      Json object = Json::object();
      object["name"] = named.name;
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
      if (named.state) object["state"] = to_string(*named.state);
      console.print_json(object);
    }
  } else {
    std::size_t number = 0;
    for (const NamedPuzzle& named : collection.puzzles) {
      ++number;
      const auto& puzzle = named.puzzle;
      console.print(
          fmt::format("{} {}: {} cells", number, in_quotes(named.name), puzzle.target.size()));
      if (!puzzle.optional_cells.empty()) {
        console.print(fmt::format(" and {} that may stay empty", puzzle.optional_cells.size()));
        if (puzzle.holes) console.print(fmt::format(", at most {} of them", *puzzle.holes));
      }
      console.print("\n");
      for (const auto& piece : puzzle.pieces) {
        console.print(fmt::format("  piece {}: {} cells{}, {}\n", piece.name, piece.cells.size(),
                                  piece.colours.empty() ? "" : ", coloured",
                                  copies_in_words(piece)));
      }
      describe_saved(console, named);
    }
  }
  console.flush();
  return success;
}

/// Prints the assemblies that the file holds, each checked; pictures have those that are right.
int show_saved(const Request& request, Console& console, const Model& model,
               const NamedPuzzle& named, const std::string& title) {
  std::size_t bad = 0;
  Gallery<Model> gallery(request, console, model);
  for (std::size_t n = 0; n < named.saved.size(); ++n) {
    const auto [options, wrong] = check(model, named.saved[n]);
    if (wrong.empty()) {
      gallery.keep(options);
    } else {
      ++bad;
    }
    if (request.json) {
      Json line = Json::object();
      line["n"] = n + 1;
      line["verified"] = wrong.empty();
      if (!wrong.empty()) line["faults"] = wrong;
      if (wrong.empty()) line["picture"] = draw(model, named.saved[n]);
      console.print_json(line);
    } else if (wrong.empty()) {
      console.print(draw(model, named.saved[n]));
    }
    for (const std::string& fault : wrong) {
      console.warning(fmt::format("saved assembly {}: {}", n + 1, fault));
    }
  }
  if (request.json) {
    console.print(
        Json{{"saved", named.saved.size()}, {"verified", named.saved.size() - bad}}.dump() + "\n");
  } else {
    console.print(fmt::format("{} saved assembl{}, {} verified\n", named.saved.size(),
                              named.saved.size() == 1 ? "y" : "ies", named.saved.size() - bad));
  }
  console.flush();
  const Answer answer{.count = std::to_string(named.saved.size() - bad),
                      .status = Status::exhausted};
  Presentation show;
  show.noun = "saved assembly";
  show.nouns = "saved assemblies";
  show.title = title;
  gallery.write(answer, show);
  return bad == 0 ? success : bad_input;
}

void warn_about_volume(Console& console, const Model& model) {
  const auto& puzzle = model.puzzle;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  for (const auto& piece : puzzle.pieces) {
    if (!piece.copies || !piece.alternatives.empty()) return;
    least += std::uint64_t{piece.copies->at_least} * piece.cells.size();
    most += std::uint64_t{piece.copies->at_most} * piece.cells.size();
  }
  const std::uint64_t all = puzzle.target.size() + puzzle.optional_cells.size();
  if (most < puzzle.target.size() || least > all) {
    console.warning(
        fmt::format("the pieces have {} cells and the target {}, so there is no assembly",
                    most < puzzle.target.size() ? most : least,
                    most < puzzle.target.size() ? puzzle.target.size() : all));
  }
}

/// A file of puzzles.
struct PuzzleFile {
  std::string text;
  polycube::Format format = polycube::Format::xmpuzzle;
  Collection collection;
};

/// Reads the file, or what a run that goes on has kept of it.
PuzzleFile read_once(const Request& request, const PolycubeArguments& a) {
  PuzzleFile file;
  std::string name = request.checkpoint.file;
  if (const auto text = request.resumed.find("text"); text != request.resumed.end()) {
    file.text = text->second;
  } else {
    constexpr std::uint64_t largest_file = std::uint64_t{64} << 20;
    Input input = Input::open(a.file, {.bytes = largest_file, .line_bytes = largest_file});
    file.text = input.rest();
    name = input.name();
  }
  file.format = a.format ? *a.format : polycube::format_of(file.text);
  Input again = Input::from_text(file.text, name);
  file.collection = read_puzzles(again, file.format);
  return file;
}

/// The text of --xmpuzzle: the whole file, with changes to one of its puzzles.
std::string as_xmpuzzle(const PuzzleFile& file, std::size_t position, const Model& model,
                        const Changes& changes) {
  if (file.format == polycube::Format::xmpuzzle) {
    return update_xmpuzzle(file.text, position, file.collection.puzzles[position], changes);
  }
  Collection written = file.collection;
  written.puzzles[position] = changed(std::move(written.puzzles[position]), changes);
  written.puzzles[position].puzzle = model.puzzle;
  return write_xmpuzzle(written);
}

/// Which of the assemblies found are not added to saved ones that are alike. Those of a list of all
/// are added as they are; one of a few may be a saved one, turned.
UpTo alike(const Request& request, const Model& model) {
  if (request.up_to != UpTo::none || request.wanted.all) return request.up_to;
  try {
    static_cast<void>(symmetries(model, UpTo::reflections));
    return UpTo::reflections;
  } catch (const std::invalid_argument&) {
    return UpTo::rotations;  // some piece has no mirror image
  }
}

/// --xmpuzzle FILE: which puzzle of the file that was read is written there.
struct Destination {
  const std::string& path;
  const PuzzleFile& file;
  const NamedPuzzle& named;
};

int search_and_write(const Request& request, Console& console, const Destination& destination,
                     const Model& model, Presentation show) {
  const auto& [path, file, named] = destination;
  const auto position = static_cast<std::size_t>(&named - file.collection.puzzles.data());
  // A puzzle that the format cannot express, or a file that is not writable, is an error before the
  // search.
  static_cast<void>(as_xmpuzzle(file, position, model, merge(model, named, {}, false, UpTo::none)));
  check_writable(path);
  std::vector<std::vector<OptionId>> found;
  const auto shown = [&](std::span<const OptionId> solution) {
    found.emplace_back(solution.begin(), solution.end());
    return draw(model, decode(model, solution));
  };
  show.text = [&](const std::string&, std::span<const OptionId> solution) {
    return shown(solution);
  };
  show.fields = [&](Json& line, std::span<const OptionId> solution) {
    line["picture"] = shown(solution);
  };
  const Outcome outcome = search_puzzle(request, console, model, std::move(show));

  const Changes changes =
      merge(model, named, found, outcome.answer.complete(), alike(request, model));
  for (const std::string& loss : changes.losses) {
    console.warning(fmt::format(
        "{}: {}{}", path,
        file.collection.puzzles.size() > 1 ? fmt::format("puzzle {}: ", position + 1) : "", loss));
  }
  if (!changes.note.empty()) {
    console.note(fmt::format("{}: {}", path, changes.note));
  }
  write_file(path, as_xmpuzzle(file, position, model, changes));
  return exit_code(outcome);
}

int run_polycube(const Request& request, Console& console, const PolycubeArguments& a) {
  const PuzzleFile file = read_once(request, a);
  if (a.info) return describe(request, console, file.collection);
  const NamedPuzzle& named = choose(file.collection, a.file, a.problem);
  const Model model = polycube::build(named.puzzle);
  const std::string title = named.name.empty() ? a.file : named.name;
  if (a.saved) return show_saved(request, console, model, named, title);
  warn_about_volume(console, model);
  if (request.emit) return emit_problem(request, console, model.problem);

  Presentation show;
  show.noun = "assembly";
  show.nouns = "assemblies";
  show.title = title;
  show.source = [&file] { return file.text; };
  if (!a.xmpuzzle.empty()) {
    return search_and_write(request, console, {a.xmpuzzle, file, named}, model, std::move(show));
  }
  return exit_code(search_puzzle(request, console, model, std::move(show)));
}

}  // namespace

void add_polycube(CLI::App& app, CommandLine& line) {
  CLI::App* command =
      app.add_subcommand("polycube", "Assemble pieces made of cubes, from a file of puzzles");
  const auto a = std::make_shared<PolycubeArguments>();
  command
      ->add_option("FILE", a->file,
                   "A file of puzzles, plain or compressed by gzip or zstd; - is standard input")
      ->required();
  std::map<std::string, polycube::Format> formats;
  for (const polycube::Format format : polycube::all_formats) {
    formats.emplace(to_string(format), format);
  }
  add_choice(*command, "--from", a->format, formats,
             "The format of FILE; otherwise recognised by its first lines")
      ->type_name("FORMAT");
  command->add_option("--problem", a->problem, "Which puzzle of FILE: a number from 1, or a name")
      ->type_name("WHICH");
  command->add_flag("--info", a->info, "Describe FILE, without a search");
  command->add_flag("--saved", a->saved,
                    "Check and draw the assemblies saved in FILE, without a search");
  command
      ->add_option("--xmpuzzle", a->xmpuzzle,
                   "Write the puzzles with the assemblies shown added to those saved; may be the "
                   "file that was read")
      ->type_name("FILE");
  add_puzzle_options(*command, line.request,
                     {UpTo::none, UpTo::rotations, UpTo::reflections, UpTo::all});
  add_picture_options(*command, line.request, Drawn::solid);
  command->footer(
      "dlx reads files of BurrTools (.xmpuzzle, grid of cubes), Knuth's triples, Busche's\n"
      "definitions (D: C: L) and Bundgaard's figures of Soma (/SOMA...). Pieces are turned,\n"
      "never mirrored. BurrTools leaves out rotated and mirrored assemblies. --up-to reflections\n"
      "does the same; if some piece has no mirror image among the pieces, --up-to rotations\n"
      "does.\n\n"
      "--xmpuzzle keeps what a BurrTools file contains: saved assemblies with their separations,\n"
      "counts, groups, comments and other puzzles. It adds the assemblies found that are not\n"
      "saved yet. After a complete search it sets the state to solved and records the number of\n"
      "assemblies; a recorded number that is right up to rotations or reflections stays. dlx\n"
      "drops wrong entries with a warning.\n\n"
      "Examples:\n"
      "  printf '[0-2][0-2]0\\n3*I 000 100 200\\n' | dlx polycube - --all\n"
      "  dlx polycube puzzle.xmpuzzle --info\n"
      "  dlx polycube puzzle.xmpuzzle --count --up-to reflections\n"
      "  dlx polycube puzzle.xmpuzzle --saved --html saved.html\n"
      "  dlx polycube puzzle.xmpuzzle -n 10 --xmpuzzle solved.xmpuzzle --html solved.html\n");
  command->callback([&line, a] {
    line.action = [a](const Request& request, Console& console) {
      return run_polycube(request, console, *a);
    };
  });
}

}  // namespace dlx::app
