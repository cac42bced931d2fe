/// Every best of a run, as a file of differences: each record is the difference to the record
/// before it, and record 0 is the original.
///
/// The file is only appended to, so it can be read while the run is in progress; an incomplete
/// record at its end, as after a kill, is not there for readers. Writing takes at most about a
/// hundredth of the time: a best that cannot be written at once is kept, and written later. The
/// bests that a kill loses are found again by the resumed run.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "document/document.h"
#include "store/share.h"

namespace whittle {

class BestHistoryWriter {
 public:
  /// Begins with the original. A file that is there already is continued if it begins with the same
  /// original; otherwise it is replaced.
  static Result<BestHistoryWriter> open(const std::string& path, const Document& original);

  /// Adds best `number`, counted from 1. One that is there already is left alone; if another one is
  /// there under that number, it is replaced, and all after it are dropped.
  /// Requires: numbers come in order.
  Result<void> add(std::size_t number, const Document& best);
  /// Writes the pending entries, if that takes no more than its share of the time.
  Result<void> flush_if_due();
  /// Writes the pending entries.
  Result<void> flush();

 private:
  struct WrittenBest {
    Hash hash;
    std::uint64_t end = 0;  // where it ends in the file
  };
  BestHistoryWriter(std::string path, UniqueFd file)
      : path_(std::move(path)), file_(std::move(file)) {}
  Result<void> write(const Document& best);
  Result<void> cut_to(std::size_t records);

  std::string path_;
  UniqueFd file_;
  std::vector<WrittenBest> records_;  // in the file; the first is the original
  Document last_;                     // that was written, or found there
  std::deque<Document> pending_;
  std::size_t pending_bytes_ = 0;
  Share share_;
};

/// Reads such a file.
class BestHistory {
 public:
  /// `ErrorKind::stale` if there is no such file, or if not even the original can be read.
  static Result<BestHistory> open(const std::string& path);

  /// Takes over the texts that `earlier`, of the same file, has put together, so that `at` need not
  /// begin with the original again.
  void continue_from(const BestHistory& earlier);

  /// The number of bests, without the original.
  std::size_t size() const { return records_.size() - 1; }
  /// Best `number`, from 1; 0 is the original. Takes as long as applying the differences up to it;
  /// the next one after it comes at once. Requires: number <= size().
  Result<Document> at(std::size_t number) const;
  /// The hash of the document.
  const Hash& hash(std::size_t number) const { return records_[number].hash; }
  /// The end of the entry in the file.
  std::uint64_t end(std::size_t number) const { return records_[number].end; }

 private:
  struct StoredBest {
    Hash hash;
    BytesView delta;
    std::uint64_t end;
  };
  std::shared_ptr<const Bytes> file_;  // `records_` point into it
  std::vector<StoredBest> records_;
  mutable std::size_t last_number_ = 0;
  mutable Bytes last_;  // best `last_number_`, framed; empty if none is known
};

}  // namespace whittle
