// The default plan: all passes, the most promising first.
//
// The worth of a pass is the share of the document that it removes per test. Before a pass has run,
// its worth is a guess (the tiers of its row, `passes/pass.h`); each run corrects it, and older
// runs count half. Nothing here reads a clock: the same document and the same outcomes give the
// same choices.
//
// After a success most of the text is unchanged: an edit that was refused before, with the same
// text around it, will nearly always be refused again. So refused edits are remembered by their
// change and the text around it, and left out as long as there is anything else to try. This looks
// first where a success may have made something possible: beside the success, and at names that
// lost a use, because their edits are new.
//
// Heavy edits come first: a pass is offered in up to five grains, the edits that weigh a fortieth
// of the document or more, a four-hundredth, both once more with the light edits beside them
// (`grain.h`), and all. Each grain has its own worth. Heavy edits alone are given up soon: if light
// ones depend on them, only both together can be removed. Some passes have no heavy edit, but
// thousands that may be applied together: these passes are also offered in mass, early on, as long
// as that pays.
//
// Refusals are also remembered as the tokens that could not be removed, whichever pass asked. Edits
// that such refusals make hopeless are left out of every list (`plan/hopeless.h`), also of the last
// sweep, unless the effort is full.
//
// No list overstays. A list that removes less per test than another pass promises, and than a
// two-hundredth of the document, is paused. What it removed becomes its worth, and a finer grain of
// the same pass promises no more. When its turn comes again, it has the edits that were not refused
// alone. A quarter of the tests that follow go to the passes that were asked least, so every pass
// has its share.
//
// So there are three sweeps: the passes that often pay; all passes; all passes with nothing left
// out. After a success, the first sweep starts again, unless the success only changed the looks
// (names, numbers, blanks), which makes nothing else possible. The run is over when the third sweep
// changes nothing.
#include "plan/default_plan/auto_plan.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "document/goal.h"
#include "plan/closure_plan.h"
#include "plan/default_plan/coarse.h"
#include "plan/default_plan/grain.h"
#include "plan/hopeless.h"
#include "plan/persistent_set.h"
#include "plan/probe_first.h"
#include "plan/reductions.h"

namespace whittle {
namespace {

/// Names an edit by its pass and the text around the two ends of each change. Text deep inside does
/// not count: a function that cannot be removed still cannot be removed when a statement in it was
/// removed.
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

/// A part of the edits of a pass.
struct Grain {
  double share;       ///< of the document's tokens: an edit must weigh as much, or more
  bool has_siblings;  ///< also what lies beside a heavy edit (`grain.h`)
  double worth;       ///< of its promise, compared with that of the first grain
};
constexpr std::array<Grain, 5> grains{{{1.0 / 40, false, 1},
                                       {1.0 / 40, true, 1.0 / 5},
                                       {1.0 / 400, false, 1.0 / 30},
                                       {1.0 / 400, true, 1.0 / 150},
                                       {0, false, 1.0 / 900}}};
/// In a small document, where the edits of a grain may weigh less than so many tokens, a list has
/// few light edits anyway, and each heavy one is worth its test.
constexpr double least_for_siblings = 8;
/// A test in mass must remove as much.
constexpr double price_in_mass = 1.0 / 400;
/// A mass of small edits continues as long as a test removes as much as a heavy edit weighs; it may
/// fail to do so for this many tests.
constexpr std::size_t unpaid_tests = 8;

/// No list overstays: a test must remove this share of the document, or the best that another pass
/// promises if that is less. A list that has failed to do so for `patience` tests is paused.
constexpr double price_of_list = 1.0 / 200;
constexpr std::size_t patience = 48;
/// One in so many of the tests that follow a pause goes to the passes that were asked least, so
/// that each pass has its share however little it promises.
constexpr std::size_t one_explores_in = 4;

class AutoPlan {
 public:
  explicit AutoPlan(SharedStageMaker stage_maker)
      : stage_maker_(std::move(stage_maker)), hopeless_(passes().size(), stage_maker_->without) {
    for (const Pass& pass : passes())
      if (stage_maker_->wants(pass))
        for (const Tier& tier : pass.tiers) {
          const bool is_whole = tier.grains != Grains::heavy_first;
          for (const Grain& grain : grains) {
            if (is_whole && grain.share > 0) continue;
            passes_.push_back({.pass = &pass,
                               .when = tier.when,
                               .grain = grain,
                               .share = tier.worth * (is_whole ? 1 : grain.worth)});
          }
        }
  }

