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
#include "dlx/counting/memo_search.hpp"
#include "dlx/counting/sweep_plan.hpp"
#include "dlx/proof/conflicts.hpp"
#include "dlx/search/deadline.hpp"
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
  if (error) throw SystemError("the folder that TMPDIR names: " + error.message());
  std::string name = (place / "dlx-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw SystemError(name + ": cannot be made: " + std::strerror(errno));
  }
  return name;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// How a program ended.
struct Ended {
  /// Otherwise it was killed: stopped, or the time limit; or could not be started: memory limit.
  Status status = Status::exhausted;
  int code = 0;
};

/// Runs a program to its end, from and to files, within the limits of a search.
Ended run_program(std::vector<std::string> words, const std::string& in, const std::string& out,
                  const std::string& err, const SearchOptions& search) {
  const auto start = std::chrono::steady_clock::now();
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
  if (failure != 0) throw SystemError(words[0] + ": cannot be run: " + std::strerror(failure));
  int status = 0;
  auto pause = std::chrono::milliseconds(1);
  constexpr std::chrono::milliseconds longest(50);
  for (pid_t ended = 0; (ended = ::waitpid(process, &status, WNOHANG)) != process;) {
    if (ended == -1) {
      throw SystemError(words[0] + ": how it ended is not known: " + std::strerror(errno));
    }
    const bool stopped = *search.stop;
    if (stopped ||
        (search.limits.time && std::chrono::steady_clock::now() - start > *search.limits.time)) {
      ::kill(process, SIGKILL);
      ::waitpid(process, &status, 0);
      return {stopped ? Status::stopped : Status::time_limit};
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest);
  }
  if (!WIFEXITED(status)) {
    const int signal = WTERMSIG(status);
    throw SystemError(fmt::format(
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

/// That an answer is wrong, or what should confirm it: the one reason not to say it.
class Refuted : public std::logic_error {
 public:
  explicit Refuted(const std::string& why)
      : std::logic_error(why + "; please report this, with the problem") {}
};

/// By tables of states: a sweep, or where its keys are too long a diagram; nothing if neither is
/// possible.
std::optional<CountMethod> way_by_tables(const Problem& problem, const Deadline& deadline) {
  constexpr std::uint32_t words_of_sweep = 4;
  try {
    const bool fits = sweep_plan(problem, narrow_order(problem, deadline)).words <= words_of_sweep;
    return fits ? CountMethod::sweep : CountMethod::zdd;
  } catch (const std::invalid_argument&) {
    return {};
  }
}

/// A way to count that shares little with one that was taken, and is for the problem; nothing if
/// there is none.
std::optional<CountMethod> another_way(CountMethod method, const Problem& problem,
                                       const SearchOptions& search) {
  const Deadline deadline(search.limits.time, search.stop);
  switch (method) {
    case CountMethod::automatic:
    case CountMethod::search:  // only one engine takes multiplicities
      return problem.has_multiplicities() ? way_by_tables(problem, deadline) : CountMethod::search;
    case CountMethod::sweep:
      return memo_objection(problem).empty() ? CountMethod::memo : CountMethod::search;
    case CountMethod::memo:
      return way_by_tables(problem, deadline) ? CountMethod::zdd : CountMethod::search;
    case CountMethod::zdd:
      return way_by_tables(problem, deadline) == CountMethod::sweep ? CountMethod::sweep
                                                                    : CountMethod::search;
  }
  return {};
}

void take_another_way(CountOptions& options, CountMethod method, EngineKind engine) {
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
  const TrustLevel level = session.trust.value_or(TrustLevel::counted);
  if (level == TrustLevel::counted) return;
  if (!session.ask.count && !session.ask.all) {
    throw std::invalid_argument("--trust is for all solutions: add --all or --count");
  }
  const bool in_file = !session.checkpoint.file.empty();
  if (level == TrustLevel::agreed) {
    if (session.up_to != UpTo::none || show.is_representative) {
      throw std::invalid_argument(
          std::string("--trust T1: fingerprints are of all solutions, not of those --up-to "
                      "something") +
          (show.automorphisms ? "" : "; T2 is possible"));
    }
    if (in_file && session.ask.all) {
      throw std::invalid_argument("--trust T1: with --checkpoint only for counts");
    }
    if (!another_way(session.search.method, problem, search_options(session))) {
      throw std::invalid_argument(
          "--trust T1: only one engine takes a problem with multiplicities, and this one is too "
          "wide for a sweep; T2 is possible");
    }
    if (!session.search.fingerprint_seed) session.search.fingerprint_seed = std::random_device()();
    return;
  }
  checker_ = find_checker(level);
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

std::string Trust::checker_name() const {
  return checker_ == checker_beside() ? "dlx-check" : checker_;
}

bool Trust::is_temporary(const std::string& file) const {
  return !folder_.empty() && file.starts_with(folder_ + '/');
}

void Trust::confirm(Outcome& outcome, const std::function<void()>& write_certificate,
                    const std::string& more) {
  if (outcome.complete())
    outcome.trust = {"T0", session_.ask.count ? "counted once" : "listed once"};
  write_certificate();
  if (!outcome.complete()) return;
  if (const std::string& file = session_.certificate; !file.empty() && !is_temporary(file)) {
    session_.messages.note(fmt::format(
        "the certificate is {}; to check it: dlx-check PROBLEM {}{}", file, file,
        installed_checker().empty()
            ? fmt::format(" (there is no dlx-check beside dlx, nor on the PATH; {})", how_to_build)
            : ""));
  }
  if (session_.trust == TrustLevel::agreed) count_again(outcome);
  if (session_.trust < TrustLevel::certified) return;
  check_certificate(outcome, more);
  if (session_.trust == TrustLevel::proved && outcome.confirmation == Status::exhausted) {
    check_proof(outcome);
  }
}

void Trust::answer(Outcome& outcome, const std::function<void()>& say_it,
                   const std::function<void()>& write_certificate, const std::string& more) {
  try {
    confirm(outcome, write_certificate, more);
  } catch (const Refuted&) {
    throw;
  } catch (...) {
    say_it();
    throw;
  }
  say_it();
}

void Trust::answer(Outcome& outcome, const Presentation& show,
                   const std::function<void()>& write_certificate, const std::string& more) {
  answer(
      outcome, [&] { say(session_, outcome, show); }, write_certificate, more);
}

void Trust::count_again(Outcome& outcome) {
  const CountMethod method = outcome.counted ? outcome.counted->method : CountMethod::search;
  CountOptions options = count_options(session_, problem_);
  const std::optional<CountMethod> other = another_way(method, problem_, options.search);
  if (!other) throw std::invalid_argument("--trust T1: there is no second way to count this");
  take_another_way(options, *other,
                   method == CountMethod::search && outcome.engine == EngineKind::dancing_links
                       ? EngineKind::dancing_cells
                       : EngineKind::dancing_links);
  const CountResult again = count(problem_, options);
  const std::string ways = how(method, outcome.engine) + " and " + how(again.method, again.engine);
  outcome.confirmation = again.status;
  if (again.status != Status::exhausted) {
    outcome.trust.why += "; a second count was stopped before its end";
    return;
  }
  if (again.value.to_string() != outcome.count || again.fingerprint != outcome.fingerprint) {
    throw Refuted(fmt::format(
        "{} do not agree: {} solutions with the fingerprint {}, and {} with {}, for the seed {}",
        ways, outcome.count, outcome.fingerprint->value(), again.value.to_string(),
        again.fingerprint->value(), *session_.search.fingerprint_seed));
  }
  outcome.trust = {"T1",
                   fmt::format("{} agree on the fingerprint {}, seed {}", ways,
                               outcome.fingerprint->value(), *session_.search.fingerprint_seed)};
}

void Trust::check_certificate(Outcome& outcome, const std::string& more) {
  const auto start = std::chrono::steady_clock::now();
  const std::string problem = folder_ + "/problem.dlx";
  std::string text;
  write_canonical_text(problem_, [&](std::string_view line) { text += line; });
  write_file(problem, text);
  const std::string out = folder_ + "/out";
  const std::string err = folder_ + "/err";
  const auto [status, code] = run_program({checker_, problem, session_.certificate}, "/dev/null",
                                          out, err, search_options(session_));
  std::istringstream said(text_of(err));
  std::string reason;
  std::getline(said, reason);
  const bool no_room =
      status == Status::memory_limit || (code == no_start && is_want_of_memory(reason));
  if (no_room || code == checker_out_of_memory) {
    outcome.confirmation = Status::memory_limit;
    outcome.trust.why += no_room ? "; its certificate was not checked: no memory to start dlx-check"
                                 : "; its certificate was not checked: dlx-check ran out of memory";
    return;
  }
  if (status != Status::exhausted) {
    outcome.confirmation = status;
    outcome.trust.why += "; the check of its certificate was stopped";
    return;
  }
  if (code != 0 && code != 1 && code != 3) {
    throw SystemError(fmt::format("dlx-check {} exit code {}, so the answer is not confirmed: {}",
                                  code == no_start ? "could not be started:" : "failed with", code,
                                  reason.empty() ? "it wrote no message" : reason));
  }
  if (code == 1 && reason.find("too much for this checker") != reason.npos) {
    outcome.confirmation = Status::node_limit;
    outcome.trust.why += "; its certificate cannot be checked by dlx-check: " + reason;
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
      count == "count " + certified_count(outcome) && fingerprint.starts_with("fingerprint ") &&
      (!outcome.fingerprint ||
       fingerprint == fmt::format("fingerprint {} seed {}", outcome.fingerprint->value(),
                                  *session_.search.fingerprint_seed)) &&
      rest == fmt::format("{}{}problem {}\ncomplete\n", more, more.empty() ? "" : "\n",
                          identity(problem_));
  if (code != 0 || !same) {
    throw Refuted("dlx-check does not accept the certificate of this answer: " +
                  (code == 1 ? reason : proved));
  }
  outcome.trust = {
      "T2", fmt::format("{} accepts the certificate, of {} bytes, after {:.2f} s", checker_name(),
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
  const auto [status, code] =
      run_program(std::move(words), in, out, folder_ + "/err", search_options(session_));
  if (status != Status::exhausted) {
    outcome.confirmation = status;
    outcome.trust.why +=
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
    throw SystemError(fmt::format(
        "{}: has neither accepted nor refused the proof, with exit code {}", name, code));
  }
  outcome.trust = {"T3",
                   fmt::format("{} accepts the certificate, and {} the proof in LRAT, of "
                               "{} bytes, after {:.2f} s",
                               checker_name(), name, fs::file_size(proof), seconds_since(start))};
}

}  // namespace dlx::app
