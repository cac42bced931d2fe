#include "run/reduce_document.h"

#include <utility>

#include "report/run_log.h"
#include "run/parse_summary.h"
#include "run/searching.h"
#include "run/stop.h"

namespace whittle {
namespace {

/// Ends the search at the next `wait` after the switch was set.
class StoppableOracle final : public OracleLayer {
 public:
  StoppableOracle(Oracle& inner, const StopReasons& stop) : OracleLayer(inner), stop_(stop) {}

  Result<Finished> wait() override {
    if (stop_.reason() == StopReasons::Reason::none) return inner_.wait();
    return Finished{.kind = Finished::Kind::interrupted, .ticket = 0, .verdict = {}};
  }

 private:
  const StopReasons& stop_;
};

Result<Oracle::Finished> test_original(Oracle& oracle, const Document& original) {
  if (Result<void> started = oracle.start(0, original); !started)
    return std::unexpected(started.error());
  Result<Oracle::Finished> finished = oracle.wait();
  if (finished && finished->kind == Oracle::Finished::Kind::interrupted) oracle.cancel(0);
  return finished;
}

}  // namespace

Result<Report> reduce_document(const Document& original, Oracle& oracle,
                               const SearchOptions& options, Observer& observer, StopSwitch* stop) {
  RunLog log(observer);
  Result<Prepared> prepared = prepare_search(options, original, std::make_shared<NoTools>());
  if (!prepared) return std::unexpected(prepared.error());
  const StopReasons reasons(stop, std::nullopt);
  StoppableOracle stoppable(oracle, reasons);
  const Result<Oracle::Finished> checked = test_original(stoppable, original);
  if (!checked) return std::unexpected(checked.error());
  if (checked->kind == Oracle::Finished::Kind::verdict &&
      checked->verdict.outcome != Outcome::interesting)
    return fail(ErrorKind::not_interesting, "the original is not interesting");

  Memo memo;
  memo.remember(original.hash(), checked->verdict);
  memo.set_limit(oracle.limit());
  log.started(start_of(*prepared, original, oracle.slots(), checked->verdict.duration));
  const Result<SearchEnd> searched =
      run_search(std::move(*prepared), options, original, stoppable, memo, log);
  if (!searched) return std::unexpected(searched.error());
  Report report = report_of(*searched, original, log.bests().best());
  report.best_number = log.bests().count();
  return log.end(std::move(report));
}

}  // namespace whittle
