#include "apps/run/confirm.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <iterator>
#include <random>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "apps/cli/combinations.hpp"
#include "apps/run/files.hpp"
#include "apps/run/reading.hpp"
#include "dlx/certificate/check.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/engines/bit_matrix.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/search/control.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sweep_count.hpp"

namespace dlx::app {
namespace {

constexpr const char* how_to_build = "to build it: cmake --build build/release --target dlx_check";

std::string how(CountMethod method, EngineKind engine) {
  std::string text(to_string(method));
  if (method == CountMethod::search) text += fmt::format(" by {}", to_string(engine));
  return text;
}

/// Thrown if an answer or its confirmation is wrong. Only this error prevents the answer from being
/// printed.
class Refuted : public std::logic_error {
 public:
  explicit Refuted(const std::string& why)
      : std::logic_error(why + "; please report this, with the problem") {}
};

/// A counting method that stores states in tables: the sweep or, if the keys of states are too long
/// for a sweep, a decision diagram. Returns nothing if both methods are impossible.
std::optional<CountMethod> way_by_tables(const Problem& problem, const search::Deadline& deadline) {
  const std::uint32_t bits = tables::sweep_width(problem, tables::narrow_order(problem, deadline));
  if (bits < 64 * tables::most_words_of_sweep) return CountMethod::sweep;
  if (bits < 64 * tables::PlanLimits().words) return CountMethod::zdd;
  return {};
}

/// A counting method that shares little code with `method` and can count this problem; nothing if
/// no such method exists.
std::optional<CountMethod> another_way(CountMethod method, const Problem& problem,
                                       const Options& search) {
  const search::Deadline deadline(search);
  switch (method) {
    case CountMethod::automatic:
    case CountMethod::search:
      // A second search with another engine confirms a search. If the problem has multiplicities,
      // the two engines are dancing_links and bit_matrix. If bit_matrix refuses such a problem, a
      // method with tables must confirm the search.
      return problem.has_multiplicities() && !engines::bit_matrix_objection(problem).empty()
                 ? way_by_tables(problem, deadline)
                 : CountMethod::search;
    case CountMethod::sweep:
    case CountMethod::fold:
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

/// An engine that shares little code with `engine` and can search this problem. May be called only
/// if another_way() returns CountMethod::search.
EngineKind another_engine(EngineKind engine, const Problem& problem) {
  if (engine != EngineKind::dancing_links) return EngineKind::dancing_links;
  return problem.has_multiplicities() ? EngineKind::bit_matrix : EngineKind::dancing_cells;
}

void take_another_way(Options& options, CountMethod method, EngineKind engine) {
  options.method = method;
  options.preprocess = false;
  options.symmetry = false;
  options.branching = {};
  options.order.clear();
  options.trace = nullptr;
  options.engine = engine;
}

}  // namespace

Confirmer::Confirmer(const Request& request, const Watch& control, const Problem& problem,
                     const Classes& classes, bool of_costs)
    : request_(request),
      control_(control),
      problem_(problem),
      level_(request.trust.value_or(TrustLevel::counted)),
      evidence_{request.options.fingerprint, request.options.certificate} {
  const bool classes_only = classes.is_representative || classes.group;
  if (evidence_.seed && classes_only) throw not_together("--fingerprint", kind::one_of_each_class);
  if (level_ == TrustLevel::agreed) require_agreement(classes);
  const bool certified = level_ >= TrustLevel::certified;
  if (certified || !evidence_.certificate.empty()) require_certificate(classes, of_costs);
  if (!certified) return;
  find_checkers();
  folder_.emplace();
  if (evidence_.certificate.empty()) evidence_.certificate = folder_->path("certificate");
}

void Confirmer::find_checkers() {
  checker_ = certificate::find_checker();
  if (checker_.empty()) {
    const std::filesystem::path beside = certificate::beside_this_program("dlx-check");
    throw std::invalid_argument(fmt::format(
        "--trust {} needs the program dlx-check; it is not beside dlx, in "
        "{}, and none on the PATH; {}",
        level_ == TrustLevel::proved ? "T3" : "T2", beside.parent_path().string(), how_to_build));
  }
  if (level_ != TrustLevel::proved) return;
  proof_checker_ = certificate::find_proof_checker();
  if (proof_checker_.empty()) {
    throw std::invalid_argument(
        "--trust T3: PATH leads to none of cake_lpr, lrat-check, lrat-trim and acl2, which check "
        "proofs in LRAT");
  }
}

void Confirmer::require_agreement(const Classes& classes) {
  if (classes.is_representative || classes.group) {
    throw not_together("--trust T1", kind::one_of_each_class);
  }
  if (!another_way(request_.options.method, problem_, control_.options(&problem_))) {
    throw not_together("--trust T1", kind::multiplicities);
  }
  if (evidence_.seed) return;
  constexpr std::size_t digits = 15;
  // A saved run must use the same seed when it continues, so the seed is computed from the problem.
  evidence_.seed =
      request_.options.checkpoint.empty()
          ? std::random_device()()
          : std::stoull(certificate::identity(problem_).substr(0, digits), nullptr, 16);
}

void Confirmer::require_certificate(const Classes& classes, bool of_costs) const {
  const std::string option = level_ == TrustLevel::proved      ? "--trust T3"
                             : level_ == TrustLevel::certified ? "--trust T2"
                                                               : "--certificate";
  if (level_ == TrustLevel::proved && problem_.has_multiplicities()) {
    throw not_together(option, kind::multiplicities);
  }
  if (classes.are_unlisted()) throw not_together(option, kind::many_symmetries);
  if (classes.is_representative || (classes.group && !request_.wanted.count && !of_costs)) {
    throw not_together(option, kind::one_of_each_class);
  }
}

std::string Confirmer::checker_name() const {
  return checker_ == certificate::beside_this_program("dlx-check") ? "dlx-check" : checker_;
}

std::string Confirmer::certificate_note() const {
  const std::string& file = request_.options.certificate;
  const auto format = named_format(request_.read);
  const bool is_other = format && *format != FileFormat(ProblemFormat::knuth);
  return fmt::format(
      "the certificate is {}; to check it: dlx-check PROBLEM {}{}{}", file, shell_word(file),
      request_.given.any() ? "; 'dlx convert' with these --fix and --forbid writes PROBLEM"
      : is_other           ? "; 'dlx convert' writes PROBLEM in Knuth's text"
                           : "",
      certificate::find_checker().empty()
          ? fmt::format(" (dlx-check is neither beside dlx nor on the PATH; {})", how_to_build)
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
    if (!evidence_.certificate.empty() && request_.options.checkpoint.empty()) {
      confirmation.note = "no certificate was written, because the answer is INCOMPLETE";
    }
    return;
  }
  confirmation.level = "T0";
  confirmation.why = request_.wanted.count ? "counted once" : "listed once";
  if (!evidence_.certificate.empty()) write_certificate(answer);
  if (!request_.options.certificate.empty()) confirmation.note = certificate_note();
  if (level_ == TrustLevel::agreed) count_again(answer, confirmation);
  if (level_ >= TrustLevel::certified) check_certificate(answer, claim, confirmation);
  if (level_ == TrustLevel::proved && confirmation.status == Status::exhausted) {
    check_proof(confirmation);
  }
}

void Confirmer::count_again(const Answer& answer, Confirmation& confirmation) const {
  const CountMethod method = answer.counted ? answer.counted->method : CountMethod::search;
  Options options = control_.options(&problem_);
  options.fingerprint = evidence_.seed;
  const std::optional<CountMethod> other = another_way(method, problem_, options);
  if (!other) throw not_together("--trust T1", kind::multiplicities);
  take_another_way(options, *other,
                   method == CountMethod::search ? another_engine(answer.engine, problem_)
                                                 : EngineKind::dancing_links);
  const counting::CountResult again = counting::count(problem_, options, runs::resources(options));
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
  const certificate::Checked checked = certificate::check(
      problem_, evidence_.certificate, {checker_, search::control_of(control_.options(&problem_))});
  confirmation.status = checked.status;
  if (checked.status != Status::exhausted) {
    confirmation.why += "; " + checked.why;
    return;
  }
  // The checker must prove everything that the answer claims. The fingerprint must match only if a
  // fingerprint was asked for.
  std::istringstream lines(checked.proved);
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
  if (!checked.accepted || !same) {
    throw Refuted("dlx-check does not accept the certificate of this answer: " + checked.why);
  }
  confirmation.level = "T2";
  confirmation.why = fmt::format("{} accepts the certificate, of {} bytes, after {:.2f} s",
                                 checker_name(), checked.bytes, seconds_since(start));
}

void Confirmer::check_proof(Confirmation& confirmation) const {
  const auto start = std::chrono::steady_clock::now();
  const certificate::Checked checked =
      certificate::check_proof(problem_, evidence_.certificate,
                               {proof_checker_, search::control_of(control_.options(&problem_))});
  confirmation.status = checked.status;
  if (checked.status != Status::exhausted) {
    confirmation.why += "; " + checked.why;
    return;
  }
  if (!checked.accepted) throw Refuted(checked.why);
  confirmation.level = "T3";
  confirmation.why = fmt::format(
      "{} accepts the certificate, and {} the proof in LRAT, of {} bytes, after {:.2f} s",
      checker_name(), std::filesystem::path(proof_checker_).filename().string(), checked.bytes,
      seconds_since(start));
}

}  // namespace dlx::app