  std::optional<Stage> next(const StageEnd& end) {
    // Without a stage that has ended, the strategy is started, perhaps on another document than
    // before.
    const Hash text = end.document.hash();
    const Measure size = measure(end.document);
    if (!end.edits) sweep_ = Sweep::promising;
    if (leaves_out_hopeless())
      hopeless_.document_is(end, running_ != none && only_touched_looks(size));
    if (running_ != none) learn(end, text, size);
    text_ = text;
    size_ = size;
    for (;;) {
      running_ = explores() ? least_asked() : none;
      is_exploring_ = running_ != none;
      if (!is_exploring_) running_ = most_worth();
      if (running_ == none) {
        // No pass is left for this sweep: the next sweep, with more passes or with refused edits
        // too, begins.
        if (sweep_ == Sweep::everything) return std::nullopt;
        sweep_ = sweep_ == Sweep::promising ? Sweep::untried : Sweep::everything;
        paused_tests_ = explored_tests_ = 0;
        if (sweep_ == Sweep::everything) {
          left_out_ = 0;
          for (Known& pass : passes_)
            if (pass.grain.share == 0) pass.through_on = {};
        }
        continue;
      }
      Known& known = passes_[running_];
      const Pass& pass = *known.pass;
      if (known.grain.has_siblings && !may_have_siblings(known.grain)) {
        known.through_on = text_;
        continue;
      }
      Found found = stage_maker_->find(pass, end.document);
      found = grain_of(std::move(found), known.grain.share * static_cast<double>(size_.tokens),
                       known.grain.has_siblings);
      std::optional<Hopeless::List> judged;
      if (leaves_out_hopeless())
        judged.emplace(hopeless_.list(number_of(pass), sweep_ == Sweep::everything, end.document,
                                      *stage_maker_->trees, found));
      const auto leave_out = [&](std::size_t i, const Edit& edit) {
        const bool was_refused = (judged || sweep_ != Sweep::everything) &&
                                 refused_.contains(name_of(pass.name, edit, end.document));
        if (was_refused && sweep_ != Sweep::everything) return true;
        return judged && judged->leave_out(i, edit, was_refused);
      };
      std::optional<Stage> stage =
          stage_maker_->stage(pass.name, end.document, std::move(found), leave_out,
                              judged ? judged->chances() : nullptr);
      if (judged) {
        if (sweep_ == Sweep::everything && known.when != When::in_mass)
          left_out_ += judged->left_out();
        hopeless_.began(std::move(*judged), stage ? &*stage : nullptr, known.when != When::in_mass);
      }
      if (!stage) {
        known.through_on = text_;
        continue;
      }
      if (const auto terms = terms_of(known))
        stage->reduction =
            WhileItPays(std::move(stage->reduction), stage->edits->weights(), *terms);
      stage->is_logged = true;
      return stage;
    }
  }

  std::size_t left_out() const { return left_out_; }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  enum class Sweep { promising, untried, everything };
  struct Known {
    const Pass* pass;
    When when;
    Grain grain;
    double share;           // the share of the document that it removed; older runs count less
    double tests = 1;       // the tests for that; older runs count less
    Hash through_on = {};   // the text on which it has nothing left to try
    std::size_t asked = 0;  // all of its tests
    bool is_paused = false;
    std::size_t patience = whittle::patience;  // grows as long as pauses follow each other in vain
    double worth() const { return share / tests; }
  };

