// Files are grouped by their failure, not by their content: fuzzers find one bug with hundreds of
// files, and a group needs one reduction. The smallest file of a group is reduced, because it is
// usually the quickest.
#include "run/batch.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>

#include "base/reason.h"
#include "document/disk.h"
#include "report/words.h"
#include "run/failure_of.h"
#include "run/reduce.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

Result<std::vector<BatchInput>> inputs_in(const std::string& folder) {
  std::error_code problem;
  std::vector<BatchInput> inputs;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    if (std::error_code ignored;
        at->is_regular_file(ignored) && !at->path().filename().string().starts_with('.'))
      inputs.push_back({at->path().string(), at->file_size(ignored)});
  if (problem)
    return fail(ErrorKind::input,
                fmt::format("cannot read the folder {}: {}", shown(folder), problem.message()));
  if (inputs.empty())
    return fail(ErrorKind::input, fmt::format("there is no file in {}", shown(folder)));
  std::ranges::sort(inputs, {},
                    [](const BatchInput& one) { return std::tie(one.bytes, one.path); });
  return inputs;
}

/// The folder for results, which must be new.
Result<std::string> make_output(const Request& request) {
  std::string folder = request.files.front();
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  const std::string output = request.output.value_or(folder + ".reduced");
  std::error_code problem;
  if (!request.force && fs::exists(output, problem))
    return fail(ErrorKind::usage, {Reason::batch_output_exists},
                fmt::format("{} exists; batch does not overwrite it", shown(output)),
                "name another folder in Request::output, or set Request::force");
  fs::create_directories(output, problem);
  if (problem)
    return fail(ErrorKind::disk,
                fmt::format("cannot make {}: {}", shown(output), problem.message()));
  return output;
}

/// The request for one file of the folder.
Request request_for(const Request& batch, const BatchInput& input) {
  Request request;
  request.files = {input.path};
  request.search = batch.search;
  request.test = batch.test;
  request.jobs = batch.jobs;
  request.max_time = batch.max_time;
  request.stop = batch.stop;
  request.force = batch.force;
  request.phrase = batch.phrase;
  return request;
}

Result<BatchReport> sort_by_failure(const Request& batch, const std::vector<BatchInput>& inputs,
                                    std::chrono::microseconds limit) {
  BatchReport report{.limit = limit};
  std::map<std::string, std::size_t> group_of;
  for (const BatchInput& input : inputs) {
    Request request = request_for(batch, input);
    request.test.timeout = limit;
    const Result<FileFailure> failure = failure_of(request);
    if (!failure) return std::unexpected(failure.error());
    if (failure->kind == FileFailure::Kind::interrupted) return BatchReport{.interrupted = true};
    if (failure->kind != FileFailure::Kind::fails) {
      (failure->kind == FileFailure::Kind::none ? report.fine : report.hangs).push_back(input);
      continue;
    }
    const std::string sentence = failure->sentence;
    const auto [at, is_new] = group_of.try_emplace(sentence, report.groups.size());
    if (is_new) report.groups.push_back({.failure = sentence});
    report.groups[at->second].inputs.push_back(input);
  }
  return report;
}

/// Reduces the smallest file of the group; false if the user stopped it.
bool reduce_group(const Request& batch, const std::string& output, FailureGroup& group,
                  Observer& observer, BatchObserver& batch_observer) {
  const BatchInput& input = group.inputs.front();
  Request request = request_for(batch, input);
  const std::string result = (fs::path(output) / fs::path(input.path).filename()).string();
  request.output = result;
  const Result<Report> report = reduce(std::move(request), observer);
  if (!report) {
    group.error = batch_observer.failed(group, report.error());
    return true;
  }
  group.result = result;
  group.bytes = report->result.size();
  return report->ending != RunEnding::interrupted;
}

std::string markdown(const BatchReport& report) {
  std::string text =
      "| files | bytes | reduced | result | failure |\n| --- | --- | --- | --- | --- |\n";
  for (const FailureGroup& group : report.groups)
    text +=
        fmt::format("| {} | {} | {} | {} | {} |\n", group.inputs.size(), group.inputs.front().bytes,
                    group.result.empty() ? "" : std::to_string(group.bytes),
                    group.result.empty() ? group.error : shown(group.result), group.failure);
  const auto list = [&](const std::string& title, const std::vector<BatchInput>& inputs) {
    if (!inputs.empty()) text += fmt::format("\n## {}\n\n", title);
    for (const BatchInput& input : inputs) text += fmt::format("- {}\n", shown(input.path));
  };
  for (const FailureGroup& group : report.groups) list(group.failure, group.inputs);
  for (const NotReduced& rest : not_reduced(report)) list(rest.why, rest.inputs);
  return text;
}

}  // namespace

std::vector<NotReduced> not_reduced(const BatchReport& report) {
  return {{"still runs after " + short_time(report.limit), report.hangs},
          {"does not fail", report.fine}};
}

Result<BatchReport> reduce_batch(const Request& request, BatchObserver& observer) {
  const Result<std::vector<BatchInput>> inputs = inputs_in(request.files.front());
  if (!inputs) return std::unexpected(inputs.error());
  // How long the command may take on a file before it is known how it fails. One file that hangs
  // must not hold up the others for ten minutes.
  const auto limit = request.test.timeout.value_or(std::chrono::seconds(10));
  observer.began(inputs->size(), limit);
  Result<BatchReport> report = sort_by_failure(request, *inputs, limit);
  if (!report || report->interrupted) return report;
  observer.sorted(*report);
  if (report->groups.empty())
    return fail(ErrorKind::not_interesting,
                fmt::format("the command fails on none of {}", counted(inputs->size(), "file")),
                "run it by hand on one of them; a failure is a signal or an exit status above 0");
  const Result<std::string> output = make_output(request);
  if (!output) return std::unexpected(output.error());
  for (std::size_t i = 0; i < report->groups.size() && !report->interrupted; ++i) {
    Observer& of_run = observer.begins(i + 1, *report);
    report->interrupted = !reduce_group(request, *output, report->groups[i], of_run, observer);
  }
  if (Result<void> written = write_file(*output + "/report.md", markdown(*report), 0644); !written)
    return std::unexpected(written.error());
  return report;
}

}  // namespace whittle
