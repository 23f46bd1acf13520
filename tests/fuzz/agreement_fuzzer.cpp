// All engines and all methods, on a problem made of the bytes; or written as text, as
// random_agreement writes what it finds.

#include "dlx/io/knuth_text.hpp"
#include "tests/fuzz/agreement.hpp"
#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(agreement) {
  std::string what;
  fuzz::Turn turn;
  if (bytes.starts_with(fuzz::regression_mark)) {
    turn = fuzz::turn_of(bytes);
    io::Input input = io::Input::from_text(std::string(bytes), "regression");
    try {
      const Problem problem = read_knuth_text(input).problem;
      what = fuzz::disagreement(problem, turn);
      if (what.empty()) what = fuzz::disagreement(problem, {.seed = turn.seed});
    } catch (const io::InputError& e) {
#ifndef DLX_LIBFUZZER  // which makes such texts
      fuzz::found(e.what());
#endif
    }
  } else {
    for (const char c : bytes) {
      turn.seed = turn.seed * 0x100000001B3U ^ static_cast<unsigned char>(c);
    }
    // All ways on each problem would be some twenty problems a second.
    turn.number = turn.seed >> 7;
    what = fuzz::disagreement(fuzz::model_from(bytes).problem(), turn);
  }
  if (!what.empty()) fuzz::found(what);
}
