// The rounds of gallop, and the trial that may give up its width: which elements the pool is filled
// with when nothing is left to ask. gallop.cc has the rest of the class.
#include <algorithm>
#include <utility>

#include "algorithms/gallop.h"

namespace whittle {

bool Gallop::RoundYield::pays(std::size_t kept_now) const {
  const std::size_t removed = kept_before - std::min(kept_now, kept_before);
  return removed > 0 && removed >= tried / 16;
}

bool Gallop::start_round() {
  ++rounds_;
  if (round_ == GallopRound::spread) {
    next_lap();
    if (!pool_.empty()) return true;
  }
  return open_waiting() || revisit();
}

/// Another lap of the spread. If it is over, a fine round follows, which expects as many needed
/// elements as the last lap showed.
void Gallop::next_lap() {
  std::vector<std::uint32_t> left = strides_.take_kept();
  if (const std::optional<double> rate = strides_.next_lap(left.size())) {
    odds_.restart({.needed = first_expectation.seen * *rate, .seen = first_expectation.seen});
    round_ = GallopRound::fine;
  }
  nesting_.sort(left);
  open(std::move(left));
}

/// Opens the elements that waited: light ones, and children that waited for their level. Light
/// elements of a list may hold heavy ones among them; then the coarse round is repeated.
bool Gallop::open_waiting() {
  if (round_ != GallopRound::coarse && sieve_.waiting().empty()) return false;
  if (nesting_.is_forest() || !sieve_.find_heavy(sieve_.waiting())) {
    const bool spreads = round_ == GallopRound::coarse && are_independent_ &&
                         Strides::can_spread(sieve_.waiting().size());
    round_ = spreads ? GallopRound::spread : GallopRound::fine;
    if (spreads) strides_.begin_spread(sieve_.waiting().size());
  }
  std::vector<std::uint32_t> waiting = sieve_.take_waiting();
  nesting_.sort(waiting);
  open(std::move(waiting));
  return !pool_.empty();
}

/// Elements found needed before the last removal may be free by now: tries a sample of them, then
/// all, while that pays. Those found needed on a refuted merge are all tried.
bool Gallop::revisit() {
  odds_.forget_chances();
  auto [refuted, elements] = needed_.to_revisit(*ledger_.merged(), ledger_.stamp());
  const std::size_t kept = ledger_.merged()->count();
  const bool pays = round_ == GallopRound::fine || yield_.pays(kept);
  if (!refuted.empty()) {
    elements = std::move(refuted);
    round_ = GallopRound::again;
  } else if (round_ == GallopRound::done || elements.empty() || !pays || !options_.revisits) {
    round_ = GallopRound::done;
    return false;
  } else if (round_ == GallopRound::probe) {
    round_ = GallopRound::again;
  } else {
    const std::size_t size = elements.size(), wanted = std::min(size, 3 + size / 16);
    for (std::size_t i = 0; i < wanted; ++i)
      elements[i] = elements[(2 * i + 1) * size / (2 * wanted)];
    elements.resize(wanted);
    round_ = GallopRound::probe;
    odds_.restart(revisit_expectation);
  }
  needed_.release(elements);
  yield_ = {.tried = elements.size(), .kept_before = kept};
  open(std::move(elements));
  return true;
}

/// A leap succeeded: nothing is known to be needed any more.
void Gallop::begin_strides() {
  odds_.forget_chances();
  strides_.keep(needed_.release_all());
  pool_.give(search_.give_up());
  strides_.keep(pool_.take_all());
  strides_.keep(sieve_.take_waiting());
  round_ = GallopRound::strides;
  strides_.begin_chaotic();
}

/// Opens the elements left for another round of strides, or for a round like any other.
void Gallop::next_strides() {
  ++rounds_;
  std::vector<std::uint32_t> left = strides_.take_kept();
  std::erase_if(left, [&](std::uint32_t element) { return !ledger_.merged()->contains(element); });
  nesting_.sort(left);
  if (!strides_.next_chaotic(left.size(), rounds_)) {
    round_ = GallopRound::again;
    yield_ = {.tried = left.size(), .kept_before = ledger_.merged()->count()};
    odds_.restart(revisit_expectation);
  }
  open(std::move(left));
}

// --- The trial of the width (width_trial.h) -----------------------------------------------------

void Gallop::consider_trial() {
  if (!trial_.is_due() || found_since_trial().size() < WidthTrial::least_elements) return;
  trial_.drain();
  pool_.give(search_.give_up());
  asked_.change([](OpenQuestion& question) { question.drained = true; });
}

void Gallop::begin_trial() {
  std::vector<std::uint32_t> latest = found_since_trial();
  trial_.begin(latest, needed_.set().size());
  if (trial_.is_under_way()) try_again(std::move(latest));
}

void Gallop::judge_trial() {
  const auto verdict = trial_.judge(*ledger_.merged(), needed_.set(), ledger_.stamp());
  if (verdict != WidthTrial::TrialVerdict::one_at_a_time) return;
  odds_.restart(first_expectation);
  try_again(found_since_trial());
}

/// The elements found needed since the last trial, in the order of the document.
std::vector<std::uint32_t> Gallop::found_since_trial() const {
  std::vector<std::uint32_t> found = needed_.since(trial_.last_trial(), *ledger_.merged());
  const Subset& tried = trial_.elements();
  std::erase_if(found, [&](std::uint32_t e) { return tried.size() > 0 && tried.contains(e); });
  nesting_.sort(found);
  return found;
}

/// Puts elements found needed back into the pool, in the order of the document with all others.
void Gallop::try_again(std::vector<std::uint32_t> elements) {
  needed_.release(elements);
  const std::vector<std::uint32_t> waiting = pool_.take_all();
  elements.insert(elements.end(), waiting.begin(), waiting.end());
  nesting_.sort(elements);
  open(std::move(elements));
}

}  // namespace whittle
