// The engine path_links against brute force: every cover of a small random problem, and every order
// of its options that is a walk, straight from the definition at class PathProblem.

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "tests/engines/divided.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

using namespace std::chrono_literals;

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 500;
#else
const int many = cases(6'000);
#endif

using Walk = std::vector<OptionId>;

// ----------------------------------------------------------------------------------- the oracle

/// A path problem as it was said, before PathProblem has seen it.
struct Case {
  Problem problem;
  std::vector<Arc> arcs;
  std::vector<OptionId> starts;
  std::optional<std::vector<OptionId>> ends;

  [[nodiscard]] PathProblem path_problem() const { return {problem, arcs, starts, ends}; }

  [[nodiscard]] std::string text() const {
    std::string text = canonical_text(problem) + "arcs";
    for (const Arc& arc : arcs) {
      text += ' ' + std::to_string(index(arc.from)) + '>' + std::to_string(index(arc.to));
    }
    text += "\nstarts";
    for (const OptionId o : starts) text += ' ' + std::to_string(index(o));
    if (!ends) return text + "\nno ends\n";
    text += "\nends";
    for (const OptionId o : *ends) text += ' ' + std::to_string(index(o));
    return text + "\n(options from 0)\n";
  }
};

bool has(const std::vector<OptionId>& options, OptionId option) {
  return std::find(options.begin(), options.end(), option) != options.end();
}

/// What a search must find.
class Oracle {
 public:
  static constexpr std::size_t most = 4'000;

  explicit Oracle(const Case& c)
      : case_(&c), covers_(brute_force(c.problem)), after_(c.problem.option_count()) {
    for (const OptionId o : c.starts) keep_new(first_, o);
    for (const Arc& arc : c.arcs) {
      if (arc.from != arc.to) keep_new(after_[index(arc.from)], arc.to);
    }
    for (const Solution& cover : covers_) {
      Walk walk;
      const std::size_t before = orders_.size();
      order(cover, walk);
      if (orders_.size() > before) firsts_.push_back(orders_[before]);
    }
    Walk walk;
    count_feasible(walk);
    const auto by_search = [&](const Walk& a, const Walk& b) { return ranks(a) < ranks(b); };
    std::sort(orders_.begin(), orders_.end(), by_search);
    std::sort(firsts_.begin(), firsts_.end(), by_search);
  }

  /// Too large to be tried in every way.
  [[nodiscard]] bool too_large() const { return orders_.size() >= most || feasible_ >= 5 * most; }

  [[nodiscard]] const std::vector<Solution>& covers() const { return covers_; }
  /// All orders that are walks, depth first.
  [[nodiscard]] const std::vector<Walk>& orders() const { return orders_; }
  /// The first order of each cover that has one.
  [[nodiscard]] const std::vector<Walk>& firsts() const { return firsts_; }
  /// Whether some item has too few options from the start.
  [[nodiscard]] bool starved() const {
    for (std::uint32_t i = 0; i < case_->problem.primary_count(); ++i) {
      std::uint32_t uses = 0;
      for (std::uint32_t o = 0; o < case_->problem.option_count(); ++o) {
        const auto items = case_->problem.items(OptionId{o});
        if (std::find(items.begin(), items.end(), ItemId{i}) != items.end()) ++uses;
      }
      if (uses < case_->problem.bounds(ItemId{i}).at_least) return true;
    }
    return false;
  }
  /// Walks that break no rule so far, whether they can be completed or not; the empty one counts.
  [[nodiscard]] std::uint64_t feasible() const { return feasible_; }

  [[nodiscard]] bool can_be_completed(std::span<const OptionId> walk) const {
    return std::any_of(orders_.begin(), orders_.end(),
                       [&](const Walk& order) { return begins_with(order, walk); });
  }
  /// Whether some walk that begins like this has the option later.
  [[nodiscard]] bool may_still_use(std::span<const OptionId> walk, OptionId option) const {
    return std::any_of(orders_.begin(), orders_.end(), [&](const Walk& order) {
      return begins_with(order, walk) &&
             std::find(order.begin() + static_cast<std::ptrdiff_t>(walk.size()), order.end(),
                       option) != order.end();
    });
  }

  /// Whether the options break no upper bound and agree about the secondary items.
  [[nodiscard]] bool compatible(std::span<const OptionId> options) const {
    const Problem& problem = case_->problem;
    for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
      const ItemId item{i};
      const std::vector<Colour> uses = uses_of(item, options);
      if (problem.is_primary(item)) {
        if (uses.size() > problem.bounds(item).at_most) return false;
      } else if (uses.size() > 1) {
        if (uses.front() == Colour::none) return false;
        if (std::any_of(uses.begin(), uses.end(), [&](Colour u) { return u != uses.front(); })) {
          return false;
        }
      }
    }
    return true;
  }

  [[nodiscard]] std::uint32_t owed(ItemId item, std::span<const OptionId> walk) const {
    if (!case_->problem.is_primary(item)) return 0;
    const auto uses = static_cast<std::uint32_t>(uses_of(item, walk).size());
    const std::uint32_t least = case_->problem.bounds(item).at_least;
    return least > uses ? least - uses : 0;
  }

  [[nodiscard]] bool is_prefix(std::span<const OptionId> walk) const {
    for (std::size_t i = 0; i < walk.size(); ++i) {
      if (!has(i == 0 ? first_ : after_[index(walk[i - 1])], walk[i])) return false;
    }
    return true;
  }

 private:
  static void keep_new(std::vector<OptionId>& list, OptionId option) {
    if (!has(list, option)) list.push_back(option);
  }
  static bool begins_with(const Walk& order, std::span<const OptionId> walk) {
    return order.size() >= walk.size() && std::equal(walk.begin(), walk.end(), order.begin());
  }

  [[nodiscard]] std::vector<Colour> uses_of(ItemId item, std::span<const OptionId> options) const {
    std::vector<Colour> uses;
    for (const OptionId o : options) {
      const auto items = case_->problem.items(o);
      const auto colours = case_->problem.colours(o);
      for (std::size_t k = 0; k < items.size(); ++k) {
        if (items[k] == item) uses.push_back(colours.empty() ? Colour::none : colours[k]);
      }
    }
    return uses;
  }

  [[nodiscard]] const std::vector<OptionId>& choices(const Walk& walk) const {
    return walk.empty() ? first_ : after_[index(walk.back())];
  }

  void order(const Solution& cover, Walk& walk) {
    if (orders_.size() >= most) return;
    if (walk.size() == cover.size()) {
      if (walk.empty() || !case_->ends || has(*case_->ends, walk.back())) orders_.push_back(walk);
      return;
    }
    for (const OptionId o : choices(walk)) {
      if (!has(cover, o) || has(walk, o)) continue;
      walk.push_back(o);
      order(cover, walk);
      walk.pop_back();
    }
  }

  void count_feasible(Walk& walk) {
    if (++feasible_ >= 5 * most) return;
    for (const OptionId o : choices(walk)) {
      if (has(walk, o)) continue;
      walk.push_back(o);
      if (compatible(walk)) count_feasible(walk);
      walk.pop_back();
    }
  }

  [[nodiscard]] std::vector<std::ptrdiff_t> ranks(const Walk& walk) const {
    std::vector<std::ptrdiff_t> result;
    for (std::size_t i = 0; i < walk.size(); ++i) {
      const auto& list = i == 0 ? first_ : after_[index(walk[i - 1])];
      result.push_back(std::find(list.begin(), list.end(), walk[i]) - list.begin());
    }
    return result;
  }

  const Case* case_;
  std::vector<Solution> covers_;
  std::vector<OptionId> first_;
  std::vector<std::vector<OptionId>> after_;
  std::vector<Walk> orders_;
  std::vector<Walk> firsts_;
  std::uint64_t feasible_ = 0;
};

