/// Writes the outcomes of a run to its folder as they come, and keeps the best so far in FILE. A
/// reader of the run's log (report/run_log.h), which decides which candidate is the best.
///
///     Journal journal(folder, [&](const Document& best) { return home.save(best); });
///     log.add(journal);
///     run(search, oracle, memo, log);
///     journal.flush();
///
/// Outcomes are collected and written in batches. A batch is written at once as long as writing
/// costs less than a hundredth of the run's time, and always before a new best is published. So the
/// journal knows every best that FILE has shown, also after a power cut. A kill loses the outcomes
/// of about a second at most, and these are tested again.
///
/// A best is published at once, unless publishing would cost more than a twentieth of the run's
/// time, because it waits for the disk. In that case the last best is published when there is time,
/// at the latest with the first test that starts or ends after a second.
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
  /// Must replace the old document so that even a power cut leaves the old or the new one.
  using Publish = std::function<Result<void>(const Document&)>;

  /// `folder` must outlive the journal. Publishing may take one part in `parts` of the time; 0:
  /// all. `now` is for tests.
  Journal(RunFolder& folder, Publish publish, int parts = 20, Share::Now now = Share::Clock::now);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  /// Writes the pending outcomes. Call `flush` first to learn of errors.
  ~Journal() override;

  void tested(const Hash& candidate, const Verdict& verdict) override;
  void explained(const Explained& event) override;
  void activity(const Activity& /*event*/) override { publish_if_due(); }
  void improved(const BestFound& event) override;

  /// Writes all pending outcomes and the bytes of the best document, and publishes that.
  Result<void> flush();

  /// The first error. After it nothing is written or published, and the run ends: later outcomes
  /// could not be recorded.
  const Error* failure() const override { return error_ ? &*error_ : nullptr; }

 private:
  void commit(bool with_document);
  void publish_if_due();
  void publish();
  void keep(Result<void> result);

  RunFolder& folder_;
  Publish publish_;
  Document best_;  // the original at first
  Batch pending_;
  bool is_stored_ = true;  // whether `best_` itself is in the journal
  Share commits_;
  Share documents_;
  Share publications_;
  bool is_published_ = true;
  std::optional<Error> error_;
};

}  // namespace whittle
