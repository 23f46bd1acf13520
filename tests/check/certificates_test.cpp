// What the library records, dlx-check accepts, with the count and the fingerprint that brute
// force has.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checker.hpp"
#include "dlx/certificate/check.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/decimal.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/policy.hpp"
#include "dlx/counting/ways.hpp"
#include "dlx/engines/cost_cells.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/preprocess/invariant.hpp"
#include "dlx/runs/count.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "tests/check/cost_subject.hpp"
#include "tests/check/pieces.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/count_by_orbits.hpp"
#include "tests/support/model.hpp"
#include "tests/support/mutations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/shared_instances.hpp"
#include "tests/support/tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/text_problem.hpp"
#include "tests/symmetry/symmetric_problems.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

constexpr std::uint64_t seed = 5;
#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 60;
#else
const int many = cases(1'500);
#endif

Tally truth_about(const Problem& problem) {
  Tally truth(plain_weights(problem.option_count(), seed));
  for (const Solution& solution : brute_force(problem)) truth.add(solution);
  return truth;
}

/// Counts with a certificate, and has it checked.
template <class Count>
void count_and_check(const Problem& problem, const Tally& truth, bool with_symmetry, Count count) {
  search::CertificateBytes numbers;
  search::Trace trace(numbers, problem);
  const Natural counted = count(trace);
  trace.flush();
  REQUIRE(counted == truth.solutions());
  const std::optional<std::uint64_t> fingerprint =
      with_symmetry ? std::nullopt : std::optional(truth.fingerprint().value());
  const Checked checked = check_certificate(
      canonical_text(problem),
      certificate_of(problem, seed, numbers.bytes(), claims(counted.to_string(), fingerprint)));
  INFO(canonical_text(problem) << checked.error);
  REQUIRE(checked.code == 0);
  REQUIRE(checked.count == truth.solutions().to_string());
}

Problem problem_of(Random& random) {
  return random_model(random, random_shape(random, 12)).problem();
}

/// visit(problem, truth, random), of random problems that a certificate can be about.
template <class Visit>
void for_each_problem(std::uint64_t first_seed, int problems, Visit visit) {
  Random random(first_seed);
  for (int n = 0; n < problems; ++n) {
    const Problem problem = problem_of(random);
    CAPTURE(n);
    visit(problem, truth_about(problem), random);
  }
}

template <class Visit>
void for_each_engine(std::span<const EngineKind> engines, const Problem& problem, Visit visit) {
  for (const EngineKind engine : engines) {
    if (!is_for(engine, problem)) continue;
    CAPTURE(to_string(engine));
    visit(engine);
  }
}

Natural count_by(Solver solver) {
  Tally tally;
  solver.count(tally);
  return tally.solutions();
}

TEST_CASE("a sum over signs that would take years is neither recorded nor checked") {
  // A factor of four options of three items each, again and again; the first ones make a solution.
  for (const std::uint32_t factors : {5U, 19U}) {
    const std::uint32_t others = 3 * factors;
    Random random(3);
    ProblemBuilder builder = ProblemBuilder::numbered(factors + others);
    for (std::uint32_t f = 0; f < factors; ++f) {
      for (int o = 0; o < 4; ++o) {
        std::vector<Entry> entries = {ItemId{f}};
        while (entries.size() < 4) {
          const auto next = static_cast<std::uint32_t>(3 * f + entries.size() - 1);
          const auto drawn = static_cast<std::uint32_t>(random.below(others));
          const ItemId item{factors + (o == 0 ? next : drawn)};
          if (std::none_of(entries.begin(), entries.end(),
                           [&](const Entry& entry) { return entry.item == item; })) {
            entries.push_back(item);
          }
        }
        builder.option(entries);
      }
    }
    const Problem problem = std::move(builder).build();
    std::vector<ItemId> items;
    for (std::uint32_t f = 0; f < factors; ++f) items.push_back(ItemId{f});
    const tables::SignPlan plan = *tables::plan_signs(problem, items).plan;
    CAPTURE(plan.variables);
    REQUIRE_FALSE(plan.excluded);
    CHECK(can_be_checked(plan) == (factors == 5));
    search::CertificateBytes numbers;
    search::Trace trace(numbers, problem);
    trace.signs(items);
    trace.flush();
    const Tally truth = factors == 5 ? truth_about(problem) : Tally();
    const Checked checked = check_certificate(
        canonical_text(problem),
        certificate_of(problem, seed, numbers.bytes(), claims(truth.solutions().to_string(), {})));
    CAPTURE(checked.error);
    CHECK(checked.code == (factors == 5 ? 0 : 1));
    const bool too_much =
        checked.error.find("too much for this checker: a sum over too many signs") !=
        std::string::npos;
    CHECK(too_much == (factors == 19));
  }
}

TEST_CASE("a certificate of each engine, counting and listing, is accepted") {
  for_each_problem(7001, many, [](const Problem& problem, const Tally& truth, Random&) {
    for_each_engine(all_engines, problem, [&](EngineKind engine) {
      count_and_check(problem, truth, false, [&](search::Trace& trace) {
        return count_by(Solver(problem, {.engine = engine, .trace = &trace}));
      });
      count_and_check(problem, truth, false, [&](search::Trace& trace) {
        Solver solver(problem, {.engine = engine, .trace = &trace});
        Natural found;
        while (solver.next()) ++found;
        return found;
      });
    });
    if (problem.has_multiplicities()) return;
    for (const BranchingRule rule :
         {BranchingRule::weighted, BranchingRule::first_active, BranchingRule::given_order}) {
      count_and_check(problem, truth, false, [&](search::Trace& trace) {
        return count_by(Solver(problem, {.branching = rule, .trace = &trace}));
      });
    }
  });
}

TEST_CASE("a certificate of each method, reduced or not, is accepted") {
  for_each_problem(7002, many, [](const Problem& problem, const Tally& truth, Random&) {
    for (const CountMethod method : all_methods) {
      if (!is_for(method, problem)) continue;
      for (const bool preprocess : {false, true}) {
        // Parts of a problem may differ in size where the whole does not.
        if (preprocess && method == CountMethod::signs) continue;
        CAPTURE(to_string(method), preprocess);
        count_and_check(problem, truth, false, [&](search::Trace& trace) {
          Options options{.method = method, .preprocess = preprocess, .trace = &trace};
          const counting::CountResult result = counting::count(problem, options);
          REQUIRE(result.complete());
          return result.value;
        });
      }
    }
  });
}

TEST_CASE("sums over signs of options that differ in their costs only are accepted") {
  for (const char* text :
       {"p | s\np s |1\np s |2\n", "p q c d | s\np c s:a |1\np c s:a |2\np d |3\nq c\nq d |4\n"}) {
    const Problem problem = test::problem_of(std::string(text));
    count_and_check(problem, truth_about(problem), false, [&](search::Trace& trace) {
      return counting::count(problem, {.method = CountMethod::signs, .trace = &trace}).value;
    });
  }
}

TEST_CASE("weights of items are accepted if they exclude all solutions, and only then") {
  int right = 0, wrong = 0;
  for_each_problem(7011, 4 * many, [&](const Problem& problem, const Tally& truth, Random& random) {
    const std::uint32_t modulus = random.chance(0.5) ? 2 : random.between(3, 6);
    preprocess::Invariant invariant{modulus, std::vector<std::uint32_t>(problem.primary_count())};
    for (std::uint32_t& weight : invariant.weights) weight = random.below(modulus);
    if (const auto found = preprocess::refuting_invariant(problem).found) {
      if (random.chance(0.7)) invariant = *found;
    }
    if (problem.primary_count() == 0) return;
    search::CertificateBytes numbers;
    search::Trace trace(numbers, problem);
    trace.invariant(invariant.modulus, invariant.weights);
    trace.flush();
    const Checked checked = check_certificate(
        canonical_text(problem), certificate_of(problem, seed, numbers.bytes(), claims("0", 0)));
    INFO(canonical_text(problem) << checked.error);
    REQUIRE(checked.accepted() == refutes(invariant, problem));
    if (checked.accepted()) REQUIRE(truth.solutions() == 0);
    ++(checked.accepted() ? right : wrong);
  });
  CHECK(right > many / 20);
  CHECK(wrong > many / 20);
}

TEST_CASE("no sweep wins whose certificate has more states than its checkers hold") {
  int sweeps = 0, dropped = 0;
  for_each_problem(7010, many, [&](const Problem& problem, const Tally& truth, Random& random) {
    const counting::PolicySteps steps{.reduce = false,
                                      .symmetry = false,
                                      .turns = random.between(1, 6),
                                      .widest_checked_sweep = random.between(1, 8)};
    count_and_check(problem, truth, false, [&](search::Trace& trace) {
      Options options{.trace = &trace};
      const counting::Resources resources;
      const std::optional<counting::Clock::time_point> no_end;
      counting::Policy policy(
          problem, Tally(plain_weights(problem.option_count(), seed)),
          {.options = &options, .resources = &resources, .end = &no_end, .trace = &trace}, steps);
      while (policy.run({.until = {}, .work = 1}) == Status::running) {
        REQUIRE(policy.share() >= 0);  // also when the leader has just been dropped
        REQUIRE(policy.counted().solutions <= truth.solutions());
      }
      counting::CountResult result;
      policy.add_to(result);
      policy.report_into(result);
      std::uint64_t tried = 0, refused = 0;
      for (const counting::Trial& trial : result.trials) {
        if (trial.what != "sweep") continue;
        tried += trial.times;
        if (trial.outcome.starts_with("it has more states at once")) refused += trial.times;
      }
      dropped += static_cast<int>(refused);
      if (result.method == CountMethod::sweep) {
        ++sweeps;
        CHECK(refused < tried);  // a sweep in another order may win
      }
      return policy.counted().solutions;
    });
  });
  CHECK(sweeps > 0);
  CHECK(dropped > 0);
}

TEST_CASE("a search in pieces, by one thread or several, leaves a certificate") {
  for_each_problem(7003, many / 3, [](const Problem& problem, const Tally& truth, Random& random) {
    if (problem.primary_count() == 0) return;  // a run has no units for such a problem
    for_each_engine(dividable_engines, problem, [&](EngineKind engine) {
      for (const unsigned threads : {1U, 3U}) {
        CAPTURE(threads);
        count_and_check(problem, truth, false, [&](search::Trace& trace) {
          return count_in_pieces(problem, engine, threads, random.between(1, 4), trace);
        });
      }
    });
  });
}

TEST_CASE("a search that pauses and goes on leaves one tree") {
  for_each_problem(7004, many / 3, [](const Problem& problem, const Tally& truth, Random&) {
    for_each_engine(all_engines, problem, [&](EngineKind engine) {
      count_and_check(problem, truth, false, [&](search::Trace& trace) {
        Solver solver(problem, {.engine = engine, .nodes = 1, .trace = &trace});
        Tally tally;
        for (std::uint64_t nodes = 1; solver.status() != Status::exhausted; ++nodes) {
          solver.set_limits({.nodes = nodes});
          solver.count(tally);
        }
        return tally.solutions();
      });
    });
  });
}

TEST_CASE("what symmetries spare is accepted as images") {
  Random random(7005);
  int with_images = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = symmetric_problem(random, any_shape(random));
    if (problem.option_count() > 16) continue;
    const Tally truth = truth_about(problem);
    const auto group = members(problem, symmetry::automorphisms(problem), 1'000);
    if (!group) continue;
    CAPTURE(n);
    bool found = false;
    search::CertificateBytes numbers;
    search::Trace trace(numbers, problem);
    Options options{.trace = &trace};
    const auto counted = count_by_orbits(problem, *group, options);
    if (!counted) continue;
    trace.flush();
    REQUIRE(counted->value == truth.solutions());
    const auto claimed = claims(counted->value.to_string());
    const Checked checked = check_certificate(
        canonical_text(problem), certificate_of(problem, seed, numbers.bytes(), claimed));
    INFO(canonical_text(problem) << checked.error);
    REQUIRE(checked.code == 0);
    found = checked.fingerprint == "none";
    if (found) ++with_images;
  }
  REQUIRE(with_images > many / 20);
}

/// Counts by images, with a certificate.
void check_images(const Problem& problem, std::uint64_t little_work, const Natural& expected,
                  int& with_images) {
  using namespace counting;
  search::CertificateBytes numbers;
  search::Trace trace(numbers, problem);
  Options options{.trace = &trace};
  const Resources resources;
  const std::optional<Clock::time_point> no_end;
  const Context context{
      .options = &options, .resources = &resources, .end = &no_end, .trace = &trace};
  const auto way = image_way(
      problem, problem, symmetry::automorphisms(problem).orbit_of_option, {}, context,
      [](const Problem& part, const Tally& weights, const Context& of_part) {
        return search_way(part, weights, of_part, EngineKind::automatic);
      },
      little_work);
  while (way->run({.work = little_work}) == Status::running) {
    REQUIRE(way->counted().solutions <= expected);
  }
  REQUIRE(way->counted().solutions == expected);
  REQUIRE(way->share() == 1);
  trace.flush();
  const Checked checked = check_certificate(
      canonical_text(problem),
      certificate_of(problem, seed, numbers.bytes(), claims(expected.to_string())));
  INFO(canonical_text(problem) << checked.error);
  REQUIRE(checked.code == 0);
  with_images += checked.fingerprint == "none" ? 1 : 0;
}

TEST_CASE("a count by images of first choices is accepted") {
  Random random(7006);
  int with_images = 0;
  int problems = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = symmetric_problem(random, any_shape(random));
    if (problem.option_count() > 16) continue;
    CAPTURE(n);
    check_images(problem, random.between(1, 4), truth_about(problem).solutions(), with_images);
    ++problems;
  }
  REQUIRE(with_images > problems / 20);
  with_images = 0;
  // Perfect matchings of 8 and 10 points, and triple systems on 7 and 9.
  for (const int points : {8, 10}) {
    std::string text = "p0", pairs;
    for (int b = 1; b < points; ++b) text += " p" + std::to_string(b);
    for (int b = 1; b < points; ++b) {
      for (int a = 0; a < b; ++a)
        pairs += "p" + std::to_string(a) + " p" + std::to_string(b) + "\n";
    }
    check_images(test::problem_of(text + "\n" + pairs), 1, points == 8 ? 105 : 945, with_images);
  }
  for (const int points : {7, 9}) {
    std::string text, triples;
    const auto pair = [](int a, int b) { return std::to_string(a) + "," + std::to_string(b); };
    for (int c = 0; c < points; ++c) {
      for (int b = 0; b < c; ++b) {
        text += " " + pair(b, c);
        for (int a = 0; a < b; ++a) {
          triples += pair(a, b) + " " + pair(a, c) + " " + pair(b, c) + "\n";
        }
      }
    }
    // One class of 7! / 168 systems, and one of 9! / 432.
    check_images(test::problem_of(text + "\n" + triples), 2, points == 7 ? 30 : 840, with_images);
  }
  CHECK(with_images == 4);
}

