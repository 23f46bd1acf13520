#pragma once

// A puzzle as Python sees it. The reductions share the names of their functions (build, decode,
// draw) and not a base class, so one template, ReducedPuzzle, gives all of them one interface. What
// a reduction lacks, such as draw_svg(), gives an empty answer. Weighed: bindings of every model,
// which say the same thing eleven times.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/io/input.hpp"
#include "dlx/names.hpp"
#include "options.hpp"
#include "placed.hpp"
#include "reductions/drawing/scene.hpp"

namespace dlx::python {

/// Where the text of a puzzle comes from.
struct TextSource {
  std::string path;  ///< a file, plain or compressed; empty: `text` is the text
  std::string text = {};
  std::string name = {};  ///< of `text` in messages

  [[nodiscard]] io::Input open() const {
    constexpr std::uint64_t largest = std::uint64_t{64} << 20;
    return path.empty() ? io::Input::from_text(text, name)
                        : io::Input::open(path, {.bytes = largest, .line_bytes = largest});
  }
};

/// What is searched where solutions are walks.
struct Walks {
  std::shared_ptr<const PathProblem> problem;
  /// Selects one of the walks that are the same; empty: all walks are different.
  std::function<bool(std::span<const OptionId>)> is_representative = {};
};

/// The options of several solutions.
using SolutionList = std::vector<std::vector<OptionId>>;

/// The options with these numbers. Throws std::out_of_range where there is none.
[[nodiscard]] std::vector<OptionId> options_of(const Problem& problem,
                                               const std::vector<std::uint32_t>& numbers);

/// A problem, and what its solutions look like.
class Puzzle {
 public:
  Puzzle() = default;
  Puzzle(const Puzzle&) = delete;
  Puzzle& operator=(const Puzzle&) = delete;
  virtual ~Puzzle() = default;

  /// The problem whose options make the solutions.
  [[nodiscard]] virtual ProblemHandle problem() const = 0;
  /// The exact cover that is the same puzzle: problem(), except where solutions are walks.
  [[nodiscard]] virtual ProblemHandle cover() const { return problem(); }
  /// Null where solutions are exact covers.
  [[nodiscard]] virtual std::shared_ptr<const Walks> walks() const { return nullptr; }
  /// The pieces to be packed; null if the puzzle has none.
  [[nodiscard]] virtual std::shared_ptr<const polycube::Model> packing() const { return nullptr; }
  /// What the command warns of: pieces in parts, and volumes that exclude every solution.
  [[nodiscard]] virtual std::vector<std::string> warnings() const = 0;
  /// Throws std::invalid_argument if the puzzle has no symmetries of that kind.
  [[nodiscard]] virtual OptionSymmetries group(UpTo up_to) const = 0;

  /// A solution as the command prints it.
  [[nodiscard]] virtual std::string text(std::span<const OptionId> solution) const = 0;
  [[nodiscard]] virtual std::vector<Placed> placements(
      std::span<const OptionId> solution) const = 0;
  /// An SVG picture; empty: the puzzle has none.
  [[nodiscard]] virtual std::string svg(const SolutionList& solutions) const = 0;
  /// The page of the 3D viewer; empty: the puzzle has none.
  [[nodiscard]] virtual std::string page(const SolutionList& solutions,
                                         const std::string& title) const = 0;
};

/// A puzzle by the functions of its reduction.
template <class Model>
class ReducedPuzzle : public Puzzle {
 public:
  explicit ReducedPuzzle(Model model) : model_(std::make_shared<Model>(std::move(model))) {}

  ProblemHandle problem() const override {
    if constexpr (std::is_same_v<decltype(model_->problem), PathProblem>) {
      return std::make_shared<Problem>(model_->problem.problem());
    } else {
      return {model_, &model_->problem};
    }
  }
  std::shared_ptr<const polycube::Model> packing() const override {
    if constexpr (std::is_base_of_v<polycube::Model, Model>) {
      return model_;
    } else {
      return nullptr;
    }
  }
  std::vector<std::string> warnings() const override {
    std::vector<std::string> all;
    if constexpr (requires { remarks(model_->puzzle); }) all = remarks(model_->puzzle);
    if constexpr (requires { volume_fault(model_->puzzle); }) {
      if (const auto fault = volume_fault(model_->puzzle)) {
        all.push_back(*fault + ", so there is no solution");
      }
    }
    return all;
  }
  OptionSymmetries group(UpTo up_to) const override {
    if constexpr (requires { symmetries(*model_, up_to); }) {
      return symmetries(*model_, up_to);
    } else {
      throw std::invalid_argument("there are no " + std::string(to_string(up_to)) +
                                  " of this puzzle; up_to may be 'none' or 'all'");
    }
  }
  std::string text(std::span<const OptionId> solution) const override {
    return draw(*model_, decode(*model_, solution));
  }
  std::vector<Placed> placements(std::span<const OptionId> solution) const override {
    return placed_in(*model_, decode(*model_, solution));
  }
  std::string svg(const SolutionList& solutions) const override {
    const auto kept = decoded(solutions);
    if constexpr (requires { draw_svg(*model_, std::span(kept)); }) {
      return draw_svg(*model_, std::span(kept));
    } else if constexpr (requires { draw_svg(std::span(kept)); }) {
      return draw_svg(std::span(kept));
    } else {
      return {};
    }
  }
  std::string page(const SolutionList& solutions, const std::string& title) const override {
    const auto kept = decoded(solutions);
    if constexpr (requires { to_scene(*model_, std::span(kept), title); }) {
      return drawing::scene::to_html(to_scene(*model_, std::span(kept), title));
    } else if constexpr (requires { to_scene(std::span(kept), title); }) {
      return drawing::scene::to_html(to_scene(std::span(kept), title));
    } else {
      return {};
    }
  }

 protected:
  [[nodiscard]] const std::shared_ptr<Model>& model() const { return model_; }

 private:
  using Decoded = decltype(decode(std::declval<const Model&>(), std::span<const OptionId>()));

  [[nodiscard]] std::vector<Decoded> decoded(const SolutionList& solutions) const {
    std::vector<Decoded> all;
    for (const auto& solution : solutions) all.push_back(decode(*model_, solution));
    return all;
  }

  std::shared_ptr<Model> model_;
};

}  // namespace dlx::python