// ---------------------------------------------------------------------------- random problems

enum class Kind { sparse, dense, complete, acyclic, layered, copied };

Case random_case(Random& random, std::uint32_t most_options) {
  // Half of the problems have a long cover, if one is found in a few tries.
  Case c{.problem = random_model(random, random_shape(random, most_options)).problem(),
         .arcs = {},
         .starts = {},
         .ends = std::nullopt};
  const auto has_long_cover = [&] {
    const std::vector<Solution> covers = brute_force(c.problem);
    return std::any_of(covers.begin(), covers.end(), [](const auto& s) { return s.size() >= 4; });
  };
  for (int tries = random.chance(0.5) ? 8 : 0; tries > 0 && !has_long_cover(); --tries) {
    c.problem = random_model(random, random_shape(random, most_options)).problem();
  }
  const std::uint32_t n = c.problem.option_count();
  std::vector<OptionId> options;
  for (std::uint32_t o = 0; o < n; ++o) options.push_back(OptionId{o});
  if (n == 0) return c;

  std::vector<std::uint32_t> layer(n);
  const std::uint32_t layers = random.between(2, 5);
  for (auto& l : layer) l = random.below(layers);
  std::vector<OptionId> rank = options;
  random.shuffle(rank);
  const auto kind = static_cast<Kind>(random.below(6));
  const auto add = [&](OptionId from, OptionId to) { c.arcs.push_back({from, to}); };
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      const OptionId from = rank[i];
      const OptionId to = rank[j];
      switch (kind) {
        case Kind::sparse:
        case Kind::copied:
          if (random.chance(0.25)) add(from, to);
          break;
        case Kind::dense:
          if (random.chance(0.7)) add(from, to);
          break;
        case Kind::complete:
          add(from, to);
          break;
        case Kind::acyclic:
          if (i < j && random.chance(0.7)) add(from, to);
          break;
        case Kind::layered:
          if (layer[j] == layer[i] + 1 || (layers == 2 && layer[j] != layer[i])) add(from, to);
          break;
      }
    }
  }
  if (kind == Kind::copied) {  // several options with the same successors
    const OptionId model = options[random.below(n)];
    std::vector<OptionId> heads;
    for (const Arc& arc : c.arcs) {
      if (arc.from == model) heads.push_back(arc.to);
    }
    for (const OptionId from : options) {
      if (!random.chance(0.5)) continue;
      std::erase_if(c.arcs, [&](const Arc& arc) { return arc.from == from; });
      for (const OptionId to : heads) add(from, to);
    }
  } else if (random.chance(0.8)) {
    random.shuffle(c.arcs);
  }

  const double share = random.chance(0.5) ? 1.0 : 0.4;
  for (const OptionId o : options) {
    if (random.chance(share)) c.starts.push_back(o);
  }
  random.shuffle(c.starts);
  if (random.chance(0.4)) {
    c.ends.emplace();
    for (const OptionId o : options) {
      if (random.chance(0.5)) c.ends->push_back(o);
    }
  }

  // Most problems have a walk.
  if (random.chance(0.7)) {
    const std::vector<Solution> covers = brute_force(c.problem);
    if (!covers.empty()) {
      Walk walk = covers[random.below(covers.size())];
      if (kind == Kind::acyclic) {
        std::sort(walk.begin(), walk.end(), [&](OptionId a, OptionId b) {
          return std::find(rank.begin(), rank.end(), a) < std::find(rank.begin(), rank.end(), b);
        });
      } else {
        random.shuffle(walk);
      }
      for (std::size_t i = 1; i < walk.size(); ++i) add(walk[i - 1], walk[i]);
      if (!walk.empty()) c.starts.push_back(walk.front());
      if (!walk.empty() && c.ends) c.ends->push_back(walk.back());
    }
  }
  if (random.chance(0.2) && !c.arcs.empty()) c.arcs.push_back(c.arcs[random.below(c.arcs.size())]);
  if (random.chance(0.2) && !c.starts.empty()) c.starts.push_back(c.starts.front());
  if (random.chance(0.2)) c.arcs.insert(c.arcs.begin(), {options.front(), options.front()});
  return c;
}

