#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "dlx/solver.hpp"
#include "reductions/classics/sudoku_text.hpp"
#include "reductions/drawing/scene.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::web {

using Json = nlohmann::ordered_json;
using Solution = std::vector<OptionId>;

/// What the page has before it: a problem that was pasted, or a puzzle.
class Game {
 public:
  Game() = default;
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;
  virtual ~Game() = default;

  [[nodiscard]] virtual const Problem& problem() const = 0;
  /// The walks that are looked for, if they are.
  [[nodiscard]] virtual const PathProblem* path() const { return nullptr; }
  /// A solution as the command dlx prints it.
  [[nodiscard]] virtual std::string text(const std::string& number,
                                         std::span<const OptionId> solution) const = 0;
  /// The same as data to be drawn, an object with a member "kind"; null if there is no picture.
  [[nodiscard]] virtual Json picture(std::span<const OptionId>) const { return nullptr; }
  /// Whether solutions can be shown in space.
  [[nodiscard]] virtual bool is_solid() const { return false; }
  /// Solutions in space, if they can be shown so; otherwise an empty scene.
  [[nodiscard]] virtual drawing::scene::Scene scene(std::span<const Solution>,
                                                    std::string title) const {
    return {.title = std::move(title)};
  }
  /// The puzzle as pieces to be packed, if it is one.
  [[nodiscard]] virtual const polycube::Model* packing() const { return nullptr; }
  /// What options put on the puzzle's board, as JSON (reductions/classics/board.hpp); empty if it
  /// has none.
  [[nodiscard]] virtual std::string board() const { return {}; }
  /// The symmetries that make solutions the same. Throws std::invalid_argument if there are none of
  /// that kind.
  [[nodiscard]] virtual OptionSymmetries symmetries(UpTo up_to) const;
  /// Of solutions that are the same in any case, true for one.
  [[nodiscard]] virtual bool is_representative(std::span<const OptionId>) const { return true; }
  /// Whether that is always so.
  [[nodiscard]] virtual bool all_are_representatives() const { return true; }
  /// The puzzle as an ordinary problem in Knuth's format.
  [[nodiscard]] virtual std::string as_text() const;
};

/// What a request names: {"text": "..."} as read_game() takes it, or {"puzzle": "queens", "n": 8}
/// and the like: the parameters of classics stand in page/puzzles.js, those of "packing" in
/// packing_json.hpp, those of "pieces" in pieces_json.hpp. Throws InputError for a text,
/// std::invalid_argument for puzzles.
[[nodiscard]] std::unique_ptr<Game> make_game(const Json& request);

/// The sudoku of a request, {"squares": a text, "box_width": optional}. Throws InputError.
[[nodiscard]] classics::sudoku::Puzzle sudoku_in(const Json& request);

/// What the page shows of a sudoku: {"box_width", "box_height", "symbols": the sign of each value,
/// "squares": values from 1, 0 if empty}.
[[nodiscard]] Json to_json(const classics::sudoku::Puzzle& board);

/// A problem as numbers: of primary items, of secondary items, then for each option its length and
/// its items, counted from 0. Throws std::invalid_argument.
[[nodiscard]] std::unique_ptr<Game> make_game(std::span<const std::uint32_t> numbers);

}  // namespace dlx::web
