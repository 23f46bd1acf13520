#pragma once

#include <string>

#include "apps/cli/console.hpp"
#include "reductions/drawing/layers.hpp"

namespace dlx::app {

/// Which layer is on top in drawings of a model; empty if they have no layers, or one.
template <class Model>
[[nodiscard]] std::string layers_in_words(const Model& model) {
  if constexpr (requires { all_cells(model.puzzle); }) {
    return drawing::svg::order_of_layers(all_cells(model.puzzle));
  } else if constexpr (requires { model.puzzle.snake.side; }) {
    const int side = model.puzzle.snake.side;
    return drawing::svg::order_of_layers(lattice::box(side, side, side));
  } else {
    return "";
  }
}

/// Says under printed drawings which letters stand for which pieces and which layer is on top.
template <class Model>
void note_drawings(Console& console, const Model& model) {
  const auto note = [&](const std::string& words) {
    if (!words.empty()) console.note(words);
  };
  if constexpr (requires { letters_in_words(model); }) note(letters_in_words(model));
  note(layers_in_words(model));
}

}  // namespace dlx::app
