// Designs: boxes, pieces, and the sets of pieces that are wanted.

#include "reductions/design/design.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/packing.hpp"

using namespace dlx;

DLX_FUZZER(designs) {
  if (fuzz::names_millions(bytes)) return;
  design::Design read;
  try {
    read = design::read_design(bytes);
  } catch (const TextError& e) {
    fuzz::require_place(bytes, e);
    return;
  }
  fuzz::require(!read.boxes.empty(), "a design without a box");
  fuzz::require(!read.kinds.empty(), "a design without a piece");
}
