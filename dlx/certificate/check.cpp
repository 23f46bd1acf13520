#include "dlx/certificate/check.hpp"

#include <filesystem>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/certificate/process.hpp"
#include "dlx/certificate/proof_files.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/errors.hpp"

namespace dlx::certificate {
namespace {

/// The exit code of dlx-check if it runs out of memory.
constexpr int checker_out_of_memory = 4;

/// The exit code of the dynamic loader of the operating system if it cannot start a program.
constexpr int no_start = 127;

/// Whether the dynamic loader reports that it had no memory for a library.
bool is_want_of_memory(const std::string& reason) {
  return reason.find("Cannot allocate memory") != reason.npos ||
         reason.find("failed to map") != reason.npos;
}

/// Whether the text that a program has printed contains the wanted line.
bool has_line(const std::string& text, std::string_view wanted) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    while (line.ends_with('\r')) line.pop_back();
    if (line == wanted) return true;
  }
  return false;
}

/// A program that checks LRAT proofs, and the line that it prints if it accepts a proof.
struct ProofChecker {
  std::string_view name;
  std::string_view line;
  int code = 0;  // exit code if the program accepts a proof; exit code 0 also means that it accepts
};
constexpr ProofChecker proof_checkers[] = {
    {"cake_lpr", "s VERIFIED UNSAT"},
    {"lrat-check", "c VERIFIED"},
    {"lrat-trim", "s VERIFIED", 20},  // SAT solvers exit with 20 if the clauses are unsatisfiable
    {"acl2", "s VERIFIED"}};

/// The result of a check that was not completed.
Checked not_checked(Status status, const std::string& why) {
  return {.status = status, .why = why};
}

}  // namespace

std::string find_checker() {
  std::string file = beside_this_program("dlx-check");
  return is_program(file) ? file : on_path("dlx-check");
}

std::string find_proof_checker() {
  for (const ProofChecker& checker : proof_checkers) {
    if (std::string file = on_path(std::string(checker.name)); !file.empty()) return file;
  }
  return {};
}

Checked check(const Problem& problem, const std::string& certificate, const CheckOptions& options) {
  const std::string checker = options.checker.empty() ? find_checker() : options.checker;
  if (checker.empty()) {
    throw std::invalid_argument("the program dlx-check is neither beside this one nor on the PATH");
  }
  const search::Deadline deadline(options.control);
  const TemporaryFolder folder;
  std::string text;
  write_canonical_text(problem, [&](std::string_view line) { text += line; });
  const Ended ended =
      run_program({checker, folder.write("problem.dlx", text), certificate}, "", deadline);
  const std::string reason = ended.err.substr(0, ended.err.find('\n'));
  if (ended.status == Status::memory_limit ||
      (ended.code == no_start && is_want_of_memory(reason))) {
    return not_checked(Status::memory_limit,
                       "its certificate was not checked: no memory to start dlx-check");
  }
  if (ended.code == checker_out_of_memory) {
    return not_checked(Status::memory_limit,
                       "its certificate was not checked: dlx-check ran out of memory");
  }
  if (ended.status != Status::exhausted) {
    return not_checked(ended.status, "the check of its certificate was stopped");
  }
  if (ended.code != 0 && ended.code != 1 && ended.code != 3) {
    throw io::SystemError(
        "dlx-check " +
        std::string(ended.code == no_start ? "could not be started:" : "failed with") +
        " exit code " + std::to_string(ended.code) +
        ", so the answer is not confirmed: " + (reason.empty() ? "it wrote no message" : reason));
  }
  if (ended.code == 1 && reason.find("too much for this checker") != reason.npos) {
    return not_checked(Status::node_limit,
                       "its certificate cannot be checked by dlx-check: " + reason);
  }
  Checked checked{.accepted = ended.code == 0,
                  .why = ended.code == 1 ? reason : ended.out,
                  .proved = ended.out};
  if (!checked.accepted) return checked;
  checked.bytes = std::filesystem::file_size(certificate);
  auto line = std::string_view(checked.proved).substr(0, checked.proved.find('\n'));
  if (next_word(line) == "count") checked.count = Natural::parse(next_word(line));
  return checked;
}

Checked check_proof(const Problem& problem, const std::string& certificate,
                    const CheckOptions& options) {
  const search::Deadline deadline(options.control);
  const TemporaryFolder folder;
  WrittenProof files;
  try {
    files = write_proof(problem, certificate, folder.path("proof"), most_proof_steps,
                        proof_forms[lrat_form]);
  } catch (const ProofLimitError& e) {
    return not_checked(Status::node_limit, e.what());
  }
  const std::string name = std::filesystem::path(options.checker).filename().string();
  std::vector<std::string> words = {options.checker};
  std::string input;
  if (name == "acl2") {  // the LRAT checker is a module in the library of ACL2
    input =
        "(include-book \"projects/sat/lrat/stobj-based/run\" :dir :system)\n"
        "(lrat::lrat-check \"" +
        files.formula_path + "\" \"" + files.proof_path + "\")\n";
  } else {
    words.insert(words.end(), {files.formula_path, files.proof_path});
  }
  const Ended ended = run_program(std::move(words), input, deadline);
  if (ended.status != Status::exhausted) {
    return not_checked(ended.status, ended.status == Status::memory_limit
                                         ? "its proof was not checked: no memory to start " + name
                                         : "the check of its proof was stopped");
  }
  if (has_line(ended.out, "s NOT VERIFIED") || has_line(ended.out, "c NOT VERIFIED")) {
    return {.why = name + " does not accept the proof of this answer"};
  }
  const ProofChecker* checker = &proof_checkers[std::size(proof_checkers) - 1];
  for (const ProofChecker& each : proof_checkers) {
    if (each.name == name) checker = &each;
  }
  if (!has_line(ended.out, checker->line) || (ended.code != 0 && ended.code != checker->code)) {
    throw io::SystemError(name + ": has neither accepted nor refused the proof, with exit code " +
                          std::to_string(ended.code));
  }
  return {.accepted = true, .bytes = std::filesystem::file_size(files.proof_path)};
}

}  // namespace dlx::certificate
