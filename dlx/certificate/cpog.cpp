#include "dlx/certificate/refutation.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/certificate/conflicts.hpp"
#include "dlx/core/item_options.hpp"

namespace dlx::certificate {
namespace {

/// A literal: a variable or its negation. A variable belongs to an option, or to a node of the
/// graph (CPOG) that represents all solutions.
using Literal = std::int64_t;
constexpr Literal nothing = 0;  // represents no solution
// Represents the solution that chooses no options.
constexpr Literal all_done = std::int64_t{1} << 62;
constexpr std::uint32_t no_option = 0xFFFF'FFFF;

Literal variable(std::uint32_t option) {
  return option + 1LL;
}

/// A node of the graph that represents the solutions: a sum or a product.
struct Operation {
  bool product = false;
  // The number of the first clause that defines the node. Further defining clauses follow, one for
  // each argument.
  std::uint64_t first_clause = 0;
  // The arguments of the sum or product. Options come first, in ascending order.
  std::vector<Literal> arguments = {};
  std::size_t option_arguments = 0;  // number of arguments that are options
  // For a product of two nodes of the graph: the options that occur in the first node.
  std::vector<std::uint32_t> part = {};
};

/// Writes the text of a proof in the format CPOG.
class Writer {
 public:
  Writer(const Problem& problem, std::uint64_t clauses, ProofLimit& limit, ProofFiles& files)
      : options_(problem.option_count()),
        last_clause_(clauses),
        last_variable_(problem.option_count()),
        limit_(limit),
        files_(files) {}

  /// Adds a product of at least two arguments, which may be in any order. Returns the variable of
  /// the product.
  Literal product(std::vector<Literal> arguments, std::vector<std::uint32_t> part) {
    const auto key = [&](Literal x) { return is_option(x) ? std::abs(x) : options_ + 1; };
    std::stable_sort(arguments.begin(), arguments.end(),
                     [&](Literal x, Literal y) { return key(x) < key(y); });
    Operation operation{.product = true, .first_clause = last_clause_ + 1, .part = std::move(part)};
    std::string line = start("p");
    for (const Literal x : arguments) {
      line += ' ' + std::to_string(x);
      operation.option_arguments += is_option(x) ? 1 : 0;
    }
    print(line + " 0\n", arguments.size());
    last_clause_ += arguments.size() + 1;
    operation.arguments = std::move(arguments);
    operations_.push_back(std::move(operation));
    return last_variable_;
  }
  /// Adds a sum of two arguments that exclude each other. `hints` are defining clauses which prove
  /// that the arguments exclude each other. Returns the variable of the sum.
  Literal sum(Literal a, Literal b, std::span<const std::uint64_t> hints) {
    const std::uint64_t first = last_clause_ + 1;
    std::string line = start("s") + ' ' + std::to_string(a) + ' ' + std::to_string(b);
    print(line + with_end(hints), hints.size());
    last_clause_ += 3;
    operations_.push_back({.product = false, .first_clause = first, .arguments = {a, b}});
    return last_variable_;
  }
  /// Adds a clause to the proof. Returns the number of the clause.
  std::uint64_t add(const std::vector<Literal>& literals, std::vector<std::uint64_t> hints) {
    std::string line = std::to_string(++last_clause_) + " a";
    for (const Literal x : literals) line += ' ' + std::to_string(x);
    print(line + " 0" + with_end(hints), hints.size());
    added_.emplace_back(last_clause_, std::move(hints));
    return last_clause_;
  }
  void remove(std::uint64_t clause, std::span<const std::uint64_t> hints) {
    print("dc " + std::to_string(clause) + with_end(hints), hints.size());
  }
  /// Removes all added clauses except the clause `kept`. The last clause is removed first, because
  /// the removal of a clause is proved by the clauses from which it was derived.
  void remove_added_but(std::uint64_t kept) {
    for (; !added_.empty(); added_.pop_back()) {
      const auto& [clause, hints] = added_.back();
      if (clause != kept) remove(clause, hints);
    }
  }
  void root(Literal x) { print("r " + std::to_string(x) + "\n", 0); }

  [[nodiscard]] bool is_option(Literal x) const { return std::abs(x) <= options_; }
  [[nodiscard]] const Operation& operation(Literal x) const { return operations_[place(x)]; }
  [[nodiscard]] std::size_t place(Literal x) const {
    return static_cast<std::size_t>(x - options_ - 1);
  }
  [[nodiscard]] std::size_t operations() const { return operations_.size(); }

