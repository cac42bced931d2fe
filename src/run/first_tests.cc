// Most failed reductions fail because of the test, so both ends are tried before anything is
// changed: the original must be interesting and an empty input must not. The messages name the
// likely reason, with the output of the test.
#include "run/first_tests.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "base/pattern.h"
#include "base/reason.h"
#include "document/disk.h"
#include "failure/mask.h"
#include "failure/output_lines.h"
#include "failure/telling_line.h"
#include "oracle/golden.h"
#include "oracle/make_spec.h"
#include "oracle/run_until.h"
#include "report/words.h"

namespace whittle {
namespace {

/// `worth_another_place`, if there is one: set if the test may have failed because of the place.
Result<TestedOriginal> test_in(const ChosenTest& test, const Document& original,
                               const LocalOracle::Options& options, std::size_t most,
                               bool* worth_another_place) {
  Result<std::unique_ptr<LocalOracle>> oracle = LocalOracle::make(test.spec, options);
  if (!oracle) return std::unexpected(oracle.error());
  Result<Witness> witness = (*oracle)->check_original(original, most);
  if (witness) return TestedOriginal{std::move(*oracle), std::move(*witness)};
  if (worth_another_place && witness.error().kind == ErrorKind::not_interesting &&
      !(*oracle)->reached_limit() && (*oracle)->scratch().root().starts_with("/dev/shm/")) {
    *worth_another_place = true;
    (*oracle)->keep_nothing();  // the user will be told of the other place
  }
  return std::unexpected(witness.error());
}

/// What the recipes of `share/whittle/valid` left out, because a tool is missing or does not work.
void add_left_out(const TestSpec& spec, const Witness& witness, Notices& notices) {
  static const Pattern pattern = *Pattern::compile("^not checked: (.*)");
  for (std::size_t step = 0; step < std::min(spec.main_step, witness.commands.size()); ++step)
    if (spec.steps[step].name == "valid")
      for (const std::string& line : output_lines(witness.commands[step]))
        if (const auto what = pattern.group_in(line))
          notices.add(Notice::Kind::warning,
                      fmt::format("validity is not fully checked: {}", *what));
}

}  // namespace

Result<TestedOriginal> test_original(const ChosenTest& test, const Document& original,
                                     const LocalOracle::Options& options, std::size_t most,
                                     Notices& notices) {
  bool worth_another_place = false;
  Result<TestedOriginal> tested = test_in(test, original, options, most, &worth_another_place);
  if (tested) add_left_out(test.spec, tested->witness, notices);
  if (tested || !worth_another_place) return tested;
  // A test that makes its own /dev, as bubblewrap does, does not see our /dev/shm. So an original
  // that is not interesting there is tested once more in a folder on disk.
  LocalOracle::Options on_disk = options;
  std::error_code problem;
  on_disk.scratch_parent = std::filesystem::temp_directory_path(problem).string();
  if (problem) on_disk.scratch_parent = "/tmp";
  tested = test_in(test, original, on_disk, most, nullptr);
  if (tested)
    notices.add(Notice::Kind::information,
                fmt::format("{} cannot see /dev/shm; its folders are in {}", test.name,
                            on_disk.scratch_parent));
  return tested;
}

namespace {

/// The rate that all versions must reach.
Result<PromisedRate> promise_about(const Runs& original, const TestOptions& options) {
  if (options.flaky != Flaky::rate) return half_of(original);
  if (original.rate() > options.least_rate) return at_least(options.least_rate, original);
  return fail(ErrorKind::unreliable,
              {Reason::original_fails_too_seldom, {percent_of(options.least_rate, 1.0)}},
              fmt::format("the original fails in {} of {} runs, more seldom than {}",
                          original.failed, original.all, percent_of(options.least_rate, 1.0)),
              "demand less in test.least_rate, or half of the original's rate: test.flaky = half");
}

}  // namespace

Result<std::optional<KeptRate>> measure_rate(WitnessOracle& oracle, const Document& original,
                                             const TestOptions& options,
                                             const std::optional<Runs>& known) {
  ManyRuns many{.runs = known.value_or(Runs{})};
  if (!known) {
    Result<ManyRuns> measured = run_until(oracle, original, most_runs_of_original, is_measured);
    if (!measured) return std::unexpected(measured.error());
    many = *measured;
  }
  if (many.interrupted) return std::nullopt;
  const Result<PromisedRate> promised = promise_about(many.runs, options);
  if (!promised) return std::unexpected(promised.error());
  oracle.decide_by(promised->of_candidates());
  return KeptRate{many.runs, *promised};
}

Notice notice_about(const KeptRate& rate) {
  return {
      Notice::Kind::information,
      fmt::format("fails in {} of {} runs; versions must fail in at least {} of their runs",
                  rate.original.failed, rate.original.all, percent_of(rate.promised.least, 1.0))};
}

Result<OnEmpty> test_empty(WitnessOracle& oracle, const Document& original,
                           const std::vector<std::string>& except, std::chrono::microseconds took) {
  const Document empty = emptied(original, except);
  if (empty == original) return OnEmpty{};
  // Twice, before we accuse a test that is only unreliable.
  OnEmpty seen{OnEmpty::Answer::accepts};
  for (int times = 0; times < 2; ++times) {
    Result<Witness> witness = oracle.run_aside(empty, limit_on_empty(took));
    if (!witness) return std::unexpected(witness.error());
    if (witness->interrupted) return OnEmpty{OnEmpty::Answer::interrupted};
    if (witness->verdict.outcome != Outcome::interesting) return OnEmpty{};
    seen.witnesses.push_back(std::move(*witness));
  }
  return seen;
}

namespace {

/// Both outputs, and the option that would tell them apart if a line does.
std::string compared_outputs(const std::string& file, const Witness& on_original,
                             const std::vector<Witness>& on_empty) {
  std::vector<CommandRun> empty;
  for (const Witness& witness : on_empty)
    if (!witness.commands.empty()) empty.push_back(witness.commands.back());
  if (on_original.commands.empty() || empty.empty()) return "";
  const auto shown_lines = [](const Witness& witness) {
    const std::string lines = first_lines(witness);
    return lines.empty() ? "\nprinted: nothing" : lines;
  };
  std::string text = fmt::format("on {}:{}\non an empty file:{}\n", shown(file),
                                 shown_lines(on_original), shown_lines(on_empty.back()));
  const std::string line = steady_line({on_original.commands.back()}, empty);
  if (line.empty())
    text += "nothing that it prints tells them apart\n";
  else
    text += fmt::format("to keep a line that it prints: test.conditions.output_has = {}\n",
                        shell_quoted(quoted_pattern(line)));
  return text;
}

/// The absolute path in `line` that ends with the name of the candidate: the command looks for it
/// in a folder of its own. Empty if there is none.
std::string path_elsewhere(const std::string& line, const std::string& candidate) {
  const std::string_view ends = " \t\"'`()[]<>,;:";
  const std::size_t at = line.find("/" + candidate);
  if (at == std::string::npos) return "";
  const std::size_t begin = line.find_last_of(ends, at) + 1;
  const std::string path = line.substr(begin, at + 1 + candidate.size() - begin);
  const std::size_t end = begin + path.size();
  const bool is_whole = end == line.size() || ends.contains(line[end]);
  return is_whole && path.starts_with('/') ? path : "";
}

}  // namespace

Error accepts_too_much(const Request& request, const Document& original, const ChosenTest& test,
                       const Witness& on_original, const std::vector<Witness>& on_empty) {
  const std::string& file = request.files.front();
  const std::string& candidate = original.files().front().path;
  std::string way_out, elsewhere;
  if (!test.sentence.empty()) {
    way_out = fmt::format("to keep: {}\n{}", test.sentence,
                          compared_outputs(file, on_original, on_empty));
    const std::string missing =
        on_original.commands.empty() ? "" : line_about_missing_file(on_original.commands.back());
    elsewhere = path_elsewhere(missing, candidate);
    if (elsewhere.empty() && !missing.empty() && !request.test.around)
      way_out += fmt::format(
          "perhaps this is no failure on {}, but a file that is missing around it: {}\n"
          "tests see only what is reduced; to show them the rest: test.around = .\n",
          shown(file), shown(missing));
  }
  if (elsewhere.empty())
    way_out += fmt::format(
        "perhaps it reads another copy, by an absolute path: it must read {} in the folder it is "
        "started in\n"
        "perhaps it accepts anything: check it by hand with an empty file\n",
        shown(candidate));
  const bool may_be_swapped =
      request.files.size() > 1 && !test.spec.steps.empty() && runs_candidates(test.spec);
  if (may_be_swapped)
    way_out += fmt::format("perhaps {} is the test, and should not be reduced\n", shown(file));
  way_out +=
      fmt::format("{} is unchanged; to accept an empty result: test.allow_empty", shown(file));
  return {ErrorKind::trivial,
          fmt::format("{} finds an empty input interesting", test.name),
          std::move(way_out),
          {Reason::accepts_empty, {elsewhere}}};
}

}  // namespace whittle
