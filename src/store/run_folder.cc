// Outcomes are only ever appended: each is a row at the end of one table without an index, so a
// commit touches one page. Nothing is looked up here: the memo is filled once, when a run resumes.
//
// Each row has a checksum. SQLite detects damaged pages, but not a flipped bit inside a value, and
// a wrong outcome would silently give a wrong result.
#include "store/run_folder.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/reason.h"
#include "document/disk.h"
#include "store/lock.h"
#include "store/packed.h"
#include "store/recording.h"
#include "store/sqlite.h"
#include "store/stored_documents.h"

namespace whittle {
namespace {

std::string absolute(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path whole = std::filesystem::absolute(path, problem);
  return problem ? path : whole.string();
}

constexpr std::int64_t application = 0x7768746c;  // "whtl"
// 1 had hashes of single files without their name, 2 outcomes without the runs that decided them.
constexpr std::int64_t format_version = 3;

constexpr const char* schema = R"(
  CREATE TABLE meta(name BLOB PRIMARY KEY, value BLOB, checksum INTEGER) WITHOUT ROWID;
  CREATE TABLE outcomes(candidate BLOB, outcome INTEGER, exit_status INTEGER, timed_out INTEGER,
                        duration INTEGER, time_limit INTEGER, failed INTEGER, runs INTEGER,
                        checksum INTEGER);
  CREATE TABLE bests(number INTEGER PRIMARY KEY, candidate BLOB, size INTEGER, told INTEGER,
                     checksum INTEGER);
  CREATE TABLE documents(name BLOB PRIMARY KEY, packed BLOB);
)";

/// Made when a journal is opened, so that one that was begun before these were there can be
/// resumed: the reasons of refusals, lists that the user skipped, and the files that were written.
constexpr const char* later_tables =
    "CREATE TABLE IF NOT EXISTS reasons(candidate BLOB PRIMARY KEY, needs BLOB, "
    "checksum INTEGER) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS skips(told INTEGER);"
    "CREATE TABLE IF NOT EXISTS versions(file BLOB PRIMARY KEY) WITHOUT ROWID;";

std::string journal_path(const std::string& folder) {
  return folder + "/journal.db";
}
/// Collects the values of a row and computes their checksum.
class Checksum {
 public:
  Checksum& add(std::int64_t number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof(number));
    return *this;
  }
  Checksum& add(BytesView bytes) {
    add(static_cast<std::int64_t>(bytes.size()));
    bytes_ += bytes;
    return *this;
  }
  std::int64_t value() const { return static_cast<std::int64_t>(hash_of(bytes_).low); }

 private:
  Bytes bytes_;
};

using HashBytes = std::array<char, 16>;

HashBytes to_bytes(const Hash& hash) {
  HashBytes bytes;
  std::memcpy(bytes.data(), &hash.high, 8);
  std::memcpy(bytes.data() + 8, &hash.low, 8);
  return bytes;
}

BytesView view(const HashBytes& bytes) {
  return {bytes.data(), bytes.size()};
}

/// Requires: 16 bytes.
Hash to_hash(BytesView bytes) {
  Hash hash;
  std::memcpy(&hash.high, bytes.data(), 8);
  std::memcpy(&hash.low, bytes.data() + 8, 8);
  return hash;
}

/// The error for a journal that cannot be used, with the way out.
std::unexpected<Error> unusable(const std::string& folder, std::string message) {
  return fail(ErrorKind::stale, {Reason::journal_is_unusable, {shown(file_of_run(folder))}},
              std::move(message),
              fmt::format("{0} holds the best so far and {0}.orig the original; start a new run",
                          shown(file_of_run(folder))));
}

std::unexpected<Error> damaged(const std::string& folder, const std::string& how) {
  return unusable(folder, fmt::format("{} is damaged: {}", shown(journal_path(folder)), how));
}

Result<void> put_meta(Database& database, BytesView name, BytesView value) {
  Result<Statement> insert = database.prepare("INSERT OR REPLACE INTO meta VALUES(?1, ?2, ?3)");
  if (!insert) return std::unexpected(insert.error());
  const std::int64_t checksum = Checksum().add(name).add(value).value();
  const Result<bool> done = insert->bind(1, name).bind(2, value).bind(3, checksum).step();
  if (!done) return std::unexpected(done.error());
  return {};
}