TEST_CASE("no certificate is written of a group that its checkers refuse") {
  std::string text = "a";
  std::string options;
  for (int k = 0; k < 8; ++k) options += "a\n";
  for (int k = 0; k <= 150; ++k) text += " x" + std::to_string(k);
  for (int k = 0; k < 150; ++k) {
    options += "x" + std::to_string(k) + " x" + std::to_string(k + 1) + "\n";
  }
  const Problem problem = test::problem_of(text + "\n" + options);
  const auto group = members(problem, symmetry::automorphisms(problem), 100'000);
  REQUIRE(group);
  search::CertificateBytes numbers;
  search::Trace trace(numbers, problem);
  Options count_options{.trace = &trace};
  CHECK_THROWS_WITH(count_classes(problem, *group, count_options),
                    Catch::Contains("80640 symmetries of 158 options"));
}

TEST_CASE("certificates of classes are accepted, with the number that going through them has") {
  Random random(7007);
  int with_classes = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = symmetric_problem(random, any_shape(random));
    if (problem.option_count() > 14) continue;
    auto group = members(problem, symmetry::automorphisms(problem), 1'000);
    if (!group || problem.option_count() == 0) continue;
    if (random.chance(0.3))
      group = group->stabiliser(OptionId{random.below(problem.option_count())});
    std::uint64_t classes = 0;
    std::uint64_t solutions = 0;
    for (const Solution& solution : brute_force(problem)) {
      ++solutions;
      if (group->is_representative(solution)) ++classes;
    }
    search::CertificateBytes numbers;
    search::Trace trace(numbers, problem);
    Options options{
        .preprocess = random.chance(0.5), .symmetry = random.chance(0.5), .trace = &trace};
    ClassesResult result;
    try {
      result = count_classes(problem, *group, options);
    } catch (const std::invalid_argument& e) {
      REQUIRE(problem.has_multiplicities());
      REQUIRE(std::string(e.what()).find("several times") != std::string::npos);
      continue;
    }
    trace.flush();
    CAPTURE(n);
    REQUIRE(result.classes == classes);
    REQUIRE(result.solutions == solutions);
    const std::string more = "classes " + std::to_string(classes) + " under " +
                             std::to_string(group->order()) + " symmetries";
    const Checked checked =
        check_certificate(canonical_text(problem),
                          certificate_of(problem, seed, numbers.bytes(),
                                         claims(std::to_string(solutions), {}, more), "classes"));
    INFO(canonical_text(problem) << checked.error);
    REQUIRE(checked.code == 0);
    REQUIRE(checked.more == more);
    if (classes != solutions) ++with_classes;
  }
  REQUIRE(with_classes > many / 20);
}

TEST_CASE("certificates of the cheapest solutions are accepted, with their costs") {
  Random random(7008);
  int with_some_left = 0;
  int within = 0;
  int with_none_within = 0;
  int with_ties = 0;
  int pauses = 0;
  for (int n = 0; n < many; ++n) {
    Shape shape = random_shape(random, 12);
    shape.costs = true;
    Model model = random_model(random, shape);
    model.cost_places = n % 3;
    const Problem problem = model.problem();
    const std::vector<std::int64_t> costs = costs_of(problem, brute_force(problem));
    const CostSubject subject(random, problem.cost_places(), costs);
    if (costs.size() > subject.count) ++with_some_left;
    if (subject.most) ++within;
    if (subject.most && subject.count == 0 && !costs.empty()) ++with_none_within;
    if (!subject.wanted && subject.count > 1) ++with_ties;
    search::CertificateBytes numbers;
    search::Trace trace(numbers, problem);
    // Nearly always with the linear relaxation, which such small problems can do without.
    const std::uint64_t small_work = n % 4 == 0 ? 200'000 : n % 4 == 1 ? 20 : 0;
    Options options{.max_cost = subject.most, .trace = &trace};
    // Every third certificate is of a search that pauses again and again.
    search::OpenCheapest open;
    const engines::CostedList list{.counts = random.chance(0.5) && !subject.lists(),
                                   .open = n % 3 == 0 ? &open : nullptr};
    search::CheapestResult result;
    do {
      if (list.open != nullptr) options.nodes = random.between(1, 3);
      result = engines::run_cost_cells(problem, subject.wanted, options, small_work, list);
      pauses += result.complete() ? 0 : 1;
    } while (list.open != nullptr && !result.complete());
    REQUIRE(result.complete());
    REQUIRE(result.count == subject.count);
    trace.flush();
    CAPTURE(n);
    const Checked checked = check_certificate(
        canonical_text(problem),
        certificate_of(problem, seed, numbers.bytes(),
                       claims(std::to_string(subject.count), {}, subject.more), subject.about));
    INFO(canonical_text(problem) << subject.more << checked.error);
    REQUIRE(checked.code == 0);
    REQUIRE(checked.more == subject.more);
  }
  REQUIRE(pauses > many / 2);
  REQUIRE(with_some_left > many / 20);
  REQUIRE(within > many / 4);
  REQUIRE(with_none_within > many / 100);
  REQUIRE(with_ties > many / 100);
}

TEST_CASE("certificates of classes of the cheapest are accepted, and only with their group") {
  Random random(7010);
  int with_fewer = 0;
  int refused = 0;
  for (int n = 0; n < many; ++n) {
    SymmetricShape shape = any_shape(random);
    shape.costs = random.chance(0.7);
    const Problem problem = symmetric_problem(random, shape);
    if (problem.option_count() > 14 || problem.option_count() == 0) continue;
    auto group = members(problem, symmetry::automorphisms(problem), 1'000);
    if (!group) continue;
    if (random.chance(0.3))
      group = group->stabiliser(OptionId{random.below(problem.option_count())});
    const std::vector<Solution> solutions = brute_force(problem);
    const CostSubject subject(random, problem.cost_places(),
                              costs_of_classes(problem, solutions, *group), group->order());
    search::CertificateBytes numbers;
    search::Trace trace(numbers, problem);
    trace_group_of_costs(trace, problem, *group);
    Options options{.max_cost = subject.most, .trace = &trace};
    search::OpenCheapest open;
    const engines::CostedList list{
        .counts = random.chance(0.5) && !subject.lists(),
        .representative = [&](std::span<const OptionId> s) { return group->canonical(s); },
        .open = n % 3 == 0 ? &open : nullptr};
    search::CheapestResult result;
    do {
      if (list.open != nullptr) options.nodes = random.between(1, 3);
      result = engines::run_cost_cells(problem, subject.wanted, options,
                                       static_cast<std::uint64_t>(1'000 * (n % 4)), list);
    } while (list.open != nullptr && !result.complete());
    REQUIRE(result.count == subject.count);
    trace.flush();
    CAPTURE(n, subject.more, canonical_text(problem));
    const auto verdict = [&](const Problem& of, const std::string& about, const std::string& more) {
      return check_certificate(
          canonical_text(of),
          certificate_of(of, seed, numbers.bytes(), claims(std::to_string(subject.count), {}, more),
                         about));
    };
    const Checked checked = verdict(problem, subject.about, subject.more);
    INFO(checked.error);
    REQUIRE(checked.code == 0);
    REQUIRE(checked.more == subject.more);
    const std::size_t classes = costs_of_classes(problem, solutions, *group).size();
    with_fewer += classes < solutions.size() ? 1 : 0;
    // Another group, or none.
    const std::string more = subject.more.substr(0, subject.more.find(" under "));
    REQUIRE(verdict(problem, subject.about, more + " under 99999 symmetries").code == 1);
    REQUIRE(verdict(problem, subject.about, more).code == 1);
    // A group that changes costs.
    const Problem unit = ProblemBuilder::with_unit_costs(problem);
    const auto larger = members(unit, symmetry::automorphisms(unit), 1'000);
    const auto exact = members(problem, symmetry::automorphisms(problem), 1'000);
    if (!larger || larger->order() == exact->order()) continue;
    numbers.rewind(0);
    trace_group_of_costs(trace, problem, *larger);
    options.nodes.reset();
    static_cast<void>(engines::run_cost_cells(problem, subject.wanted, options, 0));
    trace.flush();
    const Checked wrong = verdict(problem, subject.about, subject.more);
    REQUIRE(wrong.code == 1);
    REQUIRE(wrong.error.find("no symmetry of costs") != std::string::npos);
    ++refused;
  }
  CHECK(with_fewer > many / 20);
  CHECK(refused > many / 50);
}

TEST_CASE("a certificate of costs with another limit or other solutions is refused") {
  Random random(7009);
  int tried = 0;
  for (int n = 0; n < many; ++n) {
    Shape shape = random_shape(random, 12);
    shape.costs = true;
    const Problem problem = random_model(random, shape).problem();
    std::vector<std::int64_t> costs = costs_of(problem, brute_force(problem));
    if (costs.size() < 2) continue;
    // The certificate of a low limit, or of few solutions, presented with a head that wants more.
    const CostSubject told(random, 0, costs);
    const CostSubject claimed(random, 0, costs);
    if (told.about == claimed.about) continue;
    search::CertificateBytes numbers;
    search::Trace trace(numbers, problem);
    const Options options{.max_cost = told.most, .trace = &trace};
    REQUIRE(engines::run_cost_cells(problem, told.wanted, options, 0).complete());
    trace.flush();
    const auto verdict = [&](const CostSubject& subject, const std::string& about) {
      return check_certificate(
          canonical_text(problem),
          certificate_of(problem, seed, numbers.bytes(),
                         claims(std::to_string(subject.count), {},
                                about + subject.more.substr(subject.about.size())),
                         about));
    };
    CAPTURE(n, told.more, claimed.more, canonical_text(problem));
    REQUIRE(verdict(told, told.about).code == 0);
    if (told.more.substr(told.about.size()) != claimed.more.substr(claimed.about.size()) ||
        told.count != claimed.count) {
      ++tried;
      REQUIRE(verdict(told, claimed.about).code == 1);
    }
  }
  CHECK(tried > many / 10);
}

TEST_CASE("the least costs of airlines' problems are found, and certified", "[.partitioning]") {
  const auto problems = shared_partitionings();
  CHECK(problems.size() == 10);
  for (const auto& [name, least_cost] : problems) {
    CAPTURE(name);
    const Problem problem = read_shared_partitioning(name);
    search::CertificateBytes numbers;
    search::Trace trace(numbers, problem);
    const search::CheapestResult result = cheapest(problem, 1, {.trace = &trace});
    trace.flush();
    REQUIRE(result.complete());
    REQUIRE(result.solutions.size() == 1);
    CHECK(result.solutions[0].cost == least_cost);
    CHECK(verify(problem, result.solutions[0].options).empty());
    const std::string more = "cheapest 1: " + std::to_string(least_cost);
    const Checked checked = check_certificate(
        canonical_text(problem),
        certificate_of(problem, seed, numbers.bytes(), claims("1", {}, more), "cheapest 1"));
    INFO(checked.error);
    CHECK(checked.code == 0);
    CHECK(checked.more == more);
  }
}

TEST_CASE("sets of more than one word") {
  struct Known {
    Problem problem;
    Natural solutions;
  };
  const Known table[] = {
      {dominoes(8, 8), 12'988'816},
      {two_ways(70), Natural::parse("1180591620717411303424")},
      {two_ways(129), Natural::parse("680564733841876926926749214863536422912")}};
  for (const Known& known : table) {
    const Problem& problem = known.problem;
    const Natural& solutions = known.solutions;
    for (const CountMethod method : {CountMethod::sweep, CountMethod::memo}) {
      CAPTURE(problem.option_count(), to_string(method));
      search::CertificateBytes numbers;
      search::Trace trace(numbers, problem);
      Options options{.method = method, .trace = &trace};
      REQUIRE(counting::count(problem, options).value == solutions);
      trace.flush();
      const std::string text = canonical_text(problem);
      const auto claiming = [&](const Natural& claimed) {
        return check_certificate(
            text, certificate_of(problem, seed, numbers.bytes(), claims(claimed.to_string())));
      };
      CHECK(claiming(solutions).code == 0);
      CHECK(claiming(solutions + 1).code == 1);
    }
  }
}

TEST_CASE("more rows of options than are kept at a time") {
  // With any option of the items a goes the one of b.
  constexpr std::uint32_t groups = 200;
  constexpr std::uint32_t each = 232;
  std::string items = "r b";
  std::string secondaries = " |";
  std::string options = "b";
  std::vector<std::uint8_t> numbers;
  const auto branch = [&](std::uint32_t item) {
    std::uint32_t n = 16 + item;
    for (; n >= 128; n >>= 7) numbers.push_back(static_cast<std::uint8_t>(n | 128));
    numbers.push_back(static_cast<std::uint8_t>(n));
  };
  for (std::uint32_t j = 0; j < groups; ++j) {
    items += " a" + std::to_string(j);
    secondaries += " s" + std::to_string(j);
    options += " s" + std::to_string(j);
  }
  branch(0);
  for (std::uint32_t j = 0; j < groups; ++j) {
    const std::string group_items = "a" + std::to_string(j) + " s" + std::to_string(j) + '\n';
    options += "\nr\n";
    branch(2 + j);
    for (std::uint32_t k = 0; k < each; ++k) {
      options += group_items;
      branch(1);
    }
    options.pop_back();
  }
  const std::string text = items + secondaries + '\n' + options + '\n';
  const std::string right = certificate_of(test::problem_of(text), seed, numbers, claims("0"));
  const Checked checked = check_certificate(text, right);
  INFO(checked.error);
  CHECK(checked.code == 0);
}

TEST_CASE("what is no problem is not checked against") {
  const std::vector<std::pair<const char*, const char*>> texts = {
      {"", "no items"},
      {"| a comment\n/ another\n\n", "no items"},
      {"a a\n", "line 1: bad word a"},
      {"a:b\n", "line 1: bad word a:b"},
      {"a | | b\n", "line 1: bad word |"},
      {"1:|\n", "line 1: bad word"},
      {"2:1|a\n", "line 1: bad word 2:1|a"},
      {"0|a\n", "line 1: bad word 0|a"},
      {"4294967296|a\n", "line 1: bad word 4294967296|a"},
      {"x|a\n", "line 1: bad word x|a"},
      {"a | 2|b\n", "line 1: bad word 2|b"},
      {"a\nb\n", "line 2: bad word b"},
      {"a\n\na a\n", "line 3: bad word a"},
      {"a\na:x\n", "line 2: bad word a:x"},
      {"a | b\na b:\n", "line 2: bad word b:"},
      {"a | b\nb\n", "line 2: bad word without primary item"},
      {"a\na |\n", "line 2: bad word |"},
      {"a\na |x\n", "line 2: bad word |x"},
      {"a\na |9223372036854775807 |1\n", "line 2: bad word |1"},
  };
  for (const auto& [text, complaint] : texts) {
    CAPTURE(text);
    const Checked checked = check_certificate(text, "dlx-certificate 1\n");
    CHECK(checked.code == 2);
    CHECK_THAT(checked.error, Catch::Contains(complaint));
  }
  for (const char* text :
       {"/ c\n4294967295|a\n| c\n\na\n", "a | b\n/ b\n", "0:2|a | b\na b:x |-3\n"}) {
    CAPTURE(text);
    const bool option_of_slash = std::string_view(text).starts_with("a |");  // no comment there
    CHECK(check_certificate(text, "dlx-certificate 1\n").code == (option_of_slash ? 2 : 1));
  }
}

std::optional<std::string> identity_by_dlx(const std::string& text) try {
  io::Input input = io::Input::from_text(text, "text");
  return certificate::identity(read_knuth_text(input).problem);
} catch (const io::InputError&) {
  return {};
}

TEST_CASE("the checker accepts the same problem texts as dlx, with the same identity") {
  for (const char* text : {"1|/a b\nb /a\n/a\nb\n",
                           "1|\n",
                           "1| |\n",
                           "1| | s t\n",
                           "| |\n",
                           "1| | /s\n",
                           "/ a comment\n1|/a\n",
                           "2|/a\n",
                           "0:1|/a\n",
                           "a /b\n",
                           "1|/a\n/a\n/b\n",
                           "1|\na\n",
                           "1| a\n",
                           ":2|a\n",
                           "2:|a\n",
                           "a |+5\n",
                           "+2|a\n",
                           "-1|a\n",
                           "1:2:3|a\n",
                           "1|2|a\n",
                           "001|a\n",
                           "a |\n",
                           "00000000000000000000000002|a\na\n",
                           "a\na |+5\n",
                           "a\na |-0\n",
                           "a\na |--1\n",
                           "a\na |-\n",
                           "a\na |-9223372036854775808\n",
                           "a\na |9223372036854775808\n",
                           "a | b\na b:x:y\n",
                           "a | b\na b:x|y\n",
                           "a | b\na b:\n",
                           "a | b\na :x\n",
                           "\xEF\xBB\xBF"
                           "a\r\na\r\n",
                           "a\na\n\xEF\xBB\xBF"
                           "a\n",
                           "a\r\r\n",
                           "a\rb\n",
                           "a\fb\n",
                           "a\tb\n",
                           "| \xFF\na\n",
                           "\xC3\xA4\n",
                           "\xC3\n",
                           "\xC0\xAF\n",
                           "\xED\xA0\x80\n",
                           "\xF4\x90\x80\x80\n",
                           "\xC2\xAD\n",
                           "\xEF\xBF\xBE\n",
                           "\xF0\x9F\x98\x80\n",
                           "\xE2\x80\x8B\n",
                           "a\n\n\n|\na"}) {
    CAPTURE(text);
    CHECK(checked_identity(text) == identity_by_dlx(text));
  }
  for (const std::size_t length : {65536U, 65537U}) {
    const std::string name(length, 'n');
    CHECK(checked_identity(name + '\n').has_value() == (length == 65536));
    CHECK(identity_by_dlx(name + '\n').has_value() == (length == 65536));
    const std::string colour = "a | s\na s:" + name + '\n';
    CHECK(checked_identity(colour) == identity_by_dlx(colour));
  }
  Random random(20261);
  int accepted = 0;
  int refused = 0;
  for (int n = 0; n < 20 * many; ++n) {
    const Problem problem = problem_of(random);
    std::string text = canonical_text(problem);
    REQUIRE(checked_identity(text) == certificate::identity(problem));
    text = damaged(text, random, "/|:1203+- \t\r\nab\xC2\xAD\xEF");
    const auto wanted = identity_by_dlx(text);
    CAPTURE(text);
    REQUIRE(checked_identity(text) == wanted);
    ++(wanted ? accepted : refused);
  }
  CHECK(accepted > 2 * many);
  CHECK(refused > 2 * many);
}

TEST_CASE("what stands around the numbers is as it must be") {
  const Problem problem = test::problem_of("a\na\na\n");
  const std::string text = canonical_text(problem);
  const std::vector<std::uint8_t> branch = {16};
  const std::string good = certificate_of(problem, 5, branch, claims("2"));
  CHECK(check_certificate(text, good).code == 0);
  const auto with = [&](const std::string& old, const std::string& other) {
    std::string changed = good;
    changed.replace(changed.find(old), old.size(), other);
    return check_certificate(text, changed);
  };
  CHECK(with("count 2", "count 3").code == 1);
  CHECK(with("fingerprint none", "fingerprint 1").code == 1);
  CHECK(with("complete", "INCOMPLETE").code == 1);
  CHECK(with("complete\n", "complete\n\n").code == 1);
  CHECK(with("complete\n", "complete").code == 1);
  CHECK(with("certificate 1", "certificate 2").code == 1);
  CHECK(with("problem ", "problem 0").code == 1);
  CHECK(with("seed 5\n\n", "seed 5\n\n\n").code == 1);
  CHECK(with("seed 5\n\n", "seed 5\n5\n").code == 1);
  CHECK(with("seed 5", "sead 5").code == 1);
  CHECK(with("seed 5", "seed 0x5").code == 1);
  CHECK(with("seed 5", "seed ").code == 1);
  CHECK(with("seed 5", "seed 18446744073709551615").code == 0);
  CHECK(with("seed 5", "seed 18446744073709551616").code == 1);
  // A number may be written in more bytes than it needs, but not in more than nine.
  const auto long_number = [&](std::size_t zeros) {
    std::vector<std::uint8_t> numbers(zeros, 0x80);
    numbers.front() = 0x90;
    numbers.push_back(0);
    return check_certificate(text, certificate_of(problem, 5, numbers, claims("2"))).code;
  };
  CHECK(long_number(8) == 0);
  CHECK(long_number(9) == 1);
}

TEST_CASE("a damaged certificate is never accepted with another count") {
  Random random(7006);
  int accepted = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem =
        random.chance(0.3) ? symmetric_problem(random, any_shape(random)) : problem_of(random);
    if (problem.option_count() > 16) continue;
    const Tally truth = truth_about(problem);
    search::CertificateBytes numbers;
    search::Trace trace(numbers, problem);
    Options options{.trace = &trace};
    const CountMethod methods[] = {CountMethod::automatic, CountMethod::search, CountMethod::sweep,
                                   CountMethod::memo};
    options.method = methods[random.below(problem.has_multiplicities() ? 3 : 4)];
    options.preprocess = random.chance(0.5);
    (void)counting::count(problem, options);
    trace.flush();
    const std::string whole(numbers.bytes().begin(), numbers.bytes().end());
    const std::string text = canonical_text(problem);
    for (int m = 0; m < 20; ++m) {
      const std::string bytes = damaged(
          whole, random, std::string_view("\0\1\2\3\4\5\6\7\10\11\12\13\14\15\20\21\22", 17));
      // It claims the counts that are near, in turn.
      const std::uint64_t right = std::stoull(truth.solutions().to_string());
      for (std::uint64_t claimed = right < 3 ? 0 : right - 3; claimed <= right + 3; ++claimed) {
        const Checked checked = check_certificate(
            text,
            certificate_of(problem, seed,
                           {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()},
                           claims(std::to_string(claimed))));
        if (!checked.accepted()) continue;
        ++accepted;
        INFO(text);
        REQUIRE(claimed == right);
      }
    }
  }
  REQUIRE(accepted > many / 10);
}

TEST_CASE("a certificate that a program has written is checked by one call") {
  const TemporaryFolder folder;
  const std::string file = folder.path("c");
  const Problem problem = test::problem_of("a b c\na b\nc\na\nb c\n");
  const Problem other = test::problem_of("a b c\na b\nc\na\nb\n");
  const certificate::CheckOptions options{.checker = DLX_CHECK_BINARY};
  const counting::CountResult result = runs::count(problem, {.certificate = file});
  const certificate::Checked right = certificate::check(problem, file, options);
  CHECK(right.status == Status::exhausted);
  CHECK(right.accepted);
  CHECK(right.count == result.value);
  CHECK(right.bytes > 0);
  const certificate::Checked wrong = certificate::check(other, file, options);
  CHECK(!wrong.accepted);
  CHECK(!wrong.why.empty());
  const std::atomic<bool> stop{true};
  const certificate::Checked stopped =
      certificate::check(problem, file, {.checker = DLX_CHECK_BINARY, .control = {.stop = &stop}});
  CHECK((stopped.accepted || stopped.status == Status::stopped));
  CHECK_THROWS_AS(certificate::check(problem, file, {.checker = folder.path("none")}),
                  io::SystemError);
}

}  // namespace
}  // namespace dlx::test
