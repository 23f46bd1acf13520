#include "dlx/core/problem_builder.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/model.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using Kind = ProblemError::Kind;

/// A builder with two primary items, a secondary one, a colour and an option.
struct Sample {
  ProblemBuilder builder;
  ItemId a = builder.primary("a");
  ItemId b = builder.primary("b", {.at_least = 0, .at_most = 3});
  ItemId s = builder.secondary("s");
  Colour red = builder.colour("red");
  OptionId first = builder.option({a, {s, red}}, 5);

  std::string text() && { return canonical_text(std::move(builder).build()); }
};

struct Refusal {
  const char* what;
  Kind kind;
  std::function<void(Sample&)> attempt;
  std::vector<std::string> words;  // the message has them
  std::optional<std::size_t> entry = {};
};

const std::string long_name(ProblemBuilder::longest_name + 1, 'x');

std::vector<Refusal> refusals() {
  return {
      {"an empty item name",
       Kind::empty_name,
       [](Sample& x) { x.builder.secondary(""); },
       {"item"}},
      {"an empty colour",
       Kind::empty_name,
       [](Sample& x) { (void)x.builder.colour(""); },
       {"colour"}},
      {"a blank",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("x y"); },
       {"byte 2"}},
      {"a tab",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("xy\t"); },
       {"byte 3"}},
      {"a NUL",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary(std::string_view("x\0", 2)); },
       {"byte 2"}},
      {"a DEL",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("\x7F"); },
       {"byte 1"}},
      {"a colon",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("x:y"); },
       {"'x:y'", "':'"}},
      {"a bar",
       Kind::illegal_character,
       [](Sample& x) { (void)x.builder.colour("x|"); },
       {"colour", "'x|'", "'|'"}},
      {"a lone tail byte",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("x\x80"); },
       {"byte 2"}},
      {"a cut character",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("\xE2\x99"); },
       {"byte 1"}},
      {"an overlong character",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("\xC0\xAF"); },
       {"byte 1"}},
      {"an overlong character of three",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("\xE0\x80\xAF"); },
       {"byte 1"}},
      {"a surrogate",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("\xED\xA0\x80"); },
       {"byte 1"}},
      {"past the last character",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("\xF4\x90\x80\x80"); },
       {"byte 1"}},
      {"a C1 control",
       Kind::illegal_character,
       [](Sample& x) { x.builder.secondary("\xC2\x85"); },
       {"byte 1"}},
      {"a long item name",
       Kind::name_too_long,
       [](Sample& x) { x.builder.secondary(long_name); },
       {"65537", "65536", "item"}},
      {"a long colour",
       Kind::name_too_long,
       [](Sample& x) { (void)x.builder.colour(long_name); },
       {"65537", "colour"}},
      {"a primary item after a secondary one",
       Kind::wrong_order,
       [](Sample& x) { x.builder.primary("p"); },
       {"'p'", "secondary"}},
      {"a secondary item after an option",
       Kind::wrong_order,
       [](Sample& x) { x.builder.secondary("t"); },
       {"'t'", "option"}},
      {"an item that does not exist",
       Kind::unknown_item,
       [](Sample& x) {
         x.builder.option({x.a, ItemId{3}});
       },
       {"option 2", "3"},
       1},
      {"an item twice",
       Kind::duplicate_item,
       [](Sample& x) {
         x.builder.option({x.a, x.s, x.a});
       },
       {"option 2", "'a'"},
       2},
      {"an item twice in different colours",
       Kind::duplicate_item,
       [](Sample& x) {
         x.builder.option({x.a, x.s, {x.s, x.red}});
       },
       {"option 2", "'s'"},
       2},
      {"a colour that does not exist",
       Kind::unknown_colour,
       [](Sample& x) {
         x.builder.option({x.b, {x.s, Colour{2}}});
       },
       {"option 2", "'s'"},
       1},
      {"a colour on a primary item",
       Kind::colour_on_primary,
       [](Sample& x) {
         x.builder.option({x.s, {x.b, x.red}});
       },
       {"option 2", "'b'", "'red'"},
       1},
      {"no primary item",
       Kind::no_primary_item,
       [](Sample& x) { x.builder.option({x.s}); },
       {"option 2", "primary"}},
      {"no item",
       Kind::no_primary_item,
       [](Sample& x) { x.builder.option({}); },
       {"option 2", "primary"}},
  };
}

