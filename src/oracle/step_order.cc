#include "oracle/step_order.h"

namespace whittle {

StepOrder::StepOrder(const TestSpec& spec) {
  std::vector<std::size_t> checks;
  for (std::size_t step = 0; step < spec.steps.size(); ++step) {
    moves_.push_back(spec.steps[step].moves);
    checks_first_.steps.push_back(step);
    (moves_.back() ? checks : checks_last_.steps).push_back(step);
  }
  has_choice_ = !checks.empty() && checks.size() + spec.preparing_steps < spec.steps.size();
  checks_last_.steps.insert(checks_last_.steps.end(), checks.begin(), checks.end());
  checks_last_.checks_first = false;
}

const StepOrder::Way& StepOrder::next() {
  if (!has_choice_) return checks_first_;
  const std::size_t test = tests_++;
  if (test < first_tests) return test % 2 == 0 ? checks_first_ : checks_last_;
  return checks_come_first() != (test % every == 0) ? checks_first_ : checks_last_;
}

void StepOrder::observe(const Way& way, std::size_t step, std::chrono::microseconds took,
                        bool refused) {
  if (way.checks_first != moves_[step]) return;
  Part& part = moves_[step] ? checks_ : rest_;
  part.refused += refused;
  part.time += took;
}

bool StepOrder::checks_come_first() const {
  // refused / time, without a division by a part that has not run.
  return static_cast<double>(checks_.refused) * static_cast<double>(rest_.time.count()) >=
         static_cast<double>(rest_.refused) * static_cast<double>(checks_.time.count());
}

}  // namespace whittle
