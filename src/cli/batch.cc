#include "cli/batch.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/console.h"
#include "cli/interrupt.h"
#include "document/disk.h"
#include "report/lines.h"
#include "report/words.h"
#include "run/failure_of.h"
#include "run/reduce.h"
#include "run/stop.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

struct Input {
  std::string path;
  std::uintmax_t bytes = 0;
};

/// Files that fail in the same way.
struct FailureGroup {
  std::string failure;
  std::vector<Input> inputs;  // the smallest first
  std::string result;         // where it is; empty if there is none
  std::uintmax_t bytes = 0;   // of the result
  std::string error;          // why there is no result
};

Result<std::vector<Input>> inputs_in(const std::string& folder) {
  std::error_code problem;
  std::vector<Input> inputs;
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
  std::ranges::sort(inputs, {}, [](const Input& one) { return std::tie(one.bytes, one.path); });
  return inputs;
}

/// The folder for results, which must be new.
Result<std::string> make_output(const Request& request) {
  std::string folder = request.files.front();
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  const std::string output = request.output.value_or(folder + ".reduced");
  std::error_code problem;
  if (!request.force && fs::exists(output, problem))
    return fail(ErrorKind::usage,
                fmt::format("{} exists; batch does not overwrite it", shown(output)),
                "name another folder: -o FOLDER; or overwrite it: --force");
  fs::create_directories(output, problem);
  if (problem)
    return fail(ErrorKind::disk,
                fmt::format("cannot make {}: {}", shown(output), problem.message()));
  return output;
}

Request request_for(const Options& options, const Input& input) {
  Request request;
  request.files = {input.path};
  request.search = options.request.search;
  request.test = options.request.test;
  request.jobs = options.request.jobs;
  request.max_time = options.request.max_time;
  request.stop = options.request.stop;
  request.force = options.request.force;
  return request;
}

struct Sorted {
  std::vector<FailureGroup> groups;
  std::vector<Input> fine;   // on these the command does not fail
  std::vector<Input> hangs;  // on these it does not end
  bool interrupted = false;
};

/// How long the command may take on a file before it is known how it fails. One file that hangs
/// must not hold up the others for ten minutes.
std::chrono::microseconds limit_of(const Options& options) {
  return options.request.test.timeout.value_or(std::chrono::seconds(10));
}

std::string still_runs(const Options& options) {
  return fmt::format("still runs after {}", short_time(limit_of(options)));
}

Result<Sorted> sort_by_failure(const Options& options, const std::vector<Input>& inputs) {
  Sorted sorted;
  std::map<std::string, std::size_t> group_of;
  for (const Input& input : inputs) {
    Request request = request_for(options, input);
    request.test.timeout = limit_of(options);
    const Result<FileFailure> failure = failure_of(request);
    if (!failure) return std::unexpected(failure.error());
    if (failure->kind == FileFailure::Kind::interrupted) {
      sorted.interrupted = true;
      return sorted;
    }
    if (failure->kind != FileFailure::Kind::fails) {
      (failure->kind == FileFailure::Kind::none ? sorted.fine : sorted.hangs).push_back(input);
      continue;
    }
    const std::string sentence = failure->signature.sentence();
    const auto [at, is_new] = group_of.try_emplace(sentence, sorted.groups.size());
    if (is_new) sorted.groups.push_back({sentence, {}, {}, 0, {}});
    sorted.groups[at->second].inputs.push_back(input);
  }
  return sorted;
}

/// Reduces the smallest file of the group; false if the user stopped it.
bool reduce_group(const Options& options, const std::string& output, FailureGroup& group,
                  Interrupt& interrupt) {
  const Input& input = group.inputs.front();
  Request request = request_for(options, input);
  group.result = (fs::path(output) / fs::path(input.path).filename()).string();
  request.output = group.result;
  Console console({.quiet = !options.verbose, .verbose = options.verbose}, interrupt);
  const Result<Report> report = reduce(std::move(request), console);
  if (!report) {
    group.error = report.error().message;
    group.result.clear();
    print_message("warning: ", fmt::format("{}: {}", shown(input.path), report.error().message),
                  report.error().way_out);
    return true;
  }
  group.bytes = report->result.size();
  return report->ending != RunEnding::interrupted;
}

std::array<std::pair<std::string, const std::vector<Input>*>, 2> not_reduced(
    const Sorted& sorted, const Options& options) {
  return {{{still_runs(options), &sorted.hangs}, {"does not fail", &sorted.fine}}};
}

