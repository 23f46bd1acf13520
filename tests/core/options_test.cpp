#include "dlx/options.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "dlx/exclusions.hpp"

namespace dlx::test {
namespace {

/// Every enumerator has a row at its place, with a spelling of its own and a line of help.
template <Named Enum>
void check_names() {
  std::set<std::string_view> words;
  std::size_t place = 0;
  for (const auto& [value, word, help] : names<Enum>) {
    CAPTURE(word);
    CHECK(static_cast<std::size_t>(value) == place++);
    CHECK(words.insert(word).second);
    CHECK(to_string(value) == word);
    CHECK(from_string<Enum>(word) == value);
    CHECK(by_name<Enum>("name", word) == value);
    CHECK(!help.empty());
    CHECK(help.back() != '.');
  }
  CHECK(from_string<Enum>("nonsense") == std::nullopt);
}

TEST_CASE("tables of names have a row for each enumerator") {
  check_names<EngineKind>();
  check_names<BranchingRule>();
  check_names<CountMethod>();
  check_names<ProblemFormat>();
  check_names<Status>();
  check_names<UpTo>();
  CHECK_THROWS_WITH(
      by_name<UpTo>("up_to", "turns"),
      "unknown up_to 'turns'; there are 'none', 'rotations', 'reflections' and 'all'");
}

TEST_CASE("every option is set by each of its words") {
  std::set<std::string_view> names, flags;
  for (const OptionRow& row : option_rows) {
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK((row.flag.empty() || flags.insert(row.flag).second));
    CHECK(&option_named(row.name) == &row);
    CHECK(!row.help.empty());
    Options options;
    for (const std::string_view word : words_of(row)) CHECK_NOTHROW(set(options, row, word));
  }
  Options options;
  set(options, "engine", "bit_matrix");
  set(options, "branching", "weighted");
  set(options, "order", "b  a");
  set(options, "method", "sweep");
  set(options, "preprocess", "false");
  set(options, "time_limit", "1.5");
  set(options, "node_limit", "18446744073709551615");
  set(options, "memory_limit", "1000");
  set(options, "threads", "3");
  CHECK(options.engine == EngineKind::bit_matrix);
  CHECK(options.branching == BranchingRule::weighted);
  CHECK(options.order == std::vector<std::string>{"b", "a"});
  CHECK(options.method == CountMethod::sweep);
  CHECK(options.preprocess == false);
  CHECK(options.time == std::chrono::milliseconds(1500));
  CHECK(options.nodes == 18446744073709551615U);
  CHECK(memory_of(options) == 1000);
  CHECK(options.threads == 3);
  set(options, option_named("--memory-limit"), "0.5", true);
  CHECK(memory_of(options) == std::size_t{1} << 29);
  set(options, "node_limit", "none");
  set(options, "time_limit", "none");
  CHECK((!options.nodes && !options.time));
  for (const OptionRow& row : option_rows) {  // a value as text means the same value
    CAPTURE(row.name);
    Options again;
    set(again, row, value_of(options, row));
    CHECK(value_of(again, row) == value_of(options, row));
  }
  set(options, "time_limit", "1e300");  // more than the clock can hold
  CHECK(!options.time);
}

TEST_CASE("options refuse names and values that do not exist") {
  Options options;
  CHECK_THROWS_WITH(set(options, "speed", "9"), Catch::StartsWith("unknown option 'speed'; there"));
  CHECK_THROWS_WITH(set(options, "branching", "order"),
                    "branching: unknown branching 'order'; there are 'minimum', 'weighted' and "
                    "'first'");
  CHECK_THROWS_WITH(set(options, "engine", "path_links"),
                    Catch::StartsWith("engine: unknown engine 'path_links'; there are 'auto', ") &&
                        !Catch::EndsWith("'path_links'"));
  CHECK_THROWS_WITH(set(options, "symmetry", "no"), "symmetry: 'no' is not true or false");
  for (const char* const word : {"", "-1", "1.5", "x", "4294967296", "0x10", " 1"}) {
    CAPTURE(word);
    CHECK_THROWS_WITH(set(options, "threads", word),
                      Catch::Contains("is not a whole number from 0 to 4294967295"));
  }
  for (const char* const word : {"", "-1", "nan", "x", "1 s"}) {
    CAPTURE(word);
    CHECK_THROWS_WITH(set(options, "time_limit", word),
                      Catch::Contains("is not a number of seconds"));
  }
  set(options, "max_cost", "-2.50");
  CHECK(options.max_cost == Decimal{-25, 1});
  CHECK_THROWS_WITH(set(options, "max_cost", "2,5"), "max_cost: '2,5' is not a decimal number");
  CHECK(value_of(options, option_named("max_cost")) == "-2.5");  // a fault changes nothing
  CHECK_THROWS_WITH(set(options, option_named("threads"), "0", true),
                    "'0' is not a whole number from 1 to 4294967295");
}

TEST_CASE("options that do not go together are named with the reason") {
  const auto check = [](std::initializer_list<std::pair<const char*, const char*>> values) {
    Options options;
    for (const auto& [name, value] : values) set(options, name, value);
    check_exclusions(options);
  };
  CHECK_NOTHROW(check({{"order", "a"}, {"branching", "minimum"}, {"checkpoint", "run"}}));
  CHECK_NOTHROW(check({{"checkpoint", "run"}, {"method", "sweep"}, {"up_to", "all"}}));
  CHECK_THROWS_WITH(check({{"order", "a"}, {"branching", "weighted"}}),
                    "order does not go with branching: both say which item to branch on");
  CHECK_THROWS_WITH(check({{"fingerprint", "0"}, {"up_to", "all"}}),
                    "fingerprint does not go with up_to: a fingerprint is computed from all "
                    "solutions, not from classes");
  for (const char* const method : {"memo", "zdd", "invariant"}) {
    CHECK_THROWS_WITH(check({{"checkpoint", "run"}, {"method", method}}),
                      Catch::Contains("without method they compete with the saved search"));
  }
  for (const Exclusion& row : option_exclusions()) {
    for (const Conditions& conditions : {row.some, row.others}) {
      for (const std::string_view condition : conditions) {
        for (const std::string_view flag : flags_in(condition)) {
          CHECK_NOTHROW(option_named(flag_alone(flag)));
        }
      }
    }
  }
}

TEST_CASE("docs/options.md is the table of options") {
  const std::string path = DLX_SOURCE_ROOT "/docs/options.md";
  if (std::getenv("DLX_WRITE_DOCS") != nullptr) std::ofstream(path) << options_page();
  std::ostringstream page;
  page << std::ifstream(path).rdbuf();
  INFO("DLX_WRITE_DOCS=1 test_core.options writes it anew");
  CHECK(page.str() == options_page());
}

}  // namespace
}  // namespace dlx::test
