#include "reductions/snake/snake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/cli/parameters.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/search.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/text.hpp"
#include "dlx/solver.hpp"
#include "reductions/snake/as_cover.hpp"

namespace dlx::app {
namespace {

using snake::Folding;

enum class FoldFormat { arrows, coordinates, segments, layers, json };

const std::map<std::string, std::optional<FoldFormat>> format_names = {
    {"arrows", FoldFormat::arrows},
    {"coordinates", FoldFormat::coordinates},
    {"segments", FoldFormat::segments},
    {"layers", FoldFormat::layers},
    {"json", FoldFormat::json}};

struct SnakeArguments {
  std::vector<std::string> words;
  snake::Start start = snake::Start::anywhere;
  std::optional<FoldFormat> format;
  bool list = false;
};

snake::Snake snake_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  if (words.size() == 1 && text.find('.') != std::string::npos) {
    throw std::invalid_argument(in_quotes(text) +
                                " is not a snake: a snake is typed, not read from a file, such as "
                                "'dlx snake 3 2 2 2 ...'; a file of pieces: dlx polycube FILE");
  }
  try {
    return snake::named_or_spelled(text);
  } catch (const std::invalid_argument& e) {
    const bool like_a_name = text.find_first_not_of("ESCesc01/bw ") != std::string::npos &&
                             std::all_of(text.begin(), text.end(), [](unsigned char c) {
                               return std::isalpha(c) != 0 || c == ' ';
                             });
    if (!like_a_name) throw;
    std::vector<std::string> names;
    for (const snake::Named& known : snake::named()) names.push_back(known.name);
    const std::string meant = did_you_mean(text, names);
    throw std::invalid_argument("no snake is named " + in_quotes(text) +
                                (meant.empty()
                                     ? fmt::format(", and it spells none ({}); known", e.what())
                                     : meant + " Known") +
                                " are: " + joined(names, " "));
  }
}

int list_named(const Request& request, Console& console) {
  for (const snake::Named& known : snake::named()) {
    if (request.json) {
      console.print_json({{"name", known.name},
                          {"side", known.snake.side},
                          {"word", known.snake.word},
                          {"title", known.title},
                          {"source", known.source}});
    } else {
      console.print(fmt::format("{:<10} {}  {}\n{:<10} {}\n", known.name, known.snake.side,
                                known.title, "", known.snake.word));
    }
  }
  return success;
}

std::string layers_of(const Folding& folding) {
  return drawing::numbered_layers({nullptr, bodies(folding)});
}

std::string as_text(const Folding& folding, std::optional<FoldFormat> format) {
  switch (format.value_or(FoldFormat::arrows)) {
    case FoldFormat::coordinates:
      return coordinates(folding) + "\n";
    case FoldFormat::segments:
      return turns(folding) + "\n";
    case FoldFormat::layers:
      return layers_of(folding) + "\n";
    default:
      return arrows(folding) + "\n";
  }
}

void add_fields(Json& line, const Folding& folding) {
  line["arrows"] = arrows(folding);
  line["segments"] = turns(folding);
  line["cells"] = Json::array();
  for (const auto& c : folding.cells) line["cells"].push_back({c.x, c.y, c.z});
}

/// Called if the snake of `puzzle` has no folding. Prints snakes that differ from this snake in one
/// cubelet and can be folded. The search for such snakes ends after a second, or at a signal.
void suggest_snakes(const Request& request, Console& console, const snake::Puzzle& puzzle) {
  constexpr std::chrono::milliseconds patience(1000);
  const auto start = std::chrono::steady_clock::now();
  const std::atomic<bool>* const stop = Watch(request, console).options().stop;
  std::vector<std::string> found;
  for (const snake::Snake& near : near_snakes(puzzle.snake)) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        start + patience - std::chrono::steady_clock::now());
    if (*stop || left.count() <= 0) break;
    snake::Puzzle changed = puzzle;
    changed.snake = near;
    // This short search does not prove that no folding exists.
    Options options{.nodes = 20'000, .stop = stop};
    options.time = left;
    if (!Solver(build(std::move(changed)).problem, options).next()) continue;
    const auto place = std::mismatch(near.word.begin(), near.word.end(), puzzle.snake.word.begin());
    found.push_back(fmt::format("cubelet {} were {}: {}", place.first - near.word.begin() + 2,
                                *place.first == '1' ? "a corner" : "straight", with_ends(near)));
  }
  constexpr std::size_t shown = 4;
  for (std::size_t i = 0; i < found.size() && i < shown; ++i) {
    console.warning("mistyped? It could be folded if " + found[i]);
  }
  if (found.size() > shown) {
    console.line("  or in " + quantity(found.size() - shown, "more way"));
  }
}

