#pragma once

// The table of puzzles. A row has the name of a puzzle, its parameters, and the function that makes
// it; the command, Python and the page iterate over the rows, so that a new puzzle is its
// file, its row and its test. A puzzle whose command does more than search (Soma's report, a file
// of sudokus) has a row too, and a command of its own.
//
// Weighed: rows registered by the files of the puzzles, which a static library drops; and
// parameters as a structure for each puzzle, which every client would have to spell again.

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
#include "reductions/polycube/polycube.hpp"

namespace dlx::catalogue {

/// The form of a value.
enum class Form : std::uint8_t {
  number,   ///< a whole number from 0 to 65535
  word,     ///< a text
  region,   ///< cells: lattice::box() of layers, rows and columns, or a picture of # and .
  turning,  ///< how freely pieces may be turned: a polycube::Turning
};

/// Something that a puzzle wants to be told.
struct Parameter {
  std::string_view name;            ///< the keyword in Python, small letters
  Form form = Form::number;         ///< the form of its value
  std::string_view otherwise = {};  ///< the value unless another is given, as it is typed
  std::string_view help = {};       ///< a few words, without a full stop
  std::string_view type = {};       ///< of a word, in help: "LETTERS"
};

/// The value of a parameter.
using Value = std::variant<std::uint32_t, std::string, lattice::Cells, polycube::Turning>;

/// The values of parameters by their names.
class Arguments {
 public:
  /// Gives a parameter its value, and the word for it that a title has.
  void set(std::string_view name, Value value, std::string word = {});

  /// Throws std::invalid_argument if there is no value of that name and form.
  template <class T>
  [[nodiscard]] const T& get(std::string_view name) const {
    const T* const value = std::get_if<T>(find(name));
    if (value == nullptr) refuse(name);
    return *value;
  }
  /// The value in a title: a number, or the word given with it.
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

/// Options are made also where the volume of the pieces excludes every solution.
enum class Options : std::uint8_t {
  all,          ///< clients that show or write options want this
  if_fillable,  ///< clients that search want this
};

/// A puzzle of the catalogue.
struct Row {
  std::string_view name;                          ///< the command, the function in Python, the page
  std::string_view help;                          ///< in a few words, without a full stop
  drawing::Style style = drawing::Style::layers;  ///< the style of its pictures
  std::vector<Parameter> parameters = {};         ///< the first is positional
  std::string_view example = {};                  ///< the first parameter of a small puzzle
  std::vector<UpTo> up_to = {};                   ///< the classes of solutions that it offers
  /// Of pictures and messages: "8 queens".
  std::string (*title)(const Arguments& arguments);
  /// Throws std::invalid_argument for values that make no puzzle.
  std::unique_ptr<Puzzle> (*make)(const Arguments& arguments, Options options);
  /// Remarks and examples, below the options of `dlx NAME --help`. Empty: the command of the
  /// puzzle does more than search, and is in a file of its own.
  std::string_view command_help = {};
};

/// All puzzles.
[[nodiscard]] std::span<const Row* const> rows();

/// The row of that name; null if there is none.
[[nodiscard]] const Row* find(std::string_view name);

}  // namespace dlx::catalogue
