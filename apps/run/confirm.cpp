#include "apps/run/confirm.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "apps/cli/combinations.hpp"
#include "apps/run/files.hpp"
#include "apps/run/proof_files.hpp"
#include "apps/run/watch.hpp"
#include "dlx/certificate/conflicts.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/engines/bit_matrix.hpp"
#include "dlx/search/deadline.hpp"
#include "dlx/solver.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sweep_count.hpp"

extern char** environ;  // NOLINT: POSIX has no header for it

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

bool is_program(const std::string& file) {
  std::error_code none;
  return ::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, none);
}

/// Where the shell would find a program; empty: nowhere.
std::string on_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream list(path == nullptr ? "" : path);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (folder.empty()) continue;  // whatever folder the command happens to be in
    std::string file = (fs::path(folder) / name).string();
    if (is_program(file)) return file;
  }
  return {};
}

/// The folder of this program.
fs::path own_folder() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none).parent_path();
}

/// Where the dlx-check that came with this program is.
std::string checker_beside() {
  return (own_folder() / "dlx-check").string();
}

/// The dlx-check beside dlx, or else the first one on the PATH; empty: there is none.
std::string installed_checker() {
  std::string file = checker_beside();
  return is_program(file) ? file : on_path("dlx-check");
}

constexpr const char* how_to_build = "to build it: cmake --build build/release --target dlx_check";

std::string find_checker(TrustLevel level) {
  if (std::string file = installed_checker(); !file.empty()) return file;
  throw std::invalid_argument(fmt::format(
      "--trust {} needs the program dlx-check; there is no dlx-check beside dlx, in {}, "
      "and none on the PATH; {}",
      level == TrustLevel::proved ? "T3" : "T2", own_folder().string(), how_to_build));
}

/// Who checks proofs in LRAT.
std::string find_foreign_checker() {
  for (const char* name : {"cake_lpr", "lrat-check", "lrat-trim", "acl2"}) {
    if (std::string file = on_path(name); !file.empty()) return file;
  }
  throw std::invalid_argument(
      "--trust T3: PATH leads to none of cake_lpr, lrat-check, lrat-trim and acl2, which check "
      "proofs in LRAT");
}

std::string temporary_folder() {
  std::error_code error;
  const fs::path place = fs::temp_directory_path(error);
  if (error) throw io::SystemError("the folder that TMPDIR names: " + error.message());
  std::string name = (place / "dlx-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw io::SystemError(name + ": cannot be made: " + std::strerror(errno));
  }
  return name;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return a == b || fs::equivalent(a, b, none);
}

/// How a program ended.
struct Ended {
  /// Otherwise it was killed: stopped, or the time limit; or could not be started: memory limit.
  Status status = Status::exhausted;
  int code = 0;
};

/// Runs a program to its end, from and to files, within the limits of a search.
Ended run_program(std::vector<std::string> words, const std::string& in, const std::string& out,
                  const std::string& err, const search::SearchOptions& search) {
  const search::Deadline deadline(search.control);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), flags, 0600);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), flags, 0600);
  pid_t process = 0;
  const int failure =
      ::posix_spawn(&process, arguments[0], &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failure == ENOMEM || failure == EAGAIN) return {Status::memory_limit};
  if (failure != 0) throw io::SystemError(words[0] + ": cannot be run: " + std::strerror(failure));
  int status = 0;
  auto pause = std::chrono::milliseconds(1);
  constexpr std::chrono::milliseconds longest(50);
  for (pid_t ended = 0; (ended = ::waitpid(process, &status, WNOHANG)) != process;) {
    if (ended == -1) {
      throw io::SystemError(words[0] + ": how it ended is not known: " + std::strerror(errno));
    }
    if (const Status why = deadline.why(); why != Status::running) {
      ::kill(process, SIGKILL);
      ::waitpid(process, &status, 0);
      return {why};
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest);
  }
  if (!WIFEXITED(status)) {
    const int signal = WTERMSIG(status);
    throw io::SystemError(fmt::format(
        "{} was killed by signal {} ({}), so the answer is not confirmed{}", words[0], signal,
        ::strsignal(signal), signal == SIGKILL ? "; perhaps the system was out of memory" : ""));
  }
  return {Status::exhausted, WEXITSTATUS(status)};
}

