#include "report/json_log.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

#include "report/event_json.h"

namespace whittle {

Result<std::unique_ptr<JsonLog>> JsonLog::open(const std::filesystem::path& path,
                                               JsonLogOptions options) {
  // Standard output gets a descriptor of its own, which can be closed like any other file's.
  const int flags = (options.append ? O_RDWR | O_APPEND : O_WRONLY | O_TRUNC) |
                    (options.links == Links::refused ? O_NOFOLLOW | O_NONBLOCK : 0);
  const UniqueFd opened = path == "-" ? UniqueFd(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))
                                      : open_to_write(path.string(), flags, options.rights);
  struct stat status {};
  const bool has_first_line = ::fstat(opened.get(), &status) == 0 && status.st_size > 0;
  if (options.append && has_first_line) options.program.clear();
  // A descriptor that the stream closes.
  const int own = opened ? ::fcntl(opened.get(), F_DUPFD_CLOEXEC, 3) : -1;
  std::FILE* file = own >= 0 ? ::fdopen(own, options.append ? "a+" : "w") : nullptr;
  // A run that was killed may have left half a line.
  if (file && options.append && std::fseek(file, -1, SEEK_END) == 0 && std::fgetc(file) != '\n' &&
      std::fseek(file, 0, SEEK_END) == 0)
    std::fputc('\n', file);
  if (!file)
    return fail(ErrorKind::disk,
                fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
  return std::unique_ptr<JsonLog>(new JsonLog(file, path, options));
}

JsonLog::~JsonLog() {
  std::fclose(file_);
}

template <typename Event>
void JsonLog::write(const Event& event, std::chrono::microseconds at) {
  line_.clear();
  append_json(line_, event, options_.weights ? Weights::written : Weights::left_out);
  if (!options_.program.empty() && written_ == 0)
    line_.replace(0, 1, fmt::format(R"({{"program":"{}",)", options_.program));
  line_ += '\n';
  if (!error_ && std::fwrite(line_.data(), 1, line_.size(), file_) < line_.size()) fail_with(errno);
  written_ += line_.size();
  last_at_ = at;
}

void JsonLog::started(const RunStart& event) {
  write(event, {});
  has_begun_ = true;
  for (Notice& notice : std::exchange(early_, {})) {
    if (event.replays) notice.at = {};  // the events that follow have the times of earlier calls
    noticed(notice);
  }
  flush();
}

void JsonLog::noticed(const Notice& event) {
  if (!has_begun_) return early_.push_back(event);
  write(event, event.at);
}

void JsonLog::resumed(const Resumed& event) {
  has_begun_ = true;  // a record that is continued has its start already
  write(event, event.at);
}

void JsonLog::ended(const Report& report) {
  if (options_.outputs || report.output.empty()) {
    write(report, report.time);
  } else {
    Report silent = report;
    silent.output.clear();
    write(silent, report.time);
  }
  flush();
}

void JsonLog::failed(const RunFailed& event) {
  RunFailed failed = event;
  failed.at = std::max(event.at, last_at_);  // the reporter of a failure may not know the log
  write(failed, failed.at);
  flush();
}

void JsonLog::list_began(const ListBegan& event) {
  write(event, event.at);
}

void JsonLog::list_ended(const ListEnded& event) {
  write(event, event.at);
}

void JsonLog::told(const Told& event) {
  write(event, event.at);
}

void JsonLog::slot_changed(const SlotChange& event) {
  if (options_.slots) write(event, event.at);
}

void JsonLog::improved(const BestFound& event) {
  write(event, event.at);
}

void JsonLog::flush() {
  if (!error_ && std::fflush(file_) != 0) fail_with(errno);
}

void JsonLog::fail_with(int error) {
  error_ = Error{ErrorKind::disk,
                 fmt::format("cannot write {}: {}", path_.string(), std::strerror(error)),
                 {}};
}

}  // namespace whittle
