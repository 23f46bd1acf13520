#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/names.hpp"
#include "reductions/design/design.hpp"

/// What is found out about the sets of a design, and which of them are wanted.
namespace dlx::design {

/// How hard a set is, by what the design compares.
struct SetMeasure {
  /// Levels that are not numbers of moves.
  /// @{
  static constexpr std::string_view whole = "-";      ///< does not come apart
  static constexpr std::string_view undecided = "?";  ///< has too many positions to tell
  static constexpr std::string_view single = "0";     ///< is one piece
  /// @}

  std::optional<std::uint64_t> number = {};  ///< of what Measure says, for each assembly
  std::optional<std::string> level = {};     ///< "7.2.3", or one of these
  /// Whether it has been measured.
  [[nodiscard]] bool known() const { return number || level; }
  /// Moves until a part is free; 0 where no number says it.
  [[nodiscard]] std::uint32_t moves() const;
  /// Two words, and a measure from two words at the beginning of a text, which goes on after them.
  /// @{
  [[nodiscard]] std::string to_text() const;
  [[nodiscard]] static SetMeasure from_text(std::string_view& text);
  /// @}
};

/// What a test says of a set.
struct Tested {
  bool decided = true;           ///< false: the limit on nodes was reached
  std::uint64_t assemblies = 0;  ///< in all boxes, up to symmetry; 0: some box has none
  bool more = false;             ///< there are more, which were not counted
  SetMeasure measure = {};       ///< if it was measured at once

  /// Five words, and what they say.
  /// @{
  [[nodiscard]] std::string to_text() const;
  [[nodiscard]] static Tested from_text(std::string_view text);
  /// @}
};

/// A set, and what is known of it.
struct FoundSet {
  Set set;                       ///< copies of each kind
  std::uint64_t assemblies = 0;  ///< in all boxes, up to symmetry
  SetMeasure measure = {};       ///< unknown until it is measured
};

/// What was found.
struct Outcome {
  std::vector<FoundSet> found = {};   ///< the wanted sets
  std::uint64_t allowed = 0;          ///< sets that the design allows
  std::uint64_t tested = 0;           ///< of these: known to be wanted, or not
  std::string method = {};            ///< by which they were counted, in words
  std::uint64_t whole = 0;            ///< otherwise wanted, but not apart as the design asks
  std::uint64_t undecided = 0;        ///< otherwise wanted, but it is not known how they come apart
  Status status = Status::exhausted;  ///< solution_limit: as many as were asked for
};

/// How many pieces a set has.
[[nodiscard]] std::uint64_t pieces_of(const Set& set);

/// Whether a set is wanted by the number of its assemblies. `best`: that of the best sets so far.
[[nodiscard]] bool is_wanted(const Design& design, const Tested& tested,
                             std::optional<std::uint64_t> best);

/// Whether a measured set comes apart as its design asks, or nothing is asked. If not, the outcome
/// counts the set.
[[nodiscard]] bool is_apart_as_asked(const Design& design, const SetMeasure& measure,
                                     Outcome& outcome);

/// Drops the sets that are not wanted, whatever other sets there are.
void drop_unwanted(const Design& design, std::vector<FoundSet>& found);

/// Leaves the best sets, those with few pieces first.
void choose_best(const Design& design, std::vector<FoundSet>& found);

/// Puts the hardest first.
void sort_by_measure(std::vector<FoundSet>& found);

}  // namespace dlx::design
