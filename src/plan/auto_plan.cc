// The default plan: every pass there is, the one that promises most first.
//
// What a pass is worth is the share of the document it removes for each test it asks for. Before a
// pass has run its worth is a guess (its tier); each run corrects it, and older runs count half.
// Nothing here reads a clock: the same document and the same outcomes give the same choices.
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
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "plan/closure_plan.h"
#include "plan/coarse.h"
#include "plan/goal.h"
#include "plan/plans.h"
#include "plan/reductions.h"

namespace whittle {
namespace {

/// What is known of a pass beforehand: how early it comes, and when.
struct Tier {
  double worth;  ///< share of the document removed by a test
  enum class When { in_mass, often_pays, sometimes_pays, looks_only } when;
  std::vector<std::string_view> passes;
};

const std::vector<Tier>& tiers() {
  using enum Tier::When;
  static const std::vector<Tier> all = {
      {50.0, often_pays, {"llvm-names"}},
      {20.0, often_pays, {"with-orphans", "llvm-definitions"}},
      {5.0, in_mass, {"body-to-declaration"}},
      {1.5, often_pays, {"llvm-declare", "llvm-blocks", "llvm-instructions"}},
      {1.2, often_pays, {"counted-lines", "counted-links", "counted-words"}},
      {1.0, often_pays, {"tree-children"}},
      // Of binary files, which have nothing else.
      {5e-1, often_pays, {"byte-blocks", "blank-blocks"}},
      {3e-1, often_pays, {"statements"}},
      {1e-1, often_pays, {"comments"}},
      {3e-2,
       often_pays,
       {"unused", "with-uses", "hoist", "flatten", "unwrap", "drop-file-mentions", "smt-commands"}},
      {1e-2,
       often_pays,
       {"stand-in", "body-to-declaration", "imports", "keys", "hoist-2", "line-blocks"}},
      {3e-3,
       often_pays,
       {"parameters", "parameters-with-uses", "type-parameters", "fields", "attributes",
        "modifiers", "base-classes", "alias", "define-at-use", "type-to-shortest-all", "empty-body",
        "inline-call", "inline-constant", "same-kind", "llvm-branch-first", "llvm-branch-second",
        "llvm-join", "llvm-operands", "llvm-arguments"}},
      {1e-4,
       sometimes_pays,
       {"hoist-3", "lines", "strip-groups", "empty-groups", "token-windows-1", "token-windows-2",
        "token-windows-3", "token-windows-4"}},
      {1e-6, sometimes_pays, {"sibling-windows"}},
      {1e-7, sometimes_pays, {"merge-names", "merge-neighbours"}},
      {1e-8,
       looks_only,
       {"numbers-to-0", "numbers-to-1", "plain-numbers", "halve-numbers", "lower-numbers-4",
        "lower-numbers-16", "lower-numbers-256", "chars", "bytes", "empty-strings",
        "front-of-strings", "back-of-strings"}},
      {1e-9, looks_only, {"rename-short", "blank", "spaces", "indentation"}},
  };
  return all;
}

/// Those that list the pass, or the one for what is listed nowhere.
std::vector<const Tier*> tiers_of(const Pass& pass) {
  static const Tier unlisted{3e-5, Tier::When::sometimes_pays, {}};
  static const Tier external{3e-7, Tier::When::sometimes_pays, {}};  // slow to find
  std::vector<const Tier*> found;
  for (const Tier& tier : tiers())
    if (std::ranges::find(tier.passes, pass.name) != tier.passes.end()) found.push_back(&tier);
  if (found.empty()) found.push_back(pass.external ? &external : &unlisted);
  return found;
}

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

/// Which edits are in a grain: heavy enough, and clearly lighter than the one chosen around them.
/// Of a thousand blocks inside one another, each a little lighter than the one around it, hardly
/// one tells more than the next.
std::vector<bool> in_grain(const Found& found, double least) {
  const std::vector<Edit>& edits = found.edits;
  if (least <= 0) return std::vector<bool>(edits.size(), true);
  std::vector<bool> chosen(edits.size());
  if (!found.parents.empty()) {  // the pass has seen to it
    for (std::size_t i = 0; i < edits.size(); ++i) chosen[i] = edits[i].weight >= least;
    return chosen;
  }
  constexpr double lighter = 0.7;
  const auto place = [&](std::size_t i) {
    const Change &first = edits[i].changes.front(), &last = edits[i].changes.back();
    return std::tuple(first.file, first.begin, ~last.end);
  };
  std::vector<std::size_t> heavy;
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (edits[i].weight >= least && !edits[i].changes.empty()) heavy.push_back(i);
  std::ranges::stable_sort(heavy, {}, place);  // outer before inner
  std::vector<std::size_t> around;
  for (std::size_t i : heavy) {
    const auto ends_before = [&](std::size_t outer) {
      return std::get<0>(place(outer)) != std::get<0>(place(i)) ||
             ~std::get<2>(place(outer)) < ~std::get<2>(place(i));
    };
    while (!around.empty() && ends_before(around.back())) around.pop_back();
    if (!around.empty() && edits[i].weight > lighter * edits[around.back()].weight) continue;
    chosen[i] = true;
    around.push_back(i);
  }
  return chosen;
}

class AutoPlan {
 public:
  explicit AutoPlan(SharedWorkshop workshop)
      : workshop_(std::move(workshop)), refused_(std::make_shared<const Names>()) {
    for (const Pass& pass : passes())
      if (workshop_->wants(pass.name))
        for (const Tier* tier : tiers_of(pass)) {
          double worth = tier->worth;
          for (double grain : grains) {
            if (grain > 0 && tier->when != Tier::When::often_pays) continue;
            passes_.push_back({&pass, tier->when, grain, worth, 1, {}});
            worth *= finer;
          }
        }
  }

