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

/// How `dlx design` searches. The sets, their order and their tests are in reductions/design; this
/// part counts them in threads, within limits, and saves the run in a file.
namespace dlx::app {

/// How sets are counted.
enum class DesignMethod {
  automatic,  ///< choose_method() decides
  graded,     ///< one search of the whole bag; each assembly counts for the set that it uses
  sets,       ///< a search for each set, which ends as soon as the set is known not to be wanted
};

/// The arguments of a search.
struct DesignTask {
  const design::Design& design;
  const std::vector<design::Bag>& bags;  ///< one for each box
  UpTo up_to;                            ///< rotations or reflections; none: pieces are not turned
  std::optional<std::uint64_t> wanted;   ///< upper limit on wanted sets
  const std::string& text;               ///< the text of the file
};

/// The method, and why, in words that follow "because".
struct MethodChoice {
  DesignMethod method;
  std::string why;
};

/// Chooses by the estimated number of assemblies of the whole bag and the number of sets. Throws
/// std::invalid_argument if `given` cannot be used.
[[nodiscard]] MethodChoice choose_method(const DesignTask& task, DesignMethod given);

/// Counts by one search of the whole bag. The design must have one box. With a checkpoint the run
/// is saved.
[[nodiscard]] design::Outcome count_graded(const Request& request, Console& console,
                                           const DesignTask& task);

/// Counts set by set. With a checkpoint the run is saved.
[[nodiscard]] design::Outcome count_sets(const Request& request, Console& console,
                                         const DesignTask& task);

/// Measures the sets that are not measured yet, as the design compares them, and records each
/// measure. If a limit or signal ends this, the outcome gets the status.
void measure(const Request& request, Console& console, const DesignTask& task,
             DesignRecords& measures, design::Outcome& outcome);

}  // namespace dlx::app
