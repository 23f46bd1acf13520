#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dlx/names.hpp"
#include "dlx/options.hpp"
#include "reductions/drawing/solid.hpp"
#include "reductions/drawing/svg.hpp"
#include "reductions/polycube/formats.hpp"

/// The request that a command line makes, as data. A request is filled in while the command line is
/// parsed (cli/command_line.cpp), and does not change afterwards. Results are not stored in the
/// request; functions return results (run/answer.hpp).
namespace dlx::app {

/// The values of the option that says when messages are coloured.
enum class ColourWhen { automatic, always, never };

/// Settings for what a command reports while it runs. `dlx resume` replaces all settings in
/// Conduct.
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
  std::uint64_t otherwise = 1;  ///< number of solutions to list if the command line names no number

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

/// How often to cover a primary item that must be covered exactly once according to the file.
enum class Cover {
  once,
  at_least_once,  ///< items may be covered several times: a set cover
  at_most_once,   ///< items may be left uncovered: a packing
};

/// How a problem is read from a file.
struct ReadFlags {
  std::string file;
  /// Format of the file; empty: deduced from its name or first lines.
  std::optional<FileFormat> format;
  std::string problem;  ///< name or number of the puzzle, if the file has several
  /// The columns that become secondary items, for file formats in which columns are items.
  std::vector<std::uint32_t> secondary;
  Cover cover = Cover::once;
  bool drop = false;                     ///< whether to drop options without a primary item
  std::optional<std::uint64_t> largest;  ///< limit in bytes for the input and for each line
};

/// The level of trust that --trust asks for.
enum class TrustLevel {
  counted,    ///< T0: the answer is counted, but not confirmed
  agreed,     ///< T1: two engines or methods found equal fingerprints
  certified,  ///< T2: a certificate was checked
  proved,     ///< T3: a proof was checked by a program of other authors
};

/// Settings for saving a run, other than those in Options.
struct Checkpoint {
  bool gzip = false;
  /// Whether to keep the certificate of a run that is already complete. If the certificate is kept,
  /// an existing certificate file is not replaced.
  bool keep_certificate = false;
};

/// Output files that show the listed solutions; an empty name means that no such file is wanted.
struct Pictures {
  std::string svg;
  /// Number of drawings in a row; empty: determined by the shape of the page.
  std::optional<std::uint32_t> columns;
  std::optional<drawing::svg::Paper> paper;  ///< size of printed pages; empty: any size
  bool blank = false;                        ///< whether to draw the puzzle without a solution
  std::string html;
  std::string stl;
  std::string cut;    ///< file with pages of parts to cut out
  std::string steps;  ///< file with a booklet of assembly steps
  std::string bed;    ///< size of the printer's bed for STL, as WIDTHxDEPTH; empty: any size
  bool a_file_a_piece = false;  ///< whether to write an STL file for each piece
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

/// Everything that one command line asks for.
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
  /// File with the symmetries to use with UpTo::all; empty: all symmetries.
  std::string up_to_file;
  std::optional<TrustLevel> trust;
  Checkpoint checkpoint;
  /// The facts (named texts) of the saved run that this request continues; empty if it does not
  /// continue a run.
  std::map<std::string, std::string> resumed;
  Pictures pictures;
  std::string explain;  ///< the file of a page that shows the search step by step; empty: no page
  bool emit = false;
  bool knuth_strict = false;

  /// Whether the request writes options of the problem out, or refers to them by number. For such a
  /// request, a puzzle makes all its options, even if the puzzle is known to have no solution.
  [[nodiscard]] bool needs_options() const {
    return emit || !explain.empty() || !options.certificate.empty() || given.any() ||
           pictures.blank;
  }
  /// Whether the command line asks for solutions, their number or the problem, instead of the
  /// report that some puzzles print by default.
  [[nodiscard]] bool asks_for_solutions() const {
    return wanted.given() || options.random || given.any() || emit || csv || pictures.wanted();
  }
  /// Whether the solutions of a puzzle are printed as drawings in text.
  [[nodiscard]] bool draws_in_text() const {
    return !wanted.count && !json && !csv && !pictures.wanted();
  }
};

/// The symmetries under which solutions count as equal, in words.
[[nodiscard]] inline std::string up_to_in_words(const Request& request) {
  return request.up_to_file.empty() ? std::string(to_string(request.options.up_to))
                                    : "the symmetries in " + request.up_to_file;
}

}  // namespace dlx::app
