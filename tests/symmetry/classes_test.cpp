// Classes of solutions, against classes made by every permutation of items from brute force.

#include "dlx/classes.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "dlx/class_way.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/preprocess/subproblem.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/conjugacy_classes.hpp"
#include "dlx/symmetry/conjugates.hpp"
#include "dlx/symmetry/quotient.hpp"
#include "tests/support/count_by_orbits.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/shared_instances.hpp"
#include "tests/symmetry/designs.hpp"
#include "tests/symmetry/symmetric_problems.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 150;
#else
constexpr int many = 1'500;
#endif

void count_in_slices(const Problem& problem, const symmetry::SymmetryGroup& group,
                     const Options& options, const ClassesResult& expected, Random& random) {
  ClassCounter counter(problem, group, options);
  const auto slice = std::chrono::microseconds(random.between(20, 200));
  while (counter.run(slice) == Status::running) {
    REQUIRE(counter.result().classes <= expected.classes);
    REQUIRE(counter.result().solutions <= expected.solutions);
  }
  REQUIRE(counter.result().classes == expected.classes);
  REQUIRE(counter.result().solutions == expected.solutions);
  REQUIRE(counter.share() == 1);
}

/// Counts by one member of each conjugacy class, as if the members could not be listed.
ClassesResult count_by_conjugacy(const Problem& problem, const Options& options,
                                 std::optional<std::chrono::nanoseconds> slice = {}) {
  const symmetry::SymmetryGroup group(symmetry::automorphisms(problem));
  const auto way = member_classes(problem, group, options, {});
  while (way->run(slice) == Status::running) {
  }
  return way->result();
}

