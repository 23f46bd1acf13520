// Whether options that are given by their numbers are part of a solution.

#include <dlx/dlx.hpp>
#include <iostream>

int main(int, char** argv) {
  const dlx::Problem problem = dlx::read(argv[1]);
  std::vector<dlx::Assumption> chosen;
  for (char** number = argv + 2; *number != nullptr; ++number) {
    chosen.push_back({problem.find_option(std::stoull(*number)).value()});
  }
  std::cout << (dlx::Questions(problem).ask(chosen) ? "yes" : "no") << '\n';
}
