// Packing puzzles: BurrTools' XML, already decompressed.

#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/packing.hpp"

DLX_FUZZER(xmpuzzle) {
  dlx::fuzz::check_packing(bytes, dlx::polycube::Format::xmpuzzle);
}
