/// Reduces many files that a command fails on: finds out how it fails on each of them, and reduces
/// the smallest file of each way of failing.
///
///     Result<BatchReport> report = reduce_batch(request, observer);
///
/// `Request::files` is one folder. Nothing in it is changed; the results are in `Request::output`,
/// which is a new folder, or in FOLDER.reduced.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "report/event.h"
#include "report/report.h"
#include "run/request.h"

namespace whittle {

struct BatchInput {
  std::string path;
  std::uintmax_t bytes = 0;
};

/// Files that fail in the same way.
struct FailureGroup {
  std::string failure;
  std::vector<BatchInput> inputs = {};  ///< the smallest first
  std::string result = {};              ///< where it is; empty if there is none
  std::uintmax_t bytes = 0;             ///< of the result
  std::string error = {};               ///< why there is no result
};

struct BatchReport {
  std::vector<FailureGroup> groups = {};
  std::vector<BatchInput> fine = {};   ///< on these the command does not fail
  std::vector<BatchInput> hangs = {};  ///< on these it does not end
  std::chrono::microseconds limit{0};  ///< in this time
  bool interrupted = false;
};

/// Events of a batch, besides those of the runs themselves.
class BatchObserver {
 public:
  virtual ~BatchObserver() = default;
  /// The command is about to run on each file, for at most `limit`.
  virtual void began(std::size_t files, std::chrono::microseconds limit) = 0;
  /// It is known how the command fails on each file.
  virtual void sorted(const BatchReport& report) = 0;
  /// The smallest file of a group is about to be reduced; `number` counts from 1. Gives the
  /// observer of that run.
  virtual Observer& begins(std::size_t number, const BatchReport& report) = 0;
  /// A run could not begin or continue. Gives the sentence that the report shows.
  virtual std::string failed(const FailureGroup& group, const Error& error) = 0;
};

/// An error if the command fails on none of the files. Writes `report.md` beside the results.
Result<BatchReport> reduce_batch(const Request& request, BatchObserver& observer);

/// Why files were not reduced, and which: for tables.
struct NotReduced {
  std::string why;
  const std::vector<BatchInput>& inputs;
};
std::vector<NotReduced> not_reduced(const BatchReport& report);

}  // namespace whittle
