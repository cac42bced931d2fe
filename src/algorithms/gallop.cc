#include "algorithms/gallop.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

namespace whittle {
namespace {

// Chosen with bench/simulate; docs/rejected.md has what other values gave.
constexpr double first_needed = 0.7, first_seen = 32;  // what a first round expects
constexpr double told_seen = 8;  // the weight of the given chances, as a number of elements
constexpr double least_chance = 0.005, most_chance = 1 - first_needed / first_seen;
constexpr double again_needed = 1, again_seen = 2;  // and one over elements once found needed
constexpr double lean = 4;                 // the weight of the overall rate in a band, as elements
constexpr std::size_t doubts_allowed = 6;  // failures in a row before a merge is asked about
constexpr std::size_t refutations_allowed = 32;
constexpr std::size_t leap = 4;              // elements found needed that are asked about together
constexpr double dense = 0.5;                // the share of needed elements that starts leaps
constexpr double patience_growth = 1.05;     // of the elements between two of them
constexpr std::size_t first_strides = 8;     // how many make a round at first
constexpr std::size_t failures = 16;         // in a row before strides are made shorter
constexpr std::size_t lengths_in_vain = 3;   // before strides are given up
constexpr double coarse = 32;                // 1/32 of all weight or more is tried first
constexpr std::size_t shortest_stride = 16;  // of a spread
constexpr double few = 0.375, most = 0.75;   // of the strides of a lap that could be removed

// When to merge and when to ask one question at a time; docs/parallel.md has the idea, and
// docs/rejected.md has other values.
constexpr double most_questions = 5;  // times as many as one at a time, seen with dependencies
constexpr std::size_t checks_at_first = 8, checks_later = 4;  // then one in this many
constexpr double wrong_rate = 0.1;     // of the checks, before a trial is worth it
constexpr std::size_t wrong_more = 4;  // times as many wrong ones before another trial
constexpr std::size_t trial_least = 4, trial_most = 12;
constexpr double trial_lean = 1.1;  // towards one at a time, which leaves less

/// How fast testing ahead is, as a share of how fast merging is, if both ask the same questions: at
/// even odds W slots get log2(W + 1) outcomes told in the time of a test, and merging W.
double ahead_for_merged(std::size_t width) {
  const auto slots = static_cast<double>(width);
  return std::log2(slots + 1) / slots;
}

/// The odds that an element is needed, by the chance that came with it.
double told_odds(double chance) {
  const double free = std::clamp(chance, least_chance, most_chance);
  return (1 - free) / free;
}

}  // namespace

std::size_t NeedOdds::band(std::size_t value) {
  return std::min(static_cast<std::size_t>(std::bit_width(value | 1)), bands) - 1;
}

void NeedOdds::saw(std::size_t distance, Weight weight, bool needed) {
  for (Count* count : {&all_, &by_distance_[band(distance)], &by_weight_[band(weight)]}) {
    count->seen += 1;
    count->needed += needed ? 1 : 0;
  }
}

double NeedOdds::odds(const Count& count) const {
  const double rate = (count.needed + lean * all_.needed / all_.seen) / (count.seen + lean);
  return rate / (1.001 - rate);
}

double NeedOdds::need(std::size_t distance, Weight weight) const {
  const double both =
      odds(by_distance_[band(distance)]) * odds(by_weight_[band(weight)]) / odds(all_);
  return both / (both + 1);
}

struct Gallop::Forest {
  explicit Forest(const Elements& elements)
      : first_child(elements.count() + 1), place(elements.count()), end(elements.count()) {
    const std::size_t n = elements.count();
    for (std::size_t e = 0; e < n; ++e)
      if (elements.parent(e) == Elements::no_parent)
        roots.push_back(static_cast<std::uint32_t>(e));
      else
        ++first_child[elements.parent(e) + 1];
    for (std::size_t e = 0; e < n; ++e) first_child[e + 1] += first_child[e];
    children.resize(n - roots.size());
    std::vector<std::size_t> next(first_child.begin(), first_child.end() - 1);
    for (std::size_t e = 0; e < n; ++e)
      if (elements.parent(e) != Elements::no_parent)
        children[next[elements.parent(e)]++] = static_cast<std::uint32_t>(e);
    // Parents come first, so sizes add up from the back and places from the front.
    std::vector<std::size_t> size(n, 1);
    for (std::size_t e = n; e-- > 0;)
      if (elements.parent(e) != Elements::no_parent) size[elements.parent(e)] += size[e];
    std::size_t root_place = 0;
    std::vector<std::size_t> free_place(n);
    for (std::size_t e = 0; e < n; ++e) {
      std::size_t& at =
          elements.parent(e) == Elements::no_parent ? root_place : free_place[elements.parent(e)];
      place[e] = at;
      at += size[e];
      end[e] = at;
      free_place[e] = place[e] + 1;
    }
    preorder.resize(n);
    for (std::size_t e = 0; e < n; ++e) preorder[place[e]] = static_cast<std::uint32_t>(e);
    numbered_in_preorder = std::is_sorted(preorder.begin(), preorder.end());
  }

