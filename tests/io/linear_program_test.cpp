// Linear programs are read as the exact-cover problems that they are, or refused at a word.

#include "dlx/io/linear_program.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "dlx/cheapest.hpp"
#include "dlx/core/decimal.hpp"
#include "dlx/io/format.hpp"
#include "tests/io/refusals.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

io::ReadProblem read_lp_text(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  return io::lp_format().read(input, {});
}

io::ReadProblem read_mps_text(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  return io::mps_format().read(input, {});
}

/// A random program of variables x0, x1 and so on, and both texts of it.
struct RandomProgram {
  struct Row {
    std::vector<std::size_t> variables;
    Decimal factor;
    char kind = 'E';  // as in MPS
    Decimal bound;
    std::int64_t range =
        0;  // tenths; 0: none. As in MPS: below a bound of kind L, above G, either E

    /// The ends of a range in tenths, the lower first.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> ends() const {
      const std::int64_t at = *in_units(bound, 1);
      return std::minmax({at, kind == 'L' ? at - range : at + range});
    }
    [[nodiscard]] bool holds(std::int64_t tenths) const {
      const auto [low, high] = ends();
      return range != 0    ? low <= tenths && tenths <= high
             : kind == 'E' ? tenths == low
             : kind == 'L' ? tenths <= low
                           : tenths >= low;
    }
  };

  explicit RandomProgram(Random& random) {
    variables = 1 + random.below(7);
    for (std::size_t v = 0; v < variables; ++v) {
      costs.push_back({static_cast<std::int64_t>(random.below(41)) - 20, 1});
      values.push_back(random.below(8) == 0 ? (random.below(2) == 0 ? 'l' : 'h') : '-');
    }
    const std::size_t count = random.below(6);
    for (std::size_t r = 0; r < count; ++r) {
      Row row;
      for (std::size_t v = 0; v < variables; ++v) {
        if (random.below(2) == 0) row.variables.push_back(v);
      }
      if (row.variables.empty()) continue;
      const Decimal factors[] = {{1}, {1}, {1}, {2}, {-1}, {-3}, {5, 1}};
      row.factor = factors[random.below(7)];
      row.kind = "ELG"[random.below(3)];
      // In tenths, mostly a multiple of the factor.
      const std::int64_t tenths = *in_units(row.factor, 1);
      row.bound = {
          tenths * (static_cast<std::int64_t>(random.below(4))) + (random.below(6) == 0 ? 2 : 0),
          1};
      const bool is_down = row.kind == 'E' && random.below(2) == 0;
      if (random.below(3) == 0) row.range = (is_down ? -2 : 2) * std::abs(tenths);
      rows.push_back(row);
    }
    is_maximized = random.below(4) == 0;
  }

  [[nodiscard]] bool holds(std::uint32_t chosen) const {
    for (std::size_t v = 0; v < variables; ++v) {
      const bool is_1 = (chosen >> v & 1U) != 0;
      if ((values[v] == 'l' && is_1) || (values[v] == 'h' && !is_1)) return false;
    }
    return std::all_of(rows.begin(), rows.end(), [&](const Row& row) {
      std::int64_t sum = 0;
      for (const std::size_t v : row.variables) {
        if ((chosen >> v & 1U) != 0) sum += *in_units(row.factor, 1);
      }
      return row.holds(sum);
    });
  }

  static std::string text_of(const Decimal& number) {
    return decimal_text(number.units, number.places);
  }
  static std::string name(std::size_t variable) { return "x" + std::to_string(variable); }

  [[nodiscard]] std::string lp() const {
    std::string text = is_maximized ? "MAXIMISE\n" : "\\ a comment\nMinimize\n cost:";
    for (std::size_t v = 0; v < variables; ++v) {
      text += " + " + text_of(costs[v]) + " " + name(v) + (v % 3 == 2 ? "\n" : "");
    }
    text += "\nSubject to\n";
    for (const Row& row : rows) {
      const auto [low, high] = row.ends();
      if (row.range != 0) text += text_of({low, 1}) + " <= ";
      for (const std::size_t v : row.variables) {
        text += (row.factor.units < 0 ? "- " : "+ ") +
                text_of({std::abs(row.factor.units), row.factor.places}) + name(v) + " ";
      }
      text += row.range != 0    ? "<= " + text_of({high, 1})
              : row.kind == 'E' ? "= " + text_of(row.bound)
              : row.kind == 'L' ? "=< " + text_of(row.bound)
                                : "> " + text_of(row.bound);
      text += '\n';
    }
    text += "Bounds\n";
    for (std::size_t v = 0; v < variables; ++v) {
      text += values[v] == 'l' ? " " + name(v) + " = 0\n"
              : values[v] == 'h'
                  ? " 1 <= " + name(v) + " <= 1\n"
                  : " 0 <= " + name(v) + (variables % 2 == 0 ? " <= 1\n" : " <= 1e30\n");
    }
    text += variables % 2 == 0 ? "General\n" : "Binary\n";
    for (std::size_t v = 0; v < variables; ++v) text += " " + name(v);
    return text + "\nEnd\n";
  }

  [[nodiscard]] std::string mps() const {
    std::string text = "NAME test\n* a comment\n";
    if (is_maximized) text += "OBJSENSE\n MAX\n";
    text += "ROWS\n N cost\n N unused\n";
    for (std::size_t r = 0; r < rows.size(); ++r) {
      text += std::string(" ") + rows[r].kind + " r" + std::to_string(r) + "\n";
    }
    text += "COLUMNS\n M 'MARKER' 'INTORG'\n";
    for (std::size_t v = 0; v < variables; ++v) {
      text += " " + name(v) + " cost " + text_of(costs[v]) + " unused 7 $ paid\n";
      for (std::size_t r = 0; r < rows.size(); ++r) {
        if (std::count(rows[r].variables.begin(), rows[r].variables.end(), v) == 0) continue;
        text += " " + name(v) + " r" + std::to_string(r) + " " + text_of(rows[r].factor) + "\n";
      }
    }
    text += " M 'MARKER' 'INTEND'\nRHS\n";
    for (std::size_t r = 0; r < rows.size(); ++r) {
      text +=
          (r % 2 == 0 ? " RHS r" : " r") + std::to_string(r) + " " + text_of(rows[r].bound) + "\n";
    }
    text += "RANGES\n";
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (rows[r].range == 0) continue;
      text += " RNG r" + std::to_string(r) + " " + text_of({rows[r].range, 1}) + "\n";
    }
    text += "BOUNDS\n";
    for (std::size_t v = 0; v < variables; ++v) {
      if (values[v] == '-') {
        if (v % 2 == 0) text += " BV BND " + name(v) + " $\n";
      } else {
        text += " FX BND " + name(v) + (values[v] == 'l' ? " 0\n" : " 1\n");
      }
    }
    return text + "ENDATA\n";
  }

  std::size_t variables = 0;
  std::vector<Decimal> costs;
  std::vector<char> values;  // l: 0, h: 1, -: either
  std::vector<Row> rows;
  bool is_maximized = false;
};

