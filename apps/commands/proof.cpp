#include "dlx/certificate/proof_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/reading.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/durable_file.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::app {
namespace {

struct ProofArguments {
  std::string certificate;
  std::string output;
  std::uint64_t most_steps = certificate::most_proof_steps;
  std::array<bool, certificate::proof_forms.size()> wanted = {};
};

int prove(const Request& request, Console& console, const ProofArguments& a) try {
  const auto wanted = std::find(a.wanted.begin(), a.wanted.end(), true);
  if (wanted == a.wanted.end()) {
    throw std::invalid_argument("in which form? --lrat, --veripb or --cpog");
  }
  const certificate::ProofForm& form =
      certificate::proof_forms[static_cast<std::size_t>(wanted - a.wanted.begin())];
  for (const char* ending : {form.formula_ending, form.proof_ending}) {
    const std::string path = a.output + ending;
    if (io::is_same_file(path, request.read.file) || io::is_same_file(path, a.certificate)) {
      throw std::invalid_argument("--output: " + path + " is read");
    }
  }
  const certificate::WrittenProof made = certificate::write_proof(
      read_problem(request, console), a.certificate, a.output, a.most_steps, form);
  if (request.json) {
    console.print_json({{"count", made.count},
                        {"formula", made.formula_path},
                        {"clauses", made.clauses},
                        {"proof", made.proof_path},
                        {"steps", made.steps}});
  } else {
    console.print(fmt::format("count {}\nformula {}: {}\nproof {}: {}\n", made.count,
                              made.formula_path, quantity(made.clauses, "clause"), made.proof_path,
                              quantity(made.steps, "step")));
  }
  return success;
} catch (const certificate::ProofLimitError& e) {
  console.error(std::string(e.what()) + " (--max-steps N raises the limit of steps)");
  return incomplete;
}

}  // namespace

void add_proof(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  auto& a = set_action(command, line, prove);
  command
      .add_option("CERTIFICATE", a.certificate,
                  "The file that `dlx count PROBLEM --certificate CERTIFICATE` has written")
      ->required();
  const auto flag = [&](std::size_t k, const std::string& help) {
    return command.add_flag(certificate::proof_forms[k].option, a.wanted[k], help)->group("Form");
  };
  flag(0, "Write clauses that exclude each solution, and a proof in LRAT that they have no model");
  flag(1, "Write pseudo-Boolean constraints, and a proof for VeriPB that lists all solutions");
  flag(2,
       "Write clauses, and a graph of all solutions in CPOG with a proof that both are equivalent");
  add_value(command, "-o,--output PREFIX", a.output,
            "Beginning of the names of the two files: PREFIX.cnf and PREFIX.lrat, "
            "PREFIX.opb and PREFIX.pbp, or PREFIX.cnf and PREFIX.cpog")
      ->check(not_empty)
      ->required();
  add_number<std::uint64_t>(command, "--max-steps", a.most_steps,
                            "Give up if the proof needs more than N steps")
      ->capture_default_str();
  add_general_options(command, line.request);
  command.footer(
      "A certificate leaves some steps to its checker, such as sweeps, recurring states and\n"
      "images under a symmetry. A proof contains all steps, so it may be much longer. LRAT and\n"
      "CPOG cannot express multiplicities. The exit code is 2 if the certificate is damaged or\n"
      "belongs to another problem.\n\n"
      "Examples:\n"
      "  dlx count problem.dlx --certificate problem.cert\n"
      "  dlx proof problem.dlx problem.cert --lrat --output problem\n"
      "  dlx proof problem.dlx problem.cert --veripb --output problem --json\n");
}

}  // namespace dlx::app
