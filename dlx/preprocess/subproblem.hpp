#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/problem_builder.hpp"

namespace dlx::preprocess {

/// Takes parts out of a problem, which must outlive it. Taking out all parts of a division costs as
/// much as building the problem once.
class Subproblems {
 public:
  explicit Subproblems(const Problem& problem);

  /// The problem of these items and options, numbered in the order given, names and costs kept;
  /// entries of other items are left out. Primary items come before secondary ones and have
  /// `bounds`, one each, or the bounds of the whole problem if `bounds` is empty. `costs` are the
  /// options' costs, in the same manner. Every option must retain a primary item, or ProblemError
  /// is thrown.
  [[nodiscard]] Problem take(std::span<const ItemId> items, std::span<const OptionId> options,
                             std::span<const Bounds> bounds = {},
                             std::span<const std::int64_t> costs = {});

 private:
  void add_options(ProblemBuilder& builder, std::span<const OptionId> options,
                   std::span<const std::int64_t> costs);
  void add_plain_options(ProblemBuilder& builder, std::span<const OptionId> options);

  struct Known {  // a colour's handle in the part of this number
    std::uint32_t part = 0;
    Colour colour = Colour::none;
  };

  const Problem* problem_;
  std::vector<std::uint32_t> places_;  // [item]: its place in the part that is being made, from 1
  std::vector<Known> colours_;
  std::uint32_t part_ = 0;
};

/// The rest of a problem after an option has been chosen. Its solutions correspond one to one to
/// the problem's solutions with this option.
struct Rest {
  Problem problem;
  std::vector<OptionId> originals;  ///< [option]: the option of the whole
  std::vector<ItemId> items;        ///< [item]: the item of the whole
};

/// Chooses an option. Items stay under their names, in their order, with the bounds that remain.
/// Items that cannot be covered again are removed, and so are options that conflict with the
/// option.
[[nodiscard]] Rest rest_after(const Problem& problem, OptionId chosen);
/// Chooses several options; throws std::invalid_argument if two of them conflict.
[[nodiscard]] Rest rest_after(const Problem& problem, std::span<const OptionId> chosen);
/// The options of the whole that are left and have an item of it, ascending.
[[nodiscard]] std::vector<OptionId> options_left(const Problem& problem, const Rest& rest,
                                                 ItemId item);

}  // namespace dlx::preprocess