/// Nothing if there is no such row, or if it is damaged.
Result<std::optional<Bytes>> get_meta(const Database& database, BytesView name) {
  Result<Statement> select = database.prepare("SELECT value, checksum FROM meta WHERE name = ?1");
  if (!select) return std::unexpected(select.error());
  const Result<bool> row = select->bind(1, name).step();
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  const Bytes value(select->bytes(0));
  if (select->integer(1) != Checksum().add(name).add(value).value()) return std::nullopt;
  return value;
}

std::int64_t checksum_of(BytesView candidate, const Verdict& verdict) {
  return Checksum()
      .add(candidate)
      .add(static_cast<std::int64_t>(verdict.outcome))
      .add(verdict.exit_status)
      .add(verdict.timed_out)
      .add(verdict.duration.count())
      .add(verdict.limit.count())
      .add(static_cast<std::int64_t>(verdict.runs.failed))
      .add(static_cast<std::int64_t>(verdict.runs.all))
      .value();
}

std::int64_t checksum_of(std::int64_t number, BytesView candidate, std::int64_t size,
                         std::int64_t told) {
  return Checksum().add(number).add(candidate).add(size).add(told).value();
}

Bytes to_bytes(const std::vector<Lack>& needs) {
  Bytes bytes;
  for (const Lack& need : needs)
    for (const std::uint32_t number : {need.piece, need.needed})
      bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
  return bytes;
}

/// Requires: made by `to_bytes`.
std::vector<Lack> to_needs(BytesView bytes) {
  std::vector<Lack> needs(bytes.size() / sizeof(Lack));
  for (std::size_t i = 0; i < needs.size(); ++i) {
    std::memcpy(&needs[i].piece, bytes.data() + 8 * i, 4);
    std::memcpy(&needs[i].needed, bytes.data() + 8 * i + 4, 4);
  }
  return needs;
}

Result<std::vector<Best>> get_bests(const Database& database) {
  Result<Statement> select =
      database.prepare("SELECT number, candidate, size, told, checksum FROM bests ORDER BY number");
  if (!select) return std::unexpected(select.error());
  std::vector<Best> bests;
  for (;;) {
    const Result<bool> row = select->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return bests;
    const std::int64_t number = select->integer(0);
    const BytesView candidate = select->bytes(1);
    const std::int64_t size = select->integer(2);
    const std::int64_t told = select->integer(3);
    // Stops at the first damaged row: the search will find the later bests again.
    if (number != static_cast<std::int64_t>(bests.size()) || candidate.size() != 16 ||
        select->integer(4) != checksum_of(number, candidate, size, told))
      return bests;
    bests.push_back(
        {to_hash(candidate), static_cast<std::size_t>(size), static_cast<std::size_t>(told)});
  }
}

/// WAL: a commit appends to a log and does not wait for the disk. The exclusive lock avoids
/// SQLite's shared memory, which does not work on every file system. Only a checkpoint waits for
/// the disk (some 15 ms); one for every 4000 pages keeps the log below 16 MB.
Result<std::unique_ptr<Database>> open_database(const std::string& folder) {
  Result<std::unique_ptr<Database>> database = Database::open(journal_path(folder));
  if (!database) return database;
  if (const Result<void> set = (*database)->run("PRAGMA locking_mode = EXCLUSIVE;"
                                                "PRAGMA journal_mode = WAL;"
                                                "PRAGMA synchronous = NORMAL;"
                                                "PRAGMA wal_autocheckpoint = 4000;"
                                                "PRAGMA cell_size_check = ON;");
      !set)
    return std::unexpected(set.error());
  return database;
}

/// Runs `work` in a transaction: all of its changes are made, or none. If they are to be synced,
/// the commit waits for the disk, which then has all earlier transactions as well.
/// False if the run was killed while it created the journal: there are no outcomes to resume.
Result<bool> holds_run(Database& database, const std::string& path) {
  const Result<std::int64_t> owner = database.number("PRAGMA application_id");
  if (!owner) return std::unexpected(owner.error());
  const Result<std::int64_t> version = database.number("PRAGMA user_version");
  if (!version) return std::unexpected(version.error());
  if (*owner == 0 && *version == 0) return false;
  if (*owner != application) return damaged(path, "it is not a journal of whittle");
  if (*version != format_version)
    return unusable(path, fmt::format("{} was written in format {}, and this whittle reads {}",
                                      shown(journal_path(path)), *version, format_version));
  Result<Statement> check = database.prepare("PRAGMA quick_check(1)");
  if (!check) return std::unexpected(check.error());
  const Result<bool> row = check->step();
  if (!row) return std::unexpected(row.error());
  if (check->bytes(0) != "ok") return damaged(path, std::string(check->bytes(0)));
  return true;
}