  /// How long a list may go on. A mass of small edits must remove as much as a heavy edit weighs.
  /// Lists of the last sweep, and those that remove no token, are never paused; nor is any list if
  /// bytes are the goal, because edits are weighed in tokens.
  std::optional<WhileItPays::Terms> terms_of(const Known& known) const {
    const auto tokens = static_cast<double>(size_.tokens);
    if (known.when == When::in_mass) return WhileItPays::Terms{tokens, price_in_mass, unpaid_tests};
    if (known.when == When::looks_only || sweep_ == Sweep::everything ||
        stage_maker_->goal == Goal::bytes)
      return std::nullopt;
    double price = 0;
    for (std::size_t i = 0; i < passes_.size(); ++i)
      if (passes_[i].pass != known.pass && is_offered(passes_[i]))
        price = std::max(price, promise(i));
    price = std::min(price, price_of_list);
    if (price <= 0) return std::nullopt;
    const bool siblings_follow = !known.grain.has_siblings && may_have_siblings(known.grain);
    const bool waits = !is_exploring_ && !siblings_follow;
    return WhileItPays::Terms{tokens, price, waits ? known.patience : unpaid_tests};
  }

  bool may_have_siblings(const Grain& grain) const {
    return grain.share * static_cast<double>(size_.tokens) >= least_for_siblings;
  }

  // Old figures count half each time: late in a run a pass removes less than early.
  void learn(const StageEnd& end, const Hash& text, const Measure& size) {
    Known& ran = passes_[running_];
    // Passes are compared by tokens even if lines are the goal: most passes save no line.
    const Goal goal = stage_maker_->goal == Goal::bytes ? Goal::bytes : Goal::tokens;
    const auto before = static_cast<double>(size_.of(goal));
    const double removed = before > 0 ? (before - static_cast<double>(size.of(goal))) / before : 0;
    // A paused list has no past: its last tests show best how much the next ones will remove.
    const bool is_paused = end.gave_up && ran.when != When::in_mass;
    const double memory = is_paused ? 0 : 0.5;
    ran.share = ran.share * memory + std::max(removed, 0.0);
    ran.tests = ran.tests * memory + static_cast<double>(end.queries);
    ran.asked += end.queries;
    (is_exploring_ ? explored_tests_ : paused_tests_) +=
        is_paused || is_exploring_ ? end.queries : 0;
    const auto refuse = [&](std::size_t edit) {
      refused_.insert(name_of(ran.pass->name, end.edits->edits()[edit], end.edits->base()));
    };
    if (is_paused) {  // many of its edits were never tested
      for (const StageLog::Entry* told : end.log->entries())
        if (told->outcome == Outcome::uninteresting && told->applied.size() == 1)
          refuse(told->applied.front());
    } else if (ran.when != When::in_mass) {
      end.kept->for_each(refuse);
    }
    ran.patience = is_paused && !end.changed && ran.is_paused ? 2 * ran.patience : patience;
    ran.is_paused = is_paused;
    if (!end.changed) {
      if (!is_paused) ran.through_on = text;
    } else if (only_touched_looks(size)) {
      for (Known& other : passes_)
        if (&other != &ran && other.through_on == text_) other.through_on = text;
    } else {
      sweep_ = Sweep::promising;
    }
  }

  /// Whether the stage that has ended changed only names, numbers or blanks. `size`: of the
  /// document now.
  bool only_touched_looks(const Measure& size) const {
    return passes_[running_].when == When::looks_only && size.tokens == size_.tokens;
  }

  static std::size_t number_of(const Pass& pass) {
    return static_cast<std::size_t>(&pass - passes().data());
  }

  bool leaves_out_hopeless() const { return stage_maker_->leaves_out_hopeless(); }

  // A pass that found nothing on exactly this text is not asked again until the text changes.
  bool is_offered(const Known& pass) const {
    return pass.through_on != text_ &&
           (sweep_ != Sweep::promising || pass.when <= When::often_pays);
  }

  /// The share that a test of this grain of a pass is expected to remove: no more than what a
  /// coarser grain did when it was paused. Heavy edits alone say nothing about a grain that also
  /// has what lies beside them.
  double promise(std::size_t number) const {
    double most = passes_[number].worth();
    for (std::size_t i = number; i-- > 0 && passes_[i].pass == passes_[number].pass;)
      if (passes_[i].is_paused && passes_[i].through_on != text_ &&
          (passes_[i].grain.has_siblings || !passes_[number].grain.has_siblings))
        most = std::min(most, passes_[i].worth());
    return most;
  }

