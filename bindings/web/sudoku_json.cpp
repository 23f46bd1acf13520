#include "bindings/web/sudoku_json.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/web/puzzles.hpp"
#include "dlx/core/text.hpp"
#include "dlx/solve/clues.hpp"
#include "dlx/solve/hint_words.hpp"
#include "dlx/solve/questions.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/classics/sudoku_text.hpp"

namespace dlx::web {
namespace {

using classics::sudoku::Board;
using classics::sudoku::Group;
using classics::sudoku::Model;
using classics::sudoku::Parity;
using classics::sudoku::Puzzle;
using solve::Hint;

std::size_t at(int square) {
  return static_cast<std::size_t>(square);
}

/// The limits for each search about a sudoku. The limits are small, because the page searches again
/// at each change while a user types a sudoku.
Options patience(int milliseconds) {
  Options options;
  options.time = std::chrono::milliseconds(milliseconds);
  return options;
}

constexpr int patience_of_judge = 250;   // time limit in ms for counting solutions
constexpr int patience_of_hint = 3'000;  // time limit in ms for finding a hint
constexpr int patience_of_new = 10'000;  // time limit in ms for making a new sudoku

/// The sudoku of a request, with the values that the user has typed into its squares.
Puzzle typed_sudoku(const Json& request) {
  Puzzle puzzle = sudoku_in(request);
  if (!request.contains("values")) return puzzle;
  const auto values = request["values"].get<std::vector<int>>();
  const bool fits = values.size() == puzzle.squares.size() &&
                    std::all_of(values.begin(), values.end(),
                                [&](int value) { return value >= 0 && value <= puzzle.size(); });
  if (!fits) throw std::invalid_argument("the values do not fit to the sudoku");
  puzzle.squares = values;
  return puzzle;
}

Board rules_of(const Puzzle& puzzle) {
  return puzzle.board ? *puzzle.board
                      : classics::sudoku::plain_board(puzzle.box_width, puzzle.box_height);
}

/// The squares whose value occurs twice in a group of the board (a row, column, box, region,
/// diagonal, window or cage). If there are no such squares, returns the squares that break another
/// rule.
std::set<int> conflicts_of(const Puzzle& puzzle, const Board& board) {
  std::set<int> found;
  for (const Group& group : board.groups) {
    for (const int a : group.squares) {
      for (const int b : group.squares) {
        const int value = puzzle.squares[at(a)];
        if (a != b && value != 0 && value == puzzle.squares[at(b)]) found.insert(a);
      }
    }
  }
  if (!found.empty()) return found;
  if (const auto other = conflict(puzzle)) found = {other->first, other->second};
  return found;
}

solve::HintWords words_of(const Model& model) {
  return {.option = [&model](OptionId option) { return words_of_option(model, option); },
          .item = [&model](ItemId item) { return words_of_item(model, item); }};
}

/// The reason why a sudoku has no solution, in words.
Json why_none(const Model& model, const Options& options) {
  solve::Hints hints(model.problem, options);
  const Hint hint = hints.next();
  if (hint.kind != Hint::Kind::unsolvable || !hint.item) {
    return Json::array({"no solution: only a search shows it"});
  }
  return split_at(in_words(model.problem, words_of(model), hint), "\n");
}

Json candidates_of(const Model& model) {
  std::vector<std::vector<int>> values(model.puzzle.squares.size());
  for (const auto& [square, value] : model.candidates) values[at(square)].push_back(value);
  return values;
}

}  // namespace

Json board_of_sudoku(const Json& request) {
  const Puzzle puzzle = typed_sudoku(request);
  const Board board = rules_of(puzzle);
  Json symbols = Json::array();
  for (int value = 1; value <= puzzle.size(); ++value) {
    symbols.push_back(puzzle.alphabet.symbol(value));
  }
  Json groups = Json::array();
  constexpr const char* kinds[] = {"line", "region", "diagonal", "area", "cage"};
  for (const Group& group : board.groups) {
    if (group.kind == Group::Kind::line) continue;
    groups.push_back({{"kind", kinds[static_cast<std::size_t>(group.kind)]},
                      {"squares", group.squares},
                      {"sum", group.sum}});
  }
  constexpr const char* relations[] = {"", "", "less", "consecutive", "twice"};
  Json pairs = Json::array();
  for (const auto& [first, second, relation] : board.pairs) {
    const std::string kind = relations[static_cast<std::size_t>(relation)];
    if (!kind.empty()) pairs.push_back({{"kind", kind}, {"squares", {first, second}}});
  }
  Json absent = Json::array();
  Json parities = {{"even", Json::array()}, {"odd", Json::array()}};
  for (int square = 0; square < board.width * board.height; ++square) {
    if (!board.has[at(square)]) absent.push_back(square);
    if (board.parity[at(square)] == Parity::even) parities["even"].push_back(square);
    if (board.parity[at(square)] == Parity::odd) parities["odd"].push_back(square);
  }
  const std::string text = request.value("squares", std::string());
  const std::size_t end =
      classics::sudoku::begins_with_rule(text) ? classics::sudoku::rules_in(text).end : 0;
  return {{"box_width", puzzle.box_width}, {"box_height", puzzle.box_height},
          {"squares", puzzle.squares},     {"line", one_line(puzzle)},
          {"rules", text.substr(0, end)},  {"symbols", std::move(symbols)},
          {"groups", std::move(groups)},   {"conflicts", conflicts_of(puzzle, board)},
          {"width", board.width},          {"height", board.height},
          {"absent", std::move(absent)},   {"pairs", std::move(pairs)},
          {"even", parities["even"]},      {"odd", parities["odd"]}};
}

Json judge_sudoku(const Json& request) {
  const Puzzle puzzle = typed_sudoku(request);
  if (const auto broken = conflict(puzzle)) {
    return {{"verdict", "none"}, {"why", Json::array({broken->words})}};
  }
  const Model model = build(puzzle);
  Json told = {{"candidates", candidates_of(model)}};
  const Options options = patience(request.value("patience", patience_of_judge));
  solve::Questions questions(model.problem, options);
  const auto first = questions.ask();
  const auto second = first ? questions.another() : std::nullopt;
  if (second) {
    told["verdict"] = "several";
    const std::vector<int> one = decode(model, *first).squares;
    const std::vector<int> other = decode(model, *second).squares;
    told["differ"] = Json::array();
    for (std::size_t s = 0; s < one.size(); ++s) {
      if (one[s] != other[s]) told["differ"].push_back(s);
    }
  } else if (questions.status() != Status::exhausted) {
    told["verdict"] = "unknown";
  } else if (first) {
    told["verdict"] = "one";
    solve::Hints hints(model.problem, options);
    if (const auto level = hints.level()) told["level"] = *level;
  } else {
    told["verdict"] = "none";
    told["why"] = why_none(model, options);
  }
  return told;
}

Json hint_for_sudoku(const Json& request) {
  const Puzzle puzzle = typed_sudoku(request);
  if (const auto broken = conflict(puzzle)) return {{"why", Json::array({broken->words})}};
  const Model model = build(puzzle);
  solve::Hints hints(model.problem, patience(patience_of_hint));
  solve::HintWords words = words_of(model);
  // Options that choose the set of values of a cage are not shown as steps.
  words.is_step = [&](OptionId option) { return index(option) < model.candidates.size(); };
  const solve::NextStep step = next_step(hints, words);
  const Hint& hint = step.hint;
  if (hint.kind == Hint::Kind::unknown) {
    return {{"why", Json::array({"no hint was found within three seconds"})}};
  }
  Json told = {{"why", split_at(in_words(model.problem, words, step), "\n")}};
  if (hint.option) {
    const auto [square, value] = model.candidates[index(*hint.option)];
    told["square"] = square;
    told["value"] = value;
    told["level"] = step.level();
  }
  return told;
}

Json new_sudoku(const Json& request) {
  Puzzle blank = sudoku_in(request);
  std::fill(blank.squares.begin(), blank.squares.end(), 0);
  const Model model = build(std::move(blank));
  const Options options = patience(patience_of_new);
  const auto made =
      solve::new_clues(model.problem, model.candidates.size(), request.value("seed", 0U),
                       request.value("level", 1), options, search::Deadline(options));
  return {{"line", made.clues ? Json(one_line(decode(model, *made.clues))) : Json()}};
}

}  // namespace dlx::web