/// The identity without the hash of the original.
Result<RunIdentity> read_identity(const Database& database, const std::string& path) {
  std::vector<Bytes> values;
  for (const BytesView name : {"program", "options", "test"}) {
    Result<std::optional<Bytes>> value = get_meta(database, name);
    if (!value) return std::unexpected(value.error());
    values.push_back(value->value_or(""));
    if (!*value || (name == "test" && values.back().size() != sizeof(HashBytes)))
      return damaged(path, "its description of the run cannot be read");
  }
  return RunIdentity{values[0], values[1], to_hash(values[2]), {}};
}

Result<void> without_rows(const Result<bool>& done) {
  if (!done) return std::unexpected(done.error());
  return {};
}

template <typename Work>
Result<void> in_transaction(Database& database, Work work,
                            Durability durability = Durability::renamed) {
  const bool waits = durability != Durability::renamed;
  Result<void> result = waits ? database.run("PRAGMA synchronous = FULL") : Result<void>();
  if (result) result = database.run("BEGIN IMMEDIATE");
  if (!result) return result;
  result = work();
  if (result) result = database.run("COMMIT");
  if (result && waits) result = database.run("PRAGMA synchronous = NORMAL");
  // ROLLBACK fails if SQLite has already rolled back; then there is nothing to undo.
  if (!result) static_cast<void>(database.run("ROLLBACK"));
  return result;
}

/// Removes the files of locks, all of them if it can. Gives the first error.
Result<void> remove_locks(const std::vector<RunLock>& locks) {
  Result<void> all;
  for (const RunLock& lock : locks)
    if (Result<void> removed = lock.remove(); !removed && all) all = removed;
  return all;
}

/// Removes the files of a journal and half-written ones, all of them if it can. Gives the first
/// error.
Result<void> remove_journal(const std::string& folder) {
  Result<void> all;
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    const std::string file = journal_path(folder) + suffix;
    if (::unlink(file.c_str()) != 0 && errno != ENOENT && all) all = cannot_remove(file);
  }
  remove_all_left(folder);
  return all;
}

/// The end of a removal that a kill cut short after the journal was removed.
void finish_removal(const std::string& folder) {
  constexpr std::array<std::string_view, 4> rest{"lock", "journal.db-wal", "journal.db-shm",
                                                 "journal.db-journal"};
  const bool has_record = Recording::exists(folder);
  bool is_left = !has_record;
  std::error_code problem;
  for (std::filesystem::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem))
    if (const std::string name = entry->path().filename();
        std::ranges::count(rest, name) > 0 || is_temporary(name))
      is_left = true;
    else if (!has_record)
      return;  // something of the user
  if (problem || !is_left) return;
  const Result<RunLock> lock = RunLock::take(folder, RunLock::Folder::must_be_there);
  if (!lock || RunFolder::has_journal(folder)) return;  // another run has just begun
  if (remove_journal(folder)) static_cast<void>(lock->remove());
}

/// An empty journal in the place of an old one.
Result<std::unique_ptr<Database>> new_journal(const std::string& path, const RunIdentity& identity,
                                              const Document& original) {
  if (Result<void> removed = remove_journal(path); !removed)
    return std::unexpected(removed.error());
  Result<std::unique_ptr<Database>> database = open_database(path);
  if (!database) return database;
  const auto write = [&]() -> Result<void> {
    Result<void> done = (*database)->run(schema);
    if (done) done = put_meta(**database, "program", identity.program);
    if (done) done = put_meta(**database, "options", identity.options);
    if (done) done = put_meta(**database, "test", view(to_bytes(identity.test)));
    if (done) done = put_document(**database, "original", pack(original, 3));
    if (done)
      done = (*database)->run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                          application, format_version)
                                  .c_str());
    return done;
  };
  if (const Result<void> written = in_transaction(**database, write); !written)
    return std::unexpected(written.error());
  // Synced once, before FILE is replaced: the original must survive a crash of the machine.
  if (const Result<void> synced = (*database)->run("PRAGMA wal_checkpoint(TRUNCATE)"); !synced)
    return std::unexpected(synced.error());
  sync_folder(path);
  sync_folder(folder_of(path));
  return database;
}

