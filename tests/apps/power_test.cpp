// The power fails: what a run in a file has done to the disk is replayed up to each moment, with or
// without what had not been synchronised by then, and the run goes on from there. And the disk
// fails: from each of its operations on, or once.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

/// See disk_log.cpp.
struct Event {
  char what;
  std::string path, where, bytes;
};

std::vector<Event> read_log(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const auto text = [&] {
    std::uint64_t size = 0;
    file.read(reinterpret_cast<char*>(&size), sizeof size);
    std::string result(size, '\0');
    file.read(result.data(), static_cast<std::streamsize>(size));
    return result;
  };
  std::vector<Event> events;
  for (char what = 0; file.get(what);) {
    Event event{what, text(), text(), text()};
    REQUIRE(file);
    // Stdio's writes are not seen, but what they have come to.
    if (event.what == 'S') events.push_back({'W', event.path, "0", event.bytes});
    events.push_back(std::move(event));
  }
  return events;
}

/// What becomes of what was not synchronised.
enum class Loss {
  none,  ///< all of it had been written
  all,   ///< none of it
  some,  ///< of each write some sectors, of names some, drawn at random
};
constexpr Loss all_losses[] = {Loss::none, Loss::all, Loss::some};

/// A disk that keeps the bytes of a file when it is synchronised, and names when their folder is.
class Disk {
 public:
  /// What is in a folder, all of it kept.
  void load(const std::string& folder, const std::string& root) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      auto file = std::make_shared<File>();
      file->kept.assign(std::istreambuf_iterator<char>(in), {});
      file->now = file->kept;
      const std::string path = root + entry.path().string().substr(folder.size());
      names_[path] = kept_names_[path] = file;
    }
  }

  void apply(const Event& e) {
    switch (e.what) {
      case 'C':
        file(e.path).change({0, true, {}});
        break;
      case 'W':
        file(e.path).change({std::stoul(e.where), false, e.bytes});
        break;
      case 'T':
        file(e.path).change({std::stoul(e.where), true, {}});
        break;
      case 'S':
        file(e.path).now = file(e.path).kept = e.bytes;
        file(e.path).changes.clear();
        break;
      case 'R':
        (void)file(e.path);
        name(e.where, names_[e.path]);
        name(e.path, nullptr);
        break;
      case 'U':
        name(e.path, nullptr);
        break;
      case 'D':
        std::erase_if(names_changed_, [&](const auto& change) {
          if (!is_in(change.first, e.path)) return false;
          give(kept_names_, change);
          return true;
        });
        break;
      default:
        FAIL("an unknown event");
    }
  }

  /// What is there after the power came back.
  void write_to(const std::string& folder, const std::string& root, Loss loss,
                Random& random) const {
    Names names = loss == Loss::none ? names_ : kept_names_;
    if (loss == Loss::some) {
      for (const auto& change : names_changed_) {
        if (random.chance(0.5)) give(names, change);
      }
    }
    for (const auto& [path, file] : names) {
      const fs::path copy = folder + path.substr(root.size());
      fs::create_directories(copy.parent_path());
      std::ofstream(copy, std::ios::binary) << file->after(loss, random);
    }
  }

 private:
  /// A write at a place; or, if it cuts, the size from then on.
  struct Change {
    std::size_t place;
    bool cuts;
    std::string bytes;
  };
  static void make(std::string& bytes, const Change& change) {
    if (change.cuts) return bytes.resize(change.place);
    bytes.resize(std::max(bytes.size(), change.place + change.bytes.size()));
    bytes.replace(change.place, change.bytes.size(), change.bytes);
  }

  struct File {
    std::string now, kept;
    std::vector<Change> changes;  // since it was kept

    void change(Change change) {
      make(now, change);
      changes.push_back(std::move(change));
    }

    [[nodiscard]] std::string after(Loss loss, Random& random) const {
      if (loss == Loss::none) return now;
      std::string bytes = kept;
      if (loss == Loss::all) return bytes;
      constexpr std::size_t sector = 512;
      std::vector<Change> some;
      for (const Change& change : changes) {
        if (change.cuts) {
          if (random.chance(0.5)) some.push_back(change);
          continue;
        }
        for (std::size_t at = 0; at < change.bytes.size();) {
          const std::size_t size =
              std::min(change.bytes.size() - at, sector - (change.place + at) % sector);
          if (random.chance(0.5)) {
            some.push_back({change.place + at, false, change.bytes.substr(at, size)});
          }
          at += size;
        }
      }
      // In any order.
      for (std::size_t k = some.size(); k > 1; --k) {
        std::swap(some[k - 1], some[random.below(static_cast<std::uint32_t>(k))]);
      }
      for (const Change& change : some) make(bytes, change);
      return bytes;
    }
  };
  using Names = std::map<std::string, std::shared_ptr<File>>;
  using Naming = std::pair<std::string, std::shared_ptr<File>>;  // null: the name goes

  static void give(Names& names, const Naming& change) {
    if (change.second) {
      names[change.first] = change.second;
    } else {
      names.erase(change.first);
    }
  }
  static bool is_in(const std::string& path, const std::string& folder) {
    return fs::path(path).parent_path() == fs::path(folder);
  }
  void name(const std::string& path, std::shared_ptr<File> file) {
    names_changed_.emplace_back(path, std::move(file));
    give(names_, names_changed_.back());
  }
  File& file(const std::string& path) {
    const auto place = names_.find(path);
    if (place != names_.end()) return *place->second;
    name(path, std::make_shared<File>());
    return *names_[path];
  }

  Names names_;
  Names kept_names_;
  std::vector<Naming> names_changed_;  // since their folders were synchronised
};

