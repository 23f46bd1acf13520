#include "dlx/core/symmetry.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "dlx/names.hpp"

namespace dlx::test {
namespace {

std::vector<OptionId> options(std::initializer_list<std::uint32_t> numbers) {
  std::vector<OptionId> options;
  for (const std::uint32_t n : numbers) options.push_back(OptionId{n});
  return options;
}

/// Turns of a ring of four, and nothing for a fifth option.
OptionSymmetries ring() {
  return OptionSymmetries({options({0, 1, 2, 3, 4}), options({1, 2, 3, 0, 4}),
                           options({2, 3, 0, 1, 4}), options({3, 0, 1, 2, 4})});
}

TEST_CASE("one solution of a class is its representative, and canonical gives it") {
  const OptionSymmetries symmetries = ring();
  CHECK(symmetries.order() == 4);
  CHECK(symmetries.is_representative(options({4, 1, 0})));
  CHECK_FALSE(symmetries.is_representative(options({1, 2, 4})));
  CHECK_FALSE(symmetries.is_representative(options({0, 3, 4})));
  for (const auto& solution : {options({0, 1, 4}), options({4, 2, 1}), options({0, 3, 4})}) {
    CHECK(symmetries.canonical(solution) == options({0, 1, 4}));
  }
  CHECK(symmetries.canonical({}).empty());
}

TEST_CASE("what keeps an option") {
  CHECK(ring().stabiliser(OptionId{0}).order() == 1);
  CHECK(ring().stabiliser(OptionId{4}).order() == 4);
}

}  // namespace
}  // namespace dlx::test
