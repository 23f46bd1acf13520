#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/problem_builder.hpp"

namespace dlx::preprocess {

/// Makes problems from parts of a problem, which must outlive this object. Making all independent
/// parts of a problem takes about as much time as building the problem once.
class Subproblems {
 public:
  explicit Subproblems(const Problem& problem);

  /// Makes the problem of these items and options, numbered in the given order. Names are kept, and
  /// entries with other items are left out. In `items`, primary items must come before secondary
  /// items. `bounds` has the bounds of each primary item; if it is empty, items keep the bounds
  /// that they have in the whole problem. `costs` has the cost of each option; if it is empty,
  /// options keep their costs. Throws ProblemError if an option is left without a primary item.
  [[nodiscard]] Problem take(std::span<const ItemId> items, std::span<const OptionId> options,
                             std::span<const Bounds> bounds = {},
                             std::span<const std::int64_t> costs = {});

 private:
  void add_options(ProblemBuilder& builder, std::span<const OptionId> options,
                   std::span<const std::int64_t> costs);
  void add_plain_options(ProblemBuilder& builder, std::span<const OptionId> options);

  struct Known {  // a colour of the problem in the last part that contains it
    std::uint32_t part = 0;
    Colour colour = Colour::none;
  };

  const Problem* problem_;
  // For each item: its position in the part that is being made, counted from 1; 0 if the part does
  // not contain the item.
  std::vector<std::uint32_t> places_;
  std::vector<Known> colours_;
  std::uint32_t part_ = 0;
};

/// The rest of a problem after an option has been chosen. The solutions of the rest correspond one
/// to one to the solutions of the problem that contain this option.
struct Rest {
  Problem problem;
  /// For each option of the rest: the option of the whole problem.
  std::vector<OptionId> originals;
  std::vector<ItemId> items;  ///< for each item of the rest: the item of the whole problem
};

/// Returns the rest of a problem after one option is chosen. Items that cannot be covered again are
/// removed, and so are options that conflict with the chosen option. The other items keep their
/// names and their order; the bounds of the chosen option's items are lowered by 1.
[[nodiscard]] Rest rest_after(const Problem& problem, OptionId chosen);
/// The rest of a problem after several options are chosen. Throws std::invalid_argument if two of
/// these options conflict.
[[nodiscard]] Rest rest_after(const Problem& problem, std::span<const OptionId> chosen);
/// The options of the whole problem that are left in `rest` and contain the item, in ascending
/// order.
[[nodiscard]] std::vector<OptionId> options_left(const Problem& problem, const Rest& rest,
                                                 ItemId item);

}  // namespace dlx::preprocess