/// The numbers that must be the same, and the solutions if they are listed.
struct Answer {
  nlohmann::json summary;
  std::multiset<std::string> solutions;
};

Answer answer(const Result& r, const std::string& run) {
  INFO(r.err);
  REQUIRE(r.exit_code == 0);
  Answer result{json_lines(r.out).back(), {}};
  if (fs::exists(run + ".solutions")) {
    for (const auto& entry : fs::directory_iterator(run + ".solutions")) {
      REQUIRE(entry.path().extension() != ".part");
      std::istringstream file(unpacked(entry.path().string()));
      for (std::string line; std::getline(file, line);) {
        result.solutions.insert(nlohmann::json::parse(line)["options"].dump());
      }
    }
  }
  return result;
}

/// A command whose run is kept in a file, and what it must answer whatever happens.
class Run {
 public:
  explicit Run(std::string command) : command_(std::move(command)) {
    const Result r = start(root(), {{"LD_PRELOAD", DLX_DISK_LOG_LIBRARY},
                                    {"DLX_DISK_FOLDER", root()},
                                    {"DLX_DISK_LOG", folder_.path("log")}});
    wanted_ = answer(r, root() + "/run");
    events_ = read_log(folder_.path("log"));
    REQUIRE(events_.size() > 50);
  }

  [[nodiscard]] std::string root() const { return folder_.path("before"); }
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }

  /// Begins in an empty folder.
  Result start(const std::string& folder,
               const std::vector<std::pair<std::string, std::string>>& environment = {}) const {
    fs::remove_all(folder);
    fs::create_directory(folder);
    return go_on(folder, environment);
  }

  /// Resumes the run in a folder, or begins it where there is none.
  Result go_on(const std::string& folder,
               const std::vector<std::pair<std::string, std::string>>& environment = {}) const {
    const std::string file = folder + "/run";
    const std::string begin = command_ + " --threads 2 --checkpoint " + file;
    // Notes on what a search would take need longer than the count.
    return run({.arguments = words((fs::exists(file) ? "resume " + file : begin) + " --json -q"),
                .environment = environment});
  }

  void check_answer(const Result& r, const std::string& folder) const {
    const Answer found = answer(r, folder + "/run");
    // How long a search ran beside a sweep is left to chance.
    const bool by_search = found.summary.value("method", "search") == "search";
    for (const char* name : {"count", "fingerprint", "nodes"}) {
      if (!by_search && std::string(name) == "nodes") continue;
      REQUIRE(found.summary.value(name, nlohmann::json()) ==
              wanted_.summary.value(name, nlohmann::json()));
    }
    REQUIRE(found.solutions == wanted_.solutions);
  }

 private:
  TemporaryFolder folder_;
  std::string command_;
  Answer wanted_;
  std::vector<Event> events_;
};

