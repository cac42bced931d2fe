#include "plan/probe_first.h"

#include <vector>

#include "document/goal.h"
#include "plan/plan_parts.h"
#include "plan/reductions.h"
#include "probe/never_ran.h"

namespace whittle {
namespace {

/// The likelihood that something which never ran can be emptied. In the library of `bench:
/// probe-javascript` one function of 467 was needed all the same: a minifier inlines it.
constexpr float chance_of_idle = 0.99F;

/// A list that is less than this share of the document is asked about once, as a whole. A larger
/// one continues as long as a test removes this share, and may fail to do so for a few tests.
constexpr double least_idle = 1.0 / 20, price_of_idle = 1.0 / 400;
constexpr std::size_t idle_tests_unpaid = 8;

}  // namespace

std::optional<Stage> ProbeFirst::never_ran_stage(const Document& document) const {
  if (stage_maker_->coverage->empty() || !stage_maker_->wants(plan_part::probe.name))
    return std::nullopt;
  Found found = probe::never_ran({document, *stage_maker_->trees, *stage_maker_->tools,
                                  stage_maker_->goal, stage_maker_->binary_files},
                                 *stage_maker_->coverage);
  // One for each edit that is let through.
  std::vector<float> chances;
  const auto leave_out = [&](std::size_t, const Edit&) {
    chances.push_back(chance_of_idle);
    return false;
  };
  std::optional<Stage> stage =
      stage_maker_->stage(plan_part::probe.name, document, std::move(found), leave_out, &chances);
  if (!stage) return stage;
  stage->reduction = AndNone(std::move(stage->reduction), AndNone::When::first);
  const auto tokens = static_cast<double>(measure(document).tokens);
  const auto left =
      static_cast<double>(measure(stage->edits->render(Subset::none(stage->edits->size()))).tokens);
  const std::size_t patience = tokens - left < least_idle * tokens ? 1 : idle_tests_unpaid;
  stage->reduction = WhileItPays(std::move(stage->reduction), stage->edits->weights(),
                                 {tokens, price_of_idle, patience});
  return stage;
}

std::optional<Stage> ProbeFirst::next(const StageEnd& end) {
  if (is_through_) return then_.next(end);
  if (!std::exchange(is_begun_, true))
    if (auto stage = never_ran_stage(end.document)) return stage;
  is_through_ = true;
  return then_.next({end.document});
}

}  // namespace whittle
