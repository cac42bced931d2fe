/// Saves candidates that are uninteresting but that the user may want to see: one for each other
/// way of failing, and all for which the test exits with a status that the user named.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "oracle/oracle.h"

namespace whittle {

/// Passes everything on to another oracle and examines the verdicts.
class OtherFailures final : public OracleLayer {
 public:
  struct Options {
    std::string failures_folder = {};  ///< empty: other failures are not saved
    std::vector<int> statuses = {};    ///< candidates with these are saved as FILE.also-STATUS-N
    std::string file = {};             ///< the user's FILE
  };
  /// `inner` must outlive this object.
  OtherFailures(Oracle& inner, Options options)
      : OracleLayer(inner), options_(std::move(options)) {}

  Result<void> start(Ticket ticket, const Document& candidate) override;
  Result<Finished> wait() override;
  void cancel(Ticket ticket) override;

  /// Each other way of failing that was seen, and the folder in which its first candidate is.
  const std::map<std::string, std::string>& failures() const { return failures_; }

 private:
  bool watches() const { return !options_.failures_folder.empty() || !options_.statuses.empty(); }
  Result<void> look_at(const Document& candidate, const Verdict& verdict);
  void read_earlier();
  Result<std::filesystem::path> make_numbered(const std::filesystem::path& prefix, int digits);
  Result<void> save(const Document& candidate, const std::filesystem::path& to) const;

  Options options_;
  std::unordered_map<Ticket, Document> running_;
  std::map<std::string, std::string> failures_;
  bool was_read_ = false;
  std::map<std::string, std::string> earlier_;  // failure.txt and its folder, of earlier runs
  std::map<std::string, std::size_t> next_;     // the last number of each prefix
  std::set<Hash> saved_;
};

}  // namespace whittle