void compare(Sample sample, std::uint64_t seed) {
  CAPTURE(seed);
  Random random(seed);
  int fewer = 0;
  int helped = 0;
  std::map<std::string, int> ways;
  for (int n = 0; n < many; ++n) {
    const SymmetricShape shape{.colours = random.chance(0.5), .multiplicities = random.chance(0.3)};
    const Problem problem = symmetric_problem(random, shape);
    CAPTURE(n);
    INFO(canonical_text(problem));
    const auto group = members(problem, symmetry::automorphisms(problem), 3'000);
    if (!group) continue;
    const std::vector<Solution> solutions = brute_force(problem);
    ClassesByTrial by_trial(problem);
    for (const Solution& solution : solutions) by_trial.class_of(solution);
    const std::size_t classes = by_trial.met();
    Options options{.preprocess = random.chance(0.5)};
    const ClassesResult counted = count_classes(problem, *group, options);
    REQUIRE(counted.complete());
    REQUIRE(counted.solutions == Natural(solutions.size()));
    REQUIRE(counted.classes == Natural(classes));
    if (random.chance(0.2)) count_in_slices(problem, *group, options, counted, random);
    const ClassesResult by_conjugacy = count_by_conjugacy(problem, options);
    REQUIRE(by_conjugacy.solutions == Natural(solutions.size()));
    REQUIRE(by_conjugacy.complete() != problem.has_multiplicities());
    if (by_conjugacy.complete()) REQUIRE(by_conjugacy.classes == Natural(classes));
    if (const auto by_orbits = count_by_orbits(problem, *group, options)) {
      REQUIRE(by_orbits->complete());
      REQUIRE(by_orbits->value == Natural(solutions.size()));
      ++helped;
    }
    std::size_t representatives = 0;
    std::size_t images = 0;
    // Of the solutions whose options have an odd sum, one of each class that has any.
    const auto is_odd = [](std::span<const OptionId> solution) {
      std::uint32_t sum = 0;
      for (const OptionId option : solution) sum += index(option);
      return sum % 2 == 1;
    };
    std::set<Solution> odd_classes;
    std::size_t odd = 0;
    for (const Solution& solution : solutions) {
      if (group->is_representative(solution)) {
        ++representatives;
        images += group->images(solution).size();
      }
      if (!is_odd(solution)) continue;
      odd_classes.insert(group->canonical(solution));
      odd += group->is_representative(solution, is_odd) ? 1 : 0;
    }
    REQUIRE(representatives == classes);
    REQUIRE(images == solutions.size());
    REQUIRE(odd == odd_classes.size());
    fewer += classes < solutions.size() ? 1 : 0;
    ++ways[counted.why];
  }
  if (sample == Sample::drawn) return;
  CHECK(fewer > many / 5);
  CHECK(helped > many / 5);
  CHECK(ways.size() == 4);
  for (const auto& [way, times] : ways) {
    INFO(way);
    CHECK(times > many / 200);
  }
}

TEST_CASE("classes agree with brute force") {
  compare(Sample::fixed, 81);
  compare(Sample::drawn, drawn_seed());
}

TEST_CASE("conjugacy classes met on a walk are those of the listed members") {
  Random random(87);
  int compared = 0;
  for (int n = 0; n < many / 5; ++n) {
    const Problem problem = symmetric_problem(random, any_shape(random));
    CAPTURE(n);
    INFO(canonical_text(problem));
    const symmetry::Automorphisms group = symmetry::automorphisms(problem);
    const auto listed = members(problem, group, 3'000);
    if (!listed || group.order != Natural(listed->order())) continue;
    const symmetry::Conjugates conjugates = symmetry::conjugates(*listed).value();
    std::map<std::size_t, std::size_t> sizes;  // by the first member of a class
    for (const auto& to : conjugates.first_conjugates) ++sizes[to.first];
    symmetry::ConjugacyClasses walk(problem, group.order, 1 << 20);
    REQUIRE(walk.find(search::Deadline()) == Status::exhausted);
    REQUIRE(walk.members().size() == sizes.size());
    for (std::size_t k = 0; k < walk.members().size(); ++k) {
      const auto place =
          std::find(conjugates.members.begin(), conjugates.members.end(), walk.members()[k]);
      REQUIRE(place != conjugates.members.end());
      const auto member = static_cast<std::size_t>(place - conjugates.members.begin());
      const auto size = sizes.extract(conjugates.first_conjugates[member].first);
      REQUIRE(size);  // met once
      REQUIRE(walk.sizes()[k] == Natural(size.mapped()));
    }
    ++compared;
  }
  CHECK(compared > many / 20);
}

/// The perfect matchings of a complete graph, such that each edge is in one of them.
Problem one_factorisations(std::uint32_t points) {
  ProblemBuilder b;
  std::map<std::pair<std::uint32_t, std::uint32_t>, ItemId> edges;
  for (std::uint32_t p = 0; p < points; ++p) {
    for (std::uint32_t q = p + 1; q < points; ++q) {
      edges.emplace(std::pair(p, q), b.primary("e" + std::to_string(points * p + q)));
    }
  }
  const std::function<void(std::uint32_t, std::vector<Entry>)> match = [&](std::uint32_t matched,
                                                                           auto entries) {
    const auto p = static_cast<std::uint32_t>(std::countr_one(matched));
    if (p == points) {
      b.option(entries);
      return;
    }
    for (std::uint32_t q = p + 1; q < points; ++q) {
      if ((matched >> q & 1U) != 0) continue;
      entries.emplace_back(edges.at({p, q}));
      match(matched | 1U << p | 1U << q, entries);
      entries.pop_back();
    }
  };
  match(0, {});
  return std::move(b).build();
}

TEST_CASE("classes under large groups are counted by conjugacy classes") {
  // OEIS A030129, A000474, A003090; all solutions: A030128, A000438.
  struct Known {
    const char* what;
    Problem problem;
    std::uint64_t classes, solutions;
  };
  std::vector<Known> all;
  all.push_back({"Steiner triple systems of order 9", steiner_system(9, 3, 2), 1, 840});
  all.push_back({"one-factorisations of K8", one_factorisations(8), 6, 6'240});
#if !defined(DLX_SANITIZE) && !defined(DLX_CHECK_INVARIANTS)
  all.push_back(
      {"Steiner triple systems of order 15", steiner_system(15, 3, 2), 80, 60'281'712'691'200});
  all.push_back({"one-factorisations of K10", one_factorisations(10), 396, 1'225'566'720});
#endif
  for (const Known& known : all) {
    CAPTURE(known.what);
    const ClassesResult counted =
        count_by_conjugacy(known.problem, {}, std::chrono::milliseconds(50));
    CHECK(counted.complete());
    CHECK(counted.classes == Natural(known.classes));
    CHECK(counted.solutions == Natural(known.solutions));
  }
}

TEST_CASE("a search and a count by conjugacy classes end with the same classes", "[slow]") {
  const std::pair<Problem, std::uint64_t> known[] = {
      {steiner_system(15, 3, 2), 80}, {one_factorisations(10), 396}, {latin_squares(7), 147}};
  for (const auto& [problem, classes] : known) {
    const symmetry::SymmetryGroup group(symmetry::automorphisms(problem));
    const ClassesResult counted = count_classes(problem, group);
    CHECK(counted.complete());
    CHECK(counted.classes == Natural(classes));
  }
}

TEST_CASE("a quotient has the solutions that a permutation keeps") {
  Random random(82);
  int proper = 0;
  int kept_some = 0;
  for (int n = 0; n < many; ++n) {
    const SymmetricShape shape{.colours = random.chance(0.5), .multiplicities = random.chance(0.2)};
    const Problem problem = symmetric_problem(random, shape);
    CAPTURE(n);
    INFO(canonical_text(problem));
    const symmetry::Automorphisms group = symmetry::automorphisms(problem);
    if (group.generators.empty()) continue;
    const OptionPermutation& member = group.generators[0].options;
    const auto orbits = symmetry::quotient(problem, member);
    if (!orbits) {
      REQUIRE(problem.has_multiplicities());
      continue;
    }
    std::size_t kept = 0;
    for (Solution solution : brute_force(problem)) {
      Solution image;
      for (const OptionId o : solution) image.push_back(member[index(o)]);
      std::sort(image.begin(), image.end());
      kept += image == solution ? 1 : 0;
    }
    REQUIRE(brute_force(*orbits).size() == kept);
    proper += orbits->option_count() < problem.option_count() ? 1 : 0;
    kept_some += kept > 0 ? 1 : 0;
  }
  CHECK(proper > many / 3);
  CHECK(kept_some > many / 10);
}

TEST_CASE("what is left after a choice has the solutions with it") {
  Random random(83);
  int with_solutions = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = random_model(random, random_shape(random, 10)).problem();
    if (problem.option_count() == 0) continue;
    CAPTURE(n);
    INFO(canonical_text(problem));
    const OptionId chosen{random.below(problem.option_count())};
    std::set<Solution> expected;
    for (const Solution& solution : brute_force(problem)) {
      if (std::binary_search(solution.begin(), solution.end(), chosen)) expected.insert(solution);
    }
    const preprocess::Rest rest = preprocess::rest_after(problem, chosen);
    REQUIRE(rest.originals.size() == rest.problem.option_count());
    std::set<Solution> found;
    for (const Solution& solution : brute_force(rest.problem)) {
      Solution whole = {chosen};
      for (const OptionId o : solution) whole.push_back(rest.originals[index(o)]);
      std::sort(whole.begin(), whole.end());
      found.insert(whole);
    }
    REQUIRE(found == expected);
    with_solutions += expected.empty() ? 0 : 1;
  }
  CHECK(with_solutions > many / 5);
}

/// The colourings of a graph: an option for each edge and each two different colours of its ends.
Problem colourings(std::uint32_t vertices,
                   const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges,
                   std::uint32_t colours) {
  ProblemBuilder b;
  std::vector<ItemId> edge_items;
  std::vector<ItemId> vertex_items;
  std::vector<Colour> names;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    edge_items.push_back(b.primary("e" + std::to_string(e)));
  }
  for (std::uint32_t v = 0; v < vertices; ++v) {
    vertex_items.push_back(b.secondary("v" + std::to_string(v)));
  }
  for (std::uint32_t c = 0; c < colours; ++c) names.push_back(b.colour("c" + std::to_string(c)));
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [v, w] = edges[e];
    for (const Colour one : names) {
      for (const Colour other : names) {
        if (one == other) continue;
        b.option({edge_items[e], {vertex_items[v], one}, {vertex_items[w], other}});
      }
    }
  }
  return std::move(b).build();
}

struct Graph {
  std::string name;
  std::uint32_t vertices;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::uint64_t order;  // of its group
};

/// All colourings of a graph, and their classes, by trying everything.
std::pair<std::size_t, std::size_t> colourings_by_trial(const Graph& graph, std::uint32_t colours) {
  using Numbers = std::vector<std::uint32_t>;
  Numbers vertices(graph.vertices);
  std::iota(vertices.begin(), vertices.end(), 0U);
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const auto& [v, w] : graph.edges) edges.insert({{v, w}, {w, v}});
  std::vector<Numbers> symmetries;
  do {
    const auto stays = [&](const auto& edge) {
      return edges.contains({vertices[edge.first], vertices[edge.second]});
    };
    if (std::all_of(edges.begin(), edges.end(), stays)) symmetries.push_back(vertices);
  } while (std::next_permutation(vertices.begin(), vertices.end()));

  std::set<Numbers> found;
  Numbers colouring(graph.vertices);
  const std::function<void(std::size_t)> colour_from = [&](std::size_t vertex) {
    if (vertex == colouring.size()) {
      const auto differ = [&](const auto& edge) {
        return colouring[edge.first] != colouring[edge.second];
      };
      if (std::all_of(edges.begin(), edges.end(), differ)) found.insert(colouring);
      return;
    }
    for (colouring[vertex] = 0; colouring[vertex] < colours; ++colouring[vertex]) {
      colour_from(vertex + 1);
    }
  };
  colour_from(0);

  const std::size_t all = found.size();
  std::size_t classes = 0;
  for (; !found.empty(); ++classes) {
    const Numbers first = *found.begin();
    Numbers names(colours);
    std::iota(names.begin(), names.end(), 0U);
    do {
      for (const Numbers& symmetry : symmetries) {
        Numbers image(first.size());
        for (std::size_t v = 0; v < first.size(); ++v) image[symmetry[v]] = names[first[v]];
        found.erase(image);
      }
    } while (std::next_permutation(names.begin(), names.end()));
  }
  return {all, classes};
}

TEST_CASE("colourings of graphs up to the symmetries of graph and colours") {
  const std::vector<Graph> graphs = {
      {"pentagon", 5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}, 10},
      {"hexagon", 6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}, 12},
      {"tetrahedron", 4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}, 24},
      {"prism", 6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}, 12},
      {"kite", 4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, 2}};
  for (const Graph& graph : graphs) {
    for (std::uint32_t colours = 3, names = 6; colours <= 5; names *= ++colours) {
      CAPTURE(graph.name, colours);
      const Problem problem = colourings(graph.vertices, graph.edges, colours);
      const auto [all, classes] = colourings_by_trial(graph, colours);
      const symmetry::Automorphisms group = symmetry::automorphisms(problem);
      CHECK(group.order == Natural(graph.order * names));
      for (const symmetry::SymmetryGroup& given :
           {symmetry::SymmetryGroup(problem, group), symmetry::SymmetryGroup(group)}) {
        const ClassesResult counted = count_classes(problem, given);
        REQUIRE(counted.complete());
        CHECK(counted.classes == Natural(classes));
        CHECK(counted.solutions == Natural(all));
      }
    }
  }
}

