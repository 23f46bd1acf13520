// The file of a run: what is in it after any end, and what is refused.

#include "dlx/runs/ledger.hpp"

#include <sqlite3.h>
#include <sys/resource.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "dlx/io/errors.hpp"
#include "dlx/runs/open_work_bytes.hpp"
#include "dlx/runs/unit_file.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;

search::OpenWork random_open_work(Random& random) {
  if (random.chance(0.1)) return {};
  search::OpenWork open_work{.whole = false};
  const auto option = [&] {
    return random.chance(0.05) ? search::OpenWork::closing
                               : OptionId{random.below(1U << random.below(32))};
  };
  for (std::uint32_t depth = 0; depth < random.below(20); ++depth) {
    if (random.chance(0.5)) {
      open_work.branches.push_back({depth, {}});
      for (std::uint32_t k = random.between(1, 9); k > 0; --k) {
        open_work.branches.back().ways.push_back(option());
      }
    }
  }
  for (std::uint32_t l = 0; !open_work.branches.empty() && l < open_work.branches.back().depth;
       ++l) {
    open_work.path.push_back(option());
  }
  return open_work;
}

TEST_CASE("open work comes back from its bytes, and no other bytes are one") {
  Random random(711);
  int refused = 0;
  for (int n = 0; n < 2'000; ++n) {
    const search::OpenWork open_work = random_open_work(random);
    const std::string bytes = runs::to_bytes(open_work);
    REQUIRE(runs::open_work_from_bytes(bytes) == open_work);
    std::string other = bytes;
    other[random.below(other.size())] = static_cast<char>(random.below(256));
    if (random.chance(0.3)) other.resize(random.below(other.size() + 1));
    try {
      const std::string spelled = runs::to_bytes(runs::open_work_from_bytes(other));
      REQUIRE(spelled.size() <= other.size());
    } catch (const std::invalid_argument&) {
      ++refused;
    }
  }
  CHECK(refused > 200);
  CHECK_THROWS_AS(runs::open_work_from_bytes(""), std::invalid_argument);
  CHECK_THROWS_AS(runs::numbers_from_bytes(std::string(11, '\xff')), std::invalid_argument);
}

runs::Sums sums(std::uint64_t solutions, std::uint64_t nodes) {
  return {.solutions = solutions,
          .fingerprint = Residue(solutions * 7),
          .nodes = nodes,
          .updates = 2 * nodes,
          .nodes_per_level = {1, nodes - 1}};
}

search::OpenWork ways(std::vector<std::uint32_t> numbers) {
  search::OpenWork open_work{.whole = false, .branches = {{0, {}}}};
  for (const std::uint32_t n : numbers) open_work.branches[0].ways.push_back(OptionId{n});
  return open_work;
}

TEST_CASE("what was recorded is there when the file is opened again, and so is what was left") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  runs::Ledger::create(path, {{"problem", "p"}, {"engine", "e"}}, 100);
  CHECK_THROWS_AS(runs::Ledger::create(path, {}, 100), io::SystemError);
  {
    runs::Ledger ledger(path);
    CHECK(ledger.facts().at("problem") == "p");
    CHECK(ledger.waiting() == 1);
    CHECK(ledger.open_nodes() == std::vector<std::uint64_t>{1});
    const auto unit = ledger.take();
    REQUIRE(unit);
    CHECK(unit->part.whole);
    CHECK(unit->nodes == 100);
    ledger.finish(*unit, sums(5, 100), {ways({1, 2}), ways({3})}, 200);
    CHECK_THROWS_AS(ledger.finish(*unit, sums(5, 100), {}, 1), runs::CheckpointError);
    CHECK(ledger.waiting() == 2);
    const auto next = ledger.take();  // and nothing comes of it
    CHECK(next->part == ways({1, 2}));
  }
  {
    runs::Ledger ledger(path);
    CHECK(ledger.sums() == sums(5, 100));
    CHECK(ledger.units_done() == 1);
    CHECK(ledger.waiting() == 2);
    CHECK(ledger.open_nodes() == std::vector<std::uint64_t>{0, 3});
    const auto first = ledger.take();
    CHECK(first->part == ways({1, 2}));
    CHECK(first->nodes == 200);
    const auto last = ledger.take();
    CHECK_FALSE(ledger.take());
    ledger.finish(*first, sums(1, 10), {}, 0);
    ledger.finish(*last, sums(2, 20), {}, 0);
  }
  const runs::LedgerState state = runs::read_ledger(path);
  CHECK(state.units_open == 0);
  CHECK(state.units_done == 3);
  CHECK(state.sums.solutions == Natural(8));
  CHECK(state.sums.fingerprint == Residue(56));
  CHECK(state.sums.nodes == 130);
  CHECK_FALSE(state.in_use);
  // One file, which can be copied.
  CHECK(std::distance(fs::directory_iterator(folder.path("")), {}) == 1);
}

