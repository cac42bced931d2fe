// The default plan: every pass there is, the one that promises most first.
//
// What a pass is worth is the share of the document it removes for each test it asks for. Before a
// pass has run its worth is a guess (its tier); each run corrects it, and older runs count half.
// Nothing here reads a clock: the same document and the same outcomes give the same choices.
//
// A pass that changed nothing is not asked again until the text has changed. When every pass has
// been refused on the very same text, the run is over: whatever the worth, each is tried at the
// end.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "plan/goal.h"
#include "plan/plans.h"

namespace whittle {
namespace {

/// How early a pass comes while nothing is known of it.
struct Tier {
  double worth;  ///< share of the document removed by a test
  std::vector<std::string_view> passes;
};

const std::vector<Tier>& tiers() {
  static const std::vector<Tier> all = {
      {1.0, {"tree-children", "line-blocks"}},
      {1e-1, {"comments", "lines"}},
      {1e-2, {"hoist", "unused", "with-uses", "body-to-declaration", "stand-in"}},
      {1e-3, {"bracket-delete", "bracket-empty", "bracket-strip", "duplicate-lines"}},
      {1e-5, {"merge-names", "bytes", "chars"}},
      {1e-7, {"rename-short", "blank-lines", "indentation"}},
  };
  return all;
}
constexpr double unlisted_worth = 1e-4;

double first_worth(std::string_view pass) {
  for (const Tier& tier : tiers())
    if (std::ranges::find(tier.passes, pass) != tier.passes.end()) return tier.worth;
  return unlisted_worth;
}

class AutoPlan {
 public:
  explicit AutoPlan(SharedWorkshop workshop) : workshop_(std::move(workshop)) {
    for (const Pass& pass : passes())
      if (workshop_->wants(pass.name)) passes_.push_back({&pass, first_worth(pass.name), 1, {}});
  }

  std::optional<Stage> next(const StageEnd& end) {
    const Hash text = end.document.hash();
    const double tokens = static_cast<double>(measure(end.document).tokens);
    if (running_ != none) learn(end, text, tokens);
    tokens_ = tokens;
    for (;;) {
      running_ = most_worth(text);
      if (running_ == none) return std::nullopt;
      Known& pass = passes_[running_];
      if (std::optional<Stage> stage = workshop_->stage(
              pass.pass->name, end.document, pass.pass->find({end.document, *workshop_->trees})))
        return stage;
      pass.refused_on = text;
    }
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  struct Known {
    const Pass* pass;
    double share;  // of the document, removed
    double tests;  // asked for
    Hash refused_on;
  };

  void learn(const StageEnd& end, const Hash& text, double tokens) {
    Known& pass = passes_[running_];
    const double removed = tokens_ > 0 ? (tokens_ - tokens) / tokens_ : 0;
    pass.share = pass.share / 2 + std::max(removed, 0.0);
    pass.tests = pass.tests / 2 + static_cast<double>(end.queries);
    if (!end.changed) pass.refused_on = text;
  }

  std::size_t most_worth(const Hash& text) const {
    std::size_t best = none;
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      const Known& pass = passes_[i];
      if (pass.refused_on == text) continue;
      if (best == none || pass.share / pass.tests > passes_[best].share / passes_[best].tests)
        best = i;
    }
    return best;
  }

  SharedWorkshop workshop_;
  std::vector<Known> passes_;
  std::size_t running_ = none;
  double tokens_ = 0;
};

}  // namespace

AnyStrategy auto_strategy(SharedWorkshop workshop) {
  return AutoPlan(std::move(workshop));
}

}  // namespace whittle
