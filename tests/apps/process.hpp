#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dlx::test {

/// A command to run, and how its surroundings look.
struct Command {
  std::vector<std::string> arguments;  ///< after the program's name
  std::string input = {};
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< added to ours
  std::string folder = {};                                            ///< to run in; empty: ours
  std::string program = {};                                           ///< empty: dlx
  std::optional<std::string> output_file = {};      ///< standard output goes there
  bool reader_is_gone = false;                      ///< standard output is a pipe that nobody reads
  bool terminal = false;                            ///< standard error is a terminal
  bool output_terminal = false;                     ///< standard output is one
  std::optional<std::uint64_t> address_space = {};  ///< a limit on it, in bytes
  std::optional<std::uint64_t> file_size = {};      ///< a limit on each, past which writes fail
  /// This signal is sent once standard output or standard error holds `signal_after`, and the
  /// command has had `signal_after_work` seconds of processor time.
  int signal = 0;
  std::string signal_after = {};
  double signal_after_work = 0;
  int signals = 1;  ///< so many, at once
  /// Nobody reads standard output until the signal is sent, once the pipe is full.
  bool reader_waits = false;
  double timeout_s = 120;
};

struct Result {
  int exit_code = -1;  ///< -1 if a signal ended it
  int signal = 0;
  bool timed_out = false;
  std::string out;
  std::string err;
};

/// Runs it to its end. A command that takes longer than its timeout is killed.
[[nodiscard]] Result run(const Command& command);

/// Words between blanks as arguments; quotes mean nothing.
[[nodiscard]] Result dlx_run(const std::string& arguments, const std::string& input = {});

/// The same, and fails the test unless the exit code is 0 and nothing but notes was said.
[[nodiscard]] std::string dlx_out(const std::string& arguments, const std::string& input = {});

[[nodiscard]] std::vector<std::string> words(const std::string& text);
[[nodiscard]] std::vector<std::string> lines(const std::string& text);
[[nodiscard]] bool contains(const std::string& text, const std::string& part);

/// A line each; fails the test if one is not JSON.
[[nodiscard]] std::vector<nlohmann::json> json_lines(const std::string& text);

[[nodiscard]] std::string gzipped(const std::string& text);
/// The text of a file, packed or not.
[[nodiscard]] std::string unpacked(const std::string& path);

/// Problems that several tests use.
inline const std::string knuth_example =
    "| Knuth's first example\nA B C D E F G\nC E\nA D G\nB C F\nA D F\nB G\nD E G\n";
inline const std::string coloured_example =
    "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
inline const std::string counted_example = "2|a 0:1|b c | s\na s:1\na s:2\na b\na c\nb c\nc s:1\n";

}  // namespace dlx::test
