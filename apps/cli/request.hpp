#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dlx/counting/counter.hpp"
#include "dlx/io/problem_format.hpp"
#include "dlx/names.hpp"
#include "dlx/options.hpp"
#include "dlx/search/options.hpp"
#include "reductions/drawing/solid.hpp"
#include "reductions/drawing/svg.hpp"
#include "reductions/polycube/formats.hpp"

/// The request of a command line, as data. A request is made in one place (cli/command_line.cpp)
/// while the command line is read, and is constant from then on. Results travel as return values:
/// run/answer.hpp.
namespace dlx::app {

/// When messages are coloured.
enum class ColourWhen { automatic, always, never };

/// How a command reports while it runs. `dlx resume` replaces all of it.
struct Conduct {
  bool progress = false;
  bool progress_json = false;
  bool stats = false;
  bool quiet = false;
  ColourWhen colour = ColourWhen::automatic;
};

/// How many solutions are wanted.
struct Wanted {
  bool count = false;  ///< only their number
  bool all = false;
  bool first = false;
  bool unique = false;  ///< whether there is exactly one; two are listed otherwise
  bool hint = false;    ///< whether to name one option that all solutions have
  std::optional<std::uint64_t> n;
  std::uint64_t otherwise = 1;  ///< how many are listed if nothing is given

  [[nodiscard]] bool given() const { return count || all || first || unique || hint || n; }
  /// Number of solutions to list; empty: all of them.
  [[nodiscard]] std::optional<std::uint64_t> limit() const {
    if (count || all) return std::nullopt;
    if (unique) return 2;
    return first ? 1 : n.value_or(otherwise);
  }
};

/// Options of the problem that are given, by number or by items.
struct GivenOptions {
  std::vector<std::string> fix;     ///< every solution has them
  std::vector<std::string> forbid;  ///< no solution has them

  [[nodiscard]] bool any() const { return !fix.empty() || !forbid.empty(); }
};

/// The format of a file: a problem, or packing puzzles that become one.
using FileFormat = std::variant<ProblemFormat, polycube::Format>;

/// How often a primary item must be covered if the file wants it covered once.
enum class Cover {
  once,
  at_least_once,  ///< a set cover
  at_most_once,   ///< a packing
};

/// How a problem is read from a file.
struct ReadFlags {
  std::string file;
  std::optional<FileFormat> format;      ///< empty: recognised by name or first lines
  std::string problem;                   ///< which puzzle of a file of packing puzzles
  std::vector<std::uint32_t> secondary;  ///< columns, where items are columns
  Cover cover = Cover::once;
  bool drop = false;                     ///< drop options without a primary item
  std::optional<std::uint64_t> largest;  ///< limits in bytes, for the whole input and for a line
};

/// How sure an answer must be.
enum class TrustLevel {
  counted,    ///< T0
  agreed,     ///< T1: two engines or methods find equal fingerprints
  certified,  ///< T2: a certificate was checked
  proved,     ///< T3: a proof was checked by a program of others
};

/// How a run is saved, beside its options.
struct Checkpoint {
  bool gzip = false;
  bool keep_certificate = false;  ///< keep the certificate of a complete run; never replace a file
};

/// Files that show the solutions listed; empty: not wanted.
struct Pictures {
  std::string svg;
  std::optional<std::uint32_t>
      columns;  ///< drawings side by side on a page; empty: chosen by the shape of the page
  std::optional<drawing::svg::Paper> paper;  ///< of pages to be printed; empty: any
  bool blank = false;                        ///< draw the puzzle without a solution
  std::string html;
  std::string stl;
  std::string cut;              ///< sheets of paper
  std::string steps;            ///< a booklet
  std::string bed;              ///< WIDTHxDEPTH, which a plate of STL must fit on; empty: any
  bool a_file_a_piece = false;  ///< write an STL file for each piece
  std::string obj;
  std::string scad;
  drawing::solid::Measures measures;

  [[nodiscard]] bool in_space() const {
    return !html.empty() || !stl.empty() || !obj.empty() || !scad.empty() || !cut.empty() ||
           !steps.empty();
  }
  [[nodiscard]] bool wanted() const { return in_space() || !svg.empty(); }
};

/// One command line.
struct Request {
  std::vector<std::string> arguments;  ///< the words typed, without the program's name
  /// The names of the options typed, with their values. Only cli/combinations.hpp looks at them.
  std::vector<std::pair<std::string, std::string>> typed;
  Options options;
  Conduct conduct;
  bool json = false;
  bool numbers = false;      ///< solutions are printed as numbers of options, a line each
  bool csv = false;          ///< solutions are printed as a table
  bool competition = false;  ///< a count is printed in the lines of the counting competition
  Wanted wanted;
  GivenOptions given;
  ReadFlags read;
  std::string up_to_file;  ///< with UpTo::all: use only the symmetries in this file
  std::optional<TrustLevel> trust;
  Checkpoint checkpoint;
  /// The facts of the saved run, if the request continues one.
  std::map<std::string, std::string> resumed;
  Pictures pictures;
  std::string explain;  ///< the page of a search step by step; empty: not wanted
  bool emit = false;
  bool knuth_strict = false;

  /// Whether options are written or named. Then a puzzle makes all of them, even if it is known to
  /// have no solution.
  [[nodiscard]] bool needs_options() const {
    return emit || !explain.empty() || !options.certificate.empty() || given.any() ||
           pictures.blank;
  }
};

/// Which solutions count as equal, in words.
[[nodiscard]] inline std::string up_to_in_words(const Request& request) {
  return request.up_to_file.empty() ? std::string(to_string(request.options.up_to))
                                    : "the symmetries in " + request.up_to_file;
}

}  // namespace dlx::app
