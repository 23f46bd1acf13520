#include "tests/fuzz/ledger_damage.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/counting/counter.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/solver.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/text_problem.hpp"

namespace dlx::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t fingerprint = 7;
constexpr std::uint64_t unit_nodes = 12;
constexpr std::size_t page = 4096;

/// Langford pairs of seven, with a secondary item, that have 52 solutions.
Problem langford() {
  constexpr int n = 7;
  std::string items;
  std::string options;
  for (int d = 1; d <= n; ++d) {
    items += "d" + std::to_string(d) + " ";
    for (int s = 1; s + d + 1 <= 2 * n; ++s) {
      options += "d" + std::to_string(d) + " s" + std::to_string(s) + " s" +
                 std::to_string(s + d + 1) + (s % 3 == 0 ? " x:a\n" : "\n");
    }
  }
  for (int s = 1; s <= 2 * n; ++s) items += "s" + std::to_string(s) + " ";
  return test::problem_of(items + "| x\n" + options);
}

/// What the bytes of a case say, number by number; zeros after their end.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t word() {
    std::uint64_t value = 0;
    for (int k = 0; k < 3; ++k) {
      value <<= 8;
      if (bytes_.empty()) continue;
      value |= static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
    }
    return value;
  }
  std::size_t below(std::size_t n) { return n == 0 ? 0 : word() % n; }

 private:
  std::string_view bytes_;
};

/// A database to be changed behind the back of its owner; what cannot be done is not done.
class Sql {
 public:
  explicit Sql(const std::string& path) {
    sqlite3_open(path.c_str(), &database_);
    run("PRAGMA synchronous = OFF");
    run("PRAGMA journal_mode = MEMORY");
  }
  ~Sql() { sqlite3_close(database_); }
  Sql(const Sql&) = delete;
  Sql& operator=(const Sql&) = delete;
  void run(const std::string& sql) {
    sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
  }

 private:
  sqlite3* database_ = nullptr;
};

/// A run, at several times.
class Trial {
 public:
  Trial() : problem_(langford()), path_(folder_.path("run")) {
    Options options{.method = CountMethod::search, .fingerprint = fingerprint};
    const counting::CountResult total = counting::count(problem_, options);
    solutions_ = total.value;
    fingerprint_ = *total.fingerprint;
    facts_ = {{"engine", "dancing_links"}, {"problem", "langford"}, {"version", "1"}};
    runs::Ledger::create(path_, facts_, unit_nodes);
    // The file is closed after each step, so that all there is lies in one file.
    for (bool more = true; more;) {
      times_.push_back(test::bytes_of(path_));
      runs::Ledger ledger(path_);
      more = step(ledger);
    }
    for (std::size_t t = 0; t < times_.size(); ++t) {
      folder_.write("time" + std::to_string(t), times_[t]);
    }
  }

  std::string fault(std::string_view bytes) {
    Choices choices(bytes);
    clear();
    const std::size_t time = choices.below(times_.size());
    std::string file = times_[time];
    for (std::size_t n = 1 + choices.below(3); n > 0; --n) damage(file, choices);
    folder_.write("run", file);
    if (choices.below(12) == 0) {  // left by something else
      folder_.write(choices.below(2) == 0 ? "run-journal" : "run-wal",
                    file.substr(0, choices.below(file.size())));
    }
    const bool alone = !fs::exists(path_ + "-journal") && !fs::exists(path_ + "-wal");
    bool opened = false;
    try {
      (void)runs::read_ledger(path_);
      (void)runs::Ledger(path_);
      opened = true;
      return go_on();
    } catch (const runs::CheckpointError&) {
      if (!opened && alone && test::bytes_of(path_) != file)
        return "a file was refused, and changed";
    } catch (const io::SystemError&) {
      if (!opened && alone && test::bytes_of(path_) != file)
        return "a file was refused, and changed";
    } catch (const std::exception& e) {
      return std::string("another exception: ") + e.what();
    }
    return {};
  }

 private:
  void clear() {
    for (const char* end : {"", "-journal", "-wal", "-shm"}) {
      std::error_code ignored;
      fs::remove(path_ + end, ignored);
    }
  }

  /// Searches a unit. False: none is left.
  bool step(runs::Ledger& ledger) {
    const auto unit = ledger.take();
    if (!unit) return false;
    const auto worker =
        runs::counting_worker(Solver(problem_, {.engine = EngineKind::dancing_links}),
                              Tally(plain_weights(problem_.option_count(), fingerprint)));
    search::OpenWork rest;
    const runs::Sums sums = worker->work(*unit, rest);
    ledger.finish(*unit, sums, deal(rest, 3), unit_nodes);
    return true;
  }

  /// What is wrong with a file that was not refused.
  std::string go_on() {
    if (std::string fault = finish(); !fault.empty()) return fault;
    return runs::read_ledger(path_).sums.solutions == solutions_ ? ""
                                                                 : "another count when read again";
  }

