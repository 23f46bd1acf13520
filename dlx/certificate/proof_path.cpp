#include "dlx/certificate/proof_path.hpp"

#include <algorithm>
#include <stdexcept>

#include "dlx/core/item_options.hpp"

namespace dlx::certificate {

ProofPath::ProofPath(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree)
    : problem_(problem),
      conflicts_(conflicts),
      tree_(tree),
      options_of_(options_of_primary_items<std::uint32_t>(problem)),
      reasons_(problem.option_count()),
      covered_(problem.primary_count()),
      merged_(problem.option_count()),
      seen_(problem.option_count()) {}

void ProofPath::fail() {
  throw std::logic_error("the proof's tree has a step that cannot be derived");
}

std::uint32_t ProofPath::option(std::uint32_t o) const {
  return naming_.by == nullptr ? o : naming_.by->options[o];
}

std::uint32_t ProofPath::item(std::uint32_t i) const {
  return naming_.by == nullptr ? i : naming_.by->items[i];
}

bool ProofPath::contains(std::uint32_t o, std::uint32_t item) const {
  return std::binary_search(options_of_[item].begin(), options_of_[item].end(), o);
}

std::vector<std::uint32_t> ProofPath::alike(std::uint32_t o) const {
  std::vector<std::uint32_t> all = merged_[o];
  all.insert(all.begin(), o);
  return all;
}

void ProofPath::rule_out(std::uint32_t o, Reason why) {
  if (reasons_[o].kind != Reason::Kind::none) return;
  reasons_[o] = why;
  trail_.push_back(o);
}

void ProofPath::rule_out(std::uint32_t o, Clause why) {
  clauses_.push_back(std::move(why));
  rule_out(o, {Reason::Kind::clause, static_cast<std::uint32_t>(clauses_.size() - 1)});
}

void ProofPath::choose(std::uint32_t o) {
  if (reasons_[o].kind != Reason::Kind::none) fail();
  rule_out(o, {Reason::Kind::chosen, o});
  chosen_.push_back(o);
  for (const std::uint32_t other : conflicts_.of(o)) rule_out(other, {Reason::Kind::conflict, o});
  for (const ItemId primary : problem_.items(OptionId{o})) {
    if (!problem_.is_primary(primary)) continue;
    const std::uint32_t i = index(primary);
    if (++covered_[i] < problem_.bounds(primary).at_most) continue;
    for (const std::uint32_t other : options_of_[i]) rule_out(other, {Reason::Kind::full, i});
  }
}

void ProofPath::unchoose(const Mark& mark) {
  for (const ItemId primary : problem_.items(OptionId{chosen_.back()})) {
    if (problem_.is_primary(primary)) --covered_[index(primary)];
  }
  chosen_.pop_back();
  static_cast<void>(undo(mark));
}

std::vector<std::uint64_t> ProofPath::undo(const Mark& mark) {
  for (; trail_.size() > mark.trail; trail_.pop_back()) reasons_[trail_.back()] = {};
  std::vector<std::uint64_t> over;
  for (; clauses_.size() > mark.clauses; clauses_.pop_back()) {
    if (clauses_.back().derived) over.push_back(clauses_.back().id);
  }
  return over;
}

void ProofPath::add_option(Derivation& derivation, std::uint32_t o) {
  if (std::exchange(seen_[o], derivation_) != derivation_) derivation.options.push_back(o);
}

void ProofPath::add_other(Derivation& derivation, std::uint32_t o) {
  if (std::exchange(seen_[o], derivation_) != derivation_) derivation.others.push_back(o);
}

void ProofPath::add_rest(Derivation& derivation, const Clause& clause, std::uint32_t but) {
  for (const std::uint32_t o : clause.options) {
    if (o != but) add_option(derivation, o);
  }
  for (const std::uint32_t o : clause.others) add_other(derivation, o);
}

void ProofPath::explain(std::uint32_t option, Derivation& derivation) {
  const Reason why = reasons_[option];
  switch (why.kind) {
    case Reason::Kind::none:
    case Reason::Kind::chosen:
      return;
    case Reason::Kind::conflict:
      add_option(derivation, why.by);
      derivation.hints.push_back(not_both(why.by, option));
      return;
    case Reason::Kind::full:
      for (const std::uint32_t o : chosen_) {
        if (contains(o, why.by)) add_option(derivation, o);
      }
      derivation.hints.push_back(at_most(why.by));
      return;
    case Reason::Kind::clause:
      add_rest(derivation, clauses_[why.by], option);
      derivation.hints.push_back(clauses_[why.by].id);
      return;
    case Reason::Kind::assumed:
      add_other(derivation, option);
  }
}

ProofPath::Clause ProofPath::dead_end(std::uint32_t item) {
  Derivation derivation = begin();
  std::uint32_t possible = 0;
  for (const std::uint32_t o : options_of_[item]) {
    const Reason::Kind kind = reasons_[o].kind;
    possible += kind == Reason::Kind::none || kind == Reason::Kind::chosen ? 1 : 0;
    explain(o, derivation);
  }
  if (possible >= problem_.bounds(ItemId{item}).at_least) fail();
  derivation.hints.push_back(at_least(item));
  return derive(derivation);
}

ProofPath::Chain::~Chain() {
  path_.naming_ = naming_;
  for (; !merged_.empty(); merged_.pop_back()) {
    path_.merged_[merged_.back().first].resize(merged_.back().second);
  }
}

void ProofPath::Chain::merge(std::uint32_t o, std::uint32_t q) {
  auto& merged_with = path_.merged_[o];
  merged_.emplace_back(o, merged_with.size());
  const auto more = path_.alike(q);
  merged_with.insert(merged_with.end(), more.begin(), more.end());
}

void ProofPath::Chain::rename(const ProofTree::Permutation& by) {
  auto permutation = std::make_unique<ProofTree::Permutation>(by);
  for (std::uint32_t& i : permutation->items) i = path_.item(i);
  for (std::uint32_t& o : permutation->options) o = path_.option(o);
  path_.naming_ = {.by = permutation.get(), .id = ++path_.namings_};
  permutations_.push_back(std::move(permutation));
}

}  // namespace dlx::certificate
