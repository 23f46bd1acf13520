// Decimal numbers are read, added and written exactly, or refused.

#include "dlx/core/decimal.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <string>

#include "dlx/core/problem_builder.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {

TEST_CASE("words spell decimal numbers, or none") {
  const auto text = [](const std::string& word) -> std::string {
    const auto number = to_decimal(word);
    return number ? decimal_text(number->units, number->places) : "none";
  };
  CHECK(text("5") == "5");
  CHECK(text("-5") == "-5");
  CHECK(text("+2.50") == "2.5");
  CHECK(text(".5") == "0.5");
  CHECK(text("5.") == "5");
  CHECK(text("-0.0") == "0");
  CHECK(text("1e3") == "1000");
  CHECK(text("25e-1") == "2.5");
  CHECK(text("1E+02") == "100");
  CHECK(text("0.000000000000000001") == "0.000000000000000001");
  CHECK(text("9223372036854775807") == "9223372036854775807");
  CHECK(text("100000000000000000000e-10") == "10000000000");
  CHECK(text("0e999999") == "0");
  for (const char* bad : {"",
                          "-",
                          "+",
                          ".",
                          "e5",
                          "5e",
                          "5e+",
                          "--5",
                          "1.2.3",
                          "1,5",
                          "0x5",
                          "inf",
                          "nan",
                          "9223372036854775808",
                          "1e19",
                          "1e-19",
                          "5e99999999999",
                          " 5",
                          "5 ",
                          "1e++5",
                          "1e+-5"}) {
    CAPTURE(bad);
    CHECK(text(bad) == "none");
  }
}

TEST_CASE("decimal numbers are written as they are read, and added") {
  Random random(39);
  for (int n = 0; n < 20'000; ++n) {
    const auto units = static_cast<std::int64_t>(random.below(2'000'000)) - 1'000'000;
    const auto other = static_cast<std::int64_t>(random.below(2'000'000)) - 1'000'000;
    const int places = static_cast<int>(random.below(7));
    const auto number = to_decimal(decimal_text(units, places));
    REQUIRE(number);
    CHECK(in_units(*number, places) == units);
    const auto both = sum({units, places}, {other, places});
    REQUIRE(both);
    CHECK(in_units(*both, places) == units + other);
  }
  const Decimal largest{std::numeric_limits<std::int64_t>::max()};
  CHECK_FALSE(sum(largest, {1}));
  CHECK_FALSE(sum(largest, {1, 3}));
  CHECK_FALSE(in_units({5, 2}, 1));
}

TEST_CASE("a number in coarser units is rounded down, and kept within 64 bits") {
  using Limits = std::numeric_limits<std::int64_t>;
  CHECK(floor_in_units({125, 1}, 0) == 12);
  CHECK(floor_in_units({-125, 1}, 0) == -13);
  CHECK(floor_in_units({-1201, 3}, 1) == -13);
  CHECK(floor_in_units({-12, 0}, 2) == -1200);
  CHECK(floor_in_units({-1, 18}, 0) == -1);
  CHECK(floor_in_units({1, 18}, 0) == 0);
  CHECK(floor_in_units({5, 0}, 18) == 5'000'000'000'000'000'000);
  CHECK(floor_in_units({50, 0}, 18) == Limits::max());
  CHECK(floor_in_units({-50, 0}, 18) == Limits::min());
}

TEST_CASE("the costs of a problem have as many places as the finest of them") {
  ProblemBuilder builder;
  const ItemId item = builder.primary("a");
  const std::vector<Entry> entries = {item};
  builder.option(entries, 3);
  builder.option(entries, Decimal{25, 1});
  builder.option(entries, Decimal{-1, 3});
  builder.option(entries);
  const Problem problem = std::move(builder).build();
  CHECK(problem.cost_places() == 3);
  CHECK(problem.cost(OptionId{0}) == 3000);
  CHECK(problem.cost(OptionId{1}) == 2500);
  CHECK(problem.cost(OptionId{2}) == -1);
  CHECK(problem.cost(OptionId{3}) == 0);

  ProblemBuilder wide;
  const std::vector<Entry> of_wide = {wide.primary("a")};
  wide.option(of_wide, 1'000'000'000'000'000'000);
  CHECK_THROWS_AS(wide.option(of_wide, Decimal{1, 2}), ProblemError);
  CHECK(wide.option_count() == 1);
  ProblemBuilder fine;
  const std::vector<Entry> of_fine = {fine.primary("a")};
  fine.option(of_fine, Decimal{1, 2});
  CHECK_THROWS_AS(fine.option(of_fine, 1'000'000'000'000'000'000), ProblemError);
}

}  // namespace dlx::test