  /// Takes `element` and all below it out of `kept`.
  void erase(Subset& kept, std::uint32_t element) const {
    if (numbered_in_preorder) return kept.erase_range(place[element], end[element]);
    for (std::size_t at = place[element]; at < end[element]; ++at) kept.erase(preorder[at]);
  }

  std::vector<std::uint32_t> roots;
  std::vector<std::size_t> first_child;  // children of e: [first_child[e], first_child[e + 1])
  std::vector<std::uint32_t> children;
  std::vector<std::uint32_t> preorder;  // e and what lies below it: [place[e], end[e])
  std::vector<std::size_t> place, end;
  bool numbered_in_preorder;  // as a parser numbers them; then it goes a word at a time
};

Gallop::Group Gallop::Group::take_front(std::size_t count) {
  Group front = *this;
  front.end = begin + count;
  begin = front.end;
  return front;
}

Gallop::Gallop(Elements elements, GallopOptions options)
    : elements_(elements),
      forest_(elements.is_forest() ? std::make_shared<const Forest>(elements) : nullptr),
      options_(options),
      best_(std::make_shared<const Subset>(Subset::all(elements.count()))),
      proven_(best_),
      merged_(best_),
      needed_(Subset::none(elements.count())),
      opened_(Subset::none(forest_ ? elements.count() : 0)),
      odds_(first_needed, first_seen) {
  assert(options.width >= 1);
  const std::vector<std::uint32_t> top = forest_ ? forest_->roots : best_->elements();
  if (elements_.has_chances() && !top.empty()) {
    double free = 0;
    for (const std::uint32_t element : top) free += elements_.chance(element);
    free /= static_cast<double>(top.size());
    mean_odds_ = told_odds(free);
    if (free < most_chance) {
      odds_ = NeedOdds(told_seen * mean_odds_ / (1 + mean_odds_), told_seen);
      // It is expected here that most are needed, so this is no sign of chaos.
      if (mean_odds_ > 1) patience_ = 4 * patience_;
    }
  }
  find_heavy(top);
  open(top);
  fill();
}

std::optional<Query> Gallop::query_ahead(std::size_t index) const {
  if (index >= asked_.size()) return std::nullopt;
  const Asked& asked = *asked_[index];
  return Query{*asked.kept, asked.likelihood, {.kind = asked.kind, .round = asked.round}};
}

void Gallop::observe(Outcome outcome) {
  assert(!asked_.empty());
  const std::shared_ptr<const Asked> front = std::move(asked_.front());
  const Asked& asked = *front;
  asked_.pop_front();
  if (outcome == Outcome::interesting) {
    if (asked.kept->count() < best_->count()) best_ = asked.kept;
    succeeded(asked);
  } else {
    failed(asked);
  }
  if (narrowing_ == Narrowing::trial) judge_trial();
  fill();
}

// --- Asking -------------------------------------------------------------------------------------

void Gallop::fill() {
  while (asked_.size() < width() && ask_something()) {
  }
}

/// A test that refutes merge after merge is asked one question at a time: that always gets on. So
/// is a chaotic one, of which two removals that each work will hardly work together; and one that
/// finds elements needed only because questions about their uses are open.
std::size_t Gallop::width() const {
  const bool merges = refutations_ < refutations_allowed && round_ != Round::strides &&
                      narrowing_ == Narrowing::none;
  return merges ? options_.width : 1;
}

bool Gallop::ask_something() {
  if (narrowing_ == Narrowing::draining) {
    if (ask_merged()) return true;
    begin_trial();
  }
  if (doubts_ >= doubts_allowed && ask_merged()) return true;
  if (ask_leap() || ask_part() || ask_from_pool()) return true;
  // The next round waits for this one's outcomes, but not for the proof of what they come to.
  for (const auto& asked : asked_)
    if (asked->group.size() > 0) return false;
  if (ask_merged()) return true;
  return start_round() && ask_from_pool();
}

bool Gallop::ask_part() {
  for (Suspect& suspect : suspects_) {
    if (suspect.rest.size() <= suspect.part) continue;
    ++suspect.pending;
    ask(suspect.rest.take_front(suspect.part), QueryKind::search, 0.5, {.suspect = suspect.id});
    return true;
  }
  return false;
}

bool Gallop::ask_leap() {
  // With a large width, elements are found needed that are not.
  if ((width() > 1 && !may_narrow()) || static_cast<double>(pinned_) < patience_ ||
      odds_.rate() < dense)
    return false;
  pinned_ = 0;
  patience_ *= patience_growth;
  std::vector<std::uint32_t> latest;
  for (auto pin = pins_.rbegin(); pin != pins_.rend() && latest.size() < leap; ++pin)
    if (merged_->contains(pin->element)) latest.push_back(pin->element);
  if (latest.size() < leap) return false;
  ask({std::make_shared<const std::vector<std::uint32_t>>(std::move(latest)), 0, leap, 1},
      QueryKind::revisit, 0.1, {.leap = true});
  return true;
}

bool Gallop::ask_from_pool() {
  if (round_ == Round::strides && pool_size_ == 0) next_strides();
  if (pool_.empty()) return false;
  const std::size_t at = distance(pool_.back());
  std::size_t size = 1;
  if (round_ == Round::strides || round_ == Round::spread) {
    size = stride_ - std::exchange(shift_, 0);
  } else if (round_ != Round::probe) {
    const std::size_t idle = options_.width - std::min(options_.width - 1, suspects_.size());
    size = even_odds(at, (pool_size_ + idle - 1) / idle);
  }
  Group group = take(size, at);
  if (group.size() == 0) return false;
  const double likelihood = all_free(group, at);
  const bool revisits = round_ == Round::probe || round_ == Round::again;
  const QueryKind kind = revisits ? QueryKind::revisit : removal_of(group.size());
  ask(std::move(group), kind, likelihood);
  return true;
}

bool Gallop::ask_merged() {
  if (proven()) return false;
  for (const auto& asked : asked_)
    if (asked->group.size() == 0 && !asked->refuted) return false;
  ask(Group{}, QueryKind::merge_proof, 0.9);
  return true;
}

void Gallop::ask(Group group, QueryKind kind, double likelihood, Reason reason) {
  std::shared_ptr<const Subset> kept = merged_;
  if (group.size() > 0) {
    Subset less = *merged_;
    erase(less, group);
    kept = std::make_shared<const Subset>(std::move(less));
  }
  asked_.push_back(std::make_shared<const Asked>(Asked{.kept = std::move(kept),
                                                       .group = std::move(group),
                                                       .stamp = stamp_,
                                                       .reason = reason,
                                                       .likelihood = likelihood,
                                                       .kind = kind,
                                                       .round = rounds_}));
}

/// Copies of this see no change.
template <typename Change>
void Gallop::change_asked(Change change) {
  for (std::shared_ptr<const Asked>& asked : asked_) {
    Asked changed = *asked;
    change(changed);
    asked = std::make_shared<const Asked>(std::move(changed));
  }
}

// --- Taking in outcomes -------------------------------------------------------------------------

void Gallop::succeeded(const Asked& asked) {
  if (asked.reason.check && !asked.refuted) {
    ++checked_;
    ++wrong_;
    consider_narrowing();
  }
  if (!asked.refuted) {
    proven_ = asked.kept;
    proven_stamp_ = asked.stamp;
    std::erase_if(steps_, [&](const Step& step) { return step.stamp <= proven_stamp_; });
    doubts_ = 0;
  }
  if (asked.group.size() == 0) {
    if (proven_stamp_ == stamp_ && !asked.refuted) merged_ = proven_;
    return;
  }
  std::size_t at = distance(asked.group);
  for (std::size_t i = 0; i < asked.group.size(); ++i)
    odds_.saw(at++, elements_.weight(asked.group[i]), false);
  const bool latest = asked.stamp == stamp_ && !asked.refuted;
  ++stamp_;
  if (latest) {
    merged_ = proven_;
    proven_stamp_ = stamp_;
  } else {
    Subset less = *merged_;
    erase(less, asked.group);
    merged_ = std::make_shared<const Subset>(std::move(less));
  }
  if (options_.width > 1) steps_.push_back({stamp_, asked.group});
  if (Suspect* of = find_suspect(asked.reason.suspect)) {
    if (--of->pending == 0 && of->rest.size() <= of->part) {
      // All but the rest could be removed, and all together could not.
      Group rest = std::move(of->rest);
      suspects_.erase(suspects_.begin() + (of - suspects_.data()));
      if (rest.size() == 1 && wants_check()) {
        ask(std::move(rest), QueryKind::search, 0.1, {.check = true});
      } else {
        suspect(std::move(rest), stamp_);
      }
    }
  }
  went_ = true;
  in_vain_ = 0;
  ++removed_;
  if (asked.reason.leap && round_ != Round::strides) begin_strides();
}

void Gallop::failed(const Asked& asked) {
  if (asked.reason.leap) return;
  if (asked.refuted || (asked.drained && asked.group.size() > 0)) {
    if (asked.group.size() > 0) give_back(asked.group);
    return;
  }
  checked_ += asked.reason.check ? 1 : 0;
  if (asked.group.size() == 0) {
    if (asked.stamp > proven_stamp_) refute(asked);
    return;
  }
  if (asked.stamp > proven_stamp_) ++doubts_;
  if (Suspect* of = find_suspect(asked.reason.suspect)) {
    // The blame lies here; nothing is known of the rest any more.
    give_back(of->rest);
    suspects_.erase(suspects_.begin() + (of - suspects_.data()));
  }
  if (round_ != Round::strides && round_ != Round::spread) return suspect(asked.group, asked.stamp);
  ++failed_;
  for (std::size_t i = 0; i < asked.group.size(); ++i) stayed_.push_back(asked.group[i]);
  // After so many in a row the strides of this lap are too long.
  if (round_ == Round::spread && ++in_vain_ >= std::max<std::size_t>(3, strides_ / 4)) leave_pool();
}

/// The merged subset of that time was not interesting: what was merged since the last proof becomes
/// a group that failed, and what failed on top of it is as if never asked.
void Gallop::refute(const Asked& asked) {
  ++refutations_;
  std::vector<std::uint32_t> merged;
  for (const Step& step : steps_) {
    if (step.stamp > asked.stamp) continue;
    for (std::size_t i = 0; i < step.group.size(); ++i)
      if (proven_->contains(step.group[i])) merged.push_back(step.group[i]);
  }
  for (const Step& step : steps_)
    if (step.stamp > asked.stamp) give_back(step.group);
  change_asked([&](Asked& other) { other.refuted |= other.stamp > proven_stamp_; });
  for (const Suspect& suspect : suspects_) give_back(suspect.rest);
  suspects_.clear();
  for (Pin& pin : pins_)
    if (pin.stamp > proven_stamp_) pin.stamp = refuted_stamp;
  steps_.clear();
  merged_ = proven_;
  proven_stamp_ = ++stamp_;
  doubts_ = 0;
  const std::size_t size = merged.size();
  if (size > 0)
    suspect({std::make_shared<const std::vector<std::uint32_t>>(std::move(merged)), 0, size, 1},
            stamp_);
}

void Gallop::suspect(Group group, Stamp stamp) {
  if (group.size() == 1) return pin(group, stamp);
  const std::size_t part = part_size(group.size());
  suspects_.push_back({++last_suspect_, std::move(group), part, 0});
}

void Gallop::pin(const Group& single, Stamp stamp) {
  const std::uint32_t element = single[0];
  odds_.saw(distance(single), elements_.weight(element), true);
  ++pinned_;
  needed_.insert(element);
  pins_.push_back({element, stamp});
  if (!forest_ || opened_.contains(element)) return;
  opened_.insert(element);
  const auto child = forest_->children.begin();
  std::vector<std::uint32_t> below(child + forest_->first_child[element],
                                   child + forest_->first_child[element + 1]);
  // Where most prove needed the test may be chaotic, and what is large comes before its parts.
  if (round_ == Round::fine && odds_.rate() >= dense)
    light_.insert(light_.end(), below.begin(), below.end());
  else
    open(std::move(below));
}

/// Puts siblings on top of the pool, in the order they are visited.
void Gallop::open(std::vector<std::uint32_t> siblings) {
  if (options_.direction == Direction::backward) std::reverse(siblings.begin(), siblings.end());
  if (round_ == Round::coarse)
    std::erase_if(siblings, [&](std::uint32_t element) {
      if (elements_.weight(element) >= heavy_) return false;
      light_.push_back(element);
      return true;
    });
  // What is twice as heavy comes first: of several of which one is needed, a light one stays.
  if (round_ == Round::coarse)
    std::stable_sort(siblings.begin(), siblings.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::bit_width(elements_.weight(a)) > std::bit_width(elements_.weight(b));
    });
  const std::size_t size = siblings.size();
  give_back({std::make_shared<const std::vector<std::uint32_t>>(std::move(siblings)), 0, size, 1});
}