void check_refusal(const std::function<void()>& attempt, Kind kind,
                   const std::vector<std::string>& words,
                   const std::optional<std::size_t>& entry = {}) {
  try {
    attempt();
    FAIL_CHECK("accepted");
  } catch (const ProblemError& e) {
    CHECK(e.kind() == kind);
    CHECK(e.entry() == entry);
    for (const auto& word : words) CHECK_THAT(e.what(), Catch::Contains(word));
  }
}

TEST_CASE("what is refused is named, and leaves the builder as it was") {
  const std::string untouched = Sample().text();
  Sample lasting;
  for (const Refusal& refusal : refusals()) {
    CAPTURE(refusal.what);
    // Rules on names come before those on order in this sample only if no option is there yet.
    Sample sample;
    const bool name_rule = refusal.kind == Kind::empty_name ||
                           refusal.kind == Kind::name_too_long ||
                           refusal.kind == Kind::illegal_character;
    check_refusal([&] { refusal.attempt(sample); }, refusal.kind, refusal.words, refusal.entry);
    CHECK(sample.builder.option_count() == 1);
    CHECK(std::move(sample).text() == untouched);
    if (!name_rule)
      check_refusal([&] { refusal.attempt(lasting); }, refusal.kind, refusal.words, refusal.entry);
  }
  // After all that the builder still works.
  const Colour blue = lasting.builder.colour("blue");
  lasting.builder.option({lasting.b, {lasting.s, blue}, lasting.a});
  CHECK(std::move(lasting).text() == untouched + "b s:blue a\n");
}

TEST_CASE("options keep their numbers where others are dropped") {
  using Numbers = std::vector<std::uint32_t>;
  ProblemBuilder builder;
  const ItemId a = builder.primary("a");
  const ItemId s = builder.secondary("s");
  builder.drop_option();
  builder.option({a});
  builder.option({a, s});
  CHECK_THROWS_WITH(builder.option({s}), Catch::StartsWith("option 4: no primary item"));
  builder.drop_option();
  builder.drop_option();
  CHECK_THROWS_WITH(builder.option({a, a}), Catch::StartsWith("option 6: item 'a' occurs twice"));
  const std::vector<std::uint32_t> wrong = {1, 0, 1};
  CHECK_THROWS_WITH(builder.options(wrong), Catch::Contains("option 7") && Catch::Contains("end"));
  builder.option({a});
  builder.drop_option();
  const Problem p = std::move(builder).build();
  CHECK(p.option_count() == 3);
  CHECK(numbers_of(p) == Numbers{2, 3, 6});
  CHECK(p.last_number() == 7);
  CHECK(Numbers(p.dropped_numbers().begin(), p.dropped_numbers().end()) == Numbers{1, 4, 5, 7});
  for (const std::uint64_t none : {0ULL, 1ULL, 4ULL, 5ULL, 7ULL, 8ULL, (1ULL << 32U) + 2}) {
    CHECK_FALSE(p.find_option(none));
  }
}