/// Square pieces into a board of `side` by `side`: an edge between two squares has one colour, and
/// a piece may be turned. Pieces: their colours at the top, right, bottom and left.
Problem edge_matching(std::uint32_t side, const std::vector<std::array<std::uint32_t, 4>>& pieces) {
  ProblemBuilder b;
  const auto name = [](const char* what, std::uint32_t k) { return what + std::to_string(k); };
  std::vector<ItemId> squares;
  std::vector<ItemId> piece_items;
  for (std::uint32_t k = 0; k < side * side; ++k) squares.push_back(b.primary(name("q", k)));
  for (std::uint32_t k = 0; k < pieces.size(); ++k) piece_items.push_back(b.primary(name("p", k)));
  std::map<std::array<std::uint32_t, 3>, ItemId> edges;  // by row, column and direction
  for (std::uint32_t r = 0; r <= side; ++r) {
    for (std::uint32_t c = 0; c <= side; ++c) {
      for (const std::uint32_t down : {0U, 1U}) {
        if ((down == 0 ? c : r) == side) continue;
        const std::string text = name(down != 0 ? "v" : "h", r) + name(".", c);
        edges.emplace(std::array{r, c, down}, b.secondary(text));
      }
    }
  }
  for (std::uint32_t r = 0; r < side; ++r) {
    for (std::uint32_t c = 0; c < side; ++c) {
      const std::array around = {edges.at({r, c, 0}), edges.at({r, c + 1, 1}),
                                 edges.at({r + 1, c, 0}), edges.at({r, c, 1})};
      for (std::size_t p = 0; p < pieces.size(); ++p) {
        for (std::size_t turn = 0; turn < 4; ++turn) {
          std::vector<Entry> entries = {squares[r * side + c], piece_items[p]};
          for (std::size_t k = 0; k < 4; ++k) {
            const std::uint32_t shown = pieces[p][(k + turn) % 4];
            entries.emplace_back(around[k], b.colour(name("c", shown)));
          }
          b.option(entries);
        }
      }
    }
  }
  return std::move(b).build();
}