 private:
  [[nodiscard]] std::string start(const char* kind) {
    return std::to_string(last_clause_ + 1) + ' ' + kind + ' ' + std::to_string(++last_variable_);
  }
  [[nodiscard]] static std::string with_end(std::span<const std::uint64_t> hints) {
    std::string text;
    for (const std::uint64_t hint : hints) text += ' ' + std::to_string(hint);
    return text + " 0\n";
  }
  void print(const std::string& line, std::size_t length) {
    // The number of characters of the proof that count as one step. A longer line counts as several
    // steps.
    constexpr std::size_t usual = 64;
    limit_.take(1 + length / usual);
    files_.proof(line);
    ++files_.steps;
  }

  Literal options_;
  std::uint64_t last_clause_;
  Literal last_variable_;
  ProofLimit& limit_;
  ProofFiles& files_;
  std::vector<Operation> operations_;
  std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>> added_;
};

/// Traverses a tree and makes an operation for each node: a sum with a product for each choice that
/// leads to solutions. The arguments of a product are the chosen option, the negations of the
/// options that the choice excludes, and the operation of the child. For each operation, a clause
/// is derived which says that the operation is true if all choices on the path hold.
class Graph final : public ProofPath {
 public:
  Graph(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
        const ProblemClauses& clauses, Writer& writer)
      : ProofPath(problem, conflicts, tree),
        clauses_(clauses),
        writer_(writer),
        hidden_(problem.option_count()) {}

  /// Makes the graph. Returns its root, and the number of the clause which says that the root is
  /// true.
  std::pair<Literal, std::uint64_t> make() {
    const Result last = node(tree_.root, false);
    if (last.root == nothing || last.root == all_done || !last.clause.options.empty()) fail();
    return {last.root, last.clause.id};
  }

 private:
  /// The result of traversing a node of the tree. The clause says that `root` is true if all
  /// choices on the path hold. If `root` is `nothing`, the clause says that there is no solution
  /// with these choices. If `root` is `all_done`, there is no clause.
  struct Result {
    Clause clause = {};
    Literal root = nothing;
  };
  struct Way {
    std::uint32_t option;
    Result result;
  };

  [[nodiscard]] std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const override {
    return clauses_.not_both(a, b);
  }
  [[nodiscard]] std::uint64_t at_most(std::uint32_t) const override { fail(); }
  [[nodiscard]] std::uint64_t at_least(std::uint32_t item) const override {
    return ProblemClauses::at_least(item);
  }
  [[nodiscard]] Clause derive(const Derivation& derivation) override {
    return derive(derivation, nothing);
  }
  [[nodiscard]] Clause derive(const Derivation& derivation, Literal root) {
    std::vector<Literal> literals;
    for (const std::uint32_t o : derivation.options) literals.push_back(-variable(o));
    for (const std::uint32_t o : derivation.others) literals.push_back(variable(o));
    if (root != nothing) literals.push_back(root);
    return {.id = writer_.add(literals, derivation.hints),
            .options = derivation.options,
            .others = derivation.others};
  }

  [[nodiscard]] bool is_left(std::uint32_t o) const {
    return reasons_[o].kind == Reason::Kind::none && !hidden_[o];
  }
  [[nodiscard]] std::vector<std::uint32_t> options_left() const {
    std::vector<std::uint32_t> list;
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      if (is_left(o)) list.push_back(o);
    }
    return list;
  }

  /// Makes the product of the arguments and of `below`. The derivation must contain the reasons why
  /// the arguments are true.
  Result product(std::vector<Literal> arguments, Literal below, Derivation& derivation,
                 std::vector<std::uint32_t> part = {}) {
    if (below != all_done) arguments.push_back(below);
    if (arguments.size() == 1) return {.clause = {}, .root = arguments[0]};
    const Literal root = writer_.product(std::move(arguments), std::move(part));
    derivation.hints.push_back(writer_.operation(root).first_clause);
    return {.clause = derive(derivation, root), .root = root};
  }

  /// Makes the product of three things: the chosen option o, the negations of the options that o
  /// excludes, and the result of the child.
  Result with_choice(std::uint32_t o, const Result& below,
                     const std::vector<std::uint32_t>& ruled_out) {
    Derivation derivation = begin();
    add_option(derivation, o);
    std::vector<Literal> arguments{variable(o)};
    for (const std::uint32_t other : ruled_out) {
      arguments.push_back(-variable(other));
      derivation.hints.push_back(not_both(o, other));
    }
    add_below(derivation, below);
    return product(std::move(arguments), below.root, derivation);
  }
  void add_below(Derivation& derivation, const Result& below) {
    if (below.root == all_done) return;
    add_rest(derivation, below.clause, no_option);
    if (below.clause.id != 0) derivation.hints.push_back(below.clause.id);
  }

