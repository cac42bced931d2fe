// The last test uses nothing that the search used: no memo, no other host, no folder of an earlier
// test. So a flaky test, a wrong host or a file that a test left behind cannot produce a result
// that is not interesting. Earlier bests are tried in turn, because each of them was accepted once.
#include "run/confirm.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "oracle/run_until.h"
#include "plan/formatter.h"

namespace whittle {
namespace {

/// After so many, the search ends with the last version that fails often enough.
constexpr std::size_t most_withdrawn = 100;

/// The first lines of the output of a test.
std::string output_of(const Witness& witness, const TestSpec& spec) {
  constexpr std::size_t most_bytes = 4096;
  std::string text;
  for (std::size_t step = 0; step < witness.commands.size(); ++step)
    text += output_of_step(spec, step, witness.commands[step]);
  if (text.size() <= most_bytes) return text;
  return text.substr(0, text.rfind('\n', most_bytes) + 1) + "...\n";
}

/// The result of the last test: the number of bests that did not pass it, and its output.
struct LastTest {
  std::size_t unconfirmed = 0;
  bool is_interrupted = false;
  bool passed = false;
  std::string output = {};
  std::optional<CommandRun> run = {};  // of the command whose failure is kept
  Runs runs = {};                      // if its rate matters
};

/// Runs a document until it is interesting, at most `most` times.
Result<Witness> interesting_run(WitnessOracle& oracle, const Document& document, std::size_t most) {
  while (true) {
    Result<Witness> witness = oracle.run_alone(document);
    if (!witness || witness->interrupted || witness->verdict.outcome == Outcome::interesting ||
        --most == 0)
      return witness;
  }
}

/// Tests a document once more: by one run, or so often that its rate is known. A witness of a
/// document that passes is interesting.
Result<Witness> test_again(WitnessOracle& oracle, const Document& document,
                           const std::optional<KeptRate>& rate) {
  if (!rate) return oracle.run_alone(document);
  const RateTest test = rate->promised.of_result();
  const auto decided = [&](const Runs& runs) {
    return test.after(runs) != RateTest::Decision::open;
  };
  const Result<ManyRuns> many = run_until(oracle, document, test.most, decided);
  if (!many) return std::unexpected(many.error());
  Witness witness{.interrupted = many->interrupted, .verdict = {.runs = many->runs}};
  if (!witness.interrupted && test.after(many->runs) == RateTest::Decision::accepted) {
    Result<Witness> shown = interesting_run(oracle, document, most_first_runs);
    if (!shown) return shown;
    witness = std::move(*shown);
    witness.verdict.runs = many->runs;
  }
  oracle.decide_by(rate->promised.of_candidates());
  return witness;
}

/// Tests the best once more; if it fails, the best before it, and so on to the original.
Result<LastTest> test_result(WitnessOracle& oracle, const RecentBests& bests, const TestSpec& spec,
                             const std::optional<KeptRate>& rate) {
  LastTest last;
  if (bests.size() == 0) return last;
  for (; last.unconfirmed <= bests.size(); ++last.unconfirmed) {
    const Result<Witness> witness = test_again(oracle, bests.before(last.unconfirmed), rate);
    if (!witness) return std::unexpected(witness.error());
    last.is_interrupted = witness->interrupted;
    last.passed = !witness->interrupted && witness->verdict.outcome == Outcome::interesting;
    last.output = output_of(*witness, spec);
    last.runs = witness->verdict.runs;
    if (spec.main_step < witness->commands.size()) last.run = witness->commands[spec.main_step];
    if (last.is_interrupted || last.passed) break;
  }
  return last;
}

/// The failure of the result, if it differs from that of the original and the test does not check
/// it: a script that asks only for a signal.
Failure drifted_to(const Ready& ready, const LastTest& last) {
  const TestSpec& spec = ready.test.spec;
  if (!last.run || spec.main_step >= spec.steps.size() || spec.steps[spec.main_step].expect.bug ||
      !ready.on_original.is_crash())
    return {};
  Failure now = failure_in(*last.run);
  Failure before = ready.on_original;
  before.place.clear();  // it may be in the candidate, under a name that the script gives
  const BugMatcher same(wanted_bug(before, SameBug::frames));
  return now.is_crash() && !same.shown_by(*last.run) ? now : Failure{};
}

/// Formatting comes last, and only after the default plan: a user of another plan wants exactly its
/// result.
bool is_formatted(const Opened& opened, const Searched& searched) {
  return searched.is_over() && opened.ready.search.plan == "auto" &&
         opened.ready.request.search.only.empty();
}

/// Replaces the result by a formatted one if that is interesting too.
Result<void> format_result(Opened& opened, Confirmed& confirmed) {
  std::optional<Document> tidy =
      formatted(*opened.ready.search.stage_maker, confirmed.result, opened.ready.original);
  if (!tidy) return {};
  std::optional<KeptRate>& rate = opened.ready.rate;
  const Result<Witness> witness = test_again(*opened.ready.oracle, *tidy, rate);
  if (!witness) return std::unexpected(witness.error());
  if (witness->interrupted || witness->verdict.outcome != Outcome::interesting) return {};
  confirmed.result = std::move(*tidy);
  confirmed.output = output_of(*witness, opened.ready.test.spec);
  if (rate) rate->result = witness->verdict.runs;
  // The journal records it before it replaces FILE: if whittle is killed in between, FILE must not
  // look as if the user had changed it.
  Watchers& watchers = *confirmed.searched.watchers;
  RunLog& log = watchers.log;
  const Measure size = measure(confirmed.result);
  confirmed.best_number = log.bests().count() + 1;
  log.improved({.number = confirmed.best_number,
                .stage = "format/formatter",
                .tokens = static_cast<std::size_t>(size.tokens),
                .bytes = static_cast<std::size_t>(size.bytes),
                .lines = static_cast<std::size_t>(size.lines),
                .document = &confirmed.result});
  return watchers.journal.flush();
}

/// The bests that fail too seldom, with all that were built on them: they are withdrawn.
Revoked withdrawn(const RecentBests& bests, std::size_t unconfirmed) {
  Revoked revoked{.candidates = {}, .how = Revoked::How::refused};
  for (std::size_t back = 0; back < std::min(unconfirmed, bests.size()); ++back)
    revoked.candidates.push_back(bests.before(back).hash());
  return revoked;
}

/// The outcomes of other runs, if the result did not pass its last test.
std::vector<Hash> doubtful_outcomes(OracleElsewhere& elsewhere) {
  elsewhere.doubt_other_runs();
  return elsewhere.take_revoked();
}

}  // namespace

Result<Confirmation> confirm(Opened& opened, Searched searched) {
  const RecentBests& bests = searched.watchers->log.bests();
  std::optional<KeptRate>& rate = opened.ready.rate;
  LastTest last;
  if (opened.ready.stop.reason() == StopReasons::Reason::none) {
    Result<LastTest> tested =
        test_result(*opened.ready.oracle, bests, opened.ready.test.spec, rate);
    if (!tested) return std::unexpected(tested.error());
    last = std::move(*tested);
    if (rate && last.unconfirmed > 0 && rate->withdrawn < most_withdrawn)
      return withdrawn(bests, last.unconfirmed);
    if (rate) rate->result = last.runs;
    if (last.unconfirmed > 0 && opened.elsewhere)
      if (std::vector<Hash> doubtful = doubtful_outcomes(*opened.elsewhere); !doubtful.empty())
        return Revoked{std::move(doubtful)};
    if (last.unconfirmed > bests.size())
      return fail(ErrorKind::unreliable,
                  fmt::format("neither the result nor the original passes the final test, in a "
                              "clean folder: {} or a program that it runs no longer works",
                              opened.ready.test.name));
  }
  if (last.is_interrupted) searched.end.ending = Ending::interrupted;
  Confirmed confirmed{
      .searched = std::move(searched),
      .result = bests.before(last.unconfirmed),
      .best_number = last.unconfirmed < bests.size() ? bests.count() - last.unconfirmed : 0,
      .unconfirmed = last.unconfirmed,
      .passed = last.passed,
      .output = std::move(last.output),
      .drifted_to = drifted_to(opened.ready, last)};
  if (is_formatted(opened, confirmed.searched))
    if (Result<void> tidied = format_result(opened, confirmed); !tidied)
      return std::unexpected(tidied.error());
  return confirmed;
}

}  // namespace whittle
