#include "apps/trust.hpp"

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

#include "apps/certificate.hpp"
#include "apps/flags.hpp"
#include "apps/proof.hpp"
#include "apps/run.hpp"
#include "apps/settings.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/identity.hpp"
#include "dlx/proof/conflicts.hpp"
#include "dlx/solver.hpp"

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
    std::string file = (fs::path(folder) / name).string();
    if (is_program(file)) return file;
  }
  return {};
}

/// dlx-check beside this program, or else where the shell would find it.
std::string find_checker() {
  std::error_code none;
  const fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
  std::string file = (folder / "dlx-check").string();
  if (!is_program(file)) file = on_path("dlx-check");
  if (!file.empty()) return file;
  throw std::invalid_argument(
      "--trust T2: there is no dlx-check beside dlx, nor where PATH says that programs are");
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
  std::string name = (fs::temp_directory_path() / "dlx-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw SystemError(name + ": cannot be made: " + std::strerror(errno));
  }
  return name;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs a program to its end, from and to files. Its exit code; nothing if `stop` came first.
std::optional<int> run_program(std::vector<std::string> words, const std::string& in,
                               const std::string& out, const std::string& err,
                               const std::atomic<bool>& stop) {
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
  if (failure != 0) throw SystemError(words[0] + ": cannot be run: " + std::strerror(failure));
  int status = 0;
  auto pause = std::chrono::milliseconds(1);
  constexpr std::chrono::milliseconds longest(50);
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (stop) {
      ::kill(process, SIGKILL);
      ::waitpid(process, &status, 0);
      break;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest);
  }
  if (stop) return {};
  if (!WIFEXITED(status)) throw SystemError(words[0] + ": ended by a signal");
  return WEXITSTATUS(status);
}

std::string how(CountMethod method, EngineKind engine) {
  std::string text(to_string(method));
  if (method == CountMethod::search) text += fmt::format(" by {}", to_string(engine));
  return text;
}

/// A way to count that shares little with one that was taken.
void take_another_way(CountOptions& options, CountMethod method, EngineKind engine,
                      const Problem& problem) {
  options.method = CountMethod::search;
  options.preprocess = false;
  options.symmetry = false;
  options.search.preprocess = false;
  options.search.branching = {};
  options.search.trace = nullptr;
  if (method == CountMethod::sweep) {
    options.method = problem.has_multiplicities() ? CountMethod::search : CountMethod::memo;
  } else if (method == CountMethod::memo) {
    options.method = CountMethod::zdd;
  } else if (method == CountMethod::zdd) {
    options.method = CountMethod::sweep;
  }
  options.search.engine =
      engine == EngineKind::dancing_links ? EngineKind::dancing_cells : EngineKind::dancing_links;
}

}  // namespace

void add_trust_options(CLI::App& command, Session& session) {
  add_certificate_option(command, session);
  add_choice<TrustLevel>(
      command, "--trust", session.trust,
      {{"T0", TrustLevel::counted},
       {"T1", TrustLevel::agreed},
       {"T2", TrustLevel::certified},
       {"T3", TrustLevel::proved}},
      "How sure the answer must be. T0: counted, once; T1: another engine or method counts again, "
      "and both agree on the fingerprint; T2: dlx-check accepts a certificate; T3: and a checker "
      "by others, on the PATH, a proof in LRAT")
      ->type_name("LEVEL")
      ->group("Trust");
}

Trust::Trust(Session& session, const Problem& problem, const Presentation& show)
    : session_(session), problem_(problem) {
  const TrustLevel level = session.trust;
  if (level == TrustLevel::counted) return;
  if (!session.ask.count && !session.ask.all) {
    throw std::invalid_argument("--trust is for all solutions: add --all or --count");
  }
  const bool in_file = !session.checkpoint.file.empty();
  if (level == TrustLevel::agreed) {
    if (session.up_to != UpTo::none || show.is_representative) {
      throw std::invalid_argument(
          "--trust T1: fingerprints are of all solutions, not of those --up-to something; T2 is "
          "possible");
    }
    if (in_file && session.ask.all) {
      throw std::invalid_argument("--trust T1: with --checkpoint only for counts");
    }
    if (!session.search.fingerprint_seed) session.search.fingerprint_seed = std::random_device()();
    return;
  }
  checker_ = find_checker();
  if (level == TrustLevel::proved) {
    if (session.up_to != UpTo::none || problem.has_multiplicities()) {
      throw std::invalid_argument(
          "--trust T3: proofs in LRAT are of all solutions, without multiplicities; T2 is "
          "possible");
    }
    foreign_checker_ = find_foreign_checker();
  }
  if (in_file && session.certificate.empty()) {
    throw std::invalid_argument("--trust T2, T3: with --checkpoint they need --certificate FILE");
  }
  folder_ = temporary_folder();
  if (session.certificate.empty()) session.certificate = folder_ + "/certificate";
}

Trust::~Trust() {
  if (folder_.empty()) return;
  std::error_code none;
  fs::remove_all(folder_, none);
  if (is_temporary(session_.certificate)) session_.certificate.clear();
}

bool Trust::is_temporary(const std::string& file) const {
  return !folder_.empty() && file.starts_with(folder_ + '/');
}

