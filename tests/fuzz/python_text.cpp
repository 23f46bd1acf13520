// Problems as Python shows them.

#include "dlx/io/format.hpp"

#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(python_text) {
  if (fuzz::names_millions(bytes)) return;
  fuzz::accepted(bytes, [](io::Input& input) {
    fuzz::require_round_trips(io::python_format().read(input, {}).problem);
  });
}