std::string how(CountMethod method, EngineKind engine) {
  std::string text(to_string(method));
  if (method == CountMethod::search) text += fmt::format(" by {}", to_string(engine));
  return text;
}

/// An answer, or what should confirm it, is wrong: the one reason not to print the answer.
class Refuted : public std::logic_error {
 public:
  explicit Refuted(const std::string& why)
      : std::logic_error(why + "; please report this, with the problem") {}
};

/// By tables of states: a sweep, or where its keys are too long a diagram; nothing if neither is
/// possible.
std::optional<CountMethod> way_by_tables(const Problem& problem, const search::Deadline& deadline) {
  const std::uint32_t bits = tables::sweep_width(problem, tables::narrow_order(problem, deadline));
  if (bits < 64 * tables::most_words_of_sweep) return CountMethod::sweep;
  if (bits < 64 * tables::PlanLimits().words) return CountMethod::zdd;
  return {};
}

/// A way to count that shares little with one that was taken, and is for the problem; nothing if
/// there is none.
std::optional<CountMethod> another_way(CountMethod method, const Problem& problem,
                                       const search::SearchOptions& search) {
  const search::Deadline deadline(search.control);
  switch (method) {
    case CountMethod::automatic:
    case CountMethod::search:
      // Two engines take every problem, or every problem but for multiplicities.
      return problem.has_multiplicities() && !engines::bit_matrix_objection(problem).empty()
                 ? way_by_tables(problem, deadline)
                 : CountMethod::search;
    case CountMethod::sweep:
      return tables::memo_objection(problem).empty() ? CountMethod::memo : CountMethod::search;
    case CountMethod::memo:
      return way_by_tables(problem, deadline) ? CountMethod::zdd : CountMethod::search;
    case CountMethod::zdd:
    case CountMethod::invariant:
    case CountMethod::signs:
      return way_by_tables(problem, deadline) == CountMethod::sweep ? CountMethod::sweep
                                                                    : CountMethod::search;
  }
  return {};
}

/// An engine that shares little with this one, and is for the problem: see another_way().
EngineKind another_engine(EngineKind engine, const Problem& problem) {
  if (engine != EngineKind::dancing_links) return EngineKind::dancing_links;
  return problem.has_multiplicities() ? EngineKind::bit_matrix : EngineKind::dancing_cells;
}

void take_another_way(counting::CountOptions& options, CountMethod method, EngineKind engine) {
  options.method = method;
  options.preprocess = false;
  options.symmetry = false;
  options.search.preprocess = false;
  options.search.branching = {};
  options.search.trace = nullptr;
  options.search.engine = engine;
}

/// Whether a program has printed this line.
bool has_line(const std::string& text, std::string_view wanted) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    while (line.ends_with('\r')) line.pop_back();
    if (line == wanted) return true;
  }
  return false;
}

/// How dlx-check says that it ran out of memory.
constexpr int checker_out_of_memory = 4;

/// How the loader says that it could not start a program.
constexpr int no_start = 127;

/// Whether the loader says that it lacked memory for a library.
bool is_want_of_memory(const std::string& reason) {
  return reason.find("Cannot allocate memory") != reason.npos ||
         reason.find("failed to map") != reason.npos;
}

/// How a checker of proofs says that it accepts one, by its name: a line and an exit code.
struct Acceptance {
  std::string_view line;
  int code = 0;
};
Acceptance acceptance_of(std::string_view name) {
  if (name == "cake_lpr") return {"s VERIFIED UNSAT"};
  if (name == "lrat-check") return {"c VERIFIED"};
  if (name == "lrat-trim") return {"s VERIFIED", 20};  // as solvers say that there is no solution
  return {"s VERIFIED"};
}

