#include "dlx/solver.hpp"

#include <stdexcept>

#include "dlx/core/text.hpp"
#include "dlx/engines/bit_matrix.hpp"
#include "dlx/engines/makers.hpp"
#include "dlx/engines/path_links.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/reduced_engine.hpp"
#include "dlx/search/vectors.hpp"
#include "dlx/solve/contest.hpp"
#include "dlx/solve/shuffled.hpp"

namespace dlx {

EngineChoice choose_engine(const Problem& problem, BranchingRule rule) {
  if (rule != BranchingRule::minimum_remaining) {
    if (problem.has_multiplicities()) {
      return {EngineKind::dancing_links, "it takes an order of items with multiplicities"};
    }
    return {EngineKind::dancing_cells, "it takes every branching rule"};
  }
  // Engines with bit vectors are faster if items have many options. Engines with sparse sets are
  // faster if there are many items with few options each. The thresholds were measured on many
  // kinds of problems.
  constexpr std::uint32_t many_items = 400;
  constexpr std::uint32_t least_length = 8;
  constexpr std::uint32_t least_length_for_many = 32;
  const std::uint32_t items = problem.primary_count();
  const std::size_t length = items == 0 ? 0 : problem.entry_count() / items;
  const std::uint32_t least = items > many_items ? least_length_for_many : least_length;
  // The engine for problems that the engine bit_matrix refuses.
  const EngineKind other =
      problem.has_multiplicities() ? EngineKind::dancing_links : EngineKind::dancing_cells;
  const std::string shape = quantity(length, "entry", "entries") + " a primary item, " +
                            quantity(items, "primary item") + ", " +
                            quantity(problem.option_count(), "option");
  if (length < least) return {other, "it is sparse: " + shape};
  // The engine bit_matrix has a matrix of bits for options and items, which it reads on its first
  // path down the tree. If the matrix is larger than a cache and options conflict with few options,
  // the other engine is as fast, and is made in a tenth of the time (queens on 220x220 and
  // timetables).
  constexpr double large_matrix = 1 << 24, least_density = 1 / 256.0;
  const double matrix = static_cast<double>(problem.option_count()) * problem.item_count();
  if (matrix > large_matrix &&
      static_cast<double>(problem.entry_count()) < least_density * matrix) {
    return {other, "it is large and sparse: " + shape};
  }
  if (const auto objection = engines::bit_matrix_objection(problem); !objection.empty()) {
    return {other, std::string(objection) + ": too large for bit_matrix"};
  }
  if (search::best_vectors() == search::VectorKind::plain) {
    return {EngineKind::dancing_links, "this processor has no vectors for bit_matrix"};
  }
  return {EngineKind::bit_matrix, "it is dense: " + shape};
}

namespace {

std::unique_ptr<search::Engine> make_engine(EngineKind kind, const Problem& problem,
                                            const Options& options) {
  for (const engines::MakerRow& row : engines::makers) {
    if (row.kind == kind) return row.make(problem, options);
  }
  if (kind == EngineKind::path_links) {
    throw std::invalid_argument("the engine path_links is for path problems only");
  }
  throw std::logic_error("no engine was chosen");
}

EngineKind path_engine(EngineKind wanted) {
  if (wanted == EngineKind::automatic || wanted == EngineKind::path_links) {
    return EngineKind::path_links;
  }
  throw std::invalid_argument("the engine " + std::string(to_string(wanted)) +
                              " is not for path problems");
}

}  // namespace

Solver::Solver(const Problem& problem, const Options& options, const search::Jobs& jobs)
    : course_(std::make_unique<solve::Course>(solve::Course{options.engine})) {
  refuse(options, {"up_to", "certificate", "checkpoint", "max_cost"}, "a Solver");
  const auto search_left = [&](const Problem& what_is_left, const Options& rest_options) {
    const BranchingRule rule = search::rule_of(rest_options);
    const bool is_automatic = course_->engine == EngineKind::automatic;
    if (is_automatic) course_->engine = choose_engine(what_is_left, rule).engine;
    const bool may_take_turns = is_automatic && rest_options.contest &&
                                rest_options.trace == nullptr &&
                                rule == BranchingRule::minimum_remaining;
    if (!may_take_turns) return make_engine(course_->engine, what_is_left, rest_options);
    return std::unique_ptr<search::Engine>(std::make_unique<solve::Contest>(
        what_is_left, rest_options, course_->engine, make_engine, *course_, jobs));
  };
  const auto make = [&](const Problem& what_is_left, const Options& rest_options) {
    // The engine learning_cells makes its own random choices, so its problem is not shuffled.
    const bool is_shuffled = rest_options.random && course_->engine == EngineKind::automatic;
    if (!is_shuffled) return search_left(what_is_left, rest_options);
    if (rest_options.trace != nullptr) {
      throw std::invalid_argument("a search in random order does not write certificates");
    }
    return solve::make_shuffled_engine(
        what_is_left, *rest_options.random,
        [&](const Problem& shuffled) { return search_left(shuffled, rest_options); });
  };
  engine_ = options.preprocess.value_or(false) ? make_reduced_engine(problem, options, make)
                                               : make(problem, options);
}

Solver::Solver(const PathProblem& problem, const Options& options,
               const search::PathOptions& path_options)
    : course_(std::make_unique<solve::Course>(solve::Course{path_engine(options.engine)})),
      engine_(engines::make_path_links(problem, options, path_options)) {}

}  // namespace dlx
