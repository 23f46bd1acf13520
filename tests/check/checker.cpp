#include "checker.hpp"

#include <sstream>

#include "dlx/certificate/identity.hpp"

// All of it, under another name.
#define main dlx_check_main
#include "check/dlx_check.cpp"
#undef main

namespace dlx::test {

Checked check_certificate(const std::string& problem, const std::string& certificate) {
  std::istringstream problem_in(problem);
  std::istringstream certificate_in(certificate);
  std::ostringstream out;
  std::ostringstream errors;
  Checked checked;
  checked.code = check(problem_in, certificate_in, out, errors);
  checked.error = errors.str();
  checked.output = out.str();
  if (!checked.accepted()) return checked;
  std::istringstream words(checked.output);
  std::string word;
  words >> word >> checked.count >> word >> checked.fingerprint;
  std::getline(words, word);
  std::getline(words, checked.more);
  if (checked.more.starts_with("problem")) checked.more.clear();
  return checked;
}

std::optional<std::string> checked_identity(const std::string& problem) try {
  std::istringstream in(problem);
  return ProblemReader().read(in).identity;
} catch (const Unreadable&) {
  return {};
}

struct Proofs::Read {
  ::Problem problem;
};

Proofs::Proofs(const std::string& problem) {
  std::istringstream in(problem);
  read_.reset(new Read{ProblemReader().read(in)});
}
Proofs::~Proofs() = default;

std::optional<Proofs::Value> Proofs::value(std::string_view numbers, std::uint64_t seed,
                                           const std::string& about) const try {
  std::istringstream in{std::string(numbers)};
  ::Certificate certificate(in);
  const ::Claims proved = prove(read_->problem, certificate, seed, about);
  if (!certificate.ends()) return {};
  return Value{proved.count, proved.fingerprint, proved.more, proved.complete};
} catch (const std::runtime_error&) {
  return {};
}

std::string certificate_of(const Problem& problem, std::uint64_t seed,
                           std::span<const std::uint8_t> numbers, std::string_view claims,
                           const std::string& about) {
  std::string text = "dlx-certificate 1\nproblem " + certificate::identity(problem) + "\nseed " +
                     std::to_string(seed) + "\n";
  if (!about.empty()) text += about + '\n';
  text += '\n';
  text.append(numbers.begin(), numbers.end());
  return text.append(claims);
}

std::string claims(std::string_view count, std::optional<std::uint64_t> fingerprint,
                   const std::string& more) {
  return "count " + std::string(count) + "\nfingerprint " +
         (fingerprint ? std::to_string(*fingerprint) : "none") + '\n' +
         (more.empty() ? "" : more + '\n') + "complete\n";
}

}  // namespace dlx::test
