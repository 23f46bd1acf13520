#include "dlx/certificate/refutation.hpp"

#include <algorithm>
#include <utility>

namespace dlx::certificate {

Refutation::Clause Refutation::derive(const Derivation& derivation) {
  limit_.take();
  return {.id = write_step(derivation), .options = derivation.options};
}

void Refutation::end(const Mark& mark) {
  const auto over = undo(mark);
  if (!over.empty()) write_end_of(over);
}

/// Rules the option out by what below() refutes; true if that refutes more than this choice.
template <class Below>
bool Refutation::try_option(std::uint32_t o, Clause& result, Below below) {
  const Mark before = mark();
  choose(o);
  Clause clause = below();
  unchoose(before);
  if (std::find(clause.options.begin(), clause.options.end(), o) == clause.options.end()) {
    result = std::move(clause);
    return true;
  }
  rule_out(o, std::move(clause));
  return false;
}

Refutation::Clause Refutation::branch(const ProofTree::Node& node) {
  const Mark before = mark();
  Clause result;
  bool over = false;
  for (const ProofTree::Child& child : tree_.below(node)) {
    if (child.option == ProofTree::closing) {
      result = this->node(child.node);
      over = true;
    } else {
      for (const std::uint32_t o : alike(option(child.option))) {
        over = over || try_option(o, result, [&] { return this->node(child.node); });
      }
    }
    if (over) break;
  }
  if (!over) result = dead_end(item(node.a));
  end(before);
  return result;
}

Refutation::Clause Refutation::below_chain(std::uint32_t n) {
  const ProofTree::Node& node = tree_.nodes[n];
  if (node.step == ProofStep::branch) return branch(node);
  if (node.step == ProofStep::part) {
    const auto children = tree_.below(node);
    if (children.size() > 1) waiting_.push_back({children[1].node, naming_});
    Clause result = this->node(children[0].node);
    if (children.size() > 1) waiting_.pop_back();
    return result;
  }
  if (waiting_.empty()) return write_solution();
  const Waiting next = waiting_.back();
  waiting_.pop_back();
  const Naming naming = std::exchange(naming_, next.naming);
  Clause result = this->node(next.node);
  naming_ = naming;
  waiting_.push_back(next);
  return result;
}

Refutation::Clause Refutation::node(std::uint32_t n) {
  const Mark before = mark();
  Chain chain(*this);
  Clause result;
  const bool goes_on = chain.follow(n, [&](std::uint32_t o, std::uint32_t item) {
    return !try_option(o, result, [&] { return dead_end(item); });
  });
  if (goes_on) result = below_chain(n);
  end(before);
  return result;
}

Refutation::Clause Refutation::refute() {
  Clause last = node(tree_.root);
  if (!last.options.empty()) fail();
  if (last.derived) return last;
  Derivation given = begin();
  given.hints.push_back(last.id);
  return derive(given);
}

}  // namespace dlx::certificate
