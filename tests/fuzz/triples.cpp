// Packing puzzles: Knuth's triples.

#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/packing.hpp"

DLX_FUZZER(triples) {
  dlx::fuzz::check_packing(bytes, dlx::polycube::Format::triples);
}
