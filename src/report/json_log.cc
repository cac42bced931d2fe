#include "report/json_log.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace whittle {

Result<std::unique_ptr<JsonLog>> JsonLog::open(const std::filesystem::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "we");
  if (!file)
    return fail(ErrorKind::disk,
                fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
  return std::unique_ptr<JsonLog>(new JsonLog(file));
}

JsonLog::~JsonLog() {
  std::fclose(file_);
}

void JsonLog::told(const Told& event) {
  const double at =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  // By hand: a run can have millions of these, and every value is a number or free of quotes.
  fmt::print(file_,
             R"({{"event":"query","at":{:.6f},"stage":"{}","candidate":"{}","interesting":{},)"
             R"("remembered":{},"timed_out":{},"seconds":{:.6f},"bytes":{}}})"
             "\n",
             at, event.stage, event.candidate.hex(), event.outcome == Outcome::interesting,
             event.remembered, event.timed_out,
             std::chrono::duration<double>(event.duration).count(), event.bytes);
}

void JsonLog::write(const nlohmann::json& event) {
  fmt::print(file_, "{}\n", event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  std::fflush(file_);
}

}  // namespace whittle
