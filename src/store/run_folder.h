/// The folder `FILE.whittle/` of one run: a lock, and the journal in SQLite.
///
///     Result<RunFolder> folder = RunFolder::create(RunFolder::beside("bug.c"), identity,
///     original); Journal journal(*folder, is_smaller, publish);       // an observer of the run;
///     see journal.h
///     ... run ...
///     folder->remove();                                    // once the run has finished
///
/// and after a kill
///
///     Result<RunFolder> folder = RunFolder::resume(RunFolder::beside("bug.c"));
///     folder->check(identity_now);                         // refuses if the test changed
///     folder->recall(memo);                                // then the same search, from the start
///
/// What was appended survives the death of the process at any moment; of the machine, all but the
/// last few seconds do (WAL with synchronous=NORMAL), and what is lost is only asked again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "document/document.h"
#include "oracle/oracle.h"
#include "schedule/memo.h"

namespace whittle {

/// What the journal hangs on: if any of it changes, what was learnt may no longer be so.
struct RunIdentity {
  std::string program;  ///< "whittle 0.1.0": another one may search in another order
  std::string options;  ///< those that shape the search, in one canonical form; read by `cli/`
  Hash test;            ///< of the test script and of all conditions
  Hash original;        ///< of the document the run began with

  friend bool operator==(const RunIdentity&, const RunIdentity&) = default;
};

/// A document that was the smallest one known, at the time.
struct Best {
  Hash hash;
  std::size_t size = 0;
  std::size_t told = 0;  ///< after so many outcomes

  friend bool operator==(const Best&, const Best&) = default;
};

/// What is made durable together: all of it or nothing.
struct Batch {
  std::vector<std::pair<Hash, Verdict>> outcomes = {};
  std::optional<Best> best = {};
  std::size_t best_number = 0;  ///< from 0; bests of this number and later ones are dropped
  std::optional<Document> document = {};  ///< the best itself, in place of the one stored before

  bool empty() const { return outcomes.empty() && !best && !document; }
};

class RunFolder {
 public:
  static std::string beside(const std::string& file) { return file + ".whittle"; }
  /// Whether a run there left a journal, that is, whether there is something to resume or to lose.
  static bool has_journal(const std::string& path);

  /// Starts a new journal, in place of one that is there. `ErrorKind::busy` if another process
  /// holds the folder, naming it.
  static Result<RunFolder> create(const std::string& path, const RunIdentity& identity,
                                  const Document& original);
  /// Opens what a run left. `ErrorKind::stale` if there is nothing, if it is damaged beyond what
  /// SQLite recovers, or if it was written in another format.
  static Result<RunFolder> resume(const std::string& path);

  RunFolder(RunFolder&&) noexcept;
  RunFolder& operator=(RunFolder&&) noexcept;
  ~RunFolder();

  const std::string& path() const { return path_; }
  const RunIdentity& identity() const { return identity_; }
  const Document& original() const { return original_; }
  /// Every best so far, in order.
  const std::vector<Best>& bests() const { return bests_; }
  /// The last best that was stored whole; it may be older than the last of `bests`. The journal
  /// stores them as often as it can within its share of the time.
  Result<std::optional<Document>> best() const;

  /// Whether `document` is the original or was a best.
  bool has_been(const Document& document) const;

  /// `ErrorKind::stale`, naming what changed, unless `now` is what the run began with.
  Result<void> check(const RunIdentity& now) const;
  /// Adds all known outcomes; gives how many. Rows that are damaged are left out, so that they are
  /// asked again.
  Result<std::size_t> recall(Memo& memo) const;

  Result<void> append(const Batch& batch);

  /// Closes the journal and removes all that is ours, and the folder if nothing else is in it.
  Result<void> remove();

 private:
  struct Open;  // the lock and the database
  RunFolder(std::string path, std::unique_ptr<Open> open);

  std::string path_;
  std::unique_ptr<Open> open_;
  RunIdentity identity_;
  Document original_;
  std::vector<Best> bests_;
};

}  // namespace whittle
