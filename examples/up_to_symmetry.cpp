// Solutions that a symmetry takes to each other are often one and the same to us. The symmetries of
// a problem are found from its items and options alone: nothing here says that a chessboard can be
// turned.
//
//   up_to_symmetry [QUEENS]

#include <cstdlib>
#include <dlx/dlx.hpp>
#include <iostream>
#include <optional>

#include "reductions/catalogue/puzzle.hpp"
#include "reductions/classics/queens.hpp"

int main(int argc, char** argv) {
  const dlx::classics::queens::Model queens =
      dlx::classics::queens::build(argc > 1 ? std::atoi(argv[1]) : 8);

  const std::optional<dlx::SymmetryGroup> found = dlx::whole_group(queens.problem);
  if (!found) {
    std::cerr << "the symmetries were not found in time\n";
    return 1;
  }
  const dlx::SymmetryGroup& group = *found;
  std::cout << "symmetries: " << group.order().to_string() << '\n';

  // How many classes there are, and how many solutions are in them.
  const dlx::ClassesResult counted = dlx::count_classes(queens.problem, group);
  std::cout << "classes: " << counted.classes.to_string() << " of " << counted.solutions.to_string()
            << " solutions\n";

  // One solution of each class. Most stand for as many solutions as there are symmetries.
  dlx::Representatives representatives(queens.problem, group);
  while (representatives.next()) {
    const dlx::Natural size = representatives.class_size();
    if (size == group.order()) continue;
    std::cout << "\none of a class of " << size.to_string() << ":\n"
              << dlx::catalogue::draw(queens, decode(queens, representatives.solution()));
  }
}
