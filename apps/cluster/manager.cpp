// Workers are reached through CCTools Work Queue, which sends tasks to workers and returns their
// results. If a worker is lost, Work Queue gives its tasks to other workers.
#include "apps/cluster/manager.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

extern "C" {
#include <work_queue.h>
}

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "apps/run/files.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/carried_unit.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/run_certificate.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/search/control.hpp"
#include "dlx/solver.hpp"
#include "dlx/version.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Limits on failures. A unit of work that has failed `most_tries` times ends the run with an error.
// A host that returns `most_strikes` unusable results in succession gets no work for a while. If 4
// times the number of workers is greater than `most_tries`, this product is the limit on tries.
constexpr unsigned most_tries = 10;
constexpr unsigned most_strikes = 3;
constexpr int pause_of_host_s = 60;
constexpr int pause_of_version_s = 600;

// Number of tasks per core that are submitted to Work Queue at a time. The number is small because
// Work Queue slows down as it holds more tasks.
constexpr std::size_t tasks_per_core = 3;
constexpr std::size_t least_tasks = 4;

constexpr int silence_s = 60;  // seconds without a running task after which a message appears

/// A file that is deleted when this object is destroyed.
class TemporaryFile {
 public:
  TemporaryFile(std::string path, const std::string& text) : path_(std::move(path)) {
    write_file(path_, text);
  }
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string name_of_this_machine() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

/// The first line of the output of a program on another machine, in quotes.
std::string first_line(std::string_view text) {
  return in_quotes(text.substr(0, text.find('\n')));
}

/// The position of the first line that begins with `word`; npos if none does. Loaders and shells
/// may have printed other lines before this line.
std::size_t line_that_begins(std::string_view text, std::string_view word) {
  if (text.starts_with(word)) return 0;
  const auto place = text.find("\n" + std::string(word));
  return place == text.npos ? place : place + 1;
}

/// A text of Work Queue, which may be null.
std::string_view text_of(const char* words) {
  return words == nullptr ? "" : words;
}

/// The host name that the worker reports, if it is printable; otherwise the worker's address.
std::string name_of(const work_queue_task& end) {
  const std::string_view host = text_of(end.hostname);
  const std::string_view address = text_of(end.host);
  if (host.empty() && address.empty()) return "no worker";
  std::string_view rest = host;
  while (const std::size_t length = visible_length(rest)) rest.remove_prefix(length);
  return std::string(rest.empty() && !host.empty() ? host : address);
}

struct Deleter {
  void operator()(work_queue* queue) const { work_queue_delete(queue); }
  void operator()(work_queue_task* task) const { work_queue_task_delete(task); }
};
using TaskPointer = std::unique_ptr<work_queue_task, Deleter>;

class Manager {
 public:
  Manager(const ClusterSetting& setting, const runs::UnitsToSearch& run)
      : setting_(setting),
        flags_(setting.flags),
        console_(setting.console),
        run_(run),
        carried_{.program = DLX_VERSION,
                 .search = {.engine = run.search.engine,
                            .branching = run.search.branching,
                            .order = run.search.order},
                 .listing = run.visits_solutions,
                 .weighted = run.model.weighted(),
                 .weights = {run.model.weights().begin(), run.model.weights().end()},
                 .trace = run.certificate != nullptr ? std::optional(run.certificate->numbers())
                                                     : std::nullopt,
                 .problem = run.searched},
        text_(to_text(carried_)),
        digest_(certificate::sha256(text_)) {}
  ~Manager() {
    for (const auto& [id, sent] : sent_) TaskPointer(work_queue_cancel_by_taskid(queue_.get(), id));
  }

  Status search() {
    if (run_.ledger.waiting() == 0) return Status::exhausted;
    if (const auto status = search_here()) return *status;
    listen();
    const TemporaryFile file(setting_.ledger + ".run", text_);
    run_file_ = file.path();
    if (!flags_.installed) program_ = program();
    say_how_to_start_workers();
    const Status status = loop();
    // Workers that are not shut down wait for another queue and connect to it.
    if (status == Status::exhausted) work_queue_shut_down_workers(queue_.get(), 0);
    report();
    return status;
  }

