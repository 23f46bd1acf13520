#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>

#include "dlx/certificate/refutation.hpp"

namespace dlx::certificate {
namespace {

std::string variable_name(std::uint32_t option) {
  return 'x' + std::to_string(option + 1);
}

/// A problem as pseudo-Boolean constraints. Constraints are numbered from 1 as in VeriPB, where an
/// equality counts as two constraints.
class ProblemConstraints {
 public:
  ProblemConstraints(const Problem& problem, const Conflicts& conflicts)
      : problem_(problem), at_least_(problem.item_count()), at_most_(problem.item_count()) {
    std::vector<std::vector<std::uint32_t>> options(problem.item_count());
    std::vector<bool> coloured(problem.item_count());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        options[index(item)].push_back(o);
        if (colour != Colour::none) coloured[index(item)] = true;
      }
    }
    for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
      const ItemId item{i};
      if (problem.is_primary(item)) {
        add_item(i, problem.bounds(item), options[i]);
      } else if (!coloured[i] && options[i].size() > 1) {
        add_item(i, {.at_least = 0, .at_most = 1}, options[i]);
      }
    }
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const std::uint32_t other : conflicts.of(o)) {
        if (other < o || shared(o, other) != 0) continue;
        pairs_[{o, other}] =
            add("+1 ~" + variable_name(o) + " +1 ~" + variable_name(other) + " >= 1 ;\n");
      }
    }
    // A formula in OPB format must have a variable, even if the problem has no options.
    if (problem.option_count() == 0) none_ = add("+1 ~x1 >= 1 ;\n");
  }

  [[nodiscard]] std::uint64_t at_least(std::uint32_t item) const { return at_least_[item]; }
  [[nodiscard]] std::uint64_t at_most(std::uint32_t item) const { return at_most_[item]; }
  [[nodiscard]] std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const {
    const std::uint64_t shared_item = shared(a, b);
    return shared_item != 0 ? shared_item : pairs_.at(std::minmax(a, b));
  }
  /// If the problem has no options, the number of the constraint which says that x1 is false;
  /// otherwise 0.
  [[nodiscard]] std::uint64_t none() const { return none_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }

  void write(const TextSink& sink) const {
    const std::uint32_t variables = std::max(problem_.option_count(), 1U);
    sink("* #variable= " + std::to_string(variables) +
         " #constraint= " + std::to_string(lines_.size()) + "\npreserved:");
    for (std::uint32_t o = 0; o < variables; ++o) sink(' ' + variable_name(o));
    sink(" ;\n");
    for (const std::string& line : lines_) sink(line);
  }

 private:
  std::uint64_t add(std::string line) {
    lines_.push_back(std::move(line));
    return ++count_;
  }
  void add_item(std::uint32_t i, Bounds bounds, const std::vector<std::uint32_t>& options) {
    if (options.empty()) {
      // The item cannot be covered. So the constraint x1 >= 2 is added, which never holds.
      if (bounds.at_least > 0) at_least_[i] = add("+1 x1 >= 2 ;\n");
      return;
    }
    std::string sum;
    std::string minus;
    for (const std::uint32_t o : options) {
      sum += "+1 " + variable_name(o) + ' ';
      minus += "-1 " + variable_name(o) + ' ';
    }
    if (bounds.at_least == bounds.at_most) {
      at_least_[i] = add(sum + "= " + std::to_string(bounds.at_least) + " ;\n");
      at_most_[i] = ++count_;
      return;
    }
    if (bounds.at_least > 0) {
      at_least_[i] = add(sum + ">= " + std::to_string(bounds.at_least) + " ;\n");
    }
    if (bounds.at_most < options.size()) {
      at_most_[i] = add(minus + ">= -" + std::to_string(bounds.at_most) + " ;\n");
    }
  }
  /// If the two options share an item that forbids choosing both, the number of this item's
  /// constraint; otherwise 0.
  [[nodiscard]] std::uint64_t shared(std::uint32_t a, std::uint32_t b) const {
    const auto others = problem_.items(OptionId{b});
    for (const ItemId item : problem_.items(OptionId{a})) {
      const bool once = !problem_.is_primary(item) || problem_.bounds(item).at_most == 1;
      if (!once || at_most_[index(item)] == 0) continue;
      if (std::find(others.begin(), others.end(), item) != others.end()) {
        return at_most_[index(item)];
      }
    }
    return 0;
  }

  const Problem& problem_;
  // For each item, the number of its constraint; 0 if it has none.
  std::vector<std::uint64_t> at_least_;
  std::vector<std::uint64_t> at_most_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> pairs_;
  std::vector<std::string> lines_;
  std::uint64_t count_ = 0;
  std::uint64_t none_ = 0;
};

