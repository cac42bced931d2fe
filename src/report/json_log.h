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

#include "base/result.h"
#include "report/event.h"

namespace whittle {

struct JsonLogOptions {
  /// Whether `list` events say the weight of each element, and which elements stayed.
  bool weights = false;
  /// Whether the events come after what is in the file already, for a run that is resumed.
  bool append = false;
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
  void ended(const Report& report) override;
  void list_began(const ListBegan& event) override;
  void list_ended(const ListEnded& event) override;
  void told(const Told& event) override;
  /// The last event of a run that ends with an error.
  void failed(const Error& error, int exit_code);
  bool wants_counts() const override { return true; }
  const Error* failure() const override { return error_ ? &*error_ : nullptr; }

 private:
  JsonLog(std::FILE* file, std::filesystem::path path, JsonLogOptions options)
      : file_(file), path_(std::move(path)), options_(std::move(options)) {}
  double at() const;
  void write(const nlohmann::json& event);
  void write_line();
  void flush();
  void fail_with(int error);

  std::FILE* file_;
  std::filesystem::path path_;
  JsonLogOptions options_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::string algorithm_;
  fmt::memory_buffer line_;  // kept to be used again: there may be millions of lines
  std::optional<Error> error_;
};

}  // namespace whittle
