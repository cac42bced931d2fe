/// The events of a run as JSON, one object a line. docs/json.md explains the fields,
/// docs/json-schema.json defines them; raise `schema_version` with each change that a reader could
/// notice.
///
/// When the file cannot be written, as on a full disk, nothing more is written, and `failure` says
/// so: the scheduler then ends the run, and the best so far is kept.
#pragma once

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
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
  /// Whether the events come after what is in the file already, for a run that is resumed.
  bool append = false;
  /// Whether there is a `slot` event for each test that starts or ends. They depend on timing.
  bool slots = false;
  /// The name and version of the program, which the first line begins with; empty: it does not.
  std::string program = {};
  /// Who may read the file.
  Rights rights = 0600;
  /// Whether the file may be a symbolic link. Not in a run folder.
  Links links = Links::followed;
  /// Whether `query` events have `elements` and `tokens`, which take time to count.
  bool counts = true;
  /// What `at` counts from.
  std::chrono::duration<double> at = {};
  /// Seconds since the start of the run; default: the clock. For simulated runs.
  std::function<double()> now = {};
};

class JsonLog final : public Observer {
 public:
  static constexpr int schema_version = 1;

  /// "-" is standard output.
  static Result<std::unique_ptr<JsonLog>> open(const std::filesystem::path& path,
                                               JsonLogOptions options = {});
  ~JsonLog() override;
  JsonLog(const JsonLog&) = delete;
  JsonLog& operator=(const JsonLog&) = delete;

  void started(const RunStart& event) override;
  /// What is noticed before the start is written after it: the start is always the first line.
  void noticed(const Notice& event) override;
  void ended(const Report& report) override;
  void list_began(const ListBegan& event) override;
  void list_ended(const ListEnded& event) override;
  void told(const Told& event) override;
  void slot_changed(const SlotChange& event) override;
  void improved(const BestFound& event) override;
  /// The run is continued, after this many queries. For a record; see `store/recorder.h`.
  void resumed(std::size_t queries);
  /// The last event of a run that ends with an error.
  void failed(const Error& error, int exit_code);
  bool wants_counts() const override { return options_.counts; }
  /// Gives the system what was written.
  void flush();
  /// How many bytes were written.
  std::uint64_t written() const { return written_; }
  const Error* failure() const override { return error_ ? &*error_ : nullptr; }

 private:
  JsonLog(std::FILE* file, std::filesystem::path path, JsonLogOptions options)
      : file_(file), path_(std::move(path)), options_(std::move(options)) {}
  double at() const;
  void write(const nlohmann::json& event);
  /// The same for what may be the first line.
  void write_with_program(const nlohmann::json& event);
  void write_line();
  void fail_with(int error);

  std::FILE* file_;
  std::filesystem::path path_;
  JsonLogOptions options_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::string algorithm_;
  std::vector<std::string> steps_;  // of the test
  bool has_begun_ = false;
  std::vector<Notice> early_;  // notices from before the start
  std::uint64_t written_ = 0;
  fmt::memory_buffer line_;  // kept to be used again: there may be millions of lines
  std::optional<Error> error_;
};

}  // namespace whittle