 private:
  struct Sent {
    runs::CarriedUnit carried;
    std::uint64_t nodes;  // the limit on nodes that the ledger records for the unit of work
    unsigned tries = 1;
  };

  /// Makes the queue. Throws SystemError if the port is in use or the password cannot be read.
  void listen() {
    // Work Queue must not report to the catalog server of its authors. Settings must come from the
    // command line only, so the environment variables with settings of Work Queue are removed.
    setenv("CATALOG_HOST", "127.0.0.1", 1);
    for (const char* name : {"WORK_QUEUE_PORT", "WORK_QUEUE_NAME", "WORK_QUEUE_PRIORITY"}) {
      unsetenv(name);
    }
    errno = 0;
    queue_.reset(work_queue_create(flags_.port == 0 ? -1 : flags_.port));
    if (!queue_) {
      const int why = errno;
      std::string text = "cannot listen on port " + std::to_string(flags_.port);
      if (why != 0) text += std::string(": ") + std::strerror(why);
      throw io::SystemError(text + " (--port takes another; workers need the same)");
    }
    if (work_queue_specify_password_file(queue_.get(), flags_.password_file.c_str()) == 0) {
      throw io::SystemError(flags_.password_file + ": the password cannot be read");
    }
    work_queue_tune(queue_.get(), "keepalive-interval", flags_.keepalive_s);
    work_queue_tune(queue_.get(), "keepalive-timeout", flags_.keepalive_s);
  }

  [[nodiscard]] std::string program() const {
    std::error_code error;
    std::string path = flags_.program;
    if (path.empty()) {
      path = (fs::read_symlink("/proc/self/exe", error).parent_path() / "dlx").string();
    }
    if (::access(path.c_str(), X_OK) != 0) {
      throw io::SystemError(path + ": no program that workers could run: " + std::strerror(errno));
    }
    if (!fs::is_regular_file(path)) throw io::SystemError(path + ": no file, and no program");
    return path;
  }

  /// Searches on this machine for a short time. Returns the status if the search has ended or is
  /// short enough to finish here. Returns nothing if the search is long enough to be divided among
  /// workers.
  std::optional<Status> search_here() {
    // A problem without options or primary items cannot be written as text, or its search ends at
    // once.
    const Problem& searched = run_.searched;
    if (searched.primary_count() == 0 || searched.option_count() == 0) {
      return run_.crew.run(run_.nodes, run_.search.time);
    }
    if (flags_.threshold_s == 0) return {};
    runs::RunProgress progress(1);
    std::optional<search::SecondsLeft> left;
    for (int look = 0; look < 6; ++look) {
      const Status status = run_.crew.run(run_.nodes, std::chrono::milliseconds(500));
      if (status == Status::exhausted) {
        console_.note(fmt::format("one machine was enough: this took {:.1f} s here",
                                  search::seconds_since(start_)));
      }
      if (status != Status::time_limit) return status;
      if (deadline_.reached()) return deadline_.why();
      left = progress.look(run_.ledger).left;
    }
    if (!left || left->high > flags_.threshold_s) return {};
    console_.note(fmt::format(
        "one machine is enough: this will take {:.0f} to {:.0f} s here (--threshold {:g})",
        left->low, left->high, flags_.threshold_s));
    return run_.crew.run(run_.nodes, deadline_.left());
  }

  void say_how_to_start_workers() {
    const std::string host = shell_word(flags_.host.empty() ? name_of_this_machine() : flags_.host);
    const std::string password = shell_word(fs::absolute(flags_.password_file).string());
    const int port = work_queue_port(queue_.get());
    const std::string worker = "work_queue_worker -P " + password + " -b 2 --cores ";
    const std::string slurm = fmt::format("{}1 {} {}", worker, host, port);
    console_.note(fmt::format(
        "listening on port {}. Workers, each with a copy of the password's file:", port));
    console_.note(fmt::format("  shell:  {}0 {} {}", worker, host, port));
    console_.note(fmt::format("  Slurm:  sbatch --array=1-100 -c1 --wrap {}", shell_word(slurm)));
    console_.note(fmt::format("  ssh:    ssh -R {}:localhost:{} WORKER {}0 localhost {}", port,
                              port, worker, port));
  }

