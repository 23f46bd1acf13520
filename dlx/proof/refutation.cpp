#include "dlx/proof/refutation.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dlx {
namespace {

/// Something holds in the tree that does not in the problem.
[[noreturn]] void fail() {
  throw std::logic_error("the proof's tree has a step that cannot be derived");
}

}  // namespace

Refutation::Refutation(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                       ProofLimit& limit)
    : problem_(problem),
      conflicts_(conflicts),
      tree_(tree),
      limit_(limit),
      options_of_(problem.primary_count()),
      reasons_(problem.option_count()),
      covered_(problem.primary_count()),
      merged_(problem.option_count()),
      seen_(problem.option_count()) {
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) {
      if (problem.is_primary(item)) options_of_[index(item)].push_back(o);
    }
  }
}

std::uint32_t Refutation::option(std::uint32_t o) const {
  return by_ == nullptr ? o : by_->options[o];
}

std::uint32_t Refutation::item(std::uint32_t i) const {
  return by_ == nullptr ? i : by_->items[i];
}

std::vector<std::uint32_t> Refutation::alike(std::uint32_t o) const {
  std::vector<std::uint32_t> all = merged_[o];
  all.insert(all.begin(), o);
  return all;
}

void Refutation::rule_out(std::uint32_t o, Reason why) {
  if (reasons_[o].kind != Reason::Kind::none) return;
  reasons_[o] = why;
  trail_.push_back(o);
}

void Refutation::undo(std::size_t trail, std::size_t clauses) {
  for (; trail_.size() > trail; trail_.pop_back()) reasons_[trail_.back()] = {};
  std::vector<std::uint64_t> over;
  for (; clauses_.size() > clauses; clauses_.pop_back()) {
    if (clauses_.back().derived) over.push_back(clauses_.back().id);
  }
  if (!over.empty()) write_end_of(over);
}

void Refutation::choose(std::uint32_t o) {
  if (reasons_[o].kind != Reason::Kind::none) fail();
  rule_out(o, {Reason::Kind::chosen, o});
  chosen_.push_back(o);
  for (const std::uint32_t other : conflicts_.of(o)) rule_out(other, {Reason::Kind::conflict, o});
  for (const ItemId its : problem_.items(OptionId{o})) {
    if (!problem_.is_primary(its)) continue;
    const std::uint32_t i = index(its);
    if (++covered_[i] < problem_.bounds(its).at_most) continue;
    for (const std::uint32_t other : options_of_[i]) rule_out(other, {Reason::Kind::full, i});
  }
}

void Refutation::unchoose(std::size_t trail) {
  for (const ItemId its : problem_.items(OptionId{chosen_.back()})) {
    if (problem_.is_primary(its)) --covered_[index(its)];
  }
  chosen_.pop_back();
  undo(trail, clauses_.size());
}

void Refutation::add_literal(Derivation& derivation, std::uint32_t o) {
  if (std::exchange(seen_[o], derivation_) != derivation_) derivation.options.push_back(o);
}

void Refutation::explain(std::uint32_t option, Derivation& derivation) {
  const Reason why = reasons_[option];
  switch (why.kind) {
    case Reason::Kind::none:
    case Reason::Kind::chosen:
      return;
    case Reason::Kind::conflict:
      add_literal(derivation, why.by);
      derivation.hints.push_back(not_both(why.by, option));
      return;
    case Reason::Kind::full:
      for (const std::uint32_t o : chosen_) {
        const auto& its = options_of_[why.by];
        if (std::binary_search(its.begin(), its.end(), o)) add_literal(derivation, o);
      }
      derivation.hints.push_back(at_most(why.by));
      return;
    case Reason::Kind::clause:
      for (const std::uint32_t o : clauses_[why.by].options) {
        if (o != option) add_literal(derivation, o);
      }
      derivation.hints.push_back(clauses_[why.by].id);
  }
}

Refutation::Clause Refutation::derive(const Derivation& derivation) {
  limit_.take();
  return {.id = write_step(derivation), .options = derivation.options};
}

