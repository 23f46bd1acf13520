#include "apps/proof.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/reading.hpp"
#include "dlx/proof/conflicts.hpp"
#include "dlx/proof/cpog.hpp"
#include "dlx/proof/proof_tree.hpp"
#include "dlx/proof/refutation.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::app {
namespace {

struct Form {
  const char* flag;
  const char* formula;  // how its file's name ends
  const char* proof;
  void (*write)(const Problem&, const Conflicts&, const ProofTree&, ProofLimit&, ProofFiles&);
};
constexpr std::array forms = {
    Form{"--lrat", ".cnf", ".lrat", write_lrat},
    Form{"--veripb", ".opb", ".pbp", write_veripb},
    Form{"--cpog", ".cnf", ".cpog", write_cpog},
};

struct Arguments {
  std::string certificate;
  std::string output;
  std::uint64_t most_steps = most_proof_steps;
  std::array<bool, forms.size()> wanted = {};
};

/// A file that is written in large pieces, and is there when it is whole.
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

struct Proof {
  std::string formula_path, proof_path;
  std::string count;  // of solutions
  std::uint64_t clauses = 0, steps = 0;
};

Proof write_proof(const Problem& problem, const std::string& certificate, const std::string& prefix,
                  std::uint64_t most_steps, const Form& form) {
  Proof result{
      .formula_path = prefix + form.formula, .proof_path = prefix + form.proof, .count = {}};
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

int prove(Session& session, const Arguments& a, const Form& form) try {
  for (const char* ending : {form.formula, form.proof}) {
    const std::string path = a.output + ending;
    if (path == session.read.file || path == a.certificate) {
      throw std::invalid_argument("--output: " + path + " is read");
    }
  }
  const Proof made =
      write_proof(read_problem(session), a.certificate, a.output, a.most_steps, form);
  if (session.general.json) {
    Json line = Json::object();
    line["count"] = made.count;
    line["formula"] = made.formula_path;
    line["clauses"] = made.clauses;
    line["proof"] = made.proof_path;
    line["steps"] = made.steps;
    session.out.print(line.dump() + "\n");
  } else {
    session.out.print(fmt::format("count {}\nformula {}: {} clauses\nproof {}: {} steps\n",
                                  made.count, made.formula_path, made.clauses, made.proof_path,
                                  made.steps));
  }
  session.out.flush();
  return success;
} catch (const ProofLimitError& e) {
  session.messages.error(std::string(e.what()) + " (--max-steps N raises the limit of steps)");
  return incomplete;
}

}  // namespace

void write_lrat_proof(const Problem& problem, const std::string& certificate,
                      const std::string& prefix) {
  write_proof(problem, certificate, prefix, most_proof_steps, forms[0]);
}

void add_proof(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("proof", "Turn a certificate into a proof for other checkers");
  add_read_options(*command, session);
  const auto a = std::make_shared<Arguments>();
  command
      ->add_option("CERTIFICATE", a->certificate,
                   "What `dlx count PROBLEM --certificate CERTIFICATE` has written")
      ->required();
  const auto flag = [&](std::size_t k, const std::string& help) {
    return command->add_flag(forms[k].flag, a->wanted[k], help)->group("Form");
  };
  flag(0, "Clauses that exclude each solution, and a proof in LRAT that nothing is left");
  flag(1, "Pseudo-Boolean constraints, and a proof for VeriPB that lists all solutions");
  flag(2, "Clauses, and a graph of all solutions in CPOG, with a proof that both say the same");
  command
      ->add_option("-o,--output", a->output,
                   "How the names of the two files begin: PREFIX.cnf and PREFIX.lrat, or "
                   "PREFIX.opb and PREFIX.pbp")
      ->check(not_empty)
      ->type_name("PREFIX")
      ->required();
  add_number<std::uint64_t>(*command, "--max-steps", a->most_steps,
                            "Give up rather than write more steps than this")
      ->capture_default_str();
  add_general_options(*command, session);
  command->footer(
      "Where the certificate leaves something to its checker, it is searched; what comes up "
      "again,\n"
      "or is the image of something, is written out. LRAT and CPOG have no words for "
      "multiplicities.\n"
      "Exit code 2 if the certificate is damaged or of another problem.\n\n"
      "Examples:\n"
      "  dlx count problem.dlx --certificate problem.cert\n"
      "  dlx proof problem.dlx problem.cert --lrat --output problem\n"
      "  dlx proof problem.dlx problem.cert --veripb --output problem --json\n");
  command->callback([&session, a] {
    session.action = [&session, a] {
      const Form* form = nullptr;
      for (std::size_t k = 0; k < forms.size(); ++k) {
        if (!a->wanted[k]) continue;
        if (form != nullptr) throw std::invalid_argument("one form at a time");
        form = &forms[k];
      }
      if (form == nullptr) throw std::invalid_argument("in which form? --lrat, --veripb or --cpog");
      return prove(session, *a, *form);
    };
  });
}

}  // namespace dlx::app