/// The files that a command line names beside the certificate, and words that may be such.
std::vector<std::string> other_files(const Request& request) {
  std::vector<std::string> files = {request.read.file, request.checkpoint.file, request.up_to_file};
  for (std::size_t a = 0; a < request.arguments.size(); ++a) {
    if (a == 0 || request.arguments[a - 1] != "--certificate") {
      files.push_back(request.arguments[a]);
    }
  }
  std::erase_if(files, [](const std::string& file) { return file.empty(); });
  return files;
}

}  // namespace

Confirmer::Confirmer(const Request& request, const Watch& control, const Problem& problem,
                     const Classes& classes)
    : request_(request),
      control_(control),
      problem_(problem),
      level_(request.trust.value_or(TrustLevel::counted)),
      evidence_{request.options.fingerprint, request.certificate} {
  const bool classes_only = classes.is_representative || classes.group;
  if (evidence_.seed && classes_only) throw not_together("--fingerprint", kind::one_of_each_class);
  if (level_ == TrustLevel::agreed) require_agreement(classes);
  const bool certified = level_ >= TrustLevel::certified;
  if (certified || !evidence_.certificate.empty()) require_certificate(classes);
  if (!certified) return;
  checker_ = find_checker(level_);
  if (level_ == TrustLevel::proved) foreign_checker_ = find_foreign_checker();
  folder_ = temporary_folder();
  if (evidence_.certificate.empty()) evidence_.certificate = folder_ + "/certificate";
}

Confirmer::~Confirmer() {
  if (folder_.empty()) return;
  std::error_code none;
  fs::remove_all(folder_, none);
}

void Confirmer::require_agreement(const Classes& classes) {
  if (classes.is_representative || classes.group) {
    throw not_together("--trust T1", kind::one_of_each_class);
  }
  if (!another_way(request_.options.method, problem_, control_.search_options(&problem_))) {
    throw not_together("--trust T1", kind::multiplicities);
  }
  if (evidence_.seed) return;
  constexpr std::size_t digits = 15;
  // A run that is continued needs its seed again.
  evidence_.seed =
      request_.checkpoint.file.empty()
          ? std::random_device()()
          : std::stoull(certificate::identity(problem_).substr(0, digits), nullptr, 16);
}

void Confirmer::require_certificate(const Classes& classes) const {
  const std::string option = level_ == TrustLevel::proved      ? "--trust T3"
                             : level_ == TrustLevel::certified ? "--trust T2"
                                                               : "--certificate";
  if (level_ == TrustLevel::proved && problem_.has_multiplicities()) {
    throw not_together(option, kind::multiplicities);
  }
  if (classes.are_unlisted()) throw not_together(option, kind::many_symmetries);
  if (classes.is_representative || (classes.group && !request_.wanted.count)) {
    throw not_together(option, kind::one_of_each_class);
  }
  if (evidence_.certificate.empty()) return;
  for (const std::string& other : other_files(request_)) {
    if (is_same_file(evidence_.certificate, other)) {
      throw std::invalid_argument("--certificate: " + other + " is needed for something else");
    }
  }
}

std::string Confirmer::checker_name() const {
  return checker_ == checker_beside() ? "dlx-check" : checker_;
}

std::string Confirmer::certificate_note() const {
  const std::string& file = request_.certificate;
  return fmt::format(
      "the certificate is {}; to check it: dlx-check PROBLEM {}{}", file, file,
      installed_checker().empty()
          ? fmt::format(" (there is no dlx-check beside dlx, nor on the PATH; {})", how_to_build)
          : "");
}

