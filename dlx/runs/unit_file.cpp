#include "dlx/runs/unit_file.hpp"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "dlx/io/errors.hpp"

namespace dlx {

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

void UnitFile::keep() {
  errno = 0;
  if (packed_ != nullptr && gzclose(std::exchange(packed_, nullptr)) != Z_OK) fail();
  if (!file_) return remove_durably(path_);
  file_->keep();
}

void UnitFile::fail() const {
  throw SystemError(path_ + ": cannot write: " + std::strerror(errno));
}

}  // namespace dlx
