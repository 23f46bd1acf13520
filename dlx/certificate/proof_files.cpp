#include "dlx/certificate/proof_files.hpp"

#include <string_view>

#include "dlx/io/durable_file.hpp"

namespace dlx::certificate {

const std::array<ProofForm, 3> proof_forms = {
    ProofForm{"--lrat", ".cnf", ".lrat", write_lrat, true},
    {"--veripb", ".opb", ".pbp", write_veripb},
    {"--cpog", ".cnf", ".cpog", write_cpog}};

WrittenProof write_proof(const Problem& problem, const std::string& certificate,
                         const std::string& prefix, std::uint64_t most_steps,
                         const ProofForm& form) {
  WrittenProof result{.formula_path = prefix + form.formula_ending,
                      .proof_path = prefix + form.proof_ending,
                      .count = {}};
  ProofLimit limit(most_steps);
  const Conflicts conflicts(problem, limit);
  const ProofTree tree = read_proof_tree(problem, conflicts, certificate, limit, form.with_nogoods);
  for (const std::string* path : {&result.formula_path, &result.proof_path})
    io::check_writable(*path);
  io::DurableFile formula(result.formula_path);
  io::DurableFile proof(result.proof_path);
  ProofFiles files{.formula = [&](std::string_view text) { formula.append(text); },
                   .proof = [&](std::string_view text) { proof.append(text); }};
  form.write(problem, conflicts, tree, limit, files);
  formula.keep();
  proof.keep();
  result.count = tree.count.to_string();
  result.clauses = files.formula_clauses;
  result.steps = files.steps;
  return result;
}

}  // namespace dlx::certificate
