#include "run/first_tests.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "base/reason.h"
#include "document/disk.h"

namespace whittle {
namespace {

Result<TestedOriginal> test_in(const ChosenTest& test, const Document& original,
                               const LocalOracle::Options& options, bool& worth_another_place) {
  Result<std::unique_ptr<LocalOracle>> oracle = LocalOracle::make(test.spec, options);
  if (!oracle) return std::unexpected(oracle.error());
  Result<Witness> witness = (*oracle)->check_original(original);
  if (witness) return TestedOriginal{std::move(*oracle), std::move(*witness)};
  worth_another_place = witness.error().kind == ErrorKind::not_interesting &&
                        !(*oracle)->reached_limit() &&
                        (*oracle)->scratch().root().starts_with("/dev/shm/");
  return std::unexpected(witness.error());
}

/// `document` with nothing in its files, except those that are not reduced.
Document emptied(const Document& document, const std::vector<std::string>& except) {
  std::vector<File> files = document.files();
  for (File& file : files)
    if (file.kind == File::Kind::regular && std::ranges::count(except, file.path) == 0)
      file.bytes = share("");
  return Document(std::move(files));
}

}  // namespace

Result<TestedOriginal> test_original(const ChosenTest& test, const Document& original,
                                     const LocalOracle::Options& options, Notices& notices) {
  bool worth_another_place = false;
  Result<TestedOriginal> tested = test_in(test, original, options, worth_another_place);
  if (tested || !worth_another_place) return tested;
  // A test that makes its own /dev, as bubblewrap does, does not see our /dev/shm. So an original
  // that is not interesting there is tested once more in a folder on disk.
  LocalOracle::Options on_disk = options;
  std::error_code problem;
  on_disk.scratch_parent = std::filesystem::temp_directory_path(problem).string();
  if (problem) on_disk.scratch_parent = "/tmp";
  tested = test_in(test, original, on_disk, worth_another_place);
  if (tested)
    notices.add(Notice::Kind::information,
                fmt::format("{} cannot see /dev/shm; its folders are in {}", test.name,
                            on_disk.scratch_parent));
  return tested;
}

Result<OnEmpty> test_empty(WitnessOracle& oracle, const Document& original,
                           const std::vector<std::string>& except, std::chrono::microseconds took) {
  const Document empty = emptied(original, except);
  if (empty == original) return OnEmpty::refuses;
  // A test that hangs on an empty input must not cost a long time limit at every start.
  const auto most = std::max<std::chrono::microseconds>(std::chrono::seconds(1), 10 * took);
  // Twice, before we accuse a test that is only unreliable.
  for (int times = 0; times < 2; ++times) {
    const Result<Witness> witness = oracle.run_aside(empty, most);
    if (!witness) return std::unexpected(witness.error());
    if (witness->interrupted) return OnEmpty::interrupted;
    if (witness->verdict.outcome != Outcome::interesting) return OnEmpty::refuses;
  }
  return OnEmpty::accepts;
}

Error accepts_too_much(const Request& request, const Document& original, const ChosenTest& test) {
  const std::string& file = request.files.front();
  std::string way_out;
  if (!test.sentence.empty() && !request.test.around)
    way_out = fmt::format(
        "perhaps this is no failure on {}, but a file that is missing around it: {}\n"
        "tests see only what is reduced; to show them the rest: test.around = .\n",
        shown(file), test.sentence);
  way_out += fmt::format(
      "perhaps it reads another copy, by an absolute path: it must read {} in the folder it is "
      "started in\n"
      "perhaps it accepts anything: check it by hand with an empty file\n",
      shown(original.files().front().path));
  const bool may_be_swapped =
      request.files.size() > 1 && !test.spec.steps.empty() && runs_candidates(test.spec);
  if (may_be_swapped)
    way_out += fmt::format("perhaps {} is the test, and should not be reduced\n", shown(file));
  way_out +=
      fmt::format("{} is unchanged; to accept an empty result: test.allow_empty", shown(file));
  return {ErrorKind::trivial,
          fmt::format("{} finds an empty input interesting", test.name),
          std::move(way_out),
          {Reason::accepts_empty}};
}

}  // namespace whittle
