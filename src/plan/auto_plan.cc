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
// So there are three sweeps: the passes that often pay; all passes; all passes with nothing left
// out. A success begins again at the first, unless it only touched the looks (names, numbers,
// blanks): that unlocks nothing. The run is over when the third sweep changes nothing.
#include <algorithm>
#include <limits>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "plan/coarse.h"
#include "plan/goal.h"
#include "plan/plans.h"

namespace whittle {
namespace {

/// What is known of a pass beforehand: how early it comes, and when.
struct Tier {
  double worth;  ///< share of the document removed by a test
  enum class When { often_pays, sometimes_pays, looks_only } when;
  std::vector<std::string_view> passes;
};

const std::vector<Tier>& tiers() {
  using enum Tier::When;
  static const std::vector<Tier> all = {
      {1.0, often_pays, {"tree-children"}},
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
        "inline-call", "inline-constant", "same-kind"}},
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

const Tier& tier_of(const Pass& pass) {
  static const Tier unlisted{3e-5, Tier::When::sometimes_pays, {}};
  static const Tier external{3e-7, Tier::When::sometimes_pays, {}};  // slow to find
  for (const Tier& tier : tiers())
    if (std::ranges::find(tier.passes, pass.name) != tier.passes.end()) return tier;
  return pass.external ? external : unlisted;
}

/// Names an edit by its pass, what it changes, and the text around each change.
Hash name_of(std::string_view pass, const Edit& edit, const Document& document) {
  constexpr std::uint64_t around = 16;  // bytes on each side
  Hash name = hash_of(pass);
  for (const Change& change : edit.changes) {
    if (change.drops_file) {
      name = combine(name, hash_of(document.files()[change.file].path));
      continue;
    }
    const BytesView bytes = document.bytes(change.file);
    const std::uint64_t begin = change.begin > around ? change.begin - around : 0;
    const std::uint64_t end = std::min<std::uint64_t>(change.end + around, bytes.size());
    name = combine(name, hash_of(bytes.substr(begin, end - begin)));
    name = combine(name, combine(Hash{change.begin - begin, change.end - change.begin},
                                 hash_of(change.replacement)));
  }
  return name;
}

class AutoPlan {
 public:
  explicit AutoPlan(SharedWorkshop workshop)
      : workshop_(std::move(workshop)), refused_(std::make_shared<const Names>()) {
    for (const Pass& pass : passes())
      if (workshop_->wants(pass.name)) {
        const Tier& tier = tier_of(pass);
        passes_.push_back({&pass, tier.when, tier.worth, 1, {}});
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
          for (Known& pass : passes_) pass.through_on = {};
        continue;
      }
      Known& known = passes_[running_];
      const Pass& pass = *known.pass;
      std::optional<Stage> stage =
          workshop_->stage(pass.name, end.document, pass.find({end.document, *workshop_->trees}),
                           [&](const Edit& edit) {
                             return sweep_ != Sweep::everything &&
                                    refused_->contains(name_of(pass.name, edit, end.document));
                           });
      if (stage) return stage;
      known.through_on = text_;
    }
  }

 private:
  using Names = std::unordered_set<Hash>;
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  enum class Sweep { promising, untried, everything };
  struct Known {
    const Pass* pass;
    Tier::When when;
    double share;     // of the document, removed
    double tests;     // asked for
    Hash through_on;  // the text on which it has nothing left to try
  };

  void learn(const StageEnd& end, const Hash& text, double tokens) {
    Known& ran = passes_[running_];
    const double removed = tokens_ > 0 ? (tokens_ - tokens) / tokens_ : 0;
    ran.share = ran.share / 2 + std::max(removed, 0.0);
    ran.tests = ran.tests / 2 + static_cast<double>(end.queries);
    auto names = std::make_shared<Names>(*refused_);
    end.kept->for_each([&](std::size_t edit) {
      names->insert(name_of(ran.pass->name, end.edits->edits()[edit], end.edits->base()));
    });
    refused_ = std::move(names);
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
      if (sweep_ == Sweep::promising && pass.when != Tier::When::often_pays) continue;
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
  return CoarseFirst(workshop, AutoPlan(workshop));
}

}  // namespace whittle
