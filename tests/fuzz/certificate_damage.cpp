#include "tests/fuzz/certificate_damage.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/classes.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/sign_factors.hpp"
#include "dlx/engines/cost_cells.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "tests/check/checker.hpp"
#include "tests/check/cost_subject.hpp"
#include "tests/check/pieces.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/count_by_orbits.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/symmetry/symmetric_problems.hpp"

namespace dlx::fuzz {
namespace {

using test::Random;

constexpr std::uint64_t seed = 11;

Problem problem_of(Random& random) {
  for (;;) {
    Problem problem = random.chance(0.4)
                          ? test::symmetric_problem(random, test::any_shape(random))
                          : test::random_model(random, test::random_shape(random, 10)).problem();
    if (problem.primary_count() != 0 && problem.option_count() <= 14) return problem;
  }
}

/// What a certificate is about, and what it must prove.
struct Subject {
  std::string about = {};
  std::string more = {};
  std::optional<test::CostSubject> costs = {};
  std::optional<OptionSymmetries> group = {};  ///< that makes classes
};

Subject subject_of(const Problem& problem, const std::vector<test::Solution>& solutions,
                   Random& random) {
  const std::uint32_t kind = random.below(6);
  if (kind == 0 && problem.option_count() != 0) {
    auto group = members(problem, symmetry::automorphisms(problem), 200);
    if (!group) return {};
    if (random.chance(0.4)) {
      const test::CostSubject costs(random, problem.cost_places(),
                                    test::costs_of_classes(problem, solutions, *group),
                                    group->order());
      return {.about = costs.about, .more = costs.more, .costs = costs, .group = std::move(group)};
    }
    const auto count = std::count_if(solutions.begin(), solutions.end(), [&](const auto& solution) {
      return group->is_representative(solution);
    });
    std::string more = "classes " + std::to_string(count) + " under " +
                       std::to_string(group->order()) + " symmetries";
    return {.about = "classes", .more = std::move(more), .group = std::move(group)};
  }
  if (kind == 1) {
    const test::CostSubject costs(random, problem.cost_places(),
                                  test::costs_of(problem, solutions));
    return {.about = costs.about, .more = costs.more, .costs = costs};
  }
  return {};
}

/// The numbers of a certificate, made in one of several ways; nothing if there is none.
std::optional<std::string> certificate(const Problem& problem, const Subject& subject,
                                       Random& random) try {
  search::CertificateBytes numbers;
  search::Trace trace(numbers, problem);
  const std::uint32_t way = random.below(6);
  bool made = false;
  if (subject.costs) {
    const std::uint64_t small_work = 1'000 * std::uint64_t{random.below(3)};
    const Options options{.max_cost = subject.costs->most, .trace = &trace};
    engines::CostedList list;
    if (subject.group) {
      trace_group_of_costs(trace, problem, *subject.group);
      list.representative = [&](std::span<const OptionId> solution) {
        return subject.group->canonical(solution);
      };
    }
    (void)engines::run_cost_cells(problem, subject.costs->wanted, options, small_work, list);
    made = true;
  } else if (subject.group) {
    Options options{.symmetry = random.chance(0.5), .trace = &trace};
    (void)count_classes(problem, *subject.group, options);
    made = true;
  } else if (way == 0) {
    const EngineKind engine = test::dividable_engines[random.below(test::dividable_engines.size())];
    (void)test::count_in_pieces(problem, test::engine_for(engine, problem), 1, random.between(1, 4),
                                trace);
    made = true;
  } else if (way == 1) {
    const auto group = members(problem, symmetry::automorphisms(problem), 100);
    Options options{.trace = &trace};
    made = group && test::count_by_orbits(problem, *group, options).has_value();
  }
  if (!made) {
    Options options;
    options.method = std::vector{CountMethod::search, CountMethod::sweep, CountMethod::memo,
                                 CountMethod::automatic, CountMethod::signs}[random.below(5)];
    if (options.method == CountMethod::signs && !counting::find_sign_plan(problem).planning.plan) {
      options.method = CountMethod::automatic;
    }
    if (options.method == CountMethod::memo && problem.has_multiplicities()) {
      options.method = CountMethod::search;
    }
    if (options.method == CountMethod::search && random.chance(0.5)) {
      options.engine = EngineKind::learning_cells;
    }
    options.preprocess = options.method != CountMethod::signs && random.chance(0.6);
    options.trace = &trace;
    (void)counting::count(problem, options);
  }
  trace.flush();
  return std::string(numbers.bytes().begin(), numbers.bytes().end());
} catch (const std::invalid_argument&) {  // an orbit may cover an item twice
  if (!subject.group || !problem.has_multiplicities()) throw;
  return {};
}

std::string damaged(std::string bytes, const std::string& other, Random& random) {
  for (std::uint32_t edits = random.between(1, 3); edits > 0 && !bytes.empty(); --edits) {
    const std::size_t at = random.below(bytes.size());
    const auto small = static_cast<char>(random.below(24));
    switch (random.below(9)) {
      case 0:
        bytes[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        bytes[at] = small;
        break;
      case 2:
        bytes[at] = static_cast<char>(bytes[at] + (random.chance(0.5) ? 1 : -1));
        break;
      case 3:
        bytes.erase(at, random.between(1, 3));
        break;
      case 4:
        bytes.insert(at, 1, small);
        break;
      case 5:
        std::swap(bytes[at], bytes[random.below(bytes.size())]);
        break;
      case 6:
        bytes.insert(at, bytes.substr(random.below(bytes.size()), random.between(1, 12)));
        break;
      case 7:
        if (other.empty()) break;
        bytes.insert(at, other.substr(random.below(other.size()), random.between(1, 12)));
        break;
      default:  // the beginning of one, the end of another
        if (other.empty()) break;
        bytes = bytes.substr(0, at) + other.substr(random.below(other.size()));
    }
  }
  return bytes;
}

}  // namespace

std::string certificate_fault(const std::string& bytes) {
  std::uint64_t mixed = 0xCBF29CE484222325U;
  for (const char byte : bytes) {
    mixed = (mixed ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
  }
  Random random(mixed);
  const Problem problem = problem_of(random);
  Tally truth(plain_weights(problem.option_count(), seed));
  const std::vector<test::Solution> solutions = test::brute_force(problem);
  for (const test::Solution& solution : solutions) truth.add(solution);
  const Subject subject = subject_of(problem, solutions, random);
  const std::string text = test::canonical_text(problem);
  const test::Proofs proofs(text);

  const auto fault = [&](const std::string& numbers, bool must_hold) -> std::string {
    const auto value = proofs.value(numbers, seed, subject.about);
    std::string wrong;
    if (!value) {
      if (must_hold) wrong = "a certificate was refused";
    } else if (!subject.about.empty()) {
      // The group is the certificate's own, and may have fewer members, or not keep costs. (That of
      // a certificate of costs keeps them.) If it has fewer, then more classes may be wanted.
      const std::string& more = subject.more;
      const std::size_t under = more.find(" under");
      const bool other_group = under != more.npos && ((problem.has_costs() && !subject.costs) ||
                                                      !value->more.ends_with(more.substr(under)));
      const auto to_least_cost = [](const std::string& line) {
        return line.substr(0, line.find(' ', line.find(':') + 2));
      };
      const bool same =
          other_group && !must_hold && subject.costs
              ? to_least_cost(value->more) == to_least_cost(more) &&
                    Natural::parse(value->count) <= truth.solutions()
          : other_group && !must_hold
              ? value->count == truth.solutions().to_string()
              : value->more == more &&
                    (!subject.costs || value->count == std::to_string(subject.costs->count));
      if (!same) wrong = "a certificate of " + subject.more + " proved " + value->more;
    } else if (value->complete) {
      const bool same = value->count == truth.solutions().to_string() &&
                        (value->fingerprint == "none" ||
                         value->fingerprint == std::to_string(truth.fingerprint().value()));
      if (!same) wrong = "a certificate proved " + value->count + " solutions";
    } else if (must_hold || Natural::parse(value->count) > truth.solutions()) {
      wrong = "an incomplete certificate proved " + value->count + " solutions";
    }
    if (wrong.empty()) return {};
    wrong += " of " + truth.solutions().to_string() + " of\n" + text + "by the numbers";
    for (const char number : numbers) {
      wrong += ' ' + std::to_string(static_cast<unsigned char>(number));
    }
    return wrong;
  };

  const auto first_made = certificate(problem, subject, random);
  const auto second_made = certificate(problem, subject, random);
  if (!first_made || !second_made) return {};
  const std::string& first = *first_made;
  const std::string& second = *second_made;
  for (const std::string& whole : {first, second}) {
    if (std::string found = fault(whole, true); !found.empty()) return found;
  }
  for (int n = 0; n < certificates_a_case; ++n) {
    const std::string made =
        n % 2 == 0 ? damaged(first, second, random) : damaged(second, first, random);
    if (std::string found = fault(made, false); !found.empty()) return found;
  }
  return {};
}

}  // namespace dlx::fuzz