  std::optional<Stage> next(const StageEnd& end) {
    const Hash text = end.document.hash();
    const double tokens = static_cast<double>(measure(end.document).tokens);
    if (!end.edits) sweep_ = Sweep::promising;
    if (running_ != none) learn(end, text, tokens);
    text_ = text;
    tokens_ = tokens;
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
      Found found = pass.find({end.document, *workshop_->trees});
      const std::vector<bool> chosen = in_grain(found, known.grain * tokens_);
      const auto leave_out = [&](std::size_t i, const Edit& edit) {
        return !chosen[i] || (sweep_ != Sweep::everything &&
                              refused_->contains(name_of(pass.name, edit, end.document)));
      };
      std::optional<Stage> stage =
          workshop_->stage(pass.name, end.document, std::move(found), leave_out);
      if (!stage) {
        known.through_on = text_;
        continue;
      }
      if (known.when == Tier::When::in_mass)
        stage->reduction = WhileItPays(std::move(stage->reduction), 8);
      return stage;
    }
  }

 private:
  using Names = std::unordered_set<Hash>;
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  enum class Sweep { promising, untried, everything };
  struct Known {
    const Pass* pass;
    Tier::When when;
    double grain;
    double share;     // of the document, removed
    double tests;     // asked for
    Hash through_on;  // the text on which it has nothing left to try
  };

  void learn(const StageEnd& end, const Hash& text, double tokens) {
    Known& ran = passes_[running_];
    const double removed = tokens_ > 0 ? (tokens_ - tokens) / tokens_ : 0;
    ran.share = ran.share / 2 + std::max(removed, 0.0);
    ran.tests = ran.tests / 2 + static_cast<double>(end.queries);
    if (ran.when != Tier::When::in_mass) {  // there, many were never asked about
      auto names = std::make_shared<Names>(*refused_);
      end.kept->for_each([&](std::size_t edit) {
        names->insert(name_of(ran.pass->name, end.edits->edits()[edit], end.edits->base()));
      });
      refused_ = std::move(names);
    }
    if (!end.changed) {
      ran.through_on = text;
    } else if (ran.when == Tier::When::looks_only && tokens == tokens_) {
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
      if (sweep_ == Sweep::promising && pass.when > Tier::When::often_pays) continue;
      if (best == none || pass.share / pass.tests > passes_[best].share / passes_[best].tests)
        best = i;
    }
    return best;
  }

  SharedWorkshop workshop_;
  std::vector<Known> passes_;
  std::shared_ptr<const Names> refused_;  // edits, by name
  Sweep sweep_ = Sweep::promising;
  std::size_t running_ = none;
  Hash text_;
  double tokens_ = 0;
};

}  // namespace

AnyStrategy auto_strategy(SharedWorkshop workshop) {
  return CoarseFirst(workshop, ClosureFirst(workshop, AutoPlan(workshop)));
}

}  // namespace whittle
