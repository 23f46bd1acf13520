// Counts in a file, so that Ctrl-C and power cuts lose nothing: start the program again, or type
// `dlx resume RUN`, and the count goes on. The certificate that it writes is for dlx-check.
//
//   certified_count FILE RUN CERTIFICATE

#include <chrono>
#include <dlx/dlx.hpp>
#include <iostream>

int main(int, char** argv) {
  const dlx::Problem problem = dlx::read(argv[1]);
  dlx::SavedRun run(problem, {.certificate = argv[3], .checkpoint = argv[2]});
  while (run.run(std::chrono::seconds(1)) == dlx::Status::running) {
    std::cerr << static_cast<int>(100 * run.share()) << " %\n";
  }
  std::cout << run.result().value.to_string() << '\n';
}
