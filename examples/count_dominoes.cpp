// Counting without listing: in how many ways do dominoes cover a board? A chessboard in 12,988,816,
// and on 16 x 16 squares the number has more than 64 bits. dlx::Natural holds a count of any size,
// and the status says whether it is the whole count.
//
//   count_dominoes [SIDE]

#include <chrono>
#include <cstdlib>
#include <dlx/dlx.hpp>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Primary items: the squares. Options: the two squares under a domino.
dlx::Problem board(int side) {
  dlx::ProblemBuilder builder;
  std::vector<dlx::ItemId> squares;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      squares.push_back(builder.primary(std::to_string(x) + "," + std::to_string(y)));
    }
  }
  const auto square = [&](int x, int y) { return squares[static_cast<std::size_t>(y * side + x)]; };
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      if (x + 1 < side) builder.option({square(x, y), square(x + 1, y)});
      if (y + 1 < side) builder.option({square(x, y), square(x, y + 1)});
    }
  }
  return std::move(builder).build();
}

void report(const dlx::CountResult& result) {
  std::cout << (result.complete() ? "exactly " : "at least ") << result.value.to_string() << " ("
            << to_string(result.status) << ", by " << to_string(result.method) << ")\n";
}

}  // namespace

int main(int argc, char** argv) {
  const dlx::Problem problem = board(argc > 1 ? std::atoi(argv[1]) : 16);

  // Whatever promises to be quickest. Here no tiling is visited: states of open work are counted.
  report(dlx::count(problem));

  // A limit is no error. What was counted until then is a lower bound.
  dlx::Options options{.method = dlx::CountMethod::search, .nodes = 100'000};
  report(dlx::count(problem, options));

  // A slice at a time, for a program that has other things to do in between.
  dlx::Counter counter(problem);
  while (counter.run({.time = std::chrono::milliseconds(5)}) == dlx::Status::running) {
    std::cout << static_cast<int>(100 * counter.share()) << " % or so\n";
  }
  report(counter.result());
}