TEST_CASE("numbers and options lead to each other, whatever was dropped") {
  Random random(36);
  for (int n = 0; n < 200; ++n) {
    ProblemBuilder builder;
    const ItemId a = builder.primary("a");
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint32_t> dropped;
    const std::uint32_t last = random.below(40);
    for (std::uint32_t number = 1; number <= last; ++number) {
      if (random.chance(0.4)) {
        builder.drop_option();
        dropped.push_back(number);
      } else {
        builder.option({a});
        numbers.push_back(number);
      }
    }
    const Problem p = std::move(builder).build();
    REQUIRE(numbers_of(p) == numbers);
    REQUIRE(p.last_number() == last);
    for (std::uint32_t o = 0; o < p.option_count(); ++o) {
      REQUIRE(p.find_option(numbers[o]) == OptionId{o});
    }
    for (const std::uint32_t number : dropped) REQUIRE_FALSE(p.find_option(number));
    const std::vector<std::uint32_t> all(p.dropped_numbers().begin(), p.dropped_numbers().end());
    REQUIRE(all == dropped);
  }
  const auto with = [](std::vector<std::uint32_t> dropped) {
    ProblemBuilder builder = ProblemBuilder::numbered(1);
    builder.option({ItemId{0}});
    return numbers_of(ProblemBuilder::with_dropped(std::move(builder).build(), std::move(dropped)));
  };
  CHECK(with({}) == std::vector<std::uint32_t>{1});
  CHECK(with({2}) == std::vector<std::uint32_t>{1});
  CHECK(with({1, 2, 4}) == std::vector<std::uint32_t>{3});
  const std::vector<std::vector<std::uint32_t>> refused = {{0}, {3}, {2, 1}, {1, 1}, {1, 4}};
  for (const auto& wrong : refused) {
    CHECK_THROWS_AS(with(wrong), std::invalid_argument);
  }
}

TEST_CASE("options may have names") {
  const auto named = [](const std::vector<std::string>& names) {
    ProblemBuilder builder = ProblemBuilder::numbered(1);
    for (int o = 0; o < 3; ++o) builder.option({ItemId{0}});
    return ProblemBuilder::with_option_names(
        ProblemBuilder::with_dropped(std::move(builder).build(), {2}), names);
  };
  const Problem p = named({"17", "", "a:b|c"});
  CHECK(p.label(OptionId{0}) == "1 17");
  CHECK(p.label(OptionId{1}) == "3");
  CHECK(p.label(OptionId{2}) == "4 a:b|c");
  CHECK(p.find_option("a:b|c") == OptionId{2});
  CHECK_FALSE(p.find_option(""));
  CHECK_FALSE(named({"", "", ""}).has_option_names());
  CHECK_THROWS_AS(named({"a"}), std::invalid_argument);
  for (const char* name : {"a", "b c", "\x01"}) {
    try {
      (void)named({"a", "b", name});
      FAIL("the name is accepted");
    } catch (const ProblemError& e) {
      CHECK(e.entry() == 2U);
    }
  }
}

TEST_CASE("names declared twice and bad bounds are refused") {
  ProblemBuilder b;
  b.primary("a");
  check_refusal([&] { b.primary("a"); }, Kind::duplicate_name, {"'a'", "twice"});
  check_refusal([&] { b.secondary("a"); }, Kind::duplicate_name, {"'a'"});
  check_refusal([&] { b.primary("z", {.at_least = 0, .at_most = 0}); }, Kind::bad_bounds,
                {"'z'", "0:0"});
  check_refusal([&] { b.primary("z", {.at_least = 3, .at_most = 2}); }, Kind::bad_bounds,
                {"'z'", "3:2"});
  CHECK_FALSE(b.find_item("z").has_value());
  const ItemId z = b.primary("z", {.at_least = 0, .at_most = 1});
  CHECK(index(z) == 1);
  b.secondary("s");
  check_refusal([&] { b.secondary("s"); }, Kind::duplicate_name, {"'s'"});
  CHECK(canonical_text(std::move(b).build()) == "a 0:1|z | s\n");
}

TEST_CASE("a cost has at most 18 digits behind the point") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  for (const int places : {-1, 19, 1'000'000'000}) {
    check_refusal(
        [&] {
          b.option({a}, Decimal{1, places});
        },
        Kind::bad_cost, {std::to_string(places)});
  }
  b.option({a}, Decimal{1, 18});
  CHECK(std::move(b).build().cost_places() == 18);
}

