#include "dlx/certificate/refutation.hpp"

#include <algorithm>
#include <map>
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

/// Tries an option of a branch: chooses the option, derives a clause by below(), and undoes the
/// choice. If the clause contains the option, the clause excludes the option, and try_option()
/// returns false. Otherwise the clause does not depend on this choice, so the clause already
/// refutes the complete branch. In this case, try_option() sets `result` to the clause and returns
/// true.
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

/// Derives the clauses of a list of nogoods at the current node of the tree. A variable is an
/// option, or a new variable that is defined as the disjunction of other variables. New variables
/// represent colours of items, and sets of options that were merged into one option.
class Refutation::Nogoods {
 public:
  Nogoods(Refutation& path, const NogoodList& list) : path_(path), list_(list) {
    define_merged();
    for (const NogoodList::NamedColour& colour : list.colours) {
      std::vector<std::uint32_t> options;
      for (const std::uint32_t o : colour.options) options.push_back(variable_of(o));
      colours_.push_back(define(std::move(options)));
    }
  }

  /// Derives the clause of the last line of the list of nogoods.
  Clause refute() {
    const auto last_uses = uses();
    std::vector<std::vector<std::size_t>> over(list_.lines.size());
    for (std::size_t n = 0; n < over.size() && !is_refuted_; ++n) {
      const NogoodList::Line& line = list_.lines[n];
      clauses_.push_back({.derived = false});
      if (last_uses[n] == unused) continue;
      clauses_[n] = line.is_solution ? solution(line, 0) : nogood(line);
      if (clauses_[n].derived) over[last_uses[n]].push_back(n);
      for (const std::size_t m : over[n]) {
        if (m != n) written_.push_back(clauses_[m].id);
      }
      if (written_.size() >= many) end_written();
    }
    for (auto& [variable, definition] : definitions_) {
      for (std::uint64_t k = 0; k <= definition.parts.size(); ++k) {
        written_.push_back(definition.first + k);
      }
    }
    for (const auto& [both, id] : pairs_) written_.push_back(id);
    for (const auto& [item, clause] : bare_) {
      if (clause.derived) written_.push_back(clause.id);
    }
    end_written();
    return clauses_.back();
  }

 private:
  using Literal = NogoodList::Literal;
  using By = NogoodList::Conclusion::By;
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  struct Definition {
    std::vector<std::uint32_t> parts;
    std::uint64_t first;  ///< number of the first clause of the definition
  };
  static constexpr std::size_t unused = ~std::size_t{0};
  static constexpr std::size_t many = 100;

  void end_written() {
    if (!written_.empty()) path_.write_end_of(written_);
    written_.clear();
  }

  /// For each line of the list of nogoods, the last line whose derivation needs it, or `unused` if
  /// no derivation needs it. Lines that are solutions are always needed, so they count as needing
  /// themselves.
  std::vector<std::size_t> uses() const {
    std::vector<std::size_t> last(list_.lines.size(), unused);
    last.back() = last.size() - 1;
    for (std::size_t n = last.size(); n-- > 0;) {
      const NogoodList::Line& line = list_.lines[n];
      if (line.is_solution && last[n] == unused) last[n] = n;
      if (last[n] == unused) continue;
      for (const NogoodList::Conclusion& c : line.conclusions) {
        if (c.by == By::nogood && last[c.index] == unused) last[c.index] = n;
      }
    }
    return last;
  }

  // ------------------------------------------------------------------------------- variables ---

