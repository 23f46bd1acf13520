#include <fmt/format.h>
#include <openssl/crypto.h>
#include <zlib.h>

#include <boost/version.hpp>

#include "apps/cli/command_line.hpp"
#include "dlx/search/vectors.hpp"
#include "dlx/version.hpp"

namespace dlx::app {

std::string version_text() {
#if defined(__clang__)
  const std::string compiler =
      fmt::format("clang++ {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  const std::string compiler =
      fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
#ifdef DLX_SANITIZE
  const char* sanitizers = "address, undefined behaviour";
#else
  const char* sanitizers = "none";
#endif
#ifdef DLX_CHECK_INVARIANTS
  const char* invariants = "checked";
#else
  const char* invariants = "not checked";
#endif
  std::string engine_list;
  for (const auto& [kind, word, help] : names<EngineKind>) {
    if (kind == EngineKind::automatic) continue;
    engine_list += (engine_list.empty() ? "" : ", ") + std::string(word);
  }
  return fmt::format(
      "dlx " DLX_VERSION
      "\nengines:    {}, cost_cells"
      "\nvectors:    {}"
      "\nbuild:      {}, {}, C++{}"
      "\nsanitizers: {}"
      "\ninvariants: {}"
      "\nlibraries:  Boost {}.{}, zlib {}, {}, CLI11 {}, fmt {}.{}.{}, nlohmann-json {}.{}.{}",
      engine_list, to_string(search::best_vectors()), DLX_BUILD_TYPE, compiler,
      __cplusplus / 100 % 100, sanitizers, invariants, BOOST_VERSION / 100000,
      BOOST_VERSION / 100 % 1000, zlibVersion(), OpenSSL_version(OPENSSL_VERSION), CLI11_VERSION,
      FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100, NLOHMANN_JSON_VERSION_MAJOR,
      NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);
}

}  // namespace dlx::app