std::string markdown(const Sorted& sorted, const Options& options) {
  std::string text =
      "| files | bytes | reduced | result | failure |\n| --- | --- | --- | --- | --- |\n";
  for (const FailureGroup& group : sorted.groups)
    text +=
        fmt::format("| {} | {} | {} | {} | {} |\n", group.inputs.size(), group.inputs.front().bytes,
                    group.result.empty() ? "" : std::to_string(group.bytes),
                    group.result.empty() ? group.error : shown(group.result), group.failure);
  for (const FailureGroup& group : sorted.groups) {
    text += fmt::format("\n## {}\n\n", group.failure);
    for (const Input& input : group.inputs) text += fmt::format("- {}\n", shown(input.path));
  }
  for (const auto& [title, inputs] : not_reduced(sorted, options)) {
    if (!inputs->empty()) text += fmt::format("\n## {}\n\n", title);
    for (const Input& input : *inputs) text += fmt::format("- {}\n", shown(input.path));
  }
  return text;
}

void print_table(const Sorted& sorted, const Options& options) {
  fmt::print("{:>5} {:>10} {:>8}  {:<24} {}\n", "files", "bytes", "reduced", "result", "failure");
  for (const FailureGroup& group : sorted.groups)
    fmt::print("{:>5} {:>10} {:>8}  {:<24} {}\n", group.inputs.size(),
               with_commas(group.inputs.front().bytes),
               group.result.empty() ? "-" : with_commas(group.bytes),
               group.result.empty() ? "-" : shown(group.result), printable(group.failure));
  for (const auto& [title, inputs] : not_reduced(sorted, options))
    if (!inputs->empty())
      fmt::print("{:>5} {:>10} {:>8}  {:<24} {}\n", inputs->size(), "", "", "", title);
}

}  // namespace

Result<ExitCode> reduce_batch(Options options) {
  const Result<std::vector<Input>> inputs = inputs_in(options.request.files.front());
  if (!inputs) return std::unexpected(inputs.error());
  StopSwitch stop;
  Interrupt interrupt(stop);
  options.request.stop = &stop;
  if (!options.quiet)
    print_message(
        "",
        fmt::format("the command runs on each of {} in {}, for at most {} (see --timeout)",
                    counted(inputs->size(), "file"), shown(options.request.files.front()),
                    short_time(limit_of(options))),
        "");
  Result<Sorted> sorted = sort_by_failure(options, *inputs);
  if (!sorted) return std::unexpected(sorted.error());
  if (sorted->interrupted) return exit_interrupted;
  if (const std::vector<Input>& hangs = sorted->hangs; !hangs.empty())
    print_message(
        "warning: ",
        fmt::format("the command {} on {}, which batch does not reduce", still_runs(options),
                    counted(hangs.size(), "file")),
        fmt::format(
            "reduce one of them alone: whittle --slower-than {:g}s -o small {} -- COMMAND @@",
            std::chrono::duration<double>(limit_of(options)).count(), shown(hangs.front().path)));
  if (sorted->groups.empty())
    return fail(ErrorKind::not_interesting,
                fmt::format("the command fails on none of {}", counted(inputs->size(), "file")),
                "run it by hand on one of them; a failure is a signal or an exit status above 0");
  const Result<std::string> output = make_output(options.request);
  if (!output) return std::unexpected(output.error());
  const std::size_t failing = inputs->size() - sorted->fine.size() - sorted->hangs.size();
  if (!options.quiet)
    print_message(
        "",
        fmt::format("{} {} in {}; the smallest of each is reduced", counted(failing, "file"),
                    failing == 1 ? "fails" : "fail", counted(sorted->groups.size(), "way")),
        "");
  bool continues = true;
  for (FailureGroup& group : sorted->groups) {
    if (!continues) break;
    if (!options.quiet)
      print_message("",
                    fmt::format("{} of {}: {} ({} bytes): {}", &group - sorted->groups.data() + 1,
                                sorted->groups.size(), shown(group.inputs.front().path),
                                with_commas(group.inputs.front().bytes), group.failure),
                    "");
    continues = reduce_group(options, *output, group, interrupt);
  }
  print_table(*sorted, options);
  if (Result<void> written = write_file(*output + "/report.md", markdown(*sorted, options), 0644);
      !written)
    return std::unexpected(written.error());
  return continues ? exit_success : exit_interrupted;
}

}  // namespace whittle
