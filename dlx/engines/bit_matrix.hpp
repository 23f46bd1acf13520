#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "dlx/core/assumption.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/vectors.hpp"

namespace dlx::engines {

/// Why the engine refuses this problem, in words; empty if it takes the problem. It refuses
/// problems whose tables would be large.
[[nodiscard]] std::string_view bit_matrix_objection(const Problem& problem);

/// The engine bit_matrix, which can restart with given options, without being made again.
class BitMatrixEngine : public search::Engine {
 public:
  /// Drops the present search and searches for the solutions in which all assumptions hold; counts
  /// of earlier searches are kept. False: two assumptions exclude each other. Throws
  /// std::invalid_argument for problems with multiplicities, and if an option does not exist.
  virtual bool assume(std::span<const Assumption> assumptions) = 0;
};

/// An engine with options as bit vectors: for dense problems, where it is eight to twelve times as
/// fast as dancing links, and more where there are tens of thousands of options. It branches on the
/// first of the smallest items and, without multiplicities, finds solutions in the order of dancing
/// links. Throws std::invalid_argument where bit_matrix_objection() is not empty, for branching
/// rules other than minimum_remaining, and for vectors that this processor lacks. `most_rows`: if
/// more options are left, the row of an option is computed whenever it is chosen, because a table
/// of rows would grow with the square of the number of options.
[[nodiscard]] std::unique_ptr<BitMatrixEngine> make_bit_matrix(const Problem& problem,
                                                               const Options& options,
                                                               search::VectorKind vectors,
                                                               std::uint32_t most_rows = 16'384);
/// The engine with the best vectors of this processor.
[[nodiscard]] std::unique_ptr<search::Engine> make_bit_matrix(const Problem& problem,
                                                              const Options& options);

}  // namespace dlx::engines
