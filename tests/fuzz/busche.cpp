// Packing puzzles: Busche's definitions.

#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/packing.hpp"

DLX_FUZZER(busche) {
  dlx::fuzz::check_packing(bytes, dlx::polycube::Format::busche);
}
