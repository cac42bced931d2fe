#include "report/json_log.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unistd.h>
#include <utility>

#include "report/report.h"

namespace whittle {
namespace {

double seconds(std::chrono::microseconds time) {
  return std::chrono::duration<double>(time).count();
}

std::string_view name_of(RunEnding ending) {
  switch (ending) {
    case RunEnding::finished:
      return "finished";
    case RunEnding::no_gain:
      return "no-gain";
    case RunEnding::max_tests:
      return "max-tests";
    case RunEnding::max_time:
      return "max-time";
    case RunEnding::enough:
      return "enough";
    case RunEnding::interrupted:
      return "interrupted";
  }
  return {};
}

std::string_view name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::input:
      return "input";
    case ErrorKind::test:
      return "test";
    case ErrorKind::not_interesting:
      return "not-interesting";
    case ErrorKind::disk:
      return "disk";
    case ErrorKind::scratch:
      return "scratch";
    case ErrorKind::busy:
      return "busy";
    case ErrorKind::stale:
      return "stale";
    case ErrorKind::unreliable:
      return "unreliable";
    case ErrorKind::trivial:
      return "trivial";
    case ErrorKind::internal:
      return "internal";
  }
  return {};
}

std::string_view name_of(Notice::Kind kind) {
  switch (kind) {
    case Notice::Kind::information:
      return "information";
    case Notice::Kind::hint:
      return "hint";
    case Notice::Kind::warning:
      return "warning";
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<JsonLog>> JsonLog::open(const std::filesystem::path& path,
                                               JsonLogOptions options) {
  // Standard output gets a descriptor of its own, which can be closed like any other file's.
  const int flags = (options.append ? O_RDWR | O_APPEND : O_WRONLY | O_TRUNC) |
                    (options.links == Links::refused ? O_NOFOLLOW : 0);
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
  return std::unique_ptr<JsonLog>(new JsonLog(file, path, std::move(options)));
}

JsonLog::~JsonLog() {
  std::fclose(file_);
}

void JsonLog::started(const RunStart& event) {
  algorithm_ = event.algorithm;
  steps_ = event.steps;
  write_with_program({{"event", "start"},
                      {"schema", schema_version},
                      {"version", event.version},
                      {"files", event.files},
                      {"command", event.command},
                      {"options", event.options},
                      {"words", event.words},
                      {"plan", event.plan},
                      {"algorithm", event.algorithm},
                      {"jobs", event.jobs},
                      {"tokens", event.tokens},
                      {"bytes", event.bytes}});
  has_begun_ = true;
  for (const Notice& notice : std::exchange(early_, {})) noticed(notice);
  flush();
}

void JsonLog::noticed(const Notice& event) {
  if (!has_begun_) return early_.push_back(event);
  write({{"event", "notice"},
         {"at", at()},
         {"kind", name_of(event.kind)},
         {"message", event.message},
         {"way_out", event.way_out}});
}

void JsonLog::resumed(std::size_t queries) {
  has_begun_ = true;
  write({{"event", "resume"}, {"at", at()}, {"queries", queries}});
}

void JsonLog::ended(const Report& report) {
  const Counts& total = report.counts;
  const Activity& activity = report.activity;
  nlohmann::json end = {{"event", "end"},
                        {"at", at()},
                        {"ending", name_of(report.ending)},
                        {"tokens", report.after.tokens},
                        {"bytes", report.after.bytes},
                        {"best", report.best_number},
                        {"lists", report.lists},
                        {"left_out", report.left_out},
                        {"asked", total.asked},
                        {"tested", total.tested()},
                        {"remembered", total.remembered},
                        {"started", activity.run()},
                        {"seconds", seconds(report.time)},
                        {"slots",
                         {{"testing", seconds(activity.testing)},
                          {"told", seconds(total.time)},
                          {"thinking", seconds(activity.thinking)},
                          {"nothing", seconds(activity.nothing)}}}};
  for (const StepCounts& step : report.steps)
    end["test_stages"].push_back({{"name", step.name},
                                  {"tested", step.tested},
                                  {"refused", step.refused},
                                  {"seconds", seconds(step.time)},
                                  {"share", share_of_time(step, report.steps)}});
  if (const auto& functions = report.functions)
    end["functions"] = {{"kept", functions->kept},
                        {"emptied", functions->emptied},
                        {"removed", functions->removed},
                        {"statements_before", functions->statements_before},
                        {"statements_after", functions->statements_after}};
  if (total.untested > 0) end["untested"] = total.untested;
  if (!report.enough.empty()) end["until"] = report.enough;
  if (algorithm_ == "combine") {
    const Unambiguity& unambiguity = report.unambiguity;
    end["unambiguity"] = {{"trivial", unambiguity.trivial},
                          {"successful", unambiguity.successful},
                          {"unsuccessful", unambiguity.unsuccessful},
                          {"ratio", unambiguity.ratio()}};
  }
  if (const Listening& listening = report.listening; listening.refusals > 0)
    end["listening"] = {{"refusals", listening.refusals},
                        {"explained", listening.explained},
                        {"repairs", listening.repairs},
                        {"repaired", listening.repaired}};
  write(end);
  flush();
}

void JsonLog::failed(const Error& error, int exit_code) {
  write_with_program({{"event", "error"},
                      {"at", at()},
                      {"kind", name_of(error.kind)},
                      {"message", error.message},
                      {"way_out", error.way_out},
                      {"exit_code", exit_code}});
  flush();
}

void JsonLog::list_began(const ListBegan& event) {
  const std::vector<Weight> weights = event.edits.weights();
  nlohmann::json began = {
      {"event", "list"},
      {"at", at()},
      {"phase", "start"},
      {"list", event.number},
      {"stage", event.stage},
      {"elements", weights.size()},
      {"weight", std::accumulate(weights.begin(), weights.end(), std::uint64_t{0})}};
  if (options_.weights) began["weights"] = weights;
  write(began);
}

void JsonLog::list_ended(const ListEnded& event) {
  std::uint64_t weight = 0;
  event.kept.for_each([&](std::size_t edit) { weight += event.edits.edits()[edit].weight; });
  nlohmann::json ended = {{"event", "list"},      {"at", at()},
                          {"phase", "end"},       {"list", event.number},
                          {"stage", event.stage}, {"elements", event.kept.count()},
                          {"weight", weight},     {"changed", event.changed}};
  if (options_.weights) ended["stayed"] = event.kept.elements();
  write(ended);
}

void JsonLog::told(const Told& event) {
  const bool is_named = event.outcome == Outcome::uninteresting &&
                        event.last_step < steps_.size() && !event.step_times.empty();
  const std::string refused_by =
      is_named ? fmt::format(R"(,"refused_by":"{}")", steps_[event.last_step]) : "";
  // By hand: a run can have millions of these, and every value is a number or free of quotes.
  const auto out = std::back_inserter(line_);
  fmt::format_to(
      out,
      R"({{"event":"query","at":{:.6f},"list":{},"stage":"{}","kind":"{}","round":{},"parts":{},)"
      R"("part":{},"step":{},)",
      at(), event.list, event.stage, whittle::name_of(event.role.kind), event.role.round,
      event.role.parts, event.role.part, event.role.step);
  if (options_.counts)
    fmt::format_to(out, R"("elements":{},"tokens":{},)", event.elements.value_or(0),
                   event.tokens.value_or(0));
  fmt::format_to(out,
                 R"("likelihood":{:.4f},"candidate":"{}","bytes":{},"interesting":{},)"
                 R"("remembered":{},"timed_out":{},"seconds":{:.6f}{}{}}})",
                 event.likelihood, event.candidate.hex(), event.bytes,
                 event.outcome == Outcome::interesting, event.remembered, event.timed_out,
                 seconds(event.duration), event.untested ? R"(,"untested":true)" : "", refused_by);
  write_line();
}

void JsonLog::slot_changed(const SlotChange& event) {
  if (!options_.slots) return;
  fmt::format_to(std::back_inserter(line_),
                 R"({{"event":"slot","at":{:.6f},"slot":{},"phase":"{}","ahead":{},"cancelled":{},)"
                 R"("candidate":"{}"{}}})",
                 at(), event.slot, event.phase == SlotChange::Phase::start ? "start" : "end",
                 event.ahead, event.cancelled, event.candidate.hex(),
                 event.was_run ? "" : R"(,"run":false)");
  write_line();
}

void JsonLog::improved(const BestFound& event) {
  write({{"event", "best"},
         {"at", at()},
         {"number", event.number},
         {"list", event.list},
         {"stage", event.stage},
         {"tokens", event.tokens},
         {"bytes", event.bytes},
         {"lines", event.lines}});
}

double JsonLog::at() const {
  if (options_.now) return options_.now();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - started_;
  return (options_.at + time).count();
}

void JsonLog::write(const nlohmann::json& event) {
  const std::string text = event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  line_.append(text);
  write_line();
}

void JsonLog::write_with_program(const nlohmann::json& event) {
  std::string text = event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (!options_.program.empty() && written_ == 0)
    text.replace(0, 1, fmt::format(R"({{"program":"{}",)", options_.program));
  line_.append(text);
  write_line();
}

void JsonLog::write_line() {
  line_.push_back('\n');
  if (!error_ && std::fwrite(line_.data(), 1, line_.size(), file_) < line_.size()) fail_with(errno);
  written_ += line_.size();
  line_.clear();
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