Confirmation Confirmer::confirm(const Answer& answer, const WriteCertificate& write_certificate,
                                const std::string& claim) const {
  Confirmation confirmation;
  try {
    attempt(answer, write_certificate, claim, confirmation);
  } catch (const Refuted&) {
    throw;
  } catch (...) {
    confirmation.failure = std::current_exception();
  }
  return confirmation;
}

void Confirmer::attempt(const Answer& answer, const WriteCertificate& write_certificate,
                        const std::string& claim, Confirmation& confirmation) const {
  if (!answer.complete()) {
    if (!evidence_.certificate.empty() && request_.checkpoint.file.empty()) {
      confirmation.note = "no certificate was written, because the answer is INCOMPLETE";
    }
    return;
  }
  confirmation.level = "T0";
  confirmation.why = request_.wanted.count ? "counted once" : "listed once";
  if (!evidence_.certificate.empty()) write_certificate(answer);
  if (!request_.certificate.empty()) confirmation.note = certificate_note();
  if (level_ == TrustLevel::agreed) count_again(answer, confirmation);
  if (level_ >= TrustLevel::certified) check_certificate(answer, claim, confirmation);
  if (level_ == TrustLevel::proved && confirmation.status == Status::exhausted) {
    check_proof(confirmation);
  }
}

void Confirmer::count_again(const Answer& answer, Confirmation& confirmation) const {
  const CountMethod method = answer.counted ? answer.counted->method : CountMethod::search;
  counting::CountOptions options = control_.count_options(problem_);
  options.fingerprint_seed = evidence_.seed;
  const std::optional<CountMethod> other = another_way(method, problem_, options.search);
  if (!other) throw not_together("--trust T1", kind::multiplicities);
  take_another_way(options, *other,
                   method == CountMethod::search ? another_engine(answer.engine, problem_)
                                                 : EngineKind::dancing_links);
  const counting::CountResult again = count(problem_, options);
  const std::string ways = how(method, answer.engine) + " and " + how(again.method, again.engine);
  confirmation.status = again.status;
  if (again.status != Status::exhausted) {
    confirmation.why += "; a second count was stopped before its end";
    return;
  }
  if (again.value.to_string() != answer.count || again.fingerprint != answer.fingerprint) {
    throw Refuted(fmt::format(
        "{} do not agree: {} solutions with the fingerprint {}, and {} with {}, for the seed {}",
        ways, answer.count, answer.fingerprint->value(), again.value.to_string(),
        again.fingerprint->value(), *evidence_.seed));
  }
  confirmation.level = "T1";
  confirmation.why = fmt::format("{} agree on the fingerprint {}, seed {}", ways,
                                 answer.fingerprint->value(), *evidence_.seed);
}

