#include "dlx/certificate/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "dlx/io/durable_file.hpp"
#include "dlx/io/errors.hpp"

extern char** environ;  // NOLINT: no header of POSIX declares environ

namespace dlx::certificate {
namespace {

namespace fs = std::filesystem;

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Starts a program with the given files as standard input, output and error. Returns 0 or an error
/// number.
int start(std::vector<std::string>& words, const std::string& in, const std::string& out,
          const std::string& err, pid_t& process) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), flags, 0600);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), flags, 0600);
  const int failure =
      ::posix_spawn(&process, arguments[0], &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  return failure;
}

}  // namespace

bool is_program(const std::string& path) {
  std::error_code none;
  return ::access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, none);
}

std::string on_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream list(path == nullptr ? "" : path);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (folder.empty()) continue;  // an empty entry of PATH means the working directory
    std::string file = (fs::path(folder) / name).string();
    if (is_program(file)) return file;
  }
  return {};
}

std::string beside_this_program(const std::string& name) {
  std::error_code none;
  return (fs::read_symlink("/proc/self/exe", none).parent_path() / name).string();
}

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const fs::path place = fs::temp_directory_path(error);
  if (error) throw io::SystemError("the folder that TMPDIR names: " + error.message());
  path_ = (place / "dlx-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr) {
    throw io::SystemError(path_ + ": cannot be made: " + std::strerror(errno));
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code none;
  fs::remove_all(path_, none);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  io::DurableFile file(path(name));
  file.append(text);
  file.keep();
  return path(name);
}

Ended run_program(std::vector<std::string> words, const std::string& input,
                  const search::Deadline& deadline) {
  const TemporaryFolder folder;
  const std::string in = input.empty() ? "/dev/null" : folder.write("in", input);
  const std::string out = folder.path("out"), err = folder.path("err");
  pid_t process = 0;
  const int failure = start(words, in, out, err, process);
  if (failure == ENOMEM || failure == EAGAIN) return {.status = Status::memory_limit, .out = {}};
  if (failure != 0) throw io::SystemError(words[0] + ": cannot be run: " + std::strerror(failure));
  int status = 0;
  auto pause = std::chrono::milliseconds(1);
  constexpr std::chrono::milliseconds longest(50);
  for (pid_t ended = 0; (ended = ::waitpid(process, &status, WNOHANG)) != process;) {
    if (ended == -1) {
      throw io::SystemError(words[0] + ": how it ended is not known: " + std::strerror(errno));
    }
    if (const Status why = deadline.why(); why != Status::running) {
      ::kill(process, SIGKILL);
      ::waitpid(process, &status, 0);
      return {.status = why, .out = {}};
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest);
  }
  if (!WIFEXITED(status)) {
    const int signal = WTERMSIG(status);
    throw io::SystemError(words[0] + " was killed by signal " + std::to_string(signal) + " (" +
                          ::strsignal(signal) + "), so the answer is not confirmed" +
                          (signal == SIGKILL ? "; perhaps the system was out of memory" : ""));
  }
  return {.code = WEXITSTATUS(status), .out = text_of(out), .err = text_of(err)};
}

}  // namespace dlx::certificate
