#include <catch2/catch.hpp>

#include <dlx.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "allocations.hpp"

namespace {

using dlx::test::NoMemoryFrom;
using Numbers = std::vector<std::uint32_t>;

/// The example of Knuth's section on colours; its one solution has options 1 and 3. Allocates
/// nothing itself after its first call.
dlx_code make_coloured(dlx_problem** problem) {
  dlx_builder* builder = nullptr;
  std::uint32_t p = 0, q = 0, r = 0, x = 0, y = 0, a = 0, b = 0;
  dlx_code code = dlx_builder_new(&builder);
  const auto also = [&](auto call) {
    if (code == DLX_OK) code = call();
  };
  also([&] { return dlx_primary(builder, "p", &p); });  // numbers are the same in every call
  also([&] { return dlx_primary(builder, "q", &q); });
  also([&] { return dlx_primary(builder, "r", &r); });
  also([&] { return dlx_secondary(builder, "x", &x); });
  also([&] { return dlx_secondary(builder, "y", &y); });
  also([&] { return dlx_colour(builder, "A", &a); });
  also([&] { return dlx_colour(builder, "B", &b); });
  static const std::vector<std::vector<dlx_entry>> options = {{{p, 0}, {q, 0}, {x, 0}, {y, a}},
                                                              {{p, 0}, {r, 0}, {x, a}, {y, 0}},
                                                              {{p, 0}, {x, b}},
                                                              {{q, 0}, {x, a}},
                                                              {{r, 0}, {y, b}}};
  for (std::uint32_t i = 0; i < options.size(); ++i) {
    std::uint32_t number = 99;
    also([&] { return dlx_option(builder, options[i].data(), options[i].size(), &number); });
    also([&] { return number == i ? DLX_OK : DLX_INTERNAL_ERROR; });
  }
  also([&] { return dlx_build(builder, problem); });
  dlx_builder_free(builder);
  return code;
}

/// n dominoes' worth of freedom: n pairs of options, 2^n solutions.
dlx_problem* pairs(int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += "i" + std::to_string(i) + " ";
  text += "\n";
  for (int i = 0; i < 2 * n; ++i) text += "i" + std::to_string(i / 2) + "\n";
  dlx_problem* problem = nullptr;
  REQUIRE(dlx_read_text(text.data(), text.size(), &problem) == DLX_OK);
  return problem;
}

Numbers sorted(const std::uint32_t* options, std::size_t count) {
  Numbers numbers(options, options + count);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Options with these names and values; the caller releases them.
dlx_options* options_of(const std::vector<std::pair<std::string, std::string>>& values) {
  dlx_options* options = nullptr;
  REQUIRE(dlx_options_new(&options) == DLX_OK);
  for (const auto& [name, value] : values) {
    REQUIRE(dlx_set(options, name.c_str(), value.c_str()) == DLX_OK);
  }
  return options;
}

std::string counted(const dlx_problem* problem, const dlx_options* options, dlx_status& status) {
  char* digits = nullptr;
  REQUIRE(dlx_count(problem, options, &digits, &status) == DLX_OK);
  std::string text = digits;
  dlx_string_free(digits);
  return text;
}

/// Checks that a call fails as bad input, and says why.
void check_refused(dlx_code code, const std::string& words) {
  CHECK(code == DLX_BAD_INPUT);
  INFO(dlx_last_error());
  CHECK(std::string(dlx_last_error()).find(words) != std::string::npos);
}

TEST_CASE("a problem is built, searched and counted in C", "[c]") {
  dlx_problem* problem = nullptr;
  REQUIRE(make_coloured(&problem) == DLX_OK);
  CHECK(dlx_item_count(problem) == 5);
  CHECK(dlx_primary_count(problem) == 3);
  CHECK(dlx_option_count(problem) == 5);

  dlx_solver* solver = nullptr;
  REQUIRE(dlx_solver_new(problem, nullptr, &solver) == DLX_OK);
  const std::uint32_t* options = nullptr;
  std::size_t count = 0;
  REQUIRE(dlx_next(solver, &options, &count) == DLX_OK);
  CHECK(sorted(options, count) == Numbers{1, 3});
  CHECK(dlx_solver_status(solver) == DLX_RUNNING);
  REQUIRE(dlx_next(solver, &options, &count) == DLX_OK);
  CHECK(options == nullptr);
  CHECK(count == 0);
  CHECK(dlx_solver_status(solver) == DLX_EXHAUSTED);
  CHECK(dlx_solver_nodes(solver) > 0);
  dlx_solver_free(solver);

  dlx_status status = DLX_RUNNING;
  CHECK(counted(problem, nullptr, status) == "1");
  CHECK(status == DLX_EXHAUSTED);
  dlx_problem_free(problem);
}

TEST_CASE("counts in C have any number of digits, and bounds count too", "[c]") {
  dlx_problem* problem = pairs(100);
  dlx_status status = DLX_RUNNING;
  CHECK(counted(problem, nullptr, status) == "1267650600228229401496703205376");
  dlx_problem_free(problem);

  dlx_builder* builder = nullptr;
  std::uint32_t a = 9;
  REQUIRE(dlx_builder_new(&builder) == DLX_OK);
  REQUIRE(dlx_primary_bounds(builder, "a", 1, 2, &a) == DLX_OK);
  for (int i = 0; i < 3; ++i) {
    const dlx_entry entry = {a, 0};
    REQUIRE(dlx_option(builder, &entry, 1, nullptr) == DLX_OK);
  }
  REQUIRE(dlx_build(builder, &problem) == DLX_OK);
  dlx_builder_free(builder);
  CHECK(counted(problem, nullptr, status) == "6");  // one of three, or two of three
  dlx_problem_free(problem);
}

TEST_CASE("a visitor in C sees every solution, and stops the search", "[c]") {
  dlx_problem* problem = pairs(6);
  std::set<Numbers> seen;
  const dlx_visitor keep = [](void* data, const std::uint32_t* options, std::size_t count) {
    static_cast<std::set<Numbers>*>(data)->insert(sorted(options, count));
    return 0;
  };
  dlx_status status = DLX_RUNNING;
  REQUIRE(dlx_solve(problem, nullptr, keep, &seen, &status) == DLX_OK);
  CHECK(seen.size() == 64);
  CHECK(status == DLX_EXHAUSTED);

  int calls = 0;
  const dlx_visitor third = [](void* data, const std::uint32_t*, std::size_t) {
    return ++*static_cast<int*>(data) == 3 ? 1 : 0;
  };
  REQUIRE(dlx_solve(problem, nullptr, third, &calls, &status) == DLX_OK);
  CHECK(calls == 3);
  CHECK(status == DLX_STOPPED);
  dlx_problem_free(problem);
}

/// An answer: whether there is a solution, and its options.
struct Answer {
  bool exists;
  Numbers options;
  bool operator==(const Answer&) const = default;
};

Answer ask(dlx_questions* questions, const std::vector<dlx_assumption>& assumptions) {
  const std::uint32_t* options = nullptr;
  std::size_t count = 9;
  REQUIRE(dlx_ask(questions, assumptions.data(), assumptions.size(), &options, &count) == DLX_OK);
  return {options != nullptr, sorted(options, count)};
}

TEST_CASE("many questions in C are answered, with cores", "[c]") {
  dlx_problem* problem = pairs(3);  // options 0 and 1, 2 and 3, 4 and 5 exclude each other
  dlx_questions* questions = nullptr;
  REQUIRE(dlx_questions_new(problem, nullptr, &questions) == DLX_OK);
  CHECK(dlx_questions_status(questions) == DLX_RUNNING);
  for (int round = 0; round < 2; ++round) {
    CHECK(ask(questions, {{0, 1}, {2, 0}, {5, 1}}) == Answer{true, {0, 3, 5}});
    const std::uint32_t* options = nullptr;
    std::size_t count = 0;
    REQUIRE(dlx_ask_another(questions, &options, &count) == DLX_OK);
    CHECK(options == nullptr);
    CHECK(dlx_questions_status(questions) == DLX_EXHAUSTED);

    CHECK(ask(questions, {{0, 1}, {2, 0}, {5, 1}, {3, 0}}) == Answer{false, {}});
    const dlx_assumption* core = nullptr;
    int is_minimal = 9;
    REQUIRE(dlx_core(questions, &core, &count, &is_minimal) == DLX_OK);
    REQUIRE(count == 2);
    CHECK((core[0].option == 2 && core[0].chosen == 0));
    CHECK((core[1].option == 3 && core[1].chosen == 0));
    CHECK(is_minimal == 1);
    check_refused(dlx_core(questions, &core, &count, &is_minimal), "has a core");
  }
  const std::uint32_t* options = nullptr;
  std::size_t count = 0;
  const dlx_assumption unknown = {6, 1};
  check_refused(dlx_ask(questions, &unknown, 1, &options, &count), "option 6 does not exist");
  check_refused(dlx_ask(questions, nullptr, 1, &options, &count), "assumptions is NULL");
  check_refused(dlx_ask(nullptr, nullptr, 0, &options, &count), "questions is NULL");
  CHECK(ask(questions, {{0, 1}, {2, 1}, {4, 1}}) == Answer{true, {0, 2, 4}});
  dlx_questions_free(questions);

  dlx_options* asked = options_of({{"node_limit", "1"}});
  REQUIRE(dlx_questions_new(problem, asked, &questions) == DLX_OK);
  CHECK_FALSE(ask(questions, {}).exists);
  CHECK(dlx_questions_status(questions) == DLX_NODE_LIMIT);
  dlx_questions_free(questions);
  dlx_options_free(asked);

  const dlx_assumption* core = nullptr;
  int is_minimal = 9;
  const std::string text = "a b\na\n";
  dlx_problem* hopeless = nullptr;
  REQUIRE(dlx_read_text(text.data(), text.size(), &hopeless) == DLX_OK);
  REQUIRE(dlx_questions_new(hopeless, nullptr, &questions) == DLX_OK);
  CHECK_FALSE(ask(questions, {{0, 1}}).exists);
  REQUIRE(dlx_core(questions, &core, &count, &is_minimal) == DLX_OK);
  CHECK(core != nullptr);
  CHECK(count == 0);
  dlx_questions_free(questions);
  dlx_problem_free(hopeless);
  dlx_problem_free(problem);
}

TEST_CASE("a restricted problem in C keeps the numbers of options", "[c]") {
  dlx_problem* problem = pairs(3);
  const std::uint32_t fixed = 1;
  const std::uint32_t forbidden[] = {2, 4};
  dlx_problem* restricted = nullptr;
  REQUIRE(dlx_restrict(problem, &fixed, 1, forbidden, 2, &restricted) == DLX_OK);
  CHECK(dlx_option_count(restricted) == 3);
  const std::uint32_t* options = nullptr;
  std::size_t count = 0;
  dlx_solver* solver = nullptr;
  REQUIRE(dlx_solver_new(restricted, nullptr, &solver) == DLX_OK);
  REQUIRE(dlx_next(solver, &options, &count) == DLX_OK);
  CHECK(sorted(options, count) == Numbers{1, 3, 5});
  dlx_solver_free(solver);
  dlx_status status = DLX_RUNNING;
  CHECK(counted(restricted, nullptr, status) == "1");
  dlx_questions* questions = nullptr;
  REQUIRE(dlx_questions_new(restricted, nullptr, &questions) == DLX_OK);
  CHECK(ask(questions, {{5, 1}}) == Answer{true, {1, 3, 5}});
  const dlx_assumption dropped = {4, 1};
  check_refused(dlx_ask(questions, &dropped, 1, &options, &count), "option 4 does not exist");
  dlx_questions_free(questions);
  dlx_problem* none = nullptr;
  check_refused(dlx_restrict(problem, nullptr, 1, nullptr, 0, &none), "fixed is NULL");
  check_refused(dlx_restrict(problem, nullptr, 0, &forbidden[0], 3, nullptr), "restricted is NULL");
  const std::uint32_t far = 6;
  check_refused(dlx_restrict(problem, nullptr, 0, &far, 1, &none), "option 6 does not exist");
  CHECK(none == nullptr);
  dlx_problem_free(restricted);
  dlx_problem_free(problem);
}

TEST_CASE("limits in C are a status, and a search goes on after them", "[c]") {
  dlx_problem* problem = pairs(8);
  for (const char* const engine :
       {"auto", "dancing_links", "dancing_cells", "bit_matrix", "item_bits", "learning_cells"}) {
    dlx_options* asked = options_of({{"limit", "5"}, {"engine", engine}});
    dlx_solver* solver = nullptr;
    REQUIRE(dlx_solver_new(problem, asked, &solver) == DLX_OK);
    const std::uint32_t* options = nullptr;
    std::size_t count = 0, found = 0;
    const auto run = [&] {
      while (dlx_next(solver, &options, &count) == DLX_OK && options != nullptr) ++found;
    };
    run();
    CHECK(found == 5);
    CHECK(dlx_solver_status(solver) == DLX_SOLUTION_LIMIT);
    REQUIRE(dlx_set(asked, "limit", "none") == DLX_OK);
    REQUIRE(dlx_solver_limits(solver, asked) == DLX_OK);
    run();
    CHECK(found == 256);
    CHECK(dlx_solver_status(solver) == DLX_EXHAUSTED);
    dlx_solver_free(solver);

    dlx_status status = DLX_RUNNING;
    REQUIRE(dlx_set(asked, "limit", "5") == DLX_OK);
    CHECK(counted(problem, asked, status) == "5");
    CHECK(status == DLX_SOLUTION_LIMIT);
    REQUIRE(dlx_set(asked, "limit", "500") == DLX_OK);
    CHECK(counted(problem, asked, status) == "256");
    CHECK(status == DLX_EXHAUSTED);
    dlx_options_free(asked);
  }
  dlx_problem_free(problem);
}

TEST_CASE("a stop in C ends a search and a count from another thread", "[c]") {
  dlx_problem* problem = pairs(60);  // 2^60 solutions: no list of them ends
  dlx_stop* stop = nullptr;
  REQUIRE(dlx_stop_new(&stop) == DLX_OK);
  dlx_options* asked = options_of({});
  REQUIRE(dlx_set_stop(asked, stop) == DLX_OK);
  std::thread other([&] { dlx_stop_set(stop, 1); });
  dlx_status status = DLX_RUNNING;
  const dlx_visitor go_on = [](void*, const std::uint32_t*, std::size_t) { return 0; };
  REQUIRE(dlx_solve(problem, asked, go_on, nullptr, &status) == DLX_OK);
  CHECK(status == DLX_STOPPED);
  other.join();
  CHECK(counted(problem, asked, status).find_first_not_of("0123456789") == std::string::npos);
  CHECK(status == DLX_STOPPED);
  dlx_stop_set(stop, 0);
  CHECK(counted(problem, asked, status) == "1152921504606846976");
  dlx_options_free(asked);
  dlx_stop_free(stop);
  dlx_problem_free(problem);
}

TEST_CASE("a count in C has every method, threads and progress", "[c]") {
  dlx_problem* problem = pairs(10);
  dlx_status status = DLX_RUNNING;
  for (const char* const method : {"auto", "search", "sweep", "memo", "zdd"}) {
    dlx_options* asked =
        options_of({{"method", method}, {"threads", "2"}, {"preprocess", "false"}});
    int calls = 0;
    const dlx_progress look = [](void* data, std::uint64_t, std::uint64_t, double share,
                                 double gap) {
      if (share >= 0 && share <= 1 && gap == -1) ++*static_cast<int*>(data);
    };
    REQUIRE(dlx_set_progress(asked, look, &calls, 1e-9) == DLX_OK);
    CHECK(counted(problem, asked, status) == "1024");
    CHECK(status == DLX_EXHAUSTED);
    dlx_options_free(asked);
  }
  dlx_problem_free(problem);
}

TEST_CASE("a count in C is saved, certified and up to symmetry", "[c]") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("dlx_c_" + std::to_string(std::random_device()()));
  std::filesystem::create_directory(folder);
  const std::string run = (folder / "run").string(), certificate = (folder / "cert").string();
  dlx_problem* problem = pairs(3);
  dlx_status status = DLX_RUNNING;
  for (const auto& [up_to, expected] : {std::pair("none", "8"), {"all", "1"}}) {
    dlx_options* asked =
        options_of({{"checkpoint", run + up_to}, {"certificate", certificate}, {"up_to", up_to}});
    CHECK(counted(problem, asked, status) == expected);
    CHECK(status == DLX_EXHAUSTED);
    CHECK(std::filesystem::file_size(certificate) > 0);
    CHECK(counted(problem, asked, status) == expected);  // from the file
    dlx_options_free(asked);
  }
  const auto check_count_refused = [&](std::vector<std::pair<std::string, std::string>> values,
                                       const std::string& words) {
    dlx_options* asked = options_of(values);
    char* digits = nullptr;
    check_refused(dlx_count(problem, asked, &digits, &status), words);
    dlx_options_free(asked);
  };
  check_count_refused({{"checkpoint", run + "none"}, {"fingerprint", "7"}}, "of another run");
  check_count_refused({{"certificate", (folder / "none" / "c").string()}}, "none/c");
  check_count_refused({{"up_to", "rotations"}}, "only a puzzle has rotations");
  check_count_refused(
      {{"up_to", "all"}, {"fingerprint", "7"}},
      "fingerprint does not go with up_to: a fingerprint is computed from all solutions");
  dlx_options* classes = options_of({{"up_to", "all"}});
  dlx_solver* solver = nullptr;
  check_refused(dlx_solver_new(problem, classes, &solver), "up_to: it is for counts");
  dlx_options_free(classes);
  dlx_problem_free(problem);
  std::filesystem::remove_all(folder);
}

TEST_CASE("bad input in C is a code and a message that names the culprit", "[c]") {
  dlx_builder* builder = nullptr;
  dlx_problem* problem = nullptr;
  dlx_solver* solver = nullptr;
  std::uint32_t a = 7, s = 7, red = 7;
  REQUIRE(dlx_builder_new(&builder) == DLX_OK);
  REQUIRE(dlx_primary(builder, "a", &a) == DLX_OK);
  REQUIRE(dlx_secondary(builder, "s", &s) == DLX_OK);
  REQUIRE(dlx_colour(builder, "red", &red) == DLX_OK);
  CHECK((a == 0 && s == 1 && red == 1));
  std::uint32_t again = 5;
  check_refused(dlx_secondary(builder, "a", &again), "'a'");
  CHECK(again == 5);
  check_refused(dlx_primary(builder, "late", &again), "late");
  check_refused(dlx_primary_bounds(builder, "b", 3, 2, nullptr), "b");
  check_refused(dlx_secondary(builder, "two words", nullptr), "blank");
  check_refused(dlx_secondary(builder, "\xff", nullptr), "malformed");
  check_refused(dlx_secondary(builder, nullptr, nullptr), "name is NULL");
  check_refused(dlx_primary(nullptr, "a", nullptr), "builder is NULL");
  const auto option = [&](std::vector<dlx_entry> entries) {
    return dlx_option(builder, entries.data(), entries.size(), nullptr);
  };
  check_refused(option({{9, 0}}), "item");
  check_refused(option({{a, 0}, {s, 9}}), "colour");
  check_refused(option({{a, red}}), "colour");
  check_refused(option({{a, 0}, {a, 0}}), "'a'");
  check_refused(option({{s, 0}}), "primary");
  check_refused(dlx_option(builder, nullptr, 2, nullptr), "entries is NULL");
  REQUIRE(option({{a, 0}, {s, red}}) == DLX_OK);  // what was right is still there
  REQUIRE(dlx_build(builder, &problem) == DLX_OK);
  dlx_builder_free(builder);

  dlx_options* asked = options_of({});
  check_refused(dlx_set(asked, "engine", "quantum"), "quantum");
  check_refused(dlx_set(asked, "time_limit", "nan"),
                "time_limit: 'nan' is not a number of seconds");
  check_refused(dlx_set(asked, "speed", "1"), "unknown option 'speed'");
  check_refused(dlx_set(asked, "node_limit", "-1"), "node_limit: '-1' is not a whole number");
  check_refused(dlx_set(asked, nullptr, "1"), "name is NULL");
  check_refused(dlx_set_progress(asked, nullptr, nullptr, 0), "not a number above 0");
  REQUIRE(dlx_set(asked, "order", "nobody") == DLX_OK);
  check_refused(dlx_solver_new(problem, asked, &solver), "'nobody'");
  CHECK(solver == nullptr);
  dlx_options_free(asked);
  char* digits = nullptr;
  dlx_status status = DLX_RUNNING;
  check_refused(dlx_count(nullptr, nullptr, &digits, &status), "problem is NULL");
  check_refused(dlx_solve(problem, nullptr, nullptr, nullptr, nullptr), "visit is NULL");
  CHECK(digits == nullptr);
  dlx_problem_free(problem);

  const std::string text = "a b\na c\n";
  problem = nullptr;
  check_refused(dlx_read_text(text.data(), text.size(), &problem), "<text>:2:3:");
  CHECK(problem == nullptr);
  const std::string longest(5000, 'x');
  const std::string unknown = "a\n" + longest + "\n";
  check_refused(dlx_read_text(unknown.data(), unknown.size(), &problem), "<text>:2:1:");
  CHECK(std::string(dlx_last_error()).size() < 1024);
  // A problem without options can be built; a text without them is something else.
  const std::string hello = "hello world";
  check_refused(dlx_read_text(hello.data(), hello.size(), &problem), "<text>:1:1: no options");
  const std::string sudoku(81, '.');
  check_refused(dlx_read_text(sudoku.data(), sudoku.size(), &problem), "dlx sudoku");
}

TEST_CASE("releasing NULL in C does nothing", "[c]") {
  dlx_builder_free(nullptr);
  dlx_problem_free(nullptr);
  dlx_solver_free(nullptr);
  dlx_questions_free(nullptr);
  dlx_stop_free(nullptr);
  dlx_options_free(nullptr);
  dlx_stop_set(nullptr, 1);
  dlx_string_free(nullptr);
  CHECK(dlx_option_count(nullptr) == 0);
  CHECK(std::string(dlx_version()).find('.') != std::string::npos);
}

/// Options {a, b} at 2.5, {a} at -1, {b} at 2.5 and {b} at 3.5: solutions of 1.5, 2.5 and 2.5.
dlx_problem* with_costs() {
  dlx_builder* builder = nullptr;
  dlx_problem* problem = nullptr;
  REQUIRE(dlx_builder_new(&builder) == DLX_OK);
  for (const char* const name : {"a", "b"}) {
    REQUIRE(dlx_primary(builder, name, nullptr) == DLX_OK);
  }
  const dlx_entry both[] = {{0, 0}, {1, 0}};
  std::uint32_t option = 99;
  REQUIRE(dlx_option_at_cost(builder, both, 2, "2.50", &option) == DLX_OK);
  CHECK(option == 0);
  REQUIRE(dlx_option_at_cost(builder, both, 1, "-1", nullptr) == DLX_OK);
  REQUIRE(dlx_option_at_cost(builder, both + 1, 1, "25e-1", nullptr) == DLX_OK);
  REQUIRE(dlx_option_at_cost(builder, both + 1, 1, "3.5", nullptr) == DLX_OK);
  CHECK(dlx_option_at_cost(builder, both, 2, "much", nullptr) == DLX_BAD_INPUT);
  CHECK(std::string(dlx_last_error()) == "'much' is not a cost");
  CHECK(dlx_option_at_cost(builder, both, 2, nullptr, nullptr) == DLX_BAD_INPUT);
  REQUIRE(dlx_build(builder, &problem) == DLX_OK);
  dlx_builder_free(builder);
  return problem;
}

struct Costed {
  std::int64_t cost;
  Numbers options;
};

int keep_costed(void* data, std::int64_t cost, const std::uint32_t* options, std::size_t count) {
  auto& kept = *static_cast<std::vector<Costed>*>(data);
  kept.push_back({cost, Numbers(options, options + count)});
  return kept.size() == 3 ? 1 : 0;
}

TEST_CASE("the cheapest solutions, their costs and what is proved of the others") {
  dlx_problem* const problem = with_costs();
  std::vector<Costed> kept;
  dlx_costs costs = {};
  REQUIRE(dlx_cheapest(problem, nullptr, 2, keep_costed, &kept, &costs) == DLX_OK);
  CHECK(costs.status == DLX_EXHAUSTED);
  CHECK(costs.count == 2);
  CHECK(costs.places == 1);
  CHECK((costs.has_best == 1 && costs.best == 15));
  CHECK((costs.has_bound == 1 && costs.bound == 25));
  CHECK(costs.gap == 0);
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].cost == 15);
  CHECK(kept[0].options == Numbers{1, 2});
  CHECK(kept[1].cost == 25);

  kept.clear();
  REQUIRE(dlx_cheapest(problem, nullptr, DLX_EVERY, keep_costed, &kept, &costs) == DLX_OK);
  CHECK((costs.count == 3 && kept.size() == 3 && costs.has_bound == 0));
  CHECK(dlx_cheapest(problem, nullptr, DLX_OF_LEAST_COST, nullptr, nullptr, &costs) == DLX_OK);
  CHECK((costs.count == 1 && costs.best == 15));

  dlx_options* options = nullptr;
  REQUIRE(dlx_options_new(&options) == DLX_OK);
  std::vector<double> gaps;
  const dlx_progress look = [](void* data, std::uint64_t, std::uint64_t, double, double gap) {
    static_cast<std::vector<double>*>(data)->push_back(gap);
  };
  REQUIRE(dlx_set_progress(options, look, &gaps, 1e-9) == DLX_OK);
  REQUIRE(dlx_cheapest(problem, options, DLX_EVERY, nullptr, nullptr, &costs) == DLX_OK);
  REQUIRE(!gaps.empty());
  CHECK(gaps.front() == -1);  // no solution has been found
  CHECK(gaps.back() >= 0);
  REQUIRE(dlx_set_progress(options, nullptr, nullptr, 1) == DLX_OK);
  REQUIRE(dlx_set(options, "max_cost", "1.49") == DLX_OK);
  REQUIRE(dlx_cheapest(problem, options, DLX_EVERY, nullptr, nullptr, &costs) == DLX_OK);
  CHECK((costs.count == 0 && costs.has_best == 0 && costs.gap == -1));
  CHECK(dlx_set(options, "max_cost", "dear") == DLX_BAD_INPUT);
  // What does not look at costs says so.
  dlx_solver* solver = nullptr;
  CHECK(dlx_solver_new(problem, options, &solver) == DLX_BAD_INPUT);
  CHECK(std::string(dlx_last_error()).starts_with("max_cost: "));
  REQUIRE(dlx_set(options, "max_cost", "none") == DLX_OK);
  REQUIRE(dlx_set(options, "node_limit", "0") == DLX_OK);
  REQUIRE(dlx_cheapest(problem, options, 1, keep_costed, nullptr, &costs) == DLX_OK);
  CHECK(costs.status == DLX_NODE_LIMIT);
  CHECK((costs.has_best == 0 && costs.has_bound == 1 && costs.bound <= 15));
  // A run in a file, with a certificate.
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("dlx_c_" + std::to_string(std::random_device()()));
  std::filesystem::create_directory(folder);
  const std::string proof = folder / "proof";
  REQUIRE(dlx_set(options, "node_limit", "1") == DLX_OK);
  REQUIRE(dlx_set(options, "checkpoint", (folder / "run").c_str()) == DLX_OK);
  REQUIRE(dlx_set(options, "certificate", proof.c_str()) == DLX_OK);
  REQUIRE(dlx_cheapest(problem, options, 2, keep_costed, &kept, &costs) == DLX_OK);
  CHECK(costs.status == DLX_NODE_LIMIT);
  REQUIRE(dlx_set(options, "node_limit", "none") == DLX_OK);
  REQUIRE(dlx_cheapest(problem, options, 2, keep_costed, &kept, &costs) == DLX_OK);
  CHECK((costs.status == DLX_EXHAUSTED && costs.best == 15));
  CHECK(std::filesystem::file_size(proof) > 0);
  std::filesystem::remove_all(folder);
  REQUIRE(dlx_set(options, "checkpoint", "") == DLX_OK);
  REQUIRE(dlx_set(options, "certificate", proof.c_str()) == DLX_OK);
  CHECK(dlx_cheapest(problem, options, 2, keep_costed, &kept, &costs) == DLX_BAD_INPUT);
  REQUIRE(dlx_set(options, "certificate", "") == DLX_OK);
  REQUIRE(dlx_set(options, "up_to", "all") == DLX_OK);
  CHECK(dlx_cheapest(problem, options, DLX_EVERY, nullptr, nullptr, &costs) == DLX_OK);
  CHECK(costs.count == 3);  // no symmetry takes a cost to another
  REQUIRE(dlx_set(options, "up_to", "rotations") == DLX_OK);
  CHECK(dlx_cheapest(problem, options, 1, nullptr, nullptr, &costs) == DLX_BAD_INPUT);
  CHECK(dlx_cheapest(problem, nullptr, 1, nullptr, nullptr, nullptr) == DLX_BAD_INPUT);
  dlx_options_free(options);
  dlx_problem_free(problem);
}

