// The functions of the WebAssembly module that JavaScript can call. Arguments and results are texts
// in JSON, with a few exceptions. The functions share one game (the puzzle or problem that is
// open), and one search for its solutions. Counts are strings, because JavaScript's numbers are too
// small for them. A result is valid until the next call.

#include <emscripten.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/web/downloads.hpp"
#include "bindings/web/pieces_json.hpp"
#include "bindings/web/puzzles.hpp"
#include "bindings/web/search.hpp"
#include "bindings/web/short_list.hpp"
#include "bindings/web/sudoku_json.hpp"
#include "bindings/web/texts.hpp"
#include "dlx/core/restriction.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/link_record.hpp"
#include "dlx/link_record_json.hpp"
#include "dlx/solve/questions.hpp"
#include "dlx/version.hpp"
#include "reductions/drawing/palette.hpp"
#include "reductions/drawing/scene.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/snake/word.hpp"

namespace dlx::web {
namespace {

/// Questions about a problem, for example whether a solution with some options exists. The search
/// for an answer runs in slices of time.
struct Interview {
  Problem problem;
  solve::Questions questions;
};

struct State {
  std::unique_ptr<Game> game;
  std::unique_ptr<Search> search;
  Separations separations;  // how the assemblies found by the search come apart
  std::string answer;
  std::string file;  // the content of the last file that dlx_file() made
  // A problem that JavaScript writes as numbers, see dlx_numbers().
  std::vector<std::uint32_t> numbers;
  std::vector<std::uint32_t> kept;  // the array that kept_as_numbers() returned last
  ShortList short_list;
  std::map<int, Interview> interviews;  // the questions about each problem, by number
};

State& state() {
  static State state;
  return state;
}

Json error(const std::string& message) {
  return {{"error", {{"message", message}}}};
}

Json error(const io::InputError& e) {
  const io::InputError::Place& place = e.place();
  std::string message = e.what();
  std::string prefix = place.file + ":";
  if (place.line != 0) {
    prefix += std::to_string(place.line) + ":" + std::to_string(place.column) + ":";
  }
  if (message.starts_with(prefix)) message.erase(0, prefix.size() + 1);
  Json answer = error(message);
  if (place.line != 0) {
    answer["error"]["line"] = place.line;
    answer["error"]["column"] = place.column;
    answer["error"]["word"] = place.word;
  }
  return answer;
}

/// Calls work(), and returns its result as JSON. If work() throws an exception, returns a JSON
/// object that describes the error.
template <class Work>
const char* answer(Work work) {
  Json json;
  try {
    json = work();
  } catch (const io::InputError& e) {
    json = error(e);
  } catch (const std::bad_alloc&) {
    state().search.reset();
    json = error("out of memory: the problem is too large for a browser");
  } catch (const std::exception& e) {
    json = error(e.what());
  }
  state().answer = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return state().answer.c_str();
}

template <class Value>
Value choice(const Json& request, const char* name,
             std::span<const Name<Value>> values = names<Value>) {
  return by_name(name, request.value(name, std::string(values.front().word)), values);
}

Json progress(const Search& search) {
  const search::Statistics statistics = search.statistics();
  Json told = {{"status", to_string(search.status())},
               {"complete", search.complete()},
               {"found", search.found().to_string()},
               {"nodes", statistics.nodes},
               {"updates", statistics.updates},
               {"share", statistics.share},
               {"engine", to_string(search.engine())},
               {"swept", search.by_table()},
               {"states", search.states()}};
  if (const search::CheapestResult* const costs = search.costs()) {
    const search::CostGap gap = costs->gap();
    told["engine"] = "cost_cells";
    if (gap.best) told["best"] = decimal_text(*gap.best, gap.places);
    if (gap.bound) told["lower_bound"] = decimal_text(*gap.bound, gap.places);
    if (const auto share = gap.share()) told["gap"] = *share;
  }
  return told;
}

Search& present_search() {
  if (state().search == nullptr) throw std::logic_error("no search has begun");
  return *state().search;
}

Game& present_game() {
  if (state().game == nullptr) throw std::logic_error("no problem has been read");
  return *state().game;
}

/// Replaces the open puzzle by the result of make(), and returns the size of its problem as JSON.
template <class Make>
Json opened(Make make) {
  state().search.reset();
  state().game.reset();
  state().game = make();
  const Problem& problem = present_game().problem();
  const polycube::Model* const packing = present_game().packing();
  Json warnings = Json::array();
  if (packing != nullptr) {
    for (std::string& warning : polycube::remarks(packing->puzzle)) {
      warnings.push_back(std::move(warning));
    }
    if (auto fault = polycube::fault_of(packing->puzzle)) warnings.push_back(*std::move(fault));
  }
  return {{"primary", problem.primary_count()},
          {"secondary", problem.secondary_count()},
          {"options", problem.option_count()},
          {"solid", is_solid(present_game())},
          {"net", present_game().common().style == drawing::Style::net},
          {"grid", packing == nullptr ? Json() : Json(to_string(packing->puzzle.grid))},
          {"warnings", std::move(warnings)}};
}

/// The number of an option, counted from 0. In a problem with fixed or forbidden options, options
/// keep the numbers that they have in the original problem.
std::uint32_t place(const Problem& problem, OptionId option) {
  return problem.number(option) - 1;
}

/// The options whose numbers, counted from 0, are in the list with this name in the request.
std::vector<OptionId> options_in(const Json& request, const char* name, const Problem& problem) {
  std::vector<OptionId> options;
  for (const Json& number : request.value(name, Json::array())) {
    const auto option = number.is_number_unsigned()
                            ? problem.find_option(number.get<std::uint64_t>() + 1)
                            : std::nullopt;
    if (!option) {
      throw std::invalid_argument(std::string(name) + ": " + number.dump() +
                                  " is not the number of an option; they are numbered from 0");
    }
    options.push_back(*option);
  }
  return options;
}

Interview& interview(const Json& request) {
  const auto found = state().interviews.find(request.at("id").get<int>());
  if (found == state().interviews.end()) throw std::invalid_argument("the questions are closed");
  return found->second;
}

/// The answer to a question: {"status": "running" if the search can be continued, otherwise
/// "exhausted" or another reason for its end, "solution": numbers of options, or null}.
Json answer_of(Interview& asked, const std::optional<std::vector<OptionId>>& found) {
  Json solution;
  if (found) {
    solution = Json::array();
    for (const OptionId option : *found) solution.push_back(place(asked.problem, option));
  }
  const Status status = asked.questions.status();
  return {{"status", to_string(status == Status::time_limit ? Status::running : status)},
          {"solution", std::move(solution)}};
}

/// The state of a search as an array of numbers. The first four numbers are: whether the search is
/// running; whether it is complete; the number of nodes; the number of solutions kept. For each
/// solution, its length and the numbers of its options (from 0) follow.
const std::uint32_t* kept_as_numbers(const Search& search) {
  const Problem& problem = present_game().problem();
  std::vector<std::uint32_t>& kept = state().kept;
  kept.assign({search.status() == Status::running ? 1U : 0U, search.complete() ? 1U : 0U,
               static_cast<std::uint32_t>(search.statistics().nodes),
               static_cast<std::uint32_t>(search.solutions().size())});
  for (const Solution& solution : search.solutions()) {
    kept.push_back(static_cast<std::uint32_t>(solution.size()));
    for (const OptionId option : solution) kept.push_back(place(problem, option));
  }
  return kept.data();
}

}  // namespace
}  // namespace dlx::web

