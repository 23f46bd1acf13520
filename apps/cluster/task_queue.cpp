#include "apps/cluster/task_queue.hpp"

extern "C" {
#include <work_queue.h>
}

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <thread>

#include "dlx/io/errors.hpp"

namespace dlx::app {

struct TaskQueue::State {
  work_queue* queue = nullptr;
  std::set<int> tasks = {};  // numbers of the tasks submitted and not yet returned
};

TaskQueue::TaskQueue(const QueueSettings& settings) : state_(new State) {
  // Work Queue must not report to the catalog server of its authors. Settings must come from the
  // command line only, so the environment variables with settings of Work Queue are removed.
  setenv("CATALOG_HOST", "127.0.0.1", 1);
  for (const char* name : {"WORK_QUEUE_PORT", "WORK_QUEUE_NAME", "WORK_QUEUE_PRIORITY"}) {
    unsetenv(name);
  }
  errno = 0;
  state_->queue = work_queue_create(settings.port == 0 ? -1 : settings.port);
  if (state_->queue == nullptr) {
    const int why = errno;
    std::string text = "cannot listen on port " + std::to_string(settings.port);
    if (why != 0) text += std::string(": ") + std::strerror(why);
    throw io::SystemError(text + " (--port takes another; workers need the same)");
  }
  if (work_queue_specify_password_file(state_->queue, settings.password_file.c_str()) == 0) {
    work_queue_delete(state_->queue);
    throw io::SystemError(settings.password_file + ": the password cannot be read");
  }
  work_queue_tune(state_->queue, "keepalive-interval", settings.keepalive_s);
  work_queue_tune(state_->queue, "keepalive-timeout", settings.keepalive_s);
}

TaskQueue::~TaskQueue() {
  for (const int id : state_->tasks) {
    if (work_queue_task* t = work_queue_cancel_by_taskid(state_->queue, id)) {
      work_queue_task_delete(t);
    }
  }
  work_queue_delete(state_->queue);
}

int TaskQueue::port() const {
  return work_queue_port(state_->queue);
}

Crowd TaskQueue::crowd() const {
  work_queue_stats stats = {};
  work_queue_get_stats(state_->queue, &stats);
  return {.workers = stats.workers_connected,
          .cores = static_cast<int>(stats.total_cores),
          .running = stats.tasks_running,
          .waiting = stats.tasks_waiting};
}

int TaskQueue::submit(const Task& task) {
  work_queue_task* t = work_queue_task_create(task.command.c_str());
  if (!task.program.empty()) {
    work_queue_task_specify_file(t, task.program.c_str(), "dlx", WORK_QUEUE_INPUT,
                                 WORK_QUEUE_CACHE);
  }
  work_queue_task_specify_file(t, task.run.c_str(), "run", WORK_QUEUE_INPUT, WORK_QUEUE_CACHE);
  work_queue_task_specify_buffer(t, task.unit.data(), static_cast<int>(task.unit.size()), "unit",
                                 WORK_QUEUE_NOCACHE);
  work_queue_task_specify_cores(t, 1);
  const int id = work_queue_submit(state_->queue, t);
  state_->tasks.insert(id);
  return id;
}

std::optional<TaskEnd> TaskQueue::wait(int seconds) {
  const auto start = std::chrono::steady_clock::now();
  const std::unique_ptr<work_queue_task, decltype(&work_queue_task_delete)> task(
      work_queue_wait(state_->queue, seconds), work_queue_task_delete);
  if (!task) {
    // work_queue_wait() returns at once if there are no tasks. The pause prevents a busy loop.
    const auto some_time = std::chrono::milliseconds(10);
    if (std::chrono::steady_clock::now() - start < some_time) {
      std::this_thread::sleep_for(some_time);
    }
    return {};
  }
  const auto text = [](const char* words) { return std::string(words == nullptr ? "" : words); };
  TaskEnd end;
  end.id = task->taskid;
  state_->tasks.erase(end.id);
  end.ran = task->result == WORK_QUEUE_RESULT_SUCCESS;
  if (!end.ran) end.why = text(work_queue_result_str(task->result));
  end.status = task->return_status;
  end.lost = task->try_count - 1;
  end.output = text(task->output);
  end.host = text(task->hostname);
  end.address = text(task->host);
  return end;
}

void TaskQueue::block(const std::string& host, int seconds) {
  work_queue_block_host_with_timeout(state_->queue, host.c_str(), seconds);
}

void TaskQueue::dismiss() {
  work_queue_shut_down_workers(state_->queue, 0);
}

}  // namespace dlx::app