void Trust::confirm(Outcome& outcome, const std::function<void()>& write_certificate) {
  if (outcome.complete())
    outcome.trust = {"T0", session_.ask.count ? "counted once" : "listed once"};
  write_certificate();
  if (!outcome.complete()) return;
  if (const std::string& file = session_.certificate; !file.empty() && !is_temporary(file)) {
    session_.messages.note(
        fmt::format("the certificate is {}; to check it: dlx-check PROBLEM {}", file, file));
  }
  if (session_.trust == TrustLevel::agreed) count_again(outcome);
  if (session_.trust < TrustLevel::certified) return;
  check_certificate(outcome);
  if (session_.trust == TrustLevel::proved && outcome.confirmation == Status::exhausted) {
    check_proof(outcome);
  }
}

void Trust::answer(Outcome& outcome, const Presentation& show,
                   const std::function<void()>& write_certificate) {
  try {
    confirm(outcome, write_certificate);
  } catch (const SystemError&) {
    say(session_, outcome, show);
    throw;
  }
  say(session_, outcome, show);
}

void Trust::count_again(Outcome& outcome) {
  const CountMethod method = outcome.counted ? outcome.counted->method : CountMethod::search;
  CountOptions options = count_options(session_, problem_);
  take_another_way(options, method, outcome.engine, problem_);
  const CountResult again = count(problem_, options);
  const std::string ways = how(method, outcome.engine) + " and " + how(again.method, again.engine);
  outcome.confirmation = again.status;
  if (again.status != Status::exhausted) {
    outcome.trust.why += "; a second count was stopped before its end";
    return;
  }
  if (again.value.to_string() != outcome.count || again.fingerprint != outcome.fingerprint) {
    throw std::logic_error(fmt::format(
        "{} do not agree: {} solutions with the fingerprint {}, and {} with {}, for the seed {}; "
        "please report this, with the problem",
        ways, outcome.count, outcome.fingerprint->value(), again.value.to_string(),
        again.fingerprint->value(), *session_.search.fingerprint_seed));
  }
  outcome.trust = {"T1",
                   fmt::format("{} agree on the fingerprint {}, seed {}", ways,
                               outcome.fingerprint->value(), *session_.search.fingerprint_seed)};
}

void Trust::check_certificate(Outcome& outcome) {
  const auto start = std::chrono::steady_clock::now();
  const std::string problem = folder_ + "/problem.dlx";
  std::string text;
  write_canonical_text(problem_, [&](std::string_view line) { text += line; });
  write_file(problem, text);
  const std::string out = folder_ + "/out";
  const std::string err = folder_ + "/err";
  const std::atomic<bool>* const stop = search_options(session_).stop;
  const std::optional<int> code =
      run_program({checker_, problem, session_.certificate}, "/dev/null", out, err, *stop);
  if (!code) {
    outcome.confirmation = Status::stopped;
    outcome.trust.why += "; the check of its certificate was stopped";
    return;
  }
  std::istringstream said(text_of(err));
  std::string reason;
  std::getline(said, reason);
  if (*code == 2) throw SystemError("dlx-check: " + reason);
  const std::string proved = text_of(out);
  const std::string claim = "count " + certified_count(outcome) + '\n';
  const bool same = proved.starts_with(claim) && proved.ends_with("\ncomplete\n") &&
                    proved.find("\nproblem " + identity(problem_) + '\n') != std::string::npos;
  if (*code != 0 || !same) {
    throw std::logic_error("dlx-check does not accept the certificate of this answer: " +
                           (*code == 0 ? proved : reason) +
                           "; please report this, with the problem");
  }
  outcome.trust = {"T2",
                   fmt::format("dlx-check accepts the certificate, of {} bytes, after {:.2f} s",
                               fs::file_size(session_.certificate), seconds_since(start))};
}

void Trust::check_proof(Outcome& outcome) {
  const auto start = std::chrono::steady_clock::now();
  const std::string prefix = folder_ + "/proof";
  try {
    write_lrat_proof(problem_, session_.certificate, prefix);
  } catch (const ProofLimitError& e) {
    outcome.confirmation = Status::node_limit;
    outcome.trust.why += fmt::format("; {}", e.what());
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
  const std::atomic<bool>* const stop = search_options(session_).stop;
  if (!run_program(std::move(words), in, out, folder_ + "/err", *stop)) {
    outcome.confirmation = Status::stopped;
    outcome.trust.why += "; the check of its proof was stopped";
    return;
  }
  // What they all say; their exit codes differ.
  const std::string said = text_of(out);
  if (said.find("NOT VERIFIED") != said.npos) {
    throw std::logic_error(name +
                           " does not accept the proof of this answer; please report this, "
                           "with the problem");
  }
  if (said.find("VERIFIED") == said.npos) {
    throw SystemError(name + ": has neither accepted nor refused the proof");
  }
  outcome.trust = {"T3",
                   fmt::format("dlx-check accepts the certificate, and {} the proof in LRAT, of "
                               "{} bytes, after {:.2f} s",
                               name, fs::file_size(proof), seconds_since(start))};
}

}  // namespace dlx::app
