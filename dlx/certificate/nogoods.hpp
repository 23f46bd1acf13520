#pragma once

#include <cstdint>
#include <vector>

#include "dlx/certificate/certificate_input.hpp"
#include "dlx/certificate/conflicts.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::certificate {

/// The lines of a step "nogoods" (check/CERTIFICATES.md), each with the conclusions that lead to
/// its contradiction; with multiplicities these may be incomplete. A literal is written as it is in
/// the file: 4o and 4o + 1 for option o chosen or not, 4k + 2 and 4k + 3 for the k-th named colour.
struct NogoodList {
  using Literal = std::uint32_t;

  /// Why a literal holds.
  struct Conclusion {
    enum class By : std::uint8_t {
      full,    ///< the item `index` is covered by `partner`, another member of it
      needed,  ///< all other members of the item `index` are false
      nogood,  ///< all other literals of the nogood `index` hold
      link,    ///< `partner` holds: an option and its colour
      assumed  ///< the nogood to be shown has it
    };
    Literal literal = 0;
    By by = By::link;
    std::uint32_t index = 0;
    Literal partner = 0;
  };
  /// A line that makes a nogood; it has the number of its place in `lines`.
  struct Line {
    bool is_solution = false;
    std::vector<Literal> literals;  ///< solution: that its options are chosen
    /// For a nogood: the literals that follow from it, each from earlier ones. The last literal
    /// contradicts the nogood or an earlier literal. Empty if the nogood contradicts itself.
    std::vector<Conclusion> conclusions;
  };
  struct NamedColour {
    std::uint32_t item = 0;
    std::vector<std::uint32_t> options;
  };

  /// The literal of a conclusion that is a contradiction: an item or a nogood without members.
  static constexpr Literal nothing = 0xFFFF'FFFF;

  std::vector<Line> lines;
  std::vector<NamedColour> colours;
};

/// Reads a step "nogoods" and checks it. `live`: whether each option may still be chosen; `bounds`:
/// the need and the room of each primary item. Throws InputError and ProofLimitError.
[[nodiscard]] NogoodList read_nogoods(const Problem& problem, const std::vector<bool>& live,
                                      const std::vector<Bounds>& bounds, CertificateInput& in,
                                      ProofLimit& limit);

}  // namespace dlx::certificate
