// Certificates, damaged at random; certificates_a_case of them a case.

#include "tests/fuzz/certificate_damage.hpp"
#include "tests/fuzz/seeded.hpp"
#include "tests/support/random.hpp"

int main(int count, char** arguments) {
  using namespace dlx;
  return fuzz::seeded_main(count, arguments, "random_certificates", [](std::uint64_t seed) {
    test::Random random(seed);
    fuzz::Case drawn;
    for (int n = 0; n < 8; ++n) drawn.file += static_cast<char>(random.below(256));
    drawn.found = fuzz::certificate_fault(drawn.file);
    return drawn;
  });
}
