#include "run/lost_validity.h"

#include <fmt/format.h>
#include <utility>

#include "base/reason.h"
#include "oracle/compiler_check.h"
#include "oracle/make_spec.h"
#include "run/oracle_options.h"

namespace whittle {

void look_for_lost_validity(const Opened& opened, const Confirmed& confirmed, Notices& notices) {
  const Ready& ready = opened.ready;
  const Conditions& conditions = ready.request.test.conditions;
  const std::optional<std::string> check = compiler_check(conditions.command);
  if (!check || conditions.compiler_accepts || !ready.on_original.is_crash() || !confirmed.passed)
    return;
  Result<LocalOracle::Options> options = oracle_options(ready.request, ready.original, ready.stop);
  if (!options) return;
  options->slots = 1;
  TestSpec spec;
  spec.steps.push_back(shell_step("valid", *check));
  const Result<std::unique_ptr<LocalOracle>> oracle =
      LocalOracle::make(std::move(spec), std::move(*options));
  if (!oracle) return;
  const auto accepts = [&](const Document& document) {
    const Result<Witness> witness = (*oracle)->run_alone(document);
    return witness && !witness->interrupted && witness->verdict.outcome == Outcome::interesting;
  };
  if (accepts(confirmed.result) || !accepts(ready.original)) return;
  const std::string by = check->substr(0, check->find(' '));
  notices.add({Notice::Kind::warning,
               fmt::format("{} accepts the original and not the result", by),
               "to keep it valid: test.conditions.compiler_accepts",
               {Reason::validity_was_lost, {by}}});
}

}  // namespace whittle
