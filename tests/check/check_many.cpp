// dlx-check on many certificates in one process, for cross_check.py: a process for each would take
// most of the time. On standard input, again and again, a line with two lengths, then that many
// bytes of a problem and of a certificate. On standard output, for each: a line with the exit code
// and two lengths, then that many bytes of what dlx-check writes to standard output and standard
// error.

#include <cstddef>
#include <iostream>
#include <string>

#include "tests/check/checker.hpp"

int main() {
  std::size_t problem_bytes = 0;
  std::size_t certificate_bytes = 0;
  while (std::cin >> problem_bytes >> certificate_bytes) {
    std::cin.get();
    std::string problem(problem_bytes, '\0');
    std::string certificate(certificate_bytes, '\0');
    std::cin.read(problem.data(), static_cast<std::streamsize>(problem_bytes));
    std::cin.read(certificate.data(), static_cast<std::streamsize>(certificate_bytes));
    const auto checked = dlx::test::check_certificate(problem, certificate);
    std::cout << checked.code << ' ' << checked.output.size() << ' ' << checked.error.size() << '\n'
              << checked.output << checked.error << std::flush;
  }
}
