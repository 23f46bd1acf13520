#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "dlx/io/errors.hpp"

namespace dlx::io {

/// Reads the bytes of a file. A file that begins with the signature of gzip or zstd is
/// decompressed. The function gzread() of zlib is not used, because it silently treats a damaged
/// second gzip member as the end of the file. PackedFile reports other data between or after gzip
/// members or zstd frames as an error.
class PackedFile {
 public:
  /// Opens a file; a null `path` means standard input. Messages call the file `name`. The function
  /// `error` makes the exceptions for damaged files. Throws SystemError.
  PackedFile(const char* path, const std::string& name,
             std::function<InputError(const std::string&)> error);
  ~PackedFile();

  /// Reads up to `size` bytes of the decompressed file. Returns 0 only at the end of the file.
  /// Throws InputError, SystemError, and std::bad_alloc.
  std::size_t read(char* to, std::size_t size);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::io
