#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/design_records.hpp"
#include "reductions/design/bag.hpp"
#include "reductions/design/outcome.hpp"

/// The search of `dlx design`. reductions/design defines the sets, their order and the tests. This
/// file and its .cpp files count sets in several threads, within limits, and save the run in a
/// file.
namespace dlx::app {

/// The methods of counting sets.
enum class DesignMethod {
  automatic,  ///< chosen by choose_method()
  graded,     ///< one search of the whole bag; each assembly is counted for the set that it uses
  sets,       ///< one search for each set; it ends early if the set cannot be wanted
};

/// The arguments of the functions that count sets.
struct DesignTask {
  const design::Design& design;
  const std::vector<design::Bag>& bags;  ///< one for each box
  UpTo up_to;                            ///< rotations or reflections; none: pieces are not turned
  std::optional<std::uint64_t> wanted;   ///< stop after this number of wanted sets; empty: find all
  const std::string& text;               ///< the text of the design
};

/// A method, and the reason for the choice in words that can follow "because".
struct MethodChoice {
  DesignMethod method;
  std::string why;
};

/// Chooses a method. Compares the estimated number of nodes of a search of the whole bag with the
/// number of sets. Throws std::invalid_argument if the method `given` cannot be used.
[[nodiscard]] MethodChoice choose_method(const DesignTask& task, DesignMethod given);

/// Counts sets with one search of the whole bag. The design must have exactly one box. With a
/// checkpoint, the run is saved.
[[nodiscard]] design::Outcome count_graded(const Request& request, Console& console,
                                           const DesignTask& task);

/// Counts sets with a search for each set. With a checkpoint, the run is saved.
[[nodiscard]] design::Outcome count_sets(const Request& request, Console& console,
                                         const DesignTask& task);

/// Computes the measure by which the design compares sets, for each set that has none, and records
/// it. If a limit or a signal ends the computation early, sets the status of the outcome.
void measure(const Request& request, Console& console, const DesignTask& task,
             DesignRecords& measures, design::Outcome& outcome);

}  // namespace dlx::app
