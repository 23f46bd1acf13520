#pragma once

#include <string>
#include <vector>

#include "dlx/names.hpp"
#include "dlx/search/control.hpp"

/// Other programs: where they are, and how they are run within the limits of a search.
namespace dlx::certificate {

/// The path at which the shell would find a program; empty: it would not find it.
[[nodiscard]] std::string on_path(const std::string& name);

/// A path in the folder of this program; the file need not exist.
[[nodiscard]] std::string beside_this_program(const std::string& name);

/// Whether the path is an executable file.
[[nodiscard]] bool is_program(const std::string& path);

/// A folder in TMPDIR, which is removed with its contents. Throws SystemError.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// The path of a file in it.
  [[nodiscard]] std::string path(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file in it, and returns the path. Throws SystemError.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

/// The result of a program that has ended.
struct Ended {
  /// If not exhausted: stopped or time_limit if it was killed, memory_limit if it could not be
  /// started.
  Status status = Status::exhausted;
  int code = 0;               ///< its exit code
  std::string out, err = {};  ///< its output and its error messages
};

/// Runs a program to its end with this input. `words`: its path and its arguments. Throws
/// SystemError if it cannot be run, or is killed by a signal that did not come from here.
[[nodiscard]] Ended run_program(std::vector<std::string> words, const std::string& input,
                                const search::Deadline& deadline);

}  // namespace dlx::certificate