  [[nodiscard]] std::size_t queued() const {
    const auto running = static_cast<std::size_t>(running_);
    return run_.ledger.waiting() + sent_.size() - std::min(sent_.size(), running);
  }

  /// Submits a task, which takes one core: a shell command, and the files in the folder where the
  /// command runs.
  void send(Sent sent) {
    const std::string unit = to_text(sent.carried);
    work_queue_task* task =
        work_queue_task_create(flags_.installed ? "dlx work run unit" : "./dlx work run unit");
    const auto add = [&](const std::string& path, const char* name) {
      work_queue_task_specify_file(task, path.c_str(), name, WORK_QUEUE_INPUT, WORK_QUEUE_CACHE);
    };
    if (!flags_.installed) add(program_, "dlx");
    add(run_file_, "run");
    work_queue_task_specify_buffer(task, unit.data(), static_cast<int>(unit.size()), "unit",
                                   WORK_QUEUE_NOCACHE);
    work_queue_task_specify_cores(task, 1);
    sent_.emplace(work_queue_submit(queue_.get(), task), std::move(sent));
  }

  /// Waits up to about a second for a task to end, and handles its result.
  void wait() {
    const auto start = Clock::now();
    if (const TaskPointer end{work_queue_wait(queue_.get(), 1)}) return take(*end);
    // work_queue_wait() returns at once if there are no tasks. The pause prevents a busy loop.
    const auto some_time = std::chrono::milliseconds(10);
    if (Clock::now() - start < some_time) std::this_thread::sleep_for(some_time);
  }

  /// Sends no tasks to workers of the host that ran this task for some seconds.
  void block_host(const work_queue_task& end, int seconds) {
    const std::string host(text_of(end.hostname));
    work_queue_block_host_with_timeout(queue_.get(), host.c_str(), seconds);
  }

  /// Submits tasks until Work Queue holds `tasks_per_core` tasks for each core of the workers, but
  /// at least `least_tasks`.
  void send_more() {
    if (!begun_ && static_cast<unsigned>(workers_) < flags_.workers_min) return;
    begun_ = true;
    const std::size_t window =
        std::max(least_tasks, tasks_per_core * static_cast<std::size_t>(cores_));
    while (sent_.size() < window) {
      const std::uint64_t known = run_.ledger.sums().nodes + promised_;
      if (run_.nodes && known >= *run_.nodes) return;
      auto unit = run_.ledger.take();
      if (!unit) return;
      const std::uint64_t nodes = unit->nodes;
      if (run_.nodes) unit->nodes = std::min(nodes, *run_.nodes - known);
      promised_ += unit->nodes;
      send({{digest_, std::move(*unit)}, nodes});
    }
  }

  Status loop() {
    Clock::time_point looked = Clock::now();
    Clock::time_point reported = looked;
    Clock::time_point under_way = looked;
    for (;;) {
      work_queue_stats stats = {};
      work_queue_get_stats(queue_.get(), &stats);
      workers_ = stats.workers_connected;
      cores_ = static_cast<int>(stats.total_cores);
      running_ = stats.tasks_running;
      const auto now = Clock::now();
      core_seconds_ += cores_ * std::chrono::duration<double>(now - looked).count();
      looked = now;
      most_workers_ = std::max(most_workers_, workers_);
      most_cores_ = std::max(most_cores_, cores_);
      if (deadline_.reached()) return deadline_.why();
      send_more();
      if (sent_.empty() && begun_) {
        return run_.ledger.waiting() == 0 ? Status::exhausted : Status::node_limit;
      }
      if (running_ != 0) {
        under_way = now;
      } else if (now - under_way > std::chrono::seconds(silence_s)) {
        under_way = now;
        console_.warning(
            fmt::format("nothing was searched for {} s: {}", silence_s, why_nothing_is_searched()));
      }
      if (run_.on_progress && now - reported >= std::chrono::seconds(1)) {
        reported = now;
        setting_.more_progress = {{"workers", workers_},
                                  {"cores", cores_},
                                  {"units waiting", queued()},
                                  {"running", running_},
                                  {"retried", retried_}};
        run_.on_progress(run_.ledger);
      }
      wait();
    }
  }

