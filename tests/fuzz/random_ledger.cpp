// The file of a run, damaged at random.

#include "tests/fuzz/ledger_damage.hpp"
#include "tests/fuzz/seeded.hpp"
#include "tests/support/random.hpp"

int main(int count, char** arguments) {
  using namespace dlx;
  return fuzz::seeded_main(count, arguments, "random_ledger", [](std::uint64_t seed) {
    test::Random random(seed);
    fuzz::Case drawn;
    for (std::uint32_t n = random.between(12, 60); n > 0; --n) {
      drawn.file += static_cast<char>(random.below(256));
    }
    drawn.found = fuzz::ledger_fault(drawn.file);
    return drawn;
  });
}
