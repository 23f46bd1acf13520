#pragma once

// The interface of all puzzles: a Problem or a PathProblem, a picture of each solution, and
// symmetries. A client (command, Python, page) uses only Puzzle, so it needs no code for a single
// puzzle. Solutions become a Picture (drawing/picture.hpp), so text, SVG, JSON and scenes in space
// are not part of the interface. A reduction is a handful of functions with fixed names:
//   Model build(...);                                                  puzzle to problem
//   Solution decode(const Model&, options);                            solution to puzzle
//   std::shared_ptr<const drawing::Frame> frame(const Model&);         common part of pictures
//   std::vector<drawing::Body> bodies(const Model&, const Frame&, const Solution&);
//   OptionSymmetries symmetries(const Model&, UpTo);                   optional
//   bool repeats_solutions(const Model&);                              whether some are found twice
//   bool represents(const Model&, options);                            true for one of two forms
//   std::string words_of_option(const Model&, OptionId);               meaning of an option
//   std::string words_of_item(const Model&, ItemId);                   words for an item
// The class Reduced makes a Puzzle of these functions.
//
// Two alternatives were rejected. If models inherited the interface, a user of one reduction would
// have to know the interface, too. With templates in each client (used until 2026), the command,
// Python and the page repeated the same code.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "reductions/drawing/picture.hpp"
#include "reductions/polycube/polycube.hpp"

/// All puzzles with one interface, and a table of all puzzles.
namespace dlx::catalogue {

/// The options of a solution.
using Solution = std::vector<OptionId>;

/// A puzzle without a solution.
struct Unsolved {
  drawing::Picture board;  ///< the board with the bodies that are given
  /// A body of each piece that can still be placed, at the position that an option gives it. Pieces
  /// without an option are left out.
  std::vector<drawing::Body> pieces;
};

/// A puzzle: a problem, and how its solutions are drawn.
class Puzzle {
 public:
  virtual ~Puzzle() = default;
  Puzzle(const Puzzle&) = delete;
  Puzzle& operator=(const Puzzle&) = delete;

  /// The problem whose solutions are the solutions of the puzzle.
  [[nodiscard]] virtual const Problem& problem() const = 0;
  /// The path problem that is searched; null if solutions are exact covers.
  [[nodiscard]] virtual const PathProblem* walks() const { return nullptr; }
  /// The puzzle as an exact cover, if its solutions are walks; otherwise nothing.
  [[nodiscard]] virtual std::optional<Problem> cover() const { return std::nullopt; }
  /// The packing model; null if the puzzle does not pack pieces.
  [[nodiscard]] virtual const polycube::Model* packing() const { return nullptr; }

  /// Whether group() is implemented for the puzzle.
  [[nodiscard]] virtual bool has_symmetries() const { return false; }
  /// The symmetries of the puzzle. Throws std::invalid_argument if the puzzle has no symmetries of
  /// the kind `up_to`.
  [[nodiscard]] virtual OptionSymmetries group(UpTo up_to) const;
  /// Returns false if a search finds some solutions of the puzzle twice, for example the folding of
  /// a snake and the same folding read backwards.
  [[nodiscard]] virtual bool all_are_representatives() const { return true; }
  /// If a search finds a solution in two forms, returns true for one of the two forms and false for
  /// the other. Otherwise returns true.
  [[nodiscard]] virtual bool is_representative(std::span<const OptionId>) const { return true; }

  /// The meaning of an option as a sentence: "row 1 column 2 is 3". The text is empty if the puzzle
  /// has no words for options.
  [[nodiscard]] virtual std::string option_words(OptionId) const { return {}; }
  /// The words for an item, written after "the only" or "no": "place for 3 in row 1". The text is
  /// empty if the puzzle has no words for items.
  [[nodiscard]] virtual std::string item_words(ItemId) const { return {}; }

  /// Warnings to print before a search: pieces that consist of several parts, and a simple reason
  /// why no solution exists.
  [[nodiscard]] virtual std::vector<std::string> warnings() const { return {}; }
  /// The common part of all pictures of the puzzle.
  [[nodiscard]] const drawing::Frame& common() const { return *frame_; }
  /// The picture of a solution, or of a part of a solution.
  [[nodiscard]] drawing::Picture picture(std::span<const OptionId> solution) const {
    return {frame_, bodies_of(solution)};
  }
  /// The pictures of several solutions.
  [[nodiscard]] std::vector<drawing::Picture> pictures(std::span<const Solution> solutions) const;
  /// A solution as text, as the command prints it.
  [[nodiscard]] std::string text(
      std::span<const OptionId> solution,
      drawing::palette::Paint paint = drawing::palette::Paint::plain) const {
    return drawing::text(picture(solution), paint);
  }
  /// The puzzle without a solution. The options `given` and the pieces of a packing that have a
  /// place are on the board. Throws std::invalid_argument for walks, if the given options conflict,
  /// and if a piece with a place can lie there in several ways and none of them is given.
  [[nodiscard]] Unsolved unsolved(std::span<const OptionId> given = {}) const;
  /// A drawing of unsolved(). Throws the errors of unsolved() and drawing::draw_blank().
  [[nodiscard]] drawing::svg::Drawing blank() const;
  /// The scene that shows solutions in space; empty for boards. Throws the errors of
  /// drawing::to_scene().
  [[nodiscard]] virtual drawing::scene::Scene scene(std::span<const Solution> solutions,
                                                    std::string title) const;
  /// The puzzle's board with all options, as JSON in the format of drawing::board_as_json(). Throws
  /// std::invalid_argument if the puzzle has several layers.
  [[nodiscard]] std::string board() const;

