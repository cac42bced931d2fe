#include "report/event_json.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

using std::chrono::microseconds;

std::string line_of(const RunEvent& event) {
  return std::visit([](const auto& what) { return json_of(what); }, event);
}

/// The line of the event that is read from its line.
std::string again(const RunEvent& event) {
  const std::optional<RunEvent> read = event_of(line_of(event));
  EXPECT_TRUE(read);
  EXPECT_EQ(read->index(), event.index());
  return line_of(*read);
}

TEST(EventJson, EveryEventIsReadAsItWasWritten) {
  RunStart start;
  start.files = {"a \"b\"", "\xff"};
  start.options = {"--unit=lines"};
  start.goal = Goal::bytes;
  start.known = 7;
  Told told;
  told.stage = "lines/x";
  told.role = {QueryKind::merge_proof, 1, 2, 3, 4};
  told.candidate = hash_of("candidate");
  told.outcome = Outcome::interesting;
  told.timed_out = told.untested = true;
  told.duration = microseconds(1234567);
  told.elements = 3;
  told.refused_by = "step";
  told.at = microseconds(1'000'001);
  Report report;
  report.ending = RunEnding::enough;
  report.enough = "50%";
  report.counts = {.asked = 9, .remembered = 2, .interesting = 3, .timed_out = 1, .untested = 1};
  report.activity = {.started = 11, .testing = microseconds(5)};
  report.steps = {{"one", 3, 1, microseconds(30)}, {"two", 2, 1, microseconds(10)}};
  report.functions = FunctionsLeft{{"f"}, {}, {"g", "h"}, 10, 2};
  report.unambiguity = Unambiguity{1, 2, 3};
  report.listening = Listening{4, 3, 2, 1};
  report.time = microseconds(292'000'004);
  const std::vector<RunEvent> events = {
      start,
      told,
      report,
      Notice{.kind = Notice::Kind::hint, .message = "m", .way_out = "w", .at = microseconds(5)},
      Resumed{.queries = 12, .known = 9, .at = microseconds(7)},
      RunFailed{.error = {ErrorKind::scratch, "m", "w"}, .exit_code = 6, .at = microseconds(8)},
      ListBegan{.number = 2, .stage = "a/b", .elements = 3, .weight = 9, .at = microseconds(9)},
      ListEnded{.number = 2, .stage = "a/b", .changed = true, .elements = 1, .weight = 4},
      SlotChange{SlotChange::Phase::end, 3, true, true, hash_of("x"), false, microseconds(6)},
      BestFound{.number = 4, .list = 2, .stage = "a/b", .tokens = 5, .bytes = 6, .lines = 7}};
  for (const RunEvent& event : events) EXPECT_EQ(again(event), line_of(event));
}

TEST(EventJson, LinesThatAreNoEventsAreNothing) {
  for (const char* line : {"", "{\"event\":\"que", "[1,2]", "{}", R"({"event":"new","at":3})",
                           R"({"event":"best","at":"soon","number":-1})", R"({"event":7})"})
    EXPECT_FALSE(event_of(line)) << line;
}

TEST(EventJson, ATimeThatCannotBeIsMadeOneThatCan) {
  for (const char* line : {R"({"event":"query","at":1e300})", R"({"event":"query","at":-1})"}) {
    const std::optional<RunEvent> event = event_of(line);
    ASSERT_TRUE(event) << line;
    EXPECT_GE(std::get<Told>(*event).at, microseconds(0));
    EXPECT_LE(std::get<Told>(*event).at, std::chrono::hours(24 * 365 * 40));
  }
}

}  // namespace
}  // namespace whittle
