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

/// Records in a certificate why it is enough to search only with one option of each orbit: every
/// other option is the image of such an option (a first choice) under a symmetry. The caller
/// records the searches after the first choices, one after another.
class FirstChoiceTrace {
 public:
  /// A first choice, and the problem that is left after it.
  struct Next {
    const FirstChoice* first_choice;
    preprocess::Rest rest;
  };

  /// All arguments must outlive this object.
  FirstChoiceTrace(search::Trace& trace, const Problem& problem, const OptionSymmetries& group,
                   std::span<const FirstChoice> first_choices);

  /// Writes the part of the certificate that precedes the search after the next first choice, and
  /// returns this first choice. After the last first choice, writes the rest of the certificate and
  /// returns nothing.
  [[nodiscard]] std::optional<Next> next();

 private:
  /// A node of the tree of choices: the search branches on an item and tries the options that cover
  /// it.
  struct Node {
    ItemId item = {};
    preprocess::Rest rest;
    // The first choices that begin with the options chosen on the path from the root to this node.
    std::span<const FirstChoice> first_choices;
    std::size_t place = 0;  // the index in rest.originals of the current option
    // For each option: the number by which the certificate refers to the stored count after this
    // option; nullopt if no count was stored.
    std::map<OptionId, std::optional<std::uint64_t>> kept;
    // Whether every primary item is covered once the option at index `place` is chosen.
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
  // By the index of a member of the group: its number in the certificate, if the member was
  // recorded there.
  std::map<std::size_t, std::uint64_t> permutations_;
  std::uint64_t next_kept_ = 0;
};

}  // namespace dlx::symmetry
