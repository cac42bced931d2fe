// The values in gallop/ each know one thing: which elements wait, how likely each is needed, where
// a failed group is searched, which removals are proven. This file is their conversation. `fill`
// asks until the width is reached: about a leap, then parts of failed groups, then the pool, and,
// when all of them have nothing to ask, about the merge; then the next round begins. `succeeded`
// and `failed` pass an outcome to the values that it concerns.
#include "algorithms/gallop.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace whittle {

Gallop::Gallop(Elements elements, GallopOptions options)
    : options_(options),
      are_independent_(elements.are_independent()),
      nesting_(elements),
      ledger_(elements.count(), options.width > 1),
      needed_(elements.count(), elements.is_forest()),
      odds_(elements, nesting_.roots()),
      sieve_(std::move(elements)),
      leaps_(odds_.expected_most()),
      trial_(options.width, options.narrows) {
  assert(options.width >= 1);
  std::vector<std::uint32_t> roots = nesting_.roots();
  sieve_.find_heavy(roots);
  open(std::move(roots));
  fill();
}

std::optional<Query> Gallop::query_ahead(std::size_t index) const {
  if (index >= asked_.size()) return std::nullopt;
  const OpenQuestion& asked = asked_[index];
  return Query{*asked.kept, asked.likelihood, {.kind = asked.kind, .round = asked.round}};
}

void Gallop::observe(Outcome outcome) {
  const std::shared_ptr<const OpenQuestion> question = asked_.take();
  if (outcome == Outcome::interesting)
    succeeded(*question);
  else
    failed(*question);
  if (trial_.is_under_way()) judge_trial();
  fill();
}

// --- Asking -------------------------------------------------------------------------------------

void Gallop::fill() {
  while (asked_.size() < width() && ask_something()) {
  }
}

/// One question at a time always makes progress. So a test that refutes merge after merge is asked
/// one at a time; and a chaotic one, because two removals that each succeed rarely succeed together
/// there; and one with elements that are found needed only because of open questions.
std::size_t Gallop::width() const {
  const bool merges =
      !ledger_.is_refuted_often() && round_ != GallopRound::strides && !trial_.asks_one_at_a_time();
  return merges ? options_.width : 1;
}

bool Gallop::ask_something() {
  if (trial_.is_draining()) {
    if (ask_about_merge()) return true;
    begin_trial();
  }
  if (ledger_.is_doubtful() && ask_about_merge()) return true;
  if (ask_leap() || ask_part() || ask_from_pool()) return true;
  // The next round waits for the outcomes of this one, but not for the proof of their merge.
  if (asked_.any_about_groups()) return false;
  if (ask_about_merge()) return true;
  return start_round() && ask_from_pool();
}

bool Gallop::ask_leap() {
  // With a large width, elements are found needed that are not, so most of them being needed is no
  // sign of chaos.
  if ((width() > 1 && !trial_.may_narrow()) || !leaps_.is_due(odds_.rate())) return false;
  std::vector<std::uint32_t> latest = needed_.latest(Leaps::size, *ledger_.merged());
  if (latest.size() < Leaps::size) return false;
  ask(ElementGroup::of(std::move(latest)), QueryKind::revisit, 0.1, {.leap = true});
  return true;
}

bool Gallop::ask_part() {
  std::optional<NarrowingSearch::SearchPart> part = search_.next_part();
  if (part) ask(std::move(part->group), QueryKind::search, 0.5, {.search = part->id});
  return part.has_value();
}

bool Gallop::ask_from_pool() {
  if (round_ == GallopRound::strides && pool_.empty()) next_strides();
  if (pool_.empty()) return false;
  const std::size_t distance = pool_.top().distance_from(needed_.set());
  std::size_t size = 1;
  if (round_ == GallopRound::strides || round_ == GallopRound::spread) {
    size = strides_.take_length();
  } else if (round_ != GallopRound::probe) {
    // The pool is shared out among the questions that no search asks, so that all find something.
    const std::size_t idle = options_.width - std::min(options_.width - 1, search_.size());
    size = odds_.even_size(pool_.groups(), distance, (pool_.size() + idle - 1) / idle);
  }
  // An element was removed with the one above it, while it waited, only if the pool holds elements
  // of several levels: in a forest, in a later round or after a trial.
  const bool all_kept =
      !nesting_.is_forest() || (round_ <= GallopRound::fine && trial_.elements().size() == 0);
  ElementGroup group = pool_.take(size, distance, *ledger_.merged(), all_kept);
  if (group.empty()) return false;
  const double likelihood = odds_.all_free(group, distance);
  const bool revisits = round_ == GallopRound::probe || round_ == GallopRound::again;
  const QueryKind kind = revisits ? QueryKind::revisit : removal_of(group.size());
  ask(std::move(group), kind, likelihood);
  return true;
}

