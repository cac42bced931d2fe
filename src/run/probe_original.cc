#include "run/probe_original.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "plan/plan_parts.h"
#include "probe/never_ran.h"
#include "probe/recorders.h"
#include "syntax/tree.h"

namespace whittle {
namespace {

/// On smaller originals a test more is not worth it.
constexpr std::int64_t least_tokens = 500;

bool wants_probe(const Ready& ready) {
  const StageMaker& maker = *ready.search.stage_maker;
  const bool has_part = ready.search.plan == "auto" || ready.search.plan == "debloat";
  // A test that must still be running at its limit ends no program, so nothing is recorded.
  const bool hangs = std::ranges::any_of(
      ready.test.spec.steps, [](const Step& step) { return step.expect.slower_than.has_value(); });
  return has_part && !hangs && maker.listen.on && maker.wants(plan_part::probe.name) &&
         ready.original.size() <= quick_to_parse && measure(ready.original).tokens >= least_tokens;
}

/// Recorders make a program slower.
std::chrono::microseconds most_time(const Ready& ready) {
  return 10 * ready.verdict_on_original.duration + std::chrono::seconds(10);
}

/// Whether the test is a compiler and nothing else, so that no program runs.
bool only_compiles(const probe::RecorderRow& row, const TestSpec& spec) {
  return std::ranges::all_of(
      spec.steps, [&](const Step& step) { return probe::wraps(row, step.command.front()); });
}

/// One run of the test with a recorder; nothing if the user wants to stop.
std::optional<probe::Coverage> observe(const probe::RecorderRow& row, Ready& ready) {
  const StageMaker& maker = *ready.search.stage_maker;
  std::string folder;
  const EquipTest equip = [&](const std::string& place) {
    folder = place;
    return probe::equip(row, ready.original, place);
  };
  const Document document = probe::marked(row, ready.original, *maker.trees);
  const Result<Witness> witness = ready.oracle->run_observed(document, most_time(ready), equip);
  if (witness && witness->interrupted) return std::nullopt;
  if (!witness || folder.empty()) return probe::Coverage();
  probe::Coverage seen = row.read(folder, ready.original, *maker.tools);
  if (maker.tools->stopped()) return std::nullopt;
  seen.recorder = row.name;
  return seen;
}

/// Whether the test runs programs where recorders may not be able to write.
bool is_shut_in(const Ready& ready) {
  constexpr std::array<std::string_view, 8> sandboxes{
      "bwrap", "firejail", "docker", "podman", "nsjail", "unshare", "systemd-run", "chroot"};
  const std::string& script = ready.recipe.test.script;
  return ready.test.spec.sandbox || std::ranges::any_of(sandboxes, [&](std::string_view name) {
           return script.find(name) != std::string::npos;
         });
}

}  // namespace

Result<void> probe_original(Opened& opened, Notices& notices) {
  Ready& ready = opened.ready;
  if (!wants_probe(ready)) return {};
  const Result<std::optional<Bytes>> known = opened.folder.coverage();
  if (!known) return std::unexpected(known.error());
  if (*known) return {};  // `open` has read it
  const StageMaker& maker = *ready.search.stage_maker;
  probe::Coverage& coverage = *maker.coverage;
  bool is_observed = false;
  for (const probe::RecorderRow& row : probe::recorders()) {
    if (!probe::suits(row, ready.original, *maker.trees) || only_compiles(row, ready.test.spec))
      continue;
    is_observed = true;
    std::optional<probe::Coverage> seen = observe(row, ready);
    if (!seen) return {};
    if (seen->empty()) continue;
    coverage = std::move(*seen);
    break;
  }
  if (!coverage.empty()) {
    const probe::FunctionCounts counts = probe::count_functions(
        {ready.original, *maker.trees, *maker.tools, maker.goal, maker.binary_files}, coverage);
    coverage.functions = counts.all;
    coverage.idle_functions = counts.idle;
  } else if (is_observed && is_shut_in(ready)) {
    notices.add(Notice::Kind::information,
                "the test could not be observed: nothing in its sandbox can write a record");
  }
  return opened.folder.append({.coverage = coverage.to_text()});
}

}  // namespace whittle
