#pragma once

#include <string>
#include <vector>

#include "dlx/names.hpp"
#include "dlx/search/control.hpp"

/// Functions that find other programs and run them within the limits of a search.
namespace dlx::certificate {

/// The path of the first program with this name on the PATH; empty if no such program exists.
[[nodiscard]] std::string on_path(const std::string& name);

/// The path of a file in the folder of this program. The file need not exist.
[[nodiscard]] std::string beside_this_program(const std::string& name);

/// Whether the path is an executable file.
[[nodiscard]] bool is_program(const std::string& path);

/// A temporary folder in TMPDIR. The destructor removes the folder and its contents. The
/// constructor throws SystemError.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// The path of a file in the folder.
  [[nodiscard]] std::string path(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file in the folder and returns its path. Throws SystemError.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

/// The result of a program that has ended.
struct Ended {
  /// The status is exhausted if the program has ended by itself, stopped or time_limit if the
  /// program was killed, and memory_limit if the memory did not suffice to start it.
  Status status = Status::exhausted;
  int code = 0;  ///< exit code of the program
  /// Texts that the program wrote to standard output and standard error.
  std::string out, err = {};
};

/// Runs a program until it ends or the deadline is reached. `words` are the path and the arguments
/// of the program; `input` is its standard input. Throws SystemError if the program cannot be run,
/// or is killed by a signal that run_program() did not send.
[[nodiscard]] Ended run_program(std::vector<std::string> words, const std::string& input,
                                const search::Deadline& deadline);

}  // namespace dlx::certificate