/// Everything that the C ABI does, once. Stops at the first call that fails.
dlx_code whole_life() {
  dlx_problem* problem = nullptr;
  dlx_problem* restricted = nullptr;
  dlx_solver* solver = nullptr;
  dlx_questions* questions = nullptr;
  dlx_stop* stop = nullptr;
  char* digits = nullptr;
  dlx_status status = DLX_RUNNING;
  dlx_options* asked = nullptr;
  dlx_code code = dlx_stop_new(&stop);
  if (code == DLX_OK) code = dlx_options_new(&asked);
  if (code == DLX_OK) code = dlx_set(asked, "symmetry", "false");
  if (code == DLX_OK) code = dlx_set_stop(asked, stop);
  if (code == DLX_OK) code = make_coloured(&problem);
  if (code == DLX_OK) code = dlx_solver_new(problem, asked, &solver);
  const std::uint32_t* options = nullptr;
  std::size_t count = 0;
  do {
    if (code == DLX_OK) code = dlx_next(solver, &options, &count);
  } while (code == DLX_OK && options != nullptr);
  const dlx_visitor go_on = [](void*, const std::uint32_t*, std::size_t) { return 0; };
  if (code == DLX_OK) code = dlx_solve(problem, asked, go_on, nullptr, &status);
  const dlx_costed_visitor to_the_next = [](void*, std::int64_t, const std::uint32_t*,
                                            std::size_t) { return 0; };
  dlx_costs costs = {};
  if (code == DLX_OK) code = dlx_cheapest(problem, asked, 2, to_the_next, nullptr, &costs);
  if (code == DLX_OK) code = dlx_count(problem, asked, &digits, &status);
  const std::uint32_t fixed = 3;
  if (code == DLX_OK) code = dlx_restrict(problem, &fixed, 1, nullptr, 0, &restricted);
  if (code == DLX_OK) code = dlx_questions_new(problem, asked, &questions);
  if (code == DLX_OK) code = dlx_ask(questions, nullptr, 0, &options, &count);
  if (code == DLX_OK) code = dlx_ask_another(questions, &options, &count);
  const dlx_assumption assumption = {0, 1};
  const dlx_assumption* core = nullptr;
  int is_minimal = 0;
  if (code == DLX_OK) code = dlx_ask(questions, &assumption, 1, &options, &count);
  if (code == DLX_OK) code = dlx_core(questions, &core, &count, &is_minimal);
  dlx_string_free(digits);
  dlx_solver_free(solver);
  dlx_questions_free(questions);
  dlx_problem_free(restricted);
  dlx_problem_free(problem);
  dlx_options_free(asked);
  dlx_stop_free(stop);
  return code;
}

TEST_CASE("without memory the C ABI returns a code wherever memory ends", "[c][memory]") {
  REQUIRE(whole_life() == DLX_OK);
  std::size_t n = 1;
  std::size_t refused = 0;
  for (;; ++n) {
    dlx_code code = DLX_OK;
    bool happened = false;
    {
      const NoMemoryFrom from(n);
      code = whole_life();
      happened = NoMemoryFrom::happened();
    }
    if (!happened) {
      CHECK(code == DLX_OK);
      break;
    }
    // A count does without a table that it has no memory for.
    if (code != DLX_OK) {
      ++refused;
      if (code != DLX_OUT_OF_MEMORY) FAIL("allocation " << n << ": " << dlx_last_error());
    }
  }
  CHECK(n > 50);
  CHECK(refused > n / 2);
}

}  // namespace
