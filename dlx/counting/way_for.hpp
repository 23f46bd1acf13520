#pragma once

#include <memory>

#include "dlx/counting/way.hpp"

namespace dlx::counting {

/// Whether the policy that chooses methods may look for symmetries.
enum class SymmetryUse { allowed, forbidden };

/// Makes the Way (the object that counts) for the options of a count: a single method, or a Policy
/// that chooses among all methods. The problem is reduced first, unless the options forbid a
/// reduction. The problem must outlive the Way. Throws std::invalid_argument if the method refuses
/// the problem.
[[nodiscard]] std::unique_ptr<Way> way_for(const Problem& problem, const Tally& weights_of,
                                           const Context& context, SymmetryUse symmetry);

}  // namespace dlx::counting