  [[nodiscard]] std::string why_nothing_is_searched() const {
    if (workers_ == 0) {
      return fmt::format(
          "no worker is there: have they the same password, does a firewall let "
          "them through to port {}?",
          work_queue_port(queue_.get()));
    }
    if (!begun_) {
      return fmt::format("{} of {} workers are there (--workers-min)", workers_,
                         flags_.workers_min);
    }
    return quantity(workers_, "worker is", "workers are") +
           " there, without work after results of no use";
  }

  void take(const work_queue_task& end) {
    const auto place = sent_.find(end.taskid);
    if (place == sent_.end()) return;
    Sent sent = std::move(place->second);
    sent_.erase(place);
    retried_ += static_cast<std::uint64_t>(std::max(end.try_count - 1, 0));
    const std::string_view output = text_of(end.output);
    const auto other = line_that_begins(output, runs::other_version_line);
    if (end.result == WORK_QUEUE_RESULT_SUCCESS && other != output.npos) {
      other_version(end, first_line(output.substr(other + runs::other_version_line.size())));
      again(std::move(sent), end, "another version of dlx");
      return;
    }
    const std::string host(text_of(end.hostname));
    std::string why;
    if (const auto result = result_of(sent, end, why)) {
      strikes_.erase(host);
      record(sent, *result);
      return;
    }
    if (++strikes_[host] >= most_strikes) {
      strikes_.erase(host);
      std::string text = fmt::format("{}: {} results in succession were of no use: {}",
                                     name_of(end), most_strikes, why);
      if (workers_ > 1) {
        text += fmt::format("; it gets no work for {} s", pause_of_host_s);
        block_host(end, pause_of_host_s);
      }
      console_.warning(text);
    }
    again(std::move(sent), end, why);
  }

  /// Handles a host whose dlx has another version. In a run that has just begun, another version is
  /// an error. A run in progress continues without that host.
  void other_version(const work_queue_task& end, const std::string& version) {
    const std::string text =
        fmt::format("{}: its dlx has version {}, and this one " DLX_VERSION, name_of(end), version);
    if (new_ && finished_ == 0) throw io::SystemError(text);
    console_.warning(fmt::format("{}; it gets no work for {} s", text, pause_of_version_s));
    block_host(end, pause_of_version_s);
  }

  void again(Sent sent, const work_queue_task& end, const std::string& why) {
    ++retried_;
    ++sent.tries;
    if (sent.tries > std::max(most_tries, 4 * static_cast<unsigned>(workers_))) {
      throw io::SystemError(fmt::format("unit {} failed {} times, most recently on {}: {}",
                                        sent.carried.unit.id, sent.tries - 1, name_of(end), why));
    }
    send(std::move(sent));
  }

  /// Checks that a search can be continued from `rest`, the part of its tree that is not searched
  /// yet. Throws std::invalid_argument if the search cannot be continued.
  void follow(const search::OpenWork& rest) {
    if (!follower_) follower_.emplace(carried_.problem, carried_.search);
    try {
      follower_->start_at(rest);
      follower_->set_limits({.nodes = follower_->statistics().nodes + 1});
      (void)follower_->next();
    } catch (...) {
      follower_.reset();
      throw;
    }
  }

  /// Reads and checks the result that a task returned for its unit of work, and writes the unit's
  /// solutions to their file. Returns nothing if there is no valid result, with the reason in
  /// `why`.
  std::optional<runs::CarriedResult> result_of(const Sent& sent, const work_queue_task& end,
                                               std::string& why) {
    if (end.result != WORK_QUEUE_RESULT_SUCCESS) {
      why = text_of(work_queue_result_str(end.result));
      return {};
    }
    // An exit code, or the number of the signal that ended the program.
    const int status = end.return_status;
    if (status == 9 || status == 15 || status == 137 || status == 143) {
      why = "its program was killed";
      return {};
    }
    const std::string_view output = text_of(end.output);
    const auto begin = line_that_begins(output, runs::carried_result_word);
    if (begin == output.npos) {
      why = output.empty() ? fmt::format("no result, and exit code {}", status)
                           : "no result, but " + first_line(output);
      return {};
    }
    try {
      io::Input input = io::Input::from_text(std::string(output.substr(begin)), name_of(end));
      runs::CarriedResult result = runs::read_carried_result(input);
      check_carried(result, sent.carried, carried_);
      follow(result.rest);
      if (run_.certificate != nullptr) {
        result.sums.files = run_.certificate->keep(sent.carried.unit.id, result.trace);
      }
      if (run_.visits_solutions) {
        const auto sink = run_.make_sink(sent.carried.unit.id);
        std::uint64_t taken = 0;
        for (const auto& solution : result.solutions) taken += sink->add(solution);
        result.sums.files += sink->close();
        result.sums.solutions = taken;
      }
      return result;
    } catch (const io::InputError& e) {
      why = e.what();
    } catch (const std::logic_error& e) {  // also catches std::invalid_argument
      why = e.what();
    }
    return {};
  }

