#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "dlx/io/errors.hpp"

namespace dlx::io {

/// The bytes of a file, decompressed if it begins like gzip or zstd. zlib's own gzread() would take
/// a damaged second member for the end of the file and say nothing; here whatever is neither a
/// member nor a frame is an error.
class PackedFile {
 public:
  /// Opens a file; null means standard input. `name`: for messages. `error`: makes errors about
  /// damaged files. Throws SystemError.
  PackedFile(const char* path, const std::string& name,
             std::function<InputError(const std::string&)> error);
  ~PackedFile();

  /// Reads up to `size` bytes; returns 0 only at the end. Throws InputError, SystemError, and
  /// std::bad_alloc.
  std::size_t read(char* to, std::size_t size);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::io
