// Problems in Knuth's text.

#include "dlx/io/knuth_text.hpp"

#include "tests/fuzz/fuzzer.hpp"
#include "tests/support/model.hpp"

using namespace dlx;

DLX_FUZZER(knuth_text) {
  std::string strict;
  const bool as_it_is = fuzz::accepted(bytes, [&](io::Input& input) {
    const Problem problem = read_knuth_text(input).problem;
    strict = test::canonical_text(problem);
    fuzz::require_round_trips(problem);
  });
  // What Knuth's programs drop is dropped, and nothing else changes.
  const bool dropping = fuzz::accepted(bytes, [&](io::Input& input) {
    const io::ReadProblem text = read_knuth_text(input, {.drop_options_without_primary = true});
    if (!as_it_is) return;
    fuzz::require(text.dropped_options == 0, "options were dropped that need not be");
    fuzz::require(test::canonical_text(text.problem) == strict,
                  "another problem when options may drop");
  });
  fuzz::require(dropping || !as_it_is, "refused only if options may be dropped");
}
