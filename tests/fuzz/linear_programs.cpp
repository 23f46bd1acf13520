// The formats lp and mps. The first byte says which.

#include "dlx/io/problem_format.hpp"
#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(linear_programs) {
  if (bytes.empty() || fuzz::names_millions(bytes)) return;
  const bool by_columns = static_cast<unsigned char>(bytes.front()) % 2 == 1;
  bytes.remove_prefix(1);
  fuzz::accepted(bytes, [&](io::Input& input) {
    fuzz::require_round_trips(
        read_problem(input, by_columns ? ProblemFormat::mps : ProblemFormat::lp).problem);
  });
}
