// The default plan: every pass there is, the one that promises most first.
//
// What a pass is worth is the share of the document it removes for each test it asks for. Before a
// pass has run its worth is a guess (the tiers of its row, `passes/pass.h`); each run corrects it,
// and older runs count half. Nothing here reads a clock: the same document and the same outcomes
// give the same choices.
//
// After a success the text is another, but most of it is not: an edit that was refused before, with
// the same text around it, will nearly always be refused again. So refused edits are remembered by
// what they change and what stands around it, and left out as long as anything else is left to try.
// That looks first where a success may have unlocked something: beside it, and at names that lost a
// use, since their edits are new.
//
// Heavy edits come first: a pass is offered in up to three grains, the edits that weigh a fortieth
// of the document or more, a four-hundredth, and all. Each grain has a worth of its own. Of some
// passes no edit is heavy but thousands may go together: those are offered in mass as well, early
// on, as long as that pays.
//
// So there are three sweeps: the passes that often pay; all passes; all passes with nothing left
// out. A success begins again at the first, unless it only touched the looks (names, numbers,
// blanks): that unlocks nothing. The run is over when the third sweep changes nothing.
#include "plan/auto_plan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "document/goal.h"
#include "plan/closure_plan.h"
#include "plan/coarse.h"
#include "plan/nesting.h"
#include "plan/persistent_set.h"
#include "plan/reductions.h"

namespace whittle {
namespace {

/// Names an edit by its pass and the text around the two ends of each change. What lies deep inside
/// does not count: a function that cannot go still cannot go when a statement in it has gone.
Hash name_of(std::string_view pass, const Edit& edit, const Document& document) {
  constexpr std::uint64_t around = 16;  // bytes on each side of an end
  Hash name = hash_of(pass);
  for (const Change& change : edit.changes) {
    if (change.drops_file) {
      name = combine(name, hash_of(document.files()[change.file].path));
      continue;
    }
    const BytesView bytes = document.bytes(change.file);
    for (const std::uint64_t at : {change.begin, change.end}) {
      const std::uint64_t begin = at > around ? at - around : 0;
      name = combine(name, hash_of(bytes.substr(begin, at - begin)));
      name = combine(name, hash_of(bytes.substr(at, around)));
    }
    name = combine(name, hash_of(change.replacement));
  }
  return name;
}

/// The least share of the document's tokens that an edit must weigh to be in a grain.
constexpr std::array<double, 3> grains{1.0 / 40, 1.0 / 400, 0};
/// How much less a finer grain promises than the next coarser one.
constexpr double finer = 1.0 / 30;

class AutoPlan {
 public:
  explicit AutoPlan(SharedStageMaker stage_maker) : stage_maker_(std::move(stage_maker)) {
    for (const Pass& pass : passes())
      if (stage_maker_->wants(pass))
        for (const Tier& tier : pass.tiers) {
          double worth = tier.worth;
          for (double grain : grains) {
            if (grain > 0 && tier.grains != Grains::heavy_first) continue;
            passes_.push_back({&pass, tier.when, grain, worth, 1, {}});
            worth *= finer;
          }
        }
  }

  std::optional<Stage> next(const StageEnd& end) {
    const Hash text = end.document.hash();
    const Measure size = measure(end.document);
    if (!end.edits) sweep_ = Sweep::promising;
    if (running_ != none) learn(end, text, size);
    text_ = text;
    size_ = size;
    for (;;) {
      running_ = most_worth();
      if (running_ == none) {
        if (sweep_ == Sweep::everything) return std::nullopt;
        sweep_ = sweep_ == Sweep::promising ? Sweep::untried : Sweep::everything;
        if (sweep_ == Sweep::everything)
          for (Known& pass : passes_)
            if (pass.grain == 0) pass.through_on = {};
        continue;
      }
      Known& known = passes_[running_];
      const Pass& pass = *known.pass;
      Found found = stage_maker_->find(pass, end.document);
      const std::vector<bool> chosen =
          in_grain(found, known.grain * static_cast<double>(size_.tokens));
      const auto leave_out = [&](std::size_t i, const Edit& edit) {
        return !chosen[i] || (sweep_ != Sweep::everything &&
                              refused_.contains(name_of(pass.name, edit, end.document)));
      };
      std::optional<Stage> stage =
          stage_maker_->stage(pass.name, end.document, std::move(found), leave_out);
      if (!stage) {
        known.through_on = text_;
        continue;
      }
      if (known.when == When::in_mass)
        stage->reduction = WhileItPays(std::move(stage->reduction), 8);
      return stage;
    }
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  enum class Sweep { promising, untried, everything };
  struct Known {
    const Pass* pass;
    When when;
    double grain;
    double share;     // of the document, removed
    double tests;     // asked for
    Hash through_on;  // the text on which it has nothing left to try
  };

  void learn(const StageEnd& end, const Hash& text, const Measure& size) {
    Known& ran = passes_[running_];
    // With lines as the goal, too, passes are compared by tokens: most save no line.
    const Goal goal = stage_maker_->goal == Goal::bytes ? Goal::bytes : Goal::tokens;
    const auto before = static_cast<double>(size_.of(goal));
    const double removed = before > 0 ? (before - static_cast<double>(size.of(goal))) / before : 0;
    ran.share = ran.share / 2 + std::max(removed, 0.0);
    ran.tests = ran.tests / 2 + static_cast<double>(end.queries);
    if (ran.when != When::in_mass) {  // there, many were never asked about
      end.kept->for_each([&](std::size_t edit) {
        refused_.insert(name_of(ran.pass->name, end.edits->edits()[edit], end.edits->base()));
      });
    }
    if (!end.changed) {
      ran.through_on = text;
    } else if (ran.when == When::looks_only && size.tokens == size_.tokens) {
      for (Known& other : passes_)
        if (&other != &ran && other.through_on == text_) other.through_on = text;
    } else {
      sweep_ = Sweep::promising;
    }
  }

  std::size_t most_worth() const {
    std::size_t best = none;
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      const Known& pass = passes_[i];
      if (pass.through_on == text_) continue;
      if (sweep_ == Sweep::promising && pass.when > When::often_pays) continue;
      if (best == none || pass.share / pass.tests > passes_[best].share / passes_[best].tests)
        best = i;
    }
    return best;
  }

  SharedStageMaker stage_maker_;
  std::vector<Known> passes_;
  PersistentSet refused_;  // edits, by name
  Sweep sweep_ = Sweep::promising;
  std::size_t running_ = none;
  Hash text_;
  Measure size_;
};

}  // namespace

AnyStrategy auto_strategy(const SharedStageMaker& stage_maker) {
  return CoarseFirst(stage_maker, ClosureFirst(stage_maker, AutoPlan(stage_maker)));
}

}  // namespace whittle
