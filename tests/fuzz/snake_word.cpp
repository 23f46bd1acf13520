// Snakes in all their spellings.

#include "reductions/snake/word.hpp"

#include <numeric>
#include <stdexcept>

#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(snake_word) {
  snake::Snake snake;
  try {
    snake = snake::parse(bytes);
  } catch (const std::invalid_argument& e) {
    fuzz::require(!std::string_view(e.what()).empty(), "an error says nothing");
    return;
  }
  const auto side = static_cast<std::size_t>(snake.side);
  const std::size_t cubelets = side * side * side;
  fuzz::require(snake.side >= 1 && snake.side <= snake::largest_side, "a side that there is not");
  fuzz::require(snake.word.size() + 2 == cubelets, "the cubelets do not fill a cube");
  fuzz::require(snake.word.find_first_not_of("01") == std::string::npos, "another letter");
  fuzz::require(snake::parse(snake.word) == snake, "another snake came back from its word");
  const std::vector<int> segments = snake::segments(snake);
  fuzz::require(static_cast<std::size_t>(std::accumulate(segments.begin(), segments.end(), 0)) -
                        (segments.size() - 1) ==
                    cubelets,
                "the straight pieces have other cubelets");
  std::string spelled;
  for (const int n : segments) {
    fuzz::require(n >= 2 && n <= snake.side, "a straight piece that cannot be");
    spelled += std::to_string(n) + " ";
  }
  fuzz::require(snake::parse(spelled) == snake, "another snake came back from its pieces");
  const snake::Snake back = snake::reversed(snake);
  fuzz::require(snake::reversed(back) == snake, "reversed twice is another snake");
  fuzz::require(snake::is_palindrome(snake) == (back == snake), "a palindrome and not");
}
