#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Snake cubes: side³ cubelets on an elastic cord, to be folded into a cube.
namespace dlx::snake {

/// The greatest side of a cube for snakes.
inline constexpr int largest_side = 9;

/// A snake, described by the cubelets between its two ends, from one end to the other. At a '0' the
/// cord goes straight through the cubelet, and at a '1' the cord turns by a right angle. The two
/// end cubelets are not described. The function parse() makes snakes.
struct Snake {
  std::string word;  ///< a letter 0 or 1 for each of the side³ - 2 inner cubelets
  int side = 0;      ///< side of the cube that the snake fills, in cubelets

  friend bool operator==(const Snake&, const Snake&) = default;
};

/// Reads a snake in any of the usual spellings:
///   - 0111011011101011110101010: a letter for each inner cubelet; or a letter for each cubelet,
///   with 0 for the ends;
///   - ESCCSCC...E, with S for straight, C for corner and E for end; the ends may be left out, or
///   both be S;
///   - bwb/w/b/wb/...: a letter for each cubelet, with '/' between a corner cubelet and the next;
///   - 3 2 2 3 ..., separated by blanks, commas or nothing: the number of cubelets of each straight
///   piece, where a corner cubelet belongs to both of its pieces.
/// Throws std::invalid_argument with the reason and the place: unknown letters, a number of
/// cubelets that does not fill a cube, or pieces longer than the cube's side.
[[nodiscard]] Snake parse(std::string_view text);

/// The number of cubelets of each straight piece. The sum of these numbers is side³ plus the number
/// of pieces minus 1, because each corner cubelet is counted twice.
[[nodiscard]] std::vector<int> segments(const Snake& snake);

/// The snake read from its other end.
[[nodiscard]] Snake reversed(const Snake& snake);

/// The snake as ESCC...E, with a letter for each cubelet (E for end, S for straight, C for corner).
[[nodiscard]] std::string with_ends(const Snake& snake);

/// The snakes that differ from a snake in one inner cubelet, in the order of this cubelet. Snakes
/// with pieces longer than the side of the cube are left out.
[[nodiscard]] std::vector<Snake> near_snakes(const Snake& snake);

/// Whether a snake is equal to its reverse.
[[nodiscard]] bool is_palindrome(const Snake& snake);

/// A well-known snake.
struct Named {
  std::string name;    ///< the name of the snake, one word
  std::string title;   ///< the name under which it is sold or known
  Snake snake;         ///< the snake itself
  std::string source;  ///< the source from which the word of the snake is taken
};

/// The snakes of the file data/snakes.json, in the order of the file.
[[nodiscard]] std::span<const Named> named();

/// The well-known snake whose name is the text; otherwise the snake that parse() makes of the text.
/// Throws the errors of parse().
[[nodiscard]] Snake named_or_spelled(const std::string& text);

}  // namespace dlx::snake
