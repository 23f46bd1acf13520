#include "checker.hpp"

#include <sstream>

#include "dlx/core/identity.hpp"

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
  if (!checked.accepted()) return checked;
  std::istringstream words(out.str());
  std::string word;
  words >> word >> checked.count >> word >> checked.fingerprint;
  return checked;
}

struct Proofs::Read {
  ::Problem problem;
};

Proofs::Proofs(const std::string& problem) {
  std::istringstream in(problem);
  read_.reset(new Read{read_problem(in)});
}
Proofs::~Proofs() = default;

std::optional<Proofs::Value> Proofs::value(std::string_view numbers, std::uint64_t seed) const try {
  std::istringstream in{std::string(numbers)};
  ::Certificate certificate(in);
  Checker checker(read_->problem, certificate, seed);
  const ::Value value = checker.check();
  if (!certificate.ends()) return {};
  Value result{value.count.str(), {}, value.complete};
  if (checker.has_fingerprint) result.fingerprint = value.factor;
  return result;
} catch (const std::runtime_error&) {
  return {};
}

std::string certificate_of(const Problem& problem, std::uint64_t seed,
                           std::span<const std::uint8_t> numbers, std::string_view claims) {
  std::string text =
      "dlx-certificate 1\nproblem " + identity(problem) + "\nseed " + std::to_string(seed) + "\n\n";
  text.append(numbers.begin(), numbers.end());
  return text.append(claims);
}

std::string claims(std::string_view count, std::optional<std::uint64_t> fingerprint) {
  return "count " + std::string(count) + "\nfingerprint " +
         (fingerprint ? std::to_string(*fingerprint) : "none") + "\ncomplete\n";
}

}  // namespace dlx::test
