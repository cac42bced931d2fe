#include "oracle/step_order.h"

#include <algorithm>

namespace whittle {

StepOrder::StepOrder(const TestSpec& spec) {
  const auto checks = std::ranges::find(spec.steps, true, &Step::moves);
  const auto first_check = static_cast<std::size_t>(checks - spec.steps.begin());
  const auto part_of = [&](std::size_t step) {
    if (step < spec.preparing_steps) return Part::preparing;
    if (spec.steps[step].moves) return Part::check;
    return step < first_check ? Part::precheck : Part::rest;
  };
  for (std::size_t step = 0; step < spec.steps.size(); ++step) parts_.push_back(part_of(step));
  constexpr Part orders[3][4] = {{Part::preparing, Part::check, Part::precheck, Part::rest},
                                 {Part::preparing, Part::precheck, Part::check, Part::rest},
                                 {Part::preparing, Part::precheck, Part::rest, Part::check}};
  for (std::size_t place = 0; place < ways_.size(); ++place) {
    ways_[place].place = place;
    for (const Part part : orders[place])
      for (std::size_t step = 0; step < parts_.size(); ++step)
        if (parts_[step] == part) ways_[place].steps.push_back(step);
  }
  // Without checks all steps are the user's, in the given order.
  if (checks == spec.steps.end()) return;
  if (std::ranges::count(parts_, Part::precheck) > 0) places_.push_back(0);
  if (std::ranges::count(parts_, Part::rest) > 0) places_.insert(places_.end(), {1, 2});
}

const StepOrder::Way& StepOrder::next() {
  if (places_.size() < 2) return as_given();
  const std::size_t test = tests_++;
  if (test < first_tests) return ways_[places_[test % places_.size()]];
  const std::size_t best = best_place();
  if (test % every != 0) return ways_[best];
  const std::size_t other = places_[test / every % places_.size()];
  return ways_[other != best ? other : places_[(test / every + 1) % places_.size()]];
}

void StepOrder::observe(const Way& way, std::size_t step, std::chrono::microseconds took,
                        bool refused) {
  const auto add = [&](Count& count) {
    count.refused += refused;
    count.time += took;
  };
  const Part part = parts_[step];
  if (part == Part::check && way.place == 0) add(check_first_);
  if (part == Part::precheck && way.place > 0) add(precheck_first_);
  if (part == Part::check && way.place == 1) add(check_next_);
  if (part == Part::rest && way.place == 2) add(rest_next_);
}

std::size_t StepOrder::best_place() const {
  if (places_.front() == 0 && refuses_more(check_first_, precheck_first_)) return 0;
  return refuses_more(rest_next_, check_next_) ? 2 : 1;
}

// refused / time, without a division by a part that has not run.
bool StepOrder::refuses_more(const Count& a, const Count& b) {
  return static_cast<double>(a.refused) * static_cast<double>(b.time.count()) >
         static_cast<double>(b.refused) * static_cast<double>(a.time.count());
}

}  // namespace whittle