 protected:
  /// `frame` is the common part of all pictures of the puzzle.
  explicit Puzzle(std::shared_ptr<const drawing::Frame> frame) : frame_(std::move(frame)) {}

 private:
  [[nodiscard]] virtual std::vector<drawing::Body> bodies_of(
      std::span<const OptionId> solution) const = 0;

  std::shared_ptr<const drawing::Frame> frame_;
};

/// A puzzle made of the functions of its reduction.
template <class Model>
class Reduced : public Puzzle {
 public:
  /// `model` is the result of the reduction's build().
  explicit Reduced(Model model) : Puzzle(frame(model)), model_(std::move(model)) {}

  /// The result of build().
  [[nodiscard]] const Model& model() const { return model_; }

  [[nodiscard]] const Problem& problem() const override {
    if constexpr (is_path) {
      return model_.problem.problem();
    } else {
      return model_.problem;
    }
  }
  [[nodiscard]] const PathProblem* walks() const override {
    if constexpr (is_path) {
      return &model_.problem;
    } else {
      return nullptr;
    }
  }
  [[nodiscard]] const polycube::Model* packing() const override {
    if constexpr (std::is_base_of_v<polycube::Model, Model>) {
      return &model_;
    } else {
      return nullptr;
    }
  }
  [[nodiscard]] bool has_symmetries() const override {
    return requires(const Model& model) {
      symmetries(model, UpTo::none);
    };
  }
  [[nodiscard]] OptionSymmetries group(UpTo up_to) const override {
    if constexpr (requires(const Model& model) { symmetries(model, up_to); }) {
      return symmetries(model_, up_to);
    } else {
      return Puzzle::group(up_to);
    }
  }
  [[nodiscard]] bool all_are_representatives() const override {
    if constexpr (requires(const Model& model) { repeats_solutions(model); }) {
      return !repeats_solutions(model_);
    } else {
      return true;
    }
  }
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution) const override {
    if constexpr (requires(const Model& model) { represents(model, solution); }) {
      return represents(model_, solution);
    } else {
      return true;
    }
  }
  [[nodiscard]] std::string option_words(OptionId option) const override {
    if constexpr (requires(const Model& model) { words_of_option(model, option); }) {
      return words_of_option(model_, option);
    } else {
      return {};
    }
  }
  [[nodiscard]] std::string item_words(ItemId item) const override {
    if constexpr (requires(const Model& model) { words_of_item(model, item); }) {
      return words_of_item(model_, item);
    } else {
      return {};
    }
  }
  [[nodiscard]] std::vector<std::string> warnings() const override {
    std::vector<std::string> all;
    if constexpr (requires(const Model& model) { remarks(model.puzzle); }) {
      all = remarks(model_.puzzle);
    }
    if constexpr (requires(const Model& model) { fault_of(model.puzzle); }) {
      if (const auto fault = fault_of(model_.puzzle)) {
        all.push_back(*fault + ", so no solution exists");
      }
    }
    return all;
  }
  [[nodiscard]] drawing::scene::Scene scene(std::span<const Solution> solutions,
                                            std::string title) const override {
    if constexpr (requires(const Model& model, std::span<const Decoded> decoded) {
                    to_scene(model, decoded, std::string());
                  }) {
      std::vector<Decoded> decoded;
      for (const Solution& solution : solutions) decoded.push_back(decode(model_, solution));
      return to_scene(model_, std::span<const Decoded>(decoded), std::move(title));
    } else {
      return Puzzle::scene(solutions, std::move(title));
    }
  }

 private:
  using Decoded =
      decltype(decode(std::declval<const Model&>(), std::declval<std::span<const OptionId>>()));
  static constexpr bool is_path = std::is_same_v<decltype(Model::problem), PathProblem>;

  [[nodiscard]] std::vector<drawing::Body> bodies_of(
      std::span<const OptionId> solution) const override {
    return bodies(model_, common(), decode(model_, solution));
  }

  Model model_;
};

/// The picture of a solution that a reduction has decoded.
template <class Model, class Decoded>
[[nodiscard]] drawing::Picture picture(const Model& model, const Decoded& decoded) {
  auto common = frame(model);
  return {common, bodies(model, *common, decoded)};
}

/// The picture of a decoded solution as text, in letters.
template <class Model, class Decoded>
[[nodiscard]] std::string draw(const Model& model, const Decoded& decoded,
                               drawing::palette::Paint paint = drawing::palette::Paint::plain) {
  return drawing::text(picture(model, decoded), paint);
}

/// Makes a puzzle of the result of build().
template <class Model>
[[nodiscard]] std::unique_ptr<Puzzle> puzzle(Model model) {
  return std::make_unique<Reduced<Model>>(std::move(model));
}

}  // namespace dlx::catalogue
