#include "tests/fuzz/agreement.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/classes.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/diagram.hpp"
#include "dlx/engines/bit_matrix.hpp"
#include "dlx/engines/cost_cells.hpp"
#include "dlx/engines/item_bits.hpp"
#include "dlx/engines/learning_cells.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/open_work_bytes.hpp"
#include "dlx/runs/parallel_count.hpp"
#include "dlx/runs/split.hpp"
#include "dlx/solve/questions.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "dlx/tables/zdd.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/count_by_orbits.hpp"
#include "tests/support/fingerprint.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/search_tree.hpp"
#include "tests/support/tables.hpp"

namespace dlx::fuzz {
namespace {

using test::Random;

/// A set of options, a bit each.
struct Set {
  std::array<std::uint64_t, 2> words{};

  void add(OptionId option) {
    words[index(option) / 64] |= std::uint64_t{1} << (index(option) % 64);
  }
  [[nodiscard]] bool has(std::uint32_t option) const {
    return (words[option / 64] >> (option % 64) & 1) != 0;
  }
  static Set of(std::span<const OptionId> options) {
    Set set;
    for (const OptionId option : options) set.add(option);
    return set;
  }
  friend auto operator<=>(const Set&, const Set&) = default;
};

constexpr std::size_t most_solutions = 3'000;

/// All solutions, by going through all sets of options. Written from the comment at class Problem,
/// with nothing of any engine: what has too much of an item already is left at once, and whether
/// there is enough of each is seen at the end.
class BruteForce {
 public:
  explicit BruteForce(const Problem& problem)
      : problem_(problem), times_(problem.item_count()), colour_(problem.item_count()) {}

  std::vector<Set> all() {
    choose(0);
    std::sort(solutions_.begin(), solutions_.end());
    return std::move(solutions_);
  }

 private:
  void choose(std::uint32_t option) {
    if (option == problem_.option_count()) {
      for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
        if (times_[i] < problem_.bounds(ItemId{i}).at_least) return;
      }
      solutions_.push_back(set_);
      return;
    }
    choose(option + 1);
    const auto items = problem_.items(OptionId{option});
    const auto colours = problem_.colours(OptionId{option});
    const Set before = set_;
    std::size_t taken = 0;
    while (taken < items.size() &&
           take(items[taken], colours.empty() ? Colour::none : colours[taken])) {
      ++taken;
    }
    if (taken == items.size()) {
      set_.add(OptionId{option});
      choose(option + 1);
      set_ = before;
    }
    while (taken > 0) --times_[index(items[--taken])];
  }

  bool take(ItemId item, Colour colour) {
    std::uint32_t& times = times_[index(item)];
    if (problem_.is_primary(item)) {
      if (times == problem_.bounds(item).at_most) return false;
    } else if (times == 0) {
      colour_[index(item)] = colour;
    } else if (colour == Colour::none || colour != colour_[index(item)]) {
      return false;
    }
    ++times;
    return true;
  }

  const Problem& problem_;
  std::vector<std::uint32_t> times_;
  std::vector<Colour> colour_;  // of an item that is taken
  Set set_;
  std::vector<Set> solutions_;
};

/// What went wrong, for the one who made the comparison.
struct Disagreement {
  std::string what;
};

class Comparison {
 public:
  Comparison(const Problem& problem, const Turn& turn)
      : problem_(problem), turn_(turn), random_(turn.seed) {}