  /// The clause of a product's definition that says that the product implies an argument.
  [[nodiscard]] std::uint64_t implies(Literal product, Literal argument) const {
    const Operation& operation = writer_.operation(product);
    const auto at = std::find(operation.arguments.begin(), operation.arguments.end(), argument);
    if (at == operation.arguments.end()) fail();
    return operation.first_clause + 1 +
           static_cast<std::uint64_t>(at - operation.arguments.begin());
  }

  /// Makes the sum over all options that can cover an item. The summand of an option is the result
  /// of choosing this option. One of the summands must be true, because the item must be covered.
  Result sum_of(const std::vector<Way>& ways, std::uint32_t item) {
    std::vector<Literal> sums(ways.size());
    sums.back() = ways.back().result.root;
    for (std::size_t k = ways.size() - 1; k-- > 0;) {
      const Literal first = ways[k].result.root;
      const Literal chosen = variable(ways[k].option);
      std::vector<std::uint64_t> hints{implies(first, chosen)};
      for (std::size_t j = k + 1; j < ways.size(); ++j) {
        hints.push_back(implies(ways[j].result.root, -chosen));
        if (j + 1 < ways.size()) hints.push_back(writer_.operation(sums[j]).first_clause);
      }
      sums[k] = writer_.sum(first, sums[k + 1], hints);
    }
    Derivation derivation = begin();
    for (std::size_t k = 0; k + 1 < ways.size(); ++k) {
      const std::uint64_t defining = writer_.operation(sums[k]).first_clause;
      derivation.hints.push_back(defining + 1);
      derivation.hints.push_back(defining + 2);
    }
    for (const Way& way : ways) {
      add_rest(derivation, way.result.clause, way.option);
      if (way.result.clause.id != 0) derivation.hints.push_back(way.result.clause.id);
    }
    for (const std::uint32_t o : options_of_[item]) explain(o, derivation);
    derivation.hints.push_back(at_least(item));
    return {.clause = derive(derivation, sums[0]), .root = sums[0]};
  }

  Result branch(const ProofTree::Node& node) {
    const Mark before = mark();
    const std::vector<std::uint32_t> left = options_left();
    std::vector<Way> ways;
    std::optional<Result> result;
    for (const ProofTree::Child& child : tree_.below(node)) {
      const auto alternatives = alike(option(child.option));
      for (const std::uint32_t o : alternatives) {
        const Mark here = mark();
        choose(o);
        std::vector<std::uint32_t> ruled_out;
        for (const std::uint32_t other : left) {
          if (other != o && !is_left(other)) ruled_out.push_back(other);
        }
        Result below = this->node(child.node, alternatives.size() > 1);
        unchoose(here);
        if (below.root != nothing) {
          ways.push_back({o, with_choice(o, below, ruled_out)});
          continue;
        }
        const auto& clause_options = below.clause.options;
        if (std::find(clause_options.begin(), clause_options.end(), o) == clause_options.end()) {
          result = std::move(below);
          break;
        }
        rule_out(o, std::move(below.clause));
      }
      if (result) break;
    }
    if (!result) {
      const std::uint32_t branching_item = item(node.a);
      result =
          ways.empty() ? Result{.clause = dead_end(branching_item)} : sum_of(ways, branching_item);
    }
    static_cast<void>(undo(before));
    return std::move(*result);
  }

  Result part(const ProofTree::Node& node) {
    const std::vector<std::uint32_t> left = options_left();
    std::vector<std::uint32_t> inside;
    for (const std::uint32_t o : left) {
      const std::span names(tree_.part_items.data() + node.a, node.b);
      const bool has_one = std::any_of(names.begin(), names.end(),
                                       [&](std::uint32_t i) { return contains(o, item(i)); });
      if (has_one) inside.push_back(o);
    }
    const auto hide = [&](bool those_inside, bool hidden) {
      for (const std::uint32_t o : left) {
        if (std::binary_search(inside.begin(), inside.end(), o) == those_inside) {
          hidden_[o] = hidden;
        }
      }
    };
    const auto children = tree_.below(node);
    hide(false, true);
    Result first = this->node(children[0].node, false);
    hide(false, false);
    if (first.root == nothing) return first;
    if (children.size() == 1) fail();
    hide(true, true);
    Result second = this->node(children[1].node, false);
    hide(true, false);
    if (second.root == nothing || first.root == all_done) return second;
    if (second.root == all_done) return first;
    Derivation derivation = begin();
    add_below(derivation, first);
    add_below(derivation, second);
    return product({first.root}, second.root, derivation, std::move(inside));
  }

