#include "dlx/runs/unit_file.hpp"

#include <zlib.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

#include "dlx/certificate/identity.hpp"
#include "dlx/io/errors.hpp"

namespace dlx::runs {

std::string mark_of_file(const std::string& path) {
  certificate::Sha256 digest;
  std::uint64_t bytes = 0;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(std::size_t{1} << 16);
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const auto size = static_cast<std::size_t>(file.gcount());
    digest.add({block.data(), size});
    bytes += size;
  }
  if (!file.eof()) throw io::SystemError(path + ": cannot read: " + std::strerror(errno));
  return std::to_string(bytes) + ' ' + digest.hex();
}

UnitFile::UnitFile(std::string path, bool gzip) : path_(std::move(path)), gzip_(gzip) {}

UnitFile::~UnitFile() {
  if (packed_ != nullptr) gzclose(packed_);
}

void UnitFile::print(std::string_view text) {
  const bool is_first = !file_;
  if (is_first) file_.emplace(path_);
  if (!gzip_) return file_->append(text);
  errno = 0;
  if (is_first) packed_ = gzopen(file_->part().c_str(), "wb");
  if (packed_ == nullptr || gzfwrite(text.data(), 1, text.size(), packed_) != text.size()) fail();
}

std::string UnitFile::keep() {
  errno = 0;
  if (packed_ != nullptr && gzclose(std::exchange(packed_, nullptr)) != Z_OK) fail();
  if (!file_) {
    io::remove_durably(path_);
    return {};
  }
  file_->keep();
  return mark_of_file(path_);
}

void UnitFile::fail() const {
  throw io::SystemError(path_ + ": cannot write: " + std::strerror(errno));
}

}  // namespace dlx::runs
