/// Records a run as it happens, and keeps the best so far in FILE.
///
///     Journal journal(folder, is_smaller, [&](const Document& best) { return home.save(best); });
///     run(search, oracle, memo, journal);
///     journal.flush();
///
/// Outcomes are collected and written in batches. A batch is written at once as long as writing
/// costs less than a hundredth of the run's time, and always before a new best is published. So the
/// journal knows every best that FILE has shown, also after a power cut. A kill loses the outcomes
/// of about a second at most, and these are tested again.
///
/// A best is published at once, unless publishing would cost more than a twentieth of the run's
/// time, because it waits for the disk. Then FILE stays behind the best until there is time.
///
/// When a run is replayed, bests that were published before are not published again: FILE never
/// becomes larger. Only the last of them is published again, in case the kill came between two
/// files of a document.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

#include "report/event.h"
#include "store/run_folder.h"
#include "store/share.h"

namespace whittle {

class Journal final : public Observer {
 public:
  using IsSmaller = std::function<bool(const Document&, const Document&)>;
  /// Must replace the old document so that even a power cut leaves the old or the new one.
  using Publish = std::function<Result<void>(const Document&)>;

  /// `folder` must outlive the journal. Publishing may take one part in `parts` of the time; 0:
  /// all.
  Journal(RunFolder& folder, IsSmaller is_smaller, Publish publish, int parts = 20);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  /// Writes what is pending. Call `flush` first to learn of errors.
  ~Journal() override;

  void told(const Told& event) override;
  void tested(const Hash& candidate, const Verdict& verdict) override;
  void explained(const Explained& event) override;
  void interesting(const Document& candidate) override;

  /// Writes all pending outcomes and the bytes of the best document, and publishes that.
  Result<void> flush();

  /// The smallest document known to be interesting; the original at first.
  const Document& best() const { return best_; }
  /// The first error. After it nothing is written or published, and the run ends: later outcomes
  /// could not be recorded.
  const Error* failure() const override { return error_ ? &*error_ : nullptr; }

 private:
  using Clock = std::chrono::steady_clock;
  void commit(bool with_document);
  void publish_if_due();
  void publish();
  void keep(Result<void> result);

  RunFolder& folder_;
  IsSmaller is_smaller_;
  Publish publish_;
  Document best_;
  Batch pending_;
  std::size_t told_ = 0;
  std::size_t improvements_ = 0;  // bests seen in this run, replayed ones included
  bool is_stored_ = true;         // whether `best_` itself is in the journal
  Share commits_;
  Share documents_;
  Share publications_;
  bool is_published_ = true;
  std::optional<Error> error_;
};

}  // namespace whittle
