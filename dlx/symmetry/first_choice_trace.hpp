#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/symmetry/first_choices.hpp"

namespace dlx::symmetry {

/// Records in a certificate why it is enough to search after first choices
/// (FirstChoiceUse::solutions). At each choice, every other option is the image of a first choice
/// under a symmetry. The caller records the search after each first choice, one after the other.
class FirstChoiceTrace {
 public:
  /// A first choice, and the problem it leaves.
  struct Next {
    const FirstChoice* first_choice;
    preprocess::Rest rest;
  };

  /// All arguments must outlive this object.
  FirstChoiceTrace(search::Trace& trace, const Problem& problem, const OptionSymmetries& group,
                   std::span<const FirstChoice> first_choices);

  /// Records everything that precedes the next first choice, and returns this choice. After the
  /// last first choice it records the remaining steps and returns nothing.
  [[nodiscard]] std::optional<Next> next();

 private:
  /// A node of the tree of choices: an item, and the options that cover it.
  struct Node {
    ItemId item = {};
    preprocess::Rest rest;
    // First choices that begin with this node's choices.
    std::span<const FirstChoice> first_choices;
    std::size_t place = 0;  // index in rest.originals
    // [option]: the number of the state kept after it, if any.
    std::map<OptionId, std::optional<std::uint64_t>> kept;
    // Whether the option at `place` leaves no primary item.
    bool settled = false;
  };

  [[nodiscard]] std::optional<Next> open(preprocess::Rest rest,
                                         std::span<const FirstChoice> first_choices);
  void close_option();
  void image(const Node& node, OptionId option);

  search::Trace& trace_;
  const Problem& problem_;
  const OptionSymmetries& group_;
  std::span<const FirstChoice> first_choices_;
  bool begun_ = false;
  std::vector<OptionId> chosen_;
  std::vector<Node> nodes_;                            // open nodes, from the root
  std::map<std::size_t, std::uint64_t> permutations_;  // [member]: its number
  std::uint64_t next_kept_ = 0;
};

}  // namespace dlx::symmetry
