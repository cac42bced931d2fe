/// The folder `FILE.whittle/` of one run: a lock, and the journal in SQLite.
///
///     auto folder = RunFolder::create(RunFolder::beside("bug.c"), identity, original);
///     Journal journal(*folder, publish);                   // see journal.h
///     ... run ...
///     folder->remove();                                    // once the run has finished
///
/// and after a kill:
///
///     auto folder = RunFolder::resume(RunFolder::beside("bug.c"));
///     folder->check(identity_now);                         // refuses if the test changed
///     folder->recall(memo);                                // then the same search, from the start
///
/// `recorder.h` keeps a record for people in the same folder; nothing here depends on it.
///
/// Everything appended survives if the process is killed at any moment. If the machine crashes,
/// outcomes appended since the last synced append may be lost (WAL with synchronous=NORMAL); they
/// are tested again. Only the owner can enter the folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/lack.h"
#include "base/rate.h"
#include "base/result.h"
#include "document/document.h"
#include "document/new_file.h"
#include "oracle/oracle.h"
#include "schedule/memo.h"

namespace whittle {

/// Everything on which the outcomes in the journal depend: if any of it changes, they may no longer
/// be true.
struct RunIdentity {
  std::string program;  ///< "whittle 0.1.0": another version may search in another order
  std::string options;  ///< the request, as `run/request_json.h` writes it
  Hash test;            ///< of the test script and of all conditions
  Hash original;        ///< of the document the run began with

  friend bool operator==(const RunIdentity&, const RunIdentity&) = default;
};

/// A document that was the smallest interesting one when it was found.
struct Best {
  Hash hash;
  std::size_t size = 0;
  std::size_t told = 0;  ///< how many outcomes the search had been told

  friend bool operator==(const Best&, const Best&) = default;
};

/// The entries of one transaction: all of them are written or none.
struct Batch {
  std::vector<std::pair<Hash, Verdict>> outcomes = {};
  std::vector<std::pair<Hash, std::vector<Lack>>> reasons = {};  ///< why candidates were refused
  std::optional<Bytes> coverage = {};  ///< what a recorder saw of the original, as text
  std::optional<Best> best = {};
  std::size_t best_number = 0;  ///< its number, from 0; it replaces this best and all later ones
  std::optional<Document> document = {};  ///< the best itself; replaces the one stored before
  /// The user skipped the rest of a list after this many outcomes were told.
  std::optional<std::size_t> skip = {};
  std::vector<Hash> versions = {};  ///< of files that are written; see `RunFolder::will_write`

  bool empty() const {
    return outcomes.empty() && reasons.empty() && !coverage && !best && !document && !skip &&
           versions.empty();
  }
};

class RunFolder {
 public:
  static std::string beside(const std::string& file) { return file + ".whittle"; }
  /// Whether a run left a journal there: something that can be resumed, and that `create` deletes.
  static bool has_journal(const std::string& path);

  /// Starts a new journal and deletes an existing one. `ErrorKind::busy` if another run holds the
  /// folder; the message names its process. `places`: see `claim`.
  static Result<RunFolder> create(const std::string& path, const RunIdentity& identity,
                                  const Document& original,
                                  const std::vector<std::string>& places = {});
  /// Opens the folder that a run left. `ErrorKind::stale` if there is no journal, if SQLite cannot
  /// recover it, or if it was written in another format.
  static Result<RunFolder> resume(const std::string& path);

  RunFolder(RunFolder&&) noexcept;
  RunFolder& operator=(RunFolder&&) noexcept;
  ~RunFolder();

  const std::string& path() const { return path_; }
  const RunIdentity& identity() const { return identity_; }
  const Document& original() const { return original_; }
  /// Every best so far, in order.
  const std::vector<Best>& bests() const { return bests_; }
  /// The last best whose bytes were stored. It may be older than the last of `bests`, because the
  /// journal spends only a small share of the time on storing bytes.
  Result<std::optional<Document>> best() const;

  /// Locks the files and folders that a resumed run writes, by their canonical paths.
  /// `ErrorKind::busy` if another run writes one of them, a folder that contains one of them, or
  /// something inside of them.
  Result<void> claim(const std::vector<std::string>& places);

  /// Notes the files of `document`, so that a run that is resumed can tell them from files that the
  /// user changed. Before they are written: whittle may be killed in between. Needless for a
  /// document of one file that is a best.
  Result<void> will_write(const Document& document, Durability durability);
  /// Whether the run began with this file or has written it. Its rights do not matter.
  bool has_been(const File& file) const;

  /// `ErrorKind::stale` unless `now` is the identity at the start of the run; the message names the
  /// change.
  Result<void> check(const RunIdentity& now) const;
  /// Adds all known outcomes to `memo`, and returns how many. Damaged rows are skipped, so that
  /// their candidates are tested again.
  Result<std::size_t> recall(Memo& memo) const;

  /// The runs of the original that measured its rate; nothing if it was not measured.
  Result<std::optional<Runs>> runs_of_original() const;
  Result<void> note_runs_of_original(const Runs& runs);

  /// The moments at which the user skipped lists, in order, as numbers of outcomes told.
  Result<std::vector<std::size_t>> skips() const;

  /// Adds all known reasons of refusals. Damaged rows are skipped: they are found out again.
  Result<void> recall(Reasons& reasons) const;

  /// The coverage that a recorder saw of the original; nothing if it was not asked or the row is
  /// damaged.
  Result<std::optional<Bytes>> coverage() const;

  /// With another `durability` than `renamed`, a power cut can undo neither this nor earlier
  /// appends.
  Result<void> append(const Batch& batch, Durability durability = Durability::renamed);

  /// Closes the journal and removes its files and the record of the run (recorder.h), and the
  /// folder if nothing else is in it.
  Result<void> remove();
  /// The same, but the record stays.
  Result<void> remove_but_record();

 private:
  struct Open;  // the lock and the database
  RunFolder(std::string path, std::unique_ptr<Open> open);
  Result<void> read_versions();

  std::string path_;
  std::string place_;  // the same, absolute: the process may change its folder meanwhile
  std::unique_ptr<Open> open_;
  RunIdentity identity_;
  Document original_;
  std::vector<Best> bests_;
  std::set<Hash> versions_;  // of every file that was written
};

}  // namespace whittle
