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

/// The request that a command line makes, as data. A request is filled in while the command line is
/// parsed (cli/command_line.cpp), and does not change afterwards. Results are not stored in the
/// request; functions return results (run/answer.hpp).
namespace dlx::app {

/// When messages are coloured.
enum class ColourWhen { automatic, always, never };

/// What a command reports while it runs. `dlx resume` replaces all of these settings.
struct Conduct {
  bool progress = false;
  bool progress_json = false;
  bool stats = false;
  bool quiet = false;
  ColourWhen colour = ColourWhen::automatic;
};

/// How many solutions are wanted.
struct Wanted {
  bool count = false;  ///< count solutions instead of listing them
  bool all = false;
  bool first = false;
  bool unique = false;  ///< ask whether there is exactly one solution; if not, list two
  bool hint = false;    ///< name one option that all solutions contain
  std::optional<std::uint64_t> n;
  std::uint64_t otherwise = 1;  ///< how many solutions to list if the command line does not say

  [[nodiscard]] bool given() const { return count || all || first || unique || hint || n; }
  /// Number of solutions to list; empty if all are listed.
  [[nodiscard]] std::optional<std::uint64_t> limit() const {
    if (count || all) return std::nullopt;
    if (unique) return 2;
    return first ? 1 : n.value_or(otherwise);
  }
};

/// Options of the problem chosen by --fix and --forbid, each given by its number or by its items.
struct GivenOptions {
  std::vector<std::string> fix;     ///< every solution must contain these options
  std::vector<std::string> forbid;  ///< no solution may contain these options

  [[nodiscard]] bool any() const { return !fix.empty() || !forbid.empty(); }
};

/// The format of a file: a format of problems, or a format of packing puzzles. A packing puzzle is
/// converted to a problem.
using FileFormat = std::variant<ProblemFormat, polycube::Format>;

/// How often to cover a primary item that the file wants covered exactly once.
enum class Cover {
  once,
  at_least_once,  ///< a set cover
  at_most_once,   ///< a packing
};

/// How a problem is read from a file.
struct ReadFlags {
  std::string file;
  std::optional<FileFormat> format;  ///< empty: deduced from the file's name or its first lines
  std::string problem;               ///< name or number of a puzzle in a file of several
  /// For formats in which items are columns: the secondary columns.
  std::vector<std::uint32_t> secondary;
  Cover cover = Cover::once;
  bool drop = false;                     ///< drop options without a primary item
  std::optional<std::uint64_t> largest;  ///< limit on the bytes of the input and of each line
};

/// The level of trust that --trust asks for.
enum class TrustLevel {
  counted,    ///< T0: the answer is only counted
  agreed,     ///< T1: two engines or methods found equal fingerprints
  certified,  ///< T2: a certificate was checked
  proved,     ///< T3: a proof was checked by a program of other authors
};

/// How a run is saved: settings other than its Options.
struct Checkpoint {
  bool gzip = false;
  /// Keep the certificate of a run that is already complete. An existing file is then not replaced.
  bool keep_certificate = false;
};

/// Output files that show the listed solutions; an empty name means that no such file is wanted.
struct Pictures {
  std::string svg;
  std::optional<std::uint32_t> columns;  ///< drawings in a row; empty: chosen by the page's shape
  std::optional<drawing::svg::Paper> paper;  ///< size of printed pages; empty: any size
  bool blank = false;                        ///< whether to draw the puzzle without a solution
  std::string html;
  std::string stl;
  std::string cut;              ///< pages with parts to cut out
  std::string steps;            ///< a booklet of assembly steps
  std::string bed;              ///< WIDTHxDEPTH of the printer's bed for STL; empty: any
  bool a_file_a_piece = false;  ///< write an STL file for each piece
  std::string obj;
  std::string scad;
  drawing::solid::Measures measures;

  [[nodiscard]] bool in_space() const {
    return !html.empty() || !stl.empty() || !obj.empty() || !scad.empty() || !cut.empty() ||
           !steps.empty();
  }
  [[nodiscard]] bool wanted() const { return in_space() || !svg.empty(); }
  /// The names of all files; the name of a file that is not wanted is empty.
  [[nodiscard]] std::vector<const std::string*> files() const {
    return {&svg, &html, &stl, &obj, &scad, &cut, &steps};
  }
};

/// The request that one command line makes.
struct Request {
  std::vector<std::string> arguments;  ///< the words typed, without the program's name
  /// The options typed, with their values. Only cli/combinations.hpp reads this list.
  std::vector<std::pair<std::string, std::string>> typed;
  Options options;
  Conduct conduct;
  bool json = false;
  bool numbers = false;      ///< each solution is printed as a line of option numbers
  bool csv = false;          ///< solutions are printed as a table
  bool competition = false;  ///< a count is printed in the format of the model counting competition
  Wanted wanted;
  GivenOptions given;
  ReadFlags read;
  std::string up_to_file;  ///< with UpTo::all: file with the symmetries to use; empty: all
  std::optional<TrustLevel> trust;
  Checkpoint checkpoint;
  /// The facts of the saved run that this request continues; empty if it does not continue one.
  std::map<std::string, std::string> resumed;
  Pictures pictures;
  std::string explain;  ///< the file of a page that shows the search in steps; empty: not wanted
  bool emit = false;
  bool knuth_strict = false;

  /// Whether options are written out or referred to by number. If so, a puzzle makes all its
  /// options, even if it is known to have no solution.
  [[nodiscard]] bool needs_options() const {
    return emit || !explain.empty() || !options.certificate.empty() || given.any() ||
           pictures.blank;
  }
};

/// The symmetries under which solutions count as equal, in words.
[[nodiscard]] inline std::string up_to_in_words(const Request& request) {
  return request.up_to_file.empty() ? std::string(to_string(request.options.up_to))
                                    : "the symmetries in " + request.up_to_file;
}

}  // namespace dlx::app