/// Cuts the power before the first event, after the last, and between any two or, with a stride,
/// some; with each loss. Each time the run goes on to the same answer.
void cut_the_power(const Run& run, const Disk& before, const std::string& root,
                   const std::vector<Event>& events, std::uint64_t seed, std::size_t stride) {
  const TemporaryFolder folder;
  Random random(seed);
  Disk disk = before;
  std::size_t cuts = 0;
  std::size_t begun_anew = 0;
  for (std::size_t cut = 0; cut <= events.size(); ++cut) {
    if (cut > 0) disk.apply(events[cut - 1]);
    if ((events.size() - cut) % stride != 0) continue;
    ++cuts;
    for (const Loss loss : all_losses) {
      CAPTURE(cut, static_cast<int>(loss));
      const std::string after = folder.path("after");
      fs::remove_all(after);
      fs::create_directory(after);
      disk.write_to(after, root, loss, random);
      if (!fs::exists(after + "/run")) ++begun_anew;
      run.check_answer(run.go_on(after), after);
    }
  }
  std::cout << events.size() << " events: " << cuts << " cuts with " << std::size(all_losses)
            << " losses each; " << begun_anew << " times there was no run yet\n";
  CHECK(cuts > events.size() / stride);
  CHECK(begun_anew < 2 * cuts);
}

void cut_the_power(const std::string& command, std::uint64_t seed, std::size_t stride) {
  const Run run(command);
  cut_the_power(run, {}, run.root(), run.events(), seed, stride);
}

TEST_CASE("a count goes on after the power failed") {
  cut_the_power("queens 7 --count --fingerprint 3 --unit-nodes 60", 721, 2);
}

TEST_CASE("a sweep goes on after the power failed") {
  cut_the_power("dominoes 18x18 --count --fingerprint 3 --checkpoint-every 0.01", 728, 4);
}

TEST_CASE("a list goes on after the power failed, with every solution once") {
  cut_the_power("queens 7 --all --unit-nodes 100", 722, 2);
}

TEST_CASE("power cuts between any two operations, whatever is lost", "[slow]") {
  cut_the_power("queens 8 --count --fingerprint 3 --unit-nodes 40", 723, 1);
  cut_the_power("queens 8 --all --unit-nodes 40", 724, 1);
  cut_the_power("queens 8 --all --gzip --unit-nodes 100", 725, 1);
}

TEST_CASE("a run that goes on after a power cut outlives another", "[slow]") {
  Random random(726);
  for (const char* command :
       {"queens 8 --count --fingerprint 3 --unit-nodes 80", "queens 8 --all --unit-nodes 80"}) {
    const Run run(command);
    for (int n = 0; n < 4; ++n) {
      const TemporaryFolder folder;
      const std::string root = folder.path("again");
      fs::create_directory(root);
      Disk disk;
      const std::size_t cut = run.events().size() * (2 + static_cast<std::size_t>(n)) / 8;
      for (std::size_t k = 0; k < cut; ++k) disk.apply(run.events()[k]);
      disk.write_to(root, run.root(), n % 2 == 0 ? Loss::some : Loss::all, random);
      Disk before;
      before.load(root, root);
      run.check_answer(run.go_on(root, {{"LD_PRELOAD", DLX_DISK_LOG_LIBRARY},
                                        {"DLX_DISK_FOLDER", root},
                                        {"DLX_DISK_LOG", folder.path("log")}}),
                       root);
      cut_the_power(run, before, root, read_log(folder.path("log")), 727, 5);
    }
  }
}