TEST_CASE("the answer of a run is there when the file is opened again, or not at all") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  runs::Ledger::create(file, {{"problem", "p"}}, 10);
  CHECK(runs::Ledger(file).answer() == nullptr);
  CHECK_FALSE(runs::read_ledger(file).answer);
  {
    runs::Ledger ledger(file);
    ledger.record_answer("first");
    ledger.record_answer("42");
    ledger.note({{"progress", "early"}});
    ledger.note({{"progress", "late"}});
    REQUIRE(ledger.answer() != nullptr);
    CHECK(*ledger.answer() == "42");
  }
  CHECK(runs::read_ledger(file).answer == "42");
  CHECK(runs::read_ledger(file).facts.at("progress") == "late");
  CHECK(runs::read_ledger(file).units_open == 1);
  {
    runs::Ledger ledger(file);
    REQUIRE(ledger.answer() != nullptr);
    CHECK(*ledger.answer() == "42");
    CHECK(ledger.waiting() == 1);
  }
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  REQUIRE(sqlite3_exec(database, "DELETE FROM fact WHERE name = 'answer'", nullptr, nullptr,
                       nullptr) == SQLITE_OK);
  sqlite3_close(database);
  CHECK_THROWS_AS(runs::Ledger(file), runs::CheckpointError);
}

TEST_CASE("a file that is only read is left as it is") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  runs::Ledger::create(path, {}, 100);
  const auto before = fs::last_write_time(path);
  { const runs::Ledger ledger(path); }
  (void)runs::read_ledger(path);
  CHECK(fs::last_write_time(path) == before);
}

TEST_CASE("who has a run open keeps others away, and lets them look") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  runs::Ledger::create(path, {}, 100);
  runs::Ledger ledger(path);
  const auto unit = ledger.take();
  CHECK_THROWS_AS(runs::Ledger(path), runs::CheckpointError);
  CHECK(runs::read_ledger(path).in_use);
  ledger.finish(*unit, sums(5, 100), {ways({1})}, 200);
  CHECK(runs::read_ledger(path).units_done == 1);
  CHECK(runs::read_ledger(path).in_use);
}

/// Copies a file and its journal while SQLite changes it, as a process that dies would leave them.
void copy_amid_a_change(const std::string& path, const std::string& copy) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  const auto run = [&](const char* sql) {
    REQUIRE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  };
  run("PRAGMA cache_size = 1");  // so that pages are written before the end
  run("BEGIN IMMEDIATE");
  run("UPDATE fact SET value = 'changed'");
  run("WITH RECURSIVE n(i) AS (SELECT 10 UNION SELECT i + 1 FROM n WHERE i < 99) "
      "INSERT INTO unit SELECT i, 1, 1, zeroblob(2000), 0, 0, '', 0, 0, 0, '', 0, '' FROM n");
  fs::copy_file(path, copy);
  fs::copy_file(path + "-journal", copy + "-journal");
  run("ROLLBACK");
  sqlite3_close(database);
}

TEST_CASE("a process that died while it changed the file has changed nothing") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  runs::Ledger::create(path, {{"problem", "p"}}, 100);
  {
    runs::Ledger ledger(path);
    ledger.finish(*ledger.take(), sums(5, 100), {ways({1, 2})}, 200);
  }
  for (const char* name : {"read", "opened"}) {
    const std::string dead = folder.path(name);
    copy_amid_a_change(path, dead);
    REQUIRE(fs::file_size(dead) != fs::file_size(path));
    if (dead.ends_with("read")) {
      CHECK(runs::read_ledger(dead).sums == sums(5, 100));
    } else {
      CHECK(runs::Ledger(dead).facts().at("problem") == "p");
    }
    CHECK(fs::file_size(dead) == fs::file_size(path));
  }
}

