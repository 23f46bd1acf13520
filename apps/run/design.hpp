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

/// The search of `dlx design`, which looks for sets of pieces that fill a box as wanted. The pieces
/// come from a bag, which lists the copies of each kind of piece. reductions/design defines the
/// sets of pieces, their order and the tests. This file and its .cpp files count sets of pieces in
/// several threads, within limits, and save the run in a file.
namespace dlx::app {

/// The methods of counting sets of pieces.
enum class DesignMethod {
  automatic,  ///< choose_method() chooses the method
  /// One search with all pieces of the bag; each assembly is counted for the set of pieces that it
  /// uses.
  graded,
  sets,  ///< one search for each set of pieces, until the set is known to be unwanted
};

/// The arguments of the functions that count sets of pieces.
struct DesignTask {
  const design::Design& design;
  const std::vector<design::Bag>& bags;  ///< the bags of pieces, one for each box
  UpTo up_to;  ///< symmetries under which assemblies are equal; none: pieces are not rotated
  /// Stop after this number of wanted sets of pieces; empty: find all.
  std::optional<std::uint64_t> wanted;
  const std::string& text;  ///< the text of the design, which describes the wanted sets of pieces
};

/// A method, and the reason for the choice in words that can follow "because".
struct MethodChoice {
  DesignMethod method;
  std::string why;
};

/// Chooses a method of counting sets of pieces. Compares the number of sets with the estimated
/// number of nodes of one search with all pieces. Throws std::invalid_argument if the method
/// `given` cannot be used.
[[nodiscard]] MethodChoice choose_method(const DesignTask& task, DesignMethod given);

/// Counts sets of pieces by one search with all pieces of the bag. The design must have exactly one
/// box. With a checkpoint, the run is saved.
[[nodiscard]] design::Outcome count_graded(const Request& request, Console& console,
                                           const DesignTask& task);

/// Counts sets of pieces by a search for each set. With a checkpoint, the run is saved.
[[nodiscard]] design::Outcome count_sets(const Request& request, Console& console,
                                         const DesignTask& task);

/// Measures the difficulty of sets of pieces, as the statement `hardest` of the design asks.
/// Computes and records the difficulty of each set of the outcome that is not measured yet. If a
/// limit or a signal ends the computation early, sets the status of the outcome.
void measure(const Request& request, Console& console, const DesignTask& task,
             DesignRecords& measures, design::Outcome& outcome);

}  // namespace dlx::app