/// The classes of solutions that the generators of a group take to each other.
std::size_t classes_by_generators(const Problem& problem, const symmetry::Automorphisms& group) {
  std::set<Solution> left;
  for_each_solution(problem, [&](std::span<const OptionId> solution) {
    Solution sorted(solution.begin(), solution.end());
    std::sort(sorted.begin(), sorted.end());
    left.insert(std::move(sorted));
  });
  std::size_t classes = 0;
  for (; !left.empty(); ++classes) {
    std::vector<Solution> waiting = {*left.begin()};
    left.erase(left.begin());
    while (!waiting.empty()) {
      const Solution solution = std::move(waiting.back());
      waiting.pop_back();
      for (const symmetry::MatrixPermutation& generator : group.generators) {
        Solution image;
        for (const OptionId o : solution) image.push_back(generator.options[index(o)]);
        std::sort(image.begin(), image.end());
        if (left.erase(image) != 0) waiting.push_back(std::move(image));
      }
    }
  }
  return classes;
}

TEST_CASE("edge matching up to the symmetries of board, pieces and colours") {
  Random random(84);
  std::set<std::string> orders;
  for (int n = 0; n < 30; ++n) {
    const std::uint32_t colours = random.between(3, 5);
    std::vector<std::array<std::uint32_t, 4>> pieces(4);
    for (auto& piece : pieces) {
      for (std::uint32_t& side : piece) side = random.below(colours);
    }
    const Problem problem = edge_matching(2, pieces);
    CAPTURE(n);
    INFO(canonical_text(problem));
    const symmetry::Automorphisms group = symmetry::automorphisms(problem);
    REQUIRE(group.order % 4 == 0);  // the board can be turned
    orders.insert(group.order.to_string());
    const ClassesResult counted = count_classes(problem, symmetry::SymmetryGroup(problem, group));
    REQUIRE(counted.complete());
    REQUIRE(counted.classes == Natural(classes_by_generators(problem, group)));
  }
  CHECK(orders.size() > 3);
}

