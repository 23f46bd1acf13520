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
/// (FirstChoiceUse::certificate). At each choice, every other option is the image of a first choice
/// under a symmetry. The caller records the search after each first choice, one after the other.
class FirstChoiceTrace {
 public:
  /// A first choice, and the problem that is left after it.
  struct Next {
    const FirstChoice* first_choice;
    preprocess::Rest rest;
  };

  /// Constructs a trace of the given first choices. All arguments must outlive this object.
  FirstChoiceTrace(search::Trace& trace, const Problem& problem, const OptionSymmetries& group,
                   std::span<const FirstChoice> first_choices);

  /// Records the steps of the certificate that precede the next first choice, and returns this
  /// first choice. After the last first choice, records the remaining steps and returns nothing.
  [[nodiscard]] std::optional<Next> next();

 private:
  /// A node of the tree of choices: an item, and the options that cover the item.
  struct Node {
    ItemId item = {};
    preprocess::Rest rest;
    // The first choices that begin with the choices made down to this node.
    std::span<const FirstChoice> first_choices;
    std::size_t place = 0;  // the index in rest.originals of the current option
    // For each option: the number of the state that was kept after this option, if a state was
    // kept.
    std::map<OptionId, std::optional<std::uint64_t>> kept;
    // Whether the option at index `place` leaves no primary item uncovered.
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
  // The open nodes of the tree of choices, from the root.
  std::vector<Node> nodes_;
  // For each member of the group that was recorded, by its index: its number in the certificate.
  std::map<std::size_t, std::uint64_t> permutations_;
  std::uint64_t next_kept_ = 0;
};

}  // namespace dlx::symmetry