  std::string finish() {
    runs::Ledger ledger(path_);
    runs::RunFacts facts = ledger.facts();
    facts.erase("facts");
    if (facts != facts_) return "other facts were read";
    const auto worker =
        runs::counting_worker(Solver(problem_, {.engine = EngineKind::dancing_links}),
                              Tally(plain_weights(problem_.option_count(), fingerprint)));
    // In no time: what is left is searched whole.
    while (const auto unit = ledger.take()) {
      search::OpenWork rest;
      const runs::Sums sums = worker->work({unit->id, unit->part, 1'000'000'000}, rest);
      ledger.finish(*unit, sums, deal(rest, 1), unit_nodes);
    }
    if (ledger.sums().solutions != solutions_) {
      return "another count: " + ledger.sums().solutions.to_string() + " and not " +
             solutions_.to_string();
    }
    if (ledger.sums().fingerprint != fingerprint_) return "another fingerprint";
    return {};
  }

  void damage(std::string& file, Choices& choices) {
    const auto at = [&] { return choices.below(file.size()); };
    if (file.empty()) return;
    switch (choices.below(10)) {
      case 0:
        for (std::size_t n = 1 + choices.below(8); n > 0; --n) {
          file[at()] = static_cast<char>(choices.below(256));
        }
        break;
      case 1: {
        char& byte = file[at()];
        byte = static_cast<char>(byte ^ 1 << choices.below(8));
        break;
      }
      case 2:
        file.resize(choices.below(2) == 0 ? at() : at() / page * page);
        break;
      case 3: {  // two pages change places
        const std::size_t pages = file.size() / page;
        const std::size_t a = choices.below(pages) * page;
        const std::size_t b = choices.below(pages) * page;
        if (a + page > file.size() || b + page > file.size()) break;
        std::swap_ranges(file.begin() + static_cast<std::ptrdiff_t>(a),
                         file.begin() + static_cast<std::ptrdiff_t>(a + page),
                         file.begin() + static_cast<std::ptrdiff_t>(b));
        break;
      }
      case 4:
      case 5: {  // a page as it was, or was to be, at another time
        const std::string& other = times_[choices.below(times_.size())];
        const std::size_t where = choices.below(other.size() / page) * page;
        if (file.size() >= where) file.replace(where, page, other.substr(where, page));
        break;
      }
      case 6: {
        const std::size_t from = at();
        const std::string part = file.substr(from, 1 + choices.below(200));
        file.replace(at(), part.size(), part);
        break;
      }
      default: {
        clear();
        folder_.write("run", file);
        change(choices);
        file = test::bytes_of(path_);
      }
    }
  }

  /// Through SQLite, so that its own structure is right.
  void change(Choices& choices) {
    static const char* const columns[] = {"id",    "parent",   "budget",    "part",
                                          "done",  "children", "solutions", "fingerprint",
                                          "nodes", "updates",  "levels",    "crc"};
    Sql sql(path_);
    const auto unit = [&] { return std::to_string(1 + choices.below(60)); };
    const auto column = [&] { return std::string(columns[choices.below(std::size(columns))]); };
    switch (choices.below(9)) {
      case 0:
        sql.run("UPDATE unit SET " + column() + " = " + std::to_string(choices.below(300)) +
                " WHERE id = " + unit());
        break;
      case 1:
        sql.run("DELETE FROM unit WHERE id = " + unit());
        break;
      case 2:
        sql.run("DELETE FROM unit WHERE id >= " + unit());
        break;
      case 3:
        sql.run(
            "INSERT INTO unit SELECT (SELECT max(id) + 1 FROM unit), parent, budget, part, "
            "done, children, solutions, fingerprint, nodes, updates, levels, crc FROM unit "
            "WHERE id = " +
            unit());
        break;
      case 4: {
        const std::string name = column();
        sql.run("UPDATE unit SET " + name + " = (SELECT " + name +
                " FROM unit WHERE id = " + unit() + ") WHERE id = " + unit());
        break;
      }
      case 5:
      case 6: {  // units as they were, or were to be, at other times
        for (std::size_t n = 1 + choices.below(4); n > 0; --n) {
          sql.run("ATTACH '" + folder_.path("time" + std::to_string(choices.below(times_.size()))) +
                  "' AS other");
          const std::string first = unit();
          const std::string last = choices.below(2) == 0 ? first : unit();
          sql.run("DELETE FROM main.unit WHERE id BETWEEN " + first + " AND " + last);
          sql.run("INSERT INTO main.unit SELECT * FROM other.unit WHERE id BETWEEN " + first +
                  " AND " + last);
          sql.run("DETACH other");
        }
        break;
      }
      case 7: {
        static const char* const statements[] = {
            "DELETE FROM fact WHERE name = 'engine'",
            "DELETE FROM fact WHERE name = 'facts'",
            "UPDATE fact SET value = 'other' WHERE name = 'problem'",
            "UPDATE fact SET value = '2' WHERE name = 'facts'",
            "INSERT INTO fact VALUES('more', 'x', 0)",
            "DROP TABLE fact",
            "DROP TABLE unit",
            "PRAGMA user_version = 1",
            "PRAGMA user_version = 3",
            "PRAGMA application_id = 1",
            "PRAGMA journal_mode = WAL",
            "ALTER TABLE unit RENAME COLUMN nodes TO other",
            "ALTER TABLE unit ADD COLUMN other",
            "CREATE TRIGGER t AFTER UPDATE ON unit BEGIN DELETE FROM unit WHERE done = 0; END",
            "CREATE TRIGGER t AFTER UPDATE ON unit BEGIN UPDATE unit SET done = 0; END",
        };
        sql.run(statements[choices.below(std::size(statements))]);
        break;
      }
      default:  // two units change states
        sql.run("UPDATE unit SET id = -id WHERE id IN (" + unit() + ", " + unit() + ")");
        sql.run(
            "UPDATE unit SET id = (SELECT -max(id) - min(id) FROM unit WHERE id < 0) + id "
            "WHERE id < 0");
    }
  }

  const test::TemporaryFolder folder_;
  Problem problem_;
  std::string path_;
  Natural solutions_;
  Residue fingerprint_;
  runs::RunFacts facts_;
  std::vector<std::string> times_;  // the file after so many units
};

}  // namespace

std::string ledger_fault(std::string_view bytes) {
  static Trial trial;
  return trial.fault(bytes);
}

}  // namespace dlx::fuzz
