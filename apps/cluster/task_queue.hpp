#pragma once

#include <memory>
#include <optional>
#include <string>

/// A wrapper of CCTools Work Queue, which sends tasks to workers and returns their results.
namespace dlx::app {

struct QueueSettings {
  int port = 9123;            ///< port on which the queue listens for workers; 0: any free port
  std::string password_file;  ///< a file with the password that workers must know
  int keepalive_s = 60;       ///< seconds of silence after which a worker is considered lost
};

/// A task for a worker.
struct Task {
  std::string command;  ///< a shell command, run in a folder that contains the files below
  std::string program;  ///< a local file, sent under the name `dlx`; empty: no program is sent
  std::string run;      ///< a local file, sent under the name `run`
  std::string unit;     ///< the contents of the file `unit`
};

/// How a task ended, and where it ran.
struct TaskEnd {
  int id = 0;
  bool ran = false;     ///< whether Work Queue could run the task
  std::string why;      ///< the reason if Work Queue could not run the task
  int status = 0;       ///< the exit code, or the number of the signal that ended the program
  std::string output;   ///< the task's standard output and standard error
  int lost = 0;         ///< how often the task's worker was lost while it had the task
  std::string host;     ///< the name that the worker reports; may contain any bytes
  std::string address;  ///< the worker's address and port
};

/// The numbers of workers that are connected, and of tasks that run or wait.
struct Crowd {
  int workers = 0;
  int cores = 0;
  int running = 0;  ///< number of tasks that workers are running
  int waiting = 0;  ///< number of tasks not yet sent to a worker
};

/// A queue of tasks that use one core each. If a worker is lost, its tasks are given to other
/// workers.
class TaskQueue {
 public:
  /// Listens for workers. Throws SystemError if the port is in use or the password cannot be read.
  explicit TaskQueue(const QueueSettings& settings);
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  [[nodiscard]] int port() const;
  [[nodiscard]] Crowd crowd() const;
  /// Adds a task, and returns its number.
  int submit(const Task& task);
  /// Waits up to about `seconds` seconds for a task to end. Returns how the task ended; nothing if
  /// no task ended.
  [[nodiscard]] std::optional<TaskEnd> wait(int seconds);
  /// Sends no tasks to workers of this host for some seconds.
  void block(const std::string& host, int seconds);
  /// Shuts the workers down. Without this call, workers wait for another queue and connect to it.
  void dismiss();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::app