  /// Records the result of a unit of work in the ledger, the file of the run.
  void record(const Sent& sent, const runs::CarriedResult& result) {
    const double took = static_cast<double>(result.time_ns) * 1e-9;
    pacing_.record(result.sums.nodes, took);
    const auto [parts, nodes] = pacing_.new_units(
        queued(), static_cast<std::size_t>(std::max(cores_, 1)), search::seconds_since(start_));
    runs::Unit ledger_unit = sent.carried.unit;
    ledger_unit.nodes = sent.nodes;
    run_.ledger.finish(ledger_unit, result.sums, deal(result.rest, parts), nodes);
    promised_ -= sent.carried.unit.nodes;
    search_seconds_ += took;
    ++finished_;
  }

  void report() {
    const double share = core_seconds_ == 0 ? 0 : search_seconds_ / core_seconds_;
    console_.note(fmt::format(
        "{} in {:.1f} s by up to {} with {}; {} retried; efficiency {:.0f} %, the part of the "
        "cores' time that was spent searching",
        quantity(finished_, "unit"), search::seconds_since(start_),
        quantity(most_workers_, "worker"), quantity(most_cores_, "core"), retried_, 100 * share));
  }

  const ClusterSetting setting_;
  const ClusterFlags& flags_;
  Console& console_;
  const runs::UnitsToSearch& run_;
  const runs::CarriedRun carried_;
  const std::string text_;
  const std::string digest_;
  std::optional<Solver> follower_;  // the solver that follow() uses
  const bool new_ = run_.ledger.units_done() == 0;
  std::unique_ptr<work_queue, Deleter> queue_;
  std::string run_file_;  // the local file that is sent under the name `run`
  std::string program_;   // the local file that is sent under the name `dlx`; empty if none is
  const Clock::time_point start_ = Clock::now();
  const search::Deadline deadline_{run_.search};

  std::map<int, Sent> sent_;  // submitted units of work, by the number of their task
  // Sum of the node limits of submitted units of work without a result.
  std::uint64_t promised_ = 0;
  std::map<std::string, unsigned> strikes_;  // for each host, its number of failures in succession
  int workers_ = 0;                          // number of workers that are connected
  int cores_ = 0;                            // number of their cores
  int running_ = 0;                          // number of tasks that workers are running
  bool begun_ = false;
  runs::UnitPacing pacing_{0.1, flags_.unit_s, run_.unit_nodes};
  double search_seconds_ = 0;
  double core_seconds_ = 0;
  std::uint64_t finished_ = 0;
  // Number of units of work submitted again, because the worker was lost or its result was not
  // valid.
  std::uint64_t retried_ = 0;
  int most_workers_ = 0;
  int most_cores_ = 0;
};

}  // namespace

void check_password_file(const std::string& path) {
  struct stat what = {};
  if (::stat(path.c_str(), &what) != 0) {
    throw io::SystemError(path + ": cannot open: " + std::strerror(errno));
  }
  if (!S_ISREG(what.st_mode)) throw std::invalid_argument(path + ": not a file, and no password");
  if ((what.st_mode & 077) != 0) {
    throw std::invalid_argument(path + ": others can read the password: chmod 600 " +
                                shell_word(path));
  }
  io::Input input = io::Input::open(path);
  std::string_view line;
  if (!input.next_line(line) || line.empty()) {
    throw std::invalid_argument(path + ": it contains no password");
  }
}

Status search_on_cluster(const ClusterSetting& setting, const runs::UnitsToSearch& run) {
  return Manager(setting, run).search();
}

}  // namespace dlx::app
