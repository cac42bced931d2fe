// Reads a record that another process may be writing, or that a killed one has left. So a last line
// without an end is ignored, and a line that is no event is skipped.
#include "store/recording.h"

#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

#include "base/json.h"
#include "base/reason.h"
#include "document/disk.h"
#include "report/event_json.h"
#include "store/lock.h"

namespace whittle {

std::string to_json(const RecordedRefusal& refusal) {
  nlohmann::json changes = nlohmann::json::array();
  for (const RecordedRefusal::Replaced& change : refusal.changes)
    changes.push_back({change.file, change.begin, change.end, change.replacement});
  nlohmann::json line = {{"candidate", refusal.candidate},
                         {"best", refusal.best},
                         {"stage", refusal.stage},
                         {"changes", std::move(changes)},
                         {"exit", refusal.exit_status},
                         {"output", refusal.output},
                         {"line", refusal.line}};
  if (refusal.more_changes) line["more"] = true;
  if (refusal.timed_out) line["timed_out"] = true;
  if (refusal.untested) line["untested"] = true;
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

namespace {

/// Throws the exception of nlohmann if the line is something else.
RecordedRefusal refusal_from(std::string_view text) {
  const nlohmann::json line = parse_json(text);
  RecordedRefusal refusal{.candidate = line.at("candidate"),
                          .best = line.at("best"),
                          .stage = line.at("stage"),
                          .changes = {},
                          .more_changes = line.value("more", false),
                          .exit_status = line.at("exit"),
                          .timed_out = line.value("timed_out", false),
                          .untested = line.value("untested", false),
                          .output = line.at("output"),
                          .line = line.value("line", "")};
  for (const nlohmann::json& change : line.at("changes"))
    refusal.changes.push_back({change.at(0), change.at(1), change.at(2), change.at(3)});
  return refusal;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = 0; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1))
    lines.push_back(text.substr(0, end));
  return lines;
}

}  // namespace

bool Recording::exists(const std::string& folder) {
  return ::access(bests_path(folder).c_str(), F_OK) == 0;
}

Result<void> Recording::remove(const std::string& folder) {
  Result<void> all;
  for (const std::string& path : paths(folder))
    if (::unlink(path.c_str()) != 0 && errno != ENOENT && all) all = cannot_remove(path);
  return all;
}

std::uint64_t Recording::size_of(const std::string& folder) {
  std::uint64_t size = 0;
  std::error_code problem;
  for (const std::string& path : paths(folder))
    if (const auto bytes = std::filesystem::file_size(path, problem); !problem) size += bytes;
  return size;
}

Result<Recording> Recording::open(const std::string& folder) {
  if (!exists(folder)) {
    const std::string file =
        folder.ends_with(".whittle") ? folder.substr(0, folder.size() - 8) : folder;
    return fail(ErrorKind::stale, {Reason::no_record, {shown(folder)}},
                fmt::format("there is no record of a run on {}", shown(file)),
                fmt::format("looked for: {}\na run that has finished leaves one if Request::record "
                            "says so",
                            shown(folder)));
  }
  Result<BestHistory> bests = BestHistory::open(bests_path(folder));
  if (!bests) return std::unexpected(bests.error());
  Result<Bytes> events = read_file(events_path(folder), Links::refused);
  if (!events) return std::unexpected(events.error());
  return Recording(folder, std::move(*events), std::move(*bests));
}

std::vector<std::string_view> Recording::lines() const {
  return lines_of(events_);
}

void Recording::tell(Observer& observer) const {
  for (const std::string_view line : lines())
    if (const std::optional<RunEvent> event = event_of(line)) whittle::tell(observer, *event);
}

Result<std::vector<RecordedRefusal>> Recording::refusals_in(const std::string& folder) {
  std::vector<RecordedRefusal> refusals;
  if (::access(refusals_path(folder).c_str(), F_OK) != 0) return refusals;
  const Result<Bytes> text = read_file(refusals_path(folder), Links::refused);
  if (!text) return std::unexpected(text.error());
  for (const std::string_view line : lines_of(*text)) try {
      refusals.push_back(refusal_from(line));
    } catch (const nlohmann::json::exception&) {
    }
  return refusals;
}

}  // namespace whittle