  std::uint32_t define(std::vector<std::uint32_t> parts) {
    path_.limit_.take(parts.size() + 1);
    const std::uint32_t variable = path_.new_variable();
    const std::uint64_t first = path_.write_definition(variable, parts);
    definitions_.emplace(variable, Definition{std::move(parts), first});
    return variable;
  }
  /// Defines a variable for each set of options that were merged into one option.
  void define_merged() {
    const auto size = static_cast<std::uint32_t>(path_.reasons_.size());
    std::vector<bool> is_absorbed(size);
    for (std::uint32_t o = 0; o < size; ++o) {
      for (const std::uint32_t other : path_.alike(o)) {
        if (other != o) is_absorbed[other] = true;
      }
    }
    for (std::uint32_t o = 0; o < size; ++o) {
      if (is_absorbed[o] || path_.reasons_[o].kind != Reason::Kind::none) continue;
      const std::vector<std::uint32_t> alike = path_.alike(o);
      if (alike.size() == 1) continue;
      const std::uint32_t variable = define(alike);
      for (const std::uint32_t each : alike) merged_.emplace(each, variable);
    }
  }
  std::uint32_t variable_of(std::uint32_t o) const {
    const auto found = merged_.find(path_.option(o));
    return found == merged_.end() ? path_.option(o) : found->second;
  }
  std::uint32_t variable(Literal l) const {
    return l % 4 < 2 ? variable_of(l / 4) : colours_[l / 4];
  }

  /// The clause which says that a part of a definition implies the defined variable.
  std::uint64_t part_clause(const Definition& definition, std::uint32_t part) const {
    const auto at = std::find(definition.parts.begin(), definition.parts.end(), part);
    return definition.first + 1 + static_cast<std::uint64_t>(at - definition.parts.begin());
  }
  /// The clause which says that an option implies a colour that it gives to an item.
  std::uint64_t link(Literal l, Literal m) const {
    if (l % 4 < 2) std::swap(l, m);
    return part_clause(definitions_.at(variable(l)), variable(m));
  }
  /// The clause which says that two variables exclude each other. For a defined variable, the
  /// clause follows from the clauses of its parts.
  std::uint64_t not_both(std::uint32_t v, std::uint32_t w) {
    if (definitions_.count(v) == 0) std::swap(v, w);
    const auto defined = definitions_.find(v);
    if (defined == definitions_.end()) return path_.not_both(v, w);
    const auto found = pairs_.find({v, w});
    if (found != pairs_.end()) return found->second;
    std::vector<std::uint64_t> hints;
    for (const std::uint32_t part : defined->second.parts) hints.push_back(not_both(part, w));
    hints.push_back(defined->second.first);
    Derivation derivation = path_.begin();
    path_.add_option(derivation, v);
    path_.add_option(derivation, w);
    derivation.hints = std::move(hints);
    const std::uint64_t id = path_.derive(derivation).id;
    pairs_.emplace(Pair(v, w), id);
    return id;
  }
  /// The clause which says that one of the remaining options of an item is chosen.
  const Clause& bare(std::uint32_t item) {
    const auto found = bare_.find(item);
    if (found != bare_.end()) return found->second;
    const auto& options = path_.options_of_[item];
    const bool is_given = std::all_of(options.begin(), options.end(), [&](std::uint32_t o) {
      return path_.reasons_[o].kind == Reason::Kind::none && merged_.count(o) == 0;
    });
    if (is_given) {
      return bare_.emplace(item, Clause{.id = path_.at_least(item), .derived = false})
          .first->second;
    }
    Derivation derivation = path_.begin();
    for (const std::uint32_t o : options) {
      if (path_.reasons_[o].kind != Reason::Kind::none) {
        path_.explain(o, derivation);
        continue;
      }
      const auto found_whole = merged_.find(o);
      if (found_whole != merged_.end()) {
        derivation.hints.push_back(part_clause(definitions_.at(found_whole->second), o));
      }
      path_.add_other(derivation, found_whole == merged_.end() ? o : found_whole->second);
    }
    derivation.hints.push_back(path_.at_least(item));
    return bare_.emplace(item, path_.derive(derivation)).first->second;
  }

  // ----------------------------------------------------------------------------------- lines ---

