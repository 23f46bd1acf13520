#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/design_records.hpp"
#include "dlx/names.hpp"
#include "reductions/design/bag.hpp"
#include "reductions/design/design.hpp"

/// The search over sets of pieces that `dlx design` makes. It lies in apps/run because it needs
/// both sides of the ladder: the bag and its sets are of reductions/design, which sees no search;
/// how sets are counted, in threads, within limits and saved in a file, is of dlx/ and of this
/// folder.
namespace dlx::app {

/// How sets are counted.
enum class DesignMethod {
  automatic,  ///< as choose_method() says
  graded,     ///< one search of the whole bag; each assembly counts for the set that it uses
  sets,       ///< a search for each set, which ends as soon as the set is known not to be wanted
};

/// How hard a set is, by what the design compares.
struct SetMeasure {
  /// Levels that are not numbers of moves.
  /// @{
  static constexpr std::string_view whole = "-";      ///< does not come apart
  static constexpr std::string_view undecided = "?";  ///< has too many positions to tell
  static constexpr std::string_view single = "0";     ///< is one piece
  /// @}

  std::optional<std::uint64_t> number = {};  ///< of what design::Measure says, for each assembly
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

/// A set, and what is known of it.
struct FoundSet {
  design::Set set;
  std::uint64_t assemblies = 0;  ///< in all boxes, up to symmetry; 0: some box has none
  bool more = false;             ///< there are more, which were not counted
  SetMeasure measure = {};
};

/// What is searched.
struct DesignTask {
  const design::Design& design;
  const std::vector<design::Bag>& bags;  ///< one for each box
  UpTo up_to;                            ///< rotations or reflections; none: pieces are not turned
  std::optional<std::uint64_t> wanted;   ///< upper limit on wanted sets
  const std::string& text;               ///< of the file
};

/// What was found.
struct DesignOutcome {
  std::vector<FoundSet> found = {};   ///< the wanted sets
  std::uint64_t allowed = 0;          ///< sets that the design allows
  std::uint64_t tested = 0;           ///< of these: known to be wanted, or not
  std::string method = {};            ///< in words, as design_facts() has it
  std::uint64_t whole = 0;            ///< otherwise wanted, but not apart as the design asks
  std::uint64_t undecided = 0;        ///< otherwise wanted, but it is not known how they come apart
  Status status = Status::exhausted;  ///< solution_limit: as many as were asked for
};

/// The method, and why, in words that follow "because".
struct MethodChoice {
  DesignMethod method;
  std::string why;
};

/// Chooses by the estimated number of assemblies of the whole bag and the number of sets. Throws
/// std::invalid_argument if `given` cannot be used.
[[nodiscard]] MethodChoice choose_method(const DesignTask& task, DesignMethod given);

/// Counts by one search of the bag, in the only box. With a checkpoint the run is saved.
[[nodiscard]] DesignOutcome count_graded(const Request& request, Console& console,
                                         const DesignTask& task);

/// Counts set by set. With a checkpoint the run is saved.
[[nodiscard]] DesignOutcome count_sets(const Request& request, Console& console,
                                       const DesignTask& task);

/// Whether a measured set comes apart as its design asks, or nothing is asked. If not, the outcome
/// counts the set.
[[nodiscard]] bool is_apart_as_asked(const design::Design& design, const SetMeasure& measure,
                                     DesignOutcome& outcome);

/// Measures the sets that are not measured yet, as the design compares them, and records each
/// measure. Changes the status of the outcome if that was ended.
void measure(const Request& request, Console& console, const DesignTask& task,
             DesignRecords& measures, DesignOutcome& outcome);

}  // namespace dlx::app
