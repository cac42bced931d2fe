#include "run/reduce_list.h"

#include <cassert>
#include <utility>

#include "oracle/function_oracle.h"
#include "run/stop.h"
#include "schedule/list_search.h"
#include "schedule/scheduler.h"

namespace whittle {
Result<std::vector<std::size_t>> reduce_indices(
    std::size_t count, std::function<bool(const std::vector<std::size_t>& kept)> is_interesting,
    const ListOptions& options) {
  assert(options.weights.empty() || options.weights.size() == count);
  const std::vector<Weight> weights =
      options.weights.empty() ? std::vector<Weight>(count, 1) : options.weights;
  Result<AnyReduction> reduction = make_reduction(options.algorithm, Elements(weights));
  if (!reduction) return std::unexpected(reduction.error());
  ListSearch list(std::move(*reduction), weights);
  const Document whole = list.best();
  if (!is_interesting(ListSearch::items(whole)))
    return fail(ErrorKind::not_interesting, "the whole list is not interesting");

  FunctionOracle oracle(
      [&](const Document& candidate, const std::stop_token&) {
        return is_interesting(ListSearch::items(candidate));
      },
      {.slots = options.threads, .interrupt_fd = options.stop ? options.stop->fd() : -1});
  AnySearch search = std::move(list);
  Memo memo;
  memo.remember(whole.hash(), Verdict{.outcome = Outcome::interesting});
  Observer nobody;
  const Result<Ending> ending = run(search, oracle, memo, nobody, {.tests = options.max_tests});
  if (!ending) return std::unexpected(ending.error());
  if (options.stop && options.stop->is_stopped()) options.stop->acknowledge();
  return ListSearch::items(search.best());
}

}  // namespace whittle
