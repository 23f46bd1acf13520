#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/solver.hpp"

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

/// What a request names: {"text": "..."}, or {"puzzle": "queens", "n": 8} and the like; the
/// parameters stand in page/puzzles.js. Throws InputError for a text, std::invalid_argument for
/// puzzles.
[[nodiscard]] std::unique_ptr<Game> make_game(const Json& request);

}  // namespace dlx::web
