#include "dlx/symmetry/first_choice_trace.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "dlx/symmetry/symmetry_trace.hpp"

namespace dlx::symmetry {
namespace {

bool contains(const Problem& problem, OptionId option, ItemId item) {
  const auto items = problem.items(option);
  return std::find(items.begin(), items.end(), item) != items.end();
}

}  // namespace

FirstChoiceTrace::FirstChoiceTrace(search::Trace& trace, const Problem& problem,
                                   const OptionSymmetries& group,
                                   std::span<const FirstChoice> first_choices)
    : trace_(trace), problem_(problem), group_(group), first_choices_(first_choices) {}

std::optional<FirstChoiceTrace::Next> FirstChoiceTrace::next() {
  if (!std::exchange(begun_, true)) {
    if (auto found = open(preprocess::rest_after(problem_, chosen_), first_choices_)) return found;
  } else if (!nodes_.empty()) {
    close_option();
  }
  while (!nodes_.empty()) {
    Node& node = nodes_.back();
    if (node.place == node.rest.originals.size()) {
      nodes_.pop_back();
      if (!nodes_.empty()) close_option();
      continue;
    }
    const OptionId option = node.rest.originals[node.place];
    const std::size_t depth = nodes_.size() - 1;
    const auto with_option = [&](const FirstChoice& first_choice) {
      return first_choice.chosen[depth] == option;
    };
    const auto first =
        std::find_if(node.first_choices.begin(), node.first_choices.end(), with_option);
    if (!contains(problem_, option, node.item) || first == node.first_choices.end()) {
      if (contains(problem_, option, node.item)) image(node, option);
      ++node.place;
      continue;
    }
    chosen_.push_back(option);
    preprocess::Rest below = preprocess::rest_after(problem_, chosen_);
    node.settled = below.problem.primary_count() == 0;
    if (!node.settled) trace_.step(search::Step::keep);
    const std::span<const FirstChoice> first_choices(
        first, std::find_if_not(first, node.first_choices.end(), with_option));
    if (auto found = open(std::move(below), first_choices)) return found;
  }
  return {};
}

/// Returns the first choice if the chosen options form a complete first choice. Otherwise begins a
/// branch on the next item.
std::optional<FirstChoiceTrace::Next> FirstChoiceTrace::open(
    preprocess::Rest rest, std::span<const FirstChoice> first_choices) {
  const std::size_t depth = chosen_.size();
  if (first_choices[0].chosen.size() == depth) return Next{&first_choices[0], std::move(rest)};
  const ItemId item = first_choices[0].items[depth];
  trace_.branch(index(item));
  nodes_.push_back(
      {.item = item, .rest = std::move(rest), .first_choices = first_choices, .kept = {}});
  return {};
}

/// Ends the branch of the current option of the deepest node, after the subtree has been recorded
/// in the certificate.
void FirstChoiceTrace::close_option() {
  Node& node = nodes_.back();
  const OptionId option = node.rest.originals[node.place];
  node.kept[option] = node.settled ? std::nullopt : std::optional(next_kept_++);
  chosen_.pop_back();
  ++node.place;
}

/// Records in the certificate that `option` is the image of an earlier option of the node, under a
/// symmetry that maps each chosen option to itself. The step `keep` of the certificate has stored
/// the count after the earlier option (check/CERTIFICATES.md).
void FirstChoiceTrace::image(const Node& node, OptionId option) {
  for (std::size_t m = 0; m < group_.members().size(); ++m) {
    const OptionPermutation& member = group_.members()[m];
    const auto stays = [&](OptionId o) { return member[index(o)] == o; };
    if (!std::all_of(chosen_.begin(), chosen_.end(), stays)) continue;
    for (const auto& [from, number] : node.kept) {
      if (member[index(from)] != option) continue;
      if (!number) return;
      const auto [place, is_new] = permutations_.try_emplace(m, permutations_.size());
      if (is_new) {
        trace_.step(search::Step::permutation);
        trace_symmetry(trace_, problem_, member);
      }
      trace_.step(search::Step::image);
      trace_.number(place->second);
      trace_.number(*number);
      return;
    }
  }
  throw std::logic_error("an option that is not an image of a first choice");
}

}  // namespace dlx::symmetry