  /// Derives the clause which says that not all options of a solution are chosen. The first k
  /// options of the solution are already on the path. If another part of the problem has no
  /// solution, the result is the clause which says this. Then is_refuted_ is set, because this
  /// clause refutes all remaining solutions too.
  Clause solution(const NogoodList::Line& line, std::size_t k) {
    if (k == line.literals.size()) return path_.at_solution();
    const std::uint32_t variable = this->variable(line.literals[k]);
    std::vector<Clause> clauses;
    for (const std::uint32_t o : path_.alike(path_.option(line.literals[k] / 4))) {
      const Mark before = path_.mark();
      path_.choose(o);
      clauses.push_back(solution(line, k + 1));
      path_.unchoose(before);
      const auto& options = clauses.back().options;
      if (is_refuted_ || std::find(options.begin(), options.end(), o) == options.end()) {
        is_refuted_ = true;
        return clauses.back();
      }
    }
    if (clauses.size() == 1) return clauses[0];
    const Definition& definition = definitions_.at(variable);
    Derivation derivation = path_.begin();
    path_.add_option(derivation, variable);
    for (std::size_t a = 0; a < clauses.size(); ++a) {
      path_.add_rest(derivation, clauses[a], definition.parts[a]);
      derivation.hints.push_back(clauses[a].id);
      if (clauses[a].derived) written_.push_back(clauses[a].id);
    }
    derivation.hints.push_back(definition.first);
    return path_.derive(derivation);
  }

  Clause nogood(const NogoodList::Line& line) {
    // The clauses that this derivation needs are derived first, because only one derivation exists
    // at a time.
    std::vector<std::uint64_t> hints;
    std::vector<const Clause*> used;
    for (const NogoodList::Conclusion& c : line.conclusions) {
      if (c.by == By::full) {
        hints.push_back(not_both(variable(c.partner), variable(c.literal)));
      } else if (c.by == By::link) {
        hints.push_back(link(c.partner, c.literal));
      } else {
        used.push_back(c.by == By::needed ? &bare(path_.item(c.index)) : &clauses_[c.index]);
        hints.push_back(used.back()->id);
      }
    }
    std::vector<std::uint32_t> variables;
    for (const Literal l : line.literals) variables.push_back(variable(l));
    Derivation derivation = path_.begin();
    derivation.hints = std::move(hints);
    for (std::size_t k = 0; k < variables.size(); ++k) {
      line.literals[k] % 2 == 0 ? path_.add_option(derivation, variables[k])
                                : path_.add_other(derivation, variables[k]);
    }
    for (const Clause* const clause : used) {
      for (const std::uint32_t o : clause->options) {
        const bool is_on_path =
            o < path_.reasons_.size() && path_.reasons_[o].kind == Reason::Kind::chosen;
        if (is_on_path) path_.add_option(derivation, o);
      }
    }
    return path_.derive(derivation);
  }

  Refutation& path_;
  const NogoodList& list_;
  std::map<std::uint32_t, Definition> definitions_;  // the definition of each new variable
  std::vector<std::uint32_t> colours_;               // for each colour of an item, its variable
  // For each option that was merged with others, the variable which says that one of them is
  // chosen.
  std::map<std::uint32_t, std::uint32_t> merged_;
  // For pairs of variables, the number of the clause which says that the two variables exclude each
  // other.
  std::map<Pair, std::uint64_t> pairs_;
  std::map<std::uint32_t, Clause> bare_;  // for each item, the clause that bare() has derived
  std::vector<Clause> clauses_;  // for each line of the list of nogoods, the clause derived from it
  // Numbers of the clauses that are no longer needed.
  std::vector<std::uint64_t> written_;
  bool is_refuted_ = false;
};

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
  return node.step == ProofStep::nogoods ? Nogoods(*this, tree_.nogoods[node.a]).refute()
                                         : at_solution();
}

/// at_solution() is called if all items of the current part of the problem are covered. Continues
/// with the next part, or writes the solution if no part is left.
Refutation::Clause Refutation::at_solution() {
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
