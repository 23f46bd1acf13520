#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/names.hpp"
#include "reductions/design/design.hpp"

/// Results of searches among the sets of a design, and the choice of the wanted sets.
namespace dlx::design {

/// How hard a set of pieces is to solve, by the measure that the design asks for.
struct SetMeasure {
  /// Words that replace a level such as "7.2.3" if the set has no level.
  /// @{
  static constexpr std::string_view whole = "-";      ///< the pieces of the set do not come apart
  static constexpr std::string_view undecided = "?";  ///< too many positions to decide
  static constexpr std::string_view single = "0";     ///< the set consists of one piece
  /// @}

  /// The value of the measure, if the measure is a number.
  std::optional<std::uint64_t> number = {};
  /// A level such as "7.2.3", or one of `whole`, `undecided` and `single`.
  std::optional<std::string> level = {};
  /// Whether the difficulty of the set has been measured.
  [[nodiscard]] bool known() const { return number || level; }
  /// Moves until the first part is free; 0 if `level` is not a list of numbers.
  [[nodiscard]] std::uint32_t moves() const;
  /// Conversion of the measure to a text of two words, and back from the first two words of a text.
  /// from_text() removes these two words from the text.
  /// @{
  [[nodiscard]] std::string to_text() const;
  [[nodiscard]] static SetMeasure from_text(std::string_view& text);
  /// @}
};

/// The result of testing a set of pieces.
struct Tested {
  /// Whether the test ended with a result before it reached the limit on nodes.
  bool decided = true;
  /// Number of assemblies in all boxes, up to symmetry; 0 if some box has none.
  std::uint64_t assemblies = 0;
  bool more = false;  ///< whether counting stopped early, so that the set may have more assemblies
  SetMeasure measure = {};  ///< the difficulty of the set, if testing the set also measured it

  /// Conversion of the result to a text of five words, and back from such a text.
  /// @{
  [[nodiscard]] std::string to_text() const;
  [[nodiscard]] static Tested from_text(std::string_view text);
  /// @}
};

/// A set of pieces that a search has found, and the results for this set.
struct FoundSet {
  Set set;                       ///< the set, as the number of copies of each kind of piece
  std::uint64_t assemblies = 0;  ///< number of assemblies in all boxes, up to symmetry
  SetMeasure measure = {};       ///< the difficulty of the set; unknown until it is measured
};

/// The result of a search for sets of pieces.
struct Outcome {
  std::vector<FoundSet> found = {};  ///< the wanted sets
  std::uint64_t allowed = 0;         ///< number of sets that the design allows
  /// Number of allowed sets of which it is decided whether they are wanted.
  std::uint64_t tested = 0;
  std::string method = {};  ///< the method that counted the assemblies, in words
  /// Number of sets that fail only because they do not come apart as the design asks.
  std::uint64_t whole = 0;
  /// Number of sets with several assemblies where one is wanted; only counted if the design has one
  /// box.
  std::uint64_t several = 0;
  /// Number of sets that meet all other conditions, but it is undecided how they come apart.
  std::uint64_t undecided = 0;
  /// The reason why the search ended: solution_limit if the wanted number of sets was found.
  Status status = Status::exhausted;
};

/// How many pieces a set has.
[[nodiscard]] std::uint64_t pieces_of(const Set& set);

/// Whether a tested set is wanted, judged by its number of assemblies alone. `best` is the number
/// of assemblies of the best sets so far.
[[nodiscard]] bool is_wanted(const Design& design, const Tested& tested,
                             std::optional<std::uint64_t> best);

/// Whether a measured set comes apart as its design requires. Returns true if the design has no
/// such requirement. If the result is false, Outcome::whole or Outcome::undecided is increased.
[[nodiscard]] bool is_apart_as_asked(const Design& design, const SetMeasure& measure,
                                     Outcome& outcome);

/// Removes the sets that are unwanted regardless of the other sets. Outcome::several counts the
/// removed sets with several assemblies.
void drop_unwanted(const Design& design, Outcome& outcome);

/// Keeps only the sets that are best by Design::want, and sorts them so that sets with few pieces
/// come first.
void choose_best(const Design& design, std::vector<FoundSet>& found);

/// Sorts sets by their measure, the hardest first.
void sort_by_measure(std::vector<FoundSet>& found);

}  // namespace dlx::design