/// Searches and shows foldings. `Model` is either a path problem, whose solutions are covers with
/// options that form a path, or the exact-cover problem with colours that --engine dancing_links
/// searches.
template <class Model>
int fold(const Request& request, Console& console, const SnakeArguments& a,
         const catalogue::Reduced<Model>& puzzle) {
  const Model& model = puzzle.model();
  Presentation show;
  show.title = "Snake cube";
  for (const std::string& word : a.words) show.title += ' ' + word;
  show.noun = "folding";
  show.nouns = "foldings";
  for (const auto& [name, format] : format_names) {
    if (format == a.format && format != FoldFormat::arrows) show.facts["form of solutions"] = name;
  }
  // If one folding is wanted and no format was asked for, the layers of the folding are shown too.
  const bool with_layers = !a.format && !request.wanted.all && !request.wanted.n;
  show.text = [&](const std::string&, std::span<const OptionId> solution) {
    const Folding folding = decode(model, solution);
    return as_text(folding, a.format) + (with_layers ? layers_of(folding) : "");
  };
  show.fields = [&](Json& line, std::span<const OptionId> solution) {
    add_fields(line, decode(model, solution));
  };
  const Outcome outcome = search_and_draw(request, console, puzzle, std::move(show));
  const bool printed = request.draws_in_text() && (with_layers || a.format == FoldFormat::layers);
  if (outcome.answer.complete() && outcome.answer.count == "0") {
    suggest_snakes(request, console, model.puzzle);
  }
  if (printed && outcome.draws()) note_drawings(console, puzzle.common());
  return exit_code(outcome);
}

int run_snake(const Request& request, Console& console, const SnakeArguments& a) {
  if (a.list) return list_named(request, console);
  if (a.words.empty()) throw std::invalid_argument("which snake? Give a word or a name");
  snake::Puzzle puzzle{
      .snake = snake_of(a.words), .start = a.start, .up_to = request.options.up_to};
  if (request.emit) {
    if (is_palindrome(puzzle.snake)) {
      console.note("a palindrome: a folding and its reverse are two solutions here");
    }
    return emit_problem(request, console, build_cover(std::move(puzzle)).problem);
  }
  if (request.options.engine == EngineKind::dancing_links) {
    return fold(request, console, a, catalogue::Reduced(build_cover(std::move(puzzle))));
  }
  return fold(request, console, a, catalogue::Reduced(build(std::move(puzzle))));
}

}  // namespace

void add_snake(CLI::App& command, CommandLine& line) {
  auto a = std::make_shared<SnakeArguments>();
  std::string names = "{";
  for (const snake::Named& known : snake::named()) names += known.name + ",";
  command
      .add_option("SNAKE", a->words,
                  "A name (see --list); or the lengths of the straight parts, such as 3 2 2 ...; "
                  "or a word with a letter for each cubelet. The letters are 0 (straight) and 1 "
                  "(corner), without the two ends; or E (end), S (straight) and C (corner), as in "
                  "ESCC...E; or colours with / after each corner, as in bwb/w/...")
      ->type_name(names + "WORD}");
  add_choice<snake::Start>(command, "--start WHERE", a->start,
                           {{"anywhere", snake::Start::anywhere}, {"corner", snake::Start::corner}},
                           "Where the first cubelet may lie");
  add_choice<std::optional<FoldFormat>>(command, "--format HOW", a->format, format_names,
                                        "How to show a folding");
  command.add_flag("--list", a->list, "List the snakes that have a name");
  add_puzzle_options(command, line.request, PictureKind::in_space,
                     {UpTo::none, UpTo::rotations, UpTo::reflections},
                     {EngineKind::automatic, EngineKind::dancing_links, EngineKind::path_links});
  command.footer(
      "A folding is shown by an arrow for each straight part: > < ^ v . o are the directions +x\n"
      "-x +y -y +z -z. A single folding is also shown by its layers, the top one (the greatest z)\n"
      "first, with the number of the cubelet in each cell; y points up.\n\n"
      "Foldings are counted up to the 48 symmetries of the cube unless --up-to is given. With\n"
      "--start corner, mirror images count separately (--up-to rotations). If a snake reads the\n"
      "same from both ends, a folding and its reverse count once.\n\n"
      "--engine dancing_links searches the puzzle as an exact cover with colours, which is\n"
      "slower. --emit writes this problem; in it a folding and its reverse are two solutions.\n\n"
      "Examples:\n"
      "  dlx snake christmas\n"
      "  dlx snake bwb/w/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/wb --start corner --all\n"
      "  dlx snake 3 2 2 3 2 3 2 2 3 3 2 2 2 3 3 3 3 --format coordinates\n"
      "  dlx snake purple --count               6\n"
      "  dlx snake two --all --format layers --svg two.svg\n"
      "  dlx snake christmas --html christmas.html\n"
      "  dlx snake --list\n");
  const CLI::Option* up_to = command.get_option("--up-to");
  command.callback([&line, a, up_to] {
    Request& request = line.request;
    // By default, mirror images count separately for foldings that start in a corner, because
    // published counts do so.
    if (up_to->count() == 0) {
      request.options.up_to =
          a->start == snake::Start::corner ? UpTo::rotations : UpTo::reflections;
    }
    if (a->format == FoldFormat::json) request.json = true;
    line.action = with_arguments(a, run_snake);
  });
}

}  // namespace dlx::app