TEST_CASE("a refused option can be mended and added") {
  const std::vector<std::vector<std::uint32_t>> attempts = {{0, 1, 0}, {1, 1}, {2}, {0, 9}, {2, 2}};
  for (const auto& attempt : attempts) {
    ProblemBuilder b;
    const ItemId a = b.primary("a");
    const ItemId c = b.primary("c");
    const ItemId s = b.secondary("s");
    for (int times = 0; times < 2; ++times) {
      std::vector<Entry> entries;
      for (const std::uint32_t item : attempt) entries.emplace_back(ItemId{item});
      CHECK_THROWS_AS(b.option(entries), ProblemError);
      CHECK(b.option({a, c, s}) == OptionId{static_cast<std::uint32_t>(times)});
    }
    CHECK(canonical_text(std::move(b).build()) == "a c | s\na c s\na c s\n");
  }
}

TEST_CASE("random problems with refused calls between are the problems without them") {
  Random random(6);
  int refused = 0;
  for (int n = 0; n < 500; ++n) {
    const Model model = random_model(random, random_shape(random, 12));
    ProblemBuilder b;
    const auto refuse = [&](const std::function<void()>& attempt) {
      if (!random.chance(0.3)) return;
      try {
        attempt();
      } catch (const ProblemError&) {
        ++refused;
      }
    };
    for (std::uint32_t i = 0; i < model.items.size(); ++i) {
      if (model.is_primary(i)) {
        b.primary(model.items[i].name, model.items[i].bounds);
      } else {
        b.secondary(model.items[i].name);
      }
      refuse([&] { b.secondary(model.items[random.below(i + 1)].name); });
      refuse([&] { b.secondary("a b"); });
    }
    std::vector<Colour> colours;
    for (const auto& name : model.colours) colours.push_back(b.colour(name));
    for (const auto& option : model.options) {
      std::vector<Entry> entries;
      for (const auto& use : option.uses) {
        entries.emplace_back(ItemId{use.item}, use.colour == Model::uncoloured
                                                   ? Colour::none
                                                   : colours[static_cast<std::size_t>(use.colour)]);
      }
      refuse([&] {
        auto wrong = entries;
        wrong.push_back(wrong.front());
        b.option(wrong, 7);
      });
      refuse([&] {
        auto wrong = entries;
        wrong.emplace_back(ItemId{99});
        b.option(wrong, 7);
      });
      b.option(entries, option.cost);
      refuse([&] { b.secondary("late"); });
    }
    CHECK(canonical_text(std::move(b).build()) == canonical_text(model.problem()));
  }
  CHECK(refused > 500);
}

TEST_CASE("names may be any printable UTF-8") {
  ProblemBuilder b;
  const std::vector<std::string> names = {"é", "♣", "🂡", "x/y", "#", "~!@$%^&*()", "\"", "\\"};
  for (const auto& name : names) b.primary(name);
  const std::string longest(ProblemBuilder::longest_name, 'x');
  b.secondary(longest);
  const Colour colour = b.colour("größe");
  for (std::uint32_t i = 0; i < names.size(); ++i) CHECK(b.find_item(names[i]) == ItemId{i});
  b.option({ItemId{0}, {ItemId{8}, colour}});
  const Problem p = std::move(b).build();
  for (std::uint32_t i = 0; i < names.size(); ++i) CHECK(p.name(ItemId{i}) == names[i]);
  CHECK(p.name(ItemId{8}) == longest);
  CHECK(p.name(colour) == "größe");
}

