/// Writes the events of a run to a file, one JSON object a line (event_json.h).
///
/// When the file cannot be written, as on a full disk, nothing more is written, and `failure` says
/// so: the scheduler then ends the run, and the best so far is kept.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/disk.h"
#include "report/event.h"

namespace whittle {

struct JsonLogOptions {
  /// Whether `list` events say the weight of each element, and which elements stayed.
  bool weights = false;
  /// Whether the events come after those that are in the file already, for a run that is resumed.
  bool append = false;
  /// Whether there is a `slot` event for each test that starts or ends. They depend on timing.
  bool slots = false;
  /// The name and version of the program, which the first line begins with; empty: it does not.
  std::string program = {};
  /// The rights of the file.
  Rights rights = 0600;
  /// Whether the file may be a symbolic link. Not in a run folder.
  Links links = Links::followed;
  /// Whether the `elements` and `tokens` of a query are counted, which takes time.
  bool counts = true;
  /// Whether the `end` has the output of the last test.
  bool outputs = true;
};

class JsonLog final : public Observer {
 public:
  /// "-" is standard output.
  static Result<std::unique_ptr<JsonLog>> open(const std::filesystem::path& path,
                                               JsonLogOptions options = {});
  ~JsonLog() override;
  JsonLog(const JsonLog&) = delete;
  JsonLog& operator=(const JsonLog&) = delete;

  void started(const RunStart& event) override;
  /// Notices from before the start are written after it: the start is always the first line.
  void noticed(const Notice& event) override;
  void resumed(const Resumed& event) override;
  void ended(const Report& report) override;
  void failed(const RunFailed& event) override;
  void list_began(const ListBegan& event) override;
  void list_ended(const ListEnded& event) override;
  void told(const Told& event) override;
  void slot_changed(const SlotChange& event) override;
  void improved(const BestFound& event) override;
  bool wants_counts() const override { return options_.counts; }
  /// Gives the system the lines that are in our buffer.
  void flush();
  /// The number of bytes that were written.
  std::uint64_t written() const { return written_; }
  const Error* failure() const override { return error_ ? &*error_ : nullptr; }

 private:
  JsonLog(std::FILE* file, std::filesystem::path path, JsonLogOptions options)
      : file_(file), path_(std::move(path)), options_(std::move(options)) {}
  template <typename Event>
  void write(const Event& event, std::chrono::microseconds at);
  void fail_with(int error);

  std::FILE* file_;
  std::filesystem::path path_;
  JsonLogOptions options_;
  bool has_begun_ = false;
  std::vector<Notice> early_;  // notices from before the start
  std::chrono::microseconds last_at_{0};
  std::uint64_t written_ = 0;
  std::string line_;  // kept to be used again: there may be millions of lines
  std::optional<Error> error_;
};

}  // namespace whittle
