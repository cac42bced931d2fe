/// The part of SQLite that the run folder needs, with errors as `Error`. Private to `store/`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>

#include "base/bytes.h"
#include "base/result.h"

namespace whittle {

class Statement {
 public:
  /// Parameters are numbered from 1. Bytes are not copied: they must stay valid until `step`. If a
  /// value cannot be bound, because it is too long, `step` says so.
  Statement& bind(int parameter, std::int64_t value);
  Statement& bind(int parameter, BytesView bytes);
  /// Whether there is a row. After the last row the statement can be bound and stepped again.
  Result<bool> step();

  /// A value of the current row; columns are numbered from 0.
  std::int64_t integer(int column) const { return sqlite3_column_int64(held_.get(), column); }
  /// Valid until the next `step`.
  BytesView bytes(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  Statement(const class Database& database, sqlite3_stmt* held)
      : database_(&database), held_(held) {}

  void check(int result);

  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> held_;
  std::optional<Error> unbound_;  // the first error since the last `step`
};

class Database {
 public:
  /// Opens the file, or creates an empty one. Never follows a symbolic link of that name.
  static Result<std::unique_ptr<Database>> open(const std::string& path);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs statements whose rows, if any, are not needed.
  Result<void> run(const char* sql);
  Result<Statement> prepare(const char* sql) const;
  /// The number in the first row of a statement; 0 if there is no row.
  Result<std::int64_t> number(const char* sql) const;

  /// The last failed call on this database as an error for the user.
  Error error() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
  };
  explicit Database(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::unique_ptr<sqlite3, Close> held_;
};

}  // namespace whittle