class VeriPb final : public Refutation {
 public:
  VeriPb(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
         ProofLimit& limit, ProofFiles& files)
      : Refutation(problem, conflicts, tree, limit),
        files_(files),
        constraints_(problem, conflicts),
        last_(constraints_.count()) {
    limit.take(last_);
  }

  void write() {
    files_.formula_clauses = last_;
    constraints_.write(files_.formula);
    files_.proof("pseudo-Boolean proof version 3.0\nf " + std::to_string(last_) + " ;\n");
    const std::string end = std::to_string(refute().id) + " ;\n";
    files_.proof("output NONE ;\n");
    files_.proof(solutions_ == 0 ? "conclusion UNSAT : " + end
                                 : "conclusion ENUMERATION_COMPLETE " + std::to_string(solutions_) +
                                       " : " + end);
    files_.proof("end pseudo-Boolean proof ;\n");
  }

 private:
  [[nodiscard]] std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const override {
    return constraints_.not_both(a, b);
  }
  [[nodiscard]] std::uint64_t at_most(std::uint32_t item) const override {
    return constraints_.at_most(item);
  }
  [[nodiscard]] std::uint64_t at_least(std::uint32_t item) const override {
    return constraints_.at_least(item);
  }
  std::uint64_t write_step(const Derivation& derivation) override {
    std::string line = "rup ";
    for (const std::uint32_t o : derivation.options) line += "+1 ~" + variable_name(o) + ' ';
    line += ">= 1 : ~";
    // Each constraint is listed only once as a hint, even if several options follow from it.
    std::unordered_set<std::uint64_t> met;
    for (const std::uint64_t hint : derivation.hints) {
      if (met.insert(hint).second) line += ' ' + std::to_string(hint);
    }
    files_.proof(line + " ;\n");
    ++files_.steps;
    return ++last_;
  }
  void write_end_of(std::span<const std::uint64_t> clauses) override {
    std::string line = "del id";
    for (const std::uint64_t id : clauses) line += ' ' + std::to_string(id);
    files_.proof(line + " ;\n");
  }
  std::uint64_t write_definition(std::uint32_t, std::span<const std::uint32_t>) override {
    throw std::logic_error("nogoods are searched");
  }
  Clause write_solution() override {
    std::string line = "solx";
    std::vector<bool> is_chosen(problem_.option_count());
    for (const std::uint32_t o : chosen_) {
      line += ' ' + variable_name(o);
      is_chosen[o] = true;
    }
    Derivation derivation = begin();
    for (const std::uint32_t o : chosen_) add_option(derivation, o);
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      if (is_chosen[o]) continue;
      explain(o, derivation);
      // With multiplicities, the solution is logged with a literal for each option that is not
      // chosen. Without multiplicities, these literals are not needed, because the chosen options
      // imply that no other option is chosen.
      if (problem_.has_multiplicities()) line += " ~" + variable_name(o);
    }
    if (constraints_.none() != 0) {
      line += " ~x1";
      derivation.hints.push_back(constraints_.none());
    }
    files_.proof(line + " ;\n");
    ++files_.steps;
    ++solutions_;
    derivation.hints.push_back(++last_);
    return derive(derivation);
  }

  ProofFiles& files_;
  ProblemConstraints constraints_;
  std::uint64_t last_;
  std::uint64_t solutions_ = 0;
};

}  // namespace

void write_veripb(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                  ProofLimit& limit, ProofFiles& files) {
  VeriPb(problem, conflicts, tree, limit, files).write();
}

}  // namespace dlx::certificate