  void run() {
    if (problem_.option_count() <= few_options) {
      wanted_ = BruteForce(problem_).all();
    } else if (!list_by_reference()) {
      return;
    }
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      factors_.push_back(fingerprint_factor(turn_.seed, OptionId{o}).value());
    }
    for (const Set& set : wanted_) {
      std::uint64_t product = 1;
      for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
        if (set.has(o)) product = test::Fingerprint::times(product, factors_[o]);
      }
      fingerprint_ = (fingerprint_ + product) % test::Fingerprint::modulus;
    }
    engines();
    struct Way {
      std::uint64_t period;
      void (Comparison::*compare)();
    };
    // How often, where not every way can have its turn: what takes long comes rarely.
    static constexpr Way ways[] = {
        {2, &Comparison::reduced_engines}, {2, &Comparison::counts},
        {3, &Comparison::cheapest_of},     {3, &Comparison::sweeps},
        {5, &Comparison::memos},           {5, &Comparison::divided},
        {7, &Comparison::diagram},         {7, &Comparison::verifier},
        {11, &Comparison::kernels},        {13, &Comparison::tree},
        {61, &Comparison::symmetries},     {97, &Comparison::threads},
        {101, &Comparison::files},         {3, &Comparison::branchings},
        {2, &Comparison::questions},
    };
    for (const Way& way : ways) {
      if (turn_.number == Turn::every || turn_.number % way.period == 0) (this->*way.compare)();
    }
  }

 private:
  void require(bool holds, const char* what) const {
    if (!holds) throw Disagreement{where_ + ": " + what};
  }
  /// What is compared, for the message.
  void at(std::string where) { where_ = std::move(where); }

  [[nodiscard]] bool takes(EngineKind engine) const { return test::is_for(engine, problem_); }
  EngineKind some_dividable_engine() {
    const std::size_t k = random_.below(test::dividable_engines.size());
    return test::engine_for(test::dividable_engines[k], problem_);
  }
  [[nodiscard]] Tally weighted() const {
    return Tally(plain_weights(problem_.option_count(), turn_.seed));
  }

  bool list_by_reference() {
    if (problem_.option_count() > most_options) return false;
    Solver solver(problem_, {.engine = EngineKind::dancing_links, .nodes = 30'000});
    while (solver.next()) {
      if (wanted_.size() == most_solutions) return false;
      wanted_.push_back(Set::of(solver.solution()));
    }
    std::sort(wanted_.begin(), wanted_.end());
    return solver.status() == Status::exhausted;
  }

  void require_same(std::vector<Set>& sets) const {
    std::sort(sets.begin(), sets.end());
    require(std::adjacent_find(sets.begin(), sets.end()) == sets.end(), "a solution twice");
    require(sets.size() == wanted_.size(), "another number of solutions");
    require(sets == wanted_, "other solutions");
  }
  void require_same(const Natural& count, Residue fingerprint) const {
    require(count == Natural(wanted_.size()), "another count");
    require(fingerprint.value() == fingerprint_, "another fingerprint");
  }

  /// Lists by `next`, which may be that of an engine or a solver.
  template <class Search>
  void list(Search& search) {
    std::vector<Set>& sets = sets_;
    sets.clear();
    while (search.next()) {
      const auto solution = search.solution();
      sets.push_back(Set::of(solution));
      require(sets.size() <= wanted_.size(), "too many solutions");
    }
    require(search.status() == Status::exhausted, "not exhausted at the end");
    require(search.statistics().solutions == wanted_.size(), "statistics() counts otherwise");
    require_same(sets);
  }

  template <class Search>
  void tally(Search& search, bool with_fingerprint) {
    Tally tally = with_fingerprint ? weighted() : Tally();
    search.count(tally);
    require(search.status() == Status::exhausted, "not exhausted at the end of a count");
    require(tally.solutions() == Natural(wanted_.size()), "another count");
    if (with_fingerprint) {
      require(tally.fingerprint().value() == fingerprint_, "another fingerprint");
    }
  }

  void engines() {
    for (const EngineKind engine : test::all_engines) {
      if (!takes(engine)) continue;
      at(std::string(to_string(engine)));
      Solver lister(problem_, {.engine = engine});
      list(lister);
      lister.check_invariants();
      Solver counter(problem_, {.engine = engine});
      tally(counter, turn_.number % 2 == 0);
    }
  }

  /// Rules of branching that one engine knows beside the usual one.
  void branchings() {
    if (!takes(EngineKind::dancing_cells)) return;
    for (const BranchingRule rule :
         {BranchingRule::weighted, BranchingRule::first_active, BranchingRule::given_order}) {
      Options options{.engine = EngineKind::dancing_cells, .branching = rule};
      if (rule == BranchingRule::given_order) options.order = some_items();
      at("dancing_cells, branching by " + std::string(to_string(rule)));
      Solver lister(problem_, options);
      list(lister);
      lister.check_invariants();
      Solver counter(problem_, options);
      tally(counter, true);
    }
  }
  static bool agrees(const Set& set, std::span<const Assumption> all) {
    return std::all_of(all.begin(), all.end(), [&](const Assumption& each) {
      return set.has(index(each.option)) == each.chosen;
    });
  }

  /// A question with these solutions: the answer, perhaps all others, and a core.
  void answers_to(solve::Questions& questions, const std::vector<Assumption>& assumptions,
                  const std::vector<Set>& expected) {
    const bool wants_all = random_.chance(0.5);
    std::vector<Set> found;
    for (auto answer = questions.ask(assumptions); answer; answer = questions.another()) {
      found.push_back(Set::of(*answer));
      if (!wants_all) break;
    }
    std::sort(found.begin(), found.end());
    if (!wants_all && !found.empty()) {
      require(std::binary_search(expected.begin(), expected.end(), found[0]), "a wrong answer");
      return;
    }
    require(found == expected, "other answers");
    require(questions.status() == Status::exhausted, "no proof at the end of the answers");
    if (!expected.empty()) return;
    const auto [core, is_minimal] = questions.core();
    require(is_minimal, "a core that may not be minimal");
    const auto excludes_all = [this](std::span<const Assumption> some) {
      return std::none_of(wanted_.begin(), wanted_.end(),
                          [&](const Set& set) { return agrees(set, some); });
    };
    require(excludes_all(core), "a core that a solution agrees with");
    for (std::size_t left_out = 0; left_out < core.size(); ++left_out) {
      std::vector<Assumption> fewer = core;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left_out));
      require(!excludes_all(fewer), "a core that is not minimal");
    }
  }

  /// Questions with assumptions to one search that learns, each some way into the one before, and
  /// the same to Questions.
  void questions() {
    const auto search = engines::make_learning_engine(problem_, {});
    solve::Questions asked(problem_);
    for (int question = 0; question < 4; ++question) {
      at("question " + std::to_string(question));
      std::vector<Assumption> assumptions;
      for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
        if (random_.chance(0.15)) assumptions.push_back({OptionId{o}, random_.chance(0.4)});
      }
      random_.shuffle(assumptions);
      search->assume(assumptions);
      search->check_invariants();
      std::vector<Set> found;
      const bool is_left_early = random_.chance(0.3);
      while ((!is_left_early || found.empty()) && search->next()) {
        found.push_back(Set::of(search->solution()));
        search->check_invariants();
      }
      std::sort(found.begin(), found.end());
      std::vector<Set> expected;
      for (const Set& set : wanted_) {
        if (agrees(set, assumptions)) expected.push_back(set);
      }
      answers_to(asked, assumptions, expected);
      if (is_left_early && !found.empty()) {
        require(std::binary_search(expected.begin(), expected.end(), found[0]), "no solution");
        continue;
      }
      require(found == expected, "other solutions under assumptions");
      if (!expected.empty()) continue;
      const auto core = search->core();
      require(std::none_of(wanted_.begin(), wanted_.end(),
                           [&](const Set& set) { return agrees(set, core); }),
              "a core that a solution agrees with");
      require(std::all_of(core.begin(), core.end(),
                          [&](const Assumption& each) {
                            return std::find(assumptions.begin(), assumptions.end(), each) !=
                                   assumptions.end();
                          }),
              "a core with something that was not assumed");
    }
  }

  /// Some primary items, in some order.
  std::vector<std::string> some_items() {
    std::vector<std::string> items;
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
      if (random_.chance(0.7)) items.emplace_back(problem_.name(ItemId{i}));
    }
    random_.shuffle(items);
    return items;
  }

  void reduced_engines() {
    for (const EngineKind engine : test::all_engines) {
      if (!takes(engine)) continue;
      // In its turn one engine, each the next time.
      if (turn_.number != Turn::every &&
          turn_.number / 2 % test::all_engines.size() != static_cast<std::size_t>(engine) - 1) {
        continue;
      }
      at(std::string(to_string(engine)) + " after reduction");
      Solver lister(problem_, {.engine = engine, .preprocess = true});
      list(lister);
      Solver counter(problem_, {.engine = engine, .preprocess = true});
      tally(counter, true);
    }
  }

  void kernels() {
    for (const search::VectorKind kernel : search::vectors_of_processor()) {
      if (!takes(EngineKind::item_bits)) break;
      at("item_bits, " + std::string(to_string(kernel)));
      const auto lister = engines::make_item_bits(problem_, {}, kernel);
      list(*lister);
      const auto counter = engines::make_item_bits(problem_, {}, kernel);
      tally(*counter, false);
    }
    if (!takes(EngineKind::bit_matrix)) return;
    for (const search::VectorKind kernel : search::vectors_of_processor()) {
      for (const std::uint32_t most_rows : {0U, 16'384U}) {
        at("bit_matrix, " + std::string(to_string(kernel)) + ", rows " + std::to_string(most_rows));
        const auto lister = engines::make_bit_matrix(problem_, {}, kernel, most_rows);
        list(*lister);
        const auto counter = engines::make_bit_matrix(problem_, {}, kernel, most_rows);
        tally(*counter, false);
      }
    }
  }

  void count_by(CountMethod method, bool preprocess, bool symmetry, bool with_fingerprint) {
    Options options{.method = method, .preprocess = preprocess, .symmetry = symmetry};
    if (method == CountMethod::search) options.engine = some_dividable_engine();
    if (with_fingerprint) options.fingerprint = turn_.seed;
    at("count by " + std::string(to_string(method)) + ", " +
       std::string(to_string(options.engine)) + (preprocess ? ", reduced" : "") +
       (with_fingerprint ? ", with fingerprint" : ""));
    // Tables of larger problems may take minutes and gigabytes.
    const bool large = problem_.option_count() > few_options;
    if (large) {
      options.nodes = 50'000;
      options.memory = std::size_t{1} << 24;
    }
    counting::CountResult result;
    try {
      result = counting::count(problem_, options);
    } catch (const std::invalid_argument&) {
      const bool may_refuse = method == CountMethod::sweep || method == CountMethod::fold ||
                              method == CountMethod::zdd || method == CountMethod::signs ||
                              (method == CountMethod::memo && problem_.has_multiplicities());
      if (may_refuse) return;  // a method that was asked for is not for every problem
      throw;
    }
    if (large && (result.status == Status::node_limit || result.status == Status::memory_limit)) {
      require(result.value <= Natural(wanted_.size()), "more than there are");
      return;
    }
    require(result.complete(), "not complete");
    require(result.value == Natural(wanted_.size()), "another count");
    require(result.fingerprint.has_value() == with_fingerprint, "no fingerprint");
    if (with_fingerprint) {
      require(result.fingerprint->value() == fingerprint_, "another fingerprint");
    }
  }

  void counts() {
    if (turn_.number != Turn::every) {  // one of them
      const std::uint64_t n = random_.word();
      count_by(test::all_methods[n % test::all_methods.size()], (n >> 8 & 1) != 0,
               (n >> 9 & 1) != 0, (n >> 10 & 1) != 0);
      return;
    }
    for (const CountMethod method : test::all_methods) {
      for (const bool preprocess : {false, true}) {
        for (const bool fingerprint : {false, true}) {
          count_by(method, preprocess, true, fingerprint);
        }
      }
    }
  }

  /// Any order if the problem is small: of larger ones most orders make tables that do not end.
  std::vector<ItemId> some_order() {
    if (problem_.option_count() > few_options) return tables::narrow_order(problem_);
    std::vector<ItemId> order;
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) order.push_back(ItemId{i});
    random_.shuffle(order);
    return order;
  }

  void sweeps() {
    at("a sweep in some order");
    const tables::SweepPlan plan = tables::sweep_plan(problem_, some_order());
    if (plan.words > tables::most_words_of_sweep) return;
    const tables::SweepResult result =
        test::count_by_sweep(plan, weighted(), {.control = {.limits = {.nodes = 20'000}}});
    if (result.status == Status::node_limit && problem_.option_count() > few_options) return;
    require(result.status == Status::exhausted, "not exhausted");
    require_same(result.solutions, result.fingerprint);
  }

  void memos() {
    if (!tables::memo_objection(problem_).empty()) return;
    const bool split = random_.chance(0.5);
    // Also with a table that holds next to nothing.
    const std::size_t memory = random_.chance(0.5) ? 1'000 : std::size_t{1} << 20;
    at("memo, memory " + std::to_string(memory) + (split ? ", in components" : ""));
    const tables::MemoResult result =
        test::count_by_memo(problem_, weighted(), {.memory_limit = memory}, split);
    require(result.complete(), "not complete");
    require_same(result.solutions, result.fingerprint);
  }

  void diagram() {
    at("zdd");
    tables::ZddResult made;
    try {
      const tables::TableOptions options{.control = {.limits = {.nodes = 20'000}}};
      made = random_.chance(0.5)   ? tables::Zdd::build(problem_, some_order(), options)
             : random_.chance(0.5) ? tables::Zdd::build(problem_, options)
                                   : make_diagram(problem_, options);
    } catch (const std::invalid_argument&) {
      require(problem_.option_count() > few_options, "refuses a small problem");
      return;
    }
    if (made.status == Status::node_limit && problem_.option_count() > few_options) return;
    require(made.status == Status::exhausted && made.zdd.has_value(), "not exhausted");
    const tables::Zdd& zdd = *made.zdd;
    tables::Zdd::Walker walker(zdd);
    std::vector<Set> sets;
    while (walker.next() && sets.size() <= wanted_.size())
      sets.push_back(Set::of(walker.solution()));
    require_same(sets);
    require(zdd.count() == Natural(wanted_.size()), "another count");
    const Total total = zdd.total(weighted());
    require_same(total.solutions, total.fingerprint);
    const std::vector<Natural> memberships = zdd.memberships();
    const std::vector<double> marginals = zdd.marginals();
    require(memberships.size() == problem_.option_count(), "memberships of other options");
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      const auto times = static_cast<std::uint64_t>(
          std::count_if(wanted_.begin(), wanted_.end(), [o](const Set& s) { return s.has(o); }));
      require(memberships[o] == Natural(times), "another membership");
      const double share =
          wanted_.empty() ? 0 : static_cast<double>(times) / static_cast<double>(wanted_.size());
      require(marginals[o] >= share * (1 - 1e-15) && marginals[o] <= share * (1 + 1e-15),
              "another marginal");
    }
    if (!wanted_.empty()) {
      tables::Zdd::Sampler sampler(zdd, turn_.seed);
      for (int k = 0; k < 3; ++k) {
        require(std::binary_search(wanted_.begin(), wanted_.end(), Set::of(sampler.sample())),
                "a sample is no solution");
      }
    }
    const std::vector<std::int64_t> costs = sorted_costs();
    const std::uint64_t k = random_.between(1, 4);
    const auto cheapest = zdd.cheapest(problem_, k);
    require(cheapest.size() == std::min<std::size_t>(k, costs.size()),
            "another number of cheapest");
    for (std::size_t n = 0; n < cheapest.size(); ++n) {
      require(cheapest[n].first == costs[n], "another cost");
      require_cost(Set::of(cheapest[n].second), cheapest[n].first);
    }
  }

  [[nodiscard]] std::int64_t cost(const Set& set) const {
    std::int64_t sum = 0;
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      if (set.has(o)) sum += problem_.cost(OptionId{o});
    }
    return sum;
  }
  [[nodiscard]] std::vector<std::int64_t> sorted_costs() const {
    std::vector<std::int64_t> costs;
    for (const Set& set : wanted_) costs.push_back(cost(set));
    std::sort(costs.begin(), costs.end());
    return costs;
  }
  void require_cost(const Set& set, std::int64_t least) const {
    require(std::binary_search(wanted_.begin(), wanted_.end(), set), "the cheapest is no solution");
    require(cost(set) == least, "the cheapest costs otherwise");
  }

  void cheapest_of() {
    const std::uint64_t k = random_.between(1, 5);
    at("cheapest, " + std::to_string(k));
    const search::CheapestResult result =
        engines::run_cost_cells(problem_, k, {}, 1'000 * random_.below(3));
    require(result.complete(), "not complete");
    const std::vector<std::int64_t> costs = sorted_costs();
    require(result.solutions.size() == std::min<std::size_t>(k, costs.size()), "another number");
    std::set<Set> different;
    for (std::size_t n = 0; n < result.solutions.size(); ++n) {
      const Set set = Set::of(result.solutions[n].options);
      require(result.solutions[n].cost == costs[n], "another cost");
      require_cost(set, costs[n]);
      require(different.insert(set).second, "a solution twice");
    }
    const std::int64_t bound = costs.size() < k ? search::CheapestResult::nothing_left
                                                : costs[static_cast<std::size_t>(k - 1)];
    require(result.lower_bound == bound, "another bound");
  }

  void verifier() {
    at("Verifier");
    Verifier verifier(problem_);
    std::vector<OptionId> options;
    const auto check = [&](const Set& set) {
      options.clear();
      for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
        if (set.has(o)) options.push_back(OptionId{o});
      }
      require(verifier.faults(options).empty() ==
                  std::binary_search(wanted_.begin(), wanted_.end(), set),
              "another opinion");
    };
    if (wanted_.empty()) return;
    Set set = wanted_[random_.below(wanted_.size())];
    check(set);
    if (problem_.option_count() == 0) return;
    const std::uint32_t option = random_.below(problem_.option_count());
    set.words[option / 64] ^= std::uint64_t{1} << (option % 64);
    check(set);
  }

  void tree() {
    if (problem_.has_multiplicities()) return;
    at("search_tree");
    const SearchTree tree = test::search_tree(problem_, 20'000);
    if (tree.complete) require(tree.solutions == wanted_.size(), "another number of solutions");
  }

  /// The search is cut at random places, and its parts go on in other solvers; open work goes
  /// through its bytes.
  void divided() {
    const EngineKind engine = some_dividable_engine();
    const bool listing = random_.chance(0.5);
    at(std::string(to_string(engine)) + (listing ? ", listed in parts" : ", counted in parts"));
    Solver solvers[] = {Solver(problem_, {.engine = engine}), Solver(problem_, {.engine = engine})};
    std::vector<search::OpenWork> open{search::OpenWork{}};
    std::vector<Set> sets;
    Tally tally = weighted();
    const std::uint32_t longest = random_.between(1, 40);
    while (!open.empty()) {
      const search::OpenWork part = runs::open_work_from_bytes(runs::to_bytes(open.back()));
      require(part == open.back(), "another open work came back from its bytes");
      open.pop_back();
      Solver& solver = solvers[random_.below(2)];
      solver.start_at(part);
      solver.set_limits({.nodes = solver.statistics().nodes + random_.between(1, longest)});
      if (listing) {
        while (solver.next()) {
          sets.push_back(Set::of(solver.solution()));
          require(sets.size() <= wanted_.size(), "too many solutions");
        }
      } else {
        solver.count(tally);
      }
      const search::OpenWork rest = solver.open_work();
      require(rest.empty() == (solver.status() == Status::exhausted), "something is left, or not");
      for (search::OpenWork& dealt : deal(rest, random_.between(1, 3)))
        open.push_back(std::move(dealt));
    }
    if (listing) {
      require_same(sets);
    } else {
      require_same(tally.solutions(), tally.fingerprint());
    }
  }

  void threads() {
    const EngineKind engine = some_dividable_engine();
    at(std::string(to_string(engine)) + " in threads");
    runs::ParallelCount search(
        [&](const Options& options) { return Solver(problem_, options); },
        {.engine = engine, .threads = random_.between(1, 3), .unit_nodes = random_.between(1, 30)});
    Tally all = weighted();
    search.count(all);
    require(search.status() == Status::exhausted, "not exhausted");
    require_same(all.solutions(), all.fingerprint());
  }

  void files() {
    if (problem_.primary_count() == 0) return;
    at("units in files");
    const auto [solutions, fingerprint] = sum_of_units(
        runs::split(problem_, random_.between(1, 4), some_dividable_engine(), turn_.seed));
    require_same(solutions, fingerprint);
  }

  static Total sum_of_units(const runs::Division& division) {
    Natural solutions;
    Residue fingerprint;
    const auto add = [&](const runs::UnitResult& result) {
      solutions += result.solutions;
      fingerprint += result.fingerprint;
    };
    io::Input first = io::Input::from_text(division.result, "result");
    add(runs::read_result(first));
    for (const std::string& text : division.units) {
      io::Input input = io::Input::from_text(text, "unit");
      const runs::UnitFileContents unit = runs::read_unit(input);
      runs::ParallelCount search(
          [&](const Options& options) { return Solver(unit.problem, options); },
          {.engine = unit.label.engine, .threads = 1}, unit.parts, {}, unit.is_wanted);
      const auto& seed = unit.label.seed;
      Tally tally = seed ? Tally(plain_weights(unit.problem.option_count(), *seed)) : Tally();
      search.count(tally);
      io::Input result =
          io::Input::from_text(runs::to_text({unit.label, tally.solutions(), tally.fingerprint(),
                                              search.statistics().nodes}),
                               "result");
      add(runs::read_result(result));
    }
    return {solutions, fingerprint};
  }

  void symmetries() {
    at("automorphisms");
    const symmetry::Automorphisms group = symmetry::automorphisms(problem_, {.control = {}});
    require(group.complete, "not complete");
    for (const symmetry::MatrixPermutation& generator : group.generators) {
      require(is_automorphism(problem_, generator), "a generator is none");
    }
    const auto listed = members(problem_, group, 200);
    Options options{.preprocess = random_.chance(0.5)};
    if (!listed) return;
    // The classes by their least members.
    std::set<Set> classes;
    for (const Set& set : wanted_) {
      Set least = set;
      for (const OptionPermutation& member : listed->members()) {
        Set image;
        for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
          if (set.has(o)) image.add(member[o]);
        }
        require(std::binary_search(wanted_.begin(), wanted_.end(), image),
                "the image of a solution is none");
        least = std::min(least, image);
      }
      classes.insert(least);
    }
    const auto check = [&](const ClassesResult& result) {
      require(result.complete(), "not complete");
      require(result.classes == Natural(classes.size()), "another number of classes");
      require(result.solutions == Natural(wanted_.size()), "another count");
    };
    at("classes of a listed group");
    check(count_classes(problem_, *listed, options));
    at("classes of a group");
    check(count_classes(problem_, symmetry::SymmetryGroup(group), options));
    at("count by orbits");
    if (const auto result = test::count_by_orbits(problem_, *listed, options)) {
      require(result->complete() && result->value == Natural(wanted_.size()), "another count");
    }
    if (problem_.primary_count() != 0) {
      at("units of classes");
      const runs::UnitClasses in_units{&*listed, "all"};
      const Total total = sum_of_units(
          runs::split(problem_, random_.between(1, 4), some_dividable_engine(), {}, &in_units));
      require(total.solutions == Natural(classes.size()), "another number of classes");
    }
    at("representatives");
    for (const bool by_list : {false, true}) {
      Representatives found = by_list ? Representatives(problem_, *listed)
                                      : Representatives(problem_, symmetry::SymmetryGroup(group));
      Natural sum;
      std::uint64_t number = 0;
      while (found.next()) {
        ++number;
        sum += found.class_size();
        require(std::binary_search(wanted_.begin(), wanted_.end(), Set::of(found.solution())),
                "no solution");
      }
      require(found.status() == Status::exhausted, "not exhausted");
      require(number == classes.size(), "another number of classes");
      require(sum == Natural(wanted_.size()), "the classes have other sizes");
    }
  }

  const Problem& problem_;
  Turn turn_;
  Random random_;
  std::string where_;
  std::vector<Set> wanted_;
  std::vector<Set> sets_;
  std::vector<std::uint64_t> factors_;
  std::uint64_t fingerprint_ = 0;
};

/// Bytes as choices; zeros after their end.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t byte() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

std::string named(char kind, std::uint32_t number) {
  return kind + std::to_string(number);
}

}  // namespace

std::string disagreement(const Problem& problem, const Turn& turn) {
  try {
    Comparison(problem, turn).run();
    return {};
  } catch (const Disagreement& d) {
    return d.what;
  } catch (const std::exception& e) {
    return std::string("an exception: ") + e.what();
  }
}

test::Model model_from(std::string_view bytes) {
  Choices choices(bytes);
  test::Model model;
  model.primaries = 1 + choices.byte() % 8;
  const std::uint32_t secondaries = choices.byte() % 8;
  const std::uint32_t colours = choices.byte() % 4;
  const std::uint32_t bounded = choices.byte();  // which primary items have bounds of their own
  const bool costs = choices.byte() % 2 == 1;
  for (std::uint32_t i = 0; i < model.primaries; ++i) {
    Bounds bounds;
    if ((bounded >> i & 1) != 0) {
      const std::uint32_t byte = choices.byte();
      bounds.at_most = 1 + byte % 4;
      bounds.at_least = byte / 4 % (bounds.at_most + 1);
    }
    model.items.push_back({named('p', i), bounds});
  }
  for (std::uint32_t i = 0; i < secondaries; ++i) model.items.push_back({named('s', i), {}});
  for (std::uint32_t c = 0; c < colours; ++c) model.colours.push_back(named('c', c));
  while (!choices.empty() && model.options.size() < few_options) {
    test::Model::Option option;
    const std::uint32_t primaries = choices.byte();
    for (std::uint32_t i = 0; i < model.primaries; ++i) {
      if ((primaries >> i & 1) != 0) option.uses.push_back({i, test::Model::uncoloured});
    }
    const std::uint32_t mask = choices.byte();
    std::uint32_t tints = choices.byte();
    tints |= choices.byte() << 8;
    for (std::uint32_t i = 0; i < secondaries; ++i) {
      if ((mask >> i & 1) == 0) continue;
      const std::uint32_t tint = tints >> (2 * i) & 3;
      option.uses.push_back(
          {model.primaries + i, tint < colours ? static_cast<int>(tint) : test::Model::uncoloured});
    }
    if (costs) option.cost = static_cast<std::int64_t>(choices.byte()) - 100;
    // Every option has a primary item.
    if (option.uses.empty() || !model.is_primary(option.uses.front().item)) {
      option.uses.insert(option.uses.begin(), {mask % model.primaries, test::Model::uncoloured});
    }
    model.options.push_back(std::move(option));
  }
  return model;
}

test::Model random_problem(test::Random& random) {
  if (random.chance(0.05)) {
    test::Shape shape = test::random_shape(random, random.between(13, 80));
    shape.most_primaries = random.between(4, 14);
    return test::random_model(random, shape);
  }
  return test::random_model(random,
                            test::random_shape(random, random.chance(0.1) ? few_options : 9));
}

namespace {

bool disagrees(const test::Model& model, const Turn& turn) {
  try {
    return !disagreement(model.problem(), turn).empty();
  } catch (const ProblemError&) {
    return false;  // a change has left no problem
  }
}

/// Without an item, and without the options that have no primary item then.
test::Model without_item(test::Model model, std::uint32_t item) {
  for (auto& option : model.options) {
    std::erase_if(option.uses, [&](const auto& use) { return use.item == item; });
    for (auto& use : option.uses) use.item -= use.item > item ? 1 : 0;
  }
  model.items.erase(model.items.begin() + item);
  if (item < model.primaries) --model.primaries;
  std::erase_if(model.options, [&](const auto& option) {
    return std::none_of(option.uses.begin(), option.uses.end(),
                        [&](const auto& use) { return use.item < model.primaries; });
  });
  return model;
}

/// All smaller neighbours of a model, the greatest steps first.
template <class Visit>
bool for_each_smaller(const test::Model& model, Visit visit) {
  for (std::size_t half = model.options.size() / 2; half > 1; half /= 2) {
    for (std::size_t k = 0; k + half <= model.options.size(); k += half) {
      test::Model smaller = model;
      const auto begin = smaller.options.begin() + static_cast<std::ptrdiff_t>(k);
      smaller.options.erase(begin, begin + static_cast<std::ptrdiff_t>(half));
      if (visit(smaller)) return true;
    }
  }
  for (std::size_t k = 0; k < model.options.size(); ++k) {
    test::Model smaller = model;
    smaller.options.erase(smaller.options.begin() + static_cast<std::ptrdiff_t>(k));
    if (visit(smaller)) return true;
  }
  for (std::uint32_t i = 0; i < model.items.size(); ++i) {
    if (visit(without_item(model, i))) return true;
  }
  for (std::uint32_t i = 0; i < model.primaries; ++i) {
    if (model.items[i].bounds == Bounds{}) continue;
    test::Model smaller = model;
    smaller.items[i].bounds = {};
    if (visit(smaller)) return true;
  }
  for (std::size_t o = 0; o < model.options.size(); ++o) {
    if (model.options[o].cost != 0) {
      for (const std::int64_t cost : {std::int64_t{0}, model.options[o].cost / 2}) {
        test::Model smaller = model;
        smaller.options[o].cost = cost;
        if (visit(smaller)) return true;
      }
    }
    for (std::size_t u = 0; u < model.options[o].uses.size(); ++u) {
      test::Model smaller = model;
      smaller.options[o].uses.erase(smaller.options[o].uses.begin() +
                                    static_cast<std::ptrdiff_t>(u));
      if (visit(smaller)) return true;
      if (model.options[o].uses[u].colour == test::Model::uncoloured) continue;
      smaller = model;
      smaller.options[o].uses[u].colour = test::Model::uncoloured;
      if (visit(smaller)) return true;
    }
  }
  return false;
}

}  // namespace

test::Model shrunk(test::Model model, const Turn& turn) {
  while (for_each_smaller(model, [&](const test::Model& smaller) {
    if (!disagrees(smaller, turn)) return false;
    model = test::Model(smaller);
    return true;
  })) {
    continue;
  }
  return model;
}

Turn turn_of(std::string_view regression) {
  std::string_view line = regression.substr(regression_mark.size());
  line = line.substr(0, line.find('\n'));
  Turn turn;
  turn.seed = to_number<std::uint64_t>(next_word(line)).value_or(1);
  turn.number = to_number<std::uint64_t>(next_word(line)).value_or(Turn::every);
  return turn;
}

std::string to_regression(const test::Model& model, const Turn& turn, const std::string& what) {
  std::string text = std::string(regression_mark) + std::to_string(turn.seed);
  if (turn.number != Turn::every) text += " " + std::to_string(turn.number);
  text += "\n| " + what + "\n";
  write_canonical_text(model.problem(), [&](std::string_view part) { text += part; });
  return text;
}

}  // namespace dlx::fuzz
