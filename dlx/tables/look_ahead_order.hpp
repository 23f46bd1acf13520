#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/deadline.hpp"

namespace dlx::tables {

/// How far look_ahead_order() looks.
struct LookAhead {
  std::uint32_t width = 8;        ///< beginnings of orders that are kept after each step
  std::uint32_t candidates = 12;  ///< items that each of them is continued with
  std::uint32_t sample = 500;     ///< states of a step that are followed
};

/// An order of the primary items in which a sweep may have few states: made step by step with the
/// item that leads to the fewest, as far as a sample of the states shows. Nothing if the deadline
/// is reached, and for problems with colours or multiplicities. The same for the same arguments.
[[nodiscard]] std::optional<std::vector<ItemId>> look_ahead_order(
    const Problem& problem, const LookAhead& look_ahead = {},
    const search::Deadline& deadline = {});

/// Upper limit for the states that look_ahead_order() follows.
[[nodiscard]] double look_ahead_states(const Problem& problem, const LookAhead& look_ahead = {});

/// Upper limit for the bytes that look_ahead_order() takes meanwhile.
[[nodiscard]] double look_ahead_bytes(const Problem& problem, const LookAhead& look_ahead = {});

/// The states of a sweep in this order over all steps, estimated by a sample of each step. Mostly
/// too high, by a factor that is similar for all orders of a problem; exact while no step has more
/// states than the sample. For problems without colours and multiplicities. Nothing if the deadline
/// is reached.
[[nodiscard]] std::optional<double> sampled_states(const Problem& problem,
                                                   std::span<const ItemId> order,
                                                   std::uint32_t sample,
                                                   const search::Deadline& deadline = {});

}  // namespace dlx::tables