search::PathOptions pruning(unsigned bits, bool every_order) {
  search::PathOptions options;
  options.starved_items = (bits & 1U) != 0;
  options.stranded_options = (bits & 2U) != 0;
  options.forced_options = (bits & 4U) != 0;
  options.severed_items = (bits & 8U) != 0;
  options.every_order = every_order;
  return options;
}
constexpr unsigned all_bits = 15;

struct Run {
  std::string what;  // is wrong; empty if nothing is
  std::vector<Walk> walks;
  search::Statistics statistics;
};

Run run_of(const Case& c, const search::PathOptions& options) {
  const PathProblem problem = c.path_problem();
  Run run;
  Solver solver(problem, {}, options);
  if (solver.engine() != EngineKind::path_links) run.what = "another engine was used";
  Verifier verifier(c.problem);
  solver.check_invariants();
  while (solver.next()) {
    if (solver.status() != Status::running) run.what = "status is not running at a solution";
    run.walks.emplace_back(solver.solution().begin(), solver.solution().end());
    const auto faults = verifier.faults(run.walks.back());
    if (!faults.empty()) run.what = "not a cover: " + faults.front();
    const auto walk_faults = problem.walk_faults(run.walks.back());
    if (!walk_faults.empty()) run.what = "not a walk: " + walk_faults.front();
    solver.check_invariants();
    if (run.walks.size() > 2 * Oracle::most) run.what = "far too many solutions";
    if (!run.what.empty()) return run;
  }
  solver.check_invariants();
  run.statistics = solver.statistics();
  if (solver.status() != Status::exhausted) run.what = "status is not exhausted at the end";
  if (solver.next()) run.what = "next() found something after the end";
  if (solver.status() != Status::exhausted) run.what = "status changed after the end";

  const search::Statistics& s = run.statistics;
  const auto& levels = s.nodes_per_level;
  if (s.solutions != run.walks.size()) run.what = "statistics().solutions is wrong";
  if (std::accumulate(levels.begin(), levels.end(), std::uint64_t{0}) != s.nodes) {
    run.what = "nodes_per_level does not add up to nodes";
  }
  if (levels.empty() || levels.front() != 1) run.what = "there is not one root";
  if (!levels.empty() && levels.back() == 0) run.what = "levels without nodes at the end";
  return run;
}

