#include "tests/apps/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace dlx::test {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// A file descriptor that closes with its owner.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  void reset(int fd = -1) {
    if (fd_ >= 0) close(fd_);
    fd_ = fd;
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe2");
    read.reset(ends[0]);
    write.reset(ends[1]);
  }
};

/// Puts the two ends of a new terminal into the place of a pipe's.
void make_terminal(Pipe& pipe) {
  int ours = -1;
  int theirs = -1;
  if (openpty(&ours, &theirs, nullptr, nullptr, nullptr) != 0) fail("openpty");
  fcntl(ours, F_SETFD, FD_CLOEXEC);
  fcntl(theirs, F_SETFD, FD_CLOEXEC);
  pipe.read.reset(ours);
  pipe.write.reset(theirs);
}

[[noreturn]] void become(const Command& command, int in, int out, int err) {
  // After fork only what is safe there, but for setenv: the tests have one thread.
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
  if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) _exit(126);
  if (command.address_space) {
    const rlimit limit{*command.address_space, *command.address_space};
    if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(126);
  }
  if (command.file_size) {
    const rlimit limit{*command.file_size, *command.file_size};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(126);
    ::signal(SIGXFSZ, SIG_DFL);
  }
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(s, SIG_DFL);
  const std::string program = command.program.empty() ? DLX_BINARY : command.program;
  std::vector<char*> arguments{const_cast<char*>(program.c_str())};
  for (const std::string& a : command.arguments) arguments.push_back(const_cast<char*>(a.c_str()));
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  _exit(127);
}

/// Moves what there is from a descriptor into text; false at the end.
bool drain(int fd, std::string& text) {
  std::array<char, 65536> buffer;
  const ssize_t got = read(fd, buffer.data(), buffer.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (got <= 0) return false;  // a terminal whose other side is gone says EIO
  text.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

/// The processor time of a process, in seconds.
double processor_time(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A pipe that takes no more: who writes into it waits.
bool is_full(int pipe) {
  int held = 0;
  return ioctl(pipe, FIONREAD, &held) == 0 && held > fcntl(pipe, F_GETPIPE_SZ) - 4096;
}

}  // namespace

Result run(const Command& command) {
  // Writing to a command that reads no more must not kill the test.
  ::signal(SIGPIPE, SIG_IGN);
  Pipe in;
  Pipe out;
  Pipe err;
  if (command.output_file) {
    out.write.reset(
        open(command.output_file->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (out.write.get() < 0) fail("open");
  }
  if (command.terminal) make_terminal(err);
  if (command.output_terminal) make_terminal(out);
  if (command.reader_is_gone) out.read.reset();

  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) become(command, in.read.get(), out.write.get(), err.write.get());
  in.read.reset();
  out.write.reset();
  err.write.reset();
  fcntl(in.write.get(), F_SETFL, O_NONBLOCK);

  Result result;
  std::size_t sent = 0;
  auto last_not_full = std::chrono::steady_clock::now();
  bool signalled = command.signal == 0;
  if (command.input.empty()) in.write.reset();
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(command.timeout_s);
  while (out.read.get() >= 0 || err.read.get() >= 0) {
    const bool waits = command.reader_waits && !signalled && !result.timed_out;
    std::array<pollfd, 3> wait{{{waits ? -1 : out.read.get(), POLLIN, 0},
                                {err.read.get(), POLLIN, 0},
                                {in.write.get(), POLLOUT, 0}}};
    const std::chrono::duration<double, std::milli> left =
        deadline - std::chrono::steady_clock::now();
    const double step = command.signal_after_work > 0 && !signalled ? 5 : 50;
    if (poll(wait.data(), wait.size(), static_cast<int>(std::clamp(left.count(), 0.0, step))) < 0 &&
        errno != EINTR)
      fail("poll");
    if (wait[0].revents != 0 && !drain(out.read.get(), result.out)) out.read.reset();
    if (wait[1].revents != 0 && !drain(err.read.get(), result.err)) err.read.reset();
    if (wait[2].revents != 0) {
      const ssize_t put =
          write(in.write.get(), command.input.data() + sent, command.input.size() - sent);
      if (put > 0) sent += static_cast<std::size_t>(put);
      const bool again = put < 0 && (errno == EAGAIN || errno == EINTR);
      if ((put < 0 && !again) || sent == command.input.size()) in.write.reset();
    }
    bool due =
        (contains(result.out, command.signal_after) ||
         contains(result.err, command.signal_after)) &&
        (command.signal_after_work == 0 || processor_time(child) >= command.signal_after_work);
    if (command.reader_waits) {
      // Full, and for a while: it waits for the reader by now.
      const auto now = std::chrono::steady_clock::now();
      if (signalled || !is_full(out.read.get())) last_not_full = now;
      due = now - last_not_full > std::chrono::milliseconds(300);
    }
    if (!signalled && due) {
      for (int k = 0; k < command.signals; ++k) kill(child, command.signal);
      signalled = true;
    }
    if (!result.timed_out && std::chrono::steady_clock::now() > deadline) {
      result.timed_out = true;
      kill(child, SIGKILL);
    }
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) fail("waitpid");
  }
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

std::vector<std::string> lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Result dlx_run(const std::string& arguments, const std::string& input) {
  return run({.arguments = words(arguments), .input = input});
}

std::string dlx_out(const std::string& arguments, const std::string& input) {
  INFO("dlx " << arguments);
  const Result r = dlx_run(arguments, input);
  INFO(r.err);
  CHECK(r.exit_code == 0);
  CHECK_FALSE(contains(r.err, "error:"));
  CHECK_FALSE(contains(r.err, "warning:"));
  return r.out;
}

std::vector<nlohmann::json> json_lines(const std::string& text) {
  std::vector<nlohmann::json> result;
  for (const std::string& line : lines(text)) {
    INFO(line);
    auto object = nlohmann::json::parse(line, nullptr, false);
    REQUIRE(object.is_object());
    result.push_back(std::move(object));
  }
  return result;
}

std::string gzipped(const std::string& text) {
  z_stream stream = {};
  if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string result(deflateBound(&stream, text.size()), '\0');
  std::string source = text;
  stream.next_in = reinterpret_cast<Bytef*>(source.data());
  stream.avail_in = static_cast<uInt>(source.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  const int end = deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  if (end != Z_STREAM_END) throw std::runtime_error("deflate");
  return result;
}

std::string unpacked(const std::string& path) {
  std::string text;
  const gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error(path + ": cannot open");
  char buffer[4096];
  for (int got = 0; (got = gzread(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  gzclose(file);
  return text;
}

}  // namespace dlx::test
