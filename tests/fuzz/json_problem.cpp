// Problems as JSON.

#include "dlx/io/format.hpp"

#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(json_problem) {
  if (fuzz::names_millions(bytes)) return;
  const auto read = [&](bool drop) {
    return fuzz::accepted(bytes, [&](io::Input& input) {
      fuzz::require_round_trips(
          io::json_format().read(input, {.drop_options_without_primary = drop}).problem);
    });
  };
  const bool as_it_is = read(false);
  fuzz::require(read(true) || !as_it_is, "refused only if options may be dropped");
}