TEST_CASE("a problem tells what was put in") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  const ItemId c = b.primary("c", {.at_least = 2, .at_most = 5});
  const ItemId s = b.secondary("s");
  const ItemId t = b.secondary("t");
  const Colour red = b.colour("red");
  CHECK(b.colour("red") == red);
  const Colour blue = b.colour("blue");
  CHECK(b.option({t, a}) == OptionId{0});
  CHECK(b.option({c, {s, blue}, a, {t, red}}, -4) == OptionId{1});
  CHECK(b.option({c}) == OptionId{2});
  CHECK(b.option_count() == 3);
  CHECK(b.find_item("s") == s);
  CHECK_FALSE(b.find_item("red").has_value());
  const Problem p = std::move(b).build();

  CHECK(p.item_count() == 4);
  CHECK(p.primary_count() == 2);
  CHECK(p.secondary_count() == 2);
  CHECK(p.option_count() == 3);
  CHECK(p.entry_count() == 7);
  CHECK(p.colour_count() == 2);
  CHECK(p.has_colours());
  CHECK(p.has_multiplicities());
  CHECK(p.has_costs());
  CHECK(p.is_primary(c));
  CHECK_FALSE(p.is_primary(s));
  CHECK(p.name(t) == "t");
  CHECK(p.name(blue) == "blue");
  CHECK(p.name(Colour::none).empty());
  CHECK(p.bounds(a) == Bounds{});
  CHECK(p.bounds(c) == Bounds{.at_least = 2, .at_most = 5});
  CHECK(std::vector(p.items(OptionId{0}).begin(), p.items(OptionId{0}).end()) == std::vector{t, a});
  CHECK(std::vector(p.colours(OptionId{1}).begin(), p.colours(OptionId{1}).end()) ==
        std::vector{Colour::none, blue, Colour::none, red});
  CHECK(p.colours(OptionId{0}).size() == 2);
  CHECK(p.cost(OptionId{0}) == 0);
  CHECK(p.cost(OptionId{1}) == -4);
  CHECK(p.cost(OptionId{2}) == 0);
  CHECK(p.memory_bytes() > 0);

  const Problem copy = p;
  CHECK(canonical_text(copy) == canonical_text(p));
}

TEST_CASE("a plain problem carries no colours, bounds or costs") {
  ProblemBuilder b;
  const ItemId a = b.primary("a", {.at_least = 1, .at_most = 1});
  const ItemId s = b.secondary("s");
  (void)b.colour("unused");
  b.option({a, s}, 0);
  const Problem p = std::move(b).build();
  CHECK_FALSE(p.has_colours());
  CHECK_FALSE(p.has_multiplicities());
  CHECK_FALSE(p.has_costs());
  CHECK(p.colours(OptionId{0}).empty());
  CHECK(p.cost(OptionId{0}) == 0);
  CHECK(p.bounds(a) == Bounds{});
}

TEST_CASE("the canonical text spells bounds, colours and costs") {
  ProblemBuilder b;
  const ItemId a = b.primary("a", {.at_least = 0, .at_most = 1});
  b.primary("b", {.at_least = 2, .at_most = 2});
  b.primary("c", {.at_least = 1, .at_most = std::numeric_limits<std::uint32_t>::max()});
  const ItemId s = b.secondary("s");
  b.option({{s, b.colour("red")}, a}, std::numeric_limits<std::int64_t>::min());
  CHECK(canonical_text(std::move(b).build()) ==
        "0:1|a 2|b 1:4294967295|c | s\ns:red a |-9223372036854775808\n");
  CHECK(canonical_text(ProblemBuilder().build()) == "1|\n");
  ProblemBuilder only_secondary;
  only_secondary.secondary("s");
  only_secondary.secondary("t");
  CHECK(canonical_text(std::move(only_secondary).build()) == "1| | s t\n");
}

TEST_CASE("random problems have what they may have, and survive the way to a model and back") {
  Random random(5);
  int colours = 0;
  int multiplicities = 0;
  int costs = 0;
  int zero = 0;
  for (int n = 0; n < 2'000; ++n) {
    const Model model = random_model(random, random_shape(random, 10));
    const Problem p = model.problem();
    colours += p.has_colours() ? 1 : 0;
    multiplicities += p.has_multiplicities() ? 1 : 0;
    costs += p.has_costs() ? 1 : 0;
    zero += p.primary_count() == 0 ? 1 : 0;
    if (!(model_of(p).problem().entry_count() == p.entry_count() &&
          canonical_text(model_of(p).problem()) == canonical_text(p))) {
      FAIL("not the same after a round trip\n" << canonical_text(p));
    }
  }
  CHECK(colours > 400);
  CHECK(multiplicities > 400);
  CHECK(costs > 100);
  CHECK(zero > 10);
}