TEST_CASE("units of different times are refused, also if there are as many as there must be") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  runs::Ledger::create(path, {}, 100);
  const auto finish = [&](const std::vector<search::OpenWork>& rest) {
    runs::Ledger ledger(path);
    ledger.finish(*ledger.take(), sums(5, 100), rest, 200);
  };
  finish({ways({1}), ways({2})});
  const std::string before = folder.path("before");
  fs::copy_file(path, before);
  finish({ways({3}), ways({4})});
  const std::string between = folder.path("between");
  fs::copy_file(path, between);
  finish({ways({5}), ways({6})});
  // Unit 2 as if nobody had been at it, and unit 3 as if it had left the units that unit 2 did.
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(between.c_str(), &database) == SQLITE_OK);
  for (const std::string& sql :
       {"ATTACH '" + before + "' AS early", "ATTACH '" + path + "' AS late",
        std::string("DELETE FROM main.unit WHERE id IN (2, 3)"),
        std::string("INSERT INTO main.unit SELECT * FROM early.unit WHERE id = 2"),
        std::string("INSERT INTO main.unit SELECT * FROM late.unit WHERE id = 3")}) {
    REQUIRE(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  sqlite3_close(database);
  CHECK_THROWS_AS(runs::read_ledger(between), runs::CheckpointError);
  CHECK_THROWS_AS(runs::Ledger(between), runs::CheckpointError);
}

TEST_CASE("what a unit says of its files is kept, and a file of format 1 goes on without") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  runs::Ledger::create(path, {{"problem", "p"}}, 100);
  std::vector<std::string> files;
  const auto visit = [&](std::uint64_t, const runs::Sums& found) { files.push_back(found.files); };
  const auto finish = [&](const std::string& words, const std::vector<search::OpenWork>& rest) {
    files.clear();
    runs::Ledger ledger(path, visit);
    runs::Sums found = sums(5, 100);
    found.files = words;
    ledger.finish(*ledger.take(), found, rest, 200);
  };
  finish("", {ways({1, 2}), ways({3})});
  // As dlx 0.1 made it.
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  for (const char* sql : {"ALTER TABLE unit DROP COLUMN files", "PRAGMA user_version = 1"}) {
    REQUIRE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  sqlite3_close(database);
  const std::string older = bytes_of(path);
  CHECK(runs::read_ledger(path).units_done == 1);
  CHECK((bytes_of(path) == older));
  finish("solutions 5 abc\n", {});
  CHECK(files == std::vector<std::string>{""});
  finish("solutions 6 def\n", {});
  CHECK(files == std::vector<std::string>{"", "solutions 5 abc\n"});
  CHECK(runs::read_ledger(path).sums.solutions == 15);
}

TEST_CASE("counts of any size are kept exactly") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  runs::Ledger::create(path, {}, 100);
  const Natural huge =
      Natural::parse("123456789012345678901234567890123456789012345678901234567890");
  {
    runs::Ledger ledger(path);
    runs::Sums all = sums(0, 1);
    all.solutions = huge;
    all.fingerprint = Residue(Residue::modulus - 1);
    ledger.finish(*ledger.take(), all, {}, 0);
  }
  CHECK(runs::read_ledger(path).sums.solutions == huge);
  CHECK(runs::read_ledger(path).sums.fingerprint == Residue(Residue::modulus - 1));
}

TEST_CASE("the file of a unit is there whole or not at all, and takes the place of an older one") {
  const TemporaryFolder folder;
  const std::string path = folder.path("1.txt");
  {
    runs::UnitFile file(path, false);
    file.print("lost");
    CHECK(fs::exists(path + ".part"));
  }
  CHECK_FALSE(fs::exists(path));
  CHECK_FALSE(fs::exists(path + ".part"));
  {
    runs::UnitFile file(path, false);
    file.print("kept\n");
    CHECK(file.keep() == "5 78051faade059d70866df6a3fb83ef348721fd74a87e93ef95c493f87d0d236b");
  }
  CHECK(fs::file_size(path) == 5);
  {
    runs::UnitFile file(path, false);
    CHECK(file.keep().empty());  // nothing was printed
  }
  CHECK_FALSE(fs::exists(path));
  runs::UnitFile nowhere(folder.path("no/1.txt"), true);
  CHECK_THROWS_AS(nowhere.print("x"), io::SystemError);
  // A full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit room = {};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &room) == 0);
  const struct rlimit none = {.rlim_cur = 0, .rlim_max = room.rlim_max};
  {
    runs::UnitFile full(folder.path("full"), false);
    full.print("x");
    REQUIRE(setrlimit(RLIMIT_FSIZE, &none) == 0);
    CHECK_THROWS_AS(full.keep(), io::SystemError);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &room) == 0);
    CHECK_FALSE(fs::exists(folder.path("full")));
  }
  CHECK_FALSE(fs::exists(folder.path("full.part")));
}

}  // namespace
}  // namespace dlx::test
