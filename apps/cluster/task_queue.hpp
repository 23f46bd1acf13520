#pragma once

#include <memory>
#include <optional>
#include <string>

/// CCTools Work Queue, as far as dlx-cluster uses it: it carries tasks to workers and back.
namespace dlx::app {

struct QueueSettings {
  int port = 9123;            ///< 0: any that is free
  std::string password_file;  ///< a file with the password that workers must know
  int keepalive_s = 60;       ///< a worker silent for this long is given up
};

/// A task for a worker.
struct Task {
  std::string command;  ///< a shell command, run in a folder that has the files below
  std::string program;  ///< a file of this machine, there `dlx`; empty: none is sent
  std::string run;      ///< a file of this machine, there `run`
  std::string unit;     ///< the text of the file `unit`
};

/// The end of a task.
struct TaskEnd {
  int id = 0;
  bool ran = false;     ///< otherwise Work Queue could not have it run
  std::string why;      ///< the reason if Work Queue could not run the task
  int status = 0;       ///< the exit code, or the signal that ended it
  std::string output;   ///< standard output and standard error
  int lost = 0;         ///< the number of workers that were lost while they had the task
  std::string host;     ///< the worker's name, as it says: any bytes
  std::string address;  ///< its address and port
};

/// The workers that are connected, and the tasks that wait for them.
struct Crowd {
  int workers = 0;
  int cores = 0;
  int running = 0;  ///< tasks
  int waiting = 0;  ///< tasks that no worker has
};

/// Tasks of one core each. If a worker is lost, its tasks go to other workers.
class TaskQueue {
 public:
  /// Listens for workers. Throws SystemError if the port is taken, or the password cannot be read.
  explicit TaskQueue(const QueueSettings& settings);
  ~TaskQueue();
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  [[nodiscard]] int port() const;
  [[nodiscard]] Crowd crowd() const;
  /// Adds a task, and returns its number.
  int submit(const Task& task);
  /// A task that has ended; nothing if none ended within about this time, in seconds.
  [[nodiscard]] std::optional<TaskEnd> wait(int seconds);
  /// No tasks for workers of this host for a while.
  void block(const std::string& host, int seconds);
  /// Sends the workers home. Without this call, workers connect to the next queue.
  void dismiss();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::app
