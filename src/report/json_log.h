/// The events of a run as JSON, one object a line; docs/json.md describes the fields.
#pragma once

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "report/event.h"

namespace whittle {

class JsonLog : public Observer {
 public:
  static Result<std::unique_ptr<JsonLog>> open(const std::filesystem::path& path);
  ~JsonLog() override;
  JsonLog(const JsonLog&) = delete;
  JsonLog& operator=(const JsonLog&) = delete;

  void told(const Told& event) override;
  /// Any other event: the start and the end of the run.
  void write(const nlohmann::json& event);

 private:
  explicit JsonLog(std::FILE* file) : file_(file) {}

  std::FILE* file_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace whittle
