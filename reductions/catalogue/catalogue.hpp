#pragma once

// The table of puzzles. A row has the name of a puzzle, its parameters, and the function that makes
// it. The command, Python and the page iterate over the rows. So a new puzzle needs only its file,
// its row and its test. A puzzle whose command does more than search (for example Soma's report, or
// files of many sudokus) has a row too, and its own command.
//
// Two alternatives were rejected. If the files of the puzzles registered their rows, a linker would
// drop these files from a static library. If each puzzle had a structure for its parameters, every
// client would have to repeat the fields.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dlx/names.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/lattice/lattice.hpp"
#include "reductions/polycube/puzzle.hpp"

namespace dlx::catalogue {

/// The form of a parameter's value.
enum class Form : std::uint8_t {
  number,   ///< a whole number from 0 to 65535
  word,     ///< a text
  region,   ///< cells: lattice::box() of layers, rows and columns, or a picture of # and .
  turning,  ///< the rotations of pieces that are allowed: a polycube::Turning
};

/// A parameter of a puzzle.
struct Parameter {
  std::string_view name;     ///< the name of the parameter, a keyword in Python in small letters
  Form form = Form::number;  ///< the form of the parameter's value
  std::string_view otherwise = {};  ///< the default value, as a user would type it
  std::string_view help = {};       ///< a help text of a few words, without a full stop
  std::string_view type = {};  ///< the placeholder for the value in the help, such as "LETTERS"
};

/// The value of a parameter.
using Value = std::variant<std::uint32_t, std::string, lattice::Cells, polycube::Turning>;

/// The values of parameters by their names.
class Arguments {
 public:
  /// Sets the value of a parameter, and the word for the value in titles.
  void set(std::string_view name, Value value, std::string word = {});

  /// The value of a parameter. Throws std::invalid_argument if no value of the given name and type
  /// was set.
  template <class T>
  [[nodiscard]] const T& get(std::string_view name) const {
    const T* const value = std::get_if<T>(find(name));
    if (value == nullptr) refuse(name);
    return *value;
  }
  /// The value of a parameter as it is written in a title: a number, or the word given to set().
  [[nodiscard]] std::string word(std::string_view name) const;

 private:
  struct Given {
    Value value;
    std::string word;
  };

  [[nodiscard]] const Value* find(std::string_view name) const;
  [[noreturn]] static void refuse(std::string_view name);

  std::map<std::string, Given, std::less<>> given_;
};

/// Whether options are also made if the volume of the pieces already excludes every solution.
enum class Options : std::uint8_t {
  all,          ///< all options, for clients that show or write options
  if_fillable,  ///< options only if the volumes allow a solution, for clients that search
};

/// A puzzle of the catalogue: its name, its parameters and the function that makes it.
struct Row {
  std::string_view name;  ///< the name of the command, of the function in Python and on the page
  std::string_view help;  ///< a help text of a few words, without a full stop
  drawing::Style style = drawing::Style::layers;  ///< the style of the puzzle's pictures
  /// Parameters of the puzzle; the first one is positional.
  std::vector<Parameter> parameters = {};
  std::string_view example = {};  ///< value of the first parameter for a small example
  std::vector<UpTo> up_to = {};   ///< the groups of symmetries up to which solutions can be counted
  /// Returns the title for pictures and messages: "8 queens".
  std::string (*title)(const Arguments& arguments);
  /// Makes the puzzle. Throws std::invalid_argument if the values of the arguments do not describe
  /// a puzzle.
  std::unique_ptr<Puzzle> (*make)(const Arguments& arguments, Options options);
  /// Remarks and examples, printed below the options in `dlx NAME --help`. The text is empty if the
  /// command of the puzzle does more than search; such a command has a file of its own.
  std::string_view command_help = {};
};

/// The rows of all puzzles.
[[nodiscard]] std::span<const Row* const> rows();

/// The row of the puzzle with a given name; null if no puzzle has the name.
[[nodiscard]] const Row* find(std::string_view name);

}  // namespace dlx::catalogue
