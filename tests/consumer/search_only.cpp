// A first program: dlx/solver.hpp alone is enough to make a problem and to list its solutions.
#include <cstdio>
#include <utility>

#include "dlx/solver.hpp"

int main() {
  dlx::ProblemBuilder b;
  const auto p = b.primary("p");
  const auto q = b.primary("q");
  b.option({p, q});
  b.option({p});
  b.option({q});
  const dlx::Problem problem = std::move(b).build();
  int solutions = 0;
  dlx::Solver solver(problem);
  for (const auto solution : solver.solutions()) {
    for (const dlx::OptionId option : solution) std::printf("%u ", index(option) + 1);
    std::printf("\n");
    ++solutions;
  }
  return solutions == 2 ? 0 : 1;
}
