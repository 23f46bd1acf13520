#pragma once

// The one interface of all puzzles: a problem or walks, a picture of each solution, symmetries. A
// client (command, Python, page) works on Puzzle and is written once. Solutions look as a
// Picture says (drawing/picture.hpp), so that text, SVG, JSON and space are not
// part of the interface. A reduction stays a handful of functions that share names:
//   Model build(...);                                                  puzzle to problem
//   Solution decode(const Model&, options);                            solution to puzzle
//   std::shared_ptr<const drawing::Frame> frame(const Model&);         what all pictures share
//   std::vector<drawing::Body> bodies(const Model&, const Frame&, const Solution&);
//   OptionSymmetries symmetries(const Model&, UpTo);                   if it has some
//   bool repeats_solutions(const Model&);                              if some are found twice
//   bool represents(const Model&, options);                            then true for one of two
//   std::string words_of_option(const Model&, OptionId);               the meaning of an option
//   std::string words_of_item(const Model&, ItemId);                   words for an item
// Reduced makes a Puzzle of these.
//
// Weighed: models that inherit the interface, which a user of one reduction would have to know too;
// and templates in each client (until 2026), which said the same three times.

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

/// All puzzles by one interface, and a table of them.
namespace dlx::catalogue {

/// The options of a solution.
using Solution = std::vector<OptionId>;

/// A problem, and what its solutions look like.
class Puzzle {
 public:
  virtual ~Puzzle() = default;
  Puzzle(const Puzzle&) = delete;
  Puzzle& operator=(const Puzzle&) = delete;

  /// The problem whose options make the solutions.
  [[nodiscard]] virtual const Problem& problem() const = 0;
  /// The walks that are searched; null if solutions are exact covers.
  [[nodiscard]] virtual const PathProblem* walks() const { return nullptr; }
  /// An exact cover that is the same puzzle where solutions are walks; otherwise nothing.
  [[nodiscard]] virtual std::optional<Problem> cover() const { return std::nullopt; }
  /// The pieces to be packed; null if the puzzle has none.
  [[nodiscard]] virtual const polycube::Model* packing() const { return nullptr; }

  /// Whether the puzzle knows symmetries by itself.
  [[nodiscard]] virtual bool has_symmetries() const { return false; }
  /// Throws std::invalid_argument if the puzzle has no symmetries of that kind.
  [[nodiscard]] virtual OptionSymmetries group(UpTo up_to) const;
  /// False if a search finds some solutions twice, such as a folding read backwards.
  [[nodiscard]] virtual bool all_are_representatives() const { return true; }
  /// True for one of the solutions that are found twice.
  [[nodiscard]] virtual bool is_representative(std::span<const OptionId>) const { return true; }

  /// The meaning of an option, as a sentence: "row 1 column 2 is 3"; empty: there are no words for
  /// it.
  [[nodiscard]] virtual std::string option_words(OptionId) const { return {}; }
  /// The words for an item, after "the only" or "no": "place for 3 in row 1"; empty: no words.
  [[nodiscard]] virtual std::string item_words(ItemId) const { return {}; }

  /// What must be said before a search: pieces in parts, and a volume that excludes every solution.
  [[nodiscard]] virtual std::vector<std::string> warnings() const { return {}; }
  /// What all pictures have in common.
  [[nodiscard]] const drawing::Frame& common() const { return *frame_; }
  /// What stands where in a solution, or in some of its options.
  [[nodiscard]] drawing::Picture picture(std::span<const OptionId> solution) const {
    return {frame_, bodies_of(solution)};
  }
  /// The pictures of several solutions.
  [[nodiscard]] std::vector<drawing::Picture> pictures(std::span<const Solution> solutions) const;
  /// A solution as the command prints it.
  [[nodiscard]] std::string text(
      std::span<const OptionId> solution,
      drawing::palette::Paint paint = drawing::palette::Paint::plain) const {
    return drawing::text(picture(solution), paint);
  }
  /// Solutions in space; an empty scene for boards. Throws what drawing::to_scene() throws.
  [[nodiscard]] virtual drawing::scene::Scene scene(std::span<const Solution> solutions,
                                                    std::string title) const;
  /// What the options put on the puzzle's board, as drawing::board_as_json() has it. Throws
  /// std::invalid_argument if the puzzle has several layers.
  [[nodiscard]] std::string board() const;

 protected:
  /// Takes what all its pictures have in common.
  explicit Puzzle(std::shared_ptr<const drawing::Frame> frame) : frame_(std::move(frame)) {}

 private:
  [[nodiscard]] virtual std::vector<drawing::Body> bodies_of(
      std::span<const OptionId> solution) const = 0;

  std::shared_ptr<const drawing::Frame> frame_;
};

/// A puzzle by the functions of its reduction.
template <class Model>
class Reduced : public Puzzle {
 public:
  /// Takes what build() made.
  explicit Reduced(Model model) : Puzzle(frame(model)), model_(std::move(model)) {}

  /// What build() made.
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
    if constexpr (requires(const Model& model) { volume_fault(model.puzzle); }) {
      if (const auto fault = volume_fault(model_.puzzle)) {
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

/// A picture of what a reduction has decoded.
template <class Model, class Decoded>
[[nodiscard]] drawing::Picture picture(const Model& model, const Decoded& decoded) {
  auto common = frame(model);
  return {common, bodies(model, *common, decoded)};
}

/// The picture in letters.
template <class Model, class Decoded>
[[nodiscard]] std::string draw(const Model& model, const Decoded& decoded,
                               drawing::palette::Paint paint = drawing::palette::Paint::plain) {
  return drawing::text(picture(model, decoded), paint);
}

/// A puzzle of what build() made.
template <class Model>
[[nodiscard]] std::unique_ptr<Puzzle> puzzle(Model model) {
  return std::make_unique<Reduced<Model>>(std::move(model));
}

}  // namespace dlx::catalogue
