// Partitions of graphs into connected parts: random ones against brute force, boards against values
// that others have published.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dlx/core/text_error.hpp"
#include "reductions/parts/connected_parts.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 300;
#else
constexpr int many = 3'000;
#endif

/// Whether the vertices of a part are connected.
bool is_connected(const parts::Graph& graph, const std::vector<std::uint32_t>& part_of,
                  std::uint32_t part) {
  std::vector<std::uint8_t> reached(part_of.size());
  const auto first = std::find(part_of.begin(), part_of.end(), part) - part_of.begin();
  reached[static_cast<std::size_t>(first)] = 1;
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [a, b] : graph.edges) {
      if (part_of[a] != part || part_of[b] != part || reached[a] == reached[b]) continue;
      reached[a] = reached[b] = 1;
      grows = true;
    }
  }
  for (std::size_t v = 0; v < part_of.size(); ++v) {
    if (part_of[v] == part && reached[v] == 0) return false;
  }
  return true;
}

/// Whether the parts of a partition are as wanted.
bool is_partition(const parts::Graph& graph, const parts::Wanted& wanted,
                  const std::vector<std::uint32_t>& part_of) {
  const std::uint32_t parts = *std::max_element(part_of.begin(), part_of.end()) + 1;
  if (wanted.parts && parts != *wanted.parts) return false;
  for (std::uint32_t part = 0; part < parts; ++part) {
    std::uint64_t weight = 0;
    for (std::size_t v = 0; v < part_of.size(); ++v) {
      if (part_of[v] == part) weight += graph.weights[v];
    }
    if (weight < wanted.least || weight > wanted.most) return false;
    if (!is_connected(graph, part_of, part)) return false;
  }
  return true;
}

/// Tries all partitions of the vertices.
std::uint64_t count_by_force(const parts::Graph& graph, const parts::Wanted& wanted) {
  std::uint64_t count = 0;
  std::vector<std::uint32_t> part_of(graph.weights.size());
  const auto place = [&](const auto& self, std::size_t v, std::uint32_t parts) -> void {
    if (v == part_of.size()) {
      count += is_partition(graph, wanted, part_of) ? 1 : 0;
      return;
    }
    for (std::uint32_t part = 0; part <= parts; ++part) {
      part_of[v] = part;
      self(self, v + 1, std::max(parts, part + 1));
    }
  };
  place(place, 0, 0);
  return count;
}

parts::Graph random_graph(Random& random) {
  parts::Graph graph;
  const bool weighted = random.chance(0.4);
  const std::uint32_t vertices = random.between(1, 8);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    graph.weights.push_back(weighted ? random.between(1, 4) : 1);
  }
  const double density = std::vector{0.15, 0.3, 0.5, 0.9}[random.below(4)];
  for (std::uint32_t a = 0; a < vertices; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      if (!random.chance(density)) continue;
      graph.edges.emplace_back(a, b);
      if (random.chance(0.1)) graph.edges.emplace_back(b, a);  // twice
    }
  }
  return graph;
}

Natural partitions(const parts::Graph& graph, const parts::Wanted& wanted) {
  const parts::Counted counted = parts::count(graph, wanted);
  REQUIRE(counted.status == Status::exhausted);
  return counted.partitions;
}