void Gallop::give_back(Group group) {
  if (group.size() == 0) return;
  pool_size_ += group.size();
  if (!pool_.empty() && pool_.back().list == group.list && pool_.back().begin == group.end)
    pool_.back().begin = group.begin;
  else
    pool_.push_back(std::move(group));
}

/// The next `count` elements of the pool, or all if there are fewer. The first is at this distance.
Gallop::Group Gallop::take(std::size_t count, std::size_t lead) {
  // Only a round over a forest, or a trial, finds that an element in the pool has gone, with what
  // is above it.
  if (pool_.back().size() > count && (!forest_ || (round_ <= Round::fine && !has_tried()))) {
    pool_size_ -= count;
    return pool_.back().take_front(count);
  }
  std::vector<std::uint32_t> list;
  while (list.size() < count && !pool_.empty()) {
    Group& next = pool_.back();
    const Group front = next.take_front(std::min(next.size(), count - list.size()));
    for (std::size_t i = 0; i < front.size(); ++i)
      if (merged_->contains(front[i])) list.push_back(front[i]);
    pool_size_ -= front.size();
    if (next.size() == 0) pool_.pop_back();
  }
  const std::size_t size = list.size();
  return {std::make_shared<const std::vector<std::uint32_t>>(std::move(list)), 0, size, lead};
}