  /// Makes the product of the child's result and of the negations of the options in `dropped`.
  /// These options were excluded by nodes between this node and the child.
  Result without(const std::vector<std::uint32_t>& dropped, const Result& below) {
    if (below.root == all_done) fail();
    Derivation derivation = begin();
    std::vector<Literal> arguments;
    for (const std::uint32_t o : dropped) {
      arguments.push_back(-variable(o));
      explain(o, derivation);
    }
    add_below(derivation, below);
    return product(std::move(arguments), below.root, derivation);
  }

  Result node(std::uint32_t n, bool is_shared) {
    const Mark before = mark();
    Chain chain(*this);
    Result result;
    std::vector<std::uint32_t> dropped;
    const bool goes_on = chain.follow(n, [&](std::uint32_t o, std::uint32_t item) {
      const Mark here = mark();
      const bool was_left = is_left(o);
      choose(o);
      Clause clause = dead_end(item);
      unchoose(here);
      if (std::find(clause.options.begin(), clause.options.end(), o) == clause.options.end()) {
        result.clause = std::move(clause);
        return false;
      }
      rule_out(o, std::move(clause));
      if (was_left) dropped.push_back(o);
      return true;
    });
    if (goes_on) {
      result = below_chain(n, is_shared || tree_.uses[n] > 1);
      if (!dropped.empty() && result.root != nothing) result = without(dropped, result);
    }
    static_cast<void>(undo(before));
    return result;
  }

  Result below_chain(std::uint32_t n, bool is_shared) {
    const ProofTree::Node& node = tree_.nodes[n];
    if (node.step == ProofStep::solution) return {.clause = {}, .root = all_done};
    const auto here = [&] { return node.step == ProofStep::part ? part(node) : branch(node); };
    return is_shared ? shared(n, here) : here();
  }

  /// Makes a node that has several parents. The operation is made only once, with a clause that
  /// assumes that certain options are excluded. For each parent, these assumptions are then
  /// replaced by the reasons why the options are excluded below that parent.
  template <class Make>
  Result shared(std::uint32_t n, Make make) {
    const auto key = std::pair(naming_.id, n);
    auto found = known_.find(key);
    if (found == known_.end()) {
      const std::vector<Reason> reasons = reasons_;
      for (Reason& reason : reasons_) {
        if (reason.kind != Reason::Kind::none && reason.kind != Reason::Kind::chosen) {
          reason = {Reason::Kind::assumed, 0};
        }
      }
      Result result = make();
      reasons_ = reasons;
      found = known_.emplace(key, std::move(result)).first;
    }
    const Result& known = found->second;
    if (!known.clause.options.empty()) fail();
    Derivation derivation = begin();
    for (const std::uint32_t o : known.clause.others) {
      if (reasons_[o].kind == Reason::Kind::none || reasons_[o].kind == Reason::Kind::chosen)
        fail();
      explain(o, derivation);
    }
    if (derivation.hints.empty()) return known;
    derivation.hints.push_back(known.clause.id);
    return {.clause = derive(derivation, known.root), .root = known.root};
  }

  const ProblemClauses& clauses_;
  Writer& writer_;
  // For each option, whether it is outside the current part of the problem.
  std::vector<bool> hidden_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, Result> known_;
};

/// Derives a clause of the problem from the graph. If all literals of the clause are false, then
/// all operations of the graph are false, from the leaves up to the root. A false root contradicts
/// the clause which says that the root is true.
class Backward {
 public:
  Backward(const Writer& writer, Literal root, std::uint64_t root_clause)
      : writer_(writer), root_(root), root_clause_(root_clause), met_(writer.operations()) {}

  /// The hints (numbers of the clauses that imply it) for the clause which says that two options
  /// are not both chosen.
  std::vector<std::uint64_t> not_both(std::uint32_t a, std::uint32_t b) {
    return hints(
        [&](Literal x) { return x == -variable(a) || x == -variable(b); },
        [&](const Operation& operation) { return index_of(operation, -variable(a), -variable(b)); },
        [&](const std::vector<std::uint32_t>& part) {
          return std::binary_search(part.begin(), part.end(), a) &&
                 std::binary_search(part.begin(), part.end(), b);
        });
  }
  /// The hints (numbers of the clauses that imply it) for the clause which says that one of these
  /// options is chosen.
  std::vector<std::uint64_t> some(const std::vector<std::uint32_t>& options) {
    const auto is_false = [&](Literal x) {
      return x > 0 &&
             std::binary_search(options.begin(), options.end(), static_cast<std::uint32_t>(x - 1));
    };
    return hints(
        is_false,
        [&](const Operation& operation) -> std::size_t {
          const auto end =
              operation.arguments.begin() + static_cast<std::ptrdiff_t>(operation.option_arguments);
          return static_cast<std::size_t>(std::find_if(operation.arguments.begin(), end, is_false) -
                                          operation.arguments.begin());
        },
        [&](const std::vector<std::uint32_t>& part) {
          return std::any_of(options.begin(), options.end(), [&](std::uint32_t o) {
            return std::binary_search(part.begin(), part.end(), o);
          });
        });
  }

