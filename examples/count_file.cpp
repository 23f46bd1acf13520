// Counts the solutions of a problem in a file, in any format that dlx reads, on all cores.
//
//   count_file FILE

#include <dlx/dlx.hpp>
#include <iostream>

int main(int, char** argv) {
  const dlx::Problem problem = dlx::read(argv[1]);
  std::cout << dlx::count(problem, {.threads = 0}).value.to_string() << '\n';
}
