#include "apps/run/proof_files.hpp"

#include <cstddef>
#include <string_view>

#include "apps/run/files.hpp"
#include "dlx/proof/cpog.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::app {

const std::array<ProofForm, 3> proof_forms = {ProofForm{"--lrat", ".cnf", ".lrat", write_lrat},
                                              {"--veripb", ".opb", ".pbp", write_veripb},
                                              {"--cpog", ".cnf", ".cpog", write_cpog}};

namespace {

/// A file that is written in large pieces, and appears when it is complete.
class ProofFile {
 public:
  explicit ProofFile(const std::string& path) : file_(path, false) { check_writable(path); }

  void print(std::string_view text) {
    constexpr std::size_t piece = std::size_t{1} << 16;
    buffer_ += text;
    if (buffer_.size() >= piece) flush();
  }
  void keep() {
    flush();
    file_.keep();
  }

 private:
  void flush() {
    file_.print(buffer_);
    buffer_.clear();
  }

  UnitFile file_;
  std::string buffer_;
};

}  // namespace

WrittenProof write_proof(const Problem& problem, const std::string& certificate,
                         const std::string& prefix, std::uint64_t most_steps,
                         const ProofForm& form) {
  WrittenProof result{.formula_path = prefix + form.formula_ending,
                      .proof_path = prefix + form.proof_ending,
                      .count = {}};
  ProofLimit limit(most_steps);
  const Conflicts conflicts(problem, limit);
  const ProofTree tree = read_proof_tree(problem, conflicts, certificate, limit);
  ProofFile formula(result.formula_path);
  ProofFile proof(result.proof_path);
  ProofFiles files{.formula = [&](std::string_view text) { formula.print(text); },
                   .proof = [&](std::string_view text) { proof.print(text); }};
  form.write(problem, conflicts, tree, limit, files);
  formula.keep();
  proof.keep();
  result.count = tree.count.to_string();
  result.clauses = files.formula_clauses;
  result.steps = files.steps;
  return result;
}

}  // namespace dlx::app
