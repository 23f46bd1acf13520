// The power fails: what a run in a file has done to the disk is replayed up to some moment, without
// what had not been synchronised by then, and the run goes on from there.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
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
    // Shared memory of SQLite, which it makes anew.
    if (!event.path.ends_with("-shm")) events.push_back(std::move(event));
  }
  return events;
}

/// A disk that keeps the bytes of a file when it is synchronised, and names when their folder is.
class Disk {
 public:
  void apply(const Event& e) {
    switch (e.what) {
      case 'W': {
        std::string& now = file(e.path).now;
        const std::size_t place = std::stoul(e.where);
        now.resize(std::max(now.size(), place + e.bytes.size()));
        now.replace(place, e.bytes.size(), e.bytes);
        break;
      }
      case 'T':
        file(e.path).now.resize(std::stoul(e.where));
        break;
      case 'S':
        file(e.path).now = file(e.path).kept = e.bytes;
        break;
      case 'R':
        (void)file(e.path);
        names_[e.where] = names_[e.path];
        names_.erase(e.path);
        break;
      case 'U':
        names_.erase(e.path);
        break;
      case 'D':
        std::erase_if(kept_names_, [&](const auto& name) { return is_in(name.first, e.path); });
        for (const auto& name : names_) {
          if (is_in(name.first, e.path)) kept_names_.insert(name);
        }
        break;
      default:
        FAIL("an unknown event");
    }
  }

  /// What is there after the power came back: of each file what was kept, or, where the disk
  /// happened to be quicker, what was written.
  void write_to(const std::string& folder, const std::string& root, Random& random,
                double quicker) const {
    for (const auto& [path, file] : random.chance(quicker) ? names_ : kept_names_) {
      const fs::path copy = folder + path.substr(root.size());
      fs::create_directories(copy.parent_path());
      std::ofstream(copy, std::ios::binary) << (random.chance(quicker) ? file->now : file->kept);
    }
  }

 private:
  struct File {
    std::string now, kept;
  };
  using Names = std::map<std::string, std::shared_ptr<File>>;

  static bool is_in(const std::string& path, const std::string& folder) {
    return fs::path(path).parent_path() == fs::path(folder);
  }
  File& file(const std::string& path) {
    auto& its = names_[path];
    if (!its) its = std::make_shared<File>();
    return *its;
  }

  Names names_;
  Names kept_names_;
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
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        result.solutions.insert(nlohmann::json::parse(line)["options"].dump());
      }
    }
  }
  return result;
}

void cut_the_power(const std::string& command, std::uint64_t seed, int cuts) {
  const TemporaryFolder folder;
  Random random(seed);
  const std::string root = folder.path("before");
  fs::create_directory(root);
  const Result whole =
      run({.arguments = words(command + " --json --threads 2 --checkpoint " + root + "/run"),
           .environment = {{"LD_PRELOAD", DLX_DISK_LOG_LIBRARY},
                           {"DLX_DISK_FOLDER", root},
                           {"DLX_DISK_LOG", folder.path("log")}}});
  const Answer wanted = answer(whole, root + "/run");
  const std::vector<Event> events = read_log(folder.path("log"));
  REQUIRE(events.size() > 100);

  int gone_on = 0;
  int before_the_run = 0;
  for (int n = 0; n < cuts; ++n) {
    const std::size_t cut = random.below(static_cast<std::uint32_t>(events.size() + 1));
    const double quicker = random.below(3) * 0.5;
    CAPTURE(cut, quicker);
    Disk disk;
    for (std::size_t k = 0; k < cut; ++k) disk.apply(events[k]);
    const std::string after = folder.path("after");
    fs::remove_all(after);
    fs::create_directory(after);
    disk.write_to(after, root, random, quicker);
    if (!fs::exists(after + "/run")) {
      ++before_the_run;
      continue;
    }
    const Answer found = answer(dlx_run("resume " + after + "/run --json"), after + "/run");
    for (const char* name : {"count", "nodes", "fingerprint"}) {
      REQUIRE(found.summary.value(name, nlohmann::json()) ==
              wanted.summary.value(name, nlohmann::json()));
    }
    REQUIRE(found.solutions == wanted.solutions);
    ++gone_on;
  }
  std::cout << events.size() << " events, " << gone_on << " times gone on, " << before_the_run
            << " times there was no run yet\n";
  CHECK(gone_on > cuts / 2);
}

TEST_CASE("a count goes on after the power failed") {
  cut_the_power("queens 8 --count --fingerprint 3 --unit-nodes 40", 721, 60);
}

TEST_CASE("a list goes on after the power failed, with every solution once") {
  cut_the_power("queens 8 --all --unit-nodes 40", 722, 60);
}

TEST_CASE("a thousand power cuts", "[slow]") {
  cut_the_power("queens 9 --count --fingerprint 3 --unit-nodes 40", 723, 500);
  cut_the_power("queens 9 --all --unit-nodes 40", 724, 500);
}

}  // namespace
}  // namespace dlx::test
