// All engines and all methods, on a problem made of the bytes; or written as text, as
// random_agreement writes what it finds.

#include <stdexcept>
#include <utility>

#include "dlx/io/knuth_text.hpp"
#include "dlx/io/words.hpp"
#include "tests/fuzz/agreement.hpp"
#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(agreement) {
  std::string what;
  fuzz::Turn turn;
  if (bytes.starts_with(fuzz::regression_mark)) {
    const std::string_view seed = bytes.substr(fuzz::regression_mark.size());
    turn.seed = to_number<std::uint64_t>(seed.substr(0, seed.find('\n'))).value_or(1);
    Input input = Input::from_text(std::string(bytes), "regression");
    try {
      what = fuzz::disagreement(read_knuth_text(input).problem, turn);
    } catch (const InputError&) {
      return;  // no regression, but what libFuzzer has made of one
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
