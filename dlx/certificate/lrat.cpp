#include <stdexcept>
#include <string>

#include "dlx/certificate/conflicts.hpp"
#include "dlx/certificate/refutation.hpp"

namespace dlx::certificate {
namespace {

class Lrat final : public Refutation {
 public:
  Lrat(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree, ProofLimit& limit,
       ProofFiles& files)
      : Refutation(problem, conflicts, tree, limit),
        files_(files),
        clauses_(problem, conflicts),
        solutions_left_(limit.take(tree.count)),
        next_solution_(clauses_.count() + 1),
        last_(clauses_.count() + solutions_left_) {}

  void write() {
    files_.formula_clauses = last_;
    clauses_.write(last_, files_.formula);
    static_cast<void>(refute());
    if (solutions_left_ != 0) throw std::logic_error("the proof's tree has fewer solutions");
  }

 private:
  [[nodiscard]] std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const override {
    return clauses_.not_both(a, b);
  }
  [[nodiscard]] std::uint64_t at_most(std::uint32_t) const override {
    throw std::logic_error("clauses do not count");
  }
  [[nodiscard]] std::uint64_t at_least(std::uint32_t item) const override {
    return clauses_.at_least(item);
  }
  std::uint64_t write_step(const Derivation& derivation) override {
    std::string line = std::to_string(++last_) + ' ';
    for (const std::uint32_t o : derivation.options) line += '-' + std::to_string(o + 1) + ' ';
    for (const std::uint32_t o : derivation.others) line += std::to_string(o + 1) + ' ';
    line += '0';
    for (const std::uint64_t hint : derivation.hints) line += ' ' + std::to_string(hint);
    files_.proof(line + " 0\n");
    ++files_.steps;
    return last_;
  }
  void write_end_of(std::span<const std::uint64_t> clauses) override {
    std::string line = std::to_string(last_) + " d";
    for (const std::uint64_t id : clauses) line += ' ' + std::to_string(id);
    files_.proof(line + " 0\n");
  }
  /// The defined variable is the first literal of each clause of its definition, because a checker
  /// resolves on the first literal (RAT).
  std::uint64_t write_definition(std::uint32_t variable,
                                 std::span<const std::uint32_t> options) override {
    const std::uint64_t first = ++last_;
    const std::string name = std::to_string(variable + 1);
    std::string line = std::to_string(first) + " -" + name;
    for (const std::uint32_t o : options) line += ' ' + std::to_string(o + 1);
    files_.proof(line + " 0 0\n");
    for (const std::uint32_t o : options) {
      files_.proof(std::to_string(++last_) + ' ' + name + " -" + std::to_string(o + 1) + " 0 -" +
                   std::to_string(first) + " 0\n");
    }
    files_.steps += options.size() + 1;
    return first;
  }
  Clause write_solution() override {
    if (solutions_left_-- == 0) throw std::logic_error("the proof's tree has more solutions");
    std::string line;
    for (const std::uint32_t o : chosen_) line += '-' + std::to_string(o + 1) + ' ';
    files_.formula(line + "0\n");
    return {.id = next_solution_++, .options = chosen_, .derived = false};
  }

  ProofFiles& files_;
  ProblemClauses clauses_;
  std::uint64_t solutions_left_;
  std::uint64_t next_solution_;
  std::uint64_t last_;
};

}  // namespace

void write_lrat(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                ProofLimit& limit, ProofFiles& files) {
  if (problem.has_multiplicities()) {
    throw std::invalid_argument("LRAT: clauses do not count, so there can be no multiplicities");
  }
  limit.take(problem.primary_count() + conflicts.pairs());
  Lrat(problem, conflicts, tree, limit, files).write();
}

}  // namespace dlx::certificate