/// Sets what is heavy among these; says whether any of them is.
bool Gallop::find_heavy(const std::vector<std::uint32_t>& elements) {
  double total = 0, most = 0;
  for (const std::uint32_t element : elements) {
    total += elements_.weight(element);
    most = std::max<double>(most, elements_.weight(element));
  }
  heavy_ = total / coarse;
  return most > 0 && most >= heavy_;
}

/// Elements found needed before the last removal may be free by now: tries some, then all of them.
/// Those found needed on a refuted merge are all tried.
bool Gallop::start_round() {
  ++rounds_;
  if (round_ == Round::spread) {
    next_lap();
    if (pool_size_ > 0) return true;
  }
  if (round_ == Round::coarse || !light_.empty()) {
    if (forest_ || !find_heavy(light_)) {
      if (begin_spread()) return true;
      round_ = Round::fine;
    }
    sort(light_);
    open(std::exchange(light_, {}));
    if (pool_size_ > 0) return true;
  }
  std::vector<std::uint32_t> refuted, old;
  for (const Pin& pin : pins_) {
    if (!merged_->contains(pin.element)) continue;
    if (pin.stamp == refuted_stamp)
      refuted.push_back(pin.element);
    else if (pin.stamp < stamp_)
      old.push_back(pin.element);
  }
  std::sort(old.begin(), old.end());
  std::sort(refuted.begin(), refuted.end());
  const std::size_t count = merged_->count();
  const std::size_t gone = round_count_ - std::min(count, round_count_);
  const bool paid = round_ == Round::fine || (gone > 0 && gone >= round_size_ / 16);
  if (!refuted.empty()) {
    old = std::move(refuted);
    round_ = Round::again;
  } else if (round_ == Round::done || old.empty() || !paid || !options_.revisits) {
    round_ = Round::done;
    return false;
  } else if (round_ == Round::probe) {
    round_ = Round::again;
  } else {
    const std::size_t wanted = std::min(old.size(), 3 + old.size() / 16);
    for (std::size_t i = 0; i < wanted; ++i) old[i] = old[(2 * i + 1) * old.size() / (2 * wanted)];
    old.resize(wanted);
    round_ = Round::probe;
    odds_ = NeedOdds(again_needed, again_seen);
  }
  Subset trying = Subset::none(needed_.size());
  for (const std::uint32_t element : old) trying.insert(element);
  std::erase_if(pins_, [&](const Pin& pin) { return trying.contains(pin.element); });
  needed_ -= trying;
  round_count_ = count;
  round_size_ = old.size();
  open(std::move(old));
  return true;
}