 private:
  /// The index of the option that equals a or b among the arguments of an operation;
  /// option_arguments if neither is an argument.
  static std::size_t index_of(const Operation& operation, Literal a, Literal b) {
    const auto end =
        operation.arguments.begin() + static_cast<std::ptrdiff_t>(operation.option_arguments);
    for (const Literal x : {a, b}) {
      const auto at =
          std::lower_bound(operation.arguments.begin(), end, x,
                           [](Literal y, Literal z) { return std::abs(y) < std::abs(z); });
      if (at != end && *at == x) return static_cast<std::size_t>(at - operation.arguments.begin());
    }
    return operation.option_arguments;
  }

  template <class IsFalse, class FalseArgument, class IsIn>
  std::vector<std::uint64_t> hints(IsFalse is_false, FalseArgument false_argument, IsIn is_in) {
    ++round_;
    std::vector<std::uint64_t> list;
    make_false(root_, list, is_false, false_argument, is_in);
    list.push_back(root_clause_);
    return list;
  }

  template <class IsFalse, class FalseArgument, class IsIn>
  void make_false(Literal x, std::vector<std::uint64_t>& list, const IsFalse& is_false,
                  const FalseArgument& false_argument, const IsIn& is_in) {
    // If x is a sum, its second argument may be a sum again, and so on. The first loop goes down
    // this chain of sums and makes their first arguments false. Then the second loop goes up the
    // chain and makes the sums false. A recursion along the chain would be too deep.
    std::vector<Literal> sums;
    for (;;) {
      if (writer_.is_option(x)) {
        if (!is_false(x))
          throw std::logic_error("the graph has a solution that the problem has not");
        break;
      }
      if (std::exchange(met_[writer_.place(x)], round_) == round_) break;
      const Operation& operation = writer_.operation(x);
      if (operation.product) {
        std::size_t k = false_argument(operation);
        if (k == operation.option_arguments) {
          const bool second = operation.arguments.size() - k > 1 && !is_in(operation.part);
          k += second ? 1 : 0;
          if (k >= operation.arguments.size()) {
            throw std::logic_error("the graph has a solution that the problem has not");
          }
          make_false(operation.arguments[k], list, is_false, false_argument, is_in);
        }
        list.push_back(operation.first_clause + 1 + k);
        break;
      }
      make_false(operation.arguments[0], list, is_false, false_argument, is_in);
      sums.push_back(x);
      x = operation.arguments[1];
    }
    for (; !sums.empty(); sums.pop_back()) {
      list.push_back(writer_.operation(sums.back()).first_clause);
    }
  }

  const Writer& writer_;
  Literal root_;
  std::uint64_t root_clause_;
  // For each operation of the graph, the last derivation in which it was made false.
  std::vector<std::uint64_t> met_;
  std::uint64_t round_ = 0;
};

}  // namespace

void write_cpog(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                ProofLimit& limit, ProofFiles& files) {
  if (problem.has_multiplicities()) {
    throw std::invalid_argument("CPOG: clauses do not count, so there can be no multiplicities");
  }
  if (tree.count == 0 || problem.option_count() == 0) {
    throw std::invalid_argument("CPOG: the problem has no " +
                                std::string(tree.count == 0 ? "solution" : "option") +
                                ", and so no graph; use another form");
  }
  const ProblemClauses clauses(problem, conflicts);
  limit.take(clauses.count());
  clauses.write(clauses.count(), files.formula);
  files.formula_clauses = clauses.count();
  Writer writer(problem, clauses.count(), limit, files);
  Graph graph(problem, conflicts, tree, clauses, writer);
  const auto [root, root_clause] = graph.make();
  writer.root(root);
  writer.remove_added_but(root_clause);
  Backward backward(writer, root, root_clause);
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const std::uint32_t other : conflicts.of(o)) {
      if (other > o) writer.remove(clauses.not_both(o, other), backward.not_both(o, other));
    }
  }
  const auto options = options_of_primary_items<std::uint32_t>(problem);
  for (std::uint32_t i = 0; i < options.size(); ++i) {
    writer.remove(ProblemClauses::at_least(i), backward.some(options[i]));
  }
}

}  // namespace dlx::certificate