bool Gallop::ask_about_merge() {
  if (ledger_.is_proven() || asked_.any_about_merge()) return false;
  ask(ElementGroup(), QueryKind::merge_proof, 0.9);
  return true;
}

void Gallop::ask(ElementGroup group, QueryKind kind, double likelihood, AskPurpose purpose) {
  std::shared_ptr<const Subset> kept = ledger_.merged();
  if (!group.empty()) {
    Subset less = *kept;
    nesting_.erase(less, group.elements());
    kept = std::make_shared<const Subset>(std::move(less));
  }
  asked_.add({.kept = std::move(kept),
              .group = std::move(group),
              .stamp = ledger_.stamp(),
              .purpose = purpose,
              .likelihood = likelihood,
              .kind = kind,
              .round = rounds_});
}

// --- Taking in outcomes -------------------------------------------------------------------------

void Gallop::succeeded(const OpenQuestion& question) {
  if (question.purpose.check && !question.refuted) {
    trial_.checked(true);
    consider_trial();
  }
  ledger_.accept(question, nesting_);
  if (question.is_about_merge()) return;
  std::size_t distance = question.group.distance_from(needed_.set());
  for (const std::uint32_t element : question.group.elements())
    odds_.saw(distance++, element, false);
  if (std::optional<ElementGroup> rest = search_.part_removed(question.purpose.search)) {
    const bool may_check = width() > 1 && round_ != GallopRound::coarse;
    if (rest->size() == 1 && may_check && trial_.wants_check())
      ask(std::move(*rest), QueryKind::search, 0.1, {.check = true});
    else
      blame(std::move(*rest), ledger_.stamp());
  }
  strides_.removed();
  if (question.purpose.leap && round_ != GallopRound::strides) begin_strides();
}

void Gallop::failed(const OpenQuestion& question) {
  if (question.purpose.leap) return;
  if (question.refuted || (question.drained && !question.is_about_merge()))
    return pool_.give(question.group);
  if (question.purpose.check) trial_.checked(false);
  const bool is_unproven = ledger_.is_unproven(question.stamp);
  if (question.is_about_merge()) {
    if (is_unproven) refute(question.stamp);
    return;
  }
  if (is_unproven) ledger_.doubt();
  pool_.give(search_.part_failed(question.purpose.search));
  if (round_ != GallopRound::strides && round_ != GallopRound::spread)
    return blame(question.group, question.stamp);
  strides_.failed(question.group.elements());
  if (round_ == GallopRound::spread && strides_.is_in_vain()) strides_.keep(pool_.take_all());
}

/// The merged subset of that time was not interesting. The elements merged since the last proof are
/// a failed group; failures on top of them have no meaning.
void Gallop::refute(MergeStamp stamp) {
  MergeLedger::RefutedMerge refuted = ledger_.refute(stamp);
  pool_.give(refuted.undecided);
  asked_.change([&](OpenQuestion& other) { other.refuted |= other.stamp > refuted.proven; });
  pool_.give(search_.give_up());
  needed_.refute_after(refuted.proven);
  if (!refuted.to_blame.empty())
    blame(ElementGroup::of(std::move(refuted.to_blame)), ledger_.stamp());
}

/// The group cannot be removed as a whole.
void Gallop::blame(ElementGroup group, MergeStamp stamp) {
  if (group.size() == 1) return found_needed(group, stamp);
  const std::size_t part = part_size(group.size());
  search_.add(std::move(group), part);
}

/// A failed group is searched by halves, or in more parts if there is less to ask than the width.
std::size_t Gallop::part_size(std::size_t size) const {
  const std::size_t work = 1 + search_.size() + asked_.size() / 2 + pool_.size() / 8;
  const std::size_t parts = 1 + std::max<std::size_t>(1, options_.width / work);
  return std::max<std::size_t>(1, size / parts);
}

void Gallop::found_needed(const ElementGroup& single, MergeStamp stamp) {
  const std::uint32_t element = single.elements().front();
  odds_.saw(single.distance_from(needed_.set()), element, true);
  leaps_.found_needed();
  if (!needed_.add(element, stamp)) return;
  const std::span<const std::uint32_t> children = nesting_.children(element);
  // If most elements prove needed, the test may be chaotic, and large pieces come before their
  // parts.
  if (round_ == GallopRound::fine && odds_.rate() >= Leaps::dense)
    sieve_.wait(children);
  else
    open({children.begin(), children.end()});
}

/// Puts siblings on top of the pool, in the order in which they are visited.
void Gallop::open(std::vector<std::uint32_t> siblings) {
  if (options_.direction == Direction::backward) std::ranges::reverse(siblings);
  if (round_ == GallopRound::coarse) sieve_.sift(siblings);
  pool_.give(ElementGroup::of(std::move(siblings)));
}

}  // namespace whittle
