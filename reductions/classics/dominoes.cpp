#include "reductions/classics/dominoes.hpp"

#include <stdexcept>
#include <utility>

namespace dlx::classics::dominoes {

polycube::Puzzle puzzle(lattice::Cells region) {
  if (!lattice::is_flat(region)) {
    throw std::invalid_argument("dominoes tile flat regions; this one has layers");
  }
  polycube::Piece domino{
      .name = "domino", .cells = lattice::from_picture("XX"), .copies = std::nullopt};
  return {.pieces = {std::move(domino)},
          .target = std::move(region),
          .turning = polycube::Turning::flat_rotations};
}

Model build(lattice::Cells region) {
  return {polycube::build(puzzle(std::move(region)))};
}

std::shared_ptr<const drawing::Frame> frame(const Model& model) {
  drawing::Frame frame = *polycube::frame(model);
  frame.style = drawing::Style::dominoes;
  frame.signs.clear();
  frame.has_legend = false;
  return std::make_shared<const drawing::Frame>(std::move(frame));
}

drawing::scene::Scene to_scene(const Model& model, std::span<const polycube::Assembly> tilings,
                               std::string title) {
  drawing::scene::Scene scene = polycube::to_scene(model, tilings, std::move(title));
  drawing::colour_dominoes(scene);
  return scene;
}

}  // namespace dlx::classics::dominoes
