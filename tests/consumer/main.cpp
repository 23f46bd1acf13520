// Uses dlx from outside: builds a problem, solves it, counts, verifies; exit code 1 if anything is
// not as it must be. The argument is the version that the package claims.
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/core/symmetry.hpp"
#include "dlx/dlx.hpp"
#include "reductions/snake/snake.hpp"

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  ++failures;
}

/// A ring of four cells, covered by dominoes: options 0 to 3, two solutions, one up to rotation.
dlx::Problem ring() {
  dlx::ProblemBuilder builder;
  std::vector<dlx::ItemId> cells;
  for (const char* name : {"a", "b", "c", "d"}) cells.push_back(builder.primary(name));
  for (std::size_t i = 0; i < 4; ++i) builder.option({cells[i], cells[(i + 1) % 4]});
  return std::move(builder).build();
}

}  // namespace

int main(int argc, char** argv) {
  const dlx::Problem problem = ring();
  dlx::Verifier verifier(problem);
  std::vector<dlx::OptionPermutation> rotations;
  for (std::uint32_t turn = 0; turn < 4; ++turn) {
    dlx::OptionPermutation& rotation = rotations.emplace_back();
    for (std::uint32_t i = 0; i < 4; ++i) rotation.push_back(dlx::OptionId{(i + turn) % 4});
  }
  const dlx::OptionSymmetries symmetries(std::move(rotations));

  int solutions = 0;
  int classes = 0;
  dlx::Solver solver(problem);
  for (const auto solution : solver.solutions()) {
    ++solutions;
    expect(solution.size() == 2, "a solution has two options");
    expect(verifier.faults(solution).empty(), "the solution verifies");
    if (symmetries.is_representative(solution)) ++classes;
  }
  expect(solutions == 2, "there are two solutions");
  expect(classes == 1, "they are one up to rotation");
  expect(solver.status() == dlx::Status::exhausted, "the search is exhausted");

  const dlx::counting::CountResult counted = dlx::count(problem);
  expect(counted.complete() && counted.value == 2, "count() says two");
  expect(dlx::count(problem, {}).value == 2, "count() takes empty options");

  // Opposite dominoes follow each other; walks start with the first.
  const std::vector<dlx::Arc> arcs = {{dlx::OptionId{0}, dlx::OptionId{2}},
                                      {dlx::OptionId{1}, dlx::OptionId{3}}};
  const dlx::PathProblem walks(ring(), arcs, {dlx::OptionId{0}});
  expect(dlx::count_by_search(walks).value == 1, "one of the covers is a walk");

  const auto snake = dlx::snake::build({.snake = dlx::snake::parse("2 2 2 2 2 2 2")});
  int foldings = 0;
  dlx::for_each_solution(snake.problem, [&](std::span<const dlx::OptionId> walk) {
    const dlx::snake::Folding folding = decode(snake, walk);
    expect(folding.cells.size() == 8, "a folding visits eight cells");
    if (is_representative(snake.puzzle, folding)) ++foldings;
  });
  expect(foldings == 3, "the snake of 2x2x2 has three foldings");

  std::string text;
  dlx::write_canonical_text(problem, [&](std::string_view line) { text += line; });
  expect(text.starts_with("a b c d\n"), "the text begins with the items");
  dlx::io::Input input = dlx::io::Input::from_text(text, "ring");  // zlib
  expect(dlx::identity(dlx::read_problem(input, dlx::ProblemFormat::knuth).problem) ==
             dlx::identity(problem),  // libcrypto
         "writing and reading keeps the identity");

  expect(argc == 2 && std::string_view(argv[1]) == DLX_VERSION, "the versions agree");
  return failures == 0 ? 0 : 1;
}
