/// The notices of a run, from all of its steps.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "report/run_log.h"

namespace whittle {

class Notices {
 public:
  /// `log` must outlive this object, and is told of each notice as `phrase` says it.
  explicit Notices(RunLog& log, std::function<Notice(Notice)> phrase = {})
      : log_(log), phrase_(std::move(phrase)) {}

  void add(Notice notice) { log_.noticed(phrase_ ? phrase_(std::move(notice)) : notice); }
  void add(Notice::Kind kind, std::string message, std::string way_out = {}) {
    add({.kind = kind, .message = std::move(message), .way_out = std::move(way_out)});
  }

 private:
  RunLog& log_;
  std::function<Notice(Notice)> phrase_;
};

}  // namespace whittle
