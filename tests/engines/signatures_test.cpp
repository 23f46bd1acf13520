// What a search costs, to the node, on problems made here. Neither a count nor a set of solutions
// tells when a search has become slower: this does.

#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "tests/engines/engines.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

std::string numbered(const char* prefix, int n) {
  return prefix + std::to_string(n);
}

/// Queens on a board of n x n: rows and columns primary, diagonals secondary.
Problem queens(int n) {
  ProblemBuilder b;
  std::vector<ItemId> rows, columns, rising, falling;
  for (int i = 0; i < n; ++i) rows.push_back(b.primary(numbered("r", i)));
  for (int i = 0; i < n; ++i) columns.push_back(b.primary(numbered("c", i)));
  for (int i = 0; i < 2 * n - 1; ++i) rising.push_back(b.secondary(numbered("a", i)));
  for (int i = 0; i < 2 * n - 1; ++i) falling.push_back(b.secondary(numbered("b", i)));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      b.option({rows[r], columns[c], rising[r + c], falling[r + columns.size() - 1 - c]});
    }
  }
  return std::move(b).build();
}

/// Two of each number 1 to n in a row of 2n places, k places between the two k's.
Problem langford(int n) {
  ProblemBuilder b;
  std::vector<ItemId> numbers, places;
  for (int i = 1; i <= n; ++i) numbers.push_back(b.primary(numbered("n", i)));
  for (int i = 1; i <= 2 * n; ++i) places.push_back(b.primary(numbered("s", i)));
  for (std::size_t k = 1; k <= numbers.size(); ++k) {
    for (std::size_t i = 0; i + k + 1 < places.size(); ++i) {
      b.option({numbers[k - 1], places[i], places[i + k + 1]});
    }
  }
  return std::move(b).build();
}

/// Vertices of a ring with spokes to a hub, coloured so that neighbours differ: an edge is a pair
/// of secondary items, and the colour of a vertex forbids it to the other end.
Problem wheel(int n, int colours) {
  ProblemBuilder b;
  std::vector<ItemId> vertices, chosen;
  std::vector<std::vector<ItemId>> edges;
  for (int v = 0; v <= n; ++v) vertices.push_back(b.primary(numbered("v", v)));
  for (int v = 0; v <= n; ++v) chosen.push_back(b.secondary(numbered("x", v)));
  std::vector<Colour> names;
  for (int c = 0; c < colours; ++c) names.push_back(b.colour(numbered("c", c)));
  for (int e = 0; e < 2 * n; ++e) {
    edges.emplace_back();
    for (int c = 0; c < colours; ++c) {
      edges.back().push_back(b.secondary(numbered("e", e) + numbered("-", c)));
    }
  }
  const auto size = static_cast<std::size_t>(n);
  for (std::size_t v = 0; v <= size; ++v) {
    for (std::size_t c = 0; c < names.size(); ++c) {
      std::vector<Entry> entries = {vertices[v], {chosen[v], names[c]}};
      for (std::size_t e = 0; e < size; ++e) {
        const bool ring = v < size && (v == e || v == (e + 1) % size);
        const bool spoke = v == size || v == e;
        if (ring) entries.emplace_back(edges[e][c]);
        if (spoke) entries.emplace_back(edges[size + e][c]);
      }
      b.option(entries);
    }
  }
  return std::move(b).build();
}

/// A word square: rows and columns of n letters, each a word of the list, letters as colours.
Problem squares() {
  const std::vector<std::string> words = {"aab", "aba", "abb", "baa", "bab", "bba",
                                          "abc", "bca", "cab", "acb", "cba", "bac"};
  ProblemBuilder b;
  std::vector<ItemId> lines, cells;
  for (int i = 0; i < 3; ++i) lines.push_back(b.primary(numbered("across", i)));
  for (int i = 0; i < 3; ++i) lines.push_back(b.primary(numbered("down", i)));
  for (int i = 0; i < 9; ++i) cells.push_back(b.secondary(numbered("cell", i)));
  for (std::size_t line = 0; line < 6; ++line) {
    for (const auto& word : words) {
      std::vector<Entry> entries = {lines[line]};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t cell = line < 3 ? 3 * line + k : 3 * k + line - 3;
        entries.emplace_back(cells[cell], b.colour(word.substr(k, 1)));
      }
      b.option(entries);
    }
  }
  return std::move(b).build();
}

