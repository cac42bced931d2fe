/// Keeps candidates that are uninteresting but that the user may want to see: the smallest example
/// of each other way of failing, and all for which the test exits with a status that the user
/// named.
///
/// Tests that run ahead are seen too, so the examples may differ from run to run. The search knows
/// nothing of them.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "oracle/oracle.h"
#include "run/kept_bugs.h"

namespace whittle {

/// The folder of candidates that were saved because of their exit status: `FILE.also`. One name, so
/// that tests that see the folder of FILE do not see it.
std::string saved_candidates_of(std::string file);

/// Passes everything on to another oracle and examines the verdicts.
class OtherFailures final : public OracleLayer {
 public:
  struct Options {
    std::string bugs_folder = {};    ///< see kept_bugs.h; empty: other failures are not kept
    std::string request = {};        ///< written beside them, so that one can be reduced next
    std::vector<int> statuses = {};  ///< candidates with these are saved as FILE.also/STATUS-N
    std::string file = {};           ///< the user's FILE
    /// The files that are written for a candidate; they differ from it if there is a view.
    std::function<Result<Document>(const Document&)> as_on_disk = {};
    std::set<std::string> not_these = {};             ///< failures that are no other ones
    std::function<void(const KeptBug&)> on_new = {};  ///< told of each failure once
    /// Told if a folder cannot be written. Nothing more is kept then.
    std::function<void(const Error&)> on_trouble = {};
  };
  /// More failures than these are noise: a test that lets programs crash at random.
  static constexpr std::size_t most_bugs = 20;

  /// `inner` must outlive this object.
  OtherFailures(Oracle& inner, Options options)
      : OracleLayer(inner), options_(std::move(options)) {}

  Result<void> start(Ticket ticket, const Document& candidate) override;
  Result<Finished> wait() override;
  void cancel(Ticket ticket) override;

  /// Keeps a candidate whose test ran outside of the search, if it fails in another way.
  void saw(const Document& candidate, const Verdict& verdict);
  bool is_other(const Verdict& verdict) const;
  /// Whether other failures are kept.
  bool keeps_any() const { return !options_.bugs_folder.empty(); }

  /// Writes the examples that were found since the last ones were written.
  void flush();
  /// The failures that were seen, by number.
  std::vector<KeptBug> failures() const;

 private:
  struct Example {
    KeptBug bug;
    bool was_seen = false;  // in this run
    std::size_t written = 0;
    Document smaller = {};  // not written yet, if it has files
  };
  bool watches() const { return !options_.bugs_folder.empty() || !options_.statuses.empty(); }
  void look_at(const Document& candidate, const Verdict& verdict);
  Result<void> keep(const Document& candidate, const std::string& failure);
  Result<void> begin(const Document& candidate, const std::string& failure);
  void read_earlier();
  void give_up_if_failed(const Result<void>& kept);
  Result<void> write(Example& example, const Document& candidate);
  Result<void> save(const Document& candidate, const std::filesystem::path& to) const;

  Options options_;
  std::unordered_map<Ticket, Document> running_;
  std::map<std::string, Example> examples_;  // by failure, also those of earlier runs
  bool was_read_ = false;
  std::map<std::string, std::size_t> next_;  // the last number of each prefix
  std::set<Hash> saved_;
};

}  // namespace whittle
