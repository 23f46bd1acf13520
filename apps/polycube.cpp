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

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/outcome.hpp"
#include "apps/puzzle.hpp"
#include "apps/puzzle_file.hpp"
#include "apps/reading.hpp"
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
void describe_saved(Session& session, const NamedPuzzle& named) {
  if (!named.saved.empty() || named.state) {
    std::string text = fmt::format("  saved assemblies: {}", named.saved.size());
    if (!named.saved.empty()) {
      text += fmt::format(", {} with a separation", separations(named, Separation::moves));
      if (const auto counts = separations(named, Separation::move_counts); counts > 0) {
        text += fmt::format(", {} with its move counts only", counts);
      }
    }
    session.out.print(text + "\n");
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
  session.out.print(text + "\n");
}

/// What a file holds.
int describe(Session& session, const Collection& collection) {
  if (session.general.json) {
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
      session.out.print(object.dump() + "\n");
    }
  } else {
    std::size_t number = 0;
    for (const NamedPuzzle& named : collection.puzzles) {
      ++number;
      const auto& puzzle = named.puzzle;
      session.out.print(
          fmt::format("{} {}: {} cells", number, in_quotes(named.name), puzzle.target.size()));
      if (!puzzle.optional_cells.empty()) {
        session.out.print(fmt::format(" and {} that may stay empty", puzzle.optional_cells.size()));
        if (puzzle.holes) session.out.print(fmt::format(", at most {} of them", *puzzle.holes));
      }
      session.out.print("\n");
      for (const auto& piece : puzzle.pieces) {
        session.out.print(fmt::format("  piece {}: {} cells{}, {}\n", piece.name,
                                      piece.cells.size(), piece.colours.empty() ? "" : ", coloured",
                                      copies_in_words(piece)));
      }
      describe_saved(session, named);
    }
  }
  session.out.flush();
  return success;
}

/// Prints the assemblies that the file holds, each checked; pictures have those that are right.
int show_saved(Session& session, const Model& model, const NamedPuzzle& named,
               const std::string& title) {
  std::size_t bad = 0;
  Gallery<Model> gallery(session, model);
  for (std::size_t n = 0; n < named.saved.size(); ++n) {
    const auto [options, wrong] = check(model, named.saved[n]);
    if (wrong.empty()) {
      gallery.keep(options);
    } else {
      ++bad;
    }
    if (session.general.json) {
      Json line = Json::object();
      line["n"] = n + 1;
      line["verified"] = wrong.empty();
      if (!wrong.empty()) line["faults"] = wrong;
      if (wrong.empty()) line["picture"] = draw(model, named.saved[n]);
      session.out.print(line.dump() + "\n");
    } else if (wrong.empty()) {
      session.out.print(draw(model, named.saved[n]));
    }
    for (const std::string& fault : wrong) {
      session.messages.warning(fmt::format("saved assembly {}: {}", n + 1, fault));
    }
  }
  if (session.general.json) {
    session.out.print(
        Json{{"saved", named.saved.size()}, {"verified", named.saved.size() - bad}}.dump() + "\n");
  } else {
    session.out.print(fmt::format("{} saved assembl{}, {} verified\n", named.saved.size(),
                                  named.saved.size() == 1 ? "y" : "ies", named.saved.size() - bad));
  }
  session.out.flush();
  Outcome outcome;
  outcome.count = std::to_string(named.saved.size() - bad);
  outcome.status = Status::exhausted;  // of what is saved there is no more
  Presentation show;
  show.noun = "saved assembly";
  show.nouns = "saved assemblies";
  show.title = title;
  gallery.write(outcome, show);
  return bad == 0 ? success : bad_input;
}