/// The disk fails at each of its operations, from then on or once: the command ends with exit code
/// 5 and prints no answer, or the operation did not matter. What is there goes on to the answer.
void fail_the_disk(const std::string& command, std::size_t stride) {
  const Run run(command);
  const TemporaryFolder folder;
  const std::string root = folder.path("disk");
  std::size_t failed = 0;
  std::size_t tried = 0;
  for (const char* failures : {"1", "1000000000"}) {
    bool reached = true;
    for (std::size_t at = 1; reached; at += stride) {
      CAPTURE(at, failures);
      fs::remove(folder.path("log"));
      const Result r = run.start(root, {{"LD_PRELOAD", DLX_DISK_LOG_LIBRARY},
                                        {"DLX_DISK_FOLDER", root},
                                        {"DLX_DISK_LOG", folder.path("log")},
                                        {"DLX_DISK_FAILS_AT", std::to_string(at)},
                                        {"DLX_DISK_FAILURES", failures}});
      INFO(r.err);
      REQUIRE(r.signal == 0);
      ++tried;
      const auto events = read_log(folder.path("log"));
      reached = std::any_of(events.begin(), events.end(), [](auto& e) { return e.what == 'F'; });
      if (r.exit_code == 0) {
        run.check_answer(r, root);
      } else {
        REQUIRE(r.exit_code == 5);
        REQUIRE(r.out.empty());
        ++failed;
      }
      const Result more = run.go_on(root);
      INFO(more.err);
      run.check_answer(more, root);
    }
  }
  std::cout << tried << " runs with a disk that fails, " << failed << " of them ended by it\n";
  CHECK(failed > tried / 3);
}

TEST_CASE("a disk that fails ends a run with exit code 5, and it goes on") {
  fail_the_disk("queens 6 --count --fingerprint 3 --unit-nodes 40", 7);
  fail_the_disk("queens 6 --all --unit-nodes 100", 7);
  fail_the_disk("dominoes 18x18 --count --fingerprint 3 --checkpoint-every 0.01", 9);
}

TEST_CASE("a full disk ends a sweep whose tables are in a file, with exit code 5") {
  const TemporaryFolder folder;
  const std::string scratch = folder.path("scratch");
  fs::create_directory(scratch);
  const std::string command =
      "dominoes 18x18 --count --method sweep --threads 2 --memory-limit 0.001 --scratch " + scratch;
  const std::string wanted = dlx_out(command);
  std::size_t full = 0;
  // The first operation takes the name away from the file.
  for (std::size_t at = 2; at < 1'000'000; at = 2 * at + 3) {
    CAPTURE(at);
    const Result r = run({.arguments = words(command),
                          .environment = {{"LD_PRELOAD", DLX_DISK_LOG_LIBRARY},
                                          {"DLX_DISK_FOLDER", scratch},
                                          {"DLX_DISK_LOG", folder.path("log")},
                                          {"DLX_DISK_FAILS_AT", std::to_string(at)},
                                          {"DLX_DISK_FAILURES", "1000000000"}}});
    INFO(r.err);
    CHECK(r.signal == 0);
    CHECK(fs::is_empty(scratch));
    if (r.exit_code == 0) {
      CHECK(r.out == wanted);
      break;
    }
    CHECK(r.exit_code == 5);
    CHECK(r.out.empty());
    CHECK(contains(r.err, scratch));
    full = at;
  }
  CHECK(full > 10);
}

TEST_CASE("a disk that fails at any operation", "[slow]") {
  fail_the_disk("queens 7 --count --fingerprint 3 --unit-nodes 60", 1);
  fail_the_disk("queens 7 --all --unit-nodes 60", 1);
  fail_the_disk("dominoes 18x18 --count --fingerprint 3 --checkpoint-every 0.01", 2);
  fail_the_disk("queens 7 --all --gzip --unit-nodes 100", 1);
}

}  // namespace
}  // namespace dlx::test
