// Prints one solution of each class of solutions that symmetries of the problem take to each other.
//
//   one_of_each_class FILE

#include <dlx/dlx.hpp>
#include <iostream>
#include <optional>

int main(int, char** argv) {
  const dlx::Problem problem = dlx::read(argv[1]);
  const std::optional<dlx::SymmetryGroup> group = dlx::whole_group(problem);
  dlx::Representatives representatives(problem, group.value());
  while (representatives.next()) {
    for (const auto option : representatives.solution()) std::cout << index(option) + 1 << ' ';
    std::cout << '\n';
  }
}
