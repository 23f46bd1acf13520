// All engines and all methods on random problems; what disagrees is made small and printed as a
// file for data/fuzz/regressions/agreement.

#include "tests/fuzz/agreement.hpp"
#include "tests/fuzz/seeded.hpp"

int main(int count, char** arguments) {
  using namespace dlx;
  return fuzz::seeded_main(count, arguments, "random_agreement", [](std::uint64_t seed) {
    test::Random random(seed);
    const test::Model model = fuzz::random_problem(random);
    fuzz::Turn turn{.number = seed >> 1, .seed = seed};
    if (fuzz::disagreement(model.problem(), turn).empty()) return fuzz::Case();
    // As it will be replayed: in all ways.
    const fuzz::Turn every{.number = fuzz::Turn::every, .seed = seed};
    if (!fuzz::disagreement(model.problem(), every).empty()) turn = every;
    const test::Model small = fuzz::shrunk(model, turn);
    const std::string file =
        fuzz::to_regression(small, turn, fuzz::disagreement(small.problem(), turn));
    return fuzz::Case{file, file};
  });
}
