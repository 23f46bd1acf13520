#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Snake cubes: side³ cubelets on an elastic, to be folded into a cube.
namespace dlx::snake {

/// The greatest side of a cube for snakes.
inline constexpr int largest_side = 9;

/// A snake by its inner cubelets, from one end to the other: '0' lets the elastic through straight,
/// '1' turns it by a right angle. The two ends are neither. Made by parse().
struct Snake {
  std::string word;  ///< side³ - 2 letters
  int side = 0;      ///< side of the cube, in cubelets

  friend bool operator==(const Snake&, const Snake&) = default;
};

/// Reads a snake in any of the usual spellings:
///   - 0111011011101011110101010: a letter for each inner cubelet, or for all, the ends then 0;
///   - ESCCSCC...E: S straight, C corner, E end, the ends given or left out;
///   - bwb/w/b/wb/...: a letter for each cubelet, '/' between a corner cubelet and the next;
///   - 3 2 2 3 ..., with blanks or commas or nothing between: the cubelets of each straight piece,
///     a corner cubelet belonging to both of its pieces.
/// Throws std::invalid_argument with the reason and the place: letters that mean nothing, a number
/// of cubelets that fills no cube, pieces longer than the cube's side.
[[nodiscard]] Snake parse(std::string_view text);

/// The cubelets of each straight piece; sum - (pieces - 1) = side³.
[[nodiscard]] std::vector<int> segments(const Snake& snake);

/// The snake from its other end.
[[nodiscard]] Snake reversed(const Snake& snake);

/// Whether a snake reads alike from both ends.
[[nodiscard]] bool is_palindrome(const Snake& snake);

/// A well-known snake.
struct Named {
  std::string name;    ///< one word
  std::string title;   ///< the name under which it is sold or known
  Snake snake;         ///< its word
  std::string source;  ///< the source of the word
};

/// The snakes of data/snakes.json, in its order.
[[nodiscard]] std::span<const Named> named();

/// The snake of that name, or else the snake that parse() makes of the text. Throws the errors of
/// parse().
[[nodiscard]] Snake named_or_spelled(const std::string& text);

}  // namespace dlx::snake
