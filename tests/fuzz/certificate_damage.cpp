#include "tests/fuzz/certificate_damage.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "dlx/classes.hpp"
#include "dlx/count.hpp"
#include "dlx/runs/certificate_file.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "tests/check/checker.hpp"
#include "tests/check/pieces.hpp"
#include "tests/engines/engines.hpp"
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

/// The numbers of a certificate, made in one of several ways.
std::string certificate(const Problem& problem, Random& random) {
  CertificateBytes numbers;
  Trace trace(numbers, problem);
  const std::uint32_t way = random.below(6);
  bool made = false;
  if (way == 0) {
    const EngineKind engine = test::all_engines[random.below(test::all_engines.size())];
    (void)test::count_in_pieces(problem, test::engine_for(engine, problem), 1, random.between(1, 4),
                                trace);
    made = true;
  } else if (way == 1) {
    const auto group = members(problem, automorphisms(problem), 100);
    CountOptions options;
    options.search.trace = &trace;
    made = group && count_by_orbits(problem, *group, options).has_value();
  }
  if (!made) {
    CountOptions options;
    options.method = std::vector{CountMethod::search, CountMethod::sweep, CountMethod::memo,
                                 CountMethod::automatic}[random.below(4)];
    if (options.method == CountMethod::memo && problem.has_multiplicities()) {
      options.method = CountMethod::search;
    }
    options.preprocess = random.chance(0.6);
    options.search.trace = &trace;
    (void)count(problem, options);
  }
  trace.flush();
  return {numbers.bytes().begin(), numbers.bytes().end()};
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
  for (const test::Solution& solution : test::brute_force(problem)) truth.add(solution);
  const std::string text = test::canonical_text(problem);
  const test::Proofs proofs(text);

  const auto fault = [&](const std::string& numbers, bool must_hold) -> std::string {
    const auto value = proofs.value(numbers, seed);
    std::string wrong;
    if (!value) {
      if (must_hold) wrong = "a certificate was refused";
    } else if (value->complete) {
      const bool same = value->count == truth.solutions().to_string() &&
                        (!value->fingerprint || *value->fingerprint == truth.fingerprint().value());
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

  const std::string first = certificate(problem, random);
  const std::string second = certificate(problem, random);
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