/// The sets of variables of all solutions.
std::set<std::uint32_t> chosen_in(const Problem& problem) {
  std::set<std::uint32_t> all;
  for (const Solution& solution : brute_force(problem)) {
    std::uint32_t chosen = 0;
    for (const OptionId option : solution) chosen |= 1U << (problem.number(option) - 1);
    CHECK(all.insert(chosen).second);
  }
  return all;
}

}  // namespace

TEST_CASE("a small linear program") {
  const io::ReadProblem read = read_lp_text(
      "\\ seats\nMinimize\n cost: 2 x + 3.5 y + z - 0.25 w\nSubject To\n seat: x + y = 1\n"
      " 1 <= y + z <= 2\n w + z\n  <= 1\nBinary\n x y z w\nEnd\n");
  CHECK(canonical_text(read.problem) ==
        "seat 1:2|c2 0:1|w | c3\nseat |2\nseat c2 |3.5\nc2 c3 |1\nc3 w |-0.25\n");
  CHECK(read.notes.empty());
}

TEST_CASE("random linear programs have the solutions of brute force") {
  Random random(3901);
  std::size_t solutions = 0;
  std::size_t maximized = 0;
  for (int n = 0; n < 4'000; ++n) {
    const RandomProgram program(random);
    std::set<std::uint32_t> expected;
    for (std::uint32_t chosen = 0; chosen < 1U << program.variables; ++chosen) {
      if (program.holds(chosen)) expected.insert(chosen);
    }
    for (const bool is_lp : {true, false}) {
      const std::string text = is_lp ? program.lp() : program.mps();
      CAPTURE(n, text);
      const io::ReadProblem read = is_lp ? read_lp_text(text) : read_mps_text(text);
      CHECK(chosen_in(read.problem) == expected);
      CHECK(read.notes.size() == (program.is_maximized ? 1 : 0));
      for (std::uint32_t o = 0; o < read.problem.option_count(); ++o) {
        const Decimal& cost = program.costs[read.problem.number(OptionId{o}) - 1];
        const auto units = *in_units(cost, 1) * (program.is_maximized ? -1 : 1);
        const Decimal read_cost{read.problem.cost(OptionId{o}), read.problem.cost_places()};
        CHECK(in_units(read_cost, 1) == units);
      }
    }
    solutions += expected.size();
    maximized += program.is_maximized ? 1 : 0;
  }
  CHECK(solutions > 10'000);
  CHECK(maximized > 500);
}

TEST_CASE("what is written as a linear program is read as the same problem") {
  Random random(3902);
  int compared = 0;
  for (int n = 0; n < 2'000; ++n) {
    const Problem problem = random_model(random, random_shape(random, 8)).problem();
    if (problem.has_colours() || problem.option_count() == 0) continue;
    std::string text;
    (void)io::lp_format().write(problem, [&](std::string_view part) { text += part; });
    CAPTURE(n, text);
    const Problem again = read_lp_text(text).problem;
    CHECK(chosen_in(again) == chosen_in(problem));
    for (std::uint32_t o = 0; o < again.option_count(); ++o) {
      const OptionId original{again.number(OptionId{o}) - 1};
      CHECK(again.cost(OptionId{o}) == problem.cost(original));
    }
    ++compared;
  }
  CHECK(compared > 500);
}

TEST_CASE("linear programs that are no exact-cover problems are refused at a word") {
  const auto lp = [](const std::string& rows, const std::string& end = "Binary\n x y z\nEnd\n") {
    return "Minimize\n x + y + z\nSubject To\n" + rows + end;
  };
  check_refusals(
      {
          {"no objective", "Subject To\n x = 1\nEnd\n", 1, 1, "Subject", "Minimize or Maximize"},
          {"unequal", lp(" x + 2 y = 1\n"), 4, 8, "y", "must be equal"},
          {"signs", lp(" x - y >= 0\n"), 4, 6, "y", "here are 1 and -1"},
          {"a range", lp(" x + y - ~r_1 = 1\n"), 4, 10, "~r_1", "by --wmps"},
          {"right", lp(" x >= y\n"), 4, 7, "y", "wanted a number, because variables stand on the"},
          {"twice", lp(" x + y + x = 1\n"), 4, 10, "x", "occurs twice"},
          {"continuous", lp(" x + y = 1\n", "End\n"), 2, 2, "x", "continuous"},
          {"large", lp(" x + y >= 1\n", "General\n x y z\nEnd\n"), 2, 2, "x",
           "may be larger than 1"},
          // A constraint of one variable is no bound of 1, although it counts one variable.
          {"one variable", lp(" x <= 3\n", "General\n x y z\nEnd\n"), 2, 2, "x",
           "may be larger than 1"},
          {"at least 1", lp(" x + y >= 2\n", "Bounds\n 1 <= x <= 3\nGeneral\n x y z\nEnd\n"), 2, 2,
           "x", "may be larger than 1"},
          {"at least 2", lp(" x >= 2\n", "Bounds\n x <= 5\nGeneral\n x y z\nEnd\n"), 2, 2, "x",
           "may be larger than 1"},
          {"negative", lp(" x + y = 1\n", "Bounds\n -1 <= x <= 1\nEnd\n"), 6, 8, "x",
           "may be negative"},
          {"free", lp(" x + y = 1\n", "Bounds\n x free\nEnd\n"), 6, 2, "x", "may be negative"},
          {"no relation", lp(" x + y\n"), 5, 1, "Binary", "wanted <=, = or >="},
          {"behind", lp(" x + y = 1 z\n"), 4, 12, "z", "on the left"},
          {"constant", "Minimize\n x + 5\nSubject To\n x = 1\nEnd\n", 2, 6, "5",
           "a constant in the objective: leave it out"},
          {"square", "Minimize\n x ^ 2\nSubject To\n x = 1\nEnd\n", 2, 4, "^", "quadratic"},
          {"brackets", "Minimize\n [ x ]\nSubject To\n x = 1\nEnd\n", 2, 2, "[", "quadratic"},
          {"no sign", lp(" x + y <= 2 + z\n y <= 1\n"), 5, 2, "y", "wanted <=, = or >="},
          {"minus infinity", lp(" x = 1\n", "Bounds\n -inf <= x\nEnd\n"), 6, 3, "inf",
           "minus infinity"},
          {"unknown", lp(" x = 1\n", "Binary\n q\nEnd\n"), 6, 2, "q", "no variable"},
          {"section", lp(" x = 1\n", "SOS\n s1: S1:: x:1\nEnd\n"), 5, 1, "SOS", "not read"},
          {"names", lp(" a: x = 1\n a: y = 1\n"), 5, 2, "a", "two constraints"},
          {"digits", lp(" x <= 99999999999999999999\n"), 4, 7, "99999999999999999999", "18 digits"},
          {"no end", "Minimize\n x\nSubject To\n x = 1\nBinary\n x\n", 7, 1, "", "ends before"},
          {"after", lp(" x = 1\n") + "more\n", 8, 1, "more", "behind End"},
          {"name", lp(" a|b: x + y = 1\n"), 4, 2, "a|b", "cannot be that of an item"},
      },
      [](io::Input& input) { return io::lp_format().read(input, {}); });
  io::Input unfinished = io::Input::from_text(lp(" x >=\n"), "text");
  CHECK_THROWS_WITH(io::lp_format().read(unfinished, {}), Catch::EndsWith("wanted a number"));

  const auto mps = [](const std::string& columns, const std::string& end = "ENDATA\n") {
    return "NAME a\nROWS\n N c\n E r\nCOLUMNS\n M 'MARKER' 'INTORG'\n" + columns +
           " M 'MARKER' 'INTEND'\n" + end;
  };
  check_refusals(
      {
          {"kind", "ROWS\n Q c\n", 2, 2, "Q", "bad kind of row"},
          {"row", mps(" x q 1\n"), 7, 4, "q", "no row"},
          {"number", mps(" x r one\n"), 7, 6, "one", "bad number"},
          {"least", mps(" x r -9223372036854775808\n"), 7, 6, "-9223372036854775808", "bad number"},
          {"fields", mps(" x r\n"), 7, 4, "r", "2 fields"},
          {"section", mps(" x r 1\n", "QUADOBJ\nENDATA\n"), 9, 1, "QUADOBJ", "not read"},
          {"column", mps(" x r 1\n", "BOUNDS\n BV B q\nENDATA\n"), 10, 7, "q", "no column"},
          {"dollar", mps(" $x r 1\n"), 7, 2, "$x", "begins with '$'"},
          {"dollar row", "ROWS\n N c\n E $r\n", 3, 4, "$r", "begins with '$'"},
          {"bound", mps(" x r 1\n", "BOUNDS\n SC B x 3\nENDATA\n"), 10, 2, "SC", "not read"},
          {"negative", mps(" x r 1\n", "BOUNDS\n MI B x\nENDATA\n"), 10, 7, "x", "negative"},
          {"constant", mps(" x r 1\n", "RHS\n R c 5\nENDATA\n"), 10, 6, "5", "leave it out"},
          {"no end", mps(" x r 1\n", ""), 9, 1, "", "ENDATA"},
      },
      [](io::Input& input) { return io::mps_format().read(input, {}); });
}

}  // namespace dlx::test
