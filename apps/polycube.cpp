#include "reductions/polycube/polycube.hpp"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/outcome.hpp"
#include "apps/puzzle.hpp"
#include "apps/puzzle_file.hpp"
#include "apps/reading.hpp"
#include "dlx/core/text.hpp"

namespace dlx::app {
namespace {

using polycube::Assembly;
using polycube::Collection;
using polycube::Model;
using polycube::NamedPuzzle;

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
      if (named.stated_assemblies) {
        object["stated_assemblies"] = std::to_string(*named.stated_assemblies);
      }
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
      if (!named.saved.empty()) {
        session.out.print(fmt::format("  saved assemblies: {}\n", named.saved.size()));
      }
      if (named.stated_assemblies) {
        session.out.print(
            fmt::format("  assemblies, as the file says: {}\n", *named.stated_assemblies));
      }
    }
  }
  session.out.flush();
  return success;
}

/// The assemblies that the file holds, each checked.
int show_saved(Session& session, const Model& model, const NamedPuzzle& named) {
  std::size_t bad = 0;
  for (std::size_t n = 0; n < named.saved.size(); ++n) {
    const auto wrong = faults(model, named.saved[n]);
    if (!wrong.empty()) ++bad;
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

/// The file, or what a run that goes on has kept of it.
Collection read_once(Session& session, const PolycubeArguments& a) {
  if (const auto text = session.resumed.find("text"); text != session.resumed.end()) {
    Input input = Input::from_text(text->second, session.checkpoint.file);
    return read_puzzles(input, a.format);
  }
  constexpr std::uint64_t largest_file = std::uint64_t{64} << 20;
  Input input = Input::open(a.file, {.bytes = largest_file, .line_bytes = largest_file});
  std::string text = input.rest();
  if (!session.checkpoint.file.empty()) session.text = text;  // the file may be gone by then
  Input again = Input::from_text(std::move(text), input.name());
  return read_puzzles(again, a.format);
}

int run_polycube(Session& session, const PolycubeArguments& a) {
  const Collection collection = read_once(session, a);
  if (a.info) return describe(session, collection);
  const NamedPuzzle& named = choose(collection, a.file, a.problem);
  const Model model = polycube::build(named.puzzle);
  if (a.saved) return show_saved(session, model, named);
  warn_about_volume(session, model);
  if (session.emit) return emit_problem(session, model.problem);

  // The whole file with the assemblies that were found in place of those it had; how many there are
  // is said only where all were asked for.
  const auto as_xmpuzzle = [&](std::vector<Assembly> assemblies, bool all) {
    Collection written = collection;
    NamedPuzzle& solved =
        written.puzzles[static_cast<std::size_t>(&named - collection.puzzles.data())];
    solved.puzzle = model.puzzle;
    solved.stated_assemblies.reset();
    if (all) solved.stated_assemblies = assemblies.size();
    solved.saved = std::move(assemblies);
    return write_xmpuzzle(written);
  };
  // What the format cannot say, or nobody may write, is better said before the search than after
  // it.
  if (!a.xmpuzzle.empty()) {
    static_cast<void>(as_xmpuzzle({}, false));
    check_writable(a.xmpuzzle);
  }
  std::vector<Assembly> shown;
  Presentation show;
  show.noun = "assembly";
  show.nouns = "assemblies";
  show.title = named.name.empty() ? a.file : named.name;
  if (!a.xmpuzzle.empty()) {
    show.text = [&](const std::string&, std::span<const OptionId> solution) {
      shown.push_back(decode(model, solution));
      return draw(model, shown.back());
    };
    show.fields = [&](Json& line, std::span<const OptionId> solution) {
      shown.push_back(decode(model, solution));
      line["picture"] = draw(model, shown.back());
    };
  }
  const Outcome outcome = search_puzzle(session, model, std::move(show));
  if (!a.xmpuzzle.empty()) {
    write_file(a.xmpuzzle, as_xmpuzzle(std::move(shown), outcome.complete()));
  }
  return exit_code(outcome);
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
      command->add_option("--xmpuzzle", a->xmpuzzle, "Write the puzzle with the assemblies shown")
          ->type_name("FILE");
  add_puzzle_options(*command, session,
                     {UpTo::none, UpTo::rotations, UpTo::reflections, UpTo::all});
  add_picture_options(*command, session.pictures, Drawn::solid);
  for (CLI::Option* option : {info, saved}) {
    for (const char* other : {"--up-to", "--emit", "--first", "-n", "--all", "--count", "--svg",
                              "--html", "--stl", "--obj", "--scad"}) {
      option->excludes(command->get_option(other));
    }
    option->excludes(xmpuzzle);
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
      "Examples:\n"
      "  printf '[0-2][0-2]0\\n3*I 000 100 200\\n' | dlx polycube - --all\n"
      "  dlx polycube puzzle.xmpuzzle --info\n"
      "  dlx polycube puzzle.xmpuzzle --count --up-to reflections\n"
      "  dlx polycube puzzle.xmpuzzle --saved\n"
      "  dlx polycube puzzle.xmpuzzle -n 10 --xmpuzzle solved.xmpuzzle --html solved.html\n");
  command->callback(
      [&session, a] { session.action = [&session, a] { return run_polycube(session, *a); }; });
}

}  // namespace dlx::app
