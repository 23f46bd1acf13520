// Packing puzzles: Bundgaard's figures of Soma.

#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/packing.hpp"

DLX_FUZZER(soma_figures) {
  dlx::fuzz::check_packing(bytes, dlx::polycube::Format::soma_figures);
}
