#include "apps/run/proof_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/reading.hpp"
#include "dlx/certificate/conflicts.hpp"
#include "dlx/certificate/cpog.hpp"
#include "dlx/certificate/proof_tree.hpp"
#include "dlx/certificate/refutation.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::app {
namespace {

struct ProofArguments {
  std::string certificate;
  std::string output;
  std::uint64_t most_steps = most_proof_steps;
  std::array<bool, proof_forms.size()> wanted = {};
};

int prove(const Request& request, Console& console, const ProofArguments& a) try {
  const auto wanted = std::find(a.wanted.begin(), a.wanted.end(), true);
  if (wanted == a.wanted.end()) {
    throw std::invalid_argument("in which form? --lrat, --veripb or --cpog");
  }
  const ProofForm& form = proof_forms[static_cast<std::size_t>(wanted - a.wanted.begin())];
  for (const char* ending : {form.formula_ending, form.proof_ending}) {
    const std::string path = a.output + ending;
    if (path == request.read.file || path == a.certificate) {
      throw std::invalid_argument("--output: " + path + " is read");
    }
  }
  const WrittenProof made =
      write_proof(read_problem(request, console), a.certificate, a.output, a.most_steps, form);
  if (request.json) {
    Json line = Json::object();
    line["count"] = made.count;
    line["formula"] = made.formula_path;
    line["clauses"] = made.clauses;
    line["proof"] = made.proof_path;
    line["steps"] = made.steps;
    console.print_json(line);
  } else {
    console.print(fmt::format("count {}\nformula {}: {}\nproof {}: {}\n", made.count,
                              made.formula_path, quantity(made.clauses, "clause"), made.proof_path,
                              quantity(made.steps, "step")));
  }
  console.flush();
  return success;
} catch (const certificate::ProofLimitError& e) {
  console.error(std::string(e.what()) + " (--max-steps N raises the limit of steps)");
  return incomplete;
}

}  // namespace

void add_proof(CLI::App& app, CommandLine& line) {
  CLI::App* command =
      app.add_subcommand("proof", "Turn a certificate into a proof for other checkers");
  add_read_options(*command, line.request);
  const auto a = std::make_shared<ProofArguments>();
  command
      ->add_option("CERTIFICATE", a->certificate,
                   "The file that `dlx count PROBLEM --certificate CERTIFICATE` has written")
      ->required();
  const auto flag = [&](std::size_t k, const std::string& help) {
    return command->add_flag(proof_forms[k].option, a->wanted[k], help)->group("Form");
  };
  flag(0, "Write clauses that exclude each solution, and a proof in LRAT that they have no model");
  flag(1, "Write pseudo-Boolean constraints, and a proof for VeriPB that lists all solutions");
  flag(2,
       "Write clauses, and a graph of all solutions in CPOG with a proof that both are equivalent");
  command
      ->add_option("-o,--output", a->output,
                   "Beginning of the names of the two files: PREFIX.cnf and PREFIX.lrat, "
                   "PREFIX.opb and PREFIX.pbp, or PREFIX.cnf and PREFIX.cpog")
      ->check(not_empty)
      ->type_name("PREFIX")
      ->required();
  add_number<std::uint64_t>(*command, "--max-steps", a->most_steps,
                            "Give up if the proof needs more than N steps")
      ->capture_default_str();
  add_general_options(*command, line.request);
  command->footer(
      "A certificate leaves some steps to its checker, such as sweeps, recurring states and\n"
      "images under a symmetry; a proof has all steps, so it may be much longer. LRAT and CPOG\n"
      "cannot express multiplicities. The exit code is 2 if the certificate is damaged or of\n"
      "another problem.\n\n"
      "Examples:\n"
      "  dlx count problem.dlx --certificate problem.cert\n"
      "  dlx proof problem.dlx problem.cert --lrat --output problem\n"
      "  dlx proof problem.dlx problem.cert --veripb --output problem --json\n");
  set_action(*command, line, a, prove);
}

}  // namespace dlx::app