/// Elements that hardly depend on each other: large strides first, laps of them over what is left.
/// The first is about everything.
bool Gallop::begin_spread() {
  if (round_ != Round::coarse || !elements_.are_independent() ||
      light_.size() < 8 * shortest_stride)
    return false;
  round_ = Round::spread;
  open_lap(std::exchange(light_, {}), 1);
  return true;
}

/// Another lap; or, if its strides would be too short, a fine round, which expects as many needed
/// elements as the last lap showed.
void Gallop::next_lap() {
  const double asked = static_cast<double>(removed_ + failed_);
  const double free = std::clamp(static_cast<double>(removed_) / asked, 0.1, 0.9);
  if (strides_ == 1)
    strides_ = 8;
  else if (free < few)
    strides_ *= 2;
  else if (free >= most)
    strides_ = std::max<std::size_t>(4, strides_ / 2);
  if (stayed_.size() / strides_ < shortest_stride) {
    const double needed = -std::log(free) / static_cast<double>(stride_);
    odds_ = NeedOdds(first_seen * needed, first_seen);
    round_ = Round::fine;
  }
  open_lap(std::exchange(stayed_, {}), strides_);
}

void Gallop::open_lap(std::vector<std::uint32_t> elements, std::size_t strides) {
  strides_ = strides;
  stride_ = (elements.size() + strides - 1) / strides;
  failed_ = removed_ = in_vain_ = 0;
  sort(elements);
  open(std::move(elements));
}

