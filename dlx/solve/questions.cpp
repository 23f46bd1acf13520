// How a question is answered. A question is a set of assumptions, and the answer is a solution for
// which they hold. An assumption says that an option is chosen, or that it is not chosen. If the
// assumptions hold for a stored solution, it answers the question at once. If the assumptions
// include a stored set that excludes all solutions, the answer is known at once, too. Otherwise two
// searches take turns: a search by bit vectors (bit_matrix), which goes through one tree, and a
// search that learns clauses and keeps them (learning_cells). Both searches are made once and
// restart from the assumptions of each question. Turns are measured in nominal seconds, which are
// computed from nodes and updates. Each turn of a search is twice as long as its turn before. The
// search that found the last answer has the first turn. If bit_matrix refuses the problem, only the
// search that learns is used. After some milliseconds a reduction of the problem finds options that
// no solution contains.
//
// Why two searches are used. For 1,000 questions about pentominoes in 6x10 with one option given,
// the search that learns takes 38 s alone. The search by bit vectors takes a hundredth of this
// time. On school timetables and large quasigroups the search that learns is faster than the search
// by bit vectors.

#include "dlx/solve/questions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <set>
#include <stdexcept>
#include <utility>

#include "dlx/engines/bit_matrix.hpp"
#include "dlx/engines/learning_cells.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/price.hpp"
#include "dlx/solve/contest.hpp"
#include "dlx/solve/known_answers.hpp"

namespace dlx::solve {
namespace {

constexpr double first_turn = 0.01;  // the nominal seconds of the first turn of a search
// The nominal seconds of a node of the search by bit vectors. The estimates of price_of() are not
// used here, because they would make turns longer on small problems.
constexpr double node_by_bits = 3e-7;
// The problem is reduced after the search by bit vectors has visited this number of nodes.
constexpr std::uint64_t nodes_before_reduction = 20'000;

std::vector<OptionId> sorted(std::span<const OptionId> solution) {
  std::vector<OptionId> options(solution.begin(), solution.end());
  std::sort(options.begin(), options.end());
  return options;
}

bool may_use_bits(const Problem& problem, const Options& options) {
  return options.engine == EngineKind::automatic && !options.random &&
         !problem.has_multiplicities() && engines::bit_matrix_objection(problem).empty();
}

}  // namespace

struct Questions::State {
  State(const Problem& the_problem, const Options& the_options)
      : problem(the_problem), options(the_options), known(the_problem.option_count()) {
    if (may_use_bits(problem, options)) {
      by_bits = engines::make_bit_matrix(problem, options, search::best_vectors());
    } else {
      learning = engines::make_learning_engine(problem, options);
      learning_leads = true;
    }
  }

  void begin(std::span<const Assumption> given);
  std::optional<std::vector<OptionId>> answer();
  std::optional<std::vector<OptionId>> search();
  search::Engine& engine_on_turn();
  std::uint64_t nodes_of_turn() const;
  void find_useless_options();
  void prove_none(std::span<const Assumption> excluding);

  Problem problem;
  Options options;
  KnownAnswers known;
  // The search by bit vectors; null if bit_matrix refuses the problem.
  std::unique_ptr<engines::BitMatrixEngine> by_bits;
  // The search that learns; null until its first turn.
  std::unique_ptr<engines::LearningEngine> learning;
  bool is_out_of_memory = false;
  bool is_reduced = false;
  // Whether the search that learns, and not the other search, has found the last answer.
  bool learning_leads = false;

  // The members from here on describe the last question and its answers.
  std::vector<Assumption> assumptions;
  Status status = Status::running;
  // The solutions reported so far, each with its options sorted.
  std::set<std::vector<OptionId>> reported;
  // If no solution exists: assumptions of the question that exclude all solutions; otherwise empty.
  std::vector<Assumption> core;
  int turns = 0;
  bool is_turn_of_learning = false;
  bool bits_have_begun = false, learning_has_begun = false;

  bool has_core = false;  // whether ask() has shown that no solution exists
  bool may_go_on = true;  // whether another() can continue the question of the last ask()
};

void Questions::State::begin(std::span<const Assumption> given) {
  for (const Assumption& each : given) {
    if (index(each.option) >= problem.option_count()) {
      throw std::invalid_argument("an assumption about an option that does not exist");
    }
  }
  assumptions.clear();
  std::set<std::pair<OptionId, bool>> seen;
  for (const Assumption& each : given) {
    if (seen.emplace(each.option, each.chosen).second) assumptions.push_back(each);
  }
  status = Status::running;
  reported.clear();
  core.clear();
  turns = 0;
  is_turn_of_learning = learning_leads;
  bits_have_begun = learning_has_begun = false;
}

/// The first solution that answers the question; nullopt if no solution was found.
std::optional<std::vector<OptionId>> Questions::State::answer() {
  if (const auto* const excluding = known.core(assumptions)) {
    core = *excluding;
    status = Status::exhausted;
    return {};
  }
  if (const auto* const solution = known.solution(assumptions)) {
    reported.insert(sorted(*solution));
    return *solution;
  }
  return search();
}

search::Engine& Questions::State::engine_on_turn() {
  if (!is_turn_of_learning) {
    if (!std::exchange(bits_have_begun, true)) by_bits->assume(assumptions);
    return *by_bits;
  }
  if (!learning) learning = engines::make_learning_engine(problem, options);
  if (!std::exchange(learning_has_begun, true)) learning->assume(assumptions);
  return *learning;
}

std::uint64_t Questions::State::nodes_of_turn() const {
  const double seconds = std::ldexp(first_turn, std::min(by_bits ? turns / 2 : turns, 40));
  if (!is_turn_of_learning) return static_cast<std::uint64_t>(seconds / node_by_bits);
  const search::Price price = search::price_of(EngineKind::learning_cells, problem);
  const search::Statistics done = learning->statistics();
  const double updates =
      done.nodes == 0 ? 1'000 : static_cast<double>(done.updates) / static_cast<double>(done.nodes);
  return 1 + static_cast<std::uint64_t>(seconds / (price.node + updates * price.update));
}

/// Reduces the problem, and stores each option that the reduction excludes as an assumption that
/// excludes all solutions.
void Questions::State::find_useless_options() {
  is_reduced = true;
  const preprocess::Reduction reduction = preprocess::reduce(problem);
  if (reduction.impossible()) return known.add_core({});
  std::vector<bool> is_useful(problem.option_count());
  for (const preprocess::OptionGroups* groups : {&reduction.originals, &reduction.forced}) {
    for (std::size_t group = 0; group < groups->size(); ++group) {
      for (const OptionId option : (*groups)[group]) is_useful[index(option)] = true;
    }
  }
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    if (!is_useful[o]) known.add_core(std::vector{Assumption{OptionId{o}}});
  }
}

