// A thin layer over SQLite's C interface: it turns error codes into `Result`, closes handles, and
// nothing else. SQLite is used for the journal because it survives a kill at any moment, which a
// file format of our own would have to prove.
#include "store/sqlite.h"

#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/unique_fd.h"

namespace whittle {

void Statement::check(int result) {
  if (result != SQLITE_OK && !unbound_) unbound_ = database_->error();
}

Statement& Statement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(held_.get(), parameter, value));
  return *this;
}

Statement& Statement::bind(int parameter, BytesView bytes) {
  // A null pointer would bind NULL, which is not the same as no bytes.
  check(sqlite3_bind_blob64(held_.get(), parameter, bytes.empty() ? "" : bytes.data(), bytes.size(),
                            SQLITE_STATIC));
  return *this;
}

Result<bool> Statement::step() {
  if (std::optional<Error> unbound = std::exchange(unbound_, {}))
    return std::unexpected(std::move(*unbound));
  const int result = sqlite3_step(held_.get());
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) {
    Error error = database_->error();
    sqlite3_reset(held_.get());
    return std::unexpected(std::move(error));
  }
  sqlite3_reset(held_.get());
  return false;
}

BytesView Statement::bytes(int column) const {
  const void* data = sqlite3_column_blob(held_.get(), column);
  const int size = sqlite3_column_bytes(held_.get(), column);
  return data ? BytesView(static_cast<const char*>(data), static_cast<std::size_t>(size))
              : BytesView();
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path) {
  std::unique_ptr<Database> database(new Database(path));
  sqlite3* opened = nullptr;
  // SQLite would also refuse a link on the way to the folder.
  std::error_code problem;
  const std::filesystem::path name(path);
  const std::filesystem::path folder = std::filesystem::canonical(name.parent_path(), problem);
  const std::string place = problem ? path : (folder / name.filename()).string();
  // SQLite makes files for everybody. The ones that it makes beside this one get its rights.
  (void)UniqueFd(::open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  const int result =
      sqlite3_open_v2(place.c_str(), &opened,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW, nullptr);
  database->held_.reset(opened);
  if (result != SQLITE_OK) return std::unexpected(database->error());
  // The file may be damaged, or may have been written by another program.
  for (const auto& [setting, value] :
       {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1}, std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}})
    if (sqlite3_db_config(opened, setting, value, nullptr) != SQLITE_OK)
      return std::unexpected(database->error());
  return database;
}

Result<void> Database::run(const char* sql) {
  if (sqlite3_exec(held_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    return std::unexpected(error());
  return {};
}

Result<Statement> Database::prepare(const char* sql) const {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(held_.get(), sql, -1, &statement, nullptr) != SQLITE_OK)
    return std::unexpected(error());
  return Statement(*this, statement);
}

Result<std::int64_t> Database::number(const char* sql) const {
  Result<Statement> statement = prepare(sql);
  if (!statement) return std::unexpected(std::move(statement.error()));
  const Result<bool> row = statement->step();
  if (!row) return std::unexpected(row.error());
  return *row ? statement->integer(0) : 0;
}

Error Database::error() const {
  const int code = held_ ? sqlite3_errcode(held_.get()) : SQLITE_NOMEM;
  const int cause = held_ ? sqlite3_system_errno(held_.get()) : 0;
  std::string reason = held_ ? sqlite3_errmsg(held_.get()) : "out of memory";
  switch (code & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:  // a table that should be there is not
    case SQLITE_SCHEMA:
      return {ErrorKind::stale, fmt::format("{} is damaged: {}", path_, reason), {}};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorKind::busy, fmt::format("{} is open in another program", path_), {}};
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_TOOBIG:
      if (cause != 0) reason = std::generic_category().message(cause);
      return {ErrorKind::disk, fmt::format("{} cannot be written: {}", path_, reason), {}};
    default:
      return {ErrorKind::internal, fmt::format("{}: {}", path_, reason), {}};
  }
}

}  // namespace whittle