/// Locks the places that a run writes besides the file of `own`; see `RunFolder::create`.
Result<std::vector<RunLock>> locks_of(const std::vector<std::string>& places, const RunLock& own) {
  namespace fs = std::filesystem;
  std::vector<RunLock> locks;
  const auto refuse = [&](Error error) -> std::unexpected<Error> {
    static_cast<void>(remove_locks(locks));
    return std::unexpected(std::move(error));
  };
  for (const std::string& place : places) {
    if (own.is_of(RunFolder::beside(place))) continue;
    Result<RunLock> lock = RunLock::take(RunFolder::beside(place), RunLock::Folder::is_made);
    if (!lock) return refuse(lock.error());
    locks.push_back(*std::move(lock));
  }
  // Each run locks first and looks then, so of two that start at the same time one is refused.
  for (const std::string& place : places) {
    for (fs::path above = fs::path(place).parent_path(); above.has_relative_path();
         above = above.parent_path())
      if (Result<void> free = RunLock::refuse_if_held(RunFolder::beside(above.string())); !free)
        return refuse(free.error());
    std::error_code problem;
    fs::recursive_directory_iterator below(place, fs::directory_options::skip_permission_denied,
                                           problem);
    for (; !problem && below != fs::recursive_directory_iterator(); below.increment(problem))
      if (below->path().native().ends_with(".whittle"))
        if (Result<void> free = RunLock::refuse_if_held(below->path()); !free)
          return refuse(free.error());
  }
  return locks;
}

}  // namespace

struct RunFolder::Open {
  RunLock lock;
  std::vector<RunLock> others = {};  // locks of the other places that the run writes
  std::unique_ptr<Database> database;
  Statement insert_outcome;
  Statement insert_reason;
  Statement insert_best;
  Statement drop_bests;
  Statement note_dropped;

