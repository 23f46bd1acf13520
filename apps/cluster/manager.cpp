#include "apps/cluster/manager.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <utility>

#include "dlx/core/identity.hpp"
#include "dlx/runs/carried_unit.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/version.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A unit is sent so often, and a host may be wrong so often in succession, before that is an error
// or the host has to pause.
constexpr unsigned most_tries = 10;
constexpr unsigned most_strikes = 3;
constexpr int pause_of_host_s = 60;

// So many tasks for each core are in Work Queue's hands; it takes longer over each the more it has.
constexpr std::size_t tasks_per_core = 3;
constexpr std::size_t least_tasks = 4;

constexpr int silence_s = 60;  // without workers, before that is said

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// A file that goes when this does.
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

/// A word for a shell.
std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-./:@%+=,") == std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string name_of_this_machine() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

/// The first line of what a program said, made short.
std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.size() <= 200 ? line : line.substr(0, 200) + "...";
}

class Manager {
 public:
  Manager(Session& session, const ClusterFlags& flags, const RunElsewhere& run)
      : session_(session),
        flags_(flags),
        run_(run),
        queue_({.port = flags.port,
                .password_file = flags.password_file,
                .keepalive_s = flags.keepalive_s}),
        carried_{.program = DLX_VERSION,
                 .engine = run.task.search.engine,
                 .branching = run.task.search.branching,
                 .listing = run.listing,
                 .weighted = run.weighted,
                 .weights = run.weights,
                 .problem = run.task.searched},
        text_(to_text(carried_)),
        digest_(sha256(text_)) {}

  Status search() {
    if (run_.ledger.waiting() == 0) return Status::exhausted;
    if (const auto status = search_here()) return *status;
    const TemporaryFile file(session_.checkpoint.file + ".run", text_);
    task_.run = file.path();
    task_.program = flags_.installed ? "" : program();
    task_.command = flags_.installed ? "dlx work run unit" : "./dlx work run unit";
    say_how_to_start_workers();
    const Status status = loop();
    if (status == Status::exhausted) queue_.dismiss();
    report();
    return status;
  }

 private:
  struct Sent {
    CarriedUnit carried;
    std::uint64_t nodes;  // that it had in the ledger
    unsigned tries = 1;
  };

  [[nodiscard]] std::string program() const {
    std::error_code error;
    std::string path = flags_.program;
    if (path.empty()) {
      path = (fs::read_symlink("/proc/self/exe", error).parent_path() / "dlx").string();
    }
    if (::access(path.c_str(), X_OK) != 0) {
      throw SystemError(path + ": no program that workers could run: " + std::strerror(errno));
    }
    return path;
  }

  [[nodiscard]] std::optional<Status> reason_to_stop() const {
    const SearchOptions& search = run_.task.search;
    if (search.stop != nullptr && search.stop->load(std::memory_order_relaxed)) {
      return Status::stopped;
    }
    if (search.limits.time && Clock::now() - start_ >= *search.limits.time) {
      return Status::time_limit;
    }
    return {};
  }

  /// Of a search that stays on this machine; nothing: it is long enough for others.
  std::optional<Status> search_here() {
    // Work that cannot be told as text, or is over at once.
    const Problem& searched = run_.task.searched;
    if (searched.primary_count() == 0 || searched.option_count() == 0) {
      return run_.crew.run(run_.nodes, run_.task.search.limits.time);
    }
    if (flags_.threshold_s == 0 || run_.ledger.units_done() != 0) return {};
    const auto limit = run_.task.search.limits.time;
    RunProgress progress(1);
    std::optional<SecondsLeft> left;
    for (int look = 0; look < 6; ++look) {
      const Status status = run_.crew.run(run_.nodes, std::chrono::milliseconds(500));
      if (status == Status::exhausted) {
        session_.messages.note(fmt::format("one machine was enough: this took {:.1f} s here",
                                           seconds_between(start_, Clock::now())));
      }
      if (status != Status::time_limit) return status;
      if (const auto reason = reason_to_stop()) return reason;
      left = progress.look(run_.ledger).left;
    }
    if (!left || left->high > flags_.threshold_s) return {};
    session_.messages.note(fmt::format(
        "one machine is enough: this will take {:.0f} to {:.0f} s here (--threshold {:g})",
        left->low, left->high, flags_.threshold_s));
    return run_.crew.run(run_.nodes,
                         limit ? std::optional(*limit - (Clock::now() - start_)) : std::nullopt);
  }