TEST_CASE("numbered items and options in bulk make the same problem as names do") {
  ProblemBuilder named;
  for (int k = 0; k < 12; ++k) static_cast<void>(named.primary(std::to_string(k)));
  static_cast<void>(named.secondary("12"));
  named.option({ItemId{0}, ItemId{11}});
  named.option({ItemId{12}, ItemId{3}});
  named.option({ItemId{5}});
  ProblemBuilder numbered = ProblemBuilder::numbered(12, 1);
  const std::vector<std::uint32_t> numbers{2, 0, 11, 2, 12, 3, 1, 5};
  numbered.options(numbers);
  CHECK(numbered.option_count() == 3);
  CHECK(numbered.find_item("11") == ItemId{11});
  CHECK_FALSE(numbered.find_item("13").has_value());
  CHECK_FALSE(numbered.find_item("011").has_value());
  CHECK_FALSE(numbered.find_item("a").has_value());
  CHECK_THROWS_AS(numbered.primary("x"), ProblemError);
  CHECK_THROWS_AS(numbered.secondary("x"), ProblemError);
  const Problem problem = std::move(numbered).build();
  CHECK(problem.primary_count() == 12);
  CHECK(canonical_text(problem) == canonical_text(std::move(named).build()));
  CHECK(std::move(numbered).build().item_count() == 0);  // the builder is as new
}

TEST_CASE("options in bulk go with options that have colours and costs") {
  ProblemBuilder builder;
  const ItemId a = builder.primary("a");
  const ItemId s = builder.secondary("s");
  builder.option({a, {s, builder.colour("red")}}, 7);
  const std::vector<std::uint32_t> numbers{1, 0, 2, 0, 1};
  builder.options(numbers);
  builder.option({a}, 2);
  const Problem problem = std::move(builder).build();
  REQUIRE(problem.option_count() == 4);
  CHECK(problem.cost(OptionId{1}) == 0);
  CHECK(problem.cost(OptionId{3}) == 2);
  CHECK(problem.colour(OptionId{2}, 1) == Colour::none);
  CHECK(problem.colour(OptionId{0}, 1) != Colour::none);
}

TEST_CASE("wrong options in bulk are refused as single ones are, and none is added") {
  const std::vector<std::pair<std::vector<std::uint32_t>, Kind>> wrong{
      {{1, 0, 1, 9}, Kind::unknown_item},
      {{1, 0, 2, 0, 0}, Kind::duplicate_item},
      {{1, 0, 1, 2}, Kind::no_primary_item},
      {{1, 0, 0}, Kind::no_primary_item}};
  ProblemBuilder builder = ProblemBuilder::numbered(2, 1);
  builder.options(std::vector<std::uint32_t>{1, 1});
  for (const auto& [numbers, kind] : wrong) {
    try {
      builder.options(numbers);
      FAIL("accepted");
    } catch (const ProblemError& e) {
      CHECK(e.kind() == kind);
      CHECK(std::string(e.what()).starts_with("option 3: "));
    }
    CHECK(builder.option_count() == 1);
  }
  CHECK_THROWS_WITH(builder.options(std::vector<std::uint32_t>{1, 0, 3, 0, 1}),
                    "the numbers end within option 3");
  CHECK(builder.option_count() == 1);
  builder.options(std::vector<std::uint32_t>{2, 1, 2, 1, 0});
  const Problem problem = std::move(builder).build();
  CHECK(problem.option_count() == 3);
  CHECK(problem.items(OptionId{1}).size() == 2);
  CHECK_THROWS_AS(ProblemBuilder::numbered(0xffffffffU, 0xffffffffU), ProblemError);
}

}  // namespace
}  // namespace dlx::test