  std::size_t most_worth() const {
    std::size_t best = none;
    for (std::size_t i = 0; i < passes_.size(); ++i)
      if (is_offered(passes_[i]) && (best == none || promise(i) > promise(best))) best = i;
    return best;
  }

  bool explores() const { return one_explores_in * explored_tests_ < paused_tests_; }

  /// The pass with the fewest tests so far that has something left to ask. Passes of other programs
  /// are left out: each costs a start of the program.
  std::size_t least_asked() const {
    std::size_t least = none;
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      const Known& pass = passes_[i];
      const bool is_quick = pass.when == When::often_pays || pass.when == When::sometimes_pays;
      if (pass.through_on == text_ || !is_quick || pass.pass->external) continue;
      if (least == none || pass.asked < passes_[least].asked) least = i;
    }
    return least;
  }

  SharedStageMaker stage_maker_;
  std::vector<Known> passes_;
  PersistentSet refused_;  // edits, by name
  Hopeless hopeless_;
  std::size_t left_out_ = 0;  // of the sweep over everything, as hopeless
  Sweep sweep_ = Sweep::promising;
  std::size_t running_ = none;
  bool is_exploring_ = false;     // the running pass is one that was asked least
  std::size_t paused_tests_ = 0;  // of lists that were paused
  std::size_t explored_tests_ = 0;
  Hash text_;
  Measure size_;
};

/// On a large document, before anything else, one test applies all edits of passes such as
/// `comments` (`Pass::first_in_one`). If it is refused, these passes are asked about one by one.
/// The edits of a refused pass are offered later, like all others.
class AllInOneFirst {
 public:
  AllInOneFirst(SharedStageMaker stage_maker, AnyStrategy then)
      : stage_maker_(std::move(stage_maker)), then_(std::move(then)) {}

  std::optional<Stage> next(const StageEnd& end) {
    if (is_through_) return then_.next(end);
    if (!std::exchange(is_begun_, true))
      if (auto stage = all_at_once(end.document)) return stage;
    is_through_ = true;
    return then_.next({end.document});
  }
  std::size_t left_out() const { return then_.left_out(); }

 private:
  static constexpr std::uint64_t least_share = 20;  // one in so many tokens

  std::optional<Stage> all_at_once(const Document& document) const {
    const auto tokens = static_cast<std::uint64_t>(measure(document).tokens);
    if (tokens < ClosureFirst::large_enough) return std::nullopt;
    Found all;
    std::string name;
    for (const Pass& pass : passes()) {
      if (pass.first_in_one == FirstInOne::no || !stage_maker_->wants(pass)) continue;
      Edit edit = all_edits_of(pass, document);
      const bool is_heavy = edit.weight >= tokens / least_share;
      if (edit.changes.empty() || (pass.first_in_one == FirstInOne::if_heavy && !is_heavy))
        continue;
      all.edits.push_back(std::move(edit));
      name += name.empty() ? pass.name : fmt::format("+{}", pass.name);
    }
    if (all.edits.empty()) return std::nullopt;
    return stage_maker_->stage(name, document, std::move(all));
  }

  Edit all_edits_of(const Pass& pass, const Document& document) const {
    const Keep::Ranges kept = stage_maker_->keep.ranges(document);
    Edit all{{}, 0};
    for (const Edit& edit : stage_maker_->find(pass, document).edits) {
      if (kept.touches(edit)) continue;
      all.weight += edit.weight;
      all.changes.insert(all.changes.end(), edit.changes.begin(), edit.changes.end());
    }
    return all;
  }

  SharedStageMaker stage_maker_;
  AnyStrategy then_;
  bool is_begun_ = false, is_through_ = false;
};

}  // namespace

AnyStrategy auto_strategy(const SharedStageMaker& stage_maker) {
  AnyStrategy all = ClosureFirst(stage_maker, AutoPlan(stage_maker));
  all = CoarseFirst(stage_maker, AllInOneFirst(stage_maker, std::move(all)));
  return ProbeFirst(stage_maker, std::move(all));
}

}  // namespace whittle
