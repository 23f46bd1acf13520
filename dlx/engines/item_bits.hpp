#pragma once

#include <memory>
#include <string_view>

#include "dlx/core/problem.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/vectors.hpp"

namespace dlx::engines {

/// The reason why the engine refuses this problem; empty if the engine accepts the problem. The
/// engine accepts problems of at most 256 items, without colours and multiplicities.
[[nodiscard]] std::string_view item_bits_objection(const Problem& problem);

/// Whether a search of item_bits is likely to be quick, as on a flat board. Returns false if
/// item_bits_objection() is not empty. Returns true if two conditions hold:
///   - Most primary items share many options with another item. Such items are called near.
///   - While the near items are covered one by one in the engine's order, at most three fifths of
///     them are at any time uncovered and share an option with a covered item.
[[nodiscard]] bool suits_item_bits(const Problem& problem);

/// An engine that stores options as bit sets of items. The engine branches on the first item that
/// is not covered. The order of items is the problem's order, a given order or, with the rule
/// minimum_remaining, an order that the engine computes. Throws std::invalid_argument for problems
/// that the engine refuses, for the rule weighted, if Options::order names a secondary item or an
/// item twice, and for vectors that this processor does not support.
[[nodiscard]] std::unique_ptr<search::Engine> make_item_bits(const Problem& problem,
                                                             const Options& options,
                                                             search::VectorKind vectors);
/// Makes the engine item_bits with the best vector instructions of this processor.
[[nodiscard]] std::unique_ptr<search::Engine> make_item_bits(const Problem& problem,
                                                             const Options& options);

}  // namespace dlx::engines