/// Queens that attack every square of a board of n x n at most `most` times; m queens in all.
Problem domination(int n, std::uint32_t queens, std::uint32_t most) {
  ProblemBuilder b;
  const ItemId all = b.primary("queens", {.at_least = queens, .at_most = queens});
  std::vector<ItemId> squares;
  for (int i = 0; i < n * n; ++i) {
    squares.push_back(b.primary(numbered("s", i), {.at_least = 1, .at_most = most}));
  }
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      std::vector<Entry> entries = {all};
      for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
          if (y == r || x == c || y - r == x - c || y - r == c - x) {
            entries.emplace_back(squares[static_cast<std::size_t>(y * n + x)]);
          }
        }
      }
      b.option(entries);
    }
  }
  return std::move(b).build();
}

TEST_CASE("searches cost what data/signatures.tsv says") {
  std::map<std::string, Problem> problems;
  problems.emplace("made-queens-8", queens(8));
  problems.emplace("made-langford-7", langford(7));
  problems.emplace("made-wheel-9-4", wheel(9, 4));
  problems.emplace("made-squares-3", squares());
  problems.emplace("made-domination-6", domination(6, 4, 3));

  int compared = 0;
  for (const Signature& signature : read_signatures()) {
    const auto problem = problems.find(signature.instance);
    if (problem == problems.end()) continue;
    for (const EngineKind engine : all_engines) {
      if (signature.engine != to_string(engine)) continue;
      ++compared;
      const counting::CountResult result = walk(problem->second, engine);
      CAPTURE(signature.instance, signature.engine);
      INFO("a change of the search must also change data/signatures.tsv, and on purpose");
      CHECK(result.value.to_string() == signature.solutions);
      CHECK(result.statistics.nodes == signature.nodes);
      CHECK(result.statistics.updates == signature.updates);
    }
  }
  int wanted = 0;
  for (const auto& [name, problem] : problems) {
    for (const EngineKind engine : all_engines) wanted += is_for(engine, problem) ? 1 : 0;
  }
  CHECK(compared == wanted);
}

TEST_CASE("searches that branch by other rules cost what they did") {
  struct Row {
    BranchingRule rule;
    Problem problem;
    std::uint64_t nodes;
    std::uint64_t updates;
  };
  const Row rows[] = {
      {BranchingRule::weighted, queens(8), 1199, 14000},
      {BranchingRule::weighted, langford(7), 658, 5910},
      {BranchingRule::weighted, squares(), 1353, 8022},
      {BranchingRule::first_active, queens(8), 1585, 17220},
      {BranchingRule::first_active, langford(7), 1841, 12388},
      {BranchingRule::first_active, squares(), 3055, 11848},
      {BranchingRule::given_order, queens(8), 1795, 18568},
      {BranchingRule::given_order, langford(7), 1449, 9243},
      {BranchingRule::given_order, squares(), 1849, 12352},
  };
  for (const Row& row : rows) {
    Options options{.engine = EngineKind::dancing_cells, .branching = row.rule};
    if (row.rule == BranchingRule::given_order) {  // two of the last first
      for (const std::uint32_t back : {1U, 3U}) {
        options.order.emplace_back(row.problem.name(ItemId{row.problem.primary_count() - back}));
      }
    }
    Solver solver(row.problem, options);
    while (solver.next()) {
    }
    CAPTURE(to_string(row.rule), row.problem.option_count());
    INFO("a change of the search must also change these, and on purpose");
    CHECK(solver.statistics().nodes == row.nodes);
    CHECK(solver.statistics().updates == row.updates);
    CHECK(Natural(solver.statistics().solutions) == counting::count(row.problem).value);
  }
}

TEST_CASE("the counts in data/signatures.tsv are the known ones") {
  CHECK(counting::count(queens(8)).value == 92);
  CHECK(counting::count(langford(7)).value == 52);  // 26, and their reversals
  // By trying all triples of words, and all sets of four squares.
  CHECK(counting::count(squares()).value == 438);
  CHECK(counting::count(domination(6, 4, 3)).value == 536);
  // The hub takes one of 4 colours, a ring of 9 has 2^9 - 2 colourings in the other 3.
  CHECK(counting::count(wheel(9, 4)).value == 4 * (512 - 2));
}

}  // namespace
}  // namespace dlx::test