/// The next solution that a search finds and that was not reported before.
std::optional<std::vector<OptionId>> Questions::State::search() {
  if (status == Status::exhausted) return {};
  if (options.solutions && reported.size() >= *options.solutions) {
    status = Status::solution_limit;
    return {};
  }
  const search::Deadline deadline(options.time, options.stop);
  std::uint64_t left = options.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
  for (;;) {
    search::Engine& engine = engine_on_turn();
    const std::uint64_t turn = nodes_of_turn();
    const std::uint64_t before = engine.statistics().nodes;
    engine.set_limits({.nodes = before + std::min(left, turn), .time = deadline.left()});
    const bool found = engine.next();
    left -= engine.statistics().nodes - before;
    status = engine.status();
    if (found || status == Status::exhausted) learning_leads = is_turn_of_learning;
    if (found) {
      const auto solution = engine.solution();
      if (!reported.insert(sorted(solution)).second) continue;
      known.add_solution(solution);
      return std::vector<OptionId>(solution.begin(), solution.end());
    }
    if (!is_reduced && by_bits && by_bits->statistics().nodes > nodes_before_reduction) {
      find_useless_options();
    }
    if (status == Status::exhausted) {
      if (!reported.empty()) return {};
      prove_none(is_turn_of_learning ? learning->core() : std::span(assumptions));
      return {};
    }
    if (status != Status::node_limit || left == 0) return {};
    if (by_bits) is_turn_of_learning = !is_turn_of_learning;
    ++turns;
  }
}

void Questions::State::prove_none(std::span<const Assumption> excluding) {
  core.assign(excluding.begin(), excluding.end());
  known.add_core(core);
}

Questions::Questions(const Problem& problem, const Options& options) {
  refuse(options, {"up_to", "certificate", "checkpoint", "max_cost"}, "Questions");
  if (search::rule_of(options) != BranchingRule::minimum_remaining || options.trace != nullptr) {
    throw std::invalid_argument("questions take no branching rule, no order and no certificate");
  }
  state_ = std::make_unique<State>(problem, options);
}

Questions::~Questions() = default;
Questions::Questions(Questions&&) noexcept = default;
Questions& Questions::operator=(Questions&&) noexcept = default;

Status Questions::status() const {
  return state_->status;
}

/// Calls work(). Throws std::bad_alloc if an earlier call has run out of memory, because this may
/// have damaged a search.
template <class Work>
auto Questions::guarded(Work work) {
  if (state_->is_out_of_memory) throw std::bad_alloc();
  try {
    return work();
  } catch (const std::bad_alloc&) {
    state_->is_out_of_memory = true;
    throw;
  }
}

std::optional<std::vector<OptionId>> Questions::ask(std::span<const Assumption> assumptions) {
  return guarded([&] {
    State& state = *state_;
    state.has_core = false;
    state.begin(assumptions);
    auto answer = state.answer();
    state.may_go_on = true;
    state.has_core = !answer && state.status == Status::exhausted;
    return answer;
  });
}

std::optional<std::vector<OptionId>> Questions::another() {
  if (!state_->may_go_on) throw std::invalid_argument("another() follows ask(), not core()");
  return guarded([&] {
    const bool is_first = state_->reported.empty();
    auto answer = state_->search();
    state_->has_core = is_first && !answer && state_->status == Status::exhausted;
    return answer;
  });
}

Questions::Core Questions::core() {
  State& state = *state_;
  if (!state.has_core) {
    throw std::invalid_argument(
        "only a question without solutions has a core, right after it was asked");
  }
  state.has_core = state.may_go_on = false;
  return guarded([&] {
    Core found{state.core};
    // The last `tried` assumptions of the core have been tested and stay in it. Without any one of
    // them a solution would exist, or a limit ended the test.
    std::size_t tried = 0;
    while (tried < found.assumptions.size()) {
      std::vector<Assumption> fewer = found.assumptions;
      fewer.erase(fewer.end() - 1 - static_cast<std::ptrdiff_t>(tried));
      state.begin(fewer);
      const bool is_needed = state.answer().has_value();
      if (is_needed || state.status != Status::exhausted) {
        found.is_minimal &= is_needed;
        ++tried;
      } else {
        found.assumptions = state.core;
      }
    }
    state.status = Status::exhausted;
    return found;
  });
}

}  // namespace dlx::solve
