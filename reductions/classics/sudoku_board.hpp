#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The board of a sudoku: its squares, and the rules for the values in them. Every variant is
/// described by groups and pairs of squares, so one function builds the problems of all variants.
namespace dlx::classics::sudoku {

/// The greatest number of values, and the greatest side of a board.
inline constexpr int largest_size = 61;

/// Squares with different values. If there are as many squares as values, they contain all values.
struct Group {
  /// How a group is drawn.
  enum class Kind {
    line,      ///< not drawn: rows and columns
    region,    ///< thick lines around its squares
    diagonal,  ///< a line through its squares
    area,      ///< its squares are shaded
    cage,      ///< dashed lines around its squares, and the sum
  };
  std::string name;          ///< the name of the group, such as "row 1"
  std::string code;          ///< the beginning of the names of the group's items, such as "r0"
  std::vector<int> squares;  ///< squares of the group as row · width + column, in any order
  Kind kind = Kind::line;    ///< how the group is drawn
  int sum = 0;               ///< the sum of the values in the group; 0 if any sum is allowed
};

/// A condition on two values.
enum class Relation {
  different,    ///< the values are not equal
  apart,        ///< the values do not differ by 1
  less,         ///< the first value is less than the second
  consecutive,  ///< the values differ by 1
  twice,        ///< one of the two values is twice the other
};

/// Whether two values have the relation. The values are the numbers as they are written.
[[nodiscard]] bool holds(Relation relation, int first, int second);

/// Two squares whose values have a relation.
struct Pair {
  int first;          ///< a square
  int second;         ///< another square
  Relation relation;  ///< the condition on the two values
};

/// A condition on the value of a square.
enum class Parity {
  any,   ///< any value
  even,  ///< an even value
  odd,   ///< an odd value
};

/// The squares of a board, and the rules for their values.
struct Board {
  int width = 0;                    ///< number of columns of the board
  int height = 0;                   ///< number of rows of the board
  int values = 0;                   ///< the number of values
  std::vector<bool> has = {};       ///< whether each square is part of the board, row by row
  std::vector<Group> groups = {};   ///< rows, columns and regions of each grid, then other groups
  std::vector<Pair> pairs = {};     ///< pairs of squares with a relation that no group implies
  std::vector<Parity> parity = {};  ///< the parity of the value of each square
};

/// A board whose groups are the rows, columns and boxes of one grid.
[[nodiscard]] Board plain_board(int box_width, int box_height);

/// The name of a square: "row 1 column 2".
[[nodiscard]] std::string square_name(int square, int width);

/// A rule as it was written: "cage 15 r1c1 r1c2".
struct Rule {
  std::string name;                ///< the name of the rule, such as "cage"
  std::vector<std::string> words;  ///< the words after the name, such as "15", "r1c1", "r1c2"
  std::size_t line = 0;            ///< line of the text, from 1; 0 if the rule is from another text
  /// Source of a rule from another text, "rules.txt:2: "; empty if that text has no name.
  std::string source = {};
};

/// The rules at the beginning of a text.
struct Rules {
  std::vector<Rule> rules;  ///< rules in the order of the text
  std::size_t end = 0;      ///< position after the rules, where the squares begin
};

/// Reads the rules at the beginning of a text. Returns no rules if the text does not begin with a
/// rule. Throws TextError for rules that are incomplete or unknown.
[[nodiscard]] Rules rules_in(std::string_view text);

/// Reads a text that has only rules, such as "x, anti-knight". Regions at the end of the text may
/// lack the word "regions", if all their signs occur equally often. `name` is the name of the file,
/// which is stored in Rule::source. Throws TextError.
[[nodiscard]] std::vector<Rule> only_rules(std::string_view text, std::string_view name = {});

/// Whether a text begins with a rule.
[[nodiscard]] bool begins_with_rule(std::string_view text);

/// The width and height of boxes that the rules imply. A side that the rules do not imply is 0.
[[nodiscard]] std::pair<int, int> box_of(const std::vector<Rule>& rules);

/// The board with boxes of a given size and with given rules. If the rules have regions, regions
/// replace the boxes. Throws TextError for rules that do not fit the board.
[[nodiscard]] std::shared_ptr<const Board> make_board(const std::vector<Rule>& rules, int box_width,
                                                      int box_height);

}  // namespace dlx::classics::sudoku
