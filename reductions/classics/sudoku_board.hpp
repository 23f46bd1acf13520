#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The board of a sudoku: its squares, and the rules for the values in them. Every variant is a
/// list of groups and pairs of squares, so that one builder makes the problem of each.
namespace dlx::classics::sudoku {

/// The greatest number of values, and the greatest side of a board.
inline constexpr int largest_size = 61;

/// Squares that have no value twice; and all values if there are as many squares as values.
struct Group {
  /// How it is drawn.
  enum class Kind {
    line,      ///< no drawing: rows and columns
    region,    ///< thick lines around its squares
    diagonal,  ///< a line through its squares
    area,      ///< its squares are shaded
    cage,      ///< dashed lines around its squares, with the sum
  };
  std::string name;          ///< "row 1"
  std::string code;          ///< "r0": how the names of its items begin
  std::vector<int> squares;  ///< row · width + column, in any order
  Kind kind = Kind::line;    ///< how it is drawn
  int sum = 0;               ///< the sum of its values; 0: any sum
};

/// A condition on two values.
enum class Relation {
  different,    ///< they are not equal
  apart,        ///< they do not differ by 1
  less,         ///< the first is less than the second
  consecutive,  ///< they differ by 1
  twice,        ///< one is twice the other
};

/// Whether two values, as they are written, have the relation.
[[nodiscard]] bool holds(Relation relation, int first, int second);

/// Two squares whose values have a relation.
struct Pair {
  int first;          ///< a square
  int second;         ///< another square
  Relation relation;  ///< the condition on their values
};

/// A condition on the value of a square.
enum class Parity {
  any,   ///< nothing
  even,  ///< an even number
  odd,   ///< an odd number
};

/// The squares of a board, and the rules for their values.
struct Board {
  int width = 0;                    ///< columns
  int height = 0;                   ///< rows
  int values = 0;                   ///< the number of values
  std::vector<bool> has = {};       ///< whether the board has a square, row by row
  std::vector<Group> groups = {};   ///< rows, columns and regions of each grid, then further ones
  std::vector<Pair> pairs = {};     ///< relations, without those that groups imply
  std::vector<Parity> parity = {};  ///< the parity of each square
};

/// A board whose groups are the rows, columns and boxes of one grid.
[[nodiscard]] Board plain_board(int box_width, int box_height);

/// The name of a square: "row 1 column 2".
[[nodiscard]] std::string square_name(int square, int width);

/// A rule as it was written: "cage 15 r1c1 r1c2".
struct Rule {
  std::string name;                ///< "cage"
  std::vector<std::string> words;  ///< "15", "r1c1", "r1c2"
  std::size_t line = 0;            ///< line of the text, from 1; 0: it is from another text
  std::string source = {};         ///< "rules.txt:2: " of another text; empty: it has no name
};

/// The rules at the beginning of a text.
struct Rules {
  std::vector<Rule> rules;  ///< rules in the order of the text
  std::size_t end = 0;      ///< where the rest of the text, the squares, begins
};

/// Reads the rules at the beginning of a text; none if it begins otherwise. Throws TextError for
/// rules that are cut off or unknown.
[[nodiscard]] Rules rules_in(std::string_view text);

/// Reads a text of rules and nothing else, such as "x, anti-knight"; or a picture of regions.
/// `name`: of its file, for Rule::source. Throws TextError.
[[nodiscard]] std::vector<Rule> only_rules(std::string_view text, std::string_view name = {});

/// Whether a text begins with a rule.
[[nodiscard]] bool begins_with_rule(std::string_view text);

/// The width and height of boxes that rules imply; zeros where they say nothing.
[[nodiscard]] std::pair<int, int> box_of(const std::vector<Rule>& rules);

/// The board with these boxes, or the regions in their place, and these rules. Throws TextError for
/// rules that do not fit to it.
[[nodiscard]] std::shared_ptr<const Board> make_board(const std::vector<Rule>& rules, int box_width,
                                                      int box_height);

}  // namespace dlx::classics::sudoku