void warn_about_volume(Session& session, const Model& model) {
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
    session.messages.warning(
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
PuzzleFile read_once(Session& session, const PolycubeArguments& a) {
  PuzzleFile file;
  std::string name = session.checkpoint.file;
  if (const auto text = session.resumed.find("text"); text != session.resumed.end()) {
    file.text = text->second;
  } else {
    constexpr std::uint64_t largest_file = std::uint64_t{64} << 20;
    Input input = Input::open(a.file, {.bytes = largest_file, .line_bytes = largest_file});
    file.text = input.rest();
    name = input.name();
    if (!session.checkpoint.file.empty()) session.text = file.text;  // the file may be gone by then
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
UpTo alike(const Session& session, const Model& model) {
  if (session.up_to != UpTo::none || session.ask.all) return session.up_to;
  try {
    static_cast<void>(symmetries(model, UpTo::reflections));
    return UpTo::reflections;
  } catch (const std::invalid_argument&) {
    return UpTo::rotations;  // some piece has no mirror image
  }
}

int search_and_write(Session& session, const PolycubeArguments& a, const PuzzleFile& file,
                     const NamedPuzzle& named, const Model& model, Presentation show) {
  const auto position = static_cast<std::size_t>(&named - file.collection.puzzles.data());
  // What the format cannot say, or nobody may write, is better said before the search than after
  // it.
  static_cast<void>(as_xmpuzzle(file, position, model, merge(model, named, {}, false, UpTo::none)));
  check_writable(a.xmpuzzle);
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
  const Outcome outcome = search_puzzle(session, model, std::move(show));

  const Changes changes = merge(model, named, found, outcome.complete(), alike(session, model));
  for (const std::string& loss : changes.losses) {
    session.messages.warning(fmt::format(
        "{}: {}{}", a.xmpuzzle,
        file.collection.puzzles.size() > 1 ? fmt::format("puzzle {}: ", position + 1) : "", loss));
  }
  if (!changes.note.empty()) {
    session.messages.note(fmt::format("{}: {}", a.xmpuzzle, changes.note));
  }
  write_file(a.xmpuzzle, as_xmpuzzle(file, position, model, changes));
  return exit_code(outcome);
}

int run_polycube(Session& session, const PolycubeArguments& a) {
  const PuzzleFile file = read_once(session, a);
  if (a.info) return describe(session, file.collection);
  const NamedPuzzle& named = choose(file.collection, a.file, a.problem);
  const Model model = polycube::build(named.puzzle);
  const std::string title = named.name.empty() ? a.file : named.name;
  if (a.saved) return show_saved(session, model, named, title);
  warn_about_volume(session, model);
  if (session.emit) return emit_problem(session, model.problem);

  Presentation show;
  show.noun = "assembly";
  show.nouns = "assemblies";
  show.title = title;
  if (!a.xmpuzzle.empty()) {
    return search_and_write(session, a, file, named, model, std::move(show));
  }
  return exit_code(search_puzzle(session, model, std::move(show)));
}

}  // namespace

void add_polycube(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("polycube", "Put together pieces made of cubes, from a file of puzzles");
  const auto a = std::make_shared<PolycubeArguments>();
  command->add_option("FILE", a->file, "A file of puzzles, perhaps gzipped; - is standard input")
      ->required();
  std::map<std::string, polycube::Format> formats;
  for (const polycube::Format format : polycube::all_formats) {
    formats.emplace(to_string(format), format);
  }
  add_choice(*command, "--from", a->format, formats,
             "How the file is written; unless given, as it looks")
      ->type_name("FORMAT");
  command->add_option("--problem", a->problem, "Which of its puzzles: a number from 1, or a name")
      ->type_name("WHICH");
  CLI::Option* info = command->add_flag("--info", a->info, "Say what is in the file, and no more");
  CLI::Option* saved = command->add_flag(
      "--saved", a->saved, "Check and draw the assemblies that the file holds; search for none");
  CLI::Option* xmpuzzle =
      command
          ->add_option("--xmpuzzle", a->xmpuzzle,
                       "Write the file of puzzles with the assemblies shown added to those it "
                       "holds; it may be the same file")
          ->type_name("FILE");
  add_puzzle_options(*command, session,
                     {UpTo::none, UpTo::rotations, UpTo::reflections, UpTo::all});
  add_picture_options(*command, session.pictures, Drawn::solid);
  for (CLI::Option* option : {info, saved}) {
    for (const char* other : {"--up-to", "--emit", "--first", "-n", "--all", "--count"}) {
      option->excludes(command->get_option(other));
    }
    option->excludes(xmpuzzle);
  }
  for (const char* picture : {"--svg", "--html", "--stl", "--obj", "--scad"}) {
    info->excludes(command->get_option(picture));
  }
  info->excludes(saved);
  for (const char* other : {"--emit", "--count", "--checkpoint"}) {
    xmpuzzle->excludes(command->get_option(other));
  }
  command->footer(
      "Files: BurrTools (.xmpuzzle, grid of cubes), Knuth's triples, Busche's definitions (D: C: "
      "L),\n"
      "Bundgaard's figures of Soma (/SOMA...). Pieces are turned, never mirrored. BurrTools "
      "leaves\n"
      "out rotated and mirrored assemblies: that is --up-to reflections, or --up-to rotations "
      "where\n"
      "some piece has no mirror image among the pieces.\n\n"
      "--xmpuzzle keeps what a BurrTools file has saved: assemblies with their separations,\n"
      "counts, groups, comments and other puzzles. A found assembly that is saved already is not\n"
      "added. Only a complete search sets the state to solved and states the number of "
      "assemblies,\n"
      "unless the saved number is right up to rotations or reflections. Whatever turns out to be\n"
      "wrong is dropped with a warning.\n\n"
      "Examples:\n"
      "  printf '[0-2][0-2]0\\n3*I 000 100 200\\n' | dlx polycube - --all\n"
      "  dlx polycube puzzle.xmpuzzle --info\n"
      "  dlx polycube puzzle.xmpuzzle --count --up-to reflections\n"
      "  dlx polycube puzzle.xmpuzzle --saved --html saved.html\n"
      "  dlx polycube puzzle.xmpuzzle -n 10 --xmpuzzle solved.xmpuzzle --html solved.html\n");
  command->callback(
      [&session, a] { session.action = [&session, a] { return run_polycube(session, *a); }; });
}

}  // namespace dlx::app