TEST_CASE("partitions of random graphs agree with brute force") {
  for (const std::uint64_t seed : {std::uint64_t{14'142}, drawn_seed()}) {
    CAPTURE(seed);
    Random random(seed);
    int with_partitions = 0;
    for (int n = 0; n < many; ++n) {
      const parts::Graph graph = random_graph(random);
      parts::Wanted wanted;
      if (random.chance(0.6)) wanted.parts = random.between(1, 5);
      wanted.least = random.between(0, 4);
      if (random.chance(0.7)) wanted.most = wanted.least + random.between(0, 5);
      CAPTURE(n, graph.weights.size(), graph.edges.size(), wanted.least, wanted.most);
      const std::uint64_t expected = count_by_force(graph, wanted);
      REQUIRE(partitions(graph, wanted) == Natural(expected));
      with_partitions += expected != 0 ? 1 : 0;
    }
    CHECK(with_partitions > many * 3 / 10);
  }
}

TEST_CASE("drawn partitions satisfy the conditions, and every partition is drawn") {
  Random random(drawn_seed());
  int all_drawn = 0;
  for (int n = 0; n < many / 3; ++n) {
    const parts::Graph graph = random_graph(random);
    parts::Wanted wanted;
    if (random.chance(0.6)) wanted.parts = random.between(1, 5);
    wanted.least = random.between(0, 4);
    if (random.chance(0.7)) wanted.most = wanted.least + random.between(0, 5);
    CAPTURE(n, graph.weights.size(), graph.edges.size(), wanted.least, wanted.most);
    constexpr std::size_t number = 600;
    const parts::Drawn drawn = parts::draw(graph, wanted, number, random.below(1'000'000));
    REQUIRE(drawn.counted.status == Status::exhausted);
    const Natural count = partitions(graph, wanted);
    REQUIRE(drawn.counted.partitions == count);
    REQUIRE(drawn.partitions.size() == (count == 0 ? 0 : number));
    std::set<parts::Partition> different(drawn.partitions.begin(), drawn.partitions.end());
    for (const parts::Partition& partition : different) {
      REQUIRE(is_partition(graph, wanted, partition));
    }
    // With 600 draws, one of 20 or fewer partitions is left out with a probability below 1e-12.
    if (count == 0 || count > 20) continue;
    REQUIRE(Natural(different.size()) == count);
    ++all_drawn;
  }
  CHECK(all_drawn > many / 20);
}

// The 117 partitions of 4x4 into parts of 4 cells (OEIS A172477). The sum below has a chi-squared
// distribution with 116 degrees of freedom; it is outside these bounds once in a million seeds.
TEST_CASE("each partition is drawn with the same probability, the same ones for a seed") {
  constexpr std::size_t number = 117 * 200;
  const parts::Graph board = parts::board(4, 4);
  const parts::Wanted wanted{.least = 4, .most = 4};
  const parts::Drawn drawn = parts::draw(board, wanted, number, 5);
  std::map<parts::Partition, double> times;
  for (const parts::Partition& partition : drawn.partitions) ++times[partition];
  REQUIRE(times.size() == 117);
  double sum = 0;
  for (const auto& [partition, n] : times) sum += (n - 200) * (n - 200) / 200;
  CHECK(sum > 56);
  CHECK(sum < 205);
  CHECK(parts::draw(board, wanted, 50, 5).partitions ==
        parts::draw(board, wanted, 50, 5).partitions);
  CHECK(parts::draw(board, wanted, 50, 5).partitions !=
        parts::draw(board, wanted, 50, 6).partitions);
}

TEST_CASE("a draw ends at its limits") {
  const parts::Graph board = parts::board(7, 7);
  const parts::Drawn small = parts::draw(board, {.parts = 7}, 2, 1, {.memory = 100'000});
  CHECK(small.counted.status == Status::memory_limit);
  CHECK(small.partitions.empty());
  std::uint64_t calls = 0;
  parts::Limits limits;
  limits.status = [&](std::uint64_t) {
    ++calls;
    return Status::running;
  };
  REQUIRE(parts::draw(board, {.parts = 2}, 2, 1, limits).partitions.size() == 2);
  // Limits are respected on the way back, too: this one is reached at the last call.
  const std::uint64_t all_calls = calls;
  calls = 0;
  limits.status = [&](std::uint64_t) {
    return ++calls == all_calls ? Status::time_limit : Status::running;
  };
  const parts::Drawn late = parts::draw(board, {.parts = 2}, 2, 1, limits);
  CHECK(late.counted.status == Status::time_limit);
  CHECK(late.partitions.empty());
}

TEST_CASE("partitions of boards are as published") {
  using parts::board;
  // OEIS A172477, A348456; MGGG, Known sizes of grid metagraphs.
  CHECK(partitions(board(6, 6), {.least = 6, .most = 6}) == 451'206);
  CHECK(partitions(board(6, 6), {.parts = 2, .least = 18, .most = 18}) == 80'518);
  CHECK(partitions(board(5, 5), {.parts = 5, .least = 3, .most = 7}) == 1'472'750);
  CHECK(partitions(board(5, 5, true), {.parts = 5, .least = 4, .most = 6}) == 70'491'206);
  CHECK(partitions(board(6, 6, true), {.parts = 2}) == 2'668'525'423);
  CHECK(partitions(board(7, 7), {.parts = 7}).to_string() == "7146137621219723");
  CHECK(partitions(board(1, 200), {.parts = 2}) == 199);
  parts::Graph star = board(1'001, 1);
  for (std::uint32_t leaf = 1; leaf <= 1'000; ++leaf) star.edges[leaf - 1] = {0, leaf};
  CHECK(partitions(star, {.parts = 2}) == 1'000);
  CHECK(partitions(star, {.parts = 1'000}) == 1'000);
  // Every set of edges of a path makes a partition: more than fits into 64 or 128 bits.
  Natural power = 1;
  for (int edge = 0; edge < 199; ++edge) power *= 2;
  CHECK(partitions(board(200, 1), {}) == power);
}

TEST_CASE("graphs are read from text") {
  const parts::Graph graph =
      parts::read_graph("# four places\n\na b # a road\r\nb c\n\nc = 12\nd = 3\n");
  CHECK(graph.weights == std::vector<std::uint32_t>{1, 1, 12, 3});
  CHECK(graph.edges == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}, {1, 2}});
  const auto line_of_error = [](const char* text) {
    try {
      (void)parts::read_graph(text);
    } catch (const TextError& e) {
      return static_cast<int>(e.line());
    }
    return -1;
  };
  CHECK(line_of_error("") == 0);
  CHECK(line_of_error("a b\na\n") == 2);
  CHECK(line_of_error("a b c\n") == 1);
  CHECK(line_of_error("\n\na a\n") == 3);
  for (const char* text : {"a =\n", "a = 0\n", "a = -1\n", "a = 4294967296\n", "a = 1 2\n"}) {
    CHECK(line_of_error(text) == 1);
  }
}

TEST_CASE("counts of partitions refuse bad graphs and keep their limits") {
  CHECK_THROWS_AS(parts::count({{1, 0}, {}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(parts::count({{1, 1}, {{0, 2}}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(parts::count({{1, 1}, {{1, 1}}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(parts::count(parts::board(32, 32), {}), std::invalid_argument);
  CHECK_THROWS_AS(parts::count(parts::board(10'001, 1), {}), std::invalid_argument);
  const parts::Graph board = parts::board(7, 7);
  CHECK(parts::count(board, {.parts = 7}, {.memory = 100'000}).status == Status::memory_limit);
  const auto stop = [](std::uint64_t states) {
    return states < 10'000 ? Status::running : Status::stopped;
  };
  const parts::Counted stopped = parts::count(board, {.parts = 7}, {.status = stop});
  CHECK(stopped.status == Status::stopped);
  CHECK(stopped.states < 100'000);
}

}  // namespace
}  // namespace dlx::test