  void say_how_to_start_workers() {
    const std::string host = quoted(flags_.host.empty() ? name_of_this_machine() : flags_.host);
    const std::string password = quoted(fs::absolute(flags_.password_file).string());
    const int port = queue_.port();
    const std::string worker = "work_queue_worker -P " + password + " -b 2 --cores ";
    const std::string slurm = fmt::format("{}1 {} {}", worker, host, port);
    session_.messages.note(
        fmt::format("listening on port {}. Workers, each with a copy of the password's file:\n"
                    "  shell:  {}0 {} {}\n"
                    "  Slurm:  sbatch --array=1-100 -c1 --wrap {}\n"
                    "  ssh:    ssh -R {}:localhost:{} WORKER {}0 localhost {}",
                    port, worker, host, port, quoted(slurm), port, port, worker, port));
  }

  [[nodiscard]] std::size_t queued() const {
    const auto running = static_cast<std::size_t>(crowd_.running);
    return run_.ledger.waiting() + sent_.size() - std::min(sent_.size(), running);
  }

  /// Nodes for units that are made now.
  [[nodiscard]] std::uint64_t nodes_for_unit(bool few) const {
    if (run_.unit_nodes) return *run_.unit_nodes;
    const double age = seconds_between(start_, Clock::now());
    const double time = std::min(flags_.unit_s, 0.1 + age / 10) / (few ? 4 : 1);
    return std::max(nodes_of_first_unit, static_cast<std::uint64_t>(nodes_per_second_ * time));
  }

  void send(Sent sent) {
    task_.unit = to_text(sent.carried);
    sent_.emplace(queue_.submit(task_), std::move(sent));
  }

  /// As many units as Work Queue should have.
  void send_more() {
    if (!begun_ && static_cast<unsigned>(crowd_.workers) < flags_.workers_min) return;
    begun_ = true;
    const std::size_t window =
        std::max(least_tasks, tasks_per_core * static_cast<std::size_t>(crowd_.cores));
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
    Clock::time_point with_workers = looked;
    for (;;) {
      crowd_ = queue_.crowd();
      const auto now = Clock::now();
      core_seconds_ += crowd_.cores * seconds_between(looked, now);
      looked = now;
      most_workers_ = std::max(most_workers_, crowd_.workers);
      most_cores_ = std::max(most_cores_, crowd_.cores);
      if (const auto reason = reason_to_stop()) return *reason;
      send_more();
      if (sent_.empty() && begun_) {
        return run_.ledger.waiting() == 0 ? Status::exhausted : Status::node_limit;
      }
      if (crowd_.workers != 0) {
        with_workers = now;
      } else if (seconds_between(with_workers, now) > silence_s) {
        with_workers = now;
        session_.messages.warning(fmt::format(
            "no worker has been there for {} s: have they the same password, does a firewall let "
            "them through to port {}?",
            silence_s, queue_.port()));
      }
      if (run_.on_progress && seconds_between(reported, now) >= 1) {
        reported = now;
        session_.more_progress = {{"workers", crowd_.workers},
                                  {"cores", crowd_.cores},
                                  {"units waiting", queued()},
                                  {"running", crowd_.running},
                                  {"retried", retried_}};
        run_.on_progress(run_.ledger);
      }
      if (const auto end = queue_.wait(1)) take(*end);
    }
  }

  void take(const TaskEnd& end) {
    const auto place = sent_.find(end.id);
    if (place == sent_.end()) return;
    Sent sent = std::move(place->second);
    sent_.erase(place);
    std::string why;
    if (!end.ran) {
      why = end.why;
    } else if (end.status == 9 || end.status == 15 || end.status == 137 || end.status == 143) {
      why = "its program was killed";
    } else if (end.output.starts_with(other_version_line)) {
      other_version(end, first_line(end.output).substr(other_version_line.size()));
      again(std::move(sent), end, "another version of dlx");
      return;
    } else {
      try {
        finish(sent, end);
        strikes_[end.host] = 0;
        return;
      } catch (const InputError& e) {
        why = end.status == 0 ? e.what() : first_line(end.output);
      } catch (const std::logic_error& e) {  // std::invalid_argument, or what is no solution
        why = e.what();
      }
      if (++strikes_[end.host] >= most_strikes) {
        strikes_[end.host] = 0;
        session_.messages.warning(
            fmt::format("{}: {} results in succession were of no use; it "
                        "gets no work for {} s: {}",
                        end.host, most_strikes, pause_of_host_s, why));
        queue_.block(end.host, pause_of_host_s);
      }
    }
    again(std::move(sent), end, why);
  }