extern "C" {

using namespace dlx;
using namespace dlx::web;

/// Returns {"version", "engines": names of engines, "puzzles": see catalogued_puzzles(), "snakes":
/// [{"name", "title", "word", "side"}], "cubes": see sold_cubes(), "palette": the colours of the
/// first 24 pieces}.
EMSCRIPTEN_KEEPALIVE const char* dlx_about() {
  return answer([] {
    Json snakes = Json::array();
    for (const snake::Named& known : snake::named()) {
      snakes.push_back({{"name", known.name},
                        {"title", known.title},
                        {"word", known.snake.word},
                        {"side", known.snake.side}});
    }
    Json engines = Json::array();
    for (const auto& engine : general_engine_names) engines.push_back(engine.word);
    return Json{{"version", DLX_VERSION},
                {"engines", engines},
                {"puzzles", catalogued_puzzles()},
                {"snakes", snakes},
                {"cubes", sold_cubes()},
                {"palette", drawing::palette::colours_of(std::vector<std::string>(24))}};
  });
}

/// Opens the puzzle or problem ("game") that make_game() makes from the request. Closes the game
/// and the search that were open before. Returns the size of the problem, whether its solutions are
/// solid bodies, and whether they can be drawn as nets (unfolded sides of a cube). For a packing of
/// pieces, also returns the grid and "warnings": pieces that consist of several parts, and volumes
/// that exclude every solution. On failure, returns {"error": {"message"}}. If the error is in a
/// text, the object "error" also has "line", "column" (in characters) and "word".
EMSCRIPTEN_KEEPALIVE const char* dlx_open(const char* request) {
  return answer([&] { return opened([&] { return make_game(Json::parse(request)); }); });
}

/// Opens a problem that is given as an array of numbers, which make_game() describes. Returns the
/// result of dlx_open().
EMSCRIPTEN_KEEPALIVE const char* dlx_open_numbers(const std::uint32_t* numbers, int count) {
  const std::span given(numbers, static_cast<std::size_t>(count));
  return answer([&] { return opened([&] { return make_game(given); }); });
}

/// Begins a search for the solutions of the open puzzle. Takes {"want": "count" or "list", "most",
/// "engine", "up_to", "preprocess", "sweep", "random", "cheapest", "of_least_cost", "max_cost": a
/// text}; only "want" is required. The struct Request describes the members. For packings, "up_to"
/// may also be "as-burrtools". Returns the progress in the form of dlx_run().
EMSCRIPTEN_KEEPALIVE const char* dlx_start(const char* text) {
  return answer([&] {
    const Json json = Json::parse(text);
    Request request;
    request.count = json.at("want") == "count";
    request.most = json.value("most", request.most);
    request.engine = choice(json, "engine", general_engine_names);
    const polycube::Model* const packing = present_game().packing();
    request.up_to = packing != nullptr && json.value("up_to", "") == "as-burrtools"
                        ? polycube::as_burrtools(*packing)
                        : choice<UpTo>(json, "up_to");
    request.preprocess = json.value("preprocess", request.preprocess);
    request.sweep = json.value("sweep", request.sweep);
    if (json.contains("random")) request.random = json["random"].get<std::uint64_t>();
    request.cheapest = json.value("cheapest", false);
    request.of_least_cost = json.value("of_least_cost", false);
    if (json.contains("max_cost")) {
      Options options;
      set(options, "max_cost", json["max_cost"].get<std::string>());
      request.max_cost = options.max_cost;
    }
    state().search.reset();
    state().separations.clear();
    state().search = std::make_unique<Search>(present_game(), request);
    return progress(present_search());
  });
}

/// Takes {"fix", "forbid": numbers of options, from 0}. Replaces the open puzzle by the problem
/// whose solutions contain all options of "fix" and no option of "forbid". Options keep their
/// numbers. Returns the same JSON as dlx_open().
EMSCRIPTEN_KEEPALIVE const char* dlx_restrict(const char* text) {
  return answer([&] {
    const Json request = Json::parse(text);
    const Problem& whole = present_game().problem();
    Problem left =
        restricted(whole, options_in(request, "fix", whole), options_in(request, "forbid", whole));
    return opened([&] { return make_game(std::move(left)); });
  });
}

/// Prepares to answer questions about the problem of the open puzzle. Takes {"slice": the length of
/// a slice in milliseconds, 50 unless given, "random": a seed, optional}. Another puzzle may be
/// opened afterwards. Returns {"id"}, a number that the functions below take to identify these
/// questions.
EMSCRIPTEN_KEEPALIVE const char* dlx_questions(const char* text) {
  return answer([&] {
    const Json request = Json::parse(text);
    Options options;
    options.time = std::chrono::milliseconds(request.value("slice", 50));
    if (request.contains("random")) options.random = request["random"].get<std::uint64_t>();
    const Problem& problem = present_game().problem();
    auto& all = state().interviews;
    const int id = all.empty() ? 1 : all.rbegin()->first + 1;
    all.emplace(id, Interview{problem, solve::Questions(problem, options)});
    return Json{{"id", id}};
  });
}

/// Asks for a solution that contains all options of "fix" and no option of "forbid", and searches
/// for one slice. Takes {"id", "fix", "forbid": numbers of options, from 0}. Returns the result of
/// answer_of().
EMSCRIPTEN_KEEPALIVE const char* dlx_ask(const char* text) {
  return answer([&] {
    const Json request = Json::parse(text);
    Interview& asked = interview(request);
    std::vector<Assumption> assumptions;
    for (const OptionId o : options_in(request, "fix", asked.problem)) assumptions.push_back({o});
    for (const OptionId o : options_in(request, "forbid", asked.problem)) {
      assumptions.push_back({o, false});
    }
    return answer_of(asked, asked.questions.ask(assumptions));
  });
}

/// Takes {"id"}. Continues the search for an answer for one slice. If the last call found a
/// solution, looks for another solution. Returns the JSON of answer_of().
EMSCRIPTEN_KEEPALIVE const char* dlx_ask_on(const char* text) {
  return answer([&] {
    Interview& asked = interview(Json::parse(text));
    return answer_of(asked, asked.questions.another());
  });
}

/// Takes {"id"}. Returns options of the last question that exclude every solution: {"fix",
/// "forbid": numbers of options, from 0, "minimal": whether no option can be left out}. To find
/// these options, further questions are asked; each of these questions has one slice.
EMSCRIPTEN_KEEPALIVE const char* dlx_core(const char* text) {
  return answer([&] {
    Interview& asked = interview(Json::parse(text));
    const solve::Questions::Core core = asked.questions.core();
    Json found = {{"fix", Json::array()}, {"forbid", Json::array()}, {"minimal", core.is_minimal}};
    for (const Assumption& each : core.assumptions) {
      found[each.chosen ? "fix" : "forbid"].push_back(place(asked.problem, each.option));
    }
    return found;
  });
}

/// Takes {"id"} of dlx_questions(). Releases the memory of these questions.
EMSCRIPTEN_KEEPALIVE const char* dlx_close(const char* text) {
  return answer([&] {
    state().interviews.erase(Json::parse(text).at("id").get<int>());
    return Json::object();
  });
}

/// Continues the search for about this number of milliseconds. Returns {"status": "running" until
/// the search has ended, "complete", "found", "nodes", "updates", "share", "engine", "swept",
/// "states"}. A search for the cheapest solutions also returns "best", "lower_bound" and "gap", if
/// they are known.
EMSCRIPTEN_KEEPALIVE const char* dlx_run(int milliseconds) {
  return answer([&] {
    present_search().run(std::chrono::milliseconds(milliseconds));
    return progress(present_search());
  });
}

/// Returns at most `most` of the solutions that the search has stored, beginning with number
/// `first`, counted from 0: [{"options": numbers from 1, "text", "picture": SVG or null, "cost":
/// only in a search for the cheapest solutions}].
EMSCRIPTEN_KEEPALIVE const char* dlx_solutions(int first, int most) {
  return answer([&] {
    Json list = Json::array();
    const auto kept = present_search().solutions();
    for (int n = first; n < first + most && static_cast<std::size_t>(n) < kept.size(); ++n) {
      const Solution& solution = kept[static_cast<std::size_t>(n)];
      Json options = Json::array();
      for (const OptionId option : solution)
        options.push_back(present_game().problem().number(option));
      list.push_back({{"options", std::move(options)},
                      {"text", text(present_game(), std::to_string(n + 1), solution)},
                      {"picture", picture_of(present_game(), solution)}});
      if (const search::CheapestResult* const costs = present_search().costs()) {
        const std::int64_t cost = costs->solutions[static_cast<std::size_t>(n)].cost;
        list.back()["cost"] = decimal_text(cost, costs->places);
      }
    }
    return list;
  });
}

/// Returns memory for `count` numbers. The memory is valid until a call with a larger count.
EMSCRIPTEN_KEEPALIVE std::uint32_t* dlx_numbers(int count) {
  std::vector<std::uint32_t>& numbers = state().numbers;
  if (numbers.size() < static_cast<std::size_t>(count)) {
    numbers.resize(static_cast<std::size_t>(count));
  }
  return numbers.data();
}

/// Lists the solutions of a problem for a first slice of time, and returns the array of
/// kept_as_numbers(). Some problems take only microseconds, so this function needs only one call
/// and no JSON. The function tries a very short search first. If the short search does not finish
/// the list, the function opens the problem as dlx_open_numbers() does, and searches for one slice.
/// Before the call, the caller must write these numbers to dlx_numbers(): the index of the engine
/// in general_engine_names, whether to preprocess, the largest number of solutions, the slice in
/// milliseconds (0: only a short search), and then the numbers of dlx_open_numbers(). Returns null
/// if the slice is 0 and the short search has not found all solutions. Also returns null if the
/// problem is invalid; dlx_open_numbers() then tells why.
EMSCRIPTEN_KEEPALIVE const std::uint32_t* dlx_list_numbers(int count) {
  constexpr std::size_t head = 4;
  const std::span<const std::uint32_t> numbers(state().numbers.data(),
                                               static_cast<std::size_t>(count));
  try {
    Request request;
    request.count = false;
    request.engine = general_engine_names[numbers[0]].value;
    request.preprocess = numbers[1] != 0;
    request.most = numbers[2];
    if (request.engine == EngineKind::automatic) {
      const auto* const kept = state().short_list.list(numbers.subspan(head), request.most);
      if (kept != nullptr) return kept;
    }
    if (numbers[3] == 0) return nullptr;
    state().search.reset();
    state().game = make_game(numbers.subspan(head));
    state().search = std::make_unique<Search>(present_game(), request);
    state().search->run(std::chrono::milliseconds(numbers[3]));
    return kept_as_numbers(present_search());
  } catch (const std::exception&) {
    state().search.reset();
    state().game.reset();
    return nullptr;
  }
}

/// Returns the solutions that the search has listed so far, as kept_as_numbers().
EMSCRIPTEN_KEEPALIVE const std::uint32_t* dlx_kept_numbers() {
  return kept_as_numbers(present_search());
}

/// Takes {"format": "knuth" or "json"}. Returns {"text": the problem of the open puzzle in that
/// format}.
EMSCRIPTEN_KEEPALIVE const char* dlx_text(const char* request) {
  return answer([&] {
    const bool json = Json::parse(request).value("format", "knuth") == "json";
    return Json{
        {"text", problem_text(present_game(), json ? ProblemFormat::json : ProblemFormat::knuth)}};
  });
}

/// Records how dancing links search the open problem, operation by operation. Takes {"title": the
/// title of the page}. Returns {"page": the page of `dlx explain --html`}.
EMSCRIPTEN_KEEPALIVE const char* dlx_explain(const char* request) {
  return answer([&] {
    const Game& game = present_game();
    if (game.walks() != nullptr) {
      throw std::invalid_argument(
          "a snake is searched along its path; this view shows exact covers");
    }
    const Problem& problem = game.problem();
    require_followable(problem);
    RecordOptions options;
    const LinkRecord minimum = record_search(problem, options);
    options.rule = BranchingRule::first_active;
    const std::string title = Json::parse(request).value("title", "");
    return Json{
        {"page", drawing::scene::search_page(search_as_json(
                     problem, minimum, record_search(problem, options), title, board(game)))}};
  });
}

/// Takes a text that was pasted or dropped: {"text", "name": the name of the file, or ""}. Returns
/// the result of look_at_text().
EMSCRIPTEN_KEEPALIVE const char* dlx_look(const char* request) {
  return answer([&] { return look_at_text(Json::parse(request)); });
}

/// Takes foam pieces as pieces_json.hpp describes them. Returns their faults, see
/// complaints_about().
EMSCRIPTEN_KEEPALIVE const char* dlx_complaints(const char* request) {
  return answer([&] { return complaints_about(pieces_from_json(Json::parse(request))); });
}

/// Takes foam pieces as pieces_json.hpp describes them. Returns single cells that were perhaps
/// mistyped, see mends_of().
EMSCRIPTEN_KEEPALIVE const char* dlx_mends(const char* request) {
  return answer([&] { return mends_of(pieces_from_json(Json::parse(request))); });
}

/// Takes {"text"}. Returns {"pieces": see pieces_in_text()}.
EMSCRIPTEN_KEEPALIVE const char* dlx_pieces(const char* request) {
  return answer([&] { return Json{{"pieces", pieces_in_text(Json::parse(request).at("text"))}}; });
}

/// Takes the description of a snake puzzle: {"text": a snake in any notation that snake::parse()
/// reads}. Returns {"word", "side", "segments": the number of cubelets of each straight piece,
/// "palindrome": whether the snake is equal from both ends}.
EMSCRIPTEN_KEEPALIVE const char* dlx_snake(const char* request) {
  return answer([&] {
    const snake::Snake snake = snake::parse(Json::parse(request).at("text").get<std::string>());
    return Json{{"word", snake.word},
                {"side", snake.side},
                {"segments", snake::segments(snake)},
                {"palindrome", snake::is_palindrome(snake)}};
  });
}

/// These functions take a sudoku, and return the objects that sudoku_json.hpp describes.
/// @{
EMSCRIPTEN_KEEPALIVE const char* dlx_sudoku(const char* request) {
  return answer([&] { return board_of_sudoku(Json::parse(request)); });
}
EMSCRIPTEN_KEEPALIVE const char* dlx_sudoku_judge(const char* request) {
  return answer([&] { return judge_sudoku(Json::parse(request)); });
}
EMSCRIPTEN_KEEPALIVE const char* dlx_sudoku_hint(const char* request) {
  return answer([&] { return hint_for_sudoku(Json::parse(request)); });
}
EMSCRIPTEN_KEEPALIVE const char* dlx_sudoku_new(const char* request) {
  return answer([&] { return new_sudoku(Json::parse(request)); });
}
/// @}

/// Returns a solution that the search has stored, as {"scene": a 3D scene, see viewer/README.md}.
/// `number`: the number of the solution, from 0. If `milliseconds` is not 0, also tries for about
/// this time to take the assembly apart. If `turns` is 1 or 2, rotations of pieces by 90 degrees
/// are tried, too. If `turns` is 2, pieces may also stop at half cells. If `milliseconds` is not 0,
/// the result is {"scene", "verdict", "level", "turns": whether the moves found contain rotations,
/// "states", "least"}; see apart::Disassembly.
EMSCRIPTEN_KEEPALIVE const char* dlx_scene(int number, const char* title, int milliseconds,
                                           int turns) {
  return answer([&] {
    return scene_of(present_game(), present_search(), number, Json::parse(title),
                    {.patience = std::chrono::milliseconds(milliseconds),
                     .turns = static_cast<apart::Turns>(std::clamp(turns, 0, 2))},
                    state().separations);
  });
}

/// Makes a file for download. Takes {"what": its format, see download(), "number": the number of a
/// solution, from 0, "title"}. Returns {"bytes": the size of the file}. dlx_file_bytes() returns a
/// pointer to the content, which is valid until the next call of dlx_file().
EMSCRIPTEN_KEEPALIVE const char* dlx_file(const char* request) {
  return answer([&] {
    state().file =
        download(present_game(), present_search(), state().separations, Json::parse(request));
    return Json{{"bytes", state().file.size()}};
  });
}

EMSCRIPTEN_KEEPALIVE const char* dlx_file_bytes() {
  return state().file.data();
}
}
