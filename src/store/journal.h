/// Writes a run down as it happens, and keeps FILE the best so far.
///
///     Journal journal(folder, is_smaller, [&](const Document& best) { return home.save(best); });
///     HaltingOracle oracle(local, journal);       // a journal that fails stops the run
///     run(search, oracle, memo, journal);
///     journal.flush();
///
/// Outcomes are written together: at once as long as that costs below a hundredth of the time, and
/// always before a new best is published. So what FILE shows is in the journal too, and of what a
/// kill loses there is at most a moment's worth, which is asked again.
///
/// When a run is replayed, bests that were published before are not published again: FILE never
/// goes back. The last of them is, in case the kill came between two files of a document.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

#include "report/event.h"
#include "store/run_folder.h"

namespace whittle {

class Journal final : public Observer {
 public:
  using IsSmaller = std::function<bool(const Document&, const Document&)>;
  /// Must replace the old document atomically.
  using Publish = std::function<Result<void>(const Document&)>;

  /// `folder` must outlive it.
  Journal(RunFolder& folder, IsSmaller is_smaller, Publish publish);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  /// Writes what is left. Call `flush` to hear of errors.
  ~Journal() override;

  void told(const Told& event) override;
  void tested(const Hash& candidate, const Verdict& verdict) override;
  void interesting(const Document& candidate) override;

  /// Writes down all that is known, and the best document whole.
  Result<void> flush();

  /// The smallest document known to be interesting; the original at first.
  const Document& best() const { return best_; }
  /// The first thing that went wrong. From then on nothing is written or published.
  const std::optional<Error>& error() const { return error_; }

 private:
  using Clock = std::chrono::steady_clock;
  /// Keeps the time something takes below a hundredth of all time. Only when things are written
  /// hangs on the clock, never what.
  class Share {
   public:
    /// Due after `longest` in any case.
    bool is_due(Clock::duration longest) const;
    void add(Clock::time_point begin);

   private:
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_ = start_;
    Clock::duration spent_{0};
  };

  void commit(bool with_document);
  void keep(Result<void> result);

  RunFolder& folder_;
  IsSmaller is_smaller_;
  Publish publish_;
  Document best_;
  Batch pending_;
  std::size_t told_ = 0;
  std::size_t improvements_ = 0;  // bests met in this run, replayed ones too
  bool is_stored_ = true;         // whether `best_` itself is in the journal
  Share commits_;
  Share documents_;
  std::optional<Error> error_;
};

/// Passes everything on, until the journal fails: then no further test is started, so that the run
/// ends with the journal's error. To go on would be to work for nothing.
class HaltingOracle final : public OracleLayer {
 public:
  /// Both must outlive it.
  HaltingOracle(Oracle& oracle, const Journal& journal) : OracleLayer(oracle), journal_(journal) {}

  Result<void> start(Ticket ticket, const Document& candidate) override {
    if (journal_.error()) return std::unexpected(*journal_.error());
    return OracleLayer::start(ticket, candidate);
  }

 private:
  const Journal& journal_;
};

}  // namespace whittle
