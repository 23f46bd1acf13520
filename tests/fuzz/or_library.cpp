// Set partitioning problems of the OR-Library.

#include "dlx/io/format.hpp"

#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(or_library) {
  if (fuzz::names_millions(bytes)) return;
  fuzz::accepted(bytes, [](io::Input& input) {
    fuzz::require_round_trips(io::or_library_format().read(input, {}).problem);
  });
}