  /// Whoever begins sees it at once; a run that is under way goes on without that host.
  void other_version(const TaskEnd& end, const std::string& version) {
    const std::string text =
        fmt::format("{}: its dlx has version {}, and this one " DLX_VERSION, end.host, version);
    if (finished_ == 0) throw SystemError(text);
    session_.messages.warning(text + "; it gets no more work");
    queue_.block(end.host);
  }

  void again(Sent sent, const TaskEnd& end, const std::string& why) {
    ++retried_;
    if (++sent.tries > most_tries) {
      throw SystemError(fmt::format("unit {} came to nothing {} times, at last on {}: {}",
                                    sent.carried.unit.id, most_tries,
                                    end.host.empty() ? "no worker" : end.host, why));
    }
    send(std::move(sent));
  }

  /// Puts it into the ledger, or throws what is wrong with it.
  void finish(const Sent& sent, const TaskEnd& end) {
    Input input = Input::from_text(end.output, end.host);
    CarriedResult result = read_carried_result(input);
    if (result.program != DLX_VERSION) other_version(end, result.program);
    check_carried(result, sent.carried, carried_);
    const Unit& unit = sent.carried.unit;
    if (run_.listing) {
      const auto sink = run_.make_sink(unit.id);
      std::uint64_t taken = 0;
      for (const auto& solution : result.solutions) taken += sink->add(solution);
      sink->close();
      result.sums.solutions = taken;
    }
    const double took = static_cast<double>(result.time_ns) * 1e-9;
    search_seconds_ += took;
    const double pace = static_cast<double>(result.sums.nodes) / std::max(took, 1e-6);
    nodes_per_second_ += (pace - nodes_per_second_) / (nodes_per_second_ == 0 ? 1 : 8);
    promised_ -= unit.nodes;
    ++finished_;

    const std::size_t wanted = 2 * static_cast<std::size_t>(std::max(crowd_.cores, 1));
    const std::size_t waiting = queued();
    const bool few = waiting < wanted;
    const auto parts =
        few ? static_cast<std::uint32_t>(std::clamp<std::size_t>(wanted - waiting, 2, 16)) : 1;
    Unit of_ledger = unit;
    of_ledger.nodes = sent.nodes;
    run_.ledger.finish(of_ledger, result.sums, deal(result.rest, parts), nodes_for_unit(few));
  }

  void report() {
    const double share = core_seconds_ == 0 ? 0 : search_seconds_ / core_seconds_;
    session_.messages.note(fmt::format(
        "{} units in {:.1f} s by up to {} workers with {} cores; {} retried; efficiency {:.0f} %, "
        "the part of the cores' time that was spent searching",
        finished_, seconds_between(start_, Clock::now()), most_workers_, most_cores_, retried_,
        100 * share));
  }

  Session& session_;
  const ClusterFlags& flags_;
  const RunElsewhere& run_;
  TaskQueue queue_;
  const CarriedRun carried_;
  const std::string text_;
  const std::string digest_;
  Task task_;
  const Clock::time_point start_ = Clock::now();

  std::map<int, Sent> sent_;                 // by the task's number
  std::uint64_t promised_ = 0;               // nodes of units that were sent
  std::map<std::string, unsigned> strikes_;  // of hosts
  Crowd crowd_;
  bool begun_ = false;
  double nodes_per_second_ = 0;
  double search_seconds_ = 0;
  double core_seconds_ = 0;
  std::uint64_t finished_ = 0;
  std::uint64_t retried_ = 0;
  int most_workers_ = 0;
  int most_cores_ = 0;
};

}  // namespace

void check_password_file(const std::string& path) {
  struct stat what = {};
  if (::stat(path.c_str(), &what) != 0) {
    throw SystemError(path + ": cannot open: " + std::strerror(errno));
  }
  if (!S_ISREG(what.st_mode)) throw std::invalid_argument(path + ": not a file, and no password");
  if ((what.st_mode & 077) != 0) {
    throw std::invalid_argument(path + ": others can read the password: chmod 600 " + quoted(path));
  }
  Input input = Input::open(path);
  std::string_view line;
  if (!input.next_line(line) || line.empty()) {
    throw std::invalid_argument(path + ": there is no password in it");
  }
}

Status search_on_cluster(Session& session, const ClusterFlags& flags, const RunElsewhere& run) {
  return Manager(session, flags, run).search();
}

}  // namespace dlx::app