/// What was not asked about in this round stays for the next.
void Gallop::leave_pool() {
  for (const Group& group : pool_)
    for (std::size_t i = 0; i < group.size(); ++i) stayed_.push_back(group[i]);
  pool_.clear();
  pool_size_ = 0;
}

/// Nothing is known to be needed any more.
void Gallop::begin_strides() {
  for (const Pin& pin : pins_) stayed_.push_back(pin.element);
  for (const Suspect& suspect : suspects_) give_back(suspect.rest);
  leave_pool();
  stayed_.insert(stayed_.end(), light_.begin(), light_.end());
  pins_.clear();
  needed_ = Subset::none(needed_.size());
  suspects_.clear();
  light_.clear();
  round_ = Round::strides;
  stride_ = 0;
  failed_ = 0;
  vain_ = 0;
}

/// Opens what is left for another round of strides, or for a round like any other.
void Gallop::next_strides() {
  ++rounds_;
  std::erase_if(stayed_, [&](std::uint32_t element) { return !merged_->contains(element); });
  sort(stayed_);
  if (stride_ == 0) {
    stride_ = stayed_.size() / first_strides;
  } else if (went_) {
    vain_ = 0;
    failed_ = 0;
  } else if (failed_ >= failures) {
    stride_ /= 2;
    ++vain_;
    failed_ = 0;
  }
  shift_ = stride_ * (rounds_ % 4) / 4;  // the same strides would fail again
  went_ = false;
  if (stride_ < 2 || vain_ == lengths_in_vain) {
    round_ = Round::again;
    round_count_ = merged_->count();
    round_size_ = stayed_.size();
    odds_ = NeedOdds(again_needed, again_seen);
  }
  open(std::exchange(stayed_, {}));
}

