#include "dlx/runs/ledger.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <string_view>
#include <thread>
#include <utility>

#include "dlx/core/mixed.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/open_work_bytes.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::runs {

/// A file that is kept open, with a lock on it. The lock ends with the process, even if the process
/// is killed.
class FileLock {
 public:
  /// Opens the file. Throws SystemError if the file does not exist.
  explicit FileLock(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ < 0) throw io::SystemError(path + ": cannot open: " + std::strerror(errno));
    struct stat what = {};
    if (fstat(file_, &what) != 0 || !S_ISREG(what.st_mode)) {
      ::close(file_);
      throw CheckpointError(path + ": not a file, and so no checkpoint");
    }
  }
  ~FileLock() { ::close(file_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// Locks the file. Returns false if another process holds the lock.
  [[nodiscard]] bool lock() const {
    // Tries for some time to get the lock, because a killed process may take a moment to end, and
    // because a reader holds the lock for a moment.
    for (int tries = 0; tries < 20; ++tries) {
      if (flock(file_, LOCK_EX | LOCK_NB) == 0) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  void unlock() const { flock(file_, LOCK_UN); }

 private:
  int file_;
};

namespace {

// The application id in the SQLite file: the letters "dlxr".
constexpr std::int64_t application = 0x646C7872;
// The version of the file format. In format 1, rows of the table `unit` have no column `files`.
constexpr std::int64_t format = 2;

constexpr const char* schema =
    "CREATE TABLE fact(name TEXT PRIMARY KEY, value TEXT NOT NULL, crc INTEGER NOT NULL);"
    // The table `unit` has a row for each unit of work. The row of a finished unit also has the
    // unit's result, and the number of new units made from the part that was not searched.
    "CREATE TABLE unit(id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, budget INTEGER NOT NULL,"
    " part BLOB, done INTEGER NOT NULL, children INTEGER, solutions TEXT, fingerprint INTEGER,"
    " nodes INTEGER, updates INTEGER, levels BLOB, crc INTEGER NOT NULL, files TEXT);";

/// The fields of a row of the table `unit`.
struct Row {
  std::uint64_t id = 0, parent = 0, budget = 0;
  std::string part;  // the part of the tree that the unit must search; empty once it is done
  bool done = false;
  std::uint64_t children = 0;
  std::string solutions;
  std::uint64_t fingerprint = 0, nodes = 0, updates = 0;
  std::string levels;
  std::string files;

  [[nodiscard]] std::uint32_t crc() const {
    std::string bytes;
    for (const std::uint64_t number :
         {id, parent, budget, std::uint64_t{done}, children, fingerprint, nodes, updates}) {
      append_number(bytes, number);
    }
    for (const std::string* text : {&part, &solutions, &levels, &files}) {
      // In format 1 the checksum does not include `files`.
      if (text == &files && files.empty()) continue;
      append_number(bytes, text->size());
      bytes += *text;
    }
    return crc_of(bytes);
  }

  static std::uint32_t crc_of(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
  }
};

[[noreturn]] void fail(const std::string& path, sqlite3* database, int code) {
  const std::string why = path + ": " + (database != nullptr ? sqlite3_errmsg(database) : "?");
  switch (code & 0xFF) {
    case SQLITE_ERROR:  // a table or column must be missing, because the SQL statements are correct
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      throw CheckpointError(path + ": the checkpoint is damaged, or is none");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw CheckpointError(path + ": the checkpoint is in use");
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_READONLY:
      // SQLite has refused to open the file for writing. If the system allows writing, the reason
      // is the content of the file.
      if (::access(path.c_str(), W_OK) == 0) {
        throw CheckpointError(path + ": the checkpoint is damaged, or of another version");
      }
      throw io::SystemError(why);
    default:
      throw io::SystemError(why);
  }
}

class Connection {
 public:
  Connection(std::string path, int flags) : path_(std::move(path)) {
    const int code = sqlite3_open_v2(path_.c_str(), &database_, flags, nullptr);
    if (code != SQLITE_OK) {
      try {
        fail(path_, database_, code);
      } catch (...) {
        sqlite3_close_v2(database_);
        throw;
      }
    }
    sqlite3_busy_timeout(database_, 10'000);
  }
  ~Connection() { sqlite3_close_v2(database_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void run(const char* sql) { check(sqlite3_exec(database_, sql, nullptr, nullptr, nullptr)); }
  void check(int code) const {
    if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE) {
      fail(path_, database_, code);
    }
  }
  [[nodiscard]] int changes() const { return sqlite3_changes(database_); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] sqlite3* get() const { return database_; }

 private:
  std::string path_;
  sqlite3* database_ = nullptr;
};

/// A prepared statement of SQL, which can be used several times.
class Statement {
 public:
  Statement(const Connection& connection, const char* sql) : connection_(&connection) {
    connection.check(sqlite3_prepare_v2(connection.get(), sql, -1, &statement_, nullptr));
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int place, std::uint64_t number) {
    reset();
    return bound(sqlite3_bind_int64(statement_, place, static_cast<sqlite3_int64>(number)));
  }
  Statement& bind(int place, const std::string& text) {
    reset();
    return bound(sqlite3_bind_text64(statement_, place, text.data(), text.size(), SQLITE_TRANSIENT,
                                     SQLITE_UTF8));
  }
  Statement& bind_bytes(int place, const std::string& bytes) {
    reset();
    return bound(
        sqlite3_bind_blob64(statement_, place, bytes.data(), bytes.size(), SQLITE_TRANSIENT));
  }

  /// Goes to the next row of the result. Returns false if no further row exists. After step() has
  /// returned false, the statement can be used again.
  bool step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    sqlite3_reset(statement_);
    connection_->check(code);
    return false;
  }
  void run() {
    while (step()) continue;
  }

  [[nodiscard]] std::uint64_t number(int column) const {
    return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
  }
  [[nodiscard]] std::string bytes(int column) const {
    const void* data = sqlite3_column_blob(statement_, column);
    if (data == nullptr && sqlite3_errcode(connection_->get()) == SQLITE_NOMEM) {
      throw std::bad_alloc();
    }
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), size);
  }

 private:
  /// Resets the statement so that it can be used again, also after an error.
  void reset() { sqlite3_reset(statement_); }
  Statement& bound(int code) {
    connection_->check(code);
    return *this;
  }

  const Connection* connection_;
  sqlite3_stmt* statement_ = nullptr;
};

/// The number in the first column of the first row of a query's result.
std::uint64_t number_of(const Connection& file, const char* sql) {
  Statement statement(file, sql);
  return statement.step() ? statement.number(0) : 0;
}
std::string text_of(const Connection& file, const char* sql) {
  Statement statement(file, sql);
  return statement.step() ? statement.bytes(0) : std::string();
}

/// The flags for opening a file to read it: read-only, unless a process has left a journal with an
/// unfinished change. SQLite must roll back such a change before the file can be read.
int flags_to_read(const std::string& path) {
  Connection file(path, SQLITE_OPEN_READONLY);
  const int code = sqlite3_exec(file.get(), "PRAGMA application_id", nullptr, nullptr, nullptr);
  return (code & 0xFF) == SQLITE_READONLY ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
}

/// The name of the fact (a named text in the file) that Ledger::record_answer() adds.
constexpr const char* answer_name = "answer";

void write_fact(Connection& file, const std::string& name, const std::string& value) {
  Statement(file, "INSERT OR REPLACE INTO fact(name, value, crc) VALUES(?1, ?2, ?3)")
      .bind(1, name)
      .bind(2, value)
      .bind(3, Row::crc_of(name + '\n' + value))
      .run();
}

/// Reads a unit of work from the current row of a query's result.
Row row_at(const Statement& unit) {
  Row row;
  row.id = unit.number(0);
  row.parent = unit.number(1);
  row.budget = unit.number(2);
  row.part = unit.bytes(3);
  row.done = unit.number(4) != 0;
  row.children = unit.number(5);
  row.solutions = unit.bytes(6);
  row.fingerprint = unit.number(7);
  row.nodes = unit.number(8);
  row.updates = unit.number(9);
  row.levels = unit.bytes(10);
  row.files = unit.bytes(12);
  return row;
}

/// Reads and checks everything in the file of a run. Calls visit(row) for each unit of work.
template <class Visit>
RunFacts read_checked(const std::string& path, Visit visit) {
  const auto damaged = [&](const std::string& what) {
    throw CheckpointError(path + ": the checkpoint is damaged: " + what);
  };
  Connection file(path, flags_to_read(path));
  if (number_of(file, "PRAGMA application_id") != application) {
    throw CheckpointError(path + ": not a checkpoint of dlx");
  }
  const auto version = number_of(file, "PRAGMA user_version");
  if (version < 1 || version > format) {
    throw CheckpointError(path + ": a checkpoint of format " + std::to_string(version) +
                          ", which another version of dlx has made; this one has format " +
                          std::to_string(format));
  }
  // A transaction reads one state of the file, even if another process changes the file.
  file.run("BEGIN");
  if (text_of(file, "PRAGMA quick_check(1)") != "ok")
    damaged("its database does not hold together");

  RunFacts facts;
  Statement fact(file, "SELECT name, value, crc FROM fact");
  while (fact.step()) {
    const std::string name = fact.bytes(0);
    facts[name] = fact.bytes(1);
    if (Row::crc_of(name + '\n' + facts[name]) != fact.number(2)) damaged("the fact " + name);
  }
  if (std::to_string(facts.size()) != facts["facts"]) damaged("a fact is missing");

  std::uint64_t units = 0;
  // The number of rows that the table must have: one for the first unit of work, and one for each
  // unit made from another unit.
  std::uint64_t wanted = 1;
  std::uint64_t last = 0;
  // If parts of the file are from different times, rows may be missing or superfluous, although
  // each row is correct by itself. To detect such rows, two sums are compared, which are equal in
  // an undamaged file. `left` is made from the id of each unit and its number of children, and
  // `parents` from the parent of each unit. A list of all ids would detect such rows too, but its
  // memory would grow with the run.
  std::uint64_t left = 0;
  std::uint64_t parents = 0;
  const std::string columns =
      "id, parent, budget, part, done, children, solutions, fingerprint, nodes, updates, levels, "
      "crc, ";
  Statement unit(
      file,
      ("SELECT " + columns + (version == 1 ? "''" : "files") + " FROM unit ORDER BY id").c_str());
  while (unit.step()) {
    const Row row = row_at(unit);
    const std::string unit_name = "unit " + std::to_string(row.id);
    if (row.crc() != unit.number(11)) damaged(unit_name);
    if (row.parent >= row.id) damaged(unit_name + " has no parent");
    last = row.id;
    ++units;
    wanted += row.children;
    left += row.children * mixed(row.id);
    if (row.id != 1) parents += mixed(row.parent);
    try {
      visit(row);
    } catch (const std::invalid_argument&) {
      damaged(unit_name);
    }
  }
  if (units != wanted || units != last) damaged("units are missing");
  if (left != parents) damaged("its units are of different times");
  return facts;
}

Sums sums_of(const Row& row) {
  return {.solutions = Natural::parse(row.solutions),
          .fingerprint = Residue(row.fingerprint),
          .nodes = row.nodes,
          .updates = row.updates,
          .nodes_per_level = numbers_from_bytes(row.levels),
          .files = row.files};
}

Row row_of(std::uint64_t id, std::uint64_t parent, std::uint64_t budget,
           const search::OpenWork& part) {
  Row row;
  row.id = id;
  row.parent = parent;
  row.budget = budget;
  row.part = to_bytes(part);
  return row;
}

class Inserter {
 public:
  explicit Inserter(Connection& file)
      : statement_(file,
                   "INSERT INTO unit(id, parent, budget, part, done, crc) "
                   "VALUES(?1, ?2, ?3, ?4, 0, ?5)") {}
  void insert(const Row& row) {
    statement_.bind(1, row.id)
        .bind(2, row.parent)
        .bind(3, row.budget)
        .bind_bytes(4, row.part)
        .bind(5, row.crc())
        .run();
  }

 private:
  Statement statement_;
};

/// If an older version of dlx has made the file, converts it to the current format.
Connection& in_this_format(Connection& file) {
  if (number_of(file, "PRAGMA user_version") == 1) {
    file.run("BEGIN IMMEDIATE");
    file.run("ALTER TABLE unit ADD COLUMN files TEXT");
    file.run(("PRAGMA user_version = " + std::to_string(format)).c_str());
    file.run("COMMIT");
  }
  return file;
}

}  // namespace

struct Ledger::Database {
  Connection file;
  Inserter insert;
  Statement part;
  Statement done;

  explicit Database(const std::string& path)
      : file(path, SQLITE_OPEN_READWRITE),
        insert(in_this_format(file)),
        part(file, "SELECT part, budget, parent FROM unit WHERE id = ?1"),
        done(file,
             "UPDATE unit SET done = 1, part = NULL, children = ?2, solutions = ?3, "
             "fingerprint = ?4, nodes = ?5, updates = ?6, levels = ?7, crc = ?8, files = ?9 "
             "WHERE id = ?1 AND done = 0") {
    file.run("PRAGMA journal_mode = WAL");
    file.run("PRAGMA synchronous = FULL");
  }
  ~Database() {
    // Removes the journal, so that the database is a single file that can be copied. A process that
    // is reading the file may keep the journal from being removed.
    sqlite3_busy_timeout(file.get(), 0);
    sqlite3_exec(file.get(), "PRAGMA journal_mode = DELETE", nullptr, nullptr, nullptr);
  }

  /// Copies the journal into the file if a second has passed since the last copy, so that a copy of
  /// the file alone has almost all units, also if the process is killed. An error is harmless,
  /// because the journal remains.
  void copy_journal() {
    const auto now = std::chrono::steady_clock::now();
    if (now - copied_at_ < std::chrono::seconds(1)) return;
    copied_at_ = now;
    sqlite3_wal_checkpoint_v2(file.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  }

  /// Reads the database row of a unit of work that is not done yet.
  Row row(std::uint64_t id) {
    part.bind(1, id);
    Row row;
    row.id = id;
    if (!part.step()) throw CheckpointError(file.path() + ": the checkpoint was changed");
    row.part = part.bytes(0);
    row.budget = part.number(1);
    row.parent = part.number(2);
    part.run();
    return row;
  }

 private:
  std::chrono::steady_clock::time_point copied_at_ = std::chrono::steady_clock::now();
};

void Ledger::create(const std::string& path, const RunFacts& facts, std::uint64_t nodes) {
  if (::access(path.c_str(), F_OK) == 0)
    throw io::SystemError(path + ": there is such a file already");
  io::DurableFile whole(path);
  {
    Connection file(whole.part(), SQLITE_OPEN_READWRITE);
    file.run(("PRAGMA application_id = " + std::to_string(application)).c_str());
    file.run(("PRAGMA user_version = " + std::to_string(format)).c_str());
    file.run("BEGIN");
    file.run(schema);
    for (const auto& [name, value] : facts) write_fact(file, name, value);
    write_fact(file, "facts", std::to_string(facts.size() + 1));
    Inserter(file).insert(row_of(1, 0, nodes, {}));
    file.run("COMMIT");
  }
  whole.keep();
}

Ledger::Ledger(const std::string& path,
               const std::function<void(std::uint64_t, const Sums&)>& visit_done)
    : path_(path), lock_(new FileLock(path)) {
  if (!lock_->lock()) {
    throw CheckpointError(path + ": the checkpoint is in use by another process");
  }
  facts_ = read_checked(path, [&](const Row& row) {
    last_id_ = row.id;
    if (row.done) {
      const Sums sums = sums_of(row);
      was_done(sums);
      if (visit_done) visit_done(row.id, sums);
    } else {
      open_units_.push_back(row.id);
      opened(open_work_from_bytes(row.part));
    }
  });
}

Ledger::~Ledger() = default;

Ledger::Database& Ledger::database() {
  if (!database_) database_ = std::make_unique<Database>(path_);
  return *database_;
}

template <class Change>
void Ledger::in_transaction(Change change) {
  Database& d = database();
  d.file.run("BEGIN IMMEDIATE");
  try {
    change(d);
    d.file.run("COMMIT");
    d.copy_journal();
  } catch (...) {
    if (sqlite3_exec(d.file.get(), "ROLLBACK", nullptr, nullptr, nullptr) != SQLITE_OK) {
      database_.reset();  // closes the database, which rolls the transaction back
    }
    throw;
  }
}

void Ledger::record_answer(const std::string& answer) {
  note({{answer_name, answer}});
}

void Ledger::note(const RunFacts& more) {
  RunFacts with_note = more;
  with_note.insert(facts_.begin(), facts_.end());
  with_note["facts"] = std::to_string(with_note.size());
  in_transaction([&](Database& d) {
    for (const auto& [name, value] : more) write_fact(d.file, name, value);
    write_fact(d.file, "facts", with_note.at("facts"));
  });
  facts_ = std::move(with_note);
}

const std::string* Ledger::answer() const {
  const auto place = facts_.find(answer_name);
  return place == facts_.end() ? nullptr : &place->second;
}

std::optional<Unit> Ledger::take() {
  if (open_units_.empty()) return {};
  const Row row = database().row(open_units_.front());
  // The limit is at least 1 node, because a unit of work with a limit of 0 nodes would never be
  // done.
  Unit unit{row.id, open_work_from_bytes(row.part), std::max<std::uint64_t>(row.budget, 1)};
  open_units_.pop_front();
  return unit;
}

void Ledger::record(const Unit& unit, const Sums& sums, const std::vector<search::OpenWork>& rest,
                    std::uint64_t nodes) {
  Row row = database().row(unit.id);
  row.part.clear();
  row.done = true;
  row.children = rest.size();
  row.solutions = sums.solutions.to_string();
  row.fingerprint = sums.fingerprint.value();
  row.nodes = sums.nodes;
  row.updates = sums.updates;
  row.levels = numbers_to_bytes(sums.nodes_per_level);
  row.files = sums.files;
  std::uint64_t id = last_id_;
  in_transaction([&](Database& d) {
    d.done.bind(1, row.id)
        .bind(2, row.children)
        .bind(3, row.solutions)
        .bind(4, row.fingerprint)
        .bind(5, row.nodes)
        .bind(6, row.updates)
        .bind_bytes(7, row.levels)
        .bind(8, row.crc())
        .bind(9, row.files)
        .run();
    if (d.file.changes() != 1) {
      throw CheckpointError(d.file.path() + ": the checkpoint was changed by another process");
    }
    for (const search::OpenWork& part : rest) d.insert.insert(row_of(++id, row.id, nodes, part));
  });
  while (last_id_ != id) open_units_.push_back(++last_id_);
}

LedgerState read_ledger(const std::string& path) {
  class Reader final : public UnitStore {
   public:
    std::uint64_t open = 0;
    void read(const Row& row) {
      if (row.done) {
        was_done(sums_of(row));
      } else {
        ++open;
        opened(open_work_from_bytes(row.part));
      }
    }
    std::optional<Unit> take() override { return {}; }
    std::size_t waiting() const override { return open; }

   protected:
    void record(const Unit&, const Sums&, const std::vector<search::OpenWork>&,
                std::uint64_t) override {}
  };
  const FileLock file(path);
  LedgerState state;
  state.in_use = !file.lock();
  file.unlock();
  Reader reader;
  state.facts = read_checked(path, [&](const Row& row) { reader.read(row); });
  if (const auto answer = state.facts.find(answer_name); answer != state.facts.end()) {
    state.answer = answer->second;
  }
  state.sums = reader.sums();
  state.units_done = reader.units_done();
  state.units_open = reader.open;
  state.open_nodes = reader.open_nodes();
  return state;
}

}  // namespace dlx::runs