Refutation::Clause Refutation::dead_end(std::uint32_t item) {
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

/// Rules the option out by what below() refutes; true if that refutes more than this choice.
template <class Below>
bool Refutation::try_option(std::uint32_t o, Clause& result, Below below) {
  const std::size_t mark = trail_.size();
  choose(o);
  Clause clause = below();
  unchoose(mark);
  if (std::find(clause.options.begin(), clause.options.end(), o) == clause.options.end()) {
    result = std::move(clause);
    return true;
  }
  clauses_.push_back(std::move(clause));
  rule_out(o, {Reason::Kind::clause, static_cast<std::uint32_t>(clauses_.size() - 1)});
  return false;
}

Refutation::Clause Refutation::branch(const ProofTree::Node& node) {
  const std::size_t trail = trail_.size();
  const std::size_t clauses = clauses_.size();
  const std::uint32_t its = item(node.a);
  Clause result;
  bool over = false;
  for (const ProofTree::Child& child : tree_.below(node)) {
    if (child.option == ProofTree::closing) {
      result = this->node(child.node);
      over = true;
    } else {
      for (const std::uint32_t o : alike(option(child.option))) {
        over = try_option(o, result, [&] { return this->node(child.node); });
        if (over) break;
      }
    }
    if (over) break;
  }
  if (!over) result = dead_end(its);
  undo(trail, clauses);
  return result;
}

Refutation::Clause Refutation::below_chain(std::uint32_t n) {
  const ProofTree::Node& node = tree_.nodes[n];
  switch (node.step) {
    case ProofStep::branch:
      return branch(node);
    case ProofStep::part: {
      const auto children = tree_.below(node);
      if (children.size() > 1) waiting_.push_back({children[1].node, by_});
      Clause result = this->node(children[0].node);
      if (children.size() > 1) waiting_.pop_back();
      return result;
    }
    default:
      break;
  }
  if (waiting_.empty()) return write_solution();
  const Waiting next = waiting_.back();
  waiting_.pop_back();
  const auto* const by = std::exchange(by_, next.by);
  Clause result = this->node(next.node);
  by_ = by;
  waiting_.push_back(next);
  return result;
}

/// What a chain of nodes with a child each has changed.
struct Refutation::Chain {
  const ProofTree::Permutation* by;
  std::size_t trail;
  std::size_t clauses;
  std::vector<std::pair<std::uint32_t, std::size_t>> merged = {};  // of options: how many were
  std::vector<ProofTree::Permutation> permutations = {};
};

Refutation::Clause Refutation::node(std::uint32_t n) {
  const auto in_chain = [](ProofStep step) {
    return step == ProofStep::drop || step == ProofStep::merge || step == ProofStep::image;
  };
  if (!in_chain(tree_.nodes[n].step)) return below_chain(n);
  Chain chain{.by = by_, .trail = trail_.size(), .clauses = clauses_.size()};
  std::size_t length = 0;
  for (std::uint32_t k = n; in_chain(tree_.nodes[k].step);
       k = tree_.children[tree_.nodes[k].first].node) {
    ++length;
  }
  chain.permutations.reserve(length);  // they are pointed to
  Clause result;
  bool over = false;
  for (; !over && in_chain(tree_.nodes[n].step); n = tree_.children[tree_.nodes[n].first].node) {
    const ProofTree::Node& its = tree_.nodes[n];
    if (its.step == ProofStep::drop) {
      for (const std::uint32_t o : alike(option(its.a))) {
        over = over || try_option(o, result, [&] { return dead_end(item(its.b)); });
      }
    } else if (its.step == ProofStep::merge) {
      const std::uint32_t o = option(its.a);
      chain.merged.emplace_back(o, merged_[o].size());
      const auto more = alike(option(its.b));
      merged_[o].insert(merged_[o].end(), more.begin(), more.end());
    } else {
      ProofTree::Permutation by = tree_.permutations[its.a];
      for (std::uint32_t& i : by.items) i = item(i);
      for (std::uint32_t& o : by.options) o = option(o);
      by_ = &chain.permutations.emplace_back(std::move(by));
    }
  }
  if (!over) result = below_chain(n);
  by_ = chain.by;
  for (; !chain.merged.empty(); chain.merged.pop_back()) {
    const auto& [o, size] = chain.merged.back();
    merged_[o].resize(size);
  }
  undo(chain.trail, chain.clauses);
  return result;
}

Refutation::Clause Refutation::refute() {
  Clause last = node(tree_.root);
  if (!last.options.empty()) fail();
  // What is given is not yet derived.
  return last.derived ? last : derive({.options = {}, .hints = {last.id}});
}

}  // namespace dlx