// --- Merging, or one at a time ------------------------------------------------------------------

// If uses come after definitions, a question about a definition fails while a question about its
// use is open. Its group is searched, and when all but one element could be removed, the last one
// is taken to be needed: wrongly, if the use was removed meanwhile. So some of these last elements
// are asked about. If some can be removed, a trial follows: nothing new is asked until all open
// questions are told, and then the latest elements found needed are tried again, one question at a
// time, from the end to the front, with all that is undecided between them. The share that can be
// removed says how many times too many questions merging asks. One at a time is kept if it is
// sooner with this share; slots that have nothing to do test ahead. All of it follows from outcomes
// and the width, so any number of slots asks the same.

/// With a larger width, merging is faster even on lists with dependencies.
bool Gallop::may_narrow() const {
  return options_.narrows && ahead_for_merged(options_.width) * most_questions >= 1;
}

/// Whether to ask about an element that only the failure of its group shows to be needed.
bool Gallop::wants_check() {
  if (width() == 1 || !may_narrow() || round_ == Round::coarse) return false;
  const bool suspicious =
      static_cast<double>(wrong_) >= wrong_rate * static_cast<double>(checked_) && wrong_ > 0;
  return checked_ < checks_at_first || suspicious || ++implied_ % checks_later == 0;
}

void Gallop::consider_narrowing() {
  if (narrowing_ != Narrowing::none || wrong_ < wrong_allowed_ ||
      static_cast<double>(wrong_) < wrong_rate * static_cast<double>(checked_) ||
      found_needed_since(last_trial_).size() < trial_least)
    return;
  narrowing_ = Narrowing::draining;
  for (const Suspect& suspect : suspects_) give_back(suspect.rest);
  suspects_.clear();
  change_asked([](Asked& asked) { asked.drained = true; });
}

void Gallop::begin_trial() {
  std::vector<std::uint32_t> latest = found_needed_since(last_trial_);
  narrowing_ = latest.size() < trial_least ? Narrowing::none : Narrowing::trial;
  if (narrowing_ == Narrowing::none) return;
  if (latest.size() > trial_most) latest.erase(latest.begin(), latest.end() - trial_most);
  trial_size_ = latest.size();
  trial_ = try_again(std::move(latest));
}

void Gallop::judge_trial() {
  Subset left = trial_;
  left &= *merged_;
  Subset needed = left;
  needed &= needed_;
  const auto still_needed = static_cast<double>(needed.count());
  const auto tried = static_cast<double>(trial_size_);
  if (still_needed > trial_lean * ahead_for_merged(options_.width) * tried) {
    narrowing_ = Narrowing::none;
    last_trial_ = stamp_;
    checked_ = wrong_ = 0;
    wrong_allowed_ *= wrong_more;
  } else if (left == needed) {
    narrowing_ = Narrowing::narrow;
    odds_ = NeedOdds(first_needed, first_seen);
    try_again(found_needed_since(last_trial_));
  }
}

