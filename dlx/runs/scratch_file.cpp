#include "dlx/runs/scratch_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "dlx/io/errors.hpp"

namespace dlx::runs {
namespace {

io::SystemError failed(const std::string& folder) {
  return io::SystemError(folder + ": " + std::strerror(errno));
}

}  // namespace

ScratchFile::ScratchFile(std::string folder) : folder_(std::move(folder)) {
  std::string name = folder_ + "/dlx-scratch-XXXXXX";
  file_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (file_ < 0) throw failed(folder_);
  (void)::unlink(name.c_str());
}

ScratchFile::~ScratchFile() {
  (void)::close(file_);
}

std::uint64_t ScratchFile::append(std::span<const std::uint8_t> bytes) {
  const std::uint64_t place = end_.fetch_add(bytes.size());
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written =
        ::pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(place + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw failed(folder_);
    done += static_cast<std::size_t>(written);
  }
  return place;
}

void ScratchFile::read(std::uint64_t place, std::span<std::uint8_t> bytes) const {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got =
        ::pread(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(place + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw failed(folder_);
    done += static_cast<std::size_t>(got);
  }
}

void ScratchFile::release_before(std::uint64_t place) {
#ifdef FALLOC_FL_PUNCH_HOLE
  if (place > released_) {
    (void)::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      static_cast<off_t>(released_), static_cast<off_t>(place - released_));
  }
#endif
  released_ = place;
}

}  // namespace dlx::runs
