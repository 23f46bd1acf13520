#pragma once

#include <cstdint>
#include <vector>

#include "dlx/certificate/certificate_input.hpp"
#include "dlx/certificate/conflicts.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::certificate {

/// The solutions and nogoods of a step "nogoods" of a certificate (check/CERTIFICATES.md). Each
/// nogood has the conclusions that lead to its contradiction. With multiplicities some conclusions
/// may be missing. Literals are numbered as in the file: 4o means that option o is chosen, and 4o +
/// 1 that option o is not chosen. 4k + 2 means that the k-th entry of `colours` is given to its
/// item, and 4k + 3 that it is not.
struct NogoodList {
  using Literal = std::uint32_t;

  /// A literal that holds, and the reason why it holds.
  struct Conclusion {
    enum class By : std::uint8_t {
      full,    ///< item `index` cannot be covered again, because `partner` covers it
      needed,  ///< all other options and colours of item `index` are false
      nogood,  ///< all other literals of the nogood `index` hold
      link,    ///< follows from `partner`, because an option implies the colours that it gives
      assumed  ///< the nogood that is to be proved contains this literal
    };
    Literal literal = 0;
    By by = By::link;
    std::uint32_t index = 0;
    Literal partner = 0;
  };
  /// A line that contains a nogood, or a solution, which is excluded like a nogood. The number of
  /// the nogood is the index of the line in `lines`.
  struct Line {
    bool is_solution = false;
    std::vector<Literal> literals;  ///< literals of the nogood; for a solution, its chosen options
    /// For a nogood, the literals that follow from it, with their reasons. Each conclusion follows
    /// from the nogood's literals and from earlier conclusions. The last conclusion contradicts one
    /// of the nogood's literals or an earlier conclusion. The list is empty if the nogood
    /// contradicts itself.
    std::vector<Conclusion> conclusions;
  };
  struct NamedColour {
    std::uint32_t item = 0;
    std::vector<std::uint32_t> options;
  };

  /// Used as the literal of a conclusion that is a contradiction by itself, such as an item without
  /// options or an empty nogood.
  static constexpr Literal nothing = 0xFFFF'FFFF;

  std::vector<Line> lines;
  std::vector<NamedColour> colours;
};

/// Reads a step "nogoods" of a certificate and checks it. `live` tells for each option whether it
/// may still be chosen. `bounds` tells for each primary item how often it must and may still be
/// covered. Throws InputError and ProofLimitError.
[[nodiscard]] NogoodList read_nogoods(const Problem& problem, const std::vector<bool>& live,
                                      const std::vector<Bounds>& bounds, CertificateInput& in,
                                      ProofLimit& limit);

}  // namespace dlx::certificate
