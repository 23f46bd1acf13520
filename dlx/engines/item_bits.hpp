#pragma once

#include <memory>
#include <string_view>

#include "dlx/core/problem.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/vectors.hpp"

namespace dlx::engines {

/// Why the engine refuses this problem, in words; empty if it takes the problem. It takes problems
/// of at most 256 items, without colours and multiplicities.
[[nodiscard]] std::string_view item_bits_objection(const Problem& problem);

/// Whether the search is likely to be quick, as on a flat board. That needs two conditions. Most
/// primary items share many options with another item; call these near. While the near items are
/// covered in the engine's order, at most three fifths of them are open and share an option with a
/// covered item. False if there is an objection.
[[nodiscard]] bool suits_item_bits(const Problem& problem);

/// An engine with options as bit sets of items, which branches on the first item that is not
/// covered: in the problem's order, in a given order, or, by the rule minimum_remaining, in an
/// order that it computes. Throws std::invalid_argument for problems that it refuses, for the rule
/// weighted, if Options::order names a secondary item or an item twice, and for vectors that this
/// processor lacks.
[[nodiscard]] std::unique_ptr<search::Engine> make_item_bits(const Problem& problem,
                                                             const Options& options,
                                                             search::VectorKind vectors);
/// The engine with the best vectors of this processor.
[[nodiscard]] std::unique_ptr<search::Engine> make_item_bits(const Problem& problem,
                                                             const Options& options);

}  // namespace dlx::engines
