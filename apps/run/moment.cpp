#include "apps/run/moment.hpp"

#include <fmt/chrono.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "apps/run/run_folders.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

std::string in_words(std::time_t moment) {
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(moment));
}

/// 0: there is no such file.
std::time_t written(const std::string& path) {
  struct stat what = {};
  return ::stat(path.c_str(), &what) == 0 ? what.st_mtime : 0;
}

}  // namespace

std::string now_in_words() {
  return in_words(std::time(nullptr));
}

std::string last_written(const std::string& checkpoint) {
  std::time_t last = std::max(written(checkpoint), written(checkpoint + "-wal"));
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(tables_folder(checkpoint), none)) {
    last = std::max(last, written(entry.path().string()));
  }
  return last == 0 ? std::string() : in_words(last);
}

}  // namespace dlx::app
