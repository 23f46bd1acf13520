// Puzzles as problems: what each option is, and solutions as pictures.

#include <functional>

#include "options.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/pentominoes.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/polycube/soma.hpp"

namespace dlx::python {
namespace {

/// A problem, and how its solutions are drawn.
struct Puzzle {
  ProblemHandle problem;
  std::function<std::string(const std::vector<OptionId>&)> draw;
};

template <class Model>
Puzzle puzzle(Model built) {
  auto model = std::make_shared<const Model>(std::move(built));
  return {std::make_shared<Problem>(model->problem),
          [model](const std::vector<OptionId>& s) { return draw(*model, decode(*model, s)); }};
}

/// A flat region or a solid one: rows and columns, or layers, rows and columns; or a picture.
lattice::Cells region(const std::vector<int>& sides, const std::string& picture) {
  if (!picture.empty()) return lattice::from_picture(picture);
  if (sides.size() == 2) return lattice::box(sides[1], sides[0]);
  return lattice::box(sides.at(2), sides.at(1), sides.at(0));
}

}  // namespace

void bind_puzzles(py::module_& module) {
  py::class_<Puzzle>(module, "Puzzle", "A problem, and how its solutions are drawn.")
      .def_readonly("problem", &Puzzle::problem)
      .def("draw", [](const Puzzle& p, const std::vector<std::uint32_t>& numbers) {
        std::vector<OptionId> options;
        for (const std::uint32_t o : numbers) {
          if (o >= p.problem->option_count()) throw std::out_of_range("no such option");
          options.push_back(OptionId{o});
        }
        return p.draw(options);
      });
  module.def("soma", [] { return puzzle(polycube::build(polycube::soma())); });
  module.def("pentominoes", [](const std::vector<int>& sides, const std::string& picture,
                               const std::string& pieces) {
    return puzzle(pentominoes::build(region(sides, picture), pieces));
  });
  module.def("dominoes", [](const std::vector<int>& sides, const std::string& picture) {
    return puzzle(dominoes::build(region(sides, picture)));
  });
  module.def("queens", [](int n) { return puzzle(queens::build(n)); });
  module.def("langford", [](int n) { return puzzle(langford::build(n)); });
  module.def("sudoku", [](const std::string& text, int box_width) {
    return puzzle(sudoku::build(sudoku::parse(text, box_width)));
  });
}

}  // namespace dlx::python