TEST_CASE("dominoes up to the symmetries of the square") {
  for (const std::size_t side : {2U, 4U, 6U}) {
    const Problem problem = dominoes(side, side);
    const auto group = members(problem, symmetry::automorphisms(problem));
    REQUIRE(group);
    std::uint64_t listed = 0;
    std::uint64_t representatives = 0;
    for_each_solution(problem, [&](std::span<const OptionId> solution) {
      ++listed;
      representatives += group->is_representative(solution) ? 1 : 0;
    });
    const ClassesResult counted = count_classes(problem, *group);
    CHECK(counted.classes == Natural(representatives));
    CHECK(counted.solutions == Natural(listed));
  }
}

TEST_CASE("classes of shared instances", "[.shared]") {
  struct Known {
    const char* name;
    std::uint64_t order, classes, solutions;
  };
  std::vector<Known> instances = {
      {"soma", 48, 240, 11'520}, {"queens8", 8, 12, 92}, {"solid2x3x10", 8, 12, 96}};
#if !defined(DLX_SANITIZE)
  instances.push_back({"pent6x10", 4, 2'339, 9'356});
#endif
  for (const Known& known : instances) {
    CAPTURE(known.name);
    const Problem problem = read_shared_instance(known.name);
    const symmetry::Automorphisms group = symmetry::automorphisms(problem);
    CHECK(group.order == Natural(known.order));
    const auto all = members(problem, group);
    REQUIRE(all);
    const ClassesResult counted = count_classes(problem, *all);
    CHECK(counted.classes == Natural(known.classes));
    CHECK(counted.solutions == Natural(known.solutions));
  }
}

#if !defined(DLX_SANITIZE)
TEST_CASE("a long count uses symmetries, unless told not to", "[.shared]") {
  const Problem problem = read_shared_instance("pent6x10");
  Options options;
  const counting::CountResult by_symmetry = counting::count(problem, options);
  CHECK(by_symmetry.value == 9'356);
  CHECK_THAT(by_symmetry.why, Catch::Contains("4 symmetries"));
  CHECK(by_symmetry.symmetry == "4, used");
  options.symmetry = false;
  const counting::CountResult without = counting::count(problem, options);
  CHECK(without.value == 9'356);
  CHECK_THAT(without.why, !Catch::Contains("symmetries"));
  CHECK(without.symmetry == "not looked for");
  CHECK(by_symmetry.statistics.nodes < without.statistics.nodes);
}
#endif

TEST_CASE("the share of a count of classes follows its nodes") {
  const Problem problem = dominoes(6, 8);
  const symmetry::SymmetryGroup group(problem, symmetry::automorphisms(problem));
  Options options{.engine = EngineKind::dancing_links, .method = CountMethod::search};
  ClassCounter whole(problem, group, options);
  REQUIRE(whole.run() == Status::exhausted);
  CHECK(whole.share() == 1);
  // Nearly all nodes are of the first member of the group, which keeps all solutions.
  const std::uint64_t nodes = whole.result().statistics.nodes;
  for (const double part : {0.2, 0.5, 0.95}) {
    options.nodes = static_cast<std::uint64_t>(part * static_cast<double>(nodes));
    ClassCounter cut(problem, group, options);
    REQUIRE(cut.run() == Status::node_limit);
    CAPTURE(part, cut.share());
    CHECK(std::abs(cut.share() - part) < 0.15);
  }
}

TEST_CASE("classes under a large group are counted beside all solutions, in one go and in slices") {
  // OEIS A003090 and A002860.
#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
  constexpr std::uint32_t side = 5;
  const Natural classes = 2, solutions = 161'280;
#else
  constexpr std::uint32_t side = 6;
  const Natural classes = 12, solutions = 812'851'200;
#endif
  const Problem problem = latin_squares(side);
  const symmetry::SymmetryGroup group{symmetry::automorphisms(problem)};
  for (const bool in_slices : {false, true}) {
    ClassCounter counter(problem, group);
    if (in_slices) {
      while (counter.run(std::chrono::milliseconds(20)) == Status::running) {
        REQUIRE(counter.result().classes <= classes);
        REQUIRE(counter.result().solutions <= solutions);
      }
    } else {
      counter.run();
    }
    const ClassesResult found = counter.result();
    REQUIRE(found.complete());
    CHECK(found.classes == classes);
    CHECK(found.solutions == solutions);
    CHECK(counter.share() == 1);
  }
}

TEST_CASE("a count of classes uses the number of all solutions that was counted before") {
  const Problem problem = latin_squares(4);
  const symmetry::SymmetryGroup group(symmetry::automorphisms(problem));
  ClassCounter counter(problem, group, {}, {}, Natural(576));
  CHECK(counter.run() == Status::exhausted);
  CHECK(counter.result().classes == Natural(2));
  CHECK_THAT(counter.result().why, Catch::Contains("until these were all 576 solutions"));
}

TEST_CASE("classes that were cut short are a lower bound") {
  const Problem problem = dominoes(12, 12);
  const auto group = members(problem, symmetry::automorphisms(problem));
  REQUIRE(group);
  Options options{.nodes = 500};
  const ClassesResult cut = count_classes(problem, *group, options);
  CHECK(cut.status == Status::node_limit);
  CHECK(cut.classes <= Natural(6'632'560'613'086'062U));
  const std::atomic<bool> stop = true;
  options = {};
  options.stop = &stop;
  CHECK(count_classes(problem, *group, options).status == Status::stopped);
  options = {};
  options.time = std::chrono::nanoseconds(0);
  CHECK(count_classes(problem, *group, options).status == Status::time_limit);
}

}  // namespace
}  // namespace dlx::test
