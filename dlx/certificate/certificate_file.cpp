#include "dlx/certificate/certificate_file.hpp"

#include <sys/stat.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <exception>
#include <new>
#include <stdexcept>

#include "dlx/certificate/identity.hpp"
#include "dlx/io/durable_file.hpp"
#include "dlx/io/errors.hpp"

namespace dlx::certificate {
namespace {

// The compression level: the fastest of zstd's ordinary levels. For a search by bit vectors,
// compression takes 2 % of the time. The fastest level of zlib takes 15 % of the time for a file of
// the same size.
constexpr int level = 1;

std::size_t checked(std::size_t code) {
  if (ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (ZSTD_isError(code) != 0) throw std::runtime_error(ZSTD_getErrorName(code));
  return code;
}

}  // namespace

struct CertificateFile::State {
  io::DurableFile file;
  ZSTD_CCtx* packer = ZSTD_createCCtx();
  std::vector<char> packed = std::vector<char>(ZSTD_CStreamOutSize());
  bool within_frame = false;
  std::exception_ptr failure;  // the first error that occurred while writing
  const Problem& problem;
  std::optional<search::Trace> trace = {};

  State(const std::string& path, const Problem& of) : file(path), problem(of) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { ZSTD_freeCCtx(packer); }

  /// Runs `write`. If `write` fails, the error is stored until finish(), so that the error does not
  /// end the search.
  template <class Write>
  void attempt(Write write) {
    if (failure) return;
    try {
      write();
    } catch (const io::SystemError&) {
      failure = std::current_exception();
    }
  }
  void print(std::string_view bytes) {
    attempt([&] { file.append(bytes); });
  }
  void pack(std::span<const std::uint8_t> bytes, ZSTD_EndDirective directive) {
    ZSTD_inBuffer from{bytes.data(), bytes.size(), 0};
    for (bool over = false; !over;) {
      ZSTD_outBuffer to{packed.data(), packed.size(), 0};
      const std::size_t left = checked(ZSTD_compressStream2(packer, &to, &from, directive));
      print({packed.data(), to.pos});
      over = directive == ZSTD_e_end ? left == 0 : from.pos == from.size;
    }
    within_frame = directive != ZSTD_e_end;
  }
  void end_frame() {
    if (within_frame) pack({}, ZSTD_e_end);
  }
};

std::string claim_of_classes(const Natural& classes, const Natural& order) {
  return "classes " + classes.to_string() + " under " + order.to_string() + " symmetries";
}

std::string about_costs(const CheapestWanted& wanted, const std::optional<Decimal>& max_cost,
                        int places) {
  std::string text = "cheapest ";
  if (wanted.up_to != nullptr) text += "classes ";
  text += !wanted.k                            ? "least"
          : *wanted.k == CheapestWanted::every ? "all"
                                               : std::to_string(*wanted.k);
  if (max_cost) text += " within " + decimal_text(floor_in_units(*max_cost, places), places);
  return text;
}

std::string claim_of_costs(const CheapestWanted& wanted, const std::optional<Decimal>& max_cost,
                           const search::CheapestResult& result) {
  std::string text = about_costs(wanted, max_cost, result.places) + ':';
  for (const search::CostedSolution& solution : result.solutions) {
    text += ' ' + decimal_text(solution.cost, result.places);
    if (wanted.k.value_or(CheapestWanted::every) == CheapestWanted::every) break;
  }
  if (wanted.up_to != nullptr) {
    text += " under " + wanted.up_to->order().to_string() + " symmetries";
  }
  return text;
}

CertificateFile::CertificateFile(const std::string& path, const Problem& problem,
                                 std::optional<std::uint64_t> seed, std::string_view about) {
  if (path.empty()) return;
  struct stat file_status = {};
  if (::stat(path.c_str(), &file_status) == 0 && !S_ISREG(file_status.st_mode)) {
    throw io::SystemError(path + ": a certificate needs a file of its own");
  }
  state_ = std::make_unique<State>(path, problem);
  if (state_->packer == nullptr) throw std::bad_alloc();
  checked(ZSTD_CCtx_setParameter(state_->packer, ZSTD_c_compressionLevel, level));
  std::string head = "dlx-certificate 1\nproblem " + identity(problem) + "\nseed " +
                     std::to_string(seed.value_or(1)) + '\n';
  if (!about.empty()) head.append(about) += '\n';
  head += '\n';
  write({reinterpret_cast<const std::uint8_t*>(head.data()), head.size()});
}

CertificateFile::~CertificateFile() = default;

search::Trace* CertificateFile::trace() {
  if (!state_) return nullptr;
  if (!state_->trace) state_->trace.emplace(*this, state_->problem);
  return &*state_->trace;
}

void CertificateFile::write(std::span<const std::uint8_t> bytes) {
  state_->pack(bytes, ZSTD_e_continue);
}

std::uint64_t CertificateFile::position() {
  state_->end_frame();
  return state_->file.size();
}

void CertificateFile::rewind(std::uint64_t position) {
  State& s = *state_;
  s.end_frame();
  s.attempt([&] { s.file.truncate(position); });
}

void CertificateFile::write_packed(std::string_view bytes) {
  state_->end_frame();
  state_->print(bytes);
}

void CertificateFile::finish(const Claims& claims) {
  if (!state_) return;
  State& s = *state_;
  if (s.trace) s.trace->flush();
  const auto& fingerprint = claims.fingerprint;
  std::string text = "count " + claims.count.to_string() + "\nfingerprint " +
                     (fingerprint ? std::to_string(fingerprint->value()) : "none") + '\n';
  if (!claims.more.empty()) text += claims.more + '\n';
  text += "complete\n";
  write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  s.end_frame();
  if (s.failure) std::rethrow_exception(s.failure);
  s.file.keep();
}

std::string CertificateFile::packed(std::span<const std::uint8_t> bytes) {
  std::string result(ZSTD_compressBound(bytes.size()), '\0');
  result.resize(
      checked(ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), level)));
  return result;
}

}  // namespace dlx::certificate