void Confirmer::check_certificate(const Answer& answer, const std::string& claim,
                                  Confirmation& confirmation) const {
  const auto start = std::chrono::steady_clock::now();
  const std::string problem = folder_ + "/problem.dlx";
  std::string text;
  write_canonical_text(problem_, [&](std::string_view line) { text += line; });
  write_file(problem, text);
  const std::string out = folder_ + "/out";
  const std::string err = folder_ + "/err";
  const auto [status, code] = run_program({checker_, problem, evidence_.certificate}, "/dev/null",
                                          out, err, control_.search_options(&problem_));
  std::istringstream said(text_of(err));
  std::string reason;
  std::getline(said, reason);
  const bool no_room =
      status == Status::memory_limit || (code == no_start && is_want_of_memory(reason));
  if (no_room || code == checker_out_of_memory) {
    confirmation.status = Status::memory_limit;
    confirmation.why += no_room ? "; its certificate was not checked: no memory to start dlx-check"
                                : "; its certificate was not checked: dlx-check ran out of memory";
    return;
  }
  if (status != Status::exhausted) {
    confirmation.status = status;
    confirmation.why += "; the check of its certificate was stopped";
    return;
  }
  if (code != 0 && code != 1 && code != 3) {
    throw io::SystemError(
        fmt::format("dlx-check {} exit code {}, so the answer is not confirmed: {}",
                    code == no_start ? "could not be started:" : "failed with", code,
                    reason.empty() ? "it wrote no message" : reason));
  }
  if (code == 1 && reason.find("too much for this checker") != reason.npos) {
    confirmation.status = Status::node_limit;
    confirmation.why += "; its certificate cannot be checked by dlx-check: " + reason;
    return;
  }
  // All that the answer says must be proved; a fingerprint only if one was asked for.
  const std::string proved = text_of(out);
  std::istringstream lines(proved);
  std::string count, fingerprint;
  std::getline(lines, count);
  std::getline(lines, fingerprint);
  const std::string rest{std::istreambuf_iterator<char>(lines), {}};
  const bool same =
      count == "count " + certified_count(answer) && fingerprint.starts_with("fingerprint ") &&
      (!answer.fingerprint ||
       fingerprint ==
           fmt::format("fingerprint {} seed {}", answer.fingerprint->value(), *evidence_.seed)) &&
      rest == fmt::format("{}{}problem {}\ncomplete\n", claim, claim.empty() ? "" : "\n",
                          certificate::identity(problem_));
  if (code != 0 || !same) {
    throw Refuted("dlx-check does not accept the certificate of this answer: " +
                  (code == 1 ? reason : proved));
  }
  confirmation.level = "T2";
  confirmation.why =
      fmt::format("{} accepts the certificate, of {} bytes, after {:.2f} s", checker_name(),
                  fs::file_size(evidence_.certificate), seconds_since(start));
}

void Confirmer::check_proof(Confirmation& confirmation) const {
  const auto start = std::chrono::steady_clock::now();
  const std::string prefix = folder_ + "/proof";
  try {
    write_proof(problem_, evidence_.certificate, prefix, most_proof_steps, proof_forms[lrat_form]);
  } catch (const certificate::ProofLimitError& e) {
    confirmation.status = Status::node_limit;
    confirmation.why += fmt::format("; {}", e.what());
    return;
  }
  const std::string formula = prefix + ".cnf";
  const std::string proof = prefix + ".lrat";
  const std::string name = fs::path(foreign_checker_).filename().string();
  std::vector<std::string> words = {foreign_checker_};
  std::string input;
  if (name == "acl2") {  // the checker is a book of its library
    input = fmt::format(
        "(include-book \"projects/sat/lrat/stobj-based/run\" :dir :system)\n"
        "(lrat::lrat-check \"{}\" \"{}\")\n",
        formula, proof);
  } else {
    words.insert(words.end(), {formula, proof});
  }
  const std::string in = folder_ + "/in";
  const std::string out = folder_ + "/out";
  write_file(in, input);
  const auto [status, code] =
      run_program(std::move(words), in, out, folder_ + "/err", control_.search_options(&problem_));
  if (status != Status::exhausted) {
    confirmation.status = status;
    confirmation.why +=
        status == Status::memory_limit
            ? fmt::format("; its proof was not checked: no memory to start {}", name)
            : "; the check of its proof was stopped";
    return;
  }
  const std::string said = text_of(out);
  if (has_line(said, "s NOT VERIFIED") || has_line(said, "c NOT VERIFIED")) {
    throw Refuted(name + " does not accept the proof of this answer");
  }
  const Acceptance wanted = acceptance_of(name);
  if (!has_line(said, wanted.line) || (code != 0 && code != wanted.code)) {
    throw io::SystemError(fmt::format(
        "{}: has neither accepted nor refused the proof, with exit code {}", name, code));
  }
  confirmation.level = "T3";
  confirmation.why = fmt::format(
      "{} accepts the certificate, and {} the proof in LRAT, of "
      "{} bytes, after {:.2f} s",
      checker_name(), name, fs::file_size(proof), seconds_since(start));
}

}  // namespace dlx::app
