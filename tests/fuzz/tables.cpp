// The formats pairs, ec, xc, cnf and opb. The first byte says which.

#include <iterator>

#include "dlx/io/problem_format.hpp"
#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(tables) {
  constexpr ProblemFormat formats[] = {ProblemFormat::pairs, ProblemFormat::ec, ProblemFormat::xc,
                                       ProblemFormat::cnf, ProblemFormat::opb};
  if (bytes.empty() || fuzz::names_millions(bytes)) return;
  const auto which = static_cast<unsigned char>(bytes.front()) % std::size(formats);
  bytes.remove_prefix(1);
  fuzz::accepted(bytes, [&](io::Input& input) {
    fuzz::require_round_trips(read_problem(input, formats[which]).problem);
  });
}