  ~Open() { static_cast<void>(remove_locks(others)); }
  static Result<std::unique_ptr<Open>> with(RunLock lock, std::unique_ptr<Database> database) {
    Result<Statement> outcome =
        database->prepare("INSERT INTO outcomes VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    if (!outcome) return std::unexpected(outcome.error());
    if (Result<void> made = database->run(later_tables); !made)
      return std::unexpected(made.error());
    Result<Statement> reason =
        database->prepare("INSERT OR REPLACE INTO reasons VALUES(?1, ?2, ?3)");
    if (!reason) return std::unexpected(reason.error());
    Result<Statement> best = database->prepare("INSERT INTO bests VALUES(?1, ?2, ?3, ?4, ?5)");
    if (!best) return std::unexpected(best.error());
    Result<Statement> drop = database->prepare("DELETE FROM bests WHERE number >= ?1");
    if (!drop) return std::unexpected(drop.error());
    Result<Statement> note = database->prepare(
        "INSERT OR IGNORE INTO versions SELECT candidate FROM bests WHERE number >= ?1");
    if (!note) return std::unexpected(note.error());
    return std::unique_ptr<Open>(new Open{std::move(lock),
                                          {},
                                          std::move(database),
                                          *std::move(outcome),
                                          *std::move(reason),
                                          *std::move(best),
                                          *std::move(drop),
                                          *std::move(note)});
  }

  Result<void> write(const Hash& hash, const Verdict& verdict) {
    const HashBytes candidate = to_bytes(hash);
    return without_rows(insert_outcome.bind(1, view(candidate))
                            .bind(2, static_cast<std::int64_t>(verdict.outcome))
                            .bind(3, verdict.exit_status)
                            .bind(4, verdict.timed_out)
                            .bind(5, verdict.duration.count())
                            .bind(6, verdict.limit.count())
                            .bind(7, static_cast<std::int64_t>(verdict.runs.failed))
                            .bind(8, static_cast<std::int64_t>(verdict.runs.all))
                            .bind(9, checksum_of(view(candidate), verdict))
                            .step());
  }
  Result<void> write(const Hash& hash, const std::vector<Lack>& lacks) {
    const HashBytes candidate = to_bytes(hash);
    const Bytes needs = to_bytes(lacks);
    return without_rows(insert_reason.bind(1, view(candidate))
                            .bind(2, needs)
                            .bind(3, Checksum().add(view(candidate)).add(needs).value())
                            .step());
  }
  Result<void> write(std::size_t at, const Best& best) {
    const auto number = static_cast<std::int64_t>(at), size = static_cast<std::int64_t>(best.size),
               told = static_cast<std::int64_t>(best.told);
    // FILE may still have one of the bests that are dropped.
    for (Statement* const statement : {&note_dropped, &drop_bests})
      if (const Result<bool> done = statement->bind(1, number).step(); !done)
        return std::unexpected(done.error());
    const HashBytes candidate = to_bytes(best.hash);
    return without_rows(insert_best.bind(1, number)
                            .bind(2, view(candidate))
                            .bind(3, size)
                            .bind(4, told)
                            .bind(5, checksum_of(number, view(candidate), size, told))
                            .step());
  }
  /// A row of one value in a table that has few rows.
  template <typename Value>
  Result<void> write_rare(const char* sql, const Value& value) {
    Result<Statement> insert = database->prepare(sql);
    if (!insert) return std::unexpected(insert.error());
    return without_rows(insert->bind(1, value).step());
  }
};

RunFolder::RunFolder(std::string path, std::unique_ptr<Open> open)
    : path_(std::move(path)), place_(absolute(path_)), open_(std::move(open)) {}
RunFolder::RunFolder(RunFolder&&) noexcept = default;
RunFolder& RunFolder::operator=(RunFolder&&) noexcept = default;
RunFolder::~RunFolder() = default;

bool RunFolder::has_journal(const std::string& path) {
  return ::access(journal_path(path).c_str(), F_OK) == 0;
}

Result<RunFolder> RunFolder::create(const std::string& path, const RunIdentity& identity,
                                    const Document& original,
                                    const std::vector<std::string>& places) {
  assert(identity.original == original.hash() && "the identity is that of another document");
  Result<RunLock> lock = RunLock::take(path, RunLock::Folder::is_made);
  if (!lock) return std::unexpected(lock.error());
  Result<std::vector<RunLock>> others = locks_of(places, *lock);
  if (!others) {
    if (!has_journal(path)) static_cast<void>(lock->remove());
    return std::unexpected(others.error());
  }
  Result<std::unique_ptr<Database>> database = new_journal(path, identity, original);
  if (!database) {
    // A run that could not begin leaves nothing.
    if (remove_journal(path)) static_cast<void>(lock->remove());
    static_cast<void>(remove_locks(*others));
    return std::unexpected(database.error());
  }
  Result<std::unique_ptr<Open>> open = Open::with(*std::move(lock), *std::move(database));
  if (!open) return std::unexpected(open.error());
  RunFolder folder(path, *std::move(open));
  folder.open_->others = *std::move(others);
  folder.identity_ = identity;
  folder.original_ = original;
  if (Result<void> read = folder.read_versions(); !read) return std::unexpected(read.error());
  return folder;
}

Result<RunFolder> RunFolder::resume(const std::string& path) {
  const std::string file = shown(file_of_run(path));
  const auto nothing_there = [&] {
    return fail(ErrorKind::stale, {Reason::no_unfinished_run, {shown(path)}},
                fmt::format("there is no unfinished run of {} to continue", file),
                fmt::format("looked for: {}", shown(path)));
  };
  if (!has_journal(path)) finish_removal(path);
  if (!has_journal(path) && Recording::exists(path))
    return fail(ErrorKind::stale, {Reason::run_has_finished, {file}},
                fmt::format("the run on {} has finished", file), "its history was kept");
  if (!has_journal(path)) return nothing_there();
  Result<RunLock> lock = RunLock::take(path, RunLock::Folder::must_be_there);
  if (!lock) return std::unexpected(lock.error());
  const auto refuse = [&](const Error& error) -> std::unexpected<Error> {
    if (error.kind == ErrorKind::stale) return unusable(path, error.message);
    return std::unexpected(error);
  };

  Result<std::unique_ptr<Database>> opened = open_database(path);
  if (!opened) return refuse(opened.error());
  const Result<bool> has_run = holds_run(**opened, path);
  if (!has_run) return refuse(has_run.error());
  if (!*has_run) return nothing_there();
  Result<RunIdentity> identity = read_identity(**opened, path);
  if (!identity) return refuse(identity.error());
  Result<std::optional<Document>> original = get_document(**opened, "original");
  if (!original) return refuse(original.error());
  if (!*original) return damaged(path, "the original is missing");
  identity->original = (*original)->hash();
  Result<std::vector<Best>> bests = get_bests(**opened);
  if (!bests) return refuse(bests.error());

  // The log of the earlier process would stay until it is full. On a small disk there may be no
  // room for both logs; if this fails for lack of room, the old log still works.
  static_cast<void>((*opened)->run("PRAGMA wal_checkpoint(TRUNCATE)"));
  Result<std::unique_ptr<Open>> open = Open::with(*std::move(lock), *std::move(opened));
  if (!open) return refuse(open.error());
  RunFolder folder(path, *std::move(open));
  folder.identity_ = *std::move(identity);
  folder.original_ = **std::move(original);
  folder.bests_ = *std::move(bests);
  if (Result<void> read = folder.read_versions(); !read) return refuse(read.error());
  return folder;
}

Result<std::optional<Document>> RunFolder::best() const {
  return get_document(*open_->database, "best");
}

/// The hash of a file whatever its rights are: they may be fewer on disk than in the document.
static Hash version_of(File file, const Document& original) {
  for (const File& then : original.files())
    if (then.path == file.path) file.mode = then.mode;
  return Document({std::move(file)}).hash();
}

Result<void> RunFolder::read_versions() {
  for (const File& file : original_.files()) versions_.insert(version_of(file, original_));
  // A best of one file has the hash of that file, also if the run began with a folder of many.
  for (const Best& best : bests_) versions_.insert(best.hash);
  Result<Statement> select = open_->database->prepare("SELECT file FROM versions");
  if (!select) return std::unexpected(select.error());
  for (;;) {
    const Result<bool> row = select->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return {};
    if (select->bytes(0).size() == sizeof(HashBytes)) versions_.insert(to_hash(select->bytes(0)));
  }
}

Result<void> RunFolder::claim(const std::vector<std::string>& places) {
  Result<std::vector<RunLock>> others = locks_of(places, open_->lock);
  if (!others) return std::unexpected(others.error());
  open_->others = *std::move(others);
  return {};
}

bool RunFolder::has_been(const File& file) const {
  return versions_.contains(version_of(file, original_));
}

Result<void> RunFolder::will_write(const Document& document, Durability durability) {
  Batch batch;
  for (const File& file : document.files())
    if (const Hash version = version_of(file, original_); !versions_.contains(version))
      batch.versions.push_back(version);
  if (batch.versions.empty()) return {};
  return append(batch, durability);
}

Result<void> RunFolder::check(const RunIdentity& now) const {
  std::string changed;
  const auto note = [&](bool same, std::string what) {
    if (!same) changed += (changed.empty() ? "" : ", ") + std::move(what);
  };
  note(now.test == identity_.test, "the test has changed");
  note(now.original == identity_.original, "the original has changed");
  note(now.options == identity_.options,
       fmt::format("the options were '{}' and are now '{}'", identity_.options, now.options));
  note(now.program == identity_.program,
       fmt::format("it was started by {} and this is {}", identity_.program, now.program));
  if (changed.empty()) return {};
  return fail(ErrorKind::stale, {Reason::run_has_changed},
              fmt::format("{} cannot be resumed: {}", shown(file_of_run(path_)), changed),
              "to continue anyway, with the outcomes known so far, set Request::force");
}

Result<std::size_t> RunFolder::recall(Memo& memo) const {
  Result<Statement> select = open_->database->prepare(
      "SELECT candidate, outcome, exit_status, timed_out, duration, time_limit, failed, runs, "
      "checksum FROM outcomes ORDER BY rowid");
  if (!select) return std::unexpected(select.error());
  for (std::size_t count = 0;;) {
    const Result<bool> row = select->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return count;
    const BytesView candidate = select->bytes(0);
    Verdict verdict;
    verdict.outcome = outcome_of(select->integer(1) != 0);
    verdict.exit_status = static_cast<int>(select->integer(2));
    verdict.timed_out = select->integer(3) != 0;
    verdict.duration = std::chrono::microseconds(select->integer(4));
    verdict.limit = std::chrono::microseconds(select->integer(5));
    verdict.runs = {static_cast<std::size_t>(select->integer(6)),
                    static_cast<std::size_t>(select->integer(7))};
    if (candidate.size() != sizeof(HashBytes) ||
        select->integer(8) != checksum_of(candidate, verdict))
      continue;
    memo.remember(to_hash(candidate), std::move(verdict));
    ++count;
  }
}

Result<std::optional<Runs>> RunFolder::runs_of_original() const {
  const Result<std::optional<Bytes>> stored = get_meta(*open_->database, "runs_of_original");
  if (!stored) return std::unexpected(stored.error());
  Runs runs;
  if (!*stored || (*stored)->size() != sizeof(runs)) return std::nullopt;
  std::memcpy(&runs, (*stored)->data(), sizeof(runs));
  return runs;
}

Result<void> RunFolder::note_runs_of_original(const Runs& runs) {
  const Result<std::optional<Runs>> noted = runs_of_original();
  if (!noted) return std::unexpected(noted.error());
  if (*noted) return {};
  return put_meta(*open_->database, "runs_of_original",
                  {reinterpret_cast<const char*>(&runs), sizeof(runs)});
}

Result<std::vector<std::size_t>> RunFolder::skips() const {
  Result<Statement> select = open_->database->prepare("SELECT told FROM skips ORDER BY rowid");
  if (!select) return std::unexpected(select.error());
  std::vector<std::size_t> places;
  for (;;) {
    const Result<bool> row = select->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return places;
    places.push_back(static_cast<std::size_t>(select->integer(0)));
  }
}

Result<void> RunFolder::recall(Reasons& reasons) const {
  Result<Statement> select =
      open_->database->prepare("SELECT candidate, needs, checksum FROM reasons");
  if (!select) return std::unexpected(select.error());
  for (;;) {
    const Result<bool> row = select->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return {};
    const BytesView candidate = select->bytes(0), needs = select->bytes(1);
    if (candidate.size() == sizeof(HashBytes) &&
        select->integer(2) == Checksum().add(candidate).add(needs).value())
      reasons[to_hash(candidate)] = to_needs(needs);
  }
}

Result<std::optional<Bytes>> RunFolder::coverage() const {
  return get_meta(*open_->database, "coverage");
}

Result<void> RunFolder::append(const Batch& batch, Durability durability) {
  const Bytes packed = batch.document ? pack(*batch.document) : Bytes();
  const auto write = [&]() -> Result<void> {
    Result<void> done;
    for (const auto& [hash, verdict] : batch.outcomes)
      if (done) done = open_->write(hash, verdict);
    for (const auto& [hash, lacks] : batch.reasons)
      if (done) done = open_->write(hash, lacks);
    if (done && batch.coverage) done = put_meta(*open_->database, "coverage", *batch.coverage);
    if (done && batch.best) done = open_->write(batch.best_number, *batch.best);
    if (done && batch.skip)
      done =
          open_->write_rare("INSERT INTO skips VALUES(?1)", static_cast<std::int64_t>(*batch.skip));
    for (const Hash& version : batch.versions) {
      const HashBytes file = to_bytes(version);
      if (done) done = open_->write_rare("INSERT OR IGNORE INTO versions VALUES(?1)", view(file));
    }
    // A commit without a change would not wait for the disk, and an earlier one may have to.
    if (done && durability != Durability::renamed)
      done = open_->database->run(
          "INSERT OR REPLACE INTO meta VALUES(CAST('synced' AS BLOB), NULL, NULL)");
    if (done && batch.document) done = put_document(*open_->database, "best", packed);
    return done;
  };
  if (Result<void> written = in_transaction(*open_->database, write, durability); !written) {
    Error error = std::move(written.error());
    if (error.kind == ErrorKind::disk) {
      error.way_out = "free some space, then continue the run";
      error.cause = {Reason::journal_is_full, {shown(file_of_run(path_))}};
    }
    return std::unexpected(std::move(error));
  }
  if (batch.best) {
    bests_.resize(std::min(bests_.size(), batch.best_number));
    bests_.push_back(*batch.best);
    versions_.insert(batch.best->hash);
  }
  versions_.insert(batch.versions.begin(), batch.versions.end());
  return {};
}

Result<void> RunFolder::remove() {
  Result<void> removed = Recording::remove(place_);
  if (Result<void> rest = remove_but_record(); removed) removed = rest;
  return removed;
}

Result<void> RunFolder::remove_but_record() {
  assert(open_ && "it is there");
  // The lock is released last, so that no other run can open a half-removed journal.
  const RunLock lock = std::move(open_->lock);
  // The journal is removed after all other files: as long as it is there, a run that was killed
  // here can be resumed, which removes the rest.
  Result<void> removed = remove_locks(std::exchange(open_->others, {}));
  open_.reset();
  if (Result<void> journal = remove_journal(place_); removed) removed = journal;
  if (Result<void> own = lock.remove(); removed) removed = own;
  return removed;
}

}  // namespace whittle