/// In the order of the document.
std::vector<std::uint32_t> Gallop::found_needed_since(Stamp stamp) const {
  std::vector<std::uint32_t> found;
  for (const Pin& pin : pins_)
    if (pin.stamp >= stamp && merged_->contains(pin.element) &&
        !(has_tried() && trial_.contains(pin.element)))
      found.push_back(pin.element);
  sort(found);
  return found;
}

/// Puts elements found needed back into the pool, which is sorted. Gives them as a subset.
Subset Gallop::try_again(std::vector<std::uint32_t> elements) {
  Subset trying = Subset::none(needed_.size());
  for (const std::uint32_t element : elements) trying.insert(element);
  std::erase_if(pins_, [&](const Pin& pin) { return trying.contains(pin.element); });
  needed_ -= trying;
  for (const Group& group : pool_)
    for (std::size_t i = 0; i < group.size(); ++i) elements.push_back(group[i]);
  pool_.clear();
  pool_size_ = 0;
  sort(elements);
  open(std::move(elements));
  return trying;
}

// --- Small things -------------------------------------------------------------------------------

/// In the order of the document, not in that in which they turned up.
void Gallop::sort(std::vector<std::uint32_t>& elements) const {
  if (forest_)
    std::ranges::sort(elements, {}, [&](std::uint32_t element) { return forest_->place[element]; });
  else
    std::ranges::sort(elements);
}

std::size_t Gallop::distance(const Group& group) const {
  std::size_t back = 0;
  while (back < group.begin && !needed_.contains((*group.list)[group.begin - 1 - back])) ++back;
  return back == group.begin ? back + group.lead : back + 1;
}

/// A failed group is searched by halves, or in more parts if there is less to ask than the width.
std::size_t Gallop::part_size(std::size_t size) const {
  const std::size_t work = 1 + suspects_.size() + asked_.size() / 2 + pool_size_ / 8;
  const std::size_t parts = 1 + std::max<std::size_t>(1, options_.width / work);
  return std::max<std::size_t>(1, size / parts);
}

/// How many elements of the pool, the first of which is at this distance, are as likely to be all
/// free as not; at most `limit`, at least 1.
std::size_t Gallop::even_odds(std::size_t at, std::size_t limit) const {
  double bits = 1;  // of certainty still to spend
  std::size_t count = 0;
  for (auto group = pool_.rbegin(); group != pool_.rend(); ++group)
    for (std::size_t i = 0; i < group->size(); ++i) {
      const double cost = -std::log2(1 - need(at++, (*group)[i]));
      if (count > 0 && (count >= limit || cost > 2 * bits)) return count;
      bits -= cost;
      ++count;
    }
  return count;
}

/// The probability that an element is needed.
double Gallop::need(std::size_t distance, std::uint32_t element) const {
  const double learned = odds_.need(distance, elements_.weight(element));
  if (!elements_.has_chances() || round_ > Round::fine) return learned;
  const double odds =
      learned / (1.001 - learned) * told_odds(elements_.chance(element)) / mean_odds_;
  return odds / (odds + 1);
}

double Gallop::all_free(const Group& group, std::size_t at) const {
  double likelihood = 1;
  for (std::size_t i = 0; i < group.size(); ++i) likelihood *= 1 - need(at++, group[i]);
  return likelihood;
}

void Gallop::erase(Subset& kept, const Group& group) const {
  for (std::size_t i = 0; i < group.size(); ++i)
    if (forest_)
      forest_->erase(kept, group[i]);
    else
      kept.erase(group[i]);
}

Gallop::Suspect* Gallop::find_suspect(std::uint64_t id) {
  for (Suspect& suspect : suspects_)
    if (suspect.id == id) return &suspect;
  return nullptr;
}

}  // namespace whittle
