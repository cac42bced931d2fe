/// Parts of the default plan that are no passes. `--only` and `--without` know them by name, and
/// `--list passes` lists them after the passes.
///
/// The closure search has no row among the passes because its edits depend on each other, and
/// `probe` has none because its edits depend on one run of the test. The other parts are rules that
/// leave out edits (`hopeless.h`); they list none.
#pragma once

#include <span>
#include <string_view>

namespace whittle {

struct PlanPart {
  std::string_view name;
  std::string_view input;  ///< the input that it applies to, for `--list passes`
  std::string_view summary;
  std::string_view evidence;  ///< as of `Pass`
};

namespace plan_part {
inline constexpr PlanPart probe{"probe", "programs that run",
                                "observe one test; empty functions and blocks that never ran",
                                "bench: probe-javascript"};
inline constexpr PlanPart closure{"closure", "large",
                                  "keep a few pieces with everything they need; remove all others",
                                  "bench: closure-cxx-first"};
inline constexpr PlanPart adds_error{
    "refusals-error", "any input",
    "leave out edits that contain a refused removal and add a syntax error", "bench: error-gcc12"};
inline constexpr PlanPart is_plain{
    "refusals-plain", "any input",
    "leave out removals that contain one that was refused since the last success",
    "bench: plain-gcc12"};
inline constexpr PlanPart refused_alone{
    "refusals-alone", "any input",
    "ask about a refused edit again only when half of the tokens are gone", "bench: ends-alone"};
inline constexpr PlanPart chances{"refusals-chances", "any input",
                                  "tell the algorithm how likely each edit can be applied",
                                  "bench: chances-gcc12"};
}  // namespace plan_part

std::span<const PlanPart> plan_parts();
/// Whether a pass or a part of the plan has this name.
bool is_pass_or_part(std::string_view name);

}  // namespace whittle