std::string shown(const std::vector<Walk>& walks) {
  std::string text;
  for (const Walk& walk : walks) {
    for (const OptionId o : walk) text += std::to_string(index(o)) + ' ';
    text += '\n';
    if (text.size() > 1'000) return text + "...\n";
  }
  return text;
}

std::string difference(const Case& c, const Oracle& oracle) {
  for (const bool every_order : {false, true}) {
    const auto& expected = every_order ? oracle.orders() : oracle.firsts();
    std::array<std::uint64_t, all_bits + 1> nodes{};
    for (unsigned bits = 0; bits <= all_bits; ++bits) {
      const search::PathOptions options = pruning(bits, every_order);
      Run run = run_of(c, options);
      const auto named = [&](const std::string& what) {
        return what + " (pruning " + std::to_string(bits) + (every_order ? ", every order)" : ")");
      };
      if (!run.what.empty()) return named(run.what);
      // Depth first in the order of the graph, and no rule may change that.
      if (run.walks != expected) {
        return named("found\n" + shown(run.walks) + "wanted\n" + shown(expected));
      }
      nodes[bits] = run.statistics.nodes;
      if (nodes[bits] > nodes[0]) return named("pruning added nodes");
      if (bits == 0 && nodes[0] != oracle.feasible() && !oracle.starved()) {
        return named("took " + std::to_string(nodes[0]) + " nodes for " +
                     std::to_string(oracle.feasible()) + " walks");
      }
      if (oracle.starved() && nodes[bits] != 1) return named("an item that cannot be covered");
      if (bits != 0 && bits != all_bits) continue;
      const counting::CountResult result = counting::count_by_search(c.path_problem(), {}, options);
      if (!result.complete() || result.value != Natural(expected.size())) {
        return named("count() differs");
      }
      if (result.statistics.nodes != nodes[bits]) return named("count() took other nodes");
      if (result.statistics.updates != run.statistics.updates) {
        return named("count() took other updates");
      }
    }
    // With all rules on nothing is overlooked that some of them find.
    if (*std::min_element(nodes.begin(), nodes.end()) != nodes[all_bits]) {
      return "all rules together took more nodes than some of them";
    }
  }
  return {};
}

struct Tally {
  int problems = 0;
  int covered_only = 0;  // some cover cannot be walked
  int with_solutions = 0;
  int with_several = 0;    // walks
  int with_reordered = 0;  // covers with several orders
  int with_colours = 0;
  int with_multiplicities = 0;
  int with_long = 0;  // walks of at least four options
};

void compare(Sample sample, std::uint64_t seed, int problems, std::uint32_t most_options) {
  CAPTURE(seed);
  Random random(seed);
  Tally tally;
  for (int n = 0; n < problems; ++n) {
    const Case c = random_case(random, most_options);
    const Oracle oracle(c);
    if (oracle.too_large()) continue;
    const std::string what = difference(c, oracle);
    if (!what.empty()) {
      CAPTURE(n);
      FAIL(what << "\n" << c.text());
    }
    ++tally.problems;
    const bool solvable = !oracle.firsts().empty();
    const auto longest = [](const std::vector<Walk>& walks) {
      std::size_t l = 0;
      for (const Walk& walk : walks) l = std::max(l, walk.size());
      return l;
    };
    tally.covered_only += oracle.firsts().size() < oracle.covers().size() ? 1 : 0;
    tally.with_solutions += solvable ? 1 : 0;
    tally.with_several += oracle.firsts().size() > 2 ? 1 : 0;
    tally.with_reordered += oracle.orders().size() > oracle.firsts().size() ? 1 : 0;
    tally.with_colours += solvable && c.problem.has_colours() ? 1 : 0;
    tally.with_multiplicities += solvable && c.problem.has_multiplicities() ? 1 : 0;
    tally.with_long += longest(oracle.orders()) >= 4 ? 1 : 0;
  }
  std::cout << tally.problems << " path problems of seed " << seed << ", " << tally.with_solutions
            << " with walks, " << tally.with_several << " with several, " << tally.with_reordered
            << " in several orders, " << tally.covered_only << " with covers that are none, "
            << tally.with_long << " long" << std::endl;
  // Otherwise the comparison says little.
  CHECK(tally.problems > problems * 9 / 10);
  if (sample == Sample::drawn) return;
  CHECK(tally.with_solutions > problems * 4 / 10);
  CHECK(tally.with_several > problems / 20);
  CHECK(tally.with_reordered > problems / 10);
  CHECK(tally.covered_only > problems / 10);
  CHECK(tally.with_colours > problems / 10);
  CHECK(tally.with_multiplicities > problems / 10);
  CHECK(tally.with_long > problems / 20);
}

TEST_CASE("path links agree with brute force on problems of a fixed seed") {
  compare(Sample::fixed, 8'331, many, 9);
  compare(Sample::fixed, 8'332, many / 20, 12);
}

TEST_CASE("an item that has room for one more option excludes what it did not before") {
  // Once an item has room for one option only, an option that is forced elsewhere and stands there
  // excludes the others. Forced options had been looked at before, and were not again.
  ProblemBuilder b;
  const std::array p = {b.primary("p0"), b.primary("p1", {.at_least = 0, .at_most = 1}),
                        b.primary("p2", {.at_least = 1, .at_most = 2}),
                        b.primary("p3", {.at_least = 3, .at_most = 3}),
                        b.primary("p4", {.at_least = 1, .at_most = 2})};
  const std::array s = {b.secondary("s0"), b.secondary("s1"), b.secondary("s2")};
  const std::array c = {b.colour("c0"), b.colour("c1"), b.colour("c2")};
  b.option({p[3]});
  b.option({p[3], {s[2], c[1]}});
  b.option({p[4], {s[1], c[0]}, {s[0], c[2]}, p[2], p[3]});
  b.option({{s[2], c[1]}, p[2], p[0], s[1], p[3]});
  b.option({{s[0], c[2]}, {s[1], c[0]}, p[1]});
  b.option({p[0], p[3]});
  b.option({p[3], {s[1], c[0]}, p[4]});
  b.option({p[4], {s[0], c[2]}});
  Case found{.problem = std::move(b).build(), .arcs = {}, .starts = {}, .ends = std::nullopt};
  constexpr std::array<std::array<std::uint32_t, 2>, 17> arcs = {{{0, 4},
                                                                  {0, 3},
                                                                  {0, 2},
                                                                  {0, 6},
                                                                  {4, 1},
                                                                  {4, 7},
                                                                  {4, 3},
                                                                  {4, 2},
                                                                  {4, 6},
                                                                  {1, 2},
                                                                  {1, 6},
                                                                  {5, 7},
                                                                  {7, 2},
                                                                  {7, 6},
                                                                  {3, 2},
                                                                  {2, 6},
                                                                  {1, 5}}};
  for (const auto& [from, to] : arcs) found.arcs.push_back({OptionId{from}, OptionId{to}});
  for (const std::uint32_t o : {6U, 3U, 0U, 1U}) found.starts.push_back(OptionId{o});
  CHECK(difference(found, Oracle(found)).empty());
}

TEST_CASE("path links agree with brute force on problems drawn for this run") {
  const std::uint64_t seed = drawn_seed();
  compare(Sample::drawn, seed, many / 2, 9);
}

// ----------------------------------------------------------------------------- the caller's rules

template <class Judge>
class Rule final : public search::PathRule {
 public:
  explicit Rule(Judge judge) : judge_(std::move(judge)) {}
  bool hopeless(const search::PathView& view) override {
    ++calls;
    return judge_(view);
  }
  std::uint64_t calls = 0;

 private:
  Judge judge_;
};

template <class Judge>
std::shared_ptr<Rule<Judge>> rule(Judge judge) {
  return std::make_shared<Rule<Judge>>(std::move(judge));
}

/// What is wrong with what a rule is shown; empty if nothing is. Without pruning, live is all that
/// fits; with it, live is at least what some walk needs.
std::string wrong_view(const search::PathView& view, const Case& c, const Oracle& oracle,
                       bool pruned) {
  const auto walk = view.walk();
  if (walk.empty()) return "an empty walk is judged";
  if (!oracle.is_prefix(walk) || !oracle.compatible(walk)) return "the walk breaks the rules";
  for (std::uint32_t i = 0; i < c.problem.item_count(); ++i) {
    if (view.owed(ItemId{i}) != oracle.owed(ItemId{i}, walk)) {
      return "owed is wrong at item " + std::to_string(i);
    }
  }
  Walk longer(walk.begin(), walk.end());
  for (std::uint32_t o = 0; o < c.problem.option_count(); ++o) {
    const OptionId option{o};
    longer.push_back(option);
    const bool fits =
        std::find(walk.begin(), walk.end(), option) == walk.end() && oracle.compatible(longer);
    longer.pop_back();
    const std::string where = " at option " + std::to_string(o);
    if (view.is_live(option) && !fits) return "what does not fit is live" + where;
    if (!pruned && fits && !view.is_live(option)) return "what fits is not live" + where;
    if (!view.is_live(option) && oracle.may_still_use(walk, option)) {
      return "what a walk needs is not live" + where;
    }
  }
  return {};
}

TEST_CASE("rules that may be kept change nothing but nodes") {
  for (const std::uint64_t seed : {std::uint64_t{8'341}, drawn_seed()}) {
    CAPTURE(seed);
    Random random(seed);
    std::uint64_t judged = 0;
    std::uint64_t spared = 0;
    for (int n = 0; n < many / 6; ++n) {
      const Case c = random_case(random, 9);
      const Oracle oracle(c);
      if (oracle.too_large() || oracle.orders().size() > 300) continue;
      std::string what;
      for (const unsigned bits : {0U, all_bits, random.below(16)}) {
        for (const bool every_order : {false, true}) {
          const Run plain = run_of(c, pruning(bits, every_order));

          // It looks, and keeps everything.
          search::PathOptions options = pruning(bits, every_order);
          const auto looks = rule([&](const search::PathView& view) {
            if (what.empty()) what = wrong_view(view, c, oracle, bits != 0);
            return false;
          });
          options.rules = {looks};
          const Run looked = run_of(c, options);
          judged += looks->calls;
          if (looked.walks != plain.walks) what = "a rule that keeps all changed the walks";
          if (looked.statistics.nodes != plain.statistics.nodes ||
              looked.statistics.updates != plain.statistics.updates) {
            what = "a rule that keeps all changed the search";
          }
          if (looks->calls >= plain.statistics.nodes) what = "more calls than nodes below the root";
          if (bits == 0 && looks->calls + 1 != plain.statistics.nodes) {
            what = "a walk was not judged";
          }

          // It gives up what is hopeless: always, or now and then.
          const double zeal = random.chance(0.5) ? 1.0 : 0.5;
          const auto prunes = rule([&](const search::PathView& view) {
            return !oracle.can_be_completed(view.walk()) && random.chance(zeal);
          });
          options.rules = {prunes, looks};
          const Run pruned = run_of(c, options);
          if (!pruned.what.empty()) what = pruned.what;
          if (pruned.walks != plain.walks) what = "a sound rule changed the walks";
          if (pruned.statistics.nodes > plain.statistics.nodes) what = "a rule added nodes";
          spared += plain.statistics.nodes - pruned.statistics.nodes;

          if (!what.empty()) {
            CAPTURE(n, bits, every_order);
            FAIL(what << "\n" << c.text());
          }
        }
      }
    }
    CHECK(judged > static_cast<std::uint64_t>(many));
    CHECK(spared > static_cast<std::uint64_t>(many) / 10);
  }
}

/// The cells of a board as primary items and as options; neighbours may follow each other.
Case board(int width, int height) {
  ProblemBuilder b;
  Case c{.problem = std::move(ProblemBuilder{}).build(), .arcs = {}, .starts = {}, .ends = {}};
  std::vector<ItemId> items;
  const auto cell = [&](int x, int y) {
    return OptionId{static_cast<std::uint32_t>(y * width + x)};
  };
  for (int i = 0; i < width * height; ++i) items.push_back(b.primary("c" + std::to_string(i)));
  for (const ItemId item : items) b.option({item});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      c.starts.push_back(cell(x, y));
      if (x > 0) c.arcs.push_back({cell(x, y), cell(x - 1, y)});
      if (x + 1 < width) c.arcs.push_back({cell(x, y), cell(x + 1, y)});
      if (y > 0) c.arcs.push_back({cell(x, y), cell(x, y - 1)});
      if (y + 1 < height) c.arcs.push_back({cell(x, y), cell(x, y + 1)});
    }
  }
  c.problem = std::move(b).build();
  return c;
}

TEST_CASE("rules are asked in their order, and none after one that gives up") {
  const Case c = board(3, 2);
  std::vector<int> asked;
  const auto first = rule([&](const search::PathView& view) {
    asked.push_back(1);
    return view.walk().size() > 1;
  });
  const auto second = rule([&](const search::PathView& view) {
    asked.push_back(2);
    return view.walk().size() > 1;
  });
  search::PathOptions options;
  options.rules = {first, second};
  CHECK(counting::count_by_search(c.path_problem(), {}, options).value == 0);
  CHECK(second->calls > 0);
  CHECK(first->calls > second->calls);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (asked[i] == 2) CHECK((i > 0 && asked[i - 1] == 1));
  }
}

// ------------------------------------------------------------------------- limits and progress

TEST_CASE("a search for walks in slices is the search in one piece") {
  for (const std::uint64_t seed : {std::uint64_t{8'351}, drawn_seed()}) {
    CAPTURE(seed);
    Random random(seed);
    int pauses = 0;
    for (int n = 0; n < many / 8; ++n) {
      const Case c = random_case(random, 12);
      const Oracle oracle(c);
      if (oracle.too_large()) continue;
      const search::PathOptions options = pruning(random.below(16), random.chance(0.5));
      const Run wanted = run_of(c, options);
      const std::uint32_t longest = random.between(1, 12);
      std::uint64_t limit = random.below(longest + 1);
      Solver solver(c.path_problem(), {.nodes = limit}, options);
      std::vector<Walk> walks;
      std::string what;
      while (what.empty()) {
        if (solver.next()) {
          walks.emplace_back(solver.solution().begin(), solver.solution().end());
          continue;
        }
        if (solver.status() == Status::exhausted) break;
        ++pauses;
        solver.check_invariants();
        const std::uint64_t nodes = solver.statistics().nodes;
        if (solver.status() != Status::node_limit) what = "another status at the limit";
        if (nodes != limit) what = "the limit was not kept";
        if (solver.next() || solver.statistics().nodes != nodes) what = "went on past the limit";
        limit += random.between(1, longest);
        solver.set_limits({.nodes = limit});
      }
      const search::Statistics statistics = solver.statistics();
      if (what.empty() && walks != wanted.walks) what = "other walks";
      if (statistics.nodes != wanted.statistics.nodes) what += " other nodes";
      if (statistics.nodes_per_level != wanted.statistics.nodes_per_level) what += " other levels";
      if (statistics.updates != wanted.statistics.updates) what += " other updates";
      if (!what.empty()) {
        CAPTURE(n);
        FAIL(what << "\n" << c.text());
      }
    }
    CHECK(pauses > many / 4);
  }
}

TEST_CASE("a search for walks may be cut anywhere, and its parts go on elsewhere") {
  Random random(77);
  std::uint64_t cuts = 0;
  for (int n = 0; n < many / 5; ++n) {
    const Case c = random_case(random, 9);
    const PathProblem problem = c.path_problem();
    const search::PathOptions options = pruning(random.below(32), true);
    INFO(c.text());
    const auto solver = [&] { return Solver(problem, {}, options); };
    cuts += require_same_divided(solver, random, true);
  }
  CHECK(cuts > static_cast<std::uint64_t>(many) / 5);
}

TEST_CASE("a search that remembers covers cannot be divided") {
  const Case c = board(2, 2);
  const Solver solver(c.path_problem());
  CHECK_THROWS_WITH(solver.open_work(), Catch::Contains("cycles"));
}

TEST_CASE("a limit on walks pauses, and a larger one goes on") {
  const Case c = board(4, 4);
  search::PathOptions options;
  options.every_order = true;
  const std::uint64_t nodes =
      counting::count_by_search(c.path_problem(), {}, options).statistics.nodes;
  Solver solver(c.path_problem(), {.solutions = 5}, options);
  for (int i = 0; i < 5; ++i) REQUIRE(solver.next());
  CHECK_FALSE(solver.next());
  CHECK(solver.status() == Status::solution_limit);
  CHECK_FALSE(solver.next());
  CHECK(solver.statistics().solutions == 5);
  solver.set_limits({.solutions = 6});
  CHECK(solver.next());
  CHECK_FALSE(solver.next());
  CHECK(solver.status() == Status::solution_limit);
  solver.check_invariants();
  solver.set_limits({});
  int rest = 0;
  while (solver.next()) ++rest;
  CHECK(rest == 552 - 6);
  CHECK(solver.status() == Status::exhausted);
  CHECK(solver.statistics().nodes == nodes);

  const counting::CountResult none =
      counting::count_by_search(c.path_problem(), {.solutions = 0}, options);
  CHECK(none.value == 0);
  CHECK(none.status == Status::solution_limit);
  CHECK_FALSE(none.complete());
}

TEST_CASE("a time limit holds where covers have many orders") {
  // All walks visit all cells: the first is the one solution.
  const Case c = board(9, 9);
  Solver solver(c.path_problem(), {.time = 50ms});
  REQUIRE(solver.next());
  CHECK_FALSE(solver.next());
  CHECK(solver.status() == Status::time_limit);
}

TEST_CASE("what a rule throws leaves the search, which can go on") {
  class Throws final : public search::PathRule {
   public:
    explicit Throws(int at) : at_(at) {}
    bool hopeless(const search::PathView&) override {
      if (++calls_ == at_) throw 7;
      return false;
    }

   private:
    int at_;
    int calls_ = 0;
  };
  const Case c = board(3, 3);
  const Natural walks =
      counting::count_by_search(c.path_problem(), {}, {.every_order = true}).value;
  for (int at = 1; at < 40; ++at) {
    Solver solver(c.path_problem(), {},
                  {.rules = {std::make_shared<Throws>(at)}, .every_order = true});
    Natural found;
    bool thrown = false;
    for (;;) {
      try {
        if (!solver.next()) break;
        ++found;
      } catch (int) {
        thrown = true;
        solver.check_invariants();
      }
    }
    CAPTURE(at);
    CHECK(thrown);
    CHECK(found == walks);
  }
}

TEST_CASE("a time limit and the stop flag pause a search for walks") {
  const Case c = board(8, 8);  // more walks than anyone waits for
  search::PathOptions options;
  options.every_order = true;
  Solver timed(c.path_problem(), {.time = 20ms}, options);
  while (timed.next()) {
  }
  CHECK(timed.status() == Status::time_limit);
  timed.check_invariants();

  std::atomic<bool> stop = true;
  Solver solver(c.path_problem(), {.stop = &stop}, options);
  CHECK(solver.status() == Status::running);
  CHECK_FALSE(solver.next());
  CHECK(solver.status() == Status::stopped);
  CHECK(solver.statistics().nodes == 0);
  stop = false;
  REQUIRE(solver.next());
  CHECK(solver.status() == Status::running);
  stop = true;
  while (solver.next()) {
  }
  CHECK(solver.status() == Status::stopped);
  solver.check_invariants();
  const std::uint64_t nodes = solver.statistics().nodes;
  CHECK_FALSE(solver.next());
  CHECK(solver.statistics().nodes == nodes);
  stop = false;
  CHECK(solver.next());
}

TEST_CASE("progress at every node of random path problems") {
  for (const std::uint64_t seed : {std::uint64_t{8'361}, drawn_seed()}) {
    CAPTURE(seed);
    Random random(seed);
    int reports = 0;
    for (int n = 0; n < many / 6; ++n) {
      const Case c = random_case(random, 12);
      search::Progress last;
      std::string what;
      Options options{.nodes = 0, .progress_interval = 0ns};
      options.on_progress = [&](const search::Progress& p) {
        ++reports;
        if (!(p.share >= 0 && p.share <= 1)) what = "the share is out of range";
        if (p.share < last.share - 1e-12) what = "the share fell";
        if (p.nodes < last.nodes || p.solutions < last.solutions) what = "nodes or solutions fell";
        if (p.level > c.problem.option_count()) what = "a level without options";
        last = p;
      };
      Solver solver(c.path_problem(), options, pruning(random.below(16), random.chance(0.5)));
      for (std::uint64_t nodes = 0; nodes < 500; ++nodes) {
        solver.set_limits({.nodes = nodes});
        while (solver.next()) {
        }
        if (solver.status() == Status::exhausted) break;
      }
      if (!what.empty()) {
        CAPTURE(n);
        FAIL(what << "\n" << c.text());
      }
    }
    CHECK(reports > many / 2);
  }
}

TEST_CASE("what a progress callback throws leaves the search whole") {
  struct Stop {};
  Random random(8'371);
  int thrown = 0;
  for (int n = 0; n < many / 20; ++n) {
    const Case c = random_case(random, 9);
    if (Oracle(c).too_large()) continue;
    const search::PathOptions path_options = pruning(random.below(16), random.chance(0.5));
    const Run wanted = run_of(c, path_options);
    Options options{.progress_interval = 0ns};
    options.on_progress = [](const search::Progress&) { throw Stop{}; };
    Solver solver(c.path_problem(), options, path_options);
    std::vector<Walk> walks;
    for (bool more = true; more;) {
      try {
        more = solver.next();
        if (more) walks.emplace_back(solver.solution().begin(), solver.solution().end());
      } catch (const Stop&) {
        ++thrown;
      }
    }
    CAPTURE(n);
    REQUIRE(walks == wanted.walks);
    REQUIRE(solver.statistics().nodes == wanted.statistics.nodes);
  }
  CHECK(thrown > many / 20);
}

// ----------------------------------------------------------------------------- known examples

std::uint64_t count_paths(const Case& c, std::vector<bool>& visited, OptionId at,
                          std::size_t left) {
  if (left == 0) return 1;
  std::uint64_t paths = 0;
  for (const Arc& arc : c.arcs) {
    if (arc.from != at || visited[index(arc.to)]) continue;
    visited[index(arc.to)] = true;
    paths += count_paths(c, visited, arc.to, left - 1);
    visited[index(arc.to)] = false;
  }
  return paths;
}

std::uint64_t hamiltonian_paths(const Case& c) {
  const std::uint32_t cells = c.problem.option_count();
  std::uint64_t paths = 0;
  std::vector<bool> visited(cells);
  for (std::uint32_t o = 0; o < cells; ++o) {
    visited[o] = true;
    paths += count_paths(c, visited, OptionId{o}, cells - std::size_t{1});
    visited[o] = false;
  }
  return paths;
}

TEST_CASE("Hamiltonian paths of boards") {
  for (int height = 1; height <= 4; ++height) {
    for (int width = height; width <= 5; ++width) {
      CAPTURE(width, height);
      const Case c = board(width, height);
      const std::uint64_t paths = hamiltonian_paths(c);
      if (width == height && height > 1) {
        CHECK(paths == std::array<std::uint64_t, 5>{0, 1, 8, 40, 552}[std::size_t(height)]);
      }
      for (const unsigned bits : {0U, 1U, 2U, 4U, 8U, all_bits}) {
        if (bits == 0 && width * height > 16) continue;
        CHECK(counting::count_by_search(c.path_problem(), {}, pruning(bits, true)).value ==
              Natural(paths));
      }
      CHECK(counting::count_by_search(c.path_problem(), {}, pruning(all_bits, false)).value == 1);
    }
  }
#if !defined(DLX_SANITIZE) && !defined(DLX_CHECK_INVARIANTS)
  CHECK(counting::count_by_search(board(5, 5).path_problem(), {}, pruning(all_bits, true)).value ==
        8'648);
#endif
}

TEST_CASE("an odd board has no path from a cell of the lesser colour") {
  Case c = board(3, 3);
  c.starts = {OptionId{1}};
  CHECK(counting::count_by_search(c.path_problem(), {}, pruning(all_bits, true)).value == 0);
  c.starts = {OptionId{0}};
  CHECK(counting::count_by_search(c.path_problem(), {}, pruning(all_bits, true)).value == 8);
  c.ends = std::vector{OptionId{4}};
  CHECK(counting::count_by_search(c.path_problem(), {}, pruning(all_bits, true)).value == 2);
  c.ends = std::vector<OptionId>{};
  CHECK(counting::count_by_search(c.path_problem(), {}, pruning(all_bits, true)).value == 0);
}

TEST_CASE("zero primary items have one walk, the empty one") {
  for (const int secondaries : {0, 2}) {
    for (unsigned bits = 0; bits <= all_bits; ++bits) {
      for (const bool every_order : {false, true}) {
        for (const bool with_ends : {false, true}) {
          ProblemBuilder b;
          for (int i = 0; i < secondaries; ++i) b.secondary("s" + std::to_string(i));
          std::optional<std::vector<OptionId>> ends;
          if (with_ends) ends.emplace();
          const PathProblem problem(std::move(b).build(), {}, {}, ends);
          Solver solver(problem, {}, pruning(bits, every_order));
          REQUIRE(solver.next());
          CHECK(solver.solution().empty());
          CHECK_FALSE(solver.next());
          CHECK(solver.status() == Status::exhausted);
          solver.check_invariants();
        }
      }
    }
  }
}

TEST_CASE("nothing chosen is a walk if nothing must be covered, and longer ones follow it") {
  ProblemBuilder b;
  const ItemId a = b.primary("a", {.at_least = 0, .at_most = 1});
  const ItemId z = b.primary("z", {.at_least = 0, .at_most = 1});
  b.option({a});
  b.option({z});
  const std::vector<Arc> arcs = {{OptionId{1}, OptionId{0}}};
  const PathProblem problem(std::move(b).build(), arcs, {OptionId{1}, OptionId{0}});
  std::vector<Walk> walks;
  Solver solver(problem);
  for (const auto walk : solver.solutions()) walks.emplace_back(walk.begin(), walk.end());
  const std::vector<Walk> wanted = {{}, {OptionId{1}}, {OptionId{1}, OptionId{0}}, {OptionId{0}}};
  CHECK(walks == wanted);
}

TEST_CASE("without starts there are no walks but the empty one") {
  Case c = board(2, 2);
  c.starts.clear();
  for (unsigned bits = 0; bits <= all_bits; ++bits) {
    CHECK(counting::count_by_search(c.path_problem(), {}, pruning(bits, true)).value == 0);
  }
}

TEST_CASE("an engine is for its own kind of problem") {
  const Case c = board(2, 2);
  const PathProblem problem = c.path_problem();
  CHECK_THROWS_AS(Solver(problem, {.engine = EngineKind::dancing_links}), std::invalid_argument);
  CHECK_THROWS_AS(counting::count_by_search(problem, {.engine = EngineKind::dancing_links}),
                  std::invalid_argument);
  CHECK_THROWS_AS(Solver(c.problem, {.engine = EngineKind::path_links}), std::invalid_argument);
  CHECK_THROWS_AS(counting::count_by_search(c.problem, {.engine = EngineKind::path_links}),
                  std::invalid_argument);
  CHECK(Solver(problem).engine() == EngineKind::path_links);
  CHECK(Solver(problem, {.engine = EngineKind::path_links}).engine() == EngineKind::path_links);
  CHECK(to_string(EngineKind::path_links) == "path_links");
}

TEST_CASE("a search outlives its path problem and can be moved; for_each_solution takes one") {
  auto problem = std::make_unique<PathProblem>(board(3, 3).path_problem());
  search::PathOptions options;
  options.every_order = true;
  Solver first(*problem, {}, options);
  problem.reset();
  REQUIRE(first.next());
  Solver solver = std::move(first);
  int walks = 1;
  while (solver.next()) ++walks;
  CHECK(walks == 40);

  int visited = 0;
  CHECK(for_each_solution(board(3, 3).path_problem(), [&](std::span<const OptionId> walk) {
          visited += walk.size() == 9;
        }) == Status::exhausted);
  CHECK(visited == 1);
}

TEST_CASE("an item that no option covers is given up at the root") {
  for (const bool cyclic : {false, true}) {
    ProblemBuilder b;
    b.primary("nobody");
    std::vector<ItemId> items;
    for (int i = 0; i < 6; ++i) items.push_back(b.primary("i" + std::to_string(i)));
    std::vector<OptionId> options;
    for (const ItemId item : items) {
      options.push_back(b.option({item}));
      options.push_back(b.option({item}));
    }
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i < options.size(); ++i) {
      for (std::size_t j = 0; j < options.size(); ++j) {
        if (cyclic ? i != j : i / 2 + 1 == j / 2) arcs.push_back({options[i], options[j]});
      }
    }
    const PathProblem problem(std::move(b).build(), arcs, options);
    for (unsigned bits = 1; bits <= all_bits; bits += 2) {
      CAPTURE(cyclic, bits);
      const counting::CountResult result =
          counting::count_by_search(problem, {}, pruning(bits, true));
      CHECK(result.value == 0);
      CHECK(result.statistics.nodes == 1);  // starved_items: too few options are left
    }
  }
}

}  // namespace
}  // namespace dlx::test
